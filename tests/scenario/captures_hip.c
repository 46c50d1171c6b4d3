/** Captures of streams by HIP's runtime: its own forms of the calls. captures.c has the rest. */
#include "../kernels/kernels.h"
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

enum { COUNT = 1024, BYTES = 4 * COUNT };

static void call_kernel(enum stub stub, uint32_t *data, uint32_t value, hipStream_t stream)
{
    void *arguments[] = { &data, &value };

    OK(hipLaunchKernel(&stubs[stub], GRID(COUNT / 32, 1, 1), GRID(32, 1, 1), arguments, 0, stream));
}

static uint32_t *device_words(void)
{
    void *pointer;

    OK(hipMalloc(&pointer, BYTES));
    OK(hipMemset(pointer, 0, BYTES));
    OK(hipDeviceSynchronize());
    return pointer;
}

static void expect_words(const uint32_t *device, uint32_t first, uint32_t step)
{
    uint32_t host[COUNT];

    OK(hipMemcpy(host, device, BYTES, hipMemcpyDeviceToHost));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(host[i], first + i * step);
}

static void run(hipGraph_t graph, hipStream_t stream)
{
    hipGraphExec_t exec;

    OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
    OK(hipGraphDestroy(graph));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipGraphExecDestroy(exec));
}

TEST_CASE(work_is_captured)
{
    uint32_t *first = device_words(), *second = device_words();
    enum hipStreamCaptureStatus status;
    hipStream_t stream, other;
    hipEvent_t fork, joined;
    unsigned long long id = 0;
    hipGraph_t graph, got;
    const hipGraphNode_t *nodes;
    hipKernelNodeParams kernel;
    size_t count = 0;

    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    OK(hipEventCreateWithFlags(&fork, hipEventDisableTiming));
    OK(hipEventCreateWithFlags(&joined, hipEventDisableTiming));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    call_kernel(STUB_FILL, first, 5, stream);
    OK(hipStreamGetCaptureInfo(stream, &status, &id));
    assert_true(status == hipStreamCaptureStatusActive && id != 0);
    OK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &got, &nodes, &count));
    assert_int_equal(count, 1);
    OK(hipGraphKernelNodeGetParams(nodes[0], &kernel));
    assert_ptr_equal(kernel.func, &stubs[STUB_FILL]);
    OK(hipEventRecord(fork, stream));
    OK(hipStreamWaitEvent(other, fork, 0));
    OK(hipMemcpyAsync(second, first, BYTES, hipMemcpyDeviceToDevice, other));
    OK(hipEventRecord(joined, other));
    call_kernel(STUB_ADD, first, 2, stream);
    OK(hipStreamWaitEvent(stream, joined, 0));
    OK(hipStreamEndCapture(stream, &graph));
    assert_ptr_equal(graph, got);
    expect_words(first, 0, 0);
    run(graph, stream);
    expect_words(first, 17, 3);
    expect_words(second, 5, 1);
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(joined));
    OK(hipStreamDestroy(stream));
    OK(hipStreamDestroy(other));
    OK(hipFree(first));
    OK(hipFree(second));
}

TEST_CASE(parts_are_captured_into_a_graph)
{
    uint32_t *data = device_words();
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphNode_t root;

    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddEmptyNode(&root, graph, NULL, 0));
    OK(hipStreamBeginCaptureToGraph(stream, graph, &root, NULL, 1, hipStreamCaptureModeRelaxed));
    call_kernel(STUB_FILL, data, 6, stream);
    OK(hipStreamUpdateCaptureDependencies(stream, &root, 1, hipStreamAddCaptureDependencies));
    call_kernel(STUB_ADD, data, 1, stream);
    OK(hipStreamEndCapture(stream, NULL));
    run(graph, stream);
    expect_words(data, 19, 3);
    OK(hipStreamDestroy(stream));
    OK(hipFree(data));
}

TEST_CASE(broken_captures_say_why)
{
    hipStream_t stream;
    hipGraph_t graph;
    void *memory;

    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    EXPECT(hipMalloc(&memory, 64), hipErrorStreamCaptureUnsupported, "hipMalloc");
    EXPECT(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated, "hipMalloc");
    assert_null(graph);
    EXPECT(hipStreamEndCapture(stream, &graph), hipErrorIllegalState, "");
    EXPECT(hipStreamBeginCapture(NULL, hipStreamCaptureModeRelaxed),
           hipErrorStreamCaptureUnsupported, "");
    OK(hipStreamDestroy(stream));
}

int main(void)
{
    void **code = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(code);
    return failed;
}
