#include "kernel/translate/emit/value/flow.h"

struct gi_emit_if gi_emit_if_begin(struct gi_emit *emit, uint32_t condition)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_if open;
    uint32_t then;

    open.otherwise = gi_spirv_id(spirv);
    open.merge = gi_spirv_id(spirv);
    then = gi_spirv_id(spirv);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpSelectionMerge,
                GI_SPIRV_WORDS(open.merge, GiSelectionControlNone));
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranchConditional,
                GI_SPIRV_WORDS(condition, then, open.otherwise));
    gi_spirv_label(spirv, then);
    return open;
}

void gi_emit_if_otherwise(struct gi_emit *emit, struct gi_emit_if *open)
{
    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(open->merge));
    gi_spirv_label(&emit->spirv, open->otherwise);
}

void gi_emit_if_end(struct gi_emit *emit, struct gi_emit_if *open)
{
    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(open->merge));
    gi_spirv_label(&emit->spirv, open->merge);
}

struct gi_emit_loop gi_emit_loop_begin(struct gi_emit *emit, enum gi_spirv_loop_control control)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_loop open;
    uint32_t body;

    open.head = gi_spirv_id(spirv);
    open.turn = gi_spirv_id(spirv);
    open.merge = gi_spirv_id(spirv);
    body = gi_spirv_id(spirv);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(open.head));
    gi_spirv_label(spirv, open.head);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpLoopMerge,
                GI_SPIRV_WORDS(open.merge, open.turn, control));
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(body));
    gi_spirv_label(spirv, body);
    return open;
}

void gi_emit_loop_leave_if(struct gi_emit *emit, const struct gi_emit_loop *open,
                           uint32_t condition)
{
    uint32_t stay = gi_spirv_id(&emit->spirv);

    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpBranchConditional,
                GI_SPIRV_WORDS(condition, open->merge, stay));
    gi_spirv_label(&emit->spirv, stay);
}

void gi_emit_loop_end(struct gi_emit *emit, const struct gi_emit_loop *open)
{
    struct gi_spirv *spirv = &emit->spirv;

    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(open->turn));
    gi_spirv_label(spirv, open->turn);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(open->head));
    gi_spirv_label(spirv, open->merge);
}

void gi_emit_each_from(struct gi_emit *emit, uint32_t first, uint32_t step, uint32_t end,
                       gi_emit_each *each, void *context)
{
    uint32_t variable = gi_emit_local(emit, GI_EMIT_U32);
    struct gi_emit_loop loop;
    uint32_t at;

    gi_emit_store(emit, variable, first);
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    at = gi_emit_load(emit, GI_EMIT_U32, variable);
    gi_emit_loop_leave_if(emit, &loop,
                          gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED, at, end));
    each(emit, context, at);
    gi_emit_store(emit, variable, gi_emit_2(emit, GiOpIAdd, GI_EMIT_U32, at, step));
    gi_emit_loop_end(emit, &loop);
}

uint32_t gi_emit_local(struct gi_emit *emit, enum gi_emit_kind kind)
{
    uint32_t type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassFunction,
                                          gi_emit_type_id(emit, kind));

    return gi_spirv_local(&emit->spirv, type, 0);
}

uint32_t gi_emit_load(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t variable)
{
    return gi_emit_1(emit, GiOpLoad, kind, variable);
}

void gi_emit_store(struct gi_emit *emit, uint32_t variable, uint32_t value)
{
    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpStore, GI_SPIRV_WORDS(variable, value));
}
