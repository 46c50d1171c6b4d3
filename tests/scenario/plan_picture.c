/** Pictures of how executables run: before and after a launch, through both vendors' handles. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cuda_runtime_api.h>
#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

#include "test_cases.h"
#include "../unit/dot_reader.h"

#define CUDA(call) assert_int_equal((call), cudaSuccess)
#define HIP(call) assert_int_equal((call), hipSuccess)

static char folder[] = "/tmp/gpuinterop-test-XXXXXX";
static char path[64];

TEST_CASE(begin)
{
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/plan.dot", folder);
}

TEST_CASE_LAST(end)
{
    (void)unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

/* The caller frees the text. */
static char *draw(const void *exec, size_t nodes, size_t edges)
{
    struct dot_counts counts;
    char *text;

    assert_int_equal(gpuinterop_draw_graph_plan(exec, path), 0);
    text = dot_load(path);
    assert_non_null(text);
    counts = dot_read(text);
    if (counts.wrong != NULL)
        fail_msg("not sound: %.300s", counts.wrong);
    assert_int_equal(counts.nodes, nodes);
    assert_int_equal(counts.edges, edges);
    assert_true(dot_is_drawn(path));
    return text;
}

static void nothing(void *argument)
{
    (void)argument;
}

/* A row of fills, of which one is disabled, and two branches of the host. */
TEST_CASE(an_executable_is_drawn)
{
    const struct cudaHostNodeParams host = { nothing, NULL };
    struct cudaMemsetParams fill = { .elementSize = 4, .width = 64, .height = 1 };
    cudaGraphNode_t nodes[5];
    cudaGraphExec_t exec;
    cudaStream_t stream;
    cudaGraph_t graph;
    void *words;
    char *text;

    CUDA(cudaMalloc(&words, 256));
    CUDA(cudaGraphCreate(&graph, 0));
    fill.dst = words;
    for (int i = 0; i < 3; i++)
        CUDA(cudaGraphAddMemsetNode(&nodes[i], graph, i > 0 ? &nodes[i - 1] : NULL, i > 0,
                                    &fill));
    for (int i = 3; i < 5; i++)
        CUDA(cudaGraphAddHostNode(&nodes[i], graph, nodes, 1, &host));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    text = draw(exec, 5, 4);
    assert_non_null(strstr(text, "label=\"stream 0, which launches, device 0\" graph"));
    assert_non_null(strstr(text, "label=\"stream 1, device 0\" graph"));
    assert_non_null(strstr(text, "label=\"recording 0: 3 commands\" graph"));
    assert_non_null(strstr(text, "\"entry_0\" -> \"entry_4\" [style=\"bold\" "
                                 "label=\"waits\"];\n"));
    free(text);
    CUDA(cudaGraphNodeSetEnabled(exec, nodes[1], 0));
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    text = draw(exec, 5, 4);
    assert_non_null(strstr(text, "label=\"stream 0, which launches, device 0, queue "));
    assert_non_null(strstr(text, "label=\"stream 1, device 0, queue "));
    assert_non_null(strstr(text, "\"entry_1\"[style=\"dotted\""));
    free(text);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaStreamDestroy(stream));
    CUDA(cudaFree(words));
}

TEST_CASE(hip_executables_are_drawn)
{
    hipGraphNode_t node;
    hipGraphExec_t exec;
    hipGraph_t graph;

    HIP(hipGraphCreate(&graph, 0));
    HIP(hipGraphAddEmptyNode(&node, graph, NULL, 0));
    HIP(hipGraphAddEmptyNode(&node, graph, &node, 1));
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    free(draw(exec, 2, 1));
    HIP(hipGraphExecDestroy(exec));
    assert_int_equal(gpuinterop_draw_graph_plan(exec, path), -1);
    HIP(hipGraphDestroy(graph));
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaKernel_t kernel, int priority)
{
    const struct cudaKernelNodeParams params = { .func = (void *)kernel, .gridDim = { 1, 1, 1 },
                                                 .blockDim = { 1, 1, 1 } };
    const cudaLaunchAttributeValue value = { .priority = priority };
    cudaGraphNode_t node;

    CUDA(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
    CUDA(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
    return node;
}

/* Whether the second node stands before the first in the picture of an executable. */
static bool comes_second_first(cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphExec_t exec;
    const char *first, *second;
    bool answer;
    char *text;

    CUDA(cudaGraphInstantiateWithFlags(&exec, graph, flags));
    CUDA(cudaGraphLaunch(exec, NULL));
    CUDA(cudaDeviceSynchronize());
    text = draw(exec, 2, 0);
    first = strstr(text, "\"entry_0\"[");
    second = strstr(text, "\"entry_1\"[");
    assert_true(first != NULL && second != NULL);
    answer = second < first;
    free(text);
    CUDA(cudaGraphExecDestroy(exec));
    return answer;
}

static const char nothing_code[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                                   ".visible .entry nothing()\n{\nret;\n}\n";

TEST_CASE(urgent_kernels_come_first_where_priorities_count)
{
    cudaLibrary_t library;
    cudaKernel_t kernel;
    cudaGraph_t graph;

    CUDA(cudaLibraryLoadData(&library, nothing_code, NULL, NULL, 0, NULL, NULL, 0));
    CUDA(cudaLibraryGetKernel(&kernel, library, "nothing"));
    CUDA(cudaGraphCreate(&graph, 0));
    (void)add_kernel(graph, kernel, 0);
    (void)add_kernel(graph, kernel, -2);
    assert_false(comes_second_first(graph, 0));
    assert_true(comes_second_first(graph, cudaGraphInstantiateFlagUseNodePriority));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaLibraryUnload(library));
}

/* A captured kernel has its stream's priority, unless its launch names another. */
TEST_CASE(captured_kernels_have_their_streams_priority)
{
    cudaLaunchAttribute named = { .id = cudaLaunchAttributePriority, .val.priority = -1 };
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 1, 1, 1 },
                                  .attrs = &named };
    cudaLaunchAttributeValue value;
    cudaGraphNode_t nodes[2];
    cudaLibrary_t library;
    cudaKernel_t kernel;
    cudaStream_t stream;
    cudaGraph_t graph;
    size_t count = 2;

    CUDA(cudaLibraryLoadData(&library, nothing_code, NULL, NULL, 0, NULL, NULL, 0));
    CUDA(cudaLibraryGetKernel(&kernel, library, "nothing"));
    CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -3));
    config.stream = stream;
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CUDA(cudaLaunchKernelExC(&config, (const void *)kernel, NULL));
    config.numAttrs = 1;
    CUDA(cudaLaunchKernelExC(&config, (const void *)kernel, NULL));
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaGraphKernelNodeGetAttribute(nodes[i], cudaLaunchAttributePriority, &value));
        assert_int_equal(value.priority, i == 0 ? -3 : -1);
    }
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaStreamDestroy(stream));
    CUDA(cudaLibraryUnload(library));
}

TEST_CASE(wrong_arguments_are_told)
{
    cudaGraphExec_t exec;
    cudaGraph_t graph;

    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    assert_int_equal(gpuinterop_draw_graph_plan(NULL, path), -1);
    assert_int_equal(gpuinterop_draw_graph_plan(graph, path), -1);
    assert_int_equal(gpuinterop_draw_graph_plan(exec, NULL), -1);
    assert_string_equal(gpuinterop_last_error_detail(), "picture of a plan: path is NULL");
    assert_int_equal(gpuinterop_draw_graph_plan(exec, "/no/such/folder/plan.dot"), -1);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "/no/such/folder/plan.dot"));
    CUDA(cudaGraphExecDestroy(exec));
    assert_int_equal(gpuinterop_draw_graph_plan(exec, path), -1);
    CUDA(cudaGraphDestroy(graph));
}
