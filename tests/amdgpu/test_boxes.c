/* Boxes as packets: what the packets do to bytes, by a model of the engine that knows the few
 * packets that boxes are made of, and how many packets that takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "random.h"
#include "boxes.h"

enum { MEMORY = 1 << 16, WORDS = 1 << 18 };

/* Memory begins here, behind it the command buffer. */
#define BASE UINT64_C(0xffff800100000000)
#define COMMANDS (BASE + MEMORY)

static uint8_t memory[MEMORY], expected[MEMORY];
static uint32_t commands[WORDS];

struct counts {
    unsigned copies, fills, windows;
};

static void begin(struct giamd_packets *packets)
{
    memset(commands, 0xee, 1 << 12);
    *packets = (struct giamd_packets){ .dwords = commands, .capacity = WORDS,
                                       .address = COMMANDS };
}

/* ---- the model ----------------------------------------------------------------------------- */

static uint8_t *at(uint64_t address, uint64_t bytes)
{
    if (address >= BASE && address - BASE + bytes <= MEMORY)
        return &memory[address - BASE];
    if (address < COMMANDS || address - COMMANDS + bytes > sizeof commands)
        fail_msg("0x%" PRIx64 " + %" PRIu64 " is outside", address, bytes);
    return (uint8_t *)commands + (address - COMMANDS);
}

static uint64_t address_of(const uint32_t *dwords)
{
    return dwords[0] | (uint64_t)dwords[1] << 32;
}

static uint64_t element_at(const uint32_t *side, uint32_t shift, uint64_t bytes, uint64_t x,
                           uint64_t y, uint64_t z)
{
    uint64_t pitch = (side[3] >> shift) + 1, slice = (side[4] & 0x0fffffff) + 1;

    x += side[2] & 0x3fff;
    y += side[2] >> 16 & 0x3fff;
    z += side[3] & ((1u << shift) - 1) & 0x1fff;
    if (x >= pitch)
        fail_msg("x %" PRIu64 " is past the pitch %" PRIu64, x, pitch);
    return address_of(side) + (z * slice + y * pitch + x) * bytes;
}

static void run_window(const struct giamd_sdma *sdma, const uint32_t *packet)
{
    uint64_t bytes = UINT64_C(1) << (packet[0] >> 29);
    uint64_t width = (packet[11] & 0xffff) + 1, height = (packet[11] >> 16) + 1;

    assert_int_equal(address_of(&packet[1]) % 4, 0);
    assert_int_equal(address_of(&packet[6]) % 4, 0);
    for (uint64_t z = 0; z <= packet[12]; z++) {
        for (uint64_t y = 0; y < height; y++) {
            for (uint64_t x = 0; x < width; x++) {
                uint64_t src = element_at(&packet[1], sdma->pitch_shift, bytes, x, y, z);
                uint64_t dst = element_at(&packet[6], sdma->pitch_shift, bytes, x, y, z);
                memcpy(at(dst, bytes), at(src, bytes), bytes);
            }
        }
    }
}

static uint32_t run_packet(const struct giamd_sdma *sdma, const uint32_t *packet,
                           struct counts *counts)
{
    uint32_t size = packet[0] == 1 ? packet[1] : packet[4];

    size += sdma->counts_from_one;
    switch (packet[0] & 0xfff) {
    case 0x001:
        counts->copies++;
        assert_true(size <= sdma->max_copy_bytes);
        memcpy(at(address_of(&packet[5]), size), at(address_of(&packet[3]), size), size);
        return 7;
    case 0x00b:
        counts->fills++;
        assert_true(size <= sdma->max_fill_bytes && size % 4 == 0);
        for (uint32_t i = 0; i < size; i += 4)
            memcpy(at(address_of(&packet[1]) + i, 4), &packet[3], 4);
        return 5;
    case 0x401:
        counts->windows++;
        run_window(sdma, packet);
        return 13;
    default:
        fail_msg("packet 0x%08x", packet[0]);
        return 1;
    }
}

static struct counts run(const struct giamd_sdma *sdma, const struct giamd_packets *packets)
{
    struct counts counts = { 0 };

    for (uint32_t i = 0; i < packets->count;)
        i += run_packet(sdma, &packets->dwords[i], &counts);
    return counts;
}

static void same(const char *what)
{
    if (memcmp(memory, expected, MEMORY) == 0)
        return;
    for (size_t i = 0; i < MEMORY; i++) {
        if (memory[i] != expected[i])
            fail_msg("%s: byte 0x%zx is 0x%02x instead of 0x%02x", what, i, memory[i],
                     expected[i]);
    }
}

static void pattern_memory(void)
{
    for (size_t i = 0; i < MEMORY; i++)
        memory[i] = (uint8_t)(i * 7 + i / 251);
    memcpy(expected, memory, sizeof memory);
}

/* ---- copies -------------------------------------------------------------------------------- */

struct copy {
    struct gi_box box;
    uint64_t dst, src;           /* offsets */
    struct gi_strides dst_strides, src_strides;
};

static struct counts copy(const struct giamd_sdma *sdma, const struct copy *what)
{
    struct giamd_packets packets;
    struct counts counts;

    begin(&packets);
    pattern_memory();
    gi_box_move(&expected[what->dst], &what->dst_strides, &expected[what->src],
                &what->src_strides, &what->box);
    assert_true(giamd_copy_box(sdma, &packets,
                               (struct giamd_place){ BASE + what->dst, what->dst_strides },
                               (struct giamd_place){ BASE + what->src, what->src_strides },
                               what->box));
    counts = run(sdma, &packets);
    same("copy");
    return counts;
}

static void ranges(void **state)
{
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    for (uint64_t size = 1; size < 40; size++) {
        for (uint64_t shift = 0; shift < 4; shift++) {
            struct copy what = { .box = gi_box_linear(size), .dst = 64 + shift, .src = 4096 };
            struct counts counts = copy(&sdma, &what);
            bool splits = shift == 0 && size > 4 && size % 4 != 0;
            assert_int_equal(counts.copies, splits ? 2 : 1);
        }
    }
}

/** Rows of 101 words are no fours of words: an older engine copies them as bytes, which are. */
static void pitches_in_fours(void **state)
{
    static const struct gi_box box = { 4 * 99, 60, 1 };
    const struct giamd_place dst = { BASE, { 404, 0 } };
    const struct giamd_place src = { UINT64_C(1) << 40, { 512, 0 } };
    struct giamd_packets packets;
    struct giamd_sdma sdma;

    (void)state;
    for (uint32_t major = 4; major <= 5; major++) {
        uint32_t log2_bytes = major == 4 ? 0 : 2;
        assert_true(giamd_sdma_of(major, 0, &sdma));
        begin(&packets);
        assert_true(giamd_copy_box(&sdma, &packets, dst, src, box));
        assert_int_equal(packets.count, 13);
        assert_int_equal(commands[0], 0x401 | log2_bytes << 29);
        assert_int_equal(commands[9], ((404u >> log2_bytes) - 1) << 13);
        assert_int_equal(commands[11], ((396u >> log2_bytes) - 1) | 59 << 16);
    }
}

/** Ranges past what one packet holds; the packets are looked at, not run. */
static void check_range(const struct giamd_sdma *sdma, uint64_t size_bytes, unsigned packets_for)
{
    const struct giamd_place src = { .address = UINT64_C(1) << 40 }, dst = { .address = BASE };
    struct giamd_packets packets;
    uint64_t done = 0;

    begin(&packets);
    assert_true(giamd_copy_box(sdma, &packets, dst, src, gi_box_linear(size_bytes)));
    assert_int_equal(packets.count, 7 * packets_for);
    for (uint32_t k = 0; k < packets.count; k += 7) {
        assert_int_equal(address_of(&commands[k + 5]), dst.address + done);
        assert_int_equal(address_of(&commands[k + 3]), src.address + done);
        done += commands[k + 1] + 1;
    }
    assert_int_equal(done, size_bytes);
}

static void large_ranges(void **state)
{
    static const uint64_t sizes[] = { 0x3fff00, 0x3fff01, 0x7ffe00, UINT64_C(5) << 30,
                                      0x3fffff00, 0x40000000 };
    static const unsigned narrow[] = { 1, 2, 2, 1281, 257, 257 };
    static const unsigned wide[] = { 1, 2, 1, 6, 1, 2 };
    struct giamd_sdma sdma;

    (void)state;
    for (int i = 0; i < 6; i++) {
        assert_true(giamd_sdma_of(5, 0, &sdma));
        check_range(&sdma, sizes[i], narrow[i]);
        assert_true(giamd_sdma_of(5, 2, &sdma));
        check_range(&sdma, sizes[i], wide[i]);
    }
}

static void boxes_by_windows(void **state)
{
    static const uint32_t majors[] = { 3, 4, 5, 7 };
    struct giamd_sdma sdma;

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_true(giamd_sdma_of(majors[i], 0, &sdma));
        for (uint64_t bytes = 1; bytes <= 16; bytes *= 2) {
            struct copy what = {
                .box = { 7 * bytes, 5, 3 }, .dst = 0, .src = 0x8000,
                .dst_strides = { 16 * bytes, 6 * 16 * bytes },
                .src_strides = { 8 * bytes, 5 * 8 * bytes },
            };
            struct counts counts = copy(&sdma, &what);
            assert_int_equal(counts.windows, 1);
            assert_int_equal(counts.copies, 0);
        }
    }
}

/** Bytes at odd places: a window begins at a multiple of 4, and its x is what is over. */
static void odd_places(void **state)
{
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(5, 0, &sdma));
    for (uint64_t d = 0; d < 4; d++) {
        for (uint64_t s = 0; s < 4; s++) {
            struct copy what = { .box = { 13, 9, 1 }, .dst = 256 + d, .src = 0x8000 + s,
                                 .dst_strides = { 20, 0 }, .src_strides = { 16, 0 } };
            struct counts counts = copy(&sdma, &what);
            assert_int_equal(counts.windows + counts.copies, 1);
        }
    }
}

/** Pitches of no whole words, slices among each other, few long rows: row by row. */
static void boxes_by_rows(void **state)
{
    static const struct copy copies[] = {
        { .box = { 10, 6, 1 }, .dst = 0, .src = 0x8000,
          .dst_strides = { 11, 0 }, .src_strides = { 16, 0 } },
        { .box = { 14, 6, 1 }, .dst = 3, .src = 0x8002,
          .dst_strides = { 16, 0 }, .src_strides = { 16, 0 } },
    };
    static const struct copy between = {
        .box = { 16, 4, 2 }, .dst = 0, .src = 0x8000,
        .dst_strides = { 64, 32 }, .src_strides = { 16, 64 },
    };
    struct giamd_sdma sdma;
    struct counts counts;

    (void)state;
    assert_true(giamd_sdma_of(5, 0, &sdma));
    for (int i = 0; i < 2; i++) {
        counts = copy(&sdma, &copies[i]);
        assert_int_equal(counts.windows, 0);
        assert_true(counts.copies >= 6);
    }
    counts = copy(&sdma, &between);
    assert_int_equal(counts.windows, 2);
}

/** Windows end at 16384 elements, and the parts meet without a gap. */
static void large_boxes(void **state)
{
    struct giamd_packets packets;
    struct giamd_sdma sdma;
    const struct giamd_place dst = { BASE, { 20000, 0 } };
    const struct giamd_place src = { UINT64_C(1) << 40, { 24000, 0 } };
    uint32_t windows = 0;

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    begin(&packets);
    assert_true(giamd_copy_box(&sdma, &packets, dst, src, (struct gi_box){ 16388, 40000, 1 }));
    for (uint32_t i = 0; i < packets.count; i += 13, windows++)
        assert_int_equal(commands[i], 0x40000401);
    assert_int_equal(windows, 3);        /* 4097 elements of 4 bytes, 40000 rows */
    assert_int_equal(address_of(&commands[13 + 6]), BASE + UINT64_C(16384) * 20000);
    assert_int_equal(address_of(&commands[26 + 1]),
                     (UINT64_C(1) << 40) + UINT64_C(2) * 16384 * 24000);
    assert_int_equal(commands[26 + 11] >> 16, 40000 - 2 * 16384 - 1);
    begin(&packets);
    assert_true(giamd_copy_box(&sdma, &packets, dst, src, (struct gi_box){ 19998, 40000, 1 }));
    assert_int_equal(packets.count, 3 * 13);     /* elements of 2 bytes */
    begin(&packets);
    assert_true(giamd_copy_box(&sdma, &packets, dst, src, (struct gi_box){ 19999, 40000, 1 }));
    assert_int_equal(packets.count, 8 * 13);     /* single bytes: two side by side, and so many
                                                    rows that a slice's pitch can be written */
}

static void random_boxes(void **state)
{
    static const uint32_t majors[] = { 2, 3, 4, 5, 6, 7 };
    struct test_random random;
    struct giamd_sdma sdma;

    (void)state;
    test_random_begin(&random, "boxes");
    for (int round = 0; round < 3000; round++) {
        uint32_t major = majors[test_random_below(&random, 6)];
        uint64_t unit = UINT64_C(1) << test_random_below(&random, 5);
        struct copy what = {
            .box = { unit * (1 + test_random_below(&random, 20)),
                     1 + test_random_below(&random, 12), 1 + test_random_below(&random, 6) },
            .dst = unit * test_random_below(&random, 40),
            .src = 0x8000 + unit * test_random_below(&random, 40),
        };
        if (what.box.depth > 1 && what.box.height == 1)
            what.box.height = 2;
        what.dst_strides.row_bytes = what.box.width_bytes + unit * test_random_below(&random, 6);
        what.src_strides.row_bytes = what.box.width_bytes + unit * test_random_below(&random, 6);
        what.dst_strides.slice_bytes = what.dst_strides.row_bytes * what.box.height +
                                       unit * test_random_below(&random, 6);
        what.src_strides.slice_bytes = what.src_strides.row_bytes * what.box.height +
                                       unit * test_random_below(&random, 6);
        assert_true(giamd_sdma_of(major, major == 2 ? 4 : 0, &sdma));
        copy(&sdma, &what);
    }
}

/* ---- fills --------------------------------------------------------------------------------- */

static struct counts fill(const struct giamd_sdma *sdma, uint64_t dst, struct gi_strides strides,
                          struct gi_box box, uint32_t pattern, uint32_t pattern_bytes)
{
    struct giamd_packets packets;
    struct counts counts;

    begin(&packets);
    pattern_memory();
    for (uint64_t z = 0; z < box.depth; z++) {
        for (uint64_t y = 0; y < box.height; y++) {
            for (uint64_t x = 0; x < box.width_bytes; x++)
                expected[dst + gi_box_offset(&strides, x, y, z)] =
                    (uint8_t)(pattern >> 8 * (x % pattern_bytes));
        }
    }
    assert_true(giamd_fill_box(sdma, &packets, (struct giamd_place){ BASE + dst, strides }, box,
                               pattern, pattern_bytes));
    counts = run(sdma, &packets);
    same("fill");
    return counts;
}

static void fills(void **state)
{
    const struct gi_strides none = { 0, 0 };
    struct giamd_sdma sdma;

    (void)state;
    for (uint32_t major = 3; major <= 7; major++) {
        assert_true(giamd_sdma_of(major, 0, &sdma));
        for (uint32_t bytes = 1; bytes <= 4; bytes *= 2) {
            for (uint64_t begin_at = 0; begin_at < 8; begin_at += bytes) {
                for (uint64_t size = bytes; size < 40; size += bytes)
                    fill(&sdma, 100 + begin_at, none, gi_box_linear(size), 0xa1b2c3d4, bytes);
            }
        }
    }
    struct counts counts = fill(&sdma, 64, none, gi_box_linear(4096), 0x01020304, 4);
    assert_int_equal(counts.fills, 1);
    assert_int_equal(counts.copies, 0);
}

static void fills_of_boxes(void **state)
{
    struct test_random random;
    struct giamd_sdma sdma;

    (void)state;
    test_random_begin(&random, "boxes");
    assert_true(giamd_sdma_of(4, 0, &sdma));
    for (int round = 0; round < 1000; round++) {
        uint32_t bytes = 1u << test_random_below(&random, 3);
        struct gi_box box = { bytes * (1 + test_random_below(&random, 30)),
                              2 + test_random_below(&random, 9),
                              1 + test_random_below(&random, 4) };
        struct gi_strides strides;
        strides.row_bytes = box.width_bytes + bytes * test_random_below(&random, 5);
        strides.slice_bytes = strides.row_bytes * box.height +
                              bytes * test_random_below(&random, 5);
        fill(&sdma, bytes * test_random_below(&random, 20), strides, box,
             (uint32_t)test_random_next(&random), bytes);
    }
}

static void large_fills(void **state)
{
    struct giamd_packets packets;
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(5, 0, &sdma));
    begin(&packets);
    assert_true(giamd_fill_box(&sdma, &packets, (struct giamd_place){ .address = BASE },
                               gi_box_linear(UINT64_C(1) << 24), 7, 1));
    assert_int_equal(packets.count, 5 * 5);
    assert_int_equal(commands[4], 0x3ffffb);
    assert_int_equal(address_of(&commands[6]), BASE + 0x3ffffc);
    assert_int_equal(commands[24], 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges),
        cmocka_unit_test(pitches_in_fours),
        cmocka_unit_test(large_ranges),
        cmocka_unit_test(boxes_by_windows),
        cmocka_unit_test(odd_places),
        cmocka_unit_test(boxes_by_rows),
        cmocka_unit_test(large_boxes),
        cmocka_unit_test(random_boxes),
        cmocka_unit_test(fills),
        cmocka_unit_test(fills_of_boxes),
        cmocka_unit_test(large_fills),
    };

    return cmocka_run_group_tests_name("boxes", tests, NULL, NULL);
}
