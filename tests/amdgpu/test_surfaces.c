/* Boxes of tiled images as packets: what the packets do to texels, by a model of the engine that
 * knows the packets that such boxes are made of and is strict about what RADV is strict about. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "random.h"
#include "surfaces.h"

enum { MEMORY = 1 << 18, WORDS = 1 << 17, TEXELS = 1 << 16, ROUNDS = 400 };

/* Linear memory, scratch memory behind it, and two images. */
#define BASE UINT64_C(0xffff800100000000)
#define SCRATCH (BASE + MEMORY)
#define IMAGE(i) (BASE + (UINT64_C(1) << 32) * ((i) + 1))

/* An image in its packets: level after level, as the model has it. */
struct image {
    struct giamd_surface surface;
    uint8_t texels[TEXELS];
};

static struct image images[2], expected_images[2];
static uint8_t memory[MEMORY + GIAMD_LEAST_SCRATCH], expected[MEMORY];
static uint32_t commands[WORDS];
static struct giamd_sdma sdma;

struct counts {
    unsigned windows, betweens, nops;
};

/* ---- the model ----------------------------------------------------------------------------- */

static uint32_t halved(uint32_t extent, uint32_t level)
{
    return ((extent - 1) >> level) + 1;
}

static uint8_t *texel_at(struct image *image, uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    const struct giamd_surface *surface = &image->surface;
    uint64_t before = 0;

    for (uint32_t i = 0; i < level; i++)
        before += (uint64_t)halved(surface->width, i) * halved(surface->height, i) *
                  surface->layers;
    uint64_t texel = before + ((uint64_t)z * halved(surface->height, level) + y) *
                              halved(surface->width, level) + x;
    assert_true((texel + 1) * surface->element_bytes <= TEXELS);
    return &image->texels[texel * surface->element_bytes];
}

static uint64_t address_of(const uint32_t *dwords)
{
    return dwords[0] | (uint64_t)dwords[1] << 32;
}

/* A surface in a packet. */
struct seen {
    struct image *image;
    uint32_t level, x, y, z;
};

static struct seen see(const uint32_t *dw)
{
    uint64_t address = address_of(dw);
    struct seen seen = { .image = &images[address == IMAGE(1)], .x = dw[2] & 0xffff,
                         .y = dw[2] >> 16, .z = dw[3] & 0xffff };
    const struct giamd_surface *surface = &seen.image->surface;
    uint32_t level_bits = sdma.tiled == GIAMD_TILED_7 ? 24 : 20, info = dw[5];

    assert_int_equal(address, surface->address);
    assert_int_equal((dw[3] >> 16) + 1, surface->width);
    assert_int_equal((dw[4] & 0xffff) + 1, surface->height);
    assert_int_equal((dw[4] >> 16) + 1, surface->layers);
    assert_int_equal(1u << (info & 7), surface->element_bytes);
    assert_int_equal(info >> 3 & (sdma.tiled == GIAMD_TILED_7 ? 7 : 31), surface->swizzle_mode);
    assert_int_equal((info >> 16 & 15) + 1, surface->levels);
    seen.level = info >> level_bits;
    assert_true(seen.level < surface->levels);
    return seen;
}

static void is_inside(const struct seen *seen, uint32_t width, uint32_t height, uint32_t depth)
{
    const struct giamd_surface *surface = &seen->image->surface;

    assert_true(seen->x + width <= halved(surface->width, seen->level));
    assert_true(seen->y + height <= halved(surface->height, seen->level));
    assert_true(seen->z + depth <= surface->layers);
}

static uint8_t *linear_at(uint64_t address, uint32_t bytes)
{
    if (address < BASE || address - BASE + bytes > sizeof(memory))
        fail_msg("0x%" PRIx64 " is outside", address);
    return &memory[address - BASE];
}

static void run_window(const uint32_t *dw)
{
    struct seen seen = see(&dw[1]);
    uint32_t bytes = seen.image->surface.element_bytes;
    uint32_t width = (dw[12] & 0xffff) + 1, height = (dw[12] >> 16) + 1, depth = dw[13] + 1;
    uint64_t pitch = (dw[10] >> 16) + 1, slice = (uint64_t)dw[11] + 1;
    bool has_slices = seen.z != 0 || depth != 1;

    is_inside(&seen, width, height, depth);
    assert_int_equal(address_of(&dw[7]) % 4, 0);
    assert_true(pitch <= 16384 && pitch * bytes % 4 == 0 && slice <= 1 << 28);
    assert_true(!has_slices || slice % 4 == 0);
    assert_int_equal(dw[9] >> 16 | (dw[10] & 0xffff), 0);
    assert_true((dw[9] & 0xffff) + width <= pitch);
    for (uint32_t z = 0; z < depth; z++) {
        for (uint32_t y = 0; y < height; y++) {
            for (uint32_t x = 0; x < width; x++) {
                uint8_t *tiled = texel_at(seen.image, seen.level, seen.x + x, seen.y + y,
                                          seen.z + z);
                uint8_t *linear = linear_at(address_of(&dw[7]) + (z * slice + y * pitch + dw[9] +
                                                                  x) * bytes, bytes);
                memcpy(dw[0] >> 31 ? linear : tiled, dw[0] >> 31 ? tiled : linear, bytes);
            }
        }
    }
}

static void run_between(const uint32_t *dw)
{
    static const uint32_t tiles[5][2] = { { 16, 16 }, { 16, 8 }, { 8, 8 }, { 8, 4 }, { 4, 4 } };
    struct seen src = see(&dw[1]), dst = see(&dw[7]);
    uint32_t width = (dw[13] & 0xffff) + 1, height = (dw[13] >> 16) + 1, depth = dw[14] + 1;
    const uint32_t *tile = tiles[dw[6] & 7];

    is_inside(&src, width, height, depth);
    is_inside(&dst, width, height, depth);
    if (sdma.major < 7)                  /* which has one order of texels */
        assert_int_equal((dw[6] ^ dw[12]) >> 3 & 3, 0);
    assert_int_equal((width | src.x | dst.x) % tile[0], 0);
    assert_int_equal((height | src.y | dst.y) % tile[1], 0);
    for (uint32_t z = 0; z < depth; z++)
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                memcpy(texel_at(dst.image, dst.level, dst.x + x, dst.y + y, dst.z + z),
                       texel_at(src.image, src.level, src.x + x, src.y + y, src.z + z),
                       1u << (dw[6] & 7));
}

static struct counts run(const struct giamd_packets *packets)
{
    struct counts counts = { 0, 0, 0 };

    for (uint32_t i = 0; i < packets->count;) {
        const uint32_t *dw = &commands[i];
        switch (dw[0] & 0x7fffffff) {
        case 0x000:
            counts.nops++;
            i++;
            break;
        case 0x501:
            counts.windows++;
            run_window(dw);
            i += 14;
            break;
        case 0x601:
            counts.betweens++;
            run_between(dw);
            i += 15;
            break;
        default:
            fail_msg("packet 0x%08x", dw[0]);
        }
    }
    return counts;
}

/* ---- what is asked ------------------------------------------------------------------------- */

static void image_begin(int i, uint32_t bytes, uint32_t mode, uint32_t width, uint32_t height,
                        uint32_t levels, uint32_t layers)
{
    images[i].surface = (struct giamd_surface){
        .address = IMAGE(i), .swizzle_mode = mode, .element_bytes = bytes, .width = width,
        .height = height, .levels = levels, .layers = layers };
    for (uint32_t at = 0; at < TEXELS; at++)
        images[i].texels[at] = (uint8_t)(at * (11 + (unsigned)i) + at / 253);
    expected_images[i] = images[i];
}

static void memory_begin(void)
{
    for (uint32_t at = 0; at < MEMORY; at++)
        memory[at] = (uint8_t)(at * 7 + at / 251);
    memcpy(expected, memory, MEMORY);
}

static void same(void)
{
    for (uint32_t i = 0; i < MEMORY; i++)
        if (memory[i] != expected[i])
            fail_msg("byte 0x%x is 0x%02x instead of 0x%02x", i, memory[i], expected[i]);
    for (int image = 0; image < 2; image++)
        assert_memory_equal(images[image].texels, expected_images[image].texels, TEXELS);
}

static struct giamd_packets packets_begin(void)
{
    return (struct giamd_packets){ .dwords = commands, .capacity = WORDS, .address = 0x1000 };
}

static struct counts copy_linear(struct giamd_spot spot, uint64_t offset, struct gi_strides strides,
                                 struct gi_box box, bool to_linear)
{
    struct giamd_packets packets = packets_begin();
    uint32_t bytes = spot.surface->element_bytes;
    int which = spot.surface == &images[1].surface;

    for (uint32_t z = 0; z < box.depth; z++) {
        for (uint32_t y = 0; y < box.height; y++) {
            for (uint32_t x = 0; x < box.width_bytes / bytes; x++) {
                uint8_t *linear = &expected[offset + gi_box_offset(&strides, x * bytes, y, z)];
                uint8_t *tiled = texel_at(&expected_images[which], spot.level, spot.x + x,
                                          spot.y + y, spot.z + z);
                memcpy(to_linear ? linear : tiled, to_linear ? tiled : linear, bytes);
            }
        }
    }
    assert_true(giamd_copy_surface(&sdma, &packets, &spot,
                                   (struct giamd_place){ BASE + offset, strides }, &box,
                                   to_linear));
    struct counts counts = run(&packets);
    same();
    return counts;
}

static struct counts copy_between(struct giamd_spot dst, struct giamd_spot src, struct gi_box box)
{
    const struct giamd_scratch scratch = { SCRATCH, GIAMD_LEAST_SCRATCH };
    struct giamd_packets packets = packets_begin();
    uint32_t bytes = src.surface->element_bytes;
    int to = dst.surface == &images[1].surface, from = src.surface == &images[1].surface;

    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++)
            for (uint32_t x = 0; x < box.width_bytes / bytes; x++)
                memcpy(texel_at(&expected_images[to], dst.level, dst.x + x, dst.y + y, dst.z + z),
                       texel_at(&expected_images[from], src.level, src.x + x, src.y + y,
                                src.z + z), bytes);
    bool needs = giamd_needs_scratch(&sdma, &dst, &src, &box);
    assert_true(giamd_copy_between(&sdma, &packets, &dst, &src, &box, needs ? &scratch : NULL));
    struct counts counts = run(&packets);
    assert_int_equal(counts.betweens, needs ? 0 : 1);
    same();
    return counts;
}

/* ---- choices ------------------------------------------------------------------------------- */

static void what_fits_is_one_packet(void **state)
{
    struct giamd_spot spot = { &images[0].surface, 1, 3, 2, 1 };
    struct counts counts;

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    image_begin(0, 4, 22, 60, 40, 3, 4);
    memory_begin();
    counts = copy_linear(spot, 64, (struct gi_strides){ 20 * 4, 20 * 4 * 12 },
                         (struct gi_box){ 15 * 4, 9, 3 }, true);
    assert_int_equal(counts.windows, 1);
    counts = copy_linear(spot, 64, (struct gi_strides){ 15 * 4, 15 * 4 * 9 },  /* no fours */
                         (struct gi_box){ 15 * 4, 9, 3 }, false);
    assert_int_equal(counts.windows, 3);
    counts = copy_linear(spot, 64, (struct gi_strides){ 15 * 4, 0 },
                         (struct gi_box){ 15 * 4, 9, 1 }, true);
    assert_int_equal(counts.windows, 1);
    counts = copy_linear(spot, 64, (struct gi_strides){ 0, 64 }, (struct gi_box){ 15 * 4, 1, 3 },
                         true);
    assert_int_equal(counts.windows, 1);
    counts = copy_linear(spot, 64, (struct gi_strides){ 70000, 0 }, (struct gi_box){ 15 * 4, 3, 1 },
                         true);             /* rows too far apart */
    assert_int_equal(counts.windows, 3);
}

static void bytes_begin_within_words(void **state)
{
    struct giamd_spot spot = { &images[0].surface, 0, 1, 1, 0 };

    (void)state;
    assert_true(giamd_sdma_of(6, 0, &sdma));
    image_begin(0, 1, 27, 100, 40, 1, 1);
    memory_begin();
    for (uint32_t offset = 0; offset < 4; offset++) {
        struct counts counts = copy_linear(spot, 64 + offset, (struct gi_strides){ 100, 0 },
                                           (struct gi_box){ 90, 20, 1 }, offset % 2 == 0);
        assert_int_equal(counts.windows, 1);
        counts = copy_linear(spot, 64 + offset, (struct gi_strides){ 91, 0 },
                             (struct gi_box){ 90, 20, 1 }, offset % 2 == 0);
        assert_int_equal(counts.windows, 20);
    }
}

/** The longest row there is, from within a word on: no pitch holds it. */
static void the_longest_row_is_two(void **state)
{
    struct giamd_spot spot = { &images[0].surface, 0, 0, 0, 0 };
    struct counts counts;

    (void)state;
    assert_true(giamd_sdma_of(5, 0, &sdma));
    image_begin(0, 1, 22, 16384, 2, 1, 1);
    memory_begin();
    counts = copy_linear(spot, 0, (struct gi_strides){ 16384, 0 }, (struct gi_box){ 16384, 2, 1 },
                         true);
    assert_int_equal(counts.windows, 1);
    counts = copy_linear(spot, 3, (struct gi_strides){ 16384, 0 }, (struct gi_box){ 16384, 2, 1 },
                         true);
    assert_int_equal(counts.windows, 4);
}

static void whole_tiles_that_look_alike_are_one_packet(void **state)
{
    static const uint32_t bytes[] = { 1, 2, 4, 8, 16 };
    struct giamd_spot dst = { &images[0].surface, 0, 16, 16, 0 };
    struct giamd_spot src = { &images[1].surface, 0, 0, 16, 1 };

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        struct gi_box box = { 16 * bytes[i], 16, 1 };
        assert_true(giamd_sdma_of(i % 2 == 0 ? 7 : 5, i % 2 == 0 ? 0 : 2, &sdma));
        image_begin(0, bytes[i], i % 2 == 0 ? 2 : 22, 48, 33, 2, 1);
        image_begin(1, bytes[i], i % 2 == 0 ? 3 : 26, 33, 47, 1, 2);     /* of other blocks */
        memory_begin();
        assert_int_equal(copy_between(dst, src, box).betweens, 1);
        box.width_bytes -= bytes[i];
        assert_int_equal(copy_between(dst, src, box).windows, 2);
        box.width_bytes += bytes[i];
        dst.x++;
        assert_int_equal(copy_between(dst, src, box).windows, 2);
        dst.x--;
        src.y++;
        assert_int_equal(copy_between(dst, src, box).nops, 2);
        src.y--;
        if (i % 2 == 0)
            continue;
        images[1].surface.swizzle_mode = expected_images[1].surface.swizzle_mode = 23;
        assert_int_equal(copy_between(dst, src, box).windows, 2);
    }
}

/** A box that the scratch memory does not hold goes in parts: slices if one fits, else rows. */
static void large_boxes_go_in_parts(void **state)
{
    const struct giamd_scratch scratch = { SCRATCH, GIAMD_LEAST_SCRATCH };
    struct giamd_surface a = { .address = IMAGE(0), .swizzle_mode = 27, .element_bytes = 16,
                               .width = 16384, .height = 100, .layers = 3, .levels = 1 };
    struct giamd_surface b = { .address = IMAGE(1), .swizzle_mode = 26, .element_bytes = 16,
                               .width = 16384, .height = 100, .layers = 3, .levels = 1 };
    struct giamd_spot dst = { &a, 0, 0, 0, 0 }, src = { &b, 0, 0, 0, 0 };
    struct gi_box row = { 16384 * 16, 100, 3 }, slice = { 64 * 16, 100, 3 };
    struct giamd_packets packets = packets_begin();

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    assert_true(giamd_copy_between(&sdma, &packets, &dst, &src, &row, &scratch));
    assert_int_equal(packets.count, 300 * (14 + 1 + 14 + 1));
    packets = packets_begin();
    assert_true(giamd_copy_between(&sdma, &packets, &dst, &src, &slice, &scratch));
    assert_int_equal(packets.count, 2 * (14 + 1 + 14 + 1));    /* of two slices, and one */
    assert_int_equal(commands[13], 1);
    assert_int_equal(commands[30 + 13], 0);
}

/* ---- anything ------------------------------------------------------------------------------ */

static struct test_random randoms;

static uint32_t below(uint64_t limit)
{
    return (uint32_t)test_random_below(&randoms, limit);
}

static struct giamd_spot any_spot(int image, struct gi_box *box)
{
    const struct giamd_surface *surface = &images[image].surface;
    uint32_t level = below(surface->levels), bytes = surface->element_bytes;
    uint32_t width = halved(surface->width, level), height = halved(surface->height, level);

    if (box->width_bytes == 0)
        *box = (struct gi_box){ (uint64_t)(1 + below(width)) * bytes, 1 + below(height),
                                1 + below(surface->layers) };
    if (box->width_bytes / bytes > width || box->height > height || box->depth > surface->layers)
        return (struct giamd_spot){ .surface = NULL };
    return (struct giamd_spot){ surface, level, below(width - box->width_bytes / bytes + 1),
                                below(height - box->height + 1),
                                below(surface->layers - box->depth + 1) };
}

static void any_box(void)
{
    struct gi_box box = { 0, 0, 0 };
    struct giamd_spot dst = any_spot(0, &box), src = any_spot((int)below(2), &box);
    uint32_t bytes = images[0].surface.element_bytes;
    struct gi_strides strides = { box.width_bytes + (uint64_t)below(4) * bytes, 0 };

    strides.slice_bytes = strides.row_bytes * box.height + (uint64_t)below(4) * bytes;
    if (below(3) != 0)
        copy_linear(dst, (uint64_t)below(40) * bytes, strides, box, below(2) != 0);
    else if (src.surface != NULL && (src.surface != dst.surface || src.level != dst.level))
        copy_between(dst, src, box);
}

static void any_boxes(void **state)
{
    static const uint32_t engines[][3] = { { 5, 0, 22 }, { 5, 2, 27 }, { 6, 0, 31 }, { 7, 0, 3 } };

    (void)state;
    test_random_begin(&randoms, "boxes of surfaces");
    for (uint32_t i = 0; i < 20; i++) {
        const uint32_t *engine = engines[i % 4];
        uint32_t bytes = 1u << i % 5;
        assert_true(giamd_sdma_of(engine[0], engine[1], &sdma));
        image_begin(0, bytes, engine[2], 1 + below(40), 1 + below(30), 1 + below(3), 1 + below(2));
        image_begin(1, bytes, engine[2] - below(2), 1 + below(40), 1 + below(30), 1 + below(3),
                    1 + below(2));
        memory_begin();
        for (int round = 0; round < ROUNDS / 20; round++)
            any_box();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_one_packet),
        cmocka_unit_test(bytes_begin_within_words),
        cmocka_unit_test(the_longest_row_is_two),
        cmocka_unit_test(whole_tiles_that_look_alike_are_one_packet),
        cmocka_unit_test(large_boxes_go_in_parts),
        cmocka_unit_test(any_boxes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
