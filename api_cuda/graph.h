/** Graphs as CUDA's programs name them: handles, lists of nodes, and what nodes ask for.
 *
 *  Threads: any. */
#ifndef GICUDA_GRAPH_H
#define GICUDA_GRAPH_H

#include "front.h"

#include "base/scratch.h"
#include "graph/exec/node_kinds.h"
#include "graph/graph.h"

_Static_assert(sizeof(cudaGraphEdgeData) == sizeof(struct gi_edge_data), "edges are passed on");
#define GICUDA_SAME_NUMBER(name, number) \
    _Static_assert((int)(name) == (int)(number), "the number is passed on")

/* Handles have a pointer's size. */
static inline gi_handle gicuda_from_graph(cudaGraph_t graph)
{
    return (gi_handle)(uintptr_t)graph;
}

static inline cudaGraph_t gicuda_to_graph(gi_handle handle)
{
    return (cudaGraph_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_node(cudaGraphNode_t node)
{
    return (gi_handle)(uintptr_t)node;
}

static inline cudaGraphNode_t gicuda_to_node(gi_handle handle)
{
    return (cudaGraphNode_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_exec(cudaGraphExec_t exec)
{
    return (gi_handle)(uintptr_t)exec;
}

static inline const struct gi_edge_data *gicuda_from_edges(const cudaGraphEdgeData *edges)
{
    return (const struct gi_edge_data *)(const void *)edges;
}

/** A program's list of nodes, for the core. */
struct gicuda_nodes {
    gi_handle local[16];
    gi_handle *list;
};

/** Takes over a list of a graph's nodes. most is how many a valid list has at most. So a wrong
 *  count is found before the list is read.
 *  Owner:  the caller drops it.
 *  Errors: GI_INVALID_VALUE, GI_OUT_OF_MEMORY; then there is nothing to drop. */
GI_MUST_CHECK gi_status gicuda_nodes_take(struct gicuda_nodes *nodes, const char *caller,
                                          const cudaGraphNode_t *list, size_t count, size_t most);
static inline void gicuda_nodes_drop(struct gicuda_nodes *nodes)
{
    gi_scratch_free(nodes->list, nodes->local);
}

/** Adds a node, and takes the reference to asked. */
cudaError_t gicuda_add_node(const char *caller, cudaGraphNode_t *out_node, cudaGraph_t graph,
                            const cudaGraphNode_t *dependencies, size_t count,
                            struct gi_asked *asked, cudaGraph_t child);

/* ---- what nodes ask for: each returns one reference. Errors: those of gi_ask_... ------------- */

/** like: the kernel node of which the attributes are taken; NULL: none. */
GI_MUST_CHECK gi_status gicuda_ask_kernel(const char *caller,
                                          const struct cudaKernelNodeParams *parameters,
                                          const struct gi_asked_kernel *like,
                                          struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_copy(const char *caller,
                                        const struct cudaMemcpy3DParms *parameters,
                                        struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_line(uint64_t destination, uint64_t source, size_t size,
                                        enum cudaMemcpyKind kind, struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_to_symbol(const char *caller, const void *symbol,
                                             const void *source, size_t size, size_t offset,
                                             enum cudaMemcpyKind kind,
                                             struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_from_symbol(const char *caller, void *destination,
                                               const void *symbol, size_t size, size_t offset,
                                               enum cudaMemcpyKind kind,
                                               struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_fill(const char *caller,
                                        const struct cudaMemsetParams *parameters,
                                        struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_host(const char *caller,
                                        const struct cudaHostNodeParams *parameters,
                                        struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_signals(
    const char *caller, const struct cudaExternalSemaphoreSignalNodeParams *parameters,
    struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gicuda_ask_waits(
    const char *caller, const struct cudaExternalSemaphoreWaitNodeParams *parameters,
    struct gi_asked **out_asked);

#endif
