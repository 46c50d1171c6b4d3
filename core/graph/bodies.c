#include "bodies.h"

#include <stdlib.h>

#include "base/vector.h"

/* ---- the list of a graph --------------------------------------------------------------------- */

static gi_status add(struct gi_graph *graph, struct gi_condition *condition)
{
    struct gi_conditions *list = &graph->conditions;

    if (!gi_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a condition");
    list->items[list->count++] = (struct gi_used_condition){ condition, NULL };
    return GI_OK;
}

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
        status = add(outermost(graph), condition);
        gi_graph_leave(graph);
    }
    if (status != GI_OK)
        gi_condition_unref(condition);
    return status;
}

static struct gi_condition *find(const struct gi_graph *graph, uint64_t address)
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
    *out_condition = find(graph, address);
    if (*out_condition != NULL)
        gi_condition_ref(*out_condition);
    else
        status = gi_fail(GI_INVALID_VALUE, "conditional node: handle 0x%llx is none of graph "
                         "0x%llx or of the graphs around it", (unsigned long long)address,
                         (unsigned long long)handle);
    gi_graph_leave(graph);
    return status;
}

gi_status gi_bodies_copy_conditions(const struct gi_graph *from, struct gi_graph *copy)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < from->conditions.count && status == GI_OK; i++) {
        status = add(copy, from->conditions.items[i].condition);
        if (status == GI_OK)
            gi_condition_ref(from->conditions.items[i].condition);
    }
    return status;
}

void gi_bodies_copy_users(const struct gi_graph *from, struct gi_graph *copy)
{
    for (size_t i = 0; i < from->conditions.count; i++) {
        if (from->conditions.items[i].user != NULL)
            copy->conditions.items[i].user = from->conditions.items[i].user->copy;
    }
}

void gi_bodies_drop_conditions(struct gi_graph *graph)
{
    for (size_t i = 0; i < graph->conditions.count; i++)
        gi_condition_unref(graph->conditions.items[i].condition);
    free(graph->conditions.items);
    graph->conditions = (struct gi_conditions){ 0 };
}

bool gi_bodies_has_unused(const struct gi_graph *graph)
{
    for (size_t i = 0; i < graph->conditions.count; i++) {
        if (graph->conditions.items[i].user == NULL)
            return true;
    }
    return false;
}

/* ---- who uses one ---------------------------------------------------------------------------- */

static struct gi_used_condition *entry_of(struct gi_graph *graph,
                                          const struct gi_condition *condition)
{
    for (; graph != NULL; graph = graph->parent) {
        for (size_t i = graph->conditions.count; i > 0; i--) {
            if (graph->conditions.items[i - 1].condition == condition)
                return &graph->conditions.items[i - 1];
        }
    }
    return NULL;
}

gi_status gi_bodies_use(struct gi_node *node, const struct gi_condition *condition)
{
    struct gi_used_condition *entry = entry_of(node->graph, condition);

    if (entry == NULL || entry->user != NULL)
        return gi_fail(GI_INVALID_VALUE, "conditional node: handle 0x%llx %s",
                       (unsigned long long)condition->address,
                       entry == NULL ? "is of another graph" : "has a node already");
    entry->user = node;
    return GI_OK;
}

void gi_bodies_forget(const struct gi_node *node)
{
    const struct gi_asked_condition *asked = (const struct gi_asked_condition *)node->asked;
    struct gi_used_condition *entry;

    if (node->asked->kind->type != GI_NODE_CONDITION)
        return;
    entry = entry_of(node->graph, asked->condition);
    if (entry != NULL && entry->user == node)
        entry->user = NULL;
}
