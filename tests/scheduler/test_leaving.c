/* What becomes of work at exit: it is finished, or named within two seconds. And exit is safe at
 * any moment. */
#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "queue/host_event.h"

enum { SIZE = 4096, GOOD = 3 };

/* ---- work that can be done ------------------------------------------------------------------- */

static atomic_bool exiting;
static uint64_t filled;
static struct sched_semaphore done;

static void note_exit(void)
{
    atomic_store(&exiting, true);
}

static void wait_for_exit(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
    while (!atomic_load(&exiting))
        sched_yield();
}

/* Runs after what the library does at exit, as it is registered before the library is used. */
static void look_at_work(void)
{
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)filled;

    _exit(bytes[0] == 9 && bytes[SIZE - 1] == 9 && sched_peer_value(&done) == 5 ? GOOD : 1);
}

/* A host function that ends only once the process is exiting, and what is enqueued behind it in two
 * streams. */
SCHED_CASE_EXITS(work_is_finished_at_exit, GOOD)
{
    atexit(look_at_work);
    sched_begin_plain();
    sched_semaphore_make(&done, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle first = sched_stream(), second = sched_stream(), event = sched_event();
    filled = sched_memory(SIZE);
    OK(gi_stream_host_call(first, wait_for_exit, NULL, true));
    OK(gi_fill_async(filled, 9, 1, SIZE, first));
    OK(gi_event_record(event, first));
    OK(gi_stream_wait_event(second, event));
    sched_signal(second, &done, 5);
    OK(gi_stream_destroy(second));
    atexit(note_exit);
    exit(1);
}

/* Nothing waits for a burst, so most of it is not even submitted. */
SCHED_CASE_EXITS(a_burst_is_finished_at_exit, GOOD)
{
    atexit(look_at_work);
    sched_begin_plain();
    sched_semaphore_make(&done, SCHED_HOST_SEMAPHORE, true, 5);
    filled = sched_memory(SIZE);
    gi_handle stream = sched_stream();
    for (int i = 0; i < 2000; i++)
        OK(gi_fill_async(filled, (uint32_t)(i % 9) + 1, 1, SIZE, stream));
    OK(gi_fill_async(filled, 9, 1, SIZE, stream));
    exit(1);
}

/* ---- work that cannot ------------------------------------------------------------------------ */

static FILE *lines;

/* Fails unless what the library wrote at exit has a line with all words. */
static void look_at_lines(void)
{
    static const char *const words[] = { "exit: stream ", " 3 commands", " 1 signals",
                                         " 1 host functions", " timeline semaphore 0x",
                                         " to reach 42", " at 7" };
    char line[1024];

    fflush(stderr);
    close(STDERR_FILENO);
    while (fgets(line, sizeof line, lines) != NULL) {
        size_t found = 0;
        while (found < sizeof words / sizeof words[0] && strstr(line, words[found]) != NULL)
            found++;
        if (found == sizeof words / sizeof words[0])
            _exit(GOOD);
    }
    _exit(1);
}

static void do_nothing(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
}

SCHED_CASE_EXITS(what_cannot_be_done_is_named, GOOD)
{
    struct sched_semaphore never;
    int ends[2];

    setenv("GPUINTEROP_LOG", "error", 1);
    REQUIRE(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    close(ends[1]);
    lines = fdopen(ends[0], "r");
    atexit(look_at_lines);
    sched_begin_plain();
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    sched_peer_signal(&never, 7);
    uint64_t memory = sched_memory(SIZE);
    gi_handle stream = sched_stream();
    sched_wait(stream, &never, 42);
    for (int i = 0; i < 3; i++)
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    sched_signal(stream, &never, 50);
    OK(gi_stream_host_call(stream, do_nothing, NULL, true));
    exit(1);
}

static uint64_t kept;

/* By now nobody moves what is enqueued. */
static void free_and_end(void)
{
    _exit(gi_memory_free(kept) == GI_OK ? GOOD : 1);
}

/* An exit handler that the program registers when the library is in use. */
SCHED_CASE_EXITS(a_free_at_the_end_does_not_wait, GOOD)
{
    struct sched_semaphore never;

    sched_begin_plain();
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    kept = sched_memory(SIZE);
    atexit(free_and_end);
    sched_wait(sched_stream(), &never, 1);
    exit(1);
}

static gi_handle late_stream;

static bool has_thread(const char *name)
{
    char path[280], line[64];
    DIR *tasks = opendir("/proc/self/task");
    bool found = false;

    REQUIRE(tasks != NULL, "no list of threads");
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
        FILE *file = fopen(path, "r");
        if (file == NULL)
            continue;
        if (fgets(line, sizeof line, file) != NULL)
            found |= strncmp(line, name, strlen(name)) == 0;
        fclose(file);
    }
    closedir(tasks);
    return found;
}

/* The host function comes after work of the device, so the progress thread is to look for that. */
static void need_the_progress_thread(void)
{
    sched_pause_all();
    OK(gi_fill_async(kept, 1, 1, SIZE, late_stream));
    OK(gi_stream_host_call(late_stream, do_nothing, NULL, true));
    _exit(has_thread("gi-progress") ? 1 : GOOD);
}

/* Once the exit has stopped the library's threads, no other one starts that uses the driver. */
SCHED_CASE_EXITS(no_thread_starts_at_the_end, GOOD)
{
    struct sched_semaphore never;

    sched_begin_plain();
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    kept = sched_memory(SIZE);
    late_stream = sched_stream();
    atexit(need_the_progress_thread);
    sched_wait(sched_stream(), &never, 1);
    exit(1);
}

static void use_late(void)
{
    uint64_t memory;

    STATUS(GI_ENDING, gi_memory_free(kept));
    REQUIRE(strstr(gi_last_error_detail(), "ending") != NULL, "%s", gi_last_error_detail());
    STATUS(GI_ENDING, gi_memory_alloc(SIZE, &memory));
    STATUS(GI_ENDING, gi_fill_async(kept, 1, 1, SIZE, late_stream));
    STATUS(GI_ENDING, gi_stream_synchronize(late_stream));
    STATUS(GI_ENDING, gi_stream_destroy(late_stream));
    STATUS(GI_ENDING, gi_device_synchronize());
    _exit(GOOD);
}

/* As the destructor of a global object does, which was there before the library was used. By then
 * the driver may have taken everything down. */
SCHED_CASE_EXITS(a_late_destructor_is_refused, GOOD)
{
    atexit(use_late);
    gifake_end_at_exit();
    sched_begin_plain();
    kept = sched_memory(SIZE);
    late_stream = sched_stream();
    exit(1);
}

/* ---- where exit is called from --------------------------------------------------------------- */

static void exit_here(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
    exit(GOOD);
}

SCHED_CASE_EXITS(a_host_function_exits, GOOD)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    OK(gi_stream_host_call(stream, exit_here, NULL, true));
    if (gi_stream_synchronize(stream) == GI_OK)
        _exit(1);
    for (;;)
        pause();
}

static void *enqueue_for_ever(void *unused)
{
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);

    (void)unused;
    for (uint32_t i = 0;; i++) {
        (void)!gi_fill_async(memory, i, 1, SIZE, stream);
        (void)!gi_stream_host_call(stream, do_nothing, NULL, true);
        atomic_store(&exiting, true);    /* here: something is enqueued */
    }
    return NULL;
}

SCHED_CASE_EXITS(others_enqueue_meanwhile, GOOD)
{
    pthread_t threads[3];

    sched_begin_plain();
    for (int i = 0; i < 3; i++)
        REQUIRE(pthread_create(&threads[i], NULL, enqueue_for_ever, NULL) == 0, "no thread");
    while (!atomic_load(&exiting))
        sched_yield();
    exit(GOOD);
}

enum { OTHERS = 4 };

static pthread_t others[OTHERS];
static atomic_bool has_made;

/* Runs after the driver's exit handler, as the destructor of a pool of threads does. */
static void join_others(void)
{
    for (int i = 0; i < OTHERS; i++)
        pthread_join(others[i], NULL);
    _exit(GOOD);
}

static void *make_until_refused(void *unused)
{
    gi_handle stream;
    gi_status status;

    while ((status = gi_stream_create(0, 0, &stream)) != GI_ENDING) {
        struct gi_external_semaphore_request no_fd = { .fd = -1 };
        uint64_t memory, free_bytes, bytes;
        gi_handle semaphore;

        if (status == GI_OK && gi_memory_alloc(16 << 20, &memory) == GI_OK) {
            (void)!gi_fill_async(memory, 1, 1, SIZE, stream);
            (void)!gi_device_memory_info(&free_bytes, &bytes);
            (void)!gi_external_semaphore_import(&no_fd, &semaphore);
            (void)!gi_stream_synchronize(stream);
            atomic_store(&has_made, true);
            (void)!gi_memory_free(memory);
        }
        if (status == GI_OK)
            (void)!gi_stream_destroy(stream);
    }
    return unused;
}

static void *synchronize_until_refused(void *stream)
{
    while (gi_stream_synchronize(*(gi_handle *)stream) != GI_ENDING)
        ;
    return NULL;
}

/* A driver that takes everything down in its exit handlers meets nobody, and nobody comes later.
 * The others leave their calls with an error, so that they can be joined. */
SCHED_CASE_EXITS(others_are_out_of_the_driver, GOOD)
{
    static gi_handle stream;

    atexit(join_others);
    gifake_end_at_exit();
    sched_begin_plain();
    stream = sched_stream();
    for (int i = 0; i < OTHERS; i++)
        REQUIRE(pthread_create(&others[i], NULL,
                               i == 0 ? synchronize_until_refused : make_until_refused,
                               &stream) == 0, "no thread");
    while (!atomic_load(&has_made))
        sched_yield();
    exit(1);
}

static pthread_t blocked;
static atomic_bool is_blocked;

static void join_blocked(void)
{
    pthread_join(blocked, NULL);
    _exit(GOOD);
}

static void *wait_for_ever(void *unused)
{
    struct sched_semaphore never;
    gi_handle stream = sched_stream();
    gi_status status;

    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    sched_wait(stream, &never, 1);
    atomic_store(&is_blocked, true);
    status = gi_stream_synchronize(stream);
    REQUIRE(status == GI_DEVICE_LOST || status == GI_ENDING, "%s", gi_status_name(status));
    return unused;
}

/* A thread that sleeps in a call for what never comes leaves it, so that it can be joined. */
SCHED_CASE_EXITS(a_blocked_thread_is_woken, GOOD)
{
    atexit(join_blocked);
    sched_begin_plain();
    REQUIRE(pthread_create(&blocked, NULL, wait_for_ever, NULL) == 0, "no thread");
    while (!atomic_load(&is_blocked))
        sched_yield();
    exit(1);
}

static struct sched_freeing freeing;

static void join_freeing(void)
{
    gi_status status = sched_free_end(&freeing);

    _exit(status == GI_OK || status == GI_DEVICE_LOST || status == GI_ENDING ? GOOD : 1);
}

/* So does one that frees memory, which waits for all streams. */
SCHED_CASE_EXITS(a_blocked_free_is_woken, GOOD)
{
    struct sched_semaphore never;

    atexit(join_freeing);
    sched_begin_plain();
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    kept = sched_memory(SIZE);
    sched_wait(sched_stream(), &never, 1);
    sched_free_begin(&freeing, gi_memory_free, kept);
    exit(1);
}

static atomic_int synchronizing;

static void *synchronize_event(void *event)
{
    gi_status status;

    atomic_store(&synchronizing, gettid());
    status = gi_event_synchronize(*(gi_handle *)event);
    REQUIRE(status == GI_DEVICE_LOST || status == GI_ENDING, "%s", gi_status_name(status));
    return NULL;
}

/* So does one that waits for a record of another process, here a number that nobody completes. */
SCHED_CASE_EXITS(a_wait_for_another_process_is_woken, GOOD)
{
    static gi_handle event;
    struct gi_host_event other;
    int fd;

    atexit(join_blocked);
    sched_begin_plain();
    OK(gi_event_create(GI_EVENT_INTERPROCESS | GI_EVENT_DISABLE_TIMING, &event));
    OK(gi_event_export(event, &fd));
    REQUIRE(gi_host_event_import(&other, fd) == 0, "no event");
    REQUIRE(gi_host_event_take(&other, gi_host_event_newest(&other)) != 0, "no record");
    REQUIRE(pthread_create(&blocked, NULL, synchronize_event, &event) == 0, "no thread");
    while (atomic_load(&synchronizing) == 0 || !sched_sleeps(atomic_load(&synchronizing)))
        sched_yield();
    exit(1);
}

/* TSan calls a thread leaked that exit has given up. */
#ifndef __SANITIZE_THREAD__

#ifdef __SANITIZE_ADDRESS__
/* AddressSanitizer asks this at the exit. The search for leaks takes a lock of its allocator, and
 * the signal may have interrupted the thread that holds it: the search would wait for ever. */
int __lsan_is_turned_off(void);

static volatile sig_atomic_t is_interrupted;

int __lsan_is_turned_off(void)
{
    return is_interrupted;
}

static void note_interruption(void)
{
    is_interrupted = 1;
}
#else
static void note_interruption(void)
{
}
#endif

static void exit_by_signal(int number)
{
    (void)number;
    note_interruption();
    exit(GOOD);
}

/* Wherever the signal finds the thread, also where it holds the library's locks. */
static void enqueue_until_a_signal_comes(long after_us)
{
    struct itimerval timer = { .it_value.tv_usec = after_us };

    signal(SIGVTALRM, exit_by_signal);
    sched_begin_plain();
    gi_handle stream = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(SIZE);
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
    for (;;) {
        (void)!gi_fill_async(memory, 1, 1, SIZE, stream);
        (void)!gi_event_record(event, stream);
        (void)!gi_stream_query(stream);
    }
}

SCHED_CASE(a_signal_handler_exits)
{
    enum { CHILDREN = 16 };
    pid_t children[CHILDREN];

    for (long i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        REQUIRE(children[i] >= 0, "no child");
        if (children[i] == 0) {
            alarm(200);
            enqueue_until_a_signal_comes(1 + i * 337);
        }
    }
    for (int i = 0; i < CHILDREN; i++) {
        int ending;

        REQUIRE(waitpid(children[i], &ending, 0) == children[i], "no child");
        REQUIRE(WIFEXITED(ending) && WEXITSTATUS(ending) == GOOD, "child %d: %s %d", i,
                WIFEXITED(ending) ? "exit code" : "signal",
                WIFEXITED(ending) ? WEXITSTATUS(ending) : WTERMSIG(ending));
    }
}

#endif
