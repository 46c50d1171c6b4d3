#include "kernel/translate/spirv/types.h"

#include "kernel/translate/spirv/kinds.h"
#include "kernel/translate/spirv/unique.h"

#include <string.h>

/* Limits that every implementation of SPIR-V has to support. */
enum { MOST_MEMBERS = 16383, MOST_PARAMETERS = 255, MOST_VARIABLES = 65535 };

/* ---- types ------------------------------------------------------------------------------- */

/* A type of these operands. The words of layout distinguish it from other types, and are no
 * operands. */
static gi_type unique_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t kind,
                           struct gi_spirv_span operands, struct gi_spirv_span layout,
                           bool *out_new)
{
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode, operands.count), operands, layout,
                                  out_new);

    if (*out_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(id), operands);
    return (gi_type){ id, kind };
}

static gi_type plain_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t kind,
                          struct gi_spirv_span operands)
{
    bool is_new;

    return unique_type(builder, opcode, kind, operands, NOTHING, &is_new);
}

gi_type gi_spirv_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                      const uint32_t *operands, uint32_t count)
{
    return plain_type(builder, opcode, GI_KIND_OTHER, (struct gi_spirv_span){ operands, count });
}

gi_type gi_spirv_type_void(struct gi_spirv *builder)
{
    return plain_type(builder, GiOpTypeVoid, GI_KIND_OTHER, NOTHING);
}

/* An integer or float. Types of other widths than 32 bits ask for a capability. */
static gi_type number_type(struct gi_spirv *builder, enum gi_kind kind, bool is_signed)
{
    static const struct {
        enum gi_spirv_opcode opcode;
        uint32_t bits;
        enum gi_spirv_capability capability;
    } numbers[GI_KINDS] = {
        [GI_KIND_U8] = { GiOpTypeInt, 8, GiCapabilityInt8 },
        [GI_KIND_U16] = { GiOpTypeInt, 16, GiCapabilityInt16 },
        [GI_KIND_U32] = { GiOpTypeInt, 32, GiCapabilityShader },
        [GI_KIND_U64] = { GiOpTypeInt, 64, GiCapabilityInt64 },
        [GI_KIND_F16] = { GiOpTypeFloat, 16, GiCapabilityFloat16 },
        [GI_KIND_F32] = { GiOpTypeFloat, 32, GiCapabilityShader },
        [GI_KIND_F64] = { GiOpTypeFloat, 64, GiCapabilityFloat64 }
    };
    const uint32_t operands[] = { numbers[kind].bits, is_signed };
    uint32_t count = numbers[kind].opcode == GiOpTypeInt ? 2 : 1;
    bool is_new;
    gi_type type = unique_type(builder, numbers[kind].opcode, kind,
                               (struct gi_spirv_span){ operands, count }, NOTHING, &is_new);

    if (is_new && numbers[kind].bits != 32)
        gi_spirv_capability(builder, numbers[kind].capability);
    return type;
}

gi_type gi_spirv_type_of(struct gi_spirv *builder, enum gi_kind kind)
{
    gi_type *kept = &builder->types[kind];

    if (!kept->n || builder->status != GI_OK)
        *kept = kind == GI_KIND_PRED ? plain_type(builder, GiOpTypeBool, kind, NOTHING)
                                     : number_type(builder, kind, false);
    return *kept;
}

gi_type gi_spirv_type_bool(struct gi_spirv *builder)
{
    return gi_spirv_type_of(builder, GI_KIND_PRED);
}

gi_type gi_spirv_type_int(struct gi_spirv *builder, uint32_t bits, bool is_signed)
{
    enum gi_kind kind = bits == 32   ? GI_KIND_U32
                        : bits == 64 ? GI_KIND_U64
                        : bits == 16 ? GI_KIND_U16
                                     : GI_KIND_U8;

    return is_signed ? number_type(builder, kind, true) : gi_spirv_type_of(builder, kind);
}

gi_type gi_spirv_type_float(struct gi_spirv *builder, uint32_t bits)
{
    return gi_spirv_type_of(builder, bits == 32   ? GI_KIND_F32
                                     : bits == 64 ? GI_KIND_F64
                                                  : GI_KIND_F16);
}

gi_type gi_spirv_type_vector(struct gi_spirv *builder, gi_type component, uint32_t count)
{
    return plain_type(builder, GiOpTypeVector, GI_KIND_VECTOR | component.kind,
                      SPAN(component.n, count));
}

/* Decorations name a type as they do a value. */
static void decorate(struct gi_spirv *builder, gi_type type, enum gi_spirv_decoration decoration,
                     struct gi_spirv_span operands)
{
    gi_spirv_decorate(builder, (gi_id){ type.n, GI_KIND_OTHER }, decoration, operands.words,
                      operands.count);
}

static gi_type array(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                     struct gi_spirv_span operands, uint32_t stride_bytes)
{
    bool is_new;
    gi_type type = unique_type(builder, opcode, GI_KIND_OTHER, operands, SPAN(stride_bytes),
                               &is_new);

    if (is_new && stride_bytes)
        decorate(builder, type, GiDecorationArrayStride, SPAN(stride_bytes));
    return type;
}

gi_type gi_spirv_type_array(struct gi_spirv *builder, gi_type element, gi_id length,
                            uint32_t stride_bytes)
{
    return array(builder, GiOpTypeArray, SPAN(element.n, length.n), stride_bytes);
}

gi_type gi_spirv_type_runtime_array(struct gi_spirv *builder, gi_type element,
                                    uint32_t stride_bytes)
{
    return array(builder, GiOpTypeRuntimeArray, SPAN(element.n), stride_bytes);
}

/* Room for words that last as long as the builder; NULL after a failure. */
static uint32_t *room_for(struct gi_spirv *builder, uint32_t count)
{
    uint32_t *words = gi_arena_take(builder->arena, (size_t)count + 1, sizeof(*words));

    if (!words)
        gi_spirv_fail(builder, GI_OUT_OF_MEMORY);
    return words;
}

/* Types and values as words. */
static struct gi_spirv_span numbers_of_types(struct gi_spirv *builder, const gi_type *types,
                                             uint32_t count)
{
    uint32_t *words = room_for(builder, count);

    for (uint32_t i = 0; words && i < count; i++)
        words[i] = types[i].n;
    return (struct gi_spirv_span){ words, words ? count : 0 };
}

static struct gi_spirv_span numbers_of(struct gi_spirv *builder, const gi_id *ids, uint32_t count)
{
    uint32_t *words = room_for(builder, count);

    for (uint32_t i = 0; words && i < count; i++)
        words[i] = ids[i].n;
    return (struct gi_spirv_span){ words, words ? count : 0 };
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

gi_type gi_spirv_type_struct(struct gi_spirv *builder, const gi_type *members,
                             const uint32_t *offsets, uint32_t count, bool block)
{
    struct gi_spirv_span layout = { offsets, offsets ? count : 0 };
    struct gi_spirv_span parts;
    gi_type type = { 0, GI_KIND_OTHER };
    bool is_new;

    if (is_too_many(builder, count, MOST_MEMBERS, "members of a structure"))
        return GI_NO_TYPE;
    parts = numbers_of_types(builder, members, count);
    type.n = gi_spirv_unique(builder, 0, SPAN(GiOpTypeStruct, count, block), parts, layout,
                             &is_new);
    if (!is_new)
        return type;
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpTypeStruct, SPAN(type.n), parts);
    if (block)
        decorate(builder, type, GiDecorationBlock, NOTHING);
    for (uint32_t i = 0; i < layout.count; i++)
        gi_spirv_member_decorate(builder, type, i, GiDecorationOffset, GI_SPIRV_WORDS(offsets[i]));
    return type;
}

/* Of a pointer into something: the kind of a pointer to a pointer has no place for a third. */
static uint32_t pointer_kind(gi_type target)
{
    bool is_pointer = (target.kind & GI_KIND_POINTER) != 0;

    return GI_KIND_POINTER | (is_pointer ? (uint32_t)GI_KIND_OTHER : target.kind);
}

gi_type gi_spirv_type_pointer(struct gi_spirv *builder, enum gi_spirv_storage_class storage,
                              gi_type type)
{
    struct gi_spirv_recent *recent =
        &builder->pointers[(type.n ^ (uint32_t)storage << 2) % GI_SPIRV_RECENT_POINTERS];
    gi_type made;

    if (recent->id && recent->first == (uint32_t)storage && recent->second == type.n
        && builder->status == GI_OK)
        return (gi_type){ recent->id, pointer_kind(type) };
    made = plain_type(builder, GiOpTypePointer, pointer_kind(type), SPAN(storage, type.n));
    *recent = (struct gi_spirv_recent){ made.n, (uint32_t)storage, type.n, 0 };
    return made;
}

gi_type gi_spirv_type_function(struct gi_spirv *builder, gi_type result,
                               const gi_type *parameters, uint32_t count)
{
    gi_type type = { 0, GI_KIND_OTHER };
    struct gi_spirv_span parts;
    bool is_new;

    if (is_too_many(builder, count, MOST_PARAMETERS, "parameters of a function"))
        return GI_NO_TYPE;
    parts = numbers_of_types(builder, parameters, count);
    type.n = gi_spirv_unique(builder, 0, SPAN(GiOpTypeFunction, count + 1, result.n), parts,
                             NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpTypeFunction, SPAN(type.n, result.n), parts);
    return type;
}

/* ---- constants --------------------------------------------------------------------------- */

static gi_id constant(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                      struct gi_spirv_span operands)
{
    bool is_new;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode, type.n), operands, NOTHING, &is_new);

    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(type.n, id), operands);
    return (gi_id){ id, type.kind };
}

gi_id gi_spirv_constant_bool(struct gi_spirv *builder, bool value)
{
    return constant(builder, value ? GiOpConstantTrue : GiOpConstantFalse,
                    gi_spirv_type_bool(builder), NOTHING);
}

/* A number; high is 0 where its type has less than 64 bits. */
static gi_id number_constant(struct gi_spirv *builder, gi_type type, bool is_wide, uint32_t low,
                             uint32_t high)
{
    uint32_t hash = (low ^ low >> 7 ^ low >> 20 ^ high >> 20 ^ type.n << 3);
    struct gi_spirv_recent *recent = &builder->constants[hash % GI_SPIRV_RECENT_CONSTANTS];
    gi_id made;

    if (recent->id && recent->first == type.n && recent->second == low && recent->third == high
        && builder->status == GI_OK)
        return (gi_id){ recent->id, type.kind };
    made = constant(builder, GiOpConstant, type, is_wide ? SPAN(low, high) : SPAN(low));
    *recent = (struct gi_spirv_recent){ made.n, type.n, low, high };
    return made;
}

bool gi_spirv_is_number(const struct gi_spirv *builder, gi_id id)
{
    for (int i = 0; i < GI_SPIRV_RECENT_CONSTANTS; i++) {
        if (builder->constants[i].id == id.n)
            return true;
    }
    return false;
}

static gi_id constant_int(struct gi_spirv *builder, enum gi_kind kind, uint32_t word)
{
    return number_constant(builder, gi_spirv_type_of(builder, kind), false, word, 0);
}

gi_id gi_spirv_constant_u8(struct gi_spirv *builder, uint8_t value)
{
    return constant_int(builder, GI_KIND_U8, value);
}

gi_id gi_spirv_constant_u16(struct gi_spirv *builder, uint16_t value)
{
    return constant_int(builder, GI_KIND_U16, value);
}

gi_id gi_spirv_constant_u32(struct gi_spirv *builder, uint32_t value)
{
    return constant_int(builder, GI_KIND_U32, value);
}

gi_id gi_spirv_constant_u64(struct gi_spirv *builder, uint64_t value)
{
    return number_constant(builder, gi_spirv_type_of(builder, GI_KIND_U64), true, (uint32_t)value,
                           (uint32_t)(value >> 32));
}

gi_id gi_spirv_constant_s32(struct gi_spirv *builder, int32_t value)
{
    return number_constant(builder, gi_spirv_type_int(builder, 32, true), false, (uint32_t)value,
                           0);
}

gi_id gi_spirv_constant_f16(struct gi_spirv *builder, uint16_t bits)
{
    return number_constant(builder, gi_spirv_type_of(builder, GI_KIND_F16), false, bits, 0);
}

gi_id gi_spirv_constant_f32(struct gi_spirv *builder, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return number_constant(builder, gi_spirv_type_of(builder, GI_KIND_F32), false, bits, 0);
}

gi_id gi_spirv_constant_f64(struct gi_spirv *builder, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return number_constant(builder, gi_spirv_type_of(builder, GI_KIND_F64), true, (uint32_t)bits,
                           (uint32_t)(bits >> 32));
}

gi_id gi_spirv_constant_null(struct gi_spirv *builder, gi_type type)
{
    return constant(builder, GiOpConstantNull, type, NOTHING);
}

gi_id gi_spirv_undefined(struct gi_spirv *builder, gi_type type)
{
    return constant(builder, GiOpUndef, type, NOTHING);
}

gi_id gi_spirv_constant_composite(struct gi_spirv *builder, gi_type type, const gi_id *parts,
                                  uint32_t count)
{
    return constant(builder, GiOpConstantComposite, type, numbers_of(builder, parts, count));
}

/* Its key is the number; the key of what else it is has to appear at the same time. */
static gi_id specialization(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                            uint32_t number, struct gi_spirv_span initial)
{
    bool is_new;
    bool is_new_number;
    gi_id id = { gi_spirv_unique(builder, 0, SPAN(GiOpSpecConstant, opcode, type.n, number),
                                 initial, NOTHING, &is_new), type.kind };

    if (!is_new)
        return id;
    (void)gi_spirv_unique(builder, id.n, SPAN(GiOpSpecConstant, number), NOTHING, NOTHING,
                          &is_new_number);
    if (!is_new_number && builder->status == GI_OK)
        gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "SPIR-V builder: specialization constant %u"
                                       " has two meanings", number));
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, opcode, SPAN(type.n, id.n), initial);
    gi_spirv_decorate(builder, id, GiDecorationSpecId, GI_SPIRV_WORDS(number));
    return builder->status == GI_OK ? id : GI_NO_ID;
}

gi_id gi_spirv_spec_u32(struct gi_spirv *builder, uint32_t number, uint32_t initial)
{
    return specialization(builder, GiOpSpecConstant, gi_spirv_type_int(builder, 32, false), number,
                          SPAN(initial));
}

gi_id gi_spirv_spec_bool(struct gi_spirv *builder, uint32_t number, bool initial)
{
    return specialization(builder, initial ? GiOpSpecConstantTrue : GiOpSpecConstantFalse,
                          gi_spirv_type_bool(builder), number, NOTHING);
}

static gi_id spec_op(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                     const gi_id *operands, uint32_t count)
{
    struct gi_spirv_span span = numbers_of(builder, operands, count);
    bool is_new;
    uint32_t id;

    if (!gi_kinds_fit(opcode, type.kind, operands, count))
        gi_spirv_refuse_kinds(builder, opcode, operands, count);
    id = gi_spirv_unique(builder, 0, SPAN(GiOpSpecConstantOp, type.n, opcode), span, NOTHING,
                         &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpSpecConstantOp, SPAN(type.n, id, opcode), span);
    return (gi_id){ id, type.kind };
}

gi_id gi_spirv_spec_op(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                       gi_id a, gi_id b)
{
    return spec_op(builder, opcode, type, GI_SPIRV_IDS(a, b));
}

gi_id gi_spirv_spec_select(struct gi_spirv *builder, gi_type type, gi_id condition, gi_id a,
                           gi_id b)
{
    return spec_op(builder, GiOpSelect, type, GI_SPIRV_IDS(condition, a, b));
}

gi_id gi_spirv_spec_composite(struct gi_spirv *builder, gi_type type, const gi_id *parts,
                              uint32_t count)
{
    return constant(builder, GiOpSpecConstantComposite, type, numbers_of(builder, parts, count));
}

/* ---- variables of the module ------------------------------------------------------------- */

/* Keeps a variable in the list; false after a failure. */
static bool list_variable(struct gi_spirv *builder, gi_id variable)
{
    void *variables = builder->variables;
    gi_status status;

    if (is_too_many(builder, builder->variable_count + 1, MOST_VARIABLES, "variables of a module"))
        return false;
    status = gi_arena_reserve(builder->arena, &variables, builder->variable_count,
                              &builder->variable_room, builder->variable_count + 1,
                              sizeof(variable));
    if (status != GI_OK) {
        gi_spirv_fail(builder, status);
        return false;
    }
    builder->variables = variables;
    builder->variables[builder->variable_count++] = variable;
    return true;
}

gi_id gi_spirv_variable(struct gi_spirv *builder, gi_type type,
                        enum gi_spirv_storage_class storage, gi_id initial)
{
    gi_id id = { gi_spirv_id(builder).n, type.kind };

    if (!list_variable(builder, id))
        return GI_NO_ID;
    if (initial.n)
        gi_spirv_compare_target(builder, GiOpVariable, id, initial);
    gi_spirv_put(builder, GI_SPIRV_GLOBALS, GiOpVariable, SPAN(type.n, id.n, storage),
                 initial.n ? SPAN(initial.n) : NOTHING);
    return builder->status == GI_OK ? id : GI_NO_ID;
}

gi_id gi_spirv_builtin(struct gi_spirv *builder, enum gi_spirv_builtin builtin, gi_type type)
{
    gi_type pointer = gi_spirv_type_pointer(builder, GiStorageClassInput, type);
    gi_id id = { gi_spirv_known(builder, GI_SPIRV_WORDS(GiOpVariable, builtin)), pointer.kind };
    bool is_new;

    if (id.n)
        return id;
    id = gi_spirv_variable(builder, pointer, GiStorageClassInput, GI_NO_ID);
    (void)gi_spirv_unique(builder, id.n, SPAN(GiOpVariable, builtin), NOTHING, NOTHING, &is_new);
    gi_spirv_decorate(builder, id, GiDecorationBuiltIn, GI_SPIRV_WORDS(builtin));
    return builder->status == GI_OK ? id : GI_NO_ID;
}

const gi_id *gi_spirv_variables(const struct gi_spirv *builder, uint32_t *out_count)
{
    *out_count = builder->variable_count;
    return builder->variables;
}
