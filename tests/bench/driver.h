/** CUDA's driver interface as a table of calls: this project's, or the vendor's. */
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include <cuda.h>
#include <stddef.h>

/** The functions that are measured, and what they need. All have had these names since CUDA 4. */
#define BENCH_DRIVER_CALLS(X) \
    X(cuCtxGetCurrent, CUresult, (CUcontext *)) \
    X(cuCtxSetCurrent, CUresult, (CUcontext)) \
    X(cuCtxPushCurrent, CUresult, (CUcontext)) \
    X(cuCtxPopCurrent, CUresult, (CUcontext *)) \
    X(cuCtxGetDevice, CUresult, (CUdevice *)) \
    X(cuCtxGetFlags, CUresult, (unsigned int *)) \
    X(cuCtxSynchronize, CUresult, (void)) \
    X(cuCtxCreate, CUresult, (CUcontext *, unsigned int, CUdevice)) \
    X(cuCtxDestroy, CUresult, (CUcontext)) \
    X(cuDeviceGetCount, CUresult, (int *)) \
    X(cuDeviceGetUuid, CUresult, (CUuuid *, CUdevice)) \
    X(cuDeviceGetAttribute, CUresult, (int *, CUdevice_attribute, CUdevice)) \
    X(cuDevicePrimaryCtxRetain, CUresult, (CUcontext *, CUdevice)) \
    X(cuDevicePrimaryCtxRelease, CUresult, (CUdevice)) \
    X(cuEventCreate, CUresult, (CUevent *, unsigned int)) \
    X(cuEventDestroy, CUresult, (CUevent)) \
    X(cuEventQuery, CUresult, (CUevent)) \
    X(cuEventRecord, CUresult, (CUevent, CUstream)) \
    X(cuInit, CUresult, (unsigned int)) \
    X(cuMemAlloc, CUresult, (CUdeviceptr *, size_t)) \
    X(cuLaunchKernel, CUresult, (CUfunction, unsigned int, unsigned int, unsigned int, \
                                 unsigned int, unsigned int, unsigned int, unsigned int, \
                                 CUstream, void **, void **)) \
    X(cuModuleGetFunction, CUresult, (CUfunction *, CUmodule, const char *)) \
    X(cuModuleLoadData, CUresult, (CUmodule *, const void *)) \
    X(cuMemFree, CUresult, (CUdeviceptr)) \
    X(cuMemGetAddressRange, CUresult, (CUdeviceptr *, size_t *, CUdeviceptr)) \
    X(cuMemcpyDtoDAsync, CUresult, (CUdeviceptr, CUdeviceptr, size_t, CUstream)) \
    X(cuMemsetD8Async, CUresult, (CUdeviceptr, unsigned char, size_t, CUstream)) \
    X(cuPointerGetAttribute, CUresult, (void *, CUpointer_attribute, CUdeviceptr)) \
    X(cuPointerGetAttributes, CUresult, (unsigned int, CUpointer_attribute *, void **, \
                                         CUdeviceptr)) \
    X(cuStreamCreate, CUresult, (CUstream *, unsigned int)) \
    X(cuStreamDestroy, CUresult, (CUstream)) \
    X(cuStreamQuery, CUresult, (CUstream)) \
    X(cuStreamSynchronize, CUresult, (CUstream)) \
    X(cuStreamWaitEvent, CUresult, (CUstream, CUevent, unsigned int))

#define BENCH_DRIVER_MEMBER(name, result, arguments) result (*call_##name) arguments;

struct bench_driver {
    BENCH_DRIVER_CALLS(BENCH_DRIVER_MEMBER)
};

/** The functions of libcudainterop's driver interface. */
const struct bench_driver *bench_driver_ours(void);

/** The vendor's: of the file that GPUINTEROP_VENDOR_CUDA names, else of libcuda.so.1 where the
 *  loader finds one that is not this project's.
 *  Returns: NULL if there is none, or it lacks a function. */
const struct bench_driver *bench_driver_vendor(void);

/** The number of the device under test; -1 if the library does not list it. */
int bench_driver_device(const struct bench_driver *driver);

#endif
