/* The driver on the emulated card: how often it calls the kernel, and what it makes of a card that
 * hangs, has no memory or is pulled out. Skipped where the card is not preloaded. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "on_card.h"

enum { SUBMIT = 0x44 };

/* ---- calls --------------------------------------------------------------------------------- */

/** Whatever is in it: a batch is one call, and so is the next. */
static void a_batch_is_one_call(void **state)
{
    enum { COMMANDS = 100, SIZE = 4096 };
    struct conf_rig rig;
    struct gi_command commands[COMMANDS];
    struct gi_os_handle handle;

    (void)state;
    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, SIZE * COMMANDS, GI_MEMORY_DEVICE);
    struct gi_memory *src = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    struct gi_memory *shared = conf_memory_shared(rig.base, SIZE, &handle);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    for (int i = 0; i < COMMANDS; i++)
        commands[i] = i % 2 == 0 ? conf_copy(dst, (uint64_t)i * SIZE, src, 0, SIZE)
                                 : conf_copy(dst, (uint64_t)i * SIZE + 1, shared, 3, SIZE / 2);
    conf_run(&rig, commands, COMMANDS);
    for (uint64_t i = 1; i <= 5; i++) {
        struct gi_signal signal = { .semaphore = sem, .value = i };
        struct gicard_counters before = card_counters();
        conf_submit_batch(&rig.main, (struct gi_batch){
            .commands = commands, .command_count = COMMANDS, .signals = &signal,
            .signal_count = 1 });
        struct gicard_counters after = card_counters();
        assert_int_equal(after.ioctl_by_number[SUBMIT] - before.ioctl_by_number[SUBMIT], 1);
        assert_int_equal(after.ioctls - before.ioctls, 1);
        conf_reach(&rig.main, rig.main.value);
    }
    close(handle.fd);
    conf_semaphore_free(sem);
    conf_memory_free(shared);
    conf_memory_free(src);
    conf_memory_free(dst);
    conf_close(&rig);
}

static void what_is_reached_costs_nothing(void **state)
{
    struct conf_rig rig;
    uint64_t value;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 7);
    conf_run(&rig, NULL, 0);
    struct gi_wait on_queue = { .queue = rig.main.queue, .value = rig.main.value };
    struct gi_wait on_semaphore = { .semaphore = sem, .value = 7 };
    struct gicard_counters before = card_counters();
    for (int i = 0; i < 10; i++) {
        CONF_OK(conf_driver->queue->query(rig.main.queue, &value));
        CONF_OK(conf_wait_any(rig.base, &on_queue, 1, GI_FOREVER));
    }
    struct gicard_counters between = card_counters();
    assert_int_equal(between.ioctls - before.ioctls, 0);
    for (int i = 0; i < 10; i++)
        CONF_OK(conf_wait_any(rig.base, &on_semaphore, 1, GI_FOREVER));
    assert_int_equal(card_counters().ioctls - between.ioctls, 10);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/** The wait for another queue's value goes with the batch, or is left out once that is reached. */
static void other_queues_cost_nothing(void **state)
{
    struct conf_rig rig;
    struct conf_queue other;

    (void)state;
    conf_open(&rig);
    conf_queue_open(rig.base, 1, &other);
    conf_run(&rig, NULL, 0);
    conf_submit(&other, NULL, 0);
    conf_reach(&other, other.value);
    for (int i = 0; i < 20; i++) {
        conf_submit(&rig.main, NULL, 0);
        struct gi_wait wait = { .queue = rig.main.queue, .value = rig.main.value };
        if (i % 2 != 0)
            conf_reach(&rig.main, rig.main.value);
        struct gicard_counters before = card_counters();
        conf_submit_batch(&other, (struct gi_batch){ .waits = &wait, .wait_count = 1 });
        struct gicard_counters after = card_counters();
        assert_int_equal(after.ioctl_by_number[SUBMIT] - before.ioctl_by_number[SUBMIT], 1);
        assert_true(after.ioctls - before.ioctls <= 2);  /* it may ask how far the other one is */
        conf_reach(&other, other.value);
    }
    conf_queue_close(&other);
    conf_close(&rig);
}

/** More packets than one call takes: several calls, one after the other, and all of it is done. */
static void a_huge_batch_is_done(void **state)
{
    enum { ROWS = 300000, PITCH = 3 };
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, ROWS * PITCH, GI_MEMORY_HOST);
    uint8_t *bytes = mem->host_address;
    memset(bytes, 0x11, ROWS * PITCH);
    struct gi_command fill = conf_fill(mem, 1, 1, 0x77, 1);
    fill.box = (struct gi_box){ 1, ROWS, 1 };
    fill.dst.strides.row_bytes = PITCH;
    struct gicard_counters before = card_counters();
    conf_submit(&rig.main, &fill, 1);
    assert_int_equal(card_counters().ioctl_by_number[SUBMIT] - before.ioctl_by_number[SUBMIT], 2);
    conf_reach(&rig.main, rig.main.value);
    for (size_t i = 0; i < ROWS * PITCH; i++)
        CONF_THAT(bytes[i] == (i % PITCH == 1 ? 0x77 : 0x11), "byte %zu", i);
    conf_memory_free(mem);
    conf_close(&rig);
}

/* ---- sync files ---------------------------------------------------------------------------- */

static void sync_files(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle file = { GI_OS_HANDLE_SYNC_FILE_FD, -1 };
    uint64_t value;

    (void)state;
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    struct gi_semaphore *twin = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
    struct gi_semaphore *line = conf_semaphore_blank(rig.base, GI_SEMAPHORE_TIMELINE);
    struct gi_signal signal = { .semaphore = sem };
    CONF_THAT(sem->ops->export(sem, GI_OS_HANDLE_SYNC_FILE_FD, &file) != GI_OK && file.fd == -1,
              "a sync file of a semaphore that nobody signals");
    conf_submit_batch(&rig.main, (struct gi_batch){ .signals = &signal, .signal_count = 1 });
    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_SYNC_FILE_FD, &file));
    CONF_STATUS(GI_NOT_SUPPORTED, line->ops->import(line, &file));
    CONF_OK(twin->ops->import(twin, &file));
    struct gi_wait wait = { .semaphore = twin };
    CONF_OK(conf_wait_any(rig.base, &wait, 1, conf_patience()));
    CONF_OK(twin->ops->query(twin, &value));
    assert_int_equal(value, 1);
    CONF_OK(twin->ops->try_consume(twin));
    conf_reach(&rig.main, rig.main.value);
    CONF_OK(sem->ops->try_consume(sem));
    file.kind = GI_OS_HANDLE_OPAQUE_FD;          /* as programs name it, which have no other name */
    CONF_STATUS(GI_IMPORT_FAILED, line->ops->import(line, &file));
    conf_semaphore_free(twin);
    twin = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
    CONF_OK(twin->ops->import(twin, &file));
    CONF_OK(twin->ops->try_consume(twin));
    CONF_THAT(twin->ops->try_consume(twin) != GI_OK, "a sync file was taken twice");
    file.kind = GI_OS_HANDLE_SYNC_FILE_FD;
    close(file.fd);
    conf_semaphore_drop(line);
    conf_semaphore_free(twin);
    twin = conf_semaphore_blank(rig.base, GI_SEMAPHORE_BINARY);
    file.fd = -1;                                /* by convention: signalled already */
    CONF_OK(twin->ops->import(twin, &file));
    CONF_OK(twin->ops->try_consume(twin));
    conf_semaphore_free(twin);
    conf_semaphore_free(sem);
    conf_close(&rig);
}

/* ---- trouble ------------------------------------------------------------------------------- */

static void no_memory(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_blank(rig.base);
    card_configure("enomem=1");
    CONF_STATUS(GI_OUT_OF_MEMORY, mem->ops->allocate(mem, 1 << 20, GI_MEMORY_DEVICE));
    CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
    conf_memory_drop(mem);
    mem = conf_memory(rig.base, 1 << 20, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, 1 << 20, 5, 1);
    conf_run(&rig, &fill, 1);
    conf_memory_free(mem);
    conf_close(&rig);
}

/** Ends a rig whose device is lost: nothing is awaited. */
static void close_lost(struct conf_rig *rig)
{
    conf_driver->queue->close(rig->main.queue);
    free(rig->main.queue);
    conf_driver->device->close(rig->base);
    free(rig->base);
}

static void expect_lost(struct conf_rig *rig)
{
    struct gi_wait wait = { .queue = rig->main.queue, .value = rig->main.value };
    struct gi_batch batch = { .value = rig->main.value + 1 };
    gi_status status = GI_OK;
    int64_t deadline = conf_patience();
    uint64_t value;

    while (status == GI_OK)
        status = conf_wait_any(rig->base, &wait, 1, deadline);
    CONF_THAT(status == GI_DEVICE_LOST, "%s", gi_status_name(status));
    CONF_THAT(strstr(gi_last_error_detail(), "lost") != NULL, "%s", gi_last_error_detail());
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->query(rig->main.queue, &value));
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->submit(rig->main.queue, &batch));
    CONF_STATUS(GI_DEVICE_LOST, conf_wait_any(rig->base, &wait, 1, deadline));
}

/** The kernel ends a job that hangs and signals its point: it is not taken for done. */
static void a_hang_is_told(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 1 << 16, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, 1 << 16, 5, 1);
    conf_run(&rig, &fill, 1);
    card_configure("hangtime=30ms,hang=1");
    conf_submit(&rig.main, &fill, 1);
    expect_lost(&rig);
    conf_memory_free(mem);
    close_lost(&rig);
}

/** The same for who only ever asks. */
static void a_hang_is_told_to_who_polls(void **state)
{
    struct conf_rig rig;
    gi_status status = GI_OK;
    uint64_t value = 0;

    (void)state;
    conf_open(&rig);
    conf_run(&rig, NULL, 0);
    card_configure("hangtime=30ms,hang=1");
    conf_submit(&rig.main, NULL, 0);
    int64_t deadline = conf_patience();
    while (status == GI_OK && value < rig.main.value && gi_now_ns() < deadline)
        status = conf_driver->queue->query(rig.main.queue, &value);
    CONF_THAT(status == GI_DEVICE_LOST, "%s at value %" PRIu64, gi_status_name(status), value);
    close_lost(&rig);
}

/** Last: the card is gone. */
static void an_unplugged_card_is_lost(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    conf_run(&rig, NULL, 0);
    card_configure("unplug");
    struct gi_batch batch = { .value = rig.main.value + 1 };
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->submit(rig.main.queue, &batch));
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->submit(rig.main.queue, &batch));
    close_lost(&rig);
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
        cmocka_unit_test(a_batch_is_one_call),
        cmocka_unit_test(what_is_reached_costs_nothing),
        cmocka_unit_test(other_queues_cost_nothing),
        cmocka_unit_test(a_huge_batch_is_done),
        cmocka_unit_test(sync_files),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(a_hang_is_told),
        cmocka_unit_test(a_hang_is_told_to_who_polls),
        cmocka_unit_test(an_unplugged_card_is_lost),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("card", tests, find_card, NULL);
}
