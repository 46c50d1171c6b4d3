/* Programs for the highest compute capability: its instructions by asm statements, beside the
 * headers' functions; what devices report; and the copies and barriers of copies.cu. */
#include "either.h"

#ifdef __HIP__
int main()
{
    std::puts("ok");        /* HIP's device code has no such choice */
    return 0;
}
#else
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800
#error this is for compute capability 8.0
#endif

namespace of_copies {
#include "copies.cu"
}

enum { THREADS = 64, WORDS = 8, SHARED = 4 * THREADS };

/* Numbers of both kinds of bfloat16, of floats, and over the lanes of a warp. */
__global__ void compute(unsigned int *out)
{
    const unsigned int i = threadIdx.x;
    const unsigned short two = 0x4000, three = 0x4040, minus_one = 0xbf80;
    unsigned short product;
    unsigned int *mine = out + i * WORDS;

    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(mine[0]) : "r"(i));
    asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(mine[1]) : "r"(5 - i));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(mine[2]) : "f"(1.5f), "f"(-2.0f));
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(product) : "h"(two), "h"(three), "h"(minus_one));
    mine[3] = product;                                                                  /* 5 */
    asm("fma.rn.relu.bf16 %0, %1, %2, %3;"
        : "=h"(product) : "h"(two), "h"(minus_one), "h"(minus_one));
    mine[4] = product;
    asm("min.NaN.f32 %0, %1, %2;" : "=r"(mine[5]) : "r"(0x3f800000), "r"(0x7fc12345));
    asm("max.bf16x2 %0, %1, %2;" : "=r"(mine[6]) : "r"(0x4000bf80), "r"(0x40404000));
    asm("min.xorsign.abs.f32 %0, %1, %2;" : "=r"(mine[7]) : "r"(0xbf800000), "r"(0x40000000));
}

/* Copies by instructions and with hints, which a barrier of the header waits for. */
__global__ void copy(const unsigned int *in, unsigned int *out)
{
    __shared__ __align__(16) unsigned int part[SHARED];
    __shared__ __mbarrier_t barrier;
    const unsigned int i = threadIdx.x, to = (unsigned int)__cvta_generic_to_shared(part + 4 * i);
    const unsigned int at = (unsigned int)__cvta_generic_to_shared(&barrier);
    unsigned long long from, policy, token;
    unsigned int word;

    in = (const unsigned int *)__nv_associate_access_property(in, 0);
    from = (unsigned long long)__cvta_generic_to_global(in + 4 * i);
    if (i == 0)
        __mbarrier_init(&barrier, THREADS);
    __syncthreads();
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    if (i % 2 == 0)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, 12;" ::"r"(to), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 16, %2;"
                     ::"r"(to), "l"(from), "l"(policy) : "memory");
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
    asm volatile("ld.global.L2::64B.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    for (unsigned int k = 0; k < 4; k++)
        out[4 * i + k] = part[4 * (THREADS - 1 - i) + k];
    out[4 * THREADS + i] = word;
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(in) : "memory");
}

/* Arrivals as awbarrier of CUDA's headers counts them, 32769 for a thread of 40. */
__global__ void count_many(unsigned int *out)
{
    __shared__ __mbarrier_t barrier;
    const unsigned int at = (unsigned int)__cvta_generic_to_shared(&barrier);
    unsigned long long token;

    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(40 * 32769) : "memory");
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(token) : "r"(at), "r"(32768) : "memory");
    out[0] = __mbarrier_token_pending_count(token);
    out[1] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
    out[2] = __mbarrier_test_wait_parity(&barrier, false);
    out[3] = __mbarrier_test_wait_parity(&barrier, true);
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;"
                 : "=l"(token) : "r"(at), "r"(39 * 32769) : "memory");
    out[4] = __mbarrier_test_wait_parity(&barrier, false);
    out[5] = __mbarrier_test_wait_parity(&barrier, true);
}

static void check_counts()
{
    static const unsigned int wanted[] = { 40 * 32769, 40 * 32769 - 32768, 0, 1, 1, 0 };
    buffer<unsigned int> out(std::vector<unsigned int>(6));

    count_many<<<1, 1>>>(out.at);
    const std::vector<unsigned int> got = out.read();
    for (size_t k = 0; k < 6; k++)
        EXPECT(got[k], wanted[k]);
}

static void check_numbers()
{
    buffer<unsigned int> out(std::vector<unsigned int>(THREADS * WORDS));

    compute<<<1, THREADS>>>(out.at);
    const std::vector<unsigned int> got = out.read();
    for (unsigned int i = 0; i < THREADS; i++) {
        const unsigned int first = i / 32 * 32;
        const unsigned int wanted[WORDS] = { 32 * first + 496, 5 - (first + 31), 0x3fc0c000, 0x40a0,
            0, 0x7fffffff, 0x40404000, 0xbf800000 };

        for (unsigned int k = 0; k < WORDS; k++)
            EXPECT(got[i * WORDS + k], wanted[k]);
    }
}

static void check_copies()
{
    std::vector<unsigned int> all;
    for (unsigned int i = 0; i < SHARED; i++)
        all.push_back(i * i + 7);
    buffer<unsigned int> in(all), out(std::vector<unsigned int>(5 * THREADS));

    copy<<<1, THREADS>>>(in.at, out.at);
    const std::vector<unsigned int> got = out.read();
    for (unsigned int i = 0; i < THREADS; i++) {
        const unsigned int from = THREADS - 1 - i;

        for (unsigned int k = 0; k < 4; k++)
            EXPECT(got[4 * i + k], from % 2 == 0 && k == 3 ? 0 : all[4 * from + k]);
        EXPECT(got[4 * THREADS + i], all[4 * i]);
    }
}

int main()
{
    cudaFuncAttributes attributes;
    cudaDeviceProp properties;

    CHECK(cudaGetDeviceProperties(&properties, 0));
    EXPECT(properties.major * 10 + properties.minor, 80);
    CHECK(cudaFuncGetAttributes(&attributes, copy));
    EXPECT(attributes.binaryVersion, 80);
    check_numbers();
    check_counts();
    check_copies();
    return of_copies::main();
}
#endif
