/** Arrays as structs describe them, which name a format and a number of channels. */
#include "array.h"
#include "front.h"
#include "handles.h"

/** What an element format is made of. */
static const struct row {
    hipArray_Format format;
    int bits, kind;
} rows[] = {
    { HIP_AD_FORMAT_UNSIGNED_INT8, 8, GI_CHANNEL_UNSIGNED },
    { HIP_AD_FORMAT_UNSIGNED_INT16, 16, GI_CHANNEL_UNSIGNED },
    { HIP_AD_FORMAT_UNSIGNED_INT32, 32, GI_CHANNEL_UNSIGNED },
    { HIP_AD_FORMAT_SIGNED_INT8, 8, GI_CHANNEL_SIGNED },
    { HIP_AD_FORMAT_SIGNED_INT16, 16, GI_CHANNEL_SIGNED },
    { HIP_AD_FORMAT_SIGNED_INT32, 32, GI_CHANNEL_SIGNED },
    { HIP_AD_FORMAT_HALF, 16, GI_CHANNEL_FLOAT },
    { HIP_AD_FORMAT_FLOAT, 32, GI_CHANNEL_FLOAT },
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])
#define CHANNELS_MAX 4

static gi_status channels_of(const char *caller, hipArray_Format format, unsigned int count,
                             struct gi_channels *out_channels)
{
    const struct row *row = NULL;

    *out_channels = (struct gi_channels){ .kind = GI_CHANNEL_NONE };
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].format == format)
            row = &rows[i];
    if (row == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: Format is %d, not one of the enum's", caller,
                       (int)format);
    if (count != 1 && count != 2 && count != CHANNELS_MAX)
        return gi_fail(GI_INVALID_VALUE, "%s: NumChannels is %u; 1, 2 and 4 exist", caller, count);
    out_channels->kind = row->kind;
    for (unsigned int i = 0; i < count; i++)
        out_channels->bits[i] = row->bits;
    return GI_OK;
}

/** An array that the other interface made may have a format that has no name here. */
static gi_status name_of(const char *caller, const struct gi_array_info *info,
                         hipArray_Format *out_format, unsigned int *out_count)
{
    const struct gi_channels *channels = &info->channels;

    *out_count = 0;
    while (*out_count < CHANNELS_MAX && channels->bits[*out_count] != 0)
        ++*out_count;
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].bits == channels->bits[0] && rows[i].kind == channels->kind) {
            *out_format = rows[i].format;
            return GI_OK;
        }
    return gi_fail(GI_NOT_SUPPORTED, "%s: the array's format is %s, for which there is no "
                   "hipArray_Format", caller, gi_format_info(info->format)->name);
}

static gi_status request_of(const char *caller, const HIP_ARRAY3D_DESCRIPTOR *from,
                            unsigned int levels, struct gi_array_request *out_request)
{
    *out_request = (struct gi_array_request){
        .width = from->Width, .height = from->Height, .depth = from->Depth, .levels = levels,
        .flags = from->Flags,
    };
    return channels_of(caller, from->Format, from->NumChannels, &out_request->channels);
}

static hipError_t create(const char *caller, hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *from)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(request_of(caller, from, 1, &request));
    GIHIP_TRY(gi_array_create(&request, &handle));
    *array = gihip_to_array(handle);
    return hipSuccess;
}

hipError_t hipArrayCreate(hipArray_t *array, const HIP_ARRAY_DESCRIPTOR *descriptor)
{
    HIP_ARRAY3D_DESCRIPTOR same;

    GIHIP_NOT_NULL(array);
    *array = NULL;
    GIHIP_NOT_NULL(descriptor);
    same = (HIP_ARRAY3D_DESCRIPTOR){
        .Width = descriptor->Width, .Height = descriptor->Height, .Format = descriptor->Format,
        .NumChannels = descriptor->NumChannels,
    };
    return create(__func__, array, &same);
}

hipError_t hipArray3DCreate(hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *descriptor)
{
    GIHIP_NOT_NULL(array);
    *array = NULL;
    GIHIP_NOT_NULL(descriptor);
    return create(__func__, array, descriptor);
}

hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *array, HIP_ARRAY3D_DESCRIPTOR *descriptor,
                                   unsigned int level_count)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(array);
    *array = NULL;
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(request_of(__func__, descriptor, level_count, &request));
    GIHIP_TRY(gi_mipmapped_array_create(&request, &handle));
    *array = gihip_to_mipmapped(handle);
    return hipSuccess;
}

hipError_t hipArrayDestroy(hipArray_t array)
{
    GIHIP_NOT_NULL(array);
    return hipFreeArray(array);
}

hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t array)
{
    GIHIP_NOT_NULL(array);
    return hipFreeMipmappedArray(array);
}

hipError_t hipMipmappedArrayGetLevel(hipArray_t *level, hipMipmappedArray_t array,
                                     unsigned int index)
{
    return hipGetMipmappedArrayLevel(level, array, index);
}

hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *descriptor, hipArray_t array)
{
    struct gi_array_info info;
    hipArray_Format format;
    unsigned int count;

    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_array_query(gihip_from_array(array), &info));
    GIHIP_TRY(name_of(__func__, &info, &format, &count));
    *descriptor = (HIP_ARRAY3D_DESCRIPTOR){
        .Width = info.width, .Height = info.height, .Depth = info.depth, .Format = format,
        .NumChannels = count, .Flags = info.flags,
    };
    return hipSuccess;
}

hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *descriptor, hipArray_t array)
{
    struct gi_array_info info;
    hipArray_Format format;
    unsigned int count;

    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_array_query(gihip_from_array(array), &info));
    GIHIP_REQUIRE(info.depth == 0, "%s: the array has a depth of %llu, which this descriptor has "
                  "not; hipArray3DGetDescriptor tells of it", __func__,
                  (unsigned long long)info.depth);
    GIHIP_TRY(name_of(__func__, &info, &format, &count));
    *descriptor = (HIP_ARRAY_DESCRIPTOR){
        .Width = info.width, .Height = info.height, .Format = format, .NumChannels = count,
    };
    return hipSuccess;
}
