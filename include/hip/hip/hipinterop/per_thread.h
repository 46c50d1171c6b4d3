/** The other symbols that functions have in programs whose NULL stream is the stream of the
 *  calling thread. */
#ifndef GPUINTEROP_HIP_PER_THREAD_H
#define GPUINTEROP_HIP_PER_THREAD_H

/* A program says so by defining this before it includes the header, or with a compiler option. */
#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#define hipStreamQuery hipStreamQuery_spt
#define hipStreamSynchronize hipStreamSynchronize_spt
#define hipStreamWaitEvent hipStreamWaitEvent_spt
#define hipStreamAddCallback hipStreamAddCallback_spt
#define hipLaunchHostFunc hipLaunchHostFunc_spt
#define hipStreamGetFlags hipStreamGetFlags_spt
#define hipEventRecord hipEventRecord_spt
#define hipMemset hipMemset_spt
#define hipMemsetAsync hipMemsetAsync_spt
#define hipMemcpy hipMemcpy_spt
#define hipMemcpyAsync hipMemcpyAsync_spt
#endif

#endif
