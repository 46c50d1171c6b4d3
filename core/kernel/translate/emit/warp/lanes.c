#include "kernel/translate/emit/warp/lanes.h"

#include <string.h>

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* ---- shared memory ---- */

/* An array of words; length: the id of a constant. */
static gi_id make_array(struct gi_emit *emit, gi_id length)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type array = gi_spirv_type_array(spirv, gi_emit_type_id(emit, GI_KIND_U32), length, 0);

    return gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, GiStorageClassWorkgroup, array),
                             GiStorageClassWorkgroup, GI_NO_ID);
}

gi_id gi_emit_shared_word(struct gi_emit *emit, gi_id array, gi_id index)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassWorkgroup,
                                         gi_emit_type_id(emit, GI_KIND_U32));

    return gi_spirv_value2(&emit->spirv, GiOpAccessChain, type, array, index);
}

gi_id gi_emit_shared_load(struct gi_emit *emit, gi_id array, gi_id index)
{
    gi_id pointer = gi_emit_shared_word(emit, array, index);

    return gi_spirv_load(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), pointer,
                         GiMemoryAccessNonPrivatePointer, 0);
}

void gi_emit_shared_store(struct gi_emit *emit, gi_id array, gi_id index, gi_id value)
{
    gi_spirv_store_as(&emit->spirv, gi_emit_shared_word(emit, array, index), value,
                      GiMemoryAccessNonPrivatePointer, 0);
}

void gi_emit_control_barrier(struct gi_emit *emit, enum gi_spirv_scope scope, bool device)
{
    uint32_t semantics = GiMemorySemanticsAcquireRelease
        | (device || emit->kernel->shared_in_memory ? GiMemorySemanticsUniformMemory : 0)
        | GiMemorySemanticsWorkgroupMemory | GiMemorySemanticsMakeAvailable
        | GiMemorySemanticsMakeVisible;
    gi_id whom = u32(emit, scope), whose = u32(emit, GiScopeWorkgroup);
    gi_id how = u32(emit, semantics);

    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpControlBarrier,
                GI_SPIRV_WORDS(whom.n, whose.n, how.n));
}

void gi_emit_block_barrier(struct gi_emit *emit)
{
    gi_emit_control_barrier(emit, GiScopeWorkgroup, true);
}

/* ---- the module ---- */

static gi_id make_variable(struct gi_emit *emit)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPrivate,
                                         gi_emit_type_id(emit, GI_KIND_U32));

    return gi_spirv_variable(&emit->spirv, type, GiStorageClassPrivate, u32(emit, 0));
}

/* The arrays for what threads bring to operations. The exchange has two halves of them that take
 * turns: while some threads still read one half, others write into the other. */
static void declare_values(struct gi_emit *emit)
{
    struct gi_emit_meetings *meetings = &emit->meetings;
    bool machine = meetings->way == GI_WARP_MACHINE;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id words;

    meetings->length = meetings->filled;
    if (machine) {
        meetings->kinds = make_array(emit, meetings->filled);
        meetings->masks = make_array(emit, meetings->filled);
    } else {
        meetings->length = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word, meetings->filled,
                                            u32(emit, 2));
        meetings->half = make_variable(emit);
    }
    words = meetings->length;
    if (meetings->words > 1)
        words = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word, words, u32(emit, meetings->words));
    meetings->values = make_array(emit, words);
    emit->kernel->meeting_thread_bytes = machine ? 4 * (2 + meetings->words) : 8 * meetings->words;
}

void gi_emit_lanes_declare(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_meetings *meetings = &emit->meetings;
    struct gi_translate_kernel *kernel = emit->kernel;
    bool machine = meetings->way == GI_WARP_MACHINE;
    uint32_t most = (meetings->way == GI_WARP_NATIVE_64 ? 2u : 1u) * GI_WARP_THREADS - 1;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id size;
    uint32_t words;

    if (meetings->way == GI_WARP_PLAIN && !meetings->reduces)
        return;
    meetings->threads = gi_emit_block_threads(emit);
    size = gi_spirv_spec_op(spirv, GiOpIAdd, word, meetings->threads, u32(emit, most));
    meetings->filled = gi_spirv_spec_op(spirv, GiOpBitwiseAnd, word, size, u32(emit, ~most));
    kernel->subgroup_size = gi_emit_is_native(emit) ? most + 1 : 0;
    if (meetings->operations && !gi_emit_is_native(emit))
        declare_values(emit);
    words = machine ? meetings->count_words : meetings->reduces ? 3 : 0;
    if (words)
        meetings->counts = make_array(emit, u32(emit, words));
    kernel->meeting_bytes = 4 * words;
    if (meetings->reduces || machine)
        meetings->turn = make_variable(emit);
    if (gi_emit_is_native(emit) && emit->target->reconverges)
        gi_emit_reconverge(emit);
}

void gi_emit_reconverge(struct gi_emit *emit)
{
    if (emit->meetings.reconverges)
        return;
    emit->meetings.reconverges = true;
    gi_spirv_extension(&emit->spirv, "SPV_KHR_maximal_reconvergence");
    gi_spirv_execution_mode(&emit->spirv, gi_emit_entry_point(emit),
                            GiExecutionModeMaximallyReconvergesKHR, NULL, 0);
}

void gi_emit_lanes_begin(struct gi_emit *emit)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    struct gi_emit_if open;
    gi_id thread, zero;

    if (meetings->reduces) {
        thread = gi_emit_flat_thread(emit);
        zero = u32(emit, 0);
        open = gi_emit_if_begin(emit, op2(emit, GiOpIEqual, thread, zero));
        for (uint32_t i = 0; i < 3; i++)
            gi_emit_shared_store(emit, meetings->counts, u32(emit, i), zero);
        gi_emit_if_otherwise(emit, &open);
        gi_emit_if_end(emit, &open);
        gi_emit_block_barrier(emit);
    }
    if (gi_emit_is_native(emit)) {
        gi_id behind = gi_emit_2(emit, GiOpUGreaterThanEqual,
                                 gi_emit_flat_thread(emit), meetings->threads);
        gi_id odd = gi_spirv_spec_op(&emit->spirv, GiOpINotEqual,
                                     gi_emit_type_id(emit, GI_KIND_PRED), meetings->threads,
                                     meetings->filled);
        gi_id end = gi_spirv_new_label(&emit->spirv), on = gi_spirv_new_label(&emit->spirv);

        behind = gi_emit_2(emit, GiOpLogicalAnd, odd, behind);
        gi_spirv_selection_merge(&emit->spirv, on, GiSelectionControlNone);
        gi_spirv_branch_if(&emit->spirv, behind, end, on);
        gi_spirv_label(&emit->spirv, end);
        gi_spirv_return(&emit->spirv);
        gi_spirv_label(&emit->spirv, on);
    }
}

gi_id gi_emit_lanes_existing(struct gi_emit *emit, gi_id base)
{
    gi_id rest = op2(emit, GiOpISub, emit->meetings.threads, base);
    gi_id full = gi_emit_2(emit, GiOpUGreaterThanEqual, rest, u32(emit, GI_WARP_THREADS));
    gi_id one = u32(emit, 1);
    gi_id bit = op2(emit, GiOpShiftLeftLogical, one,
                    op2n(emit, GiOpBitwiseAnd, rest, GI_WARP_THREADS - 1));
    gi_id all = u32(emit, ~0u);

    return gi_emit_select(emit, full, all, op2(emit, GiOpISub, bit, one));
}

/* ---- values of all lanes ---- */

void gi_emit_each_lane(struct gi_emit *emit, gi_emit_each *each, void *context)
{
    gi_id variable = gi_emit_local(emit, GI_KIND_U32);
    struct gi_emit_loop loop;
    gi_id lane;

    gi_emit_store(emit, variable, u32(emit, 0));
    /* some drivers would write the loop out, and then take seconds for a kernel with ten of them */
    loop = gi_emit_loop_begin(emit, gi_emit_is_native(emit) ? GiLoopControlNone
                                                            : GiLoopControlDontUnroll);
    lane = gi_emit_load(emit, GI_KIND_U32, variable);
    each(emit, context, lane);
    lane = op2(emit, GiOpIAdd, lane, u32(emit, 1));
    gi_emit_store(emit, variable, lane);
    gi_emit_loop_leave_if(emit, &loop, gi_emit_2(emit, GiOpUGreaterThanEqual, lane,
                                                 u32(emit, GI_WARP_THREADS)));
    gi_emit_loop_end(emit, &loop);
}

void gi_emit_set_bit(struct gi_emit *emit, gi_id variable, gi_id condition, gi_id bit)
{
    gi_id added = gi_emit_select(emit, condition, bit, u32(emit, 0));

    gi_emit_store(emit, variable, op2(emit, GiOpBitwiseOr,
                                      gi_emit_load(emit, GI_KIND_U32, variable), added));
}

/* The bits of a warp's lanes that hold a condition, by the device. */
static gi_id native_ballot(struct gi_emit *emit, gi_id condition)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type four = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeSubgroup);
    gi_id all, low, high, upper;

    gi_spirv_capability(spirv, GiCapabilityGroupNonUniform);
    gi_spirv_capability(spirv, GiCapabilityGroupNonUniformBallot);
    all = gi_spirv_value2(spirv, GiOpGroupNonUniformBallot, four, scope, condition);
    low = gi_emit_extract(emit, GI_KIND_U32, all, 0);
    if (emit->meetings.way == GI_WARP_NATIVE_32)
        return low;
    high = gi_emit_extract(emit, GI_KIND_U32, all, 1);
    upper = op2n(emit, GiOpBitwiseAnd, gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId),
                 GI_WARP_THREADS);
    upper = gi_emit_2(emit, GiOpINotEqual, upper, u32(emit, 0));
    return gi_emit_select(emit, upper, high, low);
}

void gi_emit_lanes_meet(struct gi_emit *emit, struct gi_emit_lanes *lanes, const gi_id *values,
                        uint32_t count)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_id thread = gi_emit_flat_thread(emit);
    gi_id half;

    *lanes = (struct gi_emit_lanes){ .count = count };
    if (meetings->way != GI_WARP_MACHINE)
        memcpy(lanes->values, values, count * sizeof(*values));
    lanes->lane = op2(emit, GiOpBitwiseAnd, thread, u32(emit, GI_WARP_THREADS - 1));
    if (gi_emit_is_native(emit)) {
        lanes->here = native_ballot(emit, gi_spirv_constant_bool(&emit->spirv, true));
        return;
    }
    lanes->base = op2(emit, GiOpBitwiseAnd, thread, u32(emit, ~(GI_WARP_THREADS - 1u)));
    if (meetings->way == GI_WARP_MACHINE) {
        lanes->here = gi_emit_load(emit, GI_KIND_U32, meetings->here);
        return;
    }
    lanes->here = gi_emit_lanes_existing(emit, lanes->base);
    half = gi_emit_load(emit, GI_KIND_U32, meetings->half);
    gi_emit_store(emit, meetings->half, op2(emit, GiOpISub, meetings->filled, half));
    lanes->base = op2(emit, GiOpIAdd, lanes->base, half);
    thread = op2(emit, GiOpIAdd, thread, half);
    for (uint32_t i = 0; i < count; i++)
        gi_emit_shared_store(emit, meetings->values, gi_emit_lanes_index(emit, thread, i),
                             values[i]);
    gi_emit_block_barrier(emit);
}

gi_id gi_emit_lanes_index(struct gi_emit *emit, gi_id thread, uint32_t place)
{
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id before;

    if (place == 0)
        return thread;
    before = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word, emit->meetings.length,
                              u32(emit, place));
    return op2(emit, GiOpIAdd, thread, before);
}

gi_id gi_emit_lanes_word_at(struct gi_emit *emit, const struct gi_emit_lanes *lanes,
                            gi_id lane, gi_id place)
{
    gi_id index = op2(emit, GiOpIMul, place, emit->meetings.length);

    index = op2(emit, GiOpIAdd, index, lanes->base);
    index = op2(emit, GiOpIAdd, index, lane);
    return gi_emit_shared_load(emit, emit->meetings.values, index);
}

gi_id gi_emit_lanes_word(struct gi_emit *emit, const struct gi_emit_lanes *lanes, gi_id lane,
                         uint32_t place)
{
    gi_id scope = gi_spirv_constant_u32(&emit->spirv, GiScopeSubgroup);

    if (!gi_emit_is_native(emit)) {
        lane = op2(emit, GiOpIAdd, lanes->base, lane);
        lane = gi_emit_lanes_index(emit, lane, place);
        return gi_emit_shared_load(emit, emit->meetings.values, lane);
    }
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformShuffle);
    if (emit->meetings.way == GI_WARP_NATIVE_64) {
        gi_id half = op2n(emit, GiOpBitwiseAnd,
                          gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId),
                          GI_WARP_THREADS);

        lane = op2(emit, GiOpBitwiseOr, half, lane);
    }
    return gi_spirv_value3(&emit->spirv, GiOpGroupNonUniformShuffle,
                           gi_emit_type_id(emit, GI_KIND_U32), scope, lanes->values[place], lane);
}

/* The search in all lanes. */
struct looking {
    const struct gi_emit_lanes *lanes;
    gi_id bits;                 /* variable */
    bool same;                  /* as this lane's; else: not 0 */
};

static void look_at_lane(struct gi_emit *emit, void *context, gi_id lane)
{
    const struct looking *looking = context;
    const struct gi_emit_lanes *lanes = looking->lanes;
    gi_id bit = op2(emit, GiOpShiftLeftLogical, u32(emit, 1), lane);
    gi_id word = gi_emit_lanes_word(emit, lanes, lane, 0);
    gi_id holds;

    if (!looking->same) {
        holds = gi_emit_2(emit, GiOpINotEqual, word, u32(emit, 0));
        gi_emit_set_bit(emit, looking->bits, holds, bit);
        return;
    }
    holds = gi_emit_2(emit, GiOpIEqual, word, lanes->values[0]);
    for (uint32_t i = 1; i < lanes->count; i++) {
        word = gi_emit_lanes_word(emit, lanes, lane, i);
        word = gi_emit_2(emit, GiOpIEqual, word, lanes->values[i]);
        holds = gi_emit_2(emit, GiOpLogicalAnd, holds, word);
    }
    gi_emit_set_bit(emit, looking->bits, holds, bit);
}

static gi_id look_at_all(struct gi_emit *emit, const struct gi_emit_lanes *lanes, bool same)
{
    struct looking looking = { lanes, gi_emit_local(emit, GI_KIND_U32), same };

    gi_emit_store(emit, looking.bits, u32(emit, 0));
    gi_emit_each_lane(emit, look_at_lane, &looking);
    return op2(emit, GiOpBitwiseAnd, gi_emit_load(emit, GI_KIND_U32, looking.bits), lanes->here);
}

gi_id gi_emit_lanes_ballot(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    if (emit->meetings.way == GI_WARP_MACHINE)
        return gi_emit_load(emit, GI_KIND_U32, emit->meetings.bits);
    if (!gi_emit_is_native(emit))
        return look_at_all(emit, lanes, false);
    return native_ballot(emit, gi_emit_2(emit, GiOpINotEqual, lanes->values[0], u32(emit, 0)));
}

gi_id gi_emit_lanes_same(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    if (emit->meetings.way == GI_WARP_MACHINE)
        return gi_emit_load(emit, GI_KIND_U32, emit->meetings.same);
    return look_at_all(emit, lanes, true);
}
