/** Names of before CUDA 4, when a device was a thread's: CUDA 12 still has them. */
#include "front.h"
#include "v12.h"

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

/* For devices that did not know double: all do, so the number stays as it is. */

cudaError_t cudaSetDoubleForDevice(double *number)
{
    FRONT_NOT_NULL(number);
    return cudaSuccess;
}

cudaError_t cudaSetDoubleForHost(double *number)
{
    FRONT_NOT_NULL(number);
    return cudaSuccess;
}
