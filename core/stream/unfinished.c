#include "unfinished.h"

#include "active.h"
#include "contract/calls.h"
#include "memory/kernel_object.h"

enum { NAME_LENGTH = 90, MOST_SAID = 2 };

void gi_unfinished_describe(const struct gi_kernel_launch *launch, char *text, size_t room)
{
    const struct gi_kernel_label *label = gi_kernel_object_label(launch->kernel);

    text[0] = '\0';
    gi_append(text, room, "kernel %.*s, grid (%u, %u, %u), block (%u, %u, %u)", NAME_LENGTH,
              label->name, launch->groups[0], launch->groups[1], launch->groups[2],
              label->block[0], label->block[1], label->block[2]);
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
    return segment->launch_count > 0 ? segment : NULL;
}

static void add_batch(const struct gi_segment *segment, struct gi_unfinished *list)
{
    char words[sizeof list->words];

    for (size_t i = 0; i < segment->launch_count; i++) {
        if (list->launch_count++ == MOST_SAID)
            gi_append(list->words, sizeof list->words, "; ...");
        if (list->launch_count > MOST_SAID)
            continue;
        gi_unfinished_describe(&segment->launches[i], words, sizeof words);
        gi_append(list->words, sizeof list->words, "%s%s", list->launch_count > 1 ? "; " : "",
                  words);
    }
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
