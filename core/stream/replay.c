#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/fault.h"
#include "base/log.h"
#include "memory/kernel_object.h"
#include "memory/recording_object.h"

static void add_name(struct gi_replay *replay, const char *name)
{
    for (size_t i = 0; i < replay->name_count; i++) {
        if (strcmp(replay->names[i], name) == 0)
            return;
    }
    if (replay->name_count < GI_REPLAY_NAMES)
        replay->names[replay->name_count++] = name;
}

/* All of the first recording's, and the first one of each other, so that this costs little. A run
 * of one kernel is one name. */
static void add_names(struct gi_replay *replay, const struct gi_recording *recording,
                      bool is_first)
{
    size_t count = gi_recording_object_launches(recording);
    const struct gi_kernel *last = NULL;

    for (size_t i = 0; i < (is_first ? count : count > 0); i++) {
        struct gi_kernel *kernel = gi_recording_object_launch(recording, i)->kernel;

        if (kernel != last)
            add_name(replay, gi_kernel_object_label(kernel)->name);
        last = kernel;
    }
}

gi_status gi_replay_make(struct gi_recording *const *recordings, size_t count,
                         struct gi_replay **out_replay)
{
    struct gi_replay *replay = calloc(1, sizeof *replay + count * sizeof *replay->recordings);

    *out_replay = replay;
    if (replay == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a run of %zu recordings", count);
    atomic_init(&replay->refs, 1);
    for (size_t i = 0; i < count; i++) {
        gi_recording_object_ref(recordings[i]);
        replay->recordings[replay->count++] = recordings[i];
        replay->commands += gi_recording_object_commands(recordings[i]);
        replay->launches += gi_recording_object_launches(recordings[i]);
        if (recordings[i]->device->info.kind == GI_DEVICE_CPU)
            add_names(replay, recordings[i], i == 0);
    }
    return GI_OK;
}

void gi_replay_unref(struct gi_replay *replay)
{
    if (atomic_fetch_sub_explicit(&replay->refs, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < replay->count; i++)
        gi_recording_object_unref(replay->recordings[i]);
    free(replay);
}

/* ---- kernels that a processor runs ----------------------------------------------------------- */

struct noted {
    struct gi_launch_report base;
    size_t count;
    int numbers[GI_REPLAY_NAMES];
};

static gi_status noted_ended(struct gi_launch_report *report)
{
    (void)report;
    return GI_OK;
}

static void release_noted(struct gi_launch_report *report)
{
    struct noted *noted = (struct noted *)report;

    for (size_t i = 0; i < noted->count; i++)
        gi_fault_forget(noted->numbers[i]);
    free(noted);
}

gi_status gi_replay_note(const struct gi_replay *replay, struct gi_launch_report **out_report)
{
    struct noted *noted;

    *out_report = NULL;
    if (replay->name_count == 0 || (!gi_check_memory() && !gi_log_enabled(GI_LOG_ERROR)))
        return GI_OK;
    gi_fault_begin();
    noted = malloc(sizeof *noted);
    if (noted == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory");
    *noted = (struct noted){ .base = { noted_ended, release_noted } };
    while (noted->count < replay->name_count) {
        noted->numbers[noted->count] = gi_fault_note(replay->names[noted->count]);
        noted->count++;
    }
    *out_report = &noted->base;
    return GI_OK;
}
