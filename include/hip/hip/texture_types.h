/** How a texture is read: the descriptor of the sampler, and the texture object. */
#ifndef GPUINTEROP_HIP_TEXTURE_TYPES_H
#define GPUINTEROP_HIP_TEXTURE_TYPES_H

#include "driver_types.h"

/** Shapes of textures, as numbers; a layered one has the number of layers beside its size. */
#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC

/** How many words of 4 bytes the vendor's device keeps of a texture object. */
#define HIP_TEXTURE_OBJECT_SIZE_DWORD 20

/** What is read where a coordinate leaves the texture. */
enum hipTextureAddressMode {
    hipAddressModeWrap = 0,                            /* as if repeated; normalised only */
    hipAddressModeClamp = 1,                           /* the texel at the edge */
    hipAddressModeMirror = 2,                          /* as if mirrored; normalised only */
    hipAddressModeBorder = 3                           /* the border's colour */
};

/** Which texels make up what is read. */
enum hipTextureFilterMode {
    hipFilterModePoint = 0,                            /* the nearest one */
    hipFilterModeLinear = 1                            /* a mean of those around; floats only */
};

/** As what texels are read. */
enum hipTextureReadMode {
    hipReadModeElementType = 0,                        /* as they are */
    hipReadModeNormalizedFloat = 1                     /* integers as floats in [0, 1] or [-1, 1] */
};

/** A texture object: a handle that shaders take. NULL is none. */
typedef struct __hip_texture *hipTextureObject_t;

/** How a texture object reads. Mirrors: hipTextureDesc of HIP 6.4. */
struct hipTextureDesc {
    enum hipTextureAddressMode addressMode[3];     /* of x, y and z */
    enum hipTextureFilterMode filterMode;
    enum hipTextureReadMode readMode;
    int sRGB;                                      /* not 0: colours are made linear */
    float borderColor[4];
    int normalizedCoords;                          /* not 0: coordinates are in [0, 1) */
    unsigned int maxAnisotropy;                    /* up to 16 */
    enum hipTextureFilterMode mipmapFilterMode;    /* between levels */
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
};
typedef struct hipTextureDesc hipTextureDesc;

/** A texture as a variable of device code. Mirrors: textureReference of HIP 6.4. */
struct textureReference {
    int normalized;                                /* not 0: coordinates are in [0, 1) */
    enum hipTextureReadMode readMode;
    enum hipTextureFilterMode filterMode;
    enum hipTextureAddressMode addressMode[3];     /* of x, y and z */
    struct hipChannelFormatDesc channelDesc;
    int sRGB;                                      /* not 0: colours are made linear */
    unsigned int maxAnisotropy;
    enum hipTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
    hipTextureObject_t textureObject;
    int numChannels;
    enum hipArray_Format format;
};
typedef struct textureReference textureReference;

#endif
