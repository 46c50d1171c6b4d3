#include "graph_state.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "bodies.h"
#include "edges.h"

static pthread_mutex_t graphs_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- handles --------------------------------------------------------------------------------- */

gi_status gi_graph_enter(gi_handle handle, struct gi_graph **out_graph)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPH, &object);

    *out_graph = (struct gi_graph *)object;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&graphs_lock);
    if (!(*out_graph)->is_destroyed)
        return GI_OK;
    gi_graph_leave(*out_graph);
    return gi_fail(GI_INVALID_VALUE, "graph handle 0x%llx was destroyed before",
                   (unsigned long long)handle);
}

void gi_graph_leave(struct gi_graph *graph)
{
    pthread_mutex_unlock(&graphs_lock);
    gi_object_unref(&graph->object);
}

void gi_graph_leave_node(struct gi_node *node)
{
    pthread_mutex_unlock(&graphs_lock);
    gi_object_unref(&node->object);
}

gi_status gi_graph_enter_node(gi_handle handle, struct gi_node **out_node)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPH_NODE, &object);

    *out_node = (struct gi_node *)object;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&graphs_lock);
    if ((*out_node)->graph != NULL)
        return GI_OK;
    gi_graph_leave_node(*out_node);
    return gi_fail(GI_INVALID_VALUE, "node handle 0x%llx was destroyed before",
                   (unsigned long long)handle);
}

/* ---- making and ending. The lock is held ----------------------------------------------------- */

static void finish_graph(struct gi_object *object)
{
    free(object);
}

static void finish_node(struct gi_object *object)
{
    struct gi_node *node = (struct gi_node *)object;

    if (node->asked != NULL)
        gi_asked_unref(node->asked);
    free(node->bodies);
    free(node->body_handles);
    free(node->before.items);
    free(node->after.items);
    free(node);
}

static gi_status make_graph(struct gi_graph *parent, struct gi_graph **out_graph)
{
    struct gi_graph *graph = calloc(1, sizeof *graph);
    gi_status status;

    *out_graph = graph;
    if (graph == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a graph");
    graph->parent = parent;
    status = gi_handle_create(&graph->object, GI_OBJECT_GRAPH, finish_graph, &graph->handle);
    if (status != GI_OK)
        free(graph);
    return status;
}

/* Makes a node behind the newest. Takes a reference to asked on success. */
static gi_status make_node(struct gi_graph *graph, struct gi_asked *asked,
                           struct gi_node **out_node)
{
    struct gi_node *node = calloc(1, sizeof *node);
    gi_status status;

    *out_node = NULL;
    if (node == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a node");
    node->asked = asked;
    status = gi_handle_create(&node->object, GI_OBJECT_GRAPH_NODE, finish_node, &node->handle);
    if (status != GI_OK) {
        free(node);
        return status;
    }
    gi_asked_ref(asked);
    node->graph = graph;
    node->previous = graph->newest;
    if (graph->newest != NULL)
        graph->newest->next = node;
    else
        graph->oldest = node;
    graph->newest = node;
    graph->node_count++;
    graph->fixed_count += asked->kind->is_fixed;
    *out_node = node;
    return GI_OK;
}

/* References that a call gives back when it does not hold the lock any more. */
struct leavings {
    struct gi_user_uses uses;
    struct gi_asked *asked;              /* of fixed kinds: referenced */
};

static void drop(struct leavings *leavings)
{
    while (leavings->asked != NULL) {
        struct gi_asked *asked = leavings->asked;

        leavings->asked = asked->next;
        gi_asked_unref(asked);
    }
    gi_user_uses_drop(&leavings->uses);
}

static void destroy_graph(struct gi_graph *graph, struct leavings *leavings);

static void leave_fixed(struct gi_node *node, struct leavings *leavings)
{
    node->graph->fixed_count--;
    node->asked->next = leavings->asked;
    leavings->asked = node->asked;
    node->asked = NULL;
}

/* The handle may have been retired by nobody else: only this file does it, under the lock. */
static void destroy_node(struct gi_node *node, struct leavings *leavings)
{
    struct gi_graph *graph = node->graph;

    gi_edges_forget(node);
    if (node->previous != NULL)
        node->previous->next = node->next;
    else
        graph->oldest = node->next;
    if (node->next != NULL)
        node->next->previous = node->previous;
    else
        graph->newest = node->previous;
    graph->node_count--;
    gi_bodies_forget(node);
    if (node->asked->kind->is_fixed)
        leave_fixed(node, leavings);
    node->graph = NULL;
    if (node->child != NULL)
        destroy_graph(node->child, leavings);
    for (size_t i = 0; i < node->body_count; i++)
        destroy_graph(node->bodies[i], leavings);
    (void)!gi_handle_retire(node->handle, GI_OBJECT_GRAPH_NODE, NULL);
}

/* Adds the graph's references to the list, for the caller to give back without the lock. Without
 * memory for that they are never given back. */
static void take_uses(struct gi_graph *graph, struct gi_user_uses *out_uses)
{
    struct gi_user_uses *uses = &graph->uses;

    if (uses->count > 0 && gi_grow((void **)&out_uses->items, &out_uses->capacity,
                                   out_uses->count + uses->count, sizeof *uses->items)) {
        memcpy(out_uses->items + out_uses->count, uses->items,
               uses->count * sizeof *uses->items);
        out_uses->count += uses->count;
    }
    free(uses->items);
    *uses = (struct gi_user_uses){ 0 };
}

static void destroy_graph(struct gi_graph *graph, struct leavings *leavings)
{
    while (graph->newest != NULL)
        destroy_node(graph->newest, leavings);
    take_uses(graph, &leavings->uses);
    gi_bodies_drop_conditions(graph);
    graph->is_destroyed = true;
    (void)!gi_handle_retire(graph->handle, GI_OBJECT_GRAPH, NULL);
}

/* ---- graphs of conditional nodes. The lock is held ------------------------------------------- */

static gi_status list_bodies(struct gi_node *node, size_t count)
{
    node->bodies = calloc(count + 1, sizeof(struct gi_graph *));
    node->body_handles = calloc(count + 1, sizeof *node->body_handles);
    if (node->bodies != NULL && node->body_handles != NULL)
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the %zu graphs of a conditional node",
                   count);
}

/* The last body of a node is there. */
static void note_body(struct gi_node *node)
{
    node->body_handles[node->body_count] = node->bodies[node->body_count]->handle;
    node->body_count++;
}

/* ---- copies. The lock is held ---------------------------------------------------------------- */

static gi_status copy_graph(struct gi_graph *from, struct gi_graph *parent,
                            struct gi_graph **out_copy);

static gi_status copy_bodies(const struct gi_node *node, struct gi_node *copy)
{
    gi_status status = GI_OK;

    if (node->body_count > 0)
        status = list_bodies(copy, node->body_count);
    for (size_t i = 0; i < node->body_count && status == GI_OK; i++) {
        status = copy_graph(node->bodies[i], copy->graph, &copy->bodies[i]);
        if (status == GI_OK)
            note_body(copy);
    }
    return status;
}

static gi_status copy_nodes(struct gi_graph *from, struct gi_graph *copy)
{
    gi_status status = GI_OK;

    for (struct gi_node *node = from->oldest; node != NULL && status == GI_OK; node = node->next) {
        status = make_node(copy, node->asked, &node->copy);
        if (status != GI_OK)
            break;
        node->copy->original = node->handle;
        if (node->child != NULL)
            status = copy_graph(node->child, copy, &node->copy->child);
        else
            status = copy_bodies(node, node->copy);
    }
    return status;
}

static bool is_fixed(const struct gi_graph *graph)
{
    bool is = graph->fixed_count > 0;

    for (const struct gi_node *node = graph->oldest; node != NULL && !is; node = node->next) {
        is = node->child != NULL && is_fixed(node->child);
        for (size_t i = 0; i < node->body_count && !is; i++)
            is = is_fixed(node->bodies[i]);
    }
    return is;
}

static gi_status refuse_graph(const struct gi_graph *graph, const char *what)
{
    return gi_fail(GI_NOT_SUPPORTED, "%s: graph 0x%llx has nodes that allocate or free memory",
                   what, (unsigned long long)graph->handle);
}

static gi_status check_copy(const struct gi_graph *graph, const char *what)
{
    return is_fixed(graph) ? refuse_graph(graph, what) : GI_OK;
}

static gi_status check_removal(const struct gi_graph *graph, const char *what)
{
    return graph->fixed_count > 0 ? refuse_graph(graph, what) : GI_OK;
}

/* On failure *out_copy is NULL. */
static gi_status copy_graph(struct gi_graph *from, struct gi_graph *parent,
                            struct gi_graph **out_copy)
{
    struct leavings leavings = { .asked = NULL };
    gi_status status = make_graph(parent, out_copy);

    if (status != GI_OK) {
        *out_copy = NULL;
        return status;
    }
    status = gi_bodies_copy_conditions(from, *out_copy);
    if (status == GI_OK)
        status = copy_nodes(from, *out_copy);
    if (status == GI_OK)
        gi_bodies_copy_users(from, *out_copy);
    if (status == GI_OK)
        status = gi_edges_copy(from);
    if (status == GI_OK)
        status = gi_user_uses_add(&(*out_copy)->uses, &from->uses);
    if (status != GI_OK) {
        destroy_graph(*out_copy, &leavings);
        drop(&leavings);                 /* the originals have references, so none is the last */
        *out_copy = NULL;
    }
    return status;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

gi_status gi_graph_create(gi_handle *out_graph)
{
    struct gi_graph *graph;
    gi_status status = make_graph(NULL, &graph);

    *out_graph = status == GI_OK ? graph->handle : 0;
    return status;
}

gi_status gi_graph_destroy(gi_handle handle)
{
    struct leavings leavings = { .asked = NULL };
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    if (graph->is_captured)
        status = gi_fail(GI_CAPTURE_STATE, "graph handle 0x%llx: a stream is captured into it",
                         (unsigned long long)handle);
    else if (graph->parent == NULL)
        destroy_graph(graph, &leavings);
    else
        status = gi_fail(GI_INVALID_VALUE, "graph handle 0x%llx is the graph of a node, which ends "
                         "with the node", (unsigned long long)handle);
    gi_graph_leave(graph);
    drop(&leavings);
    gi_condition_sweep();
    return status;
}

gi_status gi_graph_capture(gi_handle handle, bool begins)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    if (begins && graph->is_captured)
        status = gi_fail(GI_CAPTURE_STATE, "graph handle 0x%llx: another stream is captured into "
                         "it", (unsigned long long)handle);
    else
        graph->is_captured = begins;
    gi_graph_leave(graph);
    return status;
}

gi_status gi_graph_clone(gi_handle handle, gi_handle *out_clone)
{
    struct gi_graph *graph, *copy;
    gi_status status = gi_graph_enter(handle, &graph);

    *out_clone = 0;
    if (status != GI_OK)
        return status;
    status = check_copy(graph, "clone");
    if (status == GI_OK)
        status = copy_graph(graph, NULL, &copy);
    if (status == GI_OK)
        *out_clone = copy->handle;
    gi_graph_leave(graph);
    return status;
}

gi_status gi_graph_find_in_clone(gi_handle handle, gi_handle clone, gi_handle *out_node)
{
    struct gi_graph *graph;
    struct gi_node *node;
    gi_status status;

    *out_node = 0;
    status = gi_graph_enter_node(handle, &node);
    if (status != GI_OK)
        return status;
    gi_graph_leave_node(node);
    status = gi_graph_enter(clone, &graph);
    if (status != GI_OK)
        return status;
    node = graph->oldest;
    while (node != NULL && node->original != handle)
        node = node->next;
    if (node != NULL)
        *out_node = node->handle;
    else
        status = gi_fail(GI_INVALID_VALUE, "graph handle 0x%llx has no copy of node 0x%llx",
                         (unsigned long long)clone, (unsigned long long)handle);
    gi_graph_leave(graph);
    return status;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static unsigned depth_above(const struct gi_graph *graph)
{
    unsigned depth = 0;

    for (; graph != NULL; graph = graph->parent)
        depth++;
    return depth;
}

static unsigned depth_below(const struct gi_graph *graph)
{
    unsigned most = 0;

    for (const struct gi_node *node = graph->oldest; node != NULL; node = node->next) {
        unsigned depth = node->child != NULL ? 1 + depth_below(node->child) : 0;

        if (depth > most)
            most = depth;
        for (size_t i = 0; i < node->body_count; i++) {
            depth = 1 + depth_below(node->bodies[i]);
            most = depth > most ? depth : most;
        }
    }
    return most;
}

/* A copy of a graph into one within it would meet itself on its way. */
static bool is_within(const struct gi_graph *graph, const struct gi_graph *outer)
{
    while (graph != NULL && graph != outer)
        graph = graph->parent;
    return graph != NULL;
}

/* Whether a graph can become that of a node of another one. */
static gi_status check_child(const struct gi_graph *graph, const struct gi_graph *child)
{
    unsigned long long handle = child->handle;

    if (child->is_destroyed || is_within(graph, child))
        return gi_fail(GI_INVALID_VALUE, "child node: graph 0x%llx %s", handle,
                       child->is_destroyed ? "was destroyed before"
                                           : "cannot be a part of itself");
    if (depth_above(graph) + 1 + depth_below(child) > GI_GRAPH_DEPTH)
        return gi_fail(GI_NOT_SUPPORTED, "child node: graphs within graphs, more than %u deep",
                       GI_GRAPH_DEPTH);
    if (child->is_moved)
        return gi_fail(GI_NOT_SUPPORTED, "child node: graph 0x%llx was moved into another graph",
                       handle);
    return GI_OK;
}

/* Gives a new node a graph. */
typedef gi_status (*give_fn)(struct gi_graph *child, struct gi_node *node);

static gi_status give_clone(struct gi_graph *child, struct gi_node *node)
{
    gi_status status = check_copy(child, "child node");

    return status == GI_OK ? copy_graph(child, node->graph, &node->child) : status;
}

static gi_status give_itself(struct gi_graph *child, struct gi_node *node)
{
    unsigned long long handle = child->handle;

    if (child->parent != NULL)
        return gi_fail(GI_NOT_SUPPORTED, "child node: graph 0x%llx is the graph of a node, and "
                       "cannot be moved", handle);
    child->parent = node->graph;
    child->is_moved = true;
    node->child = child;
    return GI_OK;
}

static gi_status no_child(void)
{
    return gi_fail(GI_INVALID_VALUE, "child node: the graph is NULL");
}

static gi_status add_child(gi_handle handle, struct gi_node *node, give_fn give)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPH, &object);

    if (status != GI_OK)
        return status;
    status = check_child(node->graph, (struct gi_graph *)object);
    if (status == GI_OK)
        status = give((struct gi_graph *)object, node);
    gi_object_unref(object);
    return status;
}

/* Makes the graphs of a new conditional node. */
static gi_status add_bodies(struct gi_graph *graph, struct gi_node *node)
{
    const struct gi_asked_condition *asked = (const struct gi_asked_condition *)node->asked;
    gi_status status = GI_OK;

    if (depth_above(graph) + 1 > GI_GRAPH_DEPTH)
        status = gi_fail(GI_NOT_SUPPORTED, "conditional node: graphs within graphs, more than %u "
                         "deep", GI_GRAPH_DEPTH);
    if (status == GI_OK)
        status = gi_bodies_use(node, asked->condition);
    if (status == GI_OK)
        status = list_bodies(node, asked->size);
    for (size_t i = 0; i < asked->size && status == GI_OK; i++) {
        status = make_graph(graph, &node->bodies[i]);
        if (status == GI_OK)
            note_body(node);
    }
    return status;
}

/* The nodes that a new node follows. */
struct behind {
    const gi_handle *nodes;
    const struct gi_edge_data *data;
    size_t count;
};

/* A moved graph keeps the memory that it had. */
static gi_status check_memory(const struct gi_graph *graph, const struct gi_asked *asked)
{
    bool is_memory = asked->kind->type == GI_NODE_ALLOC || asked->kind->type == GI_NODE_FREE;

    if (!graph->is_moved || !is_memory)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "%s node: graph 0x%llx was moved into another graph, and gets "
                   "no more nodes of memory", asked->kind->name, (unsigned long long)graph->handle);
}

/* The edges come first: a graph that was moved stays. */
static gi_status add_node(gi_handle handle, const struct behind *behind,
                          struct gi_asked *asked, gi_handle child, give_fn give,
                          gi_handle *out_node)
{
    struct leavings leavings = { .asked = NULL };
    struct gi_graph *graph;
    struct gi_node *node;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status == GI_OK) {
        status = make_node(graph, asked, &node);
        if (status == GI_OK)
            status = check_memory(graph, asked);
        if (status == GI_OK)
            status = gi_edges_before(node, behind->nodes, behind->data, behind->count);
        if (status == GI_OK && child != 0)
            status = add_child(child, node, give);
        else if (status == GI_OK && asked->kind->type == GI_NODE_CHILD)
            status = no_child();
        else if (status == GI_OK && asked->kind->type == GI_NODE_CONDITION)
            status = add_bodies(graph, node);
        if (status == GI_OK)
            *out_node = node->handle;
        else if (node != NULL)
            destroy_node(node, &leavings);
        gi_graph_leave(graph);
    }
    drop(&leavings);
    return status;
}

/* The kind's join and joined hold no lock. */
static gi_status join_and_add(gi_handle graph, const struct behind *behind, struct gi_asked *asked,
                              gi_handle child, give_fn give, gi_handle *out_node)
{
    gi_status status = GI_OK;

    *out_node = 0;
    if (asked->kind->join != NULL)
        status = asked->kind->join(asked, graph, behind->nodes, behind->count);
    if (status == GI_OK) {
        status = add_node(graph, behind, asked, child, give, out_node);
        if (asked->kind->joined != NULL)
            asked->kind->joined(asked, *out_node);
    }
    gi_asked_unref(asked);
    gi_condition_sweep();
    return status;
}

gi_status gi_graph_add(gi_handle graph, const gi_handle *before, const struct gi_edge_data *data,
                       size_t count, struct gi_asked *asked, gi_handle child, gi_handle *out_node)
{
    return join_and_add(graph, &(struct behind){ before, data, count }, asked, child,
                        give_clone, out_node);
}

gi_status gi_graph_add_moved(gi_handle graph, const gi_handle *before,
                             const struct gi_edge_data *data, size_t count, struct gi_asked *asked,
                             gi_handle child, gi_handle *out_node)
{
    return join_and_add(graph, &(struct behind){ before, data, count }, asked, child,
                        give_itself, out_node);
}

gi_status gi_graph_remove(gi_handle handle)
{
    struct leavings leavings = { .asked = NULL };
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    if (status != GI_OK)
        return status;
    status = check_removal(node->graph, "destroy node");
    if (status == GI_OK)
        destroy_node(node, &leavings);
    gi_graph_leave_node(node);
    drop(&leavings);
    gi_condition_sweep();
    return status;
}

/* ---- edges ----------------------------------------------------------------------------------- */

gi_status gi_graph_connect(gi_handle handle, const struct gi_edges *edges)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    status = gi_edges_add(graph, edges);
    gi_graph_leave(graph);
    return status;
}

gi_status gi_graph_disconnect(gi_handle handle, const struct gi_edges *edges)
{
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(handle, &graph);

    if (status != GI_OK)
        return status;
    status = check_removal(graph, "remove edges");
    if (status == GI_OK)
        status = gi_edges_remove(graph, edges);
    gi_graph_leave(graph);
    return status;
}

/* ---- changes of nodes ------------------------------------------------------------------------ */

/* The node's graph is another one. A failure leaves the former. */
static gi_status replace_child(struct gi_node *node, gi_handle child, give_fn give,
                               struct leavings *leavings)
{
    struct gi_graph *former = node->child;
    gi_status status;

    if (former == NULL)
        return gi_fail(GI_INVALID_VALUE, "node 0x%llx is a %s node and has no graph",
                       (unsigned long long)node->handle, node->asked->kind->name);
    status = child == 0 ? no_child() : check_copy(former, "change of the graph");
    if (status != GI_OK)
        return status;
    node->child = NULL;
    status = add_child(child, node, give);
    if (status == GI_OK)
        destroy_graph(former, leavings);
    else
        node->child = former;
    return status;
}

gi_status gi_node_set_child(gi_handle handle, gi_handle child, bool moves)
{
    struct leavings leavings = { .asked = NULL };
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    if (status != GI_OK)
        return status;
    status = replace_child(node, child, moves ? give_itself : give_clone, &leavings);
    gi_graph_leave_node(node);
    drop(&leavings);
    gi_condition_sweep();
    return status;
}

gi_status gi_node_ask(gi_handle handle, struct gi_asked *asked)
{
    struct gi_asked *former = asked;
    struct gi_node *node;
    gi_status status = gi_graph_enter_node(handle, &node);

    if (status == GI_OK) {
        if (node->asked->kind == asked->kind && asked->kind->is_fixed) {
            status = gi_fail(GI_NOT_SUPPORTED, "node 0x%llx is a %s node, whose parameters cannot "
                             "be changed", (unsigned long long)handle, asked->kind->name);
        } else if (node->asked->kind == asked->kind) {
            former = node->asked;
            node->asked = asked;
        } else {
            status = gi_fail(GI_INVALID_VALUE, "node 0x%llx is a %s node; the parameters are those "
                             "of a %s node", (unsigned long long)handle, node->asked->kind->name,
                             asked->kind->name);
        }
        gi_graph_leave_node(node);
    }
    gi_asked_unref(former);
    return status;
}
