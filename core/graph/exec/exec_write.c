#include "exec_write.h"

#include <stdlib.h>

#include "device/device.h"
#include "exec_bodies.h"
#include "exec_prepare.h"
#include "graph/decision.h"
#include "memory/own_memory.h"
#include "memory/recording_object.h"
#include "queue/device_state.h"
#include "stream/made_command.h"
#include "trace/trace.h"

enum gi_node_part gi_exec_part_of(const struct gi_node_run *run)
{
    const struct gi_node_kind *kind = run->asked->kind;

    if (kind->prepare == NULL)
        return GI_PART_NOTHING;
    if (kind->can_be_recorded != NULL && run->device != NULL &&
        run->device->base->info.recordings && kind->can_be_recorded(run) &&
        !gi_trace_wants_nodes())
        return GI_PART_RECORDED;
    return GI_PART_ENQUEUED;
}

/* ---- what is written ------------------------------------------------------------------------- */

/* While a chunk is recorded. */
struct writing {
    struct gi_device *device;            /* of all commands; NULL: there is none */
    struct gi_made_command *made;
    size_t count;
    struct gi_command *commands;
    struct gi_kernel_launch *launches;
    struct gi_allocation **kept;
    struct gi_allocation **named;        /* referenced: another thread may free what is recorded */
    size_t launch_count, kept_count, named_count;
    struct gi_recorded_choice *choices;
    size_t choice_count;
    size_t *launch_choices;              /* of each launch; 0: none */
    size_t choice;                       /* of the next launches; 0: none */
    struct gi_allocation *room;          /* of the choices: referenced; or NULL */
    bool begins_level;                   /* the next command is of another level */
    bool may_change;                     /* a node has changed, and may do so again */
};

/* The most of each that nodes come to. */
struct needs {
    size_t commands, conditions, choices;
};

static void add_needs(const struct gi_exec *exec, size_t number, struct needs *needs)
{
    const struct gi_branches *branches = exec->branches != NULL ? exec->branches[number] : NULL;

    if (branches == NULL) {
        needs->commands++;
        return;
    }
    needs->conditions++;
    needs->choices += branches->count;
    for (size_t i = 0; i < branches->count; i++) {
        for (size_t k = 0; k < branches->bodies[i]->flat.count; k++)
            add_needs(branches->bodies[i], k, needs);
    }
}

static struct needs needs_of(const struct gi_exec *exec, const struct gi_chunk *chunk)
{
    struct needs needs = { 0 };

    for (size_t i = 0; i < chunk->count; i++)
        add_needs(exec, exec->recorded.steps.nodes[chunk->first + i], &needs);
    return needs;
}

static bool writing_begin(struct writing *writing, const struct needs *needs)
{
    size_t count = needs->commands;

    *writing = (struct writing){
        .made = malloc((count + 1) * sizeof *writing->made),
        .commands = malloc((count + 1) * sizeof *writing->commands),
        .launches = malloc((count + 1) * sizeof *writing->launches),
        .kept = malloc((count * GI_MADE_KEPT + needs->conditions + 2) *
                       sizeof(struct gi_allocation *)),
        .named = malloc((count * GI_MADE_NAMED + 1) * sizeof(struct gi_allocation *)),
        .choices = malloc((needs->choices + 1) * sizeof *writing->choices),
        .launch_choices = malloc((count + 1) * sizeof *writing->launch_choices),
    };
    return writing->made != NULL && writing->commands != NULL && writing->launches != NULL &&
           writing->kept != NULL && writing->named != NULL && writing->choices != NULL &&
           writing->launch_choices != NULL;
}

static void writing_end(struct writing *writing)
{
    for (size_t i = 0; i < writing->count; i++)
        gi_made_command_drop(&writing->made[i]);
    for (size_t i = 0; i < writing->named_count; i++)
        gi_allocation_unref(writing->named[i]);
    if (writing->room != NULL)
        gi_allocation_unref(writing->room);
    free(writing->choices);
    free(writing->launch_choices);
    free(writing->named);
    free(writing->made);
    free(writing->commands);
    free(writing->launches);
    free(writing->kept);
}

static void write_command(struct writing *writing, const struct gi_made_command *made)
{
    struct gi_command *command = &writing->commands[writing->count++];

    *command = made->command;
    command->barrier_before = writing->begins_level;
    writing->begins_level = false;
    if (command->kind != GI_COMMAND_LAUNCH)
        return;
    writing->launches[writing->launch_count] = made->launch;
    writing->launch_choices[writing->launch_count] = writing->choice;
    command->launch = writing->launch_count++;
    for (int i = 0; i < GI_MADE_KEPT; i++) {
        if (made->kept[i] != NULL)
            writing->kept[writing->kept_count++] = made->kept[i];
    }
}

/* From now on a free of what the command names is noticed. The memory stays until the driver has
 * recorded the command. */
static gi_status note_named(const struct gi_flat_node *node, const struct gi_made_command *made,
                            struct writing *writing)
{
    for (int i = 0; i < GI_MADE_NAMED; i++) {
        if (made->named[i] == NULL)
            continue;
        if (!gi_allocation_note_recorded(made->named[i]))
            return gi_fail(GI_INVALID_VALUE, "%s node 0x%llx: another thread frees the memory that "
                           "it names", node->asked->kind->name, (unsigned long long)node->node);
        gi_allocation_ref(made->named[i]);
        writing->named[writing->named_count++] = made->named[i];
    }
    return GI_OK;
}

static gi_status write_bodies(struct gi_exec *exec, size_t number, struct gi_node_run *run,
                              struct writing *writing);

/* Adds a prepared node. GI_NOT_READY: it can no longer be recorded. */
static gi_status write_prepared(struct gi_exec *exec, size_t number, struct gi_node_run *run,
                                struct writing *writing)
{
    struct gi_made_command *made = &writing->made[writing->count];
    gi_status status;

    exec->recorded.parts[number] = gi_exec_part_of(run);
    if (exec->recorded.parts[number] != GI_PART_RECORDED)
        return GI_NOT_READY;
    if (run->branches != NULL)
        return write_bodies(exec, number, run, writing);
    if (writing->choice != 0 && !gi_node_is_dispatch(run->asked, run->device))
        return GI_NOT_READY;
    status = run->asked->kind->make(run, made);
    if (status != GI_OK)
        return status;
    write_command(writing, made);
    return note_named(&exec->flat.nodes[number], made, writing);
}

/* A reset of a lost device opens it anew, under its old number. */
static gi_status expect_device(struct writing *writing, struct gi_device *device)
{
    if (writing->device == NULL)
        writing->device = device;
    if (device == NULL || device == writing->device)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "launch: device %d was reset by another thread while the "
                   "graph was recorded", device->ordinal);
}

static gi_status write_node(struct gi_exec *exec, size_t number, struct writing *writing)
{
    struct gi_node_run run;
    gi_status status;

    if (exec->nodes[number].is_disabled)
        return GI_OK;
    status = gi_exec_prepare_node(exec, number, &run);
    if (status != GI_OK)
        return status;
    status = expect_device(writing, run.device);
    if (status == GI_OK)
        status = write_prepared(exec, number, &run, writing);
    gi_exec_drop_run(&run);
    return status;
}

static gi_status write_nodes(struct gi_exec *exec, const struct gi_chunk *chunk,
                             struct writing *writing)
{
    const struct gi_steps *steps = &exec->recorded.steps;
    gi_status status = GI_OK;

    for (size_t i = 0; i < chunk->count && status == GI_OK; i++) {
        size_t at = chunk->first + i;

        writing->begins_level = writing->begins_level || (i > 0 && steps->begins_level[at]);
        writing->may_change = writing->may_change || exec->recorded.changed[steps->nodes[at]];
        status = write_node(exec, steps->nodes[at], writing);
    }
    return status;
}

/* ---- conditional nodes ----------------------------------------------------------------------- */

static void write_choices(const struct gi_asked_condition *asked, struct writing *writing)
{
    for (size_t i = 0; i < asked->size; i++) {
        const struct gi_decision_test test = gi_decision_test_of(asked->type, i);

        writing->choices[writing->choice_count++] = (struct gi_recorded_choice){
            .at = writing->count, .within = writing->choice,
            .word = { .memory = asked->condition->word->memory,
                      .offset_bytes = asked->condition->word->offset_bytes },
            .number = test.number, .is_equal = test.is_equal,
        };
    }
    writing->kept[writing->kept_count++] = asked->condition->word;
}

static gi_status write_body(struct gi_exec *body, struct writing *writing)
{
    const struct gi_steps *steps = &body->recorded.steps;
    gi_status status = GI_OK;

    for (size_t i = 0; i < steps->chunk_count && status == GI_OK; i++) {
        writing->begins_level = writing->begins_level || (i > 0 && steps->chunks[i].begins_behind);
        status = write_nodes(body, &steps->chunks[i], writing);
    }
    if (status == GI_NOT_READY)
        body->recorded.wants_steps = true;
    return status;
}

/* GI_NOT_READY: from now on the host decides. */
static gi_status write_bodies(struct gi_exec *exec, size_t number, struct gi_node_run *run,
                              struct writing *writing)
{
    const struct gi_branches *branches = run->branches;
    size_t first = writing->choice_count, around = writing->choice, at = writing->count;
    gi_status status = GI_OK;

    write_choices((const struct gi_asked_condition *)run->asked, writing);
    for (size_t i = 0; i < branches->count && status == GI_OK; i++) {
        writing->choice = first + i + 1;
        status = write_body(branches->bodies[i], writing);
    }
    writing->choice = around;
    if (writing->count == at)
        writing->choice_count = first;
    if (status == GI_NOT_READY)
        exec->recorded.parts[number] = GI_PART_ENQUEUED;
    return status;
}

/* ---- one chunk ------------------------------------------------------------------------------- */

static gi_status make_choice_memory(struct writing *writing)
{
    if (writing->choice_count == 0)
        return GI_OK;
    return gi_allocation_new(writing->device, GI_MEMORY_HOST, GI_CHOICE_BYTES *
                             (uint64_t)(writing->choice_count + writing->launch_count),
                             &writing->room);
}

/* Has the device of the commands record them. */
static gi_status record_written(struct gi_exec *exec, const struct gi_chunk *chunk,
                                struct writing *writing, struct gi_recording **out)
{
    struct gi_recorded recorded = {
        .commands = writing->commands, .command_count = writing->count,
        .launches = writing->launches, .launch_count = writing->launch_count,
        .is_first = chunk->is_first, .is_last = chunk->is_last,
        .begins_behind = chunk->begins_behind, .is_passing = writing->may_change,
        .choices = writing->choices, .choice_count = writing->choice_count,
        .launch_choices = writing->launch_choices,
    };
    size_t node = exec->recorded.steps.nodes[chunk->first];
    struct gi_device *device = writing->device;
    gi_status status = GI_OK;

    if (device == NULL)
        status = gi_device_at((int)exec->nodes[node].place, &device);
    if (status == GI_OK)
        status = make_choice_memory(writing);
    if (status != GI_OK)
        return status;
    if (writing->room != NULL) {
        recorded.choice_room = (struct gi_place){ .memory = writing->room->memory,
                                                  .offset_bytes = writing->room->offset_bytes };
        writing->kept[writing->kept_count++] = writing->room;
    }
    return gi_recording_object_make(device->base, &recorded, writing->kept, writing->kept_count,
                                    out);
}

gi_status gi_exec_write_chunk(struct gi_exec *exec, size_t number, struct gi_recording **out)
{
    const struct gi_chunk *chunk = &exec->recorded.steps.chunks[number];
    const struct needs needs = needs_of(exec, chunk);
    struct writing writing;
    gi_status status = GI_OK;

    if (!writing_begin(&writing, &needs))
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to record %zu commands", needs.commands);
    if (status == GI_OK)
        status = write_nodes(exec, chunk, &writing);
    if (status == GI_OK)
        status = record_written(exec, chunk, &writing, out);
    writing_end(&writing);
    return status;
}
