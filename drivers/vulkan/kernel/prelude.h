/** SPIR-V functions for textures and surfaces, which translated kernels call. */
#ifndef GIVK_PRELUDE_H
#define GIVK_PRELUDE_H

#include "vulkan/plan/plan.h"

/** Returns the module for a way of reading textures; NULL where there are none. The
 *  lean one compiles faster and reads only the textures that GI_LEAN of texture.glsl allows.
 *  Threads: any. */
struct gi_spirv_prelude *givk_prelude(enum givk_texture_method textures, bool lean);

#endif
