/** Constants of modules, read in all widths and forms of address: by a binding where they fit, and
 *  by their addresses where they do not, or a pointer to them is used. Both see the same memory,
 *  and what was written to it before the launch. */
#include "loading.h"

#include <string.h>

#include "test_cases.h"

enum { BLOCKS = 4, THREADS = 64, COUNT = BLOCKS * THREADS, TABLE = 4096, TURNS = 20 };

/* %r1: what a value adds to; %d4: an address of 16 bytes, which at is the offset from. */
#define MIX(reg) "mad.lo.u32 %r1, %r1, 31, " reg ";\n"
#define MIX_LONG(reg) \
    "cvt.u32.u64 %r9, " reg ";\n" MIX("%r9") "shr.u64 %d9, " reg ", 32;\ncvt.u32.u64 %r9, %d9;\n" \
    MIX("%r9")
#define READ(space, base, at0, at3, at6, at8) \
    "ld." space "u32 %r2, [" base at0 "];\n" MIX("%r2") \
    "ld." space "u8 %r2, [" base at3 "];\n" MIX("%r2") \
    "ld." space "s8 %r2, [" base at6 "];\n" MIX("%r2") \
    "ld." space "u16 %h1, [" base at6 "];\ncvt.u32.u16 %r2, %h1;\n" MIX("%r2") \
    "ld." space "u64 %d2, [" base at8 "];\n" MIX_LONG("%d2") \
    "ld." space "f32 %f1, [" base at8 "];\nmov.b32 %r2, %f1;\n" MIX("%r2") \
    "ld." space "f64 %g1, [" base at0 "];\nmov.b64 %d2, %g1;\n" MIX_LONG("%d2") \
    "ld." space "v4.u32 {%r2, %r3, %r4, %r5}, [" base at0 "];\n" \
    MIX("%r2") MIX("%r3") MIX("%r4") MIX("%r5") \
    "ld." space "v2.u64 {%d2, %d3}, [" base at0 "];\n" MIX_LONG("%d2") MIX_LONG("%d3") \
    "ld." space "v4.u8 {%r2, %r3, %r4, %r5}, [" base at8 "];\n" \
    MIX("%r2") MIX("%r3") MIX("%r4") MIX("%r5") \
    "ld." space "v2.u16 {%h1, %h2}, [" base at8 "];\ncvt.u32.u16 %r2, %h1;\n" MIX("%r2") \
    "cvt.u32.u16 %r2, %h2;\n" MIX("%r2")
#define READ_AT(space) READ(space, "%d4", "", "+3", "+6", "+8")
/* %r0: the thread in the grid; %d1: its two words of the output. */
#define BEGIN(name) \
    ".visible .entry " name "(.param .u64 out, .param .u32 seed)\n{\n" \
    ".reg .pred %p<3>;\n.reg .b16 %h<3>;\n.reg .b32 %r<12>;\n.reg .b64 %d<12>;\n" \
    ".reg .f32 %f<3>;\n.reg .f64 %g<3>;\nld.param.u64 %d1, [out];\n" \
    "ld.param.u32 %r8, [seed];\nmov.u32 %r5, %ctaid.x;\n" \
    "mov.u32 %r6, %ntid.x;\nmov.u32 %r7, %tid.x;\nmad.lo.u32 %r0, %r5, %r6, %r7;\n" \
    "mul.wide.u32 %d2, %r0, 8;\nadd.u64 %d1, %d1, %d2;\nmov.u32 %r1, 7;\n"
#define STORE(at) "st.global.u32 [%d1" at "], %r1;\nmov.u32 %r1, 7;\n"
#define END "ret;\n}\n"
/* %d4: the row of 16 bytes that a thread reads, by a number of its own. */
#define OWN_ROW \
    "mad.lo.u32 %r3, %r0, 2654435, %r8;\nshr.u32 %r3, %r3, 5;\nrem.u32 %r3, %r3, 256;\n" \
    "mul.wide.u32 %d4, %r3, 16;\nmov.u64 %d5, table;\nadd.u64 %d4, %d5, %d4;\n"

/* Between tables that would lie elsewhere if constants did not come first. */
#define CODE(bytes) \
    ".version 7.0\n.target sm_70\n.address_size 64\n" \
    ".visible .global .align 4 .u32 before = 11;\n.const .align 4 .b8 odd[5] = {1, 2, 3, 4, 5};\n" \
    ".visible .const .align 16 .b8 table[4096];\n.visible .global .align 8 .u64 after = table;\n" \
    ".const .align 8 .b8 rest[" bytes "];\n" \
    ".func (.reg .u32 %o) odd_of(.reg .u32 %a)\n{\n.reg .b64 %q<4>;\n.reg .b32 %s<2>;\n" \
    "rem.u32 %s1, %a, 5;\ncvt.u64.u32 %q1, %s1;\nmov.u64 %q2, odd;\nadd.u64 %q1, %q2, %q1;\n" \
    "ld.const.u8 %o, [%q1];\nret;\n}\n" \
    /* a row of its own: the constant, and by a pointer */ \
    BEGIN("rows") OWN_ROW READ_AT("const.") STORE("") \
    "cvta.const.u64 %d4, %d4;\n" READ_AT("") STORE("+4") END \
    /* a row that is known; in a loop, where all threads have the same */ \
    BEGIN("known") READ("const.", "table+", "32", "35", "38", "40") STORE("") \
    "mov.u64 %d4, table;\nmov.u32 %r10, 0;\nNEXT:\nld.const.u32 %r2, [%d4];\n" MIX("%r2") \
    "add.u64 %d4, %d4, 4;\nadd.u32 %r10, %r10, 1;\nsetp.lt.u32 %p1, %r10, %r8;\n@%p1 bra NEXT;\n" \
    STORE("+4") END \
    /* a function; the word before the table; the pointer that a variable has */ \
    BEGIN("calls") "call (%r2), odd_of, (%r0);\n" MIX("%r2") \
    "ld.global.u32 %r2, [before];\n" MIX("%r2") STORE("") \
    "ld.global.u64 %d4, [after];\nadd.u64 %d4, %d4, 16;\n" READ_AT("global.") STORE("+4") END \
    /* (table, value): writes the table as memory */ \
    BEGIN("write") "ld.param.u64 %d1, [out];\nmul.wide.u32 %d2, %r0, 16;\n" \
    "add.u64 %d1, %d1, %d2;\n" \
    "add.u32 %r1, %r0, %r8;\nadd.u32 %r2, %r1, 1000;\nadd.u32 %r3, %r1, 2000;\n" \
    "mul.lo.u32 %r4, %r1, 77777;\nst.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};\n" END

static const char small[] = CODE("24"), whole[] = CODE("61424"), beyond[] = CODE("80000");

static uint8_t table[TABLE];
static uint32_t got[COUNT * 2];

/* ---- the model ------------------------------------------------------------------------------- */

static uint32_t word(const uint8_t *at)
{
    uint32_t value;

    memcpy(&value, at, sizeof value);
    return value;
}

static uint32_t half(const uint8_t *at)
{
    return word(at) & 0xffff;
}

static uint32_t model(const uint8_t *row)
{
    const uint32_t values[] = {
        word(row), row[3], (uint32_t)(int8_t)row[6], half(row + 6), word(row + 8), word(row + 12),
        word(row + 8), word(row), word(row + 4), word(row), word(row + 4), word(row + 8),
        word(row + 12), word(row), word(row + 4), word(row + 8), word(row + 12), row[8], row[9],
        row[10], row[11], half(row + 8), half(row + 10),
    };
    uint32_t sum = 7;

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        sum = sum * 31 + values[i];
    return sum;
}

static void check_rows(uint32_t seed)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t row = ((i * 2654435 + seed) >> 5) % 256;

        assert_int_equal(got[2 * i], model(table + 16 * row));
        assert_int_equal(got[2 * i + 1], model(table + 16 * row));
    }
}

static void check_known(uint32_t turns)
{
    uint32_t sum = 7;

    for (uint32_t i = 0; i < turns; i++)
        sum = sum * 31 + word(table + 4 * i);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(got[2 * i], model(table + 32));
        assert_int_equal(got[2 * i + 1], sum);
    }
}

static void check_calls(void)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(got[2 * i], (7 * 31 + i % 5 + 1) * 31 + 11);
        assert_int_equal(got[2 * i + 1], model(table + 16));
    }
}

/* ---- a module -------------------------------------------------------------------------------- */

struct loaded {
    module_of_kernel module;
    kernel_of_module rows, known, calls, write;
    void *table;                /* in device memory */
    uint32_t *out;
};

static void load(struct loaded *loaded, const char *text)
{
    size_t bytes;

    OK(LOAD_TEXT(&loaded->module, text));
    OK(FIND(&loaded->rows, loaded->module, "rows"));
    OK(FIND(&loaded->known, loaded->module, "known"));
    OK(FIND(&loaded->calls, loaded->module, "calls"));
    OK(FIND(&loaded->write, loaded->module, "write"));
#if API_IS_CUDA
    OK(cudaLibraryGetGlobal(&loaded->table, &bytes, loaded->module, "table"));
#else
    OK(hipModuleGetGlobal((hipDeviceptr_t *)&loaded->table, &bytes, loaded->module, "table"));
#endif
    assert_int_equal(bytes, TABLE);
    OK(gpuMalloc((void **)&loaded->out, sizeof got));
}

static void unload(struct loaded *loaded)
{
    OK(UNLOAD(loaded->module));
    OK(gpuFree(loaded->out));
}

static void start(kernel_of_module kernel, void *out, uint32_t number)
{
    OK(LAUNCH_OF(kernel, BLOCKS, THREADS, ((void *[]){ &out, &number })));
}

static void run(const struct loaded *loaded, kernel_of_module kernel, uint32_t number)
{
    start(kernel, loaded->out, number);
    OK(gpuMemcpy(got, loaded->out, sizeof got, gpuMemcpyDeviceToHost));
}

static void fill(uint32_t seed)
{
    for (uint32_t i = 0; i < TABLE; i++)
        table[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void check_module(const char *text)
{
    struct loaded loaded;

    load(&loaded, text);
    for (uint32_t turn = 1; turn <= 3; turn++) {
        fill(turn);
        OK(gpuMemcpy(loaded.table, table, sizeof table, gpuMemcpyHostToDevice));
        run(&loaded, loaded.rows, turn * 12345);
        check_rows(turn * 12345);
        run(&loaded, loaded.known, turn * 341);
        check_known(turn * 341);
        run(&loaded, loaded.calls, 0);
        check_calls();
    }
    unload(&loaded);
}

TEST_CASE(few_constants)
{
    check_module(small);
}

TEST_CASE(as_many_as_fit)
{
    check_module(whole);
}

TEST_CASE(more_than_fit)
{
    check_module(beyond);
}

/* The writes and the reads are in one batch, or the queue is idle between them. */
TEST_CASE(writes_before_a_launch)
{
    struct loaded loaded;

    load(&loaded, small);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        if (turn % 2 == 0) {
            start(loaded.write, loaded.table, turn * 999);
            for (uint32_t i = 0; i < COUNT; i++) {
                const uint32_t first = i + turn * 999;
                const uint32_t row[] = { first, first + 1000, first + 2000, first * 77777 };

                memcpy(table + sizeof row * i, row, sizeof row);
            }
        } else {
            fill(turn);
            OK(gpuMemcpyAsync(loaded.table, table, sizeof table, gpuMemcpyHostToDevice, NULL));
        }
        if (turn % 3 == 0)
            OK(gpuDeviceSynchronize());
        run(&loaded, loaded.rows, turn);
        check_rows(turn);
    }
    unload(&loaded);
}

/* What is enqueued reads its constants when the module is gone. */
TEST_CASE(unloaded_behind_a_launch)
{
    struct loaded loaded;

    for (uint32_t turn = 0; turn < TURNS; turn++) {
        load(&loaded, small);
        fill(turn);
        OK(gpuMemcpy(loaded.table, table, sizeof table, gpuMemcpyHostToDevice));
        start(loaded.rows, loaded.out, turn);
        OK(UNLOAD(loaded.module));
        OK(gpuMemcpy(got, loaded.out, sizeof got, gpuMemcpyDeviceToHost));
        check_rows(turn);
        OK(gpuFree(loaded.out));
    }
}

#if API_IS_CUDA
/* A graph's recording reads what the table has at each launch. */
TEST_CASE(launches_of_a_graph)
{
    struct loaded loaded;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    cudaStream_t stream;
    uint32_t number = 77;

    load(&loaded, small);
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    OK(cudaLaunchKernel((const void *)loaded.rows, GRID(BLOCKS, 1, 1), GRID(THREADS, 1, 1),
                        (void *[]){ &loaded.out, &number }, 0, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        fill(turn);
        OK(cudaMemcpyAsync(loaded.table, table, sizeof table, cudaMemcpyHostToDevice, stream));
        OK(cudaGraphLaunch(exec, stream));
        OK(cudaMemcpyAsync(got, loaded.out, sizeof got, cudaMemcpyDeviceToHost, stream));
        OK(cudaStreamSynchronize(stream));
        check_rows(number);
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    unload(&loaded);
}
#endif
