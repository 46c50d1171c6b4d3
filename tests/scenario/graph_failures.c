/** Kernels that fail inside a graph: their context ends as by a launch of their own, the rest of
 *  the launch is dropped with its signals, and after a reset graphs work again. */
#include "graph_names.h"
#include "scenario.h"

#include <stdatomic.h>

#include "beside_peer.h"
#include "test_cases.h"

enum { COUNT = 64, BYTES = 4 * COUNT };

static void count_call(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

static gpuGraphNode_t add_kernel(gpuGraph_t graph, gpuGraphNode_t before, enum stub stub,
                                 uint32_t *data)
{
    uint32_t value = 5;
    void *arguments[] = { &data, &value };
    const gpuKernelNodeParams parameters = {
        .func = (void *)(uintptr_t)&stubs[stub], .gridDim = GRID(2, 1, 1),
        .blockDim = GRID(COUNT / 2, 1, 1), .kernelParams = data != NULL ? arguments : NULL,
    };
    gpuGraphNode_t node;

    OK(gpuGraphAddKernelNode(&node, graph, &before, before != NULL, &parameters));
    return node;
}

/** fill - the kernel - host function - signal. */
static gpuGraphExec_t make_failing(enum stub stub, uint32_t *data,
                                   gpuExternalSemaphore_t *signalled, atomic_int *calls)
{
    gpuExternalSemaphoreSignalParams signal = { .params.fence.value = 1 };
    gpuHostNodeParams host = { count_call, calls };
    gpuGraphExec_t exec;
    gpuGraphNode_t node;
    gpuGraph_t graph;

    OK(gpuGraphCreate(&graph, 0));
    node = add_kernel(graph, NULL, STUB_FILL, data);
    node = add_kernel(graph, node, stub, NULL);
    OK(gpuGraphAddHostNode(&node, graph, &node, 1, &host));
    OK(gpuGraphAddExternalSemaphoresSignalNode(
        &node, graph, &node, 1, &(gpuExternalSemaphoreSignalNodeParams){ signalled, &signal, 1 }));
    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(gpuGraphDestroy(graph));
    return exec;
}

static void graphs_work_again(void)
{
    gpuGraphExec_t exec;
    gpuGraph_t graph;
    uint32_t *data;

    OK(gpuDeviceReset());
    OK(gpuGetLastError());
    OK(gpuMalloc((void **)&data, BYTES));
    OK(gpuGraphCreate(&graph, 0));
    (void)add_kernel(graph, NULL, STUB_FILL, data);
    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(gpuGraphLaunch(exec, NULL));
    OK(gpuDeviceSynchronize());
    check_row(data, COUNT, 5, 1);
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    OK(gpuFree(data));
}

static void fail_in_a_graph(enum stub stub, gpuError_t error, const char *sentence)
{
    struct peer_semaphore done;
    gpuExternalSemaphore_t imported;
    atomic_int calls = 0;
    gpuGraphExec_t exec;
    gpuStream_t stream;
    uint32_t *data;

    peer_semaphore_create(&done, true);
    imported = import_semaphore(peer_semaphore_export(&done), true);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuMalloc((void **)&data, BYTES));
    exec = make_failing(stub, data, &imported, &calls);
    OK(gpuGraphLaunch(exec, stream));
    EXPECT(gpuStreamSynchronize(stream), error, sentence);
    EXPECT(gpuDeviceSynchronize(), error, sentence);
    EXPECT(gpuGraphLaunch(exec, stream), error, sentence);
    assert_int_equal(atomic_load(&calls), 0);
    assert_int_equal(peer_semaphore_value(&done), 0);
    graphs_work_again();
    assert_true(gpuGraphLaunch(exec, NULL) != gpuSuccess);       /* what it names is gone */
    OK(gpuGraphExecDestroy(exec));
    (void)gpuGetLastError();
    assert_int_equal(peer_semaphore_value(&done), 0);
    peer_semaphore_destroy(&done);
}

TEST_CASE(a_trap)
{
    fail_in_a_graph(STUB_TRAP, gpuErrorLaunchFailure, "stopped itself by a trap");
}

TEST_CASE(an_assertion)
{
    fail_in_a_graph(STUB_ASSERT, gpuErrorAssert, "the assertion number < 3");
}

int main(void)
{
    return run_beside_peer();
}
