/* Questions about mipmapped arrays that are mapped from another API's images: which formats and
 * shapes are right in every texel of every level, and what is refused. */
#include "exporter_image.h"
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/** A format of the exporter's, and one of ours that may be the same. */
struct pair {
    const char *name;
    int format;
    int bits[4];
    int kind;
    uint32_t bytes, block;
};

#define ONE(b) {b, 0, 0, 0}
#define TWO(b) {b, b, 0, 0}
#define FOUR(b) {b, b, b, b}
#define PAIR(vulkan, bits, kind, bytes) \
    {#vulkan " as " #bits " " #kind, VK_FORMAT_##vulkan, bits, kind, bytes, 1}
#define BLOCK(vulkan, bits, kind, bytes) \
    {#vulkan " as " #bits " " #kind, VK_FORMAT_##vulkan, bits, kind, bytes, 4}

/* Braces in an argument of a macro need the macros above: commas would divide them. */
static const struct pair pairs[] = {
    PAIR(R8_UINT, ONE(8), 1, 1), PAIR(R8G8_UINT, TWO(8), 1, 2), PAIR(R8G8B8A8_UINT, FOUR(8), 1, 4),
    PAIR(R8_SINT, ONE(8), 0, 1), PAIR(R8G8_SINT, TWO(8), 0, 2), PAIR(R8G8B8A8_SINT, FOUR(8), 0, 4),
    PAIR(R8_UNORM, ONE(8), 1, 1), PAIR(R8_UNORM, ONE(8), 5, 1),
    PAIR(R8G8_UNORM, TWO(8), 1, 2), PAIR(R8G8_UNORM, TWO(8), 6, 2),
    PAIR(R8G8B8A8_UNORM, FOUR(8), 1, 4), PAIR(R8G8B8A8_UNORM, FOUR(8), 7, 4),
    PAIR(R8_SNORM, ONE(8), 0, 1), PAIR(R8_SNORM, ONE(8), 11, 1),
    PAIR(R8G8_SNORM, TWO(8), 12, 2), PAIR(R8G8B8A8_SNORM, FOUR(8), 13, 4),
    PAIR(R8G8B8A8_SRGB, FOUR(8), 1, 4), PAIR(R8G8B8A8_SRGB, FOUR(8), 7, 4),
    PAIR(B8G8R8A8_UNORM, FOUR(8), 1, 4), PAIR(B8G8R8A8_UNORM, FOUR(8), 7, 4),
    PAIR(B8G8R8A8_SRGB, FOUR(8), 1, 4),
    PAIR(R16_UINT, ONE(16), 1, 2), PAIR(R16G16_UINT, TWO(16), 1, 4),
    PAIR(R16G16B16A16_UINT, FOUR(16), 1, 8),
    PAIR(R16_SINT, ONE(16), 0, 2), PAIR(R16G16_SINT, TWO(16), 0, 4),
    PAIR(R16G16B16A16_SINT, FOUR(16), 0, 8),
    PAIR(R16_SFLOAT, ONE(16), 2, 2), PAIR(R16G16_SFLOAT, TWO(16), 2, 4),
    PAIR(R16G16B16A16_SFLOAT, FOUR(16), 2, 8),
    PAIR(R16_UNORM, ONE(16), 1, 2), PAIR(R16_UNORM, ONE(16), 8, 2),
    PAIR(R16G16_UNORM, TWO(16), 9, 4), PAIR(R16G16B16A16_UNORM, FOUR(16), 10, 8),
    PAIR(R16_SNORM, ONE(16), 14, 2), PAIR(R16G16_SNORM, TWO(16), 15, 4),
    PAIR(R16G16B16A16_SNORM, FOUR(16), 16, 8),
    PAIR(R32_UINT, ONE(32), 1, 4), PAIR(R32G32_UINT, TWO(32), 1, 8),
    PAIR(R32G32B32A32_UINT, FOUR(32), 1, 16),
    PAIR(R32_SINT, ONE(32), 0, 4), PAIR(R32G32_SINT, TWO(32), 0, 8),
    PAIR(R32G32B32A32_SINT, FOUR(32), 0, 16),
    PAIR(R32_SFLOAT, ONE(32), 2, 4), PAIR(R32G32_SFLOAT, TWO(32), 2, 8),
    PAIR(R32G32B32A32_SFLOAT, FOUR(32), 2, 16),
#define TEN {10, 10, 10, 2}
#define SIX {16, 16, 16, 0}
    {"A2B10G10R10_UNORM as 1010102", VK_FORMAT_A2B10G10R10_UNORM_PACK32, TEN, 31, 4, 1},
    {"A2R10G10B10_UNORM as 1010102", VK_FORMAT_A2R10G10B10_UNORM_PACK32, TEN, 31, 4, 1},
    {"A2B10G10R10_UNORM as u32", VK_FORMAT_A2B10G10R10_UNORM_PACK32, ONE(32), 1, 4, 1},
    {"B10G11R11_UFLOAT as u32", VK_FORMAT_B10G11R11_UFLOAT_PACK32, ONE(32), 1, 4, 1},
    {"E5B9G9R9_UFLOAT as u32", VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, ONE(32), 1, 4, 1},
    {"R5G6B5_UNORM as u16", VK_FORMAT_R5G6B5_UNORM_PACK16, ONE(16), 1, 2, 1},
    PAIR(D16_UNORM, ONE(16), 1, 2), PAIR(D16_UNORM, ONE(16), 8, 2),
    PAIR(D32_SFLOAT, ONE(32), 2, 4),
    BLOCK(BC1_RGBA_UNORM_BLOCK, FOUR(8), 17, 8), BLOCK(BC1_RGBA_SRGB_BLOCK, FOUR(8), 18, 8),
    BLOCK(BC1_RGB_UNORM_BLOCK, FOUR(8), 17, 8),
    BLOCK(BC2_UNORM_BLOCK, FOUR(8), 19, 16), BLOCK(BC2_SRGB_BLOCK, FOUR(8), 20, 16),
    BLOCK(BC3_UNORM_BLOCK, FOUR(8), 21, 16), BLOCK(BC3_SRGB_BLOCK, FOUR(8), 22, 16),
    BLOCK(BC4_UNORM_BLOCK, ONE(8), 23, 8), BLOCK(BC4_SNORM_BLOCK, ONE(8), 24, 8),
    BLOCK(BC5_UNORM_BLOCK, TWO(8), 25, 16), BLOCK(BC5_SNORM_BLOCK, TWO(8), 26, 16),
    BLOCK(BC6H_UFLOAT_BLOCK, SIX, 27, 16), BLOCK(BC6H_SFLOAT_BLOCK, SIX, 28, 16),
    BLOCK(BC7_UNORM_BLOCK, FOUR(8), 29, 16), BLOCK(BC7_SRGB_BLOCK, FOUR(8), 30, 16),
    /* The texel's size is right and its channels are not. */
    {"R32_SFLOAT as u8x4", VK_FORMAT_R32_SFLOAT, FOUR(8), 1, 4, 1},
    {"R8G8B8A8_UINT as f32", VK_FORMAT_R8G8B8A8_UINT, ONE(32), 2, 4, 1},
    {"R8G8B8A8_UINT as u16x2", VK_FORMAT_R8G8B8A8_UINT, TWO(16), 1, 4, 1},
};
#define PAIR_COUNT (sizeof(pairs) / sizeof(pairs[0]))

static struct exporter_image_wish wish_of(const struct pair *pair, int which, bool chain)
{
    static const int dimensions[SHAPE_COUNT] = {1, 2, 3, 1, 2, 2, 2};
    const struct image_shape *shape = &image_shapes[which];
    struct exporter_image_wish wish;
    uint32_t side = (uint32_t)shape->extent.width;
    memset(&wish, 0, sizeof(wish));
    wish.format = pair->format;
    wish.dimensions = dimensions[which];
    wish.width = side;
    wish.height = shape->extent.height ? (uint32_t)shape->extent.height : 1;
    wish.depth = which == 2 ? (uint32_t)shape->extent.depth : 1;
    wish.layers = which > 2 ? (uint32_t)shape->extent.depth : 1;
    wish.cube = (shape->flags & CUBEMAP) != 0;
    wish.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    wish.block_bytes = pair->bytes;
    wish.block = pair->block;
    wish.depth_float = pair->format == VK_FORMAT_D32_SFLOAT;
    wish.dedicated = -1;
    wish.levels = 1;
    for (; chain && side > 1; side /= 2)
        wish.levels++;
    return wish;
}

static cudaError_t import_image(const struct exporter_image *image, unsigned long long size,
                                bool dedicated, cudaExternalMemory_t *out)
{
    struct cudaExternalMemoryHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = image->fd;
    desc.size = size;
    desc.flags = dedicated ? 1 : 0;
    *out = NULL;
    return cudaImportExternalMemory(out, &desc);
}

static struct cudaExternalMemoryMipmappedArrayDesc map_desc(const struct exporter_image *image,
                                                            const struct pair *pair, int which)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.offset = image->offset;
    desc.formatDesc = channels(pair->bits[0], pair->bits[1], pair->bits[2], pair->bits[3],
                               pair->kind);
    desc.extent = image_shapes[which].extent;
    desc.flags = image_shapes[which].flags;
    desc.numLevels = image->wish.levels;
    return desc;
}

/* A copy of a whole level. Compressed levels count in texels or in blocks; the caller tries both.
 */
static cudaError_t level_copy(const struct exporter_image_wish *wish, uint32_t level,
                              cudaArray_t array, unsigned char *bytes, bool write, bool in_blocks)
{
    struct cudaMemcpy3DParms copy;
    struct cudaPitchedPtr memory;
    size_t width = wish->width >> level ? wish->width >> level : 1;
    size_t height = wish->height >> level ? wish->height >> level : 1;
    size_t depth = wish->depth >> level ? wish->depth >> level : 1;
    size_t across = (width + wish->block - 1) / wish->block;
    size_t down = (height + wish->block - 1) / wish->block;
    memset(&copy, 0, sizeof(copy));
    memory.ptr = bytes;
    memory.pitch = across * wish->block_bytes;
    memory.xsize = across;
    memory.ysize = down;
    copy.extent = in_blocks ? extent_of(across, down, depth) : extent_of(width, height, depth);
    if (wish->layers > 1)
        copy.extent.depth = wish->layers;
    copy.kind = write ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    if (write) {
        copy.srcPtr = memory;
        copy.dstArray = array;
    } else {
        copy.srcArray = array;
        copy.dstPtr = memory;
    }
    return cudaMemcpy3D(&copy);
}

/* Reads or writes every level; how many were right, and the first code that was not success. */
static unsigned int levels_right(const struct exporter_image_wish *wish, cudaMipmappedArray_t chain,
                                 bool write, unsigned int seed, cudaError_t *out_code,
                                 bool in_blocks)
{
    unsigned int right = 0;
    *out_code = cudaSuccess;
    for (uint32_t level = 0; level < wish->levels; level++) {
        size_t size = exporter_level_bytes(wish, level);
        unsigned char *bytes = malloc(size + 4096);
        cudaArray_t array = NULL;
        memset(bytes, 0xee, size);
        for (size_t i = 0; write && i < size; i++)
            bytes[i] = exporter_byte(wish, i, level + seed);
        cudaError_t code = cudaGetMipmappedArrayLevel(&array, chain, level);
        if (code == cudaSuccess)
            code = level_copy(wish, level, array, bytes, write, in_blocks);
        bool same = code == cudaSuccess;
        for (size_t i = 0; !write && same && i < size; i++)
            same = bytes[i] == exporter_byte(wish, i, level + seed);
        right += same ? 1 : 0;
        if (code != cudaSuccess && *out_code == cudaSuccess)
            *out_code = code;
        free(bytes);
    }
    (void)cudaGetLastError();
    return right;
}

/* The whole way: map, read what the exporter wrote, write, and let the exporter read. */
static void tell_contents(const char *name, const struct exporter_image *image,
                          cudaMipmappedArray_t chain)
{
    const struct exporter_image_wish *wish = &image->wish;
    cudaError_t read_code;
    cudaError_t write_code;
    bool in_blocks = false;
    unsigned int read = levels_right(wish, chain, false, 1, &read_code, false);
    if (wish->block > 1 && read < wish->levels) {
        cudaError_t code;
        unsigned int other = levels_right(wish, chain, false, 1, &code, true);
        in_blocks = other > read;
        read = in_blocks ? other : read;
        read_code = in_blocks ? code : read_code;
    }
    unsigned int written = levels_right(wish, chain, true, 9, &write_code, in_blocks);
    cudaError_t done = cudaDeviceSynchronize();
    note(name, "read=%u/%u (%s)%s written=%u (%s) seen=%s sync=%s", read, wish->levels,
         cudaGetErrorName(read_code), in_blocks ? " in blocks" : "", written,
         cudaGetErrorName(write_code), exporter_image_holds(image, 9) ? "right" : "wrong",
         cudaGetErrorName(done));
}

static void try_image(const char *case_name, const struct exporter_image_wish *wish,
                      const struct pair *pair, int which, unsigned int more_flags, int dedicated)
{
    char name[96];
    struct exporter_image image;
    cudaExternalMemory_t memory = NULL;
    cudaMipmappedArray_t chain = OUT_MARKER;
    snprintf(name, sizeof(name), "%s", case_name);
    const char *fault = exporter_image_make(wish, &image);
    if (fault != NULL) {
        note(name, "the exporter's image %s", fault);
        exporter_image_end(&image);
        return;
    }
    cudaError_t code = import_image(&image, image.size,
                                    dedicated < 0 ? image.dedicated : dedicated != 0, &memory);
    if (code != cudaSuccess)
        answer(label("%s import", name), code);
    struct cudaExternalMemoryMipmappedArrayDesc desc = map_desc(&image, pair, which);
    desc.flags |= more_flags;
    code = cudaExternalMemoryGetMappedMipmappedArray(&chain, memory, &desc);
    if (code != cudaSuccess) {
        answer_with(name, code, "out=%s", out_state(chain));
    } else {
        tell_contents(name, &image, chain);
        code = cudaFreeMipmappedArray(chain);
        if (code != cudaSuccess)
            answer(label("%s free", name), code);
    }
    if (memory != NULL)
        (void)cudaDestroyExternalMemory(memory);
    exporter_image_end(&image);
}

static void ask_grid(int which)
{
    start_device();
    for (size_t i = 0; i < PAIR_COUNT; i++) {
        for (int chain = 0; chain < 2; chain++) {
            struct exporter_image_wish wish = wish_of(&pairs[i], which, chain != 0);
            try_image(label("%s, %s", pairs[i].name, chain ? "levels" : "one level"), &wish,
                      &pairs[i], which, 0, -1);
        }
    }
}

/* Usages of the image against the array's flags. */
static void ask_usages(int which)
{
    static const struct { const char *name; uint32_t bits; } usages[] = {
        {"copies", 0}, {"sampled", VK_IMAGE_USAGE_SAMPLED_BIT},
        {"storage", VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT},
        {"color", VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT},
        {"all", VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                VK_IMAGE_USAGE_SAMPLED_BIT}};
    static const unsigned int flags[] = {0, SURFACE, GATHER, COLOR, SURFACE | COLOR, 16, SPARSE,
                                         DEFERRED};
    static const size_t formats[] = {2, 10, 45};
    start_device();
    for (size_t f = 0; f < 3; f++) {
        for (size_t u = 0; u < 5; u++) {
            for (size_t m = 0; m < sizeof(flags) / sizeof(flags[0]); m++) {
                struct exporter_image_wish wish = wish_of(&pairs[formats[f]], which, true);
                wish.usage = usages[u].bits;
                try_image(label("%s, %s, flags %#x", pairs[formats[f]].name, usages[u].name,
                                flags[m]), &wish, &pairs[formats[f]], which, flags[m], -1);
            }
        }
    }
}

/* Dedicated or not, and said so or not. */
static void ask_dedicated(int which)
{
    start_device();
    for (int i = 0; i < 4; i++) {
        struct exporter_image_wish wish = wish_of(&pairs[2], which, true);
        wish.dedicated = i & 1;
        try_image(label("is_%d_said_%d", i & 1, i >> 1), &wish, &pairs[2], which, 0, i >> 1);
    }
}

/* The image begins later in its memory. */
static void ask_offsets(int which)
{
    start_device();
    for (uint64_t units = 0; units < 5; units++) {
        struct exporter_image_wish wish = wish_of(&pairs[2], which, true);
        wish.dedicated = 0;
        wish.offset_units = units;
        try_image(label("alignments_%u", (unsigned int)units), &wish, &pairs[2], which, 0, -1);
    }
}

/* Larger images, and sides that are no powers of two. */
static void ask_sizes(int arg)
{
    static const uint32_t sizes[][2] = {{1, 1}, {3, 5}, {17, 33}, {100, 60}, {63, 1}, {1, 63},
                                        {255, 127}, {256, 256}, {300, 200}, {400, 3}};
    static const size_t formats[] = {0, 2, 45};
    (void)arg;
    start_device();
    for (size_t f = 0; f < 3; f++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            const struct pair *pair = &pairs[formats[f]];
            struct exporter_image_wish wish = wish_of(pair, 1, false);
            struct exporter_image image;
            cudaExternalMemory_t memory = NULL;
            cudaMipmappedArray_t chain = OUT_MARKER;
            const char *name = label("%s %ux%u", pair->name, sizes[i][0], sizes[i][1]);
            wish.width = sizes[i][0];
            wish.height = sizes[i][1];
            for (uint32_t side = wish.width > wish.height ? wish.width : wish.height; side > 1;
                 side /= 2)
                wish.levels++;
            if (exporter_image_make(&wish, &image) != NULL)
                continue;
            (void)import_image(&image, image.size, image.dedicated, &memory);
            struct cudaExternalMemoryMipmappedArrayDesc desc = map_desc(&image, pair, 1);
            desc.extent = extent_of(wish.width, wish.height, 0);
            cudaError_t code = cudaExternalMemoryGetMappedMipmappedArray(&chain, memory, &desc);
            if (code != cudaSuccess)
                answer(name, code);
            else
                tell_contents(name, &image, chain);
            exporter_image_end(&image);
        }
    }
}

/* What fits the object badly; the codes only. */
struct misuse {
    const char *name;
    size_t width, height, depth;       /* 77: as it is */
    unsigned int levels, flags;        /* 77: as it is */
    unsigned long long offset;
    int bits[4];
    int kind;                          /* 77: format as it is */
};
#define AS_IS 77

static const struct misuse misuses[] = {
    {"good", 77, 77, 77, 77, 77, 0, ONE(0), 77},
    {"width_0", 0, 77, 77, 77, 77, 0, ONE(0), 77},
    {"height_0", 77, 0, 77, 77, 77, 0, ONE(0), 77},
    {"all_0", 0, 0, 0, 77, 77, 0, ONE(0), 77},
    {"smaller", 32, 32, 77, 77, 77, 0, ONE(0), 77},
    {"larger", 128, 128, 77, 77, 77, 0, ONE(0), 77},
    {"much_larger", 4096, 4096, 77, 77, 77, 0, ONE(0), 77},
    {"past_limit", 1u << 20, 64, 77, 77, 77, 0, ONE(0), 77},
    {"width_max", SIZE_MAX, 64, 77, 77, 77, 0, ONE(0), 77},
    {"depth_1", 77, 77, 1, 77, 77, 0, ONE(0), 77},
    {"depth_4", 77, 77, 4, 77, 77, 0, ONE(0), 77},
    {"layered_1", 77, 77, 1, 77, LAYERED, 0, ONE(0), 77},
    {"layered_0", 77, 77, 0, 77, LAYERED, 0, ONE(0), 77},
    {"layered_4", 77, 77, 4, 77, LAYERED, 0, ONE(0), 77},
    {"cubemap_6", 77, 77, 6, 77, CUBEMAP, 0, ONE(0), 77},
    {"cubemap_5", 77, 77, 5, 77, CUBEMAP, 0, ONE(0), 77},
    {"cubemap_not_square", 32, 64, 6, 77, CUBEMAP, 0, ONE(0), 77},
    {"cubemap_layered_12", 77, 77, 12, 77, CUBEMAP | LAYERED, 0, ONE(0), 77},
    {"cubemap_layered_13", 77, 77, 13, 77, CUBEMAP | LAYERED, 0, ONE(0), 77},
    {"flags_16", 77, 77, 77, 77, 16, 0, ONE(0), 77},
    {"flags_sparse", 77, 77, 77, 77, SPARSE, 0, ONE(0), 77},
    {"flags_deferred", 77, 77, 77, 77, DEFERRED, 0, ONE(0), 77},
    {"flags_256", 77, 77, 77, 77, 256, 0, ONE(0), 77},
    {"flags_all", 77, 77, 77, 77, ~0u, 0, ONE(0), 77},
    {"levels_0", 77, 77, 77, 0, 77, 0, ONE(0), 77},
    {"levels_1", 77, 77, 77, 1, 77, 0, ONE(0), 77},
    {"levels_3", 77, 77, 77, 3, 77, 0, ONE(0), 77},
    {"levels_8", 77, 77, 77, 8, 77, 0, ONE(0), 77},
    {"levels_99", 77, 77, 77, 99, 77, 0, ONE(0), 77},
    {"levels_max", 77, 77, 77, ~0u, 77, 0, ONE(0), 77},
    {"offset_1", 77, 77, 77, 77, 77, 1, ONE(0), 77},
    {"offset_16", 77, 77, 77, 77, 77, 16, ONE(0), 77},
    {"offset_256", 77, 77, 77, 77, 77, 256, ONE(0), 77},
    {"offset_512", 77, 77, 77, 77, 77, 512, ONE(0), 77},
    {"offset_1024", 77, 77, 77, 77, 77, 1024, ONE(0), 77},
    {"offset_4096", 77, 77, 77, 77, 77, 4096, ONE(0), 77},
    {"offset_65536", 77, 77, 77, 77, 77, 65536, ONE(0), 77},
    {"offset_2_mib", 77, 77, 77, 77, 77, 2u << 20, ONE(0), 77},
    {"offset_1_gib", 77, 77, 77, 77, 77, 1u << 30, ONE(0), 77},
    {"offset_max", 77, 77, 77, 77, 77, UINT64_MAX, ONE(0), 77},
    {"texel_smaller", 77, 77, 77, 77, 77, 0, ONE(8), 1},
    {"texel_larger", 77, 77, 77, 77, 77, 0, FOUR(32), 2},
    {"three_channels", 77, 77, 77, 77, 77, 0, {8, 8, 8, 0}, 1},
    {"no_bits", 77, 77, 77, 77, 77, 0, ONE(0), 1},
    {"bits_7", 77, 77, 77, 77, 77, 0, FOUR(7), 1},
    {"bits_64", 77, 77, 77, 77, 77, 0, ONE(64), 1},
    {"bits_mixed", 77, 77, 77, 77, 77, 0, {8, 16, 8, 0}, 1},
    {"float_8", 77, 77, 77, 77, 77, 0, FOUR(8), 2},
    {"kind_none", 77, 77, 77, 77, 77, 0, FOUR(8), 3},
    {"kind_nv12", 77, 77, 77, 77, 77, 0, {8, 8, 8, 0}, 4},
    {"kind_99", 77, 77, 77, 77, 77, 0, FOUR(8), 99},
    {"kind_minus_1", 77, 77, 77, 77, 77, 0, FOUR(8), -1},
    {"bc7", 77, 77, 77, 77, 77, 0, FOUR(8), 29},
};

static void change_desc(struct cudaExternalMemoryMipmappedArrayDesc *desc, const struct misuse *how)
{
    if (how->width != AS_IS)
        desc->extent.width = how->width;
    if (how->height != AS_IS)
        desc->extent.height = how->height;
    if (how->depth != AS_IS)
        desc->extent.depth = how->depth;
    if (how->levels != AS_IS)
        desc->numLevels = how->levels;
    if (how->flags != AS_IS)
        desc->flags = how->flags;
    if (how->kind != AS_IS)
        desc->formatDesc = channels(how->bits[0], how->bits[1], how->bits[2], how->bits[3],
                                    how->kind);
    desc->offset += how->offset;
}

static void ask_misuse(int dedicated)
{
    struct exporter_image image;
    struct exporter_image_wish wish = wish_of(&pairs[2], 1, true);
    cudaExternalMemory_t memory = NULL;
    start_device();
    wish.width = wish.height = 64;
    wish.dedicated = dedicated;
    const char *fault = exporter_image_make(&wish, &image);
    if (fault != NULL) {
        note("image", "%s", fault);
        return;
    }
    answer("import", import_image(&image, image.size, image.dedicated, &memory));
    for (size_t i = 0; i < sizeof(misuses) / sizeof(misuses[0]); i++) {
        cudaMipmappedArray_t chain = OUT_MARKER;
        cudaArray_t level = NULL;
        struct cudaExternalMemoryMipmappedArrayDesc desc = map_desc(&image, &pairs[2], 1);
        desc.extent = extent_of(64, 64, 0);
        change_desc(&desc, &misuses[i]);
        cudaError_t code = cudaExternalMemoryGetMappedMipmappedArray(&chain, memory, &desc);
        answer_with(misuses[i].name, code, "out=%s", out_state(chain));
        if (code != cudaSuccess)
            continue;
        if (cudaGetMipmappedArrayLevel(&level, chain, 0) == cudaSuccess)
            note(label("%s_level_0", misuses[i].name), "%s", info_text(level));
        (void)cudaFreeMipmappedArray(chain);
        (void)cudaGetLastError();
    }
}

/* The object's size as the import says it. */
static void ask_said_sizes(int arg)
{
    static const long long more[] = {0, -1, -4096, 1, 65536, 1 << 24};
    (void)arg;
    start_device();
    for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
        struct exporter_image image;
        struct exporter_image_wish wish = wish_of(&pairs[2], 1, true);
        cudaExternalMemory_t memory = NULL;
        cudaMipmappedArray_t chain = OUT_MARKER;
        if (exporter_image_make(&wish, &image) != NULL)
            continue;
        answer(label("import_%+lld", more[i]),
               import_image(&image, image.size + (unsigned long long)more[i], image.dedicated,
                            &memory));
        struct cudaExternalMemoryMipmappedArrayDesc desc = map_desc(&image, &pairs[2], 1);
        cudaError_t code = cudaExternalMemoryGetMappedMipmappedArray(&chain, memory, &desc);
        answer_with(label("map_%+lld", more[i]), code, "out=%s", out_state(chain));
    }
}

/* The order in which things end. */
enum { MEMORY_FIRST, TWICE, FREED_TWICE, COPY_AFTER_FREE, DESTROY_TWICE };

static void ask_life(int how)
{
    struct exporter_image image;
    struct exporter_image_wish wish = wish_of(&pairs[2], 1, true);
    cudaExternalMemory_t memory = NULL;
    cudaMipmappedArray_t one = NULL;
    cudaMipmappedArray_t two = NULL;
    start_device();
    if (exporter_image_make(&wish, &image) != NULL)
        return;
    answer("import", import_image(&image, image.size, image.dedicated, &memory));
    struct cudaExternalMemoryMipmappedArrayDesc desc = map_desc(&image, &pairs[2], 1);
    answer("map", cudaExternalMemoryGetMappedMipmappedArray(&one, memory, &desc));
    if (how == TWICE) {
        answer("map_again", cudaExternalMemoryGetMappedMipmappedArray(&two, memory, &desc));
        note("same_handle", "%s", one == two ? "yes" : "no");
        tell_contents("second", &image, two);
        answer("free_second", cudaFreeMipmappedArray(two));
        answer("free_first", cudaFreeMipmappedArray(one));
    } else if (how == MEMORY_FIRST) {
        answer("destroy", cudaDestroyExternalMemory(memory));
        tell_contents("contents", &image, one);
        answer("free", cudaFreeMipmappedArray(one));
    } else if (how == FREED_TWICE) {
        answer("free", cudaFreeMipmappedArray(one));
        answer("destroy", cudaDestroyExternalMemory(memory));
        answer("free_again", cudaFreeMipmappedArray(one));
    } else {
        answer("free", cudaFreeMipmappedArray(one));
        tell_contents("contents", &image, one);
    }
}

#define SHAPES(name, ask) \
    {"image." name "_1d", ask, 0}, {"image." name "_2d", ask, 1}, {"image." name "_3d", ask, 2}, \
    {"image." name "_1d_layered", ask, 3}, {"image." name "_2d_layered", ask, 4}, \
    {"image." name "_cubemap", ask, 5}, {"image." name "_cubemap_layered", ask, 6}

const struct question external_image_questions[] = {
    SHAPES("external", ask_grid),
    SHAPES("external_usage", ask_usages),
    SHAPES("external_dedicated", ask_dedicated),
    SHAPES("external_offset", ask_offsets),
    {"image.external_sizes", ask_sizes, 0},
    {"image.external_misuse", ask_misuse, 0},
    {"image.external_misuse_dedicated", ask_misuse, 1},
    {"image.external_said_sizes", ask_said_sizes, 0},
    {"image.external_memory_first", ask_life, MEMORY_FIRST},
    {"image.external_mapped_twice", ask_life, TWICE},
    {"image.external_freed_twice", ask_life, FREED_TWICE},
    {"image.external_freed_then_read", ask_life, COPY_AFTER_FREE},
    {NULL, NULL, 0},
};
