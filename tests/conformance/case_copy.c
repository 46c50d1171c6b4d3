/* Copies and fills: every alignment, every small size, nothing else touched. */
#include <stdlib.h>

#include "conformance.h"

enum {
    ALIGNMENTS = 18,             /* 0 .. 17 */
    SIZES = 70,                  /* 1 .. 70 */
    SLOT = 128,                  /* holds one case with its guards */
    ARENA = SIZES * SLOT,
    GUARD = 0xee
};

/* ---- copies ------------------------------------------------------------------------------ */

/** One batch: the arena is filled with the guard byte, then each slot gets a copy of its size. */
static void copy_batch(struct conf_rig *rig, struct gi_memory *dst, struct gi_memory *src,
                       size_t dst_shift, size_t src_shift)
{
    struct gi_command commands[1 + SIZES];
    static uint8_t expected[ARENA], got[ARENA];

    commands[0] = conf_fill(dst, 0, ARENA, GUARD, 1);
    memset(expected, GUARD, ARENA);
    for (size_t i = 0; i < SIZES; i++) {
        commands[1 + i] = conf_copy(dst, i * SLOT + dst_shift, src, i * SLOT + src_shift, i + 1);
        for (size_t k = 0; k <= i; k++)
            expected[i * SLOT + dst_shift + k] = conf_byte(i * SLOT + src_shift + k);
    }
    commands[1] = conf_after(commands[1]);
    conf_run(rig, commands, 1 + SIZES);
    conf_read(rig, dst, 0, got, ARENA);
    if (memcmp(got, expected, ARENA) != 0)
        print_message("dst offset %zu, src offset %zu in slots of %d\n", dst_shift, src_shift,
                      SLOT);
    conf_same("copies", got, expected, ARENA);
}

static void copy_alignments(enum gi_memory_kind dst_kind, enum gi_memory_kind src_kind)
{
    struct conf_rig rig;
    static uint8_t bytes[ARENA];

    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, ARENA, dst_kind);
    struct gi_memory *src = conf_memory(rig.base, ARENA, src_kind);
    for (size_t i = 0; i < ARENA; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, src, 0, bytes, ARENA);
    for (size_t d = 0; d < ALIGNMENTS; d++) {
        for (size_t s = 0; s < ALIGNMENTS; s++)
            copy_batch(&rig, dst, src, d, s);
    }
    conf_memory_free(src);
    conf_memory_free(dst);
    conf_close(&rig);
}

static void copy_device_to_device(void **state)
{
    (void)state;
    copy_alignments(GI_MEMORY_DEVICE, GI_MEMORY_DEVICE);
}

static void copy_host_to_device(void **state)
{
    (void)state;
    copy_alignments(GI_MEMORY_DEVICE, GI_MEMORY_HOST);
}

static void copy_device_to_host(void **state)
{
    (void)state;
    copy_alignments(GI_MEMORY_HOST, GI_MEMORY_DEVICE);
}

/** Large ranges at odd offsets, between guards. */
static void copy_large(void **state)
{
    static const size_t shifts[][2] = { { 0, 0 }, { 1, 0 }, { 0, 3 }, { 16, 16 }, { 5, 13 } };
    enum { LARGE = (9 << 20) + 13, MARGIN = 64 };
    struct conf_rig rig;
    size_t whole = LARGE + 2 * MARGIN;
    uint8_t *bytes = conf_alloc(whole), *expected = conf_alloc(whole), *got = conf_alloc(whole);

    (void)state;
    conf_open(&rig);
    struct gi_memory *src = conf_memory(rig.base, whole, GI_MEMORY_DEVICE);
    struct gi_memory *dst = conf_memory(rig.base, whole, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < whole; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, src, 0, bytes, whole);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        size_t to = MARGIN + shifts[i][0], from = shifts[i][1];
        struct gi_command commands[2] = {
            conf_fill(dst, 0, whole, GUARD, 1),
            conf_after(conf_copy(dst, to, src, from, LARGE)),
        };
        memset(expected, GUARD, whole);
        memcpy(expected + to, bytes + from, LARGE);
        conf_run(&rig, commands, 2);
        conf_read(&rig, dst, 0, got, whole);
        conf_same("a large copy", got, expected, whole);
    }
    conf_memory_free(dst);
    conf_memory_free(src);
    free(got);
    free(expected);
    free(bytes);
    conf_close(&rig);
}

/** Source and destination side by side in one object. */
static void copy_within_one_object(void **state)
{
    enum { PART = 1021, WHOLE = 4 * PART };
    struct conf_rig rig;
    uint8_t bytes[WHOLE], got[WHOLE];

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, WHOLE, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < WHOLE; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, mem, 0, bytes, WHOLE);
    struct gi_command commands[2] = {
        conf_copy(mem, PART, mem, 0, PART),
        conf_after(conf_copy(mem, 3 * PART, mem, PART, PART)),
    };
    conf_run(&rig, commands, 2);
    memcpy(bytes + PART, bytes, PART);
    memcpy(bytes + 3 * PART, bytes, PART);
    conf_read(&rig, mem, 0, got, WHOLE);
    conf_same("copies within one object", got, bytes, WHOLE);
    conf_memory_free(mem);
    conf_close(&rig);
}

/* ---- fills ------------------------------------------------------------------------------- */

static uint8_t fill_byte(uint32_t pattern, uint32_t pattern_bytes, size_t i)
{
    return (uint8_t)(pattern >> 8 * (i % pattern_bytes));
}

/** One batch of fills at an offset, one for each size that is a multiple of the pattern. */
static void fill_batch(struct conf_rig *rig, struct gi_memory *dst, size_t shift,
                       uint32_t pattern_bytes)
{
    static const uint32_t pattern = 0x81b2c3d4;
    static uint8_t expected[ARENA], got[ARENA];
    struct gi_command commands[1 + SIZES];
    size_t count = 1;

    commands[0] = conf_fill(dst, 0, ARENA, GUARD, 1);
    memset(expected, GUARD, ARENA);
    for (size_t size = pattern_bytes; size <= SIZES; size += pattern_bytes) {
        size_t at = (size - 1) * SLOT / 4 * 4 + shift;
        commands[count++] = conf_fill(dst, at, size, pattern, pattern_bytes);
        for (size_t k = 0; k < size; k++)
            expected[at + k] = fill_byte(pattern, pattern_bytes, k);
    }
    commands[1] = conf_after(commands[1]);
    conf_run(rig, commands, count);
    conf_read(rig, dst, 0, got, ARENA);
    if (memcmp(got, expected, ARENA) != 0)
        print_message("pattern of %u bytes, offset %zu in slots of %d\n", pattern_bytes, shift,
                      SLOT);
    conf_same("fills", got, expected, ARENA);
}

static void fill_alignments(enum gi_memory_kind kind)
{
    struct conf_rig rig;

    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, ARENA, kind);
    for (uint32_t pattern_bytes = 1; pattern_bytes <= 4; pattern_bytes *= 2) {
        for (size_t shift = 0; shift < ALIGNMENTS; shift += pattern_bytes)
            fill_batch(&rig, dst, shift, pattern_bytes);
    }
    conf_memory_free(dst);
    conf_close(&rig);
}

static void fill_device(void **state)
{
    (void)state;
    fill_alignments(GI_MEMORY_DEVICE);
}

static void fill_host(void **state)
{
    (void)state;
    fill_alignments(GI_MEMORY_HOST);
}

static void fill_large(void **state)
{
    enum { LARGE = (5 << 20) + 4, MARGIN = 64 };
    struct conf_rig rig;
    size_t whole = LARGE + 2 * MARGIN;
    uint8_t *expected = conf_alloc(whole), *got = conf_alloc(whole);

    (void)state;
    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, whole, GI_MEMORY_DEVICE);
    for (uint32_t pattern_bytes = 1; pattern_bytes <= 4; pattern_bytes *= 2) {
        size_t at = MARGIN - pattern_bytes;
        struct gi_command commands[2] = {
            conf_fill(dst, 0, whole, GUARD, 1),
            conf_after(conf_fill(dst, at, LARGE, 0x12345678, pattern_bytes)),
        };
        memset(expected, GUARD, whole);
        for (size_t i = 0; i < LARGE; i++)
            expected[at + i] = fill_byte(0x12345678, pattern_bytes, i);
        conf_run(&rig, commands, 2);
        conf_read(&rig, dst, 0, got, whole);
        conf_same("a large fill", got, expected, whole);
    }
    conf_memory_free(dst);
    free(got);
    free(expected);
    conf_close(&rig);
}

const struct conf_case conf_copy_cases[] = {
    { "copy.device_to_device", copy_device_to_device },
    { "copy.host_to_device", copy_host_to_device },
    { "copy.device_to_host", copy_device_to_host },
    { "copy.large", copy_large },
    { "copy.within_one_object", copy_within_one_object },
    { "fill.device", fill_device },
    { "fill.host", fill_host },
    { "fill.large", fill_large },
    { NULL, NULL },
};
