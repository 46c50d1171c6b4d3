/* The other ways in which HIP's programs launch kernels. */
#include "either.h"

#include <hip/hip_ext.h>

enum { COUNT = 256, BLOCK = 64 };

__global__ void fill(float *values, float value, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        values[i] = value;
}
template <class A, class B> __global__ void add(A *values, B value)
{
    values[blockIdx.x * blockDim.x + threadIdx.x] += value;
}
__global__ void nothing() {}

/* One word for several arguments, as programs have it. */
#define WHERE dim3(COUNT / BLOCK), dim3(BLOCK), 0, 0
#define WHERE_AND_FIRST WHERE, values.at

static void check_all(const buffer<float> &values, float wanted)
{
    std::vector<float> got = values.read();

    EXPECT(got[0], wanted);
    EXPECT(got[COUNT - 1], wanted);
}

static void words_stand_for_arguments()
{
    buffer<float> values(std::vector<float>(COUNT, -1));

    hipLaunchKernelGGL(fill, WHERE, values.at, 1.5f, COUNT);
    check_all(values, 1.5f);
    hipLaunchKernelGGL(fill, WHERE_AND_FIRST, 2.5f, COUNT);
    check_all(values, 2.5f);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(add<float, double>), WHERE, values.at, 2.0);
    check_all(values, 4.5f);
    hipLaunchKernelGGL((add<float, int>), COUNT / BLOCK, BLOCK, 0, 0, values.at, 3);
    check_all(values, 7.5f);
    hipLaunchKernelGGL(nothing, 1, 1, 0, 0);
    CHECK(hipDeviceSynchronize());
}

/* Arguments become what the kernel takes: here an int a float, and a short an int. */
static void launches_have_events()
{
    buffer<float> values(std::vector<float>(COUNT, -1));
    hipEvent_t start, stop;
    hipStream_t stream;
    float took = -1;
    short count = COUNT;

    CHECK(hipStreamCreate(&stream));
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    hipExtLaunchKernelGGL(fill, dim3(COUNT / BLOCK), dim3(BLOCK), 0, stream, start, stop, 0,
                          values.at, 5, count);
    CHECK(hipGetLastError());
    CHECK(hipEventSynchronize(stop));
    CHECK(hipEventElapsedTime(&took, start, stop));
    EXPECT(took >= 0, 1);
    check_all(values, 5);
    hipExtLaunchKernelGGL(add<float, float>, COUNT / BLOCK, BLOCK, 0, stream, nullptr, nullptr,
                          hipExtAnyOrderLaunch, values.at, 0.5f);
    CHECK(hipStreamSynchronize(stream));
    check_all(values, 5.5f);
    hipExtLaunchKernelGGL(nothing, 1, 1, 0, stream, nullptr, stop, 0);
    CHECK(hipEventSynchronize(stop));
    hipExtLaunchKernelGGL(nothing, 1, 1, 0, stream, nullptr, nullptr, 6);
    EXPECT(hipGetLastError(), hipErrorInvalidValue);
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
    CHECK(hipStreamDestroy(stream));
}

int main()
{
    words_stand_for_arguments();
    launches_have_events();
    std::puts("ok");
    return 0;
}
