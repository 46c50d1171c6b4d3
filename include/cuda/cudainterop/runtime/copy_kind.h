/** Directions of copies, and types of memory. */
#ifndef GPUINTEROP_CUDA_COPY_KIND_H
#define GPUINTEROP_CUDA_COPY_KIND_H

/** The direction of a copy. */
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4                              /* inferred from the pointers */
};

/** The type of the memory that a pointer points to. */
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,                    /* host memory the library does not know */
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

#endif
