/* Choices of recordings: the fake reads the words as a device does, and leaves launches out. It
 * writes what a choice says into the recording's room. */
#include "internal.h"

/* ---- the contract ---------------------------------------------------------------------------- */

static bool is_within(const struct gi_place *place, uint64_t size_bytes)
{
    uint64_t end;

    return !__builtin_add_overflow(place->offset_bytes, size_bytes, &end) &&
           end <= place->memory->size_bytes;
}

static gi_status check_choice(const struct gi_recorded *recorded, size_t i)
{
    const struct gi_recorded_choice *choice = &recorded->choices[i];

    if (choice->at > recorded->command_count || (i > 0 && choice->at < choice[-1].at))
        return gifake_violation("recording.init: choice %zu is at command %zu", i, choice->at);
    if (choice->within > i)
        return gifake_violation("recording.init: choice %zu is within choice %zu", i,
                                choice->within - 1);
    if (choice->word.memory == NULL || choice->word.offset_bytes % 4 != 0 ||
        !is_within(&choice->word, 4))
        return gifake_violation("recording.init: the word of choice %zu is in no memory", i);
    return GI_OK;
}

static gi_status check_launch(const struct gi_recorded *recorded, size_t command)
{
    size_t launch = recorded->commands[command].launch;
    size_t choice = recorded->launch_choices[launch];
    const struct gi_kernel_launch *of = &recorded->launches[launch];

    if (choice > recorded->choice_count ||
        (choice != 0 && recorded->choices[choice - 1].at > command))
        return gifake_violation("recording.init: launch %zu comes before its choice %zu", launch,
                                choice - 1);
    if (choice != 0 && (of->is_wide || of->piece[0] != 0))
        return gifake_violation("recording.init: no one dispatch can do launch %zu of a choice",
                                launch);
    return GI_OK;
}

static gi_status check_room(const struct gi_recorded *recorded)
{
    const struct gi_place *room = &recorded->choice_room;
    uint64_t bytes = GI_CHOICE_BYTES * (uint64_t)(recorded->choice_count + recorded->launch_count);

    if (room->memory == NULL || room->offset_bytes % GI_CHOICE_BYTES != 0 ||
        !is_within(room, bytes))
        return gifake_violation("recording.init: no room for %zu choices and %zu launches",
                                recorded->choice_count, recorded->launch_count);
    if (gifake_memory_from(room->memory)->kind != GI_MEMORY_HOST)
        return gifake_violation("recording.init: the room of the choices is no memory of the host");
    return GI_OK;
}

gi_status gifake_check_choices(const struct gi_recorded *recorded)
{
    gi_status status = GI_OK;

    if (recorded->choice_count == 0)
        return GI_OK;
    for (size_t i = 0; i < recorded->choice_count && status == GI_OK; i++)
        status = check_choice(recorded, i);
    for (size_t i = 0; i < recorded->command_count && status == GI_OK; i++) {
        if (recorded->commands[i].kind == GI_COMMAND_LAUNCH)
            status = check_launch(recorded, i);
    }
    return status == GI_OK ? check_room(recorded) : status;
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

    for (size_t i = 0; i < recorded->choice_count; i++)
        gifake_memory_from(recorded->choices[i].word.memory)->uses += (unsigned)change;
    if (recorded->choice_count > 0)
        gifake_memory_from(recorded->choice_room.memory)->uses += (unsigned)change;
}

void gifake_begin_choices(const struct gifake_queue *queue, const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->recording_count; i++) {
        struct gifake_recording *recording = gifake_recording_from(batch->recordings[i]);

        if (recording->recorded.choice_count == 0)
            continue;
        if (recording->runs_on != NULL && recording->runs_on != queue)
            gifake_violation("queue %u runs a recording with choices, which queue %u runs",
                             queue->base.index, recording->runs_on->base.index);
        recording->runs_on = queue;
    }
}

void gifake_end_choices(const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->recording_count; i++)
        gifake_recording_from(batch->recordings[i])->runs_on = NULL;
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
        uint32_t word = __atomic_load_n(word_at(&choice->word, 0), __ATOMIC_RELAXED);
        bool says = (word == choice->number) == choice->is_equal &&
                    (choice->within == 0 || says_so(recorded, choice->within - 1));

        if (choice->at == origin->at)
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
