#include "kernel/translate/emit/value/flow.h"

struct gi_emit_if gi_emit_if_begin(struct gi_emit *emit, gi_id condition)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_if open;
    gi_id then;

    open.otherwise = gi_spirv_new_label(spirv);
    open.merge = gi_spirv_new_label(spirv);
    then = gi_spirv_new_label(spirv);
    gi_spirv_selection_merge(spirv, open.merge, GiSelectionControlNone);
    gi_spirv_branch_if(spirv, condition, then, open.otherwise);
    gi_spirv_label(spirv, then);
    return open;
}

void gi_emit_if_otherwise(struct gi_emit *emit, struct gi_emit_if *open)
{
    gi_spirv_branch(&emit->spirv, open->merge);
    gi_spirv_label(&emit->spirv, open->otherwise);
}

void gi_emit_if_end(struct gi_emit *emit, struct gi_emit_if *open)
{
    gi_spirv_branch(&emit->spirv, open->merge);
    gi_spirv_label(&emit->spirv, open->merge);
}

struct gi_emit_loop gi_emit_loop_begin(struct gi_emit *emit, enum gi_spirv_loop_control control)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_loop open;
    gi_id body;

    open.head = gi_spirv_new_label(spirv);
    open.turn = gi_spirv_new_label(spirv);
    open.merge = gi_spirv_new_label(spirv);
    body = gi_spirv_new_label(spirv);
    gi_spirv_branch(spirv, open.head);
    gi_spirv_label(spirv, open.head);
    gi_spirv_loop_merge(spirv, open.merge, open.turn, control);
    gi_spirv_branch(spirv, body);
    gi_spirv_label(spirv, body);
    return open;
}

void gi_emit_loop_leave_if(struct gi_emit *emit, const struct gi_emit_loop *open, gi_id condition)
{
    gi_id stay = gi_spirv_new_label(&emit->spirv);

    gi_spirv_branch_if(&emit->spirv, condition, open->merge, stay);
    gi_spirv_label(&emit->spirv, stay);
}

void gi_emit_loop_end(struct gi_emit *emit, const struct gi_emit_loop *open)
{
    struct gi_spirv *spirv = &emit->spirv;

    gi_spirv_branch(spirv, open->turn);
    gi_spirv_label(spirv, open->turn);
    gi_spirv_branch(spirv, open->head);
    gi_spirv_label(spirv, open->merge);
}

void gi_emit_each_from(struct gi_emit *emit, gi_id first, gi_id step, gi_id end,
                       gi_emit_each *each, void *context)
{
    gi_id variable = gi_emit_local(emit, GI_KIND_U32);
    struct gi_emit_loop loop;
    gi_id at;

    gi_emit_store(emit, variable, first);
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    at = gi_emit_load(emit, GI_KIND_U32, variable);
    gi_emit_loop_leave_if(emit, &loop,
                          gi_emit_2(emit, GiOpUGreaterThanEqual, at, end));
    each(emit, context, at);
    gi_emit_store(emit, variable, gi_emit_2(emit, GiOpIAdd, at, step));
    gi_emit_loop_end(emit, &loop);
}

gi_id gi_emit_local(struct gi_emit *emit, enum gi_kind kind)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassFunction,
                                         gi_emit_type_id(emit, kind));

    return gi_spirv_local(&emit->spirv, type, GI_NO_ID);
}

gi_id gi_emit_load(struct gi_emit *emit, enum gi_kind kind, gi_id variable)
{
    return gi_emit_1(emit, GiOpLoad, kind, variable);
}

void gi_emit_store(struct gi_emit *emit, gi_id variable, gi_id value)
{
    gi_spirv_store(&emit->spirv, variable, value);
}
