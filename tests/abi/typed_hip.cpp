/* The typed forms for C++ of HIP, each of which has to call one C function with the right
 * arguments. */
#include <hip/hip_runtime.h>

#include "typed.h"

hipError_t hipMalloc(void **a, size_t b)
{
    note("hipMalloc", a, b);
    return hipSuccess;
}

hipError_t hipMallocPitch(void **a, size_t *b, size_t c, size_t d)
{
    note("hipMallocPitch", a, b, c, d);
    return hipSuccess;
}

hipError_t hipMallocManaged(void **a, size_t b, unsigned int c)
{
    note("hipMallocManaged", a, b, c);
    return hipSuccess;
}

hipError_t hipHostAlloc(void **a, size_t b, unsigned int c)
{
    note("hipHostAlloc", a, b, c);
    return hipSuccess;
}

hipError_t hipHostMalloc(void **a, size_t b, unsigned int c)
{
    note("hipHostMalloc", a, b, c);
    return hipSuccess;
}

hipError_t hipMallocAsync(void **a, size_t b, hipStream_t c)
{
    note("hipMallocAsync", a, b, c);
    return hipSuccess;
}

hipError_t hipMallocFromPoolAsync(void **a, size_t b, hipMemPool_t c, hipStream_t d)
{
    note("hipMallocFromPoolAsync", a, b, c, d);
    return hipSuccess;
}

#define EXPECT(...) expect(__LINE__, __VA_ARGS__)

int main()
{
    float *typed;
    void *plain;
    size_t pitch;
    hipStream_t stream = (hipStream_t)0x51;
    hipMemPool_t pool = (hipMemPool_t)0x52;

    hipMalloc(&typed, 8);
    EXPECT("hipMalloc", &typed, 8);
    hipMalloc(&plain, 8);
    EXPECT("hipMalloc", &plain, 8);
    hipMallocPitch(&typed, &pitch, 3, 4);
    EXPECT("hipMallocPitch", &typed, &pitch, 3, 4);
    hipMallocManaged(&typed, 8);
    EXPECT("hipMallocManaged", &typed, 8, hipMemAttachGlobal);
    hipMallocManaged(&plain, 8);
    EXPECT("hipMallocManaged", &plain, 8, hipMemAttachGlobal);
    hipMallocManaged(&typed, 8, hipMemAttachHost);
    EXPECT("hipMallocManaged", &typed, 8, hipMemAttachHost);
    hipHostMalloc(&typed, 8);
    EXPECT("hipHostMalloc", &typed, 8, hipHostMallocDefault);
    hipHostMalloc(&typed, 8, hipHostMallocMapped);
    EXPECT("hipHostMalloc", &typed, 8, hipHostMallocMapped);
    hipHostAlloc(&typed, 8);
    EXPECT("hipHostAlloc", &typed, 8, hipHostAllocDefault);
    hipHostAlloc(&typed, 8, hipHostAllocMapped);
    EXPECT("hipHostAlloc", &typed, 8, hipHostAllocMapped);
    hipMallocAsync(&typed, 8, stream);
    EXPECT("hipMallocAsync", &typed, 8, stream);
    hipMallocAsync(&plain, 8, stream);
    EXPECT("hipMallocAsync", &plain, 8, stream);
    hipMallocAsync(&typed, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &typed, 8, pool, stream);
    hipMallocAsync(&plain, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &plain, 8, pool, stream);
    hipMallocFromPoolAsync(&typed, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &typed, 8, pool, stream);
    return failures ? 1 : 0;
}
