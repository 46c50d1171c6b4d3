#include "reflect_values.h"

/* Chains of pointers and types that are deeper are not followed. */
enum { MOST_DEPTH = 64 };

static const struct gi_reflect_id *id_of(const struct gi_reflect_values *values, uint32_t id)
{
    return gi_reflect_id(&values->ids, id);
}

uint32_t gi_reflect_type_of(const struct gi_reflect_values *values, uint32_t id)
{
    return id < values->ids.count ? values->types[id] : 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_type(enum gi_reflect_kind kind)
{
    return kind >= GI_REFLECT_SCALAR && kind <= GI_REFLECT_POINTER;
}

/* An instruction whose first operand is a type makes a value of it. */
static void note(struct gi_reflect_values *values, size_t place)
{
    const uint32_t *at = values->words + place;
    uint32_t opcode = at[0] & 0xffff;
    const struct gi_reflect_id *type;

    if (at[0] >> 16 < 3 || at[2] >= values->ids.count || opcode == GiOpTypeForwardPointer ||
        (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction))
        return;
    type = id_of(values, at[1]);
    if (!is_type(type->kind))
        return;
    values->types[at[2]] = at[1];
    if (type->kind == GI_REFLECT_POINTER)
        values->makers[at[2]] = (uint32_t)place;
}

gi_status gi_reflect_values_read(struct gi_reflect_values *values, struct gi_arena *arena,
                                 const uint32_t *words, size_t word_count)
{
    uint32_t bound = words[GI_SPIRV_BOUND];
    bool in_function = false;
    gi_status status = gi_reflect_ids_init(&values->ids, arena, bound);

    values->words = words;
    values->word_count = word_count;
    values->types = gi_arena_alloc(arena, bound, sizeof *values->types);
    values->makers = gi_arena_alloc(arena, bound, sizeof *values->makers);
    values->struct_bytes = gi_arena_alloc(arena, bound, sizeof *values->struct_bytes);
    if (values->types == NULL || values->makers == NULL || values->struct_bytes == NULL)
        return GI_OUT_OF_MEMORY;
    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < word_count;
         at += words[at] >> 16) {
        in_function |= (words[at] & 0xffff) == GiOpFunction;
        values->has_rows |= (words[at] & 0xffff) == GiOpMemberDecorate && words[at] >> 16 > 3 &&
                            words[at + 3] == GiDecorationRowMajor;
        if (!in_function)
            status = gi_reflect_ids_read(&values->ids, words + at, words[at] >> 16);
        note(values, at);
    }
    return status;
}

/* ---- pointers -------------------------------------------------------------------------------- */

const uint32_t *gi_reflect_chain(const struct gi_reflect_values *values, uint32_t pointer,
                                 uint32_t *out_first)
{
    const uint32_t *at;
    uint32_t opcode;

    if (pointer >= values->ids.count || values->makers[pointer] == 0)
        return NULL;
    at = values->words + values->makers[pointer];
    opcode = at[0] & 0xffff;
    *out_first = opcode == GiOpPtrAccessChain ? 5 : 4;
    return at[0] >> 16 >= *out_first && (opcode == GiOpAccessChain ||
           opcode == GiOpInBoundsAccessChain || opcode == GiOpPtrAccessChain) ? at : NULL;
}

/* The bytes between two parts of a type that is no struct. */
static uint64_t stride_of(const struct gi_reflect_values *values,
                          const struct gi_reflect_target *target)
{
    const struct gi_reflect_id *type = id_of(values, target->type);
    const struct gi_reflect_id *part = id_of(values, type->type);
    bool by_rows = target->matrices.by_rows;

    if (type->kind == GI_REFLECT_VECTOR)
        return target->is_column && by_rows ? target->matrices.stride : part->bytes;
    if (type->kind == GI_REFLECT_MATRIX)
        return by_rows ? id_of(values, part->type)->bytes : target->matrices.stride;
    return type->stride;
}

uint64_t gi_reflect_step(const struct gi_reflect_values *values, struct gi_reflect_target *target,
                         uint32_t index, bool *out_is_member)
{
    const struct gi_reflect_id *type = id_of(values, target->type);
    const struct gi_reflect_id *constant = id_of(values, index);
    uint64_t stride = stride_of(values, target);

    *out_is_member = type->kind == GI_REFLECT_STRUCT;
    target->is_column = type->kind == GI_REFLECT_MATRIX;
    if (type->kind != GI_REFLECT_STRUCT) {
        target->type = type->type;
        return stride;
    }
    target->type = 0;
    if (type->members == NULL || constant->kind != GI_REFLECT_CONSTANT ||
        constant->value >= type->members->count)
        return 0;
    target->type = type->members->members[constant->value];
    target->matrices = type->members->matrices[constant->value];
    return type->members->offsets[constant->value];
}

static void step(const struct gi_reflect_values *values, struct gi_reflect_target *target,
                 uint32_t index)
{
    bool is_member;

    (void)gi_reflect_step(values, target, index, &is_member);
}

static struct gi_reflect_target find_target(const struct gi_reflect_values *values,
                                            uint32_t pointer, int depth)
{
    const struct gi_reflect_id *type = id_of(values, gi_reflect_type_of(values, pointer));
    struct gi_reflect_target target = { .storage = UINT32_MAX };
    uint32_t first;
    const uint32_t *chain = gi_reflect_chain(values, pointer, &first);

    if (type->kind != GI_REFLECT_POINTER)
        return target;
    if (chain != NULL && depth < MOST_DEPTH) {
        target = find_target(values, chain[3], depth + 1);
        for (uint32_t i = first; i < chain[0] >> 16; i++)
            step(values, &target, chain[i]);
        target.storage = type->storage;
        target.type = type->type;
        return target;
    }
    target.storage = type->storage;
    target.type = type->type;
    return target;
}

struct gi_reflect_target gi_reflect_target_of(const struct gi_reflect_values *values,
                                              uint32_t pointer)
{
    return find_target(values, pointer, 0);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static uint64_t type_bytes(const struct gi_reflect_values *values, uint32_t type,
                           const struct gi_reflect_matrices *matrices, int depth);

/* So many parts, each a stride behind the one before. A stride of 0 is not said. */
static uint64_t row_bytes(uint64_t count, uint64_t stride, uint64_t part)
{
    uint64_t bytes = count == 0 ? 0 : (count - 1) * (stride != 0 ? stride : part) + part;

    return bytes < UINT32_MAX ? bytes : UINT32_MAX;
}

static uint64_t bytes_of_matrix(const struct gi_reflect_values *values,
                                const struct gi_reflect_id *matrix,
                                const struct gi_reflect_matrices *matrices)
{
    const struct gi_reflect_id *column = id_of(values, matrix->type);
    uint64_t number = id_of(values, column->type)->bytes;

    if (matrices->by_rows)
        return row_bytes(column->value, matrices->stride, row_bytes(matrix->value, 0, number));
    return row_bytes(matrix->value, matrices->stride, row_bytes(column->value, 0, number));
}

static uint64_t bytes_of_struct(const struct gi_reflect_values *values, uint32_t type, int depth)
{
    const struct gi_reflect_struct *members = id_of(values, type)->members;
    uint64_t most = 0;

    if (values->struct_bytes[type] != 0)
        return values->struct_bytes[type] - 1;
    values->struct_bytes[type] = 1;          /* a struct that has itself is not valid */
    for (uint32_t i = 0; members != NULL && i < members->count; i++) {
        uint64_t end = members->offsets[i] + type_bytes(values, members->members[i],
                                                        &members->matrices[i], depth + 1);

        most = end > most ? end : most;
    }
    values->struct_bytes[type] = most + 1;
    return most;
}

static uint64_t type_bytes(const struct gi_reflect_values *values, uint32_t type,
                           const struct gi_reflect_matrices *matrices, int depth)
{
    const struct gi_reflect_id *of = id_of(values, type);
    const struct gi_reflect_id *length = id_of(values, of->parts[0]);

    if (depth > MOST_DEPTH)
        return 0;
    if (of->kind == GI_REFLECT_MATRIX)
        return bytes_of_matrix(values, of, matrices);
    if (of->kind == GI_REFLECT_ARRAY)
        return row_bytes(length->kind == GI_REFLECT_CONSTANT ? length->value : 1, of->stride,
                         type_bytes(values, of->type, matrices, depth + 1));
    if (of->kind == GI_REFLECT_STRUCT)
        return bytes_of_struct(values, type, depth);
    return of->bytes;
}

uint64_t gi_reflect_extent(const struct gi_reflect_values *values,
                           const struct gi_reflect_target *target)
{
    const struct gi_reflect_id *type = id_of(values, target->type);
    uint64_t bytes;

    if (target->is_column && target->matrices.by_rows && type->kind == GI_REFLECT_VECTOR)
        bytes = row_bytes(type->value, target->matrices.stride, id_of(values, type->type)->bytes);
    else
        bytes = type_bytes(values, target->type, &target->matrices, 0);
    return bytes != 0 ? bytes : 1;
}

/* ---- indices --------------------------------------------------------------------------------- */

static bool is_literal(const struct gi_reflect_id *constant)
{
    return constant->kind == GI_REFLECT_CONSTANT && constant->spec_id == UINT32_MAX;
}

/* Whether an index of a type has to be looked at. */
static bool may_miss(const struct gi_reflect_values *values, uint32_t type, uint32_t index,
                     struct gi_reflect_index *out_index)
{
    const struct gi_reflect_id *of = id_of(values, type), *constant = id_of(values, index);
    const struct gi_reflect_id *length = id_of(values, of->parts[0]);

    if (of->kind == GI_REFLECT_VECTOR || of->kind == GI_REFLECT_MATRIX) {
        *out_index = (struct gi_reflect_index){ .id = index, .count = of->value };
        return !is_literal(constant) || constant->value >= of->value;
    }
    *out_index = (struct gi_reflect_index){ .id = index, .length = of->parts[0] };
    return of->kind == GI_REFLECT_ARRAY &&
           !(is_literal(constant) && is_literal(length) && constant->value < length->value);
}

uint32_t gi_reflect_indices(const struct gi_reflect_values *values, uint32_t pointer,
                            struct gi_reflect_index *out_indices, uint32_t room)
{
    uint32_t count = 0, first;
    const uint32_t *chain;

    for (int depth = 0; depth < MOST_DEPTH; depth++) {
        struct gi_reflect_target target;

        chain = gi_reflect_chain(values, pointer, &first);
        if (chain == NULL)
            break;
        pointer = chain[3];
        target = gi_reflect_target_of(values, pointer);
        for (uint32_t i = first; i < chain[0] >> 16; i++) {
            struct gi_reflect_index index;

            if (may_miss(values, target.type, chain[i], &index)) {
                if (count < room)
                    out_indices[count] = index;
                count++;
            }
            step(values, &target, chain[i]);
        }
    }
    return count;
}
