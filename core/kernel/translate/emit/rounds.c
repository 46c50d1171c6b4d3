#include "kernel/translate/emit/rounds.h"

#include "kernel/translate/analyse/loops.h"
#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* Of a subgroup whose size is not known. */
enum { MOST_LANES = 32 };

/* Counts to an end that no compiler knows, so that the loop stays one.
 *  \return  a predicate: the loop ended before. */
static gi_id ends_early(struct gi_emit *emit)
{
    gi_id end = op2n(emit, GiOpIAdd, gi_emit_hidden_zero(emit), 2);
    gi_id variable = gi_emit_local(emit, GI_KIND_U32);
    struct gi_emit_loop loop;
    gi_id at;

    gi_emit_store(emit, variable, u32(emit, 0));
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    at = gi_emit_load(emit, GI_KIND_U32, variable);
    gi_emit_loop_leave_if(emit, &loop,
                          gi_emit_2(emit, GiOpUGreaterThanEqual, at, end));
    gi_emit_store(emit, variable, op2(emit, GiOpIAdd, at, u32(emit, 1)));
    gi_emit_loop_end(emit, &loop);
    return gi_emit_2(emit, GiOpINotEqual, gi_emit_load(emit, GI_KIND_U32, variable), end);
}

/* A predicate: the lane is one of a subgroup that its row of the block does not fill. The device
 * computes with those, too, and a loop that they do not leave goes on until the device ends it. In
 * rows of one thread the device takes the place of each lane for 0, so the lane's number is
 * asked. */
static gi_id is_beyond(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_emit_type_id(emit, GI_KIND_PRED);
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    uint32_t lanes = emit->target->subgroup_most ? emit->target->subgroup_most : MOST_LANES;
    gi_id row = emit->block_size[0];
    struct gi_ptx_operand operand = { .kind = GI_PTX_SPECIAL, .index = GI_PTX_S_tid };
    gi_id place = gi_emit_special(emit, &operand, GI_KIND_U32);
    gi_id rest = gi_spirv_spec_op(spirv, GiOpUMod, word, row, u32(emit, lanes));
    gi_id odd = gi_spirv_spec_op(spirv, GiOpINotEqual, type, rest, u32(emit, 0));
    gi_id single = gi_spirv_spec_op(spirv, GiOpIEqual, type, row, u32(emit, 1));

    gi_spirv_capability(spirv, GiCapabilityGroupNonUniform);
    place = gi_emit_select(emit, single,
                           gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId), place);
    return gi_emit_2(emit, GiOpLogicalAnd, odd,
                     gi_emit_2(emit, GiOpUGreaterThanEqual, place, row));
}

void gi_emit_rounds_declare(struct gi_emit *emit)
{
    if (gi_emit_checks_rounds(emit))
        emit->rounds_main = gi_spirv_new_function(&emit->spirv);
}

void gi_emit_rounds_functions(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type none = gi_spirv_type_void(spirv);
    struct gi_emit_if real, early;

    if (!emit->rounds_main.n)
        return;
    emit->current = NULL;
    gi_spirv_function_begin(spirv, emit->rounds_main, none,
                            gi_spirv_type_function(spirv, none, NULL, 0), GiFunctionControlNone);
    gi_spirv_label(spirv, GI_NO_ID);
    real = gi_emit_if_begin(emit, gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, is_beyond(emit)));
    (void)gi_spirv_call(spirv, none, gi_emit_checked_entry(emit), NULL, 0);
    early = gi_emit_if_begin(emit, ends_early(emit));
    gi_emit_report_loops(emit);
    gi_emit_if_otherwise(emit, &early);
    gi_emit_if_end(emit, &early);
    gi_emit_if_otherwise(emit, &real);
    gi_emit_if_end(emit, &real);
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
}
