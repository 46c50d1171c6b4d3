/** Facts and attributes of kernels, which programs query and set. */
#include "front.h"
#include "handles.h"
#include "device/device_settings.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/lookup.h"

_Static_assert((int)gpuFuncAttributeMaxDynamicSharedMemorySize == GI_FUNCTION_MOST_DYNAMIC
               && (int)gpuFuncAttributePreferredSharedMemoryCarveout == GI_FUNCTION_CARVEOUT,
               "attributes are passed on");

static gi_status find_by_symbol(const void *function, struct gi_function **out_function)
{
    gi_status status = front_begin();

    return status == GI_OK ? gi_lookup_function(function, out_function) : status;
}

static gi_status describe_function(const void *function, struct gi_function_facts *out_facts)
{
    struct gi_function *found;
    gi_status status = find_by_symbol(function, &found);

    if (status != GI_OK)
        return status;
    status = gi_function_describe(found, out_facts);
    gi_object_unref(&found->object);
    return status;
}

gpuError_t gpuFuncGetAttributes(gpuFuncAttributes *attributes, const void *function)
{
    struct gi_function_facts facts;

    FRONT_NOT_NULL(attributes);
    FRONT_TRY(describe_function(function, &facts));
    *attributes = (gpuFuncAttributes){
        .sharedSizeBytes = (size_t)facts.shared_bytes,
        .constSizeBytes = (size_t)facts.constant_bytes,
        .localSizeBytes = (size_t)facts.local_bytes,
        .maxThreadsPerBlock = (int)facts.most_threads,
        .numRegs = (int)facts.registers,
        .ptxVersion = (int)facts.ptx_version,
        .binaryVersion = (int)facts.binary_version,
        .maxDynamicSharedSizeBytes = (int)facts.most_dynamic_bytes,
        .preferredShmemCarveout = facts.carveout,
    };
    return gpuSuccess;
}

gpuError_t gpuFuncSetAttribute(const void *function, gpuFuncAttribute attribute, int value)
{
    struct gi_function *found;
    gi_status status = find_by_symbol(function, &found);

    if (status == GI_OK) {
        status = gi_function_set(found, (int)attribute, value);
        gi_object_unref(&found->object);
    }
    return front_error(status);
}

/* The function has to exist; no device divides its cache. */
static gi_status check_preference(const char *caller, const void *function, int value, int highest)
{
    struct gi_function *found;
    gi_status status = find_by_symbol(function, &found);

    if (status != GI_OK)
        return status;
    gi_object_unref(&found->object);
    if (value < 0 || value > highest)
        return gi_fail(GI_INVALID_VALUE, "%s: config is %d, not one of 0 to %d", caller, value,
                       highest);
    return GI_OK;
}

gpuError_t gpuFuncSetCacheConfig(const void *function, gpuFuncCache_t config)
{
    return front_error(check_preference(__func__, function, (int)config, GI_CACHE_HIGHEST));
}

gpuError_t gpuFuncSetSharedMemConfig(const void *function, gpuSharedMemConfig config)
{
    return front_error(check_preference(__func__, function, (int)config, GI_BANK_SIZE_HIGHEST));
}

gpuError_t gpuGetFuncBySymbol(gpuFunction_t *function, const void *symbol)
{
    struct gi_function *found;

    FRONT_NOT_NULL(function);
    FRONT_TRY(find_by_symbol(symbol, &found));
    *function = front_to_function(gi_handle_of(&found->object));
    gi_object_unref(&found->object);
    return gpuSuccess;
}
