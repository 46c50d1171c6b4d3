#include "exec_bodies.h"

#include <stdlib.h>

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

gi_status gi_branches_make(size_t count, struct gi_branches **out_branches)
{
    struct gi_branches *branches = calloc(1, sizeof *branches + count * sizeof(struct gi_exec *));

    *out_branches = branches;
    if (branches == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the graphs of a conditional node");
    atomic_init(&branches->references, 1);
    branches->count = count;
    return GI_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool is_conditional(const struct gi_exec *exec, size_t number)
{
    return exec->flat.nodes[number].asked->kind->type == GI_NODE_CONDITION;
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
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu conditional nodes", count);
    for (size_t i = 0; i < exec->flat.count; i++) {
        if (is_conditional(exec, i))
            exec->conditional[exec->conditional_count++] = i;
    }
    return GI_OK;
}
