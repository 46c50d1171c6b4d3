#include "kernel/translate/emit/value/special.h"

#include "kernel/translate/analyse/clock.h"
#include "kernel/translate/analyse/loops.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/short.h"

/* ---- clocks ---- */

/* A device with a limit of rounds reads a clock in a loop so many times for once. The others are
 * for the time that they take: on Mesa's CPU driver of that kind 6 us, so a wait may last for 0.4 s
 * before the limit is reached. That driver runs through all branches, and a loop would count as
 * rounds, so they stand one behind the other. */
enum { READINGS_IN_LOOP = 256 };

/* The device's clock may be so far ahead of the word's time, in nanoseconds. The word may be 4 s
 * behind, less this. */
#define MOST_AHEAD_NS UINT64_C(0x10000000)

/* The word of the launch, into which the host writes its time. NVIDIA's compiler reads a volatile
 * word of 64 bits once for a loop, and an atomic one each time. */
static gi_id word_clock(struct gi_emit *emit)
{
    gi_id address = gi_emit_push_u64(emit, emit->kernel->push_clock_bytes);
    gi_type word = gi_emit_type_id(emit, GI_KIND_U64);
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPhysicalStorageBuffer, word);
    gi_id pointer = gi_spirv_value1(&emit->spirv, GiOpConvertUToPtr, type, address);
    uint32_t mask = GiMemoryAccessAligned | GiMemoryAccessNonPrivatePointer
        | GiMemoryAccessVolatile;
    gi_id scope, semantics;

    if (!emit->target->int64_atomics)
        return gi_spirv_load(&emit->spirv, word, pointer, mask, 8);
    gi_spirv_capability(&emit->spirv, GiCapabilityInt64Atomics);
    emit->kernel->needs_int64_atomics = true;
    scope = gi_spirv_constant_u32(&emit->spirv, GiScopeDevice);
    semantics = gi_spirv_constant_u32(&emit->spirv, GiMemorySemanticsVolatile);
    return gi_spirv_value3(&emit->spirv, GiOpAtomicLoad, word, pointer, scope, semantics);
}

static gi_id device_clock(struct gi_emit *emit, bool of_device)
{
    gi_id scope = gi_spirv_constant_u32(&emit->spirv, of_device ? GiScopeDevice
                                                                : GiScopeSubgroup);

    if (of_device)
        emit->kernel->needs_device_clock = true;
    else
        emit->kernel->needs_subgroup_clock = true;
    gi_spirv_capability(&emit->spirv, GiCapabilityShaderClockKHR);
    gi_spirv_extension(&emit->spirv, "SPV_KHR_shader_clock");
    return gi_emit_1(emit, GiOpReadClockKHR, GI_KIND_U64, scope);
}

/* The clock's lower half is the device's, and the upper one follows from the word, which is read
 * before. */
static gi_id completed_clock(struct gi_emit *emit)
{
    gi_id before = gi_emit_2n(emit, GiOpISub, word_clock(emit), MOST_AHEAD_NS);
    gi_id passed = op2(emit, GiOpISub, device_clock(emit, false), before);

    passed = op2(emit, GiOpBitwiseAnd, passed, gi_emit_constant(emit, GI_KIND_U64, UINT32_MAX));
    return op2(emit, GiOpIAdd, before, passed);
}

static gi_id read_once(struct gi_emit *emit, enum gi_ptx_special which, bool has_word)
{
    if (emit->target->short_clock)
        return has_word ? completed_clock(emit) : device_clock(emit, false);
    if (has_word)
        return word_clock(emit);
    return device_clock(emit, gi_emit_clock_is_timer(which) == gi_emit_clock_is_own(emit->target,
                                                                                    which));
}

/* Reads a clock again and again. No compiler can leave that out: it does not know that a reading
 * is never 0.
 *  \return  0. */
static gi_id pass_time(struct gi_emit *emit, enum gi_ptx_special which, bool has_word)
{
    gi_id zero = gi_emit_constant(emit, GI_KIND_U64, 0), all = zero, is_none;

    for (int i = 1; i < READINGS_IN_LOOP; i++)
        all = op2(emit, GiOpBitwiseOr, all,
                  read_once(emit, which, has_word && !emit->target->short_clock));
    is_none = op2(emit, GiOpIEqual, all, zero);
    return gi_emit_select(emit, is_none, gi_emit_constant(emit, GI_KIND_U64, 1), zero);
}

static gi_id clock_of(struct gi_emit *emit, enum gi_ptx_special which)
{
    bool has_word = gi_emit_clock_has_word(emit->target, which);
    gi_id zero;

    if (!emit->target->loop_rounds || !gi_emit_is_in_loop(emit))
        return read_once(emit, which, has_word);
    zero = pass_time(emit, which, has_word);
    return op2(emit, GiOpIAdd, read_once(emit, which, has_word), zero);
}

/* ---- numbers of threads ---- */

bool gi_emit_is_native(const struct gi_emit *emit)
{
    return emit->meetings.way == GI_WARP_NATIVE_32 || emit->meetings.way == GI_WARP_NATIVE_64;
}

gi_id gi_emit_builtin(struct gi_emit *emit, enum gi_spirv_builtin which)
{
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);

    return gi_spirv_value1(&emit->spirv, GiOpLoad, word,
                           gi_spirv_builtin(&emit->spirv, which, word));
}

/* With subgroups of one size that are all full, places in them are numbers of threads. No other
 * order of them is promised. */
gi_id gi_emit_flat_thread(struct gi_emit *emit)
{
    uint32_t lanes = (emit->meetings.way == GI_WARP_NATIVE_64 ? 2u : 1u) * GI_WARP_THREADS;
    gi_id first;

    if (!gi_emit_is_native(emit))
        return gi_emit_builtin(emit, GiBuiltInLocalInvocationIndex);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniform);
    first = op2n(emit, GiOpIMul, gi_emit_builtin(emit, GiBuiltInSubgroupId), lanes);
    return gi_emit_2(emit, GiOpIAdd, first,
                     gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId));
}

/* In the first block of the entry all threads are there. */
gi_id gi_emit_own_address(struct gi_emit *emit, gi_id address, enum gi_kind kind)
{
    struct gi_spirv *spirv = &emit->spirv;
    bool is_first = emit->current == &emit->functions[0] && spirv->block.n == spirv->first_block.n;
    gi_id zero, own;

    if (!emit->target->reads_for_nobody || !emit->push.n || is_first)
        return address;
    gi_spirv_capability(spirv, GiCapabilityGroupNonUniform);
    zero = gi_emit_hidden_zero(emit);
    own = gi_emit_builtin(emit, GiBuiltInSubgroupLocalInvocationId);
    own = op2(emit, GiOpBitwiseAnd, zero, own);
    if (kind == GI_KIND_U64)
        own = gi_emit_1(emit, GiOpUConvert, kind, own);
    return gi_emit_2(emit, GiOpBitwiseOr, address, own);
}

gi_id gi_emit_block_threads(struct gi_emit *emit)
{
    const gi_id *size = emit->block_size;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id row = gi_spirv_spec_op(&emit->spirv, GiOpIMul, word, size[0], size[1]);

    return gi_spirv_spec_op(&emit->spirv, GiOpIMul, word, row, size[2]);
}

gi_id gi_emit_thread_part(struct gi_emit *emit, uint32_t part)
{
    struct gi_spirv *spirv = &emit->spirv;
    const gi_id *size = emit->block_size;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_type three;
    gi_id value;

    if (part > 2)
        return u32(emit, 0);
    if (!gi_emit_is_native(emit)) {
        three = gi_spirv_type_vector(spirv, word, 3);
        value = gi_spirv_builtin(spirv, GiBuiltInLocalInvocationId, three);
        value = gi_spirv_value1(spirv, GiOpLoad, three, value);
        return gi_spirv_extract(spirv, word, value, part);
    }
    value = gi_emit_flat_thread(emit);
    if (part == 0) {
        gi_type truth = gi_emit_type_id(emit, GI_KIND_PRED);
        gi_id row = gi_spirv_spec_op(spirv, GiOpIEqual, truth, size[0], emit->meetings.threads);

        return gi_emit_select(emit, row, value,
                              gi_emit_2(emit, GiOpUMod, value, size[0]));
    }
    value = gi_emit_2(emit, GiOpUDiv, value, size[0]);
    return gi_emit_2(emit, part == 1 ? GiOpUMod : GiOpUDiv, value, size[1]);
}

/* ---- special registers ---- */

static gi_id input(struct gi_emit *emit, enum gi_spirv_builtin builtin, uint32_t part)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_type three = gi_spirv_type_vector(spirv, word, 3);
    gi_id value;

    if (part > 2)
        return gi_spirv_constant_u32(spirv, 0);
    value = gi_spirv_value1(spirv, GiOpLoad, three, gi_spirv_builtin(spirv, builtin, three));
    return gi_spirv_extract(spirv, word, value, part);
}

/* %lanemask_xx of a lane. */
static gi_id lane_mask(struct gi_emit *emit, gi_id lane, enum gi_ptx_special which)
{
    gi_id one = u32(emit, 1);
    gi_id own = gi_emit_2(emit, GiOpShiftLeftLogical, one, lane);
    gi_id below = gi_emit_2(emit, GiOpISub, own, one);

    if (which == GI_PTX_S_lanemask_eq)
        return own;
    if (which == GI_PTX_S_lanemask_lt)
        return below;
    if (which == GI_PTX_S_lanemask_ge)
        return gi_emit_1(emit, GiOpNot, GI_KIND_U32, below);
    below = gi_emit_2(emit, GiOpBitwiseOr, below, own);
    return which == GI_PTX_S_lanemask_le ? below : gi_emit_1(emit, GiOpNot, GI_KIND_U32, below);
}

/* The lane, or one of its masks. */
static gi_id lane_word(struct gi_emit *emit, enum gi_ptx_special which)
{
    gi_id lane = op2n(emit, GiOpBitwiseAnd, gi_emit_flat_thread(emit), GI_WARP_THREADS - 1);

    return which == GI_PTX_S_laneid ? lane : lane_mask(emit, lane, which);
}

/* A half of a clock. */
static gi_id clock_word(struct gi_emit *emit, enum gi_ptx_special which, bool is_high)
{
    gi_id low, high;

    gi_emit_split64(emit, clock_of(emit, which), &low, &high);
    return is_high ? high : low;
}

/* The registers of 32 bits. */
static gi_id special_word(struct gi_emit *emit, enum gi_ptx_special which, uint32_t part)
{
    switch (which) {
    case GI_PTX_S_tid:
        return gi_emit_thread_part(emit, part);
    case GI_PTX_S_ctaid:
        return input(emit, GiBuiltInWorkgroupId, part);
    case GI_PTX_S_ntid:
        return part > 2 ? u32(emit, 1) : emit->block_size[part];
    case GI_PTX_S_nctaid:
        return part > 2 ? u32(emit, 1)
                        : gi_emit_push_word(emit, emit->kernel->push_grid_bytes + 4 * part);
    case GI_PTX_S_envreg1:
        return gi_emit_push_word(emit, emit->kernel->push_grid_barrier_bytes + 4);
    case GI_PTX_S_envreg2:
        return gi_emit_push_word(emit, emit->kernel->push_grid_barrier_bytes);
    case GI_PTX_S_laneid:
    case GI_PTX_S_lanemask_eq:
    case GI_PTX_S_lanemask_le:
    case GI_PTX_S_lanemask_lt:
    case GI_PTX_S_lanemask_ge:
    case GI_PTX_S_lanemask_gt:
        return lane_word(emit, which);
    case GI_PTX_S_warpid:
        return op2n(emit, GiOpShiftRightLogical, gi_emit_flat_thread(emit), GI_WARP_BITS);
    case GI_PTX_S_nwarpid:
        return u32(emit, 32);
    case GI_PTX_S_nsmid:
        return u32(emit, 1);
    case GI_PTX_S_smid:
    case GI_PTX_S_gridid:
    case GI_PTX_S_ZERO:
        return u32(emit, 0);
    case GI_PTX_S_dynamic_smem_size:
        emit->kernel->asks_dynamic = true;
        return gi_spirv_spec_u32(&emit->spirv, 3, 0);
    case GI_PTX_S_total_smem_size:
    case GI_PTX_S_aggr_smem_size:
        emit->kernel->asks_dynamic = true;
        return op2n(emit, GiOpIAdd, gi_spirv_spec_u32(&emit->spirv, 3, 0),
                    (uint32_t)emit->shared_bytes);
    case GI_PTX_S_clock:
    case GI_PTX_S_clock64:
    case GI_PTX_S_globaltimer:
    case GI_PTX_S_globaltimer_lo:
        return clock_word(emit, which, false);
    case GI_PTX_S_clock_hi:
    case GI_PTX_S_globaltimer_hi:
        return clock_word(emit, which, true);
    case GI_PTX_S_UNKNOWN:
    case GI_PTX_S_COUNT:
        break;
    }
    gi_emit_refuse(emit, "a special register is not built");
    return GI_NO_ID;
}

gi_id gi_emit_special(struct gi_emit *emit, const struct gi_ptx_operand *operand, enum gi_kind kind)
{
    enum gi_ptx_special which = (enum gi_ptx_special)operand->index;
    gi_id word;

    if (which == GI_PTX_S_clock64 || which == GI_PTX_S_globaltimer)
        return gi_emit_cast(emit, clock_of(emit, which), kind);
    word = special_word(emit, which, operand->part);
    return gi_emit_cast(emit, word, kind);
}

/* ---- variables ---- */

enum gi_emit_owner gi_emit_owner_of(const struct gi_emit *emit,
                                    const struct gi_ptx_variable *variable)
{
    const struct gi_ptx_module *module = emit->module;
    const struct gi_ptx_body *body = emit->current->body;
    const struct gi_ptx_function *function = emit->current->function;
    uint32_t index = variable->index;

    if (index < module->variable_count && module->variables[index] == variable)
        return GI_EMIT_OF_MODULE;
    if (index < body->variable_count && body->variables[index] == variable)
        return GI_EMIT_OF_BODY;
    if (function->is_entry && index < function->parameter_count
        && function->parameters[index] == variable)
        return GI_EMIT_OF_ENTRY;
    return GI_EMIT_OF_FUNCTION;
}

static gi_id add_offset(struct gi_emit *emit, gi_id address, uint64_t offset)
{
    if (!offset)
        return address;
    return gi_emit_2(emit, GiOpIAdd, address, gi_emit_constant(emit, GI_KIND_U64, offset));
}

gi_id gi_emit_address_of(struct gi_emit *emit, const struct gi_ptx_variable *variable,
                         uint64_t offset)
{
    enum gi_emit_owner owner = gi_emit_owner_of(emit, variable);

    if (gi_ptx_type_class(variable->type) == GI_PTX_OPAQUE) {
        gi_emit_refuse(emit, "texture and surface references are not built");
        return GI_NO_ID;
    }
    if (variable->is_extern && variable->space != GI_PTX_SHARED) {
        gi_emit_refuse(emit, "the variable is extern, and no module that is joined has it");
        return GI_NO_ID;
    }
    if (owner == GI_EMIT_OF_ENTRY)
        return add_offset(emit, gi_emit_push_u64(emit, GI_TRANSLATE_PUSH_PARAMETERS),
                          emit->parameter_places[variable->index] + offset);
    if (owner == GI_EMIT_OF_MODULE
        && (variable->space == GI_PTX_GLOBAL || variable->space == GI_PTX_CONST))
        return add_offset(emit, gi_emit_push_u64(emit, GI_TRANSLATE_PUSH_VARIABLES),
                          emit->variables.offsets[variable->index] + offset);
    if (owner == GI_EMIT_OF_MODULE && variable->space == GI_PTX_SHARED)
        return gi_emit_constant(emit, GI_KIND_U64,
                                emit->shared_places[variable->index] + offset);
    if (owner == GI_EMIT_OF_BODY
        && (variable->space == GI_PTX_SHARED || variable->space == GI_PTX_LOCAL))
        return gi_emit_constant(emit, GI_KIND_U64,
                                emit->current->places[variable->index] + offset);
    gi_emit_refuse(emit, "the address of a variable of this space is not built");
    return GI_NO_ID;
}
