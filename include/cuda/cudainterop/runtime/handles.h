/** The handles of streams and events. */
#ifndef GPUINTEROP_CUDA_HANDLES_H
#define GPUINTEROP_CUDA_HANDLES_H

/** Handles of a stream and an event. A handle is a number, not an address. A stale handle, or
 *  one of another kind, gives an error and never a crash. The two front ends share them: a
 *  cudaStream_t cast to hipStream_t is the same stream. */
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

/** A kernel of device code, on every device, and a kernel that is loaded on one. */
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUfunc_st *cudaFunction_t;

/** Device code that a program loads by itself. */
typedef struct CUlib_st *cudaLibrary_t;

#endif
