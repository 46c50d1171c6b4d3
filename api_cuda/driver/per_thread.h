/** The second symbols of functions that use the default stream.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_PER_THREAD_H
#define GICUDA_DRIVER_PER_THREAD_H

#include "driver.h"

CUresult cuMemcpy_ptds(CUdeviceptr destination, CUdeviceptr source, size_t size);
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr destination, const void *source, size_t size);
CUresult cuMemcpyDtoH_v2_ptds(void *destination, CUdeviceptr source, size_t size);
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr destination, CUdeviceptr source, size_t size);
CUresult cuMemsetD8_v2_ptds(CUdeviceptr pointer, unsigned char value, size_t count);
CUresult cuMemsetD16_v2_ptds(CUdeviceptr pointer, unsigned short value, size_t count);
CUresult cuMemsetD32_v2_ptds(CUdeviceptr pointer, unsigned int value, size_t count);
CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpyAsync_ptsz(CUdeviceptr destination, CUdeviceptr source, size_t size,
                            CUstream stream);
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr destination, const void *source, size_t size,
                                   CUstream stream);
CUresult cuMemcpyDtoHAsync_v2_ptsz(void *destination, CUdeviceptr source, size_t size,
                                   CUstream stream);
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr destination, CUdeviceptr source, size_t size,
                                   CUstream stream);
CUresult cuMemsetD8Async_ptsz(CUdeviceptr pointer, unsigned char value, size_t count,
                              CUstream stream);
CUresult cuMemsetD16Async_ptsz(CUdeviceptr pointer, unsigned short value, size_t count,
                               CUstream stream);
CUresult cuMemsetD32Async_ptsz(CUdeviceptr pointer, unsigned int value, size_t count,
                               CUstream stream);
CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *copy, CUstream stream);
CUresult cuStreamQuery_ptsz(CUstream stream);
CUresult cuStreamSynchronize_ptsz(CUstream stream);
CUresult cuStreamWaitEvent_ptsz(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback_ptsz(CUstream stream, CUstreamCallback callback, void *user_data,
                                  unsigned int flags);
CUresult cuLaunchHostFunc_ptsz(CUstream stream, CUhostFn function, void *user_data);
CUresult cuStreamGetFlags_ptsz(CUstream stream, unsigned int *flags);
CUresult cuStreamGetPriority_ptsz(CUstream stream, int *priority);
CUresult cuStreamGetId_ptsz(CUstream stream, unsigned long long *id);
CUresult cuStreamGetDevice_ptsz(CUstream stream, CUdevice *device);
CUresult cuEventRecord_ptsz(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags_ptsz(CUevent event, CUstream stream, unsigned int flags);
CUresult cuStreamGetCtx_ptsz(CUstream stream, CUcontext *context);

#endif
