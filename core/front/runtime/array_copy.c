/** Copies of rows and of runs of bytes to, from and between arrays. */
#include "copy_sides.h"

/* ---- rows ----------------------------------------------------------------------------------- */

gpuError_t gpuMemcpy2DToArray(gpuArray_t destination, size_t x, size_t y, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              gpuMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, x, y),
                        in_memory("source", source, source_pitch), width, height, kind));
}

gpuError_t gpuMemcpy2DToArray_per_thread(gpuArray_t destination, size_t x, size_t y,
                                         const void *source, size_t source_pitch, size_t width,
                                         size_t height, gpuMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_array("destination", destination, x, y),
                                   in_memory("source", source, source_pitch), width, height,
                                   kind));
}

gpuError_t gpuMemcpy2DToArrayAsync(gpuArray_t destination, size_t x, size_t y,
                                   const void *source, size_t source_pitch, size_t width,
                                   size_t height, gpuMemcpyKind kind, gpuStream_t stream)
{
    return copy_async(rows_of(in_array("destination", destination, x, y),
                              in_memory("source", source, source_pitch), width, height, kind),
                      stream);
}

gpuError_t gpuMemcpy2DFromArray(void *destination, size_t destination_pitch,
                                gpuArray_const_t source, size_t x, size_t y, size_t width,
                                size_t height, gpuMemcpyKind kind)
{
    return copy(rows_of(in_memory("destination", destination, destination_pitch),
                        in_array("source", source, x, y), width, height, kind));
}

gpuError_t gpuMemcpy2DFromArray_per_thread(void *destination, size_t destination_pitch,
                                           gpuArray_const_t source, size_t x, size_t y,
                                           size_t width, size_t height, gpuMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_memory("destination", destination, destination_pitch),
                                   in_array("source", source, x, y), width, height, kind));
}

gpuError_t gpuMemcpy2DFromArrayAsync(void *destination, size_t destination_pitch,
                                     gpuArray_const_t source, size_t x, size_t y, size_t width,
                                     size_t height, gpuMemcpyKind kind,
                                     gpuStream_t stream)
{
    return copy_async(rows_of(in_memory("destination", destination, destination_pitch),
                              in_array("source", source, x, y), width, height, kind),
                      stream);
}

gpuError_t gpuMemcpy2DArrayToArray(gpuArray_t destination, size_t destination_x,
                                   size_t destination_y, gpuArray_const_t source,
                                   size_t source_x, size_t source_y, size_t width,
                                   size_t height, gpuMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, destination_x, destination_y),
                        in_array("source", source, source_x, source_y), width, height, kind));
}

/* ---- runs of bytes -------------------------------------------------------------------------- */

gpuError_t gpuMemcpyToArray(gpuArray_t destination, size_t x, size_t y, const void *source,
                            size_t size, gpuMemcpyKind kind)
{
    return copy(run_of(in_array("destination", destination, x, y), in_memory("source", source, 0),
                       size, kind));
}

gpuError_t gpuMemcpyFromArray(void *destination, gpuArray_const_t source, size_t x, size_t y,
                              size_t size, gpuMemcpyKind kind)
{
    return copy(run_of(in_memory("destination", destination, 0), in_array("source", source, x, y),
                       size, kind));
}

gpuError_t gpuMemcpyFromArray_per_thread(void *destination, gpuArray_const_t source, size_t x,
                                         size_t y, size_t size, gpuMemcpyKind kind)
{
    return copy_per_thread(run_of(in_memory("destination", destination, 0),
                                  in_array("source", source, x, y), size, kind));
}
