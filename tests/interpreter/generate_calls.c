/* Functions that threads meet in: with barriers and warp operations, nested, called by address, in
 * flow that differs between threads; and functions that end threads. */
#include "random_case.h"

enum { WORDS = 4 };

struct calls {
    struct random_case *one;
    uint32_t alive;             /* threads that are still there */
    uint32_t label;
};

static uint32_t word(struct calls *state)
{
    return below(state->one, WORDS);
}

/* swap and twist: each thread gives a word and takes another's; the first ones return early. */
static void write_exchange(struct random_case *one, const char *name, uint32_t factor)
{
    fixed_line(one, ".func (.param .b32 r) %s(.param .b32 x, .param .b32 t, .param .b32 n) {",
               name);
    fixed_line(one, ".reg .b32 %%a, %%b, %%x; .reg .pred %%p;");
    fixed_line(one, "ld.param.b32 %%a, [t]; ld.param.b32 %%x, [x]; mov.u32 %%b, sm;");
    fixed_line(one, "mad.lo.u32 %%b, %%a, 4, %%b; st.shared.b32 [%%b], %%x; barrier.sync 0;");
    fixed_line(one, "ld.param.b32 %%b, [n]; add.u32 %%a, %%a, %u; rem.u32 %%a, %%a, %%b;",
               1 + below(one, 5));
    fixed_line(one, "mov.u32 %%b, sm; mad.lo.u32 %%b, %%a, 4, %%b; ld.shared.b32 %%a, [%%b];");
    fixed_line(one, "st.param.b32 [r], %%a; barrier.sync 0;");
    fixed_line(one, "ld.param.b32 %%b, [t]; setp.lt.u32 %%p, %%b, 3; @%%p ret;");
    fixed_line(one, "mad.lo.u32 %%a, %%a, %u, %%x; st.param.b32 [r], %%a; ret; }", factor);
}

static void write_functions(struct random_case *one)
{
    write_exchange(one, "swap", 3);
    write_exchange(one, "twist", 5 + below(one, 9));
    fixed_line(one, ".func (.reg .b32 r) lanes(.reg .b32 x, .reg .b32 by) {");
    fixed_line(one, ".reg .b32 %%k; .local .b32 here[4]; and.b32 %%k, by, 7;");
    fixed_line(one, "st.local.b32 [here+4], x; shfl.sync.bfly.b32 r, x, %%k, 31, -1;");
    fixed_line(one, "ld.local.b32 %%k, [here+4]; mad.lo.u32 r, %%k, 7, r; }");
    fixed_line(one, ".func leave(.param .b32 t, .param .b32 n) {");
    fixed_line(one, ".reg .b32 %%a, %%b; .reg .pred %%p; ld.param.b32 %%a, [t];");
    fixed_line(one, "ld.param.b32 %%b, [n]; setp.ge.u32 %%p, %%a, %%b; @%%p exit; ret; }");
    fixed_line(one, ".func (.param .b32 r) twice(.param .b32 x, .param .b32 t, .param .b32 n) {");
    fixed_line(one, ".reg .b32 %%a; .param .b32 p0, p1, p2, q;");
    for (uint32_t i = 0; i < 2; i++) {
        fixed_line(one, "ld.param.b32 %%a, [%s]; st.param.b32 [p0], %%a;", i ? "q" : "x");
        fixed_line(one, "ld.param.b32 %%a, [t]; st.param.b32 [p1], %%a;");
        fixed_line(one, "ld.param.b32 %%a, [n]; st.param.b32 [p2], %%a;");
        fixed_line(one, "call (q), %s, (p0, p1, p2);", i ? "twist" : "swap");
    }
    fixed_line(one, "ld.param.b32 %%a, [q]; st.param.b32 [r], %%a; ret; }");
}

/* A call of one of the functions that exchange. */
static void exchange(struct calls *state)
{
    static const char *const names[] = { "swap", "twist", "twice" };
    struct random_case *one = state->one;
    uint32_t to = word(state);

    fixed_line(one, "st.param.b32 [p0], %%r%u; st.param.b32 [p1], %%t0;", word(state));
    fixed_line(one, "st.param.b32 [p2], %u;", state->alive);
    if (one_in(one, 3)) {
        /* each thread another function, or all the same */
        fixed_line(one, "mov.u32 %%r5, %s; and.b32 %%r5, %%r5, %u; setp.ne.u32 %%p0, %%r5, 0;",
                   one_in(one, 2) ? "%t0" : "%ntid.x", 1u << below(one, 6));
        fixed_line(one, "mov.u64 %%f, swap; mov.u64 %%l, twist; selp.b64 %%f, %%f, %%l, %%p0;");
        fixed_line(one, "call (q), %%f, (p0, p1, p2), PROTOTYPE;");
    } else {
        fixed_line(one, "call (q), %s, (p0, p1, p2);", names[below(one, 3)]);
    }
    fixed_line(one, "ld.param.b32 %%r5, [q]; xor.b32 %%r%u, %%r%u, %%r5;", to, to);
}

static void lanes(struct calls *state)
{
    struct random_case *one = state->one;
    uint32_t to = word(state), label = state->label++;

    if (state->alive % 32) {
        exchange(state);
        return;
    }
    if (one_in(one, 2)) {       /* only some warps */
        fixed_line(one, "and.b32 %%r5, %%t0, 32; setp.ne.u32 %%p0, %%r5, 0;");
        fixed_line(one, "@%%p0 call (%%r%u), lanes, (%%r%u, %u);", to, word(state),
                   below(one, 100));
        return;
    }
    fixed_line(one, "mov.u32 %%c%u, %u;", label, 1 + below(one, 3));
    fixed_line(one, "L%u: call (%%r5), lanes, (%%r%u, %%c%u);", label, word(state), label);
    fixed_line(one, "add.u32 %%r%u, %%r%u, %%r5;", to, to);
    fixed_line(one, "sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%p0, %%c%u, 0;", label, label, label);
    fixed_line(one, "@%%p0 bra L%u;", label);
}

static void leave(struct calls *state)
{
    uint32_t alive = 1 + below(state->one, state->alive);

    if (one_in(state->one, 2) && alive > 32)
        alive = alive / 32 * 32;
    state->alive = alive;
    fixed_line(state->one, "st.param.b32 [p0], %%t0; st.param.b32 [p1], %u;", alive);
    fixed_line(state->one, "call leave, (p0, p1);");
}

void generate_calls(struct random_case *one)
{
    static const uint32_t sizes[] = { 32, 64, 96, 40, 8, 70 };
    struct calls state = { .one = one };
    uint32_t count = 1 + below(one, 4);

    one->grid = 1 + below(one, 2);
    one->block = state.alive = sizes[below(one, 6)];
    word_input(one, WORDS);
    module_lines(one);
    fixed_line(one, ".shared .align 16 .b8 sm[512];");
    write_functions(one);
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%c<20>; .reg .b64 %%l, %%f; .reg .pred %%p<2>;");
    fixed_line(one, ".param .b32 p0, p1, p2, q;");
    fixed_line(one, "PROTOTYPE: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _, "
                    ".param .b32 _);");
    load_words(one, WORDS);
    for (uint32_t i = 0; i < count; i++) {
        if (one_in(one, 5))
            leave(&state);
        else if (one_in(one, 3))
            lanes(&state);
        else
            exchange(&state);
    }
    store_words(one, WORDS);
}
