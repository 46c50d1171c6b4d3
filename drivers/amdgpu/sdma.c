#include "sdma.h"

/* A limit that is written down nowhere eats the last 255 bytes of a copy whose count is full, so no
 * copy has more than these. Which generation counts in how many bits is what Mesa's RADV does:
 * version 5.2 has the wider count for copies, for fills only version 6 has it. */
#define GIAMD_COPY_30_BITS 0x3fffff00u
#define GIAMD_FILL_30_BITS 0x3ffffffcu
#define GIAMD_COPY_22_BITS 0x3fff00u
#define GIAMD_FILL_22_BITS 0x3ffffcu
#define GIAMD_COPY_21_BITS 0x1fff00u
#define GIAMD_FILL_21_BITS 0x1ffffcu

/* The versions of the engine that one row describes, the first to the last. */
struct giamd_generation {
    uint32_t major, first_minor, last_minor;
    struct giamd_sdma sdma;
};

static const struct giamd_generation giamd_generations[] = {
    { 2, 4, 4, {
        .max_copy_bytes = GIAMD_COPY_21_BITS, .max_fill_bytes = GIAMD_FILL_21_BITS,
        .pitch_shift = 16, .pitch_bits = 14, .depth_bits = 11 } },
    { 3, 0, 1, {
        .max_copy_bytes = GIAMD_COPY_22_BITS, .max_fill_bytes = GIAMD_FILL_22_BITS,
        .pitch_shift = 16, .pitch_bits = 14, .depth_bits = 11 } },
    { 4, 0, 4, {
        .counts_from_one = true,
        .max_copy_bytes = GIAMD_COPY_22_BITS, .max_fill_bytes = GIAMD_FILL_22_BITS,
        .pitch_shift = 13, .pitch_bits = 19, .depth_bits = 11, .tiled = GIAMD_TILED_4 } },
    { 5, 0, 1, {
        .counts_from_one = true, .uncached_fence = true,
        .max_copy_bytes = GIAMD_COPY_22_BITS, .max_fill_bytes = GIAMD_FILL_22_BITS,
        .pitch_shift = 13, .pitch_bits = 19, .depth_bits = 13, .tiled = GIAMD_TILED_5 } },
    { 5, 2, 2, {
        .counts_from_one = true, .uncached_fence = true,
        .max_copy_bytes = GIAMD_COPY_30_BITS, .max_fill_bytes = GIAMD_FILL_22_BITS,
        .pitch_shift = 13, .pitch_bits = 19, .depth_bits = 13, .tiled = GIAMD_TILED_5 } },
    { 6, 0, 1, {
        .counts_from_one = true, .uncached_fence = true,
        .max_copy_bytes = GIAMD_COPY_30_BITS, .max_fill_bytes = GIAMD_FILL_30_BITS,
        .pitch_shift = 13, .pitch_bits = 19, .depth_bits = 13, .tiled = GIAMD_TILED_5 } },
    { 7, 0, 0, {
        .counts_from_one = true, .uncached_fence = true,
        .max_copy_bytes = GIAMD_COPY_30_BITS, .max_fill_bytes = GIAMD_FILL_30_BITS,
        .pitch_shift = 16, .pitch_bits = 16, .depth_bits = 13, .tiled = GIAMD_TILED_7 } },
};

bool giamd_sdma_of(uint32_t major, uint32_t minor, struct giamd_sdma *out_sdma)
{
    *out_sdma = (struct giamd_sdma){ 0 };
    for (size_t i = 0; i < sizeof(giamd_generations) / sizeof(*giamd_generations); i++) {
        const struct giamd_generation *row = &giamd_generations[i];
        if (row->major != major || minor < row->first_minor || minor > row->last_minor)
            continue;
        *out_sdma = row->sdma;
        out_sdma->major = major;
        out_sdma->minor = minor;
        out_sdma->max_write_dwords = 0x100000;
        out_sdma->pitch_multiple = major <= 4 ? 4 : 1;       /* as in RADV */
        out_sdma->slice_pitch_bits = 28;
        out_sdma->extent_bits = 14;
        return true;
    }
    return false;
}
