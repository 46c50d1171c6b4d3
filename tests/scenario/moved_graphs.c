/** Graphs that are moved into another, by the runtime and by the driver interface. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <gpuinterop.h>

#include "test_cases.h"

#define CU(call) assert_int_equal((call), CUDA_SUCCESS)
#define CUDA(call) assert_int_equal((call), cudaSuccess)

enum { COUNT = 64 };

static uint32_t *words;

TEST_CASE(begin)
{
    CUDA(cudaMalloc((void **)&words, COUNT * sizeof *words));
    CUDA(cudaMemset(words, 0, COUNT * sizeof *words));
}

TEST_CASE_LAST(end)
{
    CUDA(cudaFree(words));
}

/* A node that fills word i. */
static cudaGraphNode_t add_fill(cudaGraph_t graph, cudaGraphNode_t before, uint32_t i,
                                uint32_t value)
{
    const struct cudaMemsetParams fill = { .dst = words + i, .elementSize = 4, .width = 1,
                                           .height = 1, .value = value };
    cudaGraphNode_t node;

    CUDA(cudaGraphAddMemsetNode(&node, graph, &before, before != NULL, &fill));
    return node;
}

/* A node that copies word i to another. */
static cudaGraphNode_t add_copy(cudaGraph_t graph, cudaGraphNode_t before, uint32_t i, uint32_t to)
{
    cudaGraphNode_t node;

    CUDA(cudaGraphAddMemcpyNode1D(&node, graph, &before, before != NULL, words + to, words + i,
                                  sizeof *words, cudaMemcpyDeviceToDevice));
    return node;
}

static cudaError_t try_move(cudaGraph_t graph, cudaGraphNode_t before, cudaGraph_t child,
                            cudaGraphNode_t *out_node)
{
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeGraph };

    params.graph.graph = child;
    params.graph.ownership = cudaGraphChildGraphOwnershipMove;
    return cudaGraphAddNode(out_node, graph, &before, NULL, before != NULL, &params);
}

static void expect_word(uint32_t i, uint32_t wanted)
{
    uint32_t seen;

    CUDA(cudaMemcpy(&seen, words + i, sizeof seen, cudaMemcpyDeviceToHost));
    assert_int_equal(seen, wanted);
}

static void launch(cudaGraphExec_t exec)
{
    CUDA(cudaGraphLaunch(exec, NULL));
    CUDA(cudaDeviceSynchronize());
}

/* Nodes stand before and behind the moved graph, and nodes are added to it after the move. */
TEST_CASE(a_moved_graph_runs_in_its_place)
{
    cudaGraph_t graph, child, found;
    cudaGraphNode_t node, fill;
    cudaGraphExec_t exec;

    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&child, 0));
    fill = add_copy(child, NULL, 0, 1);
    CUDA(try_move(graph, add_fill(graph, NULL, 0, 7), child, &node));
    CUDA(cudaGraphChildGraphNodeGetGraph(node, &found));
    assert_ptr_equal(found, child);
    add_copy(child, fill, 1, 2);
    add_copy(graph, node, 2, 3);
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    launch(exec);
    for (uint32_t i = 0; i < 4; i++)
        expect_word(i, 7);
    assert_int_equal(cudaGraphDestroy(child), cudaErrorInvalidValue);
    CUDA(cudaGraphExecDestroy(exec));
}

static void expect_sentence(const char *part)
{
    assert_non_null(strstr(gpuinterop_last_error_detail(), part));
}

TEST_CASE(a_moved_graph_is_no_graph_of_its_own)
{
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeGraph };
    cudaGraph_t graph, other, child;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphNode_t node;
    cudaGraphExec_t exec, none;

    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&other, 0));
    CUDA(cudaGraphCreate(&child, 0));
    add_fill(child, NULL, 0, 7);
    CUDA(cudaGraphInstantiate(&exec, child, 0));
    CUDA(try_move(graph, NULL, child, &node));
    assert_int_equal(cudaGraphInstantiate(&none, child, 0), cudaErrorNotSupported);
    expect_sentence("was moved into another graph");
    assert_int_equal(cudaGraphExecUpdate(exec, child, &info), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphDestroy(child), cudaErrorInvalidValue);
    expect_sentence("which ends with the node");
    params.graph.graph = child;
    assert_int_equal(cudaGraphAddNode(&node, other, NULL, NULL, 0, &params),
                     cudaErrorNotSupported);
    assert_int_equal(try_move(other, NULL, child, &node), cudaErrorNotSupported);
    launch(exec);
    expect_word(0, 7);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphDestroy(other));
}

/* What was made of the graph with the moved one is told by a second graph like it. */
TEST_CASE(executables_are_updated_by_graphs_with_moved_ones)
{
    cudaGraph_t graphs[2], children[2];
    cudaGraphExecUpdateResultInfo info;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;

    for (uint32_t i = 0; i < 2; i++) {
        CUDA(cudaGraphCreate(&graphs[i], 0));
        CUDA(cudaGraphCreate(&children[i], 0));
        add_fill(children[i], NULL, 0, 20 + i);
        CUDA(try_move(graphs[i], NULL, children[i], &node));
    }
    CUDA(cudaGraphInstantiate(&exec, graphs[0], 0));
    CUDA(cudaGraphExecUpdate(exec, graphs[1], &info));
    launch(exec);
    expect_word(0, 21);
    CUDA(cudaGraphExecDestroy(exec));
    for (int i = 0; i < 2; i++)
        CUDA(cudaGraphDestroy(graphs[i]));
}

/* A stream is captured into a graph that is moved meanwhile, and once more after the end. */
TEST_CASE(captures_go_into_moved_graphs)
{
    cudaGraph_t graph, child, ended;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    cudaStream_t stream;

    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&child, 0));
    for (int i = 0; i < 2; i++) {
        CUDA(cudaStreamBeginCaptureToGraph(stream, child, NULL, NULL, 0,
                                           cudaStreamCaptureModeRelaxed));
        if (i == 0)
            CUDA(try_move(graph, NULL, child, &node));
        CUDA(cudaMemsetAsync(words + i, i + 1, sizeof *words, stream));
        CUDA(cudaStreamEndCapture(stream, &ended));
        assert_ptr_equal(ended, child);
    }
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    launch(exec);
    expect_word(0, 0x01010101);
    expect_word(1, 0x02020202);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaStreamDestroy(stream));
}

/* The capture finds its graph gone. */
TEST_CASE(a_moved_graph_may_end_while_it_is_captured_into)
{
    cudaGraph_t graph, child, ended = NULL;
    cudaGraphNode_t node;
    cudaStream_t stream;

    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&child, 0));
    CUDA(cudaStreamBeginCaptureToGraph(stream, child, NULL, NULL, 0,
                                       cudaStreamCaptureModeRelaxed));
    CUDA(try_move(graph, NULL, child, &node));
    CUDA(cudaGraphDestroy(graph));
    assert_int_equal(cudaMemsetAsync(words, 1, sizeof *words, stream), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamEndCapture(stream, &ended), cudaErrorInvalidValue);
    assert_null(ended);
    CUDA(cudaMemsetAsync(words, 1, sizeof *words, stream));
    CUDA(cudaStreamSynchronize(stream));
    expect_word(0, 0x01010101);
    CUDA(cudaStreamDestroy(stream));
}

/* Memory that a moved graph allocates is freed by its parent; it gets no more of it. */
TEST_CASE(moved_graphs_keep_their_memory)
{
    struct cudaMemAllocNodeParams params = {
        .poolProps = { .allocType = cudaMemAllocationTypePinned,
                       .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = 4096,
    };
    cudaGraph_t graph, child;
    cudaGraphNode_t alloc, node;
    cudaGraphExec_t exec;

    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&child, 0));
    CUDA(cudaGraphAddMemAllocNode(&alloc, child, NULL, 0, &params));
    CUDA(try_move(graph, NULL, child, &node));
    assert_int_equal(cudaGraphAddMemFreeNode(&node, child, &alloc, 1, params.dptr),
                     cudaErrorNotSupported);
    assert_int_equal(cudaGraphAddMemAllocNode(&alloc, child, NULL, 0, &params),
                     cudaErrorNotSupported);
    expect_sentence("gets no more nodes of memory");
    CUDA(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    launch(exec);
    launch(exec);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
}

TEST_CASE(the_driver_interface_moves_graphs)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_GRAPH };
    cudaGraph_t child;
    CUgraphNode node, wrong;
    CUgraphExec exec;
    CUgraph graph;

    CUDA(cudaGraphCreate(&child, 0));
    wrong = (CUgraphNode)add_fill(child, NULL, 0, 9);
    CU(cuGraphCreate(&graph, 0));
    params.graph.graph = (CUgraph)child;
    params.graph.ownership = CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
    assert_int_equal(cuGraphAddNode(&node, graph, &wrong, NULL, 1, &params),
                     CUDA_ERROR_INVALID_VALUE);
    CU(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params));
    CU(cuGraphInstantiate(&exec, graph, 0));
    CU(cuGraphLaunch(exec, NULL));
    CU(cuCtxSynchronize());
    expect_word(0, 9);
    assert_int_equal(cuGraphDestroy((CUgraph)child), CUDA_ERROR_INVALID_VALUE);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
}
