/* The core on the driver on the emulated card: what an enqueue costs, and binary semaphores whose
 * next signal comes while a stream has not come to the wait for the one before. Another program is
 * played by the driver itself, on a device of its own. Skipped where the card is not preloaded. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../copies.h"
#include "share/external_semaphore.h"
#include "base/handle.h"
#include "pools/memory.h"
#include "on_card.h"
#include "stream/stream.h"

enum { OPAQUE_FD = 1, TIMELINE_FD = 9 };

/* Numbers of calls. */
enum { SUBMIT = 0x44, WAIT = 0xca, QUERY = 0xcb };

static uint64_t calls_of(const struct gicard_counters *before,
                         const struct gicard_counters *after, int number)
{
    return after->ioctl_by_number[number] - before->ioctl_by_number[number];
}

/** A semaphore of the other program, and what the library calls it. */
struct shared_semaphore {
    struct gi_semaphore *theirs;
    gi_handle ours;
};

static struct shared_semaphore share(struct conf_rig *them, enum gi_semaphore_kind kind)
{
    struct shared_semaphore shared = { .theirs = conf_semaphore(them->base, kind, 0) };
    struct gi_external_semaphore_request request = {
        .type = kind == GI_SEMAPHORE_BINARY ? OPAQUE_FD : TIMELINE_FD };
    struct gi_os_handle handle = { GI_OS_HANDLE_OPAQUE_FD, -1 };

    CONF_OK(shared.theirs->ops->export(shared.theirs, GI_OS_HANDLE_OPAQUE_FD, &handle));
    request.fd = handle.fd;
    CONF_OK(gi_external_semaphore_import(&request, &shared.ours));
    return shared;
}

static void stop_sharing(struct shared_semaphore *shared)
{
    CONF_OK(gi_external_semaphore_destroy(shared->ours));
    conf_semaphore_free(shared->theirs);
}

static void they_signal(struct conf_rig *them, struct shared_semaphore *shared, uint64_t value)
{
    struct gi_signal signal = { .semaphore = shared->theirs, .value = value };

    conf_submit_batch(&them->main, (struct gi_batch){ .signals = &signal, .signal_count = 1 });
}

static void we_wait(gi_handle stream, const struct shared_semaphore *shared, uint64_t value)
{
    struct gi_external_semaphore_item item = { shared->ours, value, 0, true };

    CONF_OK(gi_external_semaphores_wait(&item, 1, stream));
}

/** Waits for the stream, but not for ever. */
static void finish(gi_handle stream)
{
    const struct timespec pause = { 0, 100000 };
    int64_t deadline = conf_patience();
    gi_status status;

    while ((status = gi_stream_query(stream)) == GI_NOT_READY) {
        CONF_THAT(gi_now_ns() < deadline, "the stream does not go on");
        nanosleep(&pause, NULL);
    }
    CONF_OK(status);
}

/* ---- cases --------------------------------------------------------------------------------- */

/** While the device works for a stream, the stream takes copies without a call of the kernel. How
 *  long the device works is told to the card; a round in which it was done too early is no proof,
 *  and a longer one follows. */
static void an_enqueue_is_no_call(void **state)
{
    enum { COPIES = 200, SIZE = 4096, LONGEST_MS = 2000 };
    gi_handle stream;
    uint64_t from, to;
    bool proved = false;
    char delay[32];

    (void)state;
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    CONF_OK(gi_memory_alloc(SIZE, &from));
    CONF_OK(gi_memory_alloc(COPIES * SIZE, &to));
    for (unsigned ms = 5; !proved && ms <= LONGEST_MS; ms *= 2) {
        snprintf(delay, sizeof delay, "delay=%ums", ms);
        card_configure(delay);
        CONF_OK(gi_copy_async(to, from, SIZE, GI_COPY_DEVICE_TO_DEVICE, stream));
        struct gicard_counters before = card_counters();
        for (uint64_t i = 1; i < COPIES; i++)
            CONF_OK(gi_copy_async(to + i * SIZE, from, SIZE, GI_COPY_DEVICE_TO_DEVICE, stream));
        struct gicard_counters after = card_counters();
        proved = after.jobs == before.jobs;
        /* The progress thread may go to sleep, and somebody asks, seldom, if work was dropped. */
        uint64_t others = calls_of(&before, &after, QUERY) + calls_of(&before, &after, WAIT);
        if (proved) {
            assert_int_equal(after.ioctls - before.ioctls, others);
            assert_true(others < COPIES / 10);
        }
        CONF_OK(gi_stream_synchronize(stream));
        if (proved)
            assert_int_equal(card_counters().ioctl_by_number[SUBMIT],
                             before.ioctl_by_number[SUBMIT] + 1);
    }
    card_configure("delay=20us");
    assert_true(proved);
    CONF_OK(gi_memory_free(to));
    CONF_OK(gi_memory_free(from));
    CONF_OK(gi_stream_destroy(stream));
}

/** Sleeps until somebody has gone to sleep in the kernel since. */
static void await_sleeper(const struct gicard_counters *before)
{
    struct gicard_counters now;

    do {
        sched_yield();
        now = card_counters();
    } while (now.ioctl_by_number[WAIT] == before->ioctl_by_number[WAIT]);
}

/** A stream that stands at a semaphore takes work, and more waits, without a call of the kernel;
 *  asked, it looks. */
static void an_enqueue_into_a_blocked_stream_is_no_call(void **state)
{
    enum { COPIES = 200, SIZE = 4096 };
    struct conf_rig them;
    gi_handle stream;
    uint64_t from, to;

    (void)state;
    conf_open(&them);
    struct shared_semaphore line = share(&them, GI_SEMAPHORE_TIMELINE);
    struct shared_semaphore other = share(&them, GI_SEMAPHORE_TIMELINE);
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    CONF_OK(gi_memory_alloc(SIZE, &from));
    CONF_OK(gi_memory_alloc(SIZE, &to));
    CONF_OK(gi_stream_synchronize(stream));
    struct gicard_counters before = card_counters();
    we_wait(stream, &line, 1);
    await_sleeper(&before);
    before = card_counters();
    for (uint64_t i = 0; i < COPIES; i++) {
        CONF_OK(gi_copy_async(to, from, SIZE, GI_COPY_DEVICE_TO_DEVICE, stream));
        if (i % 50 == 0)
            we_wait(stream, &other, 1);
    }
    assert_int_equal(card_counters().ioctls - before.ioctls, 0);
    CONF_STATUS(GI_NOT_READY, gi_stream_query(stream));
    assert_int_not_equal(card_counters().ioctls - before.ioctls, 0);
    they_signal(&them, &other, 1);
    they_signal(&them, &line, 1);
    finish(stream);
    CONF_OK(gi_memory_free(to));
    CONF_OK(gi_memory_free(from));
    CONF_OK(gi_stream_destroy(stream));
    stop_sharing(&other);
    stop_sharing(&line);
    conf_close(&them);
}

/** The other program signals, we enqueue the wait, and it signals again at once, as it may: the
 *  second signal is for the second wait. */
static void the_next_signal_is_not_taken(void **state)
{
    struct conf_rig them;
    gi_handle stream;

    (void)state;
    conf_open(&them);
    struct shared_semaphore gate = share(&them, GI_SEMAPHORE_TIMELINE);
    struct shared_semaphore turn = share(&them, GI_SEMAPHORE_BINARY);
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    for (uint64_t round = 1; round <= 10; round++) {
        we_wait(stream, &gate, round);
        they_signal(&them, &turn, 0);
        we_wait(stream, &turn, 0);
        they_signal(&them, &turn, 0);
        if (round % 2 == 0)
            we_wait(stream, &turn, 0);
        they_signal(&them, &gate, round);
        if (round % 2 != 0)
            we_wait(stream, &turn, 0);
        finish(stream);
    }
    conf_reach(&them.main, them.main.value);
    CONF_OK(gi_stream_destroy(stream));
    stop_sharing(&turn);
    stop_sharing(&gate);
    conf_close(&them);
}

/** Waits that come before their signals, of both kinds. */
static void waits_come_first(void **state)
{
    struct conf_rig them;
    gi_handle stream;

    (void)state;
    conf_open(&them);
    struct shared_semaphore line = share(&them, GI_SEMAPHORE_TIMELINE);
    struct shared_semaphore turn = share(&them, GI_SEMAPHORE_BINARY);
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    for (uint64_t round = 1; round <= 20; round++) {
        we_wait(stream, &turn, 0);
        we_wait(stream, &line, round);
        they_signal(&them, &line, round);
        CONF_STATUS(GI_NOT_READY, gi_stream_query(stream));
        they_signal(&them, &turn, 0);
        finish(stream);
    }
    CONF_OK(gi_stream_destroy(stream));
    stop_sharing(&turn);
    stop_sharing(&line);
    conf_close(&them);
}

/** A wait that came before its signal gets it, also if another one is enqueued meanwhile. */
static void the_older_wait_goes_first(void **state)
{
    struct conf_rig them;
    gi_handle first, second;

    (void)state;
    conf_open(&them);
    struct shared_semaphore turn = share(&them, GI_SEMAPHORE_BINARY);
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &first));
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &second));
    for (int round = 0; round < 20; round++) {
        we_wait(first, &turn, 0);
        they_signal(&them, &turn, 0);
        finish(first);
        we_wait(second, &turn, 0);
        they_signal(&them, &turn, 0);
        finish(second);
    }
    CONF_OK(gi_stream_destroy(second));
    CONF_OK(gi_stream_destroy(first));
    stop_sharing(&turn);
    conf_close(&them);
}

/** Sleeps until so many batches were submitted in all since. */
static void await_submits(const struct gicard_counters *before, uint64_t count)
{
    int64_t deadline = conf_patience();

    while (card_counters().ioctl_by_number[SUBMIT] - before->ioctl_by_number[SUBMIT] < count) {
        CONF_THAT(gi_now_ns() < deadline, "%" PRIu64 " batches instead of %" PRIu64,
                  card_counters().ioctl_by_number[SUBMIT] - before->ioctl_by_number[SUBMIT],
                  count);
        sched_yield();
    }
}

/** The card does no work while the other program submits its signal; our batch, which waits for it,
 *  is with the kernel all the same, whether the wait came first or the signal. */
static void follow_a_pending_signal(enum gi_semaphore_kind kind, bool signal_first)
{
    enum { SIZE = 4096 };
    struct conf_rig them;
    gi_handle stream;
    uint64_t memory, reached;

    conf_open(&them);
    struct shared_semaphore turn = share(&them, kind);
    CONF_OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    CONF_OK(gi_memory_alloc(SIZE, &memory));
    for (uint64_t round = 1; round <= 5; round++) {
        card_configure("hold=3");
        struct gicard_counters before = card_counters();
        if (signal_first)
            they_signal(&them, &turn, round);
        we_wait(stream, &turn, round);
        CONF_OK(gi_fill_async(memory, (uint32_t)round, 1, SIZE, stream));
        CONF_STATUS(GI_NOT_READY, gi_stream_query(stream));
        if (!signal_first) {
            assert_int_equal(card_counters().ioctl_by_number[SUBMIT],
                             before.ioctl_by_number[SUBMIT]);
            they_signal(&them, &turn, round);
        }
        await_submits(&before, signal_first ? 3 : 2);    /* a wait that can go goes at once */
        CONF_OK(conf_driver->queue->query(them.main.queue, &reached));
        assert_true(reached < them.main.value);
        CONF_STATUS(GI_NOT_READY, gi_stream_query(stream));
        card_configure("hold=0");
        finish(stream);
    }
    conf_reach(&them.main, them.main.value);
    CONF_OK(gi_memory_free(memory));
    CONF_OK(gi_stream_destroy(stream));
    stop_sharing(&turn);
    conf_close(&them);
}

static void a_pending_signal_is_followed(void **state)
{
    (void)state;
    follow_a_pending_signal(GI_SEMAPHORE_TIMELINE, true);
    follow_a_pending_signal(GI_SEMAPHORE_BINARY, true);
}

static void a_late_signal_is_followed(void **state)
{
    (void)state;
    follow_a_pending_signal(GI_SEMAPHORE_TIMELINE, false);
    follow_a_pending_signal(GI_SEMAPHORE_BINARY, false);
}

/* ---- all ----------------------------------------------------------------------------------- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_enqueue_is_no_call),
        cmocka_unit_test(an_enqueue_into_a_blocked_stream_is_no_call),
        cmocka_unit_test(the_next_signal_is_not_taken),
        cmocka_unit_test(waits_come_first),
        cmocka_unit_test(the_older_wait_goes_first),
        cmocka_unit_test(a_pending_signal_is_followed),
        cmocka_unit_test(a_late_signal_is_followed),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("streams on the card", tests, on_card_find, NULL);
}
