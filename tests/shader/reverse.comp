#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

GPUINTEROP_POINTER(words, uint)
GPUINTEROP_PARAMETERS(words data;)

shared uint line[GPUINTEROP_SHARED_COUNT];

void main()
{
    uint t = threadIdx.x, n = blockDim.x;
    line[t] = parameters.data.at[blockIdx.x * n + t];
    syncthreads();
    parameters.data.at[blockIdx.x * n + t] = line[n - 1 - t];
}
