/** How a texture is read: the descriptor of the sampler, and the texture object. */
#ifndef GPUINTEROP_CUDA_TEXTURE_TYPES_H
#define GPUINTEROP_CUDA_TEXTURE_TYPES_H

#include "driver_types.h"

/** Shapes of textures, as numbers; a layered one has the number of layers beside its size. */
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

/** What is read where a coordinate leaves the texture. */
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,                           /* as if repeated; normalised only */
    cudaAddressModeClamp = 1,                          /* the texel at the edge */
    cudaAddressModeMirror = 2,                         /* as if mirrored; normalised only */
    cudaAddressModeBorder = 3                          /* the border's colour */
};

/** Which texels make up what is read. */
enum cudaTextureFilterMode {
    cudaFilterModePoint = 0,                           /* the nearest one */
    cudaFilterModeLinear = 1                           /* a mean of those around; floats only */
};

/** As what texels are read. */
enum cudaTextureReadMode {
    cudaReadModeElementType = 0,                       /* as they are */
    cudaReadModeNormalizedFloat = 1                    /* integers as floats in [0, 1] or [-1, 1] */
};

/** How a texture object reads. Mirrors: cudaTextureDesc of CUDA 13.0. */
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];    /* of x, y and z */
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;                                      /* not 0: colours are made linear */
    float borderColor[4];
    int normalizedCoords;                          /* not 0: coordinates are in [0, 1) */
    unsigned int maxAnisotropy;                    /* up to 16 */
    enum cudaTextureFilterMode mipmapFilterMode;   /* between levels */
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
    int disableTrilinearOptimization;              /* a wish */
    int seamlessCubemap;                           /* not 0: faces are filtered across edges */
};

/** A texture object: a number that shaders take. 0 is none. */
typedef unsigned long long cudaTextureObject_t;

#endif
