#include "surfaces.h"

/* Elements of a row at most: a window's, and of a row that begins within a dword. */
enum { GIAMD_ROW_ELEMENTS = 16384, GIAMD_ROW_PART = GIAMD_ROW_ELEMENTS / 2 };

static uint64_t giamd_up(uint64_t value, uint64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

static uint64_t giamd_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- to and from linear texels ------------------------------------------------------------- */

/* A box in elements, at a place in linear memory. */
struct giamd_piece {
    struct giamd_spot spot;
    struct giamd_place linear;
    uint32_t width, height, depth;
    bool to_linear;
};

/** Where the first element is from its dword on. */
static uint32_t giamd_first(const struct giamd_piece *piece)
{
    return (uint32_t)(piece->linear.address & 3) / piece->spot.surface->element_bytes;
}

static struct giamd_tiled giamd_window_of(const struct giamd_piece *piece, uint64_t pitch,
                                          uint64_t slice_pitch)
{
    const struct giamd_surface *surface = piece->spot.surface;

    return (struct giamd_tiled){
        .to_linear = piece->to_linear,
        .element_bytes = surface->element_bytes,
        .tiled_address = surface->address,
        .width = surface->width, .height = surface->height, .depth = surface->layers,
        .levels = surface->levels, .level = piece->spot.level,
        .swizzle_mode = surface->swizzle_mode,
        .dims = GIAMD_2D,
        .x = piece->spot.x, .y = piece->spot.y, .z = piece->spot.z,
        .linear = { .address = piece->linear.address & ~UINT64_C(3), .x = giamd_first(piece),
                    .pitch = (uint32_t)pitch, .slice_pitch = slice_pitch },
        .box_width = piece->width, .box_height = piece->height, .box_depth = piece->depth,
    };
}

/** Whether rows lie as a window can say. */
static bool giamd_rows_lie_well(const struct giamd_sdma *sdma, const struct giamd_piece *piece)
{
    uint64_t bytes = piece->spot.surface->element_bytes;
    uint64_t pitch = piece->linear.strides.row_bytes / bytes;

    return piece->linear.strides.row_bytes % (bytes < 4 ? 4 : bytes) == 0 &&
           pitch % sdma->pitch_multiple == 0 && pitch <= GIAMD_ROW_ELEMENTS &&
           giamd_first(piece) + piece->width <= pitch;
}

/** Whether slices do: behind each other, in fours of elements. */
static bool giamd_slices_lie_well(const struct giamd_sdma *sdma, const struct giamd_piece *piece,
                                  uint64_t pitch)
{
    uint64_t bytes = piece->spot.surface->element_bytes;
    uint64_t slice_bytes = piece->linear.strides.slice_bytes;

    return slice_bytes % (4 * bytes) == 0 && slice_bytes / bytes >= pitch * piece->height &&
           slice_bytes / bytes <= UINT64_C(1) << sdma->slice_pitch_bits;
}

static bool giamd_copy_row(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                           struct giamd_piece row)
{
    uint32_t bytes = row.spot.surface->element_bytes, left = row.width;
    struct giamd_tiled window;

    row.height = 1;
    row.depth = 1;
    while (left > 0) {
        row.width = giamd_first(&row) + left <= GIAMD_ROW_ELEMENTS ? left : GIAMD_ROW_PART;
        uint64_t pitch = giamd_up(giamd_first(&row) + row.width, 4);
        window = giamd_window_of(&row, pitch, pitch);
        if (!giamd_packet_tiled(sdma, packets, &window))
            return false;
        row.spot.x += row.width;
        row.linear.address += (uint64_t)row.width * bytes;
        left -= row.width;
    }
    return true;
}

static bool giamd_copy_slice(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             struct giamd_piece slice)
{
    uint32_t rows = slice.height;

    slice.depth = 1;
    if (rows == 1)
        return giamd_copy_row(sdma, packets, slice);
    if (giamd_rows_lie_well(sdma, &slice)) {
        uint64_t pitch = slice.linear.strides.row_bytes / slice.spot.surface->element_bytes;
        uint64_t elements = pitch * rows;        /* which mean something behind the first slice */
        struct giamd_tiled window = giamd_window_of(&slice, pitch, slice.spot.z == 0 ? elements :
                                                                   giamd_up(elements, 4));
        return giamd_packet_tiled(sdma, packets, &window);
    }
    for (uint32_t y = 0; y < rows; y++) {
        if (!giamd_copy_row(sdma, packets, slice))
            return false;
        slice.spot.y++;
        slice.linear.address += slice.linear.strides.row_bytes;
    }
    return true;
}

static bool giamd_copy_piece(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             struct giamd_piece piece)
{
    uint32_t bytes = piece.spot.surface->element_bytes, slices = piece.depth;
    uint64_t pitch;

    if (piece.height == 1)               /* then their distance is as good as any */
        piece.linear.strides.row_bytes = giamd_up(giamd_first(&piece) + piece.width, 4) * bytes;
    pitch = piece.linear.strides.row_bytes / bytes;
    if (slices > 1 && giamd_rows_lie_well(sdma, &piece) &&
        giamd_slices_lie_well(sdma, &piece, pitch)) {
        struct giamd_tiled window = giamd_window_of(&piece, pitch,
                                                    piece.linear.strides.slice_bytes / bytes);
        return giamd_packet_tiled(sdma, packets, &window);
    }
    for (uint32_t z = 0; z < slices; z++) {
        if (!giamd_copy_slice(sdma, packets, piece))
            return false;
        piece.spot.z++;
        piece.linear.address += piece.linear.strides.slice_bytes;
    }
    return true;
}

bool giamd_copy_surface(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                        const struct giamd_spot *spot, struct giamd_place linear,
                        const struct gi_box *box, bool to_linear)
{
    return giamd_copy_piece(sdma, packets, (struct giamd_piece){
        .spot = *spot, .linear = linear,
        .width = (uint32_t)(box->width_bytes / spot->surface->element_bytes),
        .height = (uint32_t)box->height, .depth = (uint32_t)box->depth, .to_linear = to_linear });
}

/* ---- between two --------------------------------------------------------------------------- */

/** Tiles of 256 bytes: from 16 x 16 elements of a byte to 4 x 4 of 16. */
static bool giamd_is_of_tiles(const struct giamd_spot *spot, uint64_t width, uint64_t height)
{
    uint32_t element_bits = (uint32_t)__builtin_ctz(spot->surface->element_bytes);
    uint32_t columns = 1u << (8 - element_bits + 1) / 2, rows = 1u << (8 - element_bits) / 2;

    return (spot->x | width) % columns == 0 && (spot->y | height) % rows == 0;
}

bool giamd_needs_scratch(const struct giamd_sdma *sdma, const struct giamd_spot *dst,
                         const struct giamd_spot *src, const struct gi_box *box)
{
    uint64_t width = box->width_bytes / src->surface->element_bytes;

    return sdma->tiled < GIAMD_TILED_5 ||
           !giamd_tiling_is_alike(sdma, dst->surface->swizzle_mode, src->surface->swizzle_mode) ||
           !giamd_is_of_tiles(dst, width, box->height) ||
           !giamd_is_of_tiles(src, width, box->height);
}

static bool giamd_copy_tiles(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             const struct giamd_spot *dst, const struct giamd_spot *src,
                             const struct gi_box *box)
{
    struct giamd_between between = {
        .element_bytes = src->surface->element_bytes,
        .width = (uint32_t)(box->width_bytes / src->surface->element_bytes),
        .height = (uint32_t)box->height, .depth = (uint32_t)box->depth,
    };
    struct giamd_between_side *sides[2] = { &between.dst, &between.src };
    const struct giamd_spot *spots[2] = { dst, src };

    for (int i = 0; i < 2; i++) {
        const struct giamd_surface *surface = spots[i]->surface;
        *sides[i] = (struct giamd_between_side){
            surface->address, surface->width, surface->height, surface->layers, surface->levels,
            spots[i]->level, surface->swizzle_mode, spots[i]->x, spots[i]->y, spots[i]->z };
    }
    return giamd_packet_between(sdma, packets, &between);
}

/** One part into the scratch memory and out of it. */
static bool giamd_copy_part(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                            struct giamd_piece into, const struct giamd_spot *dst)
{
    struct giamd_piece out = into;

    out.spot = *dst;
    out.to_linear = false;
    return giamd_copy_piece(sdma, packets, into) && giamd_packet_nop(packets) &&
           giamd_copy_piece(sdma, packets, out) && giamd_packet_nop(packets);
}

/** As many slices as the memory holds, or as many rows of one. */
static bool giamd_copy_parts(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             const struct giamd_spot *dst, const struct giamd_spot *src,
                             const struct gi_box *box, const struct giamd_scratch *scratch)
{
    uint32_t bytes = src->surface->element_bytes;
    uint32_t width = (uint32_t)(box->width_bytes / bytes);
    uint64_t row_bytes = giamd_up(width, 4) * bytes, slice_bytes = row_bytes * box->height;
    uint64_t rows = giamd_least(box->height, scratch->size_bytes / row_bytes);
    uint64_t slices = rows < box->height ? 1 : giamd_least(box->depth,
                                                           scratch->size_bytes / slice_bytes);

    for (uint32_t z = 0; z < box->depth; z += (uint32_t)slices) {
        for (uint32_t y = 0; y < box->height; y += (uint32_t)rows) {
            struct giamd_spot from = *src, to = *dst;
            struct giamd_piece into = {
                .linear = { scratch->address, { row_bytes, slice_bytes } },
                .width = width, .height = (uint32_t)giamd_least(rows, box->height - y),
                .depth = (uint32_t)giamd_least(slices, box->depth - z), .to_linear = true,
            };
            from.y += y;
            from.z += z;
            to.y += y;
            to.z += z;
            into.spot = from;
            if (!giamd_copy_part(sdma, packets, into, &to))
                return false;
        }
    }
    return true;
}

bool giamd_copy_between(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                        const struct giamd_spot *dst, const struct giamd_spot *src,
                        const struct gi_box *box, const struct giamd_scratch *scratch)
{
    if (!giamd_needs_scratch(sdma, dst, src, box))
        return giamd_copy_tiles(sdma, packets, dst, src, box);
    return giamd_copy_parts(sdma, packets, dst, src, box, scratch);
}
