/* SDMA packets that copy boxes. Where a tiled image has its texels only the chip knows; here a
 * level lies behind the one before it, and texels are turned round by a distance that comes from
 * all that must agree about the image. Who asks with another swizzle, size or level finds other
 * texels. */
#include "sdma_window.h"

#include <inttypes.h>

#define MAX_TOUCHED_ROWS 256u

static bool wrong(const uint32_t *dw, const char *what)
{
    gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "SDMA packet 0x%08x: %s", dw[0], what);
    return false;
}

static uint32_t bits(uint32_t dword, unsigned low, unsigned count)
{
    return (dword >> low) & ((1u << count) - 1);
}

/** Pitched memory: where its first texel is and how texels follow each other. */
struct pitched {
    uint64_t base;
    uint32_t x, y, z;
    uint64_t pitch, slice_pitch;         /* texels */
};

static uint64_t row_at(const struct pitched *side, uint32_t y, uint32_t z, uint32_t bytes)
{
    uint64_t texel = (side->z + (uint64_t)z) * side->slice_pitch
                     + (side->y + (uint64_t)y) * side->pitch + side->x;

    return side->base + texel * bytes;
}

/* ---- linear ------------------------------------------------------------------------------- */

/** Address, x and y, z and pitch, slice pitch: five dwords. */
static bool read_side(const struct gicard_machine *machine, const uint32_t *dw, const uint32_t *at,
                      uint32_t bytes, struct pitched *out)
{
    uint32_t shift = machine->chip->sdma.pitch_shift;

    out->base = (uint64_t)at[1] << 32 | at[0];
    out->x = bits(at[2], 0, 14);
    out->y = bits(at[2], 16, 14);
    out->z = bits(at[3], 0, machine->chip->sdma.z_bits);
    out->pitch = (uint64_t)(at[3] >> shift) + 1;
    out->slice_pitch = (uint64_t)bits(at[4], 0, 28) + 1;
    if ((at[2] & 0xc000c000) != 0 || (at[4] >> 28) != 0
        || (at[3] & ((1u << shift) - 1)) >> machine->chip->sdma.z_bits != 0)
        return wrong(dw, "a coordinate or pitch has more bits than its field");
    if (bytes < 4 && out->pitch % (4 / bytes) != 0)
        return wrong(dw, "a pitch is no multiple of a dword");
    if (out->base % (bytes < 4 ? bytes : 4) != 0)
        return wrong(dw, "a base address is not aligned");
    return true;
}

bool gicard_window_linear(struct gicard_machine *machine, const uint32_t *dw)
{
    uint32_t log_bytes = dw[0] >> 29, bytes = 1u << log_bytes;
    uint32_t width = bits(dw[11], 0, 14) + 1, height = bits(dw[11], 16, 14) + 1;
    uint32_t depth = bits(dw[12], 0, machine->chip->sdma.z_bits) + 1;
    struct pitched src, dst;

    if ((dw[0] & 0x1fff0000) != 0 || log_bytes > 4)
        return wrong(dw, "bits in its header that should be 0");
    if ((dw[11] & 0xc000c000) != 0 || dw[12] >> machine->chip->sdma.z_bits != 0)
        return wrong(dw, "the box has more bits than its fields");
    if (!read_side(machine, dw, dw + 1, bytes, &src)
        || !read_side(machine, dw, dw + 6, bytes, &dst))
        return false;
    bool touch = (uint64_t)height * depth <= MAX_TOUCHED_ROWS;
    machine->counted.copied_bytes += (uint64_t)width * height * depth * bytes;
    for (unsigned pass = touch ? 0 : 2; pass < 3; pass++) {
        for (uint32_t z = 0; z < depth; z++) {
            for (uint32_t y = 0; y < height; y++) {
                uint64_t from = row_at(&src, y, z, bytes), to = row_at(&dst, y, z, bytes);
                uint64_t row = (uint64_t)width * bytes;
                if (pass < 2)
                    gicard_touch(machine, pass == 0 ? from : to, row, pass == 1);
                else if (!gicard_copy(machine, to, from, row))
                    return false;
            }
        }
    }
    return true;
}

/* ---- tiled -------------------------------------------------------------------------------- */

struct tiled {
    uint64_t base;
    uint32_t x, y, z;
    uint32_t width, height, depth;       /* of level 0; depth is layers unless 3D */
    uint32_t bytes, swizzle, dimension;
    uint32_t levels, level;
};

static uint32_t at_least_one(uint32_t extent, uint32_t level)
{
    return extent >> level != 0 ? extent >> level : 1;
}

static bool read_tiled(const struct gicard_machine *machine, const uint32_t *dw,
                       struct tiled *out)
{
    bool gfx12 = machine->chip->sdma.level == GICARD_LEVEL_AT_24;

    *out = (struct tiled){
        .base = (uint64_t)dw[2] << 32 | dw[1],
        .x = bits(dw[3], 0, 14), .y = bits(dw[3], 16, 14),
        .z = bits(dw[4], 0, 13), .width = bits(dw[4], 16, 14) + 1,
        .height = bits(dw[5], 0, 14) + 1, .depth = bits(dw[5], 16, 13) + 1,
        .bytes = 1u << bits(dw[6], 0, 3), .swizzle = bits(dw[6], 3, gfx12 ? 3 : 5),
        .dimension = gfx12 ? 1 : bits(dw[6], 9, 2),
    };
    switch (machine->chip->sdma.level) {
    case GICARD_LEVEL_IN_HEADER:
        out->levels = bits(dw[0], 20, 4) + 1;
        out->level = bits(dw[0], 24, 4);
        break;
    case GICARD_LEVEL_AT_20:
        out->levels = bits(dw[6], 16, 4) + 1;
        out->level = bits(dw[6], 20, 4);
        break;
    case GICARD_LEVEL_AT_24:
        out->levels = bits(dw[6], 16, 5) + 1;
        out->level = bits(dw[6], 24, 5);
        break;
    }
    if (out->bytes > 16 || out->level >= out->levels)
        return wrong(dw, "its element or its level cannot be");
    if (out->base % 256 != 0)
        return wrong(dw, "the tiled address is not aligned to 256");
    return true;
}

/** Texels of a level, and of all levels before it. */
static void measure(const struct tiled *image, uint64_t *out_texels, uint64_t *out_before)
{
    *out_before = 0;
    for (uint32_t level = 0; level <= image->level; level++) {
        uint32_t depth = image->dimension == 2 ? at_least_one(image->depth, level) : image->depth;
        if (level != 0)
            *out_before += *out_texels;
        *out_texels = (uint64_t)at_least_one(image->width, level)
                      * at_least_one(image->height, level) * depth;
    }
}

static uint64_t texel_at(const struct tiled *image, uint32_t x, uint32_t y, uint32_t z,
                         uint64_t texels, uint64_t before)
{
    uint64_t plain = ((uint64_t)z * at_least_one(image->height, image->level) + y)
                         * at_least_one(image->width, image->level) + x;
    uint64_t key = image->swizzle * UINT64_C(2654435761) + image->bytes * UINT64_C(40503)
                   + image->levels * UINT64_C(977) + image->depth * UINT64_C(31)
                   + image->dimension * UINT64_C(7);

    return image->base + (before + (plain + key) % texels) * image->bytes;
}

bool gicard_window_tiled(struct gicard_machine *machine, const uint32_t *dw)
{
    bool to_linear = dw[0] >> 31;
    uint32_t width = bits(dw[12], 0, 14) + 1, height = bits(dw[12], 16, 14) + 1;
    uint32_t depth = bits(dw[13], 0, 13) + 1;
    uint32_t header = machine->chip->sdma.level == GICARD_LEVEL_IN_HEADER ? 0x8ff0ffff : 0x8000ffff;
    struct pitched linear = {
        .base = (uint64_t)dw[8] << 32 | dw[7], .x = bits(dw[9], 0, 14), .y = bits(dw[9], 16, 14),
        .z = bits(dw[10], 0, 13), .pitch = (uint64_t)bits(dw[10], 16, 14) + 1,
        .slice_pitch = (uint64_t)bits(dw[11], 0, 28) + 1,
    };
    struct tiled image;
    uint64_t texels, before;

    if ((dw[0] & ~header) != 0)
        return wrong(dw, "bits in its header that should be 0");
    if (!read_tiled(machine, dw, &image))
        return false;
    measure(&image, &texels, &before);
    if (image.x + width > at_least_one(image.width, image.level)
        || image.y + height > at_least_one(image.height, image.level)
        || image.z + depth > image.depth)
        return wrong(dw, "the box leaves its level");
    machine->counted.copied_bytes += (uint64_t)width * height * depth * image.bytes;
    for (uint32_t z = 0; z < depth; z++) {
        for (uint32_t y = 0; y < height; y++) {
            uint64_t row = row_at(&linear, y, z, image.bytes);
            for (uint32_t x = 0; x < width; x++) {
                uint64_t texel = texel_at(&image, image.x + x, image.y + y, image.z + z, texels,
                                          before);
                uint64_t other = row + (uint64_t)x * image.bytes;
                if (!gicard_copy(machine, to_linear ? other : texel, to_linear ? texel : other,
                                 image.bytes))
                    return false;
            }
        }
    }
    return true;
}
