/** Texel formats, extents and arrays. */
#ifndef GPUINTEROP_HIP_FORMATS_H
#define GPUINTEROP_HIP_FORMATS_H

#include <stddef.h>

/** How the bits of a texel are read. */
enum hipChannelFormatKind {
    hipChannelFormatKindSigned = 0,
    hipChannelFormatKindUnsigned = 1,
    hipChannelFormatKindFloat = 2,
    hipChannelFormatKindNone = 3
};
typedef enum hipChannelFormatKind hipChannelFormatKind;

/** A texel: bits of each channel, and how they are read. Mirrors: hipChannelFormatDesc of HIP
 *  6.4. */
struct hipChannelFormatDesc {
    int x;                                         /* bits */
    int y;
    int z;
    int w;
    enum hipChannelFormatKind f;
};
typedef struct hipChannelFormatDesc hipChannelFormatDesc;

/** Sizes of a volume: width in texels of an array, else in bytes. */
struct hipExtent {
    size_t width;
    size_t height;
    size_t depth;
};
typedef struct hipExtent hipExtent;

/** A place in a volume, in texels of an array, else bytes. */
struct hipPos {
    size_t x;
    size_t y;
    size_t z;
};
typedef struct hipPos hipPos;

/** Pitched memory: bytes from row to row, and the row's and the slice's logical size. */
struct hipPitchedPtr {
    void *ptr;
    size_t pitch;                                  /* bytes */
    size_t xsize;
    size_t ysize;
};
typedef struct hipPitchedPtr hipPitchedPtr;

/** Element formats by name; a part of what a hipMipmappedArray tells. */
enum hipArray_Format {
    HIP_AD_FORMAT_UNSIGNED_INT8 = 1,
    HIP_AD_FORMAT_UNSIGNED_INT16 = 2,
    HIP_AD_FORMAT_UNSIGNED_INT32 = 3,
    HIP_AD_FORMAT_SIGNED_INT8 = 8,
    HIP_AD_FORMAT_SIGNED_INT16 = 9,
    HIP_AD_FORMAT_SIGNED_INT32 = 10,
    HIP_AD_FORMAT_HALF = 16,
    HIP_AD_FORMAT_FLOAT = 32
};
typedef enum hipArray_Format hipArray_Format;

/** An array and a mipmapped array of texels. The vendor's header shows a mipmapped array's
 *  fields; in this library the pointer is a handle: do not look through it. */
typedef struct hipArray *hipArray_t;
typedef const struct hipArray *hipArray_const_t;
/** The fields of a mipmapped array, for layout only. */
struct hipMipmappedArray {
    void *data;
    struct hipChannelFormatDesc desc;
    unsigned int type;
    unsigned int width;
    unsigned int height;
    unsigned int depth;
    unsigned int min_mipmap_level;
    unsigned int max_mipmap_level;
    unsigned int flags;
    enum hipArray_Format format;
    unsigned int num_channels;
};
typedef struct hipMipmappedArray hipMipmappedArray;
typedef struct hipMipmappedArray *hipMipmappedArray_t;
typedef const struct hipMipmappedArray *hipMipmappedArray_const_t;
typedef hipMipmappedArray_t hipmipmappedArray;

/** Flags of arrays. */
#define hipArrayDefault 0x00                               /* nothing special */
#define hipArrayLayered 0x01                               /* depth counts layers */
#define hipArraySurfaceLoadStore 0x02                      /* surface functions write it */
#define hipArrayCubemap 0x04                               /* six faces */
#define hipArrayTextureGather 0x08                         /* gather reads it */

#endif
