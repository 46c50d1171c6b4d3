/** Graphs by CUDA's runtime, on a device: each kind of node with its parameters, executables, and a
 *  frame loop with a Vulkan program on the other side. */
#include "../kernels/kernels.h"
#include "scenario.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "vulkan_peer.h"

enum { COUNT = 1024, BYTES = 4 * COUNT, SKIPPED = 77 };

/* ---- making graphs --------------------------------------------------------------------------- */

static cudaGraph_t make_graph(void)
{
    cudaGraph_t graph = NULL;

    OK(cudaGraphCreate(&graph, 0));
    assert_non_null(graph);
    return graph;
}

static cudaGraphExec_t instantiate(cudaGraph_t graph)
{
    cudaGraphExec_t exec = NULL;

    OK(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

/** Launches, and waits. */
static void run(cudaGraphExec_t exec)
{
    OK(cudaGraphLaunch(exec, NULL));
    OK(cudaStreamSynchronize(NULL));
}

/** A node of STUB_ADD or STUB_FILL over COUNT elements, behind another. */
static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t before, enum stub stub,
                                  uint32_t *data, uint32_t value)
{
    void *arguments[] = { &data, &value };
    const struct cudaKernelNodeParams parameters = {
        .func = (void *)(uintptr_t)&stubs[stub], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    cudaGraphNode_t node;

    OK(cudaGraphAddKernelNode(&node, graph, &before, before != NULL, &parameters));
    return node;
}

static uint32_t *device_words(void)
{
    void *pointer;

    OK(cudaMalloc(&pointer, BYTES));
    OK(cudaMemset(pointer, 0, BYTES));
    return pointer;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void kernels_copies_and_fills_run(void **state)
{
    uint32_t *first = device_words(), *second = device_words(), host[COUNT];
    cudaGraph_t graph = make_graph();
    struct cudaMemsetParams fill = { .dst = second, .value = 1, .elementSize = 4, .width = COUNT,
                                     .height = 1 };
    struct cudaMemcpy3DParms back = {
        .srcPtr = { .ptr = second, .pitch = 256, .ysize = 16 },
        .dstPtr = { .ptr = host, .pitch = 256, .ysize = 16 },
        .extent = { 256, 16, 1 }, .kind = cudaMemcpyDefault,
    };
    cudaGraphNode_t node, filled;

    (void)state;
    memset(host, 0, sizeof host);
    OK(cudaGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    node = add_kernel(graph, NULL, STUB_FILL, first, 5);
    node = add_kernel(graph, node, STUB_ADD, first, 7);
    cudaGraphNode_t both[] = { node, filled };
    OK(cudaGraphAddMemcpyNode1D(&node, graph, both, 2, second, first, BYTES / 2,
                                cudaMemcpyDeviceToDevice));
    OK(cudaGraphAddMemcpyNode(&node, graph, &node, 1, &back));
    cudaGraphExec_t exec = instantiate(graph);
    OK(cudaGraphDestroy(graph));
    for (int round = 0; round < 3; round++) {
        memset(host, 0, sizeof host);
        run(exec);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(host[i], i < COUNT / 2 ? 3 * (5 + i) + 7 : 1);
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaFree(first));
    OK(cudaFree(second));
}

/** Arguments are copied when the node is added, and come back. */
static void parameters_come_back(void **state)
{
    uint32_t *data = device_words(), value = 9, other = 11;
    void *arguments[] = { &data, &value };
    struct cudaKernelNodeParams set = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(2, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    }, got;
    struct cudaMemsetParams fill = { data, 3, 0x1ff, 1, 16, 1 }, fill_got;
    struct cudaMemcpy3DParms copy_got;
    cudaLaunchAttributeValue attribute = { .priority = -1 };
    cudaGraph_t graph = make_graph();
    cudaGraphNode_t kernel, second, filled, copied;
    enum cudaGraphNodeType type;

    (void)state;
    OK(cudaGraphAddKernelNode(&kernel, graph, NULL, 0, &set));
    value = 77;
    OK(cudaGraphKernelNodeGetParams(kernel, &got));
    assert_ptr_equal(got.func, set.func);
    assert_ptr_not_equal(got.kernelParams, arguments);
    assert_true(*(uint32_t **)got.kernelParams[0] == data);
    assert_int_equal(*(uint32_t *)got.kernelParams[1], 9);
    assert_true(got.gridDim.x == 2 && got.blockDim.x == 32 && got.extra == NULL);
    OK(cudaGraphAddKernelNode(&second, graph, NULL, 0, &got));
    OK(cudaGraphKernelNodeSetAttribute(kernel, cudaLaunchAttributePriority, &attribute));
    OK(cudaGraphKernelNodeCopyAttributes(second, kernel));
    arguments[1] = &other;
    OK(cudaGraphKernelNodeSetParams(second, &set));      /* keeps the attributes */
    OK(cudaGraphKernelNodeGetParams(second, &got));
    assert_int_equal(*(uint32_t *)got.kernelParams[1], 11);
    memset(&attribute, 0x33, sizeof attribute);
    OK(cudaGraphKernelNodeGetAttribute(second, cudaLaunchAttributePriority, &attribute));
    assert_int_equal(attribute.priority, -1);
    BAD_VALUE(cudaGraphKernelNodeGetAttribute(second, (cudaLaunchAttributeID)0, &attribute),
              "attribute 0");
    OK(cudaGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    OK(cudaGraphMemsetNodeGetParams(filled, &fill_got));
    assert_memory_equal(&fill, &fill_got, sizeof fill);
    OK(cudaGraphAddMemcpyNode1D(&copied, graph, NULL, 0, data, data + 16, 40, cudaMemcpyDefault));
    OK(cudaGraphMemcpyNodeGetParams(copied, &copy_got));
    assert_true(copy_got.dstPtr.ptr == data && copy_got.srcPtr.ptr == data + 16);
    assert_true(copy_got.extent.width == 40 && copy_got.extent.height == 1 &&
                copy_got.extent.depth == 1 && copy_got.kind == cudaMemcpyDefault);
    OK(cudaGraphNodeGetType(copied, &type));
    assert_int_equal(type, cudaGraphNodeTypeMemcpy);
    OK(cudaGraphMemcpyNodeSetParams1D(copied, data + 1, data + 16, 4, cudaMemcpyDefault));
    BAD_VALUE(cudaGraphMemcpyNodeSetParams1D(kernel, data, data, 4, cudaMemcpyDefault), "kernel");
    BAD_VALUE(cudaGraphMemsetNodeGetParams(kernel, &fill_got), "kernel node");
    OK(cudaGraphDestroy(graph));
    BAD_VALUE(cudaGraphKernelNodeGetParams(kernel, &got), "destroyed");
    OK(cudaFree(data));
}

static void symbols_are_copied(void **state)
{
    uint32_t words[2] = { 500, 600 }, got[2] = { 0, 0 }, later[2] = { 700, 800 };
    cudaGraph_t graph = make_graph();
    cudaGraphNode_t to, from;

    (void)state;
    OK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable_table, words, sizeof words, 8,
                                      cudaMemcpyHostToDevice));
    OK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, got, variable_table, sizeof got, 8,
                                        cudaMemcpyDeviceToHost));
    cudaGraphExec_t exec = instantiate(graph);
    run(exec);
    assert_memory_equal(got, words, sizeof got);
    OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable_table, later, sizeof later, 8,
                                                cudaMemcpyHostToDevice));
    run(exec);
    assert_memory_equal(got, later, sizeof got);
    EXPECT(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, words, words, 4, 0,
                                          cudaMemcpyDefault), cudaErrorInvalidSymbol, "");
    BAD_VALUE(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable_table, words, 8, 28,
                                             cudaMemcpyHostToDevice), "outside");
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
}

static void count_call(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

static void events_and_host_functions_run(void **state)
{
    atomic_int calls = 0;
    struct cudaHostNodeParams host = { count_call, &calls }, got;
    cudaGraph_t graph = make_graph(), inner = make_graph(), within;
    cudaGraphNode_t node, first;
    cudaEvent_t event, found;
    cudaStream_t stream;

    (void)state;
    OK(cudaEventCreate(&event));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaGraphAddHostNode(&node, inner, NULL, 0, &host));
    OK(cudaGraphAddChildGraphNode(&first, graph, NULL, 0, inner));
    OK(cudaGraphAddEventRecordNode(&node, graph, &first, 1, event));
    OK(cudaGraphEventRecordNodeGetEvent(node, &found));
    assert_ptr_equal(found, event);
    OK(cudaGraphAddEventWaitNode(&node, graph, &node, 1, event));
    OK(cudaGraphAddEmptyNode(&node, graph, &node, 1));
    OK(cudaGraphAddHostNode(&node, graph, &node, 1, &host));
    OK(cudaGraphHostNodeGetParams(node, &got));
    assert_true(got.fn == count_call && got.userData == &calls);
    cudaGraphExec_t exec = instantiate(graph);
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaEventSynchronize(event));
    assert_true(atomic_load(&calls) >= 1);
    OK(cudaStreamSynchronize(stream));
    assert_int_equal(atomic_load(&calls), 2);
    OK(cudaGraphChildGraphNodeGetGraph(first, &within));
    BAD_VALUE(cudaGraphDestroy(within), "graph of a node");
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(inner));
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(stream));
}

/** A step that is launched again with other arguments, and nodes that are switched off. */
static void nodes_of_executables_change(void **state)
{
    uint32_t *data = device_words(), value = 40;
    void *arguments[] = { &data, &value };
    struct cudaKernelNodeParams parameters = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    cudaGraph_t graph = make_graph(), other = make_graph();
    cudaGraphNode_t filled = add_kernel(graph, NULL, STUB_FILL, data, 1);
    cudaGraphNode_t added = add_kernel(graph, filled, STUB_ADD, data, 0);
    cudaGraphNode_t foreign = add_kernel(other, NULL, STUB_FILL, data, 1);
    cudaGraphExec_t exec = instantiate(graph);
    unsigned int enabled = 7;

    (void)state;
    run(exec);
    check_row(data, COUNT, 3, 3);
    OK(cudaGraphExecKernelNodeSetParams(exec, filled, &parameters));
    OK(cudaGraphNodeSetEnabled(exec, added, 0));
    OK(cudaGraphNodeGetEnabled(exec, added, &enabled));
    assert_int_equal(enabled, 0);
    run(exec);
    check_row(data, COUNT, 40, 1);
    OK(cudaGraphNodeSetEnabled(exec, added, 2));
    OK(cudaGraphNodeGetEnabled(exec, added, &enabled));
    assert_int_equal(enabled, 1);
    parameters.func = (void *)(uintptr_t)&stubs[STUB_ADD];
    OK(cudaGraphExecKernelNodeSetParams(exec, added, &parameters));
    run(exec);
    check_row(data, COUNT, 3 * 40 + 40, 3);
    BAD_VALUE(cudaGraphExecKernelNodeSetParams(exec, foreign, &parameters), "none of the graph");
    OK(cudaGraphDestroyNode(added));
    BAD_VALUE(cudaGraphExecKernelNodeSetParams(exec, added, &parameters), "");
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(other));
    OK(cudaFree(data));
}

/* ---- a frame loop ---------------------------------------------------------------------------- */

enum { FRAMES = 300, FLIGHT = 3 };

struct frame_loop {
    struct peer_semaphore drawn, computed;   /* the Vulkan program's, and ours */
    struct peer_buffer buffer;
    cudaExternalSemaphore_t semaphores[2];
    cudaExternalMemory_t memory;
    uint32_t *shared;
    cudaGraphNode_t wait, fill, signal;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
};

static void set_frame(struct frame_loop *loop, uint32_t frame)
{
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = frame };
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = frame };
    void *arguments[] = { &loop->shared, &frame };
    const struct cudaKernelNodeParams kernel = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };

    OK(cudaGraphExecExternalSemaphoresWaitNodeSetParams(
        loop->exec, loop->wait,
        &(struct cudaExternalSemaphoreWaitNodeParams){ &loop->semaphores[0], &wait, 1 }));
    OK(cudaGraphExecExternalSemaphoresSignalNodeSetParams(
        loop->exec, loop->signal,
        &(struct cudaExternalSemaphoreSignalNodeParams){ &loop->semaphores[1], &signal, 1 }));
    OK(cudaGraphExecKernelNodeSetParams(loop->exec, loop->fill, &kernel));
}

static void begin_loop(struct frame_loop *loop)
{
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = 1 };
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = 1 };
    struct cudaExternalSemaphoreWaitNodeParams waits = { &loop->semaphores[0], &wait, 1 }, got;
    struct cudaExternalSemaphoreSignalNodeParams signals = { &loop->semaphores[1], &signal, 1 };
    cudaGraphNode_t node;

    peer_buffer_create(&loop->buffer, BYTES, false);
    peer_semaphore_create(&loop->drawn, true);
    peer_semaphore_create(&loop->computed, true);
    loop->memory = import_memory(peer_buffer_export(&loop->buffer), BYTES, false);
    loop->semaphores[0] = import_semaphore(peer_semaphore_export(&loop->drawn), true);
    loop->semaphores[1] = import_semaphore(peer_semaphore_export(&loop->computed), true);
    loop->shared = map_buffer(loop->memory, 0, BYTES);
    loop->graph = make_graph();
    OK(cudaGraphAddExternalSemaphoresWaitNode(&loop->wait, loop->graph, NULL, 0, &waits));
    loop->fill = add_kernel(loop->graph, loop->wait, STUB_FILL, loop->shared, 0);
    OK(cudaGraphAddMemcpyNode1D(&node, loop->graph, &loop->fill, 1, loop->shared + COUNT / 2,
                                loop->shared, BYTES / 2, cudaMemcpyDeviceToDevice));
    OK(cudaGraphAddExternalSemaphoresSignalNode(&loop->signal, loop->graph, &node, 1, &signals));
    OK(cudaGraphExternalSemaphoresWaitNodeGetParams(loop->wait, &got));
    assert_true(got.numExtSems == 1 && got.extSemArray[0] == loop->semaphores[0] &&
                got.paramsArray[0].params.fence.value == 1);
    loop->exec = instantiate(loop->graph);
    OK(cudaGraphUpload(loop->exec, NULL));
}

static void end_loop(struct frame_loop *loop)
{
    OK(cudaGraphExecDestroy(loop->exec));
    OK(cudaGraphDestroy(loop->graph));
    OK(cudaFree(loop->shared));
    OK(cudaDestroyExternalMemory(loop->memory));
    OK(cudaDestroyExternalSemaphore(loop->semaphores[0]));
    OK(cudaDestroyExternalSemaphore(loop->semaphores[1]));
    peer_semaphore_destroy(&loop->drawn);
    peer_semaphore_destroy(&loop->computed);
    peer_buffer_destroy(&loop->buffer);
}

/** The Vulkan program signals "drawn", the graph computes and signals "computed", the Vulkan
 *  program looks: with three launches under way, each with values of its own. */
static void frames_go_on_with_a_vulkan_program(void **state)
{
    static struct frame_loop loop;
    static uint32_t seen[COUNT];
    cudaStream_t stream;

    (void)state;
    begin_loop(&loop);
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (uint32_t frame = 1; frame <= FRAMES + FLIGHT; frame++) {
        uint32_t shown = frame - FLIGHT;

        if (frame <= FRAMES) {
            set_frame(&loop, frame);
            OK(cudaGraphLaunch(loop.exec, stream));
        }
        if (frame <= FLIGHT)
            continue;
        assert_int_equal(peer_semaphore_value(&loop.computed), shown - 1);
        peer_semaphore_signal(&loop.drawn, shown);
        peer_semaphore_wait(&loop.computed, shown);
        peer_buffer_read(&loop.buffer, 0, seen, BYTES);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(seen[i], shown + i % (COUNT / 2));
    }
    OK(cudaStreamSynchronize(stream));
    OK(cudaStreamDestroy(stream));
    end_loop(&loop);
}

/* ---- wrong arguments ------------------------------------------------------------------------- */

static void wrong_arguments_are_told(void **state)
{
    cudaGraph_t graph = make_graph(), other = make_graph();
    cudaGraphNode_t node, foreign, list[4];
    cudaGraphEdgeData data = { .type = 7 };
    cudaGraphExec_t exec;
    uint32_t *words = device_words();
    struct cudaMemsetParams fill = { words, 0, 0, 3, 4, 1 };
    struct cudaKernelNodeParams kernel = { .func = NULL, .gridDim = GRID(1, 1, 1),
                                           .blockDim = GRID(1, 1, 1) };
    struct cudaExternalSemaphoreSignalNodeParams signals = { NULL, NULL, 1 };
    size_t count = 4;

    (void)state;
    OK(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
    OK(cudaGraphAddEmptyNode(&foreign, other, NULL, 0));
    BAD_VALUE(cudaGraphCreate(NULL, 0), "graph is NULL");
    BAD_VALUE(cudaGraphCreate(&other, 1), "flags");
    BAD_VALUE(cudaGraphDestroy(NULL), "graph");
    BAD_VALUE(cudaGraphAddEmptyNode(NULL, graph, NULL, 0), "node is NULL");
    BAD_VALUE(cudaGraphAddEmptyNode(&node, graph, NULL, 1), "NULL");
    BAD_VALUE(cudaGraphAddEmptyNode(&node, graph, &node, (size_t)1 << 32), "at most 1");
    BAD_VALUE(cudaGraphAddEmptyNode(&node, graph, &foreign, 1), "another graph");
    BAD_VALUE(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, graph), "itself");
    BAD_VALUE(cudaGraphAddDependencies(graph, &node, &node, NULL, 1), "itself");
    BAD_VALUE(cudaGraphAddDependencies(graph, &node, NULL, NULL, 1), "NULL");
    OK(cudaGraphAddEmptyNode(&list[0], graph, NULL, 0));
    BAD_VALUE(cudaGraphAddDependencies(graph, &node, list, &data, 1), "type is 7");
    BAD_VALUE(cudaGraphRemoveDependencies(graph, &node, list, NULL, 1), "no edge");
    EXPECT(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel), cudaErrorInvalidDeviceFunction,
           "");
    kernel.func = words;
    BAD_HANDLE(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    kernel.func = (void *)(uintptr_t)&stubs[STUB_FILL];
    BAD_VALUE(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel), "arguments");
    kernel.blockDim.x = 0;
    BAD_VALUE(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel), "block");
    BAD_VALUE(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill), "3");
    BAD_VALUE(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, words, words, 0, cudaMemcpyDefault),
              "extent");
    EXPECT(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, words, words, 4,
                                    (enum cudaMemcpyKind)9),
           cudaErrorInvalidMemcpyDirection, "");
    BAD_VALUE(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL), "event is NULL");
    BAD_VALUE(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &signals), "list");
    signals.numExtSems = 0;
    OK(cudaGraphAddExternalSemaphoresSignalNode(&list[1], graph, NULL, 0, &signals));
    BAD_VALUE(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, NULL), "NULL");
    OK(cudaGraphGetNodes(graph, list, &count));
    assert_int_equal(count, 3);
    assert_null(list[3]);
    count = 0;
    BAD_VALUE(cudaGraphGetNodes(graph, list, &count), "count is 0");
    BAD_VALUE(cudaGraphInstantiate(&exec, graph, 2), "Upload");
    BAD_VALUE(cudaGraphInstantiate(&exec, graph, 32), "flags");
    BAD_VALUE(cudaGraphLaunch(NULL, NULL), "executable");
    exec = instantiate(graph);
    STALE_HANDLE(cudaGraphLaunch(exec, AS_STREAM(99)));
    OK(cudaGraphExecDestroy(exec));
    BAD_VALUE(cudaGraphExecDestroy(exec), "destroyed before");
    BAD_VALUE(cudaUserObjectCreate(NULL, NULL, count_call, 1, 1), "object");
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(other));
    OK(cudaFree(words));
}

/** An edge with data is not lost without a word. */
static void edges_with_data_are_told(void **state)
{
    uint32_t *data = device_words();
    cudaGraph_t graph = make_graph();
    cudaGraphNode_t first = add_kernel(graph, NULL, STUB_FILL, data, 1), from, to;
    cudaGraphNode_t second = add_kernel(graph, NULL, STUB_ADD, data, 1);
    cudaGraphEdgeData edge = { .from_port = cudaGraphKernelNodePortProgrammatic, .type = 1 }, got;
    size_t count = 1;

    (void)state;
    OK(cudaGraphAddDependencies(graph, &first, &second, &edge, 1));
    assert_int_equal(cudaGraphGetEdges(graph, &from, &to, NULL, &count), cudaErrorLossyQuery);
    assert_int_equal(count, 1);
    (void)cudaGetLastError();
    OK(cudaGraphGetEdges(graph, &from, &to, &got, &count));
    assert_true(from == first && to == second && memcmp(&edge, &got, sizeof edge) == 0);
    cudaGraphExec_t exec = instantiate(graph);
    run(exec);
    check_row(data, COUNT, 4, 3);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(data));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_copies_and_fills_run),
        cmocka_unit_test(parameters_come_back),
        cmocka_unit_test(symbols_are_copied),
        cmocka_unit_test(events_and_host_functions_run),
        cmocka_unit_test(nodes_of_executables_change),
        cmocka_unit_test(frames_go_on_with_a_vulkan_program),
        cmocka_unit_test(wrong_arguments_are_told),
        cmocka_unit_test(edges_with_data_are_told),
    };
    const char *why;
    void **code;
    int failed;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    code = code_main_register();
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    code_end(code);
    peer_stop();
    return failed;
}
