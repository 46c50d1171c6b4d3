/** Copies of rows and of runs of bytes to, from and between arrays. */
#include "copy_sides.h"
#include "per_thread.h"

cudaError_t cudaMemcpy2DArrayToArray_ptds(cudaArray_t destination, size_t destination_x,
                                          size_t destination_y, cudaArray_const_t source,
                                          size_t source_x, size_t source_y, size_t width,
                                          size_t height, enum cudaMemcpyKind kind)
{
    return copy_per_thread(
        rows_of(in_array("destination", destination, destination_x, destination_y),
                in_array("source", source, source_x, source_y), width, height, kind));
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
