#include "exec_record.h"

#include <stdlib.h>

#include "device/device.h"
#include "memory/recorded_epoch.h"
#include "memory/recording_object.h"
#include "queue/device_state.h"
#include "stream/made_command.h"
#include "stream/replay.h"

/* At most so many commands in a recording, and in one with a node that has changed, as each change
 * records all of them. On an H200 another command buffer costs the device 1.5 us, and the submit
 * 0.15 us; in an idle queue, of more than a hundred, 1.2 us. A command is recorded in 0.7 us. */
#define CHUNK_COMMANDS 1024u
#define CHANGED_COMMANDS 64u

/* At most so many nodes of an executable have a chunk for themselves. */
#define MOST_ALONE 16u

enum gi_node_part gi_exec_part_of(const struct gi_node_run *run)
{
    const struct gi_node_kind *kind = run->asked->kind;

    if (kind->prepare == NULL)
        return GI_PART_NOTHING;
    if (kind->can_be_recorded != NULL && run->device != NULL &&
        run->device->base->info.recordings && kind->can_be_recorded(run))
        return GI_PART_RECORDED;
    return GI_PART_ENQUEUED;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void drop_replay(struct gi_exec_recorded *recorded, size_t step)
{
    if (recorded->replays[step] != NULL)
        gi_replay_unref(recorded->replays[step]);
    recorded->replays[step] = NULL;
}

static void drop_recording(struct gi_exec_recorded *recorded, size_t chunk)
{
    if (recorded->recordings[chunk] != NULL)
        gi_recording_object_unref(recorded->recordings[chunk]);
    recorded->recordings[chunk] = NULL;
    drop_replay(recorded, recorded->steps.chunks[chunk].step);
    recorded->is_stale = true;
}

static void drop_steps(struct gi_exec_recorded *recorded)
{
    for (size_t i = 0; recorded->replays != NULL && i < recorded->steps.step_count; i++)
        drop_replay(recorded, i);
    for (size_t i = 0; recorded->recordings != NULL && i < recorded->steps.chunk_count; i++) {
        if (recorded->recordings[i] != NULL)
            gi_recording_object_unref(recorded->recordings[i]);
    }
    free(recorded->replays);
    free(recorded->recordings);
    recorded->replays = NULL;
    recorded->recordings = NULL;
    gi_steps_drop(&recorded->steps);
}

void gi_exec_drop_recorded(struct gi_exec *exec)
{
    drop_steps(&exec->recorded);
    free(exec->recorded.parts);
    free(exec->recorded.alone);
    free(exec->recorded.changed);
}

/* Recordings of chunks that are as they were, and are not to be made anew. */
static void keep_recordings(const struct gi_exec_recorded *former,
                            struct gi_exec_recorded *recorded)
{
    for (size_t i = 0; former->recordings != NULL && i < recorded->steps.chunk_count; i++) {
        size_t node = recorded->steps.nodes[recorded->steps.chunks[i].first];
        size_t chunk = former->steps.chunk_of[node];

        if (chunk == SIZE_MAX || former->recordings[chunk] == NULL ||
            !gi_steps_same_chunk(&recorded->steps, i, &former->steps, chunk))
            continue;
        recorded->recordings[i] = former->recordings[chunk];
        former->recordings[chunk] = NULL;
    }
}

static gi_status make_lists(struct gi_exec_recorded *recorded)
{
    recorded->recordings = calloc(recorded->steps.chunk_count + 1,
                                  sizeof(struct gi_recording *));
    recorded->replays = calloc(recorded->steps.step_count + 1, sizeof(struct gi_replay *));
    if (recorded->recordings == NULL || recorded->replays == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu recordings",
                       recorded->steps.chunk_count);
    return GI_OK;
}

static gi_status make_steps(struct gi_exec *exec)
{
    struct gi_exec_recorded *recorded = &exec->recorded, former = *recorded;
    struct gi_topology topology = gi_flat_topology(&exec->flat);
    const struct gi_steps_facts facts = {
        .topology = &topology, .plan = &exec->plan, .parts = recorded->parts,
        .alone = recorded->alone, .changed = recorded->changed,
        .chunk_commands = CHUNK_COMMANDS, .changed_commands = CHANGED_COMMANDS,
    };
    gi_status status;

    recorded->recordings = NULL;
    recorded->replays = NULL;
    status = gi_steps_make(&facts, &recorded->steps);
    if (status == GI_OK)
        status = make_lists(recorded);
    if (status == GI_OK)
        keep_recordings(&former, recorded);
    drop_steps(&former);
    if (status != GI_OK) {
        drop_steps(recorded);
        return status;
    }
    recorded->wants_steps = false;
    recorded->is_stale = recorded->steps.chunk_count > 0;
    return GI_OK;
}

/* ---- one chunk ------------------------------------------------------------------------------- */

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
    bool begins_level;                   /* the next command is of another level */
    bool may_change;                     /* a node has changed, and may do so again */
};

static bool writing_begin(struct writing *writing, size_t count)
{
    *writing = (struct writing){
        .made = malloc((count + 1) * sizeof *writing->made),
        .commands = malloc((count + 1) * sizeof *writing->commands),
        .launches = malloc((count + 1) * sizeof *writing->launches),
        .kept = malloc((count * GI_MADE_KEPT + 1) * sizeof(struct gi_allocation *)),
        .named = malloc((count * GI_MADE_NAMED + 1) * sizeof(struct gi_allocation *)),
    };
    return writing->made != NULL && writing->commands != NULL && writing->launches != NULL &&
           writing->kept != NULL && writing->named != NULL;
}

static void writing_end(struct writing *writing)
{
    for (size_t i = 0; i < writing->count; i++)
        gi_made_command_drop(&writing->made[i]);
    for (size_t i = 0; i < writing->named_count; i++)
        gi_allocation_unref(writing->named[i]);
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

/* Adds a prepared node. GI_NOT_READY: it can no longer be recorded. */
static gi_status write_prepared(struct gi_exec *exec, size_t number, struct gi_node_run *run,
                                struct writing *writing)
{
    struct gi_made_command *made = &writing->made[writing->count];
    gi_status status;

    exec->recorded.parts[number] = gi_exec_part_of(run);
    if (exec->recorded.parts[number] != GI_PART_RECORDED)
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

/* Has the device of the commands record them. */
static gi_status record_written(struct gi_exec *exec, const struct gi_chunk *chunk,
                                const struct writing *writing, struct gi_recording **out)
{
    const struct gi_recorded recorded = {
        .commands = writing->commands, .command_count = writing->count,
        .launches = writing->launches, .launch_count = writing->launch_count,
        .is_first = chunk->is_first, .is_last = chunk->is_last,
        .begins_behind = chunk->begins_behind, .is_passing = writing->may_change,
    };
    size_t node = exec->recorded.steps.nodes[chunk->first];
    struct gi_device *device = writing->device;
    gi_status status = GI_OK;

    if (device == NULL)
        status = gi_device_at((int)exec->nodes[node].place, &device);
    if (status != GI_OK)
        return status;
    return gi_recording_object_make(device->base, &recorded, writing->kept, writing->kept_count,
                                    out);
}

static gi_status record_chunk(struct gi_exec *exec, size_t number)
{
    const struct gi_chunk *chunk = &exec->recorded.steps.chunks[number];
    struct writing writing;
    gi_status status = GI_OK;

    if (!writing_begin(&writing, chunk->count))
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to record %zu commands", chunk->count);
    if (status == GI_OK)
        status = write_nodes(exec, chunk, &writing);
    if (status == GI_OK)
        status = record_written(exec, chunk, &writing, &exec->recorded.recordings[number]);
    writing_end(&writing);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static gi_status record_chunks(struct gi_exec *exec)
{
    struct gi_exec_recorded *recorded = &exec->recorded;
    gi_status status = GI_OK;

    for (size_t i = 0; i < recorded->steps.chunk_count && status == GI_OK; i++) {
        if (recorded->recordings[i] == NULL)
            status = record_chunk(exec, i);
    }
    return status;
}

static gi_status make_replays(struct gi_exec_recorded *recorded)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < recorded->steps.step_count && status == GI_OK; i++) {
        const struct gi_step *step = &recorded->steps.steps[i];

        if (step->chunk_count > 0 && recorded->replays[i] == NULL)
            status = gi_replay_make(&recorded->recordings[step->first_chunk], step->chunk_count,
                                    &recorded->replays[i]);
    }
    return status;
}

/* GI_NOT_READY: a node can no longer be recorded. */
static gi_status record_stale(struct gi_exec *exec)
{
    struct gi_exec_recorded *recorded = &exec->recorded;
    uint64_t epoch = gi_recorded_epoch_now();
    gi_status status;

    for (size_t i = 0; epoch != recorded->epoch && i < recorded->steps.chunk_count; i++)
        drop_recording(recorded, i);
    recorded->epoch = epoch;
    if (!recorded->is_stale)
        return GI_OK;
    status = record_chunks(exec);
    if (status == GI_OK)
        status = make_replays(recorded);
    if (status == GI_OK)
        recorded->is_stale = false;
    return status;
}

static bool is_fresh(const struct gi_exec_recorded *recorded)
{
    return !recorded->wants_steps && !recorded->is_stale &&
           recorded->epoch == gi_recorded_epoch_now();
}

gi_status gi_exec_record(struct gi_exec *exec)
{
    gi_status status = GI_OK;

    if (is_fresh(&exec->recorded))
        return GI_OK;
    do {
        if (exec->recorded.wants_steps)
            status = make_steps(exec);
        if (status == GI_OK)
            status = record_stale(exec);
        exec->recorded.wants_steps |= status == GI_NOT_READY;
    } while (status == GI_NOT_READY);
    return status;
}

gi_status gi_exec_record_again(struct gi_exec *exec)
{
    gi_status status = record_stale(exec);

    if (status != GI_NOT_READY)
        return status;
    exec->recorded.wants_steps = true;
    return gi_fail(GI_INVALID_VALUE, "launch: the memory of a node was freed by another thread "
                   "while the launch was enqueued");
}

/* ---- changes --------------------------------------------------------------------------------- */

void gi_exec_note_change(struct gi_exec *exec, size_t number)
{
    struct gi_exec_recorded *recorded = &exec->recorded;
    size_t chunk = recorded->steps.chunk_of != NULL ? recorded->steps.chunk_of[number] : SIZE_MAX;

    if (chunk == SIZE_MAX)
        return;
    drop_recording(recorded, chunk);
    recorded->wants_steps |= recorded->steps.chunks[chunk].count > CHANGED_COMMANDS;
    if (recorded->changed[number] && !recorded->alone[number] &&
        recorded->steps.chunks[chunk].count > 1 && recorded->alone_count < MOST_ALONE) {
        recorded->alone[number] = true;
        recorded->alone_count++;
        recorded->wants_steps = true;
    }
    recorded->changed[number] = true;
}
