/* What the questions about arrays, textures and surfaces share. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct image_format image_formats[] = {
    {"u8x1", {8, 0, 0, 0}, 1, 1, 1},        {"u8x2", {8, 8, 0, 0}, 1, 2, 1},
    {"u8x4", {8, 8, 8, 8}, 1, 4, 1},        {"s8x1", {8, 0, 0, 0}, 0, 1, 1},
    {"s8x2", {8, 8, 0, 0}, 0, 2, 1},        {"s8x4", {8, 8, 8, 8}, 0, 4, 1},
    {"u16x1", {16, 0, 0, 0}, 1, 2, 1},      {"u16x2", {16, 16, 0, 0}, 1, 4, 1},
    {"u16x4", {16, 16, 16, 16}, 1, 8, 1},   {"s16x1", {16, 0, 0, 0}, 0, 2, 1},
    {"s16x2", {16, 16, 0, 0}, 0, 4, 1},     {"s16x4", {16, 16, 16, 16}, 0, 8, 1},
    {"u32x1", {32, 0, 0, 0}, 1, 4, 1},      {"u32x2", {32, 32, 0, 0}, 1, 8, 1},
    {"u32x4", {32, 32, 32, 32}, 1, 16, 1},  {"s32x1", {32, 0, 0, 0}, 0, 4, 1},
    {"s32x2", {32, 32, 0, 0}, 0, 8, 1},     {"s32x4", {32, 32, 32, 32}, 0, 16, 1},
    {"f16x1", {16, 0, 0, 0}, 2, 2, 1},      {"f16x2", {16, 16, 0, 0}, 2, 4, 1},
    {"f16x4", {16, 16, 16, 16}, 2, 8, 1},   {"f32x1", {32, 0, 0, 0}, 2, 4, 1},
    {"f32x2", {32, 32, 0, 0}, 2, 8, 1},     {"f32x4", {32, 32, 32, 32}, 2, 16, 1},
    {"nv12", {8, 8, 8, 0}, 4, 1, 1},
    {"un8x1", {8, 0, 0, 0}, 5, 1, 1},       {"un8x2", {8, 8, 0, 0}, 6, 2, 1},
    {"un8x4", {8, 8, 8, 8}, 7, 4, 1},       {"un16x1", {16, 0, 0, 0}, 8, 2, 1},
    {"un16x2", {16, 16, 0, 0}, 9, 4, 1},    {"un16x4", {16, 16, 16, 16}, 10, 8, 1},
    {"sn8x1", {8, 0, 0, 0}, 11, 1, 1},      {"sn8x2", {8, 8, 0, 0}, 12, 2, 1},
    {"sn8x4", {8, 8, 8, 8}, 13, 4, 1},      {"sn16x1", {16, 0, 0, 0}, 14, 2, 1},
    {"sn16x2", {16, 16, 0, 0}, 15, 4, 1},   {"sn16x4", {16, 16, 16, 16}, 16, 8, 1},
    {"bc1", {8, 8, 8, 8}, 17, 8, 4},        {"bc1_srgb", {8, 8, 8, 8}, 18, 8, 4},
    {"bc2", {8, 8, 8, 8}, 19, 16, 4},       {"bc2_srgb", {8, 8, 8, 8}, 20, 16, 4},
    {"bc3", {8, 8, 8, 8}, 21, 16, 4},       {"bc3_srgb", {8, 8, 8, 8}, 22, 16, 4},
    {"bc4u", {8, 0, 0, 0}, 23, 8, 4},       {"bc4s", {8, 0, 0, 0}, 24, 8, 4},
    {"bc5u", {8, 8, 0, 0}, 25, 16, 4},      {"bc5s", {8, 8, 0, 0}, 26, 16, 4},
    {"bc6hu", {16, 16, 16, 0}, 27, 16, 4},  {"bc6hs", {16, 16, 16, 0}, 28, 16, 4},
    {"bc7", {8, 8, 8, 8}, 29, 16, 4},       {"bc7_srgb", {8, 8, 8, 8}, 30, 16, 4},
    {"un1010102", {10, 10, 10, 2}, 31, 4, 1},
};
const size_t image_format_count = sizeof(image_formats) / sizeof(image_formats[0]);

const struct image_shape image_shapes[SHAPE_COUNT] = {
    {"1d", {64, 0, 0}, 0},
    {"2d", {64, 32, 0}, 0},
    {"3d", {16, 8, 4}, 0},
    {"1d_layered", {64, 0, 5}, LAYERED},
    {"2d_layered", {32, 16, 5}, LAYERED},
    {"cubemap", {16, 16, 6}, CUBEMAP},
    {"cubemap_layered", {16, 16, 12}, CUBEMAP | LAYERED},
};

unsigned int flag_sets(unsigned int number)
{
    static const unsigned int rest[] = {0, COLOR, SPARSE, DEFERRED};
    return number % 16 | rest[number / 16 % 4];
}

struct cudaChannelFormatDesc channels(int x, int y, int z, int w, int kind)
{
    return cudaCreateChannelDesc(x, y, z, w, (enum cudaChannelFormatKind)kind);
}

struct cudaChannelFormatDesc channels_of(const struct image_format *format)
{
    const int *bits = format->bits;
    return channels(bits[0], bits[1], bits[2], bits[3], format->kind);
}

struct cudaExtent extent_of(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent;
    extent.width = width;
    extent.height = height;
    extent.depth = depth;
    return extent;
}

const char *format_text(const struct cudaChannelFormatDesc *format)
{
    return label("%d,%d,%d,%d/%d", format->x, format->y, format->z, format->w, (int)format->f);
}

const char *extent_text(struct cudaExtent extent)
{
    return label("%zux%zux%zu", extent.width, extent.height, extent.depth);
}

const char *info_text(cudaArray_t array)
{
    struct cudaChannelFormatDesc format = channels(-1, -1, -1, -1, -1);
    struct cudaExtent extent = extent_of(77, 77, 77);
    unsigned int flags = 77;
    cudaError_t code = cudaArrayGetInfo(&format, &extent, &flags, array);
    if (code != cudaSuccess)
        return label("info=%s", cudaGetErrorName(code));
    return label("format=%s extent=%s flags=%#x", format_text(&format), extent_text(extent), flags);
}

cudaArray_t make_array(struct cudaChannelFormatDesc format, struct cudaExtent extent,
                       unsigned int flags)
{
    cudaArray_t array = NULL;
    cudaError_t code = cudaMalloc3DArray(&array, &format, extent, flags);
    if (code != cudaSuccess)
        answer("make_array", code);
    return array;
}

unsigned char pattern_byte(size_t index, unsigned int seed)
{
    return (unsigned char)(index % 251 + index / 251 + seed * 37u);
}

static size_t whole_bytes(const struct whole *whole)
{
    return whole->texel * whole->width * whole->height * whole->depth;
}

/* A copy between an array and packed rows of host memory. */
static cudaError_t whole_copy(const struct whole *whole, unsigned char *bytes, bool write)
{
    struct cudaMemcpy3DParms copy;
    size_t block = whole->block > 1 ? whole->block : 1;
    struct cudaPitchedPtr memory;
    memset(&copy, 0, sizeof(copy));
    memory.ptr = bytes;
    memory.pitch = whole->texel * whole->width;
    memory.xsize = whole->width;
    memory.ysize = whole->height;
    copy.extent = extent_of(whole->width * block, whole->height * block, whole->depth);
    copy.kind = write ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    if (write) {
        copy.srcPtr = memory;
        copy.dstArray = whole->array;
    } else {
        copy.srcArray = whole->array;
        copy.dstPtr = memory;
    }
    return cudaMemcpy3D(&copy);
}

cudaError_t whole_put(const struct whole *whole, bool pattern, unsigned int seed)
{
    size_t size = whole_bytes(whole);
    unsigned char *bytes = malloc(size + 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = pattern ? pattern_byte(i, seed) : (unsigned char)seed;
    cudaError_t code = whole_copy(whole, bytes, true);
    (void)cudaDeviceSynchronize();
    free(bytes);
    return code;
}

unsigned char *whole_get(const struct whole *whole, cudaError_t *out_code)
{
    size_t size = whole_bytes(whole);
    unsigned char *bytes = malloc(size + 1);
    memset(bytes, 0xee, size + 1);
    (void)cudaDeviceSynchronize();
    *out_code = whole_copy(whole, bytes, false);
    if (*out_code == cudaSuccess)
        return bytes;
    free(bytes);
    return NULL;
}

unsigned int whole_hash(const struct whole *whole)
{
    cudaError_t code;
    unsigned char *bytes = whole_get(whole, &code);
    unsigned int hash = bytes != NULL ? hash_of(PAGEABLE, bytes, whole_bytes(whole)) : 0;
    free(bytes);
    (void)cudaGetLastError();
    return hash;
}

bool whole_holds(const struct whole *whole, unsigned int seed)
{
    cudaError_t code;
    unsigned char *bytes = whole_get(whole, &code);
    bool same = bytes != NULL;
    for (size_t i = 0; same && i < whole_bytes(whole); i++)
        same = bytes[i] == pattern_byte(i, seed);
    free(bytes);
    (void)cudaGetLastError();
    return same;
}
