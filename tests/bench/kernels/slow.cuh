/* Kernels that small programs were seen to be slow in: atomics that meet at few addresses, functions
 * of double precision, one thread alone, chains of short kernels. */
#pragma once

enum { ADDS = 16 };                      /* of each thread */

/* mask 0: all threads add to one word; 31: to 32 words; else to words all over the memory. */
static __device__ unsigned word_of(unsigned thread, unsigned turn, unsigned mask)
{
    return mask <= 31 ? thread & mask : (thread * 2654435761u + turn * 40503u) & mask;
}

template <class T> __global__ void add_words(T *words, unsigned mask)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned turn = 0; turn < ADDS; turn++)
        atomicAdd(words + word_of(thread, turn, mask), (T)1);
}

__global__ void take_numbers(unsigned *counter, unsigned *numbers)
{
    numbers[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(counter, 1u);
}

__global__ void wrap_words(unsigned *words, unsigned mask)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;

    atomicInc(words + word_of(thread, 0, mask), 1000u);
}

/* Blocks wrap a word of their own. */
__global__ void wrap_shared(unsigned *out)
{
    __shared__ unsigned word;

    if (threadIdx.x == 0)
        word = 0;
    __syncthreads();
    for (int turn = 0; turn < ADDS; turn++)
        atomicInc(&word, 1000u);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = word;
}

/* Blocks add to a word of their own. */
__global__ void add_shared(float *out)
{
    __shared__ float sum;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int turn = 0; turn < ADDS; turn++)
        atomicAdd(&sum, 1.0f);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__device__ float root_of(float x) { return sqrtf(x); }
__device__ double root_of(double x) { return sqrt(x); }

template <class T> __global__ void roots(T *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = (T)(i & 1023) + (T)1.5;

    for (int k = 0; k < 100; k++)
        x = root_of(x + (T)k);
    values[i] = x;
}

__global__ void quotients(float *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)(i & 1023) + 1.5f;

    for (int k = 0; k < 100; k++)
        x = (x + (float)k) / (x + 3.0f);
    values[i] = x;
}

__global__ void product_of_roots(double *out, const double *a, const double *b, int side)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    double sum = 0;

    for (int i = 0; i < side; i++)
        sum += sqrt(fabs(a[row * side + i]) * fabs(b[column * side + i]));
    out[row * side + column] = sum;
}

__global__ void powers(double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = pow(1.0 + i * 1e-6, 1.5 + i % 7);
}

/* One thread looks for a number from the beginning on. */
__global__ void search_alone(int *out, const unsigned *values, int n)
{
    int i = 0;

    while (i < n && values[i] != 0xfffffff1u)
        i++;
    *out = i;
}

__global__ void step_small(float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        for (int k = 0; k < 40; k++)
            values[i] = values[i] * 0.999f + 0.5f;
}

/* Lasts as many cycles on every library: what events say of it is the cost of the events. */
__global__ void watch_clock(long long *out, long long cycles)
{
    long long begin = clock64(), now;

    do
        now = clock64();
    while (now - begin < cycles);
    out[threadIdx.x] = now;
}

/* Each thread takes memory from the heap of kernels, and gives it back in another kernel. */
__global__ void take_memory(void **pieces, size_t bytes)
{
    pieces[blockIdx.x * blockDim.x + threadIdx.x] = malloc(bytes);
}

__global__ void give_memory(void **pieces)
{
    free(pieces[blockIdx.x * blockDim.x + threadIdx.x]);
}
