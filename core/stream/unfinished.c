#include "unfinished.h"

#include "active.h"
#include "contract/calls.h"
#include "memory/kernel_object.h"
#include "memory/recording_object.h"

enum { NAME_LENGTH = 90, MOST_SAID = 2 };

void gi_unfinished_describe(const struct gi_kernel *kernel, const uint32_t groups[static 3],
                            char *text, size_t room)
{
    const struct gi_kernel_label *label = gi_kernel_object_label(kernel);

    text[0] = '\0';
    gi_append(text, room, "kernel %.*s, grid (%u, %u, %u), block (%u, %u, %u)", NAME_LENGTH,
              label->name, groups[0], groups[1], groups[2], label->block[0], label->block[1],
              label->block[2]);
}

/* The value that the lane has reached. A driver may tell it of a lost device, too. */
static uint64_t reached_by(struct gi_lane *lane)
{
    uint64_t seen = atomic_load_explicit(&lane->reached, memory_order_acquire), now = 0;
    uint64_t last = atomic_load_explicit(&lane->last_value, memory_order_relaxed);

    (void)!gi_call_queue_query(lane->queue, &now);
    return now > seen && now <= last ? now : seen;
}

const struct gi_segment *gi_unfinished_batch(const struct gi_stream *stream)
{
    const struct gi_segment *segment = stream->head;
    uint64_t reached;

    if (segment == NULL || segment == stream->pending)
        return NULL;
    reached = reached_by(stream->lane);
    while (segment != NULL && segment != stream->pending && segment->queue_value <= reached)
        segment = segment->next;
    if (segment == NULL || segment == stream->pending || segment->dropped ||
        segment->state != GI_SEGMENT_SUBMITTED || segment->queue_value != reached + 1)
        return NULL;
    for (size_t i = 0; i < segment->replay_count; i++) {
        if (segment->replays[i]->launches > 0)
            return segment;
    }
    return segment->launch_count > 0 ? segment : NULL;
}

static void add_launch(const struct gi_kernel *kernel, const uint32_t groups[static 3],
                       struct gi_unfinished *list)
{
    char words[sizeof list->words];

    if (list->launch_count++ == MOST_SAID)
        gi_append(list->words, sizeof list->words, "; ...");
    if (list->launch_count > MOST_SAID)
        return;
    gi_unfinished_describe(kernel, groups, words, sizeof words);
    gi_append(list->words, sizeof list->words, "%s%s", list->launch_count > 1 ? "; " : "", words);
}

static void add_replay(const struct gi_replay *replay, struct gi_unfinished *list)
{
    for (size_t i = 0; i < replay->count; i++) {
        size_t count = gi_recording_object_launches(replay->recordings[i]);

        for (size_t j = 0; j < count; j++) {
            const struct gi_recorded_launch *launch =
                gi_recording_object_launch(replay->recordings[i], j);

            add_launch(launch->kernel, launch->groups, list);
        }
    }
}

static void add_batch(const struct gi_segment *segment, struct gi_unfinished *list)
{
    for (size_t i = 0; i < segment->launch_count; i++)
        add_launch(segment->launches[i].kernel, segment->launches[i].groups, list);
    for (size_t i = 0; i < segment->replay_count; i++)
        add_replay(segment->replays[i], list);
}

void gi_unfinished_list(struct gi_device *device, struct gi_unfinished *out_list)
{
    struct gi_active_list list;

    *out_list = (struct gi_unfinished){ 0 };
    gi_active_list_make(device, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct gi_stream *stream = list.items[i].stream;
        const struct gi_segment *batch;

        pthread_mutex_lock(&stream->lock);
        batch = gi_unfinished_batch(stream);
        if (batch != NULL)
            add_batch(batch, out_list);
        pthread_mutex_unlock(&stream->lock);
    }
    gi_active_list_finish(&list);
}
