/** Graphs that are moved into another: what may still be done with them. Beside them stands the
 *  graph of a node that was given a clone. */
#include "ask_graphs.h"

#include <string.h>

enum { CLONE = 0, MOVE = 1 };

typedef int (*graph_fn)(CUgraph);
typedef int (*of_node_fn)(CUgraphNode);

/* A graph with a kernel, within a node of another. */
struct family {
    CUgraph parent, given, child;        /* given: by the program; child: as the node names it */
    CUgraphNode node, kernel;
    int code;
};

static int add_child(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count,
                     CUgraph child, int ownership)
{
    CUgraphNodeParams params;

    memset(&params, 0, sizeof params);
    params.type = CU_GRAPH_NODE_TYPE_GRAPH;
    params.graph.graph = child;
    params.graph.ownership = (CUgraphChildGraphNodeOwnership)ownership;
    return CALL(cuGraphAddNode_v2, (CUgraphNode *, CUgraph, const CUgraphNode *,
                                    const CUgraphEdgeData *, size_t, CUgraphNodeParams *), node,
                graph, before, NULL, count, &params);
}

static CUgraph child_graph(CUgraphNode node)
{
    CUgraph graph = NULL;

    CALL(cuGraphChildGraphNodeGetGraph, (CUgraphNode, CUgraph *), node, &graph);
    return graph;
}

static struct family make(int ownership)
{
    struct family family = { new_graph(), new_graph(), NULL, NULL, NULL, 0 };

    add_kernel(family.given, &family.kernel, NULL, 0, 0, 1, 1);
    family.code = add_child(family.parent, &family.node, NULL, 0, family.given, ownership);
    if (family.code != 0)
        printf("%s: making %d\n", ownership == MOVE ? "moved" : "cloned", family.code);
    family.child = child_graph(family.node);
    return family;
}

static int destroy(CUgraph graph)
{
    return ((graph_fn)look("cuGraphDestroy"))(graph);
}

static int destroy_node(CUgraphNode node)
{
    return ((of_node_fn)look("cuGraphDestroyNode"))(node);
}

static size_t count_nodes(CUgraph graph)
{
    size_t count = 0;
    int code = CALL(cuGraphGetNodes, (CUgraph, CUgraphNode *, size_t *), graph, NULL, &count);

    return code == 0 ? count : 1000u + (unsigned int)code;
}

/* The first node of a graph. */
static CUgraphNode first_node(CUgraph graph)
{
    CUgraphNode node = NULL;
    size_t count = 1;

    CALL(cuGraphGetNodes, (CUgraph, CUgraphNode *, size_t *), graph, &node, &count);
    return node;
}

static int update(CUgraphExec exec, CUgraph graph)
{
    CUgraphExecUpdateResultInfo info;
    int code;

    memset(&info, 0x55, sizeof info);
    code = CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo *), exec,
                graph, &info);
    return code == 910 ? 10000 + (int)info.result : code;
}

static int launch(CUgraph graph)
{
    CUgraphExec exec = NULL;
    int code = make_exec(&exec, graph, 0);

    if (code != 0)
        return 1000 + code;
    code = CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL);
    return code != 0 ? code : CALL(cuCtxSynchronize, (void), );
}

static int clone(CUgraph graph, CUgraph *copy)
{
    *copy = NULL;
    return CALL(cuGraphClone, (CUgraph *, CUgraph), copy, graph);
}

/* ---- while the family lives ------------------------------------------------------------------ */

/* Prints an answer. Each stands in a line, because the order of arguments is the compiler's. */
static void say(const char *name, const char *question, int code)
{
    printf("%s: %s %d\n", name, question, code);
    fflush(stdout);
}

static void ask_alone(const char *name, int ownership)
{
    struct family family = make(ownership);
    CUgraphExec exec = NULL;
    CUgraph like = new_graph();
    CUgraphNode node;

    say(name, "add", family.code);
    say(name, "same handle", family.child == family.given);
    say(name, "first node is the kernel", first_node(family.child) == family.kernel);
    say(name, "nodes", (int)count_nodes(family.child));
    say(name, "instantiate", make_exec(&exec, family.child, 0));
    say(name, "parent launches", launch(family.parent));
    add_kernel(like, &node, NULL, 0, 0, 1, 1);
    make_exec(&exec, like, 0);
    say(name, "update by it", update(exec, family.child));
    say(name, "destroy", destroy(family.child));
    say(name, "nodes", (int)count_nodes(family.child));
    say(name, "parent launches", launch(family.parent));
}

void section_moved_alone(void)
{
    ask_alone("cloned", CLONE);
    ask_alone("moved", MOVE);
}

static void ask_second_parent(const char *name, int ownership)
{
    struct family family = make(ownership);
    CUgraph other = new_graph(), copy;
    CUgraphNode node;

    say(name, "clone into another", add_child(other, &node, NULL, 0, family.child, CLONE));
    say(name, "clone into its parent",
        add_child(family.parent, &node, NULL, 0, family.child, CLONE));
    say(name, "clone", clone(family.child, &copy));
    say(name, "nodes of the clone", (int)count_nodes(copy));
    say(name, "destroy the clone", destroy(copy));
    say(name, "clone of parent", clone(family.parent, &copy));
    say(name, "clone of parent launches", launch(copy));
    say(name, "destroy the child of that clone", destroy(child_graph(first_node(copy))));
    say(name, "destroy that clone", destroy(copy));
    say(name, "move into its parent", add_child(family.parent, &node, NULL, 0, family.child, MOVE));
    say(name, "move into another", add_child(other, &node, NULL, 0, family.child, MOVE));
    say(name, "nodes of other", (int)count_nodes(other));
    say(name, "nodes of parent", (int)count_nodes(family.parent));
}

void section_moved_parents(void)
{
    ask_second_parent("moved", MOVE);
    ask_second_parent("cloned", CLONE);
}

static void ask_changes(const char *name, int ownership)
{
    struct family family = make(ownership);
    CUgraphNode first = first_node(family.child), node, other;
    CUgraphExec exec = NULL;
    CUgraphNodeParams params;

    make_exec(&exec, family.parent, 0);
    say(name, "add a kernel", add_kernel(family.child, &node, &first, 1, 0, 1, 2));
    say(name, "add an empty node", add_empty(family.child, &other, NULL, 0));
    say(name, "update of parent's executable", update(exec, family.parent));
    say(name, "destroy a node", destroy_node(node));
    say(name, "destroy the kernel", destroy_node(first));
    say(name, "nodes", (int)count_nodes(family.child));
    say(name, "executable's child becomes another",
        CALL(cuGraphExecChildGraphNodeSetParams, (CUgraphExec, CUgraphNode, CUgraph), exec,
             family.node, make(CLONE).given));
    memset(&params, 0, sizeof params);
    params.type = CU_GRAPH_NODE_TYPE_GRAPH;
    params.graph.graph = make(CLONE).given;
    params.graph.ownership = (CUgraphChildGraphNodeOwnership)MOVE;
    say(name, "the same with ownership move",
        CALL(cuGraphExecNodeSetParams, (CUgraphExec, CUgraphNode, CUgraphNodeParams *), exec,
             family.node, &params));
    say(name, "destroy that graph", destroy(params.graph.graph));
    params.graph.graph = make(CLONE).given;
    say(name, "cuGraphNodeSetParams",
        CALL(cuGraphNodeSetParams, (CUgraphNode, CUgraphNodeParams *), family.node, &params));
}

void section_moved_changes(void)
{
    ask_changes("cloned", CLONE);
    ask_changes("moved", MOVE);
}

void section_moved_refused(void)
{
    static const int ownerships[] = { -1, 2, 3 };
    CUgraph parent = new_graph(), child = new_graph(), copy;
    CUgraphNode node, wrong;

    add_empty(new_graph(), &wrong, NULL, 0);
    add_kernel(child, &node, NULL, 0, 0, 1, 1);
    for (int i = 0; i < 3; i++) {
        printf("ownership %d", ownerships[i]);
        say("", "", add_child(parent, &node, NULL, 0, child, ownerships[i]));
    }
    say("refused", "move behind a foreign node", add_child(parent, &node, &wrong, 1, child, MOVE));
    say("refused", "then launch", launch(child));
    say("refused", "move NULL", add_child(parent, &node, NULL, 0, NULL, MOVE));
    say("refused", "clone", clone(child, &copy));
    say("refused", "move of the clone", add_child(parent, &node, NULL, 0, copy, MOVE));
    say("refused", "launch the original", launch(child));
    say("refused", "destroy the clone", destroy(copy));
    say("refused", "destroy the original", destroy(child));
    say("refused", "launch the parent", launch(parent));
}

/* Graphs within moved graphs. */
void section_moved_nested(void)
{
    struct family inner = make(MOVE);
    CUgraph outer = new_graph(), copy;
    CUgraphNode node;

    say("nested", "move of a parent", add_child(outer, &node, NULL, 0, inner.parent, MOVE));
    say("nested", "launch", launch(outer));
    say("nested", "destroy the middle", destroy(inner.parent));
    say("nested", "destroy the inner", destroy(inner.given));
    inner = make(MOVE);
    say("nested", "clone of a parent", add_child(outer, &node, NULL, 0, inner.parent, CLONE));
    say("nested", "destroy its inner", destroy(inner.given));
    say("nested", "destroy it", destroy(inner.parent));
    say("nested", "launch", launch(outer));
    say("nested", "clone of all", clone(outer, &copy));
    say("nested", "launch the clone", launch(copy));
}

/* What cuGraphNodeSetParams does to a child node: with a clone, and with a move. */
static void ask_set(const char *name, int ownership)
{
    struct family family = make(CLONE);
    CUgraph other = new_graph();
    CUgraphNodeParams params;
    CUgraphNode nodes[2];

    add_kernel(other, &nodes[0], NULL, 0, 0, 1, 1);
    add_kernel(other, &nodes[1], NULL, 0, 0, 1, 1);
    memset(&params, 0, sizeof params);
    params.type = CU_GRAPH_NODE_TYPE_GRAPH;
    params.graph.graph = other;
    params.graph.ownership = (CUgraphChildGraphNodeOwnership)ownership;
    say(name, "set", CALL(cuGraphNodeSetParams, (CUgraphNode, CUgraphNodeParams *), family.node,
                          &params));
    say(name, "nodes behind it", (int)count_nodes(child_graph(family.node)));
    say(name, "graph is the same", child_graph(family.node) == family.child);
    say(name, "graph is the given one", child_graph(family.node) == other);
    say(name, "parent launches", launch(family.parent));
    say(name, "destroy the given one", destroy(other));
    params.graph.graph = family.parent;
    say(name, "its own parent", CALL(cuGraphNodeSetParams, (CUgraphNode, CUgraphNodeParams *),
                                     family.node, &params));
}

void section_moved_set(void)
{
    ask_set("set a clone", CLONE);
    ask_set("set a move", MOVE);
}

/* ---- ends ------------------------------------------------------------------------------------ */

void section_moved_ends(void)
{
    struct family family = make(MOVE);
    CUgraphExec exec = NULL;
    CUstream stream;
    CUgraph captured;

    make_exec(&exec, family.parent, 0);
    ASK("parent destroyed", destroy(family.parent));
    ASK("launch of its executable", CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    family = make(MOVE);
    ASK("capture into a moved graph", CALL(cuStreamCreate, (CUstream *, unsigned int), &stream, 1));
    ASK("begins", CALL(cuStreamBeginCaptureToGraph,
                       (CUstream, CUgraph, const CUgraphNode *, const CUgraphEdgeData *, size_t,
                        int), stream, family.child, NULL, NULL, 0, 2));
    ASK("ends", CALL(cuStreamEndCapture, (CUstream, CUgraph *), stream, &captured));
    captured = new_graph();
    ASK("move of a graph that is captured into",
        CALL(cuStreamBeginCaptureToGraph,
             (CUstream, CUgraph, const CUgraphNode *, const CUgraphEdgeData *, size_t, int), stream,
             captured, NULL, NULL, 0, 2));
    ASK("move", add_child(new_graph(), &family.node, NULL, 0, captured, MOVE));
    ASK("ends", CALL(cuStreamEndCapture, (CUstream, CUgraph *), stream, &captured));
    family = make(MOVE);
    ASK("node destroyed", destroy_node(family.node));
    ASK("then the moved graph", destroy(family.given));
}

void section_moved_into_itself(void)
{
    CUgraph graph = new_graph();
    CUgraphNode node;
    struct family family;

    ASK("move into itself", add_child(graph, &node, NULL, 0, graph, MOVE));
    family = make(MOVE);
    ASK("move of a parent into its child", add_child(family.child, &node, NULL, 0, family.parent,
                                                     MOVE));
}

/* ---- with memory ----------------------------------------------------------------------------- */

static int add_memory(CUgraph graph, CUgraphNode *node, CUdeviceptr *address)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params;
    int code;

    memset(&params, 0, sizeof params);
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    params.bytesize = 4096;
    code = CALL(cuGraphAddMemAllocNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                         CUDA_MEM_ALLOC_NODE_PARAMS *), node, graph, NULL, 0,
                &params);
    *address = params.dptr;
    return code;
}

static int add_free(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count,
                    CUdeviceptr address)
{
    return CALL(cuGraphAddMemFreeNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                        CUdeviceptr), node, graph, before, count, address);
}

void section_moved_memory(void)
{
    CUgraph parent = new_graph(), child = new_graph(), copy;
    CUgraphNode alloc, node, end;
    CUgraphExec exec = NULL, second = NULL;
    CUdeviceptr address, other;

    ASK("allocation", add_memory(child, &alloc, &address));
    ASK("child by clone", add_child(parent, &node, NULL, 0, child, CLONE));
    ASK("child by cuGraphAddChildGraphNode",
        CALL(cuGraphAddChildGraphNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                        CUgraph), &node, parent, NULL, 0, child));
    ASK("child by move", add_child(parent, &node, NULL, 0, child, MOVE));
    ASK("another allocation in it", add_memory(child, &alloc, &other));
    ASK("free in it", add_free(child, &end, &alloc, 1, address));
    ASK("free in its parent", add_free(parent, &end, &node, 1, address));
    ASK("clone of parent", clone(parent, &copy));
    ASK("instantiate", make_exec(&exec, parent, 0));
    ASK("a second time", make_exec(&second, parent, 0));
    ASK("launch", CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    ASK("again", CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    ASK("done", CALL(cuCtxSynchronize, (void), ));
    ASK("add a kernel to it", add_kernel(child, &end, NULL, 0, 0, 1, 1));
    ASK("destroy that", destroy_node(end));
    ASK("destroy the allocation", destroy_node(alloc));
    ASK("destroy parent", destroy(parent));
    ASK("launch then", CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    ASK("done", CALL(cuCtxSynchronize, (void), ));
}
