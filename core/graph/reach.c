#include "reach.h"

#include <stdlib.h>

#include "graph_state.h"

/* The node of a handle if it is the graph's, else NULL. The graphs' lock is held: it keeps the
 * node. */
static struct gi_node *node_of(const struct gi_graph *graph, gi_handle handle)
{
    struct gi_object *object;
    struct gi_node *node;

    if (gi_handle_acquire(handle, GI_OBJECT_GRAPH_NODE, &object) != GI_OK)
        return NULL;
    node = (struct gi_node *)object;
    if (node->graph != graph)
        node = NULL;
    gi_object_unref(object);
    return node;
}

gi_status gi_graph_check_node(gi_handle handle, gi_handle node)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    if (node_of(graph, node) == NULL)
        status = gi_fail(GI_INVALID_VALUE, "node 0x%llx is none of graph 0x%llx",
                         (unsigned long long)node, (unsigned long long)handle);
    gi_graph_leave(graph);
    return status;
}

/* Nodes that a search has still to look at. */
struct search {
    struct gi_node **left;
    size_t count;
    uint64_t visit;
};

static void see(struct search *search, struct gi_node *node)
{
    if (node == NULL || node->visit == search->visit)
        return;
    node->visit = search->visit;
    search->left[search->count++] = node;
}

static void go_back(struct search *search)
{
    while (search->count > 0) {
        const struct gi_node *node = search->left[--search->count];

        for (size_t i = 0; i < node->before.count; i++)
            see(search, node->before.items[i].node);
    }
}

gi_status gi_graph_follows(gi_handle handle, const gi_handle *nodes, size_t count,
                           gi_handle target, bool *out_follows)
{
    static uint64_t visits;              /* the graphs' lock guards it */
    struct search search = { .count = 0 };
    struct gi_graph *graph;
    struct gi_node *wanted;
    gi_status status = gi_graph_enter(handle, &graph);

    *out_follows = false;
    if (status != GI_OK)
        return status;
    search.visit = ++visits;
    search.left = malloc((graph->node_count + 1) * sizeof *search.left);
    wanted = node_of(graph, target);
    if (search.left == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for a search in a graph");
    } else {
        for (size_t i = 0; i < count; i++)
            see(&search, node_of(graph, nodes[i]));
        go_back(&search);
        *out_follows = wanted == NULL || wanted->visit == search.visit;
    }
    free(search.left);
    gi_graph_leave(graph);
    return status;
}
