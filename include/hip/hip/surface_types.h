/** How a surface is read and written: the surface object. */
#ifndef GPUINTEROP_HIP_SURFACE_TYPES_H
#define GPUINTEROP_HIP_SURFACE_TYPES_H

#include "driver_types.h"

/** What an access does that leaves the surface. */
enum hipSurfaceBoundaryMode {
    hipBoundaryModeZero = 0,                           /* reads 0, writes nothing */
    hipBoundaryModeTrap = 1,                           /* the kernel fails */
    hipBoundaryModeClamp = 2                           /* the texel at the edge */
};

/** A surface object: a handle that shaders take. NULL is none. */
typedef struct __hip_surface *hipSurfaceObject_t;

/** A surface as a variable of device code. Mirrors: surfaceReference of HIP 6.4. */
struct surfaceReference {
    hipSurfaceObject_t surfaceObject;
};

#endif
