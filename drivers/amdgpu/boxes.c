#include "boxes.h"

/* ---- ranges -------------------------------------------------------------------------------- */

static uint32_t giamd_at_most(uint64_t bytes, uint32_t limit_bytes)
{
    return bytes < limit_bytes ? (uint32_t)bytes : limit_bytes;
}

static bool giamd_copy_pieces(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                              uint64_t dst, uint64_t src, uint64_t size_bytes)
{
    uint32_t piece;

    for (uint64_t done = 0; done < size_bytes; done += piece) {
        piece = giamd_at_most(size_bytes - done, sdma->max_copy_bytes);
        if (!giamd_packet_copy(sdma, packets, dst + done, src + done, piece))
            return false;
    }
    return true;
}

/** Between multiples of 4 whole words are faster: what is over goes by itself. */
static uint64_t giamd_whole_words(uint64_t dst, uint64_t src, uint64_t size_bytes)
{
    return ((dst | src) & 3) == 0 ? size_bytes & ~UINT64_C(3) : size_bytes;
}

static bool giamd_copy_range(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             uint64_t dst, uint64_t src, uint64_t size_bytes)
{
    uint64_t words = giamd_whole_words(dst, src, size_bytes);

    return giamd_copy_pieces(sdma, packets, dst, src, words) &&
           giamd_copy_pieces(sdma, packets, dst + words, src + words, size_bytes - words);
}

/* ---- windows ------------------------------------------------------------------------------- */

/* A box as windows: what all of them have in common. */
struct giamd_grid {
    uint32_t element_bytes;
    uint64_t width;              /* elements of a row */
    uint32_t part_width, part_height, part_depth;        /* of the largest window */
    struct gi_box box;
    struct giamd_place dst, src;
    uint32_t dst_pitch, src_pitch;       /* elements */
};

static uint64_t giamd_parts(uint64_t whole, uint64_t part)
{
    return whole / part + (whole % part != 0);
}

/** The largest element that everything about the box is a multiple of, and pitches in the engine's
 *  multiple. Rows are whole dwords apart. */
static uint32_t giamd_element_of(const struct giamd_sdma *sdma, const struct giamd_place *dst,
                                 const struct giamd_place *src, const struct gi_box *box)
{
    uint64_t rows = (dst->strides.row_bytes | src->strides.row_bytes) / sdma->pitch_multiple;
    uint64_t all = dst->address | src->address | box->width_bytes | rows |
                   GIAMD_MAX_ELEMENT_BYTES;

    if (box->depth > 1)
        all |= dst->strides.slice_bytes | src->strides.slice_bytes;
    return (uint32_t)(all & -all);
}

/** Where a side's first element is in its row: addresses in packets are multiples of 4. */
static uint32_t giamd_first_x(uint64_t address, uint32_t element_bytes)
{
    return (uint32_t)(address & 3) / element_bytes;
}

/** Whether one side's rows can be told in a window; *out_pitch in elements. */
static bool giamd_rows_fit(const struct giamd_sdma *sdma, const struct giamd_grid *grid,
                           const struct giamd_place *place, uint32_t *out_pitch)
{
    uint64_t pitch = place->strides.row_bytes / grid->element_bytes;

    if (pitch > UINT64_C(1) << sdma->pitch_bits)
        return false;
    *out_pitch = (uint32_t)pitch;
    return giamd_first_x(place->address, grid->element_bytes) + grid->width <= pitch;
}

/** Whether slices can be told: they lie behind each other, at a distance that can be written. */
static bool giamd_slices_fit(const struct giamd_sdma *sdma, const struct giamd_grid *grid,
                             const struct giamd_place *place)
{
    uint64_t slice = place->strides.slice_bytes / grid->element_bytes;

    return slice <= UINT64_C(1) << sdma->slice_pitch_bits &&
           place->strides.slice_bytes / place->strides.row_bytes >= grid->box.height;
}

/** Decides on windows for a box of several rows; false: it goes row by row. */
static bool giamd_plan_windows(const struct giamd_sdma *sdma, struct giamd_grid *grid)
{
    uint64_t extent = UINT64_C(1) << sdma->extent_bits;
    uint64_t most_pitch, most_rows, windows, rows;

    if ((grid->dst.strides.row_bytes | grid->src.strides.row_bytes) % 4 != 0)
        return false;
    grid->element_bytes = giamd_element_of(sdma, &grid->dst, &grid->src, &grid->box);
    grid->width = grid->box.width_bytes / grid->element_bytes;
    if (!giamd_rows_fit(sdma, grid, &grid->dst, &grid->dst_pitch) ||
        !giamd_rows_fit(sdma, grid, &grid->src, &grid->src_pitch))
        return false;
    most_pitch = grid->dst_pitch > grid->src_pitch ? grid->dst_pitch : grid->src_pitch;
    most_rows = (UINT64_C(1) << sdma->slice_pitch_bits) / most_pitch;
    grid->part_width = (uint32_t)extent;
    grid->part_height = (uint32_t)(most_rows < extent ? most_rows : extent);
    grid->part_depth = 1;
    if (grid->box.depth > 1 && giamd_slices_fit(sdma, grid, &grid->dst) &&
        giamd_slices_fit(sdma, grid, &grid->src))
        grid->part_depth = 1u << sdma->depth_bits;
    windows = giamd_parts(grid->width, grid->part_width) *
              giamd_parts(grid->box.height, grid->part_height) *
              giamd_parts(grid->box.depth, grid->part_depth);
    rows = grid->box.height * grid->box.depth *
           giamd_parts(grid->box.width_bytes, sdma->max_copy_bytes);
    return windows < rows;
}

static struct giamd_window_side giamd_side_of(const struct giamd_grid *grid,
                                              const struct giamd_place *place, uint32_t pitch,
                                              uint64_t offset_bytes,
                                              const struct giamd_window *window)
{
    uint64_t address = place->address + offset_bytes;

    return (struct giamd_window_side){
        .address = address & ~UINT64_C(3),
        .x = giamd_first_x(address, grid->element_bytes),
        .pitch = pitch,
        .slice_pitch = window->depth > 1 ? place->strides.slice_bytes / grid->element_bytes :
                                           (uint64_t)pitch * window->height,
    };
}

static bool giamd_copy_window(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                              const struct giamd_grid *grid, uint64_t x, uint64_t y, uint64_t z)
{
    struct giamd_window window = {
        .element_bytes = grid->element_bytes,
        .width = giamd_at_most(grid->width - x, grid->part_width),
        .height = giamd_at_most(grid->box.height - y, grid->part_height),
        .depth = giamd_at_most(grid->box.depth - z, grid->part_depth),
    };
    uint64_t x_bytes = x * grid->element_bytes;

    window.dst = giamd_side_of(grid, &grid->dst, grid->dst_pitch,
                               gi_box_offset(&grid->dst.strides, x_bytes, y, z), &window);
    window.src = giamd_side_of(grid, &grid->src, grid->src_pitch,
                               gi_box_offset(&grid->src.strides, x_bytes, y, z), &window);
    return giamd_packet_window(sdma, packets, &window);
}

static bool giamd_copy_windows(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                               const struct giamd_grid *grid)
{
    for (uint64_t z = 0; z < grid->box.depth; z += grid->part_depth) {
        for (uint64_t y = 0; y < grid->box.height; y += grid->part_height) {
            for (uint64_t x = 0; x < grid->width; x += grid->part_width) {
                if (!giamd_copy_window(sdma, packets, grid, x, y, z))
                    return false;
            }
        }
    }
    return true;
}

/* ---- boxes --------------------------------------------------------------------------------- */

bool giamd_copy_box(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                    struct giamd_place dst, struct giamd_place src, struct gi_box box)
{
    struct giamd_grid grid;

    gi_box_simplify(&box, &dst.strides, &src.strides);
    grid = (struct giamd_grid){ .box = box, .dst = dst, .src = src };
    if (box.height > 1 && giamd_plan_windows(sdma, &grid))
        return giamd_copy_windows(sdma, packets, &grid);
    for (uint64_t z = 0; z < box.depth; z++) {
        for (uint64_t y = 0; y < box.height; y++) {
            if (!giamd_copy_range(sdma, packets,
                                  dst.address + gi_box_offset(&dst.strides, 0, y, z),
                                  src.address + gi_box_offset(&src.strides, 0, y, z),
                                  box.width_bytes))
                return false;
        }
    }
    return true;
}

/* What a fill writes: the word, and where eight bytes of it can be copied from for edges. */
struct giamd_pattern {
    uint32_t word;
    uint64_t literal;
};

/** Bytes of a range in front of its first multiple of 4. */
static uint32_t giamd_fill_head(uint64_t dst, uint64_t size_bytes)
{
    return giamd_at_most(size_bytes, (uint32_t)(-dst & 3));
}

static bool giamd_fill_range(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                             const struct giamd_pattern *pattern, uint64_t dst,
                             uint64_t size_bytes)
{
    uint32_t head = giamd_fill_head(dst, size_bytes), piece;
    uint32_t tail = (uint32_t)((size_bytes - head) & 3);
    uint64_t end = dst + size_bytes - tail;

    if (head != 0 && !giamd_packet_copy(sdma, packets, dst, pattern->literal + (dst & 3), head))
        return false;
    for (dst += head; dst < end; dst += piece) {
        piece = giamd_at_most(end - dst, sdma->max_fill_bytes);
        if (!giamd_packet_fill(sdma, packets, dst, pattern->word, piece))
            return false;
    }
    return tail == 0 || giamd_packet_copy(sdma, packets, end, pattern->literal, tail);
}

static uint32_t giamd_pattern_word(uint32_t pattern, uint32_t pattern_bytes)
{
    switch (pattern_bytes) {
    case 1: return (pattern & 0xff) * 0x01010101u;
    case 2: return (pattern & 0xffff) * 0x00010001u;
    default: return pattern;
    }
}

bool giamd_fill_box(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                    struct giamd_place dst, struct gi_box box, uint32_t pattern,
                    uint32_t pattern_bytes)
{
    struct giamd_pattern what = { .word = giamd_pattern_word(pattern, pattern_bytes) };
    uint32_t literal[2] = { what.word, what.word };
    uint64_t all;

    gi_box_simplify(&box, &dst.strides, NULL);
    all = dst.address | box.width_bytes | dst.strides.row_bytes | dst.strides.slice_bytes;
    if (all % 4 != 0 && !giamd_literal(packets, literal, &what.literal))
        return false;
    for (uint64_t z = 0; z < box.depth; z++) {
        for (uint64_t y = 0; y < box.height; y++) {
            if (!giamd_fill_range(sdma, packets, &what,
                                  dst.address + gi_box_offset(&dst.strides, 0, y, z),
                                  box.width_bytes))
                return false;
        }
    }
    return true;
}
