/** Copies of rows and of runs of bytes to, from and between arrays. */
#include "array_copy.h"

#include "copy.h"
#include "front.h"
#include "handles.h"
#include "per_thread.h"

static struct gi_copy_side in_array(const char *name, cudaArray_const_t array, size_t x, size_t y)
{
    return (struct gi_copy_side){ .name = name, .said = GI_SAID_ARRAY,
                                  .array = gicuda_from_array(array), .x = x, .y = y };
}

static struct gi_copy_side in_memory(const char *name, const void *pointer, size_t pitch)
{
    return (struct gi_copy_side){ .name = name, .pointer = gicuda_from_pointer(pointer),
                                  .pitch = pitch };
}

static struct gi_copy rows_of(struct gi_copy_side to, struct gi_copy_side from, size_t width,
                                   size_t height, enum cudaMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_BYTES, .dst = to, .src = from, .width = width,
                                  .height = height, .depth = 1, .kind = (int)kind };
}

static struct gi_copy run_of(struct gi_copy_side to, struct gi_copy_side from, size_t size,
                                  enum cudaMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_RUN, .dst = to, .src = from, .width = size,
                                  .height = 1, .depth = 1, .kind = (int)kind };
}

static cudaError_t copy(struct gi_copy form)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_legacy()));
}

static cudaError_t copy_per_thread(struct gi_copy form)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_thread()));
}

static cudaError_t copy_async(struct gi_copy form, cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_stream(gicuda_from_stream(stream))));
}

/* ---- rows ----------------------------------------------------------------------------------- */

cudaError_t cudaMemcpy2DToArray(cudaArray_t destination, size_t x, size_t y, const void *source,
                                size_t source_pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, x, y),
                        in_memory("source", source, source_pitch), width, height, kind));
}

cudaError_t cudaMemcpy2DToArray_ptds(cudaArray_t destination, size_t x, size_t y,
                                     const void *source, size_t source_pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_array("destination", destination, x, y),
                                   in_memory("source", source, source_pitch), width, height,
                                   kind));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t destination, size_t x, size_t y,
                                     const void *source, size_t source_pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_async(rows_of(in_array("destination", destination, x, y),
                              in_memory("source", source, source_pitch), width, height, kind),
                      stream);
}

cudaError_t cudaMemcpy2DFromArray(void *destination, size_t destination_pitch,
                                  cudaArray_const_t source, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind)
{
    return copy(rows_of(in_memory("destination", destination, destination_pitch),
                        in_array("source", source, x, y), width, height, kind));
}

cudaError_t cudaMemcpy2DFromArray_ptds(void *destination, size_t destination_pitch,
                                       cudaArray_const_t source, size_t x, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_memory("destination", destination, destination_pitch),
                                   in_array("source", source, x, y), width, height, kind));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *destination, size_t destination_pitch,
                                       cudaArray_const_t source, size_t x, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream)
{
    return copy_async(rows_of(in_memory("destination", destination, destination_pitch),
                              in_array("source", source, x, y), width, height, kind),
                      stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t destination, size_t destination_x,
                                     size_t destination_y, cudaArray_const_t source,
                                     size_t source_x, size_t source_y, size_t width,
                                     size_t height, enum cudaMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, destination_x, destination_y),
                        in_array("source", source, source_x, source_y), width, height, kind));
}

cudaError_t cudaMemcpy2DArrayToArray_ptds(cudaArray_t destination, size_t destination_x,
                                          size_t destination_y, cudaArray_const_t source,
                                          size_t source_x, size_t source_y, size_t width,
                                          size_t height, enum cudaMemcpyKind kind)
{
    return copy_per_thread(
        rows_of(in_array("destination", destination, destination_x, destination_y),
                in_array("source", source, source_x, source_y), width, height, kind));
}

/* ---- runs of bytes -------------------------------------------------------------------------- */

cudaError_t cudaMemcpyToArray(cudaArray_t destination, size_t x, size_t y, const void *source,
                              size_t size, enum cudaMemcpyKind kind)
{
    return copy(run_of(in_array("destination", destination, x, y), in_memory("source", source, 0),
                       size, kind));
}

cudaError_t cudaMemcpyToArray_ptds(cudaArray_t destination, size_t x, size_t y, const void *source,
                                   size_t size, enum cudaMemcpyKind kind)
{
    return copy_per_thread(run_of(in_array("destination", destination, x, y),
                                  in_memory("source", source, 0), size, kind));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t destination, size_t x, size_t y, const void *source,
                                   size_t size, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_async(run_of(in_array("destination", destination, x, y),
                             in_memory("source", source, 0), size, kind),
                      stream);
}

cudaError_t cudaMemcpyFromArray(void *destination, cudaArray_const_t source, size_t x, size_t y,
                                size_t size, enum cudaMemcpyKind kind)
{
    return copy(run_of(in_memory("destination", destination, 0), in_array("source", source, x, y),
                       size, kind));
}

cudaError_t cudaMemcpyFromArray_ptds(void *destination, cudaArray_const_t source, size_t x,
                                     size_t y, size_t size, enum cudaMemcpyKind kind)
{
    return copy_per_thread(run_of(in_memory("destination", destination, 0),
                                  in_array("source", source, x, y), size, kind));
}

cudaError_t cudaMemcpyFromArrayAsync(void *destination, cudaArray_const_t source, size_t x,
                                     size_t y, size_t size, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    return copy_async(run_of(in_memory("destination", destination, 0),
                             in_array("source", source, x, y), size, kind),
                      stream);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t destination, size_t destination_x,
                                   size_t destination_y, cudaArray_const_t source, size_t source_x,
                                   size_t source_y, size_t size, enum cudaMemcpyKind kind)
{
    return copy(run_of(in_array("destination", destination, destination_x, destination_y),
                       in_array("source", source, source_x, source_y), size, kind));
}

cudaError_t cudaMemcpyArrayToArray_ptds(cudaArray_t destination, size_t destination_x,
                                        size_t destination_y, cudaArray_const_t source,
                                        size_t source_x, size_t source_y, size_t size,
                                        enum cudaMemcpyKind kind)
{
    return copy_per_thread(
        run_of(in_array("destination", destination, destination_x, destination_y),
               in_array("source", source, source_x, source_y), size, kind));
}
