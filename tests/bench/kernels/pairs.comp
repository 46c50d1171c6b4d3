/* The kernels of pairs.cu in GLSL. KERNEL_name chooses one. */
#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

GPUINTEROP_POINTER(floats, float)
GPUINTEROP_POINTER(words, uint)
layout(buffer_reference, std430, buffer_reference_align = 16) buffer vectors { vec4 at[]; };

#if defined(KERNEL_copy4) || defined(KERNEL_nbody)
GPUINTEROP_PARAMETERS(vectors to; vectors from; floats other; int n;)
#elif defined(KERNEL_sum) || defined(KERNEL_histogram) || defined(KERNEL_hash)
GPUINTEROP_PARAMETERS(words to; words from; floats other; int n;)
#elif defined(KERNEL_mandelbrot)
GPUINTEROP_PARAMETERS(words to; floats from; floats other; int n;)
#else
GPUINTEROP_PARAMETERS(floats to; floats from; floats other; int n;)
#endif

#define p parameters
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

#ifdef KERNEL_sum
shared uint part[256];
#endif
#ifdef KERNEL_transpose
shared float tile[32][33];
#endif
#ifdef KERNEL_matmul
shared float left[16][16], right[16][16];
#endif
#ifdef KERNEL_histogram
shared uint own[256];
#endif

void main()
{
#ifdef KERNEL_saxpy
    uint i = X;
    if (i < p.n)
        p.to.at[i] = 1.5 * p.from.at[i] + p.other.at[i];
#endif
#ifdef KERNEL_copy4
    uint i = X;
    if (i < p.n)
        p.to.at[i] = p.from.at[i];
#endif
#ifdef KERNEL_stencil
    int x = int(X), y = int(Y), n = p.n, i = y * n + x;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    p.to.at[i] = 0.25 * (p.from.at[i - 1] + p.from.at[i + 1] + p.from.at[i - n] + p.from.at[i + n])
                 - p.from.at[i];
#endif
#ifdef KERNEL_sum
    uint total = 0;
    for (uint i = X; i < p.n; i += gridDim.x * 256)
        total += p.from.at[i];
    part[threadIdx.x] = total;
    syncthreads();
    for (uint half_count = 128; half_count > 0; half_count >>= 1) {
        if (threadIdx.x < half_count)
            part[threadIdx.x] += part[threadIdx.x + half_count];
        syncthreads();
    }
    if (threadIdx.x == 0)
        p.to.at[blockIdx.x] = part[0];
#endif
#ifdef KERNEL_transpose
    uint x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = p.from.at[(y + k) * p.n + x];
    syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        p.to.at[(y + k) * p.n + x] = tile[threadIdx.x][threadIdx.y + k];
#endif
#ifdef KERNEL_matmul
    uint row = Y, column = X;
    float total = 0;
    for (int t = 0; t < p.n; t += 16) {
        left[threadIdx.y][threadIdx.x] = p.from.at[row * p.n + t + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = p.other.at[(t + threadIdx.y) * p.n + column];
        syncthreads();
        for (int k = 0; k < 16; k++)
            total += left[threadIdx.y][k] * right[k][threadIdx.x];
        syncthreads();
    }
    p.to.at[row * p.n + column] = total;
#endif
#ifdef KERNEL_histogram
    own[threadIdx.x] = 0;
    syncthreads();
    for (uint i = X; i < p.n; i += gridDim.x * 256) {
        uint word = p.from.at[i];
        atomicAdd(own[word & 255], 1u);
        atomicAdd(own[word >> 8 & 255], 1u);
        atomicAdd(own[word >> 16 & 255], 1u);
    }
    syncthreads();
    atomicAdd(p.to.at[threadIdx.x], own[threadIdx.x]);
#endif
#ifdef KERNEL_nbody
    uint i = X;
    if (i >= p.n)
        return;
    vec3 me = p.from.at[i].xyz, sum = vec3(0);
    for (int j = 0; j < p.n; j++) {
        vec4 one = p.from.at[j];
        vec3 d = one.xyz - me;
        float inverse = inversesqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01);
        sum += d * (one.w * inverse * inverse * inverse);
    }
    p.to.at[i] = vec4(sum, 0);
#endif
#ifdef KERNEL_mandelbrot
    int x = int(X), y = int(Y), count = 0;
    if (x >= p.n || y >= p.n)
        return;
    float cx = 3.0 * x / p.n - 2.0, cy = 2.4 * y / p.n - 1.2, zx = 0, zy = 0;
    while (count < 200 && zx * zx + zy * zy < 4.0) {
        float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = next;
        count++;
    }
    p.to.at[y * p.n + x] = count;
#endif
#ifdef KERNEL_hash
    uint i = X;
    if (i >= p.n)
        return;
    uint64_t word = p.from.at[i];
    for (int k = 0; k < 16; k++) {
        word ^= word >> 33;
        word *= 0xff51afd7ed558ccdul;
        word ^= word << 21;
        word += k;
    }
    p.to.at[i] = uint(word ^ word >> 32);
#endif
}
