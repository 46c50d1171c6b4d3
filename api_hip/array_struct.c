/** Arrays as structs describe them, which name a format and a number of channels. */
#include "array.h"
#include "element.h"
#include "front.h"
#include "handles.h"

static gi_status request_of(const char *caller, const HIP_ARRAY3D_DESCRIPTOR *from,
                            unsigned int levels, struct gi_array_request *out_request)
{
    *out_request = (struct gi_array_request){
        .width = from->Width, .height = from->Height, .depth = from->Depth, .levels = levels,
        .flags = from->Flags,
    };
    return gihip_from_element(caller, from->Format, from->NumChannels, &out_request->channels);
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
    GIHIP_NOT_NULL(descriptor);
    return create(__func__, array, descriptor);
}

hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *array, HIP_ARRAY3D_DESCRIPTOR *descriptor,
                                   unsigned int level_count)
{
    struct gi_array_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(array);
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
    GIHIP_TRY(gihip_to_element(__func__, &info.channels, &format, &count));
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
    GIHIP_TRY(gihip_to_element(__func__, &info.channels, &format, &count));
    *descriptor = (HIP_ARRAY_DESCRIPTOR){
        .Width = info.width, .Height = info.height, .Format = format, .NumChannels = count,
    };
    return hipSuccess;
}
