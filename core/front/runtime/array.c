#include "arrays/array.h"

#include "share/external_memory.h"
#include "front.h"
#include "handles.h"
#include "resource.h"

_Static_assert(gpuArrayLayered == GI_ARRAY_LAYERED && gpuArrayCubemap == GI_ARRAY_CUBEMAP
               && gpuArraySurfaceLoadStore == GI_ARRAY_SURFACE
               && gpuArrayTextureGather == GI_ARRAY_GATHER, "flags are passed on");
_Static_assert((int)gpuChannelFormatKindSigned == GI_CHANNEL_SIGNED
               && (int)gpuChannelFormatKindUnsigned == GI_CHANNEL_UNSIGNED
               && (int)gpuChannelFormatKindFloat == GI_CHANNEL_FLOAT
               && (int)gpuChannelFormatKindNone == GI_CHANNEL_NONE,
               "kinds of channels are passed on");

gpuChannelFormatDesc gpuCreateChannelDesc(int x, int y, int z, int w,
                                          gpuChannelFormatKind kind)
{
    return (gpuChannelFormatDesc){ .x = x, .y = y, .z = z, .w = w, .f = kind };
}

static struct gi_array_request request_of(const gpuChannelFormatDesc *format,
                                          gpuExtent extent, unsigned int levels,
                                          unsigned int flags)
{
    return (struct gi_array_request){
        .channels = front_from_format(format),
        .width = extent.width, .height = extent.height, .depth = extent.depth,
        .levels = levels, .flags = flags,
    };
}

/* ---- making and freeing --------------------------------------------------------------------- */

static gpuError_t create_array(const char *caller, gpuArray_t *array,
                               const gpuChannelFormatDesc *format, gpuExtent extent,
                               unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_REQUIRE(array != NULL, "%s: array is NULL", caller);
    FRONT_REQUIRE(format != NULL, "%s: format is NULL", caller);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_capture_forbids(caller));
    FRONT_CLEAR(array);
    request = request_of(format, extent, 1, flags);
    FRONT_TRY(gi_array_create(&request, &handle));
    *array = front_to_array(handle);
    return gpuSuccess;
}

gpuError_t gpuMallocArray(gpuArray_t *array, const gpuChannelFormatDesc *format,
                          size_t width, size_t height, unsigned int flags)
{
    return create_array(__func__, array, format, (gpuExtent){ width, height, 0 }, flags);
}

gpuError_t gpuMalloc3DArray(gpuArray_t *array, const gpuChannelFormatDesc *format,
                            gpuExtent extent, unsigned int flags)
{
    return create_array(__func__, array, format, extent, flags);
}

gpuError_t gpuMallocMipmappedArray(gpuMipmappedArray_t *array,
                                   const gpuChannelFormatDesc *format,
                                   gpuExtent extent, unsigned int level_count,
                                   unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(format);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_CLEAR(array);
    request = request_of(format, extent, level_count, flags);
    FRONT_TRY(gi_mipmapped_array_create(&request, &handle));
    *array = front_to_mipmapped(handle);
    return gpuSuccess;
}

gpuError_t gpuExternalMemoryGetMappedMipmappedArray(
    gpuMipmappedArray_t *array, gpuExternalMemory_t memory,
    const gpuExternalMemoryMipmappedArrayDesc *descriptor)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(memory);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    request = request_of(&descriptor->formatDesc, descriptor->extent, descriptor->numLevels,
                         descriptor->flags);
    FRONT_TRY(gi_external_memory_map_array(front_from_memory(memory), descriptor->offset,
                                           &request, &handle));
    *array = front_to_mipmapped(handle);
    return gpuSuccess;
}

gpuError_t gpuFreeArray(gpuArray_t array)
{
    FRONT_REQUIRE(array != NULL || FRONT_FREES_NULL, "%s: array is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return array ? front_error(gi_array_destroy(front_from_array(array))) : gpuSuccess;
}

gpuError_t gpuFreeMipmappedArray(gpuMipmappedArray_t array)
{
    FRONT_REQUIRE(array != NULL || FRONT_FREES_NULL, "%s: array is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return array ? front_error(gi_mipmapped_array_destroy(front_from_mipmapped(array)))
                 : gpuSuccess;
}

/* ---- asking --------------------------------------------------------------------------------- */

gpuError_t gpuGetMipmappedArrayLevel(gpuArray_t *level, gpuMipmappedArray_const_t array,
                                     unsigned int index)
{
    gi_handle handle;

    FRONT_NOT_NULL(level);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_mipmapped_array_level(front_from_mipmapped(array), index, &handle));
    *level = front_to_array(handle);
    return gpuSuccess;
}

gpuError_t gpuArrayGetInfo(gpuChannelFormatDesc *format, gpuExtent *extent,
                           unsigned int *flags, gpuArray_t array)
{
    struct gi_array_info info;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    if (format)
        *format = front_to_format(&info.channels);
    if (extent)
        *extent = (gpuExtent){ info.width, info.height, info.depth };
    if (flags)
        *flags = info.flags;
    return gpuSuccess;
}

gpuError_t gpuGetChannelDesc(gpuChannelFormatDesc *format, gpuArray_const_t array)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(format);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    *format = front_to_format(&info.channels);
    return gpuSuccess;
}
