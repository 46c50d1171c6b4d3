/** Differences from CUDA 13 for programs built for CUDA 12: structs that have another layout or end
 *  earlier, and functions with other arguments. */
#ifndef GICUDA_V12_H
#define GICUDA_V12_H

#include "names.h"

#include "cuda_runtime_api.h"

/** Device properties of CUDA 12. Mirrors: cudaDeviceProp of CUDA 12.9. */
struct cudaDeviceProp_v12 {
    char name[256];                            /* zero-terminated, UTF-8 */
    cudaUUID_t uuid;                           /* as Vulkan reports it */
    char luid[8];                              /* zero on Linux */
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem;                     /* bytes of device memory */
    size_t sharedMemPerBlock;                  /* bytes */
    int regsPerBlock;
    int warpSize;                              /* threads that run in step */
    size_t memPitch;                           /* bytes; the largest pitch of a copy */
    int maxThreadsPerBlock;
    int maxThreadsDim[3];                      /* x, y, z */
    int maxGridSize[3];                        /* x, y, z */
    int clockRate;                             /* kHz; 0 where unknown */
    size_t totalConstMem;                      /* bytes */
    int major;
    int minor;
    size_t textureAlignment;                   /* bytes */
    size_t texturePitchAlignment;              /* bytes */
    int deviceOverlap;                         /* 1 if copies run at the same time as other work */
    int multiProcessorCount;                   /* 0 where unknown */
    int kernelExecTimeoutEnabled;
    int integrated;                            /* 1 if it shares memory with the host */
    int canMapHostMemory;                      /* 1 if the device reads host memory */
    int computeMode;
    int maxTexture1D;
    int maxTexture1DMipmap;
    int maxTexture1DLinear;                    /* texels */
    int maxTexture2D[2];
    int maxTexture2DMipmap[2];
    int maxTexture2DLinear[3];
    int maxTexture2DGather[2];
    int maxTexture3D[3];
    int maxTexture3DAlt[3];
    int maxTextureCubemap;
    int maxTexture1DLayered[2];
    int maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2];
    int maxSurface1D;
    int maxSurface2D[2];
    int maxSurface3D[3];
    int maxSurface1DLayered[2];
    int maxSurface2DLayered[3];
    int maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;                   /* bytes */
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount;                      /* copies that run at the same time as kernels */
    int unifiedAddressing;
    int memoryClockRate;                       /* kHz; 0 where unknown */
    int memoryBusWidth;                        /* bits; 0 where unknown */
    int l2CacheSize;                           /* bytes; 0 where unknown */
    int persistingL2CacheMaxSize;              /* bytes */
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;         /* bytes */
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;             /* bytes */
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;             /* bytes */
    size_t reservedSharedMemPerBlock;          /* bytes */
    int hostRegisterSupported;
    int sparseCudaArraySupported;
    int hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported;     /* 1 if timeline semaphores can be imported */
    int memoryPoolsSupported;
    int gpuDirectRDMASupported;
    unsigned int gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned int memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported;
    int ipcEventSupported;
    int clusterLaunch;
    int unifiedFunctionPointers;
    int reserved[63];                          /* zero */
};

/** Device properties of CUDA 11: those of CUDA 12 up to this member. */
#define GICUDA_LAST_OF_V11 reservedSharedMemPerBlock

/** Mirrors: cudaPointerAttributes of CUDA 12.9. */
struct cudaPointerAttributes_v12 {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
};

/** Mirrors: cudaExternalSemaphoreSignalParams_v1 of CUDA 12.9, which programs built for CUDA 11.1
 *  pass. */
struct cudaExternalSemaphoreSignalParams_v1 {
    struct {
        GPUINTEROP_EXTERNAL_SIGNAL;
    } params;
    unsigned int flags;
};

/** Mirrors: cudaExternalSemaphoreWaitParams_v1 of CUDA 12.9. */
struct cudaExternalSemaphoreWaitParams_v1 {
    struct {
        GPUINTEROP_EXTERNAL_WAIT;
    } params;
    unsigned int flags;
};

/* The descriptors of imports end before the reserved words of CUDA 13's. */

/** Mirrors: cudaExternalMemoryHandleDesc of CUDA 12.9. */
struct cudaExternalMemoryHandleDesc_v12 {
    enum cudaExternalMemoryHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(nvSciBufObject);
    unsigned long long size;
    unsigned int flags;
};

/** Mirrors: cudaExternalMemoryBufferDesc of CUDA 12.9. */
struct cudaExternalMemoryBufferDesc_v12 {
    unsigned long long offset;
    unsigned long long size;
    unsigned int flags;
};

/** Mirrors: cudaExternalMemoryMipmappedArrayDesc of CUDA 12.9. */
struct cudaExternalMemoryMipmappedArrayDesc_v12 {
    unsigned long long offset;
    struct cudaChannelFormatDesc formatDesc;
    struct cudaExtent extent;
    unsigned int flags;
    unsigned int numLevels;
};

/** Mirrors: cudaExternalSemaphoreHandleDesc of CUDA 12.9. */
struct cudaExternalSemaphoreHandleDesc_v12 {
    enum cudaExternalSemaphoreHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(nvSciSyncObj);
    unsigned int flags;
};

/** Mirrors: cudaResourceDesc of CUDA 12.9. */
struct cudaResourceDesc_v12 {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
    } res;
};

/** Mirrors: cudaResourceViewDesc of CUDA 12.9. */
struct cudaResourceViewDesc_v12 {
    enum cudaResourceViewFormat format;
    size_t width;
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
};

/* From here on, names have their meaning of CUDA 12. names.h lists what CUDA 13's are renamed
 * to. */
#undef cudaCreateSurfaceObject
#undef cudaCreateTextureObject
#undef cudaGetDeviceProperties
#undef cudaGetSurfaceObjectResourceDesc
#undef cudaGetTextureObjectResourceDesc
#undef cudaGetTextureObjectResourceViewDesc
#undef cudaGraphAddDependencies
#undef cudaGraphAddNode
#undef cudaGraphGetEdges
#undef cudaGraphNodeGetDependencies
#undef cudaGraphNodeGetDependentNodes
#undef cudaGraphRemoveDependencies
#undef cudaMemAdvise
#undef cudaMemPrefetchAsync
#undef cudaMemPrefetchAsync_ptsz
#undef cudaMemcpy3DBatchAsync
#undef cudaMemcpy3DBatchAsync_ptsz
#undef cudaMemcpyBatchAsync
#undef cudaMemcpyBatchAsync_ptsz
#undef cudaPointerGetAttributes
#undef cudaRuntimeGetVersion
#undef cudaSignalExternalSemaphoresAsync
#undef cudaSignalExternalSemaphoresAsync_ptsz
#undef cudaStreamGetCaptureInfo
#undef cudaStreamGetCaptureInfo_ptsz
#undef cudaStreamUpdateCaptureDependencies
#undef cudaStreamUpdateCaptureDependencies_ptsz
#undef cudaWaitExternalSemaphoresAsync
#undef cudaWaitExternalSemaphoresAsync_ptsz

#ifdef __cplusplus
extern "C" {
#endif

/* Each does what the CUDA 13 function does that it calls, with the same errors. */

/** Devices; the name without a suffix fills in the properties of CUDA 11. */
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp_v12 *properties, int device);
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp_v12 *properties, int device);
cudaError_t cudaRuntimeGetVersion(int *version);

/** Memory. A device of cudaCpuDeviceId is the host. Parameter fail_index: the number of the
 *  failing copy, or count if no copy can be named; may be NULL. */
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes_v12 *attributes,
                                     const void *pointer);
cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          int device);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                 cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size, int device,
                                      cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync(void **destinations, void **sources, size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attributes,
                                 size_t *attribute_starts, size_t attribute_count,
                                 size_t *fail_index, cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync_ptsz(void **destinations, void **sources, size_t *sizes,
                                      size_t count, struct cudaMemcpyAttributes *attributes,
                                      size_t *attribute_starts, size_t attribute_count,
                                      size_t *fail_index, cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                   size_t *fail_index, unsigned long long flags,
                                   cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                        size_t *fail_index, unsigned long long flags,
                                        cudaStream_t stream);

/** Semaphores. Names without a suffix take the parameters of CUDA 11.1. */
cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams_v1 *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams_v1 *parameters, unsigned int count,
    cudaStream_t stream);

/** Textures and surfaces. */
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc_v12 *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc_v12 *view);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc_v12 *resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc_v12 *view,
                                                 cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc_v12 *resource);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc_v12 *resource,
                                             cudaSurfaceObject_t object);

/** Streams and events. */
cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id);
cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream,
                                          enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies,
                                        size_t *dependency_count);
cudaError_t cudaStreamGetCaptureInfo_v2_ptsz(cudaStream_t stream,
                                             enum cudaStreamCaptureStatus *status,
                                             unsigned long long *id, cudaGraph_t *graph,
                                             const cudaGraphNode_t **dependencies,
                                             size_t *dependency_count);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                size_t count, unsigned int flags);
cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream,
                                                     cudaGraphNode_t *dependencies, size_t count,
                                                     unsigned int flags);

/** Graphs, whose edges have no data. */
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, size_t count,
                             struct cudaGraphNodeParams *params);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           size_t *count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t count);

/** Names from before CUDA 4. A function of threads acts on the current device. Numbers are the
 *  same for device and host. */
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaSetDoubleForDevice(double *number);
cudaError_t cudaSetDoubleForHost(double *number);

#ifdef __cplusplus
}
#endif

#endif
