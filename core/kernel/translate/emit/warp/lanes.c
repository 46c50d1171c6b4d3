#include "kernel/translate/emit/warp/lanes.h"

#include <string.h>

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* ---- shared memory ---- */

/* An array of words; length: the id of a constant. */
static uint32_t make_array(struct gi_emit *emit, uint32_t length)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t array = gi_spirv_type_array(spirv, gi_emit_type_id(emit, GI_EMIT_U32), length, 0);

    return gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, GiStorageClassWorkgroup, array),
                             GiStorageClassWorkgroup, 0);
}

uint32_t gi_emit_shared_word(struct gi_emit *emit, uint32_t array, uint32_t index)
{
    uint32_t type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassWorkgroup,
                                          gi_emit_type_id(emit, GI_EMIT_U32));

    return gi_spirv_value2(&emit->spirv, GiOpAccessChain, type, array, index);
}

uint32_t gi_emit_shared_load(struct gi_emit *emit, uint32_t array, uint32_t index)
{
    return gi_emit_2(emit, GiOpLoad, GI_EMIT_U32, gi_emit_shared_word(emit, array, index),
                     GiMemoryAccessNonPrivatePointer);
}

void gi_emit_shared_store(struct gi_emit *emit, uint32_t array, uint32_t index, uint32_t value)
{
    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpStore,
                GI_SPIRV_WORDS(gi_emit_shared_word(emit, array, index), value,
                               GiMemoryAccessNonPrivatePointer));
}

void gi_emit_control_barrier(struct gi_emit *emit, enum gi_spirv_scope scope, bool device)
{
    uint32_t semantics = GiMemorySemanticsAcquireRelease
        | (device || emit->kernel->shared_in_memory ? GiMemorySemanticsUniformMemory : 0)
        | GiMemorySemanticsWorkgroupMemory | GiMemorySemanticsMakeAvailable
        | GiMemorySemanticsMakeVisible;
    uint32_t whom = u32(emit, scope), whose = u32(emit, GiScopeWorkgroup);
    uint32_t how = u32(emit, semantics);

    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpControlBarrier, GI_SPIRV_WORDS(whom, whose, how));
}

void gi_emit_block_barrier(struct gi_emit *emit)
{
    gi_emit_control_barrier(emit, GiScopeWorkgroup, true);
}

/* ---- the module ---- */

static uint32_t make_variable(struct gi_emit *emit)
{
    uint32_t type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPrivate,
                                          gi_emit_type_id(emit, GI_EMIT_U32));

    return gi_spirv_variable(&emit->spirv, type, GiStorageClassPrivate, u32(emit, 0));
}

/* The arrays for what threads bring to operations. The exchange has two halves of them that take
 * turns: while some threads still read one half, others write into the other. */
static void declare_values(struct gi_emit *emit)
{
    struct gi_emit_meetings *meetings = &emit->meetings;
    bool machine = meetings->way == GI_WARP_MACHINE;
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32), words;

    meetings->length = meetings->filled;
    if (machine) {
        meetings->kinds = make_array(emit, meetings->filled);
        meetings->masks = make_array(emit, meetings->filled);
    } else {
        meetings->length = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word,
                                            GI_SPIRV_WORDS(meetings->filled, u32(emit, 2)));
        meetings->half = make_variable(emit);
    }
    words = meetings->length;
    if (meetings->words > 1)
        words = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word,
                                 GI_SPIRV_WORDS(words, u32(emit, meetings->words)));
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
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32);
    uint32_t size, words;

    if (meetings->way == GI_WARP_PLAIN && !meetings->reduces)
        return;
    meetings->threads = gi_emit_block_threads(emit);
    size = gi_spirv_spec_op(spirv, GiOpIAdd, word,
                            GI_SPIRV_WORDS(meetings->threads, u32(emit, most)));
    meetings->filled = gi_spirv_spec_op(spirv, GiOpBitwiseAnd, word,
                                        GI_SPIRV_WORDS(size, u32(emit, ~most)));
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
    uint32_t thread, zero;

    if (meetings->reduces) {
        thread = gi_emit_flat_thread(emit);
        zero = u32(emit, 0);
        open = gi_emit_if_begin(emit, pred(emit, GiOpIEqual, thread, zero));
        for (uint32_t i = 0; i < 3; i++)
            gi_emit_shared_store(emit, meetings->counts, u32(emit, i), zero);
        gi_emit_if_otherwise(emit, &open);
        gi_emit_if_end(emit, &open);
        gi_emit_block_barrier(emit);
    }
    if (gi_emit_is_native(emit)) {
        uint32_t behind = gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED,
                                    gi_emit_flat_thread(emit), meetings->threads);
        uint32_t odd = gi_spirv_spec_op(&emit->spirv, GiOpINotEqual,
                                        gi_emit_type_id(emit, GI_EMIT_PRED),
                                        GI_SPIRV_WORDS(meetings->threads, meetings->filled));
        uint32_t end = gi_spirv_id(&emit->spirv), on = gi_spirv_id(&emit->spirv);

        behind = gi_emit_2(emit, GiOpLogicalAnd, GI_EMIT_PRED, odd, behind);
        gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpSelectionMerge,
                    GI_SPIRV_WORDS(on, GiSelectionControlNone));
        gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpBranchConditional,
                    GI_SPIRV_WORDS(behind, end, on));
        gi_spirv_label(&emit->spirv, end);
        gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpReturn, NULL, 0);
        gi_spirv_label(&emit->spirv, on);
    }
}

uint32_t gi_emit_lanes_existing(struct gi_emit *emit, uint32_t base)
{
    uint32_t rest = op32(emit, GiOpISub, emit->meetings.threads, base);
    uint32_t full = gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED, rest,
                              u32(emit, GI_WARP_THREADS));
    uint32_t one = u32(emit, 1);
    uint32_t bit = op32(emit, GiOpShiftLeftLogical, one,
                        op32n(emit, GiOpBitwiseAnd, rest, GI_WARP_THREADS - 1));
    uint32_t all = u32(emit, ~0u);

    return gi_emit_select(emit, GI_EMIT_U32, full, all, op32(emit, GiOpISub, bit, one));
}

/* ---- values of all lanes ---- */

void gi_emit_each_lane(struct gi_emit *emit, gi_emit_each *each, void *context)
{
    uint32_t variable = gi_emit_local(emit, GI_EMIT_U32);
    struct gi_emit_loop loop;
    uint32_t lane;

    gi_emit_store(emit, variable, u32(emit, 0));
    /* some drivers would write the loop out, and then take seconds for a kernel with ten of them */
    loop = gi_emit_loop_begin(emit, gi_emit_is_native(emit) ? GiLoopControlNone
                                                            : GiLoopControlDontUnroll);
    lane = gi_emit_load(emit, GI_EMIT_U32, variable);
    each(emit, context, lane);
    lane = op32(emit, GiOpIAdd, lane, u32(emit, 1));
    gi_emit_store(emit, variable, lane);
    gi_emit_loop_leave_if(emit, &loop, gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED, lane,
                                                 u32(emit, GI_WARP_THREADS)));
    gi_emit_loop_end(emit, &loop);
}

void gi_emit_set_bit(struct gi_emit *emit, uint32_t variable, uint32_t condition, uint32_t bit)
{
    uint32_t added = gi_emit_select(emit, GI_EMIT_U32, condition, bit, u32(emit, 0));

    gi_emit_store(emit, variable, op32(emit, GiOpBitwiseOr,
                                       gi_emit_load(emit, GI_EMIT_U32, variable), added));
}

/* The bits of a warp's lanes that hold a condition, by the device. */
static uint32_t native_ballot(struct gi_emit *emit, uint32_t condition)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t four = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_EMIT_U32), 4);
    uint32_t scope = gi_spirv_constant_u32(spirv, GiScopeSubgroup);
    uint32_t all, low, high, upper;

    gi_spirv_capability(spirv, GiCapabilityGroupNonUniform);
    gi_spirv_capability(spirv, GiCapabilityGroupNonUniformBallot);
    all = gi_spirv_value2(spirv, GiOpGroupNonUniformBallot, four, scope, condition);
    low = gi_emit_2(emit, GiOpCompositeExtract, GI_EMIT_U32, all, 0);
    if (emit->meetings.way == GI_WARP_NATIVE_32)
        return low;
    high = gi_emit_2(emit, GiOpCompositeExtract, GI_EMIT_U32, all, 1);
    upper = op32n(emit, GiOpBitwiseAnd, gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId),
                  GI_WARP_THREADS);
    upper = gi_emit_2(emit, GiOpINotEqual, GI_EMIT_PRED, upper, u32(emit, 0));
    return gi_emit_select(emit, GI_EMIT_U32, upper, high, low);
}

void gi_emit_lanes_meet(struct gi_emit *emit, struct gi_emit_lanes *lanes, const uint32_t *values,
                        uint32_t count)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    uint32_t thread = gi_emit_flat_thread(emit);
    uint32_t half;

    *lanes = (struct gi_emit_lanes){ .count = count };
    if (meetings->way != GI_WARP_MACHINE)
        memcpy(lanes->values, values, count * sizeof(*values));
    lanes->lane = op32(emit, GiOpBitwiseAnd, thread, u32(emit, GI_WARP_THREADS - 1));
    if (gi_emit_is_native(emit)) {
        lanes->here = native_ballot(emit, gi_spirv_constant_bool(&emit->spirv, true));
        return;
    }
    lanes->base = op32(emit, GiOpBitwiseAnd, thread, u32(emit, ~(GI_WARP_THREADS - 1u)));
    if (meetings->way == GI_WARP_MACHINE) {
        lanes->here = gi_emit_load(emit, GI_EMIT_U32, meetings->here);
        return;
    }
    lanes->here = gi_emit_lanes_existing(emit, lanes->base);
    half = gi_emit_load(emit, GI_EMIT_U32, meetings->half);
    gi_emit_store(emit, meetings->half, op32(emit, GiOpISub, meetings->filled, half));
    lanes->base = op32(emit, GiOpIAdd, lanes->base, half);
    thread = op32(emit, GiOpIAdd, thread, half);
    for (uint32_t i = 0; i < count; i++)
        gi_emit_shared_store(emit, meetings->values, gi_emit_lanes_index(emit, thread, i),
                             values[i]);
    gi_emit_block_barrier(emit);
}

uint32_t gi_emit_lanes_index(struct gi_emit *emit, uint32_t thread, uint32_t place)
{
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32), before;

    if (place == 0)
        return thread;
    before = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word,
                              GI_SPIRV_WORDS(emit->meetings.length, u32(emit, place)));
    return op32(emit, GiOpIAdd, thread, before);
}

uint32_t gi_emit_lanes_word_at(struct gi_emit *emit, const struct gi_emit_lanes *lanes,
                               uint32_t lane, uint32_t place)
{
    uint32_t index = op32(emit, GiOpIMul, place, emit->meetings.length);

    index = op32(emit, GiOpIAdd, index, lanes->base);
    index = op32(emit, GiOpIAdd, index, lane);
    return gi_emit_shared_load(emit, emit->meetings.values, index);
}

uint32_t gi_emit_lanes_word(struct gi_emit *emit, const struct gi_emit_lanes *lanes, uint32_t lane,
                            uint32_t place)
{
    uint32_t scope = gi_spirv_constant_u32(&emit->spirv, GiScopeSubgroup);

    if (!gi_emit_is_native(emit)) {
        lane = op32(emit, GiOpIAdd, lanes->base, lane);
        lane = gi_emit_lanes_index(emit, lane, place);
        return gi_emit_shared_load(emit, emit->meetings.values, lane);
    }
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformShuffle);
    if (emit->meetings.way == GI_WARP_NATIVE_64) {
        uint32_t half = op32n(emit, GiOpBitwiseAnd,
                              gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId),
                              GI_WARP_THREADS);

        lane = op32(emit, GiOpBitwiseOr, half, lane);
    }
    return gi_spirv_value3(&emit->spirv, GiOpGroupNonUniformShuffle,
                           gi_emit_type_id(emit, GI_EMIT_U32), scope, lanes->values[place], lane);
}

/* The search in all lanes. */
struct looking {
    const struct gi_emit_lanes *lanes;
    uint32_t bits;              /* variable */
    bool same;                  /* as this lane's; else: not 0 */
};

static void look(struct gi_emit *emit, void *context, uint32_t lane)
{
    const struct looking *looking = context;
    const struct gi_emit_lanes *lanes = looking->lanes;
    uint32_t bit = op32(emit, GiOpShiftLeftLogical, u32(emit, 1), lane);
    uint32_t word = gi_emit_lanes_word(emit, lanes, lane, 0);
    uint32_t holds;

    if (!looking->same) {
        holds = gi_emit_2(emit, GiOpINotEqual, GI_EMIT_PRED, word, u32(emit, 0));
        gi_emit_set_bit(emit, looking->bits, holds, bit);
        return;
    }
    holds = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, word, lanes->values[0]);
    for (uint32_t i = 1; i < lanes->count; i++) {
        word = gi_emit_lanes_word(emit, lanes, lane, i);
        word = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, word, lanes->values[i]);
        holds = gi_emit_2(emit, GiOpLogicalAnd, GI_EMIT_PRED, holds, word);
    }
    gi_emit_set_bit(emit, looking->bits, holds, bit);
}

static uint32_t look_at_all(struct gi_emit *emit, const struct gi_emit_lanes *lanes, bool same)
{
    struct looking looking = { lanes, gi_emit_local(emit, GI_EMIT_U32), same };

    gi_emit_store(emit, looking.bits, u32(emit, 0));
    gi_emit_each_lane(emit, look, &looking);
    return op32(emit, GiOpBitwiseAnd, gi_emit_load(emit, GI_EMIT_U32, looking.bits),
                lanes->here);
}

uint32_t gi_emit_lanes_ballot(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    if (emit->meetings.way == GI_WARP_MACHINE)
        return gi_emit_load(emit, GI_EMIT_U32, emit->meetings.bits);
    if (!gi_emit_is_native(emit))
        return look_at_all(emit, lanes, false);
    return native_ballot(emit, gi_emit_2(emit, GiOpINotEqual, GI_EMIT_PRED, lanes->values[0],
                                         u32(emit, 0)));
}

uint32_t gi_emit_lanes_same(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    if (emit->meetings.way == GI_WARP_MACHINE)
        return gi_emit_load(emit, GI_EMIT_U32, emit->meetings.same);
    return look_at_all(emit, lanes, true);
}
