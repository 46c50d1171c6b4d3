
#include "device/device_settings.h"
#include "front.h"

/** The vendor's numbers of limits are those of enum gi_device_limit, as far as they go. */
static gi_status check_limit(const char *caller, gpuLimit limit)
{
    if (FRONT_LIMIT_END != 0 && ((int)limit < 0 || (int)limit >= FRONT_LIMIT_END))
        return gi_fail(GI_LIMIT_UNSUPPORTED, "%s: limit is %d, not one of 0 to %d", caller,
                       (int)limit, FRONT_LIMIT_END - 1);
    return front_begin();
}

gpuError_t gpuDeviceSetLimit(gpuLimit limit, size_t value)
{
    FRONT_TRY(check_limit(__func__, limit));
    FRONT_UNSAFE();
    return front_error(gi_device_set_limit((int)limit, value));
}

gpuError_t gpuDeviceGetLimit(size_t *value, gpuLimit limit)
{
    uint64_t now;

    FRONT_NOT_NULL(value);
    FRONT_TRY(check_limit(__func__, limit));
    FRONT_TRY(gi_device_get_limit((int)limit, &now));
    *value = (size_t)now;
    return gpuSuccess;
}

gpuError_t gpuDeviceSetCacheConfig(gpuFuncCache_t config)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_device_prefer_cache((int)config));
}

gpuError_t gpuDeviceGetCacheConfig(gpuFuncCache_t *config)
{
    int now;

    FRONT_NOT_NULL(config);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_device_preferred_cache(&now));
    *config = (gpuFuncCache_t)now;
    return gpuSuccess;
}

gpuError_t gpuDeviceSetSharedMemConfig(gpuSharedMemConfig config)
{
    FRONT_TRY(front_begin());
    return front_error(gi_device_prefer_bank_size((int)config));
}

gpuError_t gpuDeviceGetSharedMemConfig(gpuSharedMemConfig *config)
{
    int now;

    FRONT_NOT_NULL(config);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_device_bank_size(&now));
    *config = (gpuSharedMemConfig)now;
    return gpuSuccess;
}
