/** The functions of CUDA's runtime that ask_gl calls, by CUDA's driver interface. The codes of both
 *  have the same numbers.
 *  Threads: as the functions of the driver interface. */
#ifndef TESTS_GL_AS_DRIVER_H
#define TESTS_GL_AS_DRIVER_H

#include <cuda.h>
#include <cudaGL.h>
#include <stdbool.h>
#include <stdint.h>

#include "gl_names.h"

/** Makes the primary context of device 0 current; false: there is no device. */
static inline bool as_driver_begin(void)
{
    CUcontext context;

    return cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS &&
           cuCtxSetCurrent(context) == CUDA_SUCCESS;
}

static inline cudaError_t as_driver_attributes(struct cudaPointerAttributes *out,
                                               const void *pointer)
{
    CUmemorytype type = (CUmemorytype)0;
    CUresult code = cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                          (CUdeviceptr)(uintptr_t)pointer);

    out->type = type == CU_MEMORYTYPE_DEVICE ? cudaMemoryTypeDevice : cudaMemoryTypeHost;
    return (cudaError_t)code;
}

static inline struct cudaChannelFormatDesc as_driver_channels(const CUDA_ARRAY3D_DESCRIPTOR *is)
{
    unsigned int number = (unsigned int)is->Format, low = number & 7;
    int bits = number == CU_AD_FORMAT_HALF ? 16 : number == CU_AD_FORMAT_FLOAT ? 32
             : number < CU_AD_FORMAT_SIGNED_INT8 ? 4 << low : 8 << low;
    unsigned int count = is->NumChannels;

    return (struct cudaChannelFormatDesc){
        bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
        number >= CU_AD_FORMAT_HALF ? cudaChannelFormatKindFloat
        : number >= CU_AD_FORMAT_SIGNED_INT8 ? cudaChannelFormatKindSigned
                                             : cudaChannelFormatKindUnsigned };
}

static inline cudaError_t as_driver_array(struct cudaChannelFormatDesc *out_texel,
                                          struct cudaExtent *out_extent, unsigned int *out_flags,
                                          cudaArray_t array)
{
    CUDA_ARRAY3D_DESCRIPTOR is = { .Width = 0 };
    CUresult code = cuArray3DGetDescriptor(&is, (CUarray)array);

    *out_texel = as_driver_channels(&is);
    *out_extent = (struct cudaExtent){ is.Width, is.Height, is.Depth };
    *out_flags = is.Flags;
    return (cudaError_t)code;
}

static inline cudaError_t as_driver_texel(struct cudaChannelFormatDesc *out_texel,
                                          cudaArray_t array)
{
    struct cudaExtent extent;
    unsigned int flags;

    return as_driver_array(out_texel, &extent, &flags, array);
}

#define AS_RESOURCE(resource) ((CUgraphicsResource)(resource))
#define AS_LIST(list) ((CUgraphicsResource *)(list))
#define AS_POINTER(pointer) ((CUdeviceptr)(uintptr_t)(pointer))

#define cudaGraphicsGLRegisterBuffer(out, name, flags) \
    (cudaError_t)cuGraphicsGLRegisterBuffer(AS_LIST(out), name, flags)
#define cudaGraphicsGLRegisterImage(out, name, target, flags) \
    (cudaError_t)cuGraphicsGLRegisterImage(AS_LIST(out), name, target, flags)
#define cudaGLGetDevices(count, devices, room, list) \
    (cudaError_t)cuGLGetDevices(count, devices, room, (CUGLDeviceList)(list))
#define cudaGraphicsMapResources(count, list, stream) \
    (cudaError_t)cuGraphicsMapResources((unsigned int)(count), AS_LIST(list), stream)
#define cudaGraphicsUnmapResources(count, list, stream) \
    (cudaError_t)cuGraphicsUnmapResources((unsigned int)(count), AS_LIST(list), stream)
#define cudaGraphicsUnregisterResource(resource) \
    (cudaError_t)cuGraphicsUnregisterResource(AS_RESOURCE(resource))
#define cudaGraphicsResourceGetMappedPointer(out, size, resource) \
    (cudaError_t)cuGraphicsResourceGetMappedPointer((CUdeviceptr *)(out), size, \
                                                    AS_RESOURCE(resource))
#define cudaGraphicsSubResourceGetMappedArray(out, resource, index, level) \
    (cudaError_t)cuGraphicsSubResourceGetMappedArray((CUarray *)(out), AS_RESOURCE(resource), \
                                                     index, level)
#define cudaGraphicsResourceGetMappedMipmappedArray(out, resource) \
    (cudaError_t)cuGraphicsResourceGetMappedMipmappedArray((CUmipmappedArray *)(out), \
                                                           AS_RESOURCE(resource))
#define cudaGetMipmappedArrayLevel(out, mipmapped, level) \
    (cudaError_t)cuMipmappedArrayGetLevel((CUarray *)(out), (CUmipmappedArray)(mipmapped), level)
#define cudaGraphicsResourceSetMapFlags(resource, flags) \
    (cudaError_t)cuGraphicsResourceSetMapFlags(AS_RESOURCE(resource), flags)
#define cudaFreeArray(array) (cudaError_t)cuArrayDestroy((CUarray)(array))
#define cudaFree(pointer) (cudaError_t)cuMemFree(AS_POINTER(pointer))
#define cudaMemset(pointer, value, size) \
    (cudaError_t)cuMemsetD8(AS_POINTER(pointer), (unsigned char)(value), size)
#define cudaPointerGetAttributes as_driver_attributes
#define cudaArrayGetInfo as_driver_array
#define cudaGetChannelDesc as_driver_texel

#endif
