/** Texel formats, extents and arrays. */
#ifndef GPUINTEROP_CUDA_FORMATS_H
#define GPUINTEROP_CUDA_FORMATS_H

#include <stddef.h>

/** The type of the channels of a texel. */
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3,
    cudaChannelFormatKindNV12 = 4,
    cudaChannelFormatKindUnsignedNormalized8X1 = 5,
    cudaChannelFormatKindUnsignedNormalized8X2 = 6,
    cudaChannelFormatKindUnsignedNormalized8X4 = 7,
    cudaChannelFormatKindUnsignedNormalized16X1 = 8,
    cudaChannelFormatKindUnsignedNormalized16X2 = 9,
    cudaChannelFormatKindUnsignedNormalized16X4 = 10,
    cudaChannelFormatKindSignedNormalized8X1 = 11,
    cudaChannelFormatKindSignedNormalized8X2 = 12,
    cudaChannelFormatKindSignedNormalized8X4 = 13,
    cudaChannelFormatKindSignedNormalized16X1 = 14,
    cudaChannelFormatKindSignedNormalized16X2 = 15,
    cudaChannelFormatKindSignedNormalized16X4 = 16,
    cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
    cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
    cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
    cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
    cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
    cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
    cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
    cudaChannelFormatKindSignedBlockCompressed4 = 24,
    cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
    cudaChannelFormatKindSignedBlockCompressed5 = 26,
    cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
    cudaChannelFormatKindSignedBlockCompressed6H = 28,
    cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
    cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
    cudaChannelFormatKindUnsignedNormalized1010102 = 31
};

/** A texel format: the bits of each channel, and their type.
 *  Mirrors: cudaChannelFormatDesc of CUDA 13.0. */
struct cudaChannelFormatDesc {
    int x;                                         /* bits */
    int y;
    int z;
    int w;
    enum cudaChannelFormatKind f;
};

/** The size of a volume. The width is in texels in an array, else in bytes. */
struct cudaExtent {
    size_t width;
    size_t height;
    size_t depth;
};

/** A position in a volume. x is in texels in an array, else in bytes. */
struct cudaPos {
    size_t x;
    size_t y;
    size_t z;
};

/** Pitched memory: the bytes between the starts of rows, and the logical size of rows and
 *  slices. */
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch;                                  /* bytes */
    size_t xsize;
    size_t ysize;
};

/** Opaque handles of an array and a mipmapped array. */
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;

/** Flags of arrays. */
#define cudaArrayDefault 0x00                              /* no flags */
#define cudaArrayLayered 0x01                              /* depth is the number of layers */
#define cudaArraySurfaceLoadStore 0x02                     /* for surface objects */
#define cudaArrayCubemap 0x04                              /* six faces */
#define cudaArrayTextureGather 0x08                        /* for texture gather */
#define cudaArrayColorAttachment 0x20                      /* the exporter renders into it */
#define cudaArraySparse 0x40                               /* memory is mapped later, in tiles */
#define cudaArrayDeferredMapping 0x80                      /* memory is mapped later */

/** The memory that an array needs.
 *  Mirrors: cudaArrayMemoryRequirements of CUDA 13.0. */
struct cudaArrayMemoryRequirements {
    size_t size;                                   /* bytes */
    size_t alignment;                              /* bytes */
    unsigned int reserved[4];                      /* zero */
};

/** The mip tails of all layers of a sparse array share one tile. */
#define cudaArraySparsePropertiesSingleMipTail 0x1

/** The tiles of a sparse array.
 *  Mirrors: cudaArraySparseProperties of CUDA 13.0. */
struct cudaArraySparseProperties {
    struct {
        unsigned int width;                        /* texels */
        unsigned int height;
        unsigned int depth;
    } tileExtent;
    unsigned int miptailFirstLevel;                /* the first level of the mip tail */
    unsigned long long miptailSize;                /* bytes */
    unsigned int flags;
    unsigned int reserved[4];                      /* zero */
};

#endif
