/* The fake itself: it sees each broken promise, fails the calls it is told to, and counts. */
#include <pthread.h>
#include <stdlib.h>

#include "../conformance/conformance.h"
#include "fake.h"

static char broken[512];         /* the last broken promise; "" for none */

static void note(const char *text)
{
    strncpy(broken, text, sizeof broken - 1);
}

/** The call before this broke a promise, with these words. */
static void expect_broken(const char *words)
{
    CONF_THAT(strstr(broken, words) != NULL, "\"%s\" instead of \"%s\"", broken, words);
    broken[0] = '\0';
}

static int set_up(void **state)
{
    struct gifake_device_config config;

    (void)state;
    gifake_default_config(&config, 0);
    config.timeline_caps &= ~(uint32_t)GI_SEMAPHORE_WAIT_AHEAD;
    gifake_configure(&config, 1);
    gifake_on_violation(note);
    broken[0] = '\0';
    conf_driver = &gifake_driver;
    conf_info = config.info;
    return 0;
}

/** Nothing was broken that the test did not expect, and nothing is left. */
static int tear_down(void **state)
{
    (void)state;
    if (broken[0] != '\0')
        print_error("not expected: %s\n", broken);
    return broken[0] != '\0' || gifake_live_count() != 0;
}

/* ---- promises about batches ---------------------------------------------------------------- */

static void refuse(struct conf_rig *rig, struct gi_batch batch, const char *words)
{
    if (batch.value == 0)
        batch.value = rig->main.value + 1;
    CONF_STATUS(GI_INTERNAL, conf_driver->queue->submit(rig->main.queue, &batch));
    expect_broken(words);
}

static void refuse_commands(struct conf_rig *rig, const struct gi_command *commands, size_t count,
                            const char *words)
{
    refuse(rig, (struct gi_batch){ .commands = commands, .command_count = count }, words);
}

static void missing_barriers(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_memory *other = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command commands[3] = {
        conf_copy(mem, 0, other, 0, 100),
        conf_fill(other, 1000, 1000, 1, 1),
        conf_copy(other, 200, mem, 99, 1),
    };
    refuse_commands(&rig, commands, 3, "commands 0 and 2 touch the same bytes");
    commands[2] = conf_fill(other, 99, 1, 1, 1);
    refuse_commands(&rig, commands, 3, "commands 0 and 2 touch the same bytes");
    commands[2] = conf_copy(mem, 2000, other, 1999, 1);
    refuse_commands(&rig, commands, 3, "commands 1 and 2 touch the same bytes");
    commands[2] = conf_after(commands[2]);
    conf_run(&rig, commands, 3);
    commands[2] = conf_copy(mem, 2000, other, 0, 100);
    conf_run(&rig, commands, 3);
    commands[0] = conf_copy(mem, 0, mem, 50, 51);
    refuse_commands(&rig, commands, 1, "commands 0 and 0 touch the same bytes");
    conf_memory_free(other);
    conf_memory_free(mem);
    conf_close(&rig);
}

static void bad_commands(void **state)
{
    struct conf_rig rig, second;

    (void)state;
    conf_open(&rig);
    conf_open(&second);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_memory *foreign = conf_memory(second.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command command = conf_fill(mem, 0, 0, 1, 1);
    refuse_commands(&rig, &command, 1, "size 0");
    command = conf_fill(mem, 4000, 97, 1, 1);
    refuse_commands(&rig, &command, 1, "in an object of 4096");
    command = conf_fill(mem, UINT64_MAX, 2, 1, 1);
    refuse_commands(&rig, &command, 1, "in an object of 4096");
    command = conf_fill(mem, 0, 4, 1, 3);
    refuse_commands(&rig, &command, 1, "pattern_bytes 3");
    command = conf_fill(mem, 2, 4, 1, 4);
    refuse_commands(&rig, &command, 1, "no multiple");
    command = conf_copy(mem, 0, foreign, 0, 4);
    refuse_commands(&rig, &command, 1, "another device");
    conf_memory_free(foreign);
    conf_memory_free(mem);
    conf_close(&second);
    conf_close(&rig);
}

static void bad_waits_and_values(void **state)
{
    struct conf_rig rig;
    struct conf_queue second;

    (void)state;
    conf_open(&rig);
    conf_queue_open(rig.base, 1, &second);
    struct gi_semaphore *timeline = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_semaphore *binary = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 0);
    conf_run(&rig, NULL, 0);
    refuse(&rig, (struct gi_batch){ .value = rig.main.value }, "comes after");
    struct gi_wait wait = { 0 };
    struct gi_batch batch = { .waits = &wait, .wait_count = 1 };
    refuse(&rig, batch, "exactly one");
    wait = (struct gi_wait){ .queue = second.queue, .semaphore = timeline };
    refuse(&rig, batch, "exactly one");
    wait = (struct gi_wait){ .queue = rig.main.queue, .value = 1 };
    refuse(&rig, batch, "the queue itself");
    wait = (struct gi_wait){ .queue = second.queue, .value = 1 };
    refuse(&rig, batch, "given 0 at most");
    wait = (struct gi_wait){ .semaphore = timeline, .value = 1 };
    refuse(&rig, batch, "no WAIT_AHEAD");
    wait = (struct gi_wait){ .semaphore = binary };
    refuse(&rig, batch, "no WAIT_AHEAD");
    CONF_STATUS(GI_INTERNAL, conf_wait_any(rig.base, &wait, 1, 0));
    expect_broken("no HOST_WAIT");
    uint64_t value;
    CONF_STATUS(GI_INTERNAL, binary->ops->query(binary, &value));
    expect_broken("no HOST_WAIT");
    CONF_STATUS(GI_INTERNAL, binary->ops->signal(binary, 1));
    expect_broken("no HOST_SIGNAL");
    conf_semaphore_free(binary);
    conf_semaphore_free(timeline);
    conf_queue_close(&second);
    conf_close(&rig);
}

/* ---- promises about lifetimes -------------------------------------------------------------- */

static void finished_while_in_use(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_TIMELINE, 0);
    struct gi_command fill = conf_fill(mem, 0, 4096, 1, 1);
    struct gi_signal signal = { sem, 1 };
    gifake_pause_queue(0, 0);
    conf_submit_batch(&rig.main, (struct gi_batch){ .commands = &fill, .command_count = 1,
                                                    .signals = &signal, .signal_count = 1 });
    mem->ops->finish(mem);
    expect_broken("memory.finish");
    sem->ops->finish(sem);
    expect_broken("semaphore.finish");
    conf_driver->queue->close(rig.main.queue);
    expect_broken("queue.close");
    conf_driver->device->close(rig.base);
    expect_broken("device.close");
    assert_int_equal(gifake_live_count(), 4);
    gifake_resume_queue(0, 0);
    conf_reach(&rig.main, rig.main.value);
    conf_semaphore_free(sem);
    conf_memory_free(mem);
    conf_close(&rig);
}

/* ---- failing, pausing, losing -------------------------------------------------------------- */

static void calls_fail_as_told(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    int fds = gifake_open_fds();
    struct gi_memory *mem = conf_memory_blank(rig.base);
    gifake_fail_call(2, GI_OK);
    uint64_t free_bytes, total_bytes;
    CONF_OK(conf_driver->device->memory_budget(rig.base, &free_bytes, &total_bytes));
    assert_null(gifake_failed_slot());
    CONF_STATUS(GI_OUT_OF_MEMORY, mem->ops->allocate(mem, 100, GI_MEMORY_DEVICE));
    assert_string_equal(gifake_failed_slot(), "memory.allocate");
    assert_int_equal(gifake_open_fds(), fds);
    CONF_OK(mem->ops->allocate(mem, 100, GI_MEMORY_DEVICE));
    CONF_OK(conf_driver->device->memory_budget(rig.base, &free_bytes, &total_bytes));
    assert_int_equal(total_bytes - free_bytes, 100);
    gifake_fail_call(1, GI_NOT_PERMITTED);
    uint64_t value;
    CONF_STATUS(GI_NOT_PERMITTED, conf_driver->queue->query(rig.main.queue, &value));
    conf_memory_free(mem);
    conf_close(&rig);
}

static void paused_queue_holds_work(void **state)
{
    struct conf_rig rig;
    struct gifake_counts counts;
    uint64_t value = 1;

    (void)state;
    gifake_pause_queue(0, 0);
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command commands[2] = {
        conf_fill(mem, 0, 10, 1, 1),
        conf_after(conf_fill(mem, 0, 10, 2, 1)),
    };
    for (int i = 0; i < 5; i++)
        conf_submit(&rig.main, commands, 2);
    CONF_OK(conf_driver->queue->query(rig.main.queue, &value));
    assert_int_equal(value, 0);
    assert_true(gifake_wait_batches(0, 5));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    assert_int_equal(counts.batches, 5);
    assert_int_equal(counts.commands, 10);
    assert_int_equal(counts.barriers, 5);
    assert_int_equal(counts.largest_batch, 2);
    gifake_counts(0, 1, &counts);
    assert_int_equal(counts.batches, 0);
    gifake_resume_queue(0, 0);
    conf_reach(&rig.main, 5);
    assert_int_equal(((uint8_t *)mem->host_address)[9], 2);
    conf_memory_free(mem);
    conf_close(&rig);
}

static void *wait_for_ever(void *argument)
{
    struct conf_rig *rig = argument;
    struct gi_wait wait = { .queue = rig->main.queue, .value = 1 };
    static gi_status status;

    status = conf_wait_any(rig->base, &wait, 1, GI_FOREVER);
    return &status;
}

static void lost_device_ends_waits(void **state)
{
    struct conf_rig rig;
    pthread_t thread;
    void *result;
    uint64_t value;

    (void)state;
    gifake_pause_queue(0, 0);
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, 10, 1, 1);
    conf_submit(&rig.main, &fill, 1);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &rig), 0);
    gifake_lose_device(0);
    pthread_join(thread, &result);
    assert_int_equal(*(gi_status *)result, GI_DEVICE_LOST);
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->query(rig.main.queue, &value));
    struct gi_batch batch = { .value = 2 };
    CONF_STATUS(GI_DEVICE_LOST, conf_driver->queue->submit(rig.main.queue, &batch));
    conf_driver->queue->close(rig.main.queue);
    free(rig.main.queue);
    conf_memory_free(mem);
    conf_driver->device->close(rig.base);
    free(rig.base);
}

/* ---- recordings ---------------------------------------------------------------------------- */

static struct gi_recording *record(struct conf_rig *rig, const struct gi_command *command,
                                   bool is_first, bool is_last)
{
    struct gi_recording *recording = calloc(1, gifake_driver.recording->size);
    const struct gi_recorded recorded = { .commands = command, .command_count = 1,
                                          .is_first = is_first, .is_last = is_last,
                                          .begins_behind = is_first };

    recording->device = rig->base;
    recording->ops = gifake_driver.recording;
    CONF_OK(recording->ops->init(recording, &recorded));
    return recording;
}

static void refuse_run(struct conf_rig *rig, struct gi_recording *first,
                       struct gi_recording *second, const char *words)
{
    struct gi_recording *list[2] = { first, second };

    refuse(rig, (struct gi_batch){ .recordings = list, .recording_count = second != NULL ? 2 : 1 },
           words);
}

static void end_recording(struct gi_recording *recording)
{
    recording->ops->finish(recording);
    free(recording);
}

static void bad_recordings(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, 4096, 1, 1);
    struct gi_recording *first = record(&rig, &fill, true, false);
    struct gi_recording *last = record(&rig, &fill, false, true);
    refuse_run(&rig, last, NULL, "not the first of a run");
    refuse_run(&rig, first, first, "the first within another");
    refuse_run(&rig, first, NULL, "not the last of its run");
    struct gi_recording *run[2] = { first, last };
    refuse(&rig, (struct gi_batch){ .commands = &fill, .command_count = 1, .recordings = run,
                                    .recording_count = 2 }, "no barrier behind the recordings");
    refuse(&rig, (struct gi_batch){ .recordings = run, .recording_count = 2, .recordings_at = 1 },
           "behind 1 of 0 commands");
    conf_submit_batch(&rig.main, (struct gi_batch){ .recordings = run, .recording_count = 2 });
    conf_reach(&rig.main, rig.main.value);
    gifake_pause_queue(0, 0);
    conf_submit_batch(&rig.main, (struct gi_batch){ .recordings = run, .recording_count = 2 });
    first->ops->finish(first);
    expect_broken("1 batches in flight have it");
    gifake_resume_queue(0, 0);
    conf_reach(&rig.main, rig.main.value);
    conf_memory_free(mem);
    refuse(&rig, (struct gi_batch){ .recordings = run, .recording_count = 2 },
           "recording 0 names what is finished");
    end_recording(first);
    end_recording(last);
    conf_close(&rig);
}

/** Where the order is not said it is the other one, also between recordings. */
static void recordings_run_side_by_side(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command one = conf_fill(mem, 0, 4096, 1, 1), two = conf_fill(mem, 0, 4096, 2, 1);
    struct gi_recording *run[2] = { record(&rig, &one, true, false),
                                    record(&rig, &two, false, true) };
    conf_submit_batch(&rig.main, (struct gi_batch){ .recordings = run, .recording_count = 2 });
    conf_reach(&rig.main, rig.main.value);
    assert_int_equal(((uint8_t *)mem->host_address)[9], 1);
    end_recording(run[0]);
    end_recording(run[1]);
    conf_memory_free(mem);
    conf_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(missing_barriers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_waits_and_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finished_while_in_use, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_recordings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(recordings_run_side_by_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(calls_fail_as_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(paused_queue_holds_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lost_device_ends_waits, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("fake", tests, NULL, NULL);
}
