#include "reflect_plain.h"

#include <string.h>

#include "kernel/reflect/reflect_ids.h"
#include "kernel/reflect/reflect_move.h"

/* Programs have no descriptors, so a buffer is an address that a kernel is given. Its block becomes
 * the target of a pointer, which is a new member of the push constants. */

enum { MOST_BUFFERS = 64, POINTER_BYTES = 8 };

/* Words that are added: once, and for each buffer once and in each function. */
enum { ADDED_ONCE = 96, ADDED_FOR_BUFFER = 24, ADDED_IN_FUNCTION = 9,
       WORDS_OF_DECORATION = 4 };

struct rewriter {
    struct gi_reflect_mover mover;
    struct gi_reflect_ids ids;
    struct gi_reflect_base bases[MOST_BUFFERS];
    uint32_t block, block_pointer;  /* of the push constants */
    uint32_t first_member, first_offset;        /* of the buffers in it */
    bool makes_block;               /* the module has none */
    uint32_t size[3];               /* constants of LocalSizeId, one of which a launch may set; 0 */
    uint32_t size_constant, triple_type;
    bool has_size;                  /* a constant of the module is the block's size already */
    bool has_other_size;            /* a kernel has a mode that is not size */
    bool has_annotations, is_declared;
};

#define PUT(to, ...) GI_REFLECT_PUT(&(to)->mover, __VA_ARGS__)

static bool moves(uint32_t storage_class)
{
    return storage_class == GiStorageClassStorageBuffer || storage_class == GiStorageClassUniform;
}

/* ---- facts of the module --------------------------------------------------------------------- */

static gi_status note_buffer(struct rewriter *to, const uint32_t *at)
{
    const struct gi_reflect_id *pointer = gi_reflect_id(&to->ids, at[1]);

    if (to->mover.base_count == MOST_BUFFERS)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a module has more than %d buffers",
                       MOST_BUFFERS);
    if (gi_reflect_id(&to->ids, pointer->type)->kind != GI_REFLECT_STRUCT)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: arrays of buffers are not built; give each "
                       "buffer a binding of its own");
    gi_reflect_go(&to->mover, at[2]);
    to->bases[to->mover.base_count++] = (struct gi_reflect_base){
        .variable = at[2], .pointer = at[1]
    };
    return GI_OK;
}

static gi_status note_variable(struct rewriter *to, const uint32_t *at)
{
    if (moves(at[3]))
        return note_buffer(to, at);
    if (at[3] == GiStorageClassPushConstant) {
        const struct gi_reflect_struct *block = gi_reflect_block_of(&to->ids, at[2]);

        to->mover.push = at[2];
        to->block_pointer = at[1];
        to->block = gi_reflect_id(&to->ids, at[1])->type;
        to->first_member = block != NULL ? block->count : 0;
    }
    return GI_OK;
}

static bool is_fixed(const struct rewriter *to, const uint32_t *size)
{
    bool fixed = true;

    for (int i = 0; i < 3; i++) {
        const struct gi_reflect_id *constant = gi_reflect_id(&to->ids, size[i]);

        fixed &= constant->kind == GI_REFLECT_CONSTANT && constant->spec_id == UINT32_MAX;
    }
    return fixed;
}

/* The constant that earlier versions have for a size is the size of all kernels. */
static void note_size(struct rewriter *to, const uint32_t *at)
{
    if (at[2] == GiExecutionModeLocalSize ||
        (at[2] == GiExecutionModeLocalSizeId && is_fixed(to, at + 3)))
        to->has_other_size = true;
    else if (at[2] == GiExecutionModeLocalSizeId && to->size[0] == 0)
        memcpy(to->size, at + 3, sizeof to->size);
    else if (at[2] == GiExecutionModeLocalSizeId)
        to->has_other_size |= memcmp(to->size, at + 3, sizeof to->size) != 0;
}

static gi_status note_declaration(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    gi_reflect_move_note(&to->mover, at, count, moves);
    switch (at[0] & 0xffff) {
    case GiOpTypeVector:
        if (count > 3 && at[3] == 3 && at[2] == to->mover.uint_type)
            to->triple_type = at[1];
        return GI_OK;
    case GiOpExecutionMode:
    case GiOpExecutionModeId:
        if (count > 5)
            note_size(to, at);
        return GI_OK;
    case GiOpDecorate:
        to->has_size |= count == 4 && at[2] == GiDecorationBuiltIn &&
                        at[3] == GiBuiltInWorkgroupSize;
        return GI_OK;
    case GiOpVariable:
        return count > 3 ? note_variable(to, at) : GI_OK;
    default:
        return GI_OK;
    }
}

static gi_status note_all(struct rewriter *to)
{
    const uint32_t *words = to->mover.from;
    gi_status status = GI_OK;

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < to->mover.count;
         at += words[at] >> 16) {
        if ((words[at] & 0xffff) == GiOpFunction)
            break;
        status = note_declaration(to, words + at, words[at] >> 16);
    }
    return status;
}

/* A constant that is the size already goes before all modes. */
static gi_status check_size(struct rewriter *to)
{
    if (to->has_size)
        to->size[0] = 0;
    if (to->size[0] != 0 && to->has_other_size)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a kernel has specialization constants as its "
                       "block size, and another kernel of the module has another size; give them "
                       "the same constants, or each kernel a module of its own");
    return GI_OK;
}

/* ---- places ---------------------------------------------------------------------------------- */

static uint64_t binding_key(const struct rewriter *to, const struct gi_reflect_base *base)
{
    const struct gi_reflect_id *variable = gi_reflect_id(&to->ids, base->variable);

    return (uint64_t)variable->set << 32 | variable->binding;
}

/* By set and binding. */
static gi_status sort_buffers(struct rewriter *to)
{
    for (uint32_t i = 1; i < to->mover.base_count; i++) {
        struct gi_reflect_base moved = to->bases[i];
        uint32_t k = i;

        for (; k > 0 && binding_key(to, &to->bases[k - 1]) > binding_key(to, &moved); k--)
            to->bases[k] = to->bases[k - 1];
        to->bases[k] = moved;
    }
    for (uint32_t i = 1; i < to->mover.base_count; i++) {
        uint64_t place = binding_key(to, &to->bases[i]);

        if (place == binding_key(to, &to->bases[i - 1]))
            return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: two buffers have set %u, binding %u",
                           (uint32_t)(place >> 32), (uint32_t)place);
    }
    return GI_OK;
}

static void make_ids(struct rewriter *to)
{
    struct gi_reflect_mover *mover = &to->mover;

    for (uint32_t i = 0; i < mover->base_count; i++) {
        to->bases[i].pointer_pointer = mover->next_id++;
        to->bases[i].index = mover->next_id++;
    }
    to->makes_block = mover->push == 0 && mover->base_count > 0;
    if (to->makes_block) {
        mover->push = mover->next_id++;
        to->block = mover->next_id++;
        to->block_pointer = mover->next_id++;
    }
    if (to->size[0] != 0)
        to->size_constant = mover->next_id++;
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* Whether a variable of the block has a decoration, which the members get in its place. */
static bool has_decoration(const struct rewriter *to, uint32_t block, uint32_t decoration)
{
    for (uint32_t i = 0; i < to->mover.base_count; i++) {
        const struct gi_reflect_id *variable = gi_reflect_id(&to->ids, to->bases[i].variable);

        if (gi_reflect_id(&to->ids, variable->type)->type == block &&
            ((decoration == GiDecorationCoherent && variable->is_coherent) ||
             (decoration == GiDecorationVolatile && variable->is_volatile)))
            return true;
    }
    return false;
}

static void decorate_members(struct rewriter *to, uint32_t block, uint32_t decoration)
{
    const struct gi_reflect_struct *members = gi_reflect_id(&to->ids, block)->members;

    if (members == NULL || !has_decoration(to, block, decoration))
        return;
    for (uint32_t i = 0; i < members->count; i++)
        PUT(to, GiOpMemberDecorate, block, i, decoration);
}

static uint32_t block_of(const struct rewriter *to, const struct gi_reflect_base *base)
{
    return gi_reflect_id(&to->ids, base->pointer)->type;
}

/* Whether no buffer before this one has its block, and whether none has its type of pointer. */
static bool is_first_of_block(const struct rewriter *to, uint32_t which)
{
    for (uint32_t i = 0; i < which; i++) {
        if (block_of(to, &to->bases[i]) == block_of(to, &to->bases[which]))
            return false;
    }
    return true;
}

static bool is_first_of_pointer(const struct rewriter *to, uint32_t which)
{
    for (uint32_t i = 0; i < which; i++) {
        if (to->bases[i].pointer == to->bases[which].pointer)
            return false;
    }
    return true;
}

/* The interface without the buffers. From version 1.4 on it has the push constants, which each
 * function reads. */
static void put_entry(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    size_t start = to->mover.written;
    size_t room = ((size_t)count - 3) * 4;
    uint32_t i = 3 + (uint32_t)(strnlen((const char *)(at + 3), room) / 4) + 1;
    bool lists_push = to->mover.base_count == 0 || to->mover.from[GI_SPIRV_VERSION] < GI_SPIRV_1_4;

    gi_reflect_put(&to->mover, GiOpEntryPoint, at + 1, (i < count ? i : count) - 1);
    for (; i < count; i++) {
        lists_push |= at[i] == to->mover.push;
        if (!gi_reflect_is_gone(&to->mover, at[i]))
            to->mover.to[to->mover.written++] = at[i];
    }
    if (!lists_push)
        to->mover.to[to->mover.written++] = to->mover.push;
    to->mover.to[start] = (uint32_t)(to->mover.written - start) << 16 | GiOpEntryPoint;
}

/* Pointers to blocks of buffers stand behind the block that they become members of. */
static void put_annotations(struct rewriter *to)
{
    to->has_annotations = true;
    if (to->makes_block)
        PUT(to, GiOpDecorate, to->block, GiDecorationBlock);
    for (uint32_t i = 0; i < to->mover.base_count; i++)
        PUT(to, GiOpMemberDecorate, to->block, to->first_member + i, GiDecorationOffset,
            to->first_offset + i * POINTER_BYTES);
    if (to->size_constant != 0)
        PUT(to, GiOpDecorate, to->size_constant, GiDecorationBuiltIn, GiBuiltInWorkgroupSize);
    for (uint32_t i = 0; i < to->mover.base_count; i++) {
        if (!is_first_of_block(to, i))
            continue;
        decorate_members(to, block_of(to, &to->bases[i]), GiDecorationCoherent);
        decorate_members(to, block_of(to, &to->bases[i]), GiDecorationVolatile);
    }
    for (uint32_t i = 0; i < to->mover.base_count; i++) {
        if (is_first_of_pointer(to, i))
            PUT(to, GiOpTypeForwardPointer, to->bases[i].pointer,
                GiStorageClassPhysicalStorageBuffer);
    }
}

static void put_members(struct rewriter *to, const uint32_t *members, uint32_t count)
{
    size_t start = to->mover.written;

    gi_reflect_put(&to->mover, GiOpTypeStruct, &to->block, 1);
    if (count > 0)
        memcpy(to->mover.to + to->mover.written, members, count * sizeof *members);
    to->mover.written += count;
    for (uint32_t i = 0; i < to->mover.base_count; i++)
        to->mover.to[to->mover.written++] = to->bases[i].pointer;
    to->mover.to[start] = (uint32_t)(to->mover.written - start) << 16 | GiOpTypeStruct;
}

/* Drivers take a size of unsigned numbers alone. A sum may have another sign than its parts. */
static void put_unsigned(struct rewriter *to)
{
    uint32_t zero = to->mover.next_id++;

    PUT(to, GiOpConstant, to->mover.uint_type, zero, 0);
    for (int i = 0; i < 3; i++) {
        uint32_t type = gi_reflect_id(&to->ids, to->size[i])->type;

        if (type == 0 || type == to->mover.uint_type)
            continue;
        PUT(to, GiOpSpecConstantOp, to->mover.uint_type, to->mover.next_id, GiOpIAdd, to->size[i],
            zero);
        to->size[i] = to->mover.next_id++;
    }
}

static void put_size(struct rewriter *to)
{
    if (to->size_constant == 0)
        return;
    if (to->triple_type == 0) {
        to->triple_type = to->mover.next_id++;
        PUT(to, GiOpTypeVector, to->triple_type, to->mover.uint_type, 3);
    }
    put_unsigned(to);
    PUT(to, GiOpSpecConstantComposite, to->triple_type, to->size_constant, to->size[0],
        to->size[1], to->size[2]);
}

/* In front of the first function. */
static void put_rest(struct rewriter *to)
{
    to->is_declared = true;
    gi_reflect_put_uint_type(&to->mover);
    put_size(to);
    if (to->makes_block) {
        put_members(to, NULL, 0);
        PUT(to, GiOpTypePointer, to->block_pointer, GiStorageClassPushConstant, to->block);
        PUT(to, GiOpVariable, to->block_pointer, to->mover.push, GiStorageClassPushConstant);
    }
    for (uint32_t i = 0; i < to->mover.base_count; i++) {
        PUT(to, GiOpConstant, to->mover.uint_type, to->bases[i].index, to->first_member + i);
        PUT(to, GiOpTypePointer, to->bases[i].pointer_pointer, GiStorageClassPushConstant,
            to->bases[i].pointer);
    }
}

/* A size that no launch sets is the mode of its kernel. */
static void put_mode(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t size[3] = { 1, 1, 1 };

    if (count <= 5 || at[2] != GiExecutionModeLocalSizeId) {
        gi_reflect_put(&to->mover, at[0] & 0xffff, at + 1, count - 1);
        return;
    }
    for (int i = 0; is_fixed(to, at + 3) && i < 3; i++)
        size[i] = gi_reflect_id(&to->ids, at[3 + i])->value;
    PUT(to, GiOpExecutionMode, at[1], GiExecutionModeLocalSize, size[0], size[1], size[2]);
}

static void put_declaration(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    if (gi_reflect_goes(&to->mover, at, count))
        return;
    if (opcode == GiOpEntryPoint && count > 3)
        put_entry(to, at, count);
    else if (opcode == GiOpExecutionModeId)
        put_mode(to, at, count);
    else if (opcode == GiOpMemoryModel && count > 2 && to->mover.base_count > 0)
        PUT(to, GiOpMemoryModel, GiAddressingModelPhysicalStorageBuffer64, at[2]);
    else if (opcode == GiOpTypeStruct && at[1] == to->block && to->mover.base_count > 0)
        put_members(to, at + 2, count - 2);
    else if (opcode == GiOpMemberDecorate && count > 3 && has_decoration(to, at[1], at[3]))
        return;                      /* put_annotations has it */
    else if (opcode == GiOpDecorate && count == 3 && at[2] == GiDecorationBufferBlock)
        PUT(to, GiOpDecorate, at[1], GiDecorationBlock);
    else if (!gi_reflect_move_type(&to->mover, at, count))
        gi_reflect_put(&to->mover, opcode, at + 1, count - 1);
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status put_all(struct rewriter *to)
{
    const uint32_t *words = to->mover.from;
    gi_status status = GI_OK;

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < to->mover.count;
         at += words[at] >> 16) {
        uint32_t count = words[at] >> 16, opcode = words[at] & 0xffff;

        if (to->mover.base_count > 0)
            gi_reflect_put_addresses(&to->mover, opcode);
        if (!to->has_annotations && gi_reflect_is_declaration(opcode))
            put_annotations(to);
        if (!to->is_declared && opcode == GiOpFunction)
            put_rest(to);
        if (to->is_declared)
            status = gi_reflect_move(&to->mover, words + at, count);
        else
            put_declaration(to, words + at, count);
    }
    return status;
}

/* Words that members get for decorations of variables. */
static size_t decorated_words(const struct rewriter *to)
{
    size_t words = 0;

    for (uint32_t i = 0; i < to->ids.count; i++) {
        const struct gi_reflect_id *id = gi_reflect_id(&to->ids, i);
        const struct gi_reflect_struct *block = gi_reflect_block_of(&to->ids, i);

        if (block != NULL)
            words += (size_t)block->count * WORDS_OF_DECORATION *
                     (id->is_coherent + (unsigned)id->is_volatile);
    }
    return words;
}

static gi_status prepare(struct rewriter *to, const struct gi_reflect_module *module)
{
    size_t added = ADDED_ONCE;
    gi_status status = gi_reflect_ids_read_all(&to->ids, to->mover.arena, to->mover.from,
                                               to->mover.count);

    to->mover.bases = to->bases;
    to->mover.what = "buffers";
    to->first_offset = (module->kernels->parameter_bytes + POINTER_BYTES - 1) &
                       ~(uint32_t)(POINTER_BYTES - 1);
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < to->mover.count; at += to->mover.from[at] >> 16)
        added += (to->mover.from[at] & 0xffff) == GiOpFunction
                     ? (size_t)ADDED_IN_FUNCTION * module->buffer_count : 0;
    added += (size_t)ADDED_FOR_BUFFER * module->buffer_count;
    if (status == GI_OK)
        status = gi_reflect_move_init(&to->mover, added + decorated_words(to));
    if (status == GI_OK)
        status = note_all(to);
    if (status == GI_OK)
        status = check_size(to);
    if (status == GI_OK)
        status = sort_buffers(to);
    if (status == GI_OK)
        make_ids(to);
    return status;
}

gi_status gi_reflect_plain(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                           const struct gi_reflect_module *module, const uint32_t **out_words,
                           size_t *out_count)
{
    struct rewriter to = { .mover = { .arena = arena, .from = words, .count = word_count } };
    gi_status status = prepare(&to, module);

    if (status == GI_OK)
        status = put_all(&to);
    if (status != GI_OK)
        return status;
    to.mover.to[GI_SPIRV_BOUND] = to.mover.next_id;
    if (to.mover.to[GI_SPIRV_VERSION] > GI_SPIRV_1_5)
        to.mover.to[GI_SPIRV_VERSION] = GI_SPIRV_1_5;
    *out_words = to.mover.to;
    *out_count = to.mover.written;
    return status;
}
