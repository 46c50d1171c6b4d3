#include "resource.h"

#include "handles.h"

_Static_assert((int)cudaResourceTypeArray == GI_RESOURCE_ARRAY
               && (int)cudaResourceTypeMipmappedArray == GI_RESOURCE_MIPMAPPED_ARRAY
               && (int)cudaResourceTypeLinear == GI_RESOURCE_LINEAR
               && (int)cudaResourceTypePitch2D == GI_RESOURCE_PITCH2D, "kinds are passed on");

static struct gi_channels from_format(const struct cudaChannelFormatDesc *format)
{
    return (struct gi_channels){ { format->x, format->y, format->z, format->w }, (int)format->f };
}

static struct cudaChannelFormatDesc to_format(const struct gi_channels *channels)
{
    return (struct cudaChannelFormatDesc){
        .x = channels->bits[0], .y = channels->bits[1], .z = channels->bits[2],
        .w = channels->bits[3], .f = (enum cudaChannelFormatKind)channels->kind,
    };
}

struct gi_resource gicuda_from_resource(const struct cudaResourceDesc *resource)
{
    struct gi_resource out = { .kind = (int)resource->resType, .flags = resource->flags };

    switch (resource->resType) {
    case cudaResourceTypeArray:
        out.array = gicuda_from_array(resource->res.array.array);
        break;
    case cudaResourceTypeMipmappedArray:
        out.array = gicuda_from_mipmapped(resource->res.mipmap.mipmap);
        break;
    case cudaResourceTypeLinear:
        out.pointer = gicuda_from_pointer(resource->res.linear.devPtr);
        out.channels = from_format(&resource->res.linear.desc);
        out.size_bytes = resource->res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        out.pointer = gicuda_from_pointer(resource->res.pitch2D.devPtr);
        out.channels = from_format(&resource->res.pitch2D.desc);
        out.width = resource->res.pitch2D.width;
        out.height = resource->res.pitch2D.height;
        out.pitch_bytes = resource->res.pitch2D.pitchInBytes;
        break;
    }
    return out;
}

struct cudaResourceDesc gicuda_to_resource(const struct gi_resource *resource)
{
    struct cudaResourceDesc out = { .resType = (enum cudaResourceType)resource->kind };

    out.flags = resource->flags;
    switch ((enum gi_resource_kind)resource->kind) {
    case GI_RESOURCE_ARRAY:
        out.res.array.array = gicuda_to_array(resource->array);
        break;
    case GI_RESOURCE_MIPMAPPED_ARRAY:
        out.res.mipmap.mipmap = gicuda_to_mipmapped(resource->array);
        break;
    case GI_RESOURCE_LINEAR:
        out.res.linear.devPtr = gicuda_to_pointer(resource->pointer);
        out.res.linear.desc = to_format(&resource->channels);
        out.res.linear.sizeInBytes = resource->size_bytes;
        break;
    case GI_RESOURCE_PITCH2D:
        out.res.pitch2D.devPtr = gicuda_to_pointer(resource->pointer);
        out.res.pitch2D.desc = to_format(&resource->channels);
        out.res.pitch2D.width = resource->width;
        out.res.pitch2D.height = resource->height;
        out.res.pitch2D.pitchInBytes = resource->pitch_bytes;
        break;
    }
    return out;
}
