#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"

// Ways to come by a texture: those below 4 are by parameters alone, the others by memory as well.
GPUINTEROP_POINTER(objects, textureObject)
GPUINTEROP_POINTER(vectors, vec4)
GPUINTEROP_PARAMETERS(vectors texels; textureObject from; textureObject all[4]; objects found;)

shared textureObject kept;

textureObject chosen(textureObject one, textureObject other)
{
    return threadIdx.x > 3 ? one : other;
}

void put(out textureObject to, textureObject from)
{
    to = from;
}

void main()
{
    textureObject object = uvec2(0), some[2];
    vec4 texel;

#if WAY == 0
    object = parameters.from;
#elif WAY == 1
    object = parameters.all[threadIdx.x & 3];
#elif WAY == 2
    object = chosen(parameters.from, parameters.all[2]);
#elif WAY == 3
    for (int i = 0; i < 2; i++)
        put(some[i], parameters.all[i]);
    object = some[threadIdx.x & 1];
#elif WAY == 4
    object = parameters.found.at[threadIdx.x];
#elif WAY == 5
    object = chosen(parameters.from, parameters.found.at[0]);
#elif WAY == 6
    put(some[0], parameters.from);
    put(some[1], parameters.found.at[1]);
    object = some[threadIdx.x & 1];
#elif WAY == 7
    kept = parameters.from;
    syncthreads();
    object = kept;
#elif WAY == 8
    object = parameters.from + uvec2(1, 0);
#endif
    tex2D(texel, object, 0.5, 0.5);
    parameters.texels.at[threadIdx.x] = texel;
}
