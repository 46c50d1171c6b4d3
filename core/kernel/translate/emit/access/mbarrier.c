#include "kernel/translate/emit/access/mbarrier.h"

#include "kernel/translate/emit/access/atomic.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

/* The object is two words. The first has the arrivals that are missing, and above them the number
 * of the phase. The second has the arrivals that a phase expects. A state, as arrive gives it, is
 * the first word as it was before. PTX's manual has 20 bits of arrivals, but awbarrier of CUDA's
 * headers needs 29: it counts a thread as 32769 of them. */
enum { COUNT_BITS = 29, EXPECTED = 4 };

/* The address in shared memory. The lower half of a generic one is that, too. */
static gi_id address_of(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        const struct gi_ptx_operand *memory)
{
    if (memory->count != 1
        || (instruction->space != GI_PTX_SHARED && instruction->space != GI_PTX_GENERIC)) {
        gi_emit_wrong(emit, "it has no such address");
        return u32(emit, 0);
    }
    return gi_emit_address(emit, memory, GI_KIND_U32);
}

static gi_id expected_at(struct gi_emit *emit, gi_id address)
{
    return op2(emit, GiOpIAdd, address, u32(emit, EXPECTED));
}

/* A word as it is now. */
static gi_id look_at(struct gi_emit *emit, gi_id address)
{
    return gi_emit_shared_atomic(emit, GI_PTX_M_ADD, address, u32(emit, 0), GI_NO_ID);
}

void gi_emit_mbarrier_init(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id address = address_of(emit, instruction, &instruction->operands[0]);
    gi_id count = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);

    (void)gi_emit_shared_atomic(emit, GI_PTX_M_EXCH, address, count, GI_NO_ID);
    (void)gi_emit_shared_atomic(emit, GI_PTX_M_EXCH, expected_at(emit, address), count, GI_NO_ID);
}

/* The first word after arrivals. The last one of a phase begins the next. */
static gi_id after(struct gi_emit *emit, gi_id address, gi_id old, gi_id count)
{
    gi_id mask = u32(emit, (1u << COUNT_BITS) - 1);
    gi_id left = op2(emit, GiOpISub, op2(emit, GiOpBitwiseAnd, old, mask), count);
    gi_id phase = op2(emit, GiOpBitwiseAnd, old, u32(emit, ~((1u << COUNT_BITS) - 1)));
    gi_id next = op2(emit, GiOpIAdd, phase, u32(emit, 1u << COUNT_BITS));
    gi_id full, expected;

    gi_emit_fence(emit, GiScopeWorkgroup);      /* a thread that arrived may have lowered it
                                                   before */
    expected = op2(emit, GiOpBitwiseAnd, look_at(emit, expected_at(emit, address)), mask);
    left = op2(emit, GiOpBitwiseAnd, left, mask);
    full = gi_emit_2(emit, GiOpIEqual, left, u32(emit, 0));
    next = op2(emit, GiOpBitwiseOr, next, expected);
    return gi_emit_select(emit, full, next, op2(emit, GiOpBitwiseOr, phase, left));
}

/* Arrives, so many times; gives the first word from before. */
static gi_id arrive(struct gi_emit *emit, gi_id address, gi_id count)
{
    gi_id seen = gi_emit_local(emit, GI_KIND_U32);
    struct gi_emit_loop loop;
    gi_id old, got;

    gi_emit_fence(emit, GiScopeWorkgroup);
    gi_emit_store(emit, seen, look_at(emit, address));
    loop = gi_emit_loop_begin(emit, GiLoopControlNone);
    old = gi_emit_load(emit, GI_KIND_U32, seen);
    got = gi_emit_shared_atomic(emit, GI_PTX_M_CAS, address, old,
                                after(emit, address, old, count));
    gi_emit_store(emit, seen, got);
    gi_emit_loop_leave_if(emit, &loop, gi_emit_2(emit, GiOpIEqual, got, old));
    gi_emit_loop_end(emit, &loop);
    gi_emit_fence(emit, GiScopeWorkgroup);
    return gi_emit_load(emit, GI_KIND_U32, seen);
}

void gi_emit_mbarrier_arrive(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id address = address_of(emit, instruction, &instruction->operands[1]);
    gi_id count = instruction->operand_count > 2
        ? gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32) : u32(emit, 1);
    gi_id state;

    if (gi_ptx_has(instruction, GI_PTX_M_ARRIVE_DROP)) {
        gi_id expected = expected_at(emit, address);
        gi_id fewer = op2(emit, GiOpISub, u32(emit, 0), count);

        (void)gi_emit_shared_atomic(emit, GI_PTX_M_ADD, expected, fewer, GI_NO_ID);
    }
    state = arrive(emit, address, count);
    gi_emit_put(emit, &instruction->operands[0], gi_emit_join64(emit, state, u32(emit, 0)), false);
}

/* A phase that is named by its state, or by whether its number is odd, has ended when another one
 * runs. */
void gi_emit_mbarrier_wait(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool parity = gi_ptx_has(instruction, GI_PTX_M_PARITY);
    gi_id address = address_of(emit, instruction, &instruction->operands[1]);
    gi_id shift = u32(emit, COUNT_BITS);
    gi_id now = op2(emit, GiOpShiftRightLogical, look_at(emit, address), shift);
    gi_id phase, ended, high, failed = gi_emit_somebody_failed(emit);

    if (parity) {
        phase = op2n(emit, GiOpBitwiseAnd,
                     gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32), 1);
        now = op2(emit, GiOpBitwiseAnd, now, u32(emit, 1));
    } else {
        gi_emit_split64(emit, gi_emit_get(emit, &instruction->operands[2], GI_KIND_U64), &phase,
                        &high);
        phase = op2(emit, GiOpShiftRightLogical, phase, shift);
    }
    gi_emit_fence(emit, GiScopeWorkgroup);
    ended = gi_emit_2(emit, GiOpINotEqual, now, phase);
    if (failed.n)                 /* it may be the one that is awaited */
        ended = gi_emit_2(emit, GiOpLogicalOr, ended, failed);
    gi_emit_put(emit, &instruction->operands[0], ended, false);
}

void gi_emit_mbarrier_pending(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id low, high;

    gi_emit_split64(emit, gi_emit_get(emit, &instruction->operands[1], GI_KIND_U64), &low, &high);
    gi_emit_put(emit, &instruction->operands[0],
                op2(emit, GiOpBitwiseAnd, low, u32(emit, (1u << COUNT_BITS) - 1)),
                false);
}

/* The copies of the thread are done. Without .noinc, the arrival that is expected in addition and
 * this one make nothing. */
void gi_emit_cp_arrive(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id address = address_of(emit, instruction, &instruction->operands[0]);

    if (gi_ptx_has(instruction, GI_PTX_M_NOINC))
        (void)arrive(emit, address, u32(emit, 1));
    else
        gi_emit_fence(emit, GiScopeWorkgroup);
}
