/** Images: linear ones, which are memory with a formula, and other programs' tiled ones. */
#ifndef GIAMD_IMAGE_H
#define GIAMD_IMAGE_H

#include "boxes.h"
#include "contract/driver.h"
#include "layout.h"
#include "metadata.h"
#include "surfaces.h"

struct giamd_image {
    struct gi_image base;
    struct giamd_found found;    /* of an external one: what its memory says */
    struct giamd_layout layout;          /* of a linear one */
    struct giamd_surface surface;        /* of a tiled one */
};

extern const struct gi_image_ops giamd_image_ops;

bool giamd_image_is_tiled(const struct gi_image *base);

/** Where a place in a bound linear image is for the device. */
struct giamd_place giamd_image_place(const struct gi_image_place *place);

/** And in a tiled one. */
struct giamd_spot giamd_image_spot(const struct gi_image_place *place);

#endif
