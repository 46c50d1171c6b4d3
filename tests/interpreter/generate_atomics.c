/* Atomics of many threads on few words, whose end does not depend on the order: sums, bits, least
 * and greatest, counters, and loops around compare and exchange. */
#include "random_case.h"

enum { WORDS = 4, CELLS = 8 };

struct cells {
    struct random_case *one;
    uint32_t next;              /* each cell has one kind of operation */
    uint32_t label;
};

/* %l: the address of one of the two words of a cell, of 64 bits each; the thread's word %r0 chooses
 * which. Shared cells are addressed by %a. */
static void choose(struct cells *state, bool shared, uint32_t cell)
{
    struct random_case *one = state->one;

    fixed_line(one, "and.b32 %%r6, %%r%u, 1;", below(one, WORDS));
    if (shared)
        fixed_line(one, "mad.lo.u32 %%a, %%r6, 8, %%s; add.u32 %%a, %%a, %u;", cell * 16);
    else
        fixed_line(one, "mad.wide.u32 %%l, %%r6, 8, %%cells; add.u64 %%l, %%l, %u;", cell * 16);
}

/* What follows the opcode, and the value. Floats come last: they want a cell that begins as 0. */
struct atomic_form {
    const char *spelling, *value, *old;
};

enum { FLOAT_FORMS = 2 };

static const struct atomic_form atomic_forms[] = {
    { "add.u32", "%r1", "%r5" }, { "add.s32", "%r2", "%r5" }, { "add.u64", "%w", "%o" },
    { "and.b32", "%r1", "%r5" }, { "or.b32", "%r2", "%r5" }, { "xor.b32", "%r3", "%r5" },
    { "and.b64", "%w", "%o" }, { "or.b64", "%w", "%o" }, { "xor.b64", "%w", "%o" },
    { "min.s32", "%r1", "%r5" }, { "max.s32", "%r2", "%r5" }, { "min.u32", "%r3", "%r5" },
    { "max.u32", "%r1", "%r5" }, { "min.s64", "%w", "%o" }, { "max.u64", "%w", "%o" },
    { "max.s64", "%w", "%o" }, { "min.u64", "%w", "%o" }, { "inc.u32", "5", "%r5" },
    { "inc.u32", "1000000", "%r5" }, { "dec.u32", "7", "%r5" },
    { "add.f32", "%f", "%h" }, { "add.f64", "%g", "%e" },
};

static void simple(struct cells *state, bool shared)
{
    struct random_case *one = state->one;
    uint32_t count = sizeof(atomic_forms) / sizeof(atomic_forms[0]) - (shared ? FLOAT_FORMS : 0);
    const struct atomic_form *form = &atomic_forms[below(one, count)];
    const char *space = shared ? ".shared" : one_in(one, 4) ? "" : ".global";
    const char *address = shared ? "%a" : "%l";

    if (one_in(one, 2))
        loose_line(one, "", "red%s%s.%s [%s], %s;", one_in(one, 4) ? ".relaxed.gpu" : "", space,
                   form->spelling, address, form->value);
    else
        loose_line(one, "", "atom%s%s.%s %s, [%s], %s;", one_in(one, 4) ? ".acq_rel.cta" : "",
                   space, form->spelling, form->old, address, form->value);
}

/* The old values of a counter are all numbers below its end: their sum is always the same. */
static void tickets(struct cells *state, bool shared, uint32_t cell)
{
    struct random_case *one = state->one;

    fixed_line(one, "atom%s.add.u32 %%r5, [%s], 1;", shared ? ".shared" : ".global",
               shared ? "%a" : "%l");
    fixed_line(one, "mul.lo.u32 %%r5, %%r5, %%r5;");
    fixed_line(one, "red.global.add.u32 [%%cells+%u], %%r5;", (CELLS * 2 + cell) * 16);
}

static void exchange_loop(struct cells *state, bool shared)
{
    struct random_case *one = state->one;
    const char *space = shared ? ".shared" : ".global", *address = shared ? "%a" : "%l";
    uint32_t label = state->label++;

    fixed_line(one, "ld.relaxed.gpu%s.u32 %%r5, [%s];", space, address);
    fixed_line(one, "C%u: mad.lo.u32 %%r6, %%r5, 1, %%r1;", label);
    fixed_line(one, "atom%s.cas.b32 %%r7, [%s], %%r5, %%r6;", space, address);
    fixed_line(one, "setp.ne.u32 %%p0, %%r7, %%r5;");
    fixed_line(one, "mov.u32 %%r5, %%r7;");
    fixed_line(one, "@%%p0 bra C%u;", label);
}

static void one_cell(struct cells *state)
{
    struct random_case *one = state->one;
    uint32_t cell = state->next++, label = state->label++;
    bool shared = one_in(one, 2), some = one_in(one, 3);

    if (some) {
        fixed_line(one, "setp.gt.s32 %%p0, %%r%u, 0;", below(one, WORDS));
        fixed_line(one, "@%%p0 bra N%u;", label);
    }
    choose(state, shared, cell);
    switch (below(one, 6)) {
    case 0:
        tickets(state, shared, cell);
        break;
    case 1:
        exchange_loop(state, shared);
        break;
    default:
        simple(state, shared);
    }
    if (some)
        fixed_line(one, "N%u:", label);
}

/* Blocks add what their shared cells hold to global words, one thread each. */
static void finish(struct random_case *one)
{
    fixed_line(one, "bar.sync 0;");
    fixed_line(one, "setp.ge.u32 %%p0, %%t0, %u;", CELLS * 2);
    fixed_line(one, "@%%p0 bra Z;");
    fixed_line(one, "mad.lo.u32 %%a, %%t0, 8, %%s;");
    fixed_line(one, "ld.shared.b64 %%w, [%%a];");
    fixed_line(one, "mad.wide.u32 %%l, %%t0, 8, %%cells;");
    fixed_line(one, "red.global.add.u64 [%%l+%u], %%w;", CELLS * 16);
    fixed_line(one, "Z: ret;");
    fixed_line(one, "}");
}

void generate_atomics(struct random_case *one)
{
    struct cells state = { .one = one };
    uint32_t count = 1 + below(one, 4);

    one->grid = 1 + below(one, 3);
    one->block = 32u << below(one, 3);
    word_input(one, WORDS);
    module_lines(one);
    fixed_line(one, ".shared .align 16 .b8 sm[%u];", CELLS * 16);
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%a, %%s; .reg .b64 %%l, %%w, %%cells;");
    fixed_line(one, ".reg .f32 %%f, %%h; .reg .f64 %%g, %%e; .reg .b64 %%o; .reg .pred %%p<2>;");
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", WORDS * 4);
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "ld.global.b32 %%r%u, [%%in+%u];", i, i * 4);
    fixed_line(one, "mov.b64 %%w, {%%r0, %%r1}; and.b32 %%r6, %%r2, 255;");
    fixed_line(one, "cvt.rn.f32.u32 %%f, %%r6; cvt.rn.f64.s32 %%g, %%r3;");
    fixed_line(one, "mov.b64 %%cells, %%out; mov.u32 %%s, sm;");
    fixed_line(one, "setp.ge.u32 %%p0, %%t0, %u;", CELLS * 2);
    fixed_line(one, "@%%p0 bra Y;");
    fixed_line(one, "mad.lo.u32 %%a, %%t0, 8, %%s;");
    fixed_line(one, "st.shared.b64 [%%a], 0x5a5a00ff3c3c1234;");
    fixed_line(one, "Y: bar.sync 0;");
    for (uint32_t i = 0; i < count; i++)
        one_cell(&state);
    finish(one);
    one->out_bytes = CELLS * 16 * 3;
}
