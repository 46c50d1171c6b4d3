/** Kernels that fail while they run: their context answers nothing else until a reset. */
#include "kernels.h"

#include <pthread.h>

#include "test_cases.h"

#define ONE GRID(1, 1, 1)

static void **module;
static void *used;                       /* made before the kernel failed */
static gpuEvent_t recorded;

/* The launch itself does not tell of the failure, even if the kernel ends before it returns. */
static gpuError_t launch_and_wait(enum stub stub, gpuStream_t stream)
{
    OK(launch(stub, GRID(2, 1, 1), GRID(4, 1, 1), NULL, 0, stream));
    return gpuDeviceSynchronize();
}

/* Each kind of call in the context answers the failure, and makes it the last error anew. */
static void everything_fails(gpuError_t error, const char *sentence)
{
    static uint32_t host, value = 3;
    gpuStream_t stream;
    gpuEvent_t event;
    void *memory, *arguments[] = { &memory, &value };

    EXPECT(gpuDeviceSynchronize(), error, sentence);
    EXPECT(gpuMalloc(&memory, 64), error, sentence);
    EXPECT(gpuMemcpy(&host, &value, sizeof host, gpuMemcpyHostToDevice), error, sentence);
    EXPECT(gpuStreamCreate(&stream), error, sentence);
    EXPECT(gpuEventCreate(&event), error, sentence);
    EXPECT(gpuStreamSynchronize(NULL), error, sentence);
    EXPECT(launch(STUB_FILL, ONE, ONE, arguments, 0, NULL), error, sentence);
    assert_int_equal(gpuPeekAtLastError(), error);
    assert_int_equal(gpuGetLastError(), error);
    OK(gpuGetLastError());
    EXPECT(gpuFree(used), error, sentence);
    EXPECT(gpuEventRecord(recorded, NULL), error, sentence);
    EXPECT(gpuEventQuery(recorded), error, sentence);
    EXPECT(gpuEventDestroy(recorded), error, sentence);
}

static void what_needs_no_context_works(void)
{
    gpuPointerAttributes attributes;
    int device, count;

    OK(gpuPointerGetAttributes(&attributes, used));
    OK(gpuGetDevice(&device));
    OK(gpuGetDeviceCount(&count));
    OK(gpuSetDevice(device));
}

static void a_reset_ends_it(void)
{
    uint32_t *words;

    OK(gpuDeviceReset());
    OK(gpuGetLastError());
    OK(gpuDeviceSynchronize());
    OK(gpuMalloc((void **)&words, 128));
    launch_fill(words, 32, 9, NULL);
    check_row(words, 32, 9, 1);
    OK(gpuFree(words));
}

static void expect_failed_kernel(enum stub stub, gpuError_t error, const char *sentence)
{
    OK(gpuMalloc(&used, 64));
    OK(gpuEventCreate(&recorded));
    OK(gpuEventRecord(recorded, NULL));
    EXPECT(launch_and_wait(stub, NULL), error, sentence);
    everything_fails(error, sentence);
    what_needs_no_context_works();
    everything_fails(error, sentence);
    a_reset_ends_it();
}

TEST_CASE(a_trap)
{
    expect_failed_kernel(STUB_TRAP, gpuErrorLaunchFailure, "stopped itself by a trap");
}

TEST_CASE(an_alloca_of_too_much)
{
    expect_failed_kernel(STUB_FULL, gpuErrorLaunchFailure, "took more memory by alloca");
}

TEST_CASE(an_assertion)
{
    expect_failed_kernel(STUB_ASSERT, gpuErrorAssert,
                         "block (1, 0, 0), thread (2, 0, 0): a.cu:77: the assertion number < 3");
}

/* What waits for something else, in this thread and on the device, is over as well. */
static void *fail_in_a_stream(void *argument)
{
    (void)launch_and_wait(STUB_TRAP, argument);
    return NULL;
}

TEST_CASE(streams_that_wait)
{
    gpuStream_t failing, gated, waiting;
    uint32_t *words;
    pthread_t thread;
    gpuEvent_t event;
    struct gate gate;

    OK(gpuMalloc((void **)&words, 128));
    OK(gpuStreamCreateWithFlags(&failing, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&gated, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&waiting, gpuStreamNonBlocking));
    OK(gpuEventCreate(&event));
    gate_close(&gate, gated);
    OK(gpuEventRecord(event, gated));
    OK(gpuStreamWaitEvent(waiting, event, 0));
    launch_fill(words, 32, 1, waiting);
    assert_int_equal(pthread_create(&thread, NULL, fail_in_a_stream, failing), 0);
    EXPECT(gpuStreamSynchronize(waiting), gpuErrorLaunchFailure, "trap");    /* the gate is shut */
    gate_open(&gate);
    pthread_join(thread, NULL);
    a_reset_ends_it();
}

static int set_up(void **state)
{
    (void)state;
    module = code_main_register();
    return 0;
}

TEST_CASE(the_code_ends)
{
    code_end(module);
}

int run_failed_kernels(void)
{
    return run_test_cases(set_up);
}
