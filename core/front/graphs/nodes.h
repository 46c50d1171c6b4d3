/** Graphs as programs name them: handles, lists of nodes, and what nodes ask for.
 *
 *  Threads: any. */
#ifndef GI_FRONT_NODES_H
#define GI_FRONT_NODES_H

#include "front.h"

#include "base/scratch.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "graph/exec/exec_update.h"
#include "graph/exec/node_kinds.h"
#include "graph/graph.h"

/** Numbers that the core and the interface share. */
#define FRONT_SAME_NUMBER(name, number) \
    _Static_assert((int)(name) == (int)(number), "the number is passed on")

/* Handles have a pointer's size. */
static inline gi_handle front_from_graph(gpuGraph_t graph)
{
    return (gi_handle)(uintptr_t)graph;
}

static inline gpuGraph_t front_to_graph(gi_handle handle)
{
    return (gpuGraph_t)(uintptr_t)handle;
}

static inline gi_handle front_from_node(gpuGraphNode_t node)
{
    return (gi_handle)(uintptr_t)node;
}

static inline gpuGraphNode_t front_to_node(gi_handle handle)
{
    return (gpuGraphNode_t)(uintptr_t)handle;
}

static inline gi_handle front_from_exec(gpuGraphExec_t exec)
{
    return (gi_handle)(uintptr_t)exec;
}

/** A program's list of nodes, for the core. */
struct front_nodes {
    gi_handle local[16];
    gi_handle *list;
};

/** Takes over a list of a graph's nodes. most is how many a valid list has at most. So a wrong
 *  count is found before the list is read.
 *  Owner:  the caller drops it.
 *  Errors: GI_INVALID_VALUE, GI_OUT_OF_MEMORY; then there is nothing to drop. */
GI_MUST_CHECK gi_status front_nodes_take(struct front_nodes *nodes, const char *caller,
                                         const gpuGraphNode_t *list, size_t count, size_t most);
static inline void front_nodes_drop(struct front_nodes *nodes)
{
    gi_scratch_free(nodes->list, nodes->local);
}

/** The graph of a child node. */
struct front_child {
    gpuGraph_t graph;                    /* NULL: the node is no child node */
    bool is_moved;                       /* the node gets the graph itself, else a clone */
};

/** Adds a node, and takes the reference to asked. data: NULL, or of each edge that leads to it. */
gpuError_t front_add_node_with(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                               const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                               size_t count, struct gi_asked *asked,
                               struct front_child child);
static inline gpuError_t front_add_node(const char *caller, gpuGraphNode_t *out_node,
                                        gpuGraph_t graph, const gpuGraphNode_t *dependencies,
                                        size_t count, struct gi_asked *asked, gpuGraph_t child)
{
    return front_add_node_with(caller, out_node, graph, dependencies, NULL, count, asked,
                               (struct front_child){ child, false });
}

/** Adds a node of any type. The call has begun. */
gpuError_t front_add_any(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                         const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                         size_t count, gpuGraphNodeParams *params);

/** As front_add_node_with, for an allocation. The address is written on success only. */
gpuError_t front_add_alloc(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                           const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                           size_t count, struct gi_asked *asked, gpuAddress_t *out_address);

/** Whether the members of the struct are 0 that a type does not use, of which the union has so many
 *  bytes.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status front_check_reserved(const char *caller, const gpuGraphNodeParams *params,
                                             size_t used);

/** Makes the request of a node of any type, with one reference. The type is one that is supported;
 *  of a child node the graph is not looked at. like: the kernel whose attributes are taken, or
 *  NULL.
 *  Errors: those of gi_ask_... */
GI_MUST_CHECK gi_status front_ask_any(const char *caller, const gpuGraphNodeParams *params,
                                      const struct gi_asked_kernel *like,
                                      struct gi_asked **out_asked);

/* ---- edges, which some interfaces give with their data --------------------------------------- */

typedef gi_status (*front_edges_fn)(gi_handle graph, const struct gi_edges *edges);

/** Adds or removes edges. data: NULL, or of each edge.
 *  Errors: those of gi_graph_connect. */
GI_MUST_CHECK gi_status front_change_edges(const char *caller, gpuGraph_t graph,
                                           const gpuGraphNode_t *from, const gpuGraphNode_t *to,
                                           const struct gi_edge_data *data, size_t count,
                                           front_edges_fn change);

/** Gives a list to the program and frees it. Only the number is asked for if nodes is NULL. Data
 *  that the program does not ask for must not be lost. */
gpuError_t front_give_list(const char *caller, struct gi_graph_list *list, gpuGraphNode_t *nodes,
                           gpuGraphNode_t *to, struct gi_edge_data *data, size_t *count);

/** Changes what the next node of a captured stream follows. data: NULL, or of each edge. */
gpuError_t front_update_capture(const char *caller, gpuStream_t stream,
                                const gpuGraphNode_t *dependencies,
                                const struct gi_edge_data *data, size_t count,
                                unsigned int flags);

/* ---- executables ----------------------------------------------------------------------------- */

/** Makes an executable. *exec is written on success only.
 *  Errors: those of gi_exec_create. */
GI_MUST_CHECK gi_status front_instantiate(gpuGraphExec_t *exec, gpuGraph_t graph,
                                          struct gi_exec_request *request);

/** Makes an executable without flags. On failure it gives the node and the sentence, where there is
 *  room.
 *  Errors: those of gi_exec_create. */
GI_MUST_CHECK gi_status front_instantiate_logged(gpuGraphExec_t *exec, gpuGraph_t graph,
                                                 gpuGraphNode_t *error_node, char *log,
                                                 size_t size);

/** Updates an executable. A difference that is not allowed is the interface's own error.
 *  out_update says what it led to. */
gpuError_t front_exec_update(gpuGraphExec_t exec, gpuGraph_t graph,
                             struct gi_exec_update *out_update);

/** Changes what a node of an executable asks for, and takes the reference to asked.
 *  Errors: those of gi_exec_ask. */
GI_MUST_CHECK static inline gi_status front_exec_ask(gpuGraphExec_t exec, gpuGraphNode_t node,
                                                     struct gi_asked *asked)
{
    return gi_exec_ask(front_from_exec(exec), front_from_node(node), asked);
}

/* ---- attributes of kernel nodes, in the interface's folder ----------------------------------- */

/** Whether kernel nodes have an attribute. */
bool front_is_node_attribute(int id);

/** Applies an attribute to a launch.
 *  Errors: GI_NOT_SUPPORTED for what no device has. */
GI_MUST_CHECK gi_status front_apply_attribute(const char *caller,
                                              const struct gi_node_attribute *attribute,
                                              struct gi_launch *described);

/* ---- requests of nodes: each returns one reference. Errors: those of gi_ask_... -------------- */

GI_MUST_CHECK gi_status front_ask_fill(const char *caller, const gpuMemsetParams *parameters,
                                       struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_host(const char *caller, const gpuHostNodeParams *parameters,
                                       struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_alloc(const char *caller,
                                        const gpuMemAllocNodeParams *parameters,
                                        struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_signals(const char *caller,
                                          const gpuExternalSemaphoreSignalNodeParams *parameters,
                                          struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_waits(const char *caller,
                                        const gpuExternalSemaphoreWaitNodeParams *parameters,
                                        struct gi_asked **out_asked);

#endif
