#include "reflect_push.h"

#include <string.h>

#include "kernel/translate/spirv/adopt.h"

void gi_reflect_push_note(struct gi_reflect_push *push, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if (opcode == GiOpTypeInt && count > 3 && at[2] == push->bits && at[3] == 0)
        push->number = at;
    if (opcode == GiOpVariable && count > 3 && at[3] == GiStorageClassPushConstant)
        push->variable = at[2];
}

gi_status gi_reflect_push_find(struct gi_reflect_push *push, const struct gi_reflect_ids *ids)
{
    const struct gi_reflect_struct *block;

    if (push->variable == 0)
        return GI_OK;
    block = gi_reflect_block_of(ids, push->variable);
    if (block == NULL)
        return gi_fail(GI_INVALID_VALUE, "SPIR-V: the push constants are no block");
    push->block = gi_reflect_id(ids, gi_reflect_id(ids, push->variable)->type)->type;
    push->members = block->count;
    return GI_OK;
}

static gi_type number_of(const struct gi_reflect_push *push, struct gi_spirv *spirv)
{
    return gi_spirv_type_int(spirv, push->bits, false);
}

static void put_block(struct gi_reflect_push *push, struct gi_spirv *spirv, const uint32_t *at)
{
    uint32_t count = at[0] >> 16;
    gi_type number = number_of(push, spirv);
    uint32_t *words = gi_arena_alloc(spirv->arena, (size_t)count + 2, sizeof *words);

    if (words == NULL || count > UINT16_MAX - 2) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    memcpy(words, at, count * sizeof *at);
    words[count] = words[count + 1] = number.n;
    words[0] = (count + 2) << 16 | GiOpTypeStruct;
    gi_spirv_adopt(spirv, words);
    for (uint32_t i = 0; i < 2; i++)
        gi_spirv_member_decorate(spirv, gi_foreign_type(push->block), push->members + i,
                                 GiDecorationOffset, GI_SPIRV_WORDS(push->offsets[i]));
}

bool gi_reflect_push_adopt(struct gi_reflect_push *push, struct gi_spirv *spirv,
                           const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;

    if (!push->has_types && opcode >= GiOpTypeVoid && opcode <= GiOpTypeForwardPointer) {
        push->has_types = true;
        if (push->number != NULL)
            gi_spirv_adopt(spirv, push->number);
        (void)number_of(push, spirv);
    }
    if (opcode == GiOpTypeStruct && at[0] >> 16 > 1 && push->block != 0 && at[1] == push->block) {
        put_block(push, spirv, at);
        return true;
    }
    return at == push->number;
}

void gi_reflect_push_finish(struct gi_reflect_push *push, struct gi_spirv *spirv)
{
    gi_type number = number_of(push, spirv), block;

    if (push->variable != 0)
        return;
    block = gi_spirv_type_struct(spirv, (const gi_type[]){ number, number }, push->offsets, 2,
                                 true);
    block = gi_spirv_type_pointer(spirv, GiStorageClassPushConstant, block);
    push->variable = gi_spirv_variable(spirv, block, GiStorageClassPushConstant, GI_NO_ID).n;
}

gi_id gi_reflect_push_load(const struct gi_reflect_push *push, struct gi_spirv *spirv,
                           uint32_t which)
{
    gi_type number = number_of(push, spirv);
    gi_type pointer = gi_spirv_type_pointer(spirv, GiStorageClassPushConstant, number);
    gi_id from = gi_spirv_value2(spirv, GiOpAccessChain, pointer, gi_foreign_id(push->variable),
                                 gi_spirv_constant_u32(spirv, push->members + which));

    return gi_spirv_value1(spirv, GiOpLoad, number, from);
}
