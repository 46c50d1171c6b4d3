/* How the host waits: wait_any, wake, deadlines. */
#include <pthread.h>
#include <stdlib.h>

#include "conformance.h"

/** A value that no case submits. */
#define NEVER (UINT64_C(1) << 20)

static struct gi_wait on_queue(const struct conf_queue *queue, uint64_t value)
{
    return (struct gi_wait){ .queue = queue->queue, .value = value };
}

/** Waits for what does not come; a spurious GI_OK is legal, but not for ever. */
static void expect_timeout(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                           int64_t deadline)
{
    for (int i = 0; i < 1000; i++) {
        gi_status status = conf_wait_any(base, waits, count, deadline);
        if (status == GI_TIMEOUT) {
            CONF_THAT(gi_now_ns() >= deadline, "the wait gave up before its deadline");
            return;
        }
        CONF_OK(status);
    }
    fail_msg("1000 waits for what does not come, and no GI_TIMEOUT");
}

static void reached_value(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    conf_run(&rig, NULL, 0);
    struct gi_wait wait = on_queue(&rig.main, rig.main.value);
    CONF_OK(conf_wait_any(rig.base, &wait, 1, 0));
    CONF_OK(conf_wait_any(rig.base, &wait, 1, GI_FOREVER));
    struct gi_waiter *waiter = conf_waiter(rig.base, GI_WAITER_REACHED);
    CONF_OK(waiter->ops->wait(waiter, &wait, 1, GI_FOREVER));
    conf_waiter_free(waiter);
    wait.value = 0;
    CONF_OK(conf_wait_any(rig.base, &wait, 1, gi_now_ns()));
    conf_close(&rig);
}

static void timeouts(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_wait wait = on_queue(&rig.main, NEVER);
    expect_timeout(rig.base, &wait, 1, 0);
    expect_timeout(rig.base, &wait, 1, gi_now_ns());
    expect_timeout(rig.base, &wait, 1, gi_deadline_ns(1000));
    expect_timeout(rig.base, &wait, 1, gi_deadline_ns(3000000));
    conf_close(&rig);
}

/** One of many waits is satisfied, wherever it stands. */
static void many_queue_waits(void **state)
{
    enum { COUNT = 1000 };
    static struct gi_wait waits[COUNT];
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    for (size_t place = 0; place < COUNT; place += 333) {
        for (size_t i = 0; i < COUNT; i++)
            waits[i] = on_queue(&rig.main, NEVER + i);
        expect_timeout(rig.base, waits, COUNT, gi_now_ns());
        conf_submit(&rig.main, NULL, 0);
        waits[place] = on_queue(&rig.main, rig.main.value);
        uint64_t reached = 0;
        int64_t deadline = conf_patience();
        while (reached < rig.main.value) {
            CONF_OK(conf_wait_any(rig.base, waits, COUNT, deadline));
            CONF_OK(conf_driver->queue->query(rig.main.queue, &reached));
        }
    }
    conf_close(&rig);
}

static void many_semaphore_waits(void **state)
{
    enum { COUNT = 1000 };
    static struct gi_wait waits[COUNT];
    static struct gi_semaphore *sems[COUNT];
    struct conf_rig rig;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL);
    conf_open(&rig);
    for (size_t i = 0; i < COUNT; i++) {
        sems[i] = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
        waits[i] = (struct gi_wait){ .semaphore = sems[i], .value = 1 };
    }
    expect_timeout(rig.base, waits, COUNT, gi_now_ns());
    CONF_OK(conf_driver->semaphore->signal(sems[COUNT - 1], 1));
    CONF_OK(conf_wait_any(rig.base, waits, COUNT, conf_patience()));
    for (size_t i = 0; i < COUNT; i++)
        conf_semaphore_free(sems[i]);
    conf_close(&rig);
}

/* ---- wake -------------------------------------------------------------------------------- */

static void wake_before_wait(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_wait wait = on_queue(&rig.main, NEVER);
    struct gi_waiter *waiter = conf_waiter(rig.base, GI_WAITER_REACHED);
    for (int i = 0; i < 50; i++) {
        waiter->ops->wake(waiter);
        CONF_OK(waiter->ops->wait(waiter, &wait, i % 2, conf_patience()));
    }
    conf_waiter_free(waiter);
    conf_close(&rig);
}

/** A wake is for the waiter that it was given to. */
static void a_wake_is_for_one_waiter(void **state)
{
    struct conf_rig rig;
    gi_status status = GI_OK;

    (void)state;
    conf_open(&rig);
    struct gi_waiter *woken = conf_waiter(rig.base, GI_WAITER_REACHED);
    struct gi_waiter *other = conf_waiter(rig.base, GI_WAITER_REACHED);
    woken->ops->wake(woken);
    for (int i = 0; i < 1000 && status == GI_OK; i++)
        status = other->ops->wait(other, NULL, 0, gi_deadline_ns(100000));
    CONF_STATUS(GI_TIMEOUT, status);
    CONF_OK(woken->ops->wait(woken, NULL, 0, conf_patience()));
    conf_waiter_free(other);
    conf_waiter_free(woken);
    conf_close(&rig);
}

/** A thread that sleeps in a waiter until it has been handed all rounds. */
struct sleeper {
    struct gi_waiter *waiter;
    const struct conf_queue *queue;
    pthread_mutex_t lock;
    pthread_cond_t seen_one;
    int handed, seen, rounds;
    gi_status status;
};

static void *sleep_for_rounds(void *argument)
{
    struct sleeper *sleeper = argument;
    struct gi_wait wait = on_queue(sleeper->queue, NEVER);
    int64_t deadline = conf_patience();

    while (sleeper->status == GI_OK && sleeper->seen < sleeper->rounds) {
        gi_status status = sleeper->waiter->ops->wait(sleeper->waiter, &wait, 1, deadline);
        pthread_mutex_lock(&sleeper->lock);
        sleeper->status = status;
        sleeper->seen = sleeper->handed;
        pthread_cond_signal(&sleeper->seen_one);
        pthread_mutex_unlock(&sleeper->lock);
    }
    return NULL;
}

/** A wake that meets the sleeper at any moment is not lost: each round waits for the last. */
static void no_wake_is_lost(void **state)
{
    struct conf_rig rig;
    struct sleeper sleeper = { .queue = &rig.main, .rounds = 2000, .status = GI_OK };
    pthread_t thread;

    (void)state;
    conf_open(&rig);
    sleeper.waiter = conf_waiter(rig.base, GI_WAITER_REACHED);
    pthread_mutex_init(&sleeper.lock, NULL);
    pthread_cond_init(&sleeper.seen_one, NULL);
    assert_int_equal(pthread_create(&thread, NULL, sleep_for_rounds, &sleeper), 0);
    gi_status status = GI_OK;
    for (int i = 1; i <= sleeper.rounds && status == GI_OK; i++) {
        pthread_mutex_lock(&sleeper.lock);
        sleeper.handed = i;
        pthread_mutex_unlock(&sleeper.lock);
        sleeper.waiter->ops->wake(sleeper.waiter);
        pthread_mutex_lock(&sleeper.lock);
        while (sleeper.seen != i && sleeper.status == GI_OK)
            pthread_cond_wait(&sleeper.seen_one, &sleeper.lock);
        status = sleeper.status;
        pthread_mutex_unlock(&sleeper.lock);
    }
    pthread_join(thread, NULL);
    pthread_cond_destroy(&sleeper.seen_one);
    pthread_mutex_destroy(&sleeper.lock);
    CONF_THAT(sleeper.status == GI_OK, "round %d of %d: %s", sleeper.seen, sleeper.rounds,
              gi_status_name(sleeper.status));
    conf_waiter_free(sleeper.waiter);
    conf_close(&rig);
}

/* ---- until it is submitted ---------------------------------------------------------------- */

enum { TELLS = GI_SEMAPHORE_TELLS_SUBMITTED };

/** Its deadlines, and its own wake: that of a waiter for what is reached is not for it. */
static void submitted_wakes(void **state)
{
    struct conf_rig rig;
    gi_status status = GI_OK;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, TELLS | GI_SEMAPHORE_HOST_SIGNAL);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_wait wait = { .semaphore = sem, .value = 2 };
    struct gi_waiter *reached = conf_waiter(rig.base, GI_WAITER_REACHED);
    struct gi_waiter *submitted = conf_waiter(rig.base, GI_WAITER_SUBMITTED);
    reached->ops->wake(reached);
    CONF_OK(sem->ops->signal(sem, 1));
    for (int i = 0; i < 1000 && status == GI_OK; i++)
        status = submitted->ops->wait(submitted, &wait, 1, gi_deadline_ns(100000));
    CONF_STATUS(GI_TIMEOUT, status);
    for (int i = 0; i < 50; i++) {
        submitted->ops->wake(submitted);
        CONF_OK(submitted->ops->wait(submitted, &wait, i % 2, conf_patience()));
    }
    CONF_OK(reached->ops->wait(reached, NULL, 0, conf_patience()));
    CONF_OK(sem->ops->signal(sem, 2));
    CONF_OK(submitted->ops->wait(submitted, &wait, 1, GI_FOREVER));
    wait.value = 0;
    CONF_OK(submitted->ops->wait(submitted, &wait, 1, GI_FOREVER));
    conf_waiter_free(submitted);
    conf_waiter_free(reached);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** A thread that waits for each value of a semaphore to be submitted. */
struct listener {
    struct gi_waiter *waiter;
    struct gi_semaphore *semaphore;
    uint64_t last;
    gi_status status;
};

static void *listen_for_values(void *argument)
{
    struct listener *listener = argument;
    struct gi_wait wait = { .semaphore = listener->semaphore, .value = 1 };
    int64_t deadline = conf_patience();

    for (; listener->status == GI_OK && wait.value <= listener->last; wait.value++) {
        uint64_t submitted = 0;
        while (listener->status == GI_OK && submitted < wait.value) {
            listener->status = listener->waiter->ops->wait(listener->waiter, &wait, 1, deadline);
            if (listener->status == GI_OK)
                listener->status = wait.semaphore->ops->query_submitted(wait.semaphore,
                                                                        &submitted);
        }
    }
    return NULL;
}

/** Who sleeps until a signal is submitted wakes for each. */
static void no_submission_is_missed(void **state)
{
    enum { ROUNDS = 500 };
    struct conf_rig rig;
    pthread_t thread;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, TELLS | GI_SEMAPHORE_QUEUE_SIGNAL);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_waiter *waiter = conf_waiter(rig.base, GI_WAITER_SUBMITTED);
    struct listener listener = { waiter, sem, ROUNDS, GI_OK };
    assert_int_equal(pthread_create(&thread, NULL, listen_for_values, &listener), 0);
    struct gi_signal signal = { .semaphore = sem };
    struct gi_batch batch = { .signals = &signal, .signal_count = 1 };
    gi_status status = GI_OK;
    for (uint64_t i = 1; i <= ROUNDS && status == GI_OK; i++) {
        batch.value = signal.value = i;
        status = conf_driver->queue->submit(rig.main.queue, &batch);
    }
    rig.main.value = batch.value;
    pthread_join(thread, NULL);
    CONF_OK(status);
    CONF_THAT(listener.status == GI_OK, "%s", gi_status_name(listener.status));
    conf_reach(&rig.main, rig.main.value);
    conf_waiter_free(waiter);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/* ---- many threads ------------------------------------------------------------------------ */

struct waiter {
    pthread_t thread;
    struct conf_rig *rig;
    uint64_t first, step, last;
    gi_status status;
};

static void *wait_for_values(void *argument)
{
    struct waiter *waiter = argument;
    struct gi_queue *queue = waiter->rig->main.queue;
    int64_t deadline = conf_patience();

    for (uint64_t value = waiter->first; value <= waiter->last; value += waiter->step) {
        struct gi_wait wait = { .queue = queue, .value = value };
        uint64_t reached = 0;
        while (waiter->status == GI_OK && reached < value) {
            waiter->status = conf_wait_any(waiter->rig->base, &wait, 1, deadline);
            if (waiter->status == GI_OK)
                waiter->status = conf_driver->queue->query(queue, &reached);
        }
    }
    return NULL;
}

static void many_threads(void **state)
{
    enum { THREADS = 4, BATCHES = 400 };
    struct conf_rig rig;
    struct waiter waiters[THREADS];

    (void)state;
    conf_open(&rig);
    for (uint64_t i = 0; i < THREADS; i++) {
        waiters[i] = (struct waiter){ .rig = &rig, .first = 1 + i, .step = THREADS,
                                      .last = BATCHES, .status = GI_OK };
        assert_int_equal(
            pthread_create(&waiters[i].thread, NULL, wait_for_values, &waiters[i]), 0);
    }
    struct gi_batch batch = { 0 };
    gi_status status = GI_OK;
    for (uint64_t i = 1; i <= BATCHES && status == GI_OK; i++) {
        batch.value = i;
        status = conf_driver->queue->submit(rig.main.queue, &batch);
    }
    rig.main.value = batch.value;
    for (int i = 0; i < THREADS; i++)
        pthread_join(waiters[i].thread, NULL);
    CONF_OK(status);
    for (int i = 0; i < THREADS; i++)
        CONF_THAT(waiters[i].status == GI_OK, "thread %d: %s", i,
                  gi_status_name(waiters[i].status));
    conf_close(&rig);
}

const struct conf_case conf_wait_cases[] = {
    { "wait.reached_value", reached_value },
    { "wait.timeouts", timeouts },
    { "wait.many_queue_waits", many_queue_waits },
    { "wait.many_semaphore_waits", many_semaphore_waits },
    { "wait.wake_before_wait", wake_before_wait },
    { "wait.a_wake_is_for_one_waiter", a_wake_is_for_one_waiter },
    { "wait.no_wake_is_lost", no_wake_is_lost },
    { "wait.submitted_wakes", submitted_wakes },
    { "wait.no_submission_is_missed", no_submission_is_missed },
    { "wait.many_threads", many_threads },
    { NULL, NULL },
};
