#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

/* Every way to ask where a thread is in the grid. Each thread counts itself, if all of them agree. */
GPUINTEROP_POINTER(words, uint)
GPUINTEROP_PARAMETERS(words counts; uint part;)

uint of_parts(uint part)
{
    return blockIdx[part] * blockDim[part] + threadIdx[part];
}

void main()
{
    uvec3 all = gl_GlobalInvocationID;
    uvec3 size = gridDim * blockDim;

    if (all == uvec3(of_parts(0), of_parts(1), of_parts(2)) &&
        all[parameters.part] == of_parts(parameters.part) && all.x < gridDim.x * blockDim.x)
        atomicAdd(parameters.counts.at[(all.z * size.y + all.y) * size.x + all.x], 1);
}
