/** Libraries: device code that programs load by themselves. */
#include "front.h"
#include "handles.h"
#include "jit.h"

#include <stdlib.h>

#include "kernel/container/container.h"
#include "module/image_file.h"
#include "module/library.h"

static gi_handle from_library(cudaLibrary_t library)
{
    return (gi_handle)(uintptr_t)library;
}

static gi_status load(const struct front_jit *jit, const void *image, size_t size_bytes,
                      cudaLibrary_t *out_library)
{
    gi_handle handle;
    gi_status status = front_jit_tell(jit, gi_library_load(image, size_bytes, &handle));

    if (status == GI_OK)
        *out_library = (cudaLibrary_t)(uintptr_t)handle;
    return status;
}

/* Options say how a compiler works and how code is shared, which has no effect. */
static gi_status check_options(const char *caller, const enum cudaLibraryOption *options,
                               unsigned int count)
{
    if (count != 0 && options == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %u options, and their array is NULL", caller, count);
    for (unsigned int i = 0; i < count; i++) {
        if ((int)options[i] < 0 || (int)options[i] > (int)cudaLibraryBinaryIsPreserved)
            return gi_fail(GI_INVALID_VALUE, "%s: option %d is not one of a library", caller,
                           (int)options[i]);
    }
    return GI_OK;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image,
                                enum cudaJitOption *jit_options, void **jit_values,
                                unsigned int jit_count, enum cudaLibraryOption *options,
                                void **values, unsigned int count)
{
    struct front_jit jit;

    (void)values;
    FRONT_NOT_NULL(library);
    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin());
    FRONT_TRY(check_options(__func__, options, count));
    FRONT_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    return front_error(load(&jit, image, GI_CONTAINER_ENDLESS, library));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path,
                                    enum cudaJitOption *jit_options, void **jit_values,
                                    unsigned int jit_count, enum cudaLibraryOption *options,
                                    void **values, unsigned int count)
{
    struct front_jit jit;
    size_t size_bytes;
    gi_status status;
    void *image;

    (void)values;
    FRONT_NOT_NULL(library);
    FRONT_NOT_NULL(path);
    FRONT_TRY(front_begin());
    FRONT_TRY(check_options(__func__, options, count));
    FRONT_TRY(front_jit_read(__func__, jit_count, jit_options, jit_values, &jit));
    FRONT_TRY(gi_image_file_read(path, &image, &size_bytes));
    status = load(&jit, image, size_bytes, library);
    free(image);
    return front_error(status);
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    FRONT_TRY(front_begin());
    return front_error(gi_library_unload(from_library(library)));
}

/* ---- what it has ----------------------------------------------------------------------------- */

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    gi_handle handle;

    FRONT_NOT_NULL(kernel);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_library_kernel(from_library(library), name, &handle));
    *kernel = (cudaKernel_t)(uintptr_t)handle;
    return cudaSuccess;
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    return front_error(gi_library_kernel_count(from_library(library), count));
}

_Static_assert(sizeof(cudaKernel_t) == sizeof(gi_handle), "arrays of handles are passed on");

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int room,
                                        cudaLibrary_t library)
{
    FRONT_NOT_NULL(kernels);
    FRONT_TRY(front_begin());
    return front_error(gi_library_kernels(from_library(library), (gi_handle *)(void *)kernels,
                                          room));
}

static gi_status find_variable(cudaLibrary_t library, const char *name, bool only_managed,
                               void **out_pointer, size_t *out_size)
{
    uint64_t pointer, size_bytes;
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_library_variable(from_library(library), name, only_managed, &pointer,
                                     &size_bytes);
    if (status != GI_OK)
        return status;
    if (out_pointer != NULL)
        *out_pointer = front_to_pointer(pointer);
    if (out_size != NULL)
        *out_size = (size_t)size_bytes;
    return GI_OK;
}

cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *size, cudaLibrary_t library,
                                 const char *name)
{
    FRONT_NOT_NULL(name);
    FRONT_REQUIRE(pointer != NULL || size != NULL, "%s: pointer and size are NULL", __func__);
    return front_error(find_variable(library, name, false, pointer, size));
}

cudaError_t cudaLibraryGetManaged(void **pointer, size_t *size, cudaLibrary_t library,
                                  const char *name)
{
    FRONT_NOT_NULL(name);
    FRONT_REQUIRE(pointer != NULL || size != NULL, "%s: pointer and size are NULL", __func__);
    return front_error(find_variable(library, name, true, pointer, size));
}

/** No device calls functions of the host, so no library has unified ones. */
cudaError_t cudaLibraryGetUnifiedFunction(void **function, cudaLibrary_t library,
                                          const char *name)
{
    unsigned int count;

    FRONT_NOT_NULL(function);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_library_kernel_count(from_library(library), &count));
    return front_error(gi_fail(GI_NOT_FOUND, "%s: the library has no unified function %s",
                               __func__, name));
}
