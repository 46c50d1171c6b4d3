#include "hip/hip_runtime_api.h"

#include "device_settings.h"
#include "front.h"

/** The numbers of hipLimit_t are those of enum gi_device_limit, as far as they go. */
static gi_status check_limit(const char *caller, enum hipLimit_t limit)
{
    if ((int)limit >= 0 && limit < hipLimitRange)
        return gihip_begin();
    return gi_fail(GI_LIMIT_UNSUPPORTED, "%s: limit is %d, not one of 0 to %d", caller, (int)limit,
                   hipLimitRange - 1);
}

hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value)
{
    GIHIP_TRY(check_limit(__func__, limit));
    return gihip_error(gi_device_set_limit((int)limit, value));
}

hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit)
{
    uint64_t now;

    GIHIP_NOT_NULL(value);
    GIHIP_TRY(check_limit(__func__, limit));
    GIHIP_TRY(gi_device_get_limit((int)limit, &now));
    *value = (size_t)now;
    return hipSuccess;
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_device_prefer_cache((int)config));
}

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config)
{
    int now;

    GIHIP_NOT_NULL(config);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_device_preferred_cache(&now));
    *config = (hipFuncCache_t)now;
    return hipSuccess;
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_device_prefer_bank_size((int)config));
}

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config)
{
    int now;

    GIHIP_NOT_NULL(config);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_device_bank_size(&now));
    *config = (hipSharedMemConfig)now;
    return hipSuccess;
}
