/* Kernels with long switches. Some go on from many places: half of the block shuffles many times
 * while the other half waits at a barrier. Others jump by a table. A driver that nests one way for
 * each case must not come to its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_primary.h"
#include "test_cases.h"

enum { LANES = 32, LINE = 128 };

static const char head[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".visible .entry places(.param .u64 out)\n{\n.reg .pred %p;\n.reg .b32 %r<3>;\n"
    ".reg .b64 %rd<3>;\nld.param.u64 %rd1, [out];\nmov.u32 %r2, %tid.x;\nmov.u32 %r1, %r2;\n"
    "setp.ge.u32 %p, %r2, 32;\n@%p bra WAIT;\n";
static const char tail[] =
    "WAIT:\nbar.sync 0;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
    "st.global.u32 [%rd1], %r1;\nret;\n}\n";

static char *text_of(uint32_t count)
{
    size_t room = sizeof head + sizeof tail + (size_t)count * LINE, used;
    char *text = malloc(room);

    assert_non_null(text);
    memcpy(text, head, sizeof head);
    used = sizeof head - 1;
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "shfl.sync.bfly.b32 %%r1, %%r1, %u, 31, -1;\n"
                                 "add.u32 %%r1, %%r1, %u;\n", 1u << i % 5, i);
    memcpy(text + used, tail, sizeof tail);
    return text;
}

static void expect_places(uint32_t count)
{
    uint32_t wanted[2 * LANES], before[LANES], got[2 * LANES];
    char *text = text_of(count);
    CUfunction function;
    CUmodule module;
    CUdeviceptr out;
    void *arguments[] = { &out };

    for (uint32_t i = 0; i < 2 * LANES; i++)
        wanted[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(before, wanted, sizeof before);
        for (uint32_t lane = 0; lane < LANES; lane++)
            wanted[lane] = before[lane ^ 1u << i % 5] + i;
    }
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&function, module, "places"));
    OK(cuMemAlloc(&out, sizeof got));
    OK(cuLaunchKernel(function, 1, 1, 1, 2 * LANES, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH(got, out, sizeof got));
    assert_memory_equal(got, wanted, sizeof got);
    OK(cuMemFree(out));
    OK(cuModuleUnload(module));
    free(text);
}

/* A jump by a table with so many entries. The last ones lead to one place. */
static char *table_text_of(uint32_t count)
{
    static const char entry[] = ".version 6.4\n.target sm_70\n.address_size 64\n"
        ".visible .entry table(.param .u64 out, .param .u32 most)\n{\n.reg .pred %p;\n"
        ".reg .b32 %r<5>;\n.reg .b64 %rd<3>;\nld.param.u64 %rd1, [out];\n"
        "ld.param.u32 %r3, [most];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r1, %tid.x;\n"
        "mad.lo.u32 %r2, %r2, 64, %r1;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
        "min.u32 %r2, %r2, %r3;\nLIST: .branchtargets ";
    size_t room = sizeof entry + (size_t)(count + 2) * LINE, used;
    char *text = malloc(room);

    assert_non_null(text);
    memcpy(text, entry, sizeof entry);
    used = sizeof entry - 1;
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "%sT%u", i != 0 ? ", " : "", i);
    used += (size_t)snprintf(text + used, room - used, ";\nbrx.idx %%r2, LIST;\n");
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "T%u: mov.u32 %%r4, %u;\nbra END;\n", i,
                                 i * 7 + 3);
    (void)snprintf(text + used, room - used, "END: st.global.u32 [%%rd1], %%r4;\nret;\n}\n");
    return text;
}

static void expect_table(uint32_t count)
{
    uint32_t blocks = (count + 2 * LANES - 1) / (2 * LANES), most = count - 1;
    size_t bytes = (size_t)blocks * 2 * LANES * 4;
    uint32_t *got = malloc(bytes);
    char *text = table_text_of(count);
    CUfunction function;
    CUmodule module;
    CUdeviceptr out;
    void *arguments[] = { &out, &most };

    assert_non_null(got);
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&function, module, "table"));
    OK(cuMemAlloc(&out, bytes));
    OK(cuLaunchKernel(function, blocks, 1, 1, 2 * LANES, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH(got, out, bytes));
    for (uint32_t i = 0; i < blocks * 2 * LANES; i++)
        assert_int_equal(got[i], (i < most ? i : most) * 7 + 3);
    OK(cuMemFree(out));
    OK(cuModuleUnload(module));
    free(text);
    free(got);
}

TEST_CASE(all_entries_are_reached)
{
    static const uint32_t counts[] = { 16, 17, 81, 256, 257, 1025 };

    push_primary();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        expect_table(counts[i]);
    pop_primary();
}

TEST_CASE(all_places_are_reached)
{
    static const uint32_t counts[] = { 1, 14, 15, 16, 17, 79, 80, 130 };

    push_primary();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        expect_places(counts[i]);
    pop_primary();
}
