#include "edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

static uint64_t next_number;             /* of an edge; the graphs' lock guards it */

/* The types of edges and the ports of kernels. */
enum { TYPE_PROGRAMMATIC = 1, PORT_COMPLETION = 2 };

/* ---- checks ---------------------------------------------------------------------------------- */

static gi_status check_data(const struct gi_node *from, const struct gi_edge_data *data)
{
    static const uint8_t zeros[sizeof data->reserved];

    if (memcmp(data->reserved, zeros, sizeof zeros) != 0)
        return gi_fail(GI_INVALID_VALUE, "edge: a reserved byte is not 0");
    if (data->type > TYPE_PROGRAMMATIC)
        return gi_fail(GI_INVALID_VALUE, "edge: type is %u; 0 and 1 exist", data->type);
    if (data->to_port != 0)
        return gi_fail(GI_INVALID_VALUE, "edge: to_port is %u; nodes have only port 0",
                       data->to_port);
    if (data->from_port > PORT_COMPLETION)
        return gi_fail(GI_INVALID_VALUE, "edge: from_port is %u; 0 to %d exist", data->from_port,
                       PORT_COMPLETION);
    if ((data->from_port != 0 || data->type != 0) && from->asked->kind->type != GI_NODE_KERNEL)
        return gi_fail(GI_INVALID_VALUE, "edge: from_port is %u and type %u, but it begins at a %s "
                       "node; only kernel nodes have other ports and types than 0",
                       data->from_port, data->type, from->asked->kind->name);
    return GI_OK;
}

/* Finds a node of the graph; which names it in sentences. */
static gi_status find_node(const struct gi_graph *graph, gi_handle handle, const char *which,
                           struct gi_node **out_node)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPH_NODE, &object);
    struct gi_node *node = (struct gi_node *)object;

    *out_node = NULL;
    if (status != GI_OK)
        return status;
    if (node->graph == graph)
        *out_node = node;                /* the lock keeps it */
    else
        status = gi_fail(GI_INVALID_VALUE, "edge: %s node 0x%llx is %s", which,
                         (unsigned long long)handle,
                         node->graph != NULL ? "of another graph" : "destroyed");
    gi_object_unref(object);
    return status;
}

static struct gi_neighbour *find_neighbour(struct gi_neighbours *side, const struct gi_node *node)
{
    for (size_t i = 0; i < side->count; i++) {
        if (side->items[i].node == node)
            return &side->items[i];
    }
    return NULL;
}

/* The edge from one node to another, as the shorter of their lists has it; NULL: there is none. */
static struct gi_neighbour *find_edge(struct gi_node *from, struct gi_node *to)
{
    return from->after.count < to->before.count ? find_neighbour(&from->after, to)
                                                : find_neighbour(&to->before, from);
}

/* ---- one edge -------------------------------------------------------------------------------- */

static bool has_room(struct gi_neighbours *side)
{
    return gi_grow((void **)&side->items, &side->capacity, side->count + 1, sizeof *side->items);
}

/* Lists of neighbours are in the order of the edges' numbers. */
static void insert_neighbour(struct gi_neighbours *side, const struct gi_neighbour *edge)
{
    size_t at = side->count++;

    for (; at > 0 && side->items[at - 1].number > edge->number; at--)
        side->items[at] = side->items[at - 1];
    side->items[at] = *edge;
}

static gi_status add_edge(struct gi_node *from, struct gi_node *to, const struct gi_edge_data *data,
                          uint64_t number)
{
    if (!has_room(&from->after) || !has_room(&to->before))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an edge");
    insert_neighbour(&from->after, &(struct gi_neighbour){ to, *data, number });
    insert_neighbour(&to->before, &(struct gi_neighbour){ from, *data, number });
    from->graph->edge_count++;
    return GI_OK;
}

static void forget(struct gi_neighbours *side, const struct gi_node *node)
{
    struct gi_neighbour *edge = find_neighbour(side, node);
    size_t i = (size_t)(edge - side->items);

    memmove(edge, edge + 1, (--side->count - i) * sizeof *edge);
}

static void remove_edge(struct gi_node *from, struct gi_node *to)
{
    forget(&from->after, to);
    forget(&to->before, from);
    from->graph->edge_count--;
}

static gi_status add_checked(struct gi_node *from, struct gi_node *to,
                             const struct gi_edge_data *data)
{
    static const struct gi_edge_data none;
    gi_status status = check_data(from, data != NULL ? data : &none);

    if (status != GI_OK)
        return status;
    if (from == to)
        return gi_fail(GI_INVALID_VALUE, "edge: it leads from node 0x%llx to itself",
                       (unsigned long long)from->handle);
    if (find_edge(from, to) != NULL)
        return gi_fail(GI_INVALID_VALUE, "edge: there is one from node 0x%llx to node 0x%llx",
                       (unsigned long long)from->handle, (unsigned long long)to->handle);
    return add_edge(from, to, data != NULL ? data : &none, ++next_number);
}

/* ---- the edges of a call --------------------------------------------------------------------- */

static gi_status find_both(const struct gi_graph *graph, const struct gi_edges *edges, size_t i,
                           struct gi_node **out_from, struct gi_node **out_to)
{
    gi_status status = find_node(graph, edges->from[i], "the first", out_from);

    return status == GI_OK ? find_node(graph, edges->to[i], "the second", out_to) : status;
}

gi_status gi_edges_add(struct gi_graph *graph, const struct gi_edges *edges)
{
    struct gi_node *from, *to;
    gi_status status = GI_OK;
    size_t done = 0;

    for (; done < edges->count && status == GI_OK; done++) {
        status = find_both(graph, edges, done, &from, &to);
        if (status == GI_OK)
            status = add_checked(from, to, edges->data != NULL ? &edges->data[done] : NULL);
        if (status != GI_OK)
            break;
    }
    while (status != GI_OK && done > 0) {
        if (find_both(graph, edges, --done, &from, &to) == GI_OK)
            remove_edge(from, to);
    }
    return status;
}

gi_status gi_edges_before(struct gi_node *node, const gi_handle *before,
                          const struct gi_edge_data *data, size_t count)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_node *from;

        status = find_node(node->graph, before[i], "the first", &from);
        if (status == GI_OK)
            status = add_checked(from, node, data != NULL ? &data[i] : NULL);
    }
    return status;
}

static bool same_data(const struct gi_neighbour *edge, const struct gi_edge_data *data)
{
    static const struct gi_edge_data none;

    return memcmp(&edge->data, data != NULL ? data : &none, sizeof *data) == 0;
}

static gi_status take_away(struct gi_graph *graph, const struct gi_edges *edges, size_t i,
                           struct gi_neighbour *out_edge)
{
    struct gi_node *from, *to;
    gi_status status = find_both(graph, edges, i, &from, &to);
    const struct gi_neighbour *edge;

    if (status != GI_OK)
        return status;
    edge = find_edge(from, to);
    if (edge == NULL || !same_data(edge, edges->data != NULL ? &edges->data[i] : NULL))
        return gi_fail(GI_INVALID_VALUE, "edge: there is no %s from node 0x%llx to node 0x%llx",
                       edge == NULL ? "edge" : "edge with this data",
                       (unsigned long long)edges->from[i], (unsigned long long)edges->to[i]);
    *out_edge = *edge;
    remove_edge(from, to);
    return GI_OK;
}

/* The room of an edge that was taken away is still there. */
static void put_back(struct gi_graph *graph, const struct gi_edges *edges, size_t i,
                     const struct gi_neighbour *edge)
{
    struct gi_node *from, *to;

    if (find_both(graph, edges, i, &from, &to) == GI_OK)
        (void)!add_edge(from, to, &edge->data, edge->number);
}

gi_status gi_edges_remove(struct gi_graph *graph, const struct gi_edges *edges)
{
    struct gi_neighbour *taken = malloc((edges->count + 1) * sizeof *taken);
    gi_status status = GI_OK;
    size_t done = 0;

    if (taken == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to remove %zu edges", edges->count);
    while (done < edges->count && status == GI_OK) {
        status = take_away(graph, edges, done, &taken[done]);
        done += status == GI_OK;
    }
    while (status != GI_OK && done > 0) {
        done--;
        put_back(graph, edges, done, &taken[done]);
    }
    free(taken);
    return status;
}

void gi_edges_forget(struct gi_node *node)
{
    while (node->before.count > 0)
        remove_edge(node->before.items[node->before.count - 1].node, node);
    while (node->after.count > 0)
        remove_edge(node, node->after.items[node->after.count - 1].node);
}

gi_status gi_edges_copy(const struct gi_graph *from)
{
    for (const struct gi_node *node = from->oldest; node != NULL; node = node->next) {
        for (size_t i = 0; i < node->before.count; i++) {
            const struct gi_neighbour *edge = &node->before.items[i];
            gi_status status = add_edge(edge->node->copy, node->copy, &edge->data, edge->number);

            if (status != GI_OK)
                return status;
        }
    }
    return GI_OK;
}
