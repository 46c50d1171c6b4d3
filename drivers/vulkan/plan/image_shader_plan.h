/** The choices for image copies by shaders: which copies use one, which shader, and the layout of
 *  its threads. Pure functions.
 *  Threads: any, for all functions here. */
#ifndef GIVK_IMAGE_SHADER_PLAN_H
#define GIVK_IMAGE_SHADER_PLAN_H

#include "plan.h"

/** Levels that shaders can reach. An image with sides of at most 32768 texels has no more. */
enum { GIVK_COPIED_LEVELS = 16 };

/** The push constants of the shaders; shaders/image.glsl has the same. */
struct givk_image_parameters {
    uint64_t address;            /* of the box in memory */
    struct gi_strides strides;
    uint32_t width, height, depth;       /* texels */
    uint32_t x, y, z;            /* the position in the image; of two, in the destination */
    uint32_t from_x, from_y, from_z;     /* the position in the source of two images */
    uint32_t row_shift;          /* 1 << row_shift threads of a workgroup cover a row */
    uint32_t pair_shift;    /* if less: threads cover two rows in turns, 1 << pair_shift of each */
};

enum { GIVK_IMAGE_SHADER_COUNT = 3 * 5 * 5 * 2 + 3 * 3 };

/** One of the shaders. There is a pipeline for each size of texels and of units. */
struct givk_image_shader {
    enum gi_command_kind kind;   /* one of the three kinds that copy images */
    uint32_t to, from;           /* dimensions of the images, 1 to 3; 0: memory */
    uint32_t texel_bytes, unit_bytes;
};

/** Returns the shader's index among all, below GIVK_IMAGE_SHADER_COUNT. */
uint32_t givk_image_shader_index(const struct givk_image_shader *shader);

/** A dispatch that executes a whole command. */
struct givk_image_dispatch {
    struct givk_image_shader shader;
    struct givk_image_parameters parameters;
    uint32_t groups[3];
};

/** Facts about the operands of a command that the command does not say. */
struct givk_image_ends {
    bool stores;                 /* the destination image has storage usage */
    uint64_t address;            /* of the memory operand, if there is one; 0: unknown */
    bool is_host;                /* that memory is host memory, not the device's */
};

/** Plans a command that copies an image.
 *  Returns: false if no shader can execute it, or if a Vulkan command is to. */
bool givk_image_plan_copy(const struct givk_facts *facts, const struct givk_plan *plan,
                          const struct gi_command *cmd, const struct givk_image_ends *ends,
                          struct givk_image_dispatch *out);

#endif
