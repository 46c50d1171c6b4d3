#include "packets.h"

#include <assert.h>
#include <string.h>

/* Bits 7:0 of a header are the operation, 15:8 what kind of it. */
enum {
    GIAMD_OP_NOP = 0x000,
    GIAMD_OP_COPY_LINEAR = 0x001,
    GIAMD_OP_COPY_WINDOW = 0x401,
    GIAMD_OP_COPY_TILED = 0x501,
    GIAMD_OP_COPY_BETWEEN = 0x601,
    GIAMD_OP_WRITE = 0x002,
    GIAMD_OP_FENCE = 0x005,
    GIAMD_OP_FILL = 0x00b,
    GIAMD_OP_TIMESTAMP = 0x20d           /* the global one, which all engines share */
};

#define GIAMD_FILL_DWORDS (2u << 30)     /* the unit of a fill */
#define GIAMD_FENCE_UNCACHED (3u << 16)
#define GIAMD_TO_LINEAR (1u << 31)

/* ---- room ---------------------------------------------------------------------------------- */

/** Room for so many dwords, and to pad what is there then. */
static bool giamd_has_room(const struct giamd_packets *packets, uint64_t dwords)
{
    return dwords + GIAMD_PAD_DWORDS <= packets->capacity - packets->count - packets->literals;
}

static bool giamd_make_room(struct giamd_packets *packets, uint64_t dwords)
{
    if (giamd_has_room(packets, dwords))
        return true;
    return packets->more != NULL && packets->more(packets) && giamd_has_room(packets, dwords);
}

/** Takes dwords that there is room for. */
static uint32_t *giamd_take(struct giamd_packets *packets, uint32_t dwords)
{
    uint32_t *first = &packets->dwords[packets->count];

    packets->count += dwords;
    return first;
}

static bool giamd_emit(struct giamd_packets *packets, const uint32_t *dwords, uint32_t count)
{
    if (!giamd_make_room(packets, count))
        return false;
    memcpy(giamd_take(packets, count), dwords, count * sizeof(*dwords));
    return true;
}

bool giamd_literal(struct giamd_packets *packets, const uint32_t dwords[static 2],
                   uint64_t *out_address)
{
    uint32_t place;

    *out_address = 0;
    if (!giamd_make_room(packets, 3))    /* of three dwords two begin at a multiple of 8 */
        return false;
    place = (packets->capacity - packets->literals - 2) & ~1u;
    packets->literals = packets->capacity - place;
    memcpy(&packets->dwords[place], dwords, 2 * sizeof(*dwords));
    *out_address = packets->address + place * sizeof(uint32_t);
    return true;
}

/* ---- parts of packets ---------------------------------------------------------------------- */

static uint32_t giamd_low(uint64_t address)
{
    return (uint32_t)address;
}

static uint32_t giamd_high(uint64_t address)
{
    return (uint32_t)(address >> 32);
}

static uint32_t giamd_count(const struct giamd_sdma *sdma, uint32_t count)
{
    return sdma->counts_from_one ? count - 1 : count;
}

static uint32_t giamd_log2(uint32_t power)
{
    return (uint32_t)__builtin_ctz(power);
}

/* ---- linear -------------------------------------------------------------------------------- */

bool giamd_packet_nop(struct giamd_packets *packets)
{
    uint32_t packet = GIAMD_OP_NOP;

    return giamd_emit(packets, &packet, 1);
}

void giamd_packets_pad(struct giamd_packets *packets)
{
    while (packets->count % GIAMD_PAD_DWORDS != 0)
        packets->dwords[packets->count++] = GIAMD_OP_NOP;
}

bool giamd_packet_copy(const struct giamd_sdma *sdma, struct giamd_packets *packets, uint64_t dst,
                       uint64_t src, uint32_t size_bytes)
{
    uint32_t packet[] = {
        GIAMD_OP_COPY_LINEAR, giamd_count(sdma, size_bytes), 0,
        giamd_low(src), giamd_high(src), giamd_low(dst), giamd_high(dst),
    };

    assert(size_bytes != 0 && size_bytes <= sdma->max_copy_bytes);
    return giamd_emit(packets, packet, sizeof(packet) / sizeof(*packet));
}

bool giamd_packet_fill(const struct giamd_sdma *sdma, struct giamd_packets *packets, uint64_t dst,
                       uint32_t word, uint32_t size_bytes)
{
    uint32_t packet[] = {
        GIAMD_OP_FILL | GIAMD_FILL_DWORDS, giamd_low(dst), giamd_high(dst), word,
        giamd_count(sdma, size_bytes),
    };

    assert(size_bytes != 0 && size_bytes <= sdma->max_fill_bytes);
    assert(size_bytes % 4 == 0 && dst % 4 == 0);
    return giamd_emit(packets, packet, sizeof(packet) / sizeof(*packet));
}

bool giamd_packet_write(const struct giamd_sdma *sdma, struct giamd_packets *packets, uint64_t dst,
                        const uint32_t *dwords, uint32_t count)
{
    uint32_t header[] = {
        GIAMD_OP_WRITE, giamd_low(dst), giamd_high(dst), giamd_count(sdma, count),
    };
    uint32_t header_dwords = sizeof(header) / sizeof(*header);

    assert(count != 0 && count <= sdma->max_write_dwords && dst % 4 == 0);
    if (!giamd_make_room(packets, (uint64_t)header_dwords + count))
        return false;
    memcpy(giamd_take(packets, header_dwords), header, sizeof(header));
    memcpy(giamd_take(packets, count), dwords, count * sizeof(*dwords));
    return true;
}

bool giamd_packets_end(const struct giamd_sdma *sdma, struct giamd_packets *packets, uint64_t dst,
                       uint32_t value)
{
    uint32_t packet[] = {
        GIAMD_OP_FENCE | (sdma->uncached_fence ? GIAMD_FENCE_UNCACHED : 0),
        giamd_low(dst), giamd_high(dst), value,
    };
    uint32_t count = sizeof(packet) / sizeof(*packet);

    assert(dst % 4 == 0);
    if (!giamd_make_room(packets, count))
        return false;
    while ((packets->count + count) % GIAMD_PAD_DWORDS != 0)
        packets->dwords[packets->count++] = GIAMD_OP_NOP;
    memcpy(giamd_take(packets, count), packet, sizeof(packet));
    return true;
}

bool giamd_packet_timestamp(struct giamd_packets *packets, uint64_t dst)
{
    uint32_t packet[] = { GIAMD_OP_TIMESTAMP, giamd_low(dst), giamd_high(dst) };

    assert(dst % 8 == 0);
    return giamd_emit(packets, packet, sizeof(packet) / sizeof(*packet));
}

/* ---- windows ------------------------------------------------------------------------------- */

static bool giamd_in_bits(uint64_t value, uint32_t bits)
{
    return value < UINT64_C(1) << bits;
}

/** Whether count - 1 is a number of so many bits. */
static bool giamd_counts_in_bits(uint64_t count, uint32_t bits)
{
    return count != 0 && giamd_in_bits(count - 1, bits);
}

static bool giamd_is_element(uint32_t bytes)
{
    return bytes != 0 && bytes <= GIAMD_MAX_ELEMENT_BYTES && (bytes & (bytes - 1)) == 0;
}

/** A pitch has whole dwords, and in older generations whole fours of elements. */
static bool giamd_side_fits(const struct giamd_sdma *sdma, const struct giamd_window_side *side,
                            uint32_t element_bytes, uint32_t pitch_bits)
{
    return giamd_in_bits(side->x, sdma->extent_bits) && giamd_in_bits(side->y, sdma->extent_bits) &&
           giamd_in_bits(side->z, sdma->depth_bits) &&
           giamd_counts_in_bits(side->pitch, pitch_bits) &&
           giamd_counts_in_bits(side->slice_pitch, sdma->slice_pitch_bits) &&
           (uint64_t)side->pitch * element_bytes % 4 == 0 &&
           side->pitch % sdma->pitch_multiple == 0 &&
           side->address % (element_bytes < 4 ? 4 : element_bytes) == 0;
}

static bool giamd_box_fits(const struct giamd_sdma *sdma, uint32_t width, uint32_t height,
                           uint32_t depth)
{
    return giamd_counts_in_bits(width, sdma->extent_bits) &&
           giamd_counts_in_bits(height, sdma->extent_bits) &&
           giamd_counts_in_bits(depth, sdma->depth_bits);
}

bool giamd_window_fits(const struct giamd_sdma *sdma, const struct giamd_window *window)
{
    uint32_t bytes = window->element_bytes;

    return giamd_is_element(bytes) &&
           giamd_side_fits(sdma, &window->dst, bytes, sdma->pitch_bits) &&
           giamd_side_fits(sdma, &window->src, bytes, sdma->pitch_bits) &&
           giamd_box_fits(sdma, window->width, window->height, window->depth);
}

/** The five dwords of one side. */
static void giamd_put_side(uint32_t *out, const struct giamd_window_side *side,
                           uint32_t pitch_shift)
{
    out[0] = giamd_low(side->address);
    out[1] = giamd_high(side->address);
    out[2] = side->x | side->y << 16;
    out[3] = side->z | (side->pitch - 1) << pitch_shift;
    out[4] = (uint32_t)(side->slice_pitch - 1);
}

bool giamd_packet_window(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                         const struct giamd_window *window)
{
    uint32_t packet[13] = { GIAMD_OP_COPY_WINDOW | giamd_log2(window->element_bytes) << 29 };

    assert(giamd_window_fits(sdma, window));
    giamd_put_side(&packet[1], &window->src, sdma->pitch_shift);
    giamd_put_side(&packet[6], &window->dst, sdma->pitch_shift);
    packet[11] = (window->width - 1) | (window->height - 1) << 16;
    packet[12] = window->depth - 1;
    return giamd_emit(packets, packet, 13);
}

/* ---- tiled surfaces ------------------------------------------------------------------------ */

/* The linear side of such a packet has its pitch at bit 16 in all generations, of which RADV uses
 * no more bits than older windows have. */
enum { GIAMD_TILED_PITCH_SHIFT = 16, GIAMD_TILED_PITCH_BITS = 14, GIAMD_MAX_LEVELS = 16 };

/** RADV sends no packet with slices whose distance is no multiple of 4 elements. */
static bool giamd_slices_in_fours(const struct giamd_tiled *tiled)
{
    return (tiled->z == 0 && tiled->box_depth == 1) || tiled->linear.slice_pitch % 4 == 0;
}

bool giamd_tiled_fits(const struct giamd_sdma *sdma, const struct giamd_tiled *tiled)
{
    uint32_t swizzle_bits = sdma->tiled == GIAMD_TILED_7 ? 3 : 5;

    return sdma->tiled != GIAMD_TILED_NONE && giamd_is_element(tiled->element_bytes) &&
           tiled->tiled_address % 256 == 0 &&
           giamd_box_fits(sdma, tiled->width, tiled->height, tiled->depth) &&
           giamd_counts_in_bits(tiled->levels, 4) && tiled->level < tiled->levels &&
           giamd_in_bits(tiled->swizzle_mode, swizzle_bits) &&
           giamd_in_bits(tiled->epitch, 16) &&
           giamd_in_bits(tiled->x, sdma->extent_bits) &&
           giamd_in_bits(tiled->y, sdma->extent_bits) &&
           giamd_in_bits(tiled->z, sdma->depth_bits) &&
           giamd_side_fits(sdma, &tiled->linear, tiled->element_bytes, GIAMD_TILED_PITCH_BITS) &&
           giamd_slices_in_fours(tiled) &&
           giamd_box_fits(sdma, tiled->box_width, tiled->box_height, tiled->box_depth);
}

static uint32_t giamd_tiled_header(const struct giamd_sdma *sdma, const struct giamd_tiled *tiled)
{
    uint32_t header = GIAMD_OP_COPY_TILED | (tiled->to_linear ? GIAMD_TO_LINEAR : 0);

    if (sdma->tiled == GIAMD_TILED_4)
        header |= (tiled->levels - 1) << 20 | tiled->level << 24;
    return header;
}

static uint32_t giamd_tiled_info(const struct giamd_sdma *sdma, const struct giamd_tiled *tiled)
{
    uint32_t info = giamd_log2(tiled->element_bytes) | tiled->swizzle_mode << 3;

    switch (sdma->tiled) {
    case GIAMD_TILED_NONE:
        break;
    case GIAMD_TILED_4:
        return info | (uint32_t)tiled->dims << 9 | tiled->epitch << 16;
    case GIAMD_TILED_5:
        return info | (uint32_t)tiled->dims << 9 | (tiled->levels - 1) << 16 | tiled->level << 20;
    case GIAMD_TILED_7:
        return info | (tiled->levels - 1) << 16 | tiled->level << 24;
    }
    return info;
}

/** The six dwords of a surface. */
static void giamd_put_surface(uint32_t *out, const struct giamd_sdma *sdma,
                              const struct giamd_tiled *tiled)
{
    out[0] = giamd_low(tiled->tiled_address);
    out[1] = giamd_high(tiled->tiled_address);
    out[2] = tiled->x | tiled->y << 16;
    out[3] = tiled->z | (tiled->width - 1) << 16;
    out[4] = (tiled->height - 1) | (tiled->depth - 1) << 16;
    out[5] = giamd_tiled_info(sdma, tiled);
}

bool giamd_packet_tiled(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                        const struct giamd_tiled *tiled)
{
    uint32_t packet[14] = { giamd_tiled_header(sdma, tiled) };

    assert(giamd_tiled_fits(sdma, tiled));
    giamd_put_surface(&packet[1], sdma, tiled);
    giamd_put_side(&packet[7], &tiled->linear, GIAMD_TILED_PITCH_SHIFT);
    packet[12] = (tiled->box_width - 1) | (tiled->box_height - 1) << 16;
    packet[13] = tiled->box_depth - 1;
    return giamd_emit(packets, packet, 14);
}

/* ---- between two of them ------------------------------------------------------------------- */

/** A side as the other packet tells it, beside linear texels that it could be copied to. */
static struct giamd_tiled giamd_tiled_of(const struct giamd_between *between,
                                         const struct giamd_between_side *side)
{
    return (struct giamd_tiled){
        .element_bytes = between->element_bytes, .tiled_address = side->address,
        .width = side->width, .height = side->height, .depth = side->depth,
        .levels = side->levels, .level = side->level, .swizzle_mode = side->swizzle_mode,
        .dims = GIAMD_2D, .x = side->x, .y = side->y, .z = side->z,
        .linear = { .pitch = 4, .slice_pitch = 4 },
        .box_width = between->width, .box_height = between->height, .box_depth = between->depth,
    };
}

bool giamd_between_fits(const struct giamd_sdma *sdma, const struct giamd_between *between)
{
    struct giamd_tiled dst = giamd_tiled_of(between, &between->dst);
    struct giamd_tiled src = giamd_tiled_of(between, &between->src);

    return sdma->tiled >= GIAMD_TILED_5 && giamd_tiled_fits(sdma, &dst) &&
           giamd_tiled_fits(sdma, &src);
}

bool giamd_packet_between(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                          const struct giamd_between *between)
{
    uint32_t packet[15] = { GIAMD_OP_COPY_BETWEEN };
    struct giamd_tiled dst = giamd_tiled_of(between, &between->dst);
    struct giamd_tiled src = giamd_tiled_of(between, &between->src);

    assert(giamd_between_fits(sdma, between));
    giamd_put_surface(&packet[1], sdma, &src);
    giamd_put_surface(&packet[7], sdma, &dst);
    packet[13] = (between->width - 1) | (between->height - 1) << 16;
    packet[14] = between->depth - 1;
    return giamd_emit(packets, packet, 15);
}
