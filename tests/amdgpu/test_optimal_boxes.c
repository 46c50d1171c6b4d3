/* Boxes of RADV's tiled images on the emulated card: to and from memory at any pitch, to and from
 * linear images, from one to another by either way, against models on the host. Skipped where the
 * card is not preloaded or RADV does not know the chip. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/random.h"
#include "mesa_image.h"

enum { MEMORY_BYTES = 256 << 10, IMAGES = 3, TILED = 2, ROUNDS = 60 };

/* An image beside what it ought to hold: two of RADV's and one of ours, which is linear. */
struct modelled {
    struct gi_image_shape shape;
    struct gi_image *image;
    uint8_t *bytes;
    uint64_t size_bytes;
};

static struct {
    struct conf_rig rig;
    struct test_random random;
    struct mesa_image mesa[TILED];
    struct gi_memory *imported[TILED];
    struct conf_own_image own;
    struct modelled images[IMAGES];
    struct gi_memory *memory;
    uint8_t bytes[MEMORY_BYTES];
} all;

/* ---- making them ---------------------------------------------------------------------------- */

static void fill(struct modelled *image, unsigned seed)
{
    struct gi_command commands[CONF_LEVELS];
    struct gi_memory *host = conf_memory(all.rig.base, image->size_bytes, GI_MEMORY_HOST);

    conf_fill_levels(&image->shape, image->bytes, image->size_bytes, seed);
    memcpy(host->host_address, image->bytes, image->size_bytes);
    conf_run(&all.rig, commands, conf_write_levels(commands, image->image, host));
    conf_memory_free(host);
}

static void open_image(int i, const struct recipe *recipe)
{
    struct modelled *image = &all.images[i];

    image->shape = recipe->shape;
    image->size_bytes = conf_level_at(&image->shape, image->shape.levels);
    image->bytes = malloc(image->size_bytes);
    CONF_THAT(image->bytes != NULL, "no memory");
    if (i == TILED) {
        CONF_THAT(conf_own_image_open(&all.rig, &image->shape, &all.own), "%s",
                  gi_last_error_detail());
        image->image = all.own.image;
    } else {
        mesa_open(&all.mesa[i], recipe);
        image->shape.flags |= GI_IMAGE_EXTERNAL | GI_IMAGE_DEDICATED;
        all.imported[i] = conf_memory_blank(all.rig.base);
        CONF_OK(all.imported[i]->ops->import(all.imported[i], &all.mesa[i].handle,
                                             all.mesa[i].size_bytes, true));
        image->image = conf_image_init(all.rig.base, &image->shape, all.imported[i]);
        CONF_THAT(image->image != NULL, "%s", gi_last_error_detail());
        CONF_OK(image->image->ops->bind(image->image, all.imported[i], 0));
    }
    fill(image, (unsigned)i + 1);
}

static void close_image(int i)
{
    struct gi_command commands[CONF_LEVELS];
    struct modelled *image = &all.images[i];
    struct gi_memory *host = conf_memory(all.rig.base, image->size_bytes, GI_MEMORY_HOST);

    conf_run(&all.rig, commands, conf_read_levels(commands, host, image->image));
    conf_same_levels(&image->shape, host->host_address, image->bytes);
    conf_memory_free(host);
    if (i == TILED) {
        conf_own_image_close(&all.own);
    } else {
        if (all.mesa[i].can_copy) {          /* and RADV sees the same */
            uint8_t *got = malloc(image->size_bytes);
            CONF_THAT(got != NULL, "no memory");
            mesa_move(&all.mesa[i], &image->shape, got, false);
            conf_same_levels(&image->shape, got, image->bytes);
            free(got);
        }
        conf_image_free(image->image);
        conf_memory_free(all.imported[i]);
        mesa_close(&all.mesa[i]);
    }
    free(image->bytes);
}

/* ---- copies --------------------------------------------------------------------------------- */

static uint64_t below(uint64_t limit)
{
    return test_random_below(&all.random, limit);
}

/* A place in an image, where it is in the model, and how far its rows are apart there. */
struct spot {
    struct gi_image_place place;
    uint8_t *bytes;
    struct gi_strides strides;
};

/** Anywhere where the box has room; false if the level that was thrown has none. A box of zeros
 *  becomes one that has. */
static bool any_spot(const struct modelled *image, struct gi_box *box, struct spot *out)
{
    uint32_t level = (uint32_t)below(image->shape.levels);
    uint32_t bytes = conf_format(&image->shape)->block_bytes;
    struct gi_box whole = conf_level_box(&image->shape, level);
    struct gi_strides strides = conf_packed(&whole);

    if (box->width_bytes == 0)
        *box = (struct gi_box){ bytes * (1 + below(whole.width_bytes / bytes)),
                                1 + below(whole.height), 1 + below(whole.depth) };
    if (box->width_bytes > whole.width_bytes || box->height > whole.height ||
        box->depth > whole.depth)
        return false;
    uint64_t x = below((whole.width_bytes - box->width_bytes) / bytes + 1);
    uint64_t y = below(whole.height - box->height + 1), z = below(whole.depth - box->depth + 1);
    *out = (struct spot){
        .place = { image->image, level, (uint32_t)x, (uint32_t)y, (uint32_t)z },
        .bytes = image->bytes + conf_level_at(&image->shape, level) +
                 gi_box_offset(&strides, x * bytes, y, z),
        .strides = strides,
    };
    return true;
}

static struct gi_command with_memory(const struct modelled *image)
{
    uint32_t unit = conf_format(&image->shape)->block_bytes;
    struct gi_command command = { .kind = below(2) != 0 ? GI_COMMAND_IMAGE_WRITE :
                                                          GI_COMMAND_IMAGE_READ };
    struct gi_place place = { .memory = all.memory, .offset_bytes = unit * below(40) };
    uint8_t *bytes = all.bytes + place.offset_bytes;
    struct spot spot;

    (void)any_spot(image, &command.box, &spot);
    place.strides.row_bytes = command.box.width_bytes + unit * below(5);
    place.strides.slice_bytes = place.strides.row_bytes * command.box.height + unit * below(5);
    CONF_THAT(place.offset_bytes + gi_box_span(&command.box, &place.strides) <= MEMORY_BYTES,
              "no room");
    if (command.kind == GI_COMMAND_IMAGE_WRITE) {
        command.dst_image = spot.place;
        command.src = place;
        gi_box_move(spot.bytes, &spot.strides, bytes, &place.strides, &command.box);
    } else {
        command.dst = place;
        command.src_image = spot.place;
        gi_box_move(bytes, &place.strides, spot.bytes, &spot.strides, &command.box);
    }
    return command;
}

/** False if what was thrown does not go. */
static bool with_image(const struct modelled *image, const struct modelled *other,
                       struct gi_command *out_command)
{
    uint32_t unit = conf_format(&image->shape)->block_bytes;
    struct spot dst, src;

    *out_command = (struct gi_command){ .kind = GI_COMMAND_IMAGE_COPY };
    if (below(2) != 0)           /* whole tiles sometimes */
        out_command->box = (struct gi_box){ 16 * unit, 16, 1 };
    if (!any_spot(image, &out_command->box, &dst) || !any_spot(other, &out_command->box, &src) ||
        (image == other && dst.place.level == src.place.level))
        return false;
    out_command->dst_image = dst.place;
    out_command->src_image = src.place;
    gi_box_move(dst.bytes, &dst.strides, src.bytes, &src.strides, &out_command->box);
    return true;
}

/** Batches of several commands, each behind the one before it. */
static void copy_some(void)
{
    struct gi_command commands[5];
    size_t count = 0;

    while (count < sizeof commands / sizeof commands[0]) {
        const struct modelled *image = &all.images[below(IMAGES)];
        if (below(2) != 0)
            commands[count++] = with_memory(image);
        else
            count += with_image(image, &all.images[below(IMAGES)], &commands[count]);
    }
    for (size_t i = 1; i < count; i++)
        commands[i].barrier_before = true;
    conf_run(&all.rig, commands, count);
}

static void boxes_of(const struct recipe *recipes)
{
    static uint8_t got[MEMORY_BYTES];

    test_random_begin(&all.random, "boxes of tiled images");
    conf_open(&all.rig);
    for (int i = 0; i < IMAGES; i++)
        open_image(i, &recipes[i]);
    all.memory = conf_memory(all.rig.base, MEMORY_BYTES, GI_MEMORY_DEVICE);
    conf_fill_levels(&all.images[0].shape, all.bytes, MEMORY_BYTES, 9);
    conf_write(&all.rig, all.memory, 0, all.bytes, MEMORY_BYTES);
    for (int i = 0; i < ROUNDS; i++)
        copy_some();
    conf_read(&all.rig, all.memory, 0, got, MEMORY_BYTES);
    conf_same("memory beside images", got, all.bytes, MEMORY_BYTES);
    conf_memory_free(all.memory);
    for (int i = 0; i < IMAGES; i++)
        close_image(i);
    conf_close(&all.rig);
}

#define OPTIMAL(vulkan, usage, ...) \
    { vulkan, VK_IMAGE_TILING_OPTIMAL, true, SHAPE(__VA_ARGS__), usage, 0, false }
#define DRAWN (VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT)

static void any_boxes(void **state)
{
    /* The third is ours. */
    static const struct recipe recipes[][IMAGES] = {
        { OPTIMAL(VK_FORMAT_R8_UINT, 0, GI_FORMAT_R8_UINT, 61, 40, 5, 3),
          OPTIMAL(VK_FORMAT_R8_UNORM, DRAWN, GI_FORMAT_R8_UNORM, 50, 70, 1, 2),
          OPTIMAL(VK_FORMAT_R8_UINT, 0, GI_FORMAT_R8_UINT, 33, 34, 3, 2) },
        { OPTIMAL(VK_FORMAT_R8G8_UINT, 0, GI_FORMAT_RG8_UINT, 61, 40, 5, 3),
          OPTIMAL(VK_FORMAT_R16_SFLOAT, 0, GI_FORMAT_R16_FLOAT, 70, 33, 2, 1),
          OPTIMAL(VK_FORMAT_R8G8_UINT, 0, GI_FORMAT_RG8_UINT, 33, 34, 3, 2) },
        { OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, 0, GI_FORMAT_RGBA8_UNORM, 61, 40, 5, 3),
          OPTIMAL(VK_FORMAT_R32_SFLOAT, VK_IMAGE_USAGE_STORAGE_BIT, GI_FORMAT_R32_FLOAT, 40, 41, 3,
                  2),
          OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, 0, GI_FORMAT_RGBA8_UNORM, 33, 34, 3, 2) },
        { OPTIMAL(VK_FORMAT_BC1_RGB_UNORM_BLOCK, 0, GI_FORMAT_BC1_UNORM, 101, 90, 7, 2),
          OPTIMAL(VK_FORMAT_BC4_UNORM_BLOCK, VK_IMAGE_USAGE_SAMPLED_BIT, GI_FORMAT_BC4_UNORM, 84,
                  92, 1, 3),
          OPTIMAL(VK_FORMAT_BC1_RGB_UNORM_BLOCK, 0, GI_FORMAT_BC1_UNORM, 100, 75, 3, 2) },
        { OPTIMAL(VK_FORMAT_R32G32B32A32_UINT, DRAWN, GI_FORMAT_RGBA32_UINT, 41, 36, 4, 2),
          OPTIMAL(VK_FORMAT_BC7_UNORM_BLOCK, 0, GI_FORMAT_BC7_UNORM, 120, 100, 3, 2),
          OPTIMAL(VK_FORMAT_R32G32B32A32_UINT, 0, GI_FORMAT_RGBA32_UINT, 33, 34, 3, 2) },
    };

    (void)state;
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++)
        boxes_of(recipes[i]);
}

/* ---- what it costs -------------------------------------------------------------------------- */

/** Copies that go through the queue's memory, and to and from it by rows: one batch. */
static void copy_between(size_t count)
{
    struct gi_command commands[3] = {
        { .kind = GI_COMMAND_IMAGE_COPY, .dst_image = { .image = all.images[0].image, .x = 1 },
          .src_image = { .image = all.images[1].image }, .box = { 4 * 31, 33, 1 } },
        { .kind = GI_COMMAND_IMAGE_COPY, .barrier_before = true,
          .dst_image = { .image = all.images[1].image },
          .src_image = { .image = all.images[0].image, .y = 5 }, .box = { 4 * 40, 30, 1 } },
        { .kind = GI_COMMAND_IMAGE_READ, .barrier_before = true, .dst = { .memory = all.memory,
          .strides = { 4 * 40, 0 } }, .src_image = { .image = all.images[0].image },
          .box = { 4 * 40, 30, 1 } },
    };

    while (count-- > 0)
        conf_run(&all.rig, commands, 3);
}

/** From the second time on a batch is one call of the kernel, and no memory is made. */
static void copies_make_no_memory(void **state)
{
    static const struct recipe recipe =
        OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, 0, GI_FORMAT_RGBA8_UNORM, 61, 40, 5, 3);
    enum { CREATE = 0x40, SUBMIT = 0x44, MAP = 0x48 };

    (void)state;
    conf_open(&all.rig);
    for (int i = 0; i < TILED; i++)
        open_image(i, &recipe);
    all.memory = conf_memory(all.rig.base, MEMORY_BYTES, GI_MEMORY_DEVICE);
    copy_between(2);
    struct gicard_counters before = card_counters();
    copy_between(10);
    struct gicard_counters after = card_counters();
    assert_int_equal(after.ioctl_by_number[SUBMIT] - before.ioctl_by_number[SUBMIT], 10);
    assert_int_equal(after.ioctl_by_number[CREATE] - before.ioctl_by_number[CREATE], 0);
    assert_int_equal(after.ioctl_by_number[MAP] - before.ioctl_by_number[MAP], 0);
    conf_memory_free(all.memory);
    for (int i = 0; i < TILED; i++) {
        struct gi_command commands[CONF_LEVELS];     /* what is there now is what is expected */
        struct modelled *image = &all.images[i];
        struct gi_memory *host = conf_memory(all.rig.base, image->size_bytes, GI_MEMORY_HOST);
        conf_run(&all.rig, commands, conf_read_levels(commands, host, image->image));
        memcpy(image->bytes, host->host_address, image->size_bytes);
        conf_memory_free(host);
        close_image(i);
    }
    conf_close(&all.rig);
}

/* --------------------------------------------------------------------------------------------- */

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(any_boxes),
                                        cmocka_unit_test(copies_make_no_memory),
                                        cmocka_unit_test(no_rule_was_broken) };

    if (on_card_absent() || radv_is_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    on_card_find(NULL);
    if (strstr(conf_info.driver_version, "SDMA 4") != NULL) {
        print_message("skipped: no tiled images of GFX9\n");
        return EXIT_SKIPPED;
    }
    return cmocka_run_group_tests_name("boxes", tests, NULL, NULL);
}
