/* Questions about arrays: formats, extents, flags, what they tell of themselves, and freeing. */
#include "images.h"

#include <stdio.h>
#include <string.h>

/* Makes an array, prints the code and what the array tells, and frees it. */
static void try_array(const char *name, struct cudaChannelFormatDesc format,
                      struct cudaExtent extent, unsigned int flags)
{
    cudaArray_t array = OUT_MARKER;
    cudaError_t code = cudaMalloc3DArray(&array, &format, extent, flags);
    answer_with(name, code, "out=%s %s", out_state(array),
                code == cudaSuccess ? info_text(array) : "-");
    if (code == cudaSuccess && (code = cudaFreeArray(array)) != cudaSuccess)
        answer("free", code);
}

/* Bits of channels that exist and that do not, for every kind. */
static const int bit_patterns[][4] = {
    {0, 0, 0, 0},     {1, 0, 0, 0},     {4, 4, 4, 4},     {8, 0, 0, 0},     {8, 8, 0, 0},
    {8, 8, 8, 0},     {8, 8, 8, 8},     {16, 0, 0, 0},    {16, 16, 0, 0},   {16, 16, 16, 0},
    {16, 16, 16, 16}, {24, 0, 0, 0},    {32, 0, 0, 0},    {32, 32, 0, 0},   {32, 32, 32, 0},
    {32, 32, 32, 32}, {64, 0, 0, 0},    {64, 64, 0, 0},   {64, 64, 64, 64}, {8, 16, 0, 0},
    {16, 8, 0, 0},    {8, 8, 8, 16},    {0, 8, 0, 0},     {8, 0, 8, 0},     {8, 0, 0, 8},
    {8, 8, 0, 8},     {-8, 0, 0, 0},    {8, -8, 0, 0},    {5, 6, 5, 0},     {10, 10, 10, 2},
    {11, 11, 10, 0},  {128, 0, 0, 0},   {1 << 30, 0, 0, 0},
};

static void try_kind(int kind)
{
    for (size_t i = 0; i < sizeof(bit_patterns) / sizeof(bit_patterns[0]); i++) {
        const int *b = bit_patterns[i];
        try_array(label("kind_%d_bits_%d_%d_%d_%d", kind, b[0], b[1], b[2], b[3]),
                  channels(b[0], b[1], b[2], b[3], kind), extent_of(64, 32, 0), 0);
    }
}

static void ask_kinds(int first)
{
    static const int others[] = {-1, 32, 33, 99, 0x7fffffff};
    start_device();
    for (int kind = first; kind < first + 8; kind++)
        try_kind(kind);
    for (size_t i = 0; first == 24 && i < sizeof(others) / sizeof(others[0]); i++)
        try_kind(others[i]);
}

/* Every format in every shape with every flag. */
static void ask_shape(int which)
{
    static const unsigned int more[] = {0, SURFACE, GATHER, COLOR, SURFACE | COLOR};
    const struct image_shape *shape = &image_shapes[which];
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        for (size_t m = 0; m < sizeof(more) / sizeof(more[0]); m++)
            try_array(label("%s_%#x", image_formats[f].name, more[m]),
                      channels_of(&image_formats[f]), shape->extent, shape->flags | more[m]);
    }
}

/* Every combination of the flags of shape and use on extents that suit some of them. */
static void ask_flags(int arg)
{
    static const struct cudaExtent extents[] = {
        {16, 0, 0}, {16, 16, 0}, {16, 16, 6}, {16, 16, 5}, {16, 16, 12}, {16, 8, 6}, {16, 0, 6},
        {16, 0, 5}, {0, 16, 6}, {64, 64, 64}};
    (void)arg;
    start_device();
    for (size_t e = 0; e < sizeof(extents) / sizeof(extents[0]); e++) {
        for (unsigned int flags = 0; flags < 64; flags++)
            try_array(label("%s_%#x", extent_text(extents[e]), flag_sets(flags)),
                      channels(8, 8, 8, 8, 1), extents[e], flag_sets(flags));
    }
    for (unsigned int bit = 16; bit != 0; bit = bit == 16 ? 256 : bit << 1)
        try_array(label("bit_%#x", bit), channels(8, 8, 8, 8, 1), extent_of(16, 16, 0), bit);
    try_array("all_bits", channels(8, 8, 8, 8, 1), extent_of(16, 16, 6), ~0u);
}

#ifndef AS_HIP
/* The device's limits of arrays, by the attributes that tell them. */
static size_t limit(enum cudaDeviceAttr attribute)
{
    int value = 0;
    (void)cudaDeviceGetAttribute(&value, attribute, 0);
    return (size_t)value;
}

struct side {
    const char *name;
    unsigned int flags;
    struct cudaExtent small;
    enum cudaDeviceAttr width, height, depth;      /* 0: the side is not there */
};

enum { SIDE_WIDTH, SIDE_HEIGHT, SIDE_DEPTH };
static const char *const side_names[] = {"width", "height", "depth"};

/* One side around its limit, the others small. A cube's faces are square, and large ones need more
 * memory than there may be. */
static void ask_side(const struct side *side, int which, size_t at)
{
    bool cube = (side->flags & CUBEMAP) != 0;
    struct cudaChannelFormatDesc format = channels(8, 0, 0, 0, 1);
    for (long around = cube ? 1 : -1; around <= 1; around++) {
        struct cudaExtent extent = side->small;
        size_t value = at + (size_t)around;
        cudaArray_t array = OUT_MARKER;
        *(which == SIDE_WIDTH ? &extent.width : which == SIDE_HEIGHT ? &extent.height
                                                                     : &extent.depth) = value;
        if (cube)
            extent.height = extent.width;
        cudaError_t code = cudaMalloc3DArray(&array, &format, extent, side->flags);
        answer_with(label("%s_%s_limit%+ld", side->name, side_names[which], around), code,
                    "out=%s", out_state(array));
        if (code == cudaSuccess)
            (void)cudaFreeArray(array);
    }
}

static void ask_limits(int arg)
{
    static const struct side sides[] = {
        {"1d", 0, {1, 0, 0}, cudaDevAttrMaxTexture1DWidth, 0, 0},
        {"2d", 0, {1, 1, 0}, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight, 0},
        {"2d_gather", GATHER, {1, 1, 0}, cudaDevAttrMaxTexture2DGatherWidth,
         cudaDevAttrMaxTexture2DGatherHeight, 0},
        {"3d", 0, {1, 1, 1}, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
         cudaDevAttrMaxTexture3DDepth},
        {"1d_layered", LAYERED, {1, 0, 1}, cudaDevAttrMaxTexture1DLayeredWidth, 0,
         cudaDevAttrMaxTexture1DLayeredLayers},
        {"2d_layered", LAYERED, {1, 1, 1}, cudaDevAttrMaxTexture2DLayeredWidth,
         cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers},
        {"cubemap", CUBEMAP, {1, 1, 6}, cudaDevAttrMaxTextureCubemapWidth, 0, 0},
        {"surface_1d", SURFACE, {1, 0, 0}, cudaDevAttrMaxSurface1DWidth, 0, 0},
        {"surface_2d", SURFACE, {1, 1, 0}, cudaDevAttrMaxSurface2DWidth,
         cudaDevAttrMaxSurface2DHeight, 0},
        {"surface_3d", SURFACE, {1, 1, 1}, cudaDevAttrMaxSurface3DWidth,
         cudaDevAttrMaxSurface3DHeight, cudaDevAttrMaxSurface3DDepth},
        {"surface_1d_layered", SURFACE | LAYERED, {1, 0, 1}, cudaDevAttrMaxSurface1DLayeredWidth, 0,
         cudaDevAttrMaxSurface1DLayeredLayers},
        {"surface_2d_layered", SURFACE | LAYERED, {1, 1, 1}, cudaDevAttrMaxSurface2DLayeredWidth,
         cudaDevAttrMaxSurface2DLayeredHeight, cudaDevAttrMaxSurface2DLayeredLayers},
    };
    (void)arg;
    start_device();
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
        const struct side *side = &sides[i];
        if (side->width != 0)
            ask_side(side, SIDE_WIDTH, limit(side->width));
        if (side->height != 0)
            ask_side(side, SIDE_HEIGHT, limit(side->height));
        if (side->depth != 0)
            ask_side(side, SIDE_DEPTH, limit(side->depth));
    }
}
#endif

static void ask_extents(int arg)
{
    static const size_t values[] = {0, 1, 3, 1ul << 20, 1ul << 40, SIZE_MAX};
    const size_t count = sizeof(values) / sizeof(values[0]);
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    (void)arg;
    start_device();
    for (size_t i = 0; i < count * count; i++) {
        size_t width = values[i / count];
        size_t height = values[i % count];
        cudaArray_t array = OUT_MARKER;
        cudaError_t code = cudaMallocArray(&array, &format, width, height, 0);
        answer_with(label("malloc_%zx_%zx", width, height), code, "out=%s %s", out_state(array),
                    code == cudaSuccess ? info_text(array) : "-");
        if (code == cudaSuccess)
            (void)cudaFreeArray(array);
    }
    for (size_t i = 0; i < count * count * count; i++) {
        struct cudaExtent extent = extent_of(values[i / count / count], values[i / count % count],
                                             values[i % count]);
        try_array(label("malloc_3d_%zx_%zx_%zx", extent.width, extent.height, extent.depth),
                  format, extent, 0);
    }
}

/* cudaMallocArray has no depth, but takes the flags. */
static void ask_malloc_flags(int arg)
{
    struct cudaChannelFormatDesc format = channels(32, 0, 0, 0, 2);
    (void)arg;
    start_device();
    for (unsigned int flags = 0; flags < 512; flags = flags < 16 ? flags + 1 : flags * 2) {
        for (size_t height = 0; height < 32; height += 16) {
            cudaArray_t array = OUT_MARKER;
            cudaError_t code = cudaMallocArray(&array, &format, 16, height, flags);
            answer_with(label("flags_%#x_height_%zu", flags, height), code, "out=%s %s",
                        out_state(array), code == cudaSuccess ? info_text(array) : "-");
            if (code == cudaSuccess)
                (void)cudaFreeArray(array);
        }
    }
}

static void ask_pointers(int arg)
{
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    cudaArray_t array = OUT_MARKER;
    cudaMipmappedArray_t chain = OUT_MARKER;
    (void)arg;
    start_device();
    answer("malloc_null_out", cudaMallocArray(NULL, &format, 16, 16, 0));
    cudaError_t code = cudaMallocArray(&array, NULL, 16, 16, 0);
    answer_with("malloc_null_format", code, "out=%s", out_state(array));
    answer("malloc_3d_null_out", cudaMalloc3DArray(NULL, &format, extent_of(16, 16, 0), 0));
    code = cudaMalloc3DArray(&array, NULL, extent_of(16, 16, 0), 0);
    answer_with("malloc_3d_null_format", code, "out=%s", out_state(array));
    answer("mipmapped_null_out", cudaMallocMipmappedArray(NULL, &format, extent_of(16, 16, 0), 1,
                                                          0));
    code = cudaMallocMipmappedArray(&chain, NULL, extent_of(16, 16, 0), 1, 0);
    answer_with("mipmapped_null_format", code, "out=%s", out_state(chain));
    answer("free_null", cudaFreeArray(NULL));
    answer("free_mipmapped_null", cudaFreeMipmappedArray(NULL));
}

static void ask_info(int arg)
{
    struct cudaChannelFormatDesc format = channels(-1, -1, -1, -1, -1);
    struct cudaExtent extent = extent_of(77, 77, 77);
    unsigned int flags = 77;
    (void)arg;
    start_device();
    cudaArray_t array = make_array(channels(16, 16, 0, 0, 2), extent_of(20, 10, 0), SURFACE);
    answer("all_null", cudaArrayGetInfo(NULL, NULL, NULL, array));
    answer_with("only_format", cudaArrayGetInfo(&format, NULL, NULL, array), "%s",
                format_text(&format));
    answer_with("only_extent", cudaArrayGetInfo(NULL, &extent, NULL, array), "%s",
                extent_text(extent));
    answer_with("only_flags", cudaArrayGetInfo(NULL, NULL, &flags, array), "%#x", flags);
    answer("null_array", cudaArrayGetInfo(&format, &extent, &flags, NULL));
    format = channels(-1, -1, -1, -1, -1);
    answer_with("channel_desc", cudaGetChannelDesc(&format, array), "%s", format_text(&format));
    answer("channel_desc_null_out", cudaGetChannelDesc(NULL, array));
    answer("channel_desc_null_array", cudaGetChannelDesc(&format, NULL));
    answer("channel_desc_null_both", cudaGetChannelDesc(NULL, NULL));
}

enum {
    STALE_FREE, STALE_INFO, STALE_CHANNELS, STALE_COPY_TO, STALE_COPY_FROM, STALE_COPY_3D,
    STALE_TEXTURE, STALE_SURFACE, STALE_LEVEL, STALE_FREE_CHAIN, STALE_PLANE, STALE_NEEDS,
    STALE_SPARSE, STALE_NEEDS_CHAIN, STALE_SPARSE_CHAIN, STALE_CALLS
};
static const char *const stale_names[STALE_CALLS] = {
    "free", "info", "channel_desc", "copy_to", "copy_from", "copy_3d", "texture", "surface",
    "level", "free_mipmapped", "plane", "requirements", "sparse", "requirements_mipmapped",
    "sparse_mipmapped"};

static cudaError_t copy_3d_to(cudaArray_t array, unsigned char *bytes)
{
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof(copy));
    copy.srcPtr.ptr = bytes;
    copy.srcPtr.pitch = copy.srcPtr.xsize = 16;
    copy.srcPtr.ysize = 4;
    copy.dstArray = array;
    copy.extent = extent_of(4, 4, 1);
    copy.kind = cudaMemcpyHostToDevice;
    return cudaMemcpy3D(&copy);
}

static cudaError_t object_of(int call, cudaArray_t array)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    cudaTextureObject_t object = 0;
    cudaSurfaceObject_t surface = 0;
    memset(&resource, 0, sizeof(resource));
    memset(&texture, 0, sizeof(texture));
    resource.res.array.array = array;
    if (call == STALE_TEXTURE)
        return cudaCreateTextureObject(&object, &resource, &texture, NULL);
    return cudaCreateSurfaceObject(&surface, &resource);
}

static cudaError_t call_with(int call, void *handle)
{
    static unsigned char bytes[4096];
    struct cudaChannelFormatDesc format;
    struct cudaArrayMemoryRequirements needs;
    struct cudaArraySparseProperties sparse;
    cudaArray_t array = handle;
    cudaArray_t other = NULL;
    switch (call) {
    case STALE_FREE: return cudaFreeArray(array);
    case STALE_INFO: return cudaArrayGetInfo(&format, NULL, NULL, array);
    case STALE_CHANNELS: return cudaGetChannelDesc(&format, array);
    case STALE_COPY_TO:
        return cudaMemcpy2DToArray(array, 0, 0, bytes, 16, 16, 4, cudaMemcpyHostToDevice);
    case STALE_COPY_FROM:
        return cudaMemcpy2DFromArray(bytes, 16, array, 0, 0, 16, 4, cudaMemcpyDeviceToHost);
    case STALE_COPY_3D: return copy_3d_to(array, bytes);
    case STALE_TEXTURE:
    case STALE_SURFACE: return object_of(call, array);
    case STALE_LEVEL: return cudaGetMipmappedArrayLevel(&other, (cudaMipmappedArray_t)handle, 0);
    case STALE_FREE_CHAIN: return cudaFreeMipmappedArray((cudaMipmappedArray_t)handle);
    case STALE_PLANE: return cudaArrayGetPlane(&other, array, 0);
    case STALE_NEEDS: return cudaArrayGetMemoryRequirements(&needs, array, 0);
    case STALE_SPARSE: return cudaArrayGetSparseProperties(&sparse, array);
    case STALE_NEEDS_CHAIN:
        return cudaMipmappedArrayGetMemoryRequirements(&needs, (cudaMipmappedArray_t)handle, 0);
    default: return cudaMipmappedArrayGetSparseProperties(&sparse, (cudaMipmappedArray_t)handle);
    }
}

static bool takes_chain(int call)
{
    return call == STALE_LEVEL || call == STALE_FREE_CHAIN || call == STALE_NEEDS_CHAIN ||
           call == STALE_SPARSE_CHAIN;
}

/* The null handle never crashes anyone; the others are asked one a process. */
static void ask_null_handles(int arg)
{
    (void)arg;
    start_device();
    for (int call = 0; call < STALE_CALLS; call++)
        answer(stale_names[call], call_with(call, NULL));
}

static void ask_destroyed(int call)
{
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    cudaMipmappedArray_t chain = NULL;
    void *handle;
    start_device();
    if (takes_chain(call)) {
        answer("make", cudaMallocMipmappedArray(&chain, &format, extent_of(16, 16, 0), 2, 0));
        handle = chain;
        answer("free", cudaFreeMipmappedArray(chain));
    } else {
        handle = make_array(format, extent_of(16, 16, 0), SURFACE);
        answer("free", cudaFreeArray(handle));
    }
    answer(stale_names[call], call_with(call, handle));
}

static void ask_garbage(int call)
{
    start_device();
    answer(stale_names[call], call_with(call, GARBAGE));
}

/* An array where a mipmapped one is wanted, and the other way round. */
static void ask_other_kind(int call)
{
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    cudaMipmappedArray_t chain = NULL;
    void *handle;
    start_device();
    if (takes_chain(call)) {
        handle = make_array(format, extent_of(16, 16, 0), SURFACE);
    } else {
        answer("make", cudaMallocMipmappedArray(&chain, &format, extent_of(16, 16, 0), 2, SURFACE));
        handle = chain;
    }
    answer(stale_names[call], call_with(call, handle));
}

#define STALE_ROWS(name, call) \
    {"image.destroyed_" name, ask_destroyed, call}, \
    {"image.garbage_" name, ask_garbage, call}, \
    {"image.other_kind_" name, ask_other_kind, call}

const struct question array_questions[] = {
    {"image.array_kinds_0", ask_kinds, 0},
    {"image.array_kinds_8", ask_kinds, 8},
    {"image.array_kinds_16", ask_kinds, 16},
    {"image.array_kinds_24", ask_kinds, 24},
    {"image.array_1d", ask_shape, 0},
    {"image.array_2d", ask_shape, 1},
    {"image.array_3d", ask_shape, 2},
    {"image.array_1d_layered", ask_shape, 3},
    {"image.array_2d_layered", ask_shape, 4},
    {"image.array_cubemap", ask_shape, 5},
    {"image.array_cubemap_layered", ask_shape, 6},
    {"image.array_flags", ask_flags, 0},
#ifndef AS_HIP
    {"image.array_limits", ask_limits, 0},
#endif
    {"image.array_extents", ask_extents, 0},
    {"image.array_malloc_flags", ask_malloc_flags, 0},
    {"image.array_pointers", ask_pointers, 0},
    {"image.array_info", ask_info, 0},
    {"image.null_handles", ask_null_handles, 0},
    STALE_ROWS("free", STALE_FREE),
    STALE_ROWS("info", STALE_INFO),
    STALE_ROWS("channel_desc", STALE_CHANNELS),
    STALE_ROWS("copy_to", STALE_COPY_TO),
    STALE_ROWS("copy_from", STALE_COPY_FROM),
    STALE_ROWS("copy_3d", STALE_COPY_3D),
    STALE_ROWS("texture", STALE_TEXTURE),
    STALE_ROWS("surface", STALE_SURFACE),
    STALE_ROWS("level", STALE_LEVEL),
    STALE_ROWS("free_mipmapped", STALE_FREE_CHAIN),
    STALE_ROWS("plane", STALE_PLANE),
    STALE_ROWS("requirements", STALE_NEEDS),
    STALE_ROWS("sparse", STALE_SPARSE),
    STALE_ROWS("requirements_mipmapped", STALE_NEEDS_CHAIN),
    STALE_ROWS("sparse_mipmapped", STALE_SPARSE_CHAIN),
    {NULL, NULL, 0},
};
