#include "flat.h"

#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "graph_state.h"

/* Numbers the nodes, and counts them and the edges of the list. A child node has two entries; the
 * edges between them and its graph are at most one for each node of the graph at either side, and
 * one between them. Returns whether a node has graphs within it: of most graphs none has, and they
 * are walked through twice. */
static bool number(struct gi_graph *graph, size_t *nodes, size_t *edges)
{
    bool has_graphs = false;

    *edges += graph->edge_count;
    for (struct gi_node *node = graph->oldest; node != NULL; node = node->next) {
        node->first = node->last = (*nodes)++;
        has_graphs |= node->child != NULL || node->body_count > 0;
        if (node->child == NULL)
            continue;
        *edges += 2 * node->child->node_count + 1;
        (void)number(node->child, nodes, edges);
        node->last = (*nodes)++;
    }
    return has_graphs;
}

static void put_node(struct gi_flat *flat, const struct gi_node *node)
{
    gi_asked_ref(node->asked);
    flat->nodes[flat->count++] = (struct gi_flat_node){ .node = node->handle,
                                                        .graph = node->graph->handle,
                                                        .asked = node->asked };
}

static void list(struct gi_flat *flat, const struct gi_graph *graph, const struct gi_node *parent,
                 size_t *edges);

/* The second entry of a child node stands behind the nodes of its graph that none follows. */
static void list_end(struct gi_flat *flat, const struct gi_node *parent, size_t *edges)
{
    put_node(flat, parent);
    for (const struct gi_node *node = parent->child->oldest; node != NULL; node = node->next) {
        if (node->after.count == 0)
            flat->before[(*edges)++] = node->last;
    }
    if (parent->child->oldest == NULL)
        flat->before[(*edges)++] = parent->first;
    flat->first[flat->count] = *edges;
}

static void list(struct gi_flat *flat, const struct gi_graph *graph, const struct gi_node *parent,
                 size_t *edges)
{
    for (const struct gi_node *node = graph->oldest; node != NULL; node = node->next) {
        put_node(flat, node);
        for (size_t i = 0; i < node->before.count; i++) {
            flat->data[*edges] = node->before.items[i].data;
            flat->before[(*edges)++] = node->before.items[i].node->last;
        }
        if (node->before.count == 0 && parent != NULL)
            flat->before[(*edges)++] = parent->first;
        flat->first[flat->count] = *edges;
        if (node->child == NULL)
            continue;
        flat->nodes[node->first].end = node->last;
        list(flat, node->child, node, edges);
        list_end(flat, node, edges);
    }
}

static gi_status add_uses(const struct gi_graph *graph, struct gi_user_uses *uses)
{
    gi_status status = gi_user_uses_add(uses, &graph->uses);

    for (struct gi_node *node = graph->oldest; node != NULL && status == GI_OK; node = node->next) {
        if (node->child != NULL)
            status = add_uses(node->child, uses);
    }
    return status;
}

static gi_status make_node_lists(struct gi_flat *flat, size_t nodes, size_t edges)
{
    flat->nodes = malloc((nodes + 1) * sizeof *flat->nodes);
    flat->first = calloc(nodes + 1, sizeof *flat->first);
    flat->before = malloc((edges + 1) * sizeof *flat->before);
    flat->data = calloc(edges + 1, sizeof *flat->data);
    if (flat->nodes != NULL && flat->first != NULL && flat->before != NULL && flat->data != NULL)
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a graph of %zu nodes", nodes);
}

static gi_status make_flat(struct gi_graph *graph, struct gi_flat *flat);

static gi_status list_bodies(const struct gi_node *node, struct gi_flat_node *entry)
{
    gi_status status = GI_OK;

    entry->bodies = calloc(node->body_count, sizeof *entry->bodies);
    if (entry->bodies == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the graphs of a conditional node");
    entry->body_count = node->body_count;
    for (size_t i = 0; i < node->body_count && status == GI_OK; i++)
        status = make_flat(node->bodies[i], &entry->bodies[i]);
    return status;
}

/* The lists of bodies. All else is there. */
static gi_status list_conditions(struct gi_flat *flat, const struct gi_graph *graph)
{
    gi_status status = GI_OK;

    flat->has_unused |= gi_bodies_has_unused(graph);
    for (struct gi_node *node = graph->oldest; node != NULL && status == GI_OK;
         node = node->next) {
        struct gi_flat_node *entry = &flat->nodes[node->first];

        if (node->child != NULL)
            status = list_conditions(flat, node->child);
        else if (node->body_count > 0)
            status = list_bodies(node, entry);
        for (size_t i = 0; i < entry->body_count; i++)
            flat->has_unused |= entry->bodies[i].has_unused;
    }
    return status;
}

static gi_status make_flat(struct gi_graph *graph, struct gi_flat *flat)
{
    size_t nodes = 0, edges = 0;
    bool has_graphs = number(graph, &nodes, &edges);
    gi_status status = has_graphs ? add_uses(graph, &flat->uses)
                                  : gi_user_uses_add(&flat->uses, &graph->uses);

    if (status == GI_OK)
        status = make_node_lists(flat, nodes, edges);
    if (status != GI_OK)
        return status;
    edges = 0;
    list(flat, graph, NULL, &edges);
    if (has_graphs)
        return list_conditions(flat, graph);
    flat->has_unused |= gi_bodies_has_unused(graph);
    return GI_OK;
}

static gi_status enter_and_make(gi_handle handle, bool may_be_moved, struct gi_flat *out_flat)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    *out_flat = (struct gi_flat){ 0 };
    if (status != GI_OK)
        return status;
    if (graph->is_moved && !may_be_moved)
        status = gi_fail(GI_NOT_SUPPORTED, "graph handle 0x%llx was moved into another graph, and "
                         "runs only as a part of that", (unsigned long long)handle);
    else
        status = make_flat(graph, out_flat);
    gi_graph_leave(graph);
    if (status != GI_OK)
        gi_flat_drop(out_flat);
    return status;
}

gi_status gi_flat_make(gi_handle graph, struct gi_flat *out_flat)
{
    return enter_and_make(graph, true, out_flat);
}

gi_status gi_flat_make_alone(gi_handle graph, struct gi_flat *out_flat)
{
    return enter_and_make(graph, false, out_flat);
}

void gi_flat_drop(struct gi_flat *flat)
{
    for (size_t i = 0; i < flat->count; i++) {
        gi_asked_unref(flat->nodes[i].asked);
        for (size_t k = 0; k < flat->nodes[i].body_count; k++)
            gi_flat_drop(&flat->nodes[i].bodies[k]);
        free(flat->nodes[i].bodies);
    }
    free(flat->nodes);
    free(flat->first);
    free(flat->before);
    free(flat->data);
    gi_user_uses_drop(&flat->uses);
    *flat = (struct gi_flat){ 0 };
}

gi_status gi_flat_copy(const struct gi_flat *flat, struct gi_flat *out_copy)
{
    size_t edges = flat->first[flat->count];
    gi_status status;

    *out_copy = (struct gi_flat){ 0 };
    status = make_node_lists(out_copy, flat->count, edges);
    if (status == GI_OK)
        status = gi_user_uses_add(&out_copy->uses, &flat->uses);
    if (status != GI_OK) {
        gi_flat_drop(out_copy);
        return status;
    }
    for (size_t i = 0; i < flat->count; i++) {
        out_copy->nodes[i] = flat->nodes[i];
        out_copy->nodes[i].bodies = NULL;
        out_copy->nodes[i].body_count = 0;
        gi_asked_ref(flat->nodes[i].asked);
    }
    out_copy->count = flat->count;
    memcpy(out_copy->first, flat->first, (flat->count + 1) * sizeof *flat->first);
    memcpy(out_copy->before, flat->before, edges * sizeof *flat->before);
    memcpy(out_copy->data, flat->data, edges * sizeof *flat->data);
    return GI_OK;
}
