/* The dwords of every packet in every generation, from the facts about the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "packets.h"

enum { ROOM = 64 };

#define DST UINT64_C(0xffff800100200040)
#define SRC UINT64_C(0x0000123456789abc)

static const struct {
    uint32_t major, minor;
} versions[] = {
    { 2, 4 }, { 3, 0 }, { 3, 1 }, { 4, 0 }, { 4, 4 }, { 5, 0 }, { 5, 2 }, { 6, 0 }, { 6, 1 },
    { 7, 0 },
};

enum { VERSIONS = sizeof versions / sizeof *versions };

struct rig {
    struct giamd_sdma sdma;
    uint32_t dwords[ROOM];
    struct giamd_packets packets;
};

static void begin(struct rig *rig, uint32_t major, uint32_t minor)
{
    memset(rig, 0, sizeof *rig);
    memset(rig->dwords, 0xee, sizeof rig->dwords);
    assert_true(giamd_sdma_of(major, minor, &rig->sdma));
    rig->packets = (struct giamd_packets){ .dwords = rig->dwords, .capacity = ROOM,
                                           .address = 0x200000 };
}

/** Nothing but these dwords was written. */
static void check(const struct rig *rig, const uint32_t *expected, uint32_t count)
{
    assert_int_equal(rig->packets.count, count);
    for (uint32_t i = 0; i < count; i++) {
        if (rig->dwords[i] != expected[i])
            fail_msg("SDMA %u.%u: dword %u is 0x%08x instead of 0x%08x", rig->sdma.major,
                     rig->sdma.minor, i, rig->dwords[i], expected[i]);
    }
    for (uint32_t i = count; i < ROOM; i++)
        assert_int_equal(rig->dwords[i], 0xeeeeeeee);
}

#define CHECK(rig, ...)                                                                          \
    do {                                                                                         \
        const uint32_t expected_[] = { __VA_ARGS__ };                                            \
        check(rig, expected_, sizeof expected_ / sizeof *expected_);                             \
    } while (0)

static void known_versions(void **state)
{
    struct giamd_sdma sdma;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        assert_true(giamd_sdma_of(versions[i].major, versions[i].minor, &sdma));
        assert_int_equal(sdma.major, versions[i].major);
        assert_int_equal(sdma.minor, versions[i].minor);
        assert_int_equal(sdma.max_copy_bytes % 256, 0);
        assert_int_equal(sdma.max_fill_bytes % 4, 0);
    }
    assert_false(giamd_sdma_of(0, 0, &sdma));
    assert_false(giamd_sdma_of(2, 0, &sdma));
    assert_false(giamd_sdma_of(3, 2, &sdma));
    assert_false(giamd_sdma_of(7, 1, &sdma));
    assert_false(giamd_sdma_of(8, 0, &sdma));
    assert_int_equal(sdma.max_copy_bytes, 0);
}

static void limits(void **state)
{
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(2, 4, &sdma));
    assert_int_equal(sdma.max_copy_bytes, 0x1fff00);
    assert_int_equal(sdma.max_fill_bytes, 0x1ffffc);
    for (size_t i = 1; i < VERSIONS; i++) {
        assert_true(giamd_sdma_of(versions[i].major, versions[i].minor, &sdma));
        uint32_t version = versions[i].major * 10 + versions[i].minor;
        assert_int_equal(sdma.max_copy_bytes, version >= 52 ? 0x3fffff00 : 0x3fff00);
        assert_int_equal(sdma.max_fill_bytes, version >= 60 ? 0x3ffffffc : 0x3ffffc);
    }
}

static void copies(void **state)
{
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t less = versions[i].major >= 4;
        begin(&rig, versions[i].major, versions[i].minor);
        assert_true(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 0x1234));
        CHECK(&rig, 0x00000001, 0x1234 - less, 0, 0x56789abc, 0x00001234, 0x00200040, 0xffff8001);
    }
}

static void fills(void **state)
{
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t less = versions[i].major >= 4;
        begin(&rig, versions[i].major, versions[i].minor);
        assert_true(giamd_packet_fill(&rig.sdma, &rig.packets, DST, 0xdeadbeef, 0x1000));
        CHECK(&rig, 0x8000000b, 0x00200040, 0xffff8001, 0xdeadbeef, 0x1000 - less);
    }
}

static void writes(void **state)
{
    static const uint32_t words[3] = { 11, 22, 33 };
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t less = versions[i].major >= 4;
        begin(&rig, versions[i].major, versions[i].minor);
        assert_true(giamd_packet_write(&rig.sdma, &rig.packets, DST, words, 3));
        CHECK(&rig, 0x00000002, 0x00200040, 0xffff8001, 3 - less, 11, 22, 33);
    }
}

/** With the fence as the very last, whatever stands before it. */
static void ends(void **state)
{
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t header = versions[i].major >= 5 ? 0x00030005 : 0x00000005;
        begin(&rig, versions[i].major, versions[i].minor);
        assert_true(giamd_packets_end(&rig.sdma, &rig.packets, DST, 77));
        CHECK(&rig, 0, 0, 0, 0, header, 0x00200040, 0xffff8001, 77);
        begin(&rig, versions[i].major, versions[i].minor);
        for (uint32_t nops = 0; nops < 4; nops++)
            assert_true(giamd_packet_nop(&rig.packets));
        assert_true(giamd_packets_end(&rig.sdma, &rig.packets, DST, 77));
        CHECK(&rig, 0, 0, 0, 0, header, 0x00200040, 0xffff8001, 77);
        begin(&rig, versions[i].major, versions[i].minor);
        rig.packets.capacity = 16;
        for (uint32_t nops = 0; nops < 5; nops++)
            assert_true(giamd_packet_nop(&rig.packets));
        assert_false(giamd_packets_end(&rig.sdma, &rig.packets, DST, 77));
        rig.packets.capacity = 17;
        assert_true(giamd_packets_end(&rig.sdma, &rig.packets, DST, 77));
        CHECK(&rig, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, header, 0x00200040, 0xffff8001, 77);
    }
}

static void timestamps_and_nops(void **state)
{
    struct rig rig;

    (void)state;
    begin(&rig, 5, 2);
    assert_true(giamd_packet_nop(&rig.packets));
    assert_true(giamd_packet_timestamp(&rig.packets, DST));
    giamd_packets_pad(&rig.packets);
    giamd_packets_pad(&rig.packets);
    CHECK(&rig, 0, 0x0000020d, 0x00200040, 0xffff8001, 0, 0, 0, 0);
}

/* ---- windows ------------------------------------------------------------------------------- */

static struct giamd_window window_of_4(void)
{
    return (struct giamd_window){
        .element_bytes = 4,
        .dst = { .address = DST, .x = 5, .y = 6, .z = 7, .pitch = 100, .slice_pitch = 10000 },
        .src = { .address = SRC, .x = 1, .y = 2, .z = 3, .pitch = 64, .slice_pitch = 4096 },
        .width = 30, .height = 20, .depth = 4,
    };
}

static void windows(void **state)
{
    struct giamd_window window = window_of_4();
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t major = versions[i].major;
        uint32_t shift = major < 4 || major == 7 ? 16 : 13;
        begin(&rig, major, versions[i].minor);
        assert_true(giamd_window_fits(&rig.sdma, &window));
        assert_true(giamd_packet_window(&rig.sdma, &rig.packets, &window));
        CHECK(&rig, 0x40000401, 0x56789abc, 0x00001234, 0x00020001, 3 | 63u << shift, 4095,
              0x00200040, 0xffff8001, 0x00060005, 7 | 99u << shift, 9999, 0x0013001d, 3);
    }
}

static void window_elements(void **state)
{
    static const uint32_t headers[][2] = {
        { 1, 0x00000401 }, { 2, 0x20000401 }, { 4, 0x40000401 }, { 8, 0x60000401 },
        { 16, 0x80000401 },
    };
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct giamd_window window = window_of_4();
        begin(&rig, 5, 2);
        window.element_bytes = headers[i][0];
        window.src.address &= ~UINT64_C(15);
        assert_true(giamd_packet_window(&rig.sdma, &rig.packets, &window));
        assert_int_equal(rig.dwords[0], headers[i][1]);
    }
}

/** What each field of each generation can hold, and the next larger value. */
static void window_limits(void **state)
{
    struct rig rig;

    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        uint32_t major = versions[i].major;
        uint32_t pitch = major < 4 ? 1u << 14 : major == 7 ? 1u << 16 : 1u << 19;
        uint32_t depth = major < 5 ? 1u << 11 : 1u << 13;
        begin(&rig, major, versions[i].minor);
        for (int past = 0; past < 2; past++) {
            struct giamd_window largest[9];
            for (int k = 0; k < 9; k++)
                largest[k] = window_of_4();
            largest[0].dst.pitch = pitch + (uint32_t)past;
            largest[1].src.pitch = pitch + (uint32_t)past;
            largest[2].width = (1u << 14) + (uint32_t)past;
            largest[3].height = (1u << 14) + (uint32_t)past;
            largest[4].depth = depth + (uint32_t)past;
            largest[5].dst.x = (1u << 14) - 1 + (uint32_t)past;
            largest[6].src.y = (1u << 14) - 1 + (uint32_t)past;
            largest[7].src.z = depth - 1 + (uint32_t)past;
            largest[8].dst.slice_pitch = (1u << 28) + (uint32_t)past;
            for (int k = 0; k < 9; k++) {
                if (giamd_window_fits(&rig.sdma, &largest[k]) == (past != 0))
                    fail_msg("SDMA %u: limit %d, past it: %d", major, k, past);
            }
        }
    }
}

static void window_alignment(void **state)
{
    struct giamd_window window = window_of_4();
    struct rig rig;

    (void)state;
    begin(&rig, 5, 2);
    window.element_bytes = 2;
    window.dst.pitch = 99;
    assert_false(giamd_window_fits(&rig.sdma, &window));
    window.dst.pitch = 98;
    assert_true(giamd_window_fits(&rig.sdma, &window));
    window.src.address += 2;
    assert_false(giamd_window_fits(&rig.sdma, &window));
    window.src.address = 8;
    window.element_bytes = 16;
    assert_false(giamd_window_fits(&rig.sdma, &window));
    window.element_bytes = 3;
    assert_false(giamd_window_fits(&rig.sdma, &window));
    window = window_of_4();
    window.width = 0;
    assert_false(giamd_window_fits(&rig.sdma, &window));
}

/* ---- tiled --------------------------------------------------------------------------------- */

/** 100 x 60 texels of 4 bytes in 3 levels and 2 layers; to level 1, layer 1, at (4, 2). */
static struct giamd_tiled tiled_of_4(void)
{
    return (struct giamd_tiled){
        .element_bytes = 4, .tiled_address = UINT64_C(0xffff800100300000),
        .width = 100, .height = 60, .depth = 2, .levels = 3, .level = 1,
        .swizzle_mode = 22, .dims = GIAMD_2D, .x = 4, .y = 2, .z = 1,
        .linear = { .address = SRC, .pitch = 52, .slice_pitch = 520 },
        .box_width = 40, .box_height = 10, .box_depth = 1,
    };
}

static void tiled_5(void **state)
{
    struct giamd_tiled tiled = tiled_of_4();
    struct rig rig;

    (void)state;
    for (size_t i = 5; i < VERSIONS - 1; i++) {
        begin(&rig, versions[i].major, versions[i].minor);
        assert_true(giamd_tiled_fits(&rig.sdma, &tiled));
        assert_true(giamd_packet_tiled(&rig.sdma, &rig.packets, &tiled));
        CHECK(&rig, 0x00000501, 0x00300000, 0xffff8001, 0x00020004, 0x00630001, 0x0001003b,
              0x001202b2, 0x56789abc, 0x00001234, 0, 0x00330000, 519, 0x00090027, 0);
    }
}

static void tiled_4_and_7(void **state)
{
    struct giamd_tiled tiled = tiled_of_4();
    struct rig rig;

    (void)state;
    tiled.to_linear = true;
    tiled.epitch = 0x1234;
    begin(&rig, 4, 0);
    assert_true(giamd_packet_tiled(&rig.sdma, &rig.packets, &tiled));
    CHECK(&rig, 0x81200501, 0x00300000, 0xffff8001, 0x00020004, 0x00630001, 0x0001003b,
          0x123402b2, 0x56789abc, 0x00001234, 0, 0x00330000, 519, 0x00090027, 0);
    begin(&rig, 7, 0);
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.swizzle_mode = 3;
    assert_true(giamd_tiled_fits(&rig.sdma, &tiled));
    assert_true(giamd_packet_tiled(&rig.sdma, &rig.packets, &tiled));
    CHECK(&rig, 0x80000501, 0x00300000, 0xffff8001, 0x00020004, 0x00630001, 0x0001003b,
          0x0102001a, 0x56789abc, 0x00001234, 0, 0x00330000, 519, 0x00090027, 0);
}

static void tiled_limits(void **state)
{
    struct giamd_tiled tiled = tiled_of_4();
    struct rig rig;

    (void)state;
    begin(&rig, 3, 0);
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    begin(&rig, 5, 2);
    tiled.level = 3;
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.level = 2;
    assert_true(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.levels = 17;
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.levels = 16;
    tiled.swizzle_mode = 32;
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.swizzle_mode = 31;
    tiled.linear.pitch = (1u << 14) + 1;
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.linear.pitch = 1u << 14;
    assert_true(giamd_tiled_fits(&rig.sdma, &tiled));
    tiled.tiled_address += 128;
    assert_false(giamd_tiled_fits(&rig.sdma, &tiled));
}

/** From level 2 of one image of 4 levels to level 0 of another. */
static void between(void **state)
{
    struct giamd_between copy = {
        .element_bytes = 8, .width = 24, .height = 8, .depth = 2,
        .dst = { UINT64_C(0xffff800100300000), 100, 60, 5, 1, 0, 4, 16, 12, 3 },
        .src = { SRC & ~UINT64_C(0xff), 300, 200, 2, 4, 2, 3, 8, 4, 0 },
    };
    struct rig rig;

    (void)state;
    begin(&rig, 4, 0);
    assert_false(giamd_between_fits(&rig.sdma, &copy));
    begin(&rig, 7, 0);
    assert_true(giamd_between_fits(&rig.sdma, &copy));
    assert_true(giamd_packet_between(&rig.sdma, &rig.packets, &copy));
    CHECK(&rig, 0x00000601, 0x56789a00, 0x00001234, 0x00040008, 0x012b0000, 0x000100c7, 0x0203001b,
          0x00300000, 0xffff8001, 0x000c0010, 0x00630003, 0x0004003b, 0x00000023, 0x00070017, 1);
    copy.dst.level = 1;
    assert_false(giamd_between_fits(&rig.sdma, &copy));
    copy.dst.level = 0;
    copy.src.address += 128;
    assert_false(giamd_between_fits(&rig.sdma, &copy));
    copy.src.address -= 128;
    copy.src.swizzle_mode = 8;
    assert_false(giamd_between_fits(&rig.sdma, &copy));
    begin(&rig, 6, 0);
    assert_true(giamd_between_fits(&rig.sdma, &copy));
}

/* ---- room ---------------------------------------------------------------------------------- */

static bool more(struct giamd_packets *packets)
{
    uint32_t *next = packets->owner;

    packets->dwords = next;
    packets->count = 0;
    packets->literals = 0;
    packets->address = 0x400000;
    packets->owner = NULL;
    return next != NULL;
}

static void no_room(void **state)
{
    static uint32_t second[ROOM];
    struct rig rig;

    (void)state;
    begin(&rig, 5, 2);
    rig.packets.capacity = 8 + GIAMD_PAD_DWORDS;
    assert_true(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
    assert_false(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
    assert_int_equal(rig.packets.count, 7);
    rig.packets.owner = second;
    rig.packets.more = more;
    assert_true(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
    assert_int_equal(rig.packets.count, 7);
    assert_int_equal(second[0], 1);
    assert_false(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
}

static void literals(void **state)
{
    static const uint32_t words[2] = { 0x11111111, 0x22222222 };
    struct rig rig;
    uint64_t one, two;

    (void)state;
    begin(&rig, 5, 2);
    rig.packets.capacity = 27;
    assert_true(giamd_literal(&rig.packets, words, &one));
    assert_int_equal(one, 0x200000 + 24 * 4);
    assert_true(giamd_literal(&rig.packets, words, &two));
    assert_int_equal(two, 0x200000 + 22 * 4);
    assert_int_equal(rig.dwords[22], 0x11111111);
    assert_int_equal(rig.dwords[25], 0x22222222);
    assert_int_equal(rig.dwords[26], 0xeeeeeeee);
    assert_true(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
    assert_true(giamd_packet_copy(&rig.sdma, &rig.packets, DST, SRC, 4));
    assert_false(giamd_packet_nop(&rig.packets));
    assert_false(giamd_literal(&rig.packets, words, &two));
    assert_int_equal(two, 0);
    giamd_packets_pad(&rig.packets);
    assert_int_equal(rig.packets.count, 16);
    assert_int_equal(rig.dwords[22], 0x11111111);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_versions),
        cmocka_unit_test(limits),
        cmocka_unit_test(copies),
        cmocka_unit_test(fills),
        cmocka_unit_test(writes),
        cmocka_unit_test(ends),
        cmocka_unit_test(timestamps_and_nops),
        cmocka_unit_test(windows),
        cmocka_unit_test(window_elements),
        cmocka_unit_test(window_limits),
        cmocka_unit_test(window_alignment),
        cmocka_unit_test(tiled_5),
        cmocka_unit_test(tiled_4_and_7),
        cmocka_unit_test(tiled_limits),
        cmocka_unit_test(between),
        cmocka_unit_test(no_room),
        cmocka_unit_test(literals),
    };

    return cmocka_run_group_tests_name("packets", tests, NULL, NULL);
}
