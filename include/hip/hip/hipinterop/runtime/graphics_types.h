/** Resources of graphics interfaces. */
#ifndef GPUINTEROP_HIP_GRAPHICS_TYPES_H
#define GPUINTEROP_HIP_GRAPHICS_TYPES_H

/** A resource of a graphics interface. */
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource *hipGraphicsResource_t;

/** How a resource will be used. */
typedef enum hipGraphicsRegisterFlags {
    hipGraphicsRegisterFlagsNone = 0,
    hipGraphicsRegisterFlagsReadOnly = 1,
    hipGraphicsRegisterFlagsWriteDiscard = 2,
    hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
    hipGraphicsRegisterFlagsTextureGather = 8
} hipGraphicsRegisterFlags;

#endif
