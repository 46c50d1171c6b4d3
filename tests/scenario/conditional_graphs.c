/** Conditional nodes by the runtime and by the driver interface, on a device: kernels set the
 *  numbers.
 *
 *      scenario_conditional_graphs           all cases
 *      scenario_conditional_graphs host      the same, where the host decides (+host-decides)
 *      scenario_conditional_graphs checked   that a kernel sets nothing but what it may write; with
 *                                            the memory check */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../unit/dot_reader.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <gpuinterop.h>

#define CU(call) assert_int_equal((call), CUDA_SUCCESS)
#define CUDA(call) assert_int_equal((call), cudaSuccess)

/* set: the number of h becomes v, in one thread of all. add: *p += v. down: *p -= 1, and that is
 * the number. even: the number says whether *p is even. */
#define HEAD ".version 6.0\n.target sm_50\n.address_size 64\n"
#define DECLARATION \
    ".extern .func cudaGraphSetConditional\n(\n.param .b64 cudaGraphSetConditional_param_0,\n" \
    ".param .b32 cudaGraphSetConditional_param_1\n)\n;\n"
#define SET(handle, value) \
    "{ .param .b64 a; st.param.b64 [a], " handle "; .param .b32 b; st.param.b32 [b], " value ";\n" \
    "call.uni cudaGraphSetConditional, (a, b); }\n"
#define REGISTERS ".reg .b64 %h, %p; .reg .b32 %v, %w; .reg .pred %q;\n"

static const char code[] =
    HEAD DECLARATION
    ".visible .entry set(.param .u64 h, .param .u32 v)\n{\n" REGISTERS
    "ld.param.u64 %h, [h]; ld.param.u32 %v, [v]; mov.u32 %w, %tid.x;\n"
    "setp.ne.u32 %q, %w, 0; @%q bra end;\n" SET("%h", "%v") "end: ret;\n}\n"
    ".visible .entry add(.param .u64 p, .param .u32 v)\n{\n" REGISTERS
    "ld.param.u64 %p, [p]; ld.param.u32 %v, [v]; cvta.to.global.u64 %p, %p;\n"
    "ld.global.u32 %w, [%p]; add.u32 %w, %w, %v; st.global.u32 [%p], %w; ret;\n}\n"
    ".visible .entry down(.param .u64 p, .param .u64 h)\n{\n" REGISTERS
    "ld.param.u64 %p, [p]; ld.param.u64 %h, [h]; cvta.to.global.u64 %p, %p;\n"
    "ld.global.u32 %w, [%p]; sub.u32 %w, %w, 1; st.global.u32 [%p], %w;\n" SET("%h", "%w")
    "ret;\n}\n"
    ".visible .entry even(.param .u64 p, .param .u64 h)\n{\n" REGISTERS
    "ld.param.u64 %p, [p]; ld.param.u64 %h, [h]; cvta.to.global.u64 %p, %p;\n"
    "ld.global.u32 %w, [%p]; and.b32 %w, %w, 1; xor.b32 %w, %w, 1;\n" SET("%h", "%w")
    "ret;\n}\n";

static struct cudaKernel {
    cudaKernel_t set, add, down, even;
} kernels;
static CUfunction set_function, add_function, down_function;
static CUcontext context;
static uint32_t *words;
static bool by_host, is_checked;

static void begin(void **state)
{
    cudaLibrary_t library;
    CUmodule module;

    (void)state;
    CUDA(cudaMalloc((void **)&words, 4096));
    CUDA(cudaMemset(words, 0, 4096));
    CUDA(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
    CUDA(cudaLibraryGetKernel(&kernels.set, library, "set"));
    CUDA(cudaLibraryGetKernel(&kernels.add, library, "add"));
    CUDA(cudaLibraryGetKernel(&kernels.down, library, "down"));
    CUDA(cudaLibraryGetKernel(&kernels.even, library, "even"));
    CU(cuCtxGetCurrent(&context));
    CU(cuModuleLoadData(&module, code));
    CU(cuModuleGetFunction(&set_function, module, "set"));
    CU(cuModuleGetFunction(&add_function, module, "add"));
    CU(cuModuleGetFunction(&down_function, module, "down"));
}

static void end(void **state)
{
    (void)state;
    CUDA(cudaFree(words));
    CUDA(cudaDeviceReset());
}

/* ---- the runtime ----------------------------------------------------------------------------- */

static cudaGraphConditionalHandle make_handle(cudaGraph_t graph, unsigned int value)
{
    cudaGraphConditionalHandle handle;

    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, value, cudaGraphCondAssignDefault));
    return handle;
}

static struct cudaKernelNodeParams kernel_params(cudaKernel_t kernel, void **arguments)
{
    return (struct cudaKernelNodeParams){ .func = (void *)kernel, .gridDim = { 1, 1, 1 },
                                          .blockDim = { 1, 1, 1 }, .kernelParams = arguments };
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t before, cudaKernel_t kernel,
                                  uint64_t first, uint64_t second)
{
    void *arguments[] = { &first, &second };
    const struct cudaKernelNodeParams params = kernel_params(kernel, arguments);
    cudaGraphNode_t node;

    CUDA(cudaGraphAddKernelNode(&node, graph, &before, before != NULL, &params));
    return node;
}

static cudaGraphNode_t add_condition(cudaGraph_t graph, cudaGraphNode_t before,
                                     cudaGraphConditionalHandle handle,
                                     enum cudaGraphConditionalNodeType type, unsigned int size,
                                     cudaGraph_t *out_bodies)
{
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeConditional };
    cudaGraphNode_t node;

    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    CUDA(cudaGraphAddNode(&node, graph, &before, NULL, before != NULL, &params));
    assert_non_null(params.conditional.phGraph_out);
    memcpy(out_bodies, params.conditional.phGraph_out, size * sizeof *out_bodies);
    return node;
}

static uint64_t word(size_t i)
{
    return (uint64_t)(uintptr_t)(words + i);
}

static uint32_t read_word(size_t i)
{
    uint32_t seen;

    CUDA(cudaMemcpy(&seen, words + i, sizeof seen, cudaMemcpyDeviceToHost));
    return seen;
}

static void write_word(size_t i, uint32_t value)
{
    CUDA(cudaMemcpy(words + i, &value, sizeof value, cudaMemcpyHostToDevice));
}

static cudaGraphExec_t instantiate(cudaGraph_t graph)
{
    cudaGraphExec_t exec;

    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    return exec;
}

static void launch(cudaGraphExec_t exec)
{
    CUDA(cudaGraphLaunch(exec, NULL));
    CUDA(cudaStreamSynchronize(NULL));
}

static uint64_t host_decisions(void)
{
    struct gpuinterop_counters counters;

    gpuinterop_get_counters(&counters);
    return counters.host_decisions;
}

static void kernels_choose_graphs(void **state)
{
    uint64_t before = host_decisions();

    (void)state;
    for (uint32_t number = 0; number < 4; number++) {
        cudaGraph_t graph, bodies[3];
        cudaGraphConditionalHandle one, two;
        cudaGraphNode_t node;

        CUDA(cudaGraphCreate(&graph, 0));
        one = make_handle(graph, 77);
        two = make_handle(graph, 77);
        node = add_kernel(graph, NULL, kernels.set, one, number);
        node = add_condition(graph, node, one, cudaGraphCondTypeSwitch, 3, bodies);
        for (uint32_t i = 0; i < 3; i++)
            add_kernel(bodies[i], NULL, kernels.add, word(0), 10 * (i + 1));
        node = add_kernel(graph, node, kernels.set, two, number);
        add_condition(graph, node, two, cudaGraphCondTypeIf, 2, bodies);
        add_kernel(bodies[0], NULL, kernels.add, word(0), 1);
        add_kernel(bodies[1], NULL, kernels.add, word(0), 2);
        cudaGraphExec_t exec = instantiate(graph);
        for (int round = 0; round < 3; round++) {
            write_word(0, 0);
            launch(exec);
            assert_int_equal(read_word(0), (number < 3 ? 10 * (number + 1) : 0) +
                                           (number != 0 ? 1 : 2));
        }
        CUDA(cudaGraphExecDestroy(exec));
    }
    if (!is_checked)
        assert_int_equal(host_decisions() - before, by_host ? 4 * 3 * 2 : 0);
}

/* A loop with an if in each round: the sum of what is even, and of all. */
static void loops_count_down(void **state)
{
    cudaGraphConditionalHandle loop, choice;
    cudaGraph_t graph, bodies[1], inner[2];
    cudaGraphNode_t node;

    (void)state;
    CUDA(cudaGraphCreate(&graph, 0));
    loop = make_handle(graph, 1);
    add_condition(graph, NULL, loop, cudaGraphCondTypeWhile, 1, bodies);
    choice = make_handle(bodies[0], 0);
    node = add_kernel(bodies[0], NULL, kernels.even, word(0), choice);
    node = add_condition(bodies[0], node, choice, cudaGraphCondTypeIf, 2, inner);
    add_kernel(inner[0], NULL, kernels.add, word(1), 1);
    add_kernel(inner[1], NULL, kernels.add, word(2), 1);
    add_kernel(bodies[0], node, kernels.down, word(0), loop);
    cudaGraphExec_t exec = instantiate(graph);
    for (uint32_t rounds = 1; rounds < 100; rounds += 49) {
        write_word(0, rounds);
        write_word(1, 0);
        write_word(2, 0);
        launch(exec);
        assert_int_equal(read_word(0), 0);
        assert_int_equal(read_word(1), rounds / 2);
        assert_int_equal(read_word(2), rounds - rounds / 2);
    }
    CUDA(cudaGraphExecDestroy(exec));
}

static cudaGraph_t make_if(uint32_t value, cudaGraphNode_t *out_inside)
{
    cudaGraph_t graph, bodies[1];

    CUDA(cudaGraphCreate(&graph, 0));
    add_condition(graph, NULL, make_handle(graph, 1), cudaGraphCondTypeIf, 1, bodies);
    *out_inside = add_kernel(bodies[0], NULL, kernels.add, word(0), value);
    return graph;
}

static void expect_sum(cudaGraphExec_t exec, uint32_t sum)
{
    write_word(0, 0);
    launch(exec);
    assert_int_equal(read_word(0), sum);
}

static void bodies_are_changed(void **state)
{
    uint64_t first = word(0), second = 3;
    void *arguments[] = { &first, &second };
    const struct cudaKernelNodeParams params = kernel_params(kernels.add, arguments);
    cudaGraphExecUpdateResultInfo info;
    cudaGraphNode_t inside, other;
    cudaGraphExec_t exec;
    cudaGraph_t graph = make_if(1, &inside), next;

    (void)state;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    expect_sum(exec, 1);
    CUDA(cudaGraphExecKernelNodeSetParams(exec, inside, &params));
    expect_sum(exec, 3);
    CUDA(cudaGraphNodeSetEnabled(exec, inside, 0));
    expect_sum(exec, 0);
    CUDA(cudaGraphNodeSetEnabled(exec, inside, 1));
    next = make_if(5, &other);
    CUDA(cudaGraphExecUpdate(exec, next, &info));
    CUDA(cudaGraphDestroy(next));
    expect_sum(exec, 5);
    CUDA(cudaGraphCreate(&next, 0));
    add_kernel(next, NULL, kernels.add, word(0), 1);
    assert_int_equal(cudaGraphExecUpdate(exec, next, &info), cudaErrorGraphExecUpdateFailure);
    CUDA(cudaGraphDestroy(next));
    expect_sum(exec, 5);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
}

/* PyTorch's calls for an if in a capture. */
static void a_capture_goes_into_a_body(void **state)
{
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeConditional };
    enum cudaStreamCaptureStatus status;
    cudaGraphConditionalHandle handle;
    const cudaGraphNode_t *dependencies;
    const cudaGraphEdgeData *edges;
    cudaStream_t stream, inner;
    cudaGraph_t graph, ended;
    cudaGraphNode_t node;
    uint64_t first, second;
    void *arguments[] = { &first, &second };
    size_t count;

    (void)state;
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&inner, cudaStreamNonBlocking));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CUDA(cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, NULL, NULL, NULL));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
    first = word(1);
    second = handle;
    CUDA(cudaLaunchKernel((void *)kernels.even, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
                          stream));
    CUDA(cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, &dependencies, &edges, &count));
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    CUDA(cudaGraphAddNode(&node, graph, dependencies, edges, count, &params));
    CUDA(cudaStreamUpdateCaptureDependencies(stream, &node, NULL, 1,
                                             cudaStreamSetCaptureDependencies));
    CUDA(cudaStreamBeginCaptureToGraph(inner, params.conditional.phGraph_out[0], NULL, NULL, 0,
                                       cudaStreamCaptureModeRelaxed));
    first = word(0);
    second = 4;
    CUDA(cudaLaunchKernel((void *)kernels.add, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
                          inner));
    CUDA(cudaStreamEndCapture(inner, NULL));
    second = 100;
    CUDA(cudaLaunchKernel((void *)kernels.add, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
                          stream));
    CUDA(cudaStreamEndCapture(stream, &ended));
    assert_ptr_equal(ended, graph);
    cudaGraphExec_t exec = instantiate(graph);
    write_word(1, 8);
    expect_sum(exec, 104);
    write_word(1, 7);
    expect_sum(exec, 100);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaStreamDestroy(stream));
    CUDA(cudaStreamDestroy(inner));
}

static void wrong_calls_are_refused(void **state)
{
    struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeConditional };
    cudaGraphInstantiateParams made = { .flags = 0 };
    cudaGraphConditionalHandle handle, other;
    cudaGraph_t graph, wrong, bodies[1];
    enum cudaGraphNodeType type;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;

    (void)state;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&wrong, 0));
    assert_int_equal(cudaGraphConditionalHandleCreate(NULL, graph, 0, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphConditionalHandleCreate(&handle, NULL, 0, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2),
                     cudaErrorInvalidValue);
    handle = make_handle(graph, 0);
    assert_int_equal(cudaGraphInstantiateWithParams(&exec, graph, &made), cudaErrorInvalidValue);
    assert_int_equal(made.result_out, cudaGraphInstantiateConditionalHandleUnused);
    params.conditional.handle = handle;
    params.conditional.size = 1;
    assert_int_equal(cudaGraphAddNode(&node, wrong, NULL, NULL, 0, &params),
                     cudaErrorInvalidValue);
    params.reserved2 = 1;
    assert_int_equal(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     cudaErrorInvalidValue);
    params.reserved2 = 0;
    node = add_condition(graph, NULL, handle, cudaGraphCondTypeIf, 1, bodies);
    CUDA(cudaGraphNodeGetType(node, &type));
    assert_int_equal(type, cudaGraphNodeTypeConditional);
    assert_int_equal(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     cudaErrorInvalidValue);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "has a node already"));
    assert_int_equal(cudaGraphNodeSetParams(node, &params), cudaErrorNotSupported);
    assert_int_equal(cudaGraphDestroy(bodies[0]), cudaErrorInvalidValue);
    other = make_handle(bodies[0], 0);
    add_condition(graph, NULL, other, cudaGraphCondTypeWhile, 1, bodies);
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphDestroy(wrong));
}

/* Each of its graphs is a box, and a line of the node's table names it. */
static void the_picture_has_bodies(void **state)
{
    cudaGraph_t graph, bodies[3];
    struct dot_counts counts;
    char path[64], *text;

    (void)state;
    (void)snprintf(path, sizeof path, "/tmp/conditional_graphs.%d.dot", (int)getpid());
    CUDA(cudaGraphCreate(&graph, 0));
    add_condition(graph, NULL, make_handle(graph, 0), cudaGraphCondTypeSwitch, 3, bodies);
    add_kernel(bodies[1], add_kernel(bodies[1], NULL, kernels.add, 0, 1), kernels.add, 0, 1);
    add_condition(bodies[2], NULL, make_handle(graph, 0), cudaGraphCondTypeIf, 2, bodies);
    add_condition(bodies[1], NULL, make_handle(graph, 0), cudaGraphCondTypeWhile, 1, bodies);
    add_kernel(bodies[0], NULL, kernels.down, 0, 1);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaGraphDebugDotPrint(graph, path, i == 0 ? 0 : cudaGraphDebugDotFlagsVerbose));
        text = dot_load(path);
        counts = dot_read(text);
        assert_null(counts.wrong);
        assert_true(counts.clusters == 7 && counts.nodes == 6 && counts.edges == 1);
        assert_non_null(strstr(text, "| {Conditional Type| SWITCH}\n| {Case 0|graph_2}\n"
                                     "| {Case 1|graph_3}\n| {Case 2|graph_4}\n}"));
        assert_non_null(strstr(text, "| {Conditional Type| IF}\n| {True|graph_5}\n"
                                     "| {False|graph_6}\n}"));
        assert_non_null(strstr(text, "| {Conditional Type| WHILE}\n| {Body|graph_7}\n}"));
        assert_true((strstr(text, "| {Conditional Handle|0x") != NULL) == (i == 1));
        free(text);
    }
    assert_true(dot_is_drawn(path));
    (void)unlink(path);
    CUDA(cudaGraphDestroy(graph));
}

/* ---- the driver interface -------------------------------------------------------------------- */

static CUgraphNode add_function_node(CUgraph graph, CUgraphNode before, CUfunction function,
                                     uint64_t first, uint64_t second)
{
    void *arguments[] = { &first, &second };
    const CUDA_KERNEL_NODE_PARAMS params = {
        .func = function, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1,
        .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments,
    };
    CUgraphNode node;

    CU(cuGraphAddKernelNode(&node, graph, &before, before != NULL, &params));
    return node;
}

static void the_driver_interface_has_them(void **state)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_CONDITIONAL };
    CUgraphConditionalHandle handle;
    CUgraph graph, *bodies;
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    CU(cuGraphCreate(&graph, 0));
    assert_int_equal(cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 0),
                     CUDA_ERROR_INVALID_CONTEXT);
    CU(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    node = add_function_node(graph, NULL, set_function, handle, 1);
    params.conditional.handle = handle;
    params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    params.conditional.size = 1;
    assert_int_equal(cuGraphAddNode(&node, graph, &node, NULL, 1, &params),
                     CUDA_ERROR_INVALID_CONTEXT);
    params.conditional.ctx = context;
    CU(cuGraphAddNode(&node, graph, &node, NULL, 1, &params));
    bodies = params.conditional.phGraph_out;
    add_function_node(bodies[0], add_function_node(bodies[0], NULL, add_function, word(1), 2),
                      down_function, word(0), handle);
    CU(cuGraphInstantiate(&exec, graph, 0));
    CU(cuGraphDestroy(graph));
    write_word(0, 9);
    write_word(1, 0);
    CU(cuGraphLaunch(exec, NULL));
    CU(cuCtxSynchronize());
    assert_int_equal(read_word(1), 18);
    CU(cuGraphExecDestroy(exec));
}

/* Texts that declare the function otherwise, define it, or are joined. */
static void texts_that_name_the_function(void **state)
{
    static const char wrong[] =
        HEAD ".extern .func cudaGraphSetConditional (.param .b32 a);\n"
        ".visible .entry k(.param .u32 v)\n{\n.reg .b32 %v; ld.param.u32 %v, [v];\n"
        "{ .param .b32 b; st.param.b32 [b], %v; call.uni cudaGraphSetConditional, (b); }\n"
        "ret;\n}\n";
    static const char own[] =
        HEAD ".func cudaGraphSetConditional (.param .b64 a, .param .b32 b)\n{ ret; }\n"
        ".visible .entry k(.param .u64 h)\n{\n" REGISTERS "ld.param.u64 %h, [h]; mov.u32 %v, 1;\n"
        SET("%h", "%v") "ret;\n}\n";
    CUlinkState link;
    CUfunction function;
    CUmodule module;
    size_t size;
    void *joined;

    (void)state;
    assert_int_not_equal(cuModuleLoadData(&module, wrong), CUDA_SUCCESS);
    CU(cuModuleLoadData(&module, own));
    CU(cuModuleGetFunction(&function, module, "k"));
    CU(cuModuleUnload(module));
    CU(cuLinkCreate(0, NULL, NULL, &link));
    CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)code, sizeof code, "code", 0, NULL,
                     NULL));
    CU(cuLinkComplete(link, &joined, &size));
    CU(cuModuleLoadData(&module, joined));
    CU(cuModuleGetFunction(&function, module, "set"));
    CU(cuModuleUnload(module));
    CU(cuLinkDestroy(link));
}

/* ---- rights ---------------------------------------------------------------------------------- */

static void a_kernel_sets_what_it_may_write(void **state)
{
    uint64_t first = 4096, second = 1;
    void *arguments[] = { &first, &second };

    (void)state;
    CUDA(cudaLaunchKernel((void *)kernels.set, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
                          NULL));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    CUDA(cudaDeviceReset());
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begin),
        cmocka_unit_test(kernels_choose_graphs),
        cmocka_unit_test(loops_count_down),
        cmocka_unit_test(bodies_are_changed),
        cmocka_unit_test(a_capture_goes_into_a_body),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(the_picture_has_bodies),
        cmocka_unit_test(the_driver_interface_has_them),
        cmocka_unit_test(texts_that_name_the_function),
        cmocka_unit_test(end),
    };
    const struct CMUnitTest checked[] = {
        cmocka_unit_test(begin),
        cmocka_unit_test(kernels_choose_graphs),
        cmocka_unit_test(a_kernel_sets_what_it_may_write),
    };

    by_host = argc > 1 && strcmp(argv[1], "host") == 0;
    is_checked = argc > 1 && strcmp(argv[1], "checked") == 0;
    if (is_checked)
        return cmocka_run_group_tests(checked, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
