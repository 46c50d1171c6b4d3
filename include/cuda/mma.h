/** Products of matrices by the threads of a warp (nvcuda::wmma), in sources with device code.
 *
 *  All 32 threads of a warp call each function together, with equal arguments besides the
 *  fragments. CUDA leaves open which elements a thread has; all fragments of one type agree.
 *  Strides count elements. A matrix begins at a multiple of 32 bytes, and its stride is a multiple
 *  of 16 bytes, for example of 8 numbers of 16 bits.
 *
 *  Device code has these names from compute capability 7.0 on, as with CUDA. Factors of 8 bits need
 *  7.2, and those of s4, u4 and b1 need 7.5. Factors of __nv_bfloat16, tf32 and double need 8.0, as
 *  does bmmaBitOpAND. */
#ifndef GPUINTEROP_CUDA_MMA_H
#define GPUINTEROP_CUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(GPUINTEROP_DEVICE_CODE) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
#include "cudainterop/device/matrix_fragment.h"
#include "cudainterop/device/matrix_memory.h"
#include "cudainterop/device/matrix_product.h"
#endif

#endif
