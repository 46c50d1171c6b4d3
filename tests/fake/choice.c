/* Choices of recordings: the fake reads the words as a device does, and leaves launches out. It
 * writes what a choice says into the recording's room. */
#include <string.h>

#include "internal.h"

/* ---- the contract ---------------------------------------------------------------------------- */

enum { WORD_BYTES = 4 };

/* Launches write anywhere, so they say nothing of the word. */
static bool writes_word(const struct gi_command *command, const struct gi_place *word)
{
    struct gifake_side dst, src;
    size_t rows;

    gifake_sides(command, &dst, &src);
    rows = dst.memory == word->memory ? (size_t)(command->box.height * command->box.depth) : 0;
    for (size_t i = 0; i < rows; i++) {
        uint64_t begin = gifake_side_row(&dst, i % command->box.height, i / command->box.height);

        if (begin < word->offset_bytes + WORD_BYTES &&
            word->offset_bytes < begin + command->box.width_bytes)
            return true;
    }
    return false;
}

/* No command beside the one that a choice is in front of writes the word. */
static gi_status check_barrier(const struct gi_recorded *recorded, size_t i)
{
    const struct gi_recorded_choice *choice = &recorded->choices[i];

    for (size_t at = choice->at; at > 0 && at < recorded->command_count; at--) {
        if (recorded->commands[at].barrier_before)
            return GI_OK;
        if (writes_word(&recorded->commands[at - 1], &choice->word))
            return gifake_violation("recording.init: no barrier between command %zu and choice %zu "
                                    "of the word it writes", at - 1, i);
    }
    return GI_OK;
}

static gi_status check_choice(const struct gi_device_base *device,
                              const struct gi_recorded *recorded, size_t i)
{
    const struct gi_recorded_choice *choice = &recorded->choices[i];
    const struct gi_box box = gi_box_linear(WORD_BYTES);
    gi_status status;

    if (choice->at > recorded->command_count || (i > 0 && choice->at < choice[-1].at))
        return gifake_violation("recording.init: choice %zu is at command %zu", i, choice->at);
    if (choice->within > i)
        return gifake_violation("recording.init: choice %zu is within choice %zu", i,
                                choice->within - 1);
    status = gifake_check_place(device, choice->at, "word of a choice", &choice->word, &box);
    if (status == GI_OK && choice->word.offset_bytes % WORD_BYTES != 0)
        return gifake_violation("recording.init: the word of choice %zu is no multiple of %d", i,
                                WORD_BYTES);
    return status == GI_OK ? check_barrier(recorded, i) : status;
}

static gi_status check_launch(const struct gi_device_base *device,
                              const struct gi_recorded *recorded, size_t command)
{
    size_t launch = recorded->commands[command].launch;
    size_t choice = recorded->launch_choices[launch];
    const struct gi_kernel_launch *of = &recorded->launches[launch];
    bool is_dispatch = !of->is_wide && of->piece[0] == 0;

    if (choice > recorded->choice_count ||
        (choice != 0 && recorded->choices[choice - 1].at > command))
        return gifake_violation("recording.init: launch %zu comes before its choice %zu", launch,
                                choice - 1);
    for (int i = 0; i < 3; i++)
        is_dispatch = is_dispatch && of->groups[i] <= device->info.max_group_count[i];
    if (choice != 0 && !is_dispatch)
        return gifake_violation("recording.init: no one dispatch can do launch %zu of a choice",
                                launch);
    return GI_OK;
}

static gi_status check_room(const struct gi_device_base *device,
                            const struct gi_recorded *recorded)
{
    const struct gi_place *room = &recorded->choice_room;
    const struct gi_box box = gi_box_linear(
        GI_CHOICE_BYTES * (uint64_t)(recorded->choice_count + recorded->launch_count));
    gi_status status = gifake_check_place(device, recorded->choices[0].at,
                                          "room of the choices", room, &box);

    if (status != GI_OK)
        return status;
    if (room->offset_bytes % GI_CHOICE_BYTES != 0)
        return gifake_violation("recording.init: the room of the choices is no multiple of %d",
                                GI_CHOICE_BYTES);
    if (gifake_memory_from(room->memory)->kind != GI_MEMORY_HOST)
        return gifake_violation("recording.init: the room of the choices is no memory of the host");
    return GI_OK;
}

gi_status gifake_check_choices(const struct gi_device_base *device,
                               const struct gi_recorded *recorded)
{
    gi_status status = GI_OK;

    if (recorded->choice_count == 0)
        return GI_OK;
    if (recorded->launch_count > 0 && recorded->launch_choices == NULL)
        return gifake_violation("recording.init: no list of the choices of %zu launches",
                                recorded->launch_count);
    for (size_t i = 0; i < recorded->choice_count && status == GI_OK; i++)
        status = check_choice(device, recorded, i);
    for (size_t i = 0; i < recorded->command_count && status == GI_OK; i++) {
        if (recorded->commands[i].kind == GI_COMMAND_LAUNCH)
            status = check_launch(device, recorded, i);
    }
    return status == GI_OK ? check_room(device, recorded) : status;
}

gi_status gifake_check_words(const struct gi_recorded *recorded)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < recorded->choice_count && status == GI_OK; i++) {
        const struct gi_place *word = &recorded->choices[i].word;

        status = gifake_range_check(word->memory, word->offset_bytes,
                                    word->offset_bytes + WORD_BYTES, false);
    }
    return status;
}

bool gifake_choices_name(const struct gi_recorded *recorded, const void *memory)
{
    for (size_t i = 0; i < recorded->choice_count; i++) {
        if (recorded->choices[i].word.memory == memory)
            return true;
    }
    return recorded->choice_count > 0 && recorded->choice_room.memory == memory;
}

/* ---- batches --------------------------------------------------------------------------------- */

void gifake_use_choices(const struct gifake_recording *recording, int change)
{
    const struct gi_recorded *recorded = &recording->recorded;

    for (size_t i = 0; i < recorded->choice_count; i++) {
        const struct gi_place *word = &recorded->choices[i].word;

        gifake_memory_from(word->memory)->uses += (unsigned)change;
        gifake_range_use(word->memory, word->offset_bytes, word->offset_bytes + WORD_BYTES, change);
    }
    if (recorded->choice_count > 0)
        gifake_memory_from(recorded->choice_room.memory)->uses += (unsigned)change;
}

static void raise_to(uint64_t *value, uint64_t least)
{
    if (*value < least)
        *value = least;
}

/* Adds what a batch waits for, and what the batches there run behind. */
static void come_behind(const struct gi_batch *batch, uint64_t behind[GIFAKE_MAX_QUEUES])
{
    for (size_t i = 0; i < batch->wait_count; i++) {
        const struct gi_wait *wait = &batch->waits[i];

        if (wait->queue == NULL)
            continue;
        raise_to(&behind[wait->queue->index], wait->value);
        for (const struct gifake_job *job = gifake_queue_from(wait->queue)->first;
             job != NULL && job->batch.value <= wait->value; job = job->next) {
            for (int k = 0; k < GIFAKE_MAX_QUEUES; k++)
                raise_to(&behind[k], job->behind[k]);
        }
    }
}

gi_status gifake_check_given(const struct gifake_queue *queue, const struct gi_batch *batch)
{
    uint64_t behind[GIFAKE_MAX_QUEUES];

    memcpy(behind, queue->behind, sizeof behind);
    come_behind(batch, behind);
    for (size_t i = 0; i < batch->recording_count; i++) {
        const struct gifake_recording *recording = gifake_recording_from(batch->recordings[i]);

        if (recording->recorded.choice_count > 0 && recording->uses > 0 &&
            recording->given_to != queue &&
            behind[recording->given_to->base.index] < recording->given_value)
            return gifake_violation("submit: recording %zu with choices may run on queue %u beside "
                                    "the batch", i, recording->given_to->base.index);
    }
    return GI_OK;
}

void gifake_give(struct gifake_queue *queue, struct gifake_job *job)
{
    come_behind(&job->batch, queue->behind);
    memcpy(job->behind, queue->behind, sizeof job->behind);
    for (size_t i = 0; i < job->batch.recording_count; i++) {
        struct gifake_recording *recording = gifake_recording_from(job->batch.recordings[i]);

        recording->given_to = queue;
        recording->given_value = job->batch.value;
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static uint32_t *word_at(const struct gi_place *place, size_t number)
{
    uint8_t *bytes = gifake_memory_from(place->memory)->bytes + place->offset_bytes;

    return (uint32_t *)(void *)(bytes + number * GI_CHOICE_BYTES);
}

static bool says_so(const struct gi_recorded *recorded, size_t number)
{
    return __atomic_load_n(word_at(&recorded->choice_room, number), __ATOMIC_RELAXED) != 0;
}

void gifake_choose(const struct gifake_origin *origin)
{
    const struct gi_recorded *recorded;

    if (origin->recording == NULL)
        return;
    recorded = &origin->recording->recorded;
    for (size_t i = 0; i < recorded->choice_count; i++) {
        const struct gi_recorded_choice *choice = &recorded->choices[i];
        uint32_t word;
        bool says;

        if (choice->at != origin->at)
            continue;
        word = __atomic_load_n(word_at(&choice->word, 0), __ATOMIC_RELAXED);
        says = (word == choice->number) == choice->is_equal &&
               (choice->within == 0 || says_so(recorded, choice->within - 1));
        __atomic_store_n(word_at(&recorded->choice_room, i), says, __ATOMIC_RELAXED);
    }
}

bool gifake_is_chosen(const struct gifake_origin *origin)
{
    const struct gi_recorded *recorded;
    size_t choice;

    if (origin->recording == NULL)
        return true;
    recorded = &origin->recording->recorded;
    choice = recorded->launch_choices[origin->launch];
    if (choice == 0 || says_so(recorded, choice - 1))
        return true;
    atomic_fetch_add(&gifake_site_of(origin->recording->base.device)->left_out, 1);
    return false;
}

static void (*_Atomic told_of_launch)(const struct gi_kernel_launch *launch);

void gifake_on_launch(void (*told)(const struct gi_kernel_launch *launch))
{
    atomic_store(&told_of_launch, told);
}

void gifake_tell_launch(const struct gi_kernel_launch *launch)
{
    void (*told)(const struct gi_kernel_launch *) = atomic_load(&told_of_launch);

    if (told != NULL)
        told(launch);
}
