/* Loads and stores of all widths in areas that each thread has of its own: local, shared, global;
 * by the space's address and by generic ones. At the end each area is copied to the output. */
#include <stdio.h>
#include <string.h>

#include "random_case.h"

enum { WORDS = 4, AREA = 64, STRIDE = 3 * AREA + 16 };

/* %a: local, %b: shared, both addresses of their space; %g: global; generic ones: %x, %y, %z. */
static const char *const spaces[] = { ".local", ".shared", ".global" };
static const char *const addresses[] = { "%a", "%b", "%g" };
static const char *const generics[] = { "%x", "%y", "%z" };

struct width {
    const char *type;
    uint32_t bytes;
    char letter;                /* of its registers */
};

static const struct width widths[] = {
    { "u8", 1, 'r' }, { "s8", 1, 'r' }, { "u16", 2, 'r' }, { "s16", 2, 'h' }, { "b16", 2, 'h' },
    { "u32", 4, 'r' }, { "b32", 4, 'r' }, { "s32", 4, 'l' }, { "b64", 8, 'l' }, { "f32", 4, 'f' },
    { "u64", 8, 'l' }, { "u8", 1, 'h' },
};

/* A register, or several in braces. */
static void value(struct random_case *one, const struct width *width, uint32_t count, char *out)
{
    out += sprintf(out, count > 1 ? "{" : "");
    for (uint32_t i = 0; i < count; i++) {
        out += sprintf(out, "%s%%%c%u", i ? ", " : "", width->letter,
                       count > 1 ? i : below(one, WORDS));
    }
    sprintf(out, count > 1 ? "}" : "");
}

/* The area and place of an access. A generic one may be chosen by the thread. */
static void address(struct random_case *one, uint32_t bytes, char *out_space, char *out_address)
{
    uint32_t area = below(one, 3), offset = below(one, AREA / bytes) * bytes;

    out_space[0] = 0;
    if (one_in(one, 4)) {
        fixed_line(one, "setp.gt.s32 %%p0, %%r%u, 0;", below(one, WORDS));
        fixed_line(one, "selp.b64 %%q, %s, %s, %%p0;", generics[area], generics[below(one, 3)]);
        sprintf(out_address, "%%q+%u", offset);
    } else if (one_in(one, 3)) {
        sprintf(out_address, "%s+%u", generics[area], offset);
    } else {
        strcpy(out_space, spaces[area]);
        sprintf(out_address, "%s+%u", addresses[area], offset);
    }
}

static void load_or_store(struct random_case *one)
{
    const struct width *width = &widths[below(one, sizeof(widths) / sizeof(widths[0]))];
    uint32_t count = one_in(one, 3) ? 2u << below(one, 2) : 1;
    char registers[80], space[20], place[40];
    const char *vector;

    if (count * width->bytes > 16)
        count = 2;
    vector = count == 4 ? ".v4" : count == 2 ? ".v2" : "";
    value(one, width, count, registers);
    address(one, count * width->bytes, space, place);
    if (one_in(one, 2))
        loose_line(one, "", "ld%s%s.%s %s, [%s];", space, vector, width->type, registers, place);
    else
        loose_line(one, "", "st%s%s.%s [%s], %s;", space, vector, width->type, place, registers);
}

static void table(struct random_case *one)
{
    loose_line(one, "", "and.b32 %%s, %%r%u, 7; mad.wide.u32 %%q, %%s, 4, %%tab; "
               "ld.const.u32 %%r%u, [%%q];", below(one, WORDS),
               below(one, WORDS));
    loose_line(one, "", "ld.global.u16 %%r%u, [words+%u];", below(one, WORDS),
               below(one, 8) * 2);
    if (one_in(one, 2))
        loose_line(one, "", "ld.global.u64 %%q, [pointer]; ld.u8 %%r%u, [%%q+%u];",
                   below(one, WORDS), below(one, 8));
}

static void mix(struct random_case *one)
{
    loose_line(one, "", "mad.lo.u32 %%r%u, %%r%u, 69069, %%r%u;", below(one, WORDS),
               below(one, WORDS), below(one, WORDS));
    loose_line(one, "", "mov.b64 %%l%u, {%%r%u, %%r%u};", below(one, WORDS), below(one, WORDS),
               below(one, WORDS));
    loose_line(one, "", "cvt.u16.u32 %%h%u, %%r%u;", below(one, WORDS), below(one, WORDS));
    if (one_in(one, 3))
        loose_line(one, "", "isspacep%s %%p0, %s; selp.b32 %%r%u, 77, %%r0, %%p0;",
                   spaces[below(one, 3)], generics[below(one, 3)], below(one, WORDS));
}

static void module_variables(struct random_case *one)
{
    fixed_line(one, ".const .align 8 .u32 tab[8] = { 3, 1, 4, 1, 5, 9, 0x80000000, 6 };");
    fixed_line(one, ".global .align 8 .u16 words[8] = { 1, 2, 0xffff, 4, 5, 0x8000 };");
    fixed_line(one, ".global .align 8 .u64 pointer = generic(words) + 4;");
    fixed_line(one, ".shared .align 16 .b8 sm[%u];", one->block * AREA);
}

static void addresses_of(struct random_case *one)
{
    fixed_line(one, ".local .align 16 .b8 loc[%u];", AREA);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b16 %%h<8>; .reg .b64 %%l<8>; .reg .f32 %%f<8>;");
    fixed_line(one, ".reg .b64 %%x, %%y, %%z, %%q, %%g, %%a, %%tab; .reg .b32 %%b, %%s;");
    fixed_line(one, ".reg .pred %%p<2>;");
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", WORDS * 4);
    fixed_line(one, "mad.wide.u32 %%out, %%t, %u, %%out;", STRIDE);
    fixed_line(one, "mov.u64 %%a, loc; cvta.local.u64 %%x, %%a;");
    fixed_line(one, "mov.u32 %%b, sm; mad.lo.u32 %%b, %%t0, %u, %%b;", AREA);
    fixed_line(one, "cvt.u64.u32 %%y, %%b; cvta.shared.u64 %%y, %%y;");
    fixed_line(one, "mov.u64 %%g, %%out; cvta.global.u64 %%z, %%g; mov.u64 %%tab, tab;");
}

void generate_memory(struct random_case *one)
{
    uint32_t count = 4 + below(one, 16);

    one->grid = 1;
    one->block = 32;
    word_input(one, WORDS);
    module_lines(one);
    module_variables(one);
    entry_lines(one);
    addresses_of(one);
    for (uint32_t i = 0; i < WORDS; i++) {
        fixed_line(one, "ld.global.b32 %%r%u, [%%in+%u]; cvt.u16.u32 %%h%u, %%r%u;", i, i * 4, i,
                   i);
        fixed_line(one, "cvt.s64.s32 %%l%u, %%r%u; cvt.rn.f32.s32 %%f%u, %%r%u;", i, i, i, i);
    }
    for (uint32_t i = 0; i < AREA; i += 8)
        fixed_line(one, "st.local.b64 [%%a+%u], %u; st.shared.b64 [%%b+%u], %u;", i, i, i, i + 1);
    for (uint32_t i = 0; i < count; i++) {
        load_or_store(one);
        if (one_in(one, 4))
            mix(one);
        if (one_in(one, 8))
            table(one);
    }
    for (uint32_t i = 0; i < AREA; i += 8) {
        fixed_line(one, "ld.local.b64 %%q, [%%a+%u]; st.global.b64 [%%out+%u], %%q;", i, AREA + i);
        fixed_line(one, "ld.shared.b64 %%q, [%%b+%u]; st.global.b64 [%%out+%u], %%q;", i,
                   2 * AREA + i);
    }
    for (uint32_t i = 0; i < WORDS; i++)
        fixed_line(one, "st.global.b32 [%%out+%u], %%r%u;", 3 * AREA + i * 4, i);
    fixed_line(one, "ret;");
    fixed_line(one, "}");
    one->out_bytes = (uint64_t)one->block * STRIDE;
}
