#include "radv_record.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boxes.h"

static const struct {
    const char *name;
    uint32_t numbers;
} kinds[RECORD_KINDS] = {
    [RECORD_COPY] = { "copy", 3 },       [RECORD_FILL] = { "fill", 3 },
    [RECORD_BOX] = { "box", 9 },         [RECORD_WINDOW] = { "window", 14 },
    [RECORD_TILED] = { "tiled", 19 },    [RECORD_BETWEEN] = { "between", 24 },
};

/* ---- lines --------------------------------------------------------------------------------- */

static enum record_kind kind_named(const char *name, const char *line)
{
    for (int i = 0; i < RECORD_KINDS; i++)
        if (strcmp(name, kinds[i].name) == 0)
            return (enum record_kind)i;
    fail_msg("no kind of record: %s", line);
    return RECORD_COPY;
}

void record_read(struct record *out_record, const char *line)
{
    char name[16];
    int used = 0;

    memset(out_record, 0, sizeof(*out_record));
    if (sscanf(line, "%" SCNu32 ".%" SCNu32 " %15s%n", &out_record->major, &out_record->minor,
               name, &used) != 3)
        fail_msg("no record: %s", line);
    out_record->kind = kind_named(name, line);
    char *at = (char *)line + used;
    for (uint32_t i = 0; i < kinds[out_record->kind].numbers; i++)
        out_record->numbers[i] = strtoull(at, &at, 0);
    if (strncmp(at, " :", 2) != 0)
        fail_msg("too few numbers or too many: %s", line);
    for (at += 2; *at == ' ';) {
        if (out_record->count == RECORD_DWORDS)
            fail_msg("too many dwords: %s", line);
        out_record->dwords[out_record->count++] = (uint32_t)strtoul(at, &at, 16);
    }
}

void record_write(const struct record *record, FILE *file)
{
    fprintf(file, "%" PRIu32 ".%" PRIu32 " %s", record->major, record->minor,
            kinds[record->kind].name);
    for (uint32_t i = 0; i < kinds[record->kind].numbers; i++)
        fprintf(file, " %#" PRIx64, record->numbers[i]);
    fputs(" :", file);
    for (uint32_t i = 0; i < record->count; i++)
        fprintf(file, " %08" PRIx32, record->dwords[i]);
    fputc('\n', file);
}

/** How many dwords the packet has that begins with this header. */
static uint32_t packet_dwords(uint32_t header)
{
    switch (header & 0xffff) {
    case 0x000: return 1;
    case 0x001: return 7;
    case 0x00b: return 5;
    case 0x401: return 13;
    case 0x501: return 14;
    case 0x601: return 15;
    default:    break;
    }
    fail_msg("an unexpected packet: %08" PRIx32, header);
    return 1;
}

void record_trim(struct record *record)
{
    uint32_t first = 0, end = 0;

    while (first < record->count && record->dwords[first] == 0)
        first++;
    for (uint32_t i = first; i < record->count; i += packet_dwords(record->dwords[i]))
        if (record->dwords[i] != 0)
            end = i + packet_dwords(record->dwords[i]);
    record->count = end > first ? end - first : 0;
    memmove(record->dwords, record->dwords + first, record->count * sizeof(*record->dwords));
}

/* ---- this driver's packets ----------------------------------------------------------------- */

static struct giamd_place place_of(const uint64_t *numbers)
{
    return (struct giamd_place){ numbers[0], { numbers[1], numbers[2] } };
}

static struct giamd_window_side side_of(const uint64_t *numbers)
{
    return (struct giamd_window_side){ .address = numbers[0], .x = (uint32_t)numbers[1],
                                       .y = (uint32_t)numbers[2], .pitch = (uint32_t)numbers[3],
                                       .slice_pitch = numbers[4] };
}

static bool encode_window(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                          const uint64_t *n)
{
    const struct giamd_window window = {
        .element_bytes = (uint32_t)n[0], .dst = side_of(&n[1]), .src = side_of(&n[6]),
        .width = (uint32_t)n[11], .height = (uint32_t)n[12], .depth = (uint32_t)n[13] };

    assert_true(giamd_window_fits(sdma, &window));
    return giamd_packet_window(sdma, packets, &window);
}

static bool encode_tiled(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                         const uint64_t *n)
{
    const struct giamd_tiled tiled = {
        .to_linear = n[0] != 0, .element_bytes = (uint32_t)n[1], .tiled_address = n[2],
        .width = (uint32_t)n[3], .height = (uint32_t)n[4], .depth = (uint32_t)n[5],
        .levels = (uint32_t)n[6], .level = (uint32_t)n[7], .swizzle_mode = (uint32_t)n[8],
        .dims = GIAMD_2D, .epitch = (uint32_t)n[9],
        .x = (uint32_t)n[10], .y = (uint32_t)n[11], .z = (uint32_t)n[12],
        .linear = { .address = n[13], .pitch = (uint32_t)n[14], .slice_pitch = n[15] },
        .box_width = (uint32_t)n[16], .box_height = (uint32_t)n[17],
        .box_depth = (uint32_t)n[18] };

    assert_true(giamd_tiled_fits(sdma, &tiled));
    return giamd_packet_tiled(sdma, packets, &tiled);
}

static struct giamd_between_side surface_of(const uint64_t *n)
{
    return (struct giamd_between_side){
        .address = n[0], .width = (uint32_t)n[1], .height = (uint32_t)n[2],
        .depth = (uint32_t)n[3], .levels = (uint32_t)n[4], .level = (uint32_t)n[5],
        .swizzle_mode = (uint32_t)n[6], .x = (uint32_t)n[7], .y = (uint32_t)n[8],
        .z = (uint32_t)n[9] };
}

static bool encode_between(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                           const uint64_t *n)
{
    const struct giamd_between between = {
        .element_bytes = (uint32_t)n[0], .dst = surface_of(&n[1]), .src = surface_of(&n[11]),
        .width = (uint32_t)n[21], .height = (uint32_t)n[22], .depth = (uint32_t)n[23] };

    assert_true(giamd_between_fits(sdma, &between));
    return giamd_packet_between(sdma, packets, &between);
}

static bool encode(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                   const struct record *record)
{
    const uint64_t *n = record->numbers;

    switch (record->kind) {
    case RECORD_COPY:
        return giamd_copy_box(sdma, packets, (struct giamd_place){ .address = n[0] },
                              (struct giamd_place){ .address = n[1] }, gi_box_linear(n[2]));
    case RECORD_FILL:
        return giamd_fill_box(sdma, packets, (struct giamd_place){ .address = n[0] },
                              gi_box_linear(n[2]), (uint32_t)n[1], 4);
    case RECORD_BOX:
        return giamd_copy_box(sdma, packets, place_of(&n[0]), place_of(&n[3]),
                              (struct gi_box){ n[6], n[7], n[8] });
    case RECORD_WINDOW: return encode_window(sdma, packets, n);
    case RECORD_TILED:  return encode_tiled(sdma, packets, n);
    case RECORD_BETWEEN: return encode_between(sdma, packets, n);
    case RECORD_KINDS:  break;
    }
    return false;
}

void record_check(const struct record *record)
{
    static uint32_t dwords[RECORD_DWORDS + GIAMD_LEAST_ROOM];
    struct giamd_packets packets = { .dwords = dwords, .address = 0x1000,
                                     .capacity = RECORD_DWORDS + GIAMD_LEAST_ROOM };
    struct giamd_sdma sdma;
    uint32_t same = 0;

    assert_true(giamd_sdma_of(record->major, record->minor, &sdma));
    assert_true(encode(&sdma, &packets, record));
    while (same < packets.count && same < record->count && dwords[same] == record->dwords[same])
        same++;
    if (same == packets.count && same == record->count)
        return;
    record_write(record, stderr);
    fputs("and of this driver:", stderr);
    for (uint32_t i = 0; i < packets.count; i++)
        fprintf(stderr, " %08" PRIx32, dwords[i]);
    fail_msg("dword %" PRIu32 " is not RADV's", same);
}
