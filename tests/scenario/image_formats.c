/* The formats of the grid, one row each: what the exporter's image has, and how the importer
 * describes it. The second part are formats that have no channels of their own and are shared as
 * others of the same size. */
#include "image_grid.h"

#define SIGNED gpuChannelFormatKindSigned
#define UNSIGNED gpuChannelFormatKindUnsigned
#define FLOATING gpuChannelFormatKindFloat
#define TEXEL(format, bytes, x, y, z, w, kind) \
    { #format, VK_FORMAT_##format, { x, y, z, w }, kind, bytes, 1, 1, false }
#define BLOCK(format, bytes, x, y, z, w, kind) \
    { #format, VK_FORMAT_##format, { x, y, z, w }, cudaChannelFormatKind##kind, bytes, 4, 4, \
      false }
#define AS(format, what, bytes, x, y, z, w, kind) \
    { #format " as " what, VK_FORMAT_##format, { x, y, z, w }, kind, bytes, 1, 1, false }

const struct grid_format grid_formats[] = {
    TEXEL(R8_UINT, 1, 8, 0, 0, 0, UNSIGNED),
    TEXEL(R8G8_UINT, 2, 8, 8, 0, 0, UNSIGNED),
    TEXEL(R8G8B8A8_UINT, 4, 8, 8, 8, 8, UNSIGNED),
    TEXEL(R8_SINT, 1, 8, 0, 0, 0, SIGNED),
    TEXEL(R8G8_SINT, 2, 8, 8, 0, 0, SIGNED),
    TEXEL(R8G8B8A8_SINT, 4, 8, 8, 8, 8, SIGNED),
    TEXEL(R16_UINT, 2, 16, 0, 0, 0, UNSIGNED),
    TEXEL(R16G16_UINT, 4, 16, 16, 0, 0, UNSIGNED),
    TEXEL(R16G16B16A16_UINT, 8, 16, 16, 16, 16, UNSIGNED),
    TEXEL(R16_SINT, 2, 16, 0, 0, 0, SIGNED),
    TEXEL(R16G16_SINT, 4, 16, 16, 0, 0, SIGNED),
    TEXEL(R16G16B16A16_SINT, 8, 16, 16, 16, 16, SIGNED),
    TEXEL(R32_UINT, 4, 32, 0, 0, 0, UNSIGNED),
    TEXEL(R32G32_UINT, 8, 32, 32, 0, 0, UNSIGNED),
    TEXEL(R32G32B32A32_UINT, 16, 32, 32, 32, 32, UNSIGNED),
    TEXEL(R32_SINT, 4, 32, 0, 0, 0, SIGNED),
    TEXEL(R32G32_SINT, 8, 32, 32, 0, 0, SIGNED),
    TEXEL(R32G32B32A32_SINT, 16, 32, 32, 32, 32, SIGNED),
    TEXEL(R16_SFLOAT, 2, 16, 0, 0, 0, FLOATING),
    TEXEL(R16G16_SFLOAT, 4, 16, 16, 0, 0, FLOATING),
    TEXEL(R16G16B16A16_SFLOAT, 8, 16, 16, 16, 16, FLOATING),
    TEXEL(R32_SFLOAT, 4, 32, 0, 0, 0, FLOATING),
    TEXEL(R32G32_SFLOAT, 8, 32, 32, 0, 0, FLOATING),
    TEXEL(R32G32B32A32_SFLOAT, 16, 32, 32, 32, 32, FLOATING),
#if API_IS_CUDA
#define NORMALIZED(format, bytes, x, y, z, w, kind) \
    TEXEL(format, bytes, x, y, z, w, cudaChannelFormatKind##kind)
    NORMALIZED(R8_UNORM, 1, 8, 0, 0, 0, UnsignedNormalized8X1),
    NORMALIZED(R8G8_UNORM, 2, 8, 8, 0, 0, UnsignedNormalized8X2),
    NORMALIZED(R8G8B8A8_UNORM, 4, 8, 8, 8, 8, UnsignedNormalized8X4),
    NORMALIZED(R8_SNORM, 1, 8, 0, 0, 0, SignedNormalized8X1),
    NORMALIZED(R8G8_SNORM, 2, 8, 8, 0, 0, SignedNormalized8X2),
    NORMALIZED(R8G8B8A8_SNORM, 4, 8, 8, 8, 8, SignedNormalized8X4),
    NORMALIZED(R16_UNORM, 2, 16, 0, 0, 0, UnsignedNormalized16X1),
    NORMALIZED(R16G16_UNORM, 4, 16, 16, 0, 0, UnsignedNormalized16X2),
    NORMALIZED(R16G16B16A16_UNORM, 8, 16, 16, 16, 16, UnsignedNormalized16X4),
    NORMALIZED(R16_SNORM, 2, 16, 0, 0, 0, SignedNormalized16X1),
    NORMALIZED(R16G16_SNORM, 4, 16, 16, 0, 0, SignedNormalized16X2),
    NORMALIZED(R16G16B16A16_SNORM, 8, 16, 16, 16, 16, SignedNormalized16X4),
    NORMALIZED(A2B10G10R10_UNORM_PACK32, 4, 10, 10, 10, 2, UnsignedNormalized1010102),
    BLOCK(BC1_RGBA_UNORM_BLOCK, 8, 8, 8, 8, 8, UnsignedBlockCompressed1),
    BLOCK(BC1_RGBA_SRGB_BLOCK, 8, 8, 8, 8, 8, UnsignedBlockCompressed1SRGB),
    BLOCK(BC2_UNORM_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed2),
    BLOCK(BC2_SRGB_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed2SRGB),
    BLOCK(BC3_UNORM_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed3),
    BLOCK(BC3_SRGB_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed3SRGB),
    BLOCK(BC4_UNORM_BLOCK, 8, 8, 0, 0, 0, UnsignedBlockCompressed4),
    BLOCK(BC4_SNORM_BLOCK, 8, 8, 0, 0, 0, SignedBlockCompressed4),
    BLOCK(BC5_UNORM_BLOCK, 16, 8, 8, 0, 0, UnsignedBlockCompressed5),
    BLOCK(BC5_SNORM_BLOCK, 16, 8, 8, 0, 0, SignedBlockCompressed5),
    BLOCK(BC6H_UFLOAT_BLOCK, 16, 16, 16, 16, 0, UnsignedBlockCompressed6H),
    BLOCK(BC6H_SFLOAT_BLOCK, 16, 16, 16, 16, 0, SignedBlockCompressed6H),
    BLOCK(BC7_UNORM_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed7),
    BLOCK(BC7_SRGB_BLOCK, 16, 8, 8, 8, 8, UnsignedBlockCompressed7SRGB),
#endif
    AS(R8_UNORM, "uchar1", 1, 8, 0, 0, 0, UNSIGNED),
    AS(R8G8B8A8_UNORM, "uchar4", 4, 8, 8, 8, 8, UNSIGNED),
    AS(R8G8B8A8_SRGB, "uchar4", 4, 8, 8, 8, 8, UNSIGNED),
    AS(B8G8R8A8_UNORM, "uchar4", 4, 8, 8, 8, 8, UNSIGNED),
    AS(B8G8R8A8_SRGB, "uchar4", 4, 8, 8, 8, 8, UNSIGNED),
    AS(R16_UNORM, "ushort1", 2, 16, 0, 0, 0, UNSIGNED),
    AS(A2B10G10R10_UNORM_PACK32, "uint1", 4, 32, 0, 0, 0, UNSIGNED),
    AS(B10G11R11_UFLOAT_PACK32, "uint1", 4, 32, 0, 0, 0, UNSIGNED),
    { "D32_SFLOAT as float1", VK_FORMAT_D32_SFLOAT, { 32, 0, 0, 0 }, FLOATING, 4, 1, 1, true },
};

const size_t grid_format_count = sizeof grid_formats / sizeof grid_formats[0];

const char *const grid_kind_names[GRID_KINDS] = {
    "1D", "2D", "3D", "1D layered", "2D layered", "cubemap", "cubemap layered",
};
