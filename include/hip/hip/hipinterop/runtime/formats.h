/** Texel formats, extents and arrays. */
#ifndef GPUINTEROP_HIP_FORMATS_H
#define GPUINTEROP_HIP_FORMATS_H

#include <stddef.h>

/** The type of the channels of a texel. */
enum hipChannelFormatKind {
    hipChannelFormatKindSigned = 0,
    hipChannelFormatKindUnsigned = 1,
    hipChannelFormatKindFloat = 2,
    hipChannelFormatKindNone = 3
};
typedef enum hipChannelFormatKind hipChannelFormatKind;

/** A texel format: the bits of each channel, and their type.
 *  Mirrors: hipChannelFormatDesc of HIP 6.4. */
struct hipChannelFormatDesc {
    int x;                                         /* bits */
    int y;
    int z;
    int w;
    enum hipChannelFormatKind f;
};
typedef struct hipChannelFormatDesc hipChannelFormatDesc;

/** The size of a volume. The width is in texels in an array, else in bytes. */
struct hipExtent {
    size_t width;
    size_t height;
    size_t depth;
};
typedef struct hipExtent hipExtent;

/** A position in a volume. x is in texels in an array, else in bytes. */
struct hipPos {
    size_t x;
    size_t y;
    size_t z;
};
typedef struct hipPos hipPos;

/** Pitched memory: the bytes between the starts of rows, and the logical size of rows and
 *  slices. */
struct hipPitchedPtr {
    void *ptr;
    size_t pitch;                                  /* bytes */
    size_t xsize;
    size_t ysize;
};
typedef struct hipPitchedPtr hipPitchedPtr;

/** Element formats. */
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

/** Handles of an array and a mipmapped array. The vendor's header shows the fields of a
 *  mipmapped array. In this library the pointer is an opaque handle: do not dereference it. */
typedef struct hipArray *hipArray_t;
typedef const struct hipArray *hipArray_const_t;
/** The fields of a mipmapped array, only for the layout. */
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
#define hipArrayDefault 0x00                               /* no flags */
#define hipArrayLayered 0x01                               /* depth is the number of layers */
#define hipArraySurfaceLoadStore 0x02                      /* for surface objects */
#define hipArrayCubemap 0x04                               /* six faces */
#define hipArrayTextureGather 0x08                         /* for texture gather */

#endif
