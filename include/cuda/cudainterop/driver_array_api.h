/** Arrays, textures and surfaces of the driver interface: the functions. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_ARRAY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_ARRAY_API_H

#include "driver_names.h"
#include "driver_array_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Arrays. */
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor);
CUresult cuArrayDestroy(CUarray array);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array);
CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned int index);
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements, CUarray array,
                                      CUdevice device);
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties, CUarray array);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                unsigned int level_count);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array);
CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned int index);
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements,
                                               CUmipmappedArray array, CUdevice device);
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties,
                                             CUmipmappedArray array);
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format,
                                            unsigned int channel_count, CUdevice device);

/** Copies of a row of an array. Offsets and sizes are in bytes. */
CUresult cuMemcpyHtoA(CUarray destination, size_t offset, const void *source, size_t size);
CUresult cuMemcpyHtoAAsync(CUarray destination, size_t offset, const void *source, size_t size,
                           CUstream stream);
CUresult cuMemcpyAtoH(void *destination, CUarray source, size_t offset, size_t size);
CUresult cuMemcpyAtoHAsync(void *destination, CUarray source, size_t offset, size_t size,
                           CUstream stream);
CUresult cuMemcpyDtoA(CUarray destination, size_t offset, CUdeviceptr source, size_t size);
CUresult cuMemcpyAtoD(CUdeviceptr destination, CUarray source, size_t offset, size_t size);
CUresult cuMemcpyAtoA(CUarray destination, size_t destination_offset, CUarray source,
                      size_t source_offset, size_t size);

/** Texture and surface objects. */
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject object);
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object);
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object);
CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject object);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object);

/** Texture and surface references. Device code here has none, so these are not supported. */
CUresult cuTexRefCreate(CUtexref *reference);
CUresult cuTexRefDestroy(CUtexref reference);
CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags);
CUresult cuTexRefGetArray(CUarray *array, CUtexref reference);
CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags);
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *array, CUtexref reference);
CUresult cuTexRefSetAddress(size_t *offset, CUtexref reference, CUdeviceptr pointer, size_t size);
CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref reference);
CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUdeviceptr pointer, size_t pitch);
CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channel_count);
CUresult cuTexRefGetFormat(CUarray_format *format, int *channel_count, CUtexref reference);
CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode);
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref reference, int dimension);
CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref reference);
CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref reference);
CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias);
CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference);
CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float lowest, float highest);
CUresult cuTexRefGetMipmapLevelClamp(float *lowest, float *highest, CUtexref reference);
CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned int ratio);
CUresult cuTexRefGetMaxAnisotropy(int *ratio, CUtexref reference);
CUresult cuTexRefSetBorderColor(CUtexref reference, float *color);
CUresult cuTexRefGetBorderColor(float *color, CUtexref reference);
CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags);
CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref reference);
CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags);
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref reference);

#ifdef __cplusplus
}
#endif

#endif
