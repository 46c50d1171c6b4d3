/** Where a copy goes, and what a pointer points to. */
#ifndef GPUINTEROP_CUDA_COPY_KIND_H
#define GPUINTEROP_CUDA_COPY_KIND_H

/** From where to where a copy goes. */
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4                              /* told from the pointers */
};

/** What a pointer points to. */
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,                    /* host memory the library does not know */
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

#endif
