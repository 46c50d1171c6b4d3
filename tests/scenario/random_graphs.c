/** Random graphs on a device, up to four deep within each other, whose nodes share few regions of
 *  memory: edges are all that orders them. A model makes the nodes one after the other. Then random
 *  changes, by single nodes, by graphs within and by whole graphs, beside new executables. */
#include "graph_names.h"
#include "scenario.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/random.h"
#include "test_cases.h"

enum {
    COUNT = 64, BYTES = 4 * COUNT, REGIONS = 6, NODES = 60, PARTS = 10, PER_PART = 12, DEPTH = 4,
    ROUNDS = 12, CHANGES = 4
};

enum kind {
    FILL, ADD, SET, COPY,                /* write a region */
    HOST, EMPTY, RECORD, WAIT, CHILD, KINDS
};

struct node {
    enum kind kind;
    size_t region, from;                 /* from: of a copy */
    uint32_t value;
    uint64_t before;                     /* bits of nodes, whatever graphs they are in */
    size_t part;                         /* of a child */
    gpuGraphNode_t handle;
};

struct part {
    size_t count, nodes[PER_PART];
    uint32_t edges[PER_PART];            /* bits of places in the part */
};

struct graph {
    struct test_random random;
    struct node nodes[NODES];
    struct part parts[PARTS];
    size_t node_count, part_count;
    uint64_t writer[REGIONS], readers[REGIONS];     /* the last writer, and who has read since */
    uint32_t *regions[REGIONS];
    uint32_t model[REGIONS][COUNT];
    gpuEvent_t recorded, passed;
    atomic_uint calls;
};

static size_t below(struct graph *graph, size_t limit)
{
    return (size_t)test_random_below(&graph->random, limit);
}

/* ---- the shape ------------------------------------------------------------------------------- */

/** A part while it is filled: what comes before all of it, and what is in each of its places. */
struct filling {
    uint64_t before, within[PER_PART];
    struct part *part;
};

/** Adds edges to a place until it comes behind nodes. False: some of them are in no place. */
static bool come_behind(const struct graph *graph, const struct filling *filling, size_t place,
                        uint64_t nodes)
{
    struct part *part = filling->part;
    uint64_t before = filling->before;
    uint32_t edges = 0;

    for (size_t i = place; i-- > 0;) {
        if ((nodes & filling->within[i] & ~before) == 0)
            continue;
        edges |= 1u << i;
        before |= filling->within[i] | graph->nodes[part->nodes[i]].before;
    }
    if ((nodes & ~before) != 0)
        return false;
    part->edges[place] |= edges;
    return true;
}

static uint64_t needed(const struct graph *graph, const struct node *node)
{
    uint64_t nodes = graph->writer[node->region] | graph->readers[node->region];

    if (node->kind > COPY)
        return 0;
    return node->kind == COPY ? nodes | graph->writer[node->from] : nodes;
}

static void note(struct graph *graph, size_t place)
{
    const struct node *node = &graph->nodes[place];
    uint64_t bit = UINT64_C(1) << place;

    if (node->kind > COPY)
        return;
    graph->writer[node->region] = bit;
    graph->readers[node->region] = 0;
    if (node->kind == COPY)
        graph->readers[node->from] |= bit;
}

static enum kind choose_kind(struct graph *graph, size_t depth)
{
    enum kind kind = (enum kind)below(graph, KINDS + 3);

    if (kind >= KINDS)
        return (enum kind)(kind - KINDS);
    if (kind == CHILD && (depth == DEPTH || graph->part_count == PARTS))
        return ADD;
    return kind;
}

static uint64_t add_part(struct graph *graph, uint64_t before, size_t depth);

/** Adds one node. Returns it and what is within it, as bits. */
static uint64_t add_node(struct graph *graph, struct filling *filling, size_t i, size_t depth)
{
    size_t place = graph->node_count++;
    struct node *node = &graph->nodes[place];

    filling->part->nodes[i] = place;
    filling->part->edges[i] = 0;
    node->kind = choose_kind(graph, depth);
    node->region = below(graph, REGIONS);
    node->from = (node->region + 1 + below(graph, REGIONS - 1)) % REGIONS;
    node->value = (uint32_t)below(graph, 200);
    for (size_t j = 0; j < i; j++) {
        if (below(graph, 6) == 0)
            filling->part->edges[i] |= 1u << j;
    }
    if (!come_behind(graph, filling, i, needed(graph, node)))
        node->kind = EMPTY;
    node->before = filling->before;
    for (size_t j = 0; j < i; j++) {
        if ((filling->part->edges[i] & 1u << j) != 0)
            node->before |= filling->within[j] | graph->nodes[filling->part->nodes[j]].before;
    }
    note(graph, place);
    if (node->kind != CHILD)
        return UINT64_C(1) << place;
    node->part = graph->part_count;
    return UINT64_C(1) << place | add_part(graph, node->before, depth + 1);
}

static uint64_t add_part(struct graph *graph, uint64_t before, size_t depth)
{
    struct filling filling = { .before = before, .part = &graph->parts[graph->part_count++] };
    size_t count = 1 + below(graph, PER_PART);
    uint64_t all = 0;

    while (filling.part->count < count && graph->node_count < NODES) {
        size_t i = filling.part->count;

        filling.within[i] = add_node(graph, &filling, i, depth);
        all |= filling.within[i];
        filling.part->count++;
    }
    return all;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static void count_call(void *argument)
{
    atomic_fetch_add((atomic_uint *)argument, 1);
}

static gpuKernelNodeParams launch_of(struct node *node, uint32_t *const *data, void **arguments)
{
    arguments[0] = (void *)(uintptr_t)data;
    arguments[1] = &node->value;
    return (gpuKernelNodeParams){
        .func = (void *)(uintptr_t)&stubs[node->kind == FILL ? STUB_FILL : STUB_ADD],
        .gridDim = GRID(COUNT / 32, 1, 1), .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
}

static gpuMemsetParams set_of(const struct graph *graph, const struct node *node)
{
    return (gpuMemsetParams){ .dst = graph->regions[node->region], .value = node->value,
                              .elementSize = 4, .width = COUNT, .height = 1 };
}

static gpuGraph_t build(struct graph *graph, size_t number);

static void add_one(struct graph *graph, gpuGraph_t to, struct node *node,
                    const gpuGraphNode_t *before, size_t count, gpuGraphNode_t *out)
{
    gpuHostNodeParams host = { count_call, &graph->calls };
    gpuKernelNodeParams launch;
    gpuMemsetParams set;
    void *arguments[2];
    gpuGraph_t child;

    switch (node->kind) {
    case FILL:
    case ADD:
        launch = launch_of(node, &graph->regions[node->region], arguments);
        OK(gpuGraphAddKernelNode(out, to, before, count, &launch));
        return;
    case SET:
        set = set_of(graph, node);
        OK(gpuGraphAddMemsetNode(out, to, before, count, &set));
        return;
    case COPY:
        OK(gpuGraphAddMemcpyNode1D(out, to, before, count, graph->regions[node->region],
                                   graph->regions[node->from], BYTES, gpuMemcpyDeviceToDevice));
        return;
    case HOST:
        OK(gpuGraphAddHostNode(out, to, before, count, &host));
        return;
    case RECORD:
        OK(gpuGraphAddEventRecordNode(out, to, before, count, graph->recorded));
        return;
    case WAIT:
        OK(gpuGraphAddEventWaitNode(out, to, before, count, graph->passed));
        return;
    case CHILD:
        child = build(graph, node->part);
        OK(gpuGraphAddChildGraphNode(out, to, before, count, child));
        OK(gpuGraphDestroy(child));
        return;
    case EMPTY:
    case KINDS:
        OK(gpuGraphAddEmptyNode(out, to, before, count));
    }
}

static gpuGraph_t build(struct graph *graph, size_t number)
{
    const struct part *part = &graph->parts[number];
    gpuGraphNode_t nodes[PER_PART], before[PER_PART];
    gpuGraph_t made;

    OK(gpuGraphCreate(&made, 0));
    for (size_t i = 0; i < part->count; i++) {
        size_t count = 0;

        for (size_t j = 0; j < i; j++) {
            if ((part->edges[i] & 1u << j) != 0)
                before[count++] = nodes[j];
        }
        add_one(graph, made, &graph->nodes[part->nodes[i]], before, count, &nodes[i]);
    }
    return made;
}

/** Notes the handles of a graph and of those within it. */
static void bind(struct graph *graph, size_t number, gpuGraph_t made)
{
    const struct part *part = &graph->parts[number];
    gpuGraphNode_t nodes[PER_PART];
    size_t count = PER_PART;
    gpuGraph_t within;

    OK(gpuGraphGetNodes(made, nodes, &count));
    assert_int_equal(count, part->count);
    for (size_t i = 0; i < count; i++) {
        struct node *node = &graph->nodes[part->nodes[i]];

        node->handle = nodes[i];
        if (node->kind == CHILD) {
            OK(gpuGraphChildGraphNodeGetGraph(nodes[i], &within));
            bind(graph, node->part, within);
        }
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static void run_model(struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct node *node = &graph->nodes[i];
        uint32_t *words = graph->model[node->region];

        for (uint32_t j = 0; j < COUNT; j++) {
            if (node->kind == FILL)
                words[j] = node->value + j;
            else if (node->kind == ADD)
                words[j] = 3 * words[j] + node->value;
            else if (node->kind == SET)
                words[j] = node->value;
            else if (node->kind == COPY)
                words[j] = graph->model[node->from][j];
        }
    }
}

static void launch_and_look(struct graph *graph, gpuGraphExec_t exec, gpuStream_t stream)
{
    uint32_t seen[COUNT];

    OK(gpuGraphLaunch(exec, stream));
    OK(gpuStreamSynchronize(stream));
    run_model(graph);
    for (int i = 0; i < REGIONS; i++) {
        OK(gpuMemcpy(seen, graph->regions[i], BYTES, gpuMemcpyDeviceToHost));
        assert_memory_equal(seen, graph->model[i], BYTES);
    }
}

/* ---- changes --------------------------------------------------------------------------------- */

static void change_one(struct graph *graph, struct node *node, gpuGraphExec_t exec)
{
    gpuKernelNodeParams kernel;
    gpuMemsetParams set;
    void *arguments[2];

    node->value = (uint32_t)below(graph, 200);
    if (node->kind == FILL || node->kind == ADD) {
        node->kind = below(graph, 4) == 0 ? FILL : ADD;
        kernel = launch_of(node, &graph->regions[node->region], arguments);
        OK(gpuGraphExecKernelNodeSetParams(exec, node->handle, &kernel));
    } else if (node->kind == SET) {
        set = set_of(graph, node);
        OK(gpuGraphExecMemsetNodeSetParams(exec, node->handle, &set));
    }
}

static void change_some(struct graph *graph, gpuGraphExec_t exec)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        if (below(graph, 4) == 0)
            change_one(graph, &graph->nodes[i], exec);
    }
}

static void change_values(struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        if (below(graph, 3) == 0)
            graph->nodes[i].value = (uint32_t)below(graph, 200);
    }
}

static void change_child(struct graph *graph, gpuGraphExec_t exec)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct node *node = &graph->nodes[i];
        const struct part *part = &graph->parts[node->part];
        gpuGraph_t other;

        if (node->kind != CHILD)
            continue;
        for (size_t j = 0; j < part->count; j++)
            graph->nodes[part->nodes[j]].value++;
        other = build(graph, node->part);
        OK(gpuGraphExecChildGraphNodeSetParams(exec, node->handle, other));
        OK(gpuGraphDestroy(other));
        return;
    }
}

/** The executable takes a changed graph over; another one is made of that. Both are launched. */
static void change_all(struct graph *graph, gpuGraphExec_t exec, gpuStream_t stream)
{
    gpuGraphExec_t second;
    gpuGraphNode_t node;
    gpuGraph_t other;
    int result;

    change_values(graph);
    other = build(graph, 0);
    OK(UPDATE(exec, other, &result, &node));
    OK(gpuGraphInstantiateWithFlags(&second, other, 0));
    OK(gpuGraphDestroy(other));
    launch_and_look(graph, exec, stream);
    launch_and_look(graph, second, stream);
    OK(gpuGraphExecDestroy(second));
}

static void run_round(struct graph *graph, gpuStream_t stream)
{
    gpuGraphExec_t exec;
    gpuGraph_t made;
    unsigned calls = 0;

    graph->node_count = graph->part_count = 0;
    memset(graph->nodes, 0, sizeof graph->nodes);
    memset(graph->parts, 0, sizeof graph->parts);
    memset(graph->writer, 0, sizeof graph->writer);
    memset(graph->readers, 0, sizeof graph->readers);
    (void)add_part(graph, 0, 0);
    made = build(graph, 0);
    bind(graph, 0, made);
    OK(gpuGraphInstantiateWithFlags(&exec, made, 0));
    for (size_t i = 0; i < graph->node_count; i++)
        calls += graph->nodes[i].kind == HOST;
    atomic_store(&graph->calls, 0);
    launch_and_look(graph, exec, stream);
    launch_and_look(graph, exec, stream);
    assert_int_equal(atomic_load(&graph->calls), 2 * calls);
    for (int i = 0; i < CHANGES; i++) {
        change_some(graph, exec);
        launch_and_look(graph, exec, stream);
        change_child(graph, exec);
        launch_and_look(graph, exec, stream);
        change_all(graph, exec, stream);
    }
    OK(gpuGraphDestroy(made));
    OK(gpuGraphExecDestroy(exec));
}

TEST_CASE(random_graphs_do_what_a_model_does)
{
    static struct graph graph;
    gpuStream_t stream;

    test_random_begin(&graph.random, "random graphs");
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuEventCreateWithFlags(&graph.recorded, gpuEventDisableTiming));
    OK(gpuEventCreateWithFlags(&graph.passed, gpuEventDisableTiming));
    OK(gpuEventRecord(graph.passed, stream));
    for (int i = 0; i < REGIONS; i++) {
        OK(gpuMalloc((void **)&graph.regions[i], BYTES));
        OK(gpuMemset(graph.regions[i], 0, BYTES));
    }
    OK(gpuDeviceSynchronize());
    for (int round = 0; round < ROUNDS; round++)
        run_round(&graph, stream);
    for (int i = 0; i < REGIONS; i++)
        OK(gpuFree(graph.regions[i]));
    OK(gpuEventDestroy(graph.recorded));
    OK(gpuEventDestroy(graph.passed));
    OK(gpuStreamDestroy(stream));
}

int main(void)
{
    void **code = code_main_register();
    int failed = run_test_cases(NULL);

    code_end(code);
    return failed;
}
