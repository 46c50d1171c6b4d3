#include "kernel/translate/emit_flow.h"

struct gi_emit_if gi_emit_if_begin(struct gi_emit *emit, uint32_t condition)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_if open = { gi_spirv_id(spirv), gi_spirv_id(spirv) };
    uint32_t then = gi_spirv_id(spirv);

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
