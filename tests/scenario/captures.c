/** Captures of streams by CUDA's runtime, on a device: what nodes are made of calls, the orders of
 *  calls of PyTorch, llama.cpp and NCCL, random programs with a capture and without, bad input. */
#include "../kernels/kernels.h"
#include "scenario.h"

#include <gpuinterop.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"

enum { COUNT = 1024, BYTES = 4 * COUNT };

#define FAILS(call, code) EXPECT(call, code, "")

static cudaStream_t make_stream(void)
{
    cudaStream_t stream;

    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

static uint32_t *device_words(void)
{
    void *pointer;

    OK(cudaMalloc(&pointer, BYTES));
    OK(cudaMemset(pointer, 0, BYTES));
    OK(cudaDeviceSynchronize());
    return pointer;
}

static void call_kernel(enum stub stub, uint32_t *data, uint32_t value, cudaStream_t stream)
{
    void *arguments[] = { &data, &value };

    OK(cudaLaunchKernel(&stubs[stub], GRID(COUNT / 32, 1, 1), GRID(32, 1, 1), arguments, 0,
                        stream));
}

static void begin(cudaStream_t stream)
{
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}

static cudaGraph_t end(cudaStream_t stream)
{
    cudaGraph_t graph = NULL;

    OK(cudaStreamEndCapture(stream, &graph));
    assert_non_null(graph);
    return graph;
}

static enum cudaStreamCaptureStatus status_of(cudaStream_t stream)
{
    enum cudaStreamCaptureStatus status;

    OK(cudaStreamIsCapturing(stream, &status));
    return status;
}

static void run(cudaGraph_t graph, cudaStream_t stream)
{
    cudaGraphExec_t exec;

    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaGraphExecDestroy(exec));
}

/** The nodes of a graph, in the order of their calls. */
static size_t nodes_of(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t room)
{
    size_t count = room;

    OK(cudaGraphGetNodes(graph, nodes, &count));
    return count;
}

static void expect_words(const uint32_t *device, uint32_t first, uint32_t step)
{
    uint32_t host[COUNT];

    OK(cudaMemcpy(host, device, BYTES, cudaMemcpyDeviceToHost));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(host[i], first + i * step);
}

/* ---- what nodes are made of calls ------------------------------------------------------------ */

static void count_call(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/** A captured node gives back what a node that was added by hand would. */
TEST_CASE(nodes_are_as_if_added)
{
    uint32_t *first = device_words(), *second = device_words(), value = 9;
    void *arguments[] = { &first, &value };
    cudaLaunchAttribute attribute = { .id = cudaLaunchAttributePriority, .val.priority = -1 };
    cudaLaunchConfig_t configuration = { .gridDim = GRID(COUNT / 32, 1, 1),
                                         .blockDim = GRID(32, 1, 1), .attrs = &attribute,
                                         .numAttrs = 1 };
    cudaStream_t stream = make_stream();
    struct cudaKernelNodeParams kernel;
    struct cudaMemcpy3DParms copy, box = {
        .srcPtr = { .ptr = first, .pitch = 256, .ysize = 16 },
        .dstPtr = { .ptr = second, .pitch = 256, .ysize = 16 },
        .srcPos = { 4, 1, 0 }, .extent = { 64, 4, 1 }, .kind = cudaMemcpyDeviceToDevice,
    };
    struct cudaMemsetParams fill;
    struct cudaHostNodeParams host;
    cudaLaunchAttributeValue got;
    cudaGraphNode_t nodes[8];
    atomic_int calls = 0;
    cudaGraph_t graph;

    configuration.stream = stream;
    begin(stream);
    OK(cudaLaunchKernelExC(&configuration, &stubs[STUB_FILL], arguments));
    value = 77;                                          /* arguments are the node's own */
    OK(cudaMemcpyAsync(second, first, 40, cudaMemcpyDeviceToDevice, stream));
    OK(cudaMemcpy3DAsync(&box, stream));
    OK(cudaMemset2DAsync(second, 256, 3, 16, 4, stream));
    OK(cudaLaunchHostFunc(stream, count_call, &calls));
    graph = end(stream);
    assert_int_equal(nodes_of(graph, nodes, 8), 5);
    OK(cudaGraphKernelNodeGetParams(nodes[0], &kernel));
    assert_ptr_equal(kernel.func, &stubs[STUB_FILL]);
    assert_true(*(uint32_t **)kernel.kernelParams[0] == first);
    assert_int_equal(*(uint32_t *)kernel.kernelParams[1], 9);
    assert_true(kernel.gridDim.x == COUNT / 32 && kernel.blockDim.x == 32 && kernel.extra == NULL);
    OK(cudaGraphKernelNodeGetAttribute(nodes[0], cudaLaunchAttributePriority, &got));
    assert_int_equal(got.priority, -1);
    OK(cudaGraphMemcpyNodeGetParams(nodes[1], &copy));
    assert_true(copy.dstPtr.ptr == second && copy.srcPtr.ptr == first && copy.extent.width == 40 &&
                copy.extent.height == 1 && copy.extent.depth == 1 &&
                copy.kind == cudaMemcpyDeviceToDevice);
    OK(cudaGraphMemcpyNodeGetParams(nodes[2], &copy));
    assert_true(copy.srcPtr.ptr == first && copy.srcPtr.pitch == 256 && copy.srcPos.x == 4 &&
                copy.srcPos.y == 1 && copy.extent.width == 64 && copy.extent.height == 4);
    OK(cudaGraphMemsetNodeGetParams(nodes[3], &fill));
    assert_true(fill.dst == second && fill.pitch == 256 && fill.value == 3 &&
                fill.elementSize == 1 && fill.width == 16 && fill.height == 4);
    OK(cudaGraphHostNodeGetParams(nodes[4], &host));
    assert_true(host.fn == count_call && host.userData == &calls);
    assert_int_equal(atomic_load(&calls), 0);
    run(graph, stream);
    assert_int_equal(atomic_load(&calls), 1);
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(first));
    OK(cudaFree(second));
}

/** Copies of all kinds, with pageable memory that is read at each launch. */
TEST_CASE(copies_of_all_kinds_are_captured)
{
    static uint8_t in[16][64], out[16][64];
    struct cudaChannelFormatDesc channel = cudaCreateChannelDesc(
        8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    uint32_t *words = device_words();
    cudaStream_t stream = make_stream();
    cudaGraphExec_t exec;
    cudaArray_t array, other;
    cudaGraph_t graph;

    OK(cudaMallocArray(&array, &channel, 64, 16, 0));
    OK(cudaMallocArray(&other, &channel, 64, 16, 0));
    begin(stream);
    OK(cudaMemcpy2DToArrayAsync(array, 0, 0, in, 64, 64, 16, cudaMemcpyHostToDevice, stream));
    struct cudaMemcpy3DParms box = { .srcArray = array, .dstArray = other, .extent = { 64, 16, 1 },
                                     .kind = cudaMemcpyDeviceToDevice };
    OK(cudaMemcpy3DAsync(&box, stream));
    OK(cudaMemcpy2DFromArrayAsync(words, 64, other, 0, 0, 64, 16, cudaMemcpyDeviceToDevice,
                                  stream));
    OK(cudaMemcpy2DAsync(out, 64, words, 64, 64, 16, cudaMemcpyDeviceToHost, stream));
    OK(cudaMemsetAsync(words, 0xee, 64, stream));
    graph = end(stream);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    for (int round = 1; round <= 3; round++) {
        memset(in, round, sizeof in);
        in[7][9] = 99;
        OK(cudaGraphLaunch(exec, stream));
        OK(cudaStreamSynchronize(stream));
        assert_memory_equal(in, out, sizeof in);
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaFreeArray(array));
    OK(cudaFreeArray(other));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(words));
}

TEST_CASE(events_fork_and_join)
{
    uint32_t *first = device_words(), *second = device_words();
    cudaStream_t stream = make_stream(), other = make_stream();
    cudaEvent_t fork, joined, outside;
    cudaGraph_t graph;

    OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
    OK(cudaEventCreate(&outside));
    begin(stream);
    call_kernel(STUB_FILL, first, 5, stream);
    OK(cudaEventRecord(fork, stream));
    OK(cudaStreamWaitEvent(other, fork, 0));
    assert_int_equal(status_of(other), cudaStreamCaptureStatusActive);
    OK(cudaMemcpyAsync(second, first, BYTES, cudaMemcpyDeviceToDevice, other));
    call_kernel(STUB_ADD, second, 1, other);
    OK(cudaEventRecordWithFlags(outside, other, cudaEventRecordExternal));
    OK(cudaEventRecord(joined, other));
    call_kernel(STUB_ADD, first, 2, stream);
    OK(cudaStreamWaitEvent(stream, joined, 0));
    graph = end(stream);
    assert_int_equal(nodes_of(graph, NULL, 0), 5);
    run(graph, stream);
    OK(cudaEventSynchronize(outside));
    expect_words(first, 17, 3);
    expect_words(second, 16, 3);
    OK(cudaEventDestroy(fork));
    OK(cudaEventDestroy(joined));
    OK(cudaEventDestroy(outside));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    OK(cudaFree(first));
    OK(cudaFree(second));
}

/* ---- what programs do ------------------------------------------------------------------------ */

/** PyTorch's CUDAGraph: a side stream, the capture's number, an allocation in between with the
 *  thread's mode relaxed, a graph that is destroyed at once. */
TEST_CASE(as_pytorch_does)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    uint32_t *data = device_words();
    cudaStream_t stream = make_stream(), other = make_stream();
    enum cudaStreamCaptureStatus status;
    unsigned long long id = 0, former = 0;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    void *more = NULL;
    size_t count = 0;

    for (int round = 0; round < 2; round++) {
        OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        OK(cudaStreamGetCaptureInfo(stream, &status, &id, NULL, NULL, NULL, NULL));
        assert_int_equal(status, cudaStreamCaptureStatusActive);
        assert_true(id != 0 && id != former);
        former = id;
        OK(cudaThreadExchangeStreamCaptureMode(&mode));
        OK(cudaMalloc(&more, BYTES));
        OK(cudaThreadExchangeStreamCaptureMode(&mode));
        assert_int_equal(mode, cudaStreamCaptureModeRelaxed);
        call_kernel(STUB_FILL, data, 3, stream);
        call_kernel(STUB_ADD, data, 4, stream);
        OK(cudaMemcpyAsync(more, data, BYTES, cudaMemcpyDeviceToDevice, stream));
        graph = end(stream);
        OK(cudaGraphGetNodes(graph, NULL, &count));
        assert_int_equal(count, 3);
        OK(cudaGraphInstantiateWithFlags(&exec, graph,
                                         cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                             cudaGraphInstantiateFlagUseNodePriority));
        OK(cudaGraphDestroy(graph));
        OK(cudaGraphLaunch(exec, other));
        OK(cudaStreamSynchronize(other));
        expect_words(more, 13, 3);
        OK(cudaGraphExecDestroy(exec));
        OK(cudaFree(more));
    }
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    OK(cudaFree(data));
}

/** llama.cpp: a relaxed capture for each token, and the graph before it is destroyed first. The
 *  executable takes over what was captured; where it cannot, another one takes its place. */
static bool takes_over(cudaGraphExec_t *exec, cudaGraph_t graph)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(*exec, graph, &info);

    if (error == cudaSuccess)
        return true;
    assert_int_equal(error, cudaErrorGraphExecUpdateFailure);
    assert_int_equal(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
    OK(cudaGraphExecDestroy(*exec));
    OK(cudaGraphInstantiate(exec, graph, 0));
    return false;
}

TEST_CASE(as_llama_does)
{
    uint32_t *data = device_words();
    static uint32_t tokens[COUNT];
    cudaStream_t stream = make_stream();
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;

    for (uint32_t token = 0; token < 20; token++) {
        bool is_longer = token / 5 % 2 == 1;

        if (graph != NULL)
            OK(cudaGraphDestroy(graph));
        OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
        OK(cudaMemcpyAsync(data, tokens, BYTES, cudaMemcpyHostToDevice, stream));
        call_kernel(STUB_ADD, data, token, stream);
        if (is_longer)
            call_kernel(STUB_ADD, data, 1, stream);
        OK(cudaStreamEndCapture(stream, &graph));
        if (exec == NULL)
            OK(cudaGraphInstantiate(&exec, graph, 0));
        else
            assert_int_equal(takes_over(&exec, graph), token % 5 != 0);
        for (uint32_t i = 0; i < COUNT; i++)
            tokens[i] = i;
        OK(cudaGraphLaunch(exec, stream));
        OK(cudaStreamSynchronize(stream));
        if (is_longer)
            expect_words(data, 3 * token + 1, 9);
        else
            expect_words(data, token, 3);
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(data));
}

static void CUDART_CB end_object(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/** NCCL: an object that lives as long as the graph, a stream of its own that joins and is cut off,
 *  nodes added by hand, and a host function. */
TEST_CASE(as_nccl_does)
{
    uint32_t *data = device_words();
    cudaStream_t stream = make_stream(), own = make_stream();
    enum cudaStreamCaptureStatus status;
    const cudaGraphNode_t *nodes;
    atomic_int ended = 0, calls = 0;
    cudaGraphNode_t record, tail;
    cudaUserObject_t object;
    unsigned long long id;
    cudaGraphExec_t exec;
    cudaEvent_t event, serial;
    cudaGraph_t graph, got;
    size_t count;

    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&serial, cudaEventDisableTiming));
    OK(cudaEventRecord(serial, own));
    begin(stream);
    call_kernel(STUB_FILL, data, 1, stream);
    OK(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, NULL, NULL, NULL));
    OK(cudaUserObjectCreate(&object, &ended, end_object, 1, cudaUserObjectNoDestructorSync));
    OK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    OK(cudaEventRecord(event, stream));
    OK(cudaStreamWaitEvent(own, event, 0));
    OK(cudaStreamUpdateCaptureDependencies(own, NULL, NULL, 0, cudaStreamSetCaptureDependencies));
    OK(cudaStreamWaitEvent(own, serial, cudaEventWaitExternal));
    OK(cudaStreamWaitEvent(own, event, 0));
    call_kernel(STUB_ADD, data, 2, own);
    OK(cudaLaunchHostFunc(own, count_call, &calls));
    OK(cudaStreamGetCaptureInfo(own, &status, NULL, NULL, &nodes, NULL, &count));
    assert_int_equal(count, 1);
    tail = nodes[0];
    OK(cudaGraphAddEventRecordNode(&record, graph, &tail, 1, serial));
    OK(cudaStreamUpdateCaptureDependencies(own, &record, NULL, 1,
                                           cudaStreamSetCaptureDependencies));
    OK(cudaEventRecord(event, own));
    OK(cudaStreamWaitEvent(stream, event, 0));
    got = end(stream);
    assert_ptr_equal(got, graph);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    for (int i = 0; i < 3; i++)
        OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    expect_words(data, 5, 3);
    assert_int_equal(atomic_load(&calls), 3);
    assert_int_equal(atomic_load(&ended), 0);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaEventDestroy(event));
    OK(cudaEventDestroy(serial));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(own));
    OK(cudaFree(data));
}

/** XLA and Kokkos: parts are captured into a graph of the program's. */
TEST_CASE(parts_are_captured_into_a_graph)
{
    uint32_t *data = device_words();
    cudaStream_t stream = make_stream();
    cudaGraph_t graph, got;
    cudaGraphNode_t root, last[4];

    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&root, graph, NULL, 0));
    OK(cudaStreamBeginCaptureToGraph(stream, graph, &root, NULL, 1,
                                     cudaStreamCaptureModeThreadLocal));
    call_kernel(STUB_FILL, data, 6, stream);
    OK(cudaStreamEndCapture(stream, &got));
    assert_ptr_equal(got, graph);
    assert_int_equal(nodes_of(graph, last, 4), 2);
    OK(cudaStreamBeginCaptureToGraph(stream, graph, &last[1], NULL, 1,
                                     cudaStreamCaptureModeRelaxed));
    call_kernel(STUB_ADD, data, 1, stream);
    OK(cudaStreamEndCapture(stream, NULL));
    run(graph, stream);
    expect_words(data, 19, 3);
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(data));
}

/* ---- bad input ------------------------------------------------------------------------------- */

/** Each broken capture says why: at the call, and when it is ended. */
TEST_CASE(broken_captures_say_why)
{
    uint32_t *data = device_words();
    cudaStream_t stream = make_stream();
    cudaGraph_t graph = (cudaGraph_t)&stream;

    begin(stream);
    EXPECT(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported, "captures");
    assert_int_equal(status_of(stream), cudaStreamCaptureStatusInvalidated);
    EXPECT(cudaMemsetAsync(data, 0, 8, stream), cudaErrorStreamCaptureInvalidated,
           "a wait of the host for a stream");
    EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated,
           "a wait of the host for a stream");
    assert_null(graph);
    FAILS(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(data));
}

/** Ends a capture that a call has broken. Both sentences name the stream. */
static void expect_named(cudaStream_t stream, cudaError_t error, cudaError_t expected,
                         const char *name)
{
    cudaGraph_t graph;

    assert_int_equal(error, expected);
    assert_non_null(strstr(gpuinterop_last_error_detail(), name));
    EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated, name);
    assert_non_null(strstr(strstr(gpuinterop_last_error_detail(), "broken before"), name));
    (void)cudaGetLastError();
}

/** A refused call names the stream that captures, also where the call itself names none. */
TEST_CASE(refusals_name_the_stream)
{
    const struct cudaMemLocation there = { cudaMemLocationTypeDevice, 0 };
    uint32_t *data = device_words();
    cudaStream_t stream;
    cudaEvent_t event;
    unsigned long long id;
    char name[32];
    void *more;

    OK(cudaStreamCreate(&stream));
    OK(cudaEventCreate(&event));
    OK(cudaEventRecord(event, stream));
    begin(stream);
    EXPECT(cudaMalloc(&more, 64), cudaErrorStreamCaptureUnsupported, "while stream ");
    assert_int_equal(sscanf(strstr(gpuinterop_last_error_detail(), "while stream "),
                            "while stream %llu", &id), 1);
    snprintf(name, sizeof name, "stream %llu", id);
    FAILS(cudaStreamEndCapture(stream, &(cudaGraph_t){ NULL }), cudaErrorStreamCaptureInvalidated);
    begin(stream);
    expect_named(stream, cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported, name);
    begin(stream);
    expect_named(stream, cudaMemset(data, 0, 4), cudaErrorStreamCaptureImplicit, name);
    begin(stream);
    expect_named(stream, cudaStreamWaitEvent(stream, event, 0), cudaErrorStreamCaptureIsolation,
                 name);
    begin(stream);
    expect_named(stream, cudaMemPrefetchAsync(data, 4, there, 0, stream),
                 cudaErrorStreamCaptureUnsupported, name);
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(data));
}

TEST_CASE(wrong_arguments_are_told)
{
    cudaStream_t stream = make_stream(), gone = make_stream();
    enum cudaStreamCaptureStatus status;
    cudaGraph_t graph, other;
    cudaGraphNode_t node;
    cudaEvent_t event;

    OK(cudaStreamDestroy(gone));
    OK(cudaEventCreate(&event));
    OK(cudaGraphCreate(&other, 0));
    OK(cudaGraphAddEmptyNode(&node, other, NULL, 0));
    FAILS(cudaStreamBeginCapture(NULL, 0), cudaErrorStreamCaptureUnsupported);
    FAILS(cudaStreamBeginCapture(cudaStreamLegacy, 2), cudaErrorStreamCaptureUnsupported);
    BAD_VALUE(cudaStreamBeginCapture(stream, 3), "mode is 3");
    STALE_HANDLE(cudaStreamBeginCapture(gone, 0));
    STALE_HANDLE(cudaStreamEndCapture(gone, &graph));
    FAILS(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    BAD_VALUE(cudaStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, 0), "graph");
    BAD_VALUE(cudaStreamBeginCaptureToGraph(stream, other, NULL, NULL, 1, 0), "NULL");
    BAD_VALUE(cudaStreamBeginCaptureToGraph(stream, other, &node, NULL, SIZE_MAX, 0), "count");
    BAD_VALUE(cudaStreamIsCapturing(stream, NULL), "status");
    BAD_VALUE(cudaStreamGetCaptureInfo(stream, NULL, NULL, NULL, NULL, NULL, NULL), "status");
    FAILS(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 0), cudaErrorIllegalState);
    OK(cudaStreamGetCaptureInfo(stream, &status, NULL, NULL, NULL, NULL, NULL));
    assert_int_equal(status, cudaStreamCaptureStatusNone);
    begin(stream);
    FAILS(cudaStreamBeginCapture(stream, 0), cudaErrorIllegalState);
    BAD_VALUE(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 2), "flags");
    BAD_VALUE(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 1, 0), "");
    FAILS(cudaGraphLaunch(NULL, stream), cudaErrorInvalidValue);
    OK(cudaGraphDestroy(end(stream)));
    FAILS(cudaEventRecordWithFlags(event, stream, 1), cudaErrorIllegalState);
    FAILS(cudaStreamWaitEvent(stream, event, 1), cudaErrorIllegalState);
    OK(cudaEventDestroy(event));
    OK(cudaGraphDestroy(other));
    OK(cudaStreamDestroy(stream));
}

/* ---- random programs ------------------------------------------------------------------------- */

enum { STREAMS = 3, REGIONS = 4, STEPS = 30 };

struct program {
    cudaStream_t streams[STREAMS];
    cudaEvent_t event;
    uint32_t seed;
};

static uint32_t next_random(struct program *program)
{
    program->seed = program->seed * 1664525u + 1013904223u;
    return program->seed >> 8;
}

static void hand_over(struct program *program, size_t from, size_t to)
{
    OK(cudaEventRecord(program->event, program->streams[from]));
    OK(cudaStreamWaitEvent(program->streams[to], program->event, 0));
}

/** Kernels, copies and fills in several streams, one after the other. */
static void play(struct program *program, uint32_t *const *regions)
{
    size_t last = 0;

    for (int i = 0; i < STEPS; i++) {
        size_t at = next_random(program) % STREAMS;
        uint32_t *dst = regions[next_random(program) % REGIONS];
        uint32_t *src = regions[next_random(program) % REGIONS];
        uint32_t value = next_random(program) % 250;

        if (at != last)
            hand_over(program, last, at);
        last = at;
        if (value % 4 == 0)
            OK(cudaMemsetAsync(dst, (int)value, BYTES, program->streams[at]));
        else if (value % 4 == 1 && dst != src)
            OK(cudaMemcpyAsync(dst, src, BYTES, cudaMemcpyDeviceToDevice, program->streams[at]));
        else
            call_kernel(value % 4 == 2 ? STUB_FILL : STUB_ADD, dst, value, program->streams[at]);
    }
    if (last != 0)
        hand_over(program, last, 0);
}

TEST_CASE(random_programs_do_the_same)
{
    uint32_t *eager[REGIONS], *captured[REGIONS];
    static uint32_t one[COUNT], two[COUNT];
    struct program program;

    for (int i = 0; i < STREAMS; i++)
        program.streams[i] = make_stream();
    OK(cudaEventCreateWithFlags(&program.event, cudaEventDisableTiming));
    for (int i = 0; i < REGIONS; i++) {
        eager[i] = device_words();
        captured[i] = device_words();
    }
    for (uint32_t seed = 1; seed <= 12; seed++) {
        program.seed = seed;
        play(&program, eager);
        OK(cudaStreamSynchronize(program.streams[0]));
        program.seed = seed;
        begin(program.streams[0]);
        play(&program, captured);
        run(end(program.streams[0]), program.streams[0]);
        for (int i = 0; i < REGIONS; i++) {
            OK(cudaMemcpy(one, eager[i], BYTES, cudaMemcpyDeviceToHost));
            OK(cudaMemcpy(two, captured[i], BYTES, cudaMemcpyDeviceToHost));
            assert_memory_equal(one, two, BYTES);
        }
    }
    for (int i = 0; i < REGIONS; i++) {
        OK(cudaFree(eager[i]));
        OK(cudaFree(captured[i]));
    }
    for (int i = 0; i < STREAMS; i++)
        OK(cudaStreamDestroy(program.streams[i]));
    OK(cudaEventDestroy(program.event));
}

int main(void)
{
    void **code = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(code);
    return failed;
}
