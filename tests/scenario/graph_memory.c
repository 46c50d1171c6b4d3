/** Memory of graphs by both runtimes: kernels in memory that is used twice, memory that a launch
 *  leaves, frees by other graphs, captures against the same calls without one. */
#include "graph_names.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

#include "test_cases.h"

enum { COUNT = 1024, BYTES = 4 * COUNT };

#if SCENARIO_CUDA
#define ADD_NODE(node, graph, before, count, params) \
    cudaGraphAddNode(node, graph, before, NULL, count, params)
#define ALLOC cudaGraphNodeTypeMemAlloc
#define FREE cudaGraphNodeTypeMemFree
#else
#define ADD_NODE(node, graph, before, count, params) \
    hipGraphAddNode(node, graph, before, count, params)
#define ALLOC hipGraphNodeTypeMemAlloc
#define FREE hipGraphNodeTypeMemFree
#endif

/* ---- making graphs --------------------------------------------------------------------------- */

static gpuGraph_t make_graph(void)
{
    gpuGraph_t graph = NULL;

    OK(gpuGraphCreate(&graph, 0));
    return graph;
}

static gpuGraphExec_t instantiate(gpuGraph_t graph, unsigned long long flags)
{
    gpuGraphExec_t exec = NULL;

    OK(gpuGraphInstantiateWithFlags(&exec, graph, flags));
    return exec;
}

static gpuMemAllocNodeParams params_of(size_t size)
{
    gpuMemAllocNodeParams params;

    memset(&params, 0, sizeof params);
    params.poolProps.allocType = API(MemAllocationTypePinned);
    params.poolProps.location.type = gpuMemLocationTypeDevice;
    params.bytesize = size;
    return params;
}

static uint32_t *add_alloc(gpuGraph_t graph, gpuGraphNode_t before, size_t size,
                           gpuGraphNode_t *out_node)
{
    gpuMemAllocNodeParams params = params_of(size);

    OK(gpuGraphAddMemAllocNode(out_node, graph, &before, before != NULL, &params));
    assert_non_null(params.dptr);
    return params.dptr;
}

static gpuGraphNode_t add_free(gpuGraph_t graph, gpuGraphNode_t before, void *pointer)
{
    gpuGraphNode_t node;

    OK(gpuGraphAddMemFreeNode(&node, graph, &before, before != NULL, pointer));
    return node;
}

static gpuGraphNode_t add_kernel(gpuGraph_t graph, gpuGraphNode_t before, enum stub stub,
                                 uint32_t *data, uint32_t value)
{
    return graph_kernel(graph, before, stub, data, value, COUNT);
}

static void launch_kernel(gpuStream_t stream, enum stub stub, uint32_t *data, uint32_t value)
{
    void *arguments[] = { &data, &value };

    OK(gpuLaunchKernel((void *)(uintptr_t)&stubs[stub], GRID(COUNT / 32, 1, 1), GRID(32, 1, 1),
                       arguments, 0, stream));
}

static gpuGraphNode_t add_copy(gpuGraph_t graph, gpuGraphNode_t before, void *to, void *from)
{
    gpuGraphNode_t node;

    OK(gpuGraphAddMemcpyNode1D(&node, graph, &before, 1, to, from, BYTES, gpuMemcpyDefault));
    return node;
}

static void expect_words(const uint32_t *words, uint32_t first)
{
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(words[i], first + i);
}

static void destroy(gpuGraph_t graph, gpuGraphExec_t exec)
{
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
}

/* ---- in a graph ------------------------------------------------------------------------------ */

TEST_CASE(kernels_use_memory_that_is_used_twice)
{
    static uint32_t first[COUNT], second[COUNT], beside[COUNT];
    gpuGraph_t graph = make_graph();
    gpuGraphNode_t node, other;

    uint32_t *a = add_alloc(graph, NULL, BYTES, &node);
    uint32_t *c = add_alloc(graph, NULL, BYTES, &other);
    assert_ptr_not_equal(a, c);
    other = add_kernel(graph, other, STUB_FILL, c, 1000);
    other = add_copy(graph, other, beside, c);
    add_free(graph, other, c);
    node = add_kernel(graph, node, STUB_FILL, a, 5);
    node = add_copy(graph, node, first, a);
    node = add_free(graph, node, a);
    uint32_t *b = add_alloc(graph, node, BYTES / 2, &node);
    assert_ptr_equal(a, b);
    node = add_free(graph, node, b);
    b = add_alloc(graph, node, BYTES, &node);
    assert_ptr_equal(a, b);
    node = add_kernel(graph, node, STUB_FILL, b, 70);
    node = add_copy(graph, node, second, b);
    add_free(graph, node, b);
    gpuGraphExec_t exec = instantiate(graph, 0);
    for (int round = 0; round < 3; round++) {
        memset(first, 0, sizeof first);
        memset(second, 0, sizeof second);
        memset(beside, 0, sizeof beside);
        OK(gpuGraphLaunch(exec, NULL));
        OK(gpuStreamSynchronize(NULL));
        expect_words(first, 5);
        expect_words(second, 70);
        expect_words(beside, 1000);
    }
    destroy(graph, exec);
}

TEST_CASE(parameters_come_back)
{
    gpuMemAccessDesc access = { { gpuMemLocationTypeDevice, 0 },
                                API(MemAccessFlagsProtReadWrite) };
    gpuMemAllocNodeParams params = params_of(100), got;
    gpuGraph_t graph = make_graph();
    gpuGraphNodeParams any;
    gpuGraphNodeType type;
    gpuGraphNode_t alloc, freed, node;
    void *pointer = NULL;

    params.accessDescs = &access;
    params.accessDescCount = 1;
    OK(gpuGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
    OK(gpuGraphMemAllocNodeGetParams(alloc, &got));
    assert_int_equal(got.bytesize, 100);
    assert_ptr_equal(got.dptr, params.dptr);
    assert_int_equal(got.accessDescCount, 1);
    assert_ptr_not_equal(got.accessDescs, &access);
    assert_memory_equal(got.accessDescs, &access, sizeof access);
    assert_memory_equal(&got.poolProps, &params.poolProps, sizeof got.poolProps);
    memset(&any, 0, sizeof any);
    any.type = FREE;
    any.free.dptr = params.dptr;
    OK(ADD_NODE(&freed, graph, &alloc, 1, &any));
    OK(gpuGraphMemFreeNodeGetParams(freed, &pointer));
    assert_ptr_equal(pointer, params.dptr);
    memset(&any, 0, sizeof any);
    any.type = ALLOC;
    memcpy(&any.alloc, &params, sizeof params);
    any.alloc.dptr = NULL;
    OK(ADD_NODE(&node, graph, &freed, 1, &any));
    assert_ptr_equal(any.alloc.dptr, params.dptr);
    OK(gpuGraphNodeGetType(node, &type));
    assert_int_equal(type, ALLOC);
    EXPECT(gpuGraphNodeSetParams(node, &any), API(ErrorNotSupported), "alloc");
    BAD_VALUE(gpuGraphMemAllocNodeGetParams(freed, &got), "free node");
    BAD_VALUE(gpuGraphMemFreeNodeGetParams(alloc, &pointer), "alloc node");
    BAD_VALUE(gpuGraphMemAllocNodeGetParams(alloc, NULL), "");
    BAD_VALUE(gpuGraphMemFreeNodeGetParams(freed, NULL), "");
    BAD_VALUE(gpuGraphAddMemAllocNode(&node, graph, NULL, 0, NULL), "parameters");
    BAD_VALUE(gpuGraphAddMemAllocNode(NULL, graph, NULL, 0, &params), "");
    BAD_VALUE(gpuGraphAddMemFreeNode(&node, graph, NULL, 0, params.dptr + 1), "gave out");
    params.accessDescs = NULL;
    BAD_VALUE(gpuGraphAddMemAllocNode(&node, graph, NULL, 0, &params), "the list is NULL");
    params = params_of(0);
    BAD_VALUE(gpuGraphAddMemAllocNode(&node, graph, NULL, 0, &params), "size");
    params = params_of(64);
    params.poolProps.location.id = 99;
    BAD_VALUE(gpuGraphAddMemAllocNode(&node, graph, NULL, 0, &params), "99");
    OK(gpuGraphDestroy(graph));
}

/* ---- behind a launch ------------------------------------------------------------------------- */

TEST_CASE(memory_that_a_launch_leaves_is_the_programs)
{
    static uint32_t words[COUNT];
    gpuGraph_t graph = make_graph(), freer = make_graph();
    gpuPointerAttributes attributes;
    gpuGraphNode_t node;
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    uint32_t *memory = add_alloc(graph, NULL, BYTES, &node);
    add_kernel(graph, node, STUB_FILL, memory, 3);
    add_free(freer, NULL, memory);
    gpuGraphExec_t exec = instantiate(graph, 0), freeing = instantiate(freer, 0);
    BAD_VALUE(gpuMemcpy(words, memory, BYTES, gpuMemcpyDefault), "no launch");
    BAD_VALUE(gpuGraphLaunch(freeing, stream), "not allocated");
    for (int way = 0; way < 3; way++) {
        OK(gpuGraphLaunch(exec, stream));
        OK(gpuPointerGetAttributes(&attributes, memory + 1));
        assert_int_equal(attributes.type, gpuMemoryTypeDevice);
        BAD_VALUE(gpuGraphLaunch(exec, stream), "not freed");
        launch_kernel(stream, STUB_FILL, memory, 40);
        OK(gpuMemcpyAsync(words, memory, BYTES, gpuMemcpyDefault, stream));
        OK(gpuStreamSynchronize(stream));
        expect_words(words, 40);
        if (way == 0)
            OK(gpuFree(memory));
        else if (way == 1)
            OK(gpuFreeAsync(memory, stream));
        else
            OK(gpuGraphLaunch(freeing, stream));
        BAD_VALUE(gpuFree(memory), "");
    }
    OK(gpuStreamSynchronize(stream));
    destroy(graph, exec);
    destroy(freer, freeing);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(auto_free_lets_launches_follow)
{
    static uint32_t words[COUNT];
    gpuGraph_t graph = make_graph();
    gpuGraphNode_t node;
    unsigned long long used = 77, zero = 0;

    uint32_t *memory = add_alloc(graph, NULL, BYTES, &node);
    add_kernel(graph, node, STUB_FILL, memory, 8);
    gpuGraphExec_t exec = instantiate(graph, API(GraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 10; i++)
        OK(gpuGraphLaunch(exec, NULL));
    OK(gpuMemcpy(words, memory, BYTES, gpuMemcpyDefault));
    expect_words(words, 8);
    destroy(graph, exec);
    OK(gpuMemcpy(words, memory, BYTES, gpuMemcpyDefault));
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrUsedMemCurrent), &used));
    assert_true(used >= BYTES);
    OK(gpuFree(memory));
    OK(gpuDeviceGraphMemTrim(0));
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrUsedMemCurrent), &used));
    assert_int_equal(used, 0);
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrReservedMemCurrent), &used));
    assert_int_equal(used, 0);
    OK(gpuDeviceSetGraphMemAttribute(0, API(GraphMemAttrReservedMemHigh), &zero));
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrReservedMemHigh), &used));
    assert_int_equal(used, 0);
    BAD_VALUE(gpuDeviceSetGraphMemAttribute(0, API(GraphMemAttrUsedMemCurrent), &zero), "read");
    BAD_VALUE(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrUsedMemCurrent), NULL), "");
}

/* ---- captures -------------------------------------------------------------------------------- */

/* The same calls, captured or not. What is left is the program's. */
static uint32_t *work(gpuStream_t stream, uint32_t *first, uint32_t *second)
{
    void *a, *b, *left;

    OK(gpuMallocAsync(&a, BYTES, stream));
    launch_kernel(stream, STUB_FILL, a, 21);
    OK(gpuMallocAsync(&left, BYTES, stream));
    OK(gpuMemcpyAsync(left, a, BYTES, gpuMemcpyDefault, stream));
    OK(gpuMemcpyAsync(first, a, BYTES, gpuMemcpyDefault, stream));
    OK(gpuFreeAsync(a, stream));
    OK(gpuMallocAsync(&b, BYTES, stream));
    launch_kernel(stream, STUB_FILL, b, 90);
    OK(gpuMemcpyAsync(second, b, BYTES, gpuMemcpyDefault, stream));
    OK(gpuFreeAsync(b, stream));
    return left;
}

TEST_CASE(captured_allocations_are_nodes)
{
    static uint32_t first[COUNT], second[COUNT], third[COUNT];
    gpuGraph_t graph = NULL;
    gpuGraphExec_t exec;
    gpuStream_t stream;
    uint32_t *left;

    OK(gpuStreamCreate(&stream));
    left = work(stream, first, second);
    OK(gpuStreamSynchronize(stream));
    expect_words(first, 21);
    expect_words(second, 90);
    OK(gpuFreeAsync(left, stream));
    OK(gpuStreamBeginCapture(stream, API(StreamCaptureModeGlobal)));
    left = work(stream, first, second);
    BAD_VALUE(gpuFreeAsync(left + 1, stream), "");
    OK(gpuStreamEndCapture(stream, &graph));
    exec = instantiate(graph, 0);
    for (int round = 0; round < 3; round++) {
        memset(first, 0, sizeof first);
        memset(second, 0, sizeof second);
        OK(gpuGraphLaunch(exec, stream));
        OK(gpuMemcpyAsync(third, left, BYTES, gpuMemcpyDefault, stream));
        OK(gpuFreeAsync(left, stream));
        OK(gpuStreamSynchronize(stream));
        expect_words(first, 21);
        expect_words(second, 90);
        expect_words(third, 21);
    }
    destroy(graph, exec);
    OK(gpuStreamDestroy(stream));
}

int main(void)
{
    void **code = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(code);
    return failed;
}
