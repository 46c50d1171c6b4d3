/** Kernels with as much shared memory as CUDA promises for every device, static and dynamic, over
 *  grids that go in pieces, in several streams at once. The results are compared with a model. */
#include "graph_names.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "there.h"

enum { THREADS = 64, WORDS = 10240, MOST_WORDS = 12288, MOST_BLOCKS = 700 };

/* %r0: the block's number; %r1: the thread's; %r2: seed; %d1: the output; %s0: the words, whose
 * number is %r3. */
#define BEGIN(name, memory) \
    ".visible .entry " name "(.param .u64 out, .param .u32 seed, .param .u32 count)\n{\n" memory \
    ".reg .pred %p<4>;\n.reg .b32 %r<24>;\n.reg .b64 %d<12>;\n" \
    "ld.param.u64 %d1, [out];\nld.param.u32 %r2, [seed];\nld.param.u32 %r3, [count];\n" \
    "mov.u32 %r4, %ctaid.z;\nmov.u32 %r5, %nctaid.y;\nmov.u32 %r6, %ctaid.y;\n" \
    "mad.lo.u32 %r4, %r4, %r5, %r6;\nmov.u32 %r5, %nctaid.x;\nmov.u32 %r6, %ctaid.x;\n" \
    "mad.lo.u32 %r0, %r4, %r5, %r6;\nmov.u32 %r1, %tid.x;\n"
/* Each thread stores a value, and the kernel ends. */
#define END(value) END_OF("%r1", value)
#define END_OF(thread, value) \
    "mad.lo.u32 %r9, %r0, 64, " thread ";\nmul.wide.u32 %d2, %r9, 4;\nadd.u64 %d2, %d1, %d2;\n" \
    "st.global.u32 [%d2], " value ";\nret;\n}\n"
/* Word i is 7 i + block + seed; then each thread sums words that others have written, and with
 * those that it changes behind a barrier. */
#define SUMS(room) \
    "mov.u32 %r8, %r1;\nFILL:\nsetp.ge.u32 %p1, %r8, %r3;\n@%p1 bra FULL;\n" \
    "mad.lo.u32 %r9, %r8, 7, %r0;\nadd.u32 %r9, %r9, %r2;\nshl.b32 %r10, %r8, 2;\n" \
    "mov.u32 %r11, " room ";\nadd.u32 %r10, %r10, %r11;\nst.shared.u32 [%r10], %r9;\n" \
    "add.u32 %r8, %r8, 64;\nbra FILL;\nFULL:\nbar.sync 0;\n" \
    "mov.u32 %r12, 0;\nmov.u32 %r8, %r1;\nSUM:\nsetp.ge.u32 %p1, %r8, %r3;\n@%p1 bra DONE;\n" \
    "mad.lo.u32 %r9, %r8, 37, 11;\nrem.u32 %r9, %r9, %r3;\nshl.b32 %r9, %r9, 2;\n" \
    "mov.u32 %r11, " room ";\nadd.u32 %r9, %r9, %r11;\nld.shared.u32 %r10, [%r9];\n" \
    "mad.lo.u32 %r12, %r12, 3, %r10;\nadd.u32 %r8, %r8, 64;\nbra SUM;\nDONE:\n" \
    END("%r12")

static const char code[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 all[];\n"
    BEGIN("fixed", ".shared .align 16 .b8 room[40960];\n") SUMS("room")
    BEGIN("given", "") SUMS("all")
    BEGIN("large", ".shared .align 16 .b8 room[49153];\n") SUMS("room")
    /* 64 counters at the end of the room, by all forms of addresses, and one of 64 bits */
    BEGIN("counts", ".shared .align 16 .b8 room[40960];\n")
    "mov.u32 %r8, room;\nmad.lo.u32 %r9, %r1, 4, %r8;\nmov.u32 %r10, 0;\n"
    "st.shared.u32 [%r9+40000], %r10;\nmov.u64 %d5, 0;\nst.shared.u64 [room+128], %d5;\n"
    "bar.sync 0;\nmov.u64 %d3, room;\ncvta.shared.u64 %d3, %d3;\nisspacep.shared %p2, %d3;\n"
    "selp.u32 %r11, 1, 0, %p2;\nmul.lo.u32 %r12, %r1, 5;\nand.b32 %r12, %r12, 63;\n"
    "mul.wide.u32 %d4, %r12, 4;\nadd.u64 %d4, %d3, %d4;\natom.add.u32 %r13, [%d4+40000], %r11;\n"
    "mad.lo.u32 %r14, %r12, 4, %r8;\nred.shared.add.u32 [%r14+40000], %r2;\n"
    "atom.shared.inc.u32 %r13, [%r14+40000], 1000000;\ncvt.u64.u32 %d6, %r1;\n"
    "red.shared.add.u64 [room+128], %d6;\nbar.sync 0;\n"
    "ld.shared.u32 %r15, [%r9+40000];\nld.u64 %d7, [%d3+128];\ncvt.u32.u64 %r16, %d7;\n"
    "add.u32 %r15, %r15, %r16;\n" END("%r15")
    /* lanes and the block meet between accesses */
    BEGIN("meets", ".shared .align 16 .b8 room[40960];\n")
    "mov.u32 %r8, room;\nmad.lo.u32 %r9, %r1, 4, %r8;\nmad.lo.u32 %r10, %r1, 3, %r0;\n"
    "mov.u32 %r11, 0;\nTURN:\nst.shared.u32 [%r9+4096], %r10;\nbar.sync 0;\n"
    "xor.b32 %r12, %r1, 33;\nmad.lo.u32 %r12, %r12, 4, %r8;\nld.shared.u32 %r13, [%r12+4096];\n"
    "shfl.sync.bfly.b32 %r14, %r13, 1, 31, 0xffffffff;\nbar.sync 0;\n"
    "mad.lo.u32 %r10, %r10, 3, %r14;\nadd.u32 %r11, %r11, 1;\nsetp.lt.u32 %p1, %r11, 20;\n"
    "@%p1 bra TURN;\n" END("%r10")
    /* each block writes, all blocks wait, and each reads its own words */
    BEGIN("waits", "")
    "mov.u32 %r8, all;\nmad.lo.u32 %r9, %r1, 4, %r8;\nmad.lo.u32 %r10, %r0, 100, %r2;\n"
    "add.u32 %r10, %r10, %r1;\nst.shared.u32 [%r9+40000], %r10;\n" WAIT_FOR_GRID
    "xor.b32 %r11, %r1, 33;\nmad.lo.u32 %r11, %r11, 4, %r8;\nld.shared.u32 %r12, [%r11+40000];\n"
    END("%r12")
    /* two warps come to barriers in places of their own, and count the odd threads there */
    BEGIN("parts", "")
    "mov.u32 %r19, %tid.z;\nmov.u32 %r20, %ntid.y;\nmov.u32 %r21, %tid.y;\n"
    "mad.lo.u32 %r22, %r19, %r20, %r21;\nmov.u32 %r7, %ntid.x;\n"
    "mad.lo.u32 %r15, %r22, %r7, %r1;\n"
    "shr.u32 %r16, %r15, 5;\nsetp.ne.u32 %p1, %r16, 0;\nand.b32 %r17, %r15, 1;\n"
    "setp.ne.u32 %p2, %r17, 0;\nmov.u32 %r8, all;\nmad.lo.u32 %r9, %r15, 4, %r8;\n"
    "mad.lo.u32 %r10, %r15, 3, %r0;\nadd.u32 %r10, %r10, %r2;\nst.shared.u32 [%r9], %r10;\n"
    "xor.b32 %r11, %r15, 33;\nmad.lo.u32 %r11, %r11, 4, %r8;\n@%p1 bra SECOND;\n"
    "bar.red.popc.u32 %r18, 0, %p2;\nld.shared.u32 %r12, [%r11];\nbar.sync 0;\nbra BOTH;\n"
    "SECOND:\nbar.red.popc.u32 %r18, 0, %p2;\nld.shared.u32 %r12, [%r11];\nbar.sync 0;\n"
    "BOTH:\nmad.lo.u32 %r12, %r18, 1000, %r12;\n" END_OF("%r15", "%r12")
    /* one block without shared memory of its own: 64 and the thread's number */
    BEGIN("products", "")
    "mov.u32 %r8, 0x01010101;\nmov.u32 %r9, 0x02020202;\n"
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r10, %r11, %r12, %r13}, "
    "{%r8, %r8, %r8, %r8}, {%r9, %r9}, {%r1, %r1, %r1, %r1};\n"
    "mul.wide.u32 %d2, %r1, 4;\nadd.u64 %d2, %d1, %d2;\nst.global.u32 [%d2], %r10;\nret;\n}\n";

static const char *const names[] = { "fixed", "given", "large", "counts", "meets", "waits",
                                    "parts", "products" };
enum { NAMES = sizeof names / sizeof names[0] };
static char kernels[NAMES];

static const void *kernel_of(const char *name)
{
    size_t i = 0;

    while (strcmp(names[i], name) != 0)
        i++;
    return &kernels[i];
}

static int set_up(void **state)
{
    void **module = code_register(code);

    (void)state;
    for (size_t i = 0; i < NAMES; i++)
        stub_register(module, &kernels[i], names[i]);
    return 0;
}

/* ---- the model ------------------------------------------------------------------------------- */

static uint32_t sum_of(uint32_t block, uint32_t thread, uint32_t seed, uint32_t count)
{
    uint32_t sum = 0;

    for (uint32_t i = thread; i < count; i += THREADS)
        sum = sum * 3 + 7 * ((i * 37 + 11) % count) + block + seed;
    return sum;
}

/* Each counter is larger by 1, the seed and 1 by three atomics; the sum is that of all threads. */
static uint32_t count_of(uint32_t seed)
{
    return seed + 2 + THREADS * (THREADS - 1) / 2;
}

static void turn_of_meets(uint32_t values[THREADS])
{
    uint32_t old[THREADS];

    memcpy(old, values, sizeof old);
    for (uint32_t i = 0; i < THREADS; i++)
        values[i] = old[i] * 3 + old[(i ^ 1) ^ 33];
}

static uint32_t value_of(const char *name, uint32_t block, uint32_t thread, uint32_t seed,
                         uint32_t count)
{
    if (strcmp(name, "meets") == 0)
        return thread * 3 + block;
    if (strcmp(name, "waits") == 0)
        return block * 100 + seed + (thread ^ 33);
    if (strcmp(name, "parts") == 0)
        return THREADS / 2 * 1000 + (thread ^ 33) * 3 + block + seed;
    return strcmp(name, "counts") == 0 ? count_of(seed) : sum_of(block, thread, seed, count);
}

static void check_block(const char *name, const uint32_t *got, uint32_t block, uint32_t seed,
                        uint32_t count)
{
    uint32_t values[THREADS];

    for (uint32_t i = 0; i < THREADS; i++)
        values[i] = value_of(name, block, i, seed, count);
    for (int turn = 0; turn < 20 && strcmp(name, "meets") == 0; turn++)
        turn_of_meets(values);
    for (uint32_t i = 0; i < THREADS; i++) {
        if (got[i] != values[i])
            fail_msg("%s: block %u, thread %u: 0x%x instead of 0x%x", name, block, i, got[i],
                     values[i]);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static uint32_t *new_output(void)
{
    void *out;

    OK(gpuMalloc(&out, MOST_BLOCKS * THREADS * sizeof(uint32_t)));
    return out;
}

static gpuError_t start(const char *name, dim3 grid, uint32_t *out, uint32_t seed, uint32_t count,
                        gpuStream_t stream)
{
    void *arguments[] = { &out, &seed, &count };
    size_t dynamic = strcmp(name, "given") == 0 ? (size_t)count * 4 : 0;

    return gpuLaunchKernel(kernel_of(name), grid, GRID(THREADS, 1, 1), arguments, dynamic, stream);
}

static void expect(const char *name, const uint32_t *out, uint32_t blocks, uint32_t seed,
                   uint32_t count)
{
    uint32_t *got = malloc(MOST_BLOCKS * THREADS * sizeof *got);

    assert_non_null(got);
    OK(gpuMemcpy(got, out, (size_t)blocks * THREADS * sizeof *got, gpuMemcpyDeviceToHost));
    for (uint32_t block = 0; block < blocks; block++)
        check_block(name, got + (size_t)block * THREADS, block, seed, count);
    free(got);
}

static void runs(const char *name, dim3 grid, uint32_t seed, uint32_t count)
{
    uint32_t *out = new_output();

    OK(start(name, grid, out, seed, count, NULL));
    expect(name, out, grid.x * grid.y * grid.z, seed, count);
    OK(gpuFree(out));
}

TEST_CASE(devices_have_what_is_promised)
{
    const char *more = getenv("GPUINTEROP_SHARED_BYTES");
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    assert_true(properties.sharedMemPerBlock >= 49152);
    if (more != NULL)
        assert_true(properties.sharedMemPerBlockOptin >= strtoul(more, NULL, 10));
    assert_true(properties.sharedMemPerBlockOptin >= properties.sharedMemPerBlock);
}

TEST_CASE(static_memory)
{
    runs("fixed", GRID(5, 1, 1), 3, WORDS);
    runs("counts", GRID(5, 1, 1), 9, 0);
    runs("meets", GRID(5, 1, 1), 1, 0);
}

/* A launch with little has it of the device; both forms of the kernel take turns. */
TEST_CASE(dynamic_memory)
{
    for (uint32_t i = 0; i < 3; i++) {
        runs("given", GRID(4, 1, 1), i, 100);
        runs("given", GRID(4, 1, 1), i, MOST_WORDS);
        runs("given", GRID(4, 1, 1), i, 1000 + i);
    }
}

TEST_CASE(more_is_refused)
{
    uint32_t *out = new_output();
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    EXPECT(start("given", GRID(1, 1, 1), out, 0, MOST_WORDS + 1, NULL), gpuErrorInvalidValue,
           "dynamic shared memory");
    if (properties.sharedMemPerBlockOptin < 49153) {
        EXPECT(start("large", GRID(1, 1, 1), out, 0, WORDS, NULL), gpuErrorInvalidValue,
               "49153 bytes of static shared memory");
    } else {
        OK(start("large", GRID(3, 1, 1), out, 0, WORDS, NULL));
        OK(gpuDeviceSynchronize());
    }
    OK(gpuFree(out));
}

/* Blocks whose warps are rows, and others, where a kernel with native warps goes step by step; with
 * shared memory of the device's and in device memory. */
TEST_CASE(warps_come_to_barriers_apart)
{
    static const dim3 blocks[] = { { 64, 1, 1 }, { 32, 2, 1 }, { 16, 4, 1 }, { 8, 4, 2 },
                                   { 4, 16, 1 }, { 32, 1, 2 } };
    uint32_t *out = new_output(), seed = 5, count = 0;
    void *arguments[] = { &out, &seed, &count };

    for (size_t i = 0; i < 2 * sizeof blocks / sizeof blocks[0]; i++, seed++) {
        OK(gpuLaunchKernel(kernel_of("parts"), GRID(3, 1, 1), blocks[i / 2], arguments,
                           i % 2 ? 49152 : THREADS * sizeof(uint32_t), NULL));
        expect("parts", out, 3, seed, count);
    }
    OK(gpuFree(out));
}

static gpuError_t start_products(uint32_t threads, uint32_t *out)
{
    uint32_t none = 0;
    void *arguments[] = { &out, &none, &none };

    return gpuLaunchKernel(kernel_of("products"), GRID(1, 1, 1), GRID(threads, 1, 1), arguments, 0,
                           NULL);
}

/* Where warps meet by shared memory, a device may have too little of it for a large block. */
TEST_CASE(warps_of_a_block_fit)
{
    uint32_t *out = new_output(), got[1024], most;
    gpuFuncAttributes attributes;
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuFuncGetAttributes(&attributes, kernel_of("products")));
    most = (uint32_t)attributes.maxThreadsPerBlock;
    assert_in_range(most, THREADS, 1024);
    OK(start_products(most, out));
    OK(gpuMemcpy(got, out, most * sizeof got[0], gpuMemcpyDeviceToHost));
    for (uint32_t i = 0; i < most; i++)
        assert_int_equal(got[i], 64 + i);
    if (most < (uint32_t)properties.maxThreadsPerBlock)
        EXPECT(start_products(most + 1, out), gpuErrorOutOfResources,
               "warps and barriers of products take");
    OK(start_products(THREADS, out));
    OK(gpuFree(out));
}

/* With the plan's word local-bytes these go in many pieces. */
TEST_CASE(grids_of_all_shapes)
{
    static const dim3 grids[] = { { 300, 1, 1 }, { 7, 11, 3 }, { 1, 100, 2 }, { 2, 1, 64 },
                                  { 699, 1, 1 } };

    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++)
        runs("fixed", grids[i], (uint32_t)i, 800);
}

/* Each stream has work on its way that uses its own memory. */
TEST_CASE(streams_do_not_share)
{
    enum { STREAMS = 6, LAUNCHES = 4 };
    uint32_t *outs[STREAMS][LAUNCHES];
    gpuStream_t streams[STREAMS];

    for (uint32_t i = 0; i < STREAMS; i++) {
        OK(gpuStreamCreate(&streams[i]));
        for (uint32_t k = 0; k < LAUNCHES; k++)
            outs[i][k] = new_output();
    }
    for (uint32_t k = 0; k < LAUNCHES; k++) {
        for (uint32_t i = 0; i < STREAMS; i++)
            OK(start(k % 2 ? "fixed" : "given", GRID(5 + i, 1, 1), outs[i][k], i * 100 + k, WORDS,
                     streams[i]));
    }
    OK(gpuDeviceSynchronize());
    for (uint32_t i = 0; i < STREAMS; i++) {
        for (uint32_t k = 0; k < LAUNCHES; k++) {
            expect(k % 2 ? "fixed" : "given", outs[i][k], 5 + i, i * 100 + k, WORDS);
            OK(gpuFree(outs[i][k]));
        }
        OK(gpuStreamDestroy(streams[i]));
    }
}

/* The memory goes back with a reset, and comes again. */
TEST_CASE_LAST(resets)
{
    for (int i = 0; i < 2; i++) {
        runs("fixed", GRID(2, 1, 1), 7, WORDS);
        OK(gpuDeviceReset());
    }
}

/* ---- cooperative launches -------------------------------------------------------------------- */

/* Blocks of "waits" that run at one time. Without dynamic memory they are bounded by the device
 * alone. */
static uint32_t blocks_at_once(void)
{
    gpuDeviceProp properties;
    int blocks = 0;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuOccupancyActive(&blocks, kernel_of("waits"), THREADS, 0));
    return (uint32_t)(blocks * properties.multiProcessorCount);
}

static void start_together(const char *name, uint32_t blocks, uint32_t *out, gpuStream_t stream)
{
    uint32_t seed = 3, count = WORDS;
    void *arguments[] = { &out, &seed, &count };
    size_t dynamic = strcmp(name, "waits") == 0 ? WORDS * sizeof(uint32_t) : 0;

    OK(gpuLaunchCooperativeKernel(kernel_of(name), GRID(blocks, 1, 1), GRID(THREADS, 1, 1),
                                  arguments, dynamic, stream));
}

TEST_CASE(cooperative_launches)
{
    uint32_t *out = new_output();

    start_together("fixed", 1, out, NULL);
    expect("fixed", out, 1, 3, WORDS);
    if (blocks_at_once() < 2)
        skip();
    for (int turn = 0; turn < 3; turn++) {
        start_together("waits", 2, out, NULL);
        expect("waits", out, 2, 3, WORDS);
    }
    OK(gpuFree(out));
}

static gpuGraphExec_t graph_of_two_blocks(uint32_t *out, gpuStream_t stream)
{
    gpuGraphExec_t exec;
    gpuGraph_t graph;

    OK(gpuStreamBeginCapture(stream, API(StreamCaptureModeGlobal)));
    start_together("waits", 2, out, stream);
    OK(gpuStreamEndCapture(stream, &graph));
    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(gpuGraphDestroy(graph));
    return exec;
}

TEST_CASE(cooperative_launches_of_graphs)
{
    uint32_t *out = new_output();
    gpuGraphExec_t exec;
    gpuStream_t stream;

    if (blocks_at_once() < 2)
        skip();
    OK(gpuStreamCreate(&stream));
    exec = graph_of_two_blocks(out, stream);
    for (int turn = 0; turn < 3; turn++) {
        OK(gpuMemsetAsync(out, 0, (size_t)2 * THREADS * sizeof *out, stream));
        OK(gpuGraphLaunch(exec, stream));
        OK(gpuStreamSynchronize(stream));
        expect("waits", out, 2, 3, WORDS);
    }
    OK(gpuGraphExecDestroy(exec));
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(out));
}

int main(void)
{
    if (!device_is_there())
        return SKIPPED;
    return run_test_cases(set_up);
}
