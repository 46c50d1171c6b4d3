#include "exec_bodies.h"

#include <stdlib.h>

#include "queue/device_state.h"

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

void gi_branches_stand_in(struct gi_branches *branches, struct gi_exec *exec, size_t number)
{
    for (size_t i = 0; i < branches->count; i++) {
        if (branches->bodies[i] == NULL)
            continue;
        branches->bodies[i]->around = exec;
        branches->bodies[i]->number_around = number;
    }
}

/* ---- what the device can decide about -------------------------------------------------------- */

bool gi_node_is_dispatch(const struct gi_asked *asked, const struct gi_device *device)
{
    const uint32_t *groups = ((const struct gi_asked_kernel *)asked)->launch.grid;
    const uint32_t *most = device->base->info.max_group_count;

    return asked->kind->type == GI_NODE_KERNEL && groups[0] <= most[0] && groups[1] <= most[1] &&
           groups[2] <= most[2];
}

static bool is_launches(const struct gi_exec *body, size_t number, const struct gi_device *device,
                        size_t *in_out_launches)
{
    size_t within = 0;
    bool is_so;

    if (body->recorded.parts[number] == GI_PART_NOTHING)
        return true;
    if (body->recorded.parts[number] != GI_PART_RECORDED ||
        body->nodes[number].place != (uint32_t)device->ordinal)
        return false;
    if (body->flat.nodes[number].asked->kind->type != GI_NODE_CONDITION) {
        ++*in_out_launches;
        return gi_node_is_dispatch(body->flat.nodes[number].asked, device);
    }
    is_so = gi_branches_are_launches(body->branches[number], device, &within);
    *in_out_launches += within;
    return is_so;
}

bool gi_branches_are_launches(const struct gi_branches *branches, const struct gi_device *device,
                              size_t *out_launches)
{
    bool are = true;

    *out_launches = 0;
    for (size_t i = 0; i < branches->count; i++) {
        const struct gi_exec *body = branches->bodies[i];

        for (size_t k = 0; k < body->flat.count && are; k++)
            are = is_launches(body, k, device, out_launches);
    }
    return are;
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
