/** Other descriptions of arrays and textures, as in the driver API of CUDA. */
#ifndef GPUINTEROP_HIP_ARRAY_STRUCTS_H
#define GPUINTEROP_HIP_ARRAY_STRUCTS_H

#include <stddef.h>

#include "formats.h"
#include "handles.h"

/** An array of one or two dimensions. Mirrors: HIP_ARRAY_DESCRIPTOR of HIP 6.4. */
struct HIP_ARRAY_DESCRIPTOR {
    size_t Width;                                  /* texels */
    size_t Height;                                 /* 0: one dimension */
    enum hipArray_Format Format;
    unsigned int NumChannels;                      /* 1, 2 or 4 */
};
typedef struct HIP_ARRAY_DESCRIPTOR HIP_ARRAY_DESCRIPTOR;

/** An array of any shape. Mirrors: HIP_ARRAY3D_DESCRIPTOR of HIP 6.4. */
struct HIP_ARRAY3D_DESCRIPTOR {
    size_t Width;                                  /* texels */
    size_t Height;                                 /* 0: one dimension */
    size_t Depth;                                  /* 0: no depth and no layers */
    enum hipArray_Format Format;
    unsigned int NumChannels;                      /* 1, 2 or 4 */
    unsigned int Flags;                            /* bits of hipArray* */
};
typedef struct HIP_ARRAY3D_DESCRIPTOR HIP_ARRAY3D_DESCRIPTOR;

/** Flags of texture descriptors, and of hipTexRefSetArray. */
#define HIP_TRSF_READ_AS_INTEGER 0x01                      /* reads the element type */
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02               /* normalized coordinates */
#define HIP_TRSF_SRGB 0x10                                 /* converts sRGB to linear */
#define HIP_TRSA_OVERRIDE_FORMAT 0x01                      /* uses the format of the array */

/** Results of a read outside the texture. */
enum HIPaddress_mode_enum {
    HIP_TR_ADDRESS_MODE_WRAP = 0,
    HIP_TR_ADDRESS_MODE_CLAMP = 1,
    HIP_TR_ADDRESS_MODE_MIRROR = 2,
    HIP_TR_ADDRESS_MODE_BORDER = 3
};
typedef enum HIPaddress_mode_enum HIPaddress_mode;

/** How texels are filtered. */
enum HIPfilter_mode_enum {
    HIP_TR_FILTER_MODE_POINT = 0,
    HIP_TR_FILTER_MODE_LINEAR = 1
};
typedef enum HIPfilter_mode_enum HIPfilter_mode;

/** How a texture object reads. Mirrors: HIP_TEXTURE_DESC of HIP 6.4. */
struct HIP_TEXTURE_DESC_st {
    HIPaddress_mode addressMode[3];                /* of x, y and z */
    HIPfilter_mode filterMode;
    unsigned int flags;                            /* bits of HIP_TRSF_* */
    unsigned int maxAnisotropy;
    HIPfilter_mode mipmapFilterMode;               /* between levels */
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
    float borderColor[4];
    int reserved[12];                              /* zero */
};
typedef struct HIP_TEXTURE_DESC_st HIP_TEXTURE_DESC;

/** The type of a resource, which selects a member of HIP_RESOURCE_DESC. */
enum HIPresourcetype_enum {
    HIP_RESOURCE_TYPE_ARRAY = 0,
    HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    HIP_RESOURCE_TYPE_LINEAR = 2,
    HIP_RESOURCE_TYPE_PITCH2D = 3
};
typedef enum HIPresourcetype_enum HIPresourcetype;
typedef enum HIPresourcetype_enum hipResourcetype;

/** The resource of a texture or surface.
 *  Mirrors: HIP_RESOURCE_DESC of HIP 6.4. */
struct HIP_RESOURCE_DESC_st {
    HIPresourcetype resType;
    union {
        struct {
            hipArray_t hArray;
        } array;
        struct {
            hipMipmappedArray_t hMipmappedArray;
        } mipmap;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned int numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned int numChannels;
            size_t width;                          /* texels */
            size_t height;                         /* rows */
            size_t pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned int flags;                            /* 0 */
};
typedef struct HIP_RESOURCE_DESC_st HIP_RESOURCE_DESC;

/** The format in which a texture reads its resource. */
enum HIPresourceViewFormat_enum {
    HIP_RES_VIEW_FORMAT_NONE = 0,
    HIP_RES_VIEW_FORMAT_UINT_1X8 = 1,
    HIP_RES_VIEW_FORMAT_UINT_2X8 = 2,
    HIP_RES_VIEW_FORMAT_UINT_4X8 = 3,
    HIP_RES_VIEW_FORMAT_SINT_1X8 = 4,
    HIP_RES_VIEW_FORMAT_SINT_2X8 = 5,
    HIP_RES_VIEW_FORMAT_SINT_4X8 = 6,
    HIP_RES_VIEW_FORMAT_UINT_1X16 = 7,
    HIP_RES_VIEW_FORMAT_UINT_2X16 = 8,
    HIP_RES_VIEW_FORMAT_UINT_4X16 = 9,
    HIP_RES_VIEW_FORMAT_SINT_1X16 = 10,
    HIP_RES_VIEW_FORMAT_SINT_2X16 = 11,
    HIP_RES_VIEW_FORMAT_SINT_4X16 = 12,
    HIP_RES_VIEW_FORMAT_UINT_1X32 = 13,
    HIP_RES_VIEW_FORMAT_UINT_2X32 = 14,
    HIP_RES_VIEW_FORMAT_UINT_4X32 = 15,
    HIP_RES_VIEW_FORMAT_SINT_1X32 = 16,
    HIP_RES_VIEW_FORMAT_SINT_2X32 = 17,
    HIP_RES_VIEW_FORMAT_SINT_4X32 = 18,
    HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
    HIP_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
    HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
    HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
    HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
    HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
    HIP_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
    HIP_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
    HIP_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34
};
typedef enum HIPresourceViewFormat_enum HIPresourceViewFormat;

/** A part of an array, or another format for it.
 *  Mirrors: HIP_RESOURCE_VIEW_DESC of HIP 6.4. */
struct HIP_RESOURCE_VIEW_DESC_st {
    HIPresourceViewFormat format;
    size_t width;                                  /* texels */
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
    unsigned int reserved[16];                     /* zero */
};
typedef struct HIP_RESOURCE_VIEW_DESC_st HIP_RESOURCE_VIEW_DESC;

#endif
