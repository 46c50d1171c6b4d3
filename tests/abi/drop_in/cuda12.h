/** What a program knows that was built for CUDA 12: names, numbers and layouts of that version's
 *  headers, as far as cuda12.c uses them. */
#ifndef DROP_IN_CUDA12_H
#define DROP_IN_CUDA12_H

#include <stddef.h>

typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;

#define cudaErrorInvalidValue 1
#define cudaErrorNotSupported 801
#define cudaCpuDeviceId (-1)

struct cudaDeviceProp {                                          /* 1032 bytes */
    char name[256], uuid[16], luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;                    /* at 288 */
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;                                            /* at 360 */
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount;                      /* at 384 */
    char between[1032 - 392];
};

struct cudaKernelNodeParams {                                    /* 56 bytes */
    void *func;
    unsigned int grid[3], block[3], sharedMemBytes;
    void **kernelParams, **extra;
};

struct cudaPointerAttributes {                                   /* 24 bytes */
    int type, device;
    void *devicePointer, *hostPointer;
};

struct cudaExternalMemoryHandleDesc {                            /* 40 bytes */
    int type;
    union {
        int fd;
        void *room[2];
    } handle;
    unsigned long long size;
    unsigned int flags;
};

struct cudaExternalMemoryBufferDesc {                            /* 24 bytes */
    unsigned long long offset, size;
    unsigned int flags;
};

struct cudaExternalSemaphoreHandleDesc {                         /* 32 bytes */
    int type;
    union {
        int fd;
        void *room[2];
    } handle;
    unsigned int flags;
};

struct cudaExternalSemaphoreSignalParams {                       /* 144 bytes */
    struct {
        struct {
            unsigned long long value;
        } fence;
        unsigned long long nvSciSync, key;
        unsigned int reserved[12];
    } params;
    unsigned int flags, reserved[16];
};

struct cudaExternalSemaphoreWaitParams {                         /* 144 bytes */
    struct {
        struct {
            unsigned long long value;
        } fence;
        unsigned long long nvSciSync;
        struct {
            unsigned long long key;
            unsigned int timeoutMs;
        } keyedMutex;
        unsigned int reserved[10];
    } params;
    unsigned int flags, reserved[16];
};

struct cudaExternalSemaphoreSignalParams_v1 {                    /* 32 bytes */
    unsigned long long value, nvSciSync, key;
    unsigned int flags;
};

struct cudaExternalSemaphoreWaitParams_v1 {                      /* 40 bytes */
    unsigned long long value, nvSciSync;
    struct {
        unsigned long long key;
        unsigned int timeoutMs;
    } keyedMutex;
    unsigned int flags;
};

struct cudaMemLocation {
    int type, id;
};

struct cudaMemcpyAttributes {                                    /* 24 bytes */
    int srcAccessOrder;
    struct cudaMemLocation srcLocHint, dstLocHint;
    unsigned int flags;
};

struct cudaChannelFormatDesc {
    int x, y, z, w, f;
};

struct cudaResourceDesc {                                        /* 64 bytes */
    int resType;
    union {
        void *array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        size_t words[7];
    } res;
};

struct cudaTextureDesc {                                         /* 72 bytes */
    int addressMode[3], filterMode, readMode, sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

struct cudaResourceViewDesc {                                    /* 48 bytes */
    int format;
    size_t width, height, depth;
    unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};

/* The names that the header gives to other symbols. */
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
#define cudaSignalExternalSemaphoresAsync cudaSignalExternalSemaphoresAsync_v2
#define cudaWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync_v2

cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaMallocArray(void **array, const struct cudaChannelFormatDesc *format, size_t width,
                            size_t height, unsigned int flags);
cudaError_t cudaFreeArray(void *array);
cudaError_t cudaCreateTextureObject(unsigned long long *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(unsigned long long object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             unsigned long long object);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                 unsigned long long object);
cudaError_t cudaCreateSurfaceObject(unsigned long long *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(unsigned long long object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             unsigned long long object);
cudaError_t cudaGetLastError(void);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, int kind);
cudaError_t cudaMemset(void *pointer, int value, size_t size);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer);
cudaError_t cudaMemAdvise(const void *pointer, size_t size, int advice, int device);
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t size, int advice,
                             struct cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                 cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t size,
                                    struct cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size, int attribute,
                                     const void *pointer, size_t size);
cudaError_t cudaMemcpyBatchAsync(void **to, void **from, size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attributes, size_t *starts,
                                 size_t attribute_count, size_t *fail_index, cudaStream_t stream);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, unsigned long long *id);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, int *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                                        size_t *count);
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, int *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                                        const void **edges, size_t *count);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                size_t count, unsigned int flags);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                   const void *edges, size_t count,
                                                   unsigned int flags);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *params);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, int attribute,
                                            const void *value);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, int attribute, void *value);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination, cudaGraphNode_t source);
cudaError_t cudaLibraryLoadData(void **library, const void *code, int *options, void **values,
                                unsigned int count, int *library_options, void **library_values,
                                unsigned int library_count);
cudaError_t cudaLibraryGetKernel(void **kernel, void *library, const char *name);
cudaError_t cudaLibraryUnload(void *library);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before, size_t count, void *params);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *before, const void *edges, size_t count,
                                void *params);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const void *edges,
                                        size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to, const void *edges,
                                           size_t count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              size_t *count);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 void *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         size_t *count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                            void *edges, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                              void *edges, size_t *count);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory,
                                     const struct cudaExternalMemoryHandleDesc *descriptor);
cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **pointer, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryBufferDesc *descriptor);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                        const struct cudaExternalSemaphoreHandleDesc *descriptor);
cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);

cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadGetLimit(size_t *value, int limit);
cudaError_t cudaThreadSetLimit(int limit, size_t value);
cudaError_t cudaThreadGetCacheConfig(int *config);
cudaError_t cudaThreadSetCacheConfig(int config);
cudaError_t cudaSetDoubleForDevice(double *number);
cudaError_t cudaSetDoubleForHost(double *number);

/* The symbols without an ending, which mean what they meant in CUDA 11. */
cudaError_t old_properties(struct cudaDeviceProp *properties, int device)
    __asm__("cudaGetDeviceProperties");
cudaError_t old_signal(const cudaExternalSemaphore_t *semaphores,
                       const struct cudaExternalSemaphoreSignalParams_v1 *parameters,
                       unsigned int count, cudaStream_t stream)
    __asm__("cudaSignalExternalSemaphoresAsync");
cudaError_t old_wait(const cudaExternalSemaphore_t *semaphores,
                     const struct cudaExternalSemaphoreWaitParams_v1 *parameters,
                     unsigned int count, cudaStream_t stream)
    __asm__("cudaWaitExternalSemaphoresAsync");

#endif
