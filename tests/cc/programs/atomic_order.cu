/* Atomic operations with an order and a scope, which CUDA has and HIP does not. */
#include "either.h"

#ifndef __HIP__
enum { THREADS = 64, BLOCKS = 4 };

struct words {
    unsigned int added, subtracted, ands, ors, xors, swapped, looped, passed, flag;
    int least, most;
    float sum;
    unsigned long long wide;
    double wide_sum;
};

__global__ void use_all(words *w)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, seen, next;
    int number = (int)i - 100;

    __nv_atomic_add(&w->added, 2u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_sub(&w->subtracted, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(&w->ands, ~(1u << (i % 32)), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_or(&w->ors, 1u << (i % 16), __NV_ATOMIC_SEQ_CST);
    __nv_atomic_xor(&w->xors, i, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(&w->least, number, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(&w->most, number, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_add(&w->sum, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(&w->wide, 1ull << 33, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_add(&w->wide_sum, 0.25, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_exchange_n(&w->swapped, 77u, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_load(&w->looped, &seen, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    do {
        next = seen + 3;
    } while (!__nv_atomic_compare_exchange(&w->looped, &seen, &next, true, __NV_ATOMIC_RELAXED,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE));
}

/* What one thread has written before a release is there behind the other's acquire. */
__global__ void pass(words *w)
{
    unsigned int one = 1;

    if (threadIdx.x == 32) {
        w->passed = 5;
        __nv_atomic_store(&w->flag, &one, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
        __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    }
    __syncthreads();
    if (threadIdx.x == 0
        && __nv_atomic_load_n(&w->flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK) == 1) {
        w->passed++;
        __nv_atomic_store_n(&w->flag, 2, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
        one = 2;
        if (__nv_atomic_compare_exchange_n(&w->flag, &one, 3u, false, __NV_ATOMIC_SEQ_CST,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK))
            w->passed++;
        one = 9;
        if (!__nv_atomic_compare_exchange_n(&w->flag, &one, 4u, false, __NV_ATOMIC_SEQ_CST,
                                            __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK)
            && one == 3)
            w->passed++;
    }
}

int main()
{
    words start = {};
    const int count = THREADS * BLOCKS;

    start.ands = ~0u;
    start.subtracted = count;
    buffer<words> words_buffer(std::vector<words>(1, start));
    use_all<<<BLOCKS, THREADS>>>(words_buffer.at);
    pass<<<1, THREADS>>>(words_buffer.at);
    words got = words_buffer.read()[0];
    EXPECT(got.added, 2 * count);
    EXPECT(got.subtracted, 0);
    EXPECT(got.ands, 0);
    EXPECT(got.ors, 0xffff);
    EXPECT(got.xors, 0);
    EXPECT(got.least, -100);
    EXPECT(got.most, count - 101);
    EXPECT(got.sum, 0.5 * count);
    EXPECT(got.wide, (double)(1ull << 33) * count);
    EXPECT(got.wide_sum, 0.25 * count);
    EXPECT(got.swapped, 77);
    EXPECT(got.looped, 3 * count);
    EXPECT(got.passed, 8);
    EXPECT(got.flag, 3);
    std::puts("ok");
    return 0;
}
#else
int main()
{
    std::puts("ok");        /* HIP has none of these functions */
    return 0;
}
#endif
