#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require
#include "gpuinterop/kernel.glsl"

// Sums of whole subgroups, each written by its first lane, added up. The subgroup is the device's.
GPUINTEROP_POINTER(uints, uint)
GPUINTEROP_PARAMETERS(uints sum; uints all;)

void main()
{
    uint sum = subgroupAdd(threadIdx.x + 1);
    bool all = subgroupAll(threadIdx.x < blockDim.x);

    if (subgroupElect()) {
        atomicAdd(parameters.sum.at[0], sum);
        atomicAnd(parameters.all.at[0], uint(all));
    }
}
