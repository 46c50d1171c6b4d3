/** Physical memory of graphs by both runtimes, in the order of calls of NVIDIA's sample
 *  graphMemoryFootprint: addresses that a graph uses twice; graphs that share memory in one stream;
 *  graphs in streams of their own, which cannot; memory that launches leave; trims. The device has
 *  virtual memory. */
#include "graph_names.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

#include "test_cases.h"

#define BYTES ((size_t)64 << 20)

enum { GRAPHS = 8, COUNT = 1024 };

/* ---- graphs ---------------------------------------------------------------------------------- */

struct user {
    gpuGraphExec_t exec;
    uint32_t *memory;
    uint32_t words[COUNT];               /* that the launch has read back */
};

static uint32_t *add_alloc(gpuGraph_t graph, gpuGraphNode_t *in_out_node)
{
    gpuMemAllocNodeParams params;

    memset(&params, 0, sizeof params);
    params.poolProps.allocType = API(MemAllocationTypePinned);
    params.poolProps.location.type = gpuMemLocationTypeDevice;
    params.bytesize = BYTES;
    OK(gpuGraphAddMemAllocNode(in_out_node, graph, in_out_node, *in_out_node != NULL, &params));
    return params.dptr;
}

static void add_free(gpuGraph_t graph, gpuGraphNode_t *in_out_node, void *pointer)
{
    OK(gpuGraphAddMemFreeNode(in_out_node, graph, in_out_node, 1, pointer));
}

/* Allocates, writes the last words, reads them back, and frees if it is to. */
static void make(struct user *user, uint32_t value, bool frees)
{
    gpuGraphNode_t node = NULL;
    gpuGraph_t graph;

    OK(gpuGraphCreate(&graph, 0));
    user->memory = add_alloc(graph, &node);
    uint32_t *last = user->memory + BYTES / 4 - COUNT;
    node = graph_kernel(graph, node, STUB_FILL, last, value, COUNT);
    OK(gpuGraphAddMemcpyNode1D(&node, graph, &node, 1, user->words, last, sizeof user->words,
                               gpuMemcpyDefault));
    if (frees)
        add_free(graph, &node, user->memory);
    OK(gpuGraphInstantiateWithFlags(&user->exec, graph, 0));
    OK(gpuGraphDestroy(graph));
}

static void make_all(struct user users[GRAPHS], bool frees)
{
    for (uint32_t i = 0; i < GRAPHS; i++) {
        memset(&users[i], 0, sizeof users[i]);
        make(&users[i], 1000 * i, frees);
    }
}

static void check_all(const struct user users[GRAPHS])
{
    for (uint32_t i = 0; i < GRAPHS; i++)
        for (uint32_t j = 0; j < COUNT; j++)
            assert_int_equal(users[i].words[j], 1000 * i + j);
}

static void destroy_all(struct user users[GRAPHS])
{
    for (int i = 0; i < GRAPHS; i++)
        OK(gpuGraphExecDestroy(users[i].exec));
}

/* ---- amounts --------------------------------------------------------------------------------- */

static void expect_footprint(size_t bytes)
{
    unsigned long long used = 77, reserved = 77;

    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrUsedMemCurrent), &used));
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrReservedMemCurrent), &reserved));
    assert_int_equal(used, bytes);
    assert_int_equal(reserved, bytes);
}

static void expect_high(size_t bytes)
{
    unsigned long long high = 77, zero = 0;

    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrUsedMemHigh), &high));
    assert_int_equal(high, bytes);
    OK(gpuDeviceSetGraphMemAttribute(0, API(GraphMemAttrUsedMemHigh), &zero));
    OK(gpuDeviceGetGraphMemAttribute(0, API(GraphMemAttrReservedMemHigh), &high));
    assert_int_equal(high, bytes);
    OK(gpuDeviceSetGraphMemAttribute(0, API(GraphMemAttrReservedMemHigh), &zero));
}

static void trim(size_t left)
{
    OK(gpuDeviceGraphMemTrim(0));
    expect_footprint(left);
}

/* ---- cases ----------------------------------------------------------------------------------- */

TEST_CASE(a_graph_uses_addresses_twice)
{
    gpuGraphNode_t node = NULL;
    gpuGraphExec_t exec;
    gpuStream_t stream;
    gpuGraph_t graph;

    OK(gpuStreamCreate(&stream));
    OK(gpuGraphCreate(&graph, 0));
    uint32_t *first = add_alloc(graph, &node);
    add_free(graph, &node, first);
    uint32_t *second = add_alloc(graph, &node);
    add_free(graph, &node, second);
    assert_ptr_equal(first, second);
    OK(gpuGraphInstantiateWithFlags(&exec, graph, 0));
    expect_footprint(0);
    OK(gpuGraphLaunch(exec, stream));
    OK(gpuStreamSynchronize(stream));
    expect_footprint(BYTES);
    OK(gpuGraphExecDestroy(exec));
    OK(gpuGraphDestroy(graph));
    expect_footprint(BYTES);
    trim(0);
    expect_high(BYTES);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(graphs_of_one_stream_share)
{
    static struct user users[GRAPHS];
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    make_all(users, true);
    expect_footprint(0);
    for (int round = 0; round < 2; round++)      /* the first one reserves, the others share */
        for (int i = 0; i < GRAPHS; i++) {
            OK(gpuGraphLaunch(users[i].exec, stream));
            expect_footprint(BYTES);
        }
    OK(gpuStreamSynchronize(stream));
    check_all(users);
    for (int i = 0; i < GRAPHS; i++)
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(users[i].memory, users[j].memory);
    trim(0);
    OK(gpuGraphLaunch(users[3].exec, stream));   /* a trimmed graph gets memory anew */
    expect_footprint(BYTES);
    OK(gpuStreamSynchronize(stream));
    check_all(users);
    destroy_all(users);
    trim(0);
    expect_high(BYTES);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(graphs_of_several_streams_do_not)
{
    static struct user users[GRAPHS];
    gpuStream_t streams[GRAPHS];
    struct gate gates[GRAPHS];

    make_all(users, true);
    for (int i = 0; i < GRAPHS; i++) {
        OK(gpuStreamCreateWithFlags(&streams[i], gpuStreamNonBlocking));
        gate_close(&gates[i], streams[i]);
        OK(gpuGraphLaunch(users[i].exec, streams[i]));
        expect_footprint((i + 1) * BYTES);
    }
    trim(GRAPHS * BYTES);                /* launches under way keep theirs */
    for (int i = 0; i < GRAPHS; i++) {
        gate_open(&gates[i]);
        OK(gpuStreamSynchronize(streams[i]));
    }
    check_all(users);
    expect_footprint(GRAPHS * BYTES);
    destroy_all(users);
    trim(0);
    expect_high(GRAPHS * BYTES);
    for (int i = 0; i < GRAPHS; i++)
        OK(gpuStreamDestroy(streams[i]));
}

TEST_CASE(memory_that_is_left_is_kept)
{
    static struct user users[GRAPHS];
    static uint32_t words[COUNT];
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    make_all(users, false);
    for (int i = 0; i < GRAPHS; i++) {
        OK(gpuGraphLaunch(users[i].exec, stream));
        expect_footprint((i + 1) * BYTES);
    }
    OK(gpuStreamSynchronize(stream));
    check_all(users);
    trim(GRAPHS * BYTES);                /* it is the program's */
    for (uint32_t i = 0; i < GRAPHS; i++) {
        OK(gpuMemcpy(words, users[i].memory + BYTES / 4 - COUNT, sizeof words, gpuMemcpyDefault));
        assert_memory_equal(words, users[i].words, sizeof words);
    }
    for (int i = 0; i < GRAPHS; i++) {
        if (i % 2 == 0)
            OK(gpuFree(users[i].memory));
        else
            OK(gpuFreeAsync(users[i].memory, stream));
    }
    OK(gpuStreamSynchronize(stream));
    expect_footprint(GRAPHS * BYTES);    /* a free gives nothing back */
    trim(0);                             /* though the executables are there */
    destroy_all(users);
    expect_footprint(0);
    OK(gpuStreamDestroy(stream));
}

int main(void)
{
    void **code = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(code);
    return failed;
}
