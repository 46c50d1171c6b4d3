/** The units of a copy node's numbers, for an interface that did not make the node. */
#include "copy_unit.h"

#include "arrays/array.h"
#include "contract/format.h"

/** A block of an array: in bytes, and in texels. */
struct unit {
    uint64_t bytes, width, height;
};

static struct unit unit_of(const struct gi_copy *copy)
{
    const struct gi_copy_side *side = gi_copy_is_of_array(&copy->src) ? &copy->src : &copy->dst;
    const struct gi_format_info *format;
    struct gi_array_info array;

    if (!gi_copy_is_of_array(side) || gi_array_query(side->array, &array) != GI_OK)
        return (struct unit){ 1, 1, 1 };
    format = gi_format_info(array.format);
    return (struct unit){ format->block_bytes, format->block_width, format->block_height };
}

static uint64_t blocks(uint64_t texels, uint64_t of)
{
    return texels / of + (texels % of != 0);
}

/* Positions in memory have the unit of the width by GI_COPY_ELEMENTS alone. */
static void to_bytes(struct gi_copy_side *side, const struct unit *unit,
                     enum gi_copy_measure measure)
{
    if (gi_copy_is_of_array(side) || measure == GI_COPY_ELEMENTS)
        side->x = side->x / unit->width * unit->bytes;
    if (gi_copy_is_of_array(side))
        side->y /= unit->height;
}

static void to_texels(struct gi_copy_side *side, const struct unit *unit,
                      enum gi_copy_measure measure)
{
    if (gi_copy_is_of_array(side) || measure == GI_COPY_ELEMENTS)
        side->x = side->x / unit->bytes * unit->width;
    if (gi_copy_is_of_array(side))
        side->y *= unit->height;
}

static bool is_in_bytes(const struct gi_copy *copy)
{
    return copy->measure == GI_COPY_LINEAR || copy->measure == GI_COPY_BYTES;
}

struct gi_copy front_copy_in_bytes(const struct gi_copy *copy)
{
    const struct unit unit = unit_of(copy);
    struct gi_copy same = *copy;

    if (is_in_bytes(copy))
        return same;
    same.measure = GI_COPY_BYTES;
    same.width = blocks(copy->width, unit.width) * unit.bytes;
    same.height = blocks(copy->height, unit.height);
    to_bytes(&same.dst, &unit, copy->measure);
    to_bytes(&same.src, &unit, copy->measure);
    return same;
}

struct gi_copy front_copy_in_texels(const struct gi_copy *copy, enum gi_copy_measure measure)
{
    const struct unit unit = unit_of(copy);
    struct gi_copy same = *copy;

    if (!is_in_bytes(copy))
        return same;
    same.measure = measure;
    same.width = copy->width / unit.bytes * unit.width;
    same.height = copy->height * unit.height;
    to_texels(&same.dst, &unit, measure);
    to_texels(&same.src, &unit, measure);
    return same;
}
