/* Kernels as programs have them: memory-bound, compute-bound, with shared memory, with atomics, with
 * warp operations. Each is written plainly, with no regard to who compiles it. */
#ifndef BENCH_KERNEL_BODIES_H
#define BENCH_KERNEL_BODIES_H

#include <cuda_runtime.h>

__global__ void empty_kernel() {}

/* Numbers that are floats from 1 to 2, and differ as integers. */
__global__ void scatter(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0x3f800000u | (i * 2654435761u) >> 9;
}

__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void copy4(float4 *to, const float4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

__global__ void fill4(float4 *to, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = make_float4(value, value, value, value);
}

__global__ void reduce_shared(float *out, const float *in, int n)
{
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, part[0]);
}

__global__ void reduce_warp(float *out, const float *in, int n)
{
    __shared__ float part[8];
    float sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += in[i];
    for (int by = 16; by > 0; by >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, by);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; i++)
            sum += part[i];
        atomicAdd(out, sum);
    }
}

__global__ void transpose_tile(float *to, const float *from, int side)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * side + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        to[(y + k) * side + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void matmul_tile(float *c, const float *a, const float *b, int side)
{
    __shared__ float as[16][16], bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < side; t += 16) {
        as[threadIdx.y][threadIdx.x] = a[row * side + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * side + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * side + column] = sum;
}

__global__ void matmul_registers(float *c, const float *a, const float *b, int side)
{
    __shared__ float as[8][64], bs[8][64];
    int t = threadIdx.x, row = blockIdx.y * 64, column = blockIdx.x * 64;
    int ty = (t / 16) * 4, tx = (t % 16) * 4;
    float sum[4][4] = {};
    for (int at = 0; at < side; at += 8) {
        for (int k = t; k < 512; k += 256) {
            as[k % 8][k / 8] = a[(row + k / 8) * side + at + k % 8];
            bs[k / 64][k % 64] = b[(at + k / 64) * side + column + k % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[i][j] += as[k][ty + i] * bs[k][tx + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(row + ty + i) * side + column + tx + j] = sum[i][j];
}

__global__ void histogram_shared(unsigned *bins, const unsigned *in, int n)
{
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        unsigned word = in[i];
        atomicAdd(&own[word & 255], 1u);
        atomicAdd(&own[word >> 8 & 255], 1u);
        atomicAdd(&own[word >> 16 & 255], 1u);
        atomicAdd(&own[word >> 24], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void histogram_global(unsigned *bins, const unsigned *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] & 4095], 1u);
}

__global__ void scan_block(unsigned *out, const unsigned *in)
{
    __shared__ unsigned part[2][512];
    int t = threadIdx.x, from = 0, at = blockIdx.x * 512 + t;
    part[0][t] = in[at];
    __syncthreads();
    for (int by = 1; by < 512; by <<= 1) {
        part[1 - from][t] = t >= by ? part[from][t] + part[from][t - by] : part[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[at] = part[from][t];
}

__global__ void stencil_2d(float *to, const float *from, int side)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x > 0 && y > 0 && x < side - 1 && y < side - 1)
        to[y * side + x] = 0.2f * (from[y * side + x] + from[y * side + x - 1] +
                                   from[y * side + x + 1] + from[(y - 1) * side + x] +
                                   from[(y + 1) * side + x]);
}

__global__ void stencil_3d(float *to, const float *from, int side)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t plane = (size_t)side * side, at = (size_t)y * side + x;
    if (x < 1 || y < 1 || x >= side - 1 || y >= side - 1)
        return;
    for (int z = 1; z < side - 1; z++) {
        size_t here = at + z * plane;
        to[here] = from[here] * 0.4f + (from[here - 1] + from[here + 1] + from[here - side] +
                                        from[here + side] + from[here - plane] +
                                        from[here + plane]) * 0.1f;
    }
}

__constant__ float row_weights[17];

__global__ void convolve_rows(float *to, const float *from, int width)
{
    __shared__ float line[256 + 16];
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    line[threadIdx.x + 8] = from[y * width + x];
    if (threadIdx.x < 8) {
        line[threadIdx.x] = x >= 8 ? from[y * width + x - 8] : 0;
        line[threadIdx.x + 264] = x + 256 < width ? from[y * width + x + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++)
        sum += row_weights[k] * line[threadIdx.x + k];
    to[y * width + x] = sum;
}

__global__ void nbody(float4 *velocity, const float4 *position, int n, float step)
{
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 own = position[i];
    float ax = 0, ay = 0, az = 0;
    for (int at = 0; at < n; at += 256) {
        tile[threadIdx.x] = position[at + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; k++) {
            float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
            float scale = tile[k].w * inverse * inverse * inverse;
            ax += dx * scale;
            ay += dy * scale;
            az += dz * scale;
        }
        __syncthreads();
    }
    velocity[i].x += ax * step;
    velocity[i].y += ay * step;
    velocity[i].z += az * step;
}

template <class T> __device__ int escape(T cx, T cy, int most)
{
    T x = 0, y = 0;
    int count = 0;
    while (count < most && x * x + y * y < T(4)) {
        T next = x * x - y * y + cx;
        y = T(2) * x * y + cy;
        x = next;
        count++;
    }
    return count;
}

__global__ void mandelbrot_f32(int *out, int side)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * side + x] = escape<float>(x * 3.0f / side - 2.0f, y * 2.0f / side - 1.0f, 512);
}

__global__ void mandelbrot_f64(int *out, int side)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * side + x] = escape<double>(x * 3.0 / side - 2.0, y * 2.0 / side - 1.0, 512);
}

__device__ float normal_below(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float value = 0.39894228f * __expf(-0.5f * d * d) *
                  (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k *
                  (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - value : value;
}

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike,
                              const float *years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
    float d1 = (__logf(s / x) + (0.02f + 0.5f * 0.09f) * t) / (0.3f * root);
    float d2 = d1 - 0.3f * root, discount = __expf(-0.02f * t);
    float a = normal_below(d1), b = normal_below(d2);
    call[i] = s * a - x * discount * b;
    put[i] = x * discount * (1 - b) - s * (1 - a);
}

__global__ void waves_exact(float *out, int n, float time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sinf(i * 0.001f + time) * cosf(i * 0.003f + time);
}

__global__ void bitonic_step(unsigned *data, int j, int k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other <= i)
        return;
    unsigned a = data[i], b = data[other];
    if ((a > b) == ((i & k) == 0)) {
        data[i] = b;
        data[other] = a;
    }
}

__global__ void sparse_rows(float *y, const int *starts, const int *columns, const float *values,
                            const float *x, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

__global__ void walsh_shared(float *data)
{
    extern __shared__ float line[];
    int t = threadIdx.x;
    float *own = data + blockIdx.x * 1024;
    for (int i = t; i < 1024; i += 256)
        line[i] = own[i];
    for (int by = 512; by > 0; by >>= 1) {
        __syncthreads();
        for (int k = t; k < 512; k += 256) {
            int low = k & (by - 1), at = ((k - low) << 1) + low;
            float a = line[at], b = line[at + by];
            line[at] = a + b;
            line[at + by] = a - b;
        }
    }
    __syncthreads();
    for (int i = t; i < 1024; i += 256)
        own[i] = line[i];
}

__global__ void random_walk(unsigned *out, int steps)
{
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned sum = 0;
    for (int i = 0; i < steps; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        sum += __popc(state) + (state % 7);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void hash_64(unsigned long long *out, int rounds)
{
    unsigned long long h = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        h ^= h >> 33;
        h *= 0xff51afd7ed558ccdull;
        h ^= h >> 33;
        h *= 0xc4ceb9fe1a85ec53ull;
        h ^= h >> 33;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = h;
}

__global__ void grayscale(unsigned char *to, const uchar4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (unsigned char)((from[i].x * 77 + from[i].y * 150 + from[i].z * 29) >> 8);
}

__global__ void compact_ballot(int *out, int *count, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned mask = __ballot_sync(0xffffffffu, keep), lane = threadIdx.x & 31;
    int base = 0;
    if (lane == 0 && mask != 0)
        base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep)
        out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
}

__global__ void monte_carlo(float *out, int steps)
{
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1u;
    int inside = 0;
    for (int i = 0; i < steps; i++) {
        state = state * 747796405u + 2891336453u;
        float x = (state >> 8) * (1.0f / 16777216.0f);
        state = state * 747796405u + 2891336453u;
        float y = (state >> 8) * (1.0f / 16777216.0f);
        inside += x * x + y * y <= 1.0f;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 4.0f * inside / steps;
}

__global__ void dot_f64(double *out, const double *a, const double *b, int n)
{
    __shared__ double part[256];
    double sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

#endif
