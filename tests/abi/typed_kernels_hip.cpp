/* The typed forms of kernels and variables for C++ of HIP. Each has to call one C function with the
 * right arguments. */
#include <hip/hip_runtime.h>

#include "typed.h"

#define EXPECT(...) expect(__LINE__, __VA_ARGS__)
#define DEFINE(name, parameters, ...) \
    hipError_t name parameters { note(#name, __VA_ARGS__); return hipSuccess; }

DEFINE(hipGetSymbolAddress, (void **a, const void *b), a, b)
DEFINE(hipGetSymbolSize, (size_t *a, const void *b), a, b)
DEFINE(hipMemcpyToSymbol, (const void *a, const void *b, size_t c, size_t d, hipMemcpyKind e), a, b,
       c, d, e)
DEFINE(hipMemcpyFromSymbolAsync, (void *a, const void *b, size_t c, size_t d, hipMemcpyKind e,
                                  hipStream_t f), a, b, c, d, e, f)
DEFINE(hipOccupancyMaxActiveBlocksPerMultiprocessor, (int *a, const void *b, int c, size_t d), a, b,
       c, d)
DEFINE(hipOccupancyMaxPotentialBlockSize, (int *a, int *b, const void *c, size_t d, int e), a, b, c,
       d, e)
DEFINE(hipLaunchCooperativeKernelMultiDevice, (hipLaunchParams *a, int b, unsigned int c), a, b, c)

/* Kernels of which so many run at once that blocks of 64 threads are the best ones. */
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *,
                                                                 int threads, size_t bytes,
                                                                 unsigned int)
{
    *blocks = threads == 64 && bytes == 65 ? 9 : 1;
    return hipSuccess;
}

hipError_t hipFuncGetAttributes(struct hipFuncAttributes *attributes, const void *)
{
    *attributes = {};
    attributes->maxThreadsPerBlock = 256;
    return hipSuccess;
}

hipError_t hipGetDevice(int *device)
{
    *device = 0;
    return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int)
{
    *value = attribute == hipDeviceAttributeMultiprocessorCount ? 2 : 0;
    return hipSuccess;
}

static void kernel(int)
{
}

static int table[4];

int main()
{
    const void *function = reinterpret_cast<const void *>(kernel);
    int grid = 0, block = 0, host[4];
    hipLaunchParams launches = {};
    void *pointer;
    size_t size;

    hipGetSymbolAddress(&pointer, table);
    EXPECT("hipGetSymbolAddress", &pointer, table);
    hipGetSymbolSize(&size, failures);
    EXPECT("hipGetSymbolSize", &size, &failures);
    hipMemcpyToSymbol(table, host, 16);
    EXPECT("hipMemcpyToSymbol", table, host, 16, 0, 1);
    hipMemcpyFromSymbolAsync(host, failures, 4, 0, hipMemcpyDeviceToHost);
    EXPECT("hipMemcpyFromSymbolAsync", host, &failures, 4, 0, 2, nullptr);
    hipOccupancyMaxActiveBlocksPerMultiprocessor(&grid, kernel, 2, 3);
    EXPECT("hipOccupancyMaxActiveBlocksPerMultiprocessor", &grid, function, 2, 3);
    hipOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 3, 4);
    EXPECT("hipOccupancyMaxPotentialBlockSize", &grid, &block, function, 3, 4);
    hipOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel,
                                                  [](int threads) { return threads + 1; });
    if (grid != 18 || block != 64) {
        printf("a grid of %d blocks of %d threads\n", grid, block);
        failures++;
    }
    hipLaunchCooperativeKernelMultiDevice<int>(&launches, 1);
    EXPECT("hipLaunchCooperativeKernelMultiDevice", &launches, 1, 0);
    return failures ? 1 : 0;
}
