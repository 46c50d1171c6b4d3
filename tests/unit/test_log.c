/* The log that programs ask for: what is kept, how it is read back, and who is told. */
#include "base/log_ring.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/log_listen.h"
#include "base/process.h"
#include "base/thread.h"

#define ROOM 65536

static char text[ROOM];

static void fail_inside(int number)
{
    gi_status told = gi_fail(GI_INVALID_VALUE, "made by number %d;", number);

    (void)told;
}

static void fail_numbered(int number)
{
    fail_inside(number);
    gi_report_failure();
}

static size_t read_from(uint32_t *place, size_t room)
{
    size_t size = room;

    memset(text, '#', sizeof text);
    assert_int_equal(gi_log_ring_read(place, text, &size), GI_OK);
    assert_in_range(size, 0, room - 1);
    assert_int_equal(text[size], '\0');
    assert_int_equal(strlen(text), size);
    return size;
}

static int count_lines(void)
{
    int lines = 0;

    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    return lines;
}

static bool has_number(int number)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "made by number %d;\n", number);
    return strstr(text, wanted) != NULL;
}

/* ---- reading -------------------------------------------------------------------------------- */

TEST_CASE(a_failure_is_a_line)
{
    uint32_t place = gi_log_ring_end();
    unsigned hour, minute, second, millisecond;
    int thread, end = 0;

    assert_int_equal(read_from(&place, ROOM), 0);
    fail_numbered(1);
    assert_int_not_equal(read_from(&place, ROOM), 0);
    assert_int_equal(sscanf(text, "[%2u:%2u:%2u.%3u][%d][gpuinterop][E] GI_INVALID_VALUE: made by "
                            "number 1;%n", &hour, &minute, &second, &millisecond, &thread, &end),
                     5);
    assert_int_equal(thread, getpid());          /* this is the first thread */
    assert_string_equal(text + end, "\n");
    assert_int_equal(place, gi_log_ring_end());
    assert_int_equal(read_from(&place, ROOM), 0);
    gi_log_keep(true, "a warning");
    assert_int_not_equal(read_from(&place, ROOM), 0);
    assert_non_null(strstr(text, "[gpuinterop][W] a warning\n"));
}

/* A failure that the library has dealt with is no answer of a call, and no line of the log. */
TEST_CASE(what_is_handled_is_no_line)
{
    uint32_t place = gi_log_ring_end();

    fail_inside(1);
    assert_int_equal(read_from(&place, ROOM), 0);
    fail_inside(2);
    gi_report_failure();
    gi_report_failure();                         /* it is in the log already */
    read_from(&place, ROOM);
    assert_int_equal(count_lines(), 1);
    assert_true(has_number(2));
}

TEST_CASE(the_last_hundred_are_kept)
{
    uint32_t before = gi_log_ring_end(), place;

    for (int i = 0; i < GI_LOG_RING_LINES; i++)
        fail_numbered(i);
    place = before;
    read_from(&place, ROOM);
    assert_int_equal(count_lines(), GI_LOG_RING_LINES);
    assert_true(has_number(0));
    assert_null(strstr(text, "are gone"));
    fail_numbered(GI_LOG_RING_LINES);
    place = before;
    read_from(&place, ROOM);
    assert_int_equal(count_lines(), GI_LOG_RING_LINES + 1);
    assert_false(has_number(0));
    assert_true(has_number(1));
    assert_true(has_number(GI_LOG_RING_LINES));
    assert_ptr_equal(strstr(text, "[gpuinterop] older lines of the log are gone\n"), text);
    read_from(NULL, ROOM);
    assert_int_equal(count_lines(), GI_LOG_RING_LINES + 1);
    assert_true(has_number(1));
}

/* A place that never was is as good as the oldest line. */
TEST_CASE(a_wild_place_reads_all)
{
    uint32_t places[] = { gi_log_ring_end() + 1, gi_log_ring_end() + 0x80000000u,
                          gi_log_ring_end() - 0x7fffffffu };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        read_from(&places[i], ROOM);
        assert_int_equal(count_lines(), GI_LOG_RING_LINES + 1);
        assert_int_equal(places[i], gi_log_ring_end());
    }
}

TEST_CASE(the_newest_lines_fit_into_little_room)
{
    uint32_t before = gi_log_ring_end(), place = before;
    size_t one, size;

    fail_numbered(1000);
    one = read_from(&place, ROOM);
    fail_numbered(1001);
    fail_numbered(1002);
    place = before;
    assert_int_equal(read_from(&place, 3 * one + 1), 3 * one);
    place = before;
    read_from(&place, 3 * one);                  /* one byte less */
    assert_ptr_equal(strstr(text, "[gpuinterop] there is room for the newest"), text);
    assert_true(has_number(1002));
    assert_false(has_number(1000));
    assert_int_equal(place, gi_log_ring_end());
    for (size_t room = 0; room <= 3 * one; room++) {
        place = before;
        size = room;
        memset(text, '#', sizeof text);
        if (gi_log_ring_read(&place, text, &size) != GI_OK) {
            assert_int_equal(size, 0);
            assert_int_equal(place, before);
            assert_int_equal(text[0], room > 0 ? '\0' : '#');
        } else {
            assert_in_range(size, one, room - 1);
            assert_int_equal(text[size], '\0');
            assert_true(has_number(1002));
        }
        assert_int_equal(text[room], '#');
        before = gi_log_ring_end();              /* what failed is a line as well */
        fail_numbered(1000);
        fail_numbered(1001);
        fail_numbered(1002);
    }
}

TEST_CASE(a_reading_has_an_end)
{
    char longest[GI_LOG_TEXT_BYTES + 50];

    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    for (int i = 0; i < GI_LOG_RING_LINES; i++)
        gi_log_keep(false, longest);
    assert_in_range(read_from(NULL, ROOM), GI_LOG_RING_READ_BYTES - GI_LOG_TEXT_BYTES - 64,
                    GI_LOG_RING_READ_BYTES - 1);
    assert_ptr_equal(strstr(text, "[gpuinterop] there is room for the newest"), text);
}

TEST_CASE(a_file_gets_all)
{
    char path[] = "/tmp/gpuinterop-test-log-XXXXXX";
    uint32_t place = gi_log_ring_end();
    int fd = mkstemp(path);
    ssize_t length;

    assert_in_range(fd, 0, 1 << 20);
    assert_int_equal(write(fd, "before\n", 7), 7);
    assert_int_equal(gi_log_ring_write(&place, path), GI_OK);        /* nothing yet */
    fail_numbered(7);
    assert_int_equal(gi_log_ring_write(&place, path), GI_OK);
    assert_int_equal(place, gi_log_ring_end());
    length = pread(fd, text, sizeof text - 1, 0);
    assert_in_range(length, 20, 200);
    text[length] = '\0';
    assert_ptr_equal(strstr(text, "before\n["), text);
    assert_true(has_number(7));
    assert_int_equal(gi_log_ring_write(NULL, path), GI_OK);
    assert_in_range(pread(fd, text, sizeof text - 1, 0), GI_LOG_RING_READ_BYTES, ROOM);
    place = 7;
    assert_int_equal(gi_log_ring_write(&place, "/nowhere/at/all"), GI_INVALID_VALUE);
    assert_int_equal(gi_log_ring_write(&place, ""), GI_INVALID_VALUE);
    assert_int_equal(gi_log_ring_write(&place, "/dev/full"), GI_OS_ERROR);
    close(fd);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(gi_log_ring_write(&place, path), GI_INVALID_VALUE);  /* nobody reads there */
    assert_int_equal(place, 7);
    unlink(path);
}

/* ---- being told ----------------------------------------------------------------------------- */

struct told {
    int calls, warnings;
    pthread_t thread;
    char last[200];
    gi_handle handle;
    bool fails, ends_itself;
    gi_status ended;
};

static void be_told(const void *context, bool is_warning, char *line, size_t length)
{
    struct told *told = *(struct told *const *)context;

    told->calls++;
    told->warnings += is_warning;
    told->thread = pthread_self();
    if (strlen(line) == length && line[length - 1] != '\n')
        snprintf(told->last, sizeof told->last, "%s", line);
    memset(line, 'x', length);                   /* it is ours */
    if (told->fails) {
        fail_numbered(99);
        gi_log_deliver();
    }
    if (told->ends_itself)
        told->ended = gi_log_unlisten(told->handle);
}

static void listen_to(struct told *told)
{
    assert_int_equal(gi_log_listen(be_told, &told, sizeof told, &told->handle), GI_OK);
}

TEST_CASE(failures_are_told_when_a_call_ends)
{
    struct told first = { 0 }, second = { 0 };

    fail_numbered(1);                            /* before anybody listens */
    listen_to(&first);
    gi_log_deliver();
    assert_int_equal(first.calls, 0);
    listen_to(&second);
    fail_numbered(2);
    fail_numbered(3);
    assert_int_equal(first.calls, 0);
    gi_log_deliver();
    assert_int_equal(first.calls, 2);
    assert_int_equal(second.calls, 2);
    assert_non_null(strstr(second.last, "made by number 3;"));
    gi_log_deliver();
    assert_int_equal(first.calls, 2);
    assert_int_equal(gi_log_unlisten(first.handle), GI_OK);
    assert_int_equal(gi_log_unlisten(first.handle), GI_INVALID_VALUE);
    assert_int_equal(gi_log_unlisten(0), GI_INVALID_VALUE);
    gi_log_keep(true, "a warning");
    gi_log_deliver();
    assert_int_equal(first.calls, 2);
    assert_int_equal(second.warnings, 1);
    assert_int_equal(gi_log_unlisten(second.handle), GI_OK);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_LOG_LISTENER), 0);
}

TEST_CASE(what_fails_in_a_callback_is_not_told)
{
    struct told told = { .fails = true };

    listen_to(&told);
    fail_numbered(4);
    gi_log_deliver();
    gi_log_deliver();
    assert_int_equal(told.calls, 1);
    fail_numbered(5);
    gi_log_deliver();
    assert_int_equal(told.calls, 2);
    assert_int_equal(gi_log_unlisten(told.handle), GI_OK);
}

TEST_CASE(what_is_pushed_out_is_not_told)
{
    struct told told = { 0 };

    listen_to(&told);
    for (int i = 0; i < GI_LOG_RING_LINES + 50; i++)
        fail_numbered(i);
    gi_log_deliver();
    assert_int_equal(told.calls, GI_LOG_RING_LINES);
    assert_int_equal(gi_log_unlisten(told.handle), GI_OK);
}

TEST_CASE(a_callback_may_end_itself)
{
    struct told told = { .ends_itself = true, .ended = GI_INTERNAL }, other = { 0 };

    listen_to(&told);
    listen_to(&other);
    fail_numbered(6);
    fail_numbered(7);
    gi_log_deliver();
    assert_int_equal(told.ended, GI_OK);
    assert_int_equal(told.calls, 1);
    assert_int_equal(other.calls, 2);
    assert_int_equal(gi_log_unlisten(other.handle), GI_OK);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_LOG_LISTENER), 0);
}

static void *fail_in_thread(void *number)
{
    fail_numbered(*(int *)number);
    return NULL;
}

static void *fail_and_deliver(void *number)
{
    fail_numbered(*(int *)number);
    gi_log_deliver();
    return NULL;
}

TEST_CASE(each_thread_tells_its_own)
{
    struct told told = { 0 };
    pthread_t thread;

    listen_to(&told);
    assert_int_equal(pthread_create(&thread, NULL, fail_and_deliver, &(int){ 8 }), 0);
    pthread_join(thread, NULL);
    assert_int_equal(told.calls, 1);
    assert_true(pthread_equal(told.thread, thread));
    /* A program's thread that has not answered yet keeps its line; one of the library's own does
     * not. */
    assert_int_equal(pthread_create(&thread, NULL, fail_in_thread, &(int){ 9 }), 0);
    fail_numbered(10);
    pthread_join(thread, NULL);
    gi_log_deliver();
    assert_int_equal(told.calls, 2);
    assert_non_null(strstr(told.last, "made by number 10;"));
    assert_int_equal(gi_thread_start(&thread, "test", fail_in_thread, &(int){ 11 }), GI_OK);
    pthread_join(thread, NULL);
    gi_log_deliver();
    assert_int_equal(told.calls, 3);
    assert_true(pthread_equal(told.thread, pthread_self()));
    assert_non_null(strstr(told.last, "made by number 11;"));
    assert_int_equal(gi_log_unlisten(told.handle), GI_OK);
}

enum { THREADS = 8, ROUNDS = 200 };

static atomic_int storm_calls;
static atomic_bool storm_ended;

static void count_in_storm(const void *context, bool is_warning, char *line, size_t length)
{
    (void)context;
    (void)is_warning;
    (void)line;
    (void)length;
    if (atomic_load(&storm_ended))
        abort();                                 /* nobody is told after unlisten has returned */
    atomic_fetch_add(&storm_calls, 1);
}

static void count_own(const void *context, bool is_warning, char *line, size_t length)
{
    (void)is_warning;
    (void)line;
    (void)length;
    atomic_fetch_add(*(atomic_int *const *)context, 1);
}

/* Fails, reads and delivers; now and then with a listener of its own. NULL if all went well. */
static void *storm(void *unused)
{
    static char wrong;

    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_int calls = 0, *own = &calls;
        uint32_t place = gi_log_ring_end();
        char small[200];
        size_t size = sizeof small;
        gi_handle handle;

        if (i % 8 == 0 && gi_log_listen(count_own, &own, sizeof own, &handle) != GI_OK)
            return &wrong;
        fail_numbered(i);
        gi_log_deliver();
        if (gi_log_ring_read(&place, small, &size) == GI_OK && size >= sizeof small)
            return &wrong;
        if (i % 8 == 0 && gi_log_unlisten(handle) != GI_OK)
            return &wrong;
    }
    return NULL;
}

static void run_storm(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, storm, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong = NULL;

        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

TEST_CASE(many_threads_fail_at_once)
{
    pthread_t storming;
    gi_handle handle;

    assert_int_equal(gi_log_listen(count_in_storm, NULL, 0, &handle), GI_OK);
    run_storm();
    assert_in_range(atomic_load(&storm_calls), 1, THREADS * ROUNDS);     /* some are pushed out */
    assert_int_equal(gi_handle_live_count(GI_OBJECT_LOG_LISTENER), 1);
    assert_int_equal(pthread_create(&storming, NULL, storm, NULL), 0);
    assert_int_equal(gi_log_unlisten(handle), GI_OK);
    atomic_store(&storm_ended, true);
    run_storm();
    pthread_join(storming, NULL);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_LOG_LISTENER), 0);
}

/* Last, for the child is told that it is one from here on. */
TEST_CASE(a_forked_child_keeps_lines_and_tells_nobody)
{
    struct told told = { 0 };
    int status = -1;
    pid_t child;

    listen_to(&told);
    child = fork();
    if (child == 0) {
        uint32_t place = gi_log_ring_end();

        if (gi_process_check() != GI_NOT_INITIALIZED)
            _exit(1);
        gi_log_failed_call();
        if (told.calls != 0)
            _exit(2);
        if (read_from(&place, ROOM) == 0 || strstr(text, "forked") == NULL)
            _exit(3);
        _exit(gi_log_listen(be_told, &state, sizeof state, &told.handle) == GI_NOT_INITIALIZED
              ? 0 : 4);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(gi_log_unlisten(told.handle), GI_OK);
}
