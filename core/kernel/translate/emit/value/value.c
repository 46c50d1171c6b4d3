#include "kernel/translate/emit/value/value.h"

#include <string.h>

#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/emit/value/special.h"

uint32_t gi_emit_bits(enum gi_kind kind)
{
    static const uint8_t bits[GI_KINDS] = { 1, 8, 16, 32, 64, 16, 32, 64 };

    return bits[kind];
}

bool gi_emit_is_float(enum gi_kind kind)
{
    return kind >= GI_KIND_F16;
}

enum gi_kind gi_emit_unsigned(uint32_t bits)
{
    return bits == 64 ? GI_KIND_U64 : bits == 32 ? GI_KIND_U32 : bits == 16 ? GI_KIND_U16
        : GI_KIND_U8;
}

enum gi_kind gi_emit_kind_of(enum gi_ptx_type type)
{
    if (type == GI_PTX_T_PRED)
        return GI_KIND_PRED;
    if (type == GI_PTX_T_F16)
        return GI_KIND_F16;
    if (type == GI_PTX_T_F32)
        return GI_KIND_F32;
    if (type == GI_PTX_T_F64)
        return GI_KIND_F64;
    return gi_emit_unsigned(gi_ptx_type_bytes(type) * 8);
}

bool gi_emit_signed(enum gi_ptx_type type)
{
    return gi_ptx_type_class(type) == GI_PTX_SIGNED;
}

enum gi_kind gi_emit_kind(struct gi_emit *emit, gi_id value)
{
    if (value.kind < GI_KINDS)
        return (enum gi_kind)value.kind;
    if (emit->spirv.status == GI_OK)
        gi_spirv_fail(&emit->spirv, gi_fail(GI_INTERNAL, "a value is no number, and is computed"
                                            " with (kind %u)", (unsigned)value.kind));
    return GI_KIND_U32;
}

/* Numbers of these widths are features of a device. */
static void need(struct gi_emit *emit, enum gi_kind kind)
{
    struct gi_translate_kernel *kernel = emit->kernel;

    kernel->needs_int8 |= kind == GI_KIND_U8;
    kernel->needs_int16 |= kind == GI_KIND_U16;
    kernel->needs_float16 |= kind == GI_KIND_F16;
    kernel->needs_float64 |= kind == GI_KIND_F64;
    if ((kind == GI_KIND_U8 && !emit->target->int8)
        || (kind == GI_KIND_U16 && !emit->target->int16)
        || (kind == GI_KIND_F16 && !emit->target->float16)
        || (kind == GI_KIND_F64 && !emit->target->float64))
        gi_emit_refuse(emit, "the device has no numbers of this width");
}

gi_type gi_emit_type_id(struct gi_emit *emit, enum gi_kind kind)
{
    if (kind == GI_KIND_U8 || kind == GI_KIND_U16 || kind == GI_KIND_F16 || kind == GI_KIND_F64)
        need(emit, kind);
    return gi_spirv_type_of(&emit->spirv, kind);
}

gi_id gi_emit_constant(struct gi_emit *emit, enum gi_kind kind, uint64_t bits)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t word = (uint32_t)bits;
    float narrow;
    double wide;

    (void)gi_emit_type_id(emit, kind);
    switch (kind) {
    case GI_KIND_PRED:
        return gi_spirv_constant_bool(spirv, bits & 1);
    case GI_KIND_U8:
        return gi_spirv_constant_u8(spirv, (uint8_t)bits);
    case GI_KIND_U16:
        return gi_spirv_constant_u16(spirv, (uint16_t)bits);
    case GI_KIND_U32:
        return gi_spirv_constant_u32(spirv, word);
    case GI_KIND_U64:
        return gi_spirv_constant_u64(spirv, bits);
    case GI_KIND_F16:
        return gi_spirv_constant_f16(spirv, (uint16_t)bits);
    case GI_KIND_F32:
        memcpy(&narrow, &word, sizeof(narrow));
        return gi_spirv_constant_f32(spirv, narrow);
    case GI_KIND_F64:
        memcpy(&wide, &bits, sizeof(wide));
        return gi_spirv_constant_f64(spirv, wide);
    case GI_KINDS:
        break;
    }
    return GI_NO_ID;
}

gi_id gi_emit_float(struct gi_emit *emit, enum gi_kind kind, double value)
{
    if (kind == GI_KIND_F32)
        return gi_spirv_constant_f32(&emit->spirv, (float)value);
    if (kind == GI_KIND_F64)
        return gi_spirv_constant_f64(&emit->spirv, value);
    /* of the small ones only these are asked for */
    return gi_emit_constant(emit, kind, value == 0 ? 0 : value == 1 ? 0x3c00 : 0x7c00);
}

gi_id gi_emit_1(struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_kind kind, gi_id a)
{
    return gi_spirv_value1(&emit->spirv, op, gi_emit_type_id(emit, kind), a);
}

/* ---- merges: some compilers look for two numbers under masks that are each other's inverse, and
 * choose wrongly between the sum and one of the numbers ---- */

/* The top bit of an address, which is 0: as one bit or as 32. */
static gi_id top_of_address(struct gi_emit *emit, enum gi_spirv_opcode shift)
{
    gi_id upper = gi_emit_push_word(emit, emit->push_address_bytes + 4);

    return gi_emit_2n(emit, shift, upper, 31);
}

/* A zero of which no compiler knows a bit. One that was read in this block, or in the first of the
 * function, is taken again. */
static gi_id hidden_of(struct gi_emit *emit, enum gi_kind kind)
{
    const struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_hidden *hidden = &emit->hidden;

    if (hidden->function.n != spirv->function.n ||
        (hidden->block.n != spirv->block.n && hidden->block.n != spirv->first_block.n)) {
        hidden->function = spirv->function;
        hidden->block = spirv->block;
        hidden->word = top_of_address(emit, GiOpShiftRightArithmetic);
        hidden->wide = gi_emit_join64(emit, hidden->word, hidden->word);
    }
    return kind == GI_KIND_U64 ? hidden->wide : hidden->word;
}

/* A value that the compiler takes for another one. A second `or` does not undo the first, as a
 * second exclusive one would. */
static gi_id other_than(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    gi_type type = gi_emit_type_id(emit, kind);
    gi_id hidden = hidden_of(emit, kind);

    return gi_spirv_value2(&emit->spirv, GiOpBitwiseOr, type, value, hidden);
}

/* The compiler makes an `or` of each of these where no bit is set in both numbers, and of an `and`
 * where the numbers and the result are inverted. */
static bool may_merge(const struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_kind kind)
{
    bool is_number = kind == GI_KIND_U32 || kind == GI_KIND_U64;

    return emit->target->merges_wrongly && emit->push.n && is_number &&
           (op == GiOpBitwiseOr || op == GiOpBitwiseAnd || op == GiOpBitwiseXor ||
            op == GiOpIAdd || op == GiOpISub);
}

static bool compares(enum gi_spirv_opcode op)
{
    return (op >= GiOpLogicalEqual && op <= GiOpLogicalAnd) ||
           (op >= GiOpIEqual && op <= GiOpFUnordGreaterThanEqual);
}

gi_id gi_emit_2(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    enum gi_kind kind = compares(op) ? GI_KIND_PRED : gi_emit_kind(emit, a);
    gi_type type = gi_emit_type_id(emit, kind);
    bool hides = may_merge(emit, op, kind) && !gi_spirv_is_number(&emit->spirv, a) &&
                 !gi_spirv_is_number(&emit->spirv, b);
    gi_id value = gi_spirv_value2(&emit->spirv, op, type, a, b);

    return hides ? other_than(emit, kind, value) : value;
}

gi_id gi_emit_extract(struct gi_emit *emit, enum gi_kind kind, gi_id vector, uint32_t part)
{
    return gi_spirv_extract(&emit->spirv, gi_emit_type_id(emit, kind), vector, part);
}

gi_id gi_emit_2n(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, uint64_t number)
{
    return gi_emit_2(emit, op, a, gi_emit_constant(emit, gi_emit_kind(emit, a), number));
}

/* On the devices that compare wrongly no conversion is left that they could see: the sign bit is
 * turned, so that the number has none, and what that added is taken away. */
gi_id gi_emit_extend(struct gi_emit *emit, gi_id value, enum gi_kind to)
{
    gi_id sign;

    if (!emit->target->widens_wrongly || gi_emit_bits(gi_emit_kind(emit, value)) != 32
        || gi_emit_bits(to) != 64)
        return gi_emit_1(emit, GiOpSConvert, to, value);
    sign = gi_emit_constant(emit, to, UINT64_C(0x80000000));
    value = gi_emit_1(emit, GiOpUConvert, to, value);
    value = gi_emit_2(emit, GiOpBitwiseXor, value, sign);
    return gi_emit_2(emit, GiOpISub, value, sign);
}

gi_id gi_emit_select(struct gi_emit *emit, gi_id condition, gi_id a, gi_id b)
{
    gi_type type = gi_emit_type_id(emit, gi_emit_kind(emit, a));

    return gi_spirv_value3(&emit->spirv, GiOpSelect, type, condition, a, b);
}

gi_id gi_emit_either(struct gi_emit *emit, enum gi_kind kind, gi_id condition,
                     uint64_t number, uint64_t other)
{
    gi_id a = gi_emit_constant(emit, kind, number);
    gi_id b = gi_emit_constant(emit, kind, other);

    return gi_emit_select(emit, condition, a, b);
}

gi_id gi_emit_field(struct gi_emit *emit, gi_id word, uint32_t at, uint32_t bits, bool is_signed)
{
    gi_type type = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id first = gi_spirv_constant_u32(&emit->spirv, at);
    gi_id count = gi_spirv_constant_u32(&emit->spirv, bits);

    return gi_spirv_value3(&emit->spirv, is_signed ? GiOpBitFieldSExtract : GiOpBitFieldUExtract,
                           type, word, first, count);
}

gi_id gi_emit_with_field(struct gi_emit *emit, gi_id word, gi_id value, uint32_t at, uint32_t bits)
{
    gi_type type = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id first = gi_spirv_constant_u32(&emit->spirv, at);
    gi_id count = gi_spirv_constant_u32(&emit->spirv, bits);

    word = gi_spirv_value(&emit->spirv, GiOpBitFieldInsert, type,
                          GI_SPIRV_IDS(word, value, first, count));
    return may_merge(emit, GiOpBitwiseOr, GI_KIND_U32) ? other_than(emit, GI_KIND_U32, word) : word;
}

gi_id gi_emit_glsl1(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a)
{
    return gi_spirv_glsl(&emit->spirv, op, gi_emit_type_id(emit, kind), GI_SPIRV_IDS(a));
}

gi_id gi_emit_glsl2(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a, gi_id b)
{
    return gi_spirv_glsl(&emit->spirv, op, gi_emit_type_id(emit, kind), GI_SPIRV_IDS(a, b));
}

gi_id gi_emit_glsl3(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a, gi_id b, gi_id c)
{
    return gi_spirv_glsl(&emit->spirv, op, gi_emit_type_id(emit, kind), GI_SPIRV_IDS(a, b, c));
}

gi_id gi_emit_exact(struct gi_emit *emit, gi_id value)
{
    gi_spirv_op(&emit->spirv, GI_SPIRV_DECORATIONS, GiOpDecorate,
                GI_SPIRV_WORDS(value.n, GiDecorationNoContraction));
    return value;
}

gi_id gi_emit_cast(struct gi_emit *emit, gi_id value, enum gi_kind to)
{
    enum gi_kind from = gi_emit_kind(emit, value), bits = gi_emit_unsigned(gi_emit_bits(to));

    if (from == to)
        return value;
    if (from == GI_KIND_PRED || to == GI_KIND_PRED) {
        gi_emit_refuse(emit, "a predicate is taken for a number");
        return GI_NO_ID;
    }
    if (gi_emit_bits(from) == gi_emit_bits(to))
        return gi_emit_1(emit, GiOpBitcast, to, value);
    if (gi_emit_is_float(from))
        value = gi_emit_1(emit, GiOpBitcast, gi_emit_unsigned(gi_emit_bits(from)), value);
    value = gi_emit_1(emit, GiOpUConvert, bits, value);
    return bits == to ? value : gi_emit_1(emit, GiOpBitcast, to, value);
}

gi_id gi_emit_join64(struct gi_emit *emit, gi_id low, gi_id high)
{
    gi_type two = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), 2);
    gi_id pair = gi_spirv_value2(&emit->spirv, GiOpCompositeConstruct, two, low, high);

    return gi_emit_1(emit, GiOpBitcast, GI_KIND_U64, pair);
}

void gi_emit_split64(struct gi_emit *emit, gi_id value, gi_id *out_low, gi_id *out_high)
{
    gi_type two = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), 2);
    gi_id pair = gi_spirv_value1(&emit->spirv, GiOpBitcast, two, value);

    *out_low = gi_emit_extract(emit, GI_KIND_U32, pair, 0);
    *out_high = gi_emit_extract(emit, GI_KIND_U32, pair, 1);
}

/* ---- registers ---- */

static gi_id variable_of(struct gi_emit *emit, struct gi_emit_register *reg)
{
    if (!reg->variable.n) {
        enum gi_spirv_storage_class storage = reg->stays ? GiStorageClassPrivate
            : GiStorageClassFunction;
        gi_type type = gi_spirv_type_pointer(&emit->spirv, storage,
                                             gi_emit_type_id(emit, reg->kind));

        reg->variable = reg->stays ? gi_spirv_variable(&emit->spirv, type, storage, GI_NO_ID)
            : gi_spirv_local(&emit->spirv, type, GI_NO_ID);
    }
    return reg->variable;
}

/* Of a register that is a parameter of 32 or 64 bits. */
static gi_id reload(struct gi_emit *emit, uint32_t index)
{
    enum gi_kind kind = (enum gi_kind)emit->registers[index].kind;
    uint32_t at = emit->reloads[index] - 1;

    if (gi_emit_bits(kind) == 64)
        return gi_emit_cast(emit, gi_emit_push_u64(emit, at), kind);
    return gi_emit_cast(emit, gi_emit_push_word(emit, at), kind);
}

gi_id gi_emit_read(struct gi_emit *emit, uint32_t index)
{
    struct gi_emit_register *reg = &emit->registers[index];

    if (emit->reloads && emit->current == emit->functions
        && index < emit->current->body->register_count && emit->reloads[index])
        return reload(emit, index);
    if (reg->stamp != emit->stamp) {
        reg->value = gi_emit_1(emit, GiOpLoad, reg->kind, variable_of(emit, reg));
        reg->stamp = emit->stamp;
        reg->dirty = false;
    }
    return reg->value;
}

void gi_emit_write(struct gi_emit *emit, uint32_t index, gi_id value)
{
    struct gi_emit_register *reg = &emit->registers[index];

    if (reg->stamp != emit->stamp || !reg->dirty)
        emit->dirty[emit->dirty_count++] = index;
    reg->value = value;
    reg->stamp = emit->stamp;
    reg->dirty = true;
    (void)variable_of(emit, reg);
}

/* ---- operands ---- */

/* The bits of a float constant as a kind has them. */
static uint64_t float_bits(const struct gi_ptx_operand *operand, enum gi_kind kind)
{
    uint64_t bits = operand->value;
    uint32_t word = (uint32_t)bits;
    float narrow;
    double wide;

    if (operand->kind == GI_PTX_DOUBLE_VALUE && kind == GI_KIND_F32) {
        memcpy(&wide, &bits, sizeof(wide));
        narrow = (float)wide;
        memcpy(&word, &narrow, sizeof(word));
        return word;
    }
    if (operand->kind == GI_PTX_SINGLE_VALUE && kind == GI_KIND_F64) {
        memcpy(&narrow, &word, sizeof(narrow));
        wide = narrow;
        memcpy(&bits, &wide, sizeof(bits));
    }
    return bits;
}

gi_id gi_emit_hidden_zero(struct gi_emit *emit)
{
    return top_of_address(emit, GiOpShiftRightLogical);
}

static gi_id hidden_float(struct gi_emit *emit, enum gi_kind kind)
{
    gi_id bit = gi_emit_hidden_zero(emit);

    if (kind == GI_KIND_F64)
        return gi_emit_cast(emit, gi_emit_join64(emit, bit, bit), GI_KIND_F64);
    return gi_emit_cast(emit, bit, GI_KIND_F32);
}

static gi_id float_constant(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                            enum gi_kind kind)
{
    uint64_t bits = float_bits(operand, kind);

    if (bits == 0 && emit->target->drops_zeros && (kind == GI_KIND_F32 || kind == GI_KIND_F64))
        return hidden_float(emit, kind);
    return gi_emit_constant(emit, kind, bits);
}

gi_id gi_emit_get(struct gi_emit *emit, const struct gi_ptx_operand *operand, enum gi_kind kind)
{
    gi_id value = GI_NO_ID;

    switch ((enum gi_ptx_operand_kind)operand->kind) {
    case GI_PTX_REGISTER:
        value = gi_emit_cast(emit, gi_emit_read(emit, operand->index), kind);
        break;
    case GI_PTX_INTEGER_VALUE:
        value = gi_emit_constant(emit, kind,
                                 kind == GI_KIND_PRED ? operand->value != 0 : operand->value);
        break;
    case GI_PTX_SINGLE_VALUE:
    case GI_PTX_DOUBLE_VALUE:
        value = float_constant(emit, operand, kind);
        break;
    case GI_PTX_SPECIAL:
        value = gi_emit_special(emit, operand, kind);
        break;
    case GI_PTX_VARIABLE:
        value = gi_emit_address_of(emit, operand->to.variable, operand->value);
        value = gi_emit_cast(emit, value, kind);
        break;
    case GI_PTX_FUNCTION:
        value = gi_emit_constant(emit, GI_KIND_U64,
                                 gi_emit_function_address(operand->to.function));
        value = gi_emit_cast(emit, value, kind);
        break;
    case GI_PTX_NAME_ONLY:
        gi_emit_refuse(emit, "an operand names what is not declared");
        break;
    case GI_PTX_LABEL:
    case GI_PTX_MEMORY:
    case GI_PTX_VECTOR:
    case GI_PTX_LIST:
    case GI_PTX_PAIR:
    case GI_PTX_SINK:
        gi_emit_refuse(emit, "an operand is of a form that is not built here");
        break;
    }
    if (operand->negated && kind == GI_KIND_PRED)
        value = gi_emit_1(emit, GiOpLogicalNot, kind, value);
    return value;
}

void gi_emit_put(struct gi_emit *emit, const struct gi_ptx_operand *operand, gi_id value,
                 bool is_signed)
{
    enum gi_kind kind, to;

    if (operand->kind == GI_PTX_SINK)
        return;
    if (operand->kind != GI_PTX_REGISTER) {
        gi_emit_refuse(emit, "the destination is no register");
        return;
    }
    kind = gi_emit_kind(emit, value);
    to = emit->registers[operand->index].kind;
    if (is_signed && to != GI_KIND_PRED && kind != GI_KIND_PRED && !gi_emit_is_float(kind)
        && gi_emit_bits(to) > gi_emit_bits(kind))
        value = gi_emit_extend(emit, value, gi_emit_unsigned(gi_emit_bits(to)));
    gi_emit_write(emit, operand->index, gi_emit_cast(emit, value, to));
}

const struct gi_ptx_operand *gi_emit_items(const struct gi_ptx_operand *operand,
                                           uint32_t *out_count)
{
    bool is_list = operand->kind == GI_PTX_VECTOR;

    *out_count = is_list ? operand->count : 1;
    return is_list ? operand->to.items : operand;
}
