#include "watchdog.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "active.h"
#include "base/clock.h"
#include "queue/device_state.h"
#include "base/log.h"
#include "base/log_listen.h"
#include "base/log_ring.h"
#include "base/process.h"
#include "base/seconds.h"
#include "settle.h"
#include "stuck.h"
#include "base/ticker.h"
#include "base/uncancelled.h"

#define NS_PER_SECOND 1000000000
#define SECONDS_WITH_LOG 10

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int64_t limit_ns;
static struct gi_ticker ticker;

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
    GI_UNCANCELLED;
    char text[200];

    gi_stuck_describe_event(event, number, text, sizeof text);
    fprintf(stderr, "gpuinterop: watchdog: a thread has been stuck for %.1f s: it %s\n",
            (double)(gi_now_ns() - since_ns) / NS_PER_SECOND, text);
}

static void say_line(const char *line)
{
    GI_UNCANCELLED;

    fprintf(stderr, "gpuinterop: %s\n", line);
    gi_log_keep(true, line);
}

void gi_watchdog_say_call(const char *text, int64_t since_ns)
{
    char line[420];

    snprintf(line, sizeof line, "watchdog: a thread has been stuck for %.1f s: %s",
             (double)(gi_now_ns() - since_ns) / NS_PER_SECOND, text);
    say_line(line);
}

/* Whether the stream has progressed since the last look. Its lock is held. */
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
    char name[80], text[400], line[560];

    pthread_mutex_lock(&stream->lock);
    if (stream->head == NULL) {
        stream->stuck_seq = 0;
    } else if (has_moved(stream)) {
        stream->stuck_since_ns = now;
        stream->stuck_next_ns = now + limit_ns;
    } else if (now >= stream->stuck_next_ns) {
        gi_stuck_describe(stream, text, sizeof text);
        gi_stuck_name_stream(stream, name, sizeof name);
        snprintf(line, sizeof line, "watchdog: %s of device %d has been stuck for %.1f s: it %s",
                 name, stream->device->ordinal,
                 (double)(now - stream->stuck_since_ns) / NS_PER_SECOND, text);
        say_line(line);
        stream->stuck_next_ns = gi_watchdog_next(stream->stuck_since_ns);
    }
    pthread_mutex_unlock(&stream->lock);
}

static void look_at_device(struct gi_device *device, void *now)
{
    struct gi_active_list list;

    gi_active_list_make(device, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        look_at_stream(list.items[i].stream, *(int64_t *)now);
    gi_active_list_finish(&list);
}

static void watch(void)
{
    int64_t now = gi_now_ns();

    gi_device_for_each_open(look_at_device, &now);
    gi_settle_name_slow(now, limit_ns, say_line);
    gi_process_enter_host_function();            /* exit must not wait for the program's callback */
    gi_log_deliver();
    gi_process_leave_host_function();
}

/* Without the variable a program that logs what is slow has a watchdog, too. */
static double seconds_to_wait(void)
{
    const char *text = getenv("GPUINTEROP_WATCHDOG");

    if (text == NULL || text[0] == '\0')
        return gi_log_enabled(GI_LOG_INFO) ? SECONDS_WITH_LOG : 0;
    return gi_seconds_from_environment("GPUINTEROP_WATCHDOG");
}

static void start_ticker(void)
{
    double seconds = seconds_to_wait();

    if (seconds == 0)
        return;
    limit_ns = (int64_t)(seconds * NS_PER_SECOND);
    gi_ticker_start(&ticker, "gi-watchdog", limit_ns / 4, watch);
}

void gi_watchdog_begin(void)
{
    pthread_once(&once, start_ticker);
}
