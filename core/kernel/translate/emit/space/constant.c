#include "kernel/translate/emit/space/constant.h"

#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

enum { ROW_BYTES = 16, PUSH_VARIABLES = 8 };

/* The constant that an operand begins at, if it names one of the module. */
static const struct gi_ptx_variable *named(const struct gi_emit *emit,
                                           const struct gi_ptx_operand *memory)
{
    const struct gi_ptx_operand *base = &memory->to.items[0];
    const struct gi_ptx_variable *variable = base->to.variable;

    if (base->kind != GI_PTX_VARIABLE || gi_emit_owner_of(emit, variable) != GI_EMIT_OF_MODULE)
        return NULL;
    return variable->space == GI_PTX_CONST && !variable->is_extern ? variable : NULL;
}

bool gi_emit_binds_constant(const struct gi_emit *emit, const struct gi_ptx_operand *memory)
{
    uint64_t bytes = emit->variables.constant_bytes;

    if (bytes == 0 || bytes > emit->target->constant_bytes || emit->target->checks_memory)
        return false;
    return !emit->target->constants_take_turns || named(emit, memory) != NULL;
}

/* The buffer is rows of four words, for an array of words would need a feature of the device. */
static void declare(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t bytes = (uint32_t)emit->variables.constant_bytes;
    gi_type type;

    type = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);
    type = gi_spirv_type_array(spirv, type, gi_spirv_constant_u32(spirv, bytes / ROW_BYTES),
                               ROW_BYTES);
    type = gi_spirv_type_struct(spirv, &type, (const uint32_t[]){ 0 }, 1, true);
    type = gi_spirv_type_pointer(spirv, GiStorageClassUniform, type);
    emit->constants = gi_spirv_variable(spirv, type, GiStorageClassUniform, GI_NO_ID);
    gi_spirv_decorate(spirv, emit->constants, GiDecorationDescriptorSet,
                      GI_SPIRV_WORDS(GI_TRANSLATE_CONSTANT_SET));
    gi_spirv_decorate(spirv, emit->constants, GiDecorationBinding, GI_SPIRV_WORDS(0));
    emit->kernel->bound_constant_bytes = bytes;
}

/* ---- places ---- */

/* A byte of the buffer: a number that is known, and one that is not. */
struct place {
    uint32_t known;
    gi_id more;                 /* an id; 0: none */
};

/* An address that is computed is one of device memory, as pointers to constants are that leave the
 * kernel. The buffer is below 4 GiB, so the lower halves say the distance. */
static struct place place_of(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                             gi_id address)
{
    const struct gi_ptx_variable *variable = named(emit, memory);
    gi_id low, high;

    if (variable)
        return (struct place){ (uint32_t)(emit->variables.offsets[variable->index]
                                          + memory->to.items[0].value + memory->value),
                               GI_NO_ID };
    gi_emit_split64(emit, address, &low, &high);
    return (struct place){ 0, op2(emit, GiOpISub, low, gi_emit_push_word(emit, PUSH_VARIABLES)) };
}

/* Of one that is not known. */
static gi_id at_place(struct gi_emit *emit, struct place place)
{
    return place.known ? op2n(emit, GiOpIAdd, place.more, place.known) : place.more;
}

/* The word that has the byte of a place. */
static gi_id load_word(struct gi_emit *emit, struct place place)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_spirv_type_pointer(spirv, GiStorageClassUniform,
                                         gi_emit_type_id(emit, GI_KIND_U32));
    gi_id member = gi_spirv_constant_u32(spirv, 0), row, column, pointer;

    if (place.more.n) {
        column = at_place(emit, place);
        row = op2n(emit, GiOpShiftRightLogical, column, 4);
        column = op2n(emit, GiOpShiftRightLogical, column, 2);
        column = op2n(emit, GiOpBitwiseAnd, column, 3);
    } else {
        row = u32(emit, place.known / ROW_BYTES);
        column = u32(emit, place.known % ROW_BYTES / 4);
    }
    pointer = gi_spirv_value(spirv, GiOpAccessChain, type,
                             GI_SPIRV_IDS(emit->constants, member, row, column));
    return gi_emit_1(emit, GiOpLoad, GI_KIND_U32, pointer);
}

/* The value, with bits of others above those of its kind. */
static gi_id load_part(struct gi_emit *emit, struct place place)
{
    gi_id word = load_word(emit, place), byte;

    if (!place.more.n)
        return place.known % 4 ? op2n(emit, GiOpShiftRightLogical, word, place.known % 4 * 8)
                               : word;
    byte = op2n(emit, GiOpBitwiseAnd, at_place(emit, place), 3);
    return op2(emit, GiOpShiftRightLogical, word, op2n(emit, GiOpShiftLeftLogical, byte, 3));
}

static gi_id load_one(struct gi_emit *emit, struct place place, enum gi_kind kind)
{
    gi_id low;

    if (gi_emit_bits(kind) < 32)
        return gi_emit_cast(emit, load_part(emit, place), kind);
    low = load_word(emit, place);
    if (gi_emit_bits(kind) == 32)
        return gi_emit_cast(emit, low, kind);
    place.known += 4;
    return gi_emit_cast(emit, gi_emit_join64(emit, low, load_word(emit, place)), kind);
}

bool gi_emit_names_constant(const struct gi_emit *emit, const struct gi_ptx_operand *memory)
{
    return named(emit, memory) != NULL;
}

void gi_emit_load_constants(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            gi_id address, enum gi_kind kind, uint32_t count,
                            gi_id *out_values)
{
    struct place place;

    if (!emit->constants.n)
        declare(emit);
    place = place_of(emit, memory, address);
    for (uint32_t i = 0; i < count; i++) {
        out_values[i] = load_one(emit, place, kind);
        place.known += gi_emit_bits(kind) / 8;
    }
}
