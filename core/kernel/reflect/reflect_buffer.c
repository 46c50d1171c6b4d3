#include "reflect_buffer.h"

#include "kernel/reflect/reflect_move.h"

/* The block B of parameters becomes the target of a pointer: push constants are a new block with a
 * pointer to B, and keep the id of the old variable. */

/* Room for what is added once, in words. */
#define ADDED_ONCE ((size_t)64)

struct rewriter {
    struct gi_reflect_mover mover;
    struct gi_reflect_base base;
    uint32_t block, block_pointer;  /* new ids */
    bool has_annotations;
};

#define PUT(to, ...) GI_REFLECT_PUT(&(to)->mover, __VA_ARGS__)

static bool moves(uint32_t storage_class)
{
    return storage_class == GiStorageClassPushConstant;
}

/* ---- declarations ---------------------------------------------------------------------------- */

static void put_annotations(struct rewriter *to)
{
    to->has_annotations = true;
    PUT(to, GiOpDecorate, to->block, GiDecorationBlock);
    PUT(to, GiOpMemberDecorate, to->block, 0, GiDecorationOffset, 0);
}

/* In the place of the old variable, whose type is known there. */
static void put_variable(struct rewriter *to)
{
    gi_reflect_put_uint_type(&to->mover);
    PUT(to, GiOpConstant, to->mover.uint_type, to->base.index, 0);
    PUT(to, GiOpTypeStruct, to->block, to->base.pointer);
    PUT(to, GiOpTypePointer, to->block_pointer, GiStorageClassPushConstant, to->block);
    PUT(to, GiOpTypePointer, to->base.pointer_pointer, GiStorageClassPushConstant,
        to->base.pointer);
    PUT(to, GiOpVariable, to->block_pointer, to->mover.push, GiStorageClassPushConstant);
}

static void put_declaration(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    if (gi_reflect_goes(&to->mover, at, count))
        return;
    if (opcode == GiOpMemoryModel && count > 2)
        PUT(to, GiOpMemoryModel, GiAddressingModelPhysicalStorageBuffer64, at[2]);
    else if (opcode == GiOpVariable && count > 3 && at[2] == to->base.variable)
        put_variable(to);
    else if (!gi_reflect_move_type(&to->mover, at, count))
        gi_reflect_put(&to->mover, opcode, at + 1, count - 1);
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status put_all(struct rewriter *to)
{
    bool in_function = false;
    gi_status status = GI_OK;

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < to->mover.count;
         at += to->mover.from[at] >> 16) {
        const uint32_t *in = to->mover.from + at;
        uint32_t count = in[0] >> 16, opcode = in[0] & 0xffff;

        gi_reflect_put_addresses(&to->mover, opcode);
        in_function |= opcode == GiOpFunction;
        if (!to->has_annotations && gi_reflect_is_declaration(opcode))
            put_annotations(to);
        if (in_function)
            status = gi_reflect_move(&to->mover, in, count);
        else
            put_declaration(to, in, count);
    }
    return status;
}

static gi_status prepare_mover(struct rewriter *to)
{
    const uint32_t *words = to->mover.from;
    gi_status status = gi_reflect_move_init(&to->mover, ADDED_ONCE);

    if (status != GI_OK)
        return status;
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < to->mover.count; at += words[at] >> 16) {
        const uint32_t *in = words + at;

        if ((in[0] & 0xffff) == GiOpFunction)
            break;
        if ((in[0] & 0xffff) == GiOpVariable && in[0] >> 16 > 3 &&
            in[3] == GiStorageClassPushConstant) {
            to->base.pointer = in[1];
            to->base.variable = to->mover.push = in[2];
        }
        gi_reflect_move_note(&to->mover, in, in[0] >> 16, moves);
    }
    if (to->base.pointer >= to->mover.bound)
        return gi_fail(GI_INVALID_VALUE, "SPIR-V: the push constants have no type");
    to->mover.bases = &to->base;
    to->mover.base_count = 1;
    to->mover.what = "large parameters";
    to->block = to->mover.next_id++;
    to->block_pointer = to->mover.next_id++;
    to->base.pointer_pointer = to->mover.next_id++;
    to->base.index = to->mover.next_id++;
    return GI_OK;
}

gi_status gi_reflect_buffer(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                            const uint32_t **out_words, size_t *out_count)
{
    struct rewriter to = { .mover = { .arena = arena, .from = words, .count = word_count } };
    gi_status status = prepare_mover(&to);

    if (status == GI_OK)
        status = put_all(&to);
    if (status != GI_OK)
        return status;
    to.mover.to[GI_SPIRV_BOUND] = to.mover.next_id;
    *out_words = to.mover.to;
    *out_count = to.mover.written;
    return status;
}
