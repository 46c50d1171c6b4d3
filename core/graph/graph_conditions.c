#include "graph_conditions.h"

#include "bodies.h"

/* Conditions belong to the graph around all others. */
static struct gi_graph *outermost(struct gi_graph *graph)
{
    while (graph->parent != NULL)
        graph = graph->parent;
    return graph;
}

gi_status gi_graph_add_condition(gi_handle handle, struct gi_condition *condition)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status == GI_OK) {
        status = gi_bodies_add_condition(outermost(graph), condition);
        gi_graph_leave(graph);
    }
    if (status != GI_OK)
        gi_condition_unref(condition);
    return status;
}

static struct gi_condition *find_condition(const struct gi_graph *graph, uint64_t address)
{
    for (; graph != NULL; graph = graph->parent) {
        for (size_t i = graph->conditions.count; i > 0; i--) {
            if (graph->conditions.items[i - 1].condition->address == address)
                return graph->conditions.items[i - 1].condition;
        }
    }
    return NULL;
}

gi_status gi_graph_find_condition(gi_handle handle, uint64_t address,
                                  struct gi_condition **out_condition)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    *out_condition = NULL;
    if (status != GI_OK)
        return status;
    *out_condition = find_condition(graph, address);
    if (*out_condition != NULL)
        gi_condition_ref(*out_condition);
    else
        status = gi_fail(GI_INVALID_VALUE, "conditional node: handle 0x%llx is none of graph "
                         "0x%llx or of the graphs around it", (unsigned long long)address,
                         (unsigned long long)handle);
    gi_graph_leave(graph);
    return status;
}
