/* Signals of one timeline, one after the other whatever their ways. Two threads hop on a timeline:
 * the first signals FIRST, the second waits for that and signals the next value. The first one is
 * stopped where its value can be seen while its signal is not over: a driver that writes the value
 * once more at the end would set the timeline back, so nothing may overtake it. All ways of the two
 * signals are tried, and one import and two. The test gets the call that enters the line, so it
 * knows when the second thread stands there. */
#include <sched.h>
#include <string.h>

#include "harness.h"
#include "stream/wait/signal_line.h"

enum { SIZE = 4096, FIRST = 137 };

enum way { BY_HOST, BY_DEVICE, BY_PROGRESS, WAYS };

/* How a signal is made: in an idle stream; behind a fill; behind a wait that was not over. */
static const char *const way_names[] = { "host", "device", "progress" };

struct hopper {
    enum way way;
    gi_handle stream;
    const struct sched_semaphore *semaphore;
    uint64_t value, memory;
    pthread_t thread;
};

static atomic_uint entered, over;

void __wrap_gi_signal_line_enter(void);
void __real_gi_signal_line_enter(void);

void __wrap_gi_signal_line_enter(void)
{
    atomic_fetch_add(&entered, 1);
    __real_gi_signal_line_enter();
}

static void begin(void)
{
    struct sched_setup setup = { 4, CAPS_HOST | CAPS_QUEUE, CAPS_QUEUE, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
}

static struct sched_semaphore make_timeline(uint64_t value)
{
    struct sched_semaphore semaphore;

    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, value);
    return semaphore;
}

static void expect_value(struct sched_semaphore *semaphore, uint64_t value)
{
    uint64_t now = sched_peer_value(semaphore);

    REQUIRE(now == value, "the timeline is at %llu, not at %llu", (unsigned long long)now,
            (unsigned long long)value);
}

/* Two streams on one timeline: how the cases with one thread begin. */
struct pair {
    struct sched_semaphore semaphore;
    gi_handle streams[2];
};

static void begin_pair(struct pair *pair)
{
    begin();
    pair->semaphore = make_timeline(0);
    for (int i = 0; i < 2; i++)
        pair->streams[i] = sched_stream();
}

static void end_pair(struct pair *pair)
{
    for (int i = 0; i < 2; i++)
        OK(gi_stream_destroy(pair->streams[i]));
    sched_semaphore_end(&pair->semaphore);
}

/* The paused queue keeps the stream from being idle. */
static void signal_by(const struct hopper *hopper)
{
    uint32_t queue = sched_queue_of(hopper->stream);

    if (hopper->way == BY_DEVICE) {
        gifake_pause_queue(0, queue);
        OK(gi_fill_async(hopper->memory, 1, 1, SIZE, hopper->stream));
    }
    sched_signal(hopper->stream, hopper->semaphore, hopper->value);
    gifake_resume_queue(0, queue);
}

static void *hop(void *argument)
{
    const struct hopper *hopper = argument;

    if (hopper->way != BY_PROGRESS) {
        sched_wait(hopper->stream, hopper->semaphore, hopper->value - 1);
        signal_by(hopper);
    }
    OK(gi_stream_synchronize(hopper->stream));
    atomic_fetch_add(&over, 1);
    return NULL;
}

static struct sched_semaphore import_again(const struct sched_semaphore *semaphore)
{
    struct sched_semaphore again = *semaphore;
    struct gi_os_handle exported;
    struct gi_external_semaphore_request request = { .type = GI_EXTERNAL_SEMAPHORE_TIMELINE_FD };

    OK(gifake_driver.semaphore->export(semaphore->native, GI_OS_HANDLE_OPAQUE_FD, &exported));
    request.fd = exported.fd;
    OK(gi_external_semaphore_import(&request, &again.handle));
    return again;
}

static unsigned long overtaken(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.overtaken_signals;
}

/* The work of a hopper whose wait is not over: the stream goes on by itself. */
static void enqueue_behind_wait(const struct hopper *hopper)
{
    if (hopper->way != BY_PROGRESS)
        return;
    sched_wait(hopper->stream, hopper->semaphore, hopper->value - 1);
    signal_by(hopper);
}

static void run_pair(struct hopper *first, struct hopper *second, struct sched_semaphore *semaphore)
{
    unsigned before = atomic_load(&entered);

    atomic_store(&over, 0);
    gifake_stop_in(first->way == BY_HOST ? "semaphore.signalled" : "queue.signalled", 1);
    enqueue_behind_wait(first);
    enqueue_behind_wait(second);
    if (first->way == BY_PROGRESS)
        sched_peer_signal(semaphore, first->value - 1);
    REQUIRE(pthread_create(&first->thread, NULL, hop, first) == 0, "no thread");
    REQUIRE(gifake_wait_stopped(), "the first signal, by %s, was not made", way_names[first->way]);
    REQUIRE(pthread_create(&second->thread, NULL, hop, second) == 0, "no thread");
    /* The second one stands in the line, too, or has passed the first one. */
    while (atomic_load(&entered) < before + 2 && atomic_load(&over) == 0)
        sched_yield();
    gifake_go_on();
    pthread_join(first->thread, NULL);
    pthread_join(second->thread, NULL);
}

static void try_pair(enum way first_way, enum way second_way, bool twice)
{
    struct sched_semaphore semaphore, again;
    struct hopper first = { .way = first_way, .value = FIRST },
                  second = { .way = second_way, .value = FIRST + 1 };
    uint64_t memory = sched_memory(2 * SIZE);
    unsigned long before = overtaken();

    semaphore = make_timeline(first_way == BY_PROGRESS ? 0 : FIRST - 1);
    again = twice ? import_again(&semaphore) : semaphore;
    first.semaphore = &semaphore;
    second.semaphore = &again;
    first.stream = sched_stream();
    second.stream = sched_stream();
    first.memory = memory;
    second.memory = memory + SIZE;
    run_pair(&first, &second, &semaphore);
    REQUIRE(overtaken() == before, "the signal by %s has overtaken the one by %s, with %d imports",
            way_names[second_way], way_names[first_way], 1 + twice);
    expect_value(&semaphore, FIRST + 1);
    OK(gi_stream_destroy(first.stream));
    OK(gi_stream_destroy(second.stream));
    if (twice)
        OK(gi_external_semaphore_destroy(again.handle));
    sched_semaphore_end(&semaphore);
    OK(gi_memory_free(memory));
}

SCHED_CASE(no_signal_overtakes_another)
{
    begin();
    for (int i = 0; i < 2 * WAYS * WAYS; i++)
        try_pair((enum way)(i % WAYS), (enum way)(i / WAYS % WAYS), i >= WAYS * WAYS);
    sched_expect_nothing_left();
}

/* The signal of 2 is enqueued first and waits for 1. So the signal of 1, which a queue makes, too,
 * must not be left out. */
SCHED_CASE(a_signal_that_a_later_one_waits_for_is_made)
{
    struct pair pair;
    gi_handle later, earlier;

    begin_pair(&pair);
    later = pair.streams[0];
    earlier = pair.streams[1];
    sched_wait(later, &pair.semaphore, 2);
    sched_signal(later, &pair.semaphore, 3);
    sched_wait(earlier, &pair.semaphore, 1);
    sched_signal(earlier, &pair.semaphore, 2);
    sched_peer_signal(&pair.semaphore, 1);
    OK(gi_stream_synchronize(earlier));
    REQUIRE(sched_peer_value(&pair.semaphore) >= 2, "the signal of 2 was left out");
    OK(gi_stream_synchronize(later));
    expect_value(&pair.semaphore, 3);
    end_pair(&pair);
    sched_expect_nothing_left();
}

/* A queue has a signal of a larger value, and nothing holds it back: the host does not make the
 * smaller one, which could come behind it. */
SCHED_CASE(smaller_signals_are_left_to_what_is_submitted)
{
    struct pair pair;
    gi_handle larger, smaller;
    uint64_t memory;

    begin_pair(&pair);
    memory = sched_memory(SIZE);
    larger = pair.streams[0];
    smaller = pair.streams[1];
    gifake_pause_queue(0, sched_queue_of(larger));
    OK(gi_fill_async(memory, 1, 1, SIZE, larger));
    sched_signal(larger, &pair.semaphore, 9);
    sched_signal(smaller, &pair.semaphore, 5);
    REQUIRE(sched_peer_value(&pair.semaphore) == 0, "the host has signalled");
    gifake_resume_queue(0, sched_queue_of(larger));
    OK(gi_stream_synchronize(larger));
    expect_value(&pair.semaphore, 9);
    end_pair(&pair);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* A signal of a queue that another signal has passed while it was held back is left out. */
SCHED_CASE(late_signals_are_left_out)
{
    struct sched_semaphore gate;
    struct gifake_counts counts;
    gi_handle late, fast;
    struct pair pair;

    begin_pair(&pair);
    gate = make_timeline(0);
    late = pair.streams[0];
    fast = pair.streams[1];
    sched_wait(late, &gate, 1);
    sched_signal(late, &pair.semaphore, 5);
    sched_signal(fast, &pair.semaphore, 9);
    sched_peer_signal(&gate, 1);
    OK(gi_stream_synchronize(late));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.stale_signals == 0, "a queue was given the signal of 5 behind that of 9");
    expect_value(&pair.semaphore, 9);
    end_pair(&pair);
    sched_semaphore_end(&gate);
    sched_expect_nothing_left();
}
