/* Atomics in global and shared memory. */
#include "either.h"

__global__ void histogram(const unsigned char *bytes, int count, unsigned int *bins)
{
    __shared__ unsigned int own[16];

    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[bytes[i] % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

/* A product by compare and exchange. */
__device__ void multiply(unsigned long long *product, unsigned long long by)
{
    unsigned long long seen = *product, wanted;

    do {
        wanted = seen;
        seen = atomicCAS(product, wanted, wanted * by);
    } while (seen != wanted);
}

__global__ void extremes(const int *values, int count, int *least, int *most, int *last, float *sum,
                         unsigned long long *product)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= count)
        return;
    atomicMin(least, values[i]);
    atomicMax(most, values[i]);
    atomicAdd(sum, (float)(values[i] % 10));
    if (i % 100 == 0)
        multiply(product, 3);
    if (atomicAdd(last, 1) == count - 1)
        atomicExch(last, -count);
}

/* Each thread takes a lock so often. Threads hold it and pass fences apart. */
__global__ void locked(int turns, int *total)
{
    __shared__ int lock;
    __shared__ volatile int sum;

    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        for (bool is_done = false; !is_done;) {
            if (atomicCAS(&lock, 0, 1) != 0)
                continue;
            sum = sum + 1;
            __threadfence_block();
            atomicExch(&lock, 0);
            is_done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *total = sum;
}

/* Some threads pass more fences than others. */
__global__ void fences(int *out)
{
    __shared__ int passed;
    int own = threadIdx.x % 13 + 2;

    if (threadIdx.x == 0)
        passed = 0;
    __syncthreads();
    for (int i = 0; i < own; i++) {
        atomicAdd(&passed, 1);
        __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = passed * 100 + own;
}

static void check_fences()
{
    const int threads = 64, turns = 200;
    buffer<int> out(std::vector<int>(threads, -1));
    int wanted = 0;

    fences<<<1, threads>>>(out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < threads; i++)
        wanted += i % 13 + 2;
    for (int i = 0; i < threads; i++)
        EXPECT(got[i], wanted * 100 + i % 13 + 2);
    locked<<<1, threads>>>(turns, out.at);
    EXPECT(out.read()[0], threads * turns);
}

#ifdef __HIP__
/* HIP's functions with an order and a scope. */
__global__ void scoped(unsigned int *words, float *sum, double *wide, unsigned long long *most)
{
    unsigned int expected = 0;

    __hip_atomic_fetch_add(&words[0], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_or(&words[1], 1u << threadIdx.x, __ATOMIC_ACQ_REL,
                          __HIP_MEMORY_SCOPE_WORKGROUP);
    __hip_atomic_fetch_add(sum, 0.5f, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
    __hip_atomic_fetch_add(wide, 0.25, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_max(most, (unsigned long long)threadIdx.x << 40, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_AGENT);
    if (__hip_atomic_compare_exchange_strong(&words[2], &expected, 7u, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
        atomicAdd(&words[3], 1u);
    else
        atomicAdd(&words[4], expected);
    __hip_atomic_store(&words[5], 9u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    atomicAdd(&words[6], __hip_atomic_load(&words[5], __ATOMIC_ACQUIRE,
                                           __HIP_MEMORY_SCOPE_AGENT));
}

/* The same by pointers to volatile memory. */
__global__ void volatiles(volatile int *words)
{
    const volatile int *last = words + 2;
    int expected = 0;

    __hip_atomic_fetch_add(&words[0], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if (__hip_atomic_compare_exchange_strong(&words[1], &expected, 5, __ATOMIC_ACQ_REL,
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
        __hip_atomic_store(&words[2], 8, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    __syncthreads();
    __hip_atomic_fetch_max(&words[3],
                           __hip_atomic_load(last, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) +
                               (int)threadIdx.x,
                           __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}

static void scopes()
{
    buffer<unsigned int> words{ std::vector<unsigned int>(7) };
    buffer<float> sum{ std::vector<float>(1) };
    buffer<double> wide{ std::vector<double>(1) };
    buffer<unsigned long long> most{ std::vector<unsigned long long>(1) };
    const unsigned int wanted[7] = { 64, ~0u, 7, 1, 63 * 7, 9, 64 * 9 };

    scoped<<<2, 32>>>(words.at, sum.at, wide.at, most.at);
    for (int i = 0; i < 7; i++)
        EXPECT(words.read()[i], wanted[i]);
    EXPECT(sum.read()[0], 32);
    EXPECT(wide.read()[0], 16);
    EXPECT(most.read()[0], 31ull << 40);

    buffer<int> numbers{ std::vector<int>(4) };
    const int kept[4] = { 64, 5, 8, 71 };
    volatiles<<<1, 64>>>(numbers.at);
    for (int i = 0; i < 4; i++)
        EXPECT(numbers.read()[i], kept[i]);
}
#else
static void scopes() {}
#endif

int main()
{
    const int count = 5000;
    std::vector<unsigned char> bytes(count);
    std::vector<int> values(count);
    std::vector<unsigned int> wanted(16);
    int least = 0, most = 0;
    float sum = 0;

    for (int i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(i * i % 251);
        wanted[bytes[i] % 16]++;
        values[i] = (i * 7919) % 10007 - 5000;
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
        sum += (float)(values[i] % 10);
    }
    buffer<unsigned char> device_bytes(bytes);
    buffer<unsigned int> bins(std::vector<unsigned int>(16));
    histogram<<<6, 96>>>(device_bytes.at, count, bins.at);
    std::vector<unsigned int> got = bins.read();
    for (int i = 0; i < 16; i++)
        EXPECT(got[i], wanted[i]);

    buffer<int> device_values(values), found(std::vector<int>(3));
    buffer<float> device_sum(std::vector<float>(1));
    buffer<unsigned long long> product(std::vector<unsigned long long>(1, 5));
    extremes<<<(count + 255) / 256, 256>>>(device_values.at, count, found.at, found.at + 1,
                                           found.at + 2, device_sum.at, product.at);
    EXPECT(found.read()[0], least);
    EXPECT(found.read()[1], most);
    EXPECT(found.read()[2], -count);
    EXPECT(device_sum.read()[0], sum);
    unsigned long long power = 5;
    for (int i = 0; i < count; i += 100)
        power *= 3;
    EXPECT(product.read()[0] == power, true);
    check_fences();
    scopes();
    std::puts("ok");
    return 0;
}
