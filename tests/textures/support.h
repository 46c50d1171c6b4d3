/** Arrays that hold what a model says, objects of them, and comparisons. */
#ifndef TEXTURES_SUPPORT_H
#define TEXTURES_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>

#include "arrays/array.h"
#include "../copies.h"
#include "device/device.h"
#include "pools/memory.h"
#include "model.h"
#include "rig.h"
#include "arrays/texture.h"

/** Ends the program unless a call answers so. */
#define STATUS(expected, call) \
    do { \
        gi_status status_expected_ = (expected), status_got_ = (call); \
        if (status_got_ != status_expected_) { \
            fprintf(stderr, "%s:%d: %s: %s instead of %s (%s)\n", __FILE__, __LINE__, #call, \
                    gi_status_name(status_got_), gi_status_name(status_expected_), \
                    gi_last_error_detail()); \
            exit(1); \
        } \
    } while (0)

#define OK(call) STATUS(GI_OK, call)

/** A model's image as a mipmapped array, or as an array where it has one level. */
struct holder {
    struct model model;
    gi_handle array, mipmapped;  /* of the one that there is not: 0 */
};

/** Sizes are those of the shape; the rest of them means nothing. */
void holder_create(struct holder *out, enum gi_format format, uint32_t shape,
                   const uint32_t size[4], uint32_t levels, uint32_t flags);
void holder_destroy(struct holder *holder);

/** Writes the model into one level of an array, or compares. */
void holder_write(const struct holder *holder, uint32_t level);
void holder_compare(const struct holder *holder, uint32_t level, const char *what);

struct gi_resource holder_resource(const struct holder *holder);

/** A sampling that reads texels as they are, by whole coordinates. */
struct gi_sampling plain_sampling(void);

/** The same in the read mode that every texture of the format can have. */
struct gi_sampling plain_sampling_of(enum gi_format format);

/** Reads texture at places as format, and compares with the model at each place's level. what is
 *  the kernel's, name is for sentences. */
void compare_reads(const struct model *model, enum gi_format as,
                   const struct gi_sampling *sampling, uint64_t texture, uint32_t what,
                   const struct rig_place *places, size_t count, double tolerance,
                   const char *name);

/** As what a kernel reads texels of a format. */
enum rig_kernel kernel_of(enum gi_format as);

/** A channel of what a kernel read. */
double texel_channel(enum rig_kernel kernel, const union rig_texel *texel, int channel);

/** How many texels a level has, with all its slices or layers. */
size_t texels_of_level(const struct model *model, uint32_t level);

/** Places of all texels of a level as surfaces count: in bytes. */
size_t places_of_surface(const struct model *model, uint32_t level, struct rig_place *out);

/** Places at all texels of a level, in the coordinates of the sampling. */
size_t places_of_texels(const struct model *model, const struct gi_sampling *sampling,
                        uint32_t level, struct rig_place *out);

/** Places in and around a level, not near an edge between two texels. */
size_t places_around(const struct model *model, const struct gi_sampling *sampling, uint32_t level,
                     size_t count, unsigned seed, struct rig_place *out);

#endif
