#include "shared_event.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "order.h"
#include "segment.h"
#include "watchdog.h"

/* ---- making --------------------------------------------------------------------------------- */

static gi_status new_event(struct gi_shared_event **out_event)
{
    *out_event = calloc(1, sizeof **out_event);
    if (*out_event == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an event of several processes");
    atomic_init(&(*out_event)->refs, 1);
    return GI_OK;
}

gi_status gi_shared_event_create(struct gi_shared_event **out_event)
{
    gi_status status = new_event(out_event);
    int error;

    if (status != GI_OK)
        return status;
    error = gi_host_event_create(&(*out_event)->host);
    if (error == 0)
        return GI_OK;
    free(*out_event);
    *out_event = NULL;
    return gi_fail(GI_OS_ERROR, "event: memory to share with other processes: %s",
                   strerror(-error));
}

gi_status gi_shared_event_import(int borrowed_fd, struct gi_shared_event **out_event)
{
    gi_status status = new_event(out_event);
    int error;

    if (status != GI_OK)
        return status;
    error = gi_host_event_import(&(*out_event)->host, borrowed_fd);
    if (error == 0)
        return GI_OK;
    free(*out_event);
    *out_event = NULL;
    return gi_fail(GI_INVALID_HANDLE, "event: what its process sent cannot be mapped: %s",
                   strerror(-error));
}

void gi_shared_event_ref(struct gi_shared_event *event)
{
    atomic_fetch_add_explicit(&event->refs, 1, memory_order_relaxed);
}

void gi_shared_event_unref(struct gi_shared_event *event)
{
    if (atomic_fetch_sub_explicit(&event->refs, 1, memory_order_acq_rel) != 1)
        return;
    gi_host_event_finish(&event->host);
    gi_secret_forget(&event->secret);
    free(event);
}

gi_status gi_shared_event_export(const struct gi_shared_event *event, int *out_fd)
{
    *out_fd = event->host.fd < 0 ? -1 : fcntl(event->host.fd, F_DUPFD_CLOEXEC, 0);
    if (*out_fd < 0)
        return gi_fail(GI_OS_ERROR, "event export: %s",
                       event->host.fd < 0 ? "it is another process's" : strerror(errno));
    return GI_OK;
}

uint64_t gi_shared_event_newest(const struct gi_shared_event *event)
{
    return gi_host_event_newest(&event->host);
}

/* How often a record tries to have a number before another process has it. */
#define TRIES 10000

/* ---- recording ------------------------------------------------------------------------------ */

/* Has the stream wait for a record, or only until it is done with. It is entered. */
static gi_status add_wait(struct gi_shared_event *event, struct gi_stream *stream, uint64_t number,
                          enum gi_record_wait wait)
{
    struct gi_semaphore *semaphore;
    struct gi_segment *segment;
    gi_status status = gi_semaphore_object_of_record(stream->device->base, event, number,
                                                     wait, &semaphore);

    if (status != GI_OK)
        return status;
    status = gi_stream_new_segment(stream, &segment);
    if (status == GI_OK)
        status = gi_segment_add_semaphore_gate(segment, semaphore, number, 0);
    gi_semaphore_object_unref(semaphore);
    return status;
}

/* A record that took the place of a pending one would make it look done, and waits for it. What it
 * waits for of another process may never end: nobody knows more than what stands in the page. */
static gi_status wait_for_place(struct gi_shared_event *event, struct gi_stream *stream,
                                uint64_t number)
{
    uint64_t before = number - GI_HOST_EVENT_PLACES;

    switch (gi_host_event_room(&event->host, number)) {
    case GI_HOST_EVENT_FREE: break;
    case GI_HOST_EVENT_OURS: return add_wait(event, stream, before, GI_RECORD_OVER);
    case GI_HOST_EVENT_THEIRS: return add_wait(event, stream, before, GI_RECORD_OVER_SOON);
    }
    return GI_OK;
}

/* Makes all that can fail before the number is taken. */
static gi_status prepare(struct gi_shared_event *event, struct gi_stream *stream, uint64_t number,
                         struct gi_segment **out_segment, struct gi_semaphore **out_semaphore)
{
    gi_status status = wait_for_place(event, stream, number);

    *out_semaphore = NULL;
    if (status == GI_OK)
        status = gi_stream_signal_segment(stream, out_segment);
    if (status == GI_OK)
        status = gi_segment_reserve(*out_segment, 1);
    if (status == GI_OK)
        status = gi_semaphore_object_of_record(stream->device->base, event, number,
                                               GI_RECORD_DONE, out_semaphore);
    return status;
}

static gi_status check_page(const struct gi_shared_event *event, int tries)
{
    if (tries < TRIES && gi_host_event_is_believed(&event->host))
        return GI_OK;
    return gi_fail(GI_INVALID_HANDLE, "event of several processes: another process has written to "
                   "it what no record writes, or records without end");
}

/* The stream is entered. */
static gi_status add_record(struct gi_shared_event *event, struct gi_stream *stream,
                            uint64_t *out_number)
{
    struct gi_semaphore *semaphore;
    struct gi_segment *segment;
    gi_status status;
    uint64_t newest;

    for (int tries = 0;; tries++) {      /* until no other process is faster */
        newest = gi_host_event_newest(&event->host);
        status = check_page(event, tries);
        if (status != GI_OK)
            return status;
        if (gi_stream_is_idle(stream) && stream->head == NULL &&
            gi_host_event_room(&event->host, newest + 1) == GI_HOST_EVENT_FREE) {
            if (!gi_host_event_take(&event->host, newest))
                continue;
            *out_number = newest + 1;
            gi_host_event_done(&event->host, *out_number);
            return GI_OK;
        }
        status = prepare(event, stream, newest + 1, &segment, &semaphore);
        if (status != GI_OK)
            return status;
        if (gi_host_event_take(&event->host, newest))
            break;
        gi_semaphore_object_unref(semaphore);
    }
    *out_number = newest + 1;
    status = gi_segment_add_signal(segment, semaphore, newest + 1, true);    /* there is room */
    segment->closed = true;      /* somebody may wait for it: do not wait for an idle queue */
    gi_semaphore_object_unref(semaphore);
    return status;
}

gi_status gi_shared_event_record(struct gi_shared_event *event, struct gi_stream *stream,
                                 uint64_t *out_number, uint64_t *out_seq)
{
    gi_status status = gi_stream_enter_ordered(stream), added;

    *out_number = *out_seq = 0;
    if (status != GI_OK)
        return status;
    added = add_record(event, stream, out_number);
    *out_seq = gi_stream_newest_to_record(stream);
    status = gi_stream_leave(stream);
    if (added != GI_OK)
        status = added;
    if (status != GI_OK && *out_number != 0)
        gi_host_event_fail(&event->host, *out_number);   /* nobody is to be kept waiting */
    return status;
}

/* ---- waiting -------------------------------------------------------------------------------- */

gi_status gi_shared_event_enqueue_wait(struct gi_shared_event *event, struct gi_stream *stream,
                                       uint64_t number)
{
    gi_status status, added;

    if (gi_host_event_state(&event->host, number) == GI_HOST_EVENT_DONE)
        return GI_OK;
    status = gi_stream_enter_ordered(stream);
    if (status != GI_OK)
        return status;
    added = add_wait(event, stream, number, GI_RECORD_DONE);
    status = gi_stream_leave(stream);
    return added != GI_OK ? added : status;
}

gi_status gi_shared_event_failure(const struct gi_shared_event *event, uint64_t number)
{
    return gi_fail(GI_AWAITED_FAILED, "record %llu of an event that processes share, by process "
                   "%d: its work has failed, or the process has ended before it was done",
                   (unsigned long long)number, gi_host_event_recorder(&event->host, number));
}

gi_status gi_shared_event_poll(const struct gi_shared_event *event, uint64_t number)
{
    switch (gi_host_event_look(&event->host, number)) {
    case GI_HOST_EVENT_PENDING: return GI_NOT_READY;
    case GI_HOST_EVENT_DONE: return GI_OK;
    case GI_HOST_EVENT_FAILED: break;
    }
    return gi_shared_event_failure(event, number);
}

gi_status gi_shared_event_wait(const struct gi_shared_event *event, uint64_t number)
{
    int64_t since = gi_now_ns(), until = gi_watchdog_next(since);

    while (gi_host_event_wait(&event->host, number, until) != 0) {
        gi_watchdog_say_event(&event->host, number, since);
        until = gi_watchdog_next(since);
    }
    return gi_shared_event_poll(event, number);
}
