/* Threads exchange values through shared memory. Each phase writes a place of each thread's own,
 * waits, and reads another thread's: no two threads race. */
#include "random_case.h"

enum { WORDS = 4 };

/* The threads below "alive" are still there. */
struct phases {
    struct random_case *one;
    uint32_t alive;
    uint32_t label;
};

static uint32_t word(struct phases *state)
{
    return below(state->one, WORDS);
}

/* A barrier of all threads that are there. */
static void barrier(struct phases *state)
{
    struct random_case *one = state->one;
    uint32_t number = one_in(one, 3) ? below(one, 16) : 0;
    bool whole_warps = state->alive % 32 == 0;

    switch (below(one, 12)) {
    case 0:
        fixed_line(one, "barrier.sync %u;", number);
        break;
    case 1:
        if (whole_warps) {
            fixed_line(one, "bar.sync %u, %u;", number, state->alive);
            break;
        }
        fixed_line(one, "bar.sync %u;", number);
        break;
    case 2:
        fixed_line(one, "setp.gt.s32 %%p0, %%r%u, 100;", word(state));
        fixed_line(one, "bar.red.popc.u32 %%r6, %u, %s%%p0;", number, one_in(one, 2) ? "!" : "");
        fixed_line(one, "add.u32 %%r%u, %%r%u, %%r6;", 0u, word(state));
        break;
    case 3:
        fixed_line(one, "setp.gt.s32 %%p0, %%r%u, -100000;", word(state));
        fixed_line(one, "bar.red.%s.pred %%p0, %u, %%p0;", one_in(one, 2) ? "and" : "or", number);
        fixed_line(one, "selp.b32 %%r1, %%r2, %%r1, %%p0;");
        break;
    default:
        fixed_line(one, "bar.sync %u;", number);
    }
}

/* %a: the place of thread (t0 + offset) % alive. */
static void place(struct phases *state, uint32_t offset, uint32_t bytes)
{
    struct random_case *one = state->one;

    fixed_line(one, "add.u32 %%a, %%t0, %u; rem.u32 %%a, %%a, %u;", offset, state->alive);
    fixed_line(one, "mad.lo.u32 %%a, %%a, %u, %%s;", bytes);
}

static void exchange(struct phases *state)
{
    static const char *const types[] = { "u8", "s16", "b32", "b64" };
    struct random_case *one = state->one;
    uint32_t width = below(one, 4), bytes = 1u << width;
    uint32_t from = word(state), to = word(state);

    place(state, below(one, state->alive), bytes);
    if (width == 3) {
        fixed_line(one, "mov.b64 %%l, {%%r%u, %%r%u};", from, to);
        fixed_line(one, "st.shared.b64 [%%a], %%l;");
    } else {
        fixed_line(one, "st.shared.%s [%%a], %%r%u;", types[width], from);
    }
    barrier(state);
    place(state, below(one, state->alive), bytes);
    if (width == 3) {
        fixed_line(one, "ld.shared.b64 %%l, [%%a];");
        fixed_line(one, "mov.b64 {%%r5, %%r6}, %%l;");
        loose_line(one, "", "xor.b32 %%r5, %%r5, %%r6;");
    } else {
        fixed_line(one, "ld.shared.%s %%r5, [%%a];", types[width]);
    }
    loose_line(one, "", "mad.lo.u32 %%r%u, %%r%u, 31, %%r5;", to, to);
    barrier(state);
}

/* Both arms wait at barriers of their own text, which count together. */
static void arms(struct phases *state)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++;

    fixed_line(one, "and.b32 %%r6, %%t0, %u; setp.ne.u32 %%p0, %%r6, 0;", 1u << below(one, 6));
    fixed_line(one, "mad.lo.u32 %%a, %%t0, 4, %%s;");
    fixed_line(one, "@%%p0 bra ARM%u;", label);
    fixed_line(one, "st.shared.u32 [%%a], %%r%u;", word(state));
    fixed_line(one, "barrier.sync 1;");
    fixed_line(one, "bra E%u;", label);
    fixed_line(one, "ARM%u: st.shared.u32 [%%a], %%r%u;", label, word(state));
    fixed_line(one, "barrier.sync 1;");
    fixed_line(one, "E%u:", label);
    place(state, below(one, state->alive), 4);
    fixed_line(one, "ld.shared.u32 %%r5, [%%a];");
    fixed_line(one, "add.u32 %%r%u, %%r%u, %%r5;", 1u, word(state));
    fixed_line(one, "bar.sync 0;");
}

/* The first warp gives, the second takes. */
static void producer(struct phases *state)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++;

    if (state->alive < 64) {
        exchange(state);
        return;
    }
    fixed_line(one, "mad.lo.u32 %%a, %%t0, 4, %%s;");
    fixed_line(one, "setp.ge.u32 %%p0, %%t0, 64;");
    fixed_line(one, "@%%p0 bra E%u;", label);
    fixed_line(one, "setp.ge.u32 %%p0, %%t0, 32;");
    fixed_line(one, "@%%p0 bra ARM%u;", label);
    fixed_line(one, "st.shared.u32 [%%a], %%r%u;", word(state));
    fixed_line(one, "bar.arrive 2, 64;");
    fixed_line(one, "bra E%u;", label);
    fixed_line(one, "ARM%u: bar.sync 2, 64;", label);
    fixed_line(one, "ld.shared.u32 %%r5, [%%a+-128];");
    fixed_line(one, "add.u32 %%r%u, %%r5, 1;", word(state));
    fixed_line(one, "E%u: bar.sync 0;", label);
}

static void leave_early(struct phases *state)
{
    struct random_case *one = state->one;
    uint32_t alive = 1 + below(one, state->alive);

    if (one_in(one, 2) && alive > 32)
        alive = alive / 32 * 32;
    fixed_line(one, "setp.ge.u32 %%p0, %%t0, %u;", alive);
    fixed_line(one, "@%%p0 %s;", one_in(one, 2) ? "exit" : "ret");
    state->alive = alive;
}

static void looped(struct phases *state)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++;

    fixed_line(one, "mov.u32 %%c%u, %u;", label, 1 + below(one, 3));
    fixed_line(one, "L%u:", label);
    exchange(state);
    fixed_line(one, "sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%p0, %%c%u, 0;", label, label, label);
    fixed_line(one, "@%%p0 bra L%u;", label);
}

static void phase(struct phases *state)
{
    switch (below(state->one, 12)) {
    case 0:
        arms(state);
        break;
    case 1:
        producer(state);
        break;
    case 2:
        leave_early(state);
        break;
    case 3:
    case 4:
    case 5:
        looped(state);
        break;
    default:
        exchange(state);
    }
}

void generate_barriers(struct random_case *one)
{
    static const uint32_t sizes[] = { 32, 64, 96, 128, 40, 8, 70 };
    struct phases state = { .one = one };
    uint32_t count = 1 + below(one, 4);
    bool dynamic = one_in(one, 3);

    one->grid = 1 + below(one, 2);
    one->block = state.alive = sizes[below(one, 7)];
    one->dynamic_bytes = dynamic ? 1024 : 0;
    word_input(one, WORDS);
    module_lines(one);
    if (dynamic)
        fixed_line(one, ".extern .shared .align 16 .b8 sm[];");
    else
        fixed_line(one, ".shared .align 16 .b8 sm[1024];");
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%a, %%s; .reg .b32 %%c<20>; .reg .b64 %%l;");
    fixed_line(one, ".reg .pred %%p<2>;");
    load_words(one, WORDS);
    fixed_line(one, "mov.u32 %%s, sm;");
    for (uint32_t i = 0; i < count; i++)
        phase(&state);
    store_words(one, WORDS);
}
