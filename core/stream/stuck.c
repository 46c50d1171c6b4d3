#include "stuck.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "contract/calls.h"
#include "stream/wait/shared_event.h"

void gi_stuck_name_stream(const struct gi_stream *stream, char *text, size_t room)
{
    if (stream->is_legacy)
        snprintf(text, room, "stream %" PRIu64 " (the legacy default stream)", stream->id);
    else if (atomic_load(&stream->object.device) != NULL)
        snprintf(text, room, "stream %" PRIu64 " (0x%" PRIx64 ")", stream->id,
                 gi_handle_of(&stream->object));
    else
        snprintf(text, room, "stream %" PRIu64, stream->id);
}

/* Writes how the program names a semaphore: by the handle that it got at the import. */
static void name_semaphore(struct gi_semaphore *semaphore, char *text, size_t room)
{
    gi_handle handle = atomic_load(&gi_semaphore_object_of(semaphore)->handle);

    if (handle != 0)
        snprintf(text, room, " 0x%" PRIx64, handle);
    else
        text[0] = 0;
}

void gi_stuck_describe_event(const struct gi_host_event *event, uint64_t number, char *text,
                             size_t room)
{
    snprintf(text, room, "waits for record %" PRIu64 " of an event that processes share; process "
             "%d recorded it", number, gi_host_event_recorder(event, number));
}

static void describe_semaphore(const struct gi_semaphore_gate *gate, char *text, size_t room)
{
    struct gi_semaphore *semaphore = gate->object;
    struct gi_host_semaphore *host = gi_semaphore_host(semaphore);
    bool is_binary = semaphore->kind == GI_SEMAPHORE_BINARY;
    uint64_t now = 0;
    char name[32];
    int used;

    name_semaphore(semaphore, name, sizeof name);
    if (gate->stage == GI_WAIT_SUBMITTED_TO_LANE) {
        snprintf(text, room, "waits for binary semaphore%s of the driver, on a queue of its own; "
                 "whoever exported it, or imported it too, could signal it", name);
        return;
    }
    if (gi_semaphore_event(semaphore) != NULL) {
        gi_stuck_describe_event(&gi_semaphore_event(semaphore)->host, gate->value, text, room);
        return;
    }
    if ((semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0)
        (void)!gi_call_semaphore_query(semaphore, &now);
    if (is_binary)
        used = snprintf(text, room, "waits for binary semaphore%s, which is not signalled", name);
    else
        used = snprintf(text, room, "waits for timeline semaphore%s to reach %" PRIu64
                        "; it is at %" PRIu64, name, gate->value, now);
    if (used < 0 || (size_t)used >= room)
        return;
    if (gi_semaphore_is_for_queues(semaphore)) {
        snprintf(text + used, room - (size_t)used, " by this process; nor is a queue free that "
                 "could wait for another's signal");
        return;
    }
    if (host != NULL && gi_host_semaphore_last_signaller(host) != 0)
        snprintf(text + used, room - (size_t)used, "; process %d signalled it last",
                 gi_host_semaphore_last_signaller(host));
    else
        snprintf(text + used, room - (size_t)used,
                 "; nobody is known to have signalled it: whoever exported it, or imported it too, "
                 "could");
}

static void describe_call(const struct gi_segment *segment, char *text, size_t room)
{
    if (segment->host_words != NULL)
        segment->host_words(segment->host_argument, text, room);
    else
        snprintf(text, room, "runs a host function that has not returned");
}

static void describe_gate(const struct gi_gate *gate, char *text, size_t room)
{
    char name[80];

    switch (gate->kind) {
    case GI_GATE_SEMAPHORE:
        describe_semaphore(&gate->semaphore, text, room);
        return;
    case GI_GATE_WORD:
        snprintf(text, room, "waits for the word of %u bytes at %p; whoever reaches that memory "
                 "could write it", gate->word->size_bytes, gate->word->address);
        return;
    case GI_GATE_POINT:
        gi_stuck_name_stream(gate->point.stream, name, sizeof name);
        snprintf(text, room, "waits for an event of %s", name);
        return;
    }
}

/* Writes first whose wait it is: the rest may be cut off. */
static void describe_wait(const struct gi_segment *segment, const struct gi_gate *gate,
                          char *text, size_t room)
{
    struct gi_wait_node of = gate->kind == GI_GATE_POINT ? gate->point.of : segment->of;
    int used = 0;

    if (of.node != 0)
        used = snprintf(text, room, "runs node 0x%" PRIx64 " of graph 0x%" PRIx64 ", which ",
                        of.node, of.graph);
    if (used >= 0 && (size_t)used < room)
        describe_gate(gate, text + used, room - (size_t)used);
}

/* Whether a gate is open because the device has its wait, which the host sees not to be over. */
static bool is_with_device(const struct gi_gate *gate)
{
    struct gi_semaphore *semaphore;
    uint64_t now;

    if (gate->kind == GI_GATE_POINT)
        return gi_points_state(&gate->point.stream->points, gate->point.seq, &now) ==
               GI_POINT_SUBMITTED;
    if (gate->kind != GI_GATE_SEMAPHORE)
        return false;
    semaphore = gate->semaphore.object;
    return semaphore->kind == GI_SEMAPHORE_TIMELINE && gi_semaphore_event(semaphore) == NULL &&
           (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0 &&
           gi_call_semaphore_query(semaphore, &now) == GI_OK && now < gate->semaphore.value;
}

/* The oldest batch is with the device, or waits for a place in its queue. */
static void describe_batch(const struct gi_stream *stream, char *text, size_t room)
{
    const struct gi_segment *head = stream->head;
    size_t used = 0;

    for (size_t i = 0; i < head->gate_next && used == 0; i++) {
        if (!is_with_device(&head->gates[i]))
            continue;
        describe_wait(head, &head->gates[i], text, room);
        used = strlen(text);
    }
    snprintf(text + used, room - used, "%s batch %" PRIu64 " of queue %u",
             used != 0 ? "; the wait is in" : "waits for the device to finish", head->queue_value,
             stream->lane->queue->index);
}

void gi_stuck_describe(const struct gi_stream *stream, char *text, size_t room)
{
    const struct gi_segment *segment = stream->pending;

    if (stream->head != NULL && stream->head->state == GI_SEGMENT_CALLING) {
        describe_call(stream->head, text, room);
        return;
    }
    if (segment == NULL || segment->gate_next >= segment->gate_count) {
        describe_batch(stream, text, room);
        return;
    }
    describe_wait(segment, &segment->gates[segment->gate_next], text, room);
}
