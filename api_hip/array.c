#include "array.h"
#include "external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert(hipArrayLayered == GI_ARRAY_LAYERED && hipArrayCubemap == GI_ARRAY_CUBEMAP
               && hipArraySurfaceLoadStore == GI_ARRAY_SURFACE
               && hipArrayTextureGather == GI_ARRAY_GATHER, "flags are passed on");
_Static_assert((int)hipChannelFormatKindSigned == GI_CHANNEL_SIGNED
               && (int)hipChannelFormatKindUnsigned == GI_CHANNEL_UNSIGNED
               && (int)hipChannelFormatKindFloat == GI_CHANNEL_FLOAT
               && (int)hipChannelFormatKindNone == GI_CHANNEL_NONE,
               "kinds of channels are passed on");

struct hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                 enum hipChannelFormatKind kind)
{
    return (struct hipChannelFormatDesc){ .x = x, .y = y, .z = z, .w = w, .f = kind };
}

static struct gi_array_request request_of(const struct hipChannelFormatDesc *format,
                                          struct hipExtent extent, unsigned int levels,
                                          unsigned int flags)
{
    return (struct gi_array_request){
        .channels = { { format->x, format->y, format->z, format->w }, (int)format->f },
        .width = extent.width, .height = extent.height, .depth = extent.depth,
        .levels = levels, .flags = flags,
    };
}

static struct hipChannelFormatDesc format_of(const struct gi_channels *channels)
{
    return (struct hipChannelFormatDesc){
        .x = channels->bits[0], .y = channels->bits[1], .z = channels->bits[2],
        .w = channels->bits[3], .f = (enum hipChannelFormatKind)channels->kind,
    };
}

/* ---- making and freeing --------------------------------------------------------------------- */

static hipError_t create(const char *caller, hipArray_t *array,
                         const struct hipChannelFormatDesc *format, struct hipExtent extent,
                         unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_REQUIRE(array != NULL, "%s: array is NULL", caller);
    GIHIP_REQUIRE(format != NULL, "%s: format is NULL", caller);
    GIHIP_TRY(gihip_begin());
    request = request_of(format, extent, 1, flags);
    GIHIP_TRY(gi_array_create(&request, &handle));
    *array = gihip_to_array(handle);
    return hipSuccess;
}

hipError_t hipMallocArray(hipArray_t *array, const struct hipChannelFormatDesc *format,
                          size_t width, size_t height, unsigned int flags)
{
    return create(__func__, array, format, (struct hipExtent){ width, height, 0 }, flags);
}

hipError_t hipMalloc3DArray(hipArray_t *array, const struct hipChannelFormatDesc *format,
                            struct hipExtent extent, unsigned int flags)
{
    return create(__func__, array, format, extent, flags);
}

hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *array,
                                   const struct hipChannelFormatDesc *format,
                                   struct hipExtent extent, unsigned int level_count,
                                   unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(array);
    GIHIP_NOT_NULL(format);
    GIHIP_TRY(gihip_begin());
    request = request_of(format, extent, level_count, flags);
    GIHIP_TRY(gi_mipmapped_array_create(&request, &handle));
    *array = gihip_to_mipmapped(handle);
    return hipSuccess;
}

hipError_t hipExternalMemoryGetMappedMipmappedArray(
    hipMipmappedArray_t *array, hipExternalMemory_t memory,
    const hipExternalMemoryMipmappedArrayDesc *descriptor)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(array);
    GIHIP_NOT_NULL(memory);
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    request = request_of(&descriptor->formatDesc, descriptor->extent, descriptor->numLevels,
                         descriptor->flags);
    GIHIP_TRY(gi_external_memory_map_array(gihip_from_memory(memory), descriptor->offset,
                                           &request, &handle));
    *array = gihip_to_mipmapped(handle);
    return hipSuccess;
}

hipError_t hipFreeArray(hipArray_t array)
{
    GIHIP_NOT_NULL(array);
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_array_destroy(gihip_from_array(array)));
}

hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array)
{
    GIHIP_NOT_NULL(array);
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_mipmapped_array_destroy(gihip_from_mipmapped(array)));
}

/* ---- asking --------------------------------------------------------------------------------- */

hipError_t hipGetMipmappedArrayLevel(hipArray_t *level, hipMipmappedArray_const_t array,
                                     unsigned int index)
{
    gi_handle handle;

    GIHIP_NOT_NULL(level);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_mipmapped_array_level(gihip_from_mipmapped(array), index, &handle));
    *level = gihip_to_array(handle);
    return hipSuccess;
}

hipError_t hipArrayGetInfo(struct hipChannelFormatDesc *format, struct hipExtent *extent,
                           unsigned int *flags, hipArray_t array)
{
    struct gi_array_info info;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_array_query(gihip_from_array(array), &info));
    if (format)
        *format = format_of(&info.channels);
    if (extent)
        *extent = (struct hipExtent){ info.width, info.height, info.depth };
    if (flags)
        *flags = info.flags;
    return hipSuccess;
}

hipError_t hipGetChannelDesc(struct hipChannelFormatDesc *format, hipArray_const_t array)
{
    struct gi_array_info info;

    GIHIP_NOT_NULL(format);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_array_query(gihip_from_array(array), &info));
    *format = format_of(&info.channels);
    return hipSuccess;
}
