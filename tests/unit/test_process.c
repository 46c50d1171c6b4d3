/* Law 10: forked children and host functions get a clear error from every entry point. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "../copies.h"
#include "device/device.h"
#include "ops/event.h"
#include "share/external_memory.h"
#include "share/external_semaphore.h"
#include "ops/host_function.h"
#include "pools/memory.h"
#include "base/process.h"
#include "stream/stream.h"

static gi_handle stream, event;
static uint64_t memory;

static void do_nothing(void *argument, gi_status status)
{
    (void)argument;
    (void)status;
}

/* Each answer of the core that is not the expected one is printed and counted. */
static int expect(gi_status expected, gi_status got, const char *what)
{
    if (got == expected)
        return 0;
    fprintf(stderr, "%s: %s instead of %s\n", what, gi_status_name(got), gi_status_name(expected));
    return 1;
}

#define EXPECT(call) wrong += expect(expected, (call), #call)

static int use_streams(gi_status expected)
{
    gi_handle handle;
    uint32_t flags;
    int wrong = 0, number;

    EXPECT(gi_stream_create(0, 0, &handle));
    EXPECT(gi_stream_query(stream));
    EXPECT(gi_stream_query(GI_STREAM_NULL));
    EXPECT(gi_stream_query(GI_STREAM_PER_THREAD));
    EXPECT(gi_stream_synchronize(stream));
    EXPECT(gi_stream_wait_event(stream, event));
    EXPECT(gi_stream_host_call(stream, do_nothing, NULL, true));
    EXPECT(gi_stream_get_flags(stream, &flags));
    EXPECT(gi_stream_get_priority(stream, &number));
    EXPECT(gi_stream_get_device(stream, &number));
    EXPECT(gi_stream_destroy(stream));
    EXPECT(gi_event_create(0, &handle));
    EXPECT(gi_event_record(event, stream));
    EXPECT(gi_event_query(event));
    EXPECT(gi_event_synchronize(event));
    EXPECT(gi_event_destroy(event));
    return wrong;
}

static int use_the_rest(gi_status expected)
{
    struct gi_external_memory_request import = { .type = 1, .fd = 0, .size_bytes = 4096 };
    struct gi_external_semaphore_request import_semaphore = { .type = 9, .fd = 0 };
    struct gi_external_semaphore_item item = { .semaphore = 99, .reserved_is_zero = true };
    const struct gi_device_info *info;
    struct gi_pointer_info pointer;
    uint64_t bytes, total;
    gi_handle handle;
    int wrong = 0, number;

    EXPECT(gi_device_info(0, &info));
    EXPECT(gi_device_set_current(0));
    EXPECT(gi_device_get_current(&number));
    EXPECT(gi_device_synchronize());
    EXPECT(gi_device_memory_info(&bytes, &total));
    EXPECT(gi_memory_alloc(64, &bytes));
    EXPECT(gi_memory_host_alloc(64, 0, &bytes));
    EXPECT(gi_memory_free(memory));
    EXPECT(gi_memory_host_free(memory));
    EXPECT(gi_pointer_query(memory, &pointer));
    EXPECT(gi_copy_now(memory, memory, 4, GI_COPY_INFER));
    EXPECT(gi_copy_async(memory, memory, 4, GI_COPY_INFER, stream));
    EXPECT(gi_fill_now(memory, 0, 1, 4));
    EXPECT(gi_fill_async(memory, 0, 1, 4, stream));
    EXPECT(gi_external_memory_import(&import, &handle));
    EXPECT(gi_external_memory_destroy(handle));
    EXPECT(gi_external_semaphore_import(&import_semaphore, &handle));
    EXPECT(gi_external_semaphore_destroy(handle));
    EXPECT(gi_external_semaphores_signal(&item, 1, stream));
    EXPECT(gi_external_semaphores_wait(&item, 1, stream));
    return wrong;
}

static int use_everything(gi_status expected)
{
    int count = -1, wrong = use_streams(expected) + use_the_rest(expected);

    wrong += expect(GI_OK, gi_device_count(&count), "gi_device_count");
    if (count != 1)
        fprintf(stderr, "%d devices are counted\n", count);
    return wrong + (count != 1);
}

static void open_all(void)
{
    assert_int_equal(gi_stream_create(0, 0, &stream), GI_OK);
    assert_int_equal(gi_event_create(0, &event), GI_OK);
    assert_int_equal(gi_memory_alloc(4096, &memory), GI_OK);
    assert_int_equal(gi_fill_async(memory, 5, 1, 4096, stream), GI_OK);
    assert_int_equal(gi_event_record(event, stream), GI_OK);
}

static void close_all(void)
{
    assert_int_equal(gi_stream_synchronize(stream), GI_OK);
    assert_int_equal(gi_event_query(event), GI_OK);
    assert_int_equal(gi_event_destroy(event), GI_OK);
    assert_int_equal(gi_stream_destroy(stream), GI_OK);
    assert_int_equal(gi_memory_free(memory), GI_OK);
}

/* The leak checker cannot run in a forked child of a process with threads: it waits for a lock that
 * one of them held. Such a child must not end by exit. */
#ifdef __SANITIZE_ADDRESS__
#define CAN_EXIT_FORKED false
#else
#define CAN_EXIT_FORKED true
#endif

/* Runs body in a forked child, which ends by exit unless it is asked for _exit. */
static void expect_child(int (*body)(void), bool by_exit)
{
    int ending;

    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int wrong;
        alarm(200);
        wrong = body();
        if (by_exit)
            exit(wrong != 0);
        _exit(wrong != 0);
    }
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    assert_int_equal(WEXITSTATUS(ending), 0);
}

static int use_in_child(void)
{
    int wrong = use_everything(GI_NOT_INITIALIZED);

    if (strstr(gi_last_error_detail(), "fork") == NULL)
        wrong++;
    return wrong + !gi_process_is_forked() + (gi_process_check() != GI_NOT_INITIALIZED);
}

static int first_use_in_child(void)
{
    open_all();
    close_all();
    return gi_process_is_forked();
}

/* Comes first: a child of a process that has not used the library is free to. */
TEST_CASE(fork_before_the_first_call)
{
    expect_child(first_use_in_child, true);
}

static void look_after_the_end(void)
{
    bool is_right = gi_process_is_ending() && gi_process_answer(GI_DEVICE_LOST) == GI_ENDING &&
                    gi_process_answer(GI_AWAITED_FAILED) == GI_ENDING &&
                    gi_process_answer(GI_LAUNCH_TRAPPED) == GI_LAUNCH_TRAPPED &&
                    gi_process_answer(GI_OK) == GI_OK;

    _exit(!is_right);
}

static int end_with_drivers_closed(void)
{
    if (gi_process_answer(GI_DEVICE_LOST) != GI_DEVICE_LOST ||
        gi_process_answer(GI_AWAITED_FAILED) != GI_AWAITED_FAILED)
        return 1;
    atexit(look_after_the_end);
    gi_process_close_drivers_at_exit();
    exit(2);
}

/* Comes before the first call, too. */
TEST_CASE(what_is_lost_at_the_end_is_ending)
{
    expect_child(end_with_drivers_closed, false);
}

TEST_CASE(forked_child_is_told)
{
    open_all();
    assert_false(gi_process_is_forked());
    expect_child(use_in_child, false);
    expect_child(use_in_child, CAN_EXIT_FORKED);
    assert_int_equal(gi_process_check(), GI_OK);
    close_all();                                 /* the parent is unharmed */
}

static atomic_int wrong_in_host_function;

static void use_in_host_function(void *argument, gi_status status)
{
    int wrong = use_everything(GI_NOT_PERMITTED);

    (void)argument;
    wrong += gi_process_check() != GI_NOT_PERMITTED;
    wrong += strstr(gi_last_error_detail(), "host function") == NULL;
    atomic_store(&wrong_in_host_function, wrong + (status != GI_OK));
}

TEST_CASE(host_function_is_told)
{
    open_all();
    atomic_store(&wrong_in_host_function, -1);
    assert_int_equal(gi_stream_host_call(stream, use_in_host_function, NULL, false), GI_OK);
    assert_int_equal(gi_stream_synchronize(stream), GI_OK);
    assert_int_equal(atomic_load(&wrong_in_host_function), 0);
    close_all();                                 /* nothing was destroyed by it */
}
