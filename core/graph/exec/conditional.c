#include "conditional.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/counters.h"
#include "base/log.h"
#include "base/process.h"
#include "device/device.h"
#include "exec_bodies.h"
#include "exec_launch.h"
#include "graph/decision.h"
#include "graph/graph_conditions.h"
#include "graph/picture.h"
#include "stream/append.h"
#include "stream/failure.h"
#include "stream/host_call.h"
#include "stream/order.h"
#include "stream/scheduler.h"

/* ---- requests -------------------------------------------------------------------------------- */

gi_status gi_graph_make_condition(gi_handle graph, uint32_t value, bool has_value,
                                  uint64_t *out_handle)
{
    struct gi_condition *condition;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_handle = 0;
    if (status == GI_OK)
        status = gi_condition_make(device, value, has_value, &condition);
    if (status != GI_OK)
        return status;
    *out_handle = condition->address;
    status = gi_graph_add_condition(graph, condition);
    if (status != GI_OK)
        *out_handle = 0;
    gi_condition_sweep();
    return status;
}

static void finish_condition(struct gi_asked *asked)
{
    gi_condition_unref(((struct gi_asked_condition *)asked)->condition);
    free(asked);
}

gi_status gi_ask_condition(gi_handle graph, uint64_t handle, int type, uint32_t size,
                           struct gi_asked **out_asked)
{
    struct gi_asked_condition *asked;
    struct gi_condition *condition;
    gi_status status = gi_condition_check(type, size);

    *out_asked = NULL;
    if (status == GI_OK)
        status = gi_graph_find_condition(graph, handle, &condition);
    if (status != GI_OK)
        return status;
    asked = calloc(1, sizeof *asked);
    if (asked == NULL) {
        gi_condition_unref(condition);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a conditional node");
    }
    gi_asked_begin(&asked->base, &gi_node_conditional);
    asked->condition = condition;
    asked->type = (enum gi_condition_type)type;
    asked->size = size;
    *out_asked = &asked->base;
    return GI_OK;
}

static gi_status prepare_condition(struct gi_asked *asked, struct gi_node_run *run)
{
    run->device = ((const struct gi_asked_condition *)asked)->condition->device;
    return GI_OK;
}

static gi_status check_update(const struct gi_asked *from, const struct gi_asked *to)
{
    const struct gi_asked_condition *old = (const struct gi_asked_condition *)from;
    const struct gi_asked_condition *new = (const struct gi_asked_condition *)to;

    if (old->type == new->type && old->size == new->size)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "conditional node: type is %d, and size %u; an executable "
                   "keeps them, and they are %d and %u", new->type, new->size, old->type,
                   old->size);
}

static bool can_be_recorded(const struct gi_node_run *run)
{
    struct gi_decision_facts facts = {
        .type = ((const struct gi_asked_condition *)run->asked)->type,
        .has_choices = run->device->base->info.choices,
    };

    facts.only_launches = gi_branches_are_launches(run->branches, run->device, &facts.launches);
    return gi_decision_way(&facts) == GI_DECISION_BY_DEVICE;
}

static bool is_same_condition(const struct gi_asked *a, const struct gi_asked *b)
{
    const struct gi_asked_condition *one = (const struct gi_asked_condition *)a;
    const struct gi_asked_condition *other = (const struct gi_asked_condition *)b;

    return one->condition == other->condition && one->type == other->type &&
           one->size == other->size;
}

/* ---- decisions ------------------------------------------------------------------------------- */

struct decision {
    struct gi_asked_condition *asked;    /* referenced */
    struct gi_branches *branches;        /* referenced */
    gi_handle node, graph;
    atomic_ulong round;                  /* from 1 on; 0: nothing was launched */
};

static const char *name_of(const struct decision *decision)
{
    static const char *const names[] = {
        [GI_CONDITION_IF] = "if", [GI_CONDITION_WHILE] = "while", [GI_CONDITION_SWITCH] = "switch"
    };

    return names[decision->asked->type];
}

static void describe_decision(const void *argument, char *text, size_t room)
{
    const struct decision *decision = argument;

    (void)snprintf(text, room, "runs round %lu of conditional node 0x%llx (%s) of graph 0x%llx",
                   atomic_load(&decision->round), (unsigned long long)decision->node,
                   name_of(decision), (unsigned long long)decision->graph);
}

/* Whether a launch of a body may begin. */
static gi_status may_begin(const struct decision *decision, const struct gi_stream *stream)
{
    const char *why = NULL;

    if (gi_device_is_lost(stream->device))
        return gi_device_lost_failure(stream->device);
    if (gi_process_is_leaving())
        why = "the process exits";
    else if (atomic_load(&stream->legacy->enders) > 0)
        why = "its context ends, or is reset";
    if (why == NULL)
        return gi_failure_of_context(stream);
    return gi_fail(GI_CONTEXT_DESTROYED, "conditional node 0x%llx (%s) has ended after round %lu, "
                   "as %s", (unsigned long long)decision->node, name_of(decision),
                   atomic_load(&decision->round), why);
}

static gi_status run_rounds(struct decision *decision, const struct gi_stream *behind,
                            struct gi_stream *stream)
{
    const struct gi_asked_condition *asked = decision->asked;
    gi_status status;

    do {
        uint32_t number = gi_condition_read(asked->condition);
        size_t chosen = gi_condition_choose(asked->type, asked->size, number);

        gi_count(GI_COUNT_HOST_DECISIONS, 1);
        if (chosen == SIZE_MAX)
            return GI_OK;
        status = may_begin(decision, behind);
        if (status != GI_OK)
            return status;
        atomic_fetch_add(&decision->round, 1);
        status = gi_exec_launch_body(decision->branches->bodies[chosen], stream);
        if (status == GI_OK)
            status = gi_stream_wait(stream, gi_stream_newest(stream));
    } while (status == GI_OK && asked->type == GI_CONDITION_WHILE);
    return status;
}

static gi_status decide(struct decision *decision, const struct gi_stream *behind)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_new(behind->device, behind->legacy, GI_STREAM_NON_BLOCKING, 0,
                                     NULL, &stream);

    if (status != GI_OK)
        return status;
    gi_log(GI_LOG_INFO, "conditional node 0x%llx (%s) of graph 0x%llx: the host decides",
           (unsigned long long)decision->node, name_of(decision),
           (unsigned long long)decision->graph);
    gi_order_ignore_context(stream);
    status = run_rounds(decision, behind, stream);
    gi_stream_orphan(stream);
    gi_stream_release(stream);
    return status;
}

static void drop_decision(struct decision *decision)
{
    gi_branches_unref(decision->branches);
    gi_asked_unref(&decision->asked->base);
    free(decision);
    gi_condition_sweep();
}

/* Launches are calls that functions of the program may not make here. */
static void run_decision(void *argument, gi_status status)
{
    if (status == GI_OK) {
        gi_process_leave_host_function();
        status = decide(argument, gi_host_call_stream());
        gi_process_enter_host_function();
        if (status != GI_OK)
            gi_host_call_fail(status);
    }
    gi_host_call_end_words();
    drop_decision(argument);
}

static gi_status enqueue_decision(struct gi_node_run *run_of, struct gi_stream *stream)
{
    struct decision *decision = calloc(1, sizeof *decision);
    gi_status status;

    if (decision == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a decision of a graph");
    decision->asked = (struct gi_asked_condition *)run_of->asked;
    decision->branches = run_of->branches;
    decision->node = run_of->of.node;
    decision->graph = run_of->of.graph;
    gi_asked_ref(run_of->asked);
    gi_branches_ref(run_of->branches);
    status = gi_append_host_call(stream, &(struct gi_operation_host_call){
        .fn = run_decision, .argument = decision, .always = true, .words = describe_decision });
    if (status != GI_OK)
        drop_decision(decision);
    return status;
}

/* Its label is picture.c's. */
static const struct gi_node_look look = { .title = "CONDITIONAL", .shape = "record",
                                          .style = "bold" };

const struct gi_node_kind gi_node_conditional = {
    .look = &look,
    .type = GI_NODE_CONDITION, .name = "conditional", .is_break = true, .is_for_bodies = true,
    .finish = finish_condition, .prepare = prepare_condition, .enqueue = enqueue_decision,
    .can_be_recorded = can_be_recorded, .check_update = check_update, .is_same = is_same_condition,
};
