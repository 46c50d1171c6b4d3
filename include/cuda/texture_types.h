/** Texture objects, and the descriptor of their sampler. */
#ifndef GPUINTEROP_CUDA_TEXTURE_TYPES_H
#define GPUINTEROP_CUDA_TEXTURE_TYPES_H

#include "driver_types.h"

/** Dimensions of textures, as numbers. A layered texture also has a number of layers. */
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

/** Results of a read outside the texture. */
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,                           /* repeats; normalized coordinates only */
    cudaAddressModeClamp = 1,                          /* accesses the nearest texel of the edge */
    cudaAddressModeMirror = 2,                         /* mirrors; normalized coordinates only */
    cudaAddressModeBorder = 3                          /* the border color */
};

/** How texels are filtered. */
enum cudaTextureFilterMode {
    cudaFilterModePoint = 0,                           /* the nearest texel */
    cudaFilterModeLinear = 1                           /* interpolates; floats only */
};

/** The type that a read returns. */
enum cudaTextureReadMode {
    cudaReadModeElementType = 0,                       /* the element type */
    cudaReadModeNormalizedFloat = 1                    /* normalized: [0, 1] or [-1, 1] */
};

/** How a texture object reads. Mirrors: cudaTextureDesc of CUDA 13.0. */
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];    /* of x, y and z */
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;                                      /* not 0: converts sRGB to linear */
    float borderColor[4];
    int normalizedCoords;                          /* not 0: normalized coordinates */
    unsigned int maxAnisotropy;                    /* up to 16 */
    enum cudaTextureFilterMode mipmapFilterMode;   /* between levels */
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
    int disableTrilinearOptimization;              /* a hint */
    int seamlessCubemap;                           /* not 0: filters across faces */
};

/** A texture object: a number that kernels use. 0 is no object. */
typedef unsigned long long cudaTextureObject_t;

#endif
