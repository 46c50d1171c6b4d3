#include "kernel/translate/emit/access/surface.h"

#include "kernel/translate/emit/access/texture.h"
#include "kernel/translate/emit/value/short.h"

/* The common part of all accesses. */
struct surface {
    const struct gi_ptx_shape *shape;
    const struct gi_ptx_operand *texel;     /* its parts */
    uint32_t count;
    uint32_t bits;                          /* of a part */
    gi_id arguments[4];                     /* object, position, mode, texel or change */
};

/* GI_BOUNDARY_ZERO, CLAMP, TRAP of texture.glsl */
static uint32_t mode_of(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_ZERO) ? 0
        : gi_ptx_has(instruction, GI_PTX_M_CLAMP) ? 1 : 2;
}

static gi_id position(struct gi_emit *emit, const struct gi_ptx_shape *shape,
                      const struct gi_ptx_operand *at)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_spirv_type_int(spirv, 32, true);
    gi_type four = gi_spirv_type_vector(spirv, type, 4);
    gi_id parts[4];

    for (uint32_t i = 0; i < 4; i++) {
        const struct gi_ptx_operand *one = i < shape->axes ? &at[i + shape->has_layer]
            : i == 2 && shape->has_layer ? at : NULL;

        if (one)
            parts[i] = gi_spirv_value1(spirv, GiOpBitcast, type,
                                       gi_emit_get(emit, one, GI_KIND_U32));
        else
            parts[i] = gi_spirv_constant_s32(spirv, 0);
    }
    return gi_spirv_value(spirv, GiOpCompositeConstruct, four, parts, 4);
}

static bool begin(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                  const struct gi_ptx_operand *memory, const struct gi_ptx_operand *texel,
                  struct surface *out)
{
    const struct gi_ptx_operand *at;
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);

    out->shape = gi_emit_shape_of(emit, instruction);
    out->bits = gi_ptx_type_bytes(type) * 8;
    out->texel = gi_emit_items(texel, &out->count);
    if (!out->shape)
        return false;
    if (out->shape->name[0] == 'c' || out->shape->axes + out->shape->has_layer > 3
        || gi_ptx_has(instruction, GI_PTX_M_B) == gi_ptx_has(instruction, GI_PTX_M_P)
        || out->count != instruction->vector || out->bits * out->count > 128) {
        gi_emit_refuse(emit, "surfaces have 1, 2 or 3 dimensions and texels of 16 bytes at most");
        return false;
    }
    if (gi_ptx_has(instruction, GI_PTX_M_P) && out->bits != 32) {
        gi_emit_wrong(emit, "formatted values have 32 bits");
        return false;
    }
    if (!gi_emit_object(emit, memory, out->shape, &out->arguments[0], &at))
        return false;
    out->arguments[1] = position(emit, out->shape, at);
    out->arguments[2] = u32(emit, mode_of(instruction));
    return true;
}

static gi_id word_of(struct gi_emit *emit, gi_id texel, uint32_t which)
{
    return gi_emit_extract(emit, GI_KIND_U32, texel, which);
}

void gi_emit_suld(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_type four = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);
    struct surface surface;
    gi_id texel;

    if (!begin(emit, instruction, &instruction->operands[1], &instruction->operands[0], &surface))
        return;
    if (gi_ptx_type_class(gi_ptx_type_at(instruction, 0)) != GI_PTX_BITS) {
        gi_emit_wrong(emit, "it has no such type");
        return;
    }
    texel = gi_emit_prelude_call(emit, (const char *[]){ "suld", surface.shape->name, NULL }, four,
                                 surface.arguments, 3);
    for (uint32_t i = 0; i < surface.count; i++) {
        uint32_t at = i * surface.bits;
        gi_id value = word_of(emit, texel, at / 32);

        if (surface.bits == 64) {
            gi_id high = word_of(emit, texel, at / 32 + 1);

            gi_emit_put(emit, &surface.texel[i], gi_emit_join64(emit, value, high), false);
            continue;
        }
        if (surface.bits < 32)
            value = gi_emit_field(emit, value, at % 32, surface.bits, false);
        gi_emit_put(emit, &surface.texel[i], value, false);
    }
}

/* The words of a texel that is stored. */
static void words_of(struct gi_emit *emit, const struct surface *surface, gi_id words[4])
{
    for (uint32_t i = 0; i < 4; i++)
        words[i] = u32(emit, 0);
    for (uint32_t i = 0; i < surface->count; i++) {
        uint32_t at = i * surface->bits;

        if (surface->bits == 64) {
            gi_id value = gi_emit_get(emit, &surface->texel[i], GI_KIND_U64);

            gi_emit_split64(emit, value, &words[at / 32], &words[at / 32 + 1]);
        } else if (surface->bits == 32) {
            words[at / 32] = gi_emit_get(emit, &surface->texel[i], GI_KIND_U32);
        } else {
            gi_id value = gi_emit_cast(emit, gi_emit_get(emit, &surface->texel[i], GI_KIND_U16),
                                       GI_KIND_U32);

            words[at / 32] = gi_emit_with_field(emit, words[at / 32], value, at % 32,
                                                surface->bits);
        }
    }
}

static void call(struct gi_emit *emit, const char *name, struct surface *surface,
                 const gi_id words[4])
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type four = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);

    surface->arguments[3] = gi_spirv_value(spirv, GiOpCompositeConstruct, four, words, 4);
    (void)gi_emit_prelude_call(emit, (const char *[]){ name, surface->shape->name, NULL },
                               gi_spirv_type_void(spirv), surface->arguments, 4);
}

void gi_emit_sust(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool formatted = gi_ptx_has(instruction, GI_PTX_M_P);
    enum gi_ptx_class class = gi_ptx_type_class(gi_ptx_type_at(instruction, 0));
    struct surface surface;
    gi_id words[4];

    if (!begin(emit, instruction, &instruction->operands[0], &instruction->operands[1], &surface))
        return;
    if (!formatted && class != GI_PTX_BITS) {
        gi_emit_wrong(emit, "it has no such type");
        return;
    }
    words_of(emit, &surface, words);
    call(emit, formatted ? "sustp" : "sust", &surface, words);
}

/* GI_CHANGE_ADD and what follows in texture_surfaces.glsl; -1: there is no such change. */
static int change_of(const struct gi_ptx_instruction *instruction)
{
    static const enum gi_ptx_modifier all[] = { GI_PTX_M_ADD, GI_PTX_M_MIN, GI_PTX_M_MAX,
                                                GI_PTX_M_AND, GI_PTX_M_OR };
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    bool formatted = gi_ptx_has(instruction, GI_PTX_M_P);
    int change = 0;

    while (change < 5 && !gi_ptx_has(instruction, all[change]))
        change++;
    if (change == 5)
        return -1;
    if (change != 1 && change != 2)
        return change;
    return formatted ? change + 6 : type == GI_PTX_T_S32 ? change + 4 : change;
}

void gi_emit_sured(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    int change = change_of(instruction);
    struct surface surface;
    gi_id words[4];

    if (gi_ptx_type_bytes(gi_ptx_type_at(instruction, 0)) != 4 || instruction->vector != 1) {
        gi_emit_refuse(emit, "surfaces have no atomics of 64 bits");
        return;
    }
    if (!begin(emit, instruction, &instruction->operands[0], &instruction->operands[1], &surface))
        return;
    if (change < 0 || surface.shape->has_layer
        || gi_ptx_type_class(gi_ptx_type_at(instruction, 0)) == GI_PTX_FLOAT) {
        gi_emit_wrong(emit, "there is no such operation of this type and shape");
        return;
    }
    words_of(emit, &surface, words);
    words[1] = u32(emit, (uint32_t)change);
    words[2] = u32(emit, gi_ptx_has(instruction, GI_PTX_M_P));
    call(emit, "sured", &surface, words);
}
