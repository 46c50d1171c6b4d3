/** The heap of kernels as the host sees it: its limit, its end with a reset or a context, captured
 *  launches, a device without the memory, and the memory check. The allocator itself has
 *  unit-kernel_heap and cc-run-heap. */
#include "graph_names.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

#include "test_cases.h"
#include "there.h"

/* took[i] = malloc(bytes) with i there; gave: frees took[i]; each counts what it had. reaches: a
 * store at an offset from the first piece. */
static const char code[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
    ".extern .func free(.param .b64 p);\n"
    ".global .align 8 .b64 took[4096];\n"
#define THREAD \
    ".reg .b32 %t, %b;\n.reg .b64 %p, %n, %o;\n.reg .pred %q;\n" \
    "mov.u32 %b, %ctaid.x;\nmov.u32 %t, %ntid.x;\nmul.lo.u32 %b, %b, %t;\n" \
    "mov.u32 %t, %tid.x;\nadd.u32 %t, %t, %b;\nmov.u64 %o, took;\nmad.wide.u32 %o, %t, 8, %o;\n"
#define TAKE \
    "{ .param .b64 in; .param .b64 out;\nst.param.b64 [in], %n;\n" \
    "call.uni (out), malloc, (in);\nld.param.b64 %p, [out]; }\n"
#define COUNT "ld.param.u64 %n, [count];\n@%q red.global.add.u32 [%n], 1;\n"
    ".visible .entry takes(.param .u64 count, .param .u64 bytes)\n{\n" THREAD
    "ld.param.u64 %n, [bytes];\n" TAKE "setp.ne.u64 %q, %p, 0;\nst.global.u64 [%o], %p;\n"
    "@%q st.global.u32 [%p], %t;\n" COUNT "ret;\n}\n"
    ".visible .entry gives(.param .u64 count)\n{\n.reg .b32 %v;\n" THREAD
    "ld.global.u64 %p, [%o];\nsetp.ne.u64 %q, %p, 0;\nmov.u32 %v, %t;\n"
    "@%q ld.global.u32 %v, [%p];\n{ .param .b64 in;\nst.param.b64 [in], %p;\n"
    "call.uni free, (in); }\nmov.u64 %p, 0;\nst.global.u64 [%o], %p;\n"
    "setp.eq.and.u32 %q, %v, %t, %q;\n" COUNT "ret;\n}\n"
    ".visible .entry reaches(.param .u64 offset)\n{\n" THREAD "mov.u64 %n, 64;\n" TAKE
    "ld.param.u64 %n, [offset];\nadd.u64 %p, %p, %n;\nst.global.u32 [%p], %t;\nret;\n}\n"
    ".visible .entry nothing()\n{\nret;\n}\n";

static char kernels[4];
enum { TAKES, GIVES, REACHES, NOTHING };

enum { DEFAULT_BYTES = 8 << 20, LEAST_BYTES = 4 << 20, THREADS = 64 };

static int set_up(void **state)
{
    void **module = code_register(code);

    (void)state;
    stub_register(module, &kernels[TAKES], "takes");
    stub_register(module, &kernels[GIVES], "gives");
    stub_register(module, &kernels[REACHES], "reaches");
    stub_register(module, &kernels[NOTHING], "nothing");
    return 0;
}

static void reset(void)
{
    (void)gpuDeviceReset();
    (void)gpuGetLastError();
}

static size_t limit(void)
{
    size_t bytes;

    OK(gpuDeviceGetLimit(&bytes, gpuLimitMallocHeapSize));
    return bytes;
}

static gpuError_t start(int kernel, uint32_t *count, uint64_t number, uint32_t blocks,
                        gpuStream_t stream)
{
    void *arguments[] = { &count, &number };
    void *offset[] = { &number };

    return gpuLaunchKernel(&kernels[kernel], GRID(blocks, 1, 1),
                           GRID(kernel == REACHES ? 1 : THREADS, 1, 1),
                           kernel == REACHES ? offset : arguments, 0, stream);
}

static uint32_t *new_count(void)
{
    void *count;

    OK(gpuMalloc(&count, sizeof(uint32_t)));
    OK(gpuMemset(count, 0, sizeof(uint32_t)));
    return count;
}

static uint32_t read_count(uint32_t *count)
{
    uint32_t got;

    OK(gpuMemcpy(&got, count, sizeof got, gpuMemcpyDeviceToHost));
    OK(gpuMemset(count, 0, sizeof got));
    return got;
}

/* How many threads got memory, or found their number in it. */
static uint32_t counted(int kernel, uint64_t bytes, uint32_t blocks)
{
    uint32_t *count = new_count();
    uint32_t got;

    OK(start(kernel, count, bytes, blocks, NULL));
    got = read_count(count);
    OK(gpuFree(count));
    return got;
}

TEST_CASE(the_limit_holds_from_the_first_launch_on)
{
    reset();
    assert_int_equal(limit(), DEFAULT_BYTES);
    OK(gpuDeviceSetLimit(gpuLimitMallocHeapSize, 0));
    assert_int_equal(limit(), LEAST_BYTES);
    OK(start(NOTHING, NULL, 0, 1, NULL));
    OK(gpuDeviceSynchronize());
    OK(gpuDeviceSetLimit(gpuLimitMallocHeapSize, 5 << 20));
    assert_int_equal(counted(TAKES, 1 << 20, 1), 5);
    assert_int_equal(counted(GIVES, 0, 1), 5);
    BAD_VALUE(gpuDeviceSetLimit(gpuLimitMallocHeapSize, 5 << 20), "malloc");
    BAD_VALUE(gpuDeviceSetLimit(gpuLimitMallocHeapSize, 64 << 20), "malloc");
    assert_int_equal(limit(), 5 << 20);
    reset();
    assert_int_equal(limit(), DEFAULT_BYTES);
    assert_int_equal(counted(TAKES, 1 << 20, 1), 8);
}

/* A reset frees what kernels have; then the same code has a new heap. Half of a heap's pieces are
 * asked for together: in a heap that is nearly full some threads of a GPU get none. */
TEST_CASE(a_reset_ends_the_heap)
{
    for (int round = 0; round < 5; round++) {
        reset();
        assert_int_equal(counted(TAKES, 1 << 20, 1), 8);
        assert_int_equal(counted(TAKES, 1 << 20, 1), 0);
    }
    reset();
    assert_int_equal(counted(TAKES, 4096, 16), 1024);
    assert_int_equal(counted(GIVES, 0, 16), 1024);
    assert_int_equal(counted(TAKES, 8 << 20, 1), 1);
}

/* At most 32 GiB of a heap are used, which some devices have. */
TEST_CASE(a_heap_that_is_too_large)
{
    size_t left, all;
    uint32_t *count;

    reset();
    OK(gpuMemGetInfo(&left, &all));
    if (all > (size_t)33 << 30) {
        printf("skipped: %s: the device has memory for the largest heap\n", __func__);
        return;
    }
    OK(gpuDeviceSetLimit(gpuLimitMallocHeapSize, (size_t)1 << 40));
    count = new_count();
    EXPECT(start(TAKES, count, 64, 1, NULL), gpuErrorOutOfMemory, "heap");
    (void)gpuGetLastError();
    OK(gpuDeviceSetLimit(gpuLimitMallocHeapSize, DEFAULT_BYTES));
    assert_int_equal(counted(TAKES, 64, 2), 128);
    assert_int_equal(counted(GIVES, 0, 2), 128);
    OK(gpuFree(count));
}

/* A captured launch takes memory each time. */
TEST_CASE(captured_launches)
{
    uint32_t *count;
    gpuGraphExec_t exec;
    gpuStream_t stream;
    gpuGraph_t graph;

    reset();
    count = new_count();
    OK(gpuStreamCreate(&stream));
    OK(gpuStreamBeginCapture(stream, gpuStreamCaptureModeGlobal));
    OK(start(TAKES, count, 1 << 20, 1, stream));
    OK(gpuStreamEndCapture(stream, &graph));
    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 3; i++) {
        OK(gpuGraphLaunch(exec, stream));
        OK(gpuStreamSynchronize(stream));
        assert_int_equal(read_count(count), i == 0 ? 8 : 0);
    }
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(count));
}

/* Eight streams at once, each with its blocks. */
TEST_CASE(several_streams)
{
    gpuStream_t streams[8];
    uint32_t *count;

    reset();
    count = new_count();
    for (int i = 0; i < 8; i++) {
        OK(gpuStreamCreate(&streams[i]));
        OK(start(TAKES, count, 100, 8, streams[i]));
    }
    OK(gpuDeviceSynchronize());
    assert_int_equal(read_count(count), 8 * 8 * THREADS);
    for (int i = 0; i < 8; i++)
        OK(gpuStreamDestroy(streams[i]));
    OK(gpuFree(count));
}

/* The pages of a heap are memory of kernels, and its tables are not. */
TEST_CASE(checked_accesses)
{
    const char *check = getenv("GPUINTEROP_CHECK");

    reset();
    OK(start(REACHES, NULL, 4096, 1, NULL));
    OK(gpuDeviceSynchronize());
    if (check != NULL && check[0] != '\0') {
        OK(start(REACHES, NULL, (uint64_t)-65536, 1, NULL));
        EXPECT(gpuDeviceSynchronize(), gpuErrorIllegalAddress, "heap of kernels");
    }
    reset();
}

#if !API_IS_CUDA
static uint32_t counted_in(hipModule_t module, const char *kernel, uint64_t bytes)
{
    uint32_t *count = new_count();
    void *arguments[] = { &count, &bytes };
    hipFunction_t function;
    uint32_t got;

    OK(hipModuleGetFunction(&function, module, kernel));
    OK(hipModuleLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL));
    got = read_count(count);
    OK(hipFree(count));
    return got;
}

/* Each context has its own heap, which all of its modules share. */
TEST_CASE(contexts_have_their_own)
{
    hipModule_t modules[2][2];
    hipCtx_t contexts[2];

    reset();
    assert_int_equal(counted(TAKES, 1 << 20, 1), 8);
    for (int i = 0; i < 2; i++) {
        OK(hipCtxCreate(&contexts[i], 0, 0));
        OK(hipDeviceSetLimit(hipLimitMallocHeapSize, (size_t)(5 + i) << 20));
        OK(hipModuleLoadData(&modules[i][0], code));
        OK(hipModuleLoadData(&modules[i][1], code));
        assert_int_equal(counted_in(modules[i][0], "takes", 1 << 20), 5 + i);
        assert_int_equal(counted_in(modules[i][1], "takes", 1 << 20), 0);
        BAD_VALUE(hipDeviceSetLimit(hipLimitMallocHeapSize, 64 << 20), "malloc");
    }
    OK(hipModuleUnload(modules[1][0]));
    assert_int_equal(counted_in(modules[1][1], "takes", 1 << 20), 0);
    for (int i = 1; i >= 0; i--)
        OK(hipCtxDestroy(contexts[i]));
    assert_int_equal(counted(GIVES, 0, 1), 8);
}
#endif

int main(void)
{
    if (!device_is_there())
        return SKIPPED;
    return run_test_cases(set_up);
}
