/* Where a tiled image has its texels only the chip knows; here a level lies behind the one before
 * it, and texels are turned round by a distance that comes from all that must agree about the
 * image. Who asks with another swizzle, size or level finds other texels. */
#include "sdma_tiled.h"

#include <inttypes.h>

#include "sdma_window.h"

#define MAX_TOUCHED_ROWS 256u

static bool wrong(const uint32_t *dw, const char *what)
{
    gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "SDMA packet 0x%08x: %s", dw[0], what);
    return false;
}

struct extent {
    uint32_t width, height, depth;
};

struct tiled {
    uint64_t base;
    uint32_t x, y, z;
    struct extent whole;                 /* of level 0; depth is layers unless 3D */
    uint32_t bytes, swizzle, dimension;
    uint32_t levels, level;
    uint64_t texels, before;             /* of the level, and of all before it */
};

/* ---- what a packet says --------------------------------------------------------------------- */

/** Levels are halved upwards in memory: what is over in a row or column has a place there, and so
 *  has an edge of blocks that a level still has. */
static uint32_t halved(uint32_t extent, uint32_t level)
{
    return ((extent - 1) >> level) + 1;
}

static struct extent extent_of(const struct tiled *image, uint32_t level)
{
    return (struct extent){ halved(image->whole.width, level), halved(image->whole.height, level),
                            image->dimension == 2 ? halved(image->whole.depth, level)
                                                  : image->whole.depth };
}

static void measure(struct tiled *image)
{
    for (uint32_t level = 0; level <= image->level; level++) {
        struct extent extent = extent_of(image, level);
        image->before += image->texels;
        image->texels = (uint64_t)extent.width * extent.height * extent.depth;
    }
}

/** The info of an image: which dword has its levels differs from generation to generation. */
static bool read_info(enum gicard_level_place place, const uint32_t *dw, uint32_t info,
                      struct tiled *out)
{
    uint32_t known = place == GICARD_LEVEL_AT_24 ? 0x1f1f003f : 0x00ff07ff;

    out->bytes = 1u << gicard_bits(info, 0, 3);
    out->swizzle = gicard_bits(info, 3, place == GICARD_LEVEL_AT_24 ? 3 : 5);
    out->dimension = place == GICARD_LEVEL_AT_24 ? 1 : gicard_bits(info, 9, 2);
    switch (place) {
    case GICARD_LEVEL_IN_HEADER:         /* in the info there is the pitch, of a formula */
        out->levels = gicard_bits(dw[0], 20, 4) + 1;
        out->level = gicard_bits(dw[0], 24, 4);
        known = 0xffff07ff;
        break;
    case GICARD_LEVEL_AT_20:
        out->levels = gicard_bits(info, 16, 4) + 1;
        out->level = gicard_bits(info, 20, 4);
        break;
    case GICARD_LEVEL_AT_24:
        out->levels = gicard_bits(info, 16, 5) + 1;
        out->level = gicard_bits(info, 24, 5);
        break;
    }
    if ((info & ~known) != 0)
        return wrong(dw, "bits in its info that should be 0");
    if (out->bytes > 16 || out->level >= out->levels)
        return wrong(dw, "its element or its level cannot be");
    return true;
}

/** Six dwords: address, x and y, z and width, height and depth, info. */
static bool read_tiled(const struct gicard_machine *machine, const uint32_t *dw,
                       const uint32_t *at, struct tiled *out)
{
    *out = (struct tiled){
        .base = (uint64_t)at[1] << 32 | at[0],
        .x = gicard_bits(at[2], 0, 14), .y = gicard_bits(at[2], 16, 14),
        .z = gicard_bits(at[3], 0, 13),
        .whole = { gicard_bits(at[3], 16, 14) + 1, gicard_bits(at[4], 0, 14) + 1,
                   gicard_bits(at[4], 16, 13) + 1 },
    };
    if ((at[2] & 0xc000c000) != 0 || (at[3] & 0xc000e000) != 0 || (at[4] & 0xe000c000) != 0)
        return wrong(dw, "a coordinate or extent of the image has more bits than its field");
    if (!read_info(machine->chip->sdma.level, dw, at[5], out))
        return false;
    if (out->base % 256 != 0)
        return wrong(dw, "the tiled address is not aligned to 256");
    measure(out);
    return true;
}

static bool read_box(const uint32_t *dw, const uint32_t *at, struct extent *out)
{
    *out = (struct extent){ gicard_bits(at[0], 0, 14) + 1, gicard_bits(at[0], 16, 14) + 1,
                            gicard_bits(at[1], 0, 13) + 1 };
    return ((at[0] & 0xc000c000) == 0 && at[1] >> 13 == 0)
           || wrong(dw, "the box has more bits than its fields");
}

static bool box_is_inside(const uint32_t *dw, const struct tiled *image, const struct extent *box)
{
    struct extent level = extent_of(image, image->level);

    return (image->x + box->width <= level.width && image->y + box->height <= level.height
            && image->z + box->depth <= level.depth)
           || wrong(dw, "the box leaves its level");
}

/** Pitch and slice pitch stand at the same bits in all generations, unlike in linear windows. */
static bool read_linear(const uint32_t *dw, const struct tiled *image, const struct extent *box,
                        struct gicard_pitched *out)
{
    *out = (struct gicard_pitched){
        .base = (uint64_t)dw[8] << 32 | dw[7],
        .x = gicard_bits(dw[9], 0, 14), .y = gicard_bits(dw[9], 16, 14),
        .z = gicard_bits(dw[10], 0, 13), .pitch = (uint64_t)gicard_bits(dw[10], 16, 14) + 1,
        .slice_pitch = (uint64_t)gicard_bits(dw[11], 0, 28) + 1,
    };
    bool has_slices = out->z != 0 || image->z != 0 || box->depth != 1;

    if ((dw[9] & 0xc000c000) != 0 || (dw[10] & 0xc000e000) != 0 || dw[11] >> 28 != 0)
        return wrong(dw, "a coordinate or pitch has more bits than its field");
    if (out->base % (image->bytes < 4 ? image->bytes : 4) != 0)
        return wrong(dw, "the linear address is not aligned");
    if (image->bytes < 4 && out->pitch % (4 / image->bytes) != 0)
        return wrong(dw, "the pitch is no multiple of a dword");
    if (has_slices && out->slice_pitch % 4 != 0)
        return wrong(dw, "there are slices, and their pitch is no multiple of 4 elements");
    return true;
}

/* ---- what packets of one IB touch ----------------------------------------------------------- */

static bool meet(uint32_t a, uint32_t a_length, uint32_t b, uint32_t b_length)
{
    return a < b + b_length && b < a + a_length;
}

/** Tells that a packet touches a box; broken when an earlier one of the IB, with no NOP since,
 *  touched a texel of it too and one of both writes. */
static void touch(struct gicard_machine *machine, const struct tiled *image,
                  const struct extent *box, bool written)
{
    const struct gicard_tiled_box now = { image->base, image->level, image->x, image->y, image->z,
                                          box->width, box->height, box->depth, written };

    if (machine->box_count == GICARD_MAX_BOXES)
        return;
    for (uint32_t i = 0; i < machine->box_count; i++) {
        const struct gicard_tiled_box *old = &machine->boxes[i];
        if ((old->written || written) && old->base == now.base && old->level == now.level
            && meet(old->x, old->width, now.x, now.width)
            && meet(old->y, old->height, now.y, now.height)
            && meet(old->z, old->depth, now.z, now.depth)) {
            gicard_violation(GICARD_RULE_PACKET_HAZARD, 0, "level %u of the tiled image at 0x%"
                             PRIx64 " is %s where an earlier packet of the IB %s it, and no NOP "
                             "stands between them", now.level, now.base,
                             written ? "written" : "read", old->written ? "writes" : "reads");
            machine->box_count = 0;
            break;
        }
    }
    machine->boxes[machine->box_count++] = now;
}

static void touch_rows(struct gicard_machine *machine, const struct gicard_pitched *linear,
                       const struct extent *box, uint32_t bytes, bool written)
{
    if ((uint64_t)box->height * box->depth > MAX_TOUCHED_ROWS)
        return;
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++)
            gicard_touch(machine, gicard_row_at(linear, y, z, bytes),
                         (uint64_t)box->width * bytes, written);
}

/* ---- copies --------------------------------------------------------------------------------- */

static uint64_t texel_at(const struct tiled *image, uint32_t x, uint32_t y, uint32_t z)
{
    struct extent level = extent_of(image, image->level);
    uint64_t plain = ((uint64_t)(image->z + z) * level.height + image->y + y) * level.width
                     + image->x + x;
    uint64_t key = image->swizzle * UINT64_C(2654435761) + image->bytes * UINT64_C(40503)
                   + image->levels * UINT64_C(977) + image->whole.depth * UINT64_C(31)
                   + image->dimension * UINT64_C(7);

    return image->base + (image->before + (plain + key) % image->texels) * image->bytes;
}

bool gicard_window_tiled(struct gicard_machine *machine, const uint32_t *dw)
{
    bool to_linear = dw[0] >> 31;
    uint32_t header = machine->chip->sdma.level == GICARD_LEVEL_IN_HEADER ? 0x8ff0ffff : 0x8000ffff;
    struct gicard_pitched linear;
    struct extent box;
    struct tiled image;

    if ((dw[0] & ~header) != 0)
        return wrong(dw, "bits in its header that should be 0");
    if (!read_tiled(machine, dw, dw + 1, &image) || !read_box(dw, dw + 12, &box)
        || !read_linear(dw, &image, &box, &linear) || !box_is_inside(dw, &image, &box))
        return false;
    machine->counted.copied_bytes += (uint64_t)box.width * box.height * box.depth * image.bytes;
    touch(machine, &image, &box, !to_linear);
    touch_rows(machine, &linear, &box, image.bytes, to_linear);
    for (uint32_t z = 0; z < box.depth; z++) {
        for (uint32_t y = 0; y < box.height; y++) {
            uint64_t row = gicard_row_at(&linear, y, z, image.bytes);
            for (uint32_t x = 0; x < box.width; x++) {
                uint64_t texel = texel_at(&image, x, y, z);
                uint64_t other = row + (uint64_t)x * image.bytes;
                if (!gicard_copy(machine, to_linear ? other : texel, to_linear ? texel : other,
                                 image.bytes))
                    return false;
            }
        }
    }
    return true;
}

/** What two images are copied between by this packet in, without any remainder: the corners and
 *  extents of 256 bytes of texels, as RADV keeps to. */
static bool is_in_whole_tiles(const uint32_t *dw, const struct tiled *image,
                              const struct extent *box)
{
    static const struct extent tiles[5] = { { 16, 16, 1 }, { 16, 8, 1 }, { 8, 8, 1 }, { 8, 4, 1 },
                                            { 4, 4, 1 } };
    const struct extent *tile = &tiles[__builtin_ctz(image->bytes)];

    return ((image->x | box->width) % tile->width == 0
            && (image->y | box->height) % tile->height == 0)
           || wrong(dw, "the box has no whole tiles");
}

/** Two images agree about what a tile of 256 bytes looks like: their modes are of one kind. */
static bool are_of_one_kind(const struct gicard_machine *machine, const uint32_t *dw,
                            const struct tiled *src, const struct tiled *dst)
{
    bool same = machine->chip->sdma.level == GICARD_LEVEL_AT_24
                    ? true : (src->swizzle & 3) == (dst->swizzle & 3);

    return (src->bytes == dst->bytes && src->dimension == dst->dimension && same)
           || wrong(dw, "its images are tiled in different ways");
}

bool gicard_between_tiled(struct gicard_machine *machine, const uint32_t *dw)
{
    struct extent box;
    struct tiled src, dst;

    if ((dw[0] & ~0xffffu) != 0)
        return wrong(dw, "bits in its header that should be 0");
    if (!read_tiled(machine, dw, dw + 1, &src) || !read_tiled(machine, dw, dw + 7, &dst)
        || !read_box(dw, dw + 13, &box) || !box_is_inside(dw, &src, &box)
        || !box_is_inside(dw, &dst, &box) || !are_of_one_kind(machine, dw, &src, &dst)
        || !is_in_whole_tiles(dw, &src, &box) || !is_in_whole_tiles(dw, &dst, &box))
        return false;
    machine->counted.copied_bytes += (uint64_t)box.width * box.height * box.depth * src.bytes;
    touch(machine, &src, &box, false);
    touch(machine, &dst, &box, true);
    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++)
            for (uint32_t x = 0; x < box.width; x++)
                if (!gicard_copy(machine, texel_at(&dst, x, y, z), texel_at(&src, x, y, z),
                                 src.bytes))
                    return false;
    return true;
}
