#include "time_limit.h"

#include "active.h"
#include "base/clock.h"
#include "base/ticker.h"
#include "scheduler.h"
#include "unfinished.h"

#define NS_PER_SECOND 1000000000

/* The time between two looks is an eighth of the limit, within these. */
#define LEAST_INTERVAL_NS INT64_C(2000000)
#define MOST_INTERVAL_NS INT64_C(250000000)

/* A look that comes later than after so many intervals was held up with the process. */
enum { MOST_INTERVALS = 4 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct gi_ticker ticker;

int64_t gi_run_clock_look(struct gi_run_clock *clock, uint64_t seq, int64_t now_ns,
                          int64_t most_ns)
{
    int64_t step_ns = now_ns - clock->last_ns;

    if (clock->seq != seq || seq == 0)
        *clock = (struct gi_run_clock){ .seq = seq };
    else
        clock->ran_ns += step_ns < most_ns ? step_ns : most_ns;
    clock->last_ns = now_ns;
    return clock->ran_ns;
}

static void say_overdue(const struct gi_stream *stream, const struct gi_segment *batch,
                        int64_t ran_ns, char *text, size_t room)
{
    char launch[260];

    gi_unfinished_describe(batch->launches[0].kernel, batch->launches[0].groups, launch,
                           sizeof launch);
    text[0] = '\0';
    gi_append(text, room, "%s, has run for %.1f s, and GPUINTEROP_KERNEL_SECONDS is %g: device %d "
              "is given up; reset it, or start the process anew. GPUINTEROP_CHECK=memory shows "
              "whether the kernel uses an address that is nobody's", launch,
              (double)ran_ns / NS_PER_SECOND, (double)gi_kernel_limit_ns() / NS_PER_SECOND,
              stream->device->ordinal);
}

/* Whether the stream's batch has run for too long. A batch that waits by itself is not timed. */
static bool is_overdue(struct gi_stream *stream, int64_t now_ns, char *text, size_t room)
{
    const struct gi_segment *batch;
    int64_t limit_ns = gi_kernel_limit_ns(), ran_ns;

    pthread_mutex_lock(&stream->lock);
    batch = gi_unfinished_batch(stream);
    if (batch != NULL && batch->wait_count > 0)
        batch = NULL;
    ran_ns = gi_run_clock_look(&stream->run_clock, batch != NULL ? batch->seq : 0, now_ns,
                               MOST_INTERVALS * ticker.interval_ns);
    if (ran_ns > limit_ns)
        say_overdue(stream, batch, ran_ns, text, room);
    pthread_mutex_unlock(&stream->lock);
    return ran_ns > limit_ns;
}

static void look_at_device(struct gi_device *device, void *now_ns)
{
    struct gi_active_list list;
    bool is_over = false;
    char why[500];

    if (gi_device_is_lost(device))
        return;
    gi_active_list_make(device, NULL, &list);
    for (size_t i = 0; i < list.count && !is_over; i++)
        is_over = is_overdue(list.items[i].stream, *(int64_t *)now_ns, why, sizeof why);
    gi_active_list_finish(&list);
    if (is_over)
        gi_device_give_up(device, why);
}

void gi_time_limit_look(int64_t now_ns)
{
    gi_device_for_each_open(look_at_device, &now_ns);
}

static void look_now(void)
{
    gi_time_limit_look(gi_now_ns());
}

static void start_ticker(void)
{
    int64_t interval_ns = gi_kernel_limit_ns() / 8;

    if (!gi_time_limit_is_set())
        return;
    if (interval_ns < LEAST_INTERVAL_NS)
        interval_ns = LEAST_INTERVAL_NS;
    if (interval_ns > MOST_INTERVAL_NS)
        interval_ns = MOST_INTERVAL_NS;
    gi_ticker_start(&ticker, "gi-time-limit", interval_ns, look_now);
}

void gi_time_limit_begin(void)
{
    pthread_once(&once, start_ticker);
}
