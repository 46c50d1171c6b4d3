/** The handles that nearly everything takes. */
#ifndef GPUINTEROP_CUDA_HANDLES_H
#define GPUINTEROP_CUDA_HANDLES_H

/** A stream and an event. Both hold a number and not an address: a handle that was destroyed, or
 *  is of the other kind, is an error and never a crash. The two front ends share them: a
 *  cudaStream_t cast to hipStream_t is the same stream. */
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;


#endif
