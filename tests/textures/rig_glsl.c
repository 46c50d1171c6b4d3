#include "rig_code.h"

#include "kernel_f_at.spv.h"
#include "kernel_f_derivatives.spv.h"
#include "kernel_f_gather.spv.h"
#include "kernel_f_level.spv.h"
#include "kernel_i_at.spv.h"
#include "kernel_i_derivatives.spv.h"
#include "kernel_i_gather.spv.h"
#include "kernel_i_level.spv.h"
#include "kernel_memory_f_at.spv.h"
#include "kernel_memory_f_derivatives.spv.h"
#include "kernel_memory_f_gather.spv.h"
#include "kernel_memory_f_level.spv.h"
#include "kernel_memory_i_at.spv.h"
#include "kernel_memory_i_derivatives.spv.h"
#include "kernel_memory_i_gather.spv.h"
#include "kernel_memory_i_level.spv.h"
#include "kernel_memory_s.spv.h"
#include "kernel_memory_u_at.spv.h"
#include "kernel_memory_u_derivatives.spv.h"
#include "kernel_memory_u_gather.spv.h"
#include "kernel_memory_u_level.spv.h"
#include "kernel_s.spv.h"
#include "kernel_u_at.spv.h"
#include "kernel_u_derivatives.spv.h"
#include "kernel_u_gather.spv.h"
#include "kernel_u_level.spv.h"

#define CODE(name) { name, sizeof name }
#define TYPE(name) \
    { CODE(name##_at), CODE(name##_level), CODE(name##_derivatives), CODE(name##_gather) }

/* By how textures are read, and by the high bits of what a kernel is told to do; surfaces have one
 * for all. */
static const struct rig_code code[2][RIG_KERNELS][4] = {
    { TYPE(kernel_f), TYPE(kernel_i), TYPE(kernel_u), { CODE(kernel_s), CODE(kernel_s) } },
    { TYPE(kernel_memory_f), TYPE(kernel_memory_i), TYPE(kernel_memory_u),
      { CODE(kernel_memory_s), CODE(kernel_memory_s) } },
};

static struct rig_code code_of(enum givk_texture_method textures, enum rig_kernel kernel,
                               uint32_t what)
{
    return code[textures == GIVK_TEXTURES_IN_MEMORY][kernel][what >> 8];
}

static void constants_of(uint32_t what, uint32_t values[4])
{
    values[0] = what;
}

const struct rig_language rig_glsl = { "GLSL", code_of, constants_of, 16 };
