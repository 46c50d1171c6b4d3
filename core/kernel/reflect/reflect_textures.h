/** Puts a driver's functions for textures and surfaces in the place of a module's accesses to its
 *  images. Pure.
 *
 *  A module that programs bring declares arrays of images and samplers at the bindings that
 *  reflect_images.h lists, and indexes them with the lower word of an object. None of this stays:
 *  the arrays, their types, and what loads from them go, and each access becomes a call of a
 *  function that is linked in. So the module says nothing of how a driver has its textures.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_TEXTURES_H
#define GI_REFLECT_TEXTURES_H

#include "base/arena.h"
#include "kernel/target/prelude.h"

struct gi_reflect_textures {
    const uint32_t *words;
    size_t word_count;
    bool uses_textures;             /* or surfaces: set 0 is the device's texture tables */
    bool gathers;                   /* it reads single texels of textures that have samplers */
    bool finds_textures;            /* of textures, it reads others than its parameters, too */
};

/** Rewrites a module that gi_reflect_read has read and that is valid. The caller has to validate
 *  the result: a module may use images in ways that are not looked for here.
 *  \param prelude  the driver's functions; NULL: it has no textures.
 *  Owner:   the arena.
 *  Errors:  GI_NOT_SUPPORTED for accesses that the functions do not have; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_textures(struct gi_arena *arena, const uint32_t *words,
                                            size_t word_count, struct gi_spirv_prelude *prelude,
                                            struct gi_reflect_textures *out_module);

#endif
