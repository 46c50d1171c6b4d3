/** Arrays as structs describe them, which name a format and a number of channels. */
#include "array_request.h"
#include "element.h"
#include "front.h"
#include "front_driver_names.h"
#include "handles.h"

gi_status front_array_request(const char *caller, const GPU_ARRAY3D_DESCRIPTOR *from,
                              unsigned int levels, struct gi_array_request *out_request)
{
    *out_request = (struct gi_array_request){
        .width = from->Width, .height = from->Height, .depth = from->Depth, .levels = levels,
        .flags = from->Flags,
    };
    return front_from_element(caller, from->Format, from->NumChannels, &out_request->channels);
}

static gpuError_t create_array(const char *caller, gpuArray_t *array,
                               const GPU_ARRAY3D_DESCRIPTOR *from)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_capture_forbids(caller));
    FRONT_TRY(front_array_request(caller, from, 1, &request));
    FRONT_TRY(gi_array_create(&request, &handle));
    *array = front_to_array(handle);
    return gpuSuccess;
}

gpuError_t gpuArrayCreate(gpuArray_t *array, const GPU_ARRAY_DESCRIPTOR *descriptor)
{
    GPU_ARRAY3D_DESCRIPTOR same;

    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(descriptor);
    same = (GPU_ARRAY3D_DESCRIPTOR){
        .Width = descriptor->Width, .Height = descriptor->Height, .Format = descriptor->Format,
        .NumChannels = descriptor->NumChannels,
    };
    return create_array(__func__, array, &same);
}

gpuError_t gpuArray3DCreate(gpuArray_t *array, const GPU_ARRAY3D_DESCRIPTOR *descriptor)
{
    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(descriptor);
    return create_array(__func__, array, descriptor);
}

gpuError_t gpuMipmappedArrayCreate(gpuMipmappedArray_t *array,
                                   FRONT_CONST GPU_ARRAY3D_DESCRIPTOR *descriptor,
                                   unsigned int level_count)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_TRY(front_array_request(__func__, descriptor, level_count, &request));
    FRONT_TRY(gi_mipmapped_array_create(&request, &handle));
    *array = front_to_mipmapped(handle);
    return gpuSuccess;
}

gpuError_t gpuArrayDestroy(gpuArray_t array)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    if (array == NULL)
        FRONT_TRY(gi_fail(FRONT_NO_ARRAY, "%s: array is NULL", __func__));
    return front_error(gi_array_destroy(front_from_array(array)));
}

gpuError_t gpuMipmappedArrayDestroy(gpuMipmappedArray_t array)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    if (array == NULL)
        FRONT_TRY(gi_fail(FRONT_NO_ARRAY, "%s: array is NULL", __func__));
    return front_error(gi_mipmapped_array_destroy(front_from_mipmapped(array)));
}

gpuError_t gpuMipmappedArrayGetLevel(gpuArray_t *level, gpuMipmappedArray_t array,
                                     unsigned int index)
{
    gi_handle handle;

    FRONT_NOT_NULL(level);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_mipmapped_array_level(front_from_mipmapped(array), index, &handle));
    *level = front_to_array(handle);
    return gpuSuccess;
}

gpuError_t gpuArray3DGetDescriptor(GPU_ARRAY3D_DESCRIPTOR *descriptor, gpuArray_t array)
{
    struct gi_array_info info;
    gpuArray_Format format;
    unsigned int count;

    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    FRONT_TRY(front_to_element(__func__, &info.channels, &format, &count));
    *descriptor = (GPU_ARRAY3D_DESCRIPTOR){
        .Width = info.width, .Height = info.height, .Depth = info.depth, .Format = format,
        .NumChannels = count, .Flags = info.flags,
    };
    return gpuSuccess;
}

gpuError_t gpuArrayGetDescriptor(GPU_ARRAY_DESCRIPTOR *descriptor, gpuArray_t array)
{
    struct gi_array_info info;
    gpuArray_Format format;
    unsigned int count;

    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    FRONT_REQUIRE(info.depth == 0, "%s: the array has a depth of %llu, which this descriptor "
                  "lacks; gpuArray3DGetDescriptor has it", __func__,
                  (unsigned long long)info.depth);
    FRONT_TRY(front_to_element(__func__, &info.channels, &format, &count));
    *descriptor = (GPU_ARRAY_DESCRIPTOR){
        .Width = info.width, .Height = info.height, .Format = format, .NumChannels = count,
    };
    return gpuSuccess;
}
