#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"

// Mirrors an image of floats, of which each is 4 bytes, and adds what a texture has there: by the
// functions of the header, and what other languages may write instead.
layout(set = 0, binding = 0) uniform texture2D images[];
layout(set = 0, binding = 1) uniform sampler samplers[];

GPUINTEROP_POINTER(uints, uint)
GPUINTEROP_PARAMETERS(textureObject from; surfaceObject to; uint64_t same; uints told; int width;)

void main()
{
    ivec2 at = ivec2(blockIdx.xy * blockDim.xy + threadIdx.xy);
    vec2 place = vec2(parameters.width - 1 - at.x, at.y) + 0.5;
    uint low = uint(parameters.same);
    float texel, old;

    if (at.x >= parameters.width)
        return;
    tex2D(texel, parameters.from, place.x, place.y);
    texel += textureLod(sampler2D(images[nonuniformEXT(low)], samplers[5]), place, 0).x;
    texel += textureLodOffset(sampler2D(images[nonuniformEXT(low)], samplers[0]), place, 0,
                              ivec2(1, 0)).x;
    surf2Dread(old, parameters.to, at.x * 4, at.y, boundaryModeClamp);
    surf2Dwrite(texel + old, parameters.to, at.x * 4, at.y);
    surf2Dwrite(1000.0, parameters.to, -4, at.y);
    if (at == ivec2(0)) {
        ivec2 size = textureSize(gpuinterop_2d_f[parameters.from.x], 0);

        parameters.told.at[0] = uint(size.x);
        parameters.told.at[1] = uint(size.y);
        parameters.told.at[2] = uint(textureQueryLevels(gpuinterop_2d_f[parameters.from.x]));
        size = imageSize(gpuinterop_surface_2d[parameters.to.x]);
        parameters.told.at[3] = uint(size.x * size.y);
    }
}
