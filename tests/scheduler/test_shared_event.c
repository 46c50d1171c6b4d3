/* Events that several processes record and wait for: here both sides are of one process, as two
 * events on one page. */
#include "harness.h"

#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "queue/host_event.h"

enum { SIZE = 4096, FLAGS = GI_EVENT_INTERPROCESS | GI_EVENT_DISABLE_TIMING };

/* Two sides of an event. */
static gi_handle ours, theirs;

static gi_handle another(void)
{
    gi_handle event;
    int fd;

    OK(gi_event_export(ours, &fd));
    OK(gi_event_import(fd, &event));
    close(fd);
    return event;
}

static void begin(void)
{
    sched_begin_plain();
    OK(gi_event_create(FLAGS, &ours));
    theirs = another();
}

static void end(void)
{
    OK(gi_event_destroy(ours));
    OK(gi_event_destroy(theirs));
    sched_expect_nothing_left();
}

SCHED_CASE(an_event_never_recorded_is_done)
{
    gi_handle stream;

    begin();
    stream = sched_stream();
    OK(gi_event_query(theirs));
    OK(gi_event_synchronize(theirs));
    OK(gi_stream_wait_event(stream, theirs));
    OK(gi_stream_query(stream));
    OK(gi_stream_destroy(stream));
    end();
}

/* A record on one side is waited for on the other; the data of the work before it are there. */
static void the_other_side_waits(bool swap)
{
    gi_handle recorded = swap ? theirs : ours, waited = swap ? ours : theirs;
    gi_handle from = sched_stream(), to = sched_stream();
    uint64_t memory = sched_memory(2 * SIZE);
    struct sched_gate gate;

    memset((void *)(uintptr_t)memory, 0, 2 * SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, from);
    OK(gi_fill_async(memory, 7, 1, SIZE, from));
    OK(gi_event_record(recorded, from));
    STATUS(GI_NOT_READY, gi_event_query(recorded));
    STATUS(GI_NOT_READY, gi_event_query(waited));
    OK(gi_stream_wait_event(to, waited));
    OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, to));
    STATUS(GI_NOT_READY, gi_stream_query(to));
    sched_gate_open(&gate);
    OK(gi_event_synchronize(waited));
    OK(gi_event_query(recorded));
    OK(gi_stream_synchronize(to));
    sched_expect_bytes(memory + SIZE, SIZE, 7);
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(from));
    OK(gi_stream_destroy(to));
}

SCHED_CASE(each_side_waits_for_the_other)
{
    begin();
    the_other_side_waits(false);
    the_other_side_waits(true);
    the_other_side_waits(false);
    end();
}

/* A wait is for the newest record at the time of the call, whatever is recorded afterwards. */
SCHED_CASE(a_wait_stands_for_the_record_at_its_call)
{
    gi_handle first, second, early, late;
    struct sched_gate gates[2];

    begin();
    first = sched_stream();
    second = sched_stream();
    early = sched_stream();
    late = sched_stream();
    for (int i = 0; i < 2; i++)
        sched_gate_init(&gates[i]);
    sched_gate_enqueue(&gates[0], first);
    OK(gi_event_record(ours, first));
    OK(gi_stream_wait_event(early, theirs));
    sched_gate_enqueue(&gates[1], second);
    OK(gi_event_record(theirs, second));
    OK(gi_stream_wait_event(late, ours));
    sched_gate_open(&gates[1]);                  /* the newer record overtakes the older */
    OK(gi_stream_synchronize(late));
    OK(gi_event_query(ours));
    OK(gi_event_query(theirs));
    STATUS(GI_NOT_READY, gi_stream_query(early));
    sched_gate_open(&gates[0]);
    OK(gi_stream_synchronize(early));
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    OK(gi_stream_destroy(early));
    OK(gi_stream_destroy(late));
    end();
}

/* Places are used again: a record that would make an old one look done waits for it. */
SCHED_CASE(a_record_never_passes_for_an_older_one)
{
    gi_handle stuck, waiting, busy;
    struct sched_gate gate;

    begin();
    stuck = sched_stream();
    waiting = sched_stream();
    busy = sched_stream();
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stuck);
    OK(gi_event_record(ours, stuck));
    OK(gi_stream_wait_event(waiting, theirs));
    for (unsigned int i = 1; i < GI_HOST_EVENT_PLACES; i++) {
        OK(gi_event_record(theirs, busy));
        OK(gi_event_query(ours));
    }
    OK(gi_event_record(ours, busy));             /* has the place of the first */
    STATUS(GI_NOT_READY, gi_event_query(ours));
    STATUS(GI_NOT_READY, gi_stream_query(waiting));
    sched_gate_open(&gate);
    OK(gi_event_synchronize(ours));
    OK(gi_stream_synchronize(waiting));
    for (unsigned int i = 0; i < 3 * GI_HOST_EVENT_PLACES; i++)
        OK(gi_event_record(i % 2 == 0 ? ours : theirs, busy));
    OK(gi_event_synchronize(theirs));
    OK(gi_stream_destroy(stuck));
    OK(gi_stream_destroy(waiting));
    OK(gi_stream_destroy(busy));
    end();
}

/* Of another process's record it knows no end, and takes the place after a while; who waited for
 * that one has a failure. */
SCHED_CASE(a_record_does_not_wait_for_ever_for_an_older_one)
{
    gi_handle stuck, waiting, busy;
    struct sched_gate gate;

    begin();
    stuck = sched_stream();
    waiting = sched_stream();
    busy = sched_stream();
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stuck);
    OK(gi_event_record(ours, stuck));
    OK(gi_stream_wait_event(waiting, theirs));
    for (unsigned int i = 0; i < GI_HOST_EVENT_PLACES; i++)
        OK(gi_event_record(theirs, busy));
    STATUS(GI_NOT_READY, gi_stream_query(busy));
    OK(gi_stream_synchronize(busy));             /* though the gate is shut */
    OK(gi_event_synchronize(theirs));
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(waiting));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stuck));
    OK(gi_stream_destroy(stuck));
    OK(gi_stream_destroy(waiting));
    OK(gi_stream_destroy(busy));
    end();
}

/* What was destroyed goes on for who waits. */
SCHED_CASE(destroyed_while_waited_for)
{
    gi_handle from, to;
    struct sched_gate gate;

    begin();
    from = sched_stream();
    to = sched_stream();
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, from);
    OK(gi_event_record(ours, from));
    OK(gi_stream_wait_event(to, theirs));
    OK(gi_event_destroy(ours));
    STATUS(GI_NOT_READY, gi_event_query(theirs));
    OK(gi_event_destroy(theirs));
    OK(gi_stream_destroy(from));
    STATUS(GI_NOT_READY, gi_stream_query(to));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(to));
    OK(gi_stream_destroy(to));
    sched_expect_nothing_left();
}

SCHED_CASE(what_cannot_be_shared)
{
    gi_handle plain, event;
    int fd = 7;

    begin();
    OK(gi_event_create(GI_EVENT_DISABLE_TIMING, &plain));
    STATUS(GI_INVALID_HANDLE, gi_event_export(plain, &fd));
    REQUIRE(fd == -1, "an fd of a failed export");
    STATUS(GI_INVALID_HANDLE, gi_event_export(theirs, &fd));
    STATUS(GI_INVALID_HANDLE, gi_event_export(0, &fd));
    STATUS(GI_INVALID_HANDLE, gi_event_import(-1, &event));
    STATUS(GI_INVALID_HANDLE, gi_event_import(STDIN_FILENO, &event));
    REQUIRE(event == 0, "an event of a failed import");
    OK(gi_event_destroy(plain));
    end();
}

/* ---- records that fail ---------------------------------------------------------------------- */

/* A process that records and then lives until until is closed. */
static pid_t record_in_another(int until, int other_end)
{
    struct gi_host_event event;
    uint64_t before;
    char nothing;
    pid_t child;
    int fd;

    OK(gi_event_export(ours, &fd));
    REQUIRE(gi_host_event_import(&event, fd) == 0, "no event");
    before = gi_host_event_newest(&event);
    child = fork();
    if (child == 0) {
        close(other_end);
        if (gi_host_event_take(&event, before))
            (void)!read(until, &nothing, 1);
        _exit(0);
    }
    while (child > 0 && gi_host_event_newest(&event) == before)
        sched_yield();
    gi_host_event_finish(&event);
    close(fd);
    return child;
}

/* Sleeps until the watchdog has said both; the case's alarm ends a vain wait. */
static void await_line(FILE *lines, const char *who, pid_t process)
{
    char line[1024], by[64];

    snprintf(by, sizeof by, "process %d recorded it", (int)process);
    while (fgets(line, sizeof line, lines) != NULL) {
        if (strstr(line, who) != NULL && strstr(line, by) != NULL)
            return;
    }
    _exit(1);
}

static void *synchronize_in_vain(void *event)
{
    STATUS(GI_AWAITED_FAILED, gi_event_synchronize(*(gi_handle *)event));
    return NULL;
}

/* Who waits for a record of another process hears from the watchdog who made it, and fails once
 * that process has ended without it; the event itself is as good as before. */
SCHED_CASE(a_recorder_that_ends_fails_who_waits)
{
    gi_handle stuck, free_stream;
    int ends[2], life[2];
    pthread_t thread;
    pid_t child;
    FILE *lines;

    setenv("GPUINTEROP_WATCHDOG", "0.1", 1);
    REQUIRE(pipe(ends) == 0 && pipe(life) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    lines = fdopen(ends[0], "r");
    REQUIRE(lines != NULL, "no stream for the pipe");
    begin();
    stuck = sched_stream();
    free_stream = sched_stream();
    child = record_in_another(life[0], life[1]);
    REQUIRE(child > 0, "no child");
    STATUS(GI_NOT_READY, gi_event_query(ours));
    OK(gi_stream_wait_event(stuck, theirs));
    await_line(lines, "watchdog: stream ", child);
    REQUIRE(pthread_create(&thread, NULL, synchronize_in_vain, &ours) == 0, "no thread");
    await_line(lines, "watchdog: a thread ", child);
    STATUS(GI_NOT_READY, gi_stream_query(stuck));
    close(life[1]);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(stuck));
    pthread_join(thread, NULL);
    STATUS(GI_AWAITED_FAILED, gi_event_query(theirs));
    STATUS(GI_AWAITED_FAILED, gi_stream_wait_event(stuck, theirs));
    OK(gi_stream_synchronize(stuck));            /* told once */
    REQUIRE(waitpid(child, NULL, 0) == child, "no child any more");
    for (unsigned int i = 0; i < 2 * GI_HOST_EVENT_PLACES; i++) {
        OK(gi_event_record(ours, free_stream));  /* the dead one's place is used again, too */
        OK(gi_event_query(theirs));
    }
    OK(gi_stream_wait_event(stuck, theirs));
    OK(gi_stream_synchronize(stuck));
    OK(gi_stream_destroy(stuck));
    OK(gi_stream_destroy(free_stream));
    fclose(lines);
    close(life[0]);
    end();
}

/* A record whose stream fails does, too, while the device is as good as before. */
SCHED_CASE(a_stream_that_fails_fails_its_records)
{
    gi_handle from, to;
    uint64_t memory;
    struct sched_gate gate;

    begin();
    from = sched_stream();
    to = sched_stream();
    memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, from);
    OK(gi_fill_async(memory, 1, 1, SIZE, from));
    OK(gi_event_record(ours, from));
    OK(gi_stream_wait_event(to, theirs));
    OK(gi_fill_async(memory, 2, 1, SIZE, to));
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    sched_gate_open(&gate);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(to));
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(from));
    STATUS(GI_AWAITED_FAILED, gi_event_synchronize(theirs));
    OK(gi_event_record(ours, from));
    OK(gi_event_query(theirs));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(from));
    OK(gi_stream_destroy(to));
    end();
}

/* Records that are under way and those that wait, of a device that is gone, told on another. */
SCHED_CASE(a_lost_device_fails_its_records)
{
    gi_handle from, here, there;
    uint64_t memory;

    begin();
    from = sched_stream();
    memory = sched_memory(SIZE);
    OK(gi_device_set_current(1));
    OK(gi_event_destroy(theirs));
    theirs = another();                          /* of the other device */
    here = sched_stream();
    there = sched_stream();
    OK(gi_device_set_current(0));
    STATUS(GI_INVALID_HANDLE, gi_event_record(theirs, from));
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, from));
    OK(gi_event_record(ours, from));
    OK(gi_stream_wait_event(here, theirs));
    OK(gi_fill_async(memory, 2, 1, SIZE, from));
    OK(gi_event_record(ours, from));
    OK(gi_stream_wait_event(there, theirs));
    STATUS(GI_NOT_READY, gi_stream_query(here));
    gifake_lose_device(0);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(here));
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(there));
    STATUS(GI_DEVICE_LOST, gi_event_record(ours, from));
    STATUS(GI_AWAITED_FAILED, gi_event_query(theirs));
    OK(gi_event_record(theirs, here));           /* the other side goes on without it */
    OK(gi_event_synchronize(theirs));
}

/* A record that waits for its place takes it when the one before it there has failed. */
SCHED_CASE(a_failed_record_leaves_its_place)
{
    gi_handle from, to;
    struct sched_gate gate;
    uint64_t memory;

    begin();
    from = sched_stream();
    to = sched_stream();
    memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, from);
    OK(gi_fill_async(memory, 1, 1, SIZE, from));
    OK(gi_event_record(ours, from));
    for (unsigned int i = 0; i < GI_HOST_EVENT_PLACES; i++)
        OK(gi_event_record(ours, to));
    STATUS(GI_NOT_READY, gi_stream_query(to));
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(to));
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(from));
    OK(gi_event_synchronize(ours));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(from));
    OK(gi_stream_destroy(to));
    end();
}

/* ---- threads -------------------------------------------------------------------------------- */

static void *record_and_wait(void *argument)
{
    gi_handle event = *(gi_handle *)argument, stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);

    for (int i = 0; i < 300; i++) {
        OK(gi_fill_async(memory, (uint32_t)i & 255, 1, SIZE, stream));
        OK(gi_event_record(event, stream));
        OK(gi_stream_wait_event(stream, event));
        if (i % 16 == 0)
            OK(gi_event_synchronize(event));
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(threads_of_both_sides)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];

    begin();
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, record_and_wait, i % 2 ? &ours : &theirs) == 0,
                "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_event_synchronize(ours));
    OK(gi_event_query(theirs));
    end();
}
