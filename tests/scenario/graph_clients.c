/** The orders of calls of MLX, XLA, Unified Runtime and Kokkos with graphs, on a device: CUDA's
 *  runtime and its driver interface on the same graphs. PyTorch, llama.cpp and NCCL are in
 *  captures.c. */
#include "../kernels/kernels.h"
#include "scenario.h"

#include <cuda.h>
#include <stdatomic.h>
#include <string.h>

#include "test_cases.h"

enum { COUNT = 256, BYTES = 4 * COUNT };

#define CU(call) assert_int_equal((call), CUDA_SUCCESS)

/* twice: p[i] = 2 p[i] + v. */
static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry twice(.param .u64 p, .param .u32 v)\n{\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<8>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v]; cvta.to.global.u64 %rd2, %rd1;\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\n"
    "mad.lo.u32 %r5, %r3, %r4, %r2; mul.wide.u32 %rd3, %r5, 4; add.s64 %rd4, %rd2, %rd3;\n"
    "ld.global.u32 %r6, [%rd4]; mad.lo.u32 %r7, %r6, 2, %r1; st.global.u32 [%rd4], %r7; ret;\n}\n";

static CUcontext context;
static CUmodule module;
static CUfunction twice, add;
static CUstream stream;
static uint32_t *words[3];

static CUdeviceptr address(const void *pointer)
{
    return (CUdeviceptr)(uintptr_t)pointer;
}

static int begin(void **state)
{
    (void)state;
    OK(cudaSetDevice(0));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CU(cuCtxGetCurrent(&context));
    CU(cuModuleLoadData(&module, code));
    CU(cuModuleGetFunction(&twice, module, "twice"));
    OK(cudaGetFuncBySymbol((cudaFunction_t *)&add, &stubs[STUB_ADD]));
    for (int i = 0; i < 3; i++) {
        OK(cudaMalloc((void **)&words[i], BYTES));
        OK(cudaMemset(words[i], 0, BYTES));
    }
    OK(cudaDeviceSynchronize());
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        OK(cudaFree(words[i]));
    CU(cuModuleUnload(module));
    OK(cudaStreamDestroy(stream));
    return 0;
}

static CUDA_KERNEL_NODE_PARAMS launch_of(CUfunction function, void **arguments)
{
    return (CUDA_KERNEL_NODE_PARAMS){
        .func = function, .gridDimX = COUNT / 32, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments,
    };
}

static CUgraphNode add_launch(CUgraph graph, const CUgraphNode *before, size_t count,
                              CUfunction function, uint32_t *data, uint32_t value)
{
    void *arguments[] = { &data, &value };
    const CUDA_KERNEL_NODE_PARAMS launch = launch_of(function, arguments);
    CUgraphNode node;

    CU(cuGraphAddKernelNode(&node, graph, before, count, &launch));
    return node;
}

static CUDA_MEMCPY3D copy_of(CUdeviceptr destination, CUdeviceptr source)
{
    return (CUDA_MEMCPY3D){
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = source,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = destination,
        .WidthInBytes = BYTES, .Height = 1, .Depth = 1,
    };
}

static void call_kernel(enum stub stub, uint32_t *data, uint32_t value)
{
    void *arguments[] = { &data, &value };

    OK(cudaLaunchKernel(&stubs[stub], GRID(COUNT / 32, 1, 1), GRID(32, 1, 1), arguments, 0,
                        stream));
}

static size_t nodes_of(CUgraph graph)
{
    size_t count = 0;

    OK(cudaGraphGetNodes(graph, NULL, &count));
    return count;
}

/* ---- MLX ------------------------------------------------------------------------------------- */

enum { MOST_EDGES = 16 };

/** An encoder of MLX: nodes are added without edges, and the edges come in one call at the end. */
struct encoder {
    cudaGraph_t graph;
    cudaGraphNode_t from[MOST_EDGES], to[MOST_EDGES], last;
    size_t edges;
    cudaGraphExec_t cached;
    int updates, instantiations;
};

static void follow(struct encoder *encoder, cudaGraphNode_t from, cudaGraphNode_t to)
{
    assert_true(encoder->edges < MOST_EDGES);
    encoder->from[encoder->edges] = from;
    encoder->to[encoder->edges++] = to;
}

static void insert(struct encoder *encoder, cudaGraphNode_t node)
{
    if (encoder->last != NULL)
        follow(encoder, encoder->last, node);
    encoder->last = node;
}

static void insert_launch(struct encoder *encoder, enum stub stub, uint32_t *data, uint32_t value)
{
    void *arguments[] = { &data, &value };
    const struct cudaKernelNodeParams launch = {
        .func = (void *)(uintptr_t)&stubs[stub], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    cudaGraphNode_t node;

    OK(cudaGraphAddKernelNode(&node, encoder->graph, NULL, 0, &launch));
    insert(encoder, node);
}

/** Nodes beside each other, and an empty one behind them. */
static void insert_beside(struct encoder *encoder, uint32_t value)
{
    cudaGraphNode_t before = encoder->last, nodes[3], empty;

    OK(cudaGraphAddEmptyNode(&empty, encoder->graph, NULL, 0));
    for (int i = 0; i < 3; i++) {
        nodes[i] = add_launch(encoder->graph, NULL, 0, i == 1 ? twice : add, words[i],
                              value + (uint32_t)i);
        follow(encoder, nodes[i], empty);
    }
    for (int i = 0; i < 3; i++)
        follow(encoder, before, nodes[i]);
    encoder->last = empty;
}

/** What a library does in a stream: one kernel becomes a node, more a graph within one. */
static void insert_captured(struct encoder *encoder, int calls, uint32_t value)
{
    CUDA_KERNEL_NODE_PARAMS launch;
    cudaGraphNode_t captured, node;
    cudaGraph_t graph;
    size_t count;

    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < calls; i++)
        call_kernel(STUB_ADD, words[2], value + (uint32_t)i);
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, calls);
    if (count == 1) {
        OK(cudaGraphGetNodes(graph, &captured, &count));
        CU(cuGraphKernelNodeGetParams(captured, &launch));
        CU(cuGraphAddKernelNode(&node, encoder->graph, NULL, 0, &launch));
    } else {
        OK(cudaGraphAddChildGraphNode(&node, encoder->graph, NULL, 0, graph));
    }
    insert(encoder, node);
    OK(cudaGraphDestroy(graph));
}

/** Updates the executable of the same topology, or makes one where that fails. */
static void commit(struct encoder *encoder)
{
    cudaGraphExecUpdateResultInfo info;

    OK(cudaGraphAddDependencies(encoder->graph, encoder->from, encoder->to, NULL,
                                encoder->edges));
    if (encoder->cached != NULL) {
        cudaError_t error = cudaGraphExecUpdate(encoder->cached, encoder->graph, &info);

        assert_int_equal(error == cudaSuccess, info.result == cudaGraphExecUpdateSuccess);
        encoder->updates += error == cudaSuccess;
        if (error != cudaSuccess) {
            assert_int_equal(cudaGetLastError(), cudaErrorGraphExecUpdateFailure);
            OK(cudaGraphExecDestroy(encoder->cached));
            encoder->cached = NULL;
        }
    }
    if (encoder->cached == NULL) {
        OK(cudaGraphInstantiate(&encoder->cached, encoder->graph, 0));
        encoder->instantiations++;
    }
    OK(cudaGraphLaunch(encoder->cached, stream));
    OK(cudaGraphDestroy(encoder->graph));
    OK(cudaGraphCreate(&encoder->graph, 0));
    encoder->edges = 0;
    encoder->last = NULL;
}

static void expect_words(const uint32_t *device, uint32_t first, uint32_t step)
{
    OK(cudaStreamSynchronize(stream));
    check_row(device, COUNT, first, step);
}

TEST_CASE_WITH(as_mlx_does, begin, end)
{
    struct encoder encoder = { .cached = NULL };

    OK(cudaGraphCreate(&encoder.graph, 0));
    for (uint32_t round = 0; round < 12; round++) {
        int calls = round / 4 % 2 == 0 ? 2 : 3;          /* the key tells no more than "a graph" */
        uint32_t third = 3 * (round + 7) + round + 2, step = 9;

        insert_launch(&encoder, STUB_FILL, words[0], round);
        insert_launch(&encoder, STUB_FILL, words[1], round + 5);
        insert_launch(&encoder, STUB_FILL, words[2], round + 7);
        insert_beside(&encoder, round);
        insert_captured(&encoder, 1, 100);
        third = 3 * third + 100;
        insert_captured(&encoder, calls, round);
        for (int i = 0; i < calls; i++, step *= 3)
            third = 3 * third + round + (uint32_t)i;
        commit(&encoder);
        expect_words(words[0], 4 * round, 3);
        expect_words(words[1], 2 * (round + 5) + round + 1, 2);
        expect_words(words[2], third, step);
    }
    assert_int_equal(encoder.updates, 9);
    assert_int_equal(encoder.instantiations, 3);
    OK(cudaGraphExecDestroy(encoder.cached));
    OK(cudaGraphDestroy(encoder.graph));
}

/* ---- XLA ------------------------------------------------------------------------------------- */

static CUDA_MEMSET_NODE_PARAMS fill_of(uint32_t *data, uint32_t value)
{
    return (CUDA_MEMSET_NODE_PARAMS){ .dst = address(data), .value = value, .elementSize = 4,
                                      .width = COUNT, .height = 1 };
}

/** A part that a library fills in: its nodes are set again later, within the node. */
static CUgraph make_part(uint32_t value)
{
    CUgraph graph;

    CU(cuGraphCreate(&graph, 0));
    add_launch(graph, NULL, 0, add, words[1], value);
    return graph;
}

static void set_part(CUgraphExec exec, CUgraphNode part, uint32_t value)
{
    void *arguments[] = { &words[1], &value };
    const CUDA_KERNEL_NODE_PARAMS launch = launch_of(add, arguments);
    CUgraphNode node;
    size_t count = 1;
    CUgraph within;

    CU(cuGraphChildGraphNodeGetGraph(part, &within));
    CU(cuGraphGetNodes(within, &node, &count));
    assert_int_equal(count, 1);
    CU(cuGraphKernelNodeSetParams(node, &launch));
    CU(cuGraphExecChildGraphNodeSetParams(exec, part, within));
}

/** A command buffer is made once, and each step sets the parameters of its nodes. */
TEST_CASE_WITH(as_xla_does, begin, end)
{
    CUDA_MEMSET_NODE_PARAMS fill = fill_of(words[0], 1);
    CUDA_MEMCPY3D copy = copy_of(address(words[1]), address(words[0]));
    CUlaunchAttributeValue priority = { .priority = -1 };
    CUgraphNode filled, launched, copied, part, empty, root;
    uint32_t value = 2;
    void *arguments[] = { &words[0], &value };
    CUDA_KERNEL_NODE_PARAMS launch = launch_of(twice, arguments);
    CUgraph graph, nested = make_part(3);
    CUgraphExec exec;
    size_t count = 1;

    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddMemsetNode(&filled, graph, NULL, 0, &fill, context));
    CU(cuGraphAddKernelNode(&launched, graph, &filled, 1, &launch));
    CU(cuGraphKernelNodeSetAttribute(launched, CU_LAUNCH_ATTRIBUTE_PRIORITY, &priority));
    CU(cuGraphAddMemcpyNode(&copied, graph, &launched, 1, &copy, context));
    CU(cuGraphAddEmptyNode(&empty, graph, &copied, 1));
    CU(cuGraphAddChildGraphNode(&part, graph, &empty, 1, nested));
    CU(cuGraphGetRootNodes(graph, &root, &count));
    assert_true(count == 1 && root == filled);
    CU(cuGraphInstantiate(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY));
    for (uint32_t step = 0; step < 5; step++) {
        CU(cuGraphLaunch(exec, stream));
        expect_words(words[0], 2 * (step + 1) + step + 2, 0);
        expect_words(words[1], 3 * (2 * (step + 1) + step + 2) + step + 3, 0);
        fill = fill_of(words[0], step + 2);
        value = step + 3;
        CU(cuGraphExecMemsetNodeSetParams(exec, filled, &fill, context));
        CU(cuGraphExecKernelNodeSetParams(exec, launched, &launch));
        copy = copy_of(address(words[1]), address(words[0]));
        CU(cuGraphExecMemcpyNodeSetParams(exec, copied, &copy, context));
        set_part(exec, part, step + 4);
    }
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
    CU(cuGraphDestroy(nested));
}

/** A part is traced: captured into a graph of its own, which becomes a node of the buffer. */
TEST_CASE_WITH(as_xla_traces, begin, end)
{
    CUgraph graph, traced, got;
    CUgraphNode filled, child, roots[4];
    CUgraphExec exec;
    size_t count = 4;

    CU(cuGraphCreate(&graph, 0));
    filled = add_launch(graph, NULL, 0, twice, words[0], 5);
    for (uint32_t round = 1; round <= 3; round++) {
        CU(cuGraphCreate(&traced, 0));
        CU(cuStreamBeginCaptureToGraph(stream, traced, NULL, NULL, 0,
                                       CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
        call_kernel(STUB_FILL, words[0], round);
        call_kernel(STUB_ADD, words[0], 1);
        CU(cuStreamEndCapture(stream, &got));
        assert_ptr_equal(got, traced);
        CU(cuGraphGetRootNodes(traced, NULL, &count));
        assert_int_equal(count, 1);
        if (round == 1) {
            CU(cuGraphAddChildGraphNode(&child, graph, &filled, 1, traced));
            CU(cuGraphInstantiate(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY));
        } else {
            CU(cuGraphExecChildGraphNodeSetParams(exec, child, traced));
        }
        CU(cuGraphDestroy(traced));
        CU(cuGraphLaunch(exec, stream));
        expect_words(words[0], 3 * round + 1, 3);
    }
    count = 4;
    CU(cuGraphGetRootNodes(graph, roots, &count));
    assert_true(count == 1 && roots[0] == filled);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
}

/* ---- Unified Runtime ------------------------------------------------------------------------- */

static void CUDA_CB count_call(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/** A copy of pointers of any kind calls both of them the host's. */
static CUgraphNode add_any_copy(CUgraph graph, CUgraphNode before, void *destination,
                                const void *source, size_t bytes)
{
    const CUDA_MEMCPY3D copy = {
        .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = source,
        .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = destination,
        .WidthInBytes = bytes, .Height = 1, .Depth = 1,
    };
    CUgraphNode node;

    CU(cuGraphAddMemcpyNode(&node, graph, &before, before != NULL, &copy, context));
    return node;
}

/** A pattern of eight bytes: one fill of four, and four of each eighth byte. All are columns. */
static CUgraphNode add_pattern(CUgraph graph, uint32_t *data, const uint8_t *pattern)
{
    CUDA_MEMSET_NODE_PARAMS fill = { .dst = address(data), .elementSize = 4, .height = COUNT,
                                     .pitch = 4, .width = 1 };
    CUgraphNode node;

    memcpy(&fill.value, pattern, 4);
    CU(cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, context));
    for (unsigned step = 4; step < 8; step++) {
        fill = (CUDA_MEMSET_NODE_PARAMS){ .dst = address(data) + step, .elementSize = 1,
                                          .height = BYTES / 8, .pitch = 8, .width = 1,
                                          .value = pattern[step] };
        CU(cuGraphAddMemsetNode(&node, graph, &node, 1, &fill, context));
    }
    return node;
}

static CUgraphNode add_call(CUgraph graph, CUgraphNode before, atomic_int *calls)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_HOST };
    CUgraphNode node;

    params.host.fn = count_call;
    params.host.userData = calls;
    CU(cuGraphAddNode(&node, graph, &before, NULL, 1, &params));
    return node;
}

/** Patterns, copies of any pointers and of boxes, work of no size, a native call. */
TEST_CASE_WITH(as_unified_runtime_does, begin, end)
{
    static const uint8_t pattern[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    static uint8_t out[BYTES], in[BYTES];
    CUDA_MEMCPY3D box = copy_of(address(words[2]), address(words[1]));
    CUgraphNode filled, node, both[2];
    atomic_int calls = 0;
    CUgraphExec exec;
    CUgraph graph;

    CU(cuGraphCreate(&graph, 0));
    filled = add_pattern(graph, words[0], pattern);
    CU(cuGraphAddEmptyNode(&node, graph, &filled, 1));            /* work of no size, advice */
    both[0] = add_any_copy(graph, node, words[1], words[0], BYTES / 2);
    both[1] = add_any_copy(graph, NULL, words[1] + COUNT / 2, in, BYTES / 2);
    box.srcXInBytes = 4;
    box.srcPitch = box.dstPitch = 64;
    box.srcHeight = box.dstHeight = BYTES / 64;
    box.WidthInBytes = 16;
    box.Height = 3;
    CU(cuGraphAddMemcpyNode(&node, graph, both, 2, &box, context));
    node = add_any_copy(graph, node, out, words[1], BYTES);
    add_call(graph, node, &calls);
    CU(cuGraphInstantiate(&exec, graph, 0));
    for (int round = 1; round <= 2; round++) {
        memset(in, round, sizeof in);
        CU(cuGraphLaunch(exec, stream));
        CU(cuStreamSynchronize(stream));
        assert_int_equal(atomic_load(&calls), round);
        for (size_t i = 0; i < BYTES; i++)
            assert_int_equal(out[i], i < BYTES / 2 ? pattern[i % 8] : round);
        OK(cudaMemcpy(out, words[2], BYTES, cudaMemcpyDefault));
        for (size_t i = 0; i < 192; i++)
            assert_int_equal(out[i], i % 64 < 16 ? pattern[(i + 4) % 8] : 0);
    }
    CU(cuGraphDestroy(graph));
    CU(cuGraphExecDestroy(exec));
}

/** A command waits for an event of outside and records one of its own; both are changed later. */
TEST_CASE_WITH(as_unified_runtime_has_events, begin, end)
{
    CUevent outside[2], made, recorded;
    CUgraphNode waits, launched, records, child;
    uint32_t value = 7;
    void *arguments[] = { &words[0], &value };
    CUDA_KERNEL_NODE_PARAMS launch = launch_of(twice, arguments);
    CUgraph graph, nested = make_part(1);
    CUgraphExec exec;

    for (int i = 0; i < 2; i++) {
        CU(cuEventCreate(&outside[i], CU_EVENT_DISABLE_TIMING));
        CU(cuEventRecord(outside[i], stream));
    }
    CU(cuEventCreate(&made, CU_EVENT_DEFAULT));
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddEventWaitNode(&waits, graph, NULL, 0, outside[0]));
    launched = add_launch(graph, &waits, 1, add, words[0], 4);
    CU(cuGraphAddEventRecordNode(&records, graph, &launched, 1, made));
    CU(cuGraphAddChildGraphNode(&child, graph, &launched, 1, nested));
    CU(cuGraphDestroy(nested));
    CU(cuGraphInstantiate(&exec, graph, 0));
    CU(cuGraphLaunch(exec, stream));
    CU(cuEventSynchronize(made));
    expect_words(words[0], 4, 0);
    expect_words(words[1], 1, 0);
    CU(cuGraphExecKernelNodeSetParams(exec, launched, &launch));
    CU(cuGraphExecEventWaitNodeSetEvent(exec, waits, outside[1]));
    CU(cuGraphLaunch(exec, stream));
    CU(cuEventSynchronize(made));
    expect_words(words[0], 15, 0);
    expect_words(words[1], 4, 0);
    CU(cuGraphEventRecordNodeGetEvent(records, &recorded));
    assert_ptr_equal(recorded, made);
    CU(cuEventDestroy(recorded));
    for (int i = 0; i < 2; i++)
        CU(cuEventDestroy(outside[i]));
    CU(cuGraphDestroy(graph));
    CU(cuGraphExecDestroy(exec));
}

/* ---- Kokkos ---------------------------------------------------------------------------------- */

/** Nodes behind an empty root, one edge at a time; a graph within a node, and a captured part. */
TEST_CASE_WITH(as_kokkos_does, begin, end)
{
    cudaGraphNode_t root, first, second, all, child, tail;
    cudaGraph_t graph, nested = make_part(10);
    cudaGraphExec_t exec = NULL;

    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&root, graph, NULL, 0));
    first = add_launch(graph, NULL, 0, twice, words[0], 1);
    OK(cudaGraphAddDependencies(graph, &root, &first, NULL, 1));
    second = add_launch(graph, NULL, 0, twice, words[1], 2);
    OK(cudaGraphAddDependencies(graph, &root, &second, NULL, 1));
    OK(cudaGraphAddEmptyNode(&all, graph, NULL, 0));
    OK(cudaGraphAddDependencies(graph, &first, &all, NULL, 1));
    OK(cudaGraphAddDependencies(graph, &second, &all, NULL, 1));
    OK(cudaGraphAddChildGraphNode(&child, graph, NULL, 0, nested));
    OK(cudaGraphAddDependencies(graph, &all, &child, NULL, 1));
    OK(cudaStreamBeginCaptureToGraph(stream, graph, &child, NULL, 1,
                                     cudaStreamCaptureModeGlobal));
    OK(cudaMemcpyAsync(words[2], words[1], BYTES, cudaMemcpyDeviceToDevice, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    tail = add_launch(graph, NULL, 0, add, words[0], 5);
    OK(cudaGraphAddDependencies(graph, &all, &tail, NULL, 1));
    assert_int_equal(nodes_of(graph), 7);
    for (int submit = 0; submit < 3; submit++) {
        if (exec == NULL)
            OK(cudaGraphInstantiate(&exec, graph, 0));
        OK(cudaGraphLaunch(exec, stream));
    }
    expect_words(words[0], 3 * (2 * (3 * (2 * 8 + 1) + 5) + 1) + 5, 0);
    expect_words(words[2], 3 * (2 * (3 * (2 * 16 + 2) + 10) + 2) + 10, 0);
    OK(cudaStreamSynchronize(stream));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(nested));
}

int main(void)
{
    void **registered = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(registered);
    return failed;
}
