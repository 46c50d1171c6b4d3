#include "segment.h"

#include <stdlib.h>
#include <string.h>

#include "contract/command.h"
#include "memory/image_shape.h"
#include "memory/kernel_object.h"
#include "launch_report.h"
#include "memory/memory_object.h"
#include "memory/shown_images.h"
#include "launch_run.h"
#include "traced.h"
#include "base/vector.h"

/* The limit for a stream's spare segments: as many as programs have frames in flight, but few
 * that have grown large. */
#define SPARE_LIMIT 16u
#define LARGE_SPARE_LIMIT 4u
#define LARGE_COMMANDS 64u

static gi_status no_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to enqueue more work");
}

gi_status gi_segment_append(struct gi_stream *stream, struct gi_segment **out_segment)
{
    struct gi_segment *segment = stream->spare;

    *out_segment = NULL;
    if (segment != NULL) {
        stream->spare = segment->next;
        stream->spare_count--;
    } else {
        segment = calloc(1, sizeof *segment);
        if (segment == NULL)
            return no_memory();
    }
    segment->next = NULL;
    segment->seq = atomic_fetch_add_explicit(&stream->enqueued, 1, memory_order_relaxed) + 1;
    if (stream->tail != NULL)
        stream->tail->next = segment;
    else
        stream->head = segment;
    stream->tail = segment;
    if (stream->pending == NULL)
        stream->pending = segment;
    *out_segment = segment;
    return GI_OK;
}

static void drop_gate(struct gi_gate *gate)
{
    gi_segment_gate_is_served(gate);
    switch (gate->kind) {
    case GI_GATE_POINT:
        gi_object_unref(&gate->point.stream->object);
        return;
    case GI_GATE_SEMAPHORE:
        gi_semaphore_object_unref(gate->semaphore.object);
        return;
    case GI_GATE_WORD:
        gi_value_wait_free(gate->word);
        return;
    }
}

static void free_segment(struct gi_segment *segment)
{
    free(segment->gates);
    free(segment->waits);
    free(segment->commands);
    free(segment->replays);
    free(segment->recordings);
    free(segment->kept);
    free(segment->images);
    free(segment->launches);
    free(segment->reports);
    free(segment->signals);
    free(segment->host_signals);
    free(segment->waited);
    free(segment->stamps);
    gi_traced_free(segment->traced);
    gi_hazard_finish(&segment->hazard);
    free(segment);
}

/* Empties a segment but keeps the memory of its arrays. */
static void clear_segment(struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->gate_count; i++)
        drop_gate(&segment->gates[i]);
    for (size_t i = 0; i < segment->report_count; i++)       /* of memory that is kept */
        segment->reports[i]->release(segment->reports[i]);
    for (size_t i = 0; i < segment->kept_count; i++)
        gi_allocation_unref(segment->kept[i]);
    for (size_t i = 0; i < segment->signal_count; i++)
        gi_semaphore_object_unref(segment->signals[i].semaphore);
    for (size_t i = 0; i < segment->host_signal_count; i++)
        gi_semaphore_object_unref(segment->host_signals[i].semaphore);
    for (size_t i = 0; i < segment->waited_count; i++)
        gi_semaphore_object_unref(segment->waited[i]);
    for (size_t i = 0; i < segment->stamp_count; i++)
        gi_timestamp_slot_unref(segment->stamps[i]);
    gi_timestamp_slot_unref(segment->end_stamp);
    segment->end_stamp = NULL;
    for (size_t i = 0; i < segment->launch_count; i++)
        gi_kernel_object_unref(segment->launches[i].kernel);
    for (size_t i = 0; i < segment->replay_count; i++)
        gi_replay_unref(segment->replays[i]);
    gi_hazard_reset(&segment->hazard);
    segment->gate_count = segment->gate_next = segment->wait_count = segment->command_count = 0;
    segment->kept_count = segment->signal_count = segment->host_signal_count = 0;
    segment->waited_count = segment->stamp_count = segment->image_count = 0;
    segment->launch_count = segment->report_count = 0;
    segment->replay_count = segment->replays_at = 0;
    segment->state = GI_SEGMENT_OPEN;
    segment->closed = segment->held = segment->called = segment->host_always = false;
    segment->dropped = segment->writes_word = false;
    segment->touches_anything = segment->outlived = false;
    segment->of = (struct gi_wait_node){ 0 };
    segment->queue_value = segment->written_bytes = 0;
    segment->host_fn = NULL;
    segment->host_argument = NULL;
    segment->host_words = NULL;
}

/* It is done: nothing more is kept for it, and what it kept goes before the device counts it as
 * done. */
static void end_of_anything(struct gi_stream *stream, struct gi_segment *segment)
{
    if (stream->newest_anything == segment)
        stream->newest_anything = NULL;
    stream->outlived_count -= segment->outlived;
    clear_segment(segment);
    atomic_fetch_sub_explicit(&stream->device->touching_anything, 1, memory_order_release);
}

void gi_segment_retire_head(struct gi_stream *stream)
{
    struct gi_segment *segment = stream->head;

    stream->head = segment->next;
    if (stream->head == NULL)
        stream->tail = NULL;
    if (stream->pending == segment)
        stream->pending = segment->next;
    if (segment->traced != NULL)
        gi_traced_retire(stream, segment);
    if (segment->touches_anything)
        end_of_anything(stream, segment);
    else
        clear_segment(segment);
    if (stream->spare_count >= (segment->command_capacity < LARGE_COMMANDS ? SPARE_LIMIT
                                                                            : LARGE_SPARE_LIMIT)) {
        free_segment(segment);
        return;
    }
    segment->next = stream->spare;
    stream->spare = segment;
    stream->spare_count++;
}

void gi_segment_free_spare(struct gi_stream *stream)
{
    while (stream->spare != NULL) {
        struct gi_segment *segment = stream->spare;

        stream->spare = segment->next;
        free_segment(segment);
    }
    stream->spare_count = 0;
}

static struct gi_touch touch_in(const struct gi_memory *memory, struct gi_span span)
{
    const void *object = NULL;

    if (gi_memory_object_may_have_alias(memory))
        object = gi_memory_object_may_repeat(memory) ? (const void *)&gi_touch_anywhere : memory;
    return (struct gi_touch){ span, object };
}

/* The addresses of an operand in the one number space of hazards, which is the device's: all
 * from the first byte of the box to its last. */
static struct gi_touch touch_of(const struct gi_place *place, const struct gi_box *box)
{
    uint64_t begin = place->memory->device_address + place->offset_bytes;
    struct gi_span span = { begin, begin + gi_box_span(box, &place->strides) };

    return touch_in(place->memory, span);
}

static struct gi_touch touch_of_image(const struct gi_image_place *place,
                                      const struct gi_box *box)
{
    return touch_in(place->image->memory, gi_image_span(place, box));
}

static struct gi_touch written_by(const struct gi_command *command)
{
    const struct gi_image_place *image = gi_command_dst_image(command);

    return image != NULL ? touch_of_image(image, &command->box)
                         : touch_of(&command->dst, &command->box);
}

static struct gi_touch read_by(const struct gi_command *command)
{
    switch (gi_command_traits_of(command)->reads) {
    case GI_SIDE_MEMORY: return touch_of(&command->src, &command->box);
    case GI_SIDE_IMAGE: return touch_of_image(&command->src_image, &command->box);
    case GI_SIDE_NONE: break;
    }
    return (struct gi_touch){ .object = NULL };
}

/* Programs use the same few allocations again and again: the last two are not added again. */
static inline bool is_kept(const struct gi_segment *segment, const struct gi_allocation *allocation)
{
    size_t count = segment->kept_count;

    return allocation == NULL || (count > 0 && segment->kept[count - 1] == allocation) ||
           (count > 1 && segment->kept[count - 2] == allocation);
}

static inline void keep(struct gi_segment *segment, struct gi_allocation *allocation)
{
    if (is_kept(segment, allocation))
        return;
    gi_allocation_ref(allocation);
    segment->kept[segment->kept_count++] = allocation;
}

/* Whether the command comes right after a timestamp. It then gets a barrier, because the
 * measured work must not begin before the timestamp. */
static bool is_behind_time(const struct gi_segment *segment, const struct gi_command *command)
{
    size_t count = segment->command_count;

    return count > 0 && gi_command_traits_of(&segment->commands[count - 1])->bounds_time &&
           !gi_command_traits_of(command)->bounds_time;
}

/* Memory that was exported since the last command may have been used by an earlier command,
 * whose access does not show that the memory may have an alias. */
static void look_for_exports(struct gi_segment *segment)
{
    uint64_t count = gi_memory_object_exported_count();

    if (segment->exported_count != count && segment->command_count > 0)
        segment->hazard.incomplete = true;
    segment->exported_count = count;
}

static inline bool grow_commands(struct gi_segment *segment)
{
    return gi_grow((void **)&segment->commands, &segment->command_capacity,
                   segment->command_count + 1, sizeof *segment->commands);
}

gi_status gi_segment_add_command(struct gi_segment *segment, const struct gi_command *command,
                                 struct gi_allocation *dst, struct gi_allocation *src)
{
    struct gi_command *added;
    bool is_behind = is_behind_time(segment, command);

    if (!grow_commands(segment) ||
        !gi_grow((void **)&segment->kept, &segment->kept_capacity, segment->kept_count + 2,
                 sizeof(struct gi_allocation *)))
        return no_memory();
    look_for_exports(segment);
    segment->written_bytes += gi_box_bytes(&command->box);
    added = &segment->commands[segment->command_count++];
    *added = *command;
    added->barrier_before =
        gi_hazard_add(&segment->hazard, read_by(command), written_by(command)) || is_behind;
    keep(segment, dst);
    keep(segment, src);
    return GI_OK;
}

static void copy_launch(struct gi_segment *segment, struct gi_launch_run *run)
{
    const struct gi_kernel_launch *launch = run->launch;
    struct gi_kernel_launch *added = &segment->launches[segment->launch_count++];

    memcpy(added, launch, offsetof(struct gi_kernel_launch, push) + launch->push_bytes);
    gi_kernel_object_ref(launch->kernel);
    for (int i = 0; i < GI_LAUNCH_KEPT; i++)
        keep(segment, run->kept[i]);
    if (run->report != NULL)
        segment->reports[segment->report_count++] = run->report;
    run->report = NULL;
}

static bool grow_for_launch(struct gi_segment *segment, const struct gi_launch_run *run)
{
    bool keeps = false;

    for (int i = 0; i < GI_LAUNCH_KEPT; i++)
        keeps = keeps || run->kept[i] != NULL;
    return grow_commands(segment) &&
           gi_grow((void **)&segment->launches, &segment->launch_capacity,
                   segment->launch_count + 1, sizeof *segment->launches) &&
           (!keeps || gi_grow((void **)&segment->kept, &segment->kept_capacity,
                              segment->kept_count + GI_LAUNCH_KEPT,
                              sizeof(struct gi_allocation *))) &&
           (run->report == NULL ||
            gi_grow((void **)&segment->reports, &segment->report_capacity,
                    segment->report_count + 1, sizeof *segment->reports));
}

/* The segment has work that may touch anything. */
static void note_anything(struct gi_stream *stream, struct gi_segment *segment)
{
    if (!segment->touches_anything)
        atomic_fetch_add(&stream->device->touching_anything, 1);
    segment->touches_anything = true;
    stream->newest_anything = segment;
}

gi_status gi_segment_add_launch(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_launch_run *run)
{
    if (!grow_for_launch(segment, run))
        return no_memory();
    gi_hazard_add_anything(&segment->hazard);
    segment->commands[segment->command_count] = (struct gi_command){
        .kind = GI_COMMAND_LAUNCH, .barrier_before = gi_segment_has_work(segment),
        .launch = segment->launch_count
    };
    segment->command_count++;
    copy_launch(segment, run);
    note_anything(stream, segment);
    return GI_OK;
}

gi_status gi_segment_add_replay(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_replay *replay, struct gi_launch_report **report)
{
    if (!gi_grow((void **)&segment->replays, &segment->replay_capacity, segment->replay_count + 1,
                 sizeof *segment->replays) ||
        (*report != NULL && !gi_grow((void **)&segment->reports, &segment->report_capacity,
                                     segment->report_count + 1, sizeof *segment->reports)))
        return no_memory();
    gi_hazard_add_anything(&segment->hazard);
    if (segment->replay_count == 0)
        segment->replays_at = segment->command_count;
    gi_replay_ref(replay);
    segment->replays[segment->replay_count++] = replay;
    if (*report != NULL)
        segment->reports[segment->report_count++] = *report;
    *report = NULL;
    note_anything(stream, segment);
    return GI_OK;
}

void gi_segment_take_replay_back(struct gi_segment *segment, struct gi_replay **out_replay)
{
    *out_replay = segment->replays[--segment->replay_count];
}

gi_status gi_segment_take_reports(struct gi_segment *segment)
{
    gi_status first = GI_OK;

    for (size_t i = 0; i < segment->report_count; i++) {
        gi_status status = segment->reports[i]->ended(segment->reports[i]);

        segment->reports[i]->release(segment->reports[i]);
        first = first == GI_OK ? status : first;
    }
    segment->report_count = 0;
    return first;
}

static bool note_image(struct gi_image *image, struct gi_allocation *texels, void *argument)
{
    struct gi_segment *segment = argument;

    if (!gi_grow((void **)&segment->images, &segment->image_capacity, segment->image_count + 1,
                 sizeof(struct gi_image *)) ||
        !gi_grow((void **)&segment->kept, &segment->kept_capacity, segment->kept_count + 1,
                 sizeof(struct gi_allocation *)))
        return false;
    segment->images[segment->image_count++] = image;
    gi_allocation_ref(texels);
    segment->kept[segment->kept_count++] = texels;
    return true;
}

/* Replays without a launch touch what they name alone, and a replay may have been taken back. */
static bool has_launch(const struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->replay_count; i++) {
        if (segment->replays[i]->launches > 0)
            return true;
    }
    return segment->launch_count > 0;
}

gi_status gi_segment_note_images(struct gi_stream *stream, struct gi_segment *segment)
{
    if (!segment->touches_anything || !has_launch(segment) ||
        gi_shown_images_visit(&stream->device->shown, note_image, segment))
        return GI_OK;
    return no_memory();
}

gi_status gi_segment_outlive(struct gi_stream *stream, struct gi_allocation *allocation,
                             uint64_t *out_seq)
{
    struct gi_segment *segment = stream->newest_anything;

    *out_seq = segment != NULL ? segment->seq : 0;
    if (segment == NULL)
        return GI_OK;
    if (!gi_grow((void **)&segment->kept, &segment->kept_capacity, segment->kept_count + 1,
                 sizeof(struct gi_allocation *)))
        return no_memory();
    gi_allocation_ref(allocation);
    segment->kept[segment->kept_count++] = allocation;
    stream->outlived_count += !segment->outlived;
    segment->outlived = true;
    return GI_OK;
}

gi_status gi_segment_add_timestamp(struct gi_segment *segment, struct gi_timestamp_slot *stamp)
{
    struct gi_command command = {
        .kind = GI_COMMAND_TIMESTAMP, .dst = stamp->place, .box = { sizeof(uint64_t), 1, 1 }
    };
    gi_status status;

    if (!gi_grow((void **)&segment->stamps, &segment->stamp_capacity, segment->stamp_count + 1,
                 sizeof *segment->stamps))
        return no_memory();
    status = gi_segment_add_command(segment, &command, NULL, NULL);
    if (status != GI_OK)
        return status;
    gi_timestamp_slot_ref(stamp);
    segment->stamps[segment->stamp_count++] = stamp;
    return GI_OK;
}

/* Makes room for a gate, and counts it. NULL: there is no host memory. */
static struct gi_gate *add_gate(struct gi_segment *segment)
{
    if (!gi_grow((void **)&segment->gates, &segment->gate_capacity, segment->gate_count + 1,
                 sizeof *segment->gates))
        return NULL;
    return &segment->gates[segment->gate_count++];
}

gi_status gi_segment_add_point(struct gi_segment *segment, struct gi_stream *stream, uint64_t seq,
                               bool must_succeed)
{
    struct gi_gate *gate = add_gate(segment);

    if (gate == NULL)
        return no_memory();
    *gate = (struct gi_gate){ .kind = GI_GATE_POINT,
                              .point = { .stream = stream, .seq = seq,
                                         .must_succeed = must_succeed } };
    gi_object_ref(&stream->object);
    return GI_OK;
}

gi_status gi_segment_add_semaphore_gate(struct gi_segment *segment, struct gi_semaphore *semaphore,
                                        uint64_t value, uint64_t signals_before)
{
    bool takes_next = semaphore->kind == GI_SEMAPHORE_BINARY;
    struct gi_gate *gate = add_gate(segment);

    if (gate == NULL)
        return no_memory();
    *gate = (struct gi_gate){ .kind = GI_GATE_SEMAPHORE,
                              .semaphore = { .object = semaphore, .value = value,
                                             .takes_next = takes_next,
                                             .signals_before = signals_before } };
    gi_semaphore_object_ref(semaphore);
    atomic_fetch_add(&gi_semaphore_object_of(semaphore)->next_takers, takes_next);
    return GI_OK;
}

gi_status gi_segment_add_word(struct gi_segment *segment, struct gi_value_wait *word)
{
    struct gi_gate *gate = add_gate(segment);

    if (gate == NULL)
        return no_memory();
    *gate = (struct gi_gate){ .kind = GI_GATE_WORD, .word = word };
    return GI_OK;
}

gi_status gi_segment_add_wait(struct gi_segment *segment, struct gi_queue *queue,
                              struct gi_semaphore *semaphore, uint64_t value)
{
    for (size_t i = 0; queue != NULL && i < segment->wait_count; i++) {
        if (segment->waits[i].queue != queue)
            continue;
        if (segment->waits[i].value < value)
            segment->waits[i].value = value;
        return GI_OK;
    }
    if (!gi_grow((void **)&segment->waits, &segment->wait_capacity, segment->wait_count + 1,
                 sizeof *segment->waits) ||
        !gi_grow((void **)&segment->waited, &segment->waited_capacity, segment->waited_count + 1,
                 sizeof(struct gi_semaphore *)))
        return no_memory();
    segment->waits[segment->wait_count++] = (struct gi_wait){ queue, semaphore, value };
    if (semaphore != NULL) {
        gi_semaphore_object_ref(semaphore);
        segment->waited[segment->waited_count++] = semaphore;
    }
    return GI_OK;
}

gi_status gi_segment_add_signal(struct gi_segment *segment, struct gi_semaphore *semaphore,
                                uint64_t value, bool by_host)
{
    struct gi_signal **list = by_host ? &segment->host_signals : &segment->signals;
    size_t *count = by_host ? &segment->host_signal_count : &segment->signal_count;
    size_t *capacity = by_host ? &segment->host_signal_capacity : &segment->signal_capacity;

    if (!gi_grow((void **)list, capacity, *count + 1, sizeof **list))
        return no_memory();
    (*list)[(*count)++] = (struct gi_signal){ semaphore, value };
    gi_semaphore_object_ref(semaphore);
    return GI_OK;
}

gi_status gi_segment_reserve(struct gi_segment *segment, size_t count)
{
    if (gi_grow((void **)&segment->gates, &segment->gate_capacity, segment->gate_count + count,
                sizeof *segment->gates) &&
        gi_grow((void **)&segment->signals, &segment->signal_capacity,
                segment->signal_count + count, sizeof *segment->signals) &&
        gi_grow((void **)&segment->host_signals, &segment->host_signal_capacity,
                segment->host_signal_count + count, sizeof *segment->host_signals))
        return GI_OK;
    return no_memory();
}
