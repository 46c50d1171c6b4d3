/* Questions about memory nodes: amounts, addresses, captures, the driver interface. */
#include "ask_memory_nodes.h"

#include <string.h>

enum { MIB = 1 << 20 };
static cudaGraphNode_t n[8];

/* ---- amounts --------------------------------------------------------------------------------- */

static void attributes(void)
{
    unsigned long long value = 5;

    ASK("get_9", R(cudaDeviceGetGraphMemAttribute)(0, 9, &value));
    ASK("get_null", R(cudaDeviceGetGraphMemAttribute)(0, 0, NULL));
    ASK("get_device_99", R(cudaDeviceGetGraphMemAttribute)(99, 0, &value));
    for (int i = 0; i < 4; i++)
        for (value = 0; value < 2; value++) {
            char name[32];
            unsigned long long set = value;

            snprintf(name, sizeof name, "set_%d_to_%llu", i, value);
            ASK(name, R(cudaDeviceSetGraphMemAttribute)(0, i, &set));
        }
    ASK("set_9", R(cudaDeviceSetGraphMemAttribute)(0, 9, &value));
    ASK("set_null", R(cudaDeviceSetGraphMemAttribute)(0, 1, NULL));
    ASK("set_device_99", R(cudaDeviceSetGraphMemAttribute)(99, 1, &value));
    ASK("trim_99", R(cudaDeviceGraphMemTrim)(99));
    ASK("trim_-1", R(cudaDeviceGraphMemTrim)(-1));
    ASK("trim", R(cudaDeviceGraphMemTrim)(0));
    ASK("driver_get_9", D(cuDeviceGetGraphMemAttribute)(0, 9, &value));
    ASK("driver_device_99", D(cuDeviceGetGraphMemAttribute)(99, 0, &value));
    ASK("driver_trim_99", D(cuDeviceGraphMemTrim)(99));
}

static void amounts_of(size_t size, bool is_freed)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, size), *q;
    unsigned long long zero = 0;
    cudaGraphExec_t exec;

    q = ask_alloc(graph, &n[1], &n[0], 1, size);
    if (is_freed) {
        ask_free(graph, &n[2], n[1], p);
        ask_free(graph, &n[3], n[1], q);
    }
    ask_amounts("added");
    exec = ask_ready("instantiate", graph, 0);
    ask_amounts("instantiated");
    R(cudaGraphUpload)(exec, ask_a);
    WAIT();
    ask_amounts("uploaded");
    ASK("launch", LAUNCH(exec));
    ask_amounts("launched");
    WAIT();
    ask_amounts("waited");
    R(cudaDeviceGraphMemTrim)(0);
    ask_amounts("trimmed");
    if (is_freed)
        LAUNCH(exec);
    R(cudaFree)(is_freed ? NULL : p);
    R(cudaFree)(is_freed ? NULL : q);
    WAIT();
    ask_amounts("freed");
    R(cudaDeviceSetGraphMemAttribute)(0, 1, &zero);
    R(cudaDeviceSetGraphMemAttribute)(0, 3, &zero);
    ask_amounts("reset");
    R(cudaGraphExecDestroy)(exec);
    ask_amounts("exec_destroyed");
    R(cudaGraphDestroy)(graph);
    ask_amounts("graph_destroyed");
    R(cudaDeviceGraphMemTrim)(0);
    ask_amounts("trimmed_again");
}

static void small_freed(void)
{
    amounts_of(64, true);
}

static void small_kept(void)
{
    amounts_of(64, false);
}

static void large_freed(void)
{
    amounts_of(64 * MIB, true);
}

static void large_kept(void)
{
    amounts_of(33 * MIB, false);
}

static void two_graphs(void)
{
    cudaGraph_t graph[2] = { ask_graph(), ask_graph() };
    cudaGraphExec_t exec[2];
    char *p[2];

    for (int i = 0; i < 2; i++) {
        p[i] = ask_alloc(graph[i], &n[0], NULL, 0, 64 * MIB);
        ask_free(graph[i], &n[1], n[0], p[i]);
        exec[i] = ask_ready(i == 0 ? "first" : "second", graph[i], 0);
    }
    SAY("same_address", "%d", p[0] == p[1]);
    LAUNCH(exec[0]);
    LAUNCH(exec[1]);
    WAIT();
    ask_amounts("one_stream");
    LAUNCH(exec[0]);
    R(cudaGraphLaunch)(exec[1], ask_b);
    R(cudaStreamSynchronize)(ask_b);
    WAIT();
    ask_amounts("two_streams");
    R(cudaGraphExecDestroy)(exec[0]);
    R(cudaDeviceGraphMemTrim)(0);
    ask_amounts("one_destroyed_trimmed");
}

/* ---- addresses ------------------------------------------------------------------------------- */

static void reuse_of(const char *name, size_t first, size_t second, bool is_behind)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, first), *q;

    ask_free(graph, &n[1], n[0], p);
    q = ask_alloc(graph, &n[2], is_behind ? &n[1] : NULL, is_behind, second);
    SAY(name, "same %d within %d", p == q, q >= p && q < p + first);
}

static void reuse(void)
{
    cudaGraph_t graph;
    char *p, *q;

    reuse_of("same_size", MIB, MIB, true);
    reuse_of("smaller", 4 * MIB, MIB, true);
    reuse_of("larger", MIB, 4 * MIB, true);
    reuse_of("beside", MIB, MIB, false);
    reuse_of("tiny", 64, 64, true);
    graph = ask_graph();
    p = ask_alloc(graph, &n[0], NULL, 0, 64);
    q = ask_alloc(graph, &n[1], NULL, 0, 64);
    SAY("distance", "%lld align %d", (long long)(q - p), (int)((uintptr_t)p % 512));
    ASK("graph_destroy", R(cudaGraphDestroy)(graph));
    graph = ask_graph();
    q = ask_alloc(graph, &n[0], NULL, 0, 64);
    SAY("after_destroy", "same %d", p == q);
    p = ask_alloc(graph, &n[1], NULL, 0, 64);
    R(cudaGraphAddEmptyNode)(&n[2], graph, n, 1);
    ASK("free", ask_free(graph, &n[3], n[2], q));
    R(cudaGraphAddEmptyNode)(&n[4], graph, &n[3], 1);
    SAY("far_behind", "same %d", q == ask_alloc(graph, &n[5], &n[4], 1, 64));
}

static void told(void)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 100);
    struct cudaPointerAttributes attributes;
    CUdeviceptr base = 0;
    size_t size = 0;
    cudaGraphExec_t exec;
    const char *when[] = { "added", "launched", "freed" };

    for (int i = 0; i < 3; i++) {
        char name[64];

        memset(&attributes, 0x55, sizeof attributes);
        snprintf(name, sizeof name, "attributes_%s", when[i]);
        ASK(name, R(cudaPointerGetAttributes)(&attributes, p));
        snprintf(name, sizeof name, "attribute_%s", when[i]);
        SAY(name, "type %d device %d", attributes.type, attributes.device);
        snprintf(name, sizeof name, "range_%s", when[i]);
        base = 0, size = 0;
        ASK(name, D(cuMemGetAddressRange)(&base, &size, (CUdeviceptr)p));
        snprintf(name, sizeof name, "ranges_%s", when[i]);
        SAY(name, "own %d size %zu", base == (CUdeviceptr)p, size);
        if (i == 0) {
            exec = ask_ready("instantiate", graph, 0);
            LAUNCH(exec);
            WAIT();
        } else if (i == 1) {
            R(cudaFree)(p);
        }
    }
}

/* ---- capture --------------------------------------------------------------------------------- */

#define BEGIN() R(cudaStreamBeginCapture)(ask_a, 0)

static cudaGraph_t end(const char *name)
{
    cudaGraph_t graph = NULL;
    size_t nodes = 0, edges = 0;
    int code = R(cudaStreamEndCapture)(ask_a, &graph);

    if (graph != NULL) {
        R(cudaGraphGetNodes)(graph, NULL, &nodes);
        R(cudaGraphGetEdges)(graph, NULL, NULL, NULL, &edges);
    }
    SAY(name, "%d nodes %zu edges %zu", code, nodes, edges);
    return graph;
}

static void captured(void)
{
    struct cudaMemAllocNodeParams got = { .bytesize = 0 };
    void *p = NULL, *q = NULL, *pooled = NULL, *plain = NULL, *z = (void *)(uintptr_t)8;
    cudaGraphNode_t nodes[8];
    size_t count = 8;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    R(cudaMallocAsync)(&pooled, 64, ask_a);
    R(cudaMalloc)(&plain, 64);
    WAIT();
    BEGIN();
    ASK("malloc", R(cudaMallocAsync)(&p, 100, ask_a));
    SAY("address", "%d", p != NULL);
    ASK("fill", FILL(p));
    ASK("free", R(cudaFreeAsync)(p, ask_a));
    ASK("malloc_again", R(cudaMallocAsync)(&q, 100, ask_a));
    SAY("reused", "%d", p == q);
    ASK("zero", R(cudaMallocAsync)(&z, 0, ask_a));
    SAY("zero_address", "%s", z == NULL ? "null" : z == (void *)(uintptr_t)8 ? "unchanged" : "set");
    ASK("malloc_null", R(cudaMallocAsync)(NULL, 64, ask_a));
    ASK("free_null", R(cudaFreeAsync)(NULL, ask_a));
    ASK("free_twice", R(cudaFreeAsync)(p, ask_a));
    ASK("free_plain", R(cudaFreeAsync)(plain, ask_a));
    ASK("free_offset", R(cudaFreeAsync)((char *)q + 8, ask_a));
    ASK("free_pooled", R(cudaFreeAsync)(pooled, ask_a));
    ASK("huge", R(cudaMallocAsync)(&z, (size_t)1 << 45, ask_a));
    graph = end("end");
    R(cudaGraphGetNodes)(graph, nodes, &count);
    ASK("params", R(cudaGraphMemAllocNodeGetParams)(nodes[0], &got));
    SAY("got", "size %zu type %d location %d %d handles %d max %zu access %zu list %d same %d",
        got.bytesize, got.poolProps.allocType, got.poolProps.location.type,
        got.poolProps.location.id, got.poolProps.handleTypes, got.poolProps.maxSize,
        got.accessDescCount, got.accessDescs != NULL, got.dptr == p);
    exec = ask_ready("instantiate", graph, 0);
    ASK("launch", LAUNCH(exec));
    ASK("launch_live", LAUNCH(exec));
    ASK("free_q", R(cudaFreeAsync)(q, ask_a));
    ASK("launch_freed", LAUNCH(exec));
    ASK("wait", WAIT());
    ask_amounts("amounts");
}

static void captured_pool(void)
{
    struct cudaMemPoolProps props = { .allocType = 1, .location = { 1, 0 }, .maxSize = 256 * MIB };
    struct cudaMemAllocNodeParams got = { .bytesize = 0 };
    cudaMemPool_t pool = NULL;
    unsigned long long used = 77, reserved = 77;
    cudaGraphNode_t nodes[8];
    size_t count = 8;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    void *p = NULL, *q = NULL, *in_pool = NULL;

    ASK("pool", R(cudaMemPoolCreate)(&pool, &props));
    BEGIN();
    ASK("malloc", R(cudaMallocFromPoolAsync)(&p, 100, pool, ask_a));
    ASK("bad_pool", R(cudaMallocFromPoolAsync)(&q, 100, NULL, ask_a));
    graph = end("end");
    R(cudaGraphGetNodes)(graph, nodes, &count);
    ASK("params", R(cudaGraphMemAllocNodeGetParams)(nodes[0], &got));
    SAY("got", "size %zu type %d location %d %d handles %d max %zu access %zu list %d same %d",
        got.bytesize, got.poolProps.allocType, got.poolProps.location.type,
        got.poolProps.location.id, got.poolProps.handleTypes, got.poolProps.maxSize,
        got.accessDescCount, got.accessDescs != NULL, got.dptr == p);
    exec = ask_ready("instantiate", graph, 0);
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
    R(cudaMemPoolGetAttribute)(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    R(cudaMemPoolGetAttribute)(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    SAY("pool_amounts", "used %llu reserved %llu", used, reserved);
    ask_amounts("graph_amounts");
    ASK("free", R(cudaFreeAsync)(p, ask_a));
    ASK("wait_free", WAIT());
    ASK("malloc_pool", R(cudaMallocFromPoolAsync)(&in_pool, 100, pool, ask_a));
    SAY("same", "%d", in_pool == p);
}

static void captured_frees(void)
{
    cudaGraph_t graph = ask_graph(), got;
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec = ask_ready("instantiate", graph, 0), freer;

    BEGIN();
    ASK("free_unlaunched", R(cudaFreeAsync)(p, ask_a));
    end("end_unlaunched");
    ASK("launch", LAUNCH(exec));
    BEGIN();
    ASK("free", R(cudaFreeAsync)(p, ask_a));
    ASK("free_again", R(cudaFreeAsync)(p, ask_a));
    got = end("end");
    freer = ask_ready("freer", got, 0);
    if (freer != NULL) {
        ASK("launch_freer", LAUNCH(freer));
        ASK("launch_again", LAUNCH(exec));
        ASK("free_outside", R(cudaFreeAsync)(p, ask_a));
    }
    BEGIN();
    ASK("cudaFree_in_capture", R(cudaFree)(p));
    end("end_broken");
    ASK("wait", WAIT());
}

static void captured_order(void)
{
    cudaEvent_t event;
    void *p = NULL;

    R(cudaEventCreate)(&event);
    BEGIN();
    R(cudaEventRecord)(event, ask_a);
    R(cudaStreamWaitEvent)(ask_b, event, 0);
    ASK("malloc", R(cudaMallocAsync)(&p, 64, ask_a));
    ASK("free_unordered", R(cudaFreeAsync)(p, ask_b));
    R(cudaEventRecord)(event, ask_b);
    R(cudaStreamWaitEvent)(ask_a, event, 0);
    ASK("free", R(cudaFreeAsync)(p, ask_a));
    end("end");
}

/* Whether questions about the memory of graphs break a capture. */
static void asked_captured(void)
{
    unsigned long long value = 0;

    BEGIN();
    ASK("get", R(cudaDeviceGetGraphMemAttribute)(0, 0, &value));
    end("end_get");
    BEGIN();
    ASK("set", R(cudaDeviceSetGraphMemAttribute)(0, 1, &value));
    end("end_set");
    BEGIN();
    ASK("trim", R(cudaDeviceGraphMemTrim)(0));
    end("end_trim");
}

/* ---- the driver interface -------------------------------------------------------------------- */

static void driver(void)
{
    CUDA_MEM_ALLOC_NODE_PARAMS p, got;
    CUgraph graph = NULL;
    CUgraphNode node = NULL, other = NULL;
    CUdeviceptr pointer = 0;
    CUdeviceptr at = 77;
    unsigned int state = 77;

    memset(&p, 0, sizeof p);
    p.poolProps.allocType = 1, p.poolProps.location.type = 1, p.bytesize = 100;
    D(cuGraphCreate)(&graph, 0);
    ASK("add", D(cuGraphAddMemAllocNode)(&node, graph, NULL, 0, &p));
    ASK("get", D(cuGraphMemAllocNodeGetParams)(node, &got));
    SAY("got", "size %zu same %d", got.bytesize, got.dptr == p.dptr);
    ASK("free_0", D(cuGraphAddMemFreeNode)(&other, graph, &node, 1, 0));
    ASK("free", D(cuGraphAddMemFreeNode)(&other, graph, &node, 1, p.dptr));
    ASK("free_get", D(cuGraphMemFreeNodeGetParams)(other, &at));
    SAY("free_got", "same %d", at == p.dptr);
    ASK("free_get_null", D(cuGraphMemFreeNodeGetParams)(other, NULL));
    p.poolProps.location.id = 99;
    ASK("device_99", D(cuGraphAddMemAllocNode)(&node, graph, NULL, 0, &p));
    p.poolProps.location.id = 0, p.bytesize = 0;
    ASK("zero", D(cuGraphAddMemAllocNode)(&node, graph, NULL, 0, &p));
    for (int i = 1; i <= 17; i++) {
        char name[32];
        unsigned long long value = 77;
        int code = D(cuPointerGetAttribute)(&value, (CUpointer_attribute)i, p.dptr);

        snprintf(name, sizeof name, "attribute_%d", i);
        SAY(name, "%d", code);
    }
    (void)pointer, (void)state;
}

const struct ask_section ask_more_sections[] = {
    { "attributes", attributes }, { "small_freed", small_freed }, { "small_kept", small_kept },
    { "large_freed", large_freed }, { "large_kept", large_kept }, { "two_graphs", two_graphs },
    { "reuse", reuse }, { "told", told }, { "captured", captured },
    { "captured_pool", captured_pool }, { "captured_frees", captured_frees },
    { "captured_order", captured_order }, { "asked_captured", asked_captured },
    { "driver", driver },
};
const int ask_more_section_count = sizeof ask_more_sections / sizeof ask_more_sections[0];
