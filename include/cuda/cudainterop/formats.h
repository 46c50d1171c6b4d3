/** Texel formats, extents and arrays. */
#ifndef GPUINTEROP_CUDA_FORMATS_H
#define GPUINTEROP_CUDA_FORMATS_H

#include <stddef.h>

/** How the bits of a texel are read. */
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

/** A texel: bits of each channel, and how they are read. Mirrors: cudaChannelFormatDesc of CUDA
 *  13.0. */
struct cudaChannelFormatDesc {
    int x;                                         /* bits */
    int y;
    int z;
    int w;
    enum cudaChannelFormatKind f;
};

/** Sizes of a volume: width in texels of an array, else in bytes. */
struct cudaExtent {
    size_t width;
    size_t height;
    size_t depth;
};

/** A place in a volume, in texels of an array, else bytes. */
struct cudaPos {
    size_t x;
    size_t y;
    size_t z;
};

/** Pitched memory: bytes from row to row, and the row's and the slice's logical size. */
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch;                                  /* bytes */
    size_t xsize;
    size_t ysize;
};

/** An array and a mipmapped array of texels; handles, nothing to look into. */
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;

/** Flags of arrays. */
#define cudaArrayDefault 0x00                              /* nothing special */
#define cudaArrayLayered 0x01                              /* depth counts layers */
#define cudaArraySurfaceLoadStore 0x02                     /* surface functions write it */
#define cudaArrayCubemap 0x04                              /* six faces */
#define cudaArrayTextureGather 0x08                        /* gather reads it */
#define cudaArrayColorAttachment 0x20                      /* the other side renders into it */
#define cudaArraySparse 0x40                               /* without memory at first */
#define cudaArrayDeferredMapping 0x80                      /* memory is mapped later */

/** What memory an array needs. Mirrors: cudaArrayMemoryRequirements of CUDA 13.0. */
struct cudaArrayMemoryRequirements {
    size_t size;                                   /* bytes */
    size_t alignment;                              /* bytes */
    unsigned int reserved[4];                      /* zero */
};

/** All small levels of a sparse array share one piece of memory, whatever their layer. */
#define cudaArraySparsePropertiesSingleMipTail 0x1

/** How a sparse array is cut into pieces. Mirrors: cudaArraySparseProperties of CUDA 13.0. */
struct cudaArraySparseProperties {
    struct {
        unsigned int width;                        /* texels */
        unsigned int height;
        unsigned int depth;
    } tileExtent;
    unsigned int miptailFirstLevel;                /* the first level that shares its piece */
    unsigned long long miptailSize;                /* bytes */
    unsigned int flags;
    unsigned int reserved[4];                      /* zero */
};

#endif
