/* Questions about mipmapped arrays: levels, sparse and deferred ones, planes, requirements. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cudaMipmappedArray_t make_chain(const char *name, struct cudaChannelFormatDesc format,
                                       struct cudaExtent extent, unsigned int levels,
                                       unsigned int flags)
{
    cudaMipmappedArray_t chain = OUT_MARKER;
    cudaError_t code = cudaMallocMipmappedArray(&chain, &format, extent, levels, flags);
    answer_with(name, code, "out=%s", out_state(chain));
    return code == cudaSuccess ? chain : NULL;
}

/* What each level tells, and the first that there is not. */
static void tell_levels(const char *chain_name, cudaMipmappedArray_t chain, bool all)
{
    char name[64];
    snprintf(name, sizeof(name), "%s", chain_name);
    for (unsigned int level = 0; level < 34; level++) {
        cudaArray_t array = OUT_MARKER;
        cudaError_t code = cudaGetMipmappedArrayLevel(&array, chain, level);
        if (code != cudaSuccess) {
            answer_with(label("%s_level_%u", name, level), code, "out=%s", out_state(array));
            break;
        }
        if (all)
            note(label("%s_level_%u", name, level), "%s", info_text(array));
    }
    (void)cudaGetLastError();
}

static void ask_levels(int which)
{
    static const unsigned int counts[] = {0, 1, 2, 4, 5, 6, 7, 8, 16, 32, 100, 0xffffffffu};
    const struct image_shape *shape = &image_shapes[which];
    start_device();
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        const char *name = label("count_%u", counts[i]);
        cudaMipmappedArray_t chain = make_chain(name, channels(8, 8, 8, 8, 1), shape->extent,
                                                counts[i], shape->flags);
        if (chain == NULL)
            continue;
        tell_levels(name, chain, true);
        answer("free", cudaFreeMipmappedArray(chain));
    }
}

/* Every format, four levels, in every shape. */
static void ask_formats(int which)
{
    static const unsigned int more[] = {0, SURFACE, GATHER, COLOR};
    const struct image_shape *shape = &image_shapes[which];
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        for (size_t m = 0; m < sizeof(more) / sizeof(more[0]); m++) {
            const char *name = label("%s_%#x", image_formats[f].name, more[m]);
            cudaMipmappedArray_t chain = make_chain(name, channels_of(&image_formats[f]),
                                                    shape->extent, 4, shape->flags | more[m]);
            if (chain == NULL)
                continue;
            tell_levels(name, chain, f == 0);
            (void)cudaFreeMipmappedArray(chain);
        }
    }
}

/* Sides that are no powers of two. */
static void ask_odd(int arg)
{
    static const struct cudaExtent extents[] = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {7, 0, 0},
                                                {13, 5, 0}, {5, 13, 0}, {100, 1, 0}, {9, 5, 3},
                                                {3, 5, 9}, {1, 1, 9}};
    (void)arg;
    start_device();
    for (size_t i = 0; i < sizeof(extents) / sizeof(extents[0]); i++) {
        const char *name = extent_text(extents[i]);
        cudaMipmappedArray_t chain = make_chain(name, channels(8, 8, 0, 0, 0), extents[i], 99, 0);
        if (chain != NULL)
            tell_levels(name, chain, true);
    }
}

static void ask_flags(int arg)
{
    static const struct cudaExtent extents[] = {{16, 0, 0}, {16, 16, 0}, {16, 16, 6}, {16, 16, 5},
                                                {16, 16, 12}, {16, 8, 6}, {16, 0, 6}, {64, 64, 64}};
    (void)arg;
    start_device();
    for (size_t e = 0; e < sizeof(extents) / sizeof(extents[0]); e++) {
        for (unsigned int flags = 0; flags < 64; flags++) {
            const char *name = label("%s_%#x", extent_text(extents[e]), flag_sets(flags));
            cudaMipmappedArray_t chain = make_chain(name, channels(8, 8, 8, 8, 1), extents[e], 2,
                                                    flag_sets(flags));
            if (chain != NULL)
                (void)cudaFreeMipmappedArray(chain);
        }
    }
}

static void ask_get_level(int arg)
{
    cudaArray_t one = OUT_MARKER;
    cudaArray_t two = OUT_MARKER;
    (void)arg;
    start_device();
    cudaMipmappedArray_t chain = make_chain("make", channels(8, 8, 8, 8, 1), extent_of(16, 16, 0),
                                            3, 0);
    answer("null_out", cudaGetMipmappedArrayLevel(NULL, chain, 0));
    cudaError_t code = cudaGetMipmappedArrayLevel(&one, NULL, 0);
    answer_with("null_chain", code, "out=%s", out_state(one));
    one = OUT_MARKER;
    code = cudaGetMipmappedArrayLevel(&one, chain, 3);
    answer_with("past_end", code, "out=%s", out_state(one));
    code = cudaGetMipmappedArrayLevel(&one, chain, 0xffffffffu);
    answer_with("level_max", code, "out=%s", out_state(one));
    answer("level_1", cudaGetMipmappedArrayLevel(&one, chain, 1));
    answer("level_1_again", cudaGetMipmappedArrayLevel(&two, chain, 1));
    note("same_handle", "%s", one == two ? "yes" : "no");
    answer("free_chain", cudaFreeMipmappedArray(chain));
}

/* A level's array is freed, before or after the chain; used after the chain is gone. */
enum { LEVEL_FREED, LEVEL_FREED_TWICE, LEVEL_FREED_THEN_USED, LEVEL_FREED_THEN_AGAIN,
       CHAIN_FREED_LEVEL_INFO, CHAIN_FREED_LEVEL_COPY, CHAIN_FREED_LEVEL_FREE };

static void ask_level_life(int how)
{
    static unsigned char bytes[1024];
    cudaArray_t level = NULL;
    start_device();
    cudaMipmappedArray_t chain = make_chain("make", channels(8, 8, 8, 8, 1), extent_of(16, 16, 0),
                                            3, 0);
    answer("level", cudaGetMipmappedArrayLevel(&level, chain, 1));
    if (how >= CHAIN_FREED_LEVEL_INFO)
        answer("free_chain", cudaFreeMipmappedArray(chain));
    if (how == CHAIN_FREED_LEVEL_INFO) {
        note("info", "%s", info_text(level));
        return;
    }
    if (how == CHAIN_FREED_LEVEL_COPY) {
        answer("copy", cudaMemcpy2DFromArray(bytes, 32, level, 0, 0, 32, 8,
                                             cudaMemcpyDeviceToHost));
        return;
    }
    answer("free_level", cudaFreeArray(level));
    if (how == LEVEL_FREED_TWICE)
        answer("free_level_again", cudaFreeArray(level));
    if (how == LEVEL_FREED_THEN_USED)
        note("info", "%s", info_text(level));
    if (how == LEVEL_FREED_THEN_AGAIN) {
        answer("level_again", cudaGetMipmappedArrayLevel(&level, chain, 1));
        note("info", "%s", info_text(level));
    }
    if (how < CHAIN_FREED_LEVEL_INFO)
        answer("free_chain", cudaFreeMipmappedArray(chain));
}

/* Writes every level with a pattern of its own, then reads them all. */
static void ask_contents(int which)
{
    const struct image_shape *shape = &image_shapes[which];
    static const size_t formats[] = {0, 2, 8, 14, 23};
    start_device();
    for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
        const struct image_format *format = &image_formats[formats[f]];
        cudaMipmappedArray_t chain = make_chain(label("%s_make", format->name), channels_of(format),
                                                shape->extent, 4, shape->flags);
        for (unsigned int pass = 0; chain != NULL && pass < 2; pass++) {
            for (unsigned int level = 0; level < 4; level++) {
                struct whole whole = {NULL, format->bytes, shape->extent.width >> level,
                                      shape->extent.height >> level, shape->extent.depth, 1};
                bool volume = shape->flags == 0 && shape->extent.depth != 0;
                if (volume)
                    whole.depth = shape->extent.depth >> level;
                whole.width = whole.width ? whole.width : 1;
                whole.height = whole.height ? whole.height : 1;
                whole.depth = whole.depth ? whole.depth : 1;
                if (cudaGetMipmappedArrayLevel(&whole.array, chain, level) != cudaSuccess)
                    break;
                const char *name = label("%s_level_%u", format->name, level);
                if (pass == 0)
                    answer(name, whole_put(&whole, true, level + 1));
                else
                    note(name, "right=%s", whole_holds(&whole, level + 1) ? "yes" : "no");
            }
        }
        (void)cudaFreeMipmappedArray(chain);
    }
}

#ifndef AS_HIP
static const char *needs_text(cudaError_t code, const struct cudaArrayMemoryRequirements *needs)
{
    if (code != cudaSuccess)
        return label("size=%s", needs->size == 77 ? "unchanged" : "changed");
    return label("size=%zu alignment=%zu reserved=%u", needs->size, needs->alignment,
                 needs->reserved[0] | needs->reserved[3]);
}

static void marked(struct cudaArrayMemoryRequirements *needs)
{
    memset(needs, 0, sizeof(*needs));
    needs->size = needs->alignment = 77;
    needs->reserved[0] = 77;
}

static const unsigned int memory_flags[] = {0, SPARSE, DEFERRED, SPARSE | DEFERRED};

/* What memory arrays of all formats need, of their own, sparse and deferred. */
static void ask_requirements(int which)
{
    const struct image_shape *shape = &image_shapes[which];
    struct cudaArrayMemoryRequirements needs;
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        struct cudaChannelFormatDesc format = channels_of(&image_formats[f]);
        for (size_t m = 0; m < 4; m++) {
            cudaArray_t array = NULL;
            cudaMipmappedArray_t chain = NULL;
            const char *name = label("%s_%#x", image_formats[f].name, memory_flags[m]);
            cudaError_t code = cudaMalloc3DArray(&array, &format, shape->extent,
                                                 shape->flags | memory_flags[m]);
            marked(&needs);
            if (code == cudaSuccess) {
                code = cudaArrayGetMemoryRequirements(&needs, array, 0);
                answer_with(name, code, "%s", needs_text(code, &needs));
                (void)cudaFreeArray(array);
            }
            code = cudaMallocMipmappedArray(&chain, &format, shape->extent, 3,
                                            shape->flags | memory_flags[m]);
            marked(&needs);
            if (code == cudaSuccess) {
                code = cudaMipmappedArrayGetMemoryRequirements(&needs, chain, 0);
                answer_with(label("%s_mipmapped", name), code, "%s", needs_text(code, &needs));
                (void)cudaFreeMipmappedArray(chain);
            }
            (void)cudaGetLastError();
        }
    }
}

static void ask_requirement_arguments(int arg)
{
    static const int devices[] = {-1, 1, 99};
    struct cudaArrayMemoryRequirements needs;
    (void)arg;
    start_device();
    for (size_t m = 0; m < 4; m++) {
        cudaArray_t array = make_array(channels(8, 8, 8, 8, 1), extent_of(64, 64, 0),
                                       memory_flags[m]);
        if (array == NULL)
            continue;
        answer(label("null_out_%#x", memory_flags[m]),
               cudaArrayGetMemoryRequirements(NULL, array, 0));
        for (size_t d = 0; d < 3; d++)
            answer(label("device_%d_%#x", devices[d], memory_flags[m]),
                   cudaArrayGetMemoryRequirements(&needs, array, devices[d]));
        answer(label("free_%#x", memory_flags[m]), cudaFreeArray(array));
    }
}

static const char *sparse_text(const struct cudaArraySparseProperties *sparse)
{
    return label("tile=%ux%ux%u tail_from=%u tail=%llu flags=%#x", sparse->tileExtent.width,
                 sparse->tileExtent.height, sparse->tileExtent.depth, sparse->miptailFirstLevel,
                 sparse->miptailSize, sparse->flags);
}

static void ask_sparse(int which)
{
    const struct image_shape *shape = &image_shapes[which];
    struct cudaArraySparseProperties sparse;
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        struct cudaChannelFormatDesc format = channels_of(&image_formats[f]);
        for (size_t m = 0; m < 4; m++) {
            cudaArray_t array = NULL;
            cudaMipmappedArray_t chain = NULL;
            const char *name = label("%s_%#x", image_formats[f].name, memory_flags[m]);
            if (m != 1 && f > 2)
                continue;
            memset(&sparse, 0, sizeof(sparse));
            if (cudaMalloc3DArray(&array, &format, shape->extent,
                                  shape->flags | memory_flags[m]) == cudaSuccess) {
                cudaError_t code = cudaArrayGetSparseProperties(&sparse, array);
                answer_with(name, code, "%s", sparse_text(&sparse));
                (void)cudaFreeArray(array);
            }
            memset(&sparse, 0, sizeof(sparse));
            if (cudaMallocMipmappedArray(&chain, &format, shape->extent, 3,
                                         shape->flags | memory_flags[m]) == cudaSuccess) {
                cudaError_t code = cudaMipmappedArrayGetSparseProperties(&sparse, chain);
                answer_with(label("%s_mipmapped", name), code, "%s", sparse_text(&sparse));
                answer("null_out", cudaMipmappedArrayGetSparseProperties(NULL, chain));
                (void)cudaFreeMipmappedArray(chain);
            }
            (void)cudaGetLastError();
        }
    }
}

static void ask_planes(int arg)
{
    static const unsigned int flags[] = {0, SURFACE, COLOR, SPARSE, DEFERRED};
    struct cudaChannelFormatDesc nv12 = channels(8, 8, 8, 0, 4);
    (void)arg;
    start_device();
    for (size_t i = 0; i < 5; i++) {
        cudaArray_t array = NULL;
        cudaError_t code = cudaMalloc3DArray(&array, &nv12, extent_of(64, 32, 0), flags[i]);
        answer(label("make_%#x", flags[i]), code);
        for (unsigned int plane = 0; code == cudaSuccess && plane < 4; plane++) {
            cudaArray_t part = OUT_MARKER;
            cudaError_t got = cudaArrayGetPlane(&part, array, plane);
            answer_with(label("plane_%u_%#x", plane, flags[i]), got, "out=%s %s", out_state(part),
                        got == cudaSuccess ? info_text(part) : "-");
        }
        if (code == cudaSuccess)
            answer("null_out", cudaArrayGetPlane(NULL, array, 0));
        if (code == cudaSuccess)
            answer("free", cudaFreeArray(array));
    }
    cudaArray_t plain = make_array(channels(8, 8, 8, 8, 1), extent_of(64, 32, 0), 0);
    for (unsigned int plane = 0; plane < 2; plane++) {
        cudaArray_t part = OUT_MARKER;
        cudaError_t got = cudaArrayGetPlane(&part, plain, plane);
        answer_with(label("of_plain_%u", plane), got, "out=%s", out_state(part));
    }
}

/* How long a row of linear memory may be. */
static void ask_linear_width(int arg)
{
    static const int devices[] = {-1, 1, 99};
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    size_t width = 77;
    (void)arg;
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        struct cudaChannelFormatDesc one = channels_of(&image_formats[f]);
        width = 77;
        cudaError_t code = cudaDeviceGetTexture1DLinearMaxWidth(&width, &one, 0);
        answer_with(image_formats[f].name, code, "width=%zu", width);
    }
    for (int bits = 0; bits < 40; bits += 4) {
        struct cudaChannelFormatDesc one = channels(bits, bits, bits, 0, 1);
        answer(label("three_of_%d", bits), cudaDeviceGetTexture1DLinearMaxWidth(&width, &one, 0));
    }
    answer("null_out", cudaDeviceGetTexture1DLinearMaxWidth(NULL, &format, 0));
    answer("null_format", cudaDeviceGetTexture1DLinearMaxWidth(&width, NULL, 0));
    for (size_t d = 0; d < 3; d++)
        answer(label("device_%d", devices[d]),
               cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, devices[d]));
}
#endif

#define SHAPES(name, ask) \
    {"image." name "_1d", ask, 0}, {"image." name "_2d", ask, 1}, {"image." name "_3d", ask, 2}, \
    {"image." name "_1d_layered", ask, 3}, {"image." name "_2d_layered", ask, 4}, \
    {"image." name "_cubemap", ask, 5}, {"image." name "_cubemap_layered", ask, 6}

const struct question mipmapped_questions[] = {
    SHAPES("levels", ask_levels),
    SHAPES("mipmapped", ask_formats),
    SHAPES("level_contents", ask_contents),
    {"image.mipmapped_odd", ask_odd, 0},
    {"image.mipmapped_flags", ask_flags, 0},
    {"image.get_level", ask_get_level, 0},
    {"image.level_freed", ask_level_life, LEVEL_FREED},
    {"image.level_freed_twice", ask_level_life, LEVEL_FREED_TWICE},
    {"image.level_freed_then_used", ask_level_life, LEVEL_FREED_THEN_USED},
    {"image.level_freed_then_again", ask_level_life, LEVEL_FREED_THEN_AGAIN},
    {"image.level_of_freed_info", ask_level_life, CHAIN_FREED_LEVEL_INFO},
    {"image.level_of_freed_copy", ask_level_life, CHAIN_FREED_LEVEL_COPY},
    {"image.level_of_freed_free", ask_level_life, CHAIN_FREED_LEVEL_FREE},
#ifndef AS_HIP
    SHAPES("requirements", ask_requirements),
    SHAPES("sparse", ask_sparse),
    {"image.requirement_arguments", ask_requirement_arguments, 0},
    {"image.planes", ask_planes, 0},
    {"image.linear_width", ask_linear_width, 0},
#endif
    {NULL, NULL, 0},
};
