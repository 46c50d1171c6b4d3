// y = a * x + y as a kernel in GLSL; axpy.c loads and launches it. In CUDA C it is
//
//     __global__ void axpy(float *y, const float *x, float a, int count)
//     {
//         unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
//
//         if (i < count)
//             y[i] += a * x[i];
//     }
//
// The name of the entry point is the kernel's:
//
//     glslangValidator --target-env vulkan1.2 -e axpy --source-entrypoint main -o axpy.spv axpy.comp
#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

GPUINTEROP_POINTER(floats, float)
GPUINTEROP_PARAMETERS(floats y; floats x; float a; int count;)

void main()
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < parameters.count)
        parameters.y.at[i] += parameters.a * parameters.x.at[i];
}
