#include "graph_questions.h"

#include <stdlib.h>

#include "edges.h"
#include "graph_state.h"

void gi_graph_list_free(struct gi_graph_list *list)
{
    free(list->nodes);
    free(list->to);
    free(list->data);
    *list = (struct gi_graph_list){ 0 };
}

static gi_status list_nodes(const struct gi_graph *graph, bool only_roots,
                            struct gi_graph_list *out_list)
{
    out_list->nodes = malloc((graph->node_count + 1) * sizeof *out_list->nodes);
    if (out_list->nodes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a list of nodes");
    for (const struct gi_node *node = graph->oldest; node != NULL; node = node->next) {
        if (!only_roots || node->before.count == 0)
            out_list->nodes[out_list->count++] = node->handle;
    }
    return GI_OK;
}

gi_status gi_graph_list(gi_handle handle, enum gi_graph_what what, struct gi_graph_list *out_list)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    *out_list = (struct gi_graph_list){ 0 };
    if (status != GI_OK)
        return status;
    status = what == GI_GRAPH_EDGES ? gi_edges_list(graph, out_list)
                                    : list_nodes(graph, what == GI_GRAPH_ROOTS, out_list);
    gi_graph_leave(graph);
    return status;
}

gi_status gi_node_list(gi_handle handle, enum gi_node_side side, struct gi_graph_list *out_list)
{
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    *out_list = (struct gi_graph_list){ 0 };
    if (status != GI_OK)
        return status;
    status = gi_edges_list_side(side == GI_NODE_BEFORE ? &node->before : &node->after, out_list);
    gi_graph_leave_node(node);
    return status;
}

gi_status gi_graph_node_count(gi_handle handle, size_t *out_count)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    *out_count = graph->node_count;
    gi_graph_leave(graph);
    return GI_OK;
}

gi_status gi_node_type_of(gi_handle handle, enum gi_node_type *out_type)
{
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    if (status != GI_OK)
        return status;
    *out_type = node->asked->kind->type;
    gi_graph_leave_node(node);
    return GI_OK;
}

gi_status gi_node_child(gi_handle handle, gi_handle *out_graph)
{
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    *out_graph = 0;
    if (status != GI_OK)
        return status;
    if (node->child != NULL)
        *out_graph = node->child->handle;
    else
        status = gi_fail(GI_INVALID_VALUE, "node 0x%llx is a %s node and has no graph",
                         (unsigned long long)handle, node->asked->kind->name);
    gi_graph_leave_node(node);
    return status;
}

gi_status gi_node_bodies(gi_handle handle, gi_handle **out_graphs, size_t *out_count)
{
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    *out_graphs = NULL;
    *out_count = 0;
    if (status != GI_OK)
        return status;
    *out_graphs = node->body_handles;
    *out_count = node->body_count;
    if (node->asked->kind->type != GI_NODE_CONDITION)
        status = gi_fail(GI_INVALID_VALUE, "node 0x%llx is a %s node and has no bodies",
                         (unsigned long long)handle, node->asked->kind->name);
    gi_graph_leave_node(node);
    return status;
}

gi_status gi_node_asked(gi_handle handle, enum gi_node_type type, struct gi_asked **out_asked)
{
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    *out_asked = NULL;
    if (status != GI_OK)
        return status;
    if (node->asked->kind->type == type) {
        *out_asked = node->asked;
        gi_asked_ref(node->asked);
    } else {
        status = gi_fail(GI_INVALID_VALUE, "node 0x%llx is a %s node; the call is for another type",
                         (unsigned long long)handle, node->asked->kind->name);
    }
    gi_graph_leave_node(node);
    return status;
}
