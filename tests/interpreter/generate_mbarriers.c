/* Threads wait for others at an object in shared memory, in loops. In each phase a thread writes a
 * place of its own, arrives, waits, and reads another's. Phases use two places in turn: whoever
 * writes one again has waited for a phase that began when it had been read. */
#include "random_case.h"

enum { WORDS = 4, OBJECT_BYTES = 64, MOST_THREADS = 128 };

struct mbarriers {
    struct random_case *one;
    uint32_t object;            /* its offset */
    uint32_t each;              /* arrivals of each thread */
    uint32_t alive;             /* threads that take part */
    uint32_t phase;
    uint32_t label;
};

static uint32_t place_of_phase(const struct mbarriers *state)
{
    return OBJECT_BYTES + state->phase % 2 * MOST_THREADS * 4;
}

static const char *arrive_space(struct mbarriers *state)
{
    static const char *const spaces[] = { ".shared", ".shared::cta", ".release.cta.shared::cta" };

    return spaces[below(state->one, 3)];
}

/* Waits in a loop; has_state: %q is the phase's. */
static void wait_for(struct mbarriers *state, bool has_state)
{
    struct random_case *one = state->one;
    const char *what = one_in(one, 3) ? "try_wait" : "test_wait";
    uint32_t label = state->label++;

    fixed_line(one, "W%u:", label);
    if (!has_state || one_in(one, 2))
        fixed_line(one, "mbarrier.%s.parity.shared.b64 %%p0, [sm+%u], %u;", what, state->object,
                   state->phase % 2);
    else if (one_in(one, 2))
        fixed_line(one, "mbarrier.%s.acquire.cta.shared::cta.b64 %%p0, [%%s+%u], %%q;", what,
                   state->object);
    else
        fixed_line(one, "mbarrier.%s.b64 %%p0, [%%g+%u], %%q;", what, state->object);
    fixed_line(one, "@!%%p0 bra W%u;", label);
    state->phase++;
}

/* Whether the thread has the state then. */
static bool arrive(struct mbarriers *state)
{
    struct random_case *one = state->one;

    if (one_in(one, 4))
        fixed_line(one, "cp.async.mbarrier.arrive.shared.b64 [%%s+%u];", state->object);
    if (state->each == 1 && one_in(one, 3)) {
        fixed_line(one, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [sm+%u];", state->object);
        return false;
    }
    if (state->each == 1) {
        fixed_line(one, "mbarrier.arrive%s.b64 %%q, [sm+%u];", arrive_space(state),
                   state->object);
        return true;
    }
    if (one_in(one, 2)) {
        fixed_line(one, "mbarrier.arrive.noComplete%s.b64 %%q, [sm+%u], 1;", arrive_space(state),
                   state->object);
        fixed_line(one, "mbarrier.arrive.b64 %%q, [%%g+%u], %%each;", state->object);
        return true;
    }
    fixed_line(one, "mbarrier.arrive%s.b64 %%q, [%%s+%u], %u;", arrive_space(state),
               state->object, state->each);
    return true;
}

static void write_place(struct mbarriers *state)
{
    struct random_case *one = state->one;

    fixed_line(one, "mad.lo.u32 %%a, %%t0, 4, %%s;");
    if (one_in(one, 3)) {
        fixed_line(one, "cp.async.ca.shared.global [%%a+%u], [%%in+%u], 4;",
                   place_of_phase(state), below(one, WORDS) * 4);
        if (one_in(one, 2))
            fixed_line(one, "cp.async.wait_all;");
    } else {
        fixed_line(one, "st.shared.b32 [%%a+%u], %%r%u;", place_of_phase(state),
                   below(one, WORDS));
    }
}

static void phase(struct mbarriers *state)
{
    struct random_case *one = state->one;
    uint32_t at = place_of_phase(state);
    bool has_state;

    write_place(state);
    if (one_in(one, 3))         /* threads come at different times */
        fixed_line(one, "@%%p1 bra.uni L%u; nanosleep.u32 20; L%u:", state->label, state->label);
    state->label++;
    has_state = arrive(state);
    loose_line(one, "", "add.u32 %%r%u, %%r%u, %%r%u;", below(one, WORDS), below(one, WORDS),
               below(one, WORDS));
    wait_for(state, has_state);
    fixed_line(one, "add.u32 %%a, %%t0, %u; rem.u32 %%a, %%a, %u;", below(one, state->alive),
               state->alive);
    fixed_line(one, "mad.lo.u32 %%a, %%a, 4, %%s;");
    fixed_line(one, "ld.shared.b32 %%r5, [%%a+%u];", at);
    loose_line(one, "", "mad.lo.u32 %%r%u, %%r%u, 31, %%r5;", below(one, WORDS),
               below(one, WORDS));
}

/* Some threads take part no more. Their places of this phase are written by nobody. */
static void drop(struct mbarriers *state)
{
    struct random_case *one = state->one;
    uint32_t alive = 1 + below(one, state->alive);

    fixed_line(one, "setp.ge.u32 %%p1, %%t0, %u;", alive);
    if (state->each == 1 && one_in(one, 2))
        fixed_line(one, "@%%p1 mbarrier.arrive_drop.shared.b64 _, [sm+%u];", state->object);
    else
        fixed_line(one, "@%%p1 mbarrier.arrive_drop%s.b64 %%q, [%%s+%u], %u;",
                   arrive_space(state), state->object, state->each);
    fixed_line(one, "@%%p1 bra OUT;");
    state->alive = alive;
    phase(state);
}

/* Two arrivals of each thread: the second of them waits for %each. */
static void begin(struct mbarriers *state)
{
    struct random_case *one = state->one;

    fixed_line(one, "mov.u32 %%s, sm; mov.u64 %%g, sm; cvta.shared.u64 %%g, %%g;");
    fixed_line(one, "mov.u32 %%each, %u;", state->each - 1);
    fixed_line(one, "and.b32 %%a, %%r0, 1; setp.eq.u32 %%p1, %%a, 0;");
    fixed_line(one, "setp.ne.u32 %%p0, %%t0, 0; @%%p0 bra INIT;");
    fixed_line(one, "mbarrier.init.shared.b64 [sm+%u], %u;", state->object,
               state->each * one->block);
    fixed_line(one, "INIT: bar.sync 0;");
}

void generate_mbarriers(struct random_case *one)
{
    static const uint32_t sizes[] = { 32, 64, 128, 40, 8, 70, 1 };
    struct mbarriers state = { .one = one, .object = 8 * below(one, OBJECT_BYTES / 8),
                               .each = 1 + below(one, 2) };
    uint32_t count = 1 + below(one, 4);

    one->grid = 1 + below(one, 2);
    one->block = state.alive = sizes[below(one, 7)];
    word_input(one, WORDS);
    module_lines(one);
    fixed_line(one, ".shared .align 16 .b8 sm[%u];", OBJECT_BYTES + 2 * MOST_THREADS * 4);
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%a, %%s, %%each; .reg .b64 %%q, %%g;");
    fixed_line(one, ".reg .pred %%p<2>;");
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", WORDS * 4);
    fixed_line(one, "mad.wide.u32 %%out, %%t, %u, %%out;", WORDS * 4);
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "ld.global.b32 %%r%u, [%%in+%u];", i, i * 4);
    begin(&state);
    for (uint32_t i = 0; i < count; i++) {
        if (one_in(one, 4))
            drop(&state);
        else
            phase(&state);
    }
    fixed_line(one, "OUT:");
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "st.global.b32 [%%out+%u], %%r%u;", i * 4, i);
    fixed_line(one, "ret;");
    fixed_line(one, "}");
    one->out_bytes = (uint64_t)one->grid * one->block * WORDS * 4;
}
