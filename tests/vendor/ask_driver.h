/** Questions to a driver library of CUDA: NVIDIA's, or this project's. */
#ifndef ASK_DRIVER_H
#define ASK_DRIVER_H

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>

/* What is asked, and what the questions need. They are symbols: no macro of cuda.h renames them. */
#define DRIVER_CALLS(X) \
    X(int, cuInit, (unsigned int)) \
    X(int, cuDriverGetVersion, (int *)) \
    X(int, cuGetErrorName, (int, const char **)) \
    X(int, cuGetErrorString, (int, const char **)) \
    X(int, cuDeviceGetCount, (int *)) \
    X(int, cuDeviceGet, (int *, int)) \
    X(int, cuDeviceGetAttribute, (int *, int, int)) \
    X(int, cuDevicePrimaryCtxRetain, (void **, int)) \
    X(int, cuDevicePrimaryCtxRelease_v2, (int)) \
    X(int, cuDevicePrimaryCtxReset_v2, (int)) \
    X(int, cuDevicePrimaryCtxGetState, (int, unsigned int *, int *)) \
    X(int, cuDevicePrimaryCtxSetFlags_v2, (int, unsigned int)) \
    X(int, cuCtxCreate_v2, (void **, unsigned int, int)) \
    X(int, cuCtxDestroy_v2, (void *)) \
    X(int, cuCtxPushCurrent_v2, (void *)) \
    X(int, cuCtxPopCurrent_v2, (void **)) \
    X(int, cuCtxSetCurrent, (void *)) \
    X(int, cuCtxGetCurrent, (void **)) \
    X(int, cuCtxGetDevice, (int *)) \
    X(int, cuCtxGetFlags, (unsigned int *)) \
    X(int, cuCtxGetApiVersion, (void *, unsigned int *)) \
    X(int, cuCtxGetId, (void *, unsigned long long *)) \
    X(int, cuCtxSynchronize, (void)) \
    X(int, cuCtxAttach, (void **, unsigned int)) \
    X(int, cuCtxDetach, (void *)) \
    X(int, cuCtxRecordEvent, (void *, void *)) \
    X(int, cuCtxWaitEvent, (void *, void *)) \
    X(int, cuCtxSetLimit, (int, size_t)) \
    X(int, cuCtxGetLimit, (size_t *, int)) \
    X(int, cuCtxGetStreamPriorityRange, (int *, int *)) \
    X(int, cuStreamCreate, (void **, unsigned int)) \
    X(int, cuStreamDestroy_v2, (void *)) \
    X(int, cuStreamQuery, (void *)) \
    X(int, cuStreamGetCtx, (void *, void **)) \
    X(int, cuEventCreate, (void **, unsigned int)) \
    X(int, cuEventQuery, (void *)) \
    X(int, cuEventRecord, (void *, void *)) \
    X(int, cuEventDestroy_v2, (void *)) \
    X(int, cuMemAlloc_v2, (uint64_t *, size_t)) \
    X(int, cuMemAllocPitch_v2, (uint64_t *, size_t *, size_t, size_t, unsigned int)) \
    X(int, cuMemFree_v2, (uint64_t)) \
    X(int, cuMemAllocHost_v2, (void **, size_t)) \
    X(int, cuMemHostAlloc, (void **, size_t, unsigned int)) \
    X(int, cuMemFreeHost, (void *)) \
    X(int, cuMemHostRegister_v2, (void *, size_t, unsigned int)) \
    X(int, cuMemHostUnregister, (void *)) \
    X(int, cuMemHostGetDevicePointer_v2, (uint64_t *, void *, unsigned int)) \
    X(int, cuMemHostGetFlags, (unsigned int *, void *)) \
    X(int, cuMemAllocManaged, (uint64_t *, size_t, unsigned int)) \
    X(int, cuMemAllocAsync, (uint64_t *, size_t, void *)) \
    X(int, cuMemGetAddressRange_v2, (uint64_t *, size_t *, uint64_t)) \
    X(int, cuPointerGetAttribute, (void *, int, uint64_t)) \
    X(int, cuPointerGetAttributes, (unsigned int, int *, void **, uint64_t)) \
    X(int, cuPointerSetAttribute, (const void *, int, uint64_t)) \
    X(int, cuMemsetD8_v2, (uint64_t, unsigned char, size_t)) \
    X(int, cuMemcpyHtoD_v2, (uint64_t, const void *, size_t)) \
    X(int, cuMemcpyDtoH_v2, (void *, uint64_t, size_t)) \
    X(int, cuMemcpy, (uint64_t, uint64_t, size_t)) \
    X(int, cuMemcpyDtoD_v2, (uint64_t, uint64_t, size_t)) \
    X(int, cuMemcpyDtoDAsync_v2, (uint64_t, uint64_t, size_t, void *)) \
    X(int, cuMemsetD8Async, (uint64_t, unsigned char, size_t, void *)) \
    X(int, cuMemcpy2D_v2, (const CUDA_MEMCPY2D *)) \
    X(int, cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *)) \
    X(int, cuMemcpy3D_v2, (const CUDA_MEMCPY3D *)) \
    X(int, cuArrayCreate_v2, (void **, const CUDA_ARRAY_DESCRIPTOR *)) \
    X(int, cuArray3DCreate_v2, (void **, const CUDA_ARRAY3D_DESCRIPTOR *)) \
    X(int, cuArrayDestroy, (void *)) \
    X(int, cuMemAddressReserve, (uint64_t *, size_t, size_t, uint64_t, unsigned long long)) \
    X(int, cuMemAddressFree, (uint64_t, size_t)) \
    X(int, cuMemCreate, (unsigned long long *, size_t, const CUmemAllocationProp *, \
                         unsigned long long)) \
    X(int, cuMemRelease, (unsigned long long)) \
    X(int, cuMemMap, (uint64_t, size_t, size_t, unsigned long long, unsigned long long)) \
    X(int, cuMemUnmap, (uint64_t, size_t)) \
    X(int, cuMemSetAccess, (uint64_t, size_t, const CUmemAccessDesc *, size_t)) \
    X(int, cuGetProcAddress_v2, (const char *, void **, int, uint64_t, int *)) \
    X(int, cuModuleLoadData, (void **, const void *)) \
    X(int, cuModuleGetFunction, (void **, void *, const char *)) \
    X(int, cuModuleUnload, (void *)) \
    X(int, cuFuncGetAttribute, (int *, int, void *))

#define DRIVER_MEMBER(result, name, arguments) result (*name##_) arguments;

struct driver {
    void *library;
    DRIVER_CALLS(DRIVER_MEMBER)
};

/** The library that is asked. */
extern struct driver driver;

/** The library's function of this name; ends the program if it has none. */
void *driver_find(const char *name);

/** Calls a function that is not in the table above. Its type is that of cuda.h, whose macros give
 *  it its symbol. */
#define DRIVER_STRING_OF(name) #name
#define DRIVER_STRING(name) DRIVER_STRING_OF(name)
#define DRIVER_CALL(function, ...) \
    (*(__typeof__(&function))driver_find(DRIVER_STRING(function)))(__VA_ARGS__)

/** Prints "group.question: answer"; the question by a format. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/** A context of device 0 is created and current; ends the program if that fails. */
void *need_context(void);

/* The groups. */
void ask_before_init(void);
void ask_errors(void);
void ask_device_attributes(void);
void ask_entry_points(const char *names_file);
void ask_contexts(void);
void ask_matrix(int length, int part, int parts);
void ask_once(int length, int part, int parts);
void ask_stacks(int length);
void ask_pointers(void);
void ask_copies(void);
void ask_lost(void);
void ask_sync_values(void);
void ask_sync_ends(void);
void ask_streams(void);
void ask_small(void);
void ask_word_waits(void);
void ask_runtime(const char *path, int part, int parts);
void ask_ptx(void);
void ask_runtime_libraries(const char *path);
void ask_textures(void);

#endif
