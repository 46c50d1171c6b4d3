/** Matrix instructions (nvcuda::wmma), which kernels cannot use yet. */
#ifndef GPUINTEROP_CUDA_MMA_H
#define GPUINTEROP_CUDA_MMA_H

#ifdef __CUDACC__
#error "gpuinterop: kernels cannot use matrix instructions (wmma, mma) yet; \
compile the program's way for devices below compute capability 7.0 instead"
#endif

#endif
