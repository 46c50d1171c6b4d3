// A kernel in HLSL. Its arguments are the members of the constants, then the buffers by binding:
//     axpy(float factor, int count, float *y, const float *x, unsigned *seen)
[[vk::push_constant]] cbuffer parameters
{
    float factor;
    int count;
};

[[vk::binding(0, 1)]] RWStructuredBuffer<float> y;
[[vk::binding(1, 1)]] StructuredBuffer<float> x;
[[vk::binding(2, 1)]] RWByteAddressBuffer seen;

groupshared float line_of_block[64];

[numthreads(64, 1, 1)]
void axpy(uint3 block : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint i = block.x * 64 + thread.x;

    line_of_block[63 - thread.x] = 0;
    if (i < uint(count))             /* a choice by ?: would read x[i] all the same */
        line_of_block[63 - thread.x] = x[i];
    GroupMemoryBarrierWithGroupSync();
    if (i < uint(count))
        y[i] += factor * line_of_block[63 - thread.x];
    if (thread.x == 0)
        seen.Store(block.x * 4, block.x + 1);
}
