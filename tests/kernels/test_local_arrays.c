/** Kernels with large arrays of their own: of all sizes that CUDA has, in all widths, over grids
 *  that go in pieces, in several streams at once. The results are compared with a model. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "there.h"

/* The names of kernels of words end with the KiB of their array. */
enum { TURNS = 60, MOST_THREADS = 16384 };

/* %r0: the thread's number in the grid; %r1: what it goes on with from turn to turn; %r2: the sum;
 * %r3: turns; %d1: the output; %p1 and registers above: for the body. */
#define BEGIN(name, memory) \
    ".visible .entry " name "(.param .u64 out, .param .u32 seed)\n{\n" memory \
    ".reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<24>;\n.reg .b64 %d<12>;\n" \
    "ld.param.u64 %d1, [out];\nld.param.u32 %r1, [seed];\n" \
    "mov.u32 %r4, %ctaid.z;\nmov.u32 %r5, %nctaid.y;\nmov.u32 %r6, %ctaid.y;\n" \
    "mad.lo.u32 %r4, %r4, %r5, %r6;\nmov.u32 %r5, %nctaid.x;\nmov.u32 %r6, %ctaid.x;\n" \
    "mad.lo.u32 %r4, %r4, %r5, %r6;\nmov.u32 %r5, %ntid.y;\nmov.u32 %r6, %tid.y;\n" \
    "mad.lo.u32 %r4, %r4, %r5, %r6;\nmov.u32 %r5, %ntid.x;\nmov.u32 %r6, %tid.x;\n" \
    "mad.lo.u32 %r0, %r4, %r5, %r6;\nadd.u32 %r1, %r1, %r0;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\n"
/* %r7: a place below count, which differs from thread to thread and from turn to turn. */
#define NEXT_PLACE(count) \
    "mad.lo.u32 %r1, %r1, 1664525, 1013904223;\nshr.u32 %r7, %r1, 8;\n" \
    "rem.u32 %r7, %r7, " count ";\n"
#define TURN "TURN:\n"
#define END \
    "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 60;\n@%p1 bra TURN;\n" \
    "mul.wide.u32 %d2, %r0, 4;\nadd.u64 %d2, %d1, %d2;\nst.global.u32 [%d2], %r2;\nret;\n}\n"
/* Vectors of 16 bytes: word i of thread t is i + t. */
#define FILL(bytes) \
    "mov.u64 %d3, own;\nmov.u32 %r8, 0;\nmov.u32 %r9, %r0;\nFILL:\n" \
    "add.u32 %r10, %r9, 1;\nadd.u32 %r11, %r9, 2;\nadd.u32 %r12, %r9, 3;\n" \
    "cvt.u64.u32 %d4, %r8;\nadd.u64 %d4, %d3, %d4;\n" \
    "st.local.v4.u32 [%d4], {%r9, %r10, %r11, %r12};\nadd.u32 %r9, %r9, 4;\n" \
    "add.u32 %r8, %r8, 16;\nsetp.lt.u32 %p1, %r8, " bytes ";\n@%p1 bra FILL;\n"

#define WORDS(kib, bytes, count) \
    BEGIN("words" kib, ".local .align 16 .b8 own[" bytes "];\n") FILL(bytes) \
    TURN NEXT_PLACE(count) \
    "mul.wide.u32 %d4, %r7, 4;\nadd.u64 %d4, %d3, %d4;\nld.local.u32 %r8, [%d4];\n" \
    "mad.lo.u32 %r2, %r2, 3, %r8;\nst.local.u32 [%d4], %r2;\n" END

/* One width alone: the array's elements have it. */
#define ONLY(name, type, reg, bytes, shift) \
    BEGIN(name, ".local .align 16 .b8 own[" bytes "];\n") \
    "mov.u64 %d3, own;\nmov.u32 %r8, 0;\nFILL:\nadd.u32 %r9, %r8, %r0;\ncvt.u16.u32 %h1, %r9;\n" \
    "cvt.u64.u32 %d5, %r9;\nmul.wide.u32 %d4, %r8, " shift ";\nadd.u64 %d4, %d3, %d4;\n" \
    "st.local." type " [%d4], " reg ";\nadd.u32 %r8, %r8, 1;\n" \
    "setp.lt.u32 %p1, %r8, 4000;\n@%p1 bra FILL;\n" TURN NEXT_PLACE("4000") \
    "mul.wide.u32 %d4, %r7, " shift ";\nadd.u64 %d4, %d3, %d4;\nld.local." type " " reg ", [%d4];\n"
#define ONLY_END(type, reg) "st.local." type " [%d4], " reg ";\n" END

static const char code[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".func (.reg .u32 %o) changed(.reg .u64 %a, .reg .u32 %b)\n{\n.reg .b32 %q<3>;\n"
    "ld.u32 %q1, [%a];\nadd.u32 %q1, %q1, %b;\nst.u32 [%a], %q1;\nmov.u32 %o, %q1;\nret;\n}\n"
    WORDS("4", "4096", "1024")
    WORDS("16", "16384", "4096")
    WORDS("64", "65536", "16384")
    WORDS("128", "131072", "32768")
    WORDS("400", "409600", "102400")
    WORDS("512", "524288", "131072")
    WORDS("513", "525312", "131328")
    /* all widths in one array: places of 16 bytes */
    BEGIN("widths", ".local .align 16 .b8 own[32000];\n") FILL("32000") TURN NEXT_PLACE("2000")
    "mul.wide.u32 %d4, %r7, 16;\nadd.u64 %d4, %d3, %d4;\n"
    "ld.local.v4.u32 {%r8, %r9, %r10, %r11}, [%d4];\nadd.u32 %r8, %r8, %r9;\n"
    "xor.b32 %r10, %r10, %r11;\nmad.lo.u32 %r2, %r2, 5, %r8;\nadd.u32 %r2, %r2, %r10;\n"
    "st.local.u8 [%d4+3], %r2;\ncvt.u16.u32 %h1, %r2;\nst.local.u16 [%d4+6], %h1;\n"
    "mul.wide.u32 %d5, %r2, 77777;\nst.local.u64 [%d4+8], %d5;\n"
    "ld.local.u16 %h2, [%d4+2];\nld.local.s8 %r12, [%d4+7];\nld.local.v2.u64 {%d6, %d7}, [%d4];\n"
    "cvt.u32.u16 %r13, %h2;\nadd.u32 %r2, %r2, %r12;\nxor.b32 %r2, %r2, %r13;\n"
    "cvt.u32.u64 %r14, %d6;\nshr.u64 %d7, %d7, 20;\ncvt.u32.u64 %r15, %d7;\n"
    "add.u32 %r14, %r14, %r15;\nadd.u32 %r2, %r2, %r14;\n" END
    ONLY("bytes", "u8", "%r9", "20000", "1") "mad.lo.u32 %r2, %r2, 3, %r9;\nmov.u32 %r9, %r2;\n"
    ONLY_END("u8", "%r9")
    ONLY("halves", "u16", "%h1", "20000", "2")
    "cvt.u32.u16 %r9, %h1;\nmad.lo.u32 %r2, %r2, 3, %r9;\ncvt.u16.u32 %h1, %r2;\n"
    ONLY_END("u16", "%h1")
    ONLY("longs", "u64", "%d5", "32000", "8")
    "cvt.u32.u64 %r9, %d5;\nmad.lo.u32 %r2, %r2, 3, %r9;\ncvt.u64.u32 %d5, %r2;\n"
    ONLY_END("u64", "%d5")
    /* a function that has the address of an element, or of the output, from one place */
    BEGIN("calls", ".local .align 16 .b8 own[20000];\n") FILL("20000")
    "mul.wide.u32 %d2, %r0, 4;\nadd.u64 %d2, %d1, %d2;\ncvta.local.u64 %d6, %d3;\n"
    TURN NEXT_PLACE("5000")
    "mul.wide.u32 %d4, %r7, 4;\nadd.u64 %d4, %d6, %d4;\nand.b32 %r8, %r7, 7;\n"
    "setp.eq.u32 %p2, %r8, 0;\nselp.b64 %d4, %d2, %d4, %p2;\ncall (%r9), changed, (%d4, %r2);\n"
    "mad.lo.u32 %r2, %r2, 3, %r9;\n" END
    /* lanes and the block meet between accesses; every fifth block ends before, and every third
       thread leaves the loop's barriers out */
    BEGIN("meets", ".local .align 16 .b8 own[20000];\n") FILL("20000")
    TURN NEXT_PLACE("5000")
    "mul.wide.u32 %d4, %r7, 4;\nadd.u64 %d4, %d3, %d4;\nld.local.u32 %r8, [%d4];\n"
    "shfl.sync.bfly.b32 %r9, %r8, 1, 31, 0xffffffff;\nmad.lo.u32 %r2, %r2, 3, %r9;\n"
    "bar.sync 0;\nst.local.u32 [%d4], %r2;\n" END
    BEGIN("parts", ".local .align 16 .b8 own[20000];\n") FILL("20000")
    TURN NEXT_PLACE("5000")
    "mul.wide.u32 %d4, %r7, 4;\nadd.u64 %d4, %d3, %d4;\nld.local.u32 %r8, [%d4];\n"
    "rem.u32 %r10, %r0, 3;\nsetp.eq.u32 %p2, %r10, 0;\nmov.u32 %r9, %r8;\n@%p2 bra ALONE;\n"
    "activemask.b32 %r11;\nvote.sync.ballot.b32 %r9, 1, %r11;\nmov.u32 %r9, %r8;\n"
    "ALONE:\nmad.lo.u32 %r2, %r2, 3, %r9;\nst.local.u32 [%d4], %r2;\n" END;

static const char *const names[] = { "words4", "words16", "words64", "words128", "words400",
                                     "words512", "words513", "widths", "bytes", "halves", "longs",
                                     "calls", "meets", "parts" };
enum { NAMES = sizeof names / sizeof names[0] };
static const char kernels[NAMES];

static const void *kernel_of(const char *name)
{
    for (int i = 0; i < NAMES; i++) {
        if (strcmp(names[i], name) == 0)
            return &kernels[i];
    }
    fail_msg("no kernel %s", name);
    return NULL;
}

static int set_up(void **state)
{
    void **module = code_register(code);

    (void)state;
    for (int i = 0; i < NAMES; i++)
        stub_register(module, &kernels[i], names[i]);
    return 0;
}

/* ---- the model ------------------------------------------------------------------------------- */

/* One thread of one kernel. */
struct model {
    uint8_t *own;
    uint32_t number, next, sum, out;
};

static uint32_t place(struct model *model, uint32_t count)
{
    model->next = model->next * 1664525u + 1013904223u;
    return (model->next >> 8) % count;
}

static void fill(struct model *model, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        uint32_t value = i + model->number;

        memcpy(model->own + (size_t)i * 4, &value, 4);
    }
}

static void turn_of_words(struct model *model, uint32_t count)
{
    uint8_t *at = model->own + (size_t)place(model, count) * 4;
    uint32_t value;

    memcpy(&value, at, 4);
    model->sum = model->sum * 3 + value;
    memcpy(at, &model->sum, 4);
}

/* Elements of some bytes, of which only the low 32 bits go into the sum. */
static void turn_of_elements(struct model *model, size_t bytes)
{
    uint8_t *at = model->own + place(model, 4000) * bytes;
    uint64_t value = 0;

    memcpy(&value, at, bytes);
    model->sum = model->sum * 3 + (uint32_t)value;
    value = model->sum;
    memcpy(at, &value, bytes);
}

static void fill_elements(struct model *model, size_t bytes)
{
    for (uint64_t i = 0; i < 4000; i++) {
        uint64_t value = (uint32_t)(i + model->number);

        memcpy(model->own + i * bytes, &value, bytes);
    }
}

static void turn_of_widths(struct model *model)
{
    uint8_t *at = model->own + (size_t)place(model, 2000) * 16;
    uint32_t words[4];
    uint64_t longs[2];
    uint16_t half;

    memcpy(words, at, 16);
    model->sum = model->sum * 5 + words[0] + words[1];
    model->sum += words[2] ^ words[3];
    at[3] = (uint8_t)model->sum;
    half = (uint16_t)model->sum;
    memcpy(at + 6, &half, 2);
    longs[0] = (uint64_t)model->sum * 77777;
    memcpy(at + 8, &longs[0], 8);
    memcpy(&half, at + 2, 2);
    memcpy(longs, at, 16);
    model->sum += (uint32_t)(int32_t)(int8_t)at[7];
    model->sum ^= half;
    model->sum += (uint32_t)longs[0] + (uint32_t)(longs[1] >> 20);
}

static void turn_of_calls(struct model *model)
{
    uint32_t index = place(model, 5000), value;
    uint8_t *at = index % 8 == 0 ? (uint8_t *)&model->out : model->own + (size_t)index * 4;

    memcpy(&value, at, 4);
    value += model->sum;
    memcpy(at, &value, 4);
    model->sum = model->sum * 3 + value;
}

/* Two threads whose lanes differ in the lowest bit. */
static void turn_of_meets(struct model *first, struct model *second)
{
    uint8_t *places[2] = { first->own + (size_t)place(first, 5000) * 4,
                           second->own + (size_t)place(second, 5000) * 4 };
    uint32_t values[2];

    memcpy(&values[0], places[0], 4);
    memcpy(&values[1], places[1], 4);
    first->sum = first->sum * 3 + values[1];
    second->sum = second->sum * 3 + values[0];
    memcpy(places[0], &first->sum, 4);
    memcpy(places[1], &second->sum, 4);
}

static void begin(struct model *model, const char *name)
{
    if (strncmp(name, "words", 5) == 0)
        fill(model, (uint32_t)atoi(name + 5) * 256);
    else if (strcmp(name, "widths") == 0)
        fill(model, 8000);
    else if (strcmp(name, "bytes") == 0)
        fill_elements(model, 1);
    else if (strcmp(name, "halves") == 0)
        fill_elements(model, 2);
    else if (strcmp(name, "longs") == 0)
        fill_elements(model, 8);
    else
        fill(model, 5000);
}

static void take_turn(struct model *models, const char *name)
{
    if (strncmp(name, "words", 5) == 0)
        turn_of_words(models, (uint32_t)atoi(name + 5) * 256);
    else if (strcmp(name, "widths") == 0)
        turn_of_widths(models);
    else if (strcmp(name, "bytes") == 0)
        turn_of_elements(models, 1);
    else if (strcmp(name, "halves") == 0)
        turn_of_elements(models, 2);
    else if (strcmp(name, "longs") == 0)
        turn_of_elements(models, 8);
    else if (strcmp(name, "calls") == 0)
        turn_of_calls(models);
    else if (strcmp(name, "meets") == 0)
        turn_of_meets(&models[0], &models[1]);
    else
        turn_of_words(models, 5000);
}

/* What thread number of the grid, an even one, and the next one write. */
static void expected_pair(const char *name, uint32_t number, uint32_t seed, uint32_t out[2])
{
    struct model models[2];

    for (uint32_t i = 0; i < 2; i++) {
        models[i] = (struct model){ malloc(520 << 10), number + i, number + i + seed, 0, 0 };
        assert_non_null(models[i].own);
        begin(&models[i], name);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        take_turn(models, name);
        if (strcmp(name, "meets") != 0)
            take_turn(models + 1, name);
    }
    for (int i = 0; i < 2; i++) {
        out[i] = models[i].sum;
        free(models[i].own);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static uint32_t *new_output(void)
{
    void *out;

    OK(gpuMalloc(&out, MOST_THREADS * sizeof(uint32_t)));
    OK(gpuMemset(out, 0, MOST_THREADS * sizeof(uint32_t)));
    return out;
}

static gpuError_t start(const char *name, dim3 grid, dim3 block, uint32_t *out, uint32_t seed,
                        gpuStream_t stream)
{
    void *arguments[] = { &out, &seed };

    return gpuLaunchKernel(kernel_of(name), grid, block, arguments, 0, stream);
}

/* Looks at every step-th pair of threads. */
static void expect(const char *name, const uint32_t *out, uint32_t threads, uint32_t seed,
                   uint32_t step)
{
    uint32_t *got = malloc(MOST_THREADS * sizeof *got), wanted[2];

    assert_non_null(got);
    assert_true(threads <= MOST_THREADS);
    OK(gpuMemcpy(got, out, threads * sizeof *got, gpuMemcpyDeviceToHost));
    for (uint32_t i = 0; i + 1 < threads; i += 2 * step) {
        expected_pair(name, i, seed, wanted);
        for (uint32_t k = 0; k < 2; k++) {
            if (got[i + k] != wanted[k])
                fail_msg("%s: thread %u: 0x%x instead of 0x%x", name, i + k, got[i + k],
                         wanted[k]);
        }
    }
    free(got);
}

static void runs(const char *name, dim3 grid, dim3 block, uint32_t step)
{
    uint32_t threads = grid.x * grid.y * grid.z * block.x * block.y * block.z;
    uint32_t *out = new_output();

    OK(start(name, grid, block, out, 77, NULL));
    expect(name, out, threads, 77, step);
    OK(gpuFree(out));
}

TEST_CASE(arrays_of_all_sizes)
{
    static const struct {
        const char *name;
        size_t bytes;
        uint32_t step;
    } cases[] = { { "words4", 4096, 1 }, { "words16", 16384, 3 }, { "words64", 65536, 7 },
                  { "words128", 131072, 11 }, { "words400", 409600, 15 },
                  { "words512", 524288, 15 } };
    gpuFuncAttributes attributes;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        runs(cases[i].name, GRID(3, 1, 1), GRID(i < 4 ? 70 : 40, 1, 1), cases[i].step);
        OK(gpuFuncGetAttributes(&attributes, kernel_of(cases[i].name)));
        assert_int_equal(attributes.localSizeBytes, cases[i].bytes);
    }
}

TEST_CASE(arrays_beyond_the_limit_are_refused)
{
    uint32_t *out = new_output();

    EXPECT(start("words513", GRID(1, 1, 1), GRID(1, 1, 1), out, 1, NULL), gpuErrorNoBinary,
           "words513 has 525312 bytes of local memory for each thread; at most 524288");
    OK(gpuFree(out));
}

TEST_CASE(accesses_of_all_widths)
{
    runs("widths", GRID(3, 1, 1), GRID(50, 1, 1), 1);
    runs("bytes", GRID(2, 1, 1), GRID(50, 1, 1), 1);
    runs("halves", GRID(2, 1, 1), GRID(50, 1, 1), 1);
    runs("longs", GRID(2, 1, 1), GRID(50, 1, 1), 1);
}

TEST_CASE(functions_take_addresses)
{
    uint32_t *out = new_output();

    OK(start("calls", GRID(4, 1, 1), GRID(33, 1, 1), out, 5, NULL));
    expect("calls", out, 4 * 33, 5, 1);
    OK(gpuFree(out));
}

TEST_CASE(threads_meet_between_accesses)
{
    runs("meets", GRID(4, 1, 1), GRID(64, 1, 1), 1);
    runs("meets", GRID(2, 1, 1), GRID(16, 6, 1), 1);
    runs("parts", GRID(3, 1, 1), GRID(80, 1, 1), 1);
}

/* With the plan's word local-bytes these go in many pieces: parts of rows, rows, and slices. */
TEST_CASE(grids_of_all_shapes)
{
    static const dim3 grids[] = { { 100, 1, 1 }, { 3, 5, 7 }, { 1, 40, 2 }, { 2, 1, 50 },
                                  { 7, 13, 1 } };

    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++)
        runs("calls", grids[i], GRID(12, 3, 1), 5);
    runs("words64", GRID(60, 1, 1), GRID(4, 1, 1), 3);
}

/* Each stream has work on its way that uses its own memory. */
TEST_CASE(streams_do_not_share)
{
    enum { STREAMS = 6, LAUNCHES = 4 };
    uint32_t *outs[STREAMS][LAUNCHES];
    gpuStream_t streams[STREAMS];

    for (uint32_t i = 0; i < STREAMS; i++)
        OK(gpuStreamCreate(&streams[i]));
    for (uint32_t k = 0; k < LAUNCHES; k++) {
        for (uint32_t i = 0; i < STREAMS; i++)
            outs[i][k] = new_output();
    }
    for (uint32_t k = 0; k < LAUNCHES; k++) {
        for (uint32_t i = 0; i < STREAMS; i++)
            OK(start(k % 2 ? "calls" : "words64", GRID(5 + i, 1, 1), GRID(32 + i, 1, 1), outs[i][k],
                     i * 100 + k, streams[i]));
    }
    OK(gpuDeviceSynchronize());
    for (uint32_t i = 0; i < STREAMS; i++) {
        for (uint32_t k = 0; k < LAUNCHES; k++) {
            expect(k % 2 ? "calls" : "words64", outs[i][k], (5 + i) * (32 + i), i * 100 + k, 5);
            OK(gpuFree(outs[i][k]));
        }
        OK(gpuStreamDestroy(streams[i]));
    }
}

/* The memory goes back with a reset, and comes again. */
TEST_CASE_LAST(resets)
{
    for (int i = 0; i < 3; i++) {
        runs("words64", GRID(2, 1, 1), GRID(32, 1, 1), 7);
        OK(gpuDeviceReset());
    }
}

TEST_CASE(cooperative_launches)
{
    uint32_t *out = new_output(), seed = 3;
    void *arguments[] = { &out, &seed };
    gpuDeviceProp properties;
    int blocks = 0;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuOccupancyActive(&blocks, kernel_of("words64"), 64, 0));
    blocks = blocks > 1 ? properties.multiProcessorCount : 1;
    OK(gpuLaunchCooperativeKernel(kernel_of("words64"), GRID((uint32_t)blocks, 1, 1),
                                  GRID(64, 1, 1), arguments, 0, NULL));
    expect("words64", out, (uint32_t)blocks * 64, 3, 5);
    OK(gpuFree(out));
}

int main(void)
{
    if (!device_is_there())
        return SKIPPED;
    return run_test_cases(set_up);
}
