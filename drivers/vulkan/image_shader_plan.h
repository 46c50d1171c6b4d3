/** The choices for copies of images by shaders: which are, by which shader, and how its threads
 *  stand. Pure. */
#ifndef GIVK_IMAGE_SHADER_PLAN_H
#define GIVK_IMAGE_SHADER_PLAN_H

#include "plan.h"

/** Levels that shaders reach; images whose sides are no longer than 32768 texels have no more. */
enum { GIVK_COPIED_LEVELS = 16 };

/** The push constants of the shaders, as they stand in shaders/image.glsl. */
struct givk_image_parameters {
    uint64_t address;            /* of the box in memory */
    struct gi_strides strides;
    uint32_t width, height, depth;       /* texels */
    uint32_t x, y, z;            /* where in the image, the written one of two */
    uint32_t from_x, from_y, from_z;     /* where in the read one of two */
    uint32_t row_shift;          /* 1 << row_shift threads stand in a row, */
    uint32_t pair_shift;         /* if that is less, 1 << pair_shift of one row beside as many of
                                    the next, and so on along both */
};

enum { GIVK_IMAGE_SHADER_COUNT = 3 * 5 * 5 * 2 + 3 * 3 };

/** One of the shaders, each made once for each size of texels and of units. */
struct givk_image_shader {
    enum gi_command_kind kind;   /* one of the three that copy images */
    uint32_t to, from;           /* dimensions of the images: 1, 2 or 3; 0: that is memory */
    uint32_t texel_bytes, unit_bytes;
};

/** Where a shader is among all; below GIVK_IMAGE_SHADER_COUNT. */
uint32_t givk_image_shader_index(const struct givk_image_shader *shader);

/** A dispatch that does a whole command. */
struct givk_image_dispatch {
    struct givk_image_shader shader;
    struct givk_image_parameters parameters;
    uint32_t groups[3];
};

/** What a command does not say of its ends. */
struct givk_image_ends {
    bool stores;                 /* the image that is written has the usage */
    uint64_t address;            /* of the memory object, where there is one; 0: unknown */
    bool is_host;                /* and it is host memory, which the device's is not */
};

/** Whether a shader does a command that copies an image, and how. */
bool givk_image_plan_copy(const struct givk_facts *facts, const struct givk_plan *plan,
                          const struct gi_command *cmd, const struct givk_image_ends *ends,
                          struct givk_image_dispatch *out);

#endif
