/* Whole warps come to barriers in places of their own: in two arms, and in loops whose rounds
 * differ from warp to warp. Some barriers have results. In each step a thread writes a word that no
 * other one writes, meets, reads a word of another, and meets: no two threads race. */
#include "random_case.h"

enum { WORDS = 4, MOST_LABELS = 12 };

/* The kinds of the two barriers of a step: all warps pass the same. */
struct meets {
    uint32_t first, second;
};

/* The threads below "alive" are still there. */
struct apart {
    struct random_case *one;
    uint32_t alive;
    uint32_t label;             /* registers have its number, so that each is written once */
};

static uint32_t word_of(struct apart *state)
{
    return below(state->one, WORDS);
}

static struct meets pick_meets(struct apart *state)
{
    uint32_t first = below(state->one, 6), second = below(state->one, 6);

    return (struct meets){ first, second };
}

static void meet(struct apart *state, uint32_t kind)
{
    struct random_case *one = state->one;

    if (kind >= 3) {
        fixed_line(one, kind == 3 ? "barrier.sync.aligned 0;" : "bar.sync 0;");
        return;
    }
    fixed_line(one, "setp.gt.s32 %%q, %%r%u, 100;", word_of(state));
    if (kind == 0) {
        fixed_line(one, "bar.red.popc.u32 %%r6, 0, %s%%q;", one_in(one, 2) ? "!" : "");
        fixed_line(one, "add.u32 %%r0, %%r%u, %%r6;", word_of(state));
        return;
    }
    fixed_line(one, "bar.red.%s.pred %%q, 0, %%q;", kind == 1 ? "and" : "or");
    fixed_line(one, "selp.b32 %%r1, %%r2, %%r1, %%q;");
}

/* %a: the place of thread (t + offset) % alive. */
static void find_place(struct apart *state, uint32_t offset)
{
    fixed_line(state->one, "add.u32 %%a, %%tx, %u; rem.u32 %%a, %%a, %u;", offset, state->alive);
    fixed_line(state->one, "mad.lo.u32 %%a, %%a, 4, %%s;");
}

static void step(struct apart *state, const struct meets *meets, uint32_t offset)
{
    struct random_case *one = state->one;
    uint32_t to = word_of(state);

    find_place(state, offset);
    fixed_line(one, "st.shared.u32 [%%a], %%r%u;", word_of(state));
    meet(state, meets->first);
    find_place(state, below(one, state->alive));
    fixed_line(one, "ld.shared.u32 %%r5, [%%a];");
    loose_line(one, "", "mad.lo.u32 %%r%u, %%r%u, 31, %%r5;", to, to);
    meet(state, meets->second);
}

/* %p of the label: a condition that all threads of a warp share. */
static void decide(struct apart *state, uint32_t label)
{
    struct random_case *one = state->one;

    switch (below(one, 5)) {
    case 0:
        fixed_line(one, "and.b32 %%v%u, %%w, %u;", label, 1u << below(one, 2));
        fixed_line(one, "setp.ne.u32 %%p%u, %%v%u, 0;", label, label);
        break;
    case 1:
        fixed_line(one, "setp.lt.u32 %%p%u, %%w, %u;", label, 1 + below(one, 3));
        break;
    case 2:
        fixed_line(one, "setp.eq.u32 %%p%u, %%w, %u;", label, below(one, 4));
        break;
    case 3:
        fixed_line(one, "shfl.sync.idx.b32 %%v%u, %%tx, 0, 31, -1;", label);
        fixed_line(one, "setp.gt.u32 %%p%u, %%v%u, %u;", label, label, 32 * below(one, 3));
        break;
    default:
        fixed_line(one, "setp.gt.s32 %%q, %%r%u, 0;", word_of(state));
        fixed_line(one, "vote.sync.%s.pred %%p%u, %%q, -1;", one_in(one, 2) ? "any" : "all", label);
    }
}

/* Two arms with as many barriers; the second may be a loop. */
static void arms(struct apart *state)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++, steps = 1 + below(one, 3), offset = below(one, state->alive);
    bool is_loop = one_in(one, 2);
    struct meets meets = pick_meets(state);

    decide(state, label);
    fixed_line(one, "@%%p%u bra ARM%u;", label, label);
    for (uint32_t i = 0; i < steps; i++)
        step(state, &meets, offset);
    fixed_line(one, "bra END%u;", label);
    fixed_line(one, "ARM%u:", label);
    if (is_loop)
        fixed_line(one, "mov.u32 %%c%u, %u; L%u:", label, steps, label);
    for (uint32_t i = 0; i < (is_loop ? 1 : steps); i++)
        step(state, &meets, offset);
    if (is_loop)
        fixed_line(one, "sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%z%u, %%c%u, 0; @%%z%u bra L%u;",
                   label, label, label, label, label, label);
    fixed_line(one, "END%u:", label);
}

/* Two loops, with as many rounds of each warp in both together. */
static void loops(struct apart *state)
{
    struct random_case *one = state->one;
    uint32_t offset = below(one, state->alive), rounds = 2 + below(one, 2);
    struct meets meets = pick_meets(state);

    for (int i = 0; i < 2; i++) {
        uint32_t label = state->label++;

        fixed_line(one, "and.b32 %%v%u, %%w, 1; add.u32 %%c%u, %%v%u, 1;", label, label, label);
        if (i != 0)
            fixed_line(one, "sub.u32 %%c%u, %u, %%c%u;", label, rounds + 1, label);
        fixed_line(one, "L%u:", label);
        step(state, &meets, offset);
        fixed_line(one, "sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%z%u, %%c%u, 0; @%%z%u bra L%u;",
                   label, label, label, label, label, label);
    }
}

static void leave(struct apart *state)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++, warps = (state->alive + 31) / 32;
    uint32_t left = 1 + below(one, warps);

    fixed_line(one, "setp.ge.u32 %%p%u, %%w, %u;", label, left);
    fixed_line(one, "@%%p%u exit;", label);
    state->alive = 32 * left < state->alive ? 32 * left : state->alive;
}

static void phase(struct apart *state)
{
    struct meets meets;

    switch (below(state->one, 6)) {
    case 0:
        meets = pick_meets(state);
        step(state, &meets, below(state->one, state->alive));
        break;
    case 1:
        leave(state);
        break;
    case 2:
    case 3:
        loops(state);
        break;
    default:
        arms(state);
    }
}

void generate_apart(struct random_case *one)
{
    static const uint32_t sizes[] = { 64, 96, 128, 40, 70, 160 };
    struct apart state = { .one = one };
    uint32_t count = 1 + below(one, 3);

    one->grid = 1 + below(one, 2);
    one->block = state.alive = sizes[below(one, 6)];
    word_input(one, WORDS);
    module_lines(one);
    fixed_line(one, ".shared .align 16 .b8 sm[1024];");
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>, %%v<%u>, %%c<%u>, %%a, %%s, %%w, %%tx;", MOST_LABELS,
               MOST_LABELS);
    fixed_line(one, ".reg .pred %%p<%u>, %%z<%u>, %%q;", MOST_LABELS, MOST_LABELS);
    fixed_line(one, "mov.u32 %%tx, %%tid.x; shr.u32 %%w, %%tx, 5;");
    load_words(one, WORDS);
    fixed_line(one, "mov.u32 %%s, sm;");
    for (uint32_t i = 0; i < count; i++)
        phase(&state);
    store_words(one, WORDS);
}
