#include "watchdog.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "device_state.h"
#include "log.h"
#include "log_listen.h"
#include "log_ring.h"
#include "order.h"
#include "process.h"
#include "shared_event.h"
#include "thread.h"

#define NS_PER_SECOND 1000000000
#define MOST_SECONDS 1000000

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int64_t limit_ns;
static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped;
static bool stopping;

static void describe_event(const struct gi_host_event *event, uint64_t number, char *text,
                           size_t room)
{
    snprintf(text, room, "waits for record %" PRIu64 " of an event that processes share; process "
             "%d recorded it", number, gi_host_event_recorder(event, number));
}

int64_t gi_watchdog_next(int64_t since_ns)
{
    int64_t stuck_ns;

    if (limit_ns == 0)
        return GI_FOREVER;
    stuck_ns = gi_now_ns() - since_ns;
    return since_ns + (stuck_ns < limit_ns ? limit_ns : 2 * stuck_ns);
}

void gi_watchdog_say_event(const struct gi_host_event *event, uint64_t number, int64_t since_ns)
{
    char text[200];

    describe_event(event, number, text, sizeof text);
    fprintf(stderr, "gpuinterop: watchdog: a thread has been stuck for %.1f s: it %s\n",
            (double)(gi_now_ns() - since_ns) / NS_PER_SECOND, text);
}

static void describe_semaphore(const struct gi_gate *gate, char *text, size_t room)
{
    struct gi_host_semaphore *host = gi_semaphore_host(gate->semaphore);
    bool is_binary = gate->semaphore->kind == GI_SEMAPHORE_BINARY;
    uint64_t now = 0;
    int used;

    if (gi_semaphore_event(gate->semaphore) != NULL) {
        describe_event(&gi_semaphore_event(gate->semaphore)->host, gate->value, text, room);
        return;
    }
    if ((gate->semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0)
        (void)!gate->semaphore->ops->query(gate->semaphore, &now);
    if (is_binary)
        used = snprintf(text, room, "waits for binary semaphore %p, which is not signalled",
                        (void *)gate->semaphore);
    else
        used = snprintf(text, room, "waits for timeline semaphore %p to reach %" PRIu64
                        "; it is at %" PRIu64, (void *)gate->semaphore, gate->value, now);
    if (used < 0 || (size_t)used >= room)
        return;
    if (gi_semaphore_is_for_queues(gate->semaphore)) {
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

/* What the stream is stuck at. Its lock is held. */
static void describe(const struct gi_stream *stream, char *text, size_t room)
{
    const struct gi_segment *segment = stream->pending;

    if (stream->head != NULL && stream->head->state == GI_SEGMENT_CALLING) {
        snprintf(text, room, "runs a host function that has not returned");
        return;
    }
    if (segment == NULL || segment->gate_next >= segment->gate_count) {
        snprintf(text, room, "waits for the device to finish batch %" PRIu64 " of queue %u",
                 stream->head->queue_value, stream->lane->queue->index);
        return;
    }
    switch (segment->gates[segment->gate_next].kind) {
    case GI_GATE_SEMAPHORE:
        describe_semaphore(&segment->gates[segment->gate_next], text, room);
        return;
    case GI_GATE_LANE:
        snprintf(text, room, "waits for a binary semaphore of the driver, on a queue of its own; "
                 "whoever exported it, or imported it too, could signal it");
        return;
    case GI_GATE_WORD:
        snprintf(text, room, "waits for the word of %u bytes at %p; whoever reaches that memory "
                 "could write it", segment->gates[segment->gate_next].word->size_bytes,
                 segment->gates[segment->gate_next].word->address);
        return;
    case GI_GATE_POINT:
        snprintf(text, room, "waits for an event of stream %" PRIu64,
                 segment->gates[segment->gate_next].stream->id);
        return;
    }
}

/* Whether the stream has moved on since the last look. Its lock is held. */
static bool has_moved(struct gi_stream *stream)
{
    uint64_t seq = stream->head->seq;
    size_t gate = stream->pending != NULL ? stream->pending->gate_next : 0;
    bool moved = stream->stuck_seq != seq || stream->stuck_gate != gate;

    stream->stuck_seq = seq;
    stream->stuck_gate = gate;
    return moved;
}

static void look_at_stream(struct gi_stream *stream, int64_t now)
{
    char text[300], line[420];

    pthread_mutex_lock(&stream->lock);
    if (stream->head == NULL) {
        stream->stuck_seq = 0;
    } else if (has_moved(stream)) {
        stream->stuck_since_ns = now;
        stream->stuck_next_ns = now + limit_ns;
    } else if (now >= stream->stuck_next_ns) {
        describe(stream, text, sizeof text);
        snprintf(line, sizeof line, "watchdog: stream %" PRIu64 " of device %d has been stuck for "
                 "%.1f s: it %s", stream->id, stream->device->ordinal,
                 (double)(now - stream->stuck_since_ns) / NS_PER_SECOND, text);
        fprintf(stderr, "gpuinterop: %s\n", line);
        gi_log_keep(true, line);
        stream->stuck_next_ns = gi_watchdog_next(stream->stuck_since_ns);
    }
    pthread_mutex_unlock(&stream->lock);
}

static void look_at_device(struct gi_device *device, void *now)
{
    struct gi_stream *streams[256];
    size_t count = 0;

    pthread_mutex_lock(&device->active_lock);
    for (struct gi_stream *stream = device->active; stream != NULL && count < 256;
         stream = stream->active_next) {
        gi_object_ref(&stream->object);
        streams[count++] = stream;
    }
    pthread_mutex_unlock(&device->active_lock);
    while (count > 0) {
        look_at_stream(streams[--count], *(int64_t *)now);
        gi_stream_release(streams[count]);
    }
}

/* A quarter of the limit between looks; false once the process exits. */
static bool sleep_between(void)
{
    int64_t until = gi_now_ns() + limit_ns / 4;
    struct timespec deadline = { until / NS_PER_SECOND, until % NS_PER_SECOND };

    pthread_mutex_lock(&lock);
    while (!stopping && pthread_cond_timedwait(&stopped, &lock, &deadline) == 0)
        ;
    pthread_mutex_unlock(&lock);
    return !stopping;
}

static void *watch(void *unused)
{
    (void)unused;
    while (sleep_between()) {
        int64_t now = gi_now_ns();

        gi_device_for_each_open(look_at_device, &now);
        gi_process_enter_host_function();        /* a program's callback must not wait for us */
        gi_log_deliver();
        gi_process_leave_host_function();
    }
    return NULL;
}

static void stop(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_signal(&stopped);
    pthread_mutex_unlock(&lock);
    gi_thread_join(thread);
}

/* The seconds that the environment asks for; 0: none. A program may have set a locale in which
 * numbers are written with a comma; the environment is read without. */
static double seconds_from_environment(void)
{
    const char *text = getenv("GPUINTEROP_WATCHDOG");
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    char *end = NULL;
    double seconds;

    if (text == NULL || text[0] == '\0' || plain == (locale_t)0) {
        if (plain != (locale_t)0)
            freelocale(plain);
        return 0;
    }
    seconds = strtod_l(text, &end, plain);
    freelocale(plain);
    if (end != text && *end == '\0' && seconds >= 0 && seconds < MOST_SECONDS)
        return seconds;
    gi_log(GI_LOG_ALWAYS, "GPUINTEROP_WATCHDOG is \"%s\"; right would be a number of seconds below "
           "%d, as in 5 or 0.5, or 0 for none", text, MOST_SECONDS);
    return 0;
}

static void begin(void)
{
    double seconds = seconds_from_environment();
    pthread_condattr_t attributes;

    if (seconds == 0)
        return;
    limit_ns = (int64_t)(seconds * NS_PER_SECOND);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&stopped, &attributes);
    pthread_condattr_destroy(&attributes);
    if (gi_thread_start(&thread, "gi-watchdog", watch, NULL) == GI_OK)
        gi_process_at_exit(stop, NULL);
}

void gi_watchdog_begin(void)
{
    pthread_once(&once, begin);
}
