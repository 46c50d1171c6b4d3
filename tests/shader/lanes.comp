#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#include "gpuinterop/kernel.glsl"

// Sums of whole subgroups, each written by its first lane, added up. The subgroup is the device's. They
// have 64 bits, and go through the last lane, which no constant names.
GPUINTEROP_POINTER(uints, uint)
GPUINTEROP_PARAMETERS(uints sum; uints all;)

void main()
{
    uint64_t wide = subgroupAdd(uint64_t(threadIdx.x + 1));
    uint last = subgroupMax(gl_SubgroupInvocationID);
    uint sum = uint(subgroupBroadcast(wide, last));
    bool all = subgroupAll(threadIdx.x < blockDim.x);

    if (subgroupElect()) {
        atomicAdd(parameters.sum.at[0], sum);
        atomicAnd(parameters.all.at[0], uint(all));
    }
}
