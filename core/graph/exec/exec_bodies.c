#include "exec_bodies.h"

#include <stdlib.h>

#include "exec_record.h"

/* ---- life ------------------------------------------------------------------------------------ */

void gi_branches_ref(struct gi_branches *branches)
{
    atomic_fetch_add_explicit(&branches->references, 1, memory_order_relaxed);
}

void gi_branches_unref(struct gi_branches *branches)
{
    if (atomic_fetch_sub_explicit(&branches->references, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < branches->count; i++) {
        if (branches->bodies[i] != NULL)
            gi_object_unref(&branches->bodies[i]->object);
    }
    free(branches);
}

void gi_exec_drop_bodies(struct gi_exec *exec)
{
    for (size_t i = 0; exec->branches != NULL && i < exec->flat.count; i++) {
        if (exec->branches[i] != NULL)
            gi_branches_unref(exec->branches[i]);
    }
    free(exec->branches);
    free(exec->conditional);
}

static gi_status make_branches(gi_handle graph, size_t count, struct gi_branches **out_branches)
{
    struct gi_branches *branches = calloc(1, sizeof *branches + count * sizeof(struct gi_exec *));

    *out_branches = branches;
    if (branches == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the graphs of a conditional node");
    atomic_init(&branches->references, 1);
    branches->graph = graph;
    branches->count = count;
    return GI_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool is_conditional(const struct gi_exec *exec, size_t number)
{
    return exec->flat.nodes[number].asked->kind->type == GI_NODE_CONDITION;
}

static gi_status no_room(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the conditional nodes of an executable");
}

gi_status gi_exec_list_bodies(struct gi_exec *exec)
{
    size_t count = 0;

    for (size_t i = 0; i < exec->flat.count; i++)
        count += is_conditional(exec, i);
    if (count == 0)
        return GI_OK;
    if (exec->branches == NULL)
        exec->branches = calloc(exec->flat.count, sizeof(struct gi_branches *));
    exec->conditional = calloc(count, sizeof *exec->conditional);
    if (exec->branches == NULL || exec->conditional == NULL)
        return no_room();
    for (size_t i = 0; i < exec->flat.count; i++) {
        if (is_conditional(exec, i))
            exec->conditional[exec->conditional_count++] = i;
    }
    return GI_OK;
}

gi_status gi_exec_make_bodies(struct gi_exec *exec, size_t number, struct gi_exec_request *request)
{
    struct gi_flat_node *node = &exec->flat.nodes[number];
    gi_status status = GI_OK;

    if (exec->is_body && !node->asked->kind->is_for_bodies) {
        request->result = GI_EXEC_NODE_NOT_SUPPORTED;
        return gi_fail(GI_INVALID_VALUE, "instantiate: %s node 0x%llx: a graph of a conditional "
                       "node has kernels, copies, fills, empty, child and conditional nodes only",
                       node->asked->kind->name, (unsigned long long)node->node);
    }
    if (!is_conditional(exec, number) || exec->branches[number] != NULL)
        return GI_OK;
    status = make_branches(node->graph, node->body_count, &exec->branches[number]);
    for (size_t i = 0; i < node->body_count && status == GI_OK; i++) {
        struct gi_flat flat = node->bodies[i];

        node->bodies[i] = (struct gi_flat){ 0 };
        status = gi_exec_make(&flat, NULL, request, NULL, &exec->branches[number]->bodies[i]);
    }
    return status;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Nodes that were switched off stay so. */
static gi_status copy_body(const struct gi_exec *from, struct gi_exec **out_copy)
{
    struct gi_exec_request request = { .flags = from->flags };
    struct gi_flat flat;
    gi_status status = gi_flat_copy(&from->flat, &flat);

    *out_copy = NULL;
    if (status == GI_OK)
        status = gi_exec_make(&flat, from, &request, NULL, out_copy);
    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < from->flat.count; i++) {
        if (!from->nodes[i].is_disabled)
            continue;
        (*out_copy)->nodes[i].is_disabled = true;
        gi_exec_note_change(*out_copy, i);
    }
    return GI_OK;
}

static gi_status copy_branches(const struct gi_branches *from, struct gi_branches **out_copy)
{
    gi_status status = make_branches(from->graph, from->count, out_copy);

    for (size_t i = 0; i < from->count && status == GI_OK; i++)
        status = copy_body(from->bodies[i], &(*out_copy)->bodies[i]);
    if (status == GI_OK || *out_copy == NULL)
        return status;
    gi_branches_unref(*out_copy);
    *out_copy = NULL;
    return status;
}

gi_status gi_exec_copy_bodies(const struct gi_exec *from, struct gi_exec *exec)
{
    gi_status status = GI_OK;

    if (from->branches == NULL)
        return GI_OK;
    exec->branches = calloc(exec->flat.count, sizeof(struct gi_branches *));
    if (exec->branches == NULL)
        return no_room();
    for (size_t i = 0; i < from->conditional_count && status == GI_OK; i++) {
        size_t number = from->conditional[i];

        status = copy_branches(from->branches[number], &exec->branches[number]);
    }
    return status;
}

gi_status gi_exec_own_bodies(struct gi_exec *exec)
{
    for (size_t i = 0; i < exec->conditional_count; i++) {
        struct gi_branches **branches = &exec->branches[exec->conditional[i]], *copy;
        gi_status status;

        if (atomic_load_explicit(&(*branches)->references, memory_order_acquire) == 1)
            continue;
        status = copy_branches(*branches, &copy);
        if (status != GI_OK)
            return status;
        gi_branches_unref(*branches);
        *branches = copy;
    }
    return GI_OK;
}
