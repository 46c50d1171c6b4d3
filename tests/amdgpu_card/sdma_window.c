/* SDMA packets that copy boxes between pitched memory. */
#include "sdma_window.h"

#define MAX_TOUCHED_ROWS 256u

static bool wrong(const uint32_t *dw, const char *what)
{
    gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "SDMA packet 0x%08x: %s", dw[0], what);
    return false;
}

/** Address, x and y, z and pitch, slice pitch: five dwords. */
static bool read_side(const struct gicard_machine *machine, const uint32_t *dw, const uint32_t *at,
                      uint32_t bytes, struct gicard_pitched *out)
{
    uint32_t shift = machine->chip->sdma.pitch_shift;

    out->base = (uint64_t)at[1] << 32 | at[0];
    out->x = gicard_bits(at[2], 0, 14);
    out->y = gicard_bits(at[2], 16, 14);
    out->z = gicard_bits(at[3], 0, machine->chip->sdma.z_bits);
    out->pitch = (uint64_t)(at[3] >> shift) + 1;
    out->slice_pitch = (uint64_t)gicard_bits(at[4], 0, 28) + 1;
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
    uint32_t width = gicard_bits(dw[11], 0, 14) + 1, height = gicard_bits(dw[11], 16, 14) + 1;
    uint32_t depth = gicard_bits(dw[12], 0, machine->chip->sdma.z_bits) + 1;
    struct gicard_pitched src, dst;

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
                uint64_t from = gicard_row_at(&src, y, z, bytes);
                uint64_t to = gicard_row_at(&dst, y, z, bytes);
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
