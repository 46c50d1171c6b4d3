#include "array_model.h"

#include <stdlib.h>
#include <string.h>

const struct kind kinds[KIND_COUNT] = {
    { "1D", 61, 0, 0, 0 },
    { "2D", 37, 19, 0, 0 },
    { "3D", 17, 11, 5, 0 },
    { "1D layered", 43, 0, 3, gpuArrayLayered },
    { "2D layered", 29, 13, 4, gpuArrayLayered },
    { "cubemap", 12, 12, 6, gpuArrayCubemap },
    { "cubemap layered", 9, 9, 12, gpuArrayCubemap | gpuArrayLayered },
    { "2D for surfaces", 16, 16, 0, gpuArraySurfaceLoadStore },
};

#define ROW(name, x, y, z, w, kind) \
    { name, { x, y, z, w, gpuChannelFormatKind##kind }, ((x) + (y) + (z) + (w)) / 8, 1 }
#define ROWS(name, bits, kind) \
    ROW("R" name, bits, 0, 0, 0, kind), ROW("RG" name, bits, bits, 0, 0, kind), \
    ROW("RGBA" name, bits, bits, bits, bits, kind)

/* Kinds that say how many channels there are. */
#define OWN_ROW(name, x, y, z, w, kind) \
    { name, { x, y, z, w, cudaChannelFormatKind##kind }, ((x) + (y) + (z) + (w)) / 8, 1 }
#define OWN_ROWS(name, bits, kind) \
    OWN_ROW("R" name, bits, 0, 0, 0, kind##X1), OWN_ROW("RG" name, bits, bits, 0, 0, kind##X2), \
    OWN_ROW("RGBA" name, bits, bits, bits, bits, kind##X4)
#define BLOCKS(name, x, y, z, w, kind, bytes) \
    { name, { x, y, z, w, cudaChannelFormatKind##kind }, bytes, 4 }

const struct format formats[] = {
    ROWS("8u", 8, Unsigned), ROWS("8s", 8, Signed), ROWS("16u", 16, Unsigned),
    ROWS("16s", 16, Signed), ROWS("32u", 32, Unsigned), ROWS("32s", 32, Signed),
    ROWS("16f", 16, Float), ROWS("32f", 32, Float),
#if API_IS_CUDA
    OWN_ROWS("8un", 8, UnsignedNormalized8), OWN_ROWS("8sn", 8, SignedNormalized8),
    OWN_ROWS("16un", 16, UnsignedNormalized16), OWN_ROWS("16sn", 16, SignedNormalized16),
    OWN_ROW("RGB10A2", 10, 10, 10, 2, UnsignedNormalized1010102),
    BLOCKS("BC1", 8, 8, 8, 8, UnsignedBlockCompressed1, 8),
    BLOCKS("BC1 sRGB", 8, 8, 8, 8, UnsignedBlockCompressed1SRGB, 8),
    BLOCKS("BC2", 8, 8, 8, 8, UnsignedBlockCompressed2, 16),
    BLOCKS("BC2 sRGB", 8, 8, 8, 8, UnsignedBlockCompressed2SRGB, 16),
    BLOCKS("BC3", 8, 8, 8, 8, UnsignedBlockCompressed3, 16),
    BLOCKS("BC3 sRGB", 8, 8, 8, 8, UnsignedBlockCompressed3SRGB, 16),
    BLOCKS("BC4", 8, 0, 0, 0, UnsignedBlockCompressed4, 8),
    BLOCKS("BC4s", 8, 0, 0, 0, SignedBlockCompressed4, 8),
    BLOCKS("BC5", 8, 8, 0, 0, UnsignedBlockCompressed5, 16),
    BLOCKS("BC5s", 8, 8, 0, 0, SignedBlockCompressed5, 16),
    BLOCKS("BC6H", 16, 16, 16, 0, UnsignedBlockCompressed6H, 16),
    BLOCKS("BC6Hs", 16, 16, 16, 0, SignedBlockCompressed6H, 16),
    BLOCKS("BC7", 8, 8, 8, 8, UnsignedBlockCompressed7, 16),
    BLOCKS("BC7 sRGB", 8, 8, 8, 8, UnsignedBlockCompressed7SRGB, 16),
#endif
};

_Static_assert(sizeof formats / sizeof formats[0] == FORMAT_COUNT, "count of formats");

const struct format *format_named(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    fail_msg("no format %s", name);
    return NULL;
}

bool is_possible(const struct kind *kind, const struct format *format)
{
    gpuExtent extent = { kind->width, kind->height, kind->depth };
    gpuArray_t array;
    gpuError_t code;

    if (format->block > 1 && (kind->height == 0 || (kind->flags & gpuArraySurfaceLoadStore) != 0))
        return false;
    code = gpuMalloc3DArray(&array, &format->channels, extent, kind->flags);
    if (code == gpuErrorNotSupported)
        return false;
    if (code != gpuSuccess)
        fail_msg("%s of %s: %s", kind->name, format->name, gpuGetErrorName(code));
    OK(gpuFreeArray(array));
    return true;
}

bool arrays_are_supported(void)
{
    gpuChannelFormatDesc channels = gpuCreateChannelDesc(8, 0, 0, 0, gpuChannelFormatKindUnsigned);
    gpuArray_t array;
    gpuError_t code = gpuMallocArray(&array, &channels, 4, 4, 0);

    if (code == gpuErrorNotSupported)
        return false;
    assert_int_equal(code, gpuSuccess);
    OK(gpuFreeArray(array));
    return true;
}

/* ---- models --------------------------------------------------------------------------------- */

/** How many blocks, and one in a direction that there is not. */
static size_t blocks_in(size_t size, size_t block)
{
    return size != 0 ? (size + block - 1) / block : 1;
}

static size_t row_bytes(const struct model *model)
{
    return model->width * model->format->bytes;
}

static size_t all_bytes(const struct model *model)
{
    return row_bytes(model) * model->height * model->depth;
}

uint8_t *model_at(const struct model *model, size_t x, size_t y, size_t z)
{
    return model->bytes + ((z * model->height + y) * model->width + x) * model->format->bytes;
}

gpuPos model_pos(const struct model *model, size_t x, size_t y, size_t z, unsigned number)
{
    size_t block = model->format->block;

    return (gpuPos){ x * block + number % block, y * block + number / block % block, z };
}

gpuExtent model_extent(const struct model *model, size_t width, size_t height, size_t depth,
                       unsigned number)
{
    size_t block = model->format->block;

    return (gpuExtent){ width * block - number % block, height * block - number / block % block,
                        depth };
}

/** A copy of all of an array to or from packed host memory. */
static gpuMemcpy3DParms whole(const struct model *model, uint8_t *host, bool to_array)
{
    gpuMemcpy3DParms copy = {
        .extent = model_extent(model, model->width, model->height, model->depth, 0),
        .kind = gpuMemcpyDefault,
    };
    gpuPitchedPtr memory = { host, row_bytes(model), model->width, model->height };

    if (to_array) {
        copy.dstArray = model->array;
        copy.srcPtr = memory;
    } else {
        copy.srcArray = model->array;
        copy.dstPtr = memory;
    }
    return copy;
}

void model_adopt(struct model *out, gpuArray_t array, const struct kind *kind,
                 const struct format *format, unsigned seed)
{
    gpuMemcpy3DParms copy;

    *out = (struct model){
        .array = array, .format = format,
        .width = blocks_in(kind->width, format->block),
        .height = blocks_in(kind->height, format->block), .depth = blocks_in(kind->depth, 1),
    };
    out->bytes = malloc(all_bytes(out));
    assert_non_null(out->bytes);
    fill_pattern(out->bytes, all_bytes(out), seed);
    copy = whole(out, out->bytes, true);
    OK(gpuMemcpy3D(&copy));
}

void model_create(struct model *out, const struct kind *kind, const struct format *format,
                  unsigned seed)
{
    gpuExtent extent = { kind->width, kind->height, kind->depth };
    gpuArray_t array;

    OK(gpuMalloc3DArray(&array, &format->channels, extent, kind->flags));
    assert_non_null(array);
    model_adopt(out, array, kind, format, seed);
}

void model_drop(struct model *model)
{
    free(model->bytes);
}

void model_destroy(struct model *model)
{
    OK(gpuFreeArray(model->array));
    model_drop(model);
}

void model_check(const struct model *model, const char *what)
{
    size_t size = all_bytes(model);
    uint8_t *back = malloc(size);
    gpuMemcpy3DParms copy = whole(model, back, false);

    assert_non_null(back);
    memset(back, 0x5a, size);
    OK(gpuMemcpy3D(&copy));
    for (size_t i = 0; i < size; i++)
        if (back[i] != model->bytes[i]) {
            size_t texel = i / model->format->bytes;

            fail_msg("%s: texel %zu, %zu, %zu of a %zu x %zu x %zu array of %s: byte %zu is "
                     "0x%02x, not 0x%02x", what, texel % model->width,
                     texel / model->width % model->height, texel / model->width / model->height,
                     model->width, model->height, model->depth, model->format->name,
                     i % model->format->bytes, back[i], model->bytes[i]);
        }
    free(back);
}

/** A range in [0, size): where it begins, and how long it is. */
static void range_of(size_t size, unsigned number, size_t *begin, size_t *length)
{
    *begin = number % 5 == 0 ? 0 : number * 7u % size;
    *length = number % 3 == 0 ? size - *begin : 1 + number * 11u % (size - *begin);
}

struct part part_of(const struct model *model, unsigned number)
{
    struct part part;

    range_of(model->width, number, &part.x, &part.width);
    range_of(model->height, number / 2 + 1, &part.y, &part.height);
    range_of(model->depth, number / 3 + 2, &part.z, &part.depth);
    return part;
}

/* ---- memory --------------------------------------------------------------------------------- */

void pitched_create(struct pitched *out, enum memory_kind kind, size_t row_bytes, size_t rows,
                    size_t slices, unsigned seed)
{
    uint8_t *pattern;

    *out = (struct pitched){ .kind = kind, .pitch = row_bytes + PITCHED_X + 10,
                             .rows = rows + PITCHED_Y + 2 };
    out->size = out->pitch * out->rows * (slices + PITCHED_Z);
    pattern = malloc(out->size);
    assert_non_null(pattern);
    fill_pattern(pattern, out->size, seed);
    if (kind == PAGEABLE) {
        out->bytes = pattern;
        return;
    }
    if (kind == PINNED)
        OK(gpuHostAlloc((void **)&out->bytes, out->size, 0));
    else
        OK(gpuMalloc((void **)&out->bytes, out->size));
    OK(gpuMemcpy(out->bytes, pattern, out->size, gpuMemcpyDefault));
    free(pattern);
}

void pitched_destroy(struct pitched *memory)
{
    if (memory->kind == PAGEABLE)
        free(memory->bytes);
    else if (memory->kind == PINNED)
        OK(gpuFreeHost(memory->bytes));
    else
        OK(gpuFree(memory->bytes));
}

uint8_t *pitched_read(const struct pitched *memory)
{
    uint8_t *bytes = malloc(memory->size);

    assert_non_null(bytes);
    OK(gpuMemcpy(bytes, memory->bytes, memory->size, gpuMemcpyDefault));
    return bytes;
}

size_t pitched_at(const struct pitched *memory, size_t y, size_t z)
{
    return PITCHED_X + memory->pitch * (PITCHED_Y + y + memory->rows * (PITCHED_Z + z));
}
