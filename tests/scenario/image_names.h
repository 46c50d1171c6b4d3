/** The neutral names for the grid of images. With SCENARIO_BESIDE defined the calls go through a
 *  table (vendor/cuda_calls.h), so that the same test runs on the vendor's library. */
#ifndef SCENARIO_IMAGE_NAMES_H
#define SCENARIO_IMAGE_NAMES_H

#include "names.h"

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
#define cudaFreeHost grid_calls->cudaFreeHost
#define cudaFreeMipmappedArray grid_calls->cudaFreeMipmappedArray
#define cudaGetErrorName grid_calls->cudaGetErrorName
#define cudaGetLastError grid_calls->cudaGetLastError
#define cudaGetMipmappedArrayLevel grid_calls->cudaGetMipmappedArrayLevel
#define cudaImportExternalMemory grid_calls->cudaImportExternalMemory
#define cudaImportExternalSemaphore grid_calls->cudaImportExternalSemaphore
#define cudaMalloc grid_calls->cudaMalloc
#define cudaMalloc3DArray grid_calls->cudaMalloc3DArray
#define cudaMallocArray grid_calls->cudaMallocArray
#define cudaMallocHost grid_calls->cudaMallocHost
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
