/** Symbols that no header of today declares.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_LEGACY_H
#define GICUDA_DRIVER_LEGACY_H

#include "driver.h"

#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPushCurrent
#undef cuCtxPopCurrent
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuDeviceGetUuid
#undef cuMemHostRegister
#undef cuStreamDestroy
#undef cuEventDestroy
#undef cuEventElapsedTime
#undef cuGetProcAddress
#undef cuGraphicsResourceSetMapFlags
#undef cuIpcOpenMemHandle
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuLinkCreate
#undef cuMemAdvise
#undef cuMemPrefetchAsync
#undef cuStreamWaitValue32
#undef cuStreamWaitValue64
#undef cuStreamWriteValue32
#undef cuStreamWriteValue64
#undef cuStreamBatchMemOp

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);
CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags);
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *link);
CUresult cuLinkAddData(CUlinkState link, CUjitInputType type, void *image, size_t size,
                       const char *name, unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState link, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);
CUresult cuTexRefSetAddress2D_v2(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                                 CUdeviceptr pointer, size_t pitch);
CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags);
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                             unsigned int flags);
CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                                  unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                             unsigned int flags);
CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                                  unsigned int flags);
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                              unsigned int flags);
CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                                   unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                              unsigned int flags);
CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                                   unsigned int flags);
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *operations, unsigned int flags);
CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count,
                                 CUstreamBatchMemOpParams *operations, unsigned int flags);
CUresult cuMemAdvise(CUdeviceptr pointer, size_t size, CUmem_advise advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t size, CUdevice device, CUstream stream);
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr pointer, size_t size, CUdevice device,
                                 CUstream stream);

#endif
