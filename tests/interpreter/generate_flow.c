/* Random graphs of blocks, also irreducible ones. A counter that each block lowers ends them. */
#include "random_case.h"

enum { MOST_BLOCKS = 14, WORDS = 6 };

/* r0 to r5 are the values, r6 and r7 are for the moment. */
static void arithmetic(struct random_case *one)
{
    static const char *const forms[][2] = {
        { "add.u32", "" }, { "sub.u32", "" }, { "xor.b32", "" }, { "mul.lo.u32", "" },
        { "max.s32", "" }, { "shf.l.wrap.b32", ", 7" }, { "mad.lo.u32", ", 12345" },
        { "prmt.b32", ", 0x2614" }, { "mul.hi.u32", "" }, { "min.u32", "" },
    };
    const char *const *form = forms[below(one, sizeof(forms) / sizeof(forms[0]))];
    uint32_t to = below(one, WORDS), a = below(one, WORDS), b = below(one, WORDS);
    const char *guard = "";

    if (one_in(one, 4)) {
        loose_line(one, "", "setp.gt.s32 %%p1, %%r%u, %%r%u;", a, b);
        guard = one_in(one, 2) ? "@!%p1 " : "@%p1 ";
    }
    loose_line(one, "", "%s%s %%r%u, %%r%u, %%r%u%s;", guard, form[0], to, a, b, form[1]);
}

static void call(struct random_case *one)
{
    loose_line(one, "", "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %%r%u; "
               "call (y), mix%u, (x); ld.param.b32 %%r%u, [y]; }", below(one, WORDS),
               below(one, 2), below(one, WORDS));
}

/* Where a block may go: anywhere, or mostly forward, or near. */
static uint32_t target(struct random_case *one, uint32_t block, uint32_t blocks, uint32_t style)
{
    if (style == 0 || one_in(one, 5))
        return below(one, blocks + 1);
    if (style == 1)
        return block + 1 + below(one, blocks - block);
    return (block + blocks + 1 + below(one, 4) - 2) % (blocks + 1);
}

static void branch(struct random_case *one, uint32_t block, uint32_t blocks, uint32_t style)
{
    uint32_t a = target(one, block, blocks, style), b = target(one, block, blocks, style);
    uint32_t c = target(one, block, blocks, style);

    switch (below(one, 8)) {
    case 0:
        fixed_line(one, "bra%s B%u;", one_in(one, 2) ? ".uni" : "", a);
        return;
    case 1:
        fixed_line(one, "and.b32 %%r6, %%r%u, 3;", below(one, WORDS));
        fixed_line(one, "T%u: .branchtargets B%u, B%u, B%u, B%u;", block, a, b, c, b);
        fixed_line(one, "brx.idx %%r6, T%u;", block);
        return;
    case 2:
        return;                 /* falls into the next one */
    case 3:
        if (one_in(one, 3)) {
            fixed_line(one, "setp.eq.u32 %%p0, %%r%u, %u;", below(one, WORDS), below(one, 8));
            fixed_line(one, "@%%p0 %s;", one_in(one, 2) ? "exit" : "ret");
        }
        break;
    default:
        break;
    }
    fixed_line(one, "and.b32 %%r6, %%r%u, %u;", below(one, WORDS), 1u << below(one, 5));
    fixed_line(one, "setp.ne.u32 %%p0, %%r6, 0;");
    fixed_line(one, "@%s%%p0 bra B%u;", one_in(one, 2) ? "!" : "", a);
    if (one_in(one, 2))
        fixed_line(one, "bra B%u;", b);
}

static void functions(struct random_case *one)
{
    for (uint32_t i = 0; i < 2; i++) {
        fixed_line(one, ".func (.param .b32 y) mix%u(.param .b32 x)", i);
        fixed_line(one, "{ .reg .b32 %%r<8>; .reg .pred %%p<2>;");
        fixed_line(one, "ld.param.b32 %%r0, [x];");
        for (uint32_t k = 1; k < WORDS; k++)
            fixed_line(one, "mad.lo.u32 %%r%u, %%r0, %u, %u;", k, k * 2 + 1, below(one, 1000));
        fixed_line(one, "and.b32 %%r6, %%r0, %u; setp.ne.u32 %%p0, %%r6, 0;",
                   1u << below(one, 6));
        fixed_line(one, "@%%p0 bra E;");
        for (uint32_t k = 0; k < 4; k++)
            arithmetic(one);
        fixed_line(one, "st.param.b32 [y], %%r1; ret;");
        fixed_line(one, "E:");
        for (uint32_t k = 0; k < 2; k++)
            arithmetic(one);
        fixed_line(one, "st.param.b32 [y], %%r2; ret; }");
    }
}

static void blocks_of(struct random_case *one, uint32_t blocks, uint32_t style, bool calls)
{
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t count = below(one, 5);

        fixed_line(one, "B%u: sub.u32 %%fuel, %%fuel, 1; setp.eq.u32 %%p0, %%fuel, 0;", block);
        fixed_line(one, "@%%p0 bra B%u;", blocks);
        fixed_line(one, "add.u32 %%r%u, %%r%u, %u;", block % WORDS, block % WORDS, block * 77 + 1);
        for (uint32_t i = 0; i < count; i++)
            arithmetic(one);
        if (calls && one_in(one, 3))
            call(one);
        branch(one, block, blocks, style);
    }
}

void generate_flow(struct random_case *one)
{
    uint32_t blocks = 2 + below(one, MOST_BLOCKS - 1), style = below(one, 3);
    bool calls = one_in(one, 3);

    one->grid = 1;
    one->block = 32;
    word_input(one, WORDS);
    module_lines(one);
    if (calls)
        functions(one);
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%fuel; .reg .pred %%p<2>;");
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", WORDS * 4);
    fixed_line(one, "mad.wide.u32 %%out, %%t, %u, %%out;", (WORDS + 2) * 4);
    fixed_line(one, "mov.u32 %%fuel, %u;", 5 + below(one, 60));
    fixed_line(one, "mov.u32 %%r6, 0; mov.u32 %%r7, 0; setp.ne.u32 %%p1, %%r6, 0;");
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "ld.global.b32 %%r%u, [%%in+%u];", i, i * 4);
    fixed_line(one, "st.global.b32 [%%out+28], %%t;");
    blocks_of(one, blocks, style, calls);
    fixed_line(one, "B%u:", blocks);
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "st.global.b32 [%%out+%u], %%r%u;", i * 4, i);
    fixed_line(one, "st.global.b32 [%%out+24], %%fuel;");
    fixed_line(one, "ret;");
    fixed_line(one, "}");
    one->out_bytes = (uint64_t)one->block * (WORDS + 2) * 4;
}
