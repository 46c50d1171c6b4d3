/** Facts of the kernels of a compute module of SPIR-V: their names, parameters, block sizes and
 *  shared memory. Pure; it reads any words and trusts none.
 *
 *  A kernel's parameters are the members of its push-constant block, in their order.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_H
#define GI_REFLECT_H

#include "base/arena.h"

/** The longest module that is read, in words. */
#define GI_REFLECT_MOST_WORDS ((size_t)16 << 20)

struct gi_reflect_parameter {
    uint32_t offset_bytes;          /* in the push data */
    uint32_t bytes;
};

/** The specialization constants that a launch sets. */
enum { GI_REFLECT_X, GI_REFLECT_Y, GI_REFLECT_Z, GI_REFLECT_SHARED, GI_REFLECT_CONSTANTS };

struct gi_reflect_kernel {
    const char *name;
    const struct gi_reflect_parameter *parameters;
    uint32_t parameter_count;
    uint32_t parameter_bytes;       /* of all, from the first byte of the push data */
    uint32_t block[3];              /* as the module says, or the default of a constant */
    bool block_is_constant[3];      /* the launch sets it, by constant 0, 1 or 2 */
    uint32_t shared_bytes;          /* with constant 3 at 0 */
    uint32_t shared_step_bytes;     /* bytes for each unit of constant 3; 0: it has no say */
};

struct gi_reflect_module {
    const struct gi_reflect_kernel *kernels;
    uint32_t kernel_count;
    const uint32_t *capabilities;
    uint32_t capability_count;
    bool uses_images;               /* it declares images or samplers: see reflect_images.h */
    uint32_t buffer_count;          /* storage buffers, which are no parameters yet */
    bool is_plain;                  /* there is nothing for gi_reflect_plain to do */
};

/** Reads a module.
 *  Owner:   the arena; names point into it.
 *  Errors:  GI_INVALID_VALUE for words that are no module of SPIR-V 1.0 to 1.6, or have no compute
 *           kernel; GI_NOT_SUPPORTED for bindings that are no images, and for parameters or
 *           block sizes that cannot be known; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_read(struct gi_arena *arena, const uint32_t *words,
                                        size_t word_count, struct gi_reflect_module *out_module);

#endif
