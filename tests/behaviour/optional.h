/* Functions that a library under question may lack yet: "not in this version" is then their answer,
 * and they do nothing. What every library has by now leaves this list. */
#ifndef BEHAVIOUR_OPTIONAL_H
#define BEHAVIOUR_OPTIONAL_H

#define NOT_IN_THIS_VERSION ((cudaError_t)-7)

/* Calls a function where there is one. The name of a macro within itself is the function. */
#define IF_THERE(function, ...) \
    (function != NULL ? function(__VA_ARGS__) : NOT_IN_THIS_VERSION)

/* Arrays, textures and surfaces: declared, and defined by and by. */
#pragma weak cudaArrayGetInfo
#define cudaArrayGetInfo(...) \
    IF_THERE(cudaArrayGetInfo, __VA_ARGS__)
#pragma weak cudaArrayGetMemoryRequirements
#define cudaArrayGetMemoryRequirements(...) \
    IF_THERE(cudaArrayGetMemoryRequirements, __VA_ARGS__)
#pragma weak cudaArrayGetPlane
#define cudaArrayGetPlane(...) \
    IF_THERE(cudaArrayGetPlane, __VA_ARGS__)
#pragma weak cudaArrayGetSparseProperties
#define cudaArrayGetSparseProperties(...) \
    IF_THERE(cudaArrayGetSparseProperties, __VA_ARGS__)
#pragma weak cudaCreateSurfaceObject
#define cudaCreateSurfaceObject(...) \
    IF_THERE(cudaCreateSurfaceObject, __VA_ARGS__)
#pragma weak cudaCreateTextureObject
#define cudaCreateTextureObject(...) \
    IF_THERE(cudaCreateTextureObject, __VA_ARGS__)
#pragma weak cudaDestroySurfaceObject
#define cudaDestroySurfaceObject(...) \
    IF_THERE(cudaDestroySurfaceObject, __VA_ARGS__)
#pragma weak cudaDestroyTextureObject
#define cudaDestroyTextureObject(...) \
    IF_THERE(cudaDestroyTextureObject, __VA_ARGS__)
#pragma weak cudaDeviceGetTexture1DLinearMaxWidth
#define cudaDeviceGetTexture1DLinearMaxWidth(...) \
    IF_THERE(cudaDeviceGetTexture1DLinearMaxWidth, __VA_ARGS__)
#pragma weak cudaFreeArray
#define cudaFreeArray(...) \
    IF_THERE(cudaFreeArray, __VA_ARGS__)
#pragma weak cudaGetChannelDesc
#define cudaGetChannelDesc(...) \
    IF_THERE(cudaGetChannelDesc, __VA_ARGS__)
#pragma weak cudaGetMipmappedArrayLevel
#define cudaGetMipmappedArrayLevel(...) \
    IF_THERE(cudaGetMipmappedArrayLevel, __VA_ARGS__)
#pragma weak cudaGetSurfaceObjectResourceDesc
#define cudaGetSurfaceObjectResourceDesc(...) \
    IF_THERE(cudaGetSurfaceObjectResourceDesc, __VA_ARGS__)
#pragma weak cudaGetTextureObjectResourceDesc
#define cudaGetTextureObjectResourceDesc(...) \
    IF_THERE(cudaGetTextureObjectResourceDesc, __VA_ARGS__)
#pragma weak cudaGetTextureObjectResourceViewDesc
#define cudaGetTextureObjectResourceViewDesc(...) \
    IF_THERE(cudaGetTextureObjectResourceViewDesc, __VA_ARGS__)
#pragma weak cudaGetTextureObjectTextureDesc
#define cudaGetTextureObjectTextureDesc(...) \
    IF_THERE(cudaGetTextureObjectTextureDesc, __VA_ARGS__)
#pragma weak cudaMalloc3DArray
#define cudaMalloc3DArray(...) \
    IF_THERE(cudaMalloc3DArray, __VA_ARGS__)
#pragma weak cudaMallocArray
#define cudaMallocArray(...) \
    IF_THERE(cudaMallocArray, __VA_ARGS__)
#pragma weak cudaMallocMipmappedArray
#define cudaMallocMipmappedArray(...) \
    IF_THERE(cudaMallocMipmappedArray, __VA_ARGS__)
#pragma weak cudaMemcpy2DArrayToArray
#define cudaMemcpy2DArrayToArray(...) \
    IF_THERE(cudaMemcpy2DArrayToArray, __VA_ARGS__)
#pragma weak cudaMemcpy2DFromArray
#define cudaMemcpy2DFromArray(...) \
    IF_THERE(cudaMemcpy2DFromArray, __VA_ARGS__)
#pragma weak cudaMemcpy2DFromArrayAsync
#define cudaMemcpy2DFromArrayAsync(...) \
    IF_THERE(cudaMemcpy2DFromArrayAsync, __VA_ARGS__)
#pragma weak cudaMemcpy2DToArray
#define cudaMemcpy2DToArray(...) \
    IF_THERE(cudaMemcpy2DToArray, __VA_ARGS__)
#pragma weak cudaMemcpy2DToArrayAsync
#define cudaMemcpy2DToArrayAsync(...) \
    IF_THERE(cudaMemcpy2DToArrayAsync, __VA_ARGS__)
#pragma weak cudaMemcpyArrayToArray
#define cudaMemcpyArrayToArray(...) \
    IF_THERE(cudaMemcpyArrayToArray, __VA_ARGS__)
#pragma weak cudaMemcpyFromArray
#define cudaMemcpyFromArray(...) \
    IF_THERE(cudaMemcpyFromArray, __VA_ARGS__)
#pragma weak cudaMemcpyFromArrayAsync
#define cudaMemcpyFromArrayAsync(...) \
    IF_THERE(cudaMemcpyFromArrayAsync, __VA_ARGS__)
#pragma weak cudaMemcpyToArray
#define cudaMemcpyToArray(...) \
    IF_THERE(cudaMemcpyToArray, __VA_ARGS__)
#pragma weak cudaMemcpyToArrayAsync
#define cudaMemcpyToArrayAsync(...) \
    IF_THERE(cudaMemcpyToArrayAsync, __VA_ARGS__)
#pragma weak cudaMipmappedArrayGetMemoryRequirements
#define cudaMipmappedArrayGetMemoryRequirements(...) \
    IF_THERE(cudaMipmappedArrayGetMemoryRequirements, __VA_ARGS__)
#pragma weak cudaMipmappedArrayGetSparseProperties
#define cudaMipmappedArrayGetSparseProperties(...) \
    IF_THERE(cudaMipmappedArrayGetSparseProperties, __VA_ARGS__)

#endif
