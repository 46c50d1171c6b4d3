#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"

// What no instruction of PTX does: one for each number.
GPUINTEROP_POINTER(vectors, vec4)
GPUINTEROP_PARAMETERS(textureObject from; surfaceObject to; vectors texels;)

#if WAY == 0
vec4 read(sampler2D image) { return textureLod(image, vec2(0), 0); }
#define CALL read(gpuinterop_2d_f[parameters.from.x])
#elif WAY == 1
layout(set = 0, binding = 0) uniform sampler2D alone;
#define CALL textureLod(alone, vec2(0), 0)
#elif WAY == 2
#define CALL texelFetch(gpuinterop_2d_f[parameters.from.x], ivec2(0), 0)
#elif WAY == 3
layout(set = 0, binding = 2, r32ui) uniform uimage2D counts[];
#define CALL vec4(imageAtomicAdd(counts[parameters.to.x], ivec2(0), 1u))
#elif WAY == 4
layout(set = 0, binding = 2) uniform sampler2D mixed[];
#define CALL textureLod(mixed[parameters.to.x], vec2(0), 0)
#elif WAY == 5
layout(set = 0, binding = 0) uniform sampler2DMS many[];
#define CALL texelFetch(many[parameters.from.x], ivec2(0), 0)
#elif WAY == 6
layout(set = 0, binding = 0) uniform sampler2DShadow depths[];
#define CALL vec4(textureLod(depths[parameters.from.x], vec3(0), 0))
#endif

void main()
{
    parameters.texels.at[0] = CALL;
}
