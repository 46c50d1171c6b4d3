/* Ends: of streams with work, of imported memory, of the device, of the process; and hangs. */
#include "graph_nodes.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log_listen.h"
#include "base/process.h"
#include "arrays/array.h"
#include "stream/watchdog.h"

enum { SIZE = 4096, PENDING_EXIT_CODE = 7 };

/* ---- streams and memory ---------------------------------------------------------------------- */

SCHED_CASE(destroyed_streams_finish_their_work)
{
    enum { STREAMS = 50 };
    struct sched_semaphore go, done;

    sched_begin_plain();
    sched_semaphore_make(&go, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&done, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle collector = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(STREAMS * SIZE);
    for (uint64_t i = 0; i < STREAMS; i++) {
        gi_handle stream = sched_stream();
        sched_wait(stream, &go, 1 + i % 3);
        OK(gi_fill_async(memory + i * SIZE, 6, 1, SIZE, stream));
        OK(gi_event_record(event, stream));
        OK(gi_stream_wait_event(collector, event));
        OK(gi_stream_destroy(stream));
        STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
        STATUS(GI_STALE_HANDLE, gi_stream_destroy(stream));
    }
    sched_signal(collector, &done, 1);
    OK(gi_stream_destroy(collector));
    OK(gi_event_destroy(event));
    sched_peer_signal(&go, 2);
    REQUIRE(sched_peer_value(&done) == 0, "done before all were let go");
    sched_peer_signal(&go, 3);
    sched_peer_await(&done, 1);                  /* nobody asks the library for progress */
    sched_expect_bytes(memory, STREAMS * SIZE, 6);
    OK(gi_memory_free(memory));
    sched_semaphore_end(&go);
    sched_semaphore_end(&done);
    sched_expect_nothing_left();
}

/* Law 1: the object, two mappings of it and the work that uses them end in every order. A mapping
 * that is freed before the work is done waits for it. */
SCHED_CASE(imported_memory_ends_in_any_order)
{
    static const char orders[][5] = { "mabw", "amwb", "bwma", "wabm", "ambw", "mwba", "abmw" };

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t check = sched_memory(SIZE);
    for (size_t n = 0; n < sizeof orders / sizeof orders[0]; n++) {
        struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(4 * SIZE),
                                                     .size_bytes = 4 * SIZE };
        struct gi_external_buffer_request first = { 0, 2 * SIZE, 0 }, second = { SIZE, SIZE, 0 };
        uint64_t a, b;
        gi_handle memory;
        OK(gi_external_memory_import(&import, &memory));
        OK(gi_external_memory_map_buffer(memory, &first, &a));
        OK(gi_external_memory_map_buffer(memory, &second, &b));
        REQUIRE(b == a + SIZE, "mappings of one object do not share addresses");
        gifake_pause_queue(0, sched_queue_of(stream));
        OK(gi_fill_async(b, (uint32_t)n + 1, 1, SIZE, stream));
        OK(gi_copy_async(check, b, SIZE, GI_COPY_INFER, stream));
        struct sched_freeing frees[2];
        size_t count = 0;
        for (const char *step = orders[n]; *step != '\0'; step++) {
            if (*step == 'm')
                OK(gi_external_memory_destroy(memory));
            else if (*step == 'w')
                gifake_resume_queue(0, sched_queue_of(stream));
            else
                sched_free_begin(&frees[count++], gi_memory_free, *step == 'a' ? a : b);
        }
        while (count > 0)
            OK(sched_free_end(&frees[--count]));
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(check, SIZE, (uint8_t)(n + 1));
        STATUS(GI_INVALID_VALUE, gi_memory_free(a));
        STATUS(GI_INVALID_HANDLE, gi_external_memory_destroy(memory));
    }
    OK(gi_memory_free(check));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- a lost device --------------------------------------------------------------------------- */

static atomic_int told;

static void count_lost(void *unused, gi_status status)
{
    (void)unused;
    if (status == GI_DEVICE_LOST)
        atomic_fetch_add(&told, 1);
}

static void *synchronize(void *stream)
{
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(*(gi_handle *)stream));
    return NULL;
}

/* Streams that run, that wait for the host, for the device, for each other: all are told, none
 * hangs. */
static void every_stream_hears_of_a_lost_device(enum sched_source source)
{
    enum { STREAMS = 24 };
    struct sched_semaphore semaphore;
    gi_handle streams[STREAMS], event;
    pthread_t threads[STREAMS];
    uint64_t memory, unused;

    sched_begin_plain();
    sched_semaphore_make(&semaphore, source, true, 0);
    memory = sched_memory(STREAMS * SIZE);
    event = sched_event();
    gifake_pause_queue(0, 0);
    for (int i = 0; i < STREAMS; i++) {
        streams[i] = i % 2 == 0 ? sched_stream() : sched_blocking_stream();
        if (i % 3 == 0)
            sched_wait(streams[i], &semaphore, 5);
        if (i % 3 == 1)
            OK(gi_stream_wait_event(streams[i], event));
        OK(gi_fill_async(memory + (uint64_t)i * SIZE, 1, 1, SIZE, streams[i]));
        OK(gi_stream_host_call(streams[i], count_lost, NULL, true));
        sched_signal(streams[i], &semaphore, 7);
        OK(gi_event_record(event, streams[i]));
    }
    for (int i = 0; i < STREAMS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, synchronize, &streams[i]) == 0, "no thread");
    gifake_lose_device(0);
    for (int i = 0; i < STREAMS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < STREAMS; i++) {
        STATUS(GI_DEVICE_LOST, gi_stream_query(streams[i]));
        STATUS(GI_DEVICE_LOST, gi_fill_async(memory, 1, 1, SIZE, streams[i]));
    }
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(GI_STREAM_NULL));
    STATUS(GI_DEVICE_LOST, gi_device_synchronize());
    STATUS(GI_DEVICE_LOST, gi_memory_alloc(SIZE, &unused));
    STATUS(GI_DEVICE_LOST, gi_stream_create(0, 0, &unused));
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

SCHED_CASE(lost_while_waiting_for_host_semaphores)
{
    every_stream_hears_of_a_lost_device(SCHED_HOST_SEMAPHORE);
}

SCHED_CASE(lost_while_waiting_for_native_semaphores)
{
    every_stream_hears_of_a_lost_device(SCHED_NATIVE_SEMAPHORE);
}

/* ---- failures of queued work --------------------------------------------------------------- */

/* Law 8: a copy that has to look whether the stream is idle tells what it finds there. */
SCHED_CASE(copies_with_host_memory_tell_what_failed)
{
    uint8_t bytes[SIZE] = { 0 };

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE), host = (uint64_t)(uintptr_t)bytes;
    memset((void *)(uintptr_t)memory, 7, SIZE);
    for (int to_host = 0; to_host < 2; to_host++) {
        sched_pause_all();
        OK(gi_fill_async(memory, 8, 1, SIZE, stream));
        gifake_fail_call(1, GI_OUT_OF_MEMORY);
        STATUS(GI_OUT_OF_MEMORY, to_host ? gi_copy_async(host, memory, SIZE, GI_COPY_INFER, stream)
                                         : gi_copy_async(memory, host, SIZE, GI_COPY_INFER,
                                                         stream));
        gifake_fail_call(0, GI_OK);
        REQUIRE(bytes[0] == 0, "the copy was made");
        sched_resume_all();
        OK(gi_stream_synchronize(stream));
    }
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* ---- the end of the process ------------------------------------------------------------------ */

static atomic_bool is_waiting;

static void *wait_for_ever(void *stream)
{
    atomic_store(&is_waiting, true);
    (void)!gi_stream_synchronize(*(gi_handle *)stream);
    return NULL;
}

/* Streams wait for the host, for a host function and for the device, and a thread for one of
 * them. */
SCHED_CASE_EXITS(exit_with_work_pending, PENDING_EXIT_CODE)
{
    static struct sched_semaphore host, native;
    static struct sched_gate gate;
    static gi_handle streams[4];
    pthread_t thread;

    sched_begin_plain();
    sched_semaphore_make(&host, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&native, SCHED_NATIVE_SEMAPHORE, true, 0);
    sched_gate_init(&gate);
    for (int i = 0; i < 4; i++)
        streams[i] = sched_stream();
    sched_wait(streams[0], &host, 1);
    sched_wait(streams[1], &native, 1);
    sched_gate_enqueue(&gate, streams[2]);
    sched_gate_await_entered(&gate);
    sched_wait(streams[3], &native, 2);
    sched_signal(streams[3], &host, 9);
    REQUIRE(pthread_create(&thread, NULL, wait_for_ever, &streams[0]) == 0, "no thread");
    while (!atomic_load(&is_waiting))
        sched_yield();
    exit(PENDING_EXIT_CODE);
}

/* ---- hangs ----------------------------------------------------------------------------------- */

/* What this process writes to standard error from now on. */
static FILE *read_standard_error(void)
{
    int ends[2];
    FILE *lines;

    REQUIRE(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    lines = fdopen(ends[0], "r");
    REQUIRE(lines != NULL, "no stream for the pipe");
    return lines;
}

/* Sleeps until a line of standard error holds all words, and gives it; the case's alarm ends a vain
 * wait. */
static const char *await_line(FILE *lines, const char *const *words, size_t count)
{
    static char line[1024];

    while (fgets(line, sizeof line, lines) != NULL) {
        size_t found = 0;
        while (found < count && strstr(line, words[found]) != NULL)
            found++;
        if (found == count)
            return line;
    }
    _exit(1);
}

/* A driver's semaphore is refused by a stream of another device, a host semaphore is not. */
SCHED_CASE(semaphores_and_other_devices)
{
    struct sched_semaphore native, host;

    sched_begin_plain();
    sched_semaphore_make(&native, SCHED_NATIVE_SEMAPHORE, true, 1);
    sched_semaphore_make(&host, SCHED_HOST_SEMAPHORE, true, 1);
    OK(gi_device_set_current(1));
    gi_handle stream = sched_stream();
    OK(gi_device_set_current(0));
    struct gi_external_semaphore_item item = { .semaphore = native.handle, .value = 2,
                                               .reserved_is_zero = true };
    STATUS(GI_INVALID_HANDLE, gi_external_semaphores_signal(&item, 1, stream));
    REQUIRE(strstr(gi_last_error_detail(), "device 1") != NULL, "%s", gi_last_error_detail());
    item.value = 1;
    STATUS(GI_INVALID_HANDLE, gi_external_semaphores_wait(&item, 1, stream));
    sched_wait(stream, &host, 1);
    sched_signal(stream, &host, 2);
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&host) == 2 && sched_peer_value(&native) == 1, "a wrong value");
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&native);
    sched_semaphore_end(&host);
    REQUIRE(gi_handle_live_count(GI_OBJECT_EXTERNAL_SEMAPHORE) == 0, "a semaphore is left");
}

/* What is slower than it could be is in the log as well as in the counters. */
SCHED_CASE(log_names_the_slower_way)
{
    static const char *const held[] = { "gpuinterop: stream ", "the host holds a wait" };
    static const char *const signalled[] = { "gpuinterop: stream ", "the host has signalled 1 " };
    struct sched_semaphore semaphores[2];
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_LOG", "info", 1);
    sched_begin_plain();
    sched_semaphore_make(&semaphores[0], SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&semaphores[1], SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream();
    sched_wait(stream, &semaphores[0], 1);
    await_line(lines, held, sizeof held / sizeof held[0]);
    sched_signal(stream, &semaphores[1], 1);
    sched_peer_signal(&semaphores[0], 1);
    OK(gi_stream_synchronize(stream));
    await_line(lines, signalled, sizeof signalled / sizeof signalled[0]);
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&semaphores[0]);
    sched_semaphore_end(&semaphores[1]);
    sched_expect_nothing_left();
    fclose(lines);
}

static void import_as(int type, int fd, const char *words)
{
    const struct gi_external_semaphore_request request = { .type = type, .fd = fd };
    gi_handle handle;

    STATUS(GI_IMPORT_FAILED, gi_external_semaphore_import(&request, &handle));
    REQUIRE(strstr(gi_last_error_detail(), words) != NULL, "%s", gi_last_error_detail());
    REQUIRE(handle == 0 && fcntl(fd, F_GETFD) >= 0, "a refused import takes the fd");
}

SCHED_CASE(the_kind_of_a_page_counts)
{
    struct gi_host_semaphore timeline, binary;

    sched_begin_plain();
    REQUIRE(gi_host_semaphore_create(&timeline, true, 3) == 0 &&
            gi_host_semaphore_create(&binary, false, 0) == 0, "no host semaphore");
    import_as(GI_EXTERNAL_SEMAPHORE_OPAQUE_FD, timeline.fd, "is a timeline, not a binary");
    import_as(GI_EXTERNAL_SEMAPHORE_TIMELINE_FD, binary.fd, "is a binary semaphore, not a time");
    gi_host_semaphore_finish(&timeline);
    gi_host_semaphore_finish(&binary);
    sched_expect_nothing_left();
}

/* The log has a line for a value of a binary semaphore, and for a signal below the timeline. */
SCHED_CASE(wrong_values_are_told)
{
    static const char *const has_none[] = { "external semaphore: value 5 is given", "binary" };
    static const char *const left_out[] = { "semaphore signal: value 2 is not past", "reached" };
    struct sched_semaphore binary, timeline;
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_LOG", "error", 1);
    sched_begin_plain();
    sched_semaphore_make(&binary, SCHED_HOST_SEMAPHORE, false, 0);
    sched_semaphore_make(&timeline, SCHED_HOST_SEMAPHORE, true, 2);
    gi_handle stream = sched_stream();
    sched_signal(stream, &binary, 5);
    await_line(lines, has_none, sizeof has_none / sizeof has_none[0]);
    sched_signal(stream, &timeline, 2);
    await_line(lines, left_out, sizeof left_out / sizeof left_out[0]);
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&timeline) == 2, "the timeline has moved");
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&binary);
    sched_semaphore_end(&timeline);
    sched_expect_nothing_left();
    fclose(lines);
}

struct warned {
    sem_t heard;
    atomic_int status;           /* of the library, asked in the callback */
};

static void hear(const void *context, bool is_warning, char *text, size_t length)
{
    struct warned *warned = *(struct warned *const *)context;

    if (!is_warning || strlen(text) != length || strstr(text, "watchdog: stream ") == NULL)
        return;
    atomic_store(&warned->status, (int)gi_process_check());
    sem_post(&warned->heard);
}

/* Also to who listens to the log, in its own thread, since the program's is stuck. */
SCHED_CASE(watchdog_names_the_wait)
{
    struct warned warned = { .status = GI_OK }, *context = &warned;
    gi_handle listener;
    char names[3][40];
    const char *const timeline[] = { names[0], names[1], " to reach 42", " at 7",
                                     " signalled it last" };
    const char *const binary[] = { names[0], names[2] };
    static const char *const call[] = { "watchdog: stream ", "host function" };
    struct sched_semaphore semaphores[2];
    struct sched_gate gate;
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_WATCHDOG", "0.2", 1);
    sched_begin_plain();
    sem_init(&warned.heard, 0, 0);
    OK(gi_log_listen(hear, &context, sizeof context, &listener));
    sched_semaphore_make(&semaphores[0], SCHED_HOST_SEMAPHORE, true, 7);
    sched_semaphore_make(&semaphores[1], SCHED_HOST_SEMAPHORE, false, 0);
    sched_peer_signal(&semaphores[1], 0);
    sched_gate_init(&gate);
    gi_handle stream = sched_stream();
    sched_wait(stream, &semaphores[1], 0);
    OK(gi_stream_synchronize(stream));
    sched_semaphore_end(&semaphores[0]);
    sched_semaphore_make(&semaphores[0], SCHED_HOST_SEMAPHORE, true, 0);
    sched_peer_signal(&semaphores[0], 7);
    snprintf(names[0], sizeof names[0], " (0x%" PRIx64 ") of device 0 ", stream);
    snprintf(names[1], sizeof names[1], " timeline semaphore 0x%" PRIx64 " ", semaphores[0].handle);
    snprintf(names[2], sizeof names[2], " binary semaphore 0x%" PRIx64 ",", semaphores[1].handle);
    sched_wait(stream, &semaphores[0], 42);
    await_line(lines, timeline, sizeof timeline / sizeof timeline[0]);
    while (sem_wait(&warned.heard) != 0)
        continue;
    REQUIRE(atomic_load(&warned.status) == GI_NOT_PERMITTED, "the watchdog could wait for itself");
    OK(gi_log_unlisten(listener));
    sched_peer_signal(&semaphores[0], 42);
    OK(gi_stream_synchronize(stream));
    sched_wait(stream, &semaphores[1], 0);
    await_line(lines, binary, sizeof binary / sizeof binary[0]);
    sched_peer_signal(&semaphores[1], 0);
    sched_gate_enqueue(&gate, stream);
    await_line(lines, call, sizeof call / sizeof call[0]);
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&semaphores[0]);
    sched_semaphore_end(&semaphores[1]);
    sched_expect_nothing_left();
    fclose(lines);
}

/* Launches a graph of that node, sleeps until the watchdog names the node, its graph and its wait,
 * and ends the wait. */
static void expect_node_named(FILE *lines, gi_handle stream, struct gi_asked *asked,
                              const char *wait, void (*go)(void *), void *argument)
{
    char name[80];
    const char *const words[] = { "watchdog: stream ", name, wait };
    gi_handle graph = sched_graph(), exec;

    snprintf(name, sizeof name, " runs node 0x%" PRIx64 " of graph 0x%" PRIx64 ", which waits for ",
             sched_node(graph, 0, asked), graph);
    exec = sched_exec(graph);
    OK(gi_graph_destroy(graph));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    await_line(lines, words, sizeof words / sizeof words[0]);
    go(argument);
    OK(gi_stream_synchronize(stream));
}

static void signal_5(void *semaphore)
{
    sched_peer_signal(semaphore, 5);
}

static void run_queue(void *stream)
{
    gifake_resume_queue(0, sched_queue_of(*(gi_handle *)stream));
}

static void open_gate(void *gate)
{
    sched_gate_open(gate);
}

static void write_9(void *word)
{
    atomic_store((_Atomic uint32_t *)word, 9);
}

static struct gi_asked *ask_word(uint64_t pointer)
{
    const struct gi_value_op op = { .kind = GI_VALUE_OP_WAIT, .pointer = pointer, .size_bytes = 4,
                                    .value = 9, .mask = UINT64_MAX,
                                    .condition = GI_VALUE_EQUAL };
    struct gi_asked *asked;

    OK(gi_ask_words(0, 0, &(struct gi_word_list){ .ops = &op, .count = 1, .parameters = &op,
                                                  .parameter_bytes = sizeof op }, &asked));
    return asked;
}

/* Each kind of node that waits is named with its graph, although graph and executable are gone. A
 * wait of no node that follows in the same stream is not named so. */
SCHED_CASE(watchdog_names_node_and_graph)
{
    struct sched_semaphore host, native;
    struct sched_gate gate;
    char wait[80], plain[120];
    const char *const of_no_node[] = { plain };
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_WATCHDOG", "0.1", 1);
    sched_begin_plain();
    sched_semaphore_make(&host, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&native, SCHED_NATIVE_SEMAPHORE, true, 0);
    sched_gate_init(&gate);
    gi_handle stream = sched_stream(), other = sched_stream(), event = sched_event();
    uint64_t word = sched_memory(sizeof(uint32_t));

    memset((void *)(uintptr_t)word, 0, sizeof(uint32_t));
    snprintf(wait, sizeof wait, "timeline semaphore 0x%" PRIx64 " to reach 5; it is at 0",
             host.handle);
    expect_node_named(lines, stream, sched_ask_semaphore(false, &host, 5), wait, signal_5, &host);
    snprintf(wait, sizeof wait, "timeline semaphore 0x%" PRIx64 " to reach 5; it is at 0",
             native.handle);
    expect_node_named(lines, stream, sched_ask_semaphore(false, &native, 5), wait, signal_5,
                      &native);
    expect_node_named(lines, stream, ask_word(word), "the word of 4 bytes", write_9,
                      (void *)(uintptr_t)word);
    sched_gate_enqueue(&gate, other);
    OK(gi_event_record(event, other));
    snprintf(wait, sizeof wait, "(0x%" PRIx64 ")", other);
    expect_node_named(lines, stream, sched_ask_event(&gi_node_event_wait, event), wait, open_gate,
                      &gate);
    gifake_pause_queue(0, sched_queue_of(other));    /* the device waits for the event */
    OK(gi_fill_async(word, 0, 1, sizeof(uint32_t), other));
    OK(gi_event_record(event, other));
    snprintf(wait, sizeof wait, "(0x%" PRIx64 "); the wait is in batch ", other);
    expect_node_named(lines, stream, sched_ask_event(&gi_node_event_wait, event), wait, run_queue,
                      &other);
    sched_wait(stream, &host, 6);
    snprintf(plain, sizeof plain, " s: it waits for timeline semaphore 0x%" PRIx64 " to reach 6",
             host.handle);
    await_line(lines, of_no_node, 1);
    sched_peer_signal(&host, 6);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(other));
    OK(gi_event_destroy(event));
    OK(gi_memory_free(word));
    sched_semaphore_end(&host);
    sched_semaphore_end(&native);
    sched_expect_nothing_left();
    fclose(lines);
}

/* An import that is legal and most likely a mistake has a line in the log. */
SCHED_CASE(odd_imports_are_told)
{
    enum { OBJECT = 256 << 10, SIDE = 16 };
    static const char *const small[] = { "size is 131072", "has 262144 bytes" };
    static const char *const slice[] = { "extent.depth is 1", "3D image of one slice" };
    struct gi_external_memory_request import = { .type = 1, .size_bytes = OBJECT / 2, .flags = 1 };
    const struct gi_array_request request = { .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                              .width = SIDE, .height = SIDE, .depth = 1,
                                              .levels = 1 };
    gi_handle memory, mipmapped;
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_LOG", "info", 1);
    sched_begin_plain();
    import.fd = sched_peer_memory(OBJECT);
    OK(gi_external_memory_import(&import, &memory));
    await_line(lines, small, sizeof small / sizeof small[0]);
    OK(gi_external_memory_map_array(memory, 0, &request, &mipmapped));
    await_line(lines, slice, sizeof slice / sizeof slice[0]);
    OK(gi_mipmapped_array_destroy(mipmapped));
    OK(gi_external_memory_destroy(memory));
    sched_expect_nothing_left();
    fclose(lines);
}

/* A program that logs what is slow is not left in silence: ten seconds, if it says nothing else. */
SCHED_CASE(watchdog_comes_with_the_log)
{
    const int64_t since_ns = gi_now_ns();

    unsetenv("GPUINTEROP_WATCHDOG");
    setenv("GPUINTEROP_LOG", "info", 1);
    sched_begin_plain();
    gi_handle stream = sched_stream();
    REQUIRE(gi_watchdog_next(since_ns) == since_ns + INT64_C(10000000000),
            "the first line would come after %.1f s",
            (double)(gi_watchdog_next(since_ns) - since_ns) / 1e9);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(no_watchdog_without_a_word)
{
    unsetenv("GPUINTEROP_WATCHDOG");
    setenv("GPUINTEROP_LOG", "error", 1);
    sched_begin_plain();
    gi_handle stream = sched_stream();
    REQUIRE(gi_watchdog_next(gi_now_ns()) == GI_FOREVER, "there is a watchdog");
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* The log repeats a stuck stream after twice the time, and after twice that. A stream that has
 * moved begins anew. */
SCHED_CASE(watchdog_speaks_less_and_less)
{
    static const char *const first[] = { "watchdog: stream ", " to reach 1;" };
    static const char *const second[] = { "watchdog: stream ", " to reach 2;" };
    const double limit = 0.2;
    struct sched_semaphore semaphore;
    double seconds[3];
    FILE *lines = read_standard_error();

    setenv("GPUINTEROP_WATCHDOG", "0.2", 1);
    sched_begin_plain();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream();
    sched_wait(stream, &semaphore, 1);
    for (int i = 0; i < 3; i++)
        seconds[i] = atof(strstr(await_line(lines, first, 2), "stuck for ") + strlen("stuck for "));
    REQUIRE(seconds[1] > 2 * limit - 0.1 && seconds[2] > 2 * seconds[1] - 0.2,
            "lines after %.1f, %.1f and %.1f s", seconds[0], seconds[1], seconds[2]);
    sched_peer_signal(&semaphore, 1);
    OK(gi_stream_synchronize(stream));
    sched_wait(stream, &semaphore, 2);
    await_line(lines, second, 2);
    sched_peer_signal(&semaphore, 2);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
    fclose(lines);
}
