/* Questions about memory nodes: parameters, frees, order, life. */
#include "ask_memory_nodes.h"

#include <string.h>


static cudaGraphNode_t n[8];

/* ---- parameters ------------------------------------------------------------------------------ */

static void add_with(const char *name, struct cudaMemAllocNodeParams params)
{
    cudaGraph_t graph = ask_graph();
    cudaGraphNode_t node = NULL;
    int code;

    params.dptr = (void *)(uintptr_t)8;
    code = R(cudaGraphAddMemAllocNode)(&node, graph, NULL, 0, &params);
    SAY(name, "%d %s", code, params.dptr == (void *)(uintptr_t)8 ? "unchanged"
                             : params.dptr == NULL ? "null" : "address");
}

static void bad_params(void)
{
    struct cudaMemAllocNodeParams p = ask_params(64);
    struct cudaMemAccessDesc access[2] = { { { cudaMemLocationTypeDevice, 0 }, 3 },
                                           { { cudaMemLocationTypeDevice, 0 }, 3 } };
    cudaGraph_t graph = ask_graph();

    ASK("null", R(cudaGraphAddMemAllocNode)(&n[0], graph, NULL, 0, NULL));
    ASK("node_null", R(cudaGraphAddMemAllocNode)(NULL, graph, NULL, 0, &p));
    ASK("list_null", R(cudaGraphAddMemAllocNode)(&n[0], graph, NULL, 1, &p));
    add_with("good", p);
    p.bytesize = 0, add_with("zero", p);
    p.bytesize = (size_t)1 << 45, add_with("huge", p);
    p.bytesize = SIZE_MAX, add_with("max", p);
    p = ask_params(64), p.poolProps.allocType = 0, add_with("type_0", p);
    p.poolProps.allocType = 2, add_with("type_managed", p);
    p = ask_params(64), p.poolProps.location.type = 0, add_with("location_0", p);
    p.poolProps.location.type = cudaMemLocationTypeHost, add_with("location_host", p);
    p.poolProps.location.type = 9, add_with("location_9", p);
    p = ask_params(64), p.poolProps.location.id = 99, add_with("device_99", p);
    p.poolProps.location.id = -1, add_with("device_-1", p);
    p = ask_params(64), p.poolProps.handleTypes = 1, add_with("handle_fd", p);
    p.poolProps.handleTypes = 16, add_with("handle_16", p);
    p = ask_params(64), p.poolProps.maxSize = 32, add_with("max_size", p);
    p = ask_params(64), p.poolProps.usage = 2, add_with("usage", p);
    p = ask_params(64), p.poolProps.reserved[3] = 2, add_with("reserved", p);
    p = ask_params(64), p.accessDescCount = 1, p.accessDescs = access;
    add_with("access_own", p);
    p.accessDescCount = 2, add_with("access_twice", p);
    p.accessDescCount = 0, add_with("access_count_0", p);
    p.accessDescCount = 1, access[0].flags = 0, add_with("access_none", p);
    access[0].flags = 1, add_with("access_read", p);
    access[0].flags = 2, add_with("access_2", p);
    access[0].flags = 3, access[0].location.id = 99, add_with("access_device_99", p);
    access[0].location.id = 0, access[0].location.type = 2, add_with("access_host", p);
    p = ask_params(64), p.accessDescCount = 1, add_with("access_null", p);   /* it may crash */
}

static void params(void)
{
    struct cudaMemAllocNodeParams p = ask_params(100), got, again;
    struct cudaMemAccessDesc access = { { cudaMemLocationTypeDevice, 0 }, 3 };
    cudaGraph_t graph = ask_graph();
    struct cudaGraphNodeParams any;
    void *pointer = NULL;

    p.accessDescs = &access, p.accessDescCount = 1;
    ASK("add", R(cudaGraphAddMemAllocNode)(&n[0], graph, NULL, 0, &p));
    memset(&got, 0x55, sizeof got);
    ASK("get", R(cudaGraphMemAllocNodeGetParams)(n[0], &got));
    SAY("got", "size %zu type %d location %d %d handles %d max %zu access %zu %s same %d",
        got.bytesize, got.poolProps.allocType, got.poolProps.location.type,
        got.poolProps.location.id, got.poolProps.handleTypes, got.poolProps.maxSize,
        got.accessDescCount, got.accessDescs == NULL ? "null" : got.accessDescs == &access ? "own"
        : "copy", got.dptr == p.dptr);
    R(cudaGraphMemAllocNodeGetParams)(n[0], &again);
    SAY("got_again", "same list %d", again.accessDescs == got.accessDescs);
    ASK("get_null", R(cudaGraphMemAllocNodeGetParams)(n[0], NULL));
    ASK("free", ask_free(graph, &n[1], n[0], p.dptr));
    ASK("free_get", R(cudaGraphMemFreeNodeGetParams)(n[1], &pointer));
    SAY("free_got", "same %d", pointer == p.dptr);
    ASK("free_get_null", R(cudaGraphMemFreeNodeGetParams)(n[1], NULL));
    ASK("get_of_free", R(cudaGraphMemAllocNodeGetParams)(n[1], &got));
    ASK("free_get_of_alloc", R(cudaGraphMemFreeNodeGetParams)(n[0], &pointer));
    memset(&any, 0, sizeof any);
    any.type = cudaGraphNodeTypeMemAlloc;
    memcpy(&any.alloc, &p, sizeof p);
    any.alloc.dptr = NULL;
    ASK("set_alloc", R(cudaGraphNodeSetParams)(n[0], &any));
    ASK("any_alloc", R(cudaGraphAddNode)(&n[2], graph, NULL, NULL, 0, &any));
    SAY("any_address", "%d", any.alloc.dptr != NULL);
    pointer = any.alloc.dptr;
    memset(&any, 0, sizeof any);
    any.type = cudaGraphNodeTypeMemFree;
    any.free.dptr = pointer;
    ASK("any_free", R(cudaGraphAddNode)(&n[3], graph, &n[2], NULL, 1, &any));
    ASK("set_free", R(cudaGraphNodeSetParams)(n[3], &any));
    memset(&any, 0, sizeof any);
    any.type = cudaGraphNodeTypeMemAlloc;
    memcpy(&any.alloc, &p, sizeof p);
    any.alloc.dptr = NULL;
    any.reserved2 = 1;
    ASK("any_reserved", R(cudaGraphAddNode)(&n[4], graph, NULL, NULL, 0, &any));
}

/* ---- free nodes ------------------------------------------------------------------------------ */

static void frees(void)
{
    cudaGraph_t graph = ask_graph(), other = ask_graph();
    void *plain = NULL, *pooled = NULL;
    char *p, *q;

    R(cudaMalloc)(&plain, 64);
    R(cudaMallocAsync)(&pooled, 64, ask_a);
    WAIT();
    p = ask_alloc(graph, &n[0], NULL, 0, 64);
    q = ask_alloc(other, &n[1], NULL, 0, 64);
    ASK("null", ask_free(graph, &n[2], NULL, NULL));
    ASK("cudaMalloc", ask_free(graph, &n[2], NULL, plain));
    ASK("cudaMallocAsync", ask_free(graph, &n[2], NULL, pooled));
    ASK("offset", ask_free(graph, &n[2], n[0], p + 8));
    ASK("unknown", ask_free(graph, &n[2], n[0], (void *)(uintptr_t)0x1230000));
    ASK("unordered", ask_free(graph, &n[2], NULL, p));
    ASK("ordered", ask_free(graph, &n[3], n[0], p));
    ASK("twice", ask_free(graph, &n[4], n[3], p));
    ASK("other_graph_unlaunched", ask_free(graph, &n[4], NULL, q));
    ASK("other_graph_again", ask_free(graph, &n[4], NULL, q));
    ask_ready("instantiate", graph, 0);
}

static void edges(void)
{
    cudaGraph_t graph = ask_graph(), clone = NULL, parent = ask_graph();
    struct cudaGraphNodeParams any;
    cudaGraphExec_t exec, second = NULL;
    cudaGraphExecUpdateResultInfo info;
    unsigned int enabled = 7;
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);

    ASK("fill", ask_fill(graph, &n[1], n[0], p));
    ASK("free", ask_free(graph, &n[2], n[1], p));
    ASK("empty", R(cudaGraphAddEmptyNode)(&n[3], graph, NULL, 0));
    ASK("add_edge", R(cudaGraphAddDependencies)(graph, &n[2], &n[3], NULL, 1));
    ASK("remove_edge", R(cudaGraphRemoveDependencies)(graph, &n[2], &n[3], NULL, 1));
    ASK("destroy_alloc", R(cudaGraphDestroyNode)(n[0]));
    ASK("destroy_free", R(cudaGraphDestroyNode)(n[2]));
    ASK("destroy_fill", R(cudaGraphDestroyNode)(n[1]));
    ASK("destroy_empty", R(cudaGraphDestroyNode)(n[3]));
    ASK("clone", R(cudaGraphClone)(&clone, graph));
    ASK("child", R(cudaGraphAddChildGraphNode)(&n[4], parent, NULL, 0, graph));
    exec = ask_ready("first", graph, 0);
    ASK("second", R(cudaGraphInstantiate)(&second, graph, 0));
    ASK("update", R(cudaGraphExecUpdate)(exec, graph, &info));
    SAY("update_result", "%d", info.result);
    ASK("enable_alloc", R(cudaGraphNodeSetEnabled)(exec, n[0], 0));
    ASK("is_enabled", R(cudaGraphNodeGetEnabled)(exec, n[0], &enabled));
    memset(&any, 0, sizeof any);
    any.type = cudaGraphNodeTypeMemFree;
    any.free.dptr = p;
    ASK("exec_set", R(cudaGraphExecNodeSetParams)(exec, n[2], &any));
    ASK("add_after", R(cudaGraphAddEmptyNode)(&n[5], graph, NULL, 0));
    ASK("remove_after", R(cudaGraphDestroyNode)(n[5]));
    ASK("add_alloc_after", ({ struct cudaMemAllocNodeParams q = ask_params(64);
        R(cudaGraphAddMemAllocNode)(&n[6], graph, NULL, 0, &q); }));
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
    ASK("destroy", R(cudaGraphExecDestroy)(exec));
    exec = ask_ready("again", graph, 0);
    ASK("launch_again", LAUNCH(exec));
    ASK("destroy_pending", R(cudaGraphExecDestroy)(exec));
    exec = ask_ready("third", graph, 0);
    ASK("wait_again", WAIT());
    ASK("destroy_graph", R(cudaGraphDestroy)(graph));
    ASK("launch_third", LAUNCH(exec));
    ASK("wait_third", WAIT());
}

static void moved(void)
{
    cudaGraph_t graph = ask_graph(), parent = ask_graph(), got = NULL;
    struct cudaGraphNodeParams any;
    cudaGraphExec_t exec;
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);

    ask_fill(graph, &n[1], n[0], p);
    memset(&any, 0, sizeof any);
    any.type = cudaGraphNodeTypeGraph;
    any.graph.graph = graph;
    any.graph.ownership = 1;
    ASK("move", R(cudaGraphAddNode)(&n[2], parent, NULL, NULL, 0, &any));
    ASK("get", R(cudaGraphChildGraphNodeGetGraph)(n[2], &got));
    SAY("same", "%d", got == graph);
    ASK("free_in_parent", ask_free(parent, &n[3], n[2], p));
    exec = ask_ready("instantiate", parent, 0);
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
    ASK("launch_again", LAUNCH(exec));
    ASK("wait_again", WAIT());
}

/* ---- order and life -------------------------------------------------------------------------- */

static void order(void)
{
    cudaGraph_t graph = ask_graph(), other = ask_graph();
    cudaGraphExec_t exec, second;
    char byte = 0, *p = ask_alloc(graph, &n[0], NULL, 0, 64);

    ASK("fill_unordered", ask_fill(graph, &n[1], NULL, p));
    ASK("fill_in_other", ask_fill(other, &n[2], NULL, p));
    exec = ask_ready("instantiate", graph, 0);
    second = ask_ready("instantiate_other", other, 0);
    ASK("launch", LAUNCH(exec));
    ASK("wait_launch", WAIT());
    ASK("fill_after", FILL(p));
    ASK("wait_fill", WAIT());
    ASK("launch_other", LAUNCH(second));
    ASK("wait_other", WAIT());
    ASK("copy_after", R(cudaMemcpy)(&byte, p, 1, 2));
    SAY("byte", "%d", byte);
    ASK("free", R(cudaFree)(p));
}

/* Uses of memory that is not there. Each may end the context. */
static void use_of(bool is_freed, int use)
{
    cudaGraph_t graph = ask_graph(), other = ask_graph();
    char byte = 0, *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec;

    exec = ask_ready("instantiate", graph, 0);
    if (is_freed) {
        LAUNCH(exec);
        WAIT();
        ASK("free", R(cudaFree)(p));
    }
    if (use == 0) {
        ASK("copy", R(cudaMemcpy)(&byte, p, 1, 2));
    } else if (use == 1) {
        ASK("fill", FILL(p));
    } else {
        ASK("fill_node", ask_fill(other, &n[2], NULL, p));
        exec = ask_ready("instantiate_other", other, 0);
        if (exec != NULL)
            ASK("launch_other", LAUNCH(exec));
    }
    ASK("wait", WAIT());
    ASK("last", R(cudaGetLastError)());
}

static void copy_before(void)
{
    use_of(false, 0);
}

static void fill_before(void)
{
    use_of(false, 1);
}

static void launch_before(void)
{
    use_of(false, 2);
}

static void copy_freed(void)
{
    use_of(true, 0);
}

static void fill_freed(void)
{
    use_of(true, 1);
}

static void launch_freed(void)
{
    use_of(true, 2);
}

static void fill_after_free(void)
{
    cudaGraph_t graph = ask_graph();
    cudaGraphExec_t exec;
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);

    ASK("free", ask_free(graph, &n[1], n[0], p));
    ASK("fill", ask_fill(graph, &n[2], n[1], p));
    exec = ask_ready("instantiate", graph, 0);
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
}

/* A node that is added behind a free, or beside it, and names the memory. */
static void fill_beside_free(void)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec;

    ASK("free", ask_free(graph, &n[1], n[0], p));
    ASK("fill", ask_fill(graph, &n[2], n[0], p));
    ASK("edge", R(cudaGraphAddDependencies)(graph, &n[2], &n[1], NULL, 1));
    exec = ask_ready("instantiate", graph, 0);
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
}

static void other_graph(void)
{
    cudaGraph_t graph = ask_graph(), freer = ask_graph(), clone = NULL, third = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec, second = NULL;
    cudaGraphInstantiateParams params = { 0 };

    ASK("free_in_other", ask_free(freer, &n[1], NULL, p));
    ASK("free_in_own", ask_free(graph, &n[2], n[0], p));
    ASK("free_in_third", ask_free(third, &n[3], NULL, p));
    ASK("clone", R(cudaGraphClone)(&clone, freer));
    ASK("remove", R(cudaGraphDestroyNode)(n[1]));
    exec = ask_ready("first", freer, 0);
    ASK("second", R(cudaGraphInstantiateWithParams)(&second, freer, &params));
    SAY("second_result", "%d node %d", params.result_out, params.errNode_out != NULL);
    ASK("destroy", R(cudaGraphExecDestroy)(exec));
    exec = ask_ready("first_again", freer, 0);
    ASK("destroy_freer", R(cudaGraphDestroy)(freer));
    ASK("destroy_freeing", R(cudaGraphExecDestroy)(exec));
    ASK("destroy_third", R(cudaGraphDestroy)(third));
    ASK("free_in_own_again", ask_free(graph, &n[2], n[0], p));
}

static void updated(void)
{
    cudaGraph_t graph = ask_graph(), other = ask_graph(), third = ask_graph();
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExec_t exec;
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64), *q = ask_alloc(other, &n[2], NULL, 0, 64);

    ask_free(graph, &n[1], n[0], p);
    ask_free(other, &n[3], n[2], q);
    ask_alloc(third, &n[4], NULL, 0, 128);
    exec = ask_ready("instantiate", graph, 0);
    ASK("same_shape", R(cudaGraphExecUpdate)(exec, other, &info));
    SAY("same_shape_result", "%d node %d", info.result, info.errorNode != NULL);
    R(cudaGetLastError)();
    ASK("other_shape", R(cudaGraphExecUpdate)(exec, third, &info));
    SAY("other_shape_result", "%d node %d", info.result, info.errorNode != NULL);
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
}

/* Which memory an executable has whose graph was replaced by one with nodes of its own. */
static void updated_use(void)
{
    cudaGraph_t graph = ask_graph(), other = ask_graph();
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExec_t exec, second;
    char byte = 0, *p = ask_alloc(graph, &n[0], NULL, 0, 64), *q = ask_alloc(other, &n[2], NULL, 0,
                                                                            64);

    ask_fill(graph, &n[1], n[0], p);
    ask_fill(other, &n[3], n[2], q);
    exec = ask_ready("instantiate", graph, 0);
    ASK("update", R(cudaGraphExecUpdate)(exec, other, &info));
    SAY("result", "%d node %d", info.result, info.errorNode != NULL);
    R(cudaGetLastError)();
    ASK("launch", LAUNCH(exec));
    ASK("wait", WAIT());
    ASK("new", R(cudaMemcpy)(&byte, q, 1, cudaMemcpyDefault));
    second = ask_ready("instantiate_other", other, 0);
    ASK("launch_other", LAUNCH(second));
    ASK("wait_other", WAIT());
    ASK("free_new", R(cudaFree)(q));
    ASK("launch_again", LAUNCH(exec));
    ASK("wait_again", WAIT());
    ASK("free_old", R(cudaFree)(p));
    ASK("old", R(cudaMemcpy)(&byte, p, 1, cudaMemcpyDefault));   /* the vendor's crashes */
}

static void before(void)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec;

    ASK("cudaFree_added", R(cudaFree)(p));
    ASK("cudaFreeAsync_added", R(cudaFreeAsync)(p, ask_a));
    exec = ask_ready("instantiate", graph, 0);
    ASK("cudaFree_instantiated", R(cudaFree)(p));
    ASK("cudaFreeAsync_instantiated", R(cudaFreeAsync)(p, ask_a));
    ASK("wait", WAIT());
    ASK("launch", LAUNCH(exec));
    ASK("cudaFree_launched", R(cudaFree)(p));
    ASK("cudaFree_twice", R(cudaFree)(p));
    ASK("cudaFreeAsync_twice", R(cudaFreeAsync)(p, ask_a));
    ASK("wait_end", WAIT());
}

static void live(void)
{
    cudaGraph_t graph = ask_graph(), freer = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec, freeing;

    ask_fill(graph, &n[1], n[0], p);
    ASK("free_node", ask_free(freer, &n[2], NULL, p));
    exec = ask_ready("instantiate", graph, 0);
    freeing = ask_ready("instantiate_free", freer, 0);
    ASK("free_launch_before", LAUNCH(freeing));
    ASK("wait_before", WAIT());
    ASK("last_before", R(cudaGetLastError)());
    ASK("launch", LAUNCH(exec));
    ASK("launch_live", LAUNCH(exec));
    ASK("last", R(cudaGetLastError)());
    ASK("wait", WAIT());
    ASK("launch_live_waited", LAUNCH(exec));
    ASK("upload_live", R(cudaGraphUpload)(exec, ask_a));
    ASK("free", R(cudaFree)(p));
    ASK("launch_freed", LAUNCH(exec));
    ASK("free_async", R(cudaFreeAsync)(p, ask_a));
    ASK("launch_freed_async", LAUNCH(exec));
    ASK("free_async_other_stream", R(cudaFreeAsync)(p, ask_b));
    ASK("launch_freed_other_stream", LAUNCH(exec));
    ASK("launch_freer", LAUNCH(freeing));
    ASK("launch_freed_by_graph", LAUNCH(exec));
    ASK("freer_other_stream", R(cudaGraphLaunch)(freeing, ask_b));
    ASK("launch_freed_by_graph_other_stream", LAUNCH(exec));
    ASK("freer_third", LAUNCH(freeing));
    ASK("freer_twice", LAUNCH(freeing));
    ASK("wait_end", WAIT());
    ASK("last_end", R(cudaGetLastError)());
}

static void destroyed(void)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec = ask_ready("instantiate", graph, 0), again;

    ASK("launch", LAUNCH(exec));
    ASK("exec_destroy", R(cudaGraphExecDestroy)(exec));
    ASK("fill", FILL(p));
    again = ask_ready("instantiate_live", graph, 0);
    if (again != NULL)
        ASK("launch_live", LAUNCH(again));
    if (again != NULL)
        ASK("destroy_again", R(cudaGraphExecDestroy)(again));
    ASK("graph_destroy", R(cudaGraphDestroy)(graph));
    ASK("fill_later", FILL(p));
    ASK("wait", WAIT());
    ask_amounts("amounts_live");
    ASK("free", R(cudaFree)(p));
    ask_amounts("amounts_freed");
    ASK("fill_freed", FILL(p));
    ASK("trim", R(cudaDeviceGraphMemTrim)(0));
    ask_amounts("amounts_trimmed");
}

static void auto_free(void)
{
    cudaGraph_t graph = ask_graph();
    char *p = ask_alloc(graph, &n[0], NULL, 0, 64);
    cudaGraphExec_t exec;
    unsigned long long flags = 77;

    ask_fill(graph, &n[1], n[0], p);
    exec = ask_ready("instantiate", graph, 1);
    ASK("flags", R(cudaGraphExecGetFlags)(exec, &flags));
    SAY("flags_got", "%llu", flags);
    ASK("upload", R(cudaGraphUpload)(exec, ask_a));
    ask_amounts("uploaded");
    ASK("launch", LAUNCH(exec));
    ask_amounts("launched");
    ASK("again", LAUNCH(exec));
    ASK("other_stream", R(cudaGraphLaunch)(exec, ask_b));
    ask_amounts("thrice");
    ASK("free", R(cudaFree)(p));
    ask_amounts("freed");
    ASK("free_twice", R(cudaFree)(p));
    ASK("after_free", LAUNCH(exec));
    ASK("wait", WAIT());
    ASK("destroy", R(cudaGraphExecDestroy)(exec));
    ASK("wait_b", R(cudaStreamSynchronize)(ask_b));
    ASK("free_after_destroy", R(cudaFree)(p));
    ask_amounts("end");
}

const struct ask_section ask_sections[] = {
    { "bad_params", bad_params }, { "params", params }, { "frees", frees }, { "edges", edges },
    { "moved", moved }, { "order", order }, { "fill_after_free", fill_after_free },
    { "fill_beside_free", fill_beside_free }, { "other_graph", other_graph },
    { "updated", updated }, { "updated_use", updated_use },
    { "copy_before", copy_before }, { "fill_before", fill_before },
    { "launch_before", launch_before }, { "copy_freed", copy_freed },
    { "fill_freed", fill_freed }, { "launch_freed", launch_freed }, { "before", before },
    { "live", live }, { "destroyed", destroyed }, { "auto_free", auto_free },
};
const int ask_section_count = sizeof ask_sections / sizeof ask_sections[0];
