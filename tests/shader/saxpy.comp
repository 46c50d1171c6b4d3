#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

GPUINTEROP_POINTER(floats, float)
GPUINTEROP_PARAMETERS(floats y; floats x; float a; int n;)

void main()
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < parameters.n)
        parameters.y.at[i] += parameters.a * parameters.x.at[i];
}
