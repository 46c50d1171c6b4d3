#include "exec_state.h"

#include <stdlib.h>

#include "base/log.h"
#include "device/device.h"
#include "exec_bodies.h"
#include "exec_launch.h"
#include "exec_memory.h"
#include "exec_prepare.h"
#include "exec_record.h"
#include "exec_write.h"
#include "graph/condition.h"
#include "graph/urgency.h"
#include "stream/append.h"
#include "stream/scheduler.h"
#include "update_rules.h"

/* ---- looking up ------------------------------------------------------------------------------ */

gi_status gi_exec_acquire(gi_handle handle, struct gi_exec **out_exec)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPH_EXEC, &object);

    *out_exec = (struct gi_exec *)object;
    return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void drop_uses(void *argument, gi_status status)
{
    (void)status;
    gi_user_uses_drop(argument);
    free(argument);
}

/* User objects live until the last launch is over: a call of the host behind it gives them back. */
gi_status gi_exec_drop_uses_later(struct gi_exec *exec)
{
    struct gi_user_uses *uses = malloc(sizeof *uses);
    struct gi_stream *stream;
    gi_status status;

    if (uses == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to give user objects back");
    *uses = exec->flat.uses;
    status = gi_stream_new(exec->last->device, exec->last->legacy, GI_STREAM_NON_BLOCKING, 0, NULL,
                           &stream);
    if (status == GI_OK) {
        status = gi_append_point(stream, exec->last, exec->last_seq);
        if (status == GI_OK)
            status = gi_append_host_call(
                stream, &(struct gi_operation_host_call){ .fn = drop_uses, .argument = uses,
                                                          .always = true });
        gi_stream_orphan(stream);
        gi_stream_release(stream);
    }
    if (status == GI_OK)
        exec->flat.uses = (struct gi_user_uses){ 0 };
    else
        free(uses);
    return status;
}

static void end_uses(struct gi_exec *exec)
{
    if (exec->flat.uses.count == 0 || !gi_exec_may_run(exec) ||
        gi_exec_drop_uses_later(exec) == GI_OK)
        return;
    (void)!gi_stream_settle(exec->last, exec->last_seq, INT64_MAX);
}

static void finish_exec(struct gi_object *object)
{
    struct gi_exec *exec = (struct gi_exec *)object;

    end_uses(exec);
    gi_exec_drop_tracks(exec);
    gi_exec_drop_recorded(exec);
    gi_exec_drop_bodies(exec);
    gi_exec_memory_drop(exec);
    gi_plan_drop(&exec->plan);
    gi_flat_drop(&exec->flat);
    free(exec->nodes);
    free(exec->names);
    free(exec->runs);
    free(exec->ends);
    pthread_mutex_destroy(&exec->lock);
    free(exec);
    gi_condition_sweep();
}

/* ---- making ---------------------------------------------------------------------------------- */

static int by_handle(const void *a, const void *b)
{
    const struct gi_exec_name *first = a, *second = b;

    return (first->node > second->node) - (first->node < second->node);
}

/* Nodes of a graph mostly stand in the order in which they were made. */
static bool are_sorted(const struct gi_exec_name *names, size_t count)
{
    size_t i = 1;

    while (i < count && names[i - 1].node <= names[i].node)
        i++;
    return i >= count;
}

/* The second entry of a child node has no name. */
static gi_status make_lists(struct gi_exec *exec)
{
    size_t count = exec->flat.count;

    exec->nodes = calloc(count + 1, sizeof *exec->nodes);
    exec->names = calloc(count + 1, sizeof *exec->names);
    exec->runs = calloc(count + 1, sizeof *exec->runs);
    exec->recorded.parts = calloc(count + 1, sizeof *exec->recorded.parts);
    exec->recorded.alone = calloc(count + 1, sizeof *exec->recorded.alone);
    exec->recorded.changed = calloc(count + 1, sizeof *exec->recorded.changed);
    if (exec->nodes == NULL || exec->names == NULL || exec->runs == NULL ||
        exec->recorded.parts == NULL || exec->recorded.alone == NULL ||
        exec->recorded.changed == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an executable of %zu nodes", count);
    for (size_t i = 0; i < count; i++) {
        const struct gi_flat_node *node = &exec->flat.nodes[i];

        exec->names[i] = (struct gi_exec_name){ node->node, i };
        exec->runs[i].of = (struct gi_wait_node){ node->node, node->graph };
    }
    for (size_t i = 0; i < count; i++) {
        if (exec->flat.nodes[i].end != 0)
            exec->names[exec->flat.nodes[i].end].node = 0;
    }
    if (!are_sorted(exec->names, count))
        qsort(exec->names, count, sizeof *exec->names, by_handle);
    return GI_OK;
}

/* The executables of a node's graphs, if it has some and they are not there. */
static gi_status make_bodies(struct gi_exec *exec, size_t number, struct gi_exec_request *request)
{
    struct gi_flat_node *node = &exec->flat.nodes[number];
    gi_status status = GI_OK;

    if (exec->is_body && !node->asked->kind->is_for_bodies) {
        request->result = GI_EXEC_NODE_NOT_SUPPORTED;
        return gi_fail(GI_INVALID_VALUE, "instantiate: %s node 0x%llx: a graph of a conditional "
                       "node has kernels, copies, fills, empty, child and conditional nodes only",
                       node->asked->kind->name, (unsigned long long)node->node);
    }
    if (node->asked->kind->type != GI_NODE_CONDITION || exec->branches[number] != NULL)
        return GI_OK;
    status = gi_branches_make(node->body_count, &exec->branches[number]);
    for (size_t i = 0; i < node->body_count && status == GI_OK; i++) {
        struct gi_flat flat = node->bodies[i];

        node->bodies[i] = (struct gi_flat){ 0 };
        status = gi_exec_make(&flat, NULL, request, NULL, &exec->branches[number]->bodies[i]);
    }
    if (status == GI_OK)
        gi_branches_stand_in(exec->branches[number], exec, number);
    return status;
}

/* While the plan is made. */
struct planning {
    size_t *order;
    bool *breaks;
    uint32_t *places;
    int *priorities;                     /* of each node */
};

#define ANY_PLACE UINT32_MAX

/* If the host decides, it launches the bodies, each with recordings of its own. */
static gi_status record_bodies(struct gi_exec *exec, size_t number)
{
    struct gi_branches *branches = exec->branches != NULL ? exec->branches[number] : NULL;
    gi_status status = GI_OK;

    if (branches == NULL || exec->recorded.parts[number] == GI_PART_RECORDED)
        return GI_OK;
    for (size_t i = 0; i < branches->count && status == GI_OK; i++)
        status = gi_exec_record(branches->bodies[i]);
    return status;
}

/* Looks up what a node names, compiles its kernel, and notes where it runs. */
static gi_status look_up_node(struct gi_exec *exec, size_t number, struct planning *planning,
                              struct gi_exec_request *request)
{
    const struct gi_flat_node *node = &exec->flat.nodes[number];
    struct gi_node_run run;
    gi_status status = make_bodies(exec, number, request);

    if (status == GI_OK)
        status = gi_exec_prepare(node->node, node->asked, &run);
    if (status != GI_OK)
        return status;
    if (node->asked->kind->type == GI_NODE_KERNEL) {
        status = gi_launch_compile(&run.operation);
        planning->priorities[number] =
            gi_node_priority((const struct gi_asked_kernel *)node->asked);
    }
    run.branches = exec->branches != NULL ? exec->branches[number] : NULL;
    exec->recorded.parts[number] = gi_exec_part_of(&run);
    planning->breaks[number] = run.waits || (node->asked->kind->is_break &&
                                             exec->recorded.parts[number] != GI_PART_RECORDED);
    planning->places[number] = run.device != NULL ? (uint32_t)run.device->ordinal : ANY_PLACE;
    gi_exec_drop_run(&run);
    return status == GI_OK ? record_bodies(exec, number) : status;
}

/* The first node that needs a device says where the first track is; else the current one is it.
 * Nodes that need none run where a node before them does. */
static gi_status choose_places(struct gi_exec *exec, struct planning *planning, uint32_t *out_home)
{
    struct gi_device *current;
    gi_status status = gi_device_current(&current);
    uint32_t home = ANY_PLACE;

    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < exec->flat.count && home == ANY_PLACE; i++)
        home = planning->places[planning->order[i]];
    if (home == ANY_PLACE)
        home = (uint32_t)current->ordinal;
    for (size_t i = 0; i < exec->flat.count; i++) {
        size_t node = planning->order[i], before = exec->flat.first[node];

        if (planning->places[node] == ANY_PLACE)
            planning->places[node] = before < exec->flat.first[node + 1]
                                         ? planning->places[exec->flat.before[before]] : home;
        exec->nodes[node].place = planning->places[node];
    }
    *out_home = home;
    return GI_OK;
}

static gi_status make_plan(struct gi_exec *exec, struct planning *planning,
                           struct gi_exec_request *request)
{
    struct gi_topology topology = gi_flat_topology(&exec->flat);
    struct gi_plan_facts facts = { &topology, planning->order, planning->breaks,
                                   planning->places, 0 };
    size_t circle;
    gi_status status = gi_topology_order(&topology, planning->order, &circle);

    if (status == GI_OK && circle != topology.count) {
        request->node = exec->flat.nodes[circle].node;
        request->result = GI_EXEC_INVALID_STRUCTURE;
        return gi_fail(GI_INVALID_VALUE, "instantiate: %s node 0x%llx is in a circle of edges",
                       exec->flat.nodes[circle].asked->kind->name,
                       (unsigned long long)request->node);
    }
    for (size_t i = 0; i < topology.count && status == GI_OK; i++) {
        status = look_up_node(exec, i, planning, request);
        if (status != GI_OK && request->node == 0)
            request->node = exec->flat.nodes[i].node;
    }
    if (status == GI_OK)
        status = choose_places(exec, planning, &facts.home);
    if (status == GI_OK && (exec->flags & GI_EXEC_USE_PRIORITY) != 0)
        status = gi_urgency_sort(&topology, planning->priorities, planning->order);
    if (status == GI_OK)
        status = gi_plan_make(&facts, &exec->plan);
    if (status != GI_OK)
        return status;
    exec->tracks = calloc(exec->plan.track_count, sizeof *exec->tracks);
    exec->ends = malloc((exec->plan.island_count + 1) * sizeof *exec->ends);
    if (exec->tracks == NULL || exec->ends == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the tracks of an executable");
    exec->recorded.wants_steps = true;
    return exec->is_body ? gi_exec_make_steps(exec) : gi_exec_record(exec);
}

static gi_status plan(struct gi_exec *exec, struct gi_exec_request *request)
{
    size_t count = exec->flat.count;
    struct planning planning = {
        malloc((count + 1) * sizeof *planning.order), calloc(count + 1, sizeof *planning.breaks),
        malloc((count + 1) * sizeof *planning.places),
        calloc(count + 1, sizeof *planning.priorities),
    };
    gi_status status = make_lists(exec);

    if (status == GI_OK)
        status = gi_exec_list_bodies(exec);
    if (planning.order == NULL || planning.breaks == NULL || planning.places == NULL ||
        planning.priorities == NULL)
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to plan %zu nodes", count);
    if (status == GI_OK)
        status = make_plan(exec, &planning, request);
    free(planning.order);
    free(planning.breaks);
    free(planning.places);
    free(planning.priorities);
    return status;
}

static gi_status check_exec_flags(struct gi_exec_request *request)
{
    if ((request->flags & ~UINT64_C(15)) != 0)
        return gi_fail(GI_INVALID_VALUE, "instantiate: flags is 0x%llx; only 1, 2, 4 and 8 exist",
                       (unsigned long long)request->flags);
    if ((request->flags & GI_EXEC_DEVICE_LAUNCH) == 0)
        return GI_OK;
    request->result = GI_EXEC_NODE_NOT_SUPPORTED;
    return gi_fail(GI_NOT_SUPPORTED, "instantiate: flags is 0x%llx; no device launches graphs (4)",
                   (unsigned long long)request->flags);
}

/* ---- copies of bodies ------------------------------------------------------------------------ */

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
    return gi_exec_record(*out_copy);
}

static gi_status copy_branches(const struct gi_branches *from, struct gi_branches **out_copy)
{
    gi_status status = gi_branches_make(from->count, out_copy);

    for (size_t i = 0; i < from->count && status == GI_OK; i++)
        status = copy_body(from->bodies[i], &(*out_copy)->bodies[i]);
    if (status == GI_OK || *out_copy == NULL)
        return status;
    gi_branches_unref(*out_copy);
    *out_copy = NULL;
    return status;
}

static gi_status copy_bodies(const struct gi_exec *from, struct gi_exec *exec)
{
    gi_status status = GI_OK;

    if (from->branches == NULL)
        return GI_OK;
    exec->branches = calloc(exec->flat.count, sizeof(struct gi_branches *));
    if (exec->branches == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the copy of a conditional node");
    for (size_t i = 0; i < from->conditional_count && status == GI_OK; i++) {
        size_t number = from->conditional[i];

        status = copy_branches(from->branches[number], &exec->branches[number]);
        if (status == GI_OK)
            gi_branches_stand_in(exec->branches[number], exec, number);
    }
    return status;
}

/* ---- creating -------------------------------------------------------------------------------- */

gi_status gi_exec_make(struct gi_flat *flat, const struct gi_exec *like,
                       struct gi_exec_request *request, gi_handle *out_handle,
                       struct gi_exec **out_exec)
{
    struct gi_exec *exec = calloc(1, sizeof *exec);
    gi_status status;

    *out_exec = NULL;
    if (exec == NULL) {
        gi_flat_drop(flat);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an executable");
    }
    exec->flags = request->flags;
    exec->flat = *flat;
    exec->is_body = out_handle == NULL;
    pthread_mutex_init(&exec->lock, NULL);
    status = like != NULL ? copy_bodies(like, exec) : GI_OK;
    if (status == GI_OK)
        status = gi_exec_memory_make(exec);
    if (status == GI_OK)
        status = plan(exec, request);
    if (status == GI_OK)
        status = gi_handle_create(&exec->object, GI_OBJECT_GRAPH_EXEC, finish_exec, out_handle);
    if (status == GI_OK)
        *out_exec = exec;
    else
        finish_exec(&exec->object);
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
        gi_branches_stand_in(copy, exec, exec->conditional[i]);
    }
    return GI_OK;
}

static gi_status check_conditions(const struct gi_flat *flat, struct gi_exec_request *request)
{
    if (!flat->has_unused)
        return GI_OK;
    request->result = GI_EXEC_CONDITION_UNUSED;
    return gi_fail(GI_INVALID_VALUE, "instantiate: a handle of a condition was made for the graph, "
                   "and no conditional node has it");
}

gi_status gi_exec_create(gi_handle graph, struct gi_exec_request *request, gi_handle *out_exec)
{
    struct gi_exec *exec;
    struct gi_flat flat;
    gi_status status;

    *out_exec = 0;
    request->node = 0;
    request->result = GI_EXEC_FAILED;
    status = check_exec_flags(request);
    if (status == GI_OK)
        status = gi_flat_make_alone(graph, &flat);
    if (status != GI_OK)
        return status;
    status = check_conditions(&flat, request);
    if (status == GI_OK)
        status = gi_exec_make(&flat, NULL, request, out_exec, &exec);
    else
        gi_flat_drop(&flat);
    if (status == GI_OK)
        request->result = GI_EXEC_MADE;
    return status;
}

gi_status gi_exec_destroy(gi_handle handle)
{
    return gi_handle_retire(handle, GI_OBJECT_GRAPH_EXEC, NULL);
}

gi_status gi_exec_flags(gi_handle handle, uint64_t *out_flags)
{
    struct gi_exec *exec;
    gi_status status = gi_exec_acquire(handle, &exec);

    if (status != GI_OK)
        return status;
    *out_flags = exec->flags & ~(uint64_t)(GI_EXEC_USE_PRIORITY | GI_EXEC_UPLOAD);
    gi_object_unref(&exec->object);
    return GI_OK;
}
