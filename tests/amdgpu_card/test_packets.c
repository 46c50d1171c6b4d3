/* SDMA packets that the other tests do not use. */
#include "test_rig.h"

#include <stdlib.h>
#include <string.h>

#define DMA AMDGPU_HW_IP_DMA

static struct rig rig;
static struct mem a, b;

static int begin(void **state)
{
    (void)state;
    card_configure("delay=20us");
    rig_open(&rig, 0);
    mem_create(&rig, &a, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    mem_create(&rig, &b, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    memset(b.cpu, 0, 65536);
    return 0;
}

static int end(void **state)
{
    (void)state;
    mem_destroy(&a);
    mem_destroy(&b);
    rig_close(&rig);
    expect_broken(0);
    return 0;
}

static void runs(const uint32_t *dw, uint32_t count)
{
    struct job job = { .ip = DMA, .dwords = dw, .count = count, .mems = { &a, &b },
                       .mem_count = 2 };

    assert_int_equal(submit_and_wait(&rig, &job), 0);
}

#define LO(va) (uint32_t)(va)
#define HI(va) (uint32_t)((va) >> 32)

static void small_ones(void **state)
{
    const uint32_t dw[] = {
        0x00000002, LO(b.va), HI(b.va), 1, 11, 12,          /* WRITE of two dwords */
        0x00020000, 0xbad, 0xbad,                           /* NOP over two */
        0x00030005, LO(b.va + 64), HI(b.va + 64), 99,       /* FENCE */
        0x0000020d, LO(b.va + 128), HI(b.va + 128),         /* TIMESTAMP */
        0xb0000008, LO(b.va), HI(b.va), 11, 0xff, 0x0fff0001, /* POLL until 11 is there */
        0x00000006, 0,                                      /* TRAP */
    };
    (void)state;

    runs(dw, sizeof(dw) / 4);
    assert_int_equal(b.cpu[0], 11);
    assert_int_equal(b.cpu[1], 12);
    assert_int_equal(b.cpu[16], 99);
    assert_true(b.cpu[32] != 0 || b.cpu[33] != 0);
}

/** A box of 3 x 2 x 2 texels of 4 bytes out of rows of 16, slices of 64, into rows of 8. */
static void a_box_between_pitches(void **state)
{
    const uint32_t dw[] = {
        0x40000401, LO(a.va), HI(a.va), 5 | 1 << 16, 1 | 15 << 13, 63,
        LO(b.va), HI(b.va), 1 | 0 << 16, 0 | 7 << 13, 31, 2 | 1 << 16, 1,
    };
    (void)state;

    for (uint32_t i = 0; i < 16384; i++)
        a.cpu[i] = i;
    runs(dw, 13);
    for (uint32_t z = 0; z < 2; z++)
        for (uint32_t y = 0; y < 2; y++)
            for (uint32_t x = 0; x < 8; x++)
                assert_int_equal(b.cpu[z * 32 + y * 8 + x],
                                 x >= 1 && x <= 3 ? (z + 1) * 64 + (y + 1) * 16 + x - 1 + 5 : 0);
}

/** Tiled and back with the same parameters gives the same, with another swizzle it does not. */
static void a_tiled_image_and_back(void **state)
{
    uint32_t to_tiled[14] = {
        0x00000501, LO(a.va), HI(a.va), 0, 0 | 31 << 16, 15 | 0 << 16, 2 | 22 << 3 | 1 << 9,
        LO(b.va), HI(b.va), 0, 0 | 31 << 16, 511, 31 | 15 << 16, 0,
    };
    uint32_t back[14];
    (void)state;

    for (uint32_t i = 0; i < 512; i++)
        b.cpu[i] = i + 1;
    runs(to_tiled, 14);
    memcpy(back, to_tiled, sizeof(back));
    back[0] |= 1u << 31;
    back[7] = LO(b.va + 8192);
    back[8] = HI(b.va + 8192);
    runs(back, 14);
    assert_memory_equal(b.cpu, b.cpu + 2048, 2048);
    back[6] = 2 | 21 << 3 | 1 << 9;
    runs(back, 14);
    assert_memory_not_equal(b.cpu, b.cpu + 2048, 2048);
}

/** 32 x 16 texels of 4 bytes in a mode, to or from packed memory. */
static void put_window(uint32_t *dw, uint64_t image, uint32_t mode, uint64_t linear, bool detile)
{
    const uint32_t packet[14] = {
        0x00000501 | (uint32_t)detile << 31, LO(image), HI(image), 0, 0 | 31 << 16, 15 | 0 << 16,
        2 | mode << 3 | 1 << 9, LO(linear), HI(linear), 0, 0 | 31 << 16, 511, 31 | 15 << 16, 0,
    };

    memcpy(dw, packet, sizeof(packet));
}

/** 16 x 8 texels, from (8, 8) of one such image to (16, 0) of another. */
static void put_between(uint32_t *dw, uint64_t src, uint32_t src_mode, uint64_t dst,
                        uint32_t dst_mode)
{
    const uint32_t packet[15] = {
        0x00000601, LO(src), HI(src), 8 | 8 << 16, 0 | 31 << 16, 15, 2 | src_mode << 3 | 1 << 9,
        LO(dst), HI(dst), 16, 0 | 31 << 16, 15, 2 | dst_mode << 3 | 1 << 9, 15 | 7 << 16, 0,
    };

    memcpy(dw, packet, sizeof(packet));
}

/** The modes are of different blocks, and of one kind. */
static void a_box_between_tiled_images(void **state)
{
    uint32_t dw[14 + 14 + 1 + 15 + 1 + 14] = { 0 };
    (void)state;

    for (uint32_t i = 0; i < 512; i++) {
        b.cpu[i] = i + 1;
        b.cpu[512 + i] = 0;
    }
    put_window(dw, a.va, 22, b.va, false);
    put_window(dw + 14, a.va + 32768, 26, b.va + 2048, false);
    put_between(dw + 29, a.va, 22, a.va + 32768, 26);
    put_window(dw + 45, a.va + 32768, 26, b.va + 4096, true);
    runs(dw, sizeof(dw) / 4);
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 32; x++)
            assert_int_equal(b.cpu[1024 + y * 32 + x],
                             y < 8 && x >= 16 ? (y + 8) * 32 + x - 16 + 8 + 1 : 0);
}

/** A level of an image of blocks has one more at its edge than half of those of the level above:
 *  of 20 x 12 texels the second one has 10 x 6, which are 3 x 2 blocks. */
static void a_level_keeps_its_edge(void **state)
{
    uint32_t dw[14] = {
        0x00000501, LO(a.va), HI(a.va), 0, 0 | 4 << 16, 2, 3 | 22 << 3 | 1 << 9 | 1 << 16 | 1 << 20,
        LO(b.va), HI(b.va), 0, 0 | 3 << 16, 7, 2 | 1 << 16, 0,
    };
    (void)state;

    for (uint32_t i = 0; i < 16; i++)
        b.cpu[i] = i + 1;
    runs(dw, 14);
    dw[0] |= 1u << 31;
    dw[7] = LO(b.va + 64);
    runs(dw, 14);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(b.cpu[16 + i], i % 8 < 6 ? i + 1 : 0);
}

static void work_is_counted(void **state)
{
    struct gicard_counters before = card_counters();
    uint32_t dw[13] = { 0 };
    (void)state;

    put_copy(dw, b.va, a.va, 4096);
    put_fill(dw + 8, a.va, 1, 256);
    runs(dw, 13);
    struct gicard_counters after = card_counters();
    assert_int_equal(after.packets - before.packets, 2);
    assert_int_equal(after.packet_by_op[0] - before.packet_by_op[0], 1);
    assert_int_equal(after.copied_bytes - before.copied_bytes, 4096);
    assert_int_equal(after.filled_bytes - before.filled_bytes, 256);
    assert_int_equal(after.packet_dwords - before.packet_dwords, 13);
    assert_int_equal(after.jobs - before.jobs, 1);
    assert_int_equal(after.ioctl_by_number[0x44] - before.ioctl_by_number[0x44], 1);
}

#define WITH_RIG(name) cmocka_unit_test_setup_teardown(name, begin, end)

CASES(packets, WITH_RIG(small_ones), WITH_RIG(a_box_between_pitches),
      WITH_RIG(a_tiled_image_and_back), WITH_RIG(a_box_between_tiled_images),
      WITH_RIG(a_level_keeps_its_edge), WITH_RIG(work_is_counted));
