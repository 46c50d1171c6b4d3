/* The timeline on the fake driver: what is written, when, and what a bad file disturbs. The files
 * are read by the reader of the program gpuinterop-trace as well (tests/trace). */
#include "graph_nodes.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpuinterop.h"
#include "trace/json.h"

enum { SIZE = 4096, ROOM = 1 << 25 };

static char folder[] = "/tmp/gpuinterop-trace-XXXXXX";
static char path[sizeof folder + 16];
static char text[ROOM];

static void make_folder(void)
{
    REQUIRE(mkdtemp(folder) != NULL, "no folder");
    (void)snprintf(path, sizeof path, "%s/trace", folder);
}

static void remove_folder(void)
{
    (void)unlink(path);
    REQUIRE(rmdir(folder) == 0, "the folder has another file");
}

/* Reads the file, which has to end with a whole line. */
static void read_trace(void)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 ? read(fd, text, ROOM - 1) : -1;

    REQUIRE(count > 2, "no trace in %s", path);
    close(fd);
    text[count] = '\0';
    REQUIRE(strncmp(text, "[\n", 2) == 0, "no array: %.20s", text);
    REQUIRE(text[count - 1] == '\n', "the last line is not whole");
}

/* How many lines have both texts. */
static int count_lines(const char *first, const char *second)
{
    int count = 0;

    for (char *at = text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        count += strstr(at, first) != NULL && strstr(at, second) != NULL;
        *end = '\n';
    }
    return count;
}

static void expect_lines(const char *first, const char *second, int expected)
{
    int count = count_lines(first, second);

    REQUIRE(count == expected, "%d lines with %s and %s instead of %d:\n%s", count, first, second,
            expected, text);
}

static void begin(void)
{
    make_folder();
    sched_begin_plain();
    REQUIRE(gpuinterop_trace_start(path) == 0, "%s", gpuinterop_last_error_detail());
}

static void end(void)
{
    REQUIRE(gpuinterop_trace_stop() == 0, "%s", gpuinterop_last_error_detail());
    read_trace();
}

/* ---- what is written ------------------------------------------------------------------------ */

SCHED_CASE(copies_and_fills_have_times_of_the_device)
{
    gi_handle stream;
    uint64_t memory;

    begin();
    stream = sched_stream();
    memory = sched_memory(SIZE);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_copy_async(memory, memory + SIZE / 2, 512, 4, stream));
    OK(gi_stream_synchronize(stream));
    end();
    expect_lines("\"cat\":\"fill\"", "\"times\":\"device\"", 1);
    expect_lines("\"cat\":\"copy\"", "\"times\":\"device\"", 1);
    expect_lines("\"cat\":\"copy\"", "\"bytes\":512", 1);
    expect_lines("\"cat\":\"call\"", "\"name\":\"fill\"", 1);
    expect_lines("\"cat\":\"call\"", "wait for stream", 1);
    expect_lines("\"ph\":\"M\"", "device 0 queue", 1);
    remove_folder();
}

SCHED_CASE(long_calls_have_slices)
{
    uint64_t memory;

    REQUIRE(setenv("GPUINTEROP_TRACE_CALLS", "0", 1) == 0, "no variable");
    begin();
    OK(gi_memory_alloc(SIZE, &memory));
    OK(gi_memory_free(memory));
    end();
    expect_lines("\"cat\":\"allocation\"", "\"bytes\":4096", 1);
    expect_lines("\"cat\":\"call\"", "free of device memory", 1);
    remove_folder();
}

SCHED_CASE(short_calls_have_none)
{
    uint64_t memory;

    REQUIRE(setenv("GPUINTEROP_TRACE_CALLS", "1000000000", 1) == 0, "no variable");
    begin();
    OK(gi_memory_alloc(SIZE, &memory));
    OK(gi_memory_free(memory));
    end();
    expect_lines("\"ph\":\"X\"", "", 0);
    remove_folder();
}

/* One arrow, with one number at both ends. */
static void expect_arrow(void)
{
    expect_lines("\"ph\":\"s\"", "\"id\":", 1);
    expect_lines("\"ph\":\"f\"", "\"id\":", 1);
    REQUIRE(strncmp(strstr(strstr(text, "\"ph\":\"s\""), "\"id\":"),
                    strstr(strstr(text, "\"ph\":\"f\""), "\"id\":"), 20) == 0,
            "the arrow has two numbers:\n%s", text);
}

SCHED_CASE(a_wait_for_a_record_has_its_arrow)
{
    struct sched_gate gate;
    gi_handle first, second, event;
    uint64_t memory;

    begin();
    first = sched_stream();
    second = sched_stream();
    event = sched_event();
    memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, first);
    OK(gi_fill_async(memory, 1, 1, SIZE, first));
    OK(gi_event_record(event, first));
    OK(gi_stream_wait_event(second, event));
    OK(gi_fill_async(memory, 2, 1, SIZE, second));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(second));
    OK(gi_stream_synchronize(first));
    end();
    expect_lines("\"cat\":\"wait for a record\"", "\"ph\":\"X\"", 1);
    expect_lines("\"cat\":\"record\"", "\"ph\":\"X\"", 1);
    expect_lines("\"cat\":\"host function\"", "\"ph\":\"X\"", 1);
    expect_arrow();
    remove_folder();
}

static void wait_for_a_signal(enum sched_source source)
{
    struct sched_semaphore semaphore;
    gi_handle first, second;

    begin();
    first = sched_stream();
    second = sched_stream();
    sched_semaphore_make(&semaphore, source, true, 0);
    sched_wait(second, &semaphore, 5);
    sched_signal(first, &semaphore, 5);
    OK(gi_stream_synchronize(first));
    OK(gi_stream_synchronize(second));
    end();
    expect_lines("\"cat\":\"signal\"", "\"value\":5", 1);
    expect_lines("\"cat\":\"wait\"", "\"value\":5", 1);
    expect_arrow();
    sched_semaphore_end(&semaphore);
    remove_folder();
}

SCHED_CASE(a_semaphore_has_the_name_that_the_program_gave)
{
    struct sched_semaphore semaphore;
    gi_handle stream;
    const void *handle;

    begin();
    stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    handle = (const void *)(uintptr_t)semaphore.handle;
    REQUIRE(gpuinterop_name_semaphore(handle, "frame") == 0, "%s", gpuinterop_last_error_detail());
    sched_signal(stream, &semaphore, 1);
    REQUIRE(gpuinterop_name_semaphore(handle, "") == 0, "%s", gpuinterop_last_error_detail());
    sched_signal(stream, &semaphore, 2);
    OK(gi_stream_synchronize(stream));
    REQUIRE(gpuinterop_name_semaphore(NULL, "none") == -1, "a name for nothing");
    REQUIRE(gpuinterop_name_semaphore(&semaphore, "none") == -1, "a name for no handle");
    end();
    expect_lines("\"value\":1", "\"semaphore_name\":\"frame\"", 1);
    expect_lines("semaphore_name", "", 1);
    sched_semaphore_end(&semaphore);
    remove_folder();
}

SCHED_CASE(a_wait_for_a_host_semaphore_has_its_arrow)
{
    wait_for_a_signal(SCHED_HOST_SEMAPHORE);
    REQUIRE(count_lines("inode ", "\"value\":5") == 3, "no inode:\n%s", text);
    expect_lines("\"cat\":\"held wait\"", "inode ", 1);      /* by a thread of the library */
    expect_lines("host waiter of device 0 stream", "\"ph\":\"M\"", 1);
}

SCHED_CASE(a_wait_for_a_driver_semaphore_has_its_arrow)
{
    wait_for_a_signal(SCHED_NATIVE_SEMAPHORE);
}

SCHED_CASE(a_full_ring_counts_what_it_drops)
{
    gi_handle stream;
    uint64_t memory;

    begin();
    stream = sched_stream();
    memory = sched_memory(SIZE);
    for (int i = 0; i < 20000; i++)
        OK(gi_fill_async(memory, 1, 1, 4, stream));
    OK(gi_stream_synchronize(stream));
    end();
    REQUIRE(count_lines("\"cat\":\"fill\"", "\"args\"") == 20000 ||
            count_lines("records were dropped", "\"count\":") > 0, "fills are missing, untold");
    remove_folder();
}

SCHED_CASE(nothing_is_written_behind_the_end)
{
    gi_handle stream;
    uint64_t memory;

    begin();
    stream = sched_stream();
    memory = sched_memory(SIZE);
    end();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(gpuinterop_trace_stop() == -1, "a second end");
    REQUIRE(gpuinterop_trace_start(path) == 0, "%s", gpuinterop_last_error_detail());
    REQUIRE(gpuinterop_trace_start(path) == -1, "a second begin");
    end();
    expect_lines("\"ph\":\"X\"", "", 0);
    remove_folder();
}

/* ---- graphs --------------------------------------------------------------------------------- */

/* Launches a graph of three fills and a copy, twice. */
static void launch_graph(void)
{
    gi_handle graph, node = 0, exec, stream;
    uint64_t memory;

    begin();
    stream = sched_stream();
    memory = sched_memory(SIZE);
    graph = sched_graph();
    for (uint64_t i = 0; i < 3; i++)
        node = sched_node(graph, node, sched_ask_fill(memory, SIZE, (uint8_t)(i + 1)));
    (void)sched_node(graph, node, sched_ask_copy(memory + 64, memory, 64));
    exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 3);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end();
    remove_folder();
}

SCHED_CASE(recorded_nodes_are_one_slice)
{
    launch_graph();
    expect_lines("recorded nodes of a graph", "\"graph_launch\":", 2);
    expect_lines("\"cat\":\"fill\"", "\"graph_launch\":", 0);
}

SCHED_CASE(nodes_have_slices_where_they_are_asked_for)
{
    REQUIRE(setenv("GPUINTEROP_TRACE_GRAPHS", "nodes", 1) == 0, "no variable");
    launch_graph();
    expect_lines("recorded nodes of a graph", "", 0);
    expect_lines("\"cat\":\"fill\"", "\"graph_launch\":", 6);
    expect_lines("\"cat\":\"copy\"", "\"graph_launch\":", 2);
    expect_lines("\"cat\":\"fill\"", "\"times\":\"device\"", 6);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void expect_quoted(const char *name, const char *expected)
{
    char quoted[256];
    size_t length = gi_json_quote(name, strlen(name), quoted);

    REQUIRE(length == strlen(expected) && memcmp(quoted, expected, length) == 0,
            "\"%s\" became %.*s", name, (int)length, quoted);
}

SCHED_CASE(any_name_becomes_a_string)
{
    expect_quoted("", "\"\"");
    expect_quoted("a\"b\\c\n\x7f", "\"a\\\"b\\\\c\\u000a\\u007f\"");
    expect_quoted("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
                  "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
    expect_quoted("\xff" "a", "\"\xef\xbf\xbd" "a\"");
    expect_quoted("\xc0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\"");       /* a longer form than needed */
    expect_quoted("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");   /* a surrogate */
    expect_quoted("\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"");       /* cut off */
}

/* ---- files ---------------------------------------------------------------------------------- */

static void expect_refused(const char *file, const char *words)
{
    REQUIRE(gpuinterop_trace_start(file) == -1, "%s was taken", file);
    REQUIRE(strstr(gpuinterop_last_error_detail(), words) != NULL, "%s: %s", file,
            gpuinterop_last_error_detail());
}

SCHED_CASE(a_bad_file_disturbs_nothing)
{
    gi_handle stream;
    uint64_t memory;

    make_folder();
    sched_begin_plain();
    stream = sched_stream();
    memory = sched_memory(SIZE);
    expect_refused("", "empty");
    expect_refused(folder, "directory");
    expect_refused("/dev/full", "No space left");
    expect_refused("/proc/none/trace", "No such file");
    REQUIRE(mkfifo(path, 0600) == 0, "no pipe");
    expect_refused(path, "cannot be written");   /* nobody reads it */
    OK(gi_fill_async(memory, 7, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 7);
    remove_folder();
}

/* Runs a case's part in a child that has not used the library. Returns how it ended. */
static int in_child(void (*part)(void))
{
    int status;
    pid_t child = fork();

    REQUIRE(child >= 0, "no child");
    if (child == 0) {
        part();
        _exit(0);
    }
    REQUIRE(waitpid(child, &status, 0) == child, "no end of the child");
    return status;
}

static void work_and_die(void)
{
    gi_handle stream;
    uint64_t memory;

    sched_begin_plain();
    REQUIRE(gpuinterop_trace_start(path) == 0, "%s", gpuinterop_last_error_detail());
    stream = sched_stream();
    memory = sched_memory(SIZE);
    for (;;) {                   /* until the writer has written something of it */
        struct stat facts;

        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        OK(gi_stream_synchronize(stream));
        if (stat(path, &facts) == 0 && facts.st_size > 4096)
            raise(SIGKILL);
    }
}

SCHED_CASE(a_killed_process_leaves_whole_lines)
{
    int status;

    make_folder();
    status = in_child(work_and_die);
    REQUIRE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "it ended by itself");
    read_trace();
    REQUIRE(count_lines("\"cat\":\"fill\"", "\"times\"") > 0, "no fill:\n%s", text);
    remove_folder();
}

/* A child that lives on has no part of the trace, and no lock of its file. */
SCHED_CASE(a_forked_child_does_not_lock_the_file)
{
    int ready[2], fd;
    char byte;
    pid_t child;

    begin();
    REQUIRE(pipe(ready) == 0, "no pipe");
    child = fork();
    if (child == 0) {
        byte = gpuinterop_trace_stop() == -1 ? 'y' : 'n';
        REQUIRE(write(ready[1], &byte, 1) == 1, "no byte");
        for (;;)
            pause();
    }
    REQUIRE(read(ready[0], &byte, 1) == 1 && byte == 'y', "the child ended the trace");
    end();
    fd = open(path, O_RDONLY | O_CLOEXEC);
    REQUIRE(fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0, "the file is locked");
    close(fd);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    remove_folder();
}

static void trace_beside(void)
{
    char own[sizeof path + 16];

    REQUIRE(gpuinterop_trace_start(path) == 0, "%s", gpuinterop_last_error_detail());
    REQUIRE(gpuinterop_trace_stop() == 0, "%s", gpuinterop_last_error_detail());
    (void)snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
    REQUIRE(unlink(own) == 0, "no %s", own);
}

SCHED_CASE(two_processes_do_not_share_a_file)
{
    int ready[2];
    char byte;
    pid_t other;

    make_folder();
    REQUIRE(pipe(ready) == 0, "no pipe");
    other = fork();
    if (other == 0) {
        REQUIRE(gpuinterop_trace_start(path) == 0, "%s", gpuinterop_last_error_detail());
        REQUIRE(write(ready[1], "", 1) == 1, "no byte");
        for (;;)
            pause();
    }
    REQUIRE(read(ready[0], &byte, 1) == 1, "no byte");
    REQUIRE(in_child(trace_beside) == 0, "the second process");
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    read_trace();
    remove_folder();
}
