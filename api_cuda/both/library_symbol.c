/** Variables and functions of libraries, which are found in the current context. */
#include "both_names.h"
#include "front.h"
#include "handles.h"
#include "module/library.h"

static gpuError_t find_variable(const char *caller, gpuLibrary_t library, const char *name,
                                bool only_managed, gpuAddress_t *out_pointer, size_t *out_size)
{
    uint64_t pointer, size_bytes;

    FRONT_REQUIRE(name != NULL, "%s: name is NULL", caller);
    FRONT_REQUIRE(out_pointer != NULL || out_size != NULL, "%s: pointer and size are NULL", caller);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_library_variable(front_from_pointer(library), name, only_managed, &pointer,
                                  &size_bytes));
    if (out_pointer != NULL)
        *out_pointer = front_to_address(pointer);
    if (out_size != NULL)
        *out_size = (size_t)size_bytes;
    return gpuSuccess;
}

gpuError_t gpuLibraryGetGlobal(gpuAddress_t *pointer, size_t *size, gpuLibrary_t library,
                               const char *name)
{
    return find_variable(__func__, library, name, false, pointer, size);
}

gpuError_t gpuLibraryGetManaged(gpuAddress_t *pointer, size_t *size, gpuLibrary_t library,
                                const char *name)
{
    return find_variable(__func__, library, name, true, pointer, size);
}

/** No device calls functions of the host, so no library has unified ones. */
gpuError_t gpuLibraryGetUnifiedFunction(void **function, gpuLibrary_t library, const char *name)
{
    unsigned int count;

    FRONT_NOT_NULL(function);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_library_kernel_count(front_from_pointer(library), &count));
    return front_error(gi_fail(GI_NOT_FOUND, "%s: the library has no unified function %s",
                               __func__, name));
}
