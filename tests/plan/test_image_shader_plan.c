/* Which copies of images shaders do, and how their threads stand, on made-up facts. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "test_cases.h"
#include "made_up.h"
#include "vulkan/plan/image_shader_plan.h"

/* Commands between memory and two images, and what the driver knows of their ends. */
struct copies {
    struct givk_facts facts;
    struct givk_plan plan;
    struct gi_image images[2];
    struct gi_command write, read, copy;
    struct givk_image_ends ends;
    struct givk_image_dispatch out;
};

static void make(struct copies *c, void (*facts)(struct givk_facts *), const char *plan)
{
    static const struct gi_image_shape square = {
        .format = GI_FORMAT_RGBA8_UINT, .dims = GI_IMAGE_2D, .width = 1024, .height = 1024,
        .depth = 1, .layers = 6, .levels = 11,
    };
    const struct gi_image_place dst = { &c->images[0], 1, 3, 5, 2 };
    const struct gi_image_place src = { &c->images[1], 0, 7, 9, 1 };
    const struct gi_place memory = { NULL, 256, { 4096, 4096 * 500 } };
    const struct gi_box box = { 400, 300, 2 };

    *c = (struct copies){ .ends = { .stores = true, .address = 1 << 20 } };
    facts(&c->facts);
    givk_plan_make(&c->facts, plan, &c->plan);
    c->images[0].shape = square;
    c->images[1].shape = square;
    c->write = (struct gi_command){ .kind = GI_COMMAND_IMAGE_WRITE, .dst_image = dst,
                                    .src = memory, .box = box };
    c->read = (struct gi_command){ .kind = GI_COMMAND_IMAGE_READ, .dst = memory,
                                   .src_image = src, .box = box };
    c->copy = (struct gi_command){ .kind = GI_COMMAND_IMAGE_COPY, .dst_image = dst,
                                   .src_image = src, .box = box };
}

static bool take(struct copies *c, const struct gi_command *cmd)
{
    return givk_image_plan_copy(&c->facts, &c->plan, cmd, &c->ends, &c->out);
}

/* ---- whether --------------------------------------------------------------------------------- */

TEST_CASE(test_nvidia_copies_its_own_memory)
{
    struct copies c;

    make(&c, made_up_h200, NULL);
    assert_true(take(&c, &c.write));
    assert_true(take(&c, &c.read));
    c.ends.is_host = true;                       /* several layers */
    assert_true(take(&c, &c.write));
    c.write.box.depth = 1;
    c.read.box.depth = 1;
    assert_false(take(&c, &c.write));
    assert_false(take(&c, &c.read));
    c.images[0].shape.dims = GI_IMAGE_3D;        /* a volume, and what is none */
    assert_true(take(&c, &c.write));
    assert_false(take(&c, &c.read));
    c.ends.is_host = false;
    assert_true(take(&c, &c.read));
    c.ends.address = 0;                          /* nobody said where */
    assert_false(take(&c, &c.write));
}

TEST_CASE(test_others_do_not_unless_told)
{
    struct copies c;

    make(&c, made_up_llvmpipe, NULL);
    assert_false(take(&c, &c.write) || take(&c, &c.read) || take(&c, &c.copy));
    make(&c, made_up_llvmpipe, "generic+image-shaders");
    assert_string_equal(c.plan.name, "generic");
    c.ends.is_host = true;
    assert_true(take(&c, &c.write) && take(&c, &c.read) && take(&c, &c.copy));
    make(&c, made_up_intel, "generic+image-shaders");    /* which cannot */
    assert_false(take(&c, &c.write) || take(&c, &c.read) || take(&c, &c.copy));
    make(&c, made_up_h200, "nvidia+image-commands");
    assert_false(take(&c, &c.write) || take(&c, &c.read) || take(&c, &c.copy));
    make(&c, made_up_h200, "+image-shaders+image-read=2+image-row=64+image-rows=2");
    assert_string_equal(c.plan.name, "nvidia");
    assert_int_equal(c.plan.image_shaders.texels_read, 2);
    assert_int_equal(c.plan.image_shaders.row_bytes, 64);
    assert_int_equal(c.plan.image_shaders.rows, 2);
    assert_false(c.plan.dedicated_imports);
    make(&c, made_up_h200, "nvidia+dedicated-imports+image-rows=17+image-rows=x+no-such-word+");
    assert_true(c.plan.dedicated_imports);
    assert_int_equal(c.plan.image_shaders.rows, 4);
}

TEST_CASE(test_between_images)
{
    struct copies c;

    make(&c, made_up_h200, NULL);
    assert_true(take(&c, &c.copy));
    c.images[0].shape.dims = GI_IMAGE_1D;
    c.images[1].shape.dims = GI_IMAGE_3D;
    assert_true(take(&c, &c.copy));
    assert_int_equal(c.out.shader.to, 1);
    assert_int_equal(c.out.shader.from, 3);
    assert_int_equal(c.out.parameters.x, 3);
    assert_int_equal(c.out.parameters.from_y, 9);
    c.images[1].shape.format = GI_FORMAT_BC1_UNORM;      /* as large, in blocks */
    c.images[0].shape.format = GI_FORMAT_RG32_UINT;
    assert_false(take(&c, &c.copy));
}

TEST_CASE(test_what_cannot_be)
{
    struct copies c;

    make(&c, made_up_h200, NULL);
    c.ends.stores = false;
    assert_false(take(&c, &c.write));
    assert_true(take(&c, &c.read));              /* which needs no storage */
    make(&c, made_up_h200, NULL);
    c.facts.stored_texels = 1 | 2 | 8 | 16;
    assert_false(take(&c, &c.write));
    make(&c, made_up_h200, NULL);
    c.write.dst_image.level = GIVK_COPIED_LEVELS;
    assert_false(take(&c, &c.write));
    make(&c, made_up_h200, NULL);
    c.images[0].shape.format = GI_FORMAT_BC7_UNORM;
    assert_false(take(&c, &c.write));
    make(&c, made_up_h200, NULL);
    c.facts.formatless_stores = false;
    givk_plan_make(&c.facts, NULL, &c.plan);
    assert_false(take(&c, &c.write));
}

/* ---- how ------------------------------------------------------------------------------------- */

TEST_CASE(test_units_follow_the_alignment)
{
    struct copies c;

    make(&c, made_up_h200, "+image-written=4");
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 16);
    assert_int_equal(c.out.parameters.address, (1 << 20) + 256);
    c.write.src.offset_bytes += 8;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 8);
    c.write.src.strides.row_bytes += 4;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 4);
    c.write.src.strides.slice_bytes += 2;        /* no texel of four bytes is there */
    assert_false(take(&c, &c.write));
    c.write.box.height = 1;                      /* strides that mean nothing do not count */
    c.write.box.depth = 1;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 8);
    c.images[0].shape.format = GI_FORMAT_R8_UINT;
    c.write.src.offset_bytes += 1;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 1);
    assert_int_equal(c.out.parameters.width, 400);
    c.write.src.offset_bytes = 256;              /* a word at least */
    c.plan.image_shaders.texels_written = 1;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.shader.unit_bytes, 4);
}

/* Every texel is some thread's. */
static void assert_covers(const struct copies *c)
{
    const struct givk_image_parameters *box = &c->out.parameters;
    uint32_t texels = c->out.shader.unit_bytes / c->out.shader.texel_bytes;
    uint64_t across = ((uint64_t)c->out.groups[0] << box->row_shift) * texels;
    uint64_t rows = (uint64_t)(c->plan.group_threads >> box->row_shift) *
                    c->plan.image_shaders.rows;

    assert_true(UINT32_C(1) << box->row_shift <= c->plan.group_threads);
    for (int i = 0; i < 3; i++)
        assert_in_range(c->out.groups[i], 1, 65535);
    assert_true(across >= box->width || c->out.groups[0] == 65535);
    assert_true(rows * c->out.groups[1] >= box->height || c->out.groups[1] == 65535);
    assert_true(c->out.groups[2] == box->depth || c->out.groups[2] == 65535);
}

TEST_CASE(test_threads_cover_the_box)
{
    static const struct gi_box boxes[] = {
        { 4, 1, 1 }, { 4, 1024, 1 }, { 4096, 1, 1 }, { 4096, 1024, 1 }, { 60, 3, 2048 },
        { UINT64_C(4) << 24, 1, 1 }, { UINT64_C(4) << 31, UINT64_C(1) << 31, 1 << 17 },
    };
    struct copies c;

    make(&c, made_up_h200, "+image-written=4");
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        c.write.box = boxes[i];
        assert_true(take(&c, &c.write));
        assert_covers(&c);
    }
    c.write.box = boxes[3];                      /* 256 bytes of a row stand side by side, */
    assert_true(take(&c, &c.write));
    assert_int_equal(16 << c.out.parameters.row_shift, c.plan.image_shaders.row_bytes);
    c.write.box = boxes[2];                      /* or a group would have rows without work */
    assert_true(take(&c, &c.write));
    assert_int_equal(1 << c.out.parameters.row_shift, c.plan.group_threads);
    assert_int_equal(c.out.parameters.pair_shift, c.out.parameters.row_shift);
    c.plan.image_shaders.row_bytes = 65536;
    c.write.box = boxes[3];                      /* two rows of a group at least, in pairs */
    assert_true(take(&c, &c.write));
    assert_int_equal(2 << c.out.parameters.row_shift, c.plan.group_threads);
    assert_int_equal(c.out.parameters.pair_shift, 4);
    c.ends.is_host = true;
    c.plan.image_shaders.all_of_host = true;
    assert_true(take(&c, &c.write));
    assert_int_equal(c.out.parameters.pair_shift, c.out.parameters.row_shift);
}

/* As shaders/image_walk.glsl has it: each thread of a group has a place of its own. */
TEST_CASE(test_pairs_are_a_permutation)
{
    for (uint32_t row_shift = 0; row_shift < 8; row_shift++) {
        for (uint32_t pair_shift = 0; pair_shift <= row_shift; pair_shift++) {
            bool seen[256] = { false };
            for (uint32_t thread = 0; thread < 256; thread++) {
                uint32_t at = thread & ((1u << row_shift) - 1), row = thread >> row_shift;
                if (pair_shift < row_shift) {
                    uint32_t pair = thread >> (pair_shift + 1), more = row_shift - pair_shift;
                    at = (thread & ((1u << pair_shift) - 1)) |
                         (pair & ((1u << more) - 1)) << pair_shift;
                    row = (thread >> pair_shift & 1) | pair >> more << 1;
                }
                assert_true(at < 1u << row_shift && row < 256u >> row_shift);
                assert_false(seen[row << row_shift | at]);
                seen[row << row_shift | at] = true;
            }
        }
    }
}

TEST_CASE(test_each_shader_has_its_place)
{
    static bool seen[GIVK_IMAGE_SHADER_COUNT];
    int places = 0;

    for (uint32_t to = 0; to <= 3; to++) {
        for (uint32_t from = 0; from <= 3; from++) {
            for (uint32_t texel = 1; texel <= 16; texel *= 2) {
                for (uint32_t unit = texel; unit <= 16; unit *= 2) {
                    bool copies = to != 0 && from != 0;
                    struct givk_image_shader shader = {
                        copies ? GI_COMMAND_IMAGE_COPY :
                        to != 0 ? GI_COMMAND_IMAGE_WRITE : GI_COMMAND_IMAGE_READ,
                        to, from, texel, unit,
                    };
                    uint32_t at = givk_image_shader_index(&shader);
                    if (to + from == 0 || (copies && (texel != 4 || unit != 4)))
                        continue;
                    assert_true(at < GIVK_IMAGE_SHADER_COUNT);
                    assert_false(seen[at]);
                    seen[at] = true;
                    places++;
                }
            }
        }
    }
    assert_int_equal(places, 2 * 3 * 15 + 9);
}
