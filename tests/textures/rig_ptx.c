/* The kernels of kernel.comp as PTX, translated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/ptx/ptx.h"
#include "vulkan/kernel/prelude.h"
#include "../translate/spirv_tools.h"
#include "kernel/translate/translate.h"
#include "rig_code.h"

static struct gi_arena arena;
static bool is_lean;

enum { FIRST_BODY = 9, LAST_BODY = 15, MOST_BODIES = 70 };
static const char *bodies[MOST_BODIES];
static uint32_t body_count;

/* What all kernels begin with: %f0 to %f11 are the position and the derivatives, %r0 to %r3 what
 * counts in whole numbers, %q the texel's place. */
static const char begin[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 o, .param .u64 p, .param .u64 t, .param .u32 n)\n{\n"
    ".reg .f32 %f<12>; .reg .b32 %r<12>; .reg .b64 %o, %p, %q; .reg .pred %c<5>;\n"
    ".reg .b16 %h<8>; .reg .b64 %l<4>;\n"
    "ld.param.u64 %o, [o]; ld.param.u64 %p, [p]; ld.param.u64 %q, [t]; ld.param.u32 %r4, [n];\n"
    "mov.u32 %r5, %ctaid.x; mov.u32 %r6, %tid.x; mad.lo.u32 %r5, %r5, 64, %r6;\n"
    "setp.ge.u32 %c0, %r5, %r4;\n@%c0 bra END;\n"
    "mad.wide.u32 %p, %r5, 64, %p; mad.wide.u32 %q, %r5, 16, %q;\n"
    "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%p];\n"
    "ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%p+16];\n"
    "ld.global.v4.f32 {%f8, %f9, %f10, %f11}, [%p+32];\n"
    "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%p+48];\n";
static const char end[] = "st.global.v4.b32 [%q], {%r8, %r9, %r10, %r11};\nEND:\nret;\n}\n";
static const char end_of_writes[] = "END:\nret;\n}\n";

struct shape {
    const char *name, *at, *dx, *dy;        /* in floats */
    const char *surface, *texel;            /* what surfaces have instead, in whole numbers */
};

static const struct shape shapes[9] = {
    [RIG_1D] = { "1d", "{%f0}", "{%f4}", "{%f8}", "1d", "{%r2}" },
    [RIG_2D] = { "2d", "{%f0, %f1}", "{%f4, %f5}", "{%f8, %f9}", "2d", "{%r2, %r3}" },
    [RIG_3D] = { "3d", "{%f0, %f1, %f2, %f2}", "{%f4, %f5, %f6, %f6}", "{%f8, %f9, %f10, %f10}",
                 "3d", "{%r2, %r3, %r0, %r0}" },
    [RIG_1D_LAYERED] = { "a1d", "{%r0, %f0}", "{%f4}", "{%f8}", "a1d", "{%r0, %r2}" },
    [RIG_2D_LAYERED] = { "a2d", "{%r0, %f0, %f1, %f1}", "{%f4, %f5}", "{%f8, %f9}", "a2d",
                         "{%r0, %r2, %r3, %r3}" },
    [RIG_CUBE] = { "cube", "{%f0, %f1, %f2, %f2}", "{%f4, %f5, %f6, %f6}",
                   "{%f8, %f9, %f10, %f10}", "a2d", "{%r0, %r2, %r3, %r3}" },
    [RIG_CUBE_LAYERED] = { "acube", "{%r0, %f0, %f1, %f2}", "{%f4, %f5, %f6, %f6}",
                           "{%f8, %f9, %f10, %f10}", "a2d", "{%r0, %r2, %r3, %r3}" },
    [RIG_FETCH] = { "1d", "{%r2}", "", "", "", "" },
};

/* One instruction for each mode beyond edges, of which one is executed. */
static void write_surface(char *text, size_t room, const struct shape *shape, bool is_write)
{
    static const char *const modes[3] = { "zero", "clamp", "trap" };
    size_t used = 0;

    if (is_write)
        used += (size_t)snprintf(text, room,
                                 "ld.global.v4.b32 {%%r8, %%r9, %%r10, %%r11}, [%%q];\n");
    for (int i = 0; i < 3; i++) {
        used += (size_t)snprintf(text + used, room - used, "setp.eq.u32 %%c1, %%r1, %d;\n@%%c1 ",
                                 i);
        if (is_write)
            used += (size_t)snprintf(text + used, room - used,
                                     "sust.b.%s.v4.b32.%s [%%o, %s], {%%r8, %%r9, %%r10, %%r11};\n",
                                     shape->surface, modes[i], shape->texel);
        else
            used += (size_t)snprintf(text + used, room - used,
                                     "suld.b.%s.v4.b32.%s {%%r8, %%r9, %%r10, %%r11}, [%%o, %s];\n",
                                     shape->surface, modes[i], shape->texel);
    }
}

static void write_gather(char *text, size_t room, const char *type)
{
    size_t used = 0;

    for (int i = 0; i < 4; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "setp.eq.u32 %%c1, %%r1, %d;\n@%%c1 tld4.%c.2d.v4.%s.f32 {%%r8, "
                                 "%%r9, %%r10, %%r11}, [%%o, {%%f0, %%f1}];\n", i, "rgba"[i], type);
}

static void write_kernel(char *text, size_t room, enum rig_kernel kernel, uint32_t what)
{
    static const char *const types[3] = { "f32", "s32", "u32" };
    const struct shape *shape = &shapes[what & 15];
    const char *way = what & RIG_DERIVATIVES ? "grad." : what & RIG_LEVEL ? "level." : "";
    char more[80] = "";

    if (kernel == RIG_SURFACES) {
        write_surface(text, room, shape, (what & RIG_WRITE) != 0);
        return;
    }
    if (what >> 8 == RIG_GATHER >> 8) {
        write_gather(text, room, types[kernel]);
        return;
    }
    if (what & RIG_DERIVATIVES)
        snprintf(more, sizeof more, ", %s, %s", shape->dx, shape->dy);
    else if (what & RIG_LEVEL)
        snprintf(more, sizeof more, ", %%f3");
    snprintf(text, room, "tex.%s%s.v4.%s.%s {%%r8, %%r9, %%r10, %%r11}, [%%o, %s]%s;\n", way,
             shape->name, types[kernel], (what & 15) == RIG_FETCH ? "s32" : "f32", shape->at, more);
}

static const char *body_of(uint32_t what)
{
    return bodies[(what >> 8) * (LAST_BODY - FIRST_BODY + 1) + (what & 15) - FIRST_BODY];
}

uint32_t rig_code_body(const char *body)
{
    uint32_t number = body_count++;

    if (number >= MOST_BODIES)
        abort();
    bodies[number] = body;
    return FIRST_BODY + number % (LAST_BODY - FIRST_BODY + 1)
        + (number / (LAST_BODY - FIRST_BODY + 1) << 8);
}

/* Translates the text for a way of reading textures, and checks what comes out. */
static struct rig_code translate(enum givk_texture_method textures, const char *text)
{
    struct gi_translate_target target = { .push_bytes = 128, .int8 = true, .int16 = true,
                                          .fused_fma = true };
    struct gi_translate_kernel out;
    struct gi_ptx_module *module;

    target.prelude = givk_prelude(textures, is_lean);
    gi_arena_finish(&arena);
    gi_arena_init(&arena, 64 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], &target, &out) != GI_OK
        || !out.uses_textures || out.push_offset_bytes != 16) {
        fprintf(stderr, "%s%s\n", text, gi_last_error_detail());
        exit(1);
    }
    if (spirv_tools_installed() && !spirv_is_valid(out.words, out.word_count)) {
        fprintf(stderr, "%s", text);
        exit(1);
    }
    return (struct rig_code){ out.words, out.word_count * 4 };
}

static struct rig_code code_of(enum givk_texture_method textures, enum rig_kernel kernel,
                               uint32_t what)
{
    static char text[16000];
    bool is_body = (what & 15) >= FIRST_BODY;
    size_t used = sizeof begin - 1;

    memcpy(text, begin, used);
    if (is_body)
        snprintf(text + used, sizeof text - sizeof end - used, "%s", body_of(what));
    else
        write_kernel(text + used, sizeof text - sizeof end - used, kernel, what);
    strcat(text, is_body || (kernel == RIG_SURFACES && what & RIG_WRITE) ? end_of_writes : end);
    /* the way that this device does not have is checked, too */
    (void)translate(textures == GIVK_TEXTURES_BINDLESS ? GIVK_TEXTURES_IN_MEMORY
                                                       : GIVK_TEXTURES_BINDLESS, text);
    return translate(textures, text);
}

static void constants_of(uint32_t what, uint32_t values[4])
{
    (void)what;
    memcpy(values, (uint32_t[4]){ 64, 1, 1, 0 }, 4 * sizeof *values);
}

const struct rig_language rig_ptx = { "PTX", code_of, constants_of, 0 };

void rig_code_lean(bool lean)
{
    is_lean = lean;
}
