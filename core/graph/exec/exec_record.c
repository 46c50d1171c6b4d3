#include "exec_record.h"

#include <stdlib.h>

#include "exec_write.h"
#include "memory/recorded_epoch.h"
#include "memory/recording_object.h"
#include "stream/replay.h"

/* At most so many commands in a recording, and in one with a node that has changed, as each change
 * records all of them. On an H200 another command buffer costs the device 1.5 us, and the submit
 * 0.15 us; in an idle queue, of more than a hundred, 1.2 us. A command is recorded in 0.7 us. */
#define CHUNK_COMMANDS 1024u
#define CHANGED_COMMANDS 64u

/* At most so many nodes of an executable have a chunk for themselves. */
#define MOST_ALONE 16u

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

/* ---- all of them ----------------------------------------------------------------------------- */

static gi_status record_chunks(struct gi_exec *exec)
{
    struct gi_exec_recorded *recorded = &exec->recorded;
    gi_status status = GI_OK;

    for (size_t i = 0; i < recorded->steps.chunk_count && status == GI_OK; i++) {
        if (recorded->recordings[i] == NULL)
            status = gi_exec_write_chunk(exec, i, &recorded->recordings[i]);
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

gi_status gi_exec_make_steps(struct gi_exec *exec)
{
    return exec->recorded.wants_steps ? make_steps(exec) : GI_OK;
}

/* The steps of bodies whose launches the executable's recordings have. */
static gi_status make_steps_of_bodies(struct gi_exec *exec)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < exec->conditional_count; i++) {
        size_t number = exec->conditional[i];
        struct gi_branches *branches = exec->branches[number];

        if (exec->recorded.parts[number] != GI_PART_RECORDED)
            continue;
        for (size_t k = 0; k < branches->count && status == GI_OK; k++) {
            status = gi_exec_make_steps(branches->bodies[k]);
            if (status == GI_OK)
                status = make_steps_of_bodies(branches->bodies[k]);
        }
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
    status = make_steps_of_bodies(exec);
    if (status == GI_OK)
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
        status = gi_exec_make_steps(exec);
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

static void note_change(struct gi_exec *exec, size_t number)
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

void gi_exec_note_change(struct gi_exec *exec, size_t number)
{
    note_change(exec, number);
    for (; exec->around != NULL; exec = exec->around)
        note_change(exec->around, exec->number_around);
}
