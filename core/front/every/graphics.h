/** Resources of graphics interfaces, such as OpenGL.
 *
 *  Threads: any. */
#ifndef GI_FRONT_GRAPHICS_H
#define GI_FRONT_GRAPHICS_H

#include "front.h"

/** The only casts between programs' resources and the core's. */
static inline gi_handle front_from_resource(gpuGraphicsResource_t resource)
{
    return (gi_handle)(uintptr_t)resource;
}

static inline gpuGraphicsResource_t front_to_resource(gi_handle handle)
{
    return (gpuGraphicsResource_t)(uintptr_t)handle;
}

#endif
