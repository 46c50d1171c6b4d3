/* What CUDA's libraries of kernels ask of the headers, besides functions that have tests of their own. */
#include "either.h"

#include <memory>       /* writes the attribute of a name that is a macro with old clangs */

#ifndef __HIP__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_occupancy.h>
#include <host_defines.h>

#if CUDA_VERSION != CUDART_VERSION || !defined(__CUDA_ARCH_LIST__) || !defined(__HOST_DEFINES_H__)
#error "the libraries choose by these"
#endif

struct none {};
struct all {
    int member;
};

/* A function with any arguments, which is never called. */
template <class T> __host__ __device__ char has_member(int T::*);
template <class T> __host__ __device__ long has_member(...);

struct answers {
    int launch, second_launch, wait, has, has_not;
    bool is_aligned, is_null, is_written, second_is_null;
};

static __device__ __noinline__ int next_apart(int value) { return value + 1; }

__global__ void ask(answers *out)
{
    int *place = (int *)cudaGetParameterBuffer(64, 4096);

    place[0] = place[1023] = next_apart(6);
    out->is_written = place[0] == 7 && place[1023] == 7;
    out->is_aligned = (unsigned long long)place % 64 == 0;
    out->is_null = cudaGetParameterBuffer(64, 4097) == nullptr
        && cudaGetParameterBuffer(128, 4) == nullptr;
    out->second_is_null = cudaGetParameterBufferV2(nullptr, dim3(1), dim3(1), 0) == nullptr;
    out->launch = cudaLaunchDevice(nullptr, place, dim3(1), dim3(1), 0, nullptr);
    out->second_launch = cudaLaunchDeviceV2(place, nullptr);
    out->wait = __cudaDeviceSynchronizeDeprecationAvoidance();
    out->has = sizeof(has_member<all>(0));
    out->has_not = sizeof(has_member<none>(0, 0));
}

/* Copies of bits between volatile places, as atomics of numbers with 16 bits make. */
template <class T, class RAW> static void check_volatile(unsigned short one)
{
    volatile RAW from = { one };
    volatile T to;

    to = from;
    const RAW got = to;
    EXPECT((float)T(got), 1);
}

int main()
{
    check_volatile<__half, __half_raw>(0x3c00);
    check_volatile<__nv_bfloat16, __nv_bfloat16_raw>(0x3f80);
    buffer<answers> out(std::vector<answers>(1));

    ask<<<1, 1>>>(out.at);
    const answers got = out.read()[0];
    EXPECT(got.launch, cudaErrorNotSupported);
    EXPECT(got.second_launch, cudaErrorNotSupported);
    EXPECT(got.wait, cudaErrorNotSupported);
    EXPECT(got.has, 1);
    EXPECT(got.has_not, sizeof(long));
    EXPECT(got.is_aligned, true);
    EXPECT(got.is_null, true);
    EXPECT(got.is_written, true);
    EXPECT(got.second_is_null, true);
    std::puts("ok");
    return 0;
}
#else
int main()
{
    std::puts("ok");
    return 0;
}
#endif
