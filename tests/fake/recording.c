/* Recordings of the fake: copies of what was recorded, which a queue runs again with each batch. */
#include <stdlib.h>
#include <string.h>

#include "contract/command.h"
#include "internal.h"

/* All that are alive, so that each knows when what it names is finished. The lock guards it. */
static struct gifake_recording *all;

static void add_to_all(struct gifake_recording *recording)
{
    recording->next = all;
    all = recording;
}

static void take_from_all(const struct gifake_recording *recording)
{
    struct gifake_recording **link = &all;

    while (*link != recording)
        link = &(*link)->next;
    *link = recording->next;
}

static bool names(const struct gifake_recording *recording, const void *object)
{
    const struct gi_recorded *recorded = &recording->recorded;

    for (size_t i = 0; i < recorded->command_count; i++) {
        struct gifake_side dst, src;

        gifake_sides(&recorded->commands[i], &dst, &src);
        if (dst.memory == object || src.memory == object)
            return true;
    }
    for (size_t i = 0; i < recorded->launch_count; i++) {
        if (recorded->launches[i].kernel == object || recorded->launches[i].constants == object)
            return true;
    }
    return gifake_choices_name(recorded, object);
}

void gifake_is_finished(const void *object)
{
    for (struct gifake_recording *recording = all; recording != NULL; recording = recording->next)
        recording->is_broken = recording->is_broken || names(recording, object);
}

/* ---- life ----------------------------------------------------------------------------------- */

static void free_lists(const struct gi_recorded *recorded)
{
    free((void *)recorded->commands);
    free((void *)recorded->launches);
    free((void *)recorded->choices);
    free((void *)recorded->launch_choices);
}

/* One element more, as malloc(0) may be NULL. */
static void *copy_of(const void *elements, size_t count, size_t size)
{
    void *copy = malloc((count + 1) * size);

    if (copy != NULL && count > 0)
        memcpy(copy, elements, count * size);
    return copy;
}

static gi_status recording_init(struct gi_recording *base, const struct gi_recorded *recorded)
{
    struct gifake_recording *recording = (struct gifake_recording *)base;
    struct gi_recorded *own = &recording->recorded;
    gi_status status = gifake_enter(base->device, "recording.init", GI_OUT_OF_MEMORY);

    if (status == GI_OK)
        status = gifake_check_recorded(base->device, recorded);
    if (status == GI_OK)
        status = gifake_check_choices(base->device, recorded);
    if (status != GI_OK)
        return status;
    *own = *recorded;
    own->commands = copy_of(recorded->commands, recorded->command_count, sizeof *own->commands);
    own->launches = copy_of(recorded->launches, recorded->launch_count, sizeof *own->launches);
    own->choices = copy_of(recorded->choices, recorded->choice_count, sizeof *own->choices);
    own->launch_choices = recorded->choice_count == 0 ? NULL
        : copy_of(recorded->launch_choices, recorded->launch_count, sizeof *own->launch_choices);
    if (own->commands == NULL || own->launches == NULL || own->choices == NULL ||
        (own->choice_count > 0 && own->launch_choices == NULL)) {
        free_lists(own);
        return gi_fail(GI_OUT_OF_MEMORY, "recording.init: %zu commands", recorded->command_count);
    }
    gifake_lock();
    add_to_all(recording);
    gifake_device_from(base->device)->children++;
    gifake_alive.recordings++;
    gifake_site_of(base->device)->recordings++;
    gifake_unlock();
    return GI_OK;
}

static void recording_finish(struct gi_recording *base)
{
    struct gifake_recording *recording = (struct gifake_recording *)base;

    gifake_lock();
    gifake_await_drop(base->device, &recording->uses);
    if (recording->uses != 0) {
        gifake_violation("recording.finish: %u batches in flight have it", recording->uses);
        gifake_unlock();
        return;
    }
    take_from_all(recording);
    gifake_device_from(base->device)->children--;
    gifake_alive.recordings--;
    gifake_unlock();
    free_lists(&recording->recorded);
}

const struct gi_recording_ops gifake_recording_ops = {
    .size = sizeof(struct gifake_recording),
    .init = recording_init,
    .finish = recording_finish,
};

/* ---- batches with recordings ----------------------------------------------------------------- */

/* Whether a recording comes where its place in a run says. */
static gi_status check_run(const struct gi_batch *batch, size_t i)
{
    const struct gi_recorded *recorded = &gifake_recording_from(batch->recordings[i])->recorded;
    bool begins = i == 0 ||
                  gifake_recording_from(batch->recordings[i - 1])->recorded.is_last;

    if (recorded->is_first != begins)
        return gifake_violation("submit: recording %zu is %s of a run", i,
                                begins ? "not the first" : "the first within another");
    if (i + 1 == batch->recording_count && !recorded->is_last)
        return gifake_violation("submit: the last recording is not the last of its run");
    return GI_OK;
}

gi_status gifake_check_recordings(const struct gifake_queue *queue, const struct gi_batch *batch)
{
    gi_status status = GI_OK;

    if (batch->recording_count > 0 && batch->recordings_at > batch->command_count)
        return gifake_violation("submit: the recordings come behind %zu of %zu commands",
                                batch->recordings_at, batch->command_count);
    if (batch->recording_count > 0 && batch->recordings_at < batch->command_count &&
        !batch->commands[batch->recordings_at].barrier_before)
        return gifake_violation("submit: no barrier behind the recordings");
    for (size_t i = 0; i < batch->recording_count && status == GI_OK; i++) {
        const struct gifake_recording *recording = gifake_recording_from(batch->recordings[i]);

        if (recording->base.device != queue->base.device)
            return gifake_violation("submit: recording %zu is of another device", i);
        if (recording->is_broken)
            return gifake_violation("submit: recording %zu names what is finished", i);
        status = check_run(batch, i);
        for (size_t j = 0; j < recording->recorded.command_count && status == GI_OK; j++)
            status = gifake_check_sides(&recording->recorded.commands[j]);
        if (status == GI_OK)
            status = gifake_check_words(&recording->recorded);
    }
    return status;
}

bool gifake_has_launch(const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->recording_count; i++) {
        if (gifake_recording_from(batch->recordings[i])->recorded.launch_count > 0)
            return true;
    }
    for (size_t i = 0; i < batch->command_count; i++) {
        if (gi_command_traits_of(&batch->commands[i])->touches_anything)
            return true;
    }
    return false;
}

/* While a batch becomes one list of commands. */
struct flat {
    struct gi_command *commands;
    struct gi_kernel_launch *launches;
    struct gifake_origin *origins;
    size_t command_count, launch_count;
};

static void add(struct flat *flat, const struct gi_command *commands, size_t count,
                const struct gi_kernel_launch *launches, const struct gifake_recording *recording)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = flat->command_count++;

        flat->commands[at] = commands[i];
        flat->origins[at] = (struct gifake_origin){ recording, i, commands[i].launch, 0 };
        if (commands[i].kind != GI_COMMAND_LAUNCH)
            continue;
        flat->launches[flat->launch_count] = launches[commands[i].launch];
        flat->commands[at].launch = flat->launch_count++;
    }
}

static void add_recordings(struct flat *flat, const struct gi_batch *batch)
{
    bool is_behind = false;      /* also behind recordings without commands */

    for (size_t i = 0; i < batch->recording_count; i++) {
        const struct gifake_recording *recording = gifake_recording_from(batch->recordings[i]);
        const struct gi_recorded *recorded = &recording->recorded;
        size_t first = flat->command_count;

        is_behind = is_behind || recorded->begins_behind;
        add(flat, recorded->commands, recorded->command_count, recorded->launches,
            recorded->choice_count > 0 ? recording : NULL);
        if (flat->command_count == first)
            continue;
        flat->commands[first].barrier_before = is_behind;
        is_behind = false;
    }
}

bool gifake_flatten(const struct gi_batch *batch, struct gifake_job *job)
{
    size_t commands = batch->command_count, launches = batch->launch_count;
    size_t at = batch->recording_count > 0 ? batch->recordings_at : batch->command_count;
    struct flat flat = { 0 };

    for (size_t i = 0; i < batch->recording_count; i++) {
        commands += gifake_recording_from(batch->recordings[i])->recorded.command_count;
        launches += gifake_recording_from(batch->recordings[i])->recorded.launch_count;
    }
    flat.commands = malloc((commands + 1) * sizeof *flat.commands);
    flat.launches = malloc((launches + 1) * sizeof *flat.launches);
    flat.origins = malloc((commands + 1) * sizeof *flat.origins);
    job->batch.commands = flat.commands;
    job->batch.launches = flat.launches;
    job->origins = flat.origins;
    if (flat.commands == NULL || flat.launches == NULL || flat.origins == NULL)
        return false;
    add(&flat, batch->commands, at, batch->launches, NULL);
    for (size_t i = 0; i < at; i++)
        flat.origins[i].time = i + 1;
    add_recordings(&flat, batch);
    add(&flat, batch->commands + at, batch->command_count - at, batch->launches, NULL);
    for (size_t i = 0; i < batch->command_count - at; i++)
        flat.origins[flat.command_count - 1 - i].time = batch->command_count - i;
    job->batch.command_count = flat.command_count;
    job->batch.launch_count = flat.launch_count;
    return true;
}
