// Halves an image as a kernel in GLSL that reads a texture and writes a surface; halve.c launches
// it. In CUDA C it is
//
//     __global__ void halve(cudaSurfaceObject_t to, cudaTextureObject_t from, int width, int height)
//     {
//         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
//
//         if (x < width && y < height)
//             surf2Dwrite(tex2D<float>(from, 2 * x + 1, 2 * y + 1), to, x * 4, y);
//     }
//
//     glslangValidator --target-env vulkan1.2 -e halve --source-entrypoint main -o halve.spv halve.comp
#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"

GPUINTEROP_PARAMETERS(surfaceObject to; textureObject from; int width; int height;)

void main()
{
    ivec2 at = ivec2(blockIdx.xy * blockDim.xy + threadIdx.xy);
    float texel;

    if (at.x >= parameters.width || at.y >= parameters.height)
        return;
    tex2D(texel, parameters.from, 2 * at.x + 1, 2 * at.y + 1);     // between four texels
    surf2Dwrite(texel, parameters.to, at.x * 4, at.y);
}
