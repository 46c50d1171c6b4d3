/** Texture and surface objects and references of the driver interface; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_TEXTURE_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_TEXTURE_API_H

#include "names.h"
#include "array_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Texture and surface objects. */

/** Creates a texture object: a resource, and how it is read.
 *  Integers are read as normalized floats unless CU_TRSF_READ_AS_INTEGER is set. Integers of 32
 *  bits stay integers. A linear filter mixes integers, too, with weights of 8 bits.
 *  Parameter view: a part of an array, or another format for it. NULL means the whole array. For
 *      memory it is stored and has no effect.
 *  Owner: the caller, until cuTexObjectDestroy, or until the context ends. The object keeps the
 *      array or memory.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer other than view is NULL, a field is not one of its
 *      enum's, or flags has an unknown bit; CUDA_ERROR_INVALID_VALUE if memory is not aligned or
 *      above the device's limits, or the view does not fit the resource; CUDA_ERROR_INVALID_VALUE
 *      if no such texel format exists, or it has no linear filter; CUDA_ERROR_INVALID_HANDLE if the
 *      array is NULL, stale or of another kind; CUDA_ERROR_NOT_SUPPORTED if the device has no
 *      texture objects or cannot read the resource so; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuTexObjectCreate of CUDA 13.0. */
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view);

/** Destroys a texture object; its resource stays.
 *  0 does nothing.
 *  Errors: CUDA_ERROR_INVALID_VALUE if object is not a texture object, or was destroyed before.
 *  Mirrors: cuTexObjectDestroy of CUDA 13.0. */
CUresult cuTexObjectDestroy(CUtexObject object);

/** Gets the resource of a texture object.
 *  Errors: CUDA_ERROR_INVALID_VALUE if resource is NULL, or object is not a texture object;
 *      CUDA_ERROR_NOT_SUPPORTED if the struct has no word for the format.
 *  Mirrors: cuTexObjectGetResourceDesc of CUDA 13.0. */
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object);

/** Gets how a texture object reads.
 *  Errors: CUDA_ERROR_INVALID_VALUE if texture is NULL, or object is not a texture object.
 *  Mirrors: cuTexObjectGetTextureDesc of CUDA 13.0. */
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object);

/** Gets the view of a texture object.
 *  Errors: CUDA_ERROR_INVALID_VALUE if view is NULL, or object is not a texture object or has no
 *      view.
 *  Mirrors: cuTexObjectGetResourceViewDesc of CUDA 13.0. */
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object);

/** Creates a surface object, through which kernels read and write an array without a sampler.
 *  Owner: the caller, until cuSurfObjectDestroy, or until the context ends. The object keeps the
 *      array.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, the resource is not an array, or its
 *      format is compressed; CUDA_ERROR_INVALID_HANDLE if the array is NULL, stale or of another
 *      kind; CUDA_ERROR_NOT_SUPPORTED if the device has no surface objects or cannot store to the
 *      format; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuSurfObjectCreate of CUDA 13.0. */
CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource);

/** Destroys a surface object; its array stays.
 *  0 does nothing.
 *  Errors: CUDA_ERROR_INVALID_VALUE if object is not a surface object, or was destroyed before.
 *  Mirrors: cuSurfObjectDestroy of CUDA 13.0. */
CUresult cuSurfObjectDestroy(CUsurfObject object);

/** Gets the resource of a surface object.
 *  Errors: CUDA_ERROR_INVALID_VALUE if resource is NULL, or object is not a surface object;
 *      CUDA_ERROR_NOT_SUPPORTED if the struct has no word for the format.
 *  Mirrors: cuSurfObjectGetResourceDesc of CUDA 13.0. */
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object);

/** Gets the largest width of a texture of linear memory with a format.
 *  Parameter elements: gets the width.
 *  Units: texels.
 *  Errors: CUDA_ERROR_INVALID_VALUE if elements is NULL, or no such texel format exists;
 *      CUDA_ERROR_INVALID_DEVICE; those of a driver call.
 *  Mirrors: cuDeviceGetTexture1DLinearMaxWidth of CUDA 13.0. */
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format,
                                            unsigned int channel_count, CUdevice device);

/* Texture and surface references. They are variables of device code, and device code here has none.
 * So none of these functions does anything.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer or handle is NULL;
 *      else CUDA_ERROR_NOT_SUPPORTED;
 *      those of a context call. */

/** Would create or destroy a texture reference.
 *  Mirrors: cuTexRefCreate and cuTexRefDestroy of CUDA 13.0. */
CUresult cuTexRefCreate(CUtexref *reference);
CUresult cuTexRefDestroy(CUtexref reference);

/** Would bind an array to a texture reference, or get that array.
 *  Mirrors: cuTexRefSetArray, cuTexRefGetArray, cuTexRefSetMipmappedArray and
 *      cuTexRefGetMipmappedArray of CUDA 13.0. */
CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags);
CUresult cuTexRefGetArray(CUarray *array, CUtexref reference);
CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags);
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *array, CUtexref reference);

/** Would bind memory to a texture reference, or get its address.
 *  Parameter offset: may be NULL.
 *  Mirrors: cuTexRefSetAddress, cuTexRefGetAddress and cuTexRefSetAddress2D of CUDA 13.0. */
CUresult cuTexRefSetAddress(size_t *offset, CUtexref reference, CUdeviceptr pointer, size_t size);
CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref reference);
CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUdeviceptr pointer, size_t pitch);

/** Would set or get the format of a texture reference.
 *  Mirrors: cuTexRefSetFormat and cuTexRefGetFormat of CUDA 13.0. */
CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channel_count);
CUresult cuTexRefGetFormat(CUarray_format *format, int *channel_count, CUtexref reference);

/** Would set or get how a texture reference treats coordinates outside the texture.
 *  Mirrors: cuTexRefSetAddressMode and cuTexRefGetAddressMode of CUDA 13.0. */
CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode);
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref reference, int dimension);

/** Would set or get a filter of a texture reference: within a level, or between levels.
 *  Mirrors: cuTexRefSetFilterMode, cuTexRefGetFilterMode, cuTexRefSetMipmapFilterMode and
 *      cuTexRefGetMipmapFilterMode of CUDA 13.0. */
CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref reference);
CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref reference);

/** Would set or get the bias of a texture reference's levels.
 *  Mirrors: cuTexRefSetMipmapLevelBias and cuTexRefGetMipmapLevelBias of CUDA 13.0. */
CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias);
CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference);

/** Would set or get the range of a texture reference's levels.
 *  Mirrors: cuTexRefSetMipmapLevelClamp and cuTexRefGetMipmapLevelClamp of CUDA 13.0. */
CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float lowest, float highest);
CUresult cuTexRefGetMipmapLevelClamp(float *lowest, float *highest, CUtexref reference);

/** Would set or get the largest anisotropy of a texture reference.
 *  Mirrors: cuTexRefSetMaxAnisotropy and cuTexRefGetMaxAnisotropy of CUDA 13.0. */
CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned int ratio);
CUresult cuTexRefGetMaxAnisotropy(int *ratio, CUtexref reference);

/** Would set or get the border color of a texture reference.
 *  Mirrors: cuTexRefSetBorderColor and cuTexRefGetBorderColor of CUDA 13.0. */
CUresult cuTexRefSetBorderColor(CUtexref reference, float *color);
CUresult cuTexRefGetBorderColor(float *color, CUtexref reference);

/** Would set or get the flags of a texture reference.
 *  Mirrors: cuTexRefSetFlags and cuTexRefGetFlags of CUDA 13.0. */
CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags);
CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref reference);

/** Would bind an array to a surface reference, or get that array.
 *  Mirrors: cuSurfRefSetArray and cuSurfRefGetArray of CUDA 13.0. */
CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags);
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref reference);

#ifdef __cplusplus
}
#endif

#endif
