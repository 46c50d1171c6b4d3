/** Libraries: device code that programs load for all contexts, and its kernels. */
#include "driver.h"
#include "jit.h"

#include <stdlib.h>

#include "kernel/container/container.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/image_file.h"
#include "module/library.h"
#include "module/lookup.h"

static gi_status load(const struct front_jit *jit, const void *image, size_t size_bytes,
                      CUlibrary *out_library)
{
    gi_handle handle;
    gi_status status = front_jit_tell(jit, gi_library_load(image, size_bytes, &handle));

    if (status == GI_OK)
        *out_library = gicu_pointer(handle);
    return status;
}

/* Options say how a compiler works and how code is shared, which has no effect. */
static gi_status check_options(const char *caller, const CUlibraryOption *options,
                               unsigned int count)
{
    if (count != 0 && options == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %u options, and their array is NULL", caller, count);
    for (unsigned int i = 0; i < count; i++) {
        if ((int)options[i] < 0 || (int)options[i] >= (int)CU_LIBRARY_NUM_OPTIONS)
            return gi_fail(GI_INVALID_VALUE, "%s: option %d is not one of a library", caller,
                           (int)options[i]);
    }
    return GI_OK;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *jit_options,
                           void **jit_values, unsigned int jit_count, CUlibraryOption *options,
                           void **values, unsigned int count)
{
    struct front_jit jit;

    (void)values;
    CU_TRY(gicu_ready());
    CU_NOT_NULL(library);
    CU_NOT_NULL(image);
    CU_TRY(check_options(__func__, options, count));
    CU_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    return gicu_error(load(&jit, image, GI_CONTAINER_ENDLESS, library));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit_options,
                               void **jit_values, unsigned int jit_count, CUlibraryOption *options,
                               void **values, unsigned int count)
{
    struct front_jit jit;
    size_t size_bytes;
    gi_status status;
    void *image;

    (void)values;
    CU_TRY(gicu_ready());
    CU_NOT_NULL(library);
    CU_NOT_NULL(path);
    CU_TRY(check_options(__func__, options, count));
    CU_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    CU_TRY(gi_image_file_read(path, &image, &size_bytes));
    status = load(&jit, image, size_bytes, library);
    free(image);
    return gicu_error(status);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_library_unload(gicu_handle(library)));
}

/* ---- what it has ----------------------------------------------------------------------------- */

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    gi_handle handle;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(kernel);
    CU_NOT_NULL(name);
    CU_TRY(gi_library_kernel(gicu_handle(library), name, &handle));
    *kernel = gicu_pointer(handle);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library)
{
    CU_TRY(gicu_ready());
    CU_NOT_NULL(count);
    return gicu_error(gi_library_kernel_count(gicu_handle(library), count));
}

_Static_assert(sizeof(CUkernel) == sizeof(gi_handle), "arrays of handles are passed on");

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int room, CUlibrary library)
{
    CU_TRY(gicu_ready());
    CU_NOT_NULL(kernels);
    return gicu_error(gi_library_kernels(gicu_handle(library), (gi_handle *)(void *)kernels, room));
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    gi_handle handle;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(module);
    CU_TRY(gi_library_module(gicu_handle(library), &handle));
    *module = gicu_pointer(handle);
    return CUDA_SUCCESS;
}

static CUresult find_variable(const char *caller, CUlibrary library, const char *name,
                              bool only_managed, CUdeviceptr *out_pointer, size_t *out_size)
{
    uint64_t pointer, size_bytes;

    CU_TRY(gicu_begin());
    CU_REQUIRE(name != NULL, "%s: name is NULL", caller);
    CU_REQUIRE(out_pointer != NULL || out_size != NULL, "%s: pointer and size are NULL", caller);
    CU_TRY(gi_library_variable(gicu_handle(library), name, only_managed, &pointer, &size_bytes));
    if (out_pointer != NULL)
        *out_pointer = pointer;
    if (out_size != NULL)
        *out_size = (size_t)size_bytes;
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *size, CUlibrary library,
                            const char *name)
{
    return find_variable(__func__, library, name, false, pointer, size);
}

CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *size, CUlibrary library,
                             const char *name)
{
    return find_variable(__func__, library, name, true, pointer, size);
}

/** No device calls functions of the host, so no library has unified ones. */
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name)
{
    unsigned int count;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(function);
    CU_NOT_NULL(name);
    CU_TRY(gi_library_kernel_count(gicu_handle(library), &count));
    return gicu_error(gi_fail(GI_NOT_FOUND, "%s: the library has no unified function %s", __func__,
                              name));
}
