/** Graphs by both runtimes, on a device: each kind of node with its parameters, executables, and a
 *  frame loop with a Vulkan program on the other side. */
#include "graph_names.h"
#include "scenario.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "../unit/dot_reader.h"
#include "beside_peer.h"
#include "test_cases.h"

enum { COUNT = 1024, BYTES = 4 * COUNT };

/* ---- making graphs --------------------------------------------------------------------------- */

static gpuGraph_t make_graph(void)
{
    gpuGraph_t graph = NULL;

    OK(gpuGraphCreate(&graph, 0));
    assert_non_null(graph);
    return graph;
}

static gpuGraphExec_t instantiate(gpuGraph_t graph)
{
    gpuGraphExec_t exec = NULL;

    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

/** Launches, and waits. */
static void run(gpuGraphExec_t exec)
{
    OK(gpuGraphLaunch(exec, NULL));
    OK(gpuStreamSynchronize(NULL));
}

static gpuGraphNode_t add_kernel(gpuGraph_t graph, gpuGraphNode_t before, enum stub stub,
                                 uint32_t *data, uint32_t value)
{
    return graph_kernel(graph, before, stub, data, value, COUNT);
}

static uint32_t *device_words(void)
{
    void *pointer;

    OK(gpuMalloc(&pointer, BYTES));
    OK(gpuMemset(pointer, 0, BYTES));
    return pointer;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

TEST_CASE(kernels_copies_and_fills_run)
{
    uint32_t *first = device_words(), *second = device_words(), host[COUNT];
    gpuGraph_t graph = make_graph();
    gpuMemsetParams fill = { .dst = second, .value = 1, .elementSize = 4, .width = COUNT,
                             .height = 1 };
    gpuMemcpy3DParms back = {
        .srcPtr = { .ptr = second, .pitch = 256, .ysize = 16 },
        .dstPtr = { .ptr = host, .pitch = 256, .ysize = 16 },
        .extent = { 256, 16, 1 }, .kind = gpuMemcpyDefault,
    };
    gpuGraphNode_t node, filled;

    memset(host, 0, sizeof host);
    OK(gpuGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    node = add_kernel(graph, NULL, STUB_FILL, first, 5);
    node = add_kernel(graph, node, STUB_ADD, first, 7);
    gpuGraphNode_t both[] = { node, filled };
    OK(gpuGraphAddMemcpyNode1D(&node, graph, both, 2, second, first, BYTES / 2,
                               gpuMemcpyDeviceToDevice));
    OK(gpuGraphAddMemcpyNode(&node, graph, &node, 1, &back));
    gpuGraphExec_t exec = instantiate(graph);
    OK(gpuGraphDestroy(graph));
    for (int round = 0; round < 3; round++) {
        memset(host, 0, sizeof host);
        run(exec);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(host[i], i < COUNT / 2 ? 3 * (5 + i) + 7 : 1);
    }
    OK(gpuGraphExecDestroy(exec));
    OK(gpuFree(first));
    OK(gpuFree(second));
}

/** Arguments are copied when the node is added, and come back. */
TEST_CASE(parameters_come_back)
{
    uint32_t *data = device_words(), value = 9, other = 11;
    void *arguments[] = { &data, &value };
    gpuKernelNodeParams set = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(2, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    }, got;
    gpuMemsetParams fill, fill_got;
    gpuMemcpy3DParms copy_got;
    gpuLaunchAttributeValue attribute = { .priority = -1 };
    gpuGraph_t graph = make_graph();
    gpuGraphNode_t kernel, second, filled, copied;
    gpuGraphNodeType type;

    memset(&fill, 0, sizeof fill);       /* also what lies between the members */
    fill.dst = data;
    fill.pitch = 3;
    fill.value = 0x1ff;
    fill.elementSize = 1;
    fill.width = 16;
    fill.height = 1;
    OK(gpuGraphAddKernelNode(&kernel, graph, NULL, 0, &set));
    value = 77;
    OK(gpuGraphKernelNodeGetParams(kernel, &got));
    assert_ptr_equal(got.func, set.func);
    assert_ptr_not_equal(got.kernelParams, arguments);
    assert_true(*(uint32_t **)got.kernelParams[0] == data);
    assert_int_equal(*(uint32_t *)got.kernelParams[1], 9);
    assert_true(got.gridDim.x == 2 && got.blockDim.x == 32 && got.extra == NULL);
    OK(gpuGraphAddKernelNode(&second, graph, NULL, 0, &got));
    OK(gpuGraphKernelNodeSetAttribute(kernel, gpuLaunchAttributePriority, &attribute));
    OK(COPY_ATTRIBUTES(second, kernel));
    arguments[1] = &other;
    OK(gpuGraphKernelNodeSetParams(second, &set));      /* keeps the attributes */
    OK(gpuGraphKernelNodeGetParams(second, &got));
    assert_int_equal(*(uint32_t *)got.kernelParams[1], 11);
    memset(&attribute, 0x33, sizeof attribute);
    OK(gpuGraphKernelNodeGetAttribute(second, gpuLaunchAttributePriority, &attribute));
    assert_int_equal(attribute.priority, -1);
    BAD_VALUE(gpuGraphKernelNodeGetAttribute(second, (gpuLaunchAttributeID)0, &attribute),
              "attribute 0");
    OK(gpuGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    memset(&fill_got, 0, sizeof fill_got);
    OK(gpuGraphMemsetNodeGetParams(filled, &fill_got));
    assert_true(fill_got.dst == data && fill_got.pitch == 3 && fill_got.value == 0x1ff &&
                fill_got.elementSize == 1 && fill_got.width == 16 && fill_got.height == 1);
    OK(gpuGraphAddMemcpyNode1D(&copied, graph, NULL, 0, data, data + 16, 40, gpuMemcpyDefault));
    OK(gpuGraphMemcpyNodeGetParams(copied, &copy_got));
    assert_true(copy_got.dstPtr.ptr == data && copy_got.srcPtr.ptr == data + 16);
    assert_true(copy_got.extent.width == 40 && copy_got.extent.height == 1 &&
                copy_got.extent.depth == 1 && copy_got.kind == gpuMemcpyDefault);
    OK(gpuGraphNodeGetType(copied, &type));
    assert_int_equal(type, gpuGraphNodeTypeMemcpy);
    OK(gpuGraphMemcpyNodeSetParams1D(copied, data + 1, data + 16, 4, gpuMemcpyDefault));
    BAD_VALUE(gpuGraphMemcpyNodeSetParams1D(kernel, data, data, 4, gpuMemcpyDefault), "kernel");
    BAD_VALUE(gpuGraphMemsetNodeGetParams(kernel, &fill_got), "kernel node");
    OK(gpuGraphDestroy(graph));
    BAD_VALUE(gpuGraphKernelNodeGetParams(kernel, &got), "destroyed");
    OK(gpuFree(data));
}

TEST_CASE(symbols_are_copied)
{
    uint32_t words[2] = { 500, 600 }, got[2] = { 0, 0 }, later[2] = { 700, 800 };
    gpuGraph_t graph = make_graph();
    gpuGraphNode_t to, from;

    OK(gpuGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable_table, words, sizeof words, 8,
                                     gpuMemcpyHostToDevice));
    OK(gpuGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, got, variable_table, sizeof got, 8,
                                       gpuMemcpyDeviceToHost));
    gpuGraphExec_t exec = instantiate(graph);
    run(exec);
    assert_memory_equal(got, words, sizeof got);
    OK(gpuGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable_table, later, sizeof later, 8,
                                               gpuMemcpyHostToDevice));
    run(exec);
    assert_memory_equal(got, later, sizeof got);
    EXPECT(gpuGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, words, words, 4, 0,
                                         gpuMemcpyDefault), gpuErrorInvalidSymbol, "");
    BAD_VALUE(gpuGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable_table, words, 8, 28,
                                            gpuMemcpyHostToDevice), "outside");
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
}

static void count_call(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

TEST_CASE(events_and_host_functions_run)
{
    atomic_int calls = 0;
    gpuHostNodeParams host = { count_call, &calls }, got;
    gpuGraph_t graph = make_graph(), inner = make_graph(), within;
    gpuGraphNode_t node, first;
    gpuEvent_t event, found;
    gpuStream_t stream;

    OK(gpuEventCreate(&event));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuGraphAddHostNode(&node, inner, NULL, 0, &host));
    OK(gpuGraphAddChildGraphNode(&first, graph, NULL, 0, inner));
    OK(gpuGraphAddEventRecordNode(&node, graph, &first, 1, event));
    OK(gpuGraphEventRecordNodeGetEvent(node, &found));
    assert_ptr_equal(found, event);
    OK(gpuGraphAddEventWaitNode(&node, graph, &node, 1, event));
    OK(gpuGraphAddEmptyNode(&node, graph, &node, 1));
    OK(gpuGraphAddHostNode(&node, graph, &node, 1, &host));
    OK(gpuGraphHostNodeGetParams(node, &got));
    assert_true(got.fn == count_call && got.userData == &calls);
    gpuGraphExec_t exec = instantiate(graph);
    OK(gpuGraphLaunch(exec, stream));
    OK(gpuEventSynchronize(event));
    assert_true(atomic_load(&calls) >= 1);
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(atomic_load(&calls), 2);
    OK(gpuGraphChildGraphNodeGetGraph(first, &within));
    BAD_VALUE(gpuGraphDestroy(within), "graph of a node");
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    OK(gpuGraphDestroy(inner));
    OK(gpuEventDestroy(event));
    OK(gpuStreamDestroy(stream));
}

/** A child node takes the graph as it is at that time, and drops the former one. */
TEST_CASE(child_nodes_take_another_graph)
{
    atomic_int former_calls = 0, calls = 0;
    gpuHostNodeParams former = { count_call, &former_calls }, host = { count_call, &calls };
    gpuGraph_t graph = make_graph(), inner = make_graph(), other = make_graph(), before, within;
    gpuGraphNode_t node, child, empty;
    gpuGraphNodeParams any = { .type = gpuGraphNodeTypeGraph };
    size_t count = 0;

    OK(gpuGraphAddHostNode(&node, inner, NULL, 0, &former));
    OK(gpuGraphAddHostNode(&node, other, NULL, 0, &host));
    OK(gpuGraphAddHostNode(&node, other, &node, 1, &host));
    OK(gpuGraphAddChildGraphNode(&child, graph, NULL, 0, inner));
    OK(gpuGraphAddEmptyNode(&empty, graph, &child, 1));
    OK(gpuGraphChildGraphNodeGetGraph(child, &before));
    any.graph.graph = graph;
    BAD_VALUE(gpuGraphNodeSetParams(child, &any), "itself");
    any.graph.graph = NULL;
    BAD_VALUE(gpuGraphNodeSetParams(child, &any), "NULL");
    any.graph.graph = other;
    BAD_VALUE(gpuGraphNodeSetParams(empty, &any), "empty node");
    OK(gpuGraphChildGraphNodeGetGraph(child, &within));
    assert_ptr_equal(within, before);
    OK(gpuGraphNodeSetParams(child, &any));
    OK(gpuGraphDestroy(other));
    OK(gpuGraphChildGraphNodeGetGraph(child, &within));
    OK(gpuGraphGetNodes(within, NULL, &count));
    assert_int_equal(count, 2);
    assert_ptr_not_equal(within, before);
    BAD_VALUE(gpuGraphGetNodes(before, NULL, &count), "graph");
    gpuGraphExec_t exec = instantiate(graph);
    OK(gpuGraphLaunch(exec, NULL));
    OK(gpuStreamSynchronize(NULL));
    assert_int_equal(atomic_load(&calls), 2);
    assert_int_equal(atomic_load(&former_calls), 0);
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    OK(gpuGraphDestroy(inner));
}

/** A step that is launched again with other arguments, and nodes that are switched off. */
TEST_CASE(nodes_of_executables_change)
{
    uint32_t *data = device_words(), value = 40;
    void *arguments[] = { &data, &value };
    gpuKernelNodeParams parameters = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    gpuGraph_t graph = make_graph(), other = make_graph();
    gpuGraphNode_t filled = add_kernel(graph, NULL, STUB_FILL, data, 1);
    gpuGraphNode_t added = add_kernel(graph, filled, STUB_ADD, data, 0);
    gpuGraphNode_t foreign = add_kernel(other, NULL, STUB_FILL, data, 1);
    gpuGraphExec_t exec = instantiate(graph);
    unsigned int enabled = 7;

    run(exec);
    check_row(data, COUNT, 3, 3);
    OK(gpuGraphExecKernelNodeSetParams(exec, filled, &parameters));
    OK(gpuGraphNodeSetEnabled(exec, added, 0));
    OK(gpuGraphNodeGetEnabled(exec, added, &enabled));
    assert_int_equal(enabled, 0);
    run(exec);
    check_row(data, COUNT, 40, 1);
    OK(gpuGraphNodeSetEnabled(exec, added, 2));
    OK(gpuGraphNodeGetEnabled(exec, added, &enabled));
    assert_int_equal(enabled, 1);
    parameters.func = (void *)(uintptr_t)&stubs[STUB_ADD];
    OK(gpuGraphExecKernelNodeSetParams(exec, added, &parameters));
    run(exec);
    check_row(data, COUNT, 3 * 40 + 40, 3);
    BAD_VALUE(gpuGraphExecKernelNodeSetParams(exec, foreign, &parameters), "none of the graph");
    OK(gpuGraphDestroyNode(added));
    BAD_VALUE(gpuGraphExecKernelNodeSetParams(exec, added, &parameters), "");
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    OK(gpuGraphDestroy(other));
    OK(gpuFree(data));
}

static void post(void *semaphore)
{
    sem_post(semaphore);
}

/** As llama.cpp does: the same graph is made again with other arguments, and the executable takes
 *  them over. What is refused changes nothing. */
TEST_CASE(executables_take_over_graphs)
{
    enum { OTHER_COUNT = API_IS_CUDA ? 2 : 6 };
    uint32_t *data = device_words();
    gpuGraph_t graph = make_graph(), other;
    gpuGraphNode_t first = add_kernel(graph, NULL, STUB_FILL, data, 1), node;
    gpuGraphExec_t exec;
    gpuUserObject_t object;
    int result = 77;
    sem_t ended;

    assert_int_equal(sem_init(&ended, 0, 0), 0);
    first = add_kernel(graph, first, STUB_ADD, data, 2);
    OK(gpuUserObjectCreate(&object, &ended, post, 1, 1));
    OK(gpuGraphRetainUserObject(graph, object, 1, 1));
    exec = instantiate(graph);
    OK(gpuGraphDestroy(graph));
    run(exec);
    check_row(data, COUNT, 3 + 2, 3);
    other = make_graph();
    first = add_kernel(other, NULL, STUB_FILL, data, 5);
    add_kernel(other, first, STUB_ADD, data, 7);
    OK(UPDATE(exec, other, &result, &node));
    assert_true(result == 0 && node == NULL);
    run(exec);
    while (sem_wait(&ended) != 0)        /* the executable has the new graph's objects */
        continue;
    check_row(data, COUNT, 3 * 5 + 7, 3);
    add_kernel(other, NULL, STUB_FILL, data, 1);
    EXPECT(UPDATE(exec, other, &result, &node), gpuErrorGraphExecUpdateFailure, "nodes");
    assert_true(result == OTHER_COUNT && node == NULL);
    OK(gpuGraphDestroy(other));
    other = make_graph();
    first = add_kernel(other, NULL, STUB_FILL, data, 50);
    OK(gpuGraphAddEmptyNode(&first, other, &first, 1));
    EXPECT(UPDATE(exec, other, &result, &node), gpuErrorGraphExecUpdateFailure, "type");
    assert_true(result == 3 && node == first);
    run(exec);
    check_row(data, COUNT, 3 * 5 + 7, 3);
    OK(gpuGraphDestroy(other));
    BAD_VALUE(UPDATE(exec, other, &result, &node), "graph");
    OK(gpuGraphExecDestroy(exec));
    OK(gpuFree(data));
}

/* ---- a frame loop ---------------------------------------------------------------------------- */

enum { FRAMES = 300, FLIGHT = 3 };

struct frame_loop {
    struct peer_semaphore drawn, computed;   /* the Vulkan program's, and ours */
    struct peer_buffer buffer;
    gpuExternalSemaphore_t semaphores[2];
    gpuExternalMemory_t memory;
    uint32_t *shared;
    gpuGraphNode_t wait, fill, signal;
    gpuGraphExec_t exec;
    gpuGraph_t graph;
};

static void set_frame(struct frame_loop *loop, uint32_t frame)
{
    gpuExternalSemaphoreWaitParams wait = { .params.fence.value = frame };
    gpuExternalSemaphoreSignalParams signal = { .params.fence.value = frame };
    void *arguments[] = { &loop->shared, &frame };
    const gpuKernelNodeParams kernel = {
        .func = (void *)(uintptr_t)&stubs[STUB_FILL], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };

    OK(gpuGraphExecExternalSemaphoresWaitNodeSetParams(
        loop->exec, loop->wait,
        &(gpuExternalSemaphoreWaitNodeParams){ &loop->semaphores[0], &wait, 1 }));
    OK(gpuGraphExecExternalSemaphoresSignalNodeSetParams(
        loop->exec, loop->signal,
        &(gpuExternalSemaphoreSignalNodeParams){ &loop->semaphores[1], &signal, 1 }));
    OK(gpuGraphExecKernelNodeSetParams(loop->exec, loop->fill, &kernel));
}

static void begin_loop(struct frame_loop *loop)
{
    gpuExternalSemaphoreWaitParams wait = { .params.fence.value = 1 };
    gpuExternalSemaphoreSignalParams signal = { .params.fence.value = 1 };
    gpuExternalSemaphoreWaitNodeParams waits = { &loop->semaphores[0], &wait, 1 }, got;
    gpuExternalSemaphoreSignalNodeParams signals = { &loop->semaphores[1], &signal, 1 };
    gpuGraphNode_t node;

    peer_buffer_create(&loop->buffer, BYTES, false);
    peer_semaphore_create(&loop->drawn, true);
    peer_semaphore_create(&loop->computed, true);
    loop->memory = import_memory(peer_buffer_export(&loop->buffer), BYTES, false);
    loop->semaphores[0] = import_semaphore(peer_semaphore_export(&loop->drawn), true);
    loop->semaphores[1] = import_semaphore(peer_semaphore_export(&loop->computed), true);
    loop->shared = map_buffer(loop->memory, 0, BYTES);
    loop->graph = make_graph();
    OK(gpuGraphAddExternalSemaphoresWaitNode(&loop->wait, loop->graph, NULL, 0, &waits));
    loop->fill = add_kernel(loop->graph, loop->wait, STUB_FILL, loop->shared, 0);
    OK(gpuGraphAddMemcpyNode1D(&node, loop->graph, &loop->fill, 1, loop->shared + COUNT / 2,
                               loop->shared, BYTES / 2, gpuMemcpyDeviceToDevice));
    OK(gpuGraphAddExternalSemaphoresSignalNode(&loop->signal, loop->graph, &node, 1, &signals));
    OK(gpuGraphExternalSemaphoresWaitNodeGetParams(loop->wait, &got));
    assert_true(got.numExtSems == 1 && got.extSemArray[0] == loop->semaphores[0] &&
                got.paramsArray[0].params.fence.value == 1);
    loop->exec = instantiate(loop->graph);
    OK(gpuGraphUpload(loop->exec, NULL));
}

static void end_loop(struct frame_loop *loop)
{
    OK(gpuGraphExecDestroy(loop->exec));
    OK(gpuGraphDestroy(loop->graph));
    OK(gpuFree(loop->shared));
    OK(gpuDestroyExternalMemory(loop->memory));
    OK(gpuDestroyExternalSemaphore(loop->semaphores[0]));
    OK(gpuDestroyExternalSemaphore(loop->semaphores[1]));
    peer_semaphore_destroy(&loop->drawn);
    peer_semaphore_destroy(&loop->computed);
    peer_buffer_destroy(&loop->buffer);
}

/** The Vulkan program signals "drawn", the graph computes and signals "computed", the Vulkan
 *  program looks: with three launches under way, each with values of its own. */
TEST_CASE(frames_go_on_with_a_vulkan_program)
{
    static struct frame_loop loop;
    static uint32_t seen[COUNT];
    gpuStream_t stream;

    begin_loop(&loop);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    for (uint32_t frame = 1; frame <= FRAMES + FLIGHT; frame++) {
        uint32_t shown = frame - FLIGHT;

        if (frame <= FRAMES) {
            set_frame(&loop, frame);
            OK(gpuGraphLaunch(loop.exec, stream));
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
    OK(gpuStreamSynchronize(stream));
    OK(gpuStreamDestroy(stream));
    end_loop(&loop);
}

/* Sleeps until a line of standard error that holds all words; the test's limit ends a vain wait. */
static void await_line(FILE *lines, const char *const *words, size_t count)
{
    char line[1024];
    size_t found = 0;

    while (found < count && fgets(line, sizeof line, lines) != NULL) {
        for (found = 0; found < count && strstr(line, words[found]) != NULL; found++)
            ;
    }
    assert_int_equal(found, count);
}

/** The Vulkan program does not signal, so the watchdog tells which node of which graph waits, for
 *  which value of which semaphore. */
TEST_CASE(the_watchdog_names_the_node_that_waits)
{
    static struct frame_loop loop;
    char node[80], semaphore[80];
    const char *const words[] = { "watchdog: stream ", node, semaphore };
    int ends[2], saved = dup(STDERR_FILENO);
    gpuStream_t stream;
    FILE *lines;

    begin_loop(&loop);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    set_frame(&loop, 7);
    (void)snprintf(node, sizeof node, " runs node 0x%llx of graph 0x%llx, which waits for ",
                   (unsigned long long)(uintptr_t)loop.wait,
                   (unsigned long long)(uintptr_t)loop.graph);
    (void)snprintf(semaphore, sizeof semaphore, "timeline semaphore 0x%llx to reach 7; it is at 0",
                   (unsigned long long)(uintptr_t)loop.semaphores[0]);
    assert_true(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
    lines = fdopen(ends[0], "r");
    assert_non_null(lines);
    OK(gpuGraphLaunch(loop.exec, stream));
    await_line(lines, words, sizeof words / sizeof words[0]);
    dup2(saved, STDERR_FILENO);
    peer_semaphore_signal(&loop.drawn, 7);
    OK(gpuStreamSynchronize(stream));
    fclose(lines);
    close(ends[1]);
    close(saved);
    OK(gpuStreamDestroy(stream));
    end_loop(&loop);
}

/* ---- wrong arguments ------------------------------------------------------------------------- */

TEST_CASE(wrong_arguments_are_told)
{
    gpuGraph_t graph = make_graph(), other = make_graph();
    gpuGraphNode_t node, foreign, list[4];
    gpuGraphExec_t exec;
    uint32_t *words = device_words();
    gpuMemsetParams fill = { .dst = words, .elementSize = 3, .width = 4, .height = 1 };
    gpuKernelNodeParams kernel = { .func = NULL, .gridDim = GRID(1, 1, 1),
                                   .blockDim = GRID(1, 1, 1) };
    gpuExternalSemaphoreSignalNodeParams signals = { NULL, NULL, 1 };
    size_t count = 4;

    OK(gpuGraphAddEmptyNode(&node, graph, NULL, 0));
    OK(gpuGraphAddEmptyNode(&foreign, other, NULL, 0));
    BAD_VALUE(gpuGraphCreate(NULL, 0), "graph is NULL");
    BAD_VALUE(gpuGraphCreate(&other, 1), "flags");
    BAD_VALUE(gpuGraphDestroy(NULL), "graph");
    BAD_VALUE(gpuGraphAddEmptyNode(NULL, graph, NULL, 0), "node is NULL");
    BAD_VALUE(gpuGraphAddEmptyNode(&node, graph, NULL, 1), "NULL");
    BAD_VALUE(gpuGraphAddEmptyNode(&node, graph, &node, (size_t)1 << 32), "at most 1");
    BAD_VALUE(gpuGraphAddEmptyNode(&node, graph, &foreign, 1), "another graph");
    BAD_VALUE(gpuGraphAddChildGraphNode(&node, graph, NULL, 0, graph), "itself");
    BAD_VALUE(ADD_EDGES(graph, &node, &node, 1), "itself");
    BAD_VALUE(ADD_EDGES(graph, &node, NULL, 1), "NULL");
    OK(gpuGraphAddEmptyNode(&list[0], graph, NULL, 0));
    BAD_VALUE(REMOVE_EDGES(graph, &node, list, 1), "no edge");
    EXPECT(gpuGraphAddKernelNode(&node, graph, NULL, 0, &kernel), gpuErrorInvalidDeviceFunction,
           "");
    kernel.func = words;
    BAD_HANDLE(gpuGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    kernel.func = (void *)(uintptr_t)&stubs[STUB_FILL];
    BAD_VALUE(gpuGraphAddKernelNode(&node, graph, NULL, 0, &kernel), "arguments");
    kernel.blockDim.x = 0;
    BAD_VALUE(gpuGraphAddKernelNode(&node, graph, NULL, 0, &kernel), "block");
    BAD_VALUE(gpuGraphAddMemsetNode(&node, graph, NULL, 0, &fill), "3");
    BAD_VALUE(gpuGraphAddMemcpyNode1D(&node, graph, NULL, 0, words, words, 0, gpuMemcpyDefault),
              "extent");
    EXPECT(gpuGraphAddMemcpyNode1D(&node, graph, NULL, 0, words, words, 4,
                                   (gpuMemcpyKind)9),
           gpuErrorInvalidMemcpyDirection, "");
    BAD_VALUE(gpuGraphAddEventRecordNode(&node, graph, NULL, 0, NULL), "event is NULL");
    BAD_VALUE(gpuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &signals), "list");
    signals.numExtSems = 0;
    OK(gpuGraphAddExternalSemaphoresSignalNode(&list[1], graph, NULL, 0, &signals));
    BAD_VALUE(gpuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, NULL), "NULL");
    OK(gpuGraphGetNodes(graph, list, &count));
    assert_int_equal(count, 3);
    assert_null(list[3]);
    count = 0;
    BAD_VALUE(gpuGraphGetNodes(graph, list, &count), "count is 0");
    BAD_VALUE(gpuGraphInstantiateWithFlags(&exec, graph, 2), "upload");
    BAD_VALUE(gpuGraphInstantiateWithFlags(&exec, graph, 32), "flags");
    BAD_VALUE(gpuGraphLaunch(NULL, NULL), "executable");
    exec = instantiate(graph);
    STALE_HANDLE(gpuGraphLaunch(exec, AS_STREAM(99)));
    OK(gpuGraphExecDestroy(exec));
    BAD_VALUE(gpuGraphExecDestroy(exec), "destroyed before");
    BAD_VALUE(gpuUserObjectCreate(NULL, NULL, count_call, 1, 1), "object");
    OK(gpuGraphDestroy(graph));
    OK(gpuGraphDestroy(other));
    OK(gpuFree(words));
}

#if SCENARIO_CUDA
/** An edge with data is not lost without a word. */
TEST_CASE(edges_with_data_are_told)
{
    uint32_t *data = device_words();
    cudaGraph_t graph = make_graph();
    cudaGraphNode_t first = add_kernel(graph, NULL, STUB_FILL, data, 1), from, to;
    cudaGraphNode_t second = add_kernel(graph, NULL, STUB_ADD, data, 1);
    cudaGraphEdgeData edge = { .from_port = cudaGraphKernelNodePortProgrammatic, .type = 1 }, got;
    size_t count = 1;

    edge.type = 7;
    BAD_VALUE(cudaGraphAddDependencies(graph, &first, &second, &edge, 1), "type is 7");
    edge.type = 1;
    OK(cudaGraphAddDependencies(graph, &first, &second, &edge, 1));
    assert_int_equal(cudaGraphGetEdges(graph, &from, &to, NULL, &count), cudaErrorLossyQuery);
    assert_int_equal(count, 1);
    (void)cudaGetLastError();
    OK(cudaGraphGetEdges(graph, &from, &to, &got, &count));
    assert_true(from == first && to == second && memcmp(&edge, &got, sizeof edge) == 0);
    gpuGraphExec_t exec = instantiate(graph);
    run(exec);
    check_row(data, COUNT, 4, 3);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(data));
}
#endif

/* ---- pictures -------------------------------------------------------------------------------- */

/** Draws the graph, and finds each text of a list that ends with NULL. Returns how many nodes are
 *  tables. */
static size_t draw(gpuGraph_t graph, unsigned flags, size_t nodes, size_t edges,
                   const char *const *texts)
{
    char path[] = "/tmp/gpuinterop-test-XXXXXX";
    struct dot_counts counts;
    char *text;
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    close(fd);
    OK(gpuGraphDebugDotPrint(graph, path, flags));
    text = dot_load(path);
    assert_non_null(text);
    counts = dot_read(text);
    if (counts.wrong != NULL)
        fail_msg("not sound: %.300s", counts.wrong);
    for (; *texts != NULL; texts++) {
        if (strstr(text, *texts) == NULL)
            fail_msg("flags 0x%x: %s is not in %s", flags, *texts, text);
    }
    assert_int_equal(counts.nodes, nodes);
    assert_int_equal(counts.edges, edges);
    assert_true(dot_is_drawn(path));
    assert_int_equal(unlink(path), 0);
    free(text);
    return counts.records;
}

#define DRAW(records, graph, flags, nodes, edges, ...) \
    assert_int_equal(draw(graph, flags, nodes, edges, (const char *const[]){ __VA_ARGS__, NULL }), \
                     records)

/** Each kind of node by each flag. */
TEST_CASE(pictures_tell_what_is_asked)
{
    atomic_uint calls = 0;
    gpuHostNodeParams host = { .fn = count_call, .userData = &calls };
    uint32_t *data = device_words();
    gpuMemsetParams fill = { .dst = data, .value = 3, .elementSize = 4, .width = 16, .height = 1 };
    gpuGraph_t graph = make_graph(), inner = make_graph();
    gpuGraphNode_t nodes[7];
    gpuEvent_t event;
    char kernel[96], address[64];

    (void)snprintf(kernel, sizeof kernel, "label=\"0\n%s\n", stub_names[STUB_FILL]);
    OK(gpuEventCreate(&event));
    (void)add_kernel(inner, NULL, STUB_ADD, data, 1);
    nodes[0] = add_kernel(graph, NULL, STUB_FILL, data, 1);
    OK(gpuGraphAddMemsetNode(&nodes[1], graph, nodes, 1, &fill));
    OK(gpuGraphAddMemcpyNode1D(&nodes[2], graph, NULL, 0, data + 64, data, 64,
                               gpuMemcpyDeviceToDevice));
    OK(gpuGraphAddHostNode(&nodes[3], graph, NULL, 0, &host));
    OK(gpuGraphAddEventRecordNode(&nodes[4], graph, NULL, 0, event));
    OK(gpuGraphAddChildGraphNode(&nodes[5], graph, NULL, 0, inner));
    OK(gpuGraphAddEmptyNode(&nodes[6], graph, &nodes[1], 5));
    DRAW(0, graph, 0, 8, 6, kernel, "shape=\"octagon\"", "MEMSET\n(3,64)\n", "MEMCPY\n(DtoD,64)\n",
         "HOST\n", "EVENT_RECORD\n", "label=\"5\ngraph_2\n\"", "EMPTY\n", "subgraph cluster_2 {");
    DRAW(0, graph, gpuGraphDebugDotFlagsKernelNodeParams, 8, 6, kernel,
         "\n\\<\\<\\<32,32,0\\>\\>\\>\n");
    DRAW(1, graph, gpuGraphDebugDotFlagsMemcpyNodeParams, 8, 6, "src MemoryType", "| 64}}");
    (void)snprintf(address, sizeof address, "0x%016llX | 0 | 3 | 4 | 16 | 1}}",
                   (unsigned long long)(uintptr_t)data);
    DRAW(1, graph, gpuGraphDebugDotFlagsMemsetNodeParams, 8, 6,
         "dptr | pitch | value | elementSize | width | height}", address);
    (void)snprintf(address, sizeof address, "userData: 0x%016llX\n",
                   (unsigned long long)(uintptr_t)&calls);
    DRAW(0, graph, gpuGraphDebugDotFlagsHostNodeParams, 8, 6, "HOST\nfn: 0x", address);
    (void)snprintf(address, sizeof address, "EVENT_RECORD\nevent: 0x%016llX\n",
                   (unsigned long long)(uintptr_t)event);
    DRAW(0, graph, gpuGraphDebugDotFlagsEventNodeParams, 8, 6, address);
    DRAW(2, graph, gpuGraphDebugDotFlagsKernelNodeAttributes, 8, 6, "cooperative", "{KERNEL\n");
    (void)snprintf(address, sizeof address, "MEMSET\nnode handle: 0x%016llX\n",
                   (unsigned long long)(uintptr_t)nodes[1]);
    DRAW(0, graph, gpuGraphDebugDotFlagsHandles, 8, 6, address, "func handle: 0x");
    DRAW(4, graph, gpuGraphDebugDotFlagsVerbose, 8, 6, "topoId", "grid | block | shared bytes",
         "[headlabel=4]");
    DRAW(0, graph, 0x800000, 8, 6, kernel);
    BAD_VALUE(gpuGraphDebugDotPrint(graph, NULL, 0), "path is NULL");
    BAD_VALUE(gpuGraphDebugDotPrint(NULL, "/dev/null", 0), "graph");
    EXPECT(gpuGraphDebugDotPrint(graph, "/nowhere/at/all", 0), gpuErrorOperatingSystem,
           "/nowhere/at/all");
    OK(gpuGraphDestroy(graph));
    BAD_VALUE(gpuGraphDebugDotPrint(graph, "/dev/null", 0), "graph");
    OK(gpuGraphDestroy(inner));
    OK(gpuEventDestroy(event));
    OK(gpuFree(data));
}

/** Semaphores with their values. */
TEST_CASE(pictures_tell_values)
{
    static struct frame_loop loop;
    gpuExternalSemaphoreWaitParams wait = { .params.fence.value = 1234567 };
    gpuExternalSemaphoreWaitNodeParams waits = { &loop.semaphores[0], &wait, 1 };
    char semaphore[64];

    begin_loop(&loop);
    OK(gpuGraphExternalSemaphoresWaitNodeSetParams(loop.wait, &waits));
    (void)snprintf(semaphore, sizeof semaphore, "| 1 | 0x%016llX | 1234567 | 0x00000000}}",
                   (unsigned long long)(uintptr_t)loop.semaphores[0]);
    DRAW(0, loop.graph, 0, 4, 3, "EXT_SEMAS_WAIT\n", "EXT_SEMAS_SIGNAL\n");
    DRAW(1, loop.graph, gpuGraphDebugDotFlagsExtSemasWaitNodeParams, 4, 3,
         "{EXT_SEMAS_WAIT\n| {{ID | numExtSems | extSem[0] | value[0] | flags[0]}", semaphore);
    DRAW(1, loop.graph, gpuGraphDebugDotFlagsExtSemasSignalNodeParams, 4, 3,
         "{EXT_SEMAS_SIGNAL\n| {{ID | numExtSems | extSem[0] | value[0] | flags[0]}");
    DRAW(4, loop.graph, gpuGraphDebugDotFlagsVerbose, 4, 3, semaphore);
    end_loop(&loop);
}

int main(void)
{
    setenv("GPUINTEROP_WATCHDOG", "0.2", 1);
    return run_beside_peer();
}
