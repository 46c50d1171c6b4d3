/** Resources of texture and surface objects. */
#ifndef GPUINTEROP_HIP_RESOURCE_TYPES_H
#define GPUINTEROP_HIP_RESOURCE_TYPES_H

#include <stddef.h>

#include "formats.h"

/** The type of a resource, which selects a member of hipResourceDesc. */
enum hipResourceType {
    hipResourceTypeArray = 0,
    hipResourceTypeMipmappedArray = 1,
    hipResourceTypeLinear = 2,                         /* linear memory */
    hipResourceTypePitch2D = 3                         /* pitched memory */
};
typedef enum hipResourceType hipResourceType;

/** The format in which a texture reads its resource. */
enum hipResourceViewFormat {
    hipResViewFormatNone = 0,                            /* the format of the resource */
    hipResViewFormatUnsignedChar1 = 1,
    hipResViewFormatUnsignedChar2 = 2,
    hipResViewFormatUnsignedChar4 = 3,
    hipResViewFormatSignedChar1 = 4,
    hipResViewFormatSignedChar2 = 5,
    hipResViewFormatSignedChar4 = 6,
    hipResViewFormatUnsignedShort1 = 7,
    hipResViewFormatUnsignedShort2 = 8,
    hipResViewFormatUnsignedShort4 = 9,
    hipResViewFormatSignedShort1 = 10,
    hipResViewFormatSignedShort2 = 11,
    hipResViewFormatSignedShort4 = 12,
    hipResViewFormatUnsignedInt1 = 13,
    hipResViewFormatUnsignedInt2 = 14,
    hipResViewFormatUnsignedInt4 = 15,
    hipResViewFormatSignedInt1 = 16,
    hipResViewFormatSignedInt2 = 17,
    hipResViewFormatSignedInt4 = 18,
    hipResViewFormatHalf1 = 19,
    hipResViewFormatHalf2 = 20,
    hipResViewFormatHalf4 = 21,
    hipResViewFormatFloat1 = 22,
    hipResViewFormatFloat2 = 23,
    hipResViewFormatFloat4 = 24,
    hipResViewFormatUnsignedBlockCompressed1 = 25,
    hipResViewFormatUnsignedBlockCompressed2 = 26,
    hipResViewFormatUnsignedBlockCompressed3 = 27,
    hipResViewFormatUnsignedBlockCompressed4 = 28,
    hipResViewFormatSignedBlockCompressed4 = 29,
    hipResViewFormatUnsignedBlockCompressed5 = 30,
    hipResViewFormatSignedBlockCompressed5 = 31,
    hipResViewFormatUnsignedBlockCompressed6H = 32,
    hipResViewFormatSignedBlockCompressed6H = 33,
    hipResViewFormatUnsignedBlockCompressed7 = 34
};
typedef enum hipResourceViewFormat hipResourceViewFormat;

/** The resource of a texture or surface.
 *  Mirrors: hipResourceDesc of HIP 6.4. */
struct hipResourceDesc {
    enum hipResourceType resType;
    union {
        struct {
            hipArray_t array;
        } array;
        struct {
            hipMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct hipChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct hipChannelFormatDesc desc;
            size_t width;                          /* texels */
            size_t height;                         /* rows */
            size_t pitchInBytes;
        } pitch2D;
    } res;
};
typedef struct hipResourceDesc hipResourceDesc;

/** A part of an array, or another format for it.
 *  Mirrors: hipResourceViewDesc of HIP 6.4. */
struct hipResourceViewDesc {
    enum hipResourceViewFormat format;
    size_t width;                                  /* texels */
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
};

#endif
