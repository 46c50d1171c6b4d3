/** Copies to and from arrays of one row, or a row of an array. */
#include "copy_sides.h"
#include "driver/device_pointer.h"

static struct gi_copy row_of(struct gi_copy_side to, struct gi_copy_side from, size_t size,
                                  gpuMemcpyKind kind)
{
    struct gi_copy form = run_of(to, from, size, kind);

    form.measure = FRONT_ROW_OF_ANY_ARRAY ? GI_COPY_BYTES : GI_COPY_ROW;
    if (FRONT_ROW_OF_ANY_ARRAY)          /* the first row of an array that has more */
        form.dst.pitch = form.src.pitch = size;
    return form;
}

/* Here an array that is NULL is a wrong value, not a wrong handle. */
static gi_status check_array(const char *caller, gpuArray_t array)
{
    if (array != NULL)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: the array is NULL", caller);
}

gpuError_t gpuMemcpyHtoA(gpuArray_t destination, size_t offset, const void *source, size_t size)
{
    FRONT_TRY(check_array(__func__, destination));
    return copy(row_of(in_array("destination", destination, offset, 0),
                       in_memory("source", source, 0), size, gpuMemcpyHostToDevice));
}

gpuError_t gpuMemcpyHtoAAsync(gpuArray_t destination, size_t offset, const void *source,
                              size_t size, gpuStream_t stream)
{
    FRONT_TRY(check_array(__func__, destination));
    return copy_async(row_of(in_array("destination", destination, offset, 0),
                             in_memory("source", source, 0), size, gpuMemcpyHostToDevice),
                      stream);
}

gpuError_t gpuMemcpyAtoH(void *destination, gpuArray_t source, size_t offset, size_t size)
{
    FRONT_TRY(check_array(__func__, source));
    return copy(row_of(in_memory("destination", destination, 0),
                       in_array("source", source, offset, 0), size, gpuMemcpyDeviceToHost));
}

gpuError_t gpuMemcpyAtoHAsync(void *destination, gpuArray_t source, size_t offset, size_t size,
                              gpuStream_t stream)
{
    FRONT_TRY(check_array(__func__, source));
    return copy_async(row_of(in_memory("destination", destination, 0),
                             in_array("source", source, offset, 0), size, gpuMemcpyDeviceToHost),
                      stream);
}

gpuError_t gpuMemcpyDtoA(gpuArray_t destination, size_t offset, gpuDeviceptr_t source, size_t size)
{
    FRONT_TRY(check_array(__func__, destination));
    return copy(row_of(in_array("destination", destination, offset, 0),
                       in_memory("source", (void *)(uintptr_t)source, 0), size,
                       gpuMemcpyDeviceToDevice));
}

gpuError_t gpuMemcpyAtoD(gpuDeviceptr_t destination, gpuArray_t source, size_t offset, size_t size)
{
    FRONT_TRY(check_array(__func__, source));
    return copy(row_of(in_memory("destination", (void *)(uintptr_t)destination, 0),
                       in_array("source", source, offset, 0), size, gpuMemcpyDeviceToDevice));
}

gpuError_t gpuMemcpyAtoA(gpuArray_t destination, size_t destination_offset, gpuArray_t source,
                         size_t source_offset, size_t size)
{
    FRONT_TRY(check_array(__func__, destination));
    FRONT_TRY(check_array(__func__, source));
    return copy(row_of(in_array("destination", destination, destination_offset, 0),
                       in_array("source", source, source_offset, 0), size,
                       gpuMemcpyDeviceToDevice));
}
