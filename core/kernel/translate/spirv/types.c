#include "kernel/translate/spirv/types.h"

#include "kernel/translate/spirv/unique.h"

#include <string.h>

/* Limits that every implementation of SPIR-V has to support. */
enum { MOST_MEMBERS = 16383, MOST_PARAMETERS = 255, MOST_VARIABLES = 65535 };

/* ---- types ------------------------------------------------------------------------------- */

/* A type of these operands. The words of layout distinguish it from other types, and are no
 * operands. */
static uint32_t unique_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                            struct gi_spirv_span operands, struct gi_spirv_span layout,
                            bool *out_new)
{
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode, operands.count), operands, layout,
                                  out_new);

    if (*out_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(id), operands);
    return id;
}

uint32_t gi_spirv_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                       const uint32_t *operands, uint32_t count)
{
    bool is_new;

    return unique_type(builder, opcode, (struct gi_spirv_span){ operands, count }, NOTHING,
                       &is_new);
}

uint32_t gi_spirv_type_void(struct gi_spirv *builder)
{
    return gi_spirv_type(builder, GiOpTypeVoid, NULL, 0);
}

uint32_t gi_spirv_type_bool(struct gi_spirv *builder)
{
    if (!builder->truth || builder->status != GI_OK)
        builder->truth = gi_spirv_type(builder, GiOpTypeBool, NULL, 0);
    return builder->truth;
}

/* Where the id of a type of numbers is kept. */
static uint32_t *number(struct gi_spirv *builder, uint32_t row, uint32_t bits)
{
    return &builder->numbers[row][bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
}

uint32_t gi_spirv_type_int(struct gi_spirv *builder, uint32_t bits, bool is_signed)
{
    uint32_t *kept = number(builder, is_signed, bits);
    bool is_new;
    uint32_t id;

    if (*kept && builder->status == GI_OK)
        return *kept;
    id = *kept = unique_type(builder, GiOpTypeInt, SPAN(bits, is_signed), NOTHING, &is_new);
    if (is_new && bits != 32)
        gi_spirv_capability(builder, bits == 8    ? GiCapabilityInt8
                                     : bits == 16 ? GiCapabilityInt16
                                                  : GiCapabilityInt64);
    return id;
}

uint32_t gi_spirv_type_float(struct gi_spirv *builder, uint32_t bits)
{
    uint32_t *kept = number(builder, 2, bits);
    bool is_new;
    uint32_t id;

    if (*kept && builder->status == GI_OK)
        return *kept;
    id = *kept = unique_type(builder, GiOpTypeFloat, SPAN(bits), NOTHING, &is_new);
    if (is_new && bits != 32)
        gi_spirv_capability(builder, bits == 16 ? GiCapabilityFloat16 : GiCapabilityFloat64);
    return id;
}

uint32_t gi_spirv_type_vector(struct gi_spirv *builder, uint32_t component, uint32_t count)
{
    return gi_spirv_type(builder, GiOpTypeVector, GI_SPIRV_WORDS(component, count));
}

static uint32_t array(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                      struct gi_spirv_span operands, uint32_t stride_bytes)
{
    bool is_new;
    uint32_t id = unique_type(builder, opcode, operands, SPAN(stride_bytes), &is_new);

    if (is_new && stride_bytes)
        gi_spirv_decorate(builder, id, GiDecorationArrayStride, GI_SPIRV_WORDS(stride_bytes));
    return id;
}

uint32_t gi_spirv_type_array(struct gi_spirv *builder, uint32_t element, uint32_t length,
                             uint32_t stride_bytes)
{
    return array(builder, GiOpTypeArray, SPAN(element, length), stride_bytes);
}

uint32_t gi_spirv_type_runtime_array(struct gi_spirv *builder, uint32_t element,
                                     uint32_t stride_bytes)
{
    return array(builder, GiOpTypeRuntimeArray, SPAN(element), stride_bytes);
}

/* More things than SPIR-V promises to take, or a failure before. */
static bool is_too_many(struct gi_spirv *builder, uint32_t count, uint32_t most, const char *what)
{
    if (count <= most || builder->status != GI_OK)
        return builder->status != GI_OK;
    gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "%u %s, SPIR-V allows %u", count, what,
                                   most));
    return true;
}

uint32_t gi_spirv_type_struct(struct gi_spirv *builder, const uint32_t *members,
                              const uint32_t *offsets, uint32_t count, bool block)
{
    struct gi_spirv_span layout = { offsets, offsets ? count : 0 };
    bool is_new;
    uint32_t id;

    if (is_too_many(builder, count, MOST_MEMBERS, "members of a structure"))
        return 0;
    id = gi_spirv_unique(builder, 0, SPAN(GiOpTypeStruct, count, block),
                         (struct gi_spirv_span){ members, count }, layout, &is_new);
    if (!is_new)
        return id;
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpTypeStruct, SPAN(id),
                 (struct gi_spirv_span){ members, count });
    if (block)
        gi_spirv_decorate(builder, id, GiDecorationBlock, NULL, 0);
    for (uint32_t i = 0; i < layout.count; i++)
        gi_spirv_member_decorate(builder, id, i, GiDecorationOffset, GI_SPIRV_WORDS(offsets[i]));
    return id;
}

uint32_t gi_spirv_type_pointer(struct gi_spirv *builder, enum gi_spirv_storage_class storage,
                               uint32_t type)
{
    struct gi_spirv_recent *recent =
        &builder->pointers[(type ^ (uint32_t)storage << 2) % GI_SPIRV_RECENT_POINTERS];
    uint32_t id;

    if (recent->id && recent->first == (uint32_t)storage && recent->second == type
        && builder->status == GI_OK)
        return recent->id;
    id = gi_spirv_type(builder, GiOpTypePointer, GI_SPIRV_WORDS(storage, type));
    *recent = (struct gi_spirv_recent){ id, (uint32_t)storage, type, 0 };
    return id;
}

uint32_t gi_spirv_type_function(struct gi_spirv *builder, uint32_t result,
                                const uint32_t *parameters, uint32_t count)
{
    bool is_new;
    uint32_t id;

    if (is_too_many(builder, count, MOST_PARAMETERS, "parameters of a function"))
        return 0;
    id = gi_spirv_unique(builder, 0, SPAN(GiOpTypeFunction, count + 1, result),
                         (struct gi_spirv_span){ parameters, count }, NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpTypeFunction, SPAN(id, result),
                     (struct gi_spirv_span){ parameters, count });
    return id;
}

/* ---- constants --------------------------------------------------------------------------- */

static uint32_t constant(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         struct gi_spirv_span operands)
{
    bool is_new;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode, type), operands, NOTHING, &is_new);

    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(type, id), operands);
    return id;
}

uint32_t gi_spirv_constant_bool(struct gi_spirv *builder, bool value)
{
    return constant(builder, value ? GiOpConstantTrue : GiOpConstantFalse,
                    gi_spirv_type_bool(builder), NOTHING);
}

/* A number; high is 0 where its type has less than 64 bits. */
static uint32_t number_constant(struct gi_spirv *builder, uint32_t type, bool is_wide, uint32_t low,
                                uint32_t high)
{
    uint32_t hash = (low ^ low >> 7 ^ low >> 20 ^ high >> 20 ^ type << 3);
    struct gi_spirv_recent *recent = &builder->constants[hash % GI_SPIRV_RECENT_CONSTANTS];
    uint32_t id;

    if (recent->id && recent->first == type && recent->second == low && recent->third == high
        && builder->status == GI_OK)
        return recent->id;
    id = constant(builder, GiOpConstant, type, is_wide ? SPAN(low, high) : SPAN(low));
    *recent = (struct gi_spirv_recent){ id, type, low, high };
    return id;
}

bool gi_spirv_is_number(const struct gi_spirv *builder, uint32_t id)
{
    for (int i = 0; i < GI_SPIRV_RECENT_CONSTANTS; i++) {
        if (builder->constants[i].id == id)
            return true;
    }
    return false;
}

static uint32_t constant_int(struct gi_spirv *builder, uint32_t bits, uint32_t word)
{
    return number_constant(builder, gi_spirv_type_int(builder, bits, false), false, word, 0);
}

uint32_t gi_spirv_constant_u8(struct gi_spirv *builder, uint8_t value)
{
    return constant_int(builder, 8, value);
}

uint32_t gi_spirv_constant_u16(struct gi_spirv *builder, uint16_t value)
{
    return constant_int(builder, 16, value);
}

uint32_t gi_spirv_constant_u32(struct gi_spirv *builder, uint32_t value)
{
    return constant_int(builder, 32, value);
}

uint32_t gi_spirv_constant_u64(struct gi_spirv *builder, uint64_t value)
{
    return number_constant(builder, gi_spirv_type_int(builder, 64, false), true, (uint32_t)value,
                           (uint32_t)(value >> 32));
}

uint32_t gi_spirv_constant_s32(struct gi_spirv *builder, int32_t value)
{
    return number_constant(builder, gi_spirv_type_int(builder, 32, true), false, (uint32_t)value,
                           0);
}

uint32_t gi_spirv_constant_f16(struct gi_spirv *builder, uint16_t bits)
{
    return number_constant(builder, gi_spirv_type_float(builder, 16), false, bits, 0);
}

uint32_t gi_spirv_constant_f32(struct gi_spirv *builder, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return number_constant(builder, gi_spirv_type_float(builder, 32), false, bits, 0);
}

uint32_t gi_spirv_constant_f64(struct gi_spirv *builder, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return number_constant(builder, gi_spirv_type_float(builder, 64), true, (uint32_t)bits,
                           (uint32_t)(bits >> 32));
}

uint32_t gi_spirv_constant_null(struct gi_spirv *builder, uint32_t type)
{
    return constant(builder, GiOpConstantNull, type, NOTHING);
}

uint32_t gi_spirv_undefined(struct gi_spirv *builder, uint32_t type)
{
    return constant(builder, GiOpUndef, type, NOTHING);
}

uint32_t gi_spirv_constant_composite(struct gi_spirv *builder, uint32_t type,
                                     const uint32_t *parts, uint32_t count)
{
    return constant(builder, GiOpConstantComposite, type, (struct gi_spirv_span){ parts, count });
}

/* Its key is the number; the key of what else it is has to appear at the same time. */
static uint32_t specialization(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                               uint32_t type, uint32_t number, struct gi_spirv_span initial)
{
    bool is_new;
    bool is_new_number;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(GiOpSpecConstant, opcode, type, number),
                                  initial, NOTHING, &is_new);

    if (!is_new)
        return id;
    (void)gi_spirv_unique(builder, id, SPAN(GiOpSpecConstant, number), NOTHING, NOTHING,
                          &is_new_number);
    if (!is_new_number && builder->status == GI_OK)
        gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "SPIR-V builder: specialization constant %u"
                                       " has two meanings", number));
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(type, id), initial);
    gi_spirv_decorate(builder, id, GiDecorationSpecId, GI_SPIRV_WORDS(number));
    return builder->status == GI_OK ? id : 0;
}

uint32_t gi_spirv_spec_u32(struct gi_spirv *builder, uint32_t number, uint32_t initial)
{
    return specialization(builder, GiOpSpecConstant, gi_spirv_type_int(builder, 32, false), number,
                          SPAN(initial));
}

uint32_t gi_spirv_spec_bool(struct gi_spirv *builder, uint32_t number, bool initial)
{
    return specialization(builder, initial ? GiOpSpecConstantTrue : GiOpSpecConstantFalse,
                          gi_spirv_type_bool(builder), number, NOTHING);
}

uint32_t gi_spirv_spec_op(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                          const uint32_t *operands, uint32_t count)
{
    struct gi_spirv_span span = { operands, count };
    bool is_new;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(GiOpSpecConstantOp, type, opcode), span,
                                  NOTHING, &is_new);

    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpSpecConstantOp, SPAN(type, id, opcode), span);
    return id;
}

uint32_t gi_spirv_spec_composite(struct gi_spirv *builder, uint32_t type, const uint32_t *parts,
                                 uint32_t count)
{
    return constant(builder, GiOpSpecConstantComposite, type,
                    (struct gi_spirv_span){ parts, count });
}

/* ---- variables of the module ------------------------------------------------------------- */

uint32_t gi_spirv_variable(struct gi_spirv *builder, uint32_t type,
                           enum gi_spirv_storage_class storage, uint32_t initial)
{
    struct gi_spirv_stream *variables = &builder->variables;
    uint32_t id = gi_spirv_id(builder);

    if (is_too_many(builder, variables->count + 1, MOST_VARIABLES, "variables of a module") ||
        !gi_spirv_grow(builder, variables, 1))
        return 0;
    variables->words[variables->count++] = id;
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpVariable, SPAN(type, id, storage),
                 initial ? SPAN(initial) : NOTHING);
    return builder->status == GI_OK ? id : 0;
}

uint32_t gi_spirv_builtin(struct gi_spirv *builder, enum gi_spirv_builtin builtin, uint32_t type)
{
    uint32_t pointer = gi_spirv_type_pointer(builder, GiStorageClassInput, type);
    uint32_t id = gi_spirv_known(builder, GI_SPIRV_WORDS(GiOpVariable, builtin));
    bool is_new;

    if (id)
        return id;
    id = gi_spirv_variable(builder, pointer, GiStorageClassInput, 0);
    (void)gi_spirv_unique(builder, id, SPAN(GiOpVariable, builtin), NOTHING, NOTHING, &is_new);
    gi_spirv_decorate(builder, id, GiDecorationBuiltIn, GI_SPIRV_WORDS(builtin));
    return builder->status == GI_OK ? id : 0;
}

const uint32_t *gi_spirv_variables(const struct gi_spirv *builder, uint32_t *out_count)
{
    *out_count = builder->variables.count;
    return builder->variables.words;
}
