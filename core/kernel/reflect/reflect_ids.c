#include "reflect_ids.h"

#include <string.h>

enum { MOST_MEMBERS = 4096 };

static const struct gi_reflect_id nothing = { .spec_id = UINT32_MAX, .set = UINT32_MAX,
                                              .binding = UINT32_MAX };

gi_status gi_reflect_ids_init(struct gi_reflect_ids *ids, struct gi_arena *arena, uint32_t count)
{
    ids->arena = arena;
    ids->count = count;
    ids->ids = gi_arena_alloc(arena, count, sizeof *ids->ids);
    if (ids->ids == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        ids->ids[i] = nothing;
    return GI_OK;
}

const struct gi_reflect_id *gi_reflect_id(const struct gi_reflect_ids *ids, uint32_t id)
{
    return id < ids->count ? &ids->ids[id] : &nothing;
}

bool gi_reflect_set_entry(struct gi_reflect_ids *ids, uint32_t id, uint32_t kernel)
{
    if (id >= ids->count)
        return false;
    ids->ids[id].kind = GI_REFLECT_ENTRY;
    ids->ids[id].value = kernel;
    return true;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Types come behind what they are made of, and behind their decorations, so that each one's size is
 * known when it is read. 0: not known. */

static uint64_t limited(uint64_t bytes)
{
    return bytes < UINT32_MAX ? bytes : 0;
}

static uint64_t size_of(const struct gi_reflect_ids *ids, uint32_t type)
{
    return gi_reflect_id(ids, type)->bytes;
}

static uint64_t size_of_struct(const struct gi_reflect_ids *ids,
                               const struct gi_reflect_struct *block)
{
    uint64_t most = 0, packed = 0;
    bool has_offsets = false;

    for (uint32_t i = 0; i < block->count; i++)
        has_offsets |= block->offsets[i] != 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t bytes = size_of(ids, block->members[i]);

        if (bytes == 0)
            return 0;
        packed += bytes;
        if (block->offsets[i] + bytes > most)
            most = block->offsets[i] + bytes;
    }
    return limited(has_offsets ? most : packed);
}

static uint64_t size_of_array(const struct gi_reflect_ids *ids, const struct gi_reflect_id *array)
{
    const struct gi_reflect_id *length = gi_reflect_id(ids, array->parts[0]);
    uint64_t bytes = size_of(ids, array->type);

    if (length->kind != GI_REFLECT_CONSTANT || bytes == 0)
        return 0;
    if (array->stride > bytes)
        bytes = array->stride;
    return limited(bytes * length->value);
}

/* ---- reading --------------------------------------------------------------------------------- */

static gi_status make_members(struct gi_reflect_ids *ids, struct gi_reflect_id *id, uint32_t count)
{
    struct gi_reflect_struct *made;

    if (count > MOST_MEMBERS)
        return gi_fail(GI_INVALID_VALUE, "SPIR-V: a struct has %u members", count);
    if (id->members == NULL) {
        made = gi_arena_alloc(ids->arena, 1, sizeof *made);
        if (made == NULL)
            return GI_OUT_OF_MEMORY;
        id->members = made;
    }
    if (id->members->count >= count)
        return GI_OK;
    made = id->members;
    {
        uint32_t *members = gi_arena_alloc(ids->arena, count, sizeof *members);
        uint32_t *offsets = gi_arena_alloc(ids->arena, count, sizeof *offsets);
        struct gi_reflect_matrices *matrices = gi_arena_alloc(ids->arena, count, sizeof *matrices);

        if (members == NULL || offsets == NULL || matrices == NULL)
            return GI_OUT_OF_MEMORY;
        if (made->count > 0) {
            memcpy(members, made->members, made->count * sizeof *members);
            memcpy(offsets, made->offsets, made->count * sizeof *offsets);
            memcpy(matrices, made->matrices, made->count * sizeof *matrices);
        }
        *made = (struct gi_reflect_struct){ count, members, offsets, matrices };
    }
    return GI_OK;
}

static gi_status read_struct(struct gi_reflect_ids *ids, struct gi_reflect_id *id,
                             const uint32_t *at, uint32_t count)
{
    gi_status status = make_members(ids, id, count - 2);

    id->kind = GI_REFLECT_STRUCT;
    for (uint32_t i = 2; status == GI_OK && i < count; i++)
        id->members->members[i - 2] = at[i];
    if (status == GI_OK)
        id->bytes = (uint32_t)size_of_struct(ids, id->members);
    return status;
}

static gi_status read_member(struct gi_reflect_ids *ids, struct gi_reflect_id *id,
                             const uint32_t *at, uint32_t count)
{
    gi_status status;

    if (at[2] >= MOST_MEMBERS || (at[3] != GiDecorationRowMajor &&
        (count < 5 || (at[3] != GiDecorationOffset && at[3] != GiDecorationMatrixStride))))
        return GI_OK;
    status = make_members(ids, id, at[2] + 1);
    if (status != GI_OK)
        return status;
    if (at[3] == GiDecorationOffset)
        id->members->offsets[at[2]] = at[4];
    else if (at[3] == GiDecorationMatrixStride)
        id->members->matrices[at[2]].stride = at[4];
    else
        id->members->matrices[at[2]].by_rows = true;
    return status;
}

static void read_decoration(struct gi_reflect_id *id, const uint32_t *at, uint32_t count)
{
    id->is_buffer_block |= at[2] == GiDecorationBufferBlock;
    id->is_coherent |= at[2] == GiDecorationCoherent;
    id->is_volatile |= at[2] == GiDecorationVolatile;
    if (count < 4)
        return;
    switch (at[2]) {
    case GiDecorationSpecId:        id->spec_id = at[3]; break;
    case GiDecorationArrayStride:   id->stride = at[3]; break;
    case GiDecorationDescriptorSet: id->set = at[3]; break;
    case GiDecorationBinding:       id->binding = at[3]; break;
    default: break;
    }
}

static void set_type(struct gi_reflect_id *id, enum gi_reflect_kind kind, uint32_t type,
                     uint32_t value)
{
    id->kind = kind;
    id->type = type;
    id->value = value;
}

static gi_status read_type(struct gi_reflect_ids *ids, struct gi_reflect_id *id, uint32_t opcode,
                           const uint32_t *at, uint32_t count)
{
    switch (opcode) {
    case GiOpTypeInt:
    case GiOpTypeFloat:
        set_type(id, GI_REFLECT_SCALAR, 0, opcode == GiOpTypeFloat ? GI_REFLECT_FLOAT
                 : count > 3 && at[3] != 0 ? GI_REFLECT_SIGNED : GI_REFLECT_UNSIGNED);
        id->bytes = count > 2 ? at[2] / 8 : 0;
        return GI_OK;
    case GiOpTypeVector:
        if (count > 3)
            set_type(id, GI_REFLECT_VECTOR, at[2], at[3]);
        id->bytes = (uint32_t)limited(size_of(ids, id->type) * id->value);
        return GI_OK;
    case GiOpTypeMatrix:
        if (count > 3)
            set_type(id, GI_REFLECT_MATRIX, at[2], at[3]);
        return GI_OK;
    case GiOpTypeRuntimeArray:
        if (count > 2)
            set_type(id, GI_REFLECT_ENDLESS, at[2], 0);
        return GI_OK;
    case GiOpTypeArray:
        if (count > 3) {
            set_type(id, GI_REFLECT_ARRAY, at[2], 0);
            id->parts[0] = at[3];
            id->bytes = (uint32_t)size_of_array(ids, id);
        }
        return GI_OK;
    case GiOpTypeStruct:
        return read_struct(ids, id, at, count);
    case GiOpTypePointer:
        if (count > 3) {
            set_type(id, GI_REFLECT_POINTER, at[3], 0);
            id->storage = at[2];
        }
        if (id->storage == GiStorageClassPhysicalStorageBuffer)
            id->bytes = sizeof(uint64_t);
        return GI_OK;
    default:
        return GI_OK;
    }
}

/* at[1] is the result's type, at[2] the result. */
static void read_value(struct gi_reflect_id *id, uint32_t opcode, const uint32_t *at,
                       uint32_t count)
{
    id->type = at[1];
    if (opcode == GiOpVariable) {
        id->kind = GI_REFLECT_VARIABLE;
        id->storage = at[3];
    } else if (opcode == GiOpConstant || opcode == GiOpSpecConstant) {
        id->kind = GI_REFLECT_CONSTANT;
        id->value = at[3];
    } else if (count == 6) {
        id->kind = GI_REFLECT_TRIPLE;
        memcpy(id->parts, at + 3, sizeof id->parts);
    }
}

/* A constant plus zero is that constant with another sign. */
static void read_operation(const struct gi_reflect_ids *ids, struct gi_reflect_id *id,
                           const uint32_t *at)
{
    const struct gi_reflect_id *constant = gi_reflect_id(ids, at[4]);
    const struct gi_reflect_id *added = gi_reflect_id(ids, at[5]);

    if (at[3] != GiOpIAdd || constant->kind != GI_REFLECT_CONSTANT ||
        added->kind != GI_REFLECT_CONSTANT || added->value != 0 || added->spec_id != UINT32_MAX)
        return;
    id->kind = GI_REFLECT_CONSTANT;
    id->type = at[1];
    id->value = constant->value;
    id->spec_id = constant->spec_id;
}

gi_status gi_reflect_ids_read(struct gi_reflect_ids *ids, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    switch (opcode) {
    case GiOpTypeInt: case GiOpTypeFloat: case GiOpTypeVector: case GiOpTypeArray:
    case GiOpTypeStruct: case GiOpTypePointer: case GiOpTypeMatrix: case GiOpTypeRuntimeArray:
        if (count >= 2 && at[1] < ids->count)
            return read_type(ids, &ids->ids[at[1]], opcode, at, count);
        break;
    case GiOpConstant: case GiOpSpecConstant: case GiOpConstantComposite:
    case GiOpSpecConstantComposite: case GiOpVariable:
        if (count >= 4 && at[2] < ids->count) {
            read_value(&ids->ids[at[2]], opcode, at, count);
            return GI_OK;
        }
        break;
    case GiOpSpecConstantOp:
        if (count == 6 && at[2] < ids->count)
            read_operation(ids, &ids->ids[at[2]], at);
        return GI_OK;
    case GiOpDecorate:
        if (count >= 3 && at[1] < ids->count) {
            read_decoration(&ids->ids[at[1]], at, count);
            return GI_OK;
        }
        break;
    case GiOpMemberDecorate:
        if (count >= 4 && at[1] < ids->count)
            return read_member(ids, &ids->ids[at[1]], at, count);
        break;
    default:
        return GI_OK;
    }
    return gi_fail(GI_INVALID_VALUE, "SPIR-V: an instruction of opcode %u is damaged", opcode);
}

gi_status gi_reflect_ids_read_all(struct gi_reflect_ids *ids, struct gi_arena *arena,
                                  const uint32_t *words, size_t word_count)
{
    gi_status status = gi_reflect_ids_init(ids, arena, words[GI_SPIRV_BOUND]);

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < word_count;
         at += words[at] >> 16) {
        if ((words[at] & 0xffff) == GiOpFunction)
            break;
        status = gi_reflect_ids_read(ids, words + at, words[at] >> 16);
    }
    return status;
}

/* ---- interfaces ------------------------------------------------------------------------------ */

const struct gi_reflect_struct *gi_reflect_block_of(const struct gi_reflect_ids *ids,
                                                    uint32_t variable)
{
    const struct gi_reflect_id *pointer = gi_reflect_id(ids, gi_reflect_id(ids, variable)->type);
    const struct gi_reflect_id *block = gi_reflect_id(ids, pointer->type);

    return pointer->kind == GI_REFLECT_POINTER && block->kind == GI_REFLECT_STRUCT ? block->members
                                                                                  : NULL;
}

bool gi_reflect_size(const struct gi_reflect_ids *ids, uint32_t type, uint64_t *out_bytes)
{
    *out_bytes = size_of(ids, type);
    return *out_bytes != 0;
}

bool gi_reflect_shared_size(const struct gi_reflect_ids *ids, uint32_t pointer_type,
                            uint64_t *out_bytes, uint64_t *out_step)
{
    const struct gi_reflect_id *pointer = gi_reflect_id(ids, pointer_type);
    const struct gi_reflect_id *array = gi_reflect_id(ids, pointer->type);
    const struct gi_reflect_id *length = gi_reflect_id(ids, array->parts[0]);

    *out_step = 0;
    if (array->kind == GI_REFLECT_ARRAY && length->kind == GI_REFLECT_CONSTANT &&
        length->spec_id == 3) {
        *out_bytes = 0;
        *out_step = size_of(ids, array->type);
        return *out_step != 0;
    }
    return gi_reflect_size(ids, pointer->type, out_bytes);
}
