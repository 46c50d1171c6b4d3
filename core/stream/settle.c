#include "settle.h"

#include <inttypes.h>
#include <stdio.h>

#include "active.h"
#include "base/clock.h"
#include "base/process.h"
#include "scheduler.h"
#include "stuck.h"

#define NS_PER_SECOND 1000000000

/* A call that waits for streams, one after the other. */
struct settling {
    struct settling *next, *previous;
    const char *call;
    uint64_t address;
    int64_t since_ns;                    /* 0: the call does not sleep, and is not listed */
    struct gi_stream *stream;            /* the awaited one; the waiting call holds a reference */
    bool named;                          /* the watchdog has named the call with this stream */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* a leaf; guards all below */
static struct settling *first;

static bool is_done(const struct gi_active *active)
{
    return active->seq <= atomic_load_explicit(&active->stream->points.done, memory_order_acquire);
}

/* The call sleeps for the stream from now on. */
static void note_sleep(struct settling *settling, struct gi_stream *stream)
{
    pthread_mutex_lock(&lock);
    if (settling->since_ns == 0) {
        settling->since_ns = gi_now_ns();
        settling->next = first;
        settling->previous = NULL;           /* it may have been listed before */
        if (first != NULL)
            first->previous = settling;
        first = settling;
    }
    settling->stream = stream;
    settling->named = false;
    pthread_mutex_unlock(&lock);
}

static void note_end(struct settling *settling)
{
    if (settling->since_ns == 0)
        return;
    pthread_mutex_lock(&lock);
    if (settling->next != NULL)
        settling->next->previous = settling->previous;
    if (settling->previous != NULL)
        settling->previous->next = settling->next;
    else
        first = settling->next;
    pthread_mutex_unlock(&lock);
    settling->since_ns = 0;
}

/* A sleep that fails does no harm: commands keep the memory that they use. */
static gi_status settle_streams(struct settling *settling, const struct gi_active_list *list)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < list->count; i++)
        gi_stream_need(list->items[i].stream, list->items[i].seq);
    for (size_t i = 0; i < list->count && status == GI_OK; i++) {
        if (is_done(&list->items[i]))
            continue;
        note_sleep(settling, list->items[i].stream);
        status = gi_stream_settle(list->items[i].stream, list->items[i].seq, GI_FOREVER);
    }
    return status;
}

static void settle(struct gi_device *device, const struct gi_stream *legacy,
                   struct settling *settling)
{
    struct gi_active_list list;
    gi_status status = GI_OK;
    bool complete = gi_active_none(device);

    while (!complete && status == GI_OK) {
        gi_active_list_make(device, legacy, &list);
        complete = list.complete;
        status = settle_streams(settling, &list);
        note_end(settling);              /* before the reference to its stream is dropped */
        gi_active_list_finish(&list);
    }
}

static void settle_device(struct gi_device *device, void *settling)
{
    settle(device, NULL, settling);
}

void gi_settle(struct gi_device *device, const char *call, uint64_t address)
{
    struct settling settling = { .call = call, .address = address };

    if (!gi_process_is_leaving())
        settle(device, NULL, &settling);
}

void gi_settle_context(const struct gi_stream *legacy, const char *call, uint64_t address)
{
    struct settling settling = { .call = call, .address = address };

    if (!gi_process_is_leaving())
        settle(legacy->device, legacy, &settling);
}

void gi_settle_all(const char *call, uint64_t address)
{
    struct settling settling = { .call = call, .address = address };

    if (!gi_process_is_leaving())
        gi_device_for_each_open(settle_device, &settling);
}

/* ---- the slow ones -------------------------------------------------------------------------- */

/* Takes a call that must be named, with a reference to its stream; false if there is none. */
static bool take_slow(int64_t now_ns, int64_t limit_ns, struct settling *out)
{
    struct settling *each;

    pthread_mutex_lock(&lock);
    for (each = first; each != NULL; each = each->next)
        if (!each->named && now_ns - each->since_ns >= limit_ns)
            break;
    if (each != NULL) {
        each->named = true;
        *out = *each;
        gi_object_ref(&out->stream->object);
    }
    pthread_mutex_unlock(&lock);
    return each != NULL;
}

void gi_settle_name_slow(int64_t now_ns, int64_t limit_ns, void (*say)(const char *sentence))
{
    char text[400], sentence[580];
    struct settling slow;

    while (take_slow(now_ns, limit_ns, &slow)) {
        struct gi_stream *stream = slow.stream;
        bool has_work;

        pthread_mutex_lock(&stream->lock);
        has_work = stream->head != NULL;
        if (has_work)
            gi_stuck_describe(stream, text, sizeof text);
        pthread_mutex_unlock(&stream->lock);
        if (has_work) {
            snprintf(sentence, sizeof sentence, "watchdog: %s 0x%" PRIx64 " has been waiting for "
                     "%.1f s for stream %" PRIu64 " of device %d, which %s", slow.call,
                     slow.address, (double)(now_ns - slow.since_ns) / NS_PER_SECOND, stream->id,
                     stream->device->ordinal, text);
            say(sentence);
        }
        gi_stream_release(stream);
    }
}
