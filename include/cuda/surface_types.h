/** How a surface is read and written: the surface object. */
#ifndef GPUINTEROP_CUDA_SURFACE_TYPES_H
#define GPUINTEROP_CUDA_SURFACE_TYPES_H

#include "driver_types.h"

/** Shapes of surfaces, as numbers. */
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

/** What an access does that leaves the surface. */
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,                          /* reads 0, writes nothing */
    cudaBoundaryModeClamp = 1,                         /* the texel at the edge */
    cudaBoundaryModeTrap = 2                           /* the kernel fails */
};

/** As what texels are written. */
enum cudaSurfaceFormatMode {
    cudaFormatModeForced = 0,                          /* as the bytes are */
    cudaFormatModeAuto = 1                             /* turned into the surface's format */
};

/** A surface object: a number that shaders take. 0 is none. */
typedef unsigned long long cudaSurfaceObject_t;

#endif
