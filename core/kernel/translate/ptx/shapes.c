#include "kernel/translate/ptx/shapes.h"

static const struct {
    enum gi_ptx_modifier modifier;
    struct gi_ptx_shape shape;
} shapes[] = {
    { GI_PTX_M_1D, { "1d", 1, false } },     { GI_PTX_M_2D, { "2d", 2, false } },
    { GI_PTX_M_3D, { "3d", 3, false } },     { GI_PTX_M_A1D, { "a1d", 1, true } },
    { GI_PTX_M_A2D, { "a2d", 2, true } },    { GI_PTX_M_CUBE, { "cube", 3, false } },
    { GI_PTX_M_ACUBE, { "acube", 3, true } },
};

const struct gi_ptx_shape *gi_ptx_find_shape(const struct gi_ptx_instruction *instruction)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (gi_ptx_has(instruction, shapes[i].modifier))
            return &shapes[i].shape;
    }
    return NULL;
}
