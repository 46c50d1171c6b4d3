/** Constructors of small structs. */
#ifndef GPUINTEROP_CUDA_DRIVER_FUNCTIONS_H
#define GPUINTEROP_CUDA_DRIVER_FUNCTIONS_H

#include "driver_types.h"

/** An extent, a position and a pitched pointer from their fields. */
static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent = {width, height, depth};
    return extent;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos pos = {x, y, z};
    return pos;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch_bytes,
    size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr pitched = {ptr, pitch_bytes, xsize, ysize};
    return pitched;
}

#endif
