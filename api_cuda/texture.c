#include "front.h"
#include "runtime/resource.h"

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int device)
{
    struct gi_channels channels;
    uint64_t texels;
    int ordinal;

    FRONT_NOT_NULL(width);
    FRONT_NOT_NULL(format);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    channels = (struct gi_channels){ { format->x, format->y, format->z, format->w },
                                     (int)format->f };
    FRONT_TRY(gi_texture_linear_limit(&channels, ordinal, &texels));
    *width = (size_t)texels;
    return cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_surface_query(object, &info));
    *resource = front_to_resource(&info.resource);
    return cudaSuccess;
}
