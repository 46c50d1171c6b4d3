/** Resources of textures and surfaces, translated between the interface and the core. */
#ifndef GI_FRONT_RESOURCE_H
#define GI_FRONT_RESOURCE_H

#include "front_names.h"

#include "arrays/texture.h"

static inline struct gi_channels front_from_format(const gpuChannelFormatDesc *format)
{
    return (struct gi_channels){ { format->x, format->y, format->z, format->w }, (int)format->f };
}

static inline gpuChannelFormatDesc front_to_format(const struct gi_channels *channels)
{
    return (gpuChannelFormatDesc){
        .x = channels->bits[0], .y = channels->bits[1], .z = channels->bits[2],
        .w = channels->bits[3], .f = (gpuChannelFormatKind)channels->kind,
    };
}

/** Reads only the member of the union that resType selects; for an unknown type, none. */
struct gi_resource front_from_resource(const gpuResourceDesc *resource);
gpuResourceDesc front_to_resource(const struct gi_resource *resource);

#endif
