#include "cuda_runtime_api.h"

#include "device_settings.h"
#include "front.h"

/* The numbers of enum cudaLimit are those of enum gi_device_limit. */

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_device_set_limit((int)limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    uint64_t now;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_device_get_limit((int)limit, &now));
    *value = (size_t)now;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_device_prefer_cache((int)config));
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    int now;

    GICUDA_NOT_NULL(config);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_device_preferred_cache(&now));
    *config = (enum cudaFuncCache)now;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_device_prefer_bank_size((int)config));
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    int now;

    GICUDA_NOT_NULL(config);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_device_bank_size(&now));
    *config = (enum cudaSharedMemConfig)now;
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return gicuda_error(gicuda_begin());         /* nothing persists in a cache */
}
