/* Boxes of images, copied to, from and between levels, against models on the host. */
#include <stdlib.h>

#include "../unit/random.h"
#include "images.h"

enum { ROUNDS = 120 };

/* ---- boxes ---------------------------------------------------------------------------------- */

/* An image beside what it ought to hold. */
struct modelled {
    struct conf_own_image own;
    struct gi_image_shape shape;
    uint8_t *bytes;
};

enum { MEMORY_BYTES = 64 << 10 };

struct boxes {
    struct conf_rig rig;
    struct test_random random;
    struct modelled images[2];
    struct gi_memory *memory;
    uint8_t memory_bytes[MEMORY_BYTES];
};

static void modelled_open(struct boxes *boxes, struct modelled *image, unsigned seed)
{
    struct gi_command commands[CONF_LEVELS];
    uint64_t size = conf_level_at(&image->shape, image->shape.levels);

    CONF_THAT(conf_own_image_open(&boxes->rig, &image->shape, &image->own), "%s",
              gi_last_error_detail());
    image->bytes = malloc(size);
    CONF_THAT(image->bytes != NULL, "no memory");
    conf_fill_levels(&image->shape, image->bytes, size, seed);
    struct gi_memory *src = conf_memory(boxes->rig.base, size, GI_MEMORY_HOST);
    memcpy(src->host_address, image->bytes, size);
    conf_run(&boxes->rig, commands, conf_write_levels(commands, image->own.image, src));
    conf_memory_free(src);
}

static void modelled_close(struct boxes *boxes, struct modelled *image)
{
    struct gi_command commands[CONF_LEVELS];
    uint64_t size = conf_level_at(&image->shape, image->shape.levels);
    struct gi_memory *dst = conf_memory(boxes->rig.base, size, GI_MEMORY_HOST);

    conf_run(&boxes->rig, commands, conf_read_levels(commands, dst, image->own.image));
    conf_same_levels(&image->shape, dst->host_address, image->bytes);
    conf_memory_free(dst);
    free(image->bytes);
    conf_own_image_close(&image->own);
}

/* A place in an image, where it is in the model, and how far its rows are apart there. */
struct spot {
    struct gi_image_place place;
    uint8_t *bytes;
    struct gi_strides strides;
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The box is cut down to what there is room for in the level. */
static struct spot random_spot(struct boxes *boxes, struct modelled *image, struct gi_box *box)
{
    struct test_random *random = &boxes->random;
    uint32_t level = (uint32_t)test_random_below(random, image->shape.levels);
    uint32_t bytes = conf_format(&image->shape)->block_bytes;
    struct gi_box whole = conf_level_box(&image->shape, level);

    box->width_bytes = least(box->width_bytes, whole.width_bytes);
    box->height = least(box->height, whole.height);
    box->depth = least(box->depth, whole.depth);
    uint64_t x = test_random_below(random, (whole.width_bytes - box->width_bytes) / bytes + 1);
    uint64_t y = test_random_below(random, whole.height - box->height + 1);
    uint64_t z = test_random_below(random, whole.depth - box->depth + 1);
    struct gi_strides strides = conf_packed(&whole);
    return (struct spot){
        .place = { image->own.image, level, (uint32_t)x, (uint32_t)y, (uint32_t)z },
        .bytes = image->bytes + conf_level_at(&image->shape, level) +
                 gi_box_offset(&strides, x * bytes, y, z),
        .strides = strides,
    };
}

static struct gi_place random_place(struct boxes *boxes, const struct gi_box *box, uint64_t unit)
{
    struct test_random *random = &boxes->random;
    struct gi_place place = { .memory = boxes->memory,
                              .offset_bytes = unit * test_random_below(random, 40) };

    place.strides.row_bytes = box->width_bytes + unit * test_random_below(random, 4);
    place.strides.slice_bytes = place.strides.row_bytes * box->height +
                                unit * test_random_below(random, 4);
    CONF_THAT(place.offset_bytes + gi_box_span(box, &place.strides) <= MEMORY_BYTES, "no room");
    return place;
}

static void copy_one(struct boxes *boxes)
{
    struct test_random *random = &boxes->random;
    struct modelled *image = &boxes->images[test_random_below(random, 2)];
    struct modelled *other = &boxes->images[image == &boxes->images[0]];
    uint32_t unit = conf_format(&image->shape)->block_bytes;
    struct gi_command command = {
        .box = { unit * (1 + test_random_below(random, 40)), 1 + test_random_below(random, 24),
                 1 + test_random_below(random, 4) },
    };
    uint64_t way = test_random_below(random, 3);

    if (way == 2) {              /* the source's box is what the target has room for */
        struct gi_box box = command.box;
        (void)random_spot(boxes, other, &box);
        struct spot dst = random_spot(boxes, image, &box), src;
        do {
            command.box = box;
            src = random_spot(boxes, other, &command.box);
        } while (memcmp(&command.box, &box, sizeof box) != 0);
        command.kind = GI_COMMAND_IMAGE_COPY;
        command.dst_image = dst.place;
        command.src_image = src.place;
        gi_box_move(dst.bytes, &dst.strides, src.bytes, &src.strides, &box);
    } else {
        struct spot spot = random_spot(boxes, image, &command.box);
        struct gi_place place = random_place(boxes, &command.box, unit);
        uint8_t *bytes = boxes->memory_bytes + place.offset_bytes;
        command.kind = way == 0 ? GI_COMMAND_IMAGE_WRITE : GI_COMMAND_IMAGE_READ;
        if (way == 0) {
            command.dst_image = spot.place;
            command.src = place;
            gi_box_move(spot.bytes, &spot.strides, bytes, &place.strides, &command.box);
        } else {
            command.dst = place;
            command.src_image = spot.place;
            gi_box_move(bytes, &place.strides, spot.bytes, &spot.strides, &command.box);
        }
    }
    conf_run(&boxes->rig, &command, 1);
}

static void copy_boxes(enum gi_format format, enum gi_format other, size_t shape,
                       enum gi_memory_kind kind)
{
    static struct boxes boxes;
    static uint8_t got[MEMORY_BYTES];

    test_random_begin(&boxes.random, "boxes of images");
    conf_open(&boxes.rig);
    for (int i = 0; i < 2; i++) {
        boxes.images[i].shape = conf_shapes[shape];
        boxes.images[i].shape.format = i == 0 ? format : other;
        boxes.images[i].shape.levels = conf_chain(&conf_shapes[shape]);
        modelled_open(&boxes, &boxes.images[i], (unsigned)i);
    }
    boxes.memory = conf_memory(boxes.rig.base, MEMORY_BYTES, kind);
    conf_fill_levels(&boxes.images[0].shape, boxes.memory_bytes, MEMORY_BYTES, 5);
    conf_write(&boxes.rig, boxes.memory, 0, boxes.memory_bytes, MEMORY_BYTES);
    for (int i = 0; i < ROUNDS; i++)
        copy_one(&boxes);
    conf_read(&boxes.rig, boxes.memory, 0, got, MEMORY_BYTES);
    conf_same("memory beside images", got, boxes.memory_bytes, MEMORY_BYTES);
    conf_memory_free(boxes.memory);
    for (int i = 0; i < 2; i++)
        modelled_close(&boxes, &boxes.images[i]);
    conf_close(&boxes.rig);
}

static void image_boxes_go_where_they_belong(void **state)
{
    (void)state;
    conf_need_images();
    for (size_t shape = 0; shape < CONF_SHAPES; shape++) {
        copy_boxes(GI_FORMAT_RGBA8_UINT, GI_FORMAT_R32_UINT, shape, GI_MEMORY_DEVICE);
        copy_boxes(GI_FORMAT_R8_UINT, GI_FORMAT_R8_SINT, shape, GI_MEMORY_HOST);
        copy_boxes(GI_FORMAT_R16_FLOAT, GI_FORMAT_RG8_UNORM, shape, GI_MEMORY_DEVICE);
        copy_boxes(GI_FORMAT_RG32_FLOAT, GI_FORMAT_RGBA16_UINT, shape, GI_MEMORY_HOST);
        copy_boxes(GI_FORMAT_RGBA32_UINT, GI_FORMAT_RGBA32_SINT, shape, GI_MEMORY_DEVICE);
    }
}

static bool has_compressed(const struct conf_rig *rig)
{
    struct gi_image_shape shape = conf_shapes[2];

    shape.format = GI_FORMAT_BC1_UNORM;
    shape.levels = 1;
    struct gi_image *image = conf_image_init(rig->base, &shape, NULL);
    if (image != NULL)
        conf_image_free(image);
    return image != NULL;
}

static void image_boxes_of_blocks_go_where_they_belong(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    bool has = has_compressed(&rig);
    conf_close(&rig);
    if (!has)
        conf_skip("the device has no compressed images");
    copy_boxes(GI_FORMAT_BC1_UNORM, GI_FORMAT_BC4_UNORM, 2, GI_MEMORY_DEVICE);
    copy_boxes(GI_FORMAT_BC7_UNORM, GI_FORMAT_BC3_UNORM, 3, GI_MEMORY_HOST);
}

const struct conf_case conf_image_box_cases[] = {
    { "image.boxes_go_where_they_belong", image_boxes_go_where_they_belong },
    { "image.boxes_of_blocks_go_where_they_belong", image_boxes_of_blocks_go_where_they_belong },
    { NULL, NULL },
};
