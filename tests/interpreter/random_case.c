#include "random_case.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t next_random(struct random_case *one)
{
    one->random ^= one->random << 13;
    one->random ^= one->random >> 7;
    one->random ^= one->random << 17;
    return one->random * 2685821657736338717ull >> 8;
}

uint32_t below(struct random_case *one, uint32_t count)
{
    return (uint32_t)(next_random(one) % count);
}

bool one_in(struct random_case *one, uint32_t count)
{
    return below(one, count) == 0;
}

static struct case_line *add_line(struct random_case *one, const char *format, va_list list)
{
    struct case_line *line = &one->lines[one->line_count++];

    if (one->line_count > MOST_LINES
        || vsnprintf(line->text, LINE_ROOM, format, list) >= LINE_ROOM)
        abort();
    line->instead[0] = 0;
    line->fixed = true;
    return line;
}

void fixed_line(struct random_case *one, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    (void)add_line(one, format, list);
    va_end(list);
}

void loose_line(struct random_case *one, const char *instead, const char *format, ...)
{
    struct case_line *line;
    va_list list;

    va_start(list, format);
    line = add_line(one, format, list);
    va_end(list);
    line->fixed = false;
    snprintf(line->instead, LINE_ROOM, "%s", instead);
}

void module_lines(struct random_case *one)
{
    fixed_line(one, ".version 8.0");
    fixed_line(one, ".target sm_90");
    fixed_line(one, ".address_size 64");
}

void entry_lines(struct random_case *one)
{
    fixed_line(one, ".entry k(.param .u64 in, .param .u64 out)");
    fixed_line(one, "{");
    fixed_line(one, ".reg .b64 %%in, %%out; .reg .b32 %%t, %%t0;");
    fixed_line(one, "mov.u32 %%t, %%ctaid.x;");
    fixed_line(one, "mov.u32 %%t0, %%ntid.x;");
    fixed_line(one, "mul.lo.u32 %%t, %%t, %%t0;");
    fixed_line(one, "mov.u32 %%t0, %%tid.x;");
    fixed_line(one, "add.u32 %%t, %%t, %%t0;");
    fixed_line(one, "ld.param.u64 %%in, [in];");
    fixed_line(one, "ld.param.u64 %%out, [out];");
}

uint64_t edge_integer(struct random_case *one)
{
    static const uint64_t edges[] = { 0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255,
        0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000,
        0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, UINT64_MAX,
        UINT64_MAX - 1, UINT64_MAX - 32 };

    if (one_in(one, 3))
        return edges[below(one, sizeof(edges) / sizeof(edges[0]))];
    return (next_random(one) << 32 ^ next_random(one)) >> below(one, 64);
}

void word_input(struct random_case *one, uint32_t words)
{
    uint64_t count = (uint64_t)one->grid * one->block * words;

    one->in_bytes = count * 4;
    one->in = malloc(one->in_bytes);
    if (!one->in)
        abort();
    for (uint64_t i = 0; i < count; i++) {
        uint32_t word = (uint32_t)edge_integer(one);

        memcpy(one->in + i * 4, &word, 4);
    }
}

void load_words(struct random_case *one, uint32_t words)
{
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", words * 4);
    fixed_line(one, "mad.wide.u32 %%out, %%t, %u, %%out;", words * 4);
    for (uint32_t i = 0; i < words; i++)
        fixed_line(one, "ld.global.b32 %%r%u, [%%in+%u];", i, i * 4);
}

void store_words(struct random_case *one, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        fixed_line(one, "st.global.b32 [%%out+%u], %%r%u;", i * 4, i);
    fixed_line(one, "ret;");
    fixed_line(one, "}");
    one->out_bytes = (uint64_t)one->grid * one->block * words * 4;
}
