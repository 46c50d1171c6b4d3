/** Names from before CUDA 4, when each thread had a device. CUDA 12 still has them. */
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

/* For devices without double precision. All devices have it, so the number stays. */

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
