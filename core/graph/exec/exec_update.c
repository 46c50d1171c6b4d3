#include "exec_update.h"

#include <stdlib.h>

#include "base/log.h"
#include "device/device.h"
#include "exec_change.h"
#include "exec_memory.h"
#include "exec_prepare.h"
#include "exec_record.h"
#include "exec_state.h"

/* An update under way; the executable's lock is held. */
struct updating {
    struct gi_exec *exec;                /* or a body in it, that no launch refers to */
    struct gi_flat *flat;                /* of the graph */
    size_t *of_exec;                     /* the number of each node in the executable */
    struct gi_exec_update *update;
    struct updating *bodies;             /* of all conditional nodes */
    size_t body_count;
};

static gi_status refuse_update(struct updating *updating, enum gi_update_result result, size_t node,
                               size_t from)
{
    struct gi_exec_update *update = updating->update;
    const struct gi_flat_node *nodes = updating->flat->nodes;

    update->result = result;
    update->node = node != SIZE_MAX ? nodes[node].node : 0;
    update->from = from != SIZE_MAX ? nodes[from].node : 0;
    if (node == SIZE_MAX)
        return gi_fail(GI_INVALID_VALUE, "update: the graph has %zu nodes with those of graphs "
                       "within it, the executable %zu, or other nodes are the last ones",
                       updating->flat->count, updating->exec->flat.count);
    return gi_fail(GI_INVALID_VALUE, "update: %s node 0x%llx: %s", nodes[node].asked->kind->name,
                   (unsigned long long)update->node, gi_update_words(result));
}

/* ---- the shape ------------------------------------------------------------------------------- */

static void list_types(const struct gi_flat *flat, int *types)
{
    for (size_t i = 0; i < flat->count; i++)
        types[i] = (int)flat->nodes[i].asked->kind->type;
}

static gi_status pair_nodes(struct updating *updating)
{
    const struct gi_flat *old = &updating->exec->flat, *new = updating->flat;
    struct gi_topology first = gi_flat_topology(old), second = gi_flat_topology(new);
    int *types = malloc((old->count + new->count + 1) * sizeof *types);
    struct gi_pairing_result result;
    gi_status status;

    if (types == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to update %zu nodes", new->count);
    list_types(old, types);
    list_types(new, types + old->count);
    status = gi_pairing_make(
        &(struct gi_pairing_side){ &first, old->data, types },
        &(struct gi_pairing_side){ &second, new->data, types + old->count }, updating->of_exec,
        &result);
    free(types);
    if (status != GI_OK || result.fault == GI_PAIRED)
        return status;
    updating->update->has_other_count = result.fault == GI_PAIRING_COUNT;
    return refuse_update(updating, gi_update_of_fault(result.fault), result.node, result.from);
}

/* ---- requests of the nodes ------------------------------------------------------------------- */

/* Whether a node can be launched in the place of the executable's. One that asks for the same was
 * looked up for that, and if it is gone since, the launch says so. */
static gi_status check_node(struct updating *updating, size_t i)
{
    const struct gi_flat_node *node = &updating->flat->nodes[i];
    struct gi_exec *exec = updating->exec;
    size_t number = updating->of_exec[i];
    struct gi_node_run run;
    enum gi_update_result result = gi_update_rule(exec->flat.nodes[number].asked, node->asked,
                                                  (exec->flags & GI_EXEC_USE_PRIORITY) != 0);
    gi_status status;

    if (result != GI_UPDATED)
        return refuse_update(updating, result, i, SIZE_MAX);
    if (gi_exec_asks_same(exec->flat.nodes[number].asked, node->asked))
        return GI_OK;
    status = gi_exec_prepare(node->node, node->asked, &run);
    if (status != GI_OK) {
        updating->update->node = node->node;
        return status;
    }
    if (run.device != NULL && (uint32_t)run.device->ordinal != exec->nodes[number].place)
        status = refuse_update(updating, node->asked->kind->type == GI_NODE_KERNEL
                                             ? GI_UPDATE_FUNCTION : GI_UPDATE_PARAMETERS,
                               i, SIZE_MAX);
    gi_exec_drop_run(&run);
    return status;
}

/* The executable gets the graph's user objects. Its own are given back when its last launch is
 * over. */
static gi_status change_uses(struct gi_exec *exec, struct gi_flat *flat)
{
    struct gi_user_uses own = exec->flat.uses;
    gi_status status = GI_OK;

    if (own.count != 0 && gi_exec_may_run(exec))
        status = gi_exec_drop_uses_later(exec);
    if (status != GI_OK)
        return status;
    own = exec->flat.uses;               /* none if they are given back later */
    exec->flat.uses = flat->uses;
    flat->uses = own;
    return GI_OK;
}

static gi_status check_whole(struct updating *updating);

/* The bodies of a node, of which the executable has as many. */
static gi_status check_bodies(struct updating *updating, size_t i)
{
    const struct gi_flat_node *node = &updating->flat->nodes[i];
    const struct gi_branches *branches;
    gi_status status = GI_OK;

    if (node->body_count == 0)
        return GI_OK;
    branches = updating->exec->branches[updating->of_exec[i]];
    for (size_t k = 0; k < node->body_count && status == GI_OK; k++) {
        struct updating *body = &updating->bodies[updating->body_count++];

        *body = (struct updating){ .exec = branches->bodies[k], .flat = &node->bodies[k],
                                   .update = updating->update };
        status = check_whole(body);
    }
    return status;
}

static gi_status make_update_lists(struct updating *updating)
{
    size_t count = updating->flat->count, bodies = 0;

    for (size_t i = 0; i < count; i++)
        bodies += updating->flat->nodes[i].body_count;
    updating->of_exec = malloc((count + 1) * sizeof *updating->of_exec);
    updating->bodies = calloc(bodies + 1, sizeof *updating->bodies);
    if (updating->of_exec != NULL && updating->bodies != NULL)
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to update %zu nodes", count);
}

static gi_status check_whole(struct updating *updating)
{
    gi_status status = make_update_lists(updating);

    if (status == GI_OK)
        status = pair_nodes(updating);
    for (size_t i = 0; i < updating->flat->count && status == GI_OK; i++) {
        status = check_node(updating, i);
        if (status == GI_OK)
            status = check_bodies(updating, i);
    }
    return status;
}

static void take_nodes(const struct updating *updating)
{
    for (size_t i = 0; i < updating->flat->count; i++) {
        gi_asked_ref(updating->flat->nodes[i].asked);
        gi_exec_take(updating->exec, updating->of_exec[i], updating->flat->nodes[i].asked);
    }
    for (size_t i = 0; i < updating->body_count; i++)
        take_nodes(&updating->bodies[i]);
}

static void drop(struct updating *updating)
{
    for (size_t i = 0; i < updating->body_count; i++)
        drop(&updating->bodies[i]);
    free(updating->bodies);
    free(updating->of_exec);
}

/* The former requests end with take_nodes, so the executable must have let its nodes of memory
 * go. */
static gi_status take_over(struct updating *updating)
{
    struct gi_exec_memory next;
    gi_status status = gi_exec_memory_plan(updating->exec, updating->flat, &next);

    if (status != GI_OK)
        return status;
    status = change_uses(updating->exec, updating->flat);
    if (status != GI_OK) {
        gi_exec_memory_forget(&next);
        return status;
    }
    if (gi_exec_memory_change(updating->exec, &next)) {
        for (size_t i = 0; i < updating->exec->flat.count; i++)
            gi_exec_note_change(updating->exec, i);
    }
    take_nodes(updating);
    return GI_OK;
}

static gi_status check_and_take(struct updating *updating)
{
    gi_status status = gi_exec_own_bodies(updating->exec);

    if (status == GI_OK)
        status = check_whole(updating);
    if (status == GI_OK)
        status = take_over(updating);
    drop(updating);
    return status;
}

gi_status gi_exec_update(gi_handle handle, gi_handle graph, struct gi_exec_update *out_update)
{
    struct updating updating = { .update = out_update };
    struct gi_flat flat;
    gi_status status = gi_flat_make_alone(graph, &flat);

    *out_update = (struct gi_exec_update){ .result = GI_UPDATE_FAILED };
    if (status != GI_OK)                 /* for a moved graph, too, it is the argument's fault */
        return status == GI_NOT_SUPPORTED ? GI_INVALID_VALUE : status;
    status = gi_exec_acquire(handle, &updating.exec);
    if (status == GI_OK) {
        updating.flat = &flat;
        pthread_mutex_lock(&updating.exec->lock);
        status = check_and_take(&updating);
        pthread_mutex_unlock(&updating.exec->lock);
        gi_object_unref(&updating.exec->object);
    }
    gi_flat_drop(&flat);                 /* without the lock: destructors may run */
    if (status == GI_OK)
        out_update->result = GI_UPDATED;
    return status;
}
