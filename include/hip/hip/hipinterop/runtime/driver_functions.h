/** Constructors of small structs. */
#ifndef GPUINTEROP_HIP_DRIVER_FUNCTIONS_H
#define GPUINTEROP_HIP_DRIVER_FUNCTIONS_H

#include "../../driver_types.h"

/** An extent, a position and a pitched pointer from their fields. */
static inline struct hipExtent make_hipExtent(size_t width, size_t height, size_t depth)
{
    struct hipExtent extent = {width, height, depth};
    return extent;
}

static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z)
{
    struct hipPos pos = {x, y, z};
    return pos;
}

static inline struct hipPitchedPtr make_hipPitchedPtr(void *ptr, size_t pitch_bytes,
    size_t xsize, size_t ysize)
{
    struct hipPitchedPtr pitched = {ptr, pitch_bytes, xsize, ysize};
    return pitched;
}

#endif
