#include "array.h"
#include "external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert(cudaArrayLayered == GI_ARRAY_LAYERED && cudaArrayCubemap == GI_ARRAY_CUBEMAP
               && cudaArraySurfaceLoadStore == GI_ARRAY_SURFACE
               && cudaArrayTextureGather == GI_ARRAY_GATHER
               && cudaArrayColorAttachment == GI_ARRAY_ATTACHMENT
               && cudaArraySparse == GI_ARRAY_SPARSE
               && cudaArrayDeferredMapping == GI_ARRAY_DEFERRED, "flags are passed on");
_Static_assert((int)cudaChannelFormatKindSigned == GI_CHANNEL_SIGNED
               && (int)cudaChannelFormatKindNone == GI_CHANNEL_NONE
               && (int)cudaChannelFormatKindUnsignedNormalized8X1 == GI_CHANNEL_UNORM8X1
               && (int)cudaChannelFormatKindSignedNormalized16X4 == GI_CHANNEL_SNORM16X4
               && (int)cudaChannelFormatKindUnsignedBlockCompressed1 == GI_CHANNEL_BC1
               && (int)cudaChannelFormatKindUnsignedBlockCompressed7SRGB == GI_CHANNEL_BC7_SRGB
               && (int)cudaChannelFormatKindUnsignedNormalized1010102 == GI_CHANNEL_UNORM1010102,
               "kinds of channels are passed on");

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){ .x = x, .y = y, .z = z, .w = w, .f = kind };
}

static struct gi_array_request request_of(const struct cudaChannelFormatDesc *format,
                                          struct cudaExtent extent, unsigned int levels,
                                          unsigned int flags)
{
    return (struct gi_array_request){
        .channels = { { format->x, format->y, format->z, format->w }, (int)format->f },
        .width = extent.width, .height = extent.height, .depth = extent.depth,
        .levels = levels, .flags = flags,
    };
}

static struct cudaChannelFormatDesc format_of(const struct gi_channels *channels)
{
    return (struct cudaChannelFormatDesc){
        .x = channels->bits[0], .y = channels->bits[1], .z = channels->bits[2],
        .w = channels->bits[3], .f = (enum cudaChannelFormatKind)channels->kind,
    };
}

/* ---- making and freeing --------------------------------------------------------------------- */

static cudaError_t create(const char *caller, cudaArray_t *array,
                          const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                          unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    GICUDA_REQUIRE(array != NULL, "%s: array is NULL", caller);
    GICUDA_REQUIRE(format != NULL, "%s: format is NULL", caller);
    GICUDA_TRY(gicuda_begin());
    *array = NULL;
    request = request_of(format, extent, 1, flags);
    GICUDA_TRY(gi_array_create(&request, &handle));
    *array = gicuda_to_array(handle);
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags)
{
    return create(__func__, array, format, (struct cudaExtent){ width, height, 0 }, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags)
{
    return create(__func__, array, format, extent, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned int level_count,
                                     unsigned int flags)
{
    struct gi_array_request request;
    gi_handle handle;

    GICUDA_NOT_NULL(array);
    GICUDA_NOT_NULL(format);
    GICUDA_TRY(gicuda_begin());
    *array = NULL;
    request = request_of(format, extent, level_count, flags);
    GICUDA_TRY(gi_mipmapped_array_create(&request, &handle));
    *array = gicuda_to_mipmapped(handle);
    return cudaSuccess;
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryMipmappedArrayDesc *descriptor)
{
    struct gi_array_request request;
    gi_handle handle;

    GICUDA_NOT_NULL(array);
    GICUDA_NOT_NULL(memory);
    GICUDA_NOT_NULL(descriptor);
    GICUDA_TRY(gicuda_begin());
    request = request_of(&descriptor->formatDesc, descriptor->extent, descriptor->numLevels,
                         descriptor->flags);
    GICUDA_TRY(gi_external_memory_map_array(gicuda_from_memory(memory), descriptor->offset,
                                            &request, &handle));
    *array = gicuda_to_mipmapped(handle);
    return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    GICUDA_TRY(gicuda_begin());
    return array ? gicuda_error(gi_array_destroy(gicuda_from_array(array))) : cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    GICUDA_TRY(gicuda_begin());
    return array ? gicuda_error(gi_mipmapped_array_destroy(gicuda_from_mipmapped(array)))
                 : cudaSuccess;
}

/* ---- asking --------------------------------------------------------------------------------- */

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array,
                                       unsigned int index)
{
    gi_handle handle;

    GICUDA_NOT_NULL(level);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_mipmapped_array_level(gicuda_from_mipmapped(array), index, &handle));
    *level = gicuda_to_array(handle);
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
{
    struct gi_array_info info;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_array_query(gicuda_from_array(array), &info));
    if (format)
        *format = format_of(&info.channels);
    if (extent)
        *extent = (struct cudaExtent){ info.width, info.height, info.depth };
    if (flags)
        *flags = info.flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(format);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_array_query(gicuda_from_array(array), &info));
    *format = format_of(&info.channels);
    return cudaSuccess;
}

cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(plane);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_array_query(gicuda_from_array(array), &info));
    return gicuda_error(gi_fail(GI_INVALID_VALUE, "%s: plane %u of an array of format %s, which "
                                "has no planes", __func__, index,
                                gi_format_info(info.format)->name));
}

/* ---- memory that comes later ---------------------------------------------------------------- */

/** No array here gets its memory later or piece by piece, so none can tell of it. The vendor has
 *  an error for no array, too, and clears what it would fill in. */
static gi_status refuse_requirements(const char *caller, const struct gi_array_info *info)
{
    return gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; memory is asked for of arrays that "
                   "get theirs later (0x%x)", caller, info->flags,
                   (unsigned int)GI_ARRAY_DEFERRED);
}

static gi_status refuse_sparse(const char *caller, const struct gi_array_info *info)
{
    return gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; it is not sparse (0x%x)", caller,
                   info->flags, (unsigned int)GI_ARRAY_SPARSE);
}

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *requirements,
                                           cudaArray_t array, int device)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(requirements);
    GICUDA_NOT_NULL(array);
    *requirements = (struct cudaArrayMemoryRequirements){ .size = 0 };
    (void)device;
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_array_query(gicuda_from_array(array), &info));
    return gicuda_error(refuse_requirements(__func__, &info));
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaMipmappedArray_t array, int device)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(requirements);
    GICUDA_NOT_NULL(array);
    *requirements = (struct cudaArrayMemoryRequirements){ .size = 0 };
    (void)device;
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_mipmapped_array_query(gicuda_from_mipmapped(array), &info));
    return gicuda_error(refuse_requirements(__func__, &info));
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                         cudaArray_t array)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(properties);
    GICUDA_NOT_NULL(array);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_array_query(gicuda_from_array(array), &info));
    return gicuda_error(refuse_sparse(__func__, &info));
}

cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                                  cudaMipmappedArray_t array)
{
    struct gi_array_info info;

    GICUDA_NOT_NULL(properties);
    GICUDA_NOT_NULL(array);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_mipmapped_array_query(gicuda_from_mipmapped(array), &info));
    return gicuda_error(refuse_sparse(__func__, &info));
}
