/** The kernels that a rig runs: those of kernel.comp (rig_glsl.c), or PTX (rig_ptx.c). */
#ifndef TEXTURES_RIG_CODE_H
#define TEXTURES_RIG_CODE_H

#include "vulkan/plan/plan.h"
#include "rig.h"

struct rig_code {
    const uint32_t *words;
    size_t bytes;
};

struct rig_language {
    const char *name;

    /** The code for a way of reading textures; it lives until the next call. */
    struct rig_code (*code)(enum givk_texture_method textures, enum rig_kernel kernel,
                            uint32_t what);

    /** Specialization constants 0 to 3. */
    void (*constants)(uint32_t what, uint32_t values[4]);

    /** Bytes of the parameters that these kernels lack at the start. */
    uint32_t skips;
};

/** Makes a kernel of a body in PTX, which stores its result itself: what to do, for RIG_FLOATS. The
 *  registers are those that rig_ptx.c says; the body has to live on. */
uint32_t rig_code_body(const char *body);

/** Translated kernels leave out filters by the shader from now on, or have them again. */
void rig_code_lean(bool lean);

#endif
