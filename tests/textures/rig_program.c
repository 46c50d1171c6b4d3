/* The kernels of kernel.comp as a program brings them: the driver's functions are linked in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan/kernel/prelude.h"
#include "../translate/spirv_tools.h"
#include "kernel/reflect/reflect.h"
#include "kernel/reflect/reflect_textures.h"
#include "rig_code.h"

#include "kernel_program_f_at.spv.h"
#include "kernel_program_f_derivatives.spv.h"
#include "kernel_program_f_gather.spv.h"
#include "kernel_program_f_level.spv.h"
#include "kernel_program_i_at.spv.h"
#include "kernel_program_i_derivatives.spv.h"
#include "kernel_program_i_gather.spv.h"
#include "kernel_program_i_level.spv.h"
#include "kernel_program_s.spv.h"
#include "kernel_program_u_at.spv.h"
#include "kernel_program_u_derivatives.spv.h"
#include "kernel_program_u_gather.spv.h"
#include "kernel_program_u_level.spv.h"

#define CODE(name) { name, sizeof name }
#define TYPE(name) \
    { CODE(name##_at), CODE(name##_level), CODE(name##_derivatives), CODE(name##_gather) }

/* By the high bits of what a kernel is told to do; surfaces have one for all. */
static const struct rig_code code[RIG_KERNELS][4] = {
    TYPE(kernel_program_f), TYPE(kernel_program_i), TYPE(kernel_program_u),
    { CODE(kernel_program_s), CODE(kernel_program_s) },
};

static struct gi_arena arena;

/* Links a way of reading textures into a kernel, and checks what comes out. */
static struct rig_code link_way(enum givk_texture_method textures, const struct rig_code *from)
{
    struct gi_reflect_module module;
    struct gi_reflect_textures out;
    struct gi_spirv_prelude *prelude = givk_prelude(textures, false);

    gi_arena_finish(&arena);
    gi_arena_init(&arena, 64 << 20);
    if (gi_reflect_read(&arena, from->words, from->bytes / 4, &module) != GI_OK
        || gi_reflect_textures(&arena, from->words, from->bytes / 4, prelude, &out) != GI_OK
        || !module.uses_images || !out.uses_textures) {
        fprintf(stderr, "%s\n", gi_last_error_detail());
        exit(1);
    }
    if (spirv_tools_installed() && !spirv_is_valid(out.words, out.word_count))
        exit(1);
    return (struct rig_code){ out.words, out.word_count * 4 };
}

static struct rig_code code_of(enum givk_texture_method textures, enum rig_kernel kernel,
                               uint32_t what)
{
    /* the way that this device does not have is checked, too */
    (void)link_way(textures == GIVK_TEXTURES_BINDLESS ? GIVK_TEXTURES_IN_MEMORY
                                                      : GIVK_TEXTURES_BINDLESS,
                   &code[kernel][what >> 8]);
    return link_way(textures, &code[kernel][what >> 8]);
}

static void constants_of(uint32_t what, uint32_t values[4])
{
    memcpy(values, (uint32_t[4]){ 64, 1, 1, what }, 4 * sizeof *values);
}

const struct rig_language rig_program = { "SPIR-V", code_of, constants_of, 16 };
