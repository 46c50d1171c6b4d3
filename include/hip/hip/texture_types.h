/** Texture objects, and the descriptor of their sampler. */
#ifndef GPUINTEROP_HIP_TEXTURE_TYPES_H
#define GPUINTEROP_HIP_TEXTURE_TYPES_H

#include "driver_types.h"

/** Dimensions of textures, as numbers. A layered texture also has a number of layers. */
#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC

/** The size of a texture object on the vendor's device, in words of 4 bytes. */
#define HIP_TEXTURE_OBJECT_SIZE_DWORD 20

/** Results of a read outside the texture. */
enum hipTextureAddressMode {
    hipAddressModeWrap = 0,                            /* repeats; normalized coordinates only */
    hipAddressModeClamp = 1,                           /* accesses the nearest texel of the edge */
    hipAddressModeMirror = 2,                          /* mirrors; normalized coordinates only */
    hipAddressModeBorder = 3                           /* the border color */
};

/** How texels are filtered. */
enum hipTextureFilterMode {
    hipFilterModePoint = 0,                            /* the nearest texel */
    hipFilterModeLinear = 1                            /* interpolates; floats only */
};

/** The type that a read returns. */
enum hipTextureReadMode {
    hipReadModeElementType = 0,                        /* the element type */
    hipReadModeNormalizedFloat = 1                     /* normalized: [0, 1] or [-1, 1] */
};

/** A texture object: a handle that kernels use. NULL is no object. */
typedef struct __hip_texture *hipTextureObject_t;

/** How a texture object reads. Mirrors: hipTextureDesc of HIP 6.4. */
struct hipTextureDesc {
    enum hipTextureAddressMode addressMode[3];     /* of x, y and z */
    enum hipTextureFilterMode filterMode;
    enum hipTextureReadMode readMode;
    int sRGB;                                      /* not 0: converts sRGB to linear */
    float borderColor[4];
    int normalizedCoords;                          /* not 0: normalized coordinates */
    unsigned int maxAnisotropy;                    /* up to 16 */
    enum hipTextureFilterMode mipmapFilterMode;    /* between levels */
    float mipmapLevelBias;                         /* levels */
    float minMipmapLevelClamp;                     /* levels */
    float maxMipmapLevelClamp;                     /* levels */
};
typedef struct hipTextureDesc hipTextureDesc;

/** A texture as a variable of device code. Mirrors: textureReference of HIP 6.4. */
struct textureReference {
    int normalized;                                /* not 0: normalized coordinates */
    enum hipTextureReadMode readMode;
    enum hipTextureFilterMode filterMode;
    enum hipTextureAddressMode addressMode[3];     /* of x, y and z */
    struct hipChannelFormatDesc channelDesc;
    int sRGB;                                      /* not 0: converts sRGB to linear */
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
