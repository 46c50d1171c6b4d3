/** Questions about arrays that the driver interface alone has. */
#include "arrays/array.h"

#include "driver/element.h"
#include "front.h"
#include "handles.h"
#include "arrays/texture.h"

/* Arrays here are neither deferred nor sparse. */

static CUresult refuse_requirements(const char *caller, const struct gi_array_info *info)
{
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; only deferred arrays "
                               "(0x%x) have memory requirements", caller, info->flags,
                               (unsigned int)GI_ARRAY_DEFERRED));
}

static CUresult refuse_sparse(const char *caller, const struct gi_array_info *info)
{
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; it is not sparse "
                               "(0x%x)", caller, info->flags, (unsigned int)GI_ARRAY_SPARSE));
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements, CUarray array,
                                      CUdevice device)
{
    struct gi_array_info info;

    (void)device;
    FRONT_NOT_NULL(requirements);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    return refuse_requirements(__func__, &info);
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements,
                                               CUmipmappedArray array, CUdevice device)
{
    struct gi_array_info info;

    (void)device;
    FRONT_NOT_NULL(requirements);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_mipmapped_array_query(front_from_mipmapped(array), &info));
    return refuse_requirements(__func__, &info);
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties, CUarray array)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(properties);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    return refuse_sparse(__func__, &info);
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties,
                                             CUmipmappedArray array)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(properties);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_mipmapped_array_query(front_from_mipmapped(array), &info));
    return refuse_sparse(__func__, &info);
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format,
                                            unsigned int channel_count, CUdevice device)
{
    struct gi_channels channels;
    uint64_t texels;
    int ordinal;

    FRONT_NOT_NULL(elements);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(front_from_element(__func__, format, channel_count, &channels));
    FRONT_TRY(gi_texture_linear_limit(&channels, ordinal, &texels));
    *elements = (size_t)texels;
    return CUDA_SUCCESS;
}
