/* Semaphores that programs share. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance.h"

enum {
    HOST = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL,
    QUEUE = GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL
};

static uint64_t value_of(struct gi_semaphore *sem)
{
    uint64_t value = UINT64_MAX;

    CONF_OK(sem->ops->query(sem, &value));
    return value;
}

static struct gi_os_handle export(struct gi_semaphore *sem)
{
    struct gi_os_handle handle = { GI_OS_HANDLE_OPAQUE_FD, -1 };

    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_OPAQUE_FD, &handle));
    CONF_THAT(handle.fd >= 0, "export gave fd %d", handle.fd);
    return handle;
}

static struct gi_semaphore *import(struct gi_device_base *base, enum gi_semaphore_kind kind,
                                   const struct gi_os_handle *handle)
{
    struct gi_semaphore *sem = conf_semaphore_blank(base, kind);
    struct conf_fd_state before = conf_fd_state(handle->fd);

    CONF_OK(sem->ops->import(sem, handle));
    conf_fd_untouched("an import that succeeds", handle->fd, before);
    return sem;
}

/** Submits commands that wait for one semaphore and signal another; either may be NULL. */
static void submit_between(struct conf_queue *queue, struct gi_semaphore *wait_for,
                           uint64_t wait_value, const struct gi_command *commands, size_t count,
                           struct gi_semaphore *then_signal, uint64_t signal_value)
{
    struct gi_wait wait = { .semaphore = wait_for, .value = wait_value };
    struct gi_signal signal = { .semaphore = then_signal, .value = signal_value };

    conf_submit_batch(queue, (struct gi_batch){
        .commands = commands, .command_count = count,
        .waits = &wait, .wait_count = wait_for != NULL,
        .signals = &signal, .signal_count = then_signal != NULL,
    });
}

/* ---- from the host ----------------------------------------------------------------------- */

static void timeline_from_host(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, HOST);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 5);
    assert_int_equal(value_of(sem), 5);
    CONF_OK(sem->ops->signal(sem, 6));
    assert_int_equal(value_of(sem), 6);
    CONF_OK(sem->ops->signal(sem, UINT64_C(1) << 30));
    assert_int_equal(value_of(sem), UINT64_C(1) << 30);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

static void timeline_must_grow(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, HOST);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 5);
    CONF_STATUS(GI_INVALID_VALUE, sem->ops->signal(sem, 5));
    CONF_STATUS(GI_INVALID_VALUE, sem->ops->signal(sem, 4));
    CONF_STATUS(GI_INVALID_VALUE, sem->ops->signal(sem, 0));
    CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
    assert_int_equal(value_of(sem), 5);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

static void binary_from_host(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_BINARY, HOST);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    struct gi_wait wait = { .semaphore = sem };
    for (int round = 0; round < 3; round++) {
        assert_int_equal(value_of(sem), 0);
        CONF_STATUS(GI_NOT_READY, sem->ops->try_consume(sem));
        CONF_OK(sem->ops->signal(sem, 0));
        CONF_OK(conf_wait_any(rig.base, &wait, 1, conf_patience()));
        assert_int_equal(value_of(sem), 1);
        CONF_OK(sem->ops->try_consume(sem));
    }
    conf_semaphore_free(sem);
    conf_close(&rig);
}

struct signaller {
    struct gi_semaphore *sem;
    uint64_t last;
    gi_status status;
};

static void *signal_values(void *argument)
{
    struct signaller *signaller = argument;

    for (uint64_t value = 1; value <= signaller->last && signaller->status == GI_OK; value++)
        signaller->status = signaller->sem->ops->signal(signaller->sem, value);
    return NULL;
}

/** A thread signals while the case waits: no value is missed. */
static void host_wait_meets_signals(void **state)
{
    enum { LAST = 1000 };
    struct conf_rig rig;
    pthread_t thread;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, HOST);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct signaller signaller = { .sem = sem, .last = LAST, .status = GI_OK };
    gi_status status = GI_OK;
    int64_t deadline = conf_patience();
    uint64_t reached = 0;
    assert_int_equal(pthread_create(&thread, NULL, signal_values, &signaller), 0);
    for (uint64_t value = 1; value <= LAST && status == GI_OK; value = reached + 1) {
        struct gi_wait wait = { .semaphore = sem, .value = value };
        status = conf_wait_any(rig.base, &wait, 1, deadline);
        if (status == GI_OK)
            status = sem->ops->query(sem, &reached);
    }
    pthread_join(thread, NULL);
    CONF_OK(status);
    CONF_OK(signaller.status);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/* ---- by queues --------------------------------------------------------------------------- */

static void queue_signals_host(void **state)
{
    struct conf_rig rig;
    enum { SIZE = 1 << 16 };

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_memory *mem = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    memset(mem->host_address, 0, SIZE);
    for (uint32_t i = 1; i <= 20; i++) {
        struct gi_command fill = conf_fill(mem, 0, SIZE, i, 1);
        struct gi_wait wait = { .semaphore = sem, .value = i };
        int64_t deadline = conf_patience();
        submit_between(&rig.main, NULL, 0, &fill, 1, sem, i);
        while (value_of(sem) < i)
            CONF_OK(conf_wait_any(rig.base, &wait, 1, deadline));
        const uint8_t *bytes = mem->host_address;
        CONF_THAT(bytes[0] == i && bytes[SIZE - 1] == i, "the fill is not done at its signal");
    }
    conf_reach(&rig.main, rig.main.value);
    conf_memory_free(mem);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** The wait is submitted, and seen not to pass, before the host signals. */
static void wait_ahead_of_host(void **state)
{
    struct conf_rig rig;
    uint64_t value = 0;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, GI_SEMAPHORE_HOST_SIGNAL | GI_SEMAPHORE_QUEUE_WAIT
                         | GI_SEMAPHORE_WAIT_AHEAD);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    for (uint64_t i = 1; i <= 20; i++) {
        submit_between(&rig.main, sem, i, NULL, 0, NULL, 0);
        CONF_OK(conf_driver->queue->query(rig.main.queue, &value));
        CONF_THAT(value < rig.main.value, "the queue did not wait");
        CONF_OK(sem->ops->signal(sem, i));
        conf_reach(&rig.main, rig.main.value);
    }
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** Two devices hand a buffer to each other; who waits is submitted first if the kind allows. */
static void hand_over(enum gi_semaphore_kind kind, bool ahead)
{
    enum { ROUNDS = 50, SIZE = 40000 };
    struct conf_rig one, two;
    static uint8_t expected[SIZE], got[SIZE];
    struct gi_os_handle memory_fd;

    conf_open(&one);
    conf_open(&two);
    struct gi_semaphore *there = conf_semaphore(one.base, kind, 0);
    struct gi_semaphore *back = conf_semaphore(one.base, kind, 0);
    struct gi_os_handle there_fd = export(there), back_fd = export(back);
    struct gi_semaphore *their_there = import(two.base, kind, &there_fd);
    struct gi_semaphore *their_back = import(two.base, kind, &back_fd);
    struct gi_memory *mem = conf_memory_shared(one.base, SIZE, &memory_fd);
    struct gi_memory *twin = conf_memory_blank(two.base);
    CONF_OK(twin->ops->import(twin, &memory_fd, SIZE, false));
    struct gi_memory *seen = conf_memory(two.base, SIZE, GI_MEMORY_HOST);

    for (uint32_t i = 1; i <= ROUNDS; i++) {
        struct gi_command fill = conf_fill(mem, 0, SIZE, i, 4);
        struct gi_command copy = conf_copy(seen, 0, twin, 0, SIZE);
        if (ahead)
            submit_between(&two.main, their_there, i, &copy, 1, their_back, i);
        submit_between(&one.main, NULL, 0, &fill, 1, there, i);
        if (!ahead)
            submit_between(&two.main, their_there, i, &copy, 1, their_back, i);
        submit_between(&one.main, back, i, NULL, 0, NULL, 0);
        conf_reach(&one.main, one.main.value);
        for (size_t k = 0; k < SIZE; k++)
            expected[k] = (uint8_t)(i >> 8 * (k % 4));
        memcpy(got, seen->host_address, SIZE);
        conf_same("what crossed", got, expected, SIZE);
    }
    conf_reach(&two.main, two.main.value);
    conf_memory_free(seen);
    conf_memory_free(twin);
    conf_memory_free(mem);
    conf_semaphore_free(their_back);
    conf_semaphore_free(their_there);
    conf_semaphore_free(back);
    conf_semaphore_free(there);
    close(memory_fd.fd);
    close(back_fd.fd);
    close(there_fd.fd);
    conf_close(&two);
    conf_close(&one);
}

static void timeline_hand_over(void **state)
{
    (void)state;
    conf_need_shared_memory();
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, QUEUE);
    hand_over(GI_SEMAPHORE_TIMELINE, false);
}

static void binary_hand_over(void **state)
{
    (void)state;
    conf_need_shared_memory();
    conf_need_semaphores(GI_SEMAPHORE_BINARY, QUEUE);
    hand_over(GI_SEMAPHORE_BINARY, false);
}

static void timeline_hand_over_ahead(void **state)
{
    (void)state;
    conf_need_shared_memory();
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, QUEUE | GI_SEMAPHORE_WAIT_AHEAD);
    hand_over(GI_SEMAPHORE_TIMELINE, true);
}

static void binary_hand_over_ahead(void **state)
{
    (void)state;
    conf_need_shared_memory();
    conf_need_semaphores(GI_SEMAPHORE_BINARY, QUEUE | GI_SEMAPHORE_WAIT_AHEAD);
    hand_over(GI_SEMAPHORE_BINARY, true);
}

/** A wait by a queue takes the signal away. */
static void binary_is_consumed(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_BINARY, QUEUE | GI_SEMAPHORE_HOST_WAIT);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    for (int i = 0; i < 3; i++) {
        submit_between(&rig.main, NULL, 0, NULL, 0, sem, 0);
        conf_reach(&rig.main, rig.main.value);
        assert_int_equal(value_of(sem), 1);
        submit_between(&rig.main, sem, 0, NULL, 0, NULL, 0);
        conf_reach(&rig.main, rig.main.value);
        assert_int_equal(value_of(sem), 0);
        CONF_STATUS(GI_NOT_READY, sem->ops->try_consume(sem));
    }
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** The signal that is submitted belongs to the capture, done or not, and the next one does not. */
static void capture_is_of_one_signal(void **state)
{
    enum { SIZE = 1 << 20 };
    struct conf_rig rig;

    (void)state;
    if (conf_driver->semaphore->capture == NULL)
        conf_skip("the driver captures no signals");
    conf_need_semaphores(GI_SEMAPHORE_BINARY, QUEUE | GI_SEMAPHORE_HOST_WAIT);
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    struct gi_memory *mem = conf_memory(rig.base, SIZE, GI_MEMORY_DEVICE);
    for (uint32_t i = 0; i < 20; i++) {
        struct gi_command fill = conf_fill(mem, 0, SIZE, i, 1);
        struct gi_semaphore *one = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
        struct gi_semaphore *none = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
        submit_between(&rig.main, NULL, 0, &fill, 1, sem, 0);
        uint64_t first = rig.main.value;
        CONF_OK(sem->ops->capture(sem, one));
        CONF_STATUS(GI_NOT_READY, sem->ops->capture(sem, none));
        CONF_STATUS(GI_NOT_READY, sem->ops->try_consume(sem));
        conf_semaphore_drop(none);
        submit_between(&rig.main, NULL, 0, NULL, 0, sem, 0);
        if (i % 2 == 0)
            conf_reach(&rig.main, first);
        CONF_THAT((one->caps & GI_SEMAPHORE_QUEUE_WAIT) != 0, "no queue waits for it");
        submit_between(&rig.main, one, 0, NULL, 0, NULL, 0);
        conf_reach(&rig.main, rig.main.value);
        assert_int_equal(value_of(sem), 1);
        CONF_OK(sem->ops->try_consume(sem));
        conf_semaphore_free(one);
    }
    conf_memory_free(mem);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** A signal is told of once it is submitted, done or not; a queue may wait from then on. */
static void submitted_is_told_of(enum gi_semaphore_kind kind)
{
    enum { SIZE = 1 << 20, ROUNDS = 20 };
    bool binary = kind == GI_SEMAPHORE_BINARY;
    struct conf_rig one, two;
    uint64_t value;

    conf_need_semaphores(kind, QUEUE | GI_SEMAPHORE_TELLS_SUBMITTED);
    conf_open(&one);
    conf_open(&two);
    struct gi_semaphore *sem = conf_semaphore(one.base, kind, 0);
    struct gi_os_handle handle = export(sem);
    struct gi_semaphore *twin = import(two.base, kind, &handle);
    struct gi_memory *mem = conf_memory(two.base, SIZE, GI_MEMORY_DEVICE);
    struct gi_waiter *waiter = conf_waiter(one.base, GI_WAITER_SUBMITTED);
    close(handle.fd);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        struct gi_command fill = conf_fill(mem, 0, SIZE, (uint32_t)i, 1);
        CONF_OK(sem->ops->query_submitted(sem, &value));
        assert_int_equal(value, binary ? 0 : i - 1);
        submit_between(&two.main, NULL, 0, &fill, 1, twin, i);
        CONF_OK(sem->ops->query_submitted(sem, &value));
        assert_int_equal(value, binary ? 1 : i);
        struct gi_wait wait = { .semaphore = sem, .value = i };
        CONF_OK(waiter->ops->wait(waiter, &wait, 1, conf_patience()));
        submit_between(&one.main, sem, i, NULL, 0, NULL, 0);
        if (i % 2 == 0)
            conf_reach(&one.main, one.main.value);
    }
    conf_reach(&one.main, one.main.value);
    conf_reach(&two.main, two.main.value);
    CONF_OK(sem->ops->query_submitted(sem, &value));
    assert_int_equal(value, binary ? 0 : ROUNDS);
    conf_waiter_free(waiter);
    conf_memory_free(mem);
    conf_semaphore_free(twin);
    conf_semaphore_free(sem);
    conf_close(&two);
    conf_close(&one);
}

static void timeline_submitted(void **state)
{
    (void)state;
    submitted_is_told_of(GI_SEMAPHORE_TIMELINE);
}

static void binary_submitted(void **state)
{
    (void)state;
    submitted_is_told_of(GI_SEMAPHORE_BINARY);
}

/* ---- import and export ------------------------------------------------------------------- */

static void import_shares_value(void **state)
{
    struct conf_rig one, two;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, HOST);
    conf_open(&one);
    conf_open(&two);
    struct gi_semaphore *sem = conf_semaphore(one.base, GI_SEMAPHORE_TIMELINE, 3);
    struct gi_os_handle handle = export(sem);
    struct gi_semaphore *twin = import(two.base, GI_SEMAPHORE_TIMELINE, &handle);
    struct gi_semaphore *same = import(one.base, GI_SEMAPHORE_TIMELINE, &handle);
    close(handle.fd);
    assert_int_equal(value_of(twin), 3);
    CONF_OK(sem->ops->signal(sem, 4));
    assert_int_equal(value_of(twin), 4);
    CONF_OK(twin->ops->signal(twin, 9));
    assert_int_equal(value_of(sem), 9);
    assert_int_equal(value_of(same), 9);
    conf_semaphore_free(sem);
    CONF_OK(same->ops->signal(same, 10));
    assert_int_equal(value_of(twin), 10);
    conf_semaphore_free(same);
    conf_semaphore_free(twin);
    conf_close(&two);
    conf_close(&one);
}

static void wrong_fds_of(enum gi_semaphore_kind kind)
{
    struct conf_rig rig;
    struct conf_wrong_fd fds[CONF_WRONG_FDS];

    conf_open(&rig);
    conf_wrong_fds_open(fds);
    for (int i = 0; i < CONF_WRONG_FDS; i++) {
        struct gi_os_handle handle = { GI_OS_HANDLE_OPAQUE_FD, fds[i].fd };
        struct gi_semaphore *sem = conf_semaphore_blank(rig.base, kind);
        struct conf_fd_state before = conf_fd_state(fds[i].fd);
        gi_status status = sem->ops->import(sem, &handle);
        conf_fd_untouched(fds[i].what, fds[i].fd, before);
        CONF_THAT(status == GI_IMPORT_FAILED, "%s: %s (%s)", fds[i].what, gi_status_name(status),
                  gi_last_error_detail());
        CONF_THAT(gi_last_error_detail()[0] != 0, "%s: no sentence", fds[i].what);
        conf_semaphore_drop(sem);
    }
    conf_wrong_fds_close(fds);
    conf_close(&rig);
}

static void wrong_timeline_fds(void **state)
{
    (void)state;
    if (!conf_info.timeline_opaque_fd)
        conf_skip(conf_info.why_no_timeline_opaque_fd);
    wrong_fds_of(GI_SEMAPHORE_TIMELINE);
}

static void wrong_binary_fds(void **state)
{
    (void)state;
    if (!conf_info.binary_opaque_fd)
        conf_skip(conf_info.why_no_binary_opaque_fd);
    wrong_fds_of(GI_SEMAPHORE_BINARY);
}

/** A kind that the device does not have is told so, and the fd is left alone. */
static void unsupported_kinds(void **state)
{
    struct conf_rig rig;
    struct conf_wrong_fd fds[CONF_WRONG_FDS];

    (void)state;
    conf_open(&rig);
    conf_wrong_fds_open(fds);
    for (int kind = GI_SEMAPHORE_BINARY; kind <= GI_SEMAPHORE_TIMELINE; kind++) {
        bool shared = kind == GI_SEMAPHORE_BINARY ? conf_info.binary_opaque_fd
                                                  : conf_info.timeline_opaque_fd;
        struct gi_os_handle handle = { shared ? GI_OS_HANDLE_DMA_BUF_FD : GI_OS_HANDLE_OPAQUE_FD,
                                       fds[5].fd };
        struct gi_semaphore *sem = conf_semaphore_blank(rig.base, (enum gi_semaphore_kind)kind);
        struct conf_fd_state before = conf_fd_state(handle.fd);
        CONF_STATUS(GI_NOT_SUPPORTED, sem->ops->import(sem, &handle));
        conf_fd_untouched("an import of a kind that is not supported", handle.fd, before);
        conf_semaphore_drop(sem);
    }
    conf_wrong_fds_close(fds);
    conf_close(&rig);
}

static void no_fd_leaks(void **state)
{
    struct conf_rig rig;
    int fds = 0;

    (void)state;
    conf_need_semaphores(GI_SEMAPHORE_TIMELINE, 0);
    conf_open(&rig);
    for (int round = 0; round < 200; round++) {
        struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
        struct gi_os_handle handle = export(sem);
        struct gi_semaphore *twin = import(rig.base, GI_SEMAPHORE_TIMELINE, &handle);
        close(handle.fd);
        conf_semaphore_free(twin);
        conf_semaphore_free(sem);
        if (round == 4)
            fds = conf_open_fds();
    }
    CONF_THAT(conf_open_fds() <= fds, "%d fds after 200 rounds, %d after 5", conf_open_fds(), fds);
    conf_close(&rig);
}

const struct conf_case conf_semaphore_cases[] = {
    { "semaphore.timeline_from_host", timeline_from_host },
    { "semaphore.timeline_must_grow", timeline_must_grow },
    { "semaphore.binary_from_host", binary_from_host },
    { "semaphore.host_wait_meets_signals", host_wait_meets_signals },
    { "semaphore.queue_signals_host", queue_signals_host },
    { "semaphore.wait_ahead_of_host", wait_ahead_of_host },
    { "semaphore.timeline_hand_over", timeline_hand_over },
    { "semaphore.binary_hand_over", binary_hand_over },
    { "semaphore.timeline_hand_over_ahead", timeline_hand_over_ahead },
    { "semaphore.binary_hand_over_ahead", binary_hand_over_ahead },
    { "semaphore.binary_is_consumed", binary_is_consumed },
    { "semaphore.capture_is_of_one_signal", capture_is_of_one_signal },
    { "semaphore.timeline_submitted", timeline_submitted },
    { "semaphore.binary_submitted", binary_submitted },
    { "semaphore.import_shares_value", import_shares_value },
    { "semaphore.import_wrong_timeline_fds", wrong_timeline_fds },
    { "semaphore.import_wrong_binary_fds", wrong_binary_fds },
    { "semaphore.import_unsupported_kinds", unsupported_kinds },
    { "semaphore.import_no_fd_leaks", no_fd_leaks },
    { NULL, NULL },
};
