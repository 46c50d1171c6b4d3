/* Semaphores of the driver on the emulated card, where they are what the kernel's sync objects are:
 * values that must grow, snapshots, fds of other kinds, programs that take a signal back. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <xf86drm.h>

#include "on_card.h"

/* Numbers of calls. */
enum { SUBMIT = 0x44, TIMELINE_WAIT = 0xca, TIMELINE_QUERY = 0xcb };

static void submit(struct conf_queue *queue, struct gi_semaphore *wait_for, uint64_t wait_value,
                   struct gi_semaphore *then_signal, uint64_t signal_value)
{
    struct gi_wait wait = { .semaphore = wait_for, .value = wait_value };
    struct gi_signal signal = { .semaphore = then_signal, .value = signal_value };

    conf_submit_batch(queue, (struct gi_batch){
        .waits = &wait, .wait_count = wait_for != NULL,
        .signals = &signal, .signal_count = then_signal != NULL,
    });
}

static uint64_t value_of(struct gi_semaphore *sem)
{
    uint64_t value = UINT64_MAX;

    CONF_OK(sem->ops->query(sem, &value));
    return value;
}

static uint64_t submitted_of(struct gi_semaphore *sem)
{
    uint64_t value = UINT64_MAX;

    CONF_OK(sem->ops->query_submitted(sem, &value));
    return value;
}

/* ---- values -------------------------------------------------------------------------------- */

/** To the kernel value 0 is the binary fence, which a timeline has not: a wait for it is none. */
static void value_zero_is_reached(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_wait wait = { .semaphore = sem, .value = 0 };
    struct gi_waiter *submitted = conf_waiter(rig.base, GI_WAITER_SUBMITTED);
    struct gicard_counters before = card_counters();
    CONF_OK(conf_wait_any(rig.base, &wait, 1, GI_FOREVER));
    CONF_OK(submitted->ops->wait(submitted, &wait, 1, GI_FOREVER));
    assert_int_equal(card_counters().ioctls - before.ioctls, 0);
    conf_waiter_free(submitted);
    submit(&rig.main, sem, 0, NULL, 0);
    conf_reach(&rig.main, rig.main.value);
    CONF_STATUS(GI_INVALID_VALUE, sem->ops->signal(sem, 0));
    assert_int_equal(value_of(sem), 0);
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/** A value has to be above what is submitted, though that is not reached; and one that is signalled
 *  behind it is reached behind it. */
static void values_grow_past_what_is_submitted(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 1);
    card_configure("hold=3");
    submit(&rig.main, NULL, 0, sem, 5);
    assert_int_equal(value_of(sem), 1);
    assert_int_equal(submitted_of(sem), 5);
    for (uint64_t value = 0; value <= 5; value++)
        CONF_STATUS(GI_INVALID_VALUE, sem->ops->signal(sem, value));
    CONF_THAT(strstr(gi_last_error_detail(), "5") != NULL, "%s", gi_last_error_detail());
    CONF_OK(sem->ops->signal(sem, 6));
    assert_int_equal(value_of(sem), 1);
    assert_int_equal(submitted_of(sem), 6);
    card_configure("hold=0");
    struct gi_wait wait = { .semaphore = sem, .value = 6 };
    CONF_OK(conf_wait_any(rig.base, &wait, 1, conf_patience()));
    conf_reach(&rig.main, rig.main.value);
    assert_int_equal(value_of(sem), 6);
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/** The queue is given the wait for a pending signal, of either kind, in one call, or two where the
 *  binary one is taken away. */
static void a_pending_signal_is_waited_for(void **state)
{
    struct conf_rig rig;
    struct conf_queue other;
    uint64_t reached;

    (void)state;
    conf_open(&rig);
    conf_queue_open(rig.base, 1, &other);
    struct gi_semaphore *line = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_semaphore *turn = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    for (uint64_t round = 1; round <= 5; round++) {
        card_configure("hold=3");
        submit(&rig.main, NULL, 0, line, round);
        submit(&rig.main, NULL, 0, turn, 0);
        struct gicard_counters before = card_counters();
        submit(&other, line, round, NULL, 0);
        struct gicard_counters between = card_counters();
        submit(&other, turn, 0, NULL, 0);
        if (round > 1) {                         /* else it makes room */
            assert_int_equal(between.ioctls - before.ioctls, 1);
            assert_int_equal(card_counters().ioctls - between.ioctls, 2);
        }
        CONF_OK(conf_driver->queue->query(rig.main.queue, &reached));
        assert_true(reached < rig.main.value);
        assert_int_equal(submitted_of(turn), 0);
        card_configure("hold=0");
        conf_reach(&other, other.value);
    }
    conf_semaphore_free(turn);
    conf_semaphore_free(line);
    conf_queue_close(&other);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- captures ------------------------------------------------------------------------------ */

/** More captures at once than sync objects are kept for, again and again: each is of its signal. */
static void captures_use_objects_again(void **state)
{
    enum { CAPTURES = 40, ROUNDS = 3 };
    struct gi_semaphore *captured[CAPTURES];
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    for (int round = 0; round < ROUNDS; round++) {
        card_configure("hold=3");
        for (int i = 0; i < CAPTURES; i++) {
            captured[i] = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
            submit(&rig.main, NULL, 0, sem, 0);
            CONF_OK(sem->ops->capture(sem, captured[i]));
            assert_int_equal(value_of(captured[i]), 0);
            assert_int_equal(submitted_of(captured[i]), 1);
        }
        struct gi_semaphore *none = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
        CONF_STATUS(GI_NOT_READY, sem->ops->capture(sem, none));
        conf_semaphore_drop(none);
        card_configure("hold=0");
        conf_reach(&rig.main, rig.main.value);
        for (int i = 0; i < CAPTURES; i++) {
            assert_int_equal(value_of(captured[i]), 1);
            if (i % 2 == 0)
                submit(&rig.main, captured[i], 0, NULL, 0);
            conf_semaphore_free(captured[i]);
        }
        conf_reach(&rig.main, rig.main.value);
        assert_int_equal(value_of(sem), 0);
    }
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- sync files ---------------------------------------------------------------------------- */

static int export_file(struct gi_semaphore *sem)
{
    struct gi_os_handle file = { GI_OS_HANDLE_SYNC_FILE_FD, -1 };

    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_SYNC_FILE_FD, &file));
    assert_true(file.fd >= 0);
    return file.fd;
}

static struct gi_semaphore *import_file(struct conf_rig *rig, int fd)
{
    struct gi_os_handle file = { GI_OS_HANDLE_SYNC_FILE_FD, fd };
    struct gi_semaphore *sem = conf_semaphore_blank(rig->base, GI_SEMAPHORE_BINARY);

    CONF_OK(sem->ops->import(sem, &file));
    return sem;
}

static bool is_readable(int fd)
{
    struct pollfd asked = { .fd = fd, .events = POLLIN };

    return poll(&asked, 1, 0) == 1;
}

/** A sync file is of the one signal that was submitted when it was made: what becomes of the
 *  semaphore later is nothing to it, nor to what imported it. */
static void a_sync_file_is_a_snapshot(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    submit(&rig.main, NULL, 0, sem, 0);
    conf_reach(&rig.main, rig.main.value);
    int first = export_file(sem);
    CONF_OK(sem->ops->try_consume(sem));
    card_configure("hold=3");
    submit(&rig.main, NULL, 0, sem, 0);
    int second = export_file(sem);
    struct gi_semaphore *of_first = import_file(&rig, first);
    struct gi_semaphore *of_second = import_file(&rig, second);
    struct gi_semaphore *captured = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
    CONF_OK(sem->ops->capture(sem, captured));
    CONF_OK(sem->ops->signal(sem, 0));
    assert_true(is_readable(first) && !is_readable(second));
    assert_int_equal(value_of(of_first), 1);
    assert_int_equal(value_of(of_second), 0);
    assert_int_equal(submitted_of(of_second), 1);
    submit(&rig.main, of_second, 0, NULL, 0);    /* a queue waits for it while it is pending */
    card_configure("hold=0");
    conf_reach(&rig.main, rig.main.value);
    assert_true(is_readable(second));
    assert_int_equal(value_of(captured), 1);
    assert_int_equal(value_of(sem), 1);
    close(second);
    close(first);
    conf_semaphore_free(captured);
    conf_semaphore_free(of_second);
    conf_semaphore_free(of_first);
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- fds of other kinds -------------------------------------------------------------------- */

static void refuse_semaphore(struct conf_rig *rig, const char *what, enum gi_semaphore_kind kind,
                             enum gi_os_handle_kind handle_kind, int fd)
{
    struct gi_os_handle handle = { handle_kind, fd };
    struct gi_semaphore *sem = conf_semaphore_blank(rig->base, kind);
    struct conf_fd_state before = conf_fd_state(fd);
    gi_status status = sem->ops->import(sem, &handle);

    conf_fd_untouched(what, fd, before);
    CONF_THAT(status == GI_IMPORT_FAILED, "%s: %s", what, gi_status_name(status));
    CONF_THAT(strstr(gi_last_error_detail(), "semaphore") != NULL, "%s: the sentence is: %s", what,
              gi_last_error_detail());
    conf_semaphore_drop(sem);
}

/** What is another object of the card's is no semaphore, and a semaphore is no memory. */
static void objects_of_other_kinds_are_refused(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle buffer, handle = { GI_OS_HANDLE_OPAQUE_FD, -1 };

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, 1 << 16, &buffer);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 1);
    int file = export_file(sem), event = eventfd(0, EFD_CLOEXEC);
    int node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    const struct {
        const char *what;
        int fd;
    } fds[] = {
        { "a dma-buf", buffer.fd }, { "an eventfd", event }, { "the card's node", node },
    };
    assert_true(event >= 0 && node >= 0);
    for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
        refuse_semaphore(&rig, fds[i].what, GI_SEMAPHORE_BINARY, GI_OS_HANDLE_OPAQUE_FD, fds[i].fd);
        refuse_semaphore(&rig, fds[i].what, GI_SEMAPHORE_TIMELINE, GI_OS_HANDLE_OPAQUE_FD,
                         fds[i].fd);
        refuse_semaphore(&rig, fds[i].what, GI_SEMAPHORE_BINARY, GI_OS_HANDLE_SYNC_FILE_FD,
                         fds[i].fd);
    }
    refuse_semaphore(&rig, "a sync file", GI_SEMAPHORE_TIMELINE, GI_OS_HANDLE_OPAQUE_FD, file);
    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_OPAQUE_FD, &handle));
    refuse_semaphore(&rig, "a sync object", GI_SEMAPHORE_BINARY, GI_OS_HANDLE_SYNC_FILE_FD,
                     handle.fd);
    struct gi_memory *blank = conf_memory_blank(rig.base);
    CONF_STATUS(GI_IMPORT_FAILED, blank->ops->import(blank, &handle, 4096, false));
    conf_memory_drop(blank);
    close(handle.fd);
    close(node);
    close(event);
    close(file);
    close(buffer.fd);
    conf_semaphore_free(sem);
    conf_memory_free(mem);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- signals that are taken back ----------------------------------------------------------- */

/** Another program may throw away what was submitted: the batch that waits for it is refused with a
 *  sentence, and nothing else comes of it. */
static void a_signal_is_taken_back(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle handle = { GI_OS_HANDLE_OPAQUE_FD, -1 };
    uint32_t theirs;

    (void)state;
    conf_open(&rig);
    int node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 3);
    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_OPAQUE_FD, &handle));
    assert_int_equal(drmSyncobjFDToHandle(node, handle.fd, &theirs), 0);
    assert_int_equal(submitted_of(sem), 3);
    assert_int_equal(drmSyncobjReset(node, &theirs, 1), 0);
    struct gi_wait wait = { .semaphore = sem, .value = 3 };
    struct gi_batch batch = { .waits = &wait, .wait_count = 1, .value = rig.main.value + 1 };
    CONF_STATUS(GI_INTERNAL, conf_driver->queue->submit(rig.main.queue, &batch));
    CONF_THAT(strstr(gi_last_error_detail(), "semaphore") != NULL, "%s", gi_last_error_detail());
    expect_broken(1);
    conf_run(&rig, NULL, 0);
    assert_int_equal(value_of(sem), 0);
    CONF_OK(sem->ops->signal(sem, 1));
    assert_int_equal(value_of(sem), 1);
    drmSyncobjDestroy(node, theirs);
    close(node);
    close(handle.fd);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/* ---- a signal that nobody has taken yet ------------------------------------------------------ */

struct signaller {
    struct conf_queue *queue;            /* NULL: the host signals */
    struct gi_semaphore *sem;
};

static void *signal_again(void *argument)
{
    struct signaller *signaller = argument;

    if (signaller->queue != NULL)
        submit(signaller->queue, NULL, 0, signaller->sem, 0);
    else
        CONF_OK(signaller->sem->ops->signal(signaller->sem, 0));
    return NULL;
}

/** Another driver takes a signal away a moment after it has submitted the wait: a new signal is not
 *  given before. */
static void wait_for_the_taking(bool by_queue)
{
    struct conf_rig rig;
    pthread_t thread;

    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    struct signaller signaller = { by_queue ? &rig.main : NULL, sem };
    CONF_OK(sem->ops->signal(sem, 0));
    struct gicard_counters before = card_counters();
    assert_int_equal(pthread_create(&thread, NULL, signal_again, &signaller), 0);
    int64_t deadline = conf_patience();
    uint64_t looks = 0;
    for (; looks < 2 && gi_now_ns() < deadline; sched_yield())
        looks = card_counters().ioctl_by_number[TIMELINE_WAIT] -
                before.ioctl_by_number[TIMELINE_WAIT];
    assert_true(looks >= 2);
    assert_int_equal(card_counters().ioctl_by_number[SUBMIT], before.ioctl_by_number[SUBMIT]);
    CONF_OK(sem->ops->try_consume(sem));
    assert_int_equal(pthread_join(thread, NULL), 0);
    if (by_queue)
        conf_reach(&rig.main, rig.main.value);
    assert_int_equal(value_of(sem), 1);          /* the new one is there still */
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

static void a_signal_waits_for_the_taking(void **state)
{
    (void)state;
    wait_for_the_taking(true);
    wait_for_the_taking(false);
}

/** And it comes though nobody takes the old one. */
static void a_signal_replaces_one_that_stays(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    CONF_OK(sem->ops->signal(sem, 0));
    submit(&rig.main, NULL, 0, sem, 0);
    conf_reach(&rig.main, rig.main.value);
    assert_int_equal(value_of(sem), 1);
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- the engine is done before the kernel knows ---------------------------------------------- */

static uint64_t reached(struct conf_queue *queue)
{
    uint64_t value = 0;

    CONF_OK(conf_driver->queue->query(queue->queue, &value));
    return value;
}

/** The number of the kernel's calls that it took to be told of less than the newest batch. While
 *  the engine works there are fewer: the kernel is asked now and then. */
static uint64_t calls_while_not_reached(struct conf_queue *queue, uint32_t looks)
{
    struct gicard_counters before = card_counters();

    for (uint32_t i = 0; i < looks; i++)
        assert_true(reached(queue) < queue->value);
    return card_counters().ioctl_by_number[TIMELINE_QUERY] -
           before.ioctl_by_number[TIMELINE_QUERY];
}

/** Who was told that a batch is done finds the semaphores signalled that it signals. One that
 *  signals none is done when the engine is. */
static void what_is_reached_is_signalled(void **state)
{
    enum { LOOKS = 20 };
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    card_configure("late=1000s");
    submit(&rig.main, NULL, 0, sem, 5);
    int64_t deadline = conf_patience();
    while (calls_while_not_reached(&rig.main, LOOKS) < LOOKS)
        assert_true(gi_now_ns() < deadline);
    assert_int_equal(value_of(sem), 0);
    card_configure("late=0");
    while (reached(&rig.main) < rig.main.value)
        assert_true(gi_now_ns() < deadline);
    assert_int_equal(value_of(sem), 5);
    card_configure("late=1000s");
    submit(&rig.main, NULL, 0, NULL, 0);
    while (reached(&rig.main) < rig.main.value)
        assert_true(gi_now_ns() < deadline);
    card_configure("late=0");
    conf_semaphore_free(sem);
    conf_close(&rig);
    expect_broken(0);
}

/* ---- all ----------------------------------------------------------------------------------- */

static int find_card(void **state)
{
    card_configure("violations=0");
    return on_card_find(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_zero_is_reached),
        cmocka_unit_test(values_grow_past_what_is_submitted),
        cmocka_unit_test(a_pending_signal_is_waited_for),
        cmocka_unit_test(captures_use_objects_again),
        cmocka_unit_test(a_sync_file_is_a_snapshot),
        cmocka_unit_test(objects_of_other_kinds_are_refused),
        cmocka_unit_test(a_signal_is_taken_back),
        cmocka_unit_test(a_signal_waits_for_the_taking),
        cmocka_unit_test(a_signal_replaces_one_that_stays),
        cmocka_unit_test(what_is_reached_is_signalled),
    };

    if (on_card_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("semaphores on the card", tests, find_card, NULL);
}
