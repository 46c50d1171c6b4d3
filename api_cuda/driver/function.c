/** Functions of modules: calls that the driver interface alone has. */
#include "driver.h"

#include "device/device_settings.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/lookup.h"

static gi_status find_by_handle(CUfunction function, struct gi_function **out_function)
{
    gi_status status = gicu_begin_object();

    return status == GI_OK ? gi_lookup_function(function, out_function) : status;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    struct gi_function *found;
    gi_status status = find_by_handle(function, &found);

    if (status == GI_OK) {
        status = gi_function_set(found, (int)attribute, value);
        gi_object_unref(&found->object);
    }
    return gicu_error(status);
}

/* The function has to exist; no device divides its cache. */
static CUresult check_preference(const char *caller, CUfunction function, int value, int highest)
{
    struct gi_function *found;

    CU_TRY(find_by_handle(function, &found));
    gi_object_unref(&found->object);
    CU_REQUIRE(value >= 0 && value <= highest, "%s: config is %d, not one of 0 to %d", caller,
               value, highest);
    return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    return check_preference(__func__, function, (int)config, GI_CACHE_HIGHEST);
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
    return check_preference(__func__, function, (int)config, GI_BANK_SIZE_HIGHEST);
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    struct gi_function *found;

    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(module);
    CU_TRY(find_by_handle(function, &found));
    *module = gicu_pointer(gi_handle_of(&found->module->object));
    gi_object_unref(&found->object);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
    struct gi_function *found;

    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(name);
    CU_TRY(find_by_handle(function, &found));
    *name = found->name;                 /* lives as long as the function */
    gi_object_unref(&found->object);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size)
{
    uint32_t offset_bytes, bytes;
    struct gi_function *found;
    gi_status status;

    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(offset);
    CU_TRY(find_by_handle(function, &found));
    status = gi_function_parameter(found, index, &offset_bytes, &bytes);
    gi_object_unref(&found->object);
    CU_TRY(status);
    *offset = offset_bytes;
    if (size != NULL)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
    struct gi_function *found;

    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(state);
    CU_TRY(find_by_handle(function, &found));
    *state = atomic_load(&found->is_translated) ? CU_FUNCTION_LOADING_STATE_LOADED
                                                : CU_FUNCTION_LOADING_STATE_UNLOADED;
    gi_object_unref(&found->object);
    return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction function)
{
    struct gi_function *found;
    gi_status status;

    CU_TRY(find_by_handle(function, &found));
    status = gi_function_translate(found);
    gi_object_unref(&found->object);
    return gicu_error(status);
}
