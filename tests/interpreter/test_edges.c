/* The interpreter alone, on cases with known answers. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "edges.h"

enum { MOST_THREADS = 128 };

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

static const uint64_t in_address = 0x10000, out_address = 0x20000;

/* With several rows of blocks, races between them are looked for. */
static enum interpreter_outcome run(const char *text, uint32_t threads, uint32_t rows, uint64_t *in,
                                    uint32_t *out, char *why, size_t room)
{
    struct interpreter_touched touched[2][MOST_THREADS * 8] = { 0 };
    struct interpreter_memory memories[] = {
        { (uint8_t *)in, in_address, 24, rows > 1 ? touched[0] : NULL },
        { (uint8_t *)out, out_address, threads * 8, rows > 1 ? touched[1] : NULL } };
    struct interpreter_launch launch = { .grid = { 1, rows, 1 }, .block = { threads, 1, 1 },
                                         .memories = memories, .memory_count = 2,
                                         .most_steps = 100000,
                                         .arguments = (const void *[]){ &in_address,
                                                                        &out_address } };
    struct gi_ptx_module *module;
    struct gi_arena arena;
    struct gi_ptx_text name = { "k", 1 };
    enum interpreter_outcome outcome;

    gi_arena_init(&arena, 16 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK)
        fail_msg("%s\n%s", gi_last_error_detail(), text);
    launch.module = module;
    launch.entry = gi_ptx_find_function(module, name);
    outcome = interpret(&launch, why, room);
    gi_arena_finish(&arena);
    return outcome;
}

static void run_number(const struct edge *edge)
{
    uint64_t in[3] = { edge->a, edge->b, edge->c };
    uint64_t out = 0;
    char text[3000], why[300];

    snprintf(text, sizeof(text), HEAD
             ".func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %%a; ld.param.b32 %%a, [x]; "
             "add.u32 %%a, %%a, %%a; st.param.b32 [r], %%a; ret; }\n"
             ".entry k(.param .u64 p, .param .u64 q)\n{\n"
             ".reg .b32 %%e<8>; .reg .b64 %%i, %%o, %%l<8>; .reg .pred %%p, %%q;\n"
             ".reg .%s %%a, %%b, %%c; .reg .%s %%d;\n"
             "ld.param.u64 %%i, [p];\nld.param.u64 %%o, [q];\n"
             "ld.global.%s %%a, [%%i];\nld.global.%s %%b, [%%i+8];\nld.global.%s %%c, [%%i+16];\n"
             "%s\nst.global.%s [%%o], %%d;\nret;\n}\n",
             edge->in, edge->out, edge->in, edge->in, edge->in, edge->code, edge->out);
    if (run(text, 1, 1, in, (uint32_t *)&out, why, sizeof(why)) != INTERPRETER_DONE)
        fail_msg("%s: %s", edge->code, why);
    if (out != edge->expected)
        fail_msg("%s: %llx %llx %llx: %llx, not %llx", edge->code, (unsigned long long)edge->a,
                 (unsigned long long)edge->b, (unsigned long long)edge->c,
                 (unsigned long long)out, (unsigned long long)edge->expected);
}

TEST_CASE(test_numbers)
{
    for (uint32_t i = 0; i < number_edge_count; i++)
        run_number(&number_edges[i]);
}

static void run_threads(const struct thread_edge *edge)
{
    uint64_t in[3] = { 0 };
    uint32_t out[MOST_THREADS * 2] = { 0 };
    char text[3000], why[300];
    enum interpreter_outcome outcome;

    snprintf(text, sizeof(text), HEAD ".global .u32 gvar;\n"
             ".entry k(.param .u64 p, .param .u64 q)\n{\n"
             ".shared .align 16 .b8 smem[4096]; .reg .b32 %%t, %%s, %%e<8>;\n"
             ".reg .b64 %%o, %%q0; .reg .pred %%p, %%q;\n"
             "mov.u32 %%t, %%tid.x;\nld.param.u64 %%o, [q];\nmad.wide.u32 %%o, %%t, 4, %%o;\n"
             "mov.u32 %%s, smem;\nmad.lo.u32 %%s, %%t, 4, %%s;\n%s\nret;\n}\n", edge->code);
    outcome = run(text, edge->threads, 1, in, out, why, sizeof(why));
    if (outcome != edge->outcome)
        fail_msg("%s: outcome %d, not %d: %s", edge->name, outcome, edge->outcome, why);
    assert_true((outcome == INTERPRETER_DONE) == (why[0] == 0));
    for (uint32_t i = 0; edge->expected && i < edge->threads; i++) {
        if (out[i] != edge->expected(i))
            fail_msg("%s: thread %u: %x, not %x", edge->name, i, out[i], edge->expected(i));
    }
}

TEST_CASE(test_threads)
{
    for (uint32_t i = 0; i < thread_edge_count; i++)
        run_threads(&thread_edges[i]);
}

/* What two blocks do with a word for each of them at %o, and with one word at %s. */
TEST_CASE(test_races)
{
    static const struct {
        const char *code;
        enum interpreter_outcome outcome;
    } cases[] = {
        { "st.global.u32 [%o], %y;", INTERPRETER_DONE },
        { "ld.global.u32 %y, [%o]; st.global.u32 [%o], %y;", INTERPRETER_DONE },
        { "ld.global.u32 %y, [%s]; st.global.u32 [%o], %y;", INTERPRETER_DONE },
        { "red.global.add.u32 [%s], %y;", INTERPRETER_DONE },
        { "st.global.u32 [%s], 1;", INTERPRETER_UNDEFINED },
        { "ld.global.u32 %y, [%s]; add.u32 %y, %y, 1; st.global.u32 [%s], %y;",
          INTERPRETER_UNDEFINED },
        { "red.global.add.u32 [%s], %y; ld.global.u32 %y, [%s];", INTERPRETER_UNDEFINED },
        { "@%p red.global.add.u32 [%s], 1; @!%p ld.global.u32 %y, [%s];", INTERPRETER_UNDEFINED },
        { "@%p st.global.u32 [%s], 1; ld.global.u32 %y, [%s];", INTERPRETER_UNDEFINED },
        { "@!%p st.global.u32 [%s], 1; ld.global.u32 %y, [%s];", INTERPRETER_UNDEFINED },
    };
    char text[1000], why[300];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t out[MOST_THREADS * 2] = { 0 };
        uint64_t in[3] = { 0 };

        snprintf(text, sizeof(text), HEAD ".entry k(.param .u64 in, .param .u64 out)\n{\n"
                 ".reg .b32 %%y; .reg .b64 %%s, %%o; .reg .pred %%p;\n"
                 "mov.u32 %%y, %%ctaid.y;\nsetp.eq.u32 %%p, %%y, 0;\n"
                 "ld.param.u64 %%s, [in];\nld.param.u64 %%o, [out];\n"
                 "mad.wide.u32 %%o, %%y, 4, %%o;\n%s\nret;\n}\n", cases[i].code);
        if (run(text, 1, 2, in, out, why, sizeof(why)) != cases[i].outcome)
            fail_msg("%s: \"%s\"", cases[i].code, why);
    }
}
