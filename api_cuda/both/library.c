/** Libraries: device code that programs load for all contexts. These calls work without a current
 *  one. */
#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "front.h"
#include "handles.h"
#include "every/jit.h"

#include "kernel/container/container.h"
#include "module/library.h"

/* Sets the library that context points to. */
static gi_status load_library(void *context, const void *image, size_t size_bytes)
{
    gpuLibrary_t *library = context;
    gi_handle handle;
    gi_status status = gi_library_load(image, size_bytes, &handle);

    if (status == GI_OK)
        *library = front_to_pointer(handle);
    return status;
}

/* Options say how a compiler works and how code is shared, which has no effect. */
static gi_status check_options(const char *caller, const gpuLibraryOption *options,
                               unsigned int count)
{
    if (count != 0 && options == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %u options, and their array is NULL", caller, count);
    for (unsigned int i = 0; i < count; i++) {
        if ((int)options[i] < 0 || (int)options[i] > (int)gpuLibraryBinaryIsPreserved)
            return gi_fail(GI_INVALID_VALUE, "%s: option %d is not one of a library", caller,
                           (int)options[i]);
    }
    return GI_OK;
}

gpuError_t gpuLibraryLoadData(gpuLibrary_t *library, const void *image, gpuJitOption *jit_options,
                              void **jit_values, unsigned int jit_count, gpuLibraryOption *options,
                              void **values, unsigned int count)
{
    struct front_jit jit;

    (void)values;
    FRONT_NOT_NULL(library);
    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin_without_context());
    FRONT_TRY(check_options(__func__, options, count));
    FRONT_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    return front_error(front_jit_tell(&jit, load_library(library, image, GI_CONTAINER_ENDLESS)));
}

gpuError_t gpuLibraryLoadFromFile(gpuLibrary_t *library, const char *path,
                                  gpuJitOption *jit_options, void **jit_values,
                                  unsigned int jit_count, gpuLibraryOption *options, void **values,
                                  unsigned int count)
{
    struct front_jit jit;

    (void)values;
    FRONT_NOT_NULL(library);
    FRONT_NOT_NULL(path);
    FRONT_TRY(front_begin_without_context());
    FRONT_TRY(check_options(__func__, options, count));
    FRONT_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    return front_error(front_jit_use_file(&jit, path, load_library, library));
}

gpuError_t gpuLibraryUnload(gpuLibrary_t library)
{
    FRONT_TRY(front_begin_without_context());
    FRONT_UNSAFE();
    return front_error(gi_library_unload(front_from_pointer(library)));
}

/* ---- its kernels ----------------------------------------------------------------------------- */

gpuError_t gpuLibraryGetKernel(gpuKernel_t *kernel, gpuLibrary_t library, const char *name)
{
    gi_handle handle;

    FRONT_NOT_NULL(kernel);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin_without_context());
    FRONT_TRY(gi_library_kernel(front_from_pointer(library), name, &handle));
    *kernel = front_to_pointer(handle);
    return gpuSuccess;
}

gpuError_t gpuLibraryGetKernelCount(unsigned int *count, gpuLibrary_t library)
{
    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin_without_context());
    return front_error(gi_library_kernel_count(front_from_pointer(library), count));
}

_Static_assert(sizeof(gpuKernel_t) == sizeof(gi_handle), "arrays of handles are passed on");

gpuError_t gpuLibraryEnumerateKernels(gpuKernel_t *kernels, unsigned int room,
                                      gpuLibrary_t library)
{
    FRONT_NOT_NULL(kernels);
    FRONT_TRY(front_begin_without_context());
    return front_error(gi_library_kernels(front_from_pointer(library),
                                          (gi_handle *)(void *)kernels, room));
}
