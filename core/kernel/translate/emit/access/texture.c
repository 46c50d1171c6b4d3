#include "kernel/translate/emit/access/texture.h"

#include <string.h>

#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/spirv/link.h"

const struct gi_ptx_shape *gi_emit_shape_of(struct gi_emit *emit,
                                             const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_shape *shape = gi_ptx_find_shape(instruction);

    if (!shape)
        gi_emit_refuse(emit, "this shape is not built");
    return shape;
}

/* ---- the prelude ---- */

static struct gi_spirv_linker *linker_of(struct gi_emit *emit)
{
    const struct gi_translate_target *target = emit->target;

    if (emit->linker)
        return emit->linker;
    if (!target->prelude) {
        gi_emit_refuse(emit, "the device has no textures and surfaces");
        return NULL;
    }
    emit->linker = gi_arena_alloc(emit->arena, 1, sizeof(*emit->linker));
    if (!emit->linker) {
        gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
        return NULL;
    }
    gi_spirv_link_init(emit->linker, &emit->spirv, target->prelude);
    emit->kernel->uses_textures = true;
    return emit->linker;
}

gi_id gi_emit_prelude_call(struct gi_emit *emit, const char *const parts[3], gi_type type,
                           const gi_id *arguments, uint32_t count)
{
    struct gi_spirv_linker *linker = linker_of(emit);
    gi_id function;

    if (!linker)
        return GI_NO_ID;
    function = gi_spirv_link_parts(linker, parts);
    if (gi_spirv_has_capability(&emit->spirv, GiCapabilityStorageBuffer8BitAccess)) {
        /* pointers to bytes are made of numbers, which takes more than access to bytes */
        gi_spirv_capability(&emit->spirv, GiCapabilityInt8);
        emit->kernel->needs_int8 = true;
    }
    return gi_spirv_call(&emit->spirv, type, function, arguments, count);
}

/* ---- operands ---- */

/* The object of a memory operand as two words: its slot is the first. */
static gi_id object_words(struct gi_emit *emit, const struct gi_ptx_operand *operand)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type two = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_U32), 2);

    if (operand->kind != GI_PTX_REGISTER) {
        gi_emit_refuse(emit, "texture and surface references are not built");
        return GI_NO_ID;
    }
    return gi_spirv_value1(spirv, GiOpBitcast, two, gi_emit_get(emit, operand, GI_KIND_U64));
}

bool gi_emit_object(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                    const struct gi_ptx_shape *shape, gi_id *out_object,
                    const struct gi_ptx_operand **out_at)
{
    uint32_t count;

    if (memory->kind != GI_PTX_MEMORY || memory->count != 2 || memory->value) {
        gi_emit_refuse(emit, "operands with a sampler of their own are not built");
        return false;
    }
    *out_at = gi_emit_items(&memory->to.items[1], &count);
    if (count < (uint32_t)shape->axes + shape->has_layer) {
        gi_emit_refuse(emit, "it has fewer coordinates than its shape");
        return false;
    }
    *out_object = object_words(emit, &memory->to.items[0]);
    return true;
}

static gi_id floats(struct gi_emit *emit, const gi_id parts[4])
{
    gi_type four = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_F32), 4);

    return gi_spirv_value(&emit->spirv, GiOpCompositeConstruct, four, parts, 4);
}

/* A coordinate as a float. A whole number means the center of a texel. */
static gi_id coordinate(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool is_whole)
{
    gi_id value;

    if (!is_whole)
        return gi_emit_get(emit, operand, GI_KIND_F32);
    value = gi_emit_1(emit, GiOpConvertSToF, GI_KIND_F32,
                      gi_emit_get(emit, operand, GI_KIND_U32));
    return gi_emit_2(emit, GiOpFAdd, value, gi_emit_float(emit, GI_KIND_F32, 0.5));
}

static gi_id position(struct gi_emit *emit, const struct gi_ptx_operand *items, uint32_t axes,
                      bool is_whole)
{
    gi_id parts[4];

    for (uint32_t i = 0; i < 4; i++)
        parts[i] = i < axes ? coordinate(emit, &items[i], is_whole)
                            : gi_emit_float(emit, GI_KIND_F32, 0);
    return floats(emit, parts);
}

/* Whether the operands behind the others are one with whole texels to move by. */
static bool has_offset(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       const struct gi_ptx_shape *shape, uint32_t before)
{
    const struct gi_ptx_operand *last = &instruction->operands[before];

    if (instruction->operand_count == before)
        return false;
    if (instruction->operand_count > before + 1 || last->kind == GI_PTX_SINGLE_VALUE
        || (last->kind == GI_PTX_REGISTER && emit->registers[last->index].kind == GI_KIND_F32)) {
        gi_emit_refuse(emit, "textures that compare depths can be made by no interface");
        return false;
    }
    if (shape->name[0] == 'c' || strcmp(shape->name, "acube") == 0)
        gi_emit_refuse(emit, "cubes have no offsets");
    return true;
}

static gi_id offset(struct gi_emit *emit, const struct gi_ptx_operand *operand, uint32_t axes)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_spirv_type_int(spirv, 32, true);
    uint32_t count;
    gi_id parts[4];
    const struct gi_ptx_operand *items = gi_emit_items(operand, &count);

    if (count < axes) {
        gi_emit_refuse(emit, "an offset has fewer parts than its shape");
        return GI_NO_ID;
    }
    for (uint32_t i = 0; i < 4; i++)
        parts[i] = i < axes ? gi_spirv_value1(spirv, GiOpBitcast, type,
                                              gi_emit_get(emit, &items[i], GI_KIND_U32))
                            : gi_spirv_constant_s32(spirv, 0);
    return gi_spirv_value(spirv, GiOpCompositeConstruct, gi_spirv_type_vector(spirv, type, 4),
                          parts, 4);
}

/* Moves the position of a read, whose arguments stand in the order of the prelude: object,
 * position, layer, and a level or two derivatives. */
static void move(struct gi_emit *emit, gi_id *arguments, gi_id by, bool grad)
{
    gi_type four = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_F32), 4);
    gi_id all[5] = { arguments[0], arguments[1], by, arguments[3], grad ? arguments[4] : GI_NO_ID };

    arguments[1] = gi_emit_prelude_call(
        emit, (const char *[]){ grad ? "moved_grad" : "moved", NULL, NULL }, four, all,
        4u + grad);
}

static gi_id derivative(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                        const struct gi_ptx_shape *shape)
{
    uint32_t count;
    const struct gi_ptx_operand *items = gi_emit_items(operand, &count);

    if (count < shape->axes) {
        gi_emit_refuse(emit, "a derivative has fewer parts than its shape");
        return GI_NO_ID;
    }
    return position(emit, items, shape->axes, false);
}

static gi_id whole(struct gi_emit *emit, const struct gi_ptx_operand *operand)
{
    gi_type type = gi_spirv_type_int(&emit->spirv, 32, true);

    return gi_spirv_value1(&emit->spirv, GiOpBitcast, type,
                           gi_emit_get(emit, operand, GI_KIND_U32));
}

/* ---- results ---- */

/* The end of the names of functions for this type of texels; NULL, and refused, for others. */
static const char *type_name(struct gi_emit *emit, enum gi_ptx_type type)
{
    if (type == GI_PTX_T_F32 || type == GI_PTX_T_F16 || type == GI_PTX_T_F16X2)
        return "f";
    if (type == GI_PTX_T_S32)
        return "s";
    if (type == GI_PTX_T_U32 || type == GI_PTX_T_B32)
        return "u";
    gi_emit_refuse(emit, "texels of this type are not built");
    return NULL;
}

/* A channel as f16, or two of them as one word. */
static gi_id narrow(struct gi_emit *emit, gi_id texel, uint32_t first, bool two)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id parts[2];
    gi_type type = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_F32), 2);

    for (uint32_t i = 0; i < 2; i++) {
        gi_id bits = gi_emit_extract(emit, GI_KIND_U32, texel, two ? first + i : first);

        parts[i] = gi_emit_1(emit, GiOpBitcast, GI_KIND_F32, bits);
    }
    return gi_emit_glsl1(emit, GiGlslPackHalf2x16, GI_KIND_U32,
                         gi_spirv_value(spirv, GiOpCompositeConstruct, type, parts, 2));
}

static void put_texel(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      gi_id texel)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 1);
    bool pairs = type == GI_PTX_T_F16X2;
    uint32_t count;

    if (to->kind == GI_PTX_PAIR) {
        gi_emit_put(emit, &to->to.items[1], gi_emit_constant(emit, GI_KIND_PRED, 1), false);
        to = &to->to.items[0];
    }
    to = gi_emit_items(to, &count);
    if (count > (pairs ? 2 : 4) || count != instruction->vector) {
        gi_emit_refuse(emit, "a result of this form is not built");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gi_id value;

        if (type == GI_PTX_T_F16)
            value = gi_emit_cast(emit, narrow(emit, texel, i, false), GI_KIND_U16);
        else if (pairs)
            value = narrow(emit, texel, 2 * i, true);
        else
            value = gi_emit_extract(emit, GI_KIND_U32, texel, i);
        gi_emit_put(emit, &to[i], value, false);
    }
}

static gi_type texel_type(struct gi_emit *emit)
{
    return gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);
}

/* ---- instructions ---- */

void gi_emit_tex(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_shape *shape = gi_emit_shape_of(emit, instruction);
    const struct gi_ptx_operand *operands = instruction->operands;
    const char *type = type_name(emit, gi_ptx_type_at(instruction, 1));
    bool is_whole = gi_ptx_type_at(instruction, 0) == GI_PTX_T_S32;
    bool grad = gi_ptx_has(instruction, GI_PTX_M_GRAD);
    bool level = gi_ptx_has(instruction, GI_PTX_M_LEVEL);
    gi_id arguments[5];
    uint32_t count = 0, before = 2u + level + 2u * grad;
    const struct gi_ptx_operand *at;
    bool moves;

    if (!shape || !type || !gi_emit_object(emit, &operands[1], shape, &arguments[count++], &at))
        return;
    if (emit->current != emit->functions || emit->foreign[operands[1].to.items[0].index])
        emit->kernel->finds_textures = true;
    if (instruction->operand_count < before
        || (!is_whole && gi_ptx_type_at(instruction, 0) != GI_PTX_T_F32)) {
        gi_emit_refuse(emit, "other coordinates are not built");
        return;
    }
    moves = has_offset(emit, instruction, shape, before);
    if (is_whole && shape->axes == 1 && !shape->has_layer && !level) {
        arguments[count++] = whole(emit, at);
        if (moves) {
            gi_type number = gi_spirv_type_int(&emit->spirv, 32, true);

            at = gi_emit_items(&instruction->operands[2], &count);
            arguments[1] = gi_spirv_value2(&emit->spirv, GiOpIAdd, number, arguments[1],
                                           whole(emit, at));
        }
        count = 2;
        put_texel(emit, instruction,
                  gi_emit_prelude_call(emit, (const char *[]){ "fetch", type, NULL },
                                       texel_type(emit), arguments, count));
        return;
    }
    arguments[count++] = position(emit, at + shape->has_layer, shape->axes, is_whole);
    arguments[count++] = shape->has_layer ? whole(emit, at)
                                          : gi_spirv_constant_s32(&emit->spirv, 0);
    if (grad) {
        arguments[count++] = derivative(emit, &operands[2], shape);
        arguments[count++] = derivative(emit, &operands[3], shape);
    } else {
        arguments[count++] = level ? gi_emit_get(emit, &operands[2], GI_KIND_F32)
                                   : gi_emit_float(emit, GI_KIND_F32, 0);
    }
    if (moves)
        move(emit, arguments, offset(emit, &operands[before], shape->axes), grad);
    put_texel(emit, instruction,
              gi_emit_prelude_call(emit, (const char *[]){ grad ? "grad" : "tex", shape->name,
                                                           type },
                                   texel_type(emit), arguments, count));
}

void gi_emit_tld4(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    static const enum gi_ptx_modifier channels[4] = { GI_PTX_M_RIGHT, GI_PTX_M_G, GI_PTX_M_B,
                                                      GI_PTX_M_A };
    const struct gi_ptx_shape *shape = gi_emit_shape_of(emit, instruction);
    const char *type = type_name(emit, gi_ptx_type_at(instruction, 1));
    gi_id arguments[4];
    const struct gi_ptx_operand *at;
    int32_t channel = 0;

    if (!shape || !type
        || !gi_emit_object(emit, &instruction->operands[1], shape, &arguments[0], &at))
        return;
    if (shape->axes == 1 || (shape->axes == 3 && shape->name[0] == '3')
        || gi_ptx_type_at(instruction, 0) != GI_PTX_T_F32) {
        gi_emit_refuse(emit, "this shape of it is not built");
        return;
    }
    while (channel < 4 && !gi_ptx_has(instruction, channels[channel]))
        channel++;
    if (channel == 4) {
        gi_emit_refuse(emit, "it names no channel");
        return;
    }
    arguments[1] = position(emit, at + shape->has_layer, shape->axes, false);
    arguments[2] = shape->has_layer ? whole(emit, at) : gi_spirv_constant_s32(&emit->spirv, 0);
    arguments[3] = gi_emit_float(emit, GI_KIND_F32, 0);
    if (has_offset(emit, instruction, shape, 2))
        move(emit, arguments, offset(emit, &instruction->operands[2], shape->axes), false);
    arguments[3] = gi_spirv_constant_s32(&emit->spirv, channel);
    emit->kernel->gathers = true;
    put_texel(emit, instruction,
              gi_emit_prelude_call(emit, (const char *[]){ "gather", shape->name, type },
                                   texel_type(emit), arguments, 4));
}

void gi_emit_txq(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    /* in the order of GI_QUERY_WIDTH and what follows in texture.glsl */
    static const enum gi_ptx_modifier questions[] = {
        GI_PTX_M_WIDTH, GI_PTX_M_HEIGHT, GI_PTX_M_DEPTH, GI_PTX_M_ARRAY_SIZE,
        GI_PTX_M_NUM_MIPMAP_LEVELS, GI_PTX_M_NORMALIZED_COORDS, GI_PTX_M_CHANNEL_DATA_TYPE,
        GI_PTX_M_CHANNEL_ORDER, GI_PTX_M_NUM_SAMPLES, GI_PTX_M_FILTER_MODE, GI_PTX_M_ADDR_MODE_0,
        GI_PTX_M_ADDR_MODE_1, GI_PTX_M_ADDR_MODE_2, GI_PTX_M_FORCE_UNNORMALIZED_COORDS,
        GI_PTX_M_MEMORY_LAYOUT };
    const uint32_t count = sizeof(questions) / sizeof(questions[0]);
    const struct gi_ptx_operand *memory = &instruction->operands[1];
    bool level = gi_ptx_has(instruction, GI_PTX_M_LEVEL);
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id arguments[3];
    uint32_t question = 0;

    while (question < count && !gi_ptx_has(instruction, questions[question]))
        question++;
    if (question == count || memory->kind != GI_PTX_MEMORY || memory->count != 1
        || instruction->operand_count != 2u + level) {
        gi_emit_refuse(emit, "this question is not built");
        return;
    }
    arguments[0] = object_words(emit, &memory->to.items[0]);
    arguments[1] = u32(emit, question);
    arguments[2] = level ? gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32)
                         : u32(emit, 0);
    gi_emit_put(emit, &instruction->operands[0],
                gi_emit_prelude_call(emit, (const char *[]){ "query", NULL, NULL }, word,
                                     arguments, 3), false);
}
