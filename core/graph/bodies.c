#include "bodies.h"

#include <stdlib.h>

#include "base/vector.h"

/* ---- the list of a graph --------------------------------------------------------------------- */

gi_status gi_bodies_add_condition(struct gi_graph *graph, struct gi_condition *condition)
{
    struct gi_conditions *list = &graph->conditions;

    if (!gi_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a condition");
    list->items[list->count++] = (struct gi_used_condition){ condition, NULL };
    return GI_OK;
}

gi_status gi_bodies_copy_conditions(const struct gi_graph *from, struct gi_graph *copy)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < from->conditions.count && status == GI_OK; i++) {
        status = gi_bodies_add_condition(copy, from->conditions.items[i].condition);
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

/* ---- users of a condition -------------------------------------------------------------------- */

static struct gi_used_condition *used_condition_of(struct gi_graph *graph,
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
    struct gi_used_condition *entry = used_condition_of(node->graph, condition);

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
    entry = used_condition_of(node->graph, asked->condition);
    if (entry != NULL && entry->user == node)
        entry->user = NULL;
}
