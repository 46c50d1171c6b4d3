/* Barriers as objects of 64 bits in shared memory, and copies that arrive at them. */
#include <string.h>

#include "state.h"

/* Missing arrivals in 20 bits, those a phase expects in 20, then the phase. */
enum { COUNT_BITS = 20 };

struct object {
    uint32_t missing, expected;
    uint32_t phase;
};

static const uint32_t most = (1u << COUNT_BITS) - 1;

static struct object unpacked(uint64_t bits)
{
    return (struct object){ bits & most, bits >> COUNT_BITS & most,
                            (uint32_t)(bits >> 2 * COUNT_BITS) };
}

static uint64_t packed(struct object object)
{
    return object.missing | (uint64_t)object.expected << COUNT_BITS
        | (uint64_t)object.phase << 2 * COUNT_BITS;
}

/* The object that an operand means; NULL, and the run has ended, where it is none. */
static uint8_t *object_of(struct thread *thread, const struct gi_ptx_instruction *in,
                          uint32_t operand)
{
    uint8_t *at = place_of(thread, in, &in->operands[operand], 8);

    if (at && (at < thread->block->shared
               || at >= thread->block->shared + thread->block->machine->shared_bytes)) {
        stop(thread, INTERPRETER_UNDEFINED, "the object is not in shared memory");
        return NULL;
    }
    return at;
}

static bool arrive(struct thread *thread, uint8_t *at, uint32_t count, bool drops,
                   bool completes, uint64_t *out_before)
{
    struct object object;

    memcpy(out_before, at, 8);
    object = unpacked(*out_before);
    if (count == 0 || count > object.missing || (!completes && count == object.missing)) {
        stop(thread, INTERPRETER_UNDEFINED, "%u arrive where %u are missing", count,
             object.missing);
        return false;
    }
    object.expected -= drops ? count : 0;
    object.missing -= count;
    if (object.missing == 0) {
        object.phase++;
        object.missing = object.expected;
    }
    memcpy(at, &(uint64_t){ packed(object) }, 8);
    return true;
}

static enum step start(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t count = value_at(thread, in, 1, GI_PTX_T_U32);
    uint8_t *at = object_of(thread, in, 0);

    if (at && (count == 0 || count > most))
        stop(thread, INTERPRETER_UNDEFINED, "it expects %llu", (unsigned long long)count);
    if (!at)
        return STAYS;
    memcpy(at, &(uint64_t){ packed((struct object){ (uint32_t)count, (uint32_t)count, 0 }) }, 8);
    return NEXT;
}

static enum step wait_for(struct thread *thread, const struct gi_ptx_instruction *in)
{
    bool parity = gi_ptx_has(in, GI_PTX_M_PARITY);
    uint64_t named = value_at(thread, in, 2, parity ? GI_PTX_T_U32 : GI_PTX_T_B64);
    const uint8_t *at = object_of(thread, in, 1);
    uint64_t bits;
    uint32_t phase;

    if (!at)
        return STAYS;
    memcpy(&bits, at, 8);
    phase = unpacked(bits).phase;
    if (parity && named > 1) {
        stop(thread, INTERPRETER_UNDEFINED, "%llu is no parity", (unsigned long long)named);
        return STAYS;
    }
    set_result(thread, in, GI_PTX_T_PRED, parity ? (phase & 1) != named
                                                 : unpacked(named).phase != phase);
    return NEXT;
}

enum step op_mbarrier(struct thread *thread, const struct gi_ptx_instruction *in)
{
    bool drops = gi_ptx_has(in, GI_PTX_M_ARRIVE_DROP);
    uint64_t before;
    uint8_t *at;

    if (gi_ptx_has(in, GI_PTX_M_INIT))
        return start(thread, in);
    if (gi_ptx_has(in, GI_PTX_M_TEST_WAIT) || gi_ptx_has(in, GI_PTX_M_TRY_WAIT))
        return wait_for(thread, in);
    if (gi_ptx_has(in, GI_PTX_M_PENDING_COUNT)) {
        set_result(thread, in, GI_PTX_T_U32,
                   unpacked(value_at(thread, in, 1, GI_PTX_T_B64)).missing);
        return NEXT;
    }
    at = object_of(thread, in, gi_ptx_has(in, GI_PTX_M_INVAL) ? 0 : 1);
    if (!at)
        return STAYS;
    if (gi_ptx_has(in, GI_PTX_M_INVAL)) {
        memset(at, 0xff, 8);
        return NEXT;
    }
    if (!arrive(thread, at, in->operand_count > 2 ? (uint32_t)value_at(thread, in, 2, GI_PTX_T_U32)
                                                  : 1,
                drops, !gi_ptx_has(in, GI_PTX_M_NO_COMPLETE), &before))
        return STAYS;
    set_result(thread, in, GI_PTX_T_B64, before);
    return NEXT;
}

/* ---- copies, which are done at once ---- */

static enum step copy(struct thread *thread, const struct gi_ptx_instruction *in)
{
    struct gi_ptx_instruction from = *in;
    uint32_t bytes = (uint32_t)in->operands[2].value;
    uint8_t *to = place_of(thread, in, &in->operands[0], bytes);
    const uint8_t *at;

    from.space = in->second_space;
    at = to ? place_of(thread, &from, &in->operands[1], bytes) : NULL;
    if (!at)
        return STAYS;
    if (in->operand_count > 3) {
        stop(thread, INTERPRETER_NOT_BUILT, "a part of a copy is not interpreted");
        return STAYS;
    }
    memcpy(to, at, bytes);
    return NEXT;
}

enum step op_cp(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t before;
    uint8_t *at;

    if (!gi_ptx_has(in, GI_PTX_M_MBARRIER))
        return in->operand_count > 2 ? copy(thread, in) : NEXT;
    at = object_of(thread, in, 0);
    if (!at)
        return STAYS;
    if (!gi_ptx_has(in, GI_PTX_M_NOINC))
        return NEXT;            /* one more is expected, and arrives */
    return arrive(thread, at, 1, false, true, &before) ? NEXT : STAYS;
}
