/* Kernels that pairs.comp has in GLSL as well: the benchmark runs both on this library. All take the
 * same parameters. */
#include <cuda_runtime.h>
#include <string.h>

#include "mandelbrot.cuh"
#include "pairs.h"

#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)
#define KERNEL(name) \
    static __global__ void name(float *to, const float *from, const float *other, int n)

KERNEL(empty)
{
}

KERNEL(saxpy)
{
    unsigned i = X;
    if (i < n)
        to[i] = 1.5f * from[i] + other[i];
}

KERNEL(copy4)
{
    unsigned i = X;
    if (i < n)
        ((float4 *)to)[i] = ((const float4 *)from)[i];
}

KERNEL(stencil)
{
    int x = X, y = Y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const float *at = from + y * n + x;
    to[y * n + x] = 0.25f * (at[-1] + at[1] + at[-n] + at[n]) - at[0];
}

KERNEL(sum)
{
    __shared__ unsigned part[256];
    unsigned total = 0;
    for (int i = X; i < n; i += gridDim.x * 256)
        total += ((const unsigned *)from)[i];
    part[threadIdx.x] = total;
    __syncthreads();
    for (unsigned half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ((unsigned *)to)[blockIdx.x] = part[0];
}

KERNEL(transpose)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        to[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

KERNEL(matmul)
{
    __shared__ float left[16][16], right[16][16];
    int row = Y, column = X;
    float total = 0;
    for (int t = 0; t < n; t += 16) {
        left[threadIdx.y][threadIdx.x] = from[row * n + t + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = other[(t + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            total += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    to[row * n + column] = total;
}

KERNEL(histogram)
{
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = X; i < n; i += gridDim.x * 256) {
        unsigned word = ((const unsigned *)from)[i];
        atomicAdd(&own[word & 255], 1u);
        atomicAdd(&own[word >> 8 & 255], 1u);
        atomicAdd(&own[word >> 16 & 255], 1u);
    }
    __syncthreads();
    atomicAdd(&((unsigned *)to)[threadIdx.x], own[threadIdx.x]);
}

KERNEL(nbody)
{
    const float4 *bodies = (const float4 *)from;
    unsigned i = X;
    if (i >= n)
        return;
    float4 me = bodies[i];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        float4 one = bodies[j];
        float dx = one.x - me.x, dy = one.y - me.y, dz = one.z - me.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float force = one.w * inverse * inverse * inverse;
        x += dx * force;
        y += dy * force;
        z += dz * force;
    }
    ((float4 *)to)[i] = make_float4(x, y, z, 0);
}

KERNEL(mandelbrot)
{
    mandelbrot_in((unsigned *)to, n);
}

KERNEL(hash)
{
    unsigned i = X;
    if (i >= n)
        return;
    unsigned long long word = ((const unsigned *)from)[i];
    for (int k = 0; k < 16; k++) {
        word ^= word >> 33;
        word *= 0xff51afd7ed558ccdull;
        word ^= word << 21;
        word += k;
    }
    ((unsigned *)to)[i] = (unsigned)(word ^ word >> 32);
}

static const struct {
    const char *name;
    const void *function;
} kernels[] = {
#define ROW(name) {#name, (const void *)name},
    BENCH_PAIRS(ROW)
    ROW(empty)
};

const void *bench_ptx_kernel(const char *name)
{
    for (const auto &kernel : kernels)
        if (strcmp(kernel.name, name) == 0)
            return kernel.function;
    return nullptr;
}
