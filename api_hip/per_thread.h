/** The symbols that programs link to whose default stream is the calling thread's own; the public
 *  header gives them their names by macros, so it does not declare them. */
#ifndef GIHIP_PER_THREAD_H
#define GIHIP_PER_THREAD_H

#include "hip/hip_runtime_api.h"

hipError_t hipStreamQuery_spt(hipStream_t stream);
hipError_t hipStreamSynchronize_spt(hipStream_t stream);
hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags);
hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback,
                                    void *user_data, unsigned int flags);
hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void *user_data);
hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags);
hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream);
hipError_t hipMemset_spt(void *pointer, int value, size_t size);
hipError_t hipMemsetAsync_spt(void *pointer, int value, size_t size, hipStream_t stream);
hipError_t hipMemcpy_spt(void *destination, const void *source, size_t size,
                         hipMemcpyKind kind);
hipError_t hipMemcpyAsync_spt(void *destination, const void *source, size_t size,
                              hipMemcpyKind kind, hipStream_t stream);

#endif
