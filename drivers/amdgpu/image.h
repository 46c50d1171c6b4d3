/** Images: linear ones, which are memory with a formula. */
#ifndef GIAMD_IMAGE_H
#define GIAMD_IMAGE_H

#include "boxes.h"
#include "driver.h"
#include "layout.h"

struct giamd_image {
    struct gi_image base;
    struct giamd_layout layout;
};

extern const struct gi_image_ops giamd_image_ops;

/** Where a place in a bound image is for the device. */
struct giamd_place giamd_image_place(const struct gi_image_place *place);

#endif
