/** The shapes of textures and surfaces. */
#ifndef GI_PTX_SHAPES_H
#define GI_PTX_SHAPES_H

#include "kernel/translate/ptx/ptx.h"

/** A shape of textures and surfaces. */
struct gi_ptx_shape {
    const char *name;           /* in PTX and in names of the prelude */
    uint8_t axes;               /* coordinates */
    bool has_layer;             /* before the coordinates */
};

/** The shape that an instruction names, or NULL. */
const struct gi_ptx_shape *gi_ptx_find_shape(const struct gi_ptx_instruction *instruction);

#endif
