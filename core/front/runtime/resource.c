#include "resource.h"

#include "handles.h"

_Static_assert((int)gpuResourceTypeArray == GI_RESOURCE_ARRAY
               && (int)gpuResourceTypeMipmappedArray == GI_RESOURCE_MIPMAPPED_ARRAY
               && (int)gpuResourceTypeLinear == GI_RESOURCE_LINEAR
               && (int)gpuResourceTypePitch2D == GI_RESOURCE_PITCH2D, "kinds are passed on");

struct gi_resource front_from_resource(const gpuResourceDesc *resource)
{
    struct gi_resource out = { .kind = (int)resource->resType };

    switch (resource->resType) {
    case gpuResourceTypeArray:
        out.array = front_from_array(resource->res.array.array);
        break;
    case gpuResourceTypeMipmappedArray:
        out.array = front_from_mipmapped(resource->res.mipmap.mipmap);
        break;
    case gpuResourceTypeLinear:
        out.pointer = front_from_pointer(resource->res.linear.devPtr);
        out.channels = front_from_format(&resource->res.linear.desc);
        out.size_bytes = resource->res.linear.sizeInBytes;
        break;
    case gpuResourceTypePitch2D:
        out.pointer = front_from_pointer(resource->res.pitch2D.devPtr);
        out.channels = front_from_format(&resource->res.pitch2D.desc);
        out.width = resource->res.pitch2D.width;
        out.height = resource->res.pitch2D.height;
        out.pitch_bytes = resource->res.pitch2D.pitchInBytes;
        break;
    }
    return out;
}

gpuResourceDesc front_to_resource(const struct gi_resource *resource)
{
    gpuResourceDesc out = { .resType = (gpuResourceType)resource->kind };

    switch ((enum gi_resource_kind)resource->kind) {
    case GI_RESOURCE_ARRAY:
        out.res.array.array = front_to_array(resource->array);
        break;
    case GI_RESOURCE_MIPMAPPED_ARRAY:
        out.res.mipmap.mipmap = front_to_mipmapped(resource->array);
        break;
    case GI_RESOURCE_LINEAR:
        out.res.linear.devPtr = front_to_pointer(resource->pointer);
        out.res.linear.desc = front_to_format(&resource->channels);
        out.res.linear.sizeInBytes = resource->size_bytes;
        break;
    case GI_RESOURCE_PITCH2D:
        out.res.pitch2D.devPtr = front_to_pointer(resource->pointer);
        out.res.pitch2D.desc = front_to_format(&resource->channels);
        out.res.pitch2D.width = resource->width;
        out.res.pitch2D.height = resource->height;
        out.res.pitch2D.pitchInBytes = resource->pitch_bytes;
        break;
    }
    return out;
}
