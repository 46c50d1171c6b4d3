#include "exec_change.h"

#include <stdlib.h>

#include "exec_prepare.h"
#include "exec_record.h"
#include "exec_state.h"

/* Finds a node by its handle, SIZE_MAX: it is none of the executable's own. */
static size_t number_of(const struct gi_exec *exec, gi_handle node)
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
        gi_handle_is_live(node))
        return exec->names[low].number;
    return SIZE_MAX;
}

/* The executable or the body in it that has a node; NULL: none. */
static struct gi_exec *owner_of(struct gi_exec *exec, gi_handle node)
{
    struct gi_exec *owner = number_of(exec, node) != SIZE_MAX ? exec : NULL;

    for (size_t i = 0; i < exec->conditional_count && owner == NULL; i++) {
        struct gi_branches *branches = exec->branches[exec->conditional[i]];

        for (size_t k = 0; k < branches->count && owner == NULL; k++)
            owner = owner_of(branches->bodies[k], node);
    }
    return owner;
}

/* Finds a node by its handle, and has a body that it is in belong to no launch. The executable's
 * lock is held. */
static gi_status find_owner(struct gi_exec *exec, gi_handle node, struct gi_exec **out_owner,
                            size_t *out_number)
{
    gi_status status = GI_OK;

    *out_owner = owner_of(exec, node);
    if (*out_owner == NULL)
        return gi_fail(GI_INVALID_VALUE, "node 0x%llx is none of the graph that the executable was "
                       "made of", (unsigned long long)node);
    if (*out_owner != exec)
        status = gi_exec_own_bodies(exec);
    if (status != GI_OK)
        return status;
    *out_owner = owner_of(exec, node);
    *out_number = number_of(*out_owner, node);
    return GI_OK;
}

/* A node of an executable, or of a body in it. */
struct entered {
    struct gi_exec *root;                /* referenced, and its lock is held */
    struct gi_exec *exec;                /* that has the node */
    size_t number;
};

static void leave(const struct entered *at)
{
    pthread_mutex_unlock(&at->root->lock);
    gi_object_unref(&at->root->object);
}

/* Finds an executable and a node of it, and takes the executable's lock. */
static gi_status enter(gi_handle handle, gi_handle node, struct entered *out_at)
{
    gi_status status = gi_exec_acquire(handle, &out_at->root);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&out_at->root->lock);
    status = find_owner(out_at->root, node, &out_at->exec, &out_at->number);
    if (status != GI_OK)
        leave(out_at);
    return status;
}

/* ---- requests -------------------------------------------------------------------------------- */

static gi_status check_type(const struct gi_asked *from, const struct gi_asked *to)
{
    if (from->kind == to->kind)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "the node is a %s node, and the parameters are those of a %s "
                   "node", from->kind->name, to->kind->name);
}

/* The device that a request works on, -1: each. Prepares it for that, if need be. */
static gi_status find_place(gi_handle node, struct gi_asked *asked, bool is_new, int *out_ordinal)
{
    struct gi_node_run run;
    gi_status status;

    if (is_new && asked->kind->place != NULL) {
        *out_ordinal = asked->kind->place(asked);
        return GI_OK;
    }
    status = gi_exec_prepare(node, asked, &run);
    if (status != GI_OK)
        return status;
    *out_ordinal = run.device != NULL ? run.device->ordinal : -1;
    gi_exec_drop_run(&run);
    return GI_OK;
}

/* Whether a node may ask for something else, and can be launched with it. is_new: the call has made
 * the request, and so has looked up what it names. */
static gi_status check_change(const struct gi_exec *exec, size_t number, struct gi_asked *asked,
                              bool is_new)
{
    const struct gi_flat_node *node = &exec->flat.nodes[number];
    const struct gi_exec_node *known = &exec->nodes[number];
    gi_status status = check_type(node->asked, asked);
    int ordinal;

    if (status == GI_OK && asked->kind->check_update != NULL)
        status = asked->kind->check_update(node->asked, asked);
    if (status == GI_OK)
        status = find_place(node->node, asked, is_new, &ordinal);
    if (status == GI_OK && ordinal != -1 && (uint32_t)ordinal != known->place)
        status = gi_fail(GI_INVALID_VALUE, "%s node: it works on device %d; an executable keeps "
                         "the device, which is %u", asked->kind->name, ordinal, known->place);
    return status;
}

void gi_exec_take(struct gi_exec *exec, size_t number, struct gi_asked *asked)
{
    struct gi_asked *old = exec->flat.nodes[number].asked;
    bool is_same = gi_exec_asks_same(old, asked);

    exec->flat.nodes[number].asked = asked;
    if (!is_same)
        gi_exec_note_change(exec, number);
    gi_asked_unref(old);
}

gi_status gi_exec_ask(gi_handle handle, gi_handle node, struct gi_asked *asked)
{
    struct entered at;
    gi_status status = enter(handle, node, &at);

    if (status == GI_OK) {
        status = check_change(at.exec, at.number, asked, true);
        if (status == GI_OK) {
            gi_asked_ref(asked);
            gi_exec_take(at.exec, at.number, asked);
        }
        leave(&at);
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
        else if (flat->nodes[i].body_count > 0)
            status = gi_fail(GI_NOT_SUPPORTED, "child node: node %zu is a conditional node; an "
                             "update by a whole graph changes it", i);
        if (status == GI_OK)
            status = check_edges(exec, begin, flat, i);
        if (status == GI_OK)
            status = check_change(exec, begin + i, flat->nodes[i].asked, false);
    }
    return status;
}

gi_status gi_exec_ask_child(gi_handle handle, gi_handle node, gi_handle graph)
{
    struct entered at;
    struct gi_flat flat;
    gi_status status = gi_flat_make(graph, &flat);

    if (status != GI_OK)
        return status;
    status = enter(handle, node, &at);
    if (status == GI_OK) {
        if (at.exec->flat.nodes[at.number].end == 0)
            status = gi_fail(GI_INVALID_VALUE, "child node: node 0x%llx is a %s node",
                             (unsigned long long)node,
                             at.exec->flat.nodes[at.number].asked->kind->name);
        if (status == GI_OK)
            status = check_graph(at.exec, at.number, &flat);
        for (size_t i = 0; i < flat.count && status == GI_OK; i++) {
            gi_asked_ref(flat.nodes[i].asked);
            gi_exec_take(at.exec, at.number + 1 + i, flat.nodes[i].asked);
        }
        leave(&at);
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
    struct entered at;
    gi_status status = enter(handle, node, &at);

    if (status != GI_OK)
        return status;
    status = check_can_be_disabled(at.exec, at.number);
    if (status == GI_OK && at.exec->nodes[at.number].is_disabled == enabled) {
        at.exec->nodes[at.number].is_disabled = !enabled;
        gi_exec_note_change(at.exec, at.number);
    }
    leave(&at);
    return status;
}

gi_status gi_exec_is_enabled(gi_handle handle, gi_handle node, bool *out_enabled)
{
    struct entered at;
    gi_status status = enter(handle, node, &at);

    if (status != GI_OK)
        return status;
    status = check_can_be_disabled(at.exec, at.number);
    if (status == GI_OK)
        *out_enabled = !at.exec->nodes[at.number].is_disabled;
    leave(&at);
    return status;
}
