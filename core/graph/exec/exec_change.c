#include "exec_change.h"

#include <stdlib.h>

#include "exec_record.h"
#include "exec_state.h"

/* Finds a node by its handle. The executable's lock is held. */
static gi_status find(const struct gi_exec *exec, gi_handle node, size_t *out_number)
{
    size_t low = 0, high = exec->flat.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (exec->names[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    if (node != 0 && low < exec->flat.count && exec->names[low].node == node &&
        gi_handle_is_live(node)) {
        *out_number = exec->names[low].number;
        return GI_OK;
    }
    return gi_fail(GI_INVALID_VALUE, "node 0x%llx is none of the graph that the executable was "
                   "made of", (unsigned long long)node);
}

/* Finds an executable and a node of it, and takes the executable's lock. */
static gi_status enter(gi_handle handle, gi_handle node, struct gi_exec **out_exec,
                       size_t *out_number)
{
    gi_status status = gi_exec_acquire(handle, out_exec);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&(*out_exec)->lock);
    status = find(*out_exec, node, out_number);
    if (status == GI_OK)
        return GI_OK;
    pthread_mutex_unlock(&(*out_exec)->lock);
    gi_object_unref(&(*out_exec)->object);
    return status;
}

static void leave(struct gi_exec *exec)
{
    pthread_mutex_unlock(&exec->lock);
    gi_object_unref(&exec->object);
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static gi_status check_type(const struct gi_asked *from, const struct gi_asked *to)
{
    if (from->kind == to->kind)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "the node is a %s node, and the parameters are those of a %s "
                   "node", from->kind->name, to->kind->name);
}

/* Whether a node may ask for something else, and can be launched with it. */
static gi_status check(const struct gi_exec *exec, size_t number, struct gi_asked *asked)
{
    const struct gi_flat_node *node = &exec->flat.nodes[number];
    const struct gi_exec_node *known = &exec->nodes[number];
    struct gi_node_run run;
    gi_status status = check_type(node->asked, asked);

    if (status == GI_OK && asked->kind->check_update != NULL)
        status = asked->kind->check_update(node->asked, asked);
    if (status == GI_OK)
        status = gi_exec_prepare(node->node, asked, &run);
    if (status != GI_OK)
        return status;
    if (run.device != NULL && (uint32_t)run.device->ordinal != known->place)
        status = gi_fail(GI_INVALID_VALUE, "%s node: it works on device %d; an executable keeps "
                         "the device, which is %u", asked->kind->name, run.device->ordinal,
                         known->place);
    gi_exec_drop_run(&run);
    return status;
}

void gi_exec_take(struct gi_exec *exec, size_t number, struct gi_asked *asked)
{
    struct gi_asked *old = exec->flat.nodes[number].asked;
    bool is_same = old->kind == asked->kind && asked->kind->is_same != NULL &&
                   asked->kind->is_same(old, asked);

    exec->flat.nodes[number].asked = asked;
    if (!is_same)
        gi_exec_note_change(exec, number);
    gi_asked_unref(old);
}

gi_status gi_exec_ask(gi_handle handle, gi_handle node, struct gi_asked *asked)
{
    struct gi_exec *exec;
    size_t number;
    gi_status status = enter(handle, node, &exec, &number);

    if (status == GI_OK) {
        status = check(exec, number, asked);
        if (status == GI_OK) {
            gi_asked_ref(asked);
            gi_exec_take(exec, number, asked);
        }
        leave(exec);
    }
    gi_asked_unref(asked);
    return status;
}

/* ---- graphs within --------------------------------------------------------------------------- */

/* The edges within a graph, against those of the entries that the executable has of one. Edges from
 * the entry of its node are none of its own. */
static gi_status check_edges(const struct gi_exec *exec, size_t begin, const struct gi_flat *flat,
                             size_t i)
{
    size_t own = exec->flat.first[begin + i], end = exec->flat.first[begin + i + 1];
    size_t count = flat->first[i + 1] - flat->first[i];
    bool is_root = end - own == 1 && exec->flat.before[own] == begin - 1;

    if (count != (is_root ? 0 : end - own))
        return gi_fail(GI_INVALID_VALUE, "child node: node %zu of the graph follows %zu nodes, "
                       "not %zu", i, count, is_root ? 0 : end - own);
    for (size_t j = 0; j < count; j++) {
        if (flat->before[flat->first[i] + j] + begin != exec->flat.before[own + j])
            return gi_fail(GI_INVALID_VALUE, "child node: node %zu of the graph follows other "
                           "nodes than that of the executable", i);
    }
    return GI_OK;
}

static gi_status check_graph(const struct gi_exec *exec, size_t child, const struct gi_flat *flat)
{
    size_t begin = child + 1, count = exec->flat.nodes[child].end - begin;
    gi_status status = GI_OK;

    if (flat->count != count)
        return gi_fail(GI_INVALID_VALUE, "child node: the graph has %zu nodes with those of graphs "
                       "within it, that of the executable %zu", flat->count, count);
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        size_t end = exec->flat.nodes[begin + i].end;

        if ((end == 0 ? 0 : end - begin) != flat->nodes[i].end)
            status = gi_fail(GI_INVALID_VALUE, "child node: node %zu has another graph within it",
                             i);
        if (status == GI_OK)
            status = check_edges(exec, begin, flat, i);
        if (status == GI_OK)
            status = check(exec, begin + i, flat->nodes[i].asked);
    }
    return status;
}

gi_status gi_exec_ask_child(gi_handle handle, gi_handle node, gi_handle graph)
{
    struct gi_exec *exec;
    struct gi_flat flat;
    size_t number;
    gi_status status = gi_flat_make(graph, &flat);

    if (status != GI_OK)
        return status;
    status = enter(handle, node, &exec, &number);
    if (status == GI_OK) {
        if (exec->flat.nodes[number].end == 0)
            status = gi_fail(GI_INVALID_VALUE, "child node: node 0x%llx is a %s node",
                             (unsigned long long)node,
                             exec->flat.nodes[number].asked->kind->name);
        if (status == GI_OK)
            status = check_graph(exec, number, &flat);
        for (size_t i = 0; i < flat.count && status == GI_OK; i++) {
            gi_asked_ref(flat.nodes[i].asked);
            gi_exec_take(exec, number + 1 + i, flat.nodes[i].asked);
        }
        leave(exec);
    }
    gi_flat_drop(&flat);
    return status;
}

/* ---- nodes that do nothing ------------------------------------------------------------------- */

static gi_status check_can_be_disabled(const struct gi_exec *exec, size_t number)
{
    const struct gi_node_kind *kind = exec->flat.nodes[number].asked->kind;

    if (kind->can_be_disabled)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "the node is a %s node; only kernel, copy and fill nodes can "
                   "be enabled and disabled", kind->name);
}

gi_status gi_exec_enable(gi_handle handle, gi_handle node, bool enabled)
{
    struct gi_exec *exec;
    size_t number;
    gi_status status = enter(handle, node, &exec, &number);

    if (status != GI_OK)
        return status;
    status = check_can_be_disabled(exec, number);
    if (status == GI_OK && exec->nodes[number].is_disabled == enabled) {
        exec->nodes[number].is_disabled = !enabled;
        gi_exec_note_change(exec, number);
    }
    leave(exec);
    return status;
}

gi_status gi_exec_is_enabled(gi_handle handle, gi_handle node, bool *out_enabled)
{
    struct gi_exec *exec;
    size_t number;
    gi_status status = enter(handle, node, &exec, &number);

    if (status != GI_OK)
        return status;
    status = check_can_be_disabled(exec, number);
    if (status == GI_OK)
        *out_enabled = !exec->nodes[number].is_disabled;
    leave(exec);
    return status;
}
