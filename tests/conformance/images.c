/* What the cases of images are made of. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>

void conf_need_images(void)
{
    if (conf_driver->image == NULL || !conf_info.images)
        conf_skip("the device has no images");
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* Small, and odd where they may be. */
const struct gi_image_shape conf_shapes[CONF_SHAPES] = {
    { .dims = GI_IMAGE_1D, .width = 37, .height = 1, .depth = 1, .layers = 1 },
    { .dims = GI_IMAGE_1D, .width = 37, .height = 1, .depth = 1, .layers = 5 },
    { .dims = GI_IMAGE_2D, .width = 37, .height = 21, .depth = 1, .layers = 1 },
    { .dims = GI_IMAGE_2D, .width = 16, .height = 40, .depth = 1, .layers = 3 },
    { .dims = GI_IMAGE_3D, .width = 19, .height = 10, .depth = 7, .layers = 1 },
    { .dims = GI_IMAGE_2D, .width = 20, .height = 20, .depth = 1, .layers = 6,
      .flags = GI_IMAGE_CUBE },
    { .dims = GI_IMAGE_2D, .width = 12, .height = 12, .depth = 1, .layers = 12,
      .flags = GI_IMAGE_CUBE },
};

static uint32_t halved(uint32_t size, uint32_t level)
{
    return size >> level > 1 ? size >> level : 1;
}

uint32_t conf_chain(const struct gi_image_shape *shape)
{
    uint32_t levels = 1;

    while ((shape->width | shape->height | shape->depth) >> levels != 0)
        levels++;
    return levels;
}

const struct gi_format_info *conf_format(const struct gi_image_shape *shape)
{
    return gi_format_info(shape->format);
}

/* A level as a box: bytes of a row of blocks, rows, and slices, layers or faces. */
struct gi_box conf_level_box(const struct gi_image_shape *shape, uint32_t level)
{
    const struct gi_format_info *format = conf_format(shape);
    uint32_t columns = (halved(shape->width, level) + format->block_width - 1) /
                       format->block_width;
    uint32_t rows = (halved(shape->height, level) + format->block_height - 1) /
                    format->block_height;

    return (struct gi_box){ (uint64_t)columns * format->block_bytes, rows,
                            shape->dims == GI_IMAGE_3D ? halved(shape->depth, level)
                                                       : shape->layers };
}

struct gi_strides conf_packed(const struct gi_box *box)
{
    return (struct gi_strides){ box->width_bytes, box->width_bytes * box->height };
}

/* Where a level begins in the model: levels follow each other at multiples of 16. */
uint64_t conf_level_at(const struct gi_image_shape *shape, uint32_t level)
{
    uint64_t at = 0;

    for (uint32_t i = 0; i < level; i++) {
        struct gi_box box = conf_level_box(shape, i);
        at += (gi_box_bytes(&box) + 15) / 16 * 16;
    }
    return at;
}

/* ---- images --------------------------------------------------------------------------------- */

static struct gi_image *image_blank(struct gi_device_base *base, const struct gi_image_shape *shape)
{
    struct gi_image *image = calloc(1, conf_driver->image->size);

    CONF_THAT(image != NULL, "no memory");
    image->device = base;
    image->ops = conf_driver->image;
    image->shape = *shape;
    return image;
}

void conf_image_free(struct gi_image *image)
{
    image->ops->finish(image);
    free(image);
}

struct gi_image *conf_image_init(struct gi_device_base *base, const struct gi_image_shape *shape,
                                 struct gi_memory *imported)
{
    struct gi_image *image = image_blank(base, shape);
    image->memory = imported;
    gi_status status = image->ops->init(image);

    if (status != GI_OK) {
        CONF_STATUS(GI_NOT_SUPPORTED, status);
        conf_image_free(image);
        return NULL;
    }
    CONF_THAT(image->size_bytes > 0 && image->alignment_bytes > 0 &&
              (image->alignment_bytes & (image->alignment_bytes - 1)) == 0,
              "%s: an image of %" PRIu64 " bytes, aligned to %" PRIu64, conf_format(shape)->name,
              image->size_bytes, image->alignment_bytes);
    return image;
}

static void begin_image(struct conf_rig *rig, struct gi_image *image)
{
    struct gi_command begin = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image.image = image };

    conf_run(rig, &begin, 1);
}

/* At an offset that is the alignment, if the image does not want the memory for itself. */
bool conf_own_image_open(struct conf_rig *rig, const struct gi_image_shape *shape,
                     struct conf_own_image *own)
{
    own->image = conf_image_init(rig->base, shape, NULL);
    if (own->image == NULL)
        return false;
    uint64_t offset = own->image->wants_own_memory ? 0 : own->image->alignment_bytes;
    own->memory = conf_memory(rig->base, offset + own->image->size_bytes, GI_MEMORY_IMAGE);
    CONF_OK(own->image->ops->bind(own->image, own->memory, offset));
    CONF_THAT(own->image->memory == own->memory && own->image->offset_bytes == offset,
              "bind does not say where");
    begin_image(rig, own->image);
    return true;
}

void conf_own_image_close(struct conf_own_image *own)
{
    conf_image_free(own->image);
    conf_memory_free(own->memory);
}

/* ---- commands ------------------------------------------------------------------------------- */

struct gi_command conf_write_level(struct gi_image *image, uint32_t level, struct gi_memory *src,
                                     uint64_t offset)
{
    struct gi_box box = conf_level_box(&image->shape, level);

    return (struct gi_command){ .kind = GI_COMMAND_IMAGE_WRITE,
                                .dst_image = { .image = image, .level = level },
                                .src = { src, offset, conf_packed(&box) },
                                .box = box };
}

struct gi_command conf_read_level(struct gi_memory *dst, uint64_t offset, struct gi_image *image,
                                    uint32_t level)
{
    struct gi_box box = conf_level_box(&image->shape, level);

    return (struct gi_command){ .kind = GI_COMMAND_IMAGE_READ,
                                .dst = { dst, offset, conf_packed(&box) },
                                .src_image = { .image = image, .level = level },
                                .box = box };
}

size_t conf_write_levels(struct gi_command *commands, struct gi_image *image,
                           struct gi_memory *memory)
{
    for (uint32_t i = 0; i < image->shape.levels; i++)
        commands[i] = conf_write_level(image, i, memory, conf_level_at(&image->shape, i));
    return image->shape.levels;
}

size_t conf_read_levels(struct gi_command *commands, struct gi_memory *memory,
                          struct gi_image *image)
{
    for (uint32_t i = 0; i < image->shape.levels; i++)
        commands[i] = conf_read_level(memory, conf_level_at(&image->shape, i), image, i);
    return image->shape.levels;
}

/* Bytes for each texel of each level; of floats, numbers: others need not come back as they are. */
void conf_fill_levels(const struct gi_image_shape *shape, uint8_t *bytes, uint64_t size,
                       unsigned seed)
{
    const struct gi_format_info *format = conf_format(shape);

    for (uint64_t i = 0; i < size; i++)
        bytes[i] = conf_byte(i + seed * 1009);
    if (format->texel_class != GI_TEXEL_FLOAT || format->block_width != 1)
        return;
    for (uint64_t i = 0; i < size; i += 2)       /* no exponent of ones, in half and in float */
        bytes[i + 1] &= 0x3f;
}

void conf_same_levels(const struct gi_image_shape *shape, const uint8_t *got,
                        const uint8_t *expected)
{
    char what[128];

    for (uint32_t level = 0; level < shape->levels; level++) {
        struct gi_box box = conf_level_box(shape, level);
        uint64_t at = conf_level_at(shape, level);
        snprintf(what, sizeof what, "%s %u by %u by %u, %u layers, flags %u, level %u",
                 conf_format(shape)->name, shape->width, shape->height, shape->depth, shape->layers,
                 shape->flags, level);
        conf_same(what, got + at, expected + at, (size_t)gi_box_bytes(&box));
    }
}
