#include "kernel/translate/emit/clock.h"

#include "kernel/translate/analyse/clock.h"
#include "kernel/translate/analyse/loops.h"
#include "kernel/translate/emit/flow.h"
#include "kernel/translate/emit/memory.h"
#include "kernel/translate/emit/push.h"
#include "kernel/translate/emit/short.h"

/* A device with a limit of rounds reads a clock in a loop so many times for once. The others are
 * for the time that they take: on Mesa's CPU driver of that kind 6 us, so a wait may last for 0.4 s
 * before the limit is reached. That driver runs through all branches, and a loop would count as
 * rounds, so they stand one behind the other. */
enum { READINGS_IN_LOOP = 256 };

/* The device's clock may be so far ahead of the word's time, in nanoseconds. The word may be 4 s
 * behind, less this. */
#define MOST_AHEAD_NS UINT64_C(0x10000000)

/* Where a device has one clock alone, a counter stands for the other. */
static bool is_counted(const struct gi_translate_target *target, enum gi_ptx_special which)
{
    if (target->short_clock)
        return false;
    return gi_emit_clock_is_timer(which) ? target->subgroup_clock && !target->device_clock
                           : target->device_clock && !target->subgroup_clock;
}

/* A clock that the device lacks: a number of the thread, which grows with each look at it. So a
 * loop that waits for time to pass ends. */
static uint32_t counted_clock(struct gi_emit *emit)
{
    enum { STEP = 1024 };
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t value;

    if (!emit->counter) {
        value = gi_emit_type_id(emit, GI_EMIT_U64);
        emit->counter = gi_spirv_variable(spirv,
                                          gi_spirv_type_pointer(spirv, GiStorageClassPrivate,
                                                                value),
                                          GiStorageClassPrivate,
                                          gi_spirv_constant_null(spirv, value));
    }
    value = gi_emit_load(emit, GI_EMIT_U64, emit->counter);
    value = op64(emit, GiOpIAdd, value, gi_emit_constant(emit, GI_EMIT_U64, STEP));
    gi_emit_store(emit, emit->counter, value);
    return value;
}

/* The word of the launch, into which the host writes its time. */
static uint32_t word_clock(struct gi_emit *emit)
{
    uint32_t address = gi_emit_push_u64(emit, emit->kernel->push_clock_bytes);
    uint32_t pointer = gi_emit_device_pointer(emit, address, GI_EMIT_U64, 1);
    uint32_t mask = GiMemoryAccessAligned | GiMemoryAccessNonPrivatePointer
        | GiMemoryAccessVolatile;

    return gi_spirv_value3(&emit->spirv, GiOpLoad, gi_emit_type_id(emit, GI_EMIT_U64), pointer,
                           mask, 8);
}

static uint32_t device_clock(struct gi_emit *emit, bool of_device)
{
    uint32_t scope = gi_spirv_constant_u32(&emit->spirv, of_device ? GiScopeDevice
                                                                   : GiScopeSubgroup);

    if (of_device)
        emit->kernel->needs_device_clock = true;
    else
        emit->kernel->needs_subgroup_clock = true;
    gi_spirv_capability(&emit->spirv, GiCapabilityShaderClockKHR);
    gi_spirv_extension(&emit->spirv, "SPV_KHR_shader_clock");
    return gi_emit_1(emit, GiOpReadClockKHR, GI_EMIT_U64, scope);
}

/* The clock's lower half is the device's, and the upper one follows from the word, which is read
 * before. */
static uint32_t completed_clock(struct gi_emit *emit)
{
    uint32_t before = op64(emit, GiOpISub, word_clock(emit),
                           gi_emit_constant(emit, GI_EMIT_U64, MOST_AHEAD_NS));
    uint32_t passed = op64(emit, GiOpISub, device_clock(emit, false), before);

    passed = op64(emit, GiOpBitwiseAnd, passed,
                  gi_emit_constant(emit, GI_EMIT_U64, UINT32_MAX));
    return op64(emit, GiOpIAdd, before, passed);
}

static uint32_t read_once(struct gi_emit *emit, enum gi_ptx_special which, bool has_word)
{
    if (emit->target->short_clock)
        return has_word ? completed_clock(emit) : device_clock(emit, false);
    return has_word ? word_clock(emit) : device_clock(emit, gi_emit_clock_is_timer(which));
}

/* Reads a clock again and again. No compiler can leave that out: it does not know that a reading
 * is never 0.
 *  \return  0. */
static uint32_t pass_time(struct gi_emit *emit, enum gi_ptx_special which, bool has_word)
{
    uint32_t zero = gi_emit_constant(emit, GI_EMIT_U64, 0), all = zero, is_none;

    for (int i = 1; i < READINGS_IN_LOOP; i++)
        all = op64(emit, GiOpBitwiseOr, all,
                   read_once(emit, which, has_word && !emit->target->short_clock));
    is_none = pred(emit, GiOpIEqual, all, zero);
    return gi_emit_select(emit, GI_EMIT_U64, is_none,
                          gi_emit_constant(emit, GI_EMIT_U64, 1), zero);
}

uint32_t gi_emit_clock(struct gi_emit *emit, enum gi_ptx_special which)
{
    bool has_word = gi_emit_clock_has_word(emit->target, which);
    uint32_t zero;

    if (is_counted(emit->target, which))
        return counted_clock(emit);
    if (!emit->target->loop_rounds || !gi_emit_is_in_loop(emit))
        return read_once(emit, which, has_word);
    zero = pass_time(emit, which, has_word);
    return op64(emit, GiOpIAdd, read_once(emit, which, has_word), zero);
}
