#include "kernel/translate/emit/space/parameter.h"

#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* A parameter travels as an array of words. */
enum { MOST_BYTES = 32764 };

gi_type gi_emit_parameter_type(struct gi_emit *emit, const struct gi_ptx_variable *variable)
{
    uint64_t words = (variable->bytes + 3) / 4;
    gi_type word;

    if (variable->bytes > MOST_BYTES)
        gi_emit_refuse(emit, "a parameter is larger than any may be");
    word = gi_emit_type_id(emit, GI_KIND_U32);
    return gi_spirv_type_array(&emit->spirv, word,
                               gi_spirv_constant_u32(&emit->spirv, words ? (uint32_t)words : 1), 0);
}

/* The storage class of parameters. In the machine, parameters outlive a step. */
static enum gi_spirv_storage_class storage_of(const struct gi_emit *emit)
{
    return emit->meetings.way == GI_WARP_MACHINE && emit->current->function->is_entry
        ? GiStorageClassPrivate : GiStorageClassFunction;
}

gi_id gi_emit_add_parameter(struct gi_emit *emit, const struct gi_ptx_variable *variable)
{
    void *items = emit->parameters;
    struct gi_emit_parameter *added;
    gi_status status = gi_arena_reserve(emit->arena, &items, emit->parameter_count,
                                        &emit->parameter_room, emit->parameter_count + 1,
                                        sizeof(*emit->parameters));
    enum gi_spirv_storage_class storage = storage_of(emit);
    gi_type type;

    if (status != GI_OK) {
        gi_spirv_fail(&emit->spirv, status);
        return GI_NO_ID;
    }
    emit->parameters = items;
    added = &emit->parameters[emit->parameter_count++];
    added->of = variable;
    added->type = gi_emit_parameter_type(emit, variable);
    type = gi_spirv_type_pointer(&emit->spirv, storage, added->type);
    added->variable = storage == GiStorageClassPrivate
        ? gi_spirv_variable(&emit->spirv, type, storage, GI_NO_ID)
        : gi_spirv_local(&emit->spirv, type, GI_NO_ID);
    return added->variable;
}

/* A parameter of the function is among the first ones; a variable of its body has its place noted,
 * as there are many where there are many calls. */
const struct gi_emit_parameter *gi_emit_find_parameter(struct gi_emit *emit,
                                                       const struct gi_ptx_variable *variable)
{
    const struct gi_ptx_body *body = emit->current->body;
    uint32_t index = variable->index;
    bool of_body = index < body->variable_count && body->variables[index] == variable;

    if (of_body && emit->parameter_at[index])
        return &emit->parameters[emit->parameter_at[index] - 1];
    for (uint32_t i = 0; !of_body && i < emit->parameter_count; i++) {
        if (emit->parameters[i].of == variable)
            return &emit->parameters[i];
    }
    if (!gi_emit_add_parameter(emit, variable).n)
        return NULL;
    if (of_body)
        emit->parameter_at[index] = emit->parameter_count;
    return &emit->parameters[emit->parameter_count - 1];
}

static gi_id word_pointer(struct gi_emit *emit, const struct gi_emit_parameter *parameter,
                          uint64_t at)
{
    struct gi_spirv *spirv = &emit->spirv;
    enum gi_spirv_storage_class storage = storage_of(emit);
    gi_type type = gi_spirv_type_pointer(spirv, storage, gi_emit_type_id(emit, GI_KIND_U32));

    return gi_spirv_value2(spirv, GiOpAccessChain, type, parameter->variable,
                           gi_spirv_constant_u32(spirv, (uint32_t)(at / 4)));
}

gi_id gi_emit_from_words(struct gi_emit *emit, const struct gi_emit_parameter *parameter,
                         uint64_t at, enum gi_kind kind)
{
    uint32_t bits = gi_emit_bits(kind);
    gi_id words[2] = { 0 };

    if (bits == 64 && !parameter)
        return gi_emit_cast(emit, gi_emit_push_u64(emit, at), kind);
    for (uint32_t i = 0; i < (bits == 64 ? 2 : 1); i++) {
        if (parameter)
            words[i] = gi_emit_1(emit, GiOpLoad, GI_KIND_U32,
                                 word_pointer(emit, parameter, at + 4 * i));
        else
            words[i] = gi_emit_push_word(emit, at + 4 * i);
    }
    if (bits == 64)
        return gi_emit_cast(emit, gi_emit_join64(emit, words[0], words[1]), kind);
    if (at & 3)
        words[0] = gi_emit_2(emit, GiOpShiftRightLogical, words[0], u32(emit, (at & 3) * 8));
    return gi_emit_cast(emit, words[0], kind);
}

/* The parameter of an operand [name + offset], NULL where it is an address. */
static const struct gi_ptx_variable *named(struct gi_emit *emit,
                                           const struct gi_ptx_operand *memory, uint64_t *out_at)
{
    const struct gi_ptx_operand *base;

    if (memory->kind != GI_PTX_MEMORY || memory->count != 1) {
        gi_emit_refuse(emit, "an address of this form is not built");
        return NULL;
    }
    base = &memory->to.items[0];
    if (base->kind != GI_PTX_VARIABLE || base->to.variable->space != GI_PTX_PARAM)
        return NULL;
    *out_at = base->value + memory->value;
    return base->to.variable;
}

/* Whether values lie inside a parameter, each on its own boundary. */
static bool fits(struct gi_emit *emit, const struct gi_ptx_variable *variable, uint64_t at,
                 enum gi_kind kind, uint32_t count)
{
    uint64_t bytes = gi_emit_bits(kind) / 8;

    if (at <= variable->bytes && bytes * count <= variable->bytes - at
        && at % (bytes > 4 ? 4 : bytes) == 0)
        return true;
    gi_emit_refuse(emit, "an access is outside of its parameter or not aligned");
    return false;
}

bool gi_emit_load_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            enum gi_kind kind, uint32_t count, gi_id *out_values)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    uint64_t at = 0;
    const struct gi_ptx_variable *variable = named(emit, memory, &at);
    const struct gi_emit_parameter *parameter = NULL;
    uint64_t bytes = gi_emit_bits(kind) / 8;

    if (!variable)
        return false;
    if (!fits(emit, variable, at, kind, count))
        return true;
    if (gi_emit_owner_of(emit, variable) == GI_EMIT_OF_ENTRY) {
        if (kernel->parameters_in_memory)
            return false;
        at += emit->parameter_places[variable->index] + kernel->push_offset_bytes;
    } else {
        parameter = gi_emit_find_parameter(emit, variable);
        if (!parameter)
            return true;
    }
    for (uint32_t i = 0; i < count; i++)
        out_values[i] = gi_emit_from_words(emit, parameter, at + i * bytes, kind);
    return true;
}

void gi_emit_into_words(struct gi_emit *emit, const struct gi_emit_parameter *parameter,
                        uint64_t at, enum gi_kind kind, gi_id value)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t bits = gi_emit_bits(kind);
    gi_id words[2] = { 0 };

    value = gi_emit_cast(emit, value, gi_emit_unsigned(bits));
    if (bits == 64) {
        gi_emit_split64(emit, value, &words[0], &words[1]);
        gi_spirv_store(spirv, word_pointer(emit, parameter, at + 4), words[1]);
    } else {
        words[0] = gi_emit_cast(emit, value, GI_KIND_U32);
    }
    if (bits < 32) {
        gi_id old = gi_emit_1(emit, GiOpLoad, GI_KIND_U32, word_pointer(emit, parameter, at));

        words[0] = gi_emit_with_field(emit, old, words[0], at % 4 * 8, bits);
    }
    gi_spirv_store(spirv, word_pointer(emit, parameter, at), words[0]);
}

void gi_emit_store_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                             enum gi_kind kind, uint32_t count, const gi_id *values)
{
    uint64_t at = 0;
    const struct gi_ptx_variable *variable = named(emit, memory, &at);
    const struct gi_emit_parameter *parameter;

    if (!variable || gi_emit_owner_of(emit, variable) == GI_EMIT_OF_ENTRY) {
        gi_emit_refuse(emit, "a parameter is written by its address");
        return;
    }
    if (!fits(emit, variable, at, kind, count))
        return;
    parameter = gi_emit_find_parameter(emit, variable);
    for (uint32_t i = 0; parameter && i < count; i++)
        gi_emit_into_words(emit, parameter, at + i * (gi_emit_bits(kind) / 8), kind, values[i]);
}
