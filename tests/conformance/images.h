/** What the cases of images are made of; each asserts that it succeeds. */
#ifndef CONF_IMAGES_H
#define CONF_IMAGES_H

#include "conformance.h"

/* More levels than any image here has. */
enum { CONF_LEVELS = 32, CONF_SHAPES = 7 };

/** One, two and three directions, layers and cubes; without a format and levels. */
extern const struct gi_image_shape conf_shapes[CONF_SHAPES];

/** Skips the case where the device has no images. Call it before anything is open. */
void conf_need_images(void);

/** How many levels a shape can have. */
uint32_t conf_chain(const struct gi_image_shape *shape);

const struct gi_format_info *conf_format(const struct gi_image_shape *shape);

/** A level as a box: bytes of a row of blocks, rows, and slices, layers or faces. */
struct gi_box conf_level_box(const struct gi_image_shape *shape, uint32_t level);

/** Strides of a box without gaps. */
struct gi_strides conf_packed(const struct gi_box *box);

/** Where a level begins in a model of all of them; of the one past the last: how long it is. */
uint64_t conf_level_at(const struct gi_image_shape *shape, uint32_t level);

/** Bytes for each texel of each level; of floats, numbers. */
void conf_fill_levels(const struct gi_image_shape *shape, uint8_t *bytes, uint64_t size,
                      unsigned seed);

/** Fails the case at the first byte of a level that differs. */
void conf_same_levels(const struct gi_image_shape *shape, const uint8_t *got,
                      const uint8_t *expected);

/** An image without memory, or if external one for imported memory; NULL if the device says that
 *  it cannot have it. */
struct gi_image *conf_image_init(struct gi_device_base *base, const struct gi_image_shape *shape,
                                 struct gi_memory *imported);
void conf_image_free(struct gi_image *image);

/** An own image in memory of its own, ready to be used. */
struct conf_own_image {
    struct gi_image *image;
    struct gi_memory *memory;
};

/** False if the device says that it cannot have it. */
bool conf_own_image_open(struct conf_rig *rig, const struct gi_image_shape *shape,
                         struct conf_own_image *own);
void conf_own_image_close(struct conf_own_image *own);

/** Commands between a whole level, or all, and a model of it in memory. */
struct gi_command conf_write_level(struct gi_image *image, uint32_t level, struct gi_memory *src,
                                   uint64_t offset);
struct gi_command conf_read_level(struct gi_memory *dst, uint64_t offset, struct gi_image *image,
                                  uint32_t level);
size_t conf_write_levels(struct gi_command *commands, struct gi_image *image,
                         struct gi_memory *memory);
size_t conf_read_levels(struct gi_command *commands, struct gi_memory *memory,
                        struct gi_image *image);

#endif
