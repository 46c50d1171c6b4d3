/** Surface objects, and how kernels access them. */
#ifndef GPUINTEROP_CUDA_SURFACE_TYPES_H
#define GPUINTEROP_CUDA_SURFACE_TYPES_H

#include "driver_types.h"

/** Dimensions of surfaces, as numbers. */
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

/** Effects of an access outside the surface. */
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,                          /* reads 0, writes nothing */
    cudaBoundaryModeClamp = 1,                         /* accesses the nearest texel of the edge */
    cudaBoundaryModeTrap = 2                           /* the kernel fails */
};

/** How texels are written. */
enum cudaSurfaceFormatMode {
    cudaFormatModeForced = 0,                          /* as raw bytes */
    cudaFormatModeAuto = 1                             /* converted to the surface's format */
};

/** A surface object: a number that kernels use. 0 is no object. */
typedef unsigned long long cudaSurfaceObject_t;

#endif
