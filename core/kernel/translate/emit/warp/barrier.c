#include "kernel/translate/emit/warp/barrier.h"

#include "kernel/translate/analyse/order.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/machine.h"
#include "kernel/translate/emit/warp/warp.h"

bool gi_emit_barrier_read(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                          struct gi_emit_barrier *out_barrier)
{
    bool reduces = gi_ptx_has(instruction, GI_PTX_M_RED);
    bool arrives = gi_ptx_has(instruction, GI_PTX_M_ARRIVE);
    uint32_t first = reduces ? 1 : 0;
    uint32_t most = instruction->operand_count - (reduces && instruction->operand_count ? 1 : 0);
    gi_id number, zero = u32(emit, 0);

    if (most < first + 1 + arrives || most > first + 2
        || reduces + arrives + gi_ptx_has(instruction, GI_PTX_M_SYNC) != 1) {
        gi_emit_refuse(emit, "a barrier of this form is not built");
        return false;
    }
    number = gi_emit_get(emit, &instruction->operands[first], GI_KIND_U32);
    *out_barrier = (struct gi_emit_barrier){ .count = zero, .arrives = arrives };
    out_barrier->number = gi_emit_2(emit, GiOpBitwiseAnd, number, u32(emit, 15));
    if (most == first + 2)
        out_barrier->count = gi_emit_get(emit, &instruction->operands[first + 1], GI_KIND_U32);
    if (reduces) {
        gi_id one = u32(emit, 1);
        gi_id vote = gi_emit_get(emit, &instruction->operands[most], GI_KIND_PRED);
        bool all = gi_ptx_has(instruction, GI_PTX_M_AND);

        /* for the reduction by "and", those are counted who say no */
        out_barrier->vote = gi_emit_select(emit, vote, all ? zero : one, all ? one : zero);
    }
    return true;
}

/* Counts the votes of all threads. Three words take turns, so that one barrier is enough: the one
 * that is used in two turns is cleared now, when nobody reads it any more. */
static gi_id count_votes(struct gi_emit *emit, gi_id vote)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id three = u32(emit, 3);
    gi_id turn = gi_emit_load(emit, GI_KIND_U32, meetings->turn);
    gi_id pointer = gi_emit_shared_word(emit, meetings->counts, turn);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeWorkgroup);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);
    gi_id votes, next, used;

    (void)gi_spirv_value(spirv, GiOpAtomicIAdd, word,
                         GI_SPIRV_IDS(pointer, scope, relaxed, vote));
    gi_emit_control_barrier(emit, GiScopeWorkgroup, gi_emit_orders_device(emit));
    votes = gi_emit_shared_load(emit, meetings->counts, turn);
    used = gi_emit_2(emit, GiOpIAdd, turn, u32(emit, 2));
    used = gi_emit_2(emit, GiOpUMod, used, three);
    gi_emit_shared_store(emit, meetings->counts, used, u32(emit, 0));
    next = gi_emit_2(emit, GiOpIAdd, turn, u32(emit, 1));
    gi_emit_store(emit, meetings->turn, gi_emit_2(emit, GiOpUMod, next, three));
    return votes;
}

static void put_votes(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      gi_id votes)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    gi_id none = gi_emit_2(emit, GiOpIEqual, votes, u32(emit, 0));

    if (gi_ptx_has(instruction, GI_PTX_M_POPC))
        gi_emit_put(emit, to, votes, false);
    else if (gi_ptx_has(instruction, GI_PTX_M_AND))
        gi_emit_put(emit, to, none, false);
    else
        gi_emit_put(emit, to, gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, none), false);
}

void gi_emit_bar(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_barrier barrier;
    gi_id votes;

    if (gi_ptx_has(instruction, GI_PTX_M_WARP)) {
        gi_emit_warp_barrier(emit, instruction);
        return;
    }
    if (emit->meetings.way == GI_WARP_MACHINE) {
        if (gi_ptx_has(instruction, GI_PTX_M_RED)) {
            votes = gi_emit_machine_votes(emit);
            put_votes(emit, instruction, votes);
        }
        return;
    }
    if (!gi_emit_barrier_read(emit, instruction, &barrier))
        return;
    if (!barrier.vote.n) {
        gi_emit_control_barrier(emit, GiScopeWorkgroup, gi_emit_orders_device(emit));
        return;
    }
    votes = count_votes(emit, barrier.vote);
    put_votes(emit, instruction, votes);
}
