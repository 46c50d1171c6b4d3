/* The fake itself: it sees each broken promise, fails the calls it is told to, and counts. */
#include <pthread.h>
#include <stdlib.h>

#include "../conformance/conformance.h"
#include "fake.h"
#include "test_cases.h"

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
    config.info.choices = true;
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

TEST_CASE_WITH(missing_barriers, set_up, tear_down)
{
    struct conf_rig rig;

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

TEST_CASE_WITH(bad_commands, set_up, tear_down)
{
    struct conf_rig rig, second;

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

TEST_CASE_WITH(bad_waits_and_values, set_up, tear_down)
{
    struct conf_rig rig;
    struct conf_queue second;

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

TEST_CASE_WITH(finished_while_in_use, set_up, tear_down)
{
    struct conf_rig rig;

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

TEST_CASE_WITH(calls_fail_as_told, set_up, tear_down)
{
    struct conf_rig rig;

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

TEST_CASE_WITH(paused_queue_holds_work, set_up, tear_down)
{
    struct conf_rig rig;
    struct gifake_counts counts;
    uint64_t value = 1;

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

TEST_CASE_WITH(lost_device_ends_waits, set_up, tear_down)
{
    struct conf_rig rig;
    pthread_t thread;
    void *result;
    uint64_t value;

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

TEST_CASE_WITH(bad_recordings, set_up, tear_down)
{
    struct conf_rig rig;

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
TEST_CASE_WITH(recordings_run_side_by_side, set_up, tear_down)
{
    struct conf_rig rig;

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

/* ---- choices of recordings ------------------------------------------------------------------- */

enum { LAUNCHES = 2, WORD = 8 };         /* the word's place */

/** A fill of the word and two launches, all one behind the other; the second one has a choice. */
struct chosen {
    struct conf_rig rig, second;         /* of one device, opened twice */
    struct gi_memory *words, *foreign;   /* of the host */
    struct gi_memory *range;             /* without pages */
    struct gi_kernel *kernel;
    struct gi_command commands[1 + LAUNCHES];
    struct gi_kernel_launch launches[LAUNCHES];
    size_t launch_choices[LAUNCHES];
    struct gi_recorded_choice choice;
    struct gi_recorded recorded;
};

static void chosen_begin(struct chosen *chosen)
{
    const struct gi_kernel_code code = { .entry = "main" };

    *chosen = (struct chosen){ .launch_choices = { 0, 1 } };
    conf_open(&chosen->rig);
    conf_open(&chosen->second);
    chosen->words = conf_memory(chosen->rig.base, 4096, GI_MEMORY_HOST);
    chosen->foreign = conf_memory(chosen->second.base, 4096, GI_MEMORY_HOST);
    chosen->range = conf_memory_blank(chosen->rig.base);
    CONF_OK(chosen->range->ops->reserve(chosen->range, conf_info.range_granularity_bytes,
                                        conf_info.range_granularity_bytes, 0));
    chosen->kernel = calloc(1, gifake_driver.kernel->size);
    chosen->kernel->device = chosen->rig.base;
    chosen->kernel->ops = gifake_driver.kernel;
    CONF_OK(chosen->kernel->ops->init(chosen->kernel, &code));
    chosen->commands[0] = conf_fill(chosen->words, WORD, 4, 1, 4);
    for (size_t i = 0; i < LAUNCHES; i++) {
        chosen->launches[i] = (struct gi_kernel_launch){ .kernel = chosen->kernel,
                                                         .groups = { 1, 1, 1 } };
        chosen->commands[1 + i] = (struct gi_command){ .kind = GI_COMMAND_LAUNCH, .launch = i,
                                                       .barrier_before = true };
    }
    chosen->choice = (struct gi_recorded_choice){
        .at = 2, .word = { .memory = chosen->words, .offset_bytes = WORD }, .number = 1 };
    chosen->recorded = (struct gi_recorded){
        .commands = chosen->commands, .command_count = 1 + LAUNCHES,
        .launches = chosen->launches, .launch_count = LAUNCHES,
        .is_first = true, .is_last = true, .begins_behind = true,
        .choices = &chosen->choice, .choice_count = 1, .launch_choices = chosen->launch_choices,
        .choice_room = { .memory = chosen->words, .offset_bytes = 1024 } };
}

static void chosen_end(struct chosen *chosen)
{
    chosen->kernel->ops->finish(chosen->kernel);
    free(chosen->kernel);
    conf_memory_free(chosen->range);
    conf_memory_free(chosen->foreign);
    conf_memory_free(chosen->words);
    conf_close(&chosen->second);
    conf_close(&chosen->rig);
}

static void refuse_chosen(const struct chosen *chosen, const char *words)
{
    struct gi_recording *recording = calloc(1, gifake_driver.recording->size);

    recording->device = chosen->rig.base;
    recording->ops = gifake_driver.recording;
    CONF_STATUS(GI_INTERNAL, recording->ops->init(recording, &chosen->recorded));
    expect_broken(words);
    free(recording);
}

/** Changes a part of what is to be recorded, which is refused, and sets it back. */
#define REFUSE_WITH(chosen, part, value, words)                                                  \
    do {                                                                                         \
        __typeof__((chosen)->part) good_ = (chosen)->part;                                       \
        (chosen)->part = (value);                                                                \
        refuse_chosen(chosen, words);                                                            \
        (chosen)->part = good_;                                                                  \
    } while (0)

TEST_CASE_WITH(bad_choices, set_up, tear_down)
{
    struct chosen all, *chosen = &all;

    chosen_begin(chosen);
    REFUSE_WITH(chosen, choice.at, 4, "choice 0 is at command 4");
    REFUSE_WITH(chosen, choice.within, 1, "choice 0 is within choice 0");
    REFUSE_WITH(chosen, choice.word.memory, NULL, "has no word of a choice");
    REFUSE_WITH(chosen, choice.word.memory, chosen->foreign, "word of a choice of command 2 is of");
    REFUSE_WITH(chosen, choice.word.offset_bytes, 4096, "in an object of 4096");
    REFUSE_WITH(chosen, choice.word.offset_bytes, 2, "no multiple of 4");
    chosen->commands[1].barrier_before = false;
    REFUSE_WITH(chosen, commands[2].barrier_before, false, "between command 0 and choice 0");
    chosen->commands[1].barrier_before = true;
    REFUSE_WITH(chosen, launches[1].groups[1], conf_info.max_group_count[1] + 1, "no one dispatch");
    REFUSE_WITH(chosen, launches[1].is_wide, true, "no one dispatch");
    REFUSE_WITH(chosen, launch_choices[0], 1, "launch 0 comes before its choice 0");
    REFUSE_WITH(chosen, recorded.launch_choices, NULL, "no list of the choices");
    REFUSE_WITH(chosen, recorded.choice_room.memory, NULL, "has no room of the choices");
    REFUSE_WITH(chosen, recorded.choice_room.memory, chosen->foreign, "is of another device");
    REFUSE_WITH(chosen, recorded.choice_room.memory, chosen->range, "no memory of the host");
    REFUSE_WITH(chosen, recorded.choice_room.offset_bytes, 4096 - 32, "in an object of 4096");
    REFUSE_WITH(chosen, recorded.choice_room.offset_bytes, 8, "no multiple of 16");
    chosen->choice.word.memory = chosen->range;
    struct gi_recording *recording = conf_record(&chosen->rig, chosen->recorded);
    refuse_run(&chosen->rig, recording, NULL, "without pages");
    conf_recording_free(recording);
    chosen_end(chosen);
}

/** It comes behind the other queue's batch by a wait for a batch that waits. */
TEST_CASE_WITH(choices_on_two_queues, set_up, tear_down)
{
    struct chosen chosen;
    struct conf_queue between;
    struct conf_rig other;
    struct gi_wait wait;

    chosen_begin(&chosen);
    struct conf_queue *first = &chosen.rig.main;
    other.base = chosen.rig.base;
    conf_queue_open(other.base, 1, &other.main);
    conf_queue_open(other.base, 2, &between);
    struct gi_recording *recording = conf_record(&chosen.rig, chosen.recorded);
    struct gi_batch batch = { .recordings = &recording, .recording_count = 1 };
    gifake_pause_queue(0, 0);
    conf_submit_batch(first, batch);
    refuse(&other, batch, "may run on queue 0");
    wait = (struct gi_wait){ .queue = first->queue, .value = first->value };
    conf_submit_batch(&between, (struct gi_batch){ .waits = &wait, .wait_count = 1 });
    conf_submit_batch(first, batch);
    wait = (struct gi_wait){ .queue = between.queue, .value = between.value };
    batch.waits = &wait;
    batch.wait_count = 1;
    refuse(&other, batch, "may run on queue 0");
    wait = (struct gi_wait){ .queue = first->queue, .value = first->value };
    conf_submit_batch(&between, (struct gi_batch){ .waits = &wait, .wait_count = 1 });
    wait = (struct gi_wait){ .queue = between.queue, .value = between.value };
    conf_submit_batch(&other.main, batch);
    batch.wait_count = 0;
    conf_submit_batch(&other.main, batch);
    gifake_resume_queue(0, 0);
    conf_reach(&other.main, other.main.value);
    conf_submit_batch(first, batch);
    conf_reach(first, first->value);
    conf_recording_free(recording);
    conf_queue_close(&between);
    conf_queue_close(&other.main);
    chosen_end(&chosen);
}
