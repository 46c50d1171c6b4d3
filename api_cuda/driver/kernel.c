/** Kernels of libraries, which are functions in each context. */
#include "driver.h"

#include "device/device_settings.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/library.h"
#include "module/lookup.h"
#include "driver/module_launch.h"

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    struct gi_function *found;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(function);
    CU_TRY(gi_lookup_function(kernel, &found));
    *function = gicu_pointer(gi_handle_of(&found->object));
    gi_object_unref(&found->object);
    return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel)
{
    gi_handle handle;
    const char *name;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(library);
    CU_TRY(gi_library_of_kernel(gicu_handle(kernel), &handle, &name));
    *library = gicu_pointer(handle);
    return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    gi_handle handle;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(name);
    return gicu_error(gi_library_of_kernel(gicu_handle(kernel), &handle, name));
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
    return cuFuncGetParamInfo((CUfunction)(void *)kernel, index, offset, size);
}

static gi_status find_on(CUkernel kernel, CUdevice device, struct gi_function **out_function)
{
    int ordinal;
    gi_status status = gicu_ready();

    if (status == GI_OK)
        status = gi_visible_to_core(&gicu_interface, device, &ordinal);
    return status == GI_OK ? gi_lookup_function_on(kernel, ordinal, out_function) : status;
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device)
{
    struct gi_function_facts facts;
    struct gi_function *found;
    gi_status status;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(value);
    CU_TRY(find_on(kernel, device, &found));
    status = gi_function_describe(found, &facts);
    gi_object_unref(&found->object);
    if (status == GI_OK)
        status = front_function_attribute(__func__, &facts, (int)attribute, value);
    return gicu_error(status);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device)
{
    struct gi_function *found;
    gi_status status;

    CU_TRY(find_on(kernel, device, &found));
    status = gi_function_set(found, (int)attribute, value);
    gi_object_unref(&found->object);
    return gicu_error(status);
}

/* The kernel has to exist; no device divides its cache. */
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
    struct gi_function *found;

    CU_TRY(find_on(kernel, device, &found));
    gi_object_unref(&found->object);
    CU_REQUIRE((int)config >= 0 && (int)config <= GI_CACHE_HIGHEST,
               "%s: config is %d, not one of 0 to %d", __func__, (int)config, GI_CACHE_HIGHEST);
    return CUDA_SUCCESS;
}
