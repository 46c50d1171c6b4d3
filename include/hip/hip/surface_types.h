/** Surface objects, and how kernels access them. */
#ifndef GPUINTEROP_HIP_SURFACE_TYPES_H
#define GPUINTEROP_HIP_SURFACE_TYPES_H

#include "driver_types.h"

/** Effects of an access outside the surface. */
enum hipSurfaceBoundaryMode {
    hipBoundaryModeZero = 0,                           /* reads 0, writes nothing */
    hipBoundaryModeTrap = 1,                           /* the kernel fails */
    hipBoundaryModeClamp = 2                           /* accesses the nearest texel of the edge */
};

/** A surface object: a handle that kernels use. NULL is no object. */
typedef struct __hip_surface *hipSurfaceObject_t;

/** A surface as a variable of device code. Mirrors: surfaceReference of HIP 6.4. */
struct surfaceReference {
    hipSurfaceObject_t surfaceObject;
};

#endif
