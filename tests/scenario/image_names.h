/** The neutral names of arrays, as names.h has those of the rest. With SCENARIO_BESIDE defined the
 *  calls go through a table (vendor/cuda_calls.h), so that the same test runs on the vendor's
 *  library. */
#ifndef SCENARIO_IMAGE_NAMES_H
#define SCENARIO_IMAGE_NAMES_H

#include "names.h"

#if defined(SCENARIO_CUDA)
#define gpuArray_t cudaArray_t
#define gpuChannelDesc struct cudaChannelFormatDesc
#define gpuChannelKind enum cudaChannelFormatKind
#define gpuPos struct cudaPos
#define gpuArrayDefault cudaArrayDefault
#define gpuArrayLayered cudaArrayLayered
#define gpuArraySurfaceLoadStore cudaArraySurfaceLoadStore
#define gpuArrayCubemap cudaArrayCubemap
#define gpuArrayTextureGather cudaArrayTextureGather
#define gpuChannelKindSigned cudaChannelFormatKindSigned
#define gpuChannelKindUnsigned cudaChannelFormatKindUnsigned
#define gpuChannelKindFloat cudaChannelFormatKindFloat
#define gpuChannelKindNone cudaChannelFormatKindNone
#define gpuErrorInvalidChannelDescriptor cudaErrorInvalidChannelDescriptor
#define gpuMallocArray cudaMallocArray
#define gpuMalloc3DArray cudaMalloc3DArray
#define gpuMallocMipmappedArray cudaMallocMipmappedArray
#define gpuFreeArray cudaFreeArray
#define gpuGetMipmappedArrayLevel cudaGetMipmappedArrayLevel
#define gpuGetChannelDesc cudaGetChannelDesc
#define gpuArrayGetInfo cudaArrayGetInfo
#define gpuMemcpy2DToArray cudaMemcpy2DToArray
#define gpuMemcpy2DToArrayAsync cudaMemcpy2DToArrayAsync
#define gpuMemcpy2DFromArray cudaMemcpy2DFromArray
#define gpuMemcpy2DFromArrayAsync cudaMemcpy2DFromArrayAsync
#define gpuMemcpy2DArrayToArray cudaMemcpy2DArrayToArray
#define gpuMemcpyToArray cudaMemcpyToArray
#define gpuMemcpyFromArray cudaMemcpyFromArray
#else
#define gpuArray_t hipArray_t
#define gpuChannelDesc struct hipChannelFormatDesc
#define gpuChannelKind enum hipChannelFormatKind
#define gpuPos struct hipPos
#define gpuArrayDefault hipArrayDefault
#define gpuArrayLayered hipArrayLayered
#define gpuArraySurfaceLoadStore hipArraySurfaceLoadStore
#define gpuArrayCubemap hipArrayCubemap
#define gpuArrayTextureGather hipArrayTextureGather
#define gpuChannelKindSigned hipChannelFormatKindSigned
#define gpuChannelKindUnsigned hipChannelFormatKindUnsigned
#define gpuChannelKindFloat hipChannelFormatKindFloat
#define gpuChannelKindNone hipChannelFormatKindNone
#define gpuErrorInvalidChannelDescriptor hipErrorInvalidChannelDescriptor
#define gpuMallocArray hipMallocArray
#define gpuMalloc3DArray hipMalloc3DArray
#define gpuMallocMipmappedArray hipMallocMipmappedArray
#define gpuFreeArray hipFreeArray
#define gpuGetMipmappedArrayLevel hipGetMipmappedArrayLevel
#define gpuGetChannelDesc hipGetChannelDesc
#define gpuArrayGetInfo hipArrayGetInfo
#define gpuMemcpy2DToArray hipMemcpy2DToArray
#define gpuMemcpy2DToArrayAsync hipMemcpy2DToArrayAsync
#define gpuMemcpy2DFromArray hipMemcpy2DFromArray
#define gpuMemcpy2DFromArrayAsync hipMemcpy2DFromArrayAsync
#define gpuMemcpy2DArrayToArray hipMemcpy2DArrayToArray
#define gpuMemcpyToArray hipMemcpyToArray
#define gpuMemcpyFromArray hipMemcpyFromArray
#endif

#ifdef SCENARIO_BESIDE
#include "cuda_calls.h"

/** Whose calls are meant. */
extern const struct cuda_calls *grid_calls;

#define cudaDestroyExternalMemory grid_calls->cudaDestroyExternalMemory
#define cudaDestroyExternalSemaphore grid_calls->cudaDestroyExternalSemaphore
#define cudaExternalMemoryGetMappedMipmappedArray \
    grid_calls->cudaExternalMemoryGetMappedMipmappedArray
#define cudaFree grid_calls->cudaFree
#define cudaFreeArray grid_calls->cudaFreeArray
#define cudaFreeMipmappedArray grid_calls->cudaFreeMipmappedArray
#define cudaGetErrorName grid_calls->cudaGetErrorName
#define cudaGetLastError grid_calls->cudaGetLastError
#define cudaGetMipmappedArrayLevel grid_calls->cudaGetMipmappedArrayLevel
#define cudaImportExternalMemory grid_calls->cudaImportExternalMemory
#define cudaImportExternalSemaphore grid_calls->cudaImportExternalSemaphore
#define cudaMalloc grid_calls->cudaMalloc
#define cudaMalloc3DArray grid_calls->cudaMalloc3DArray
#define cudaMallocArray grid_calls->cudaMallocArray
#define cudaMallocMipmappedArray grid_calls->cudaMallocMipmappedArray
#define cudaMemcpy2DArrayToArray grid_calls->cudaMemcpy2DArrayToArray
#define cudaMemcpy2DFromArrayAsync grid_calls->cudaMemcpy2DFromArrayAsync
#define cudaMemcpy2DToArrayAsync grid_calls->cudaMemcpy2DToArrayAsync
#define cudaMemcpy2DFromArray grid_calls->cudaMemcpy2DFromArray
#define cudaMemcpy2DToArray grid_calls->cudaMemcpy2DToArray
#define cudaMemcpy3D grid_calls->cudaMemcpy3D
#define cudaMemcpy3DAsync grid_calls->cudaMemcpy3DAsync
#define cudaMemcpyAsync grid_calls->cudaMemcpyAsync
#define cudaSignalExternalSemaphoresAsync grid_calls->cudaSignalExternalSemaphoresAsync
#define cudaStreamCreateWithFlags grid_calls->cudaStreamCreateWithFlags
#define cudaStreamDestroy grid_calls->cudaStreamDestroy
#define cudaStreamSynchronize grid_calls->cudaStreamSynchronize
#define cudaWaitExternalSemaphoresAsync grid_calls->cudaWaitExternalSemaphoresAsync
#endif

#endif
