#include "leave.h"

#include <unistd.h>

#include "active.h"
#include "base/clock.h"
#include "base/file_bytes.h"
#include "host_call.h"
#include "base/log.h"
#include "base/process.h"
#include "base/stuck_exit.h"
#include "scheduler.h"
#include "stuck.h"
#include "base/thread.h"

#define LIMIT_NS INT64_C(2000000000)

/* Not part of the limit: the time to write the log, on a busy machine. The threads then have this
 * long to stop. */
#define GRACE_NS INT64_C(1000000000)
#define STOP_NS INT64_C(3000000000)

enum stage { ASLEEP, WORKING, STOPPING, OVER };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards stage; taken at exit alone */
static pthread_cond_t changed;
static enum stage stage;
static int64_t deadline_ns;              /* the next two are written before WORKING */
static struct gi_stream *calling;        /* exit was called by a host function of this stream */

/* The rest of a stream's work up to seq. */
struct rest {
    size_t commands, signals, calls;
};

static struct rest count_rest(const struct gi_stream *stream, uint64_t seq)
{
    struct rest rest = { 0 };

    for (const struct gi_segment *segment = stream->head; segment != NULL && segment->seq <= seq;
         segment = segment->next) {
        rest.commands += segment->command_count;
        for (size_t i = 0; i < segment->replay_count; i++)
            rest.commands += segment->replays[i]->commands;
        rest.signals += segment->signal_count + segment->host_signal_count;
        rest.calls += segment->host_fn != NULL;
    }
    return rest;
}

static void name_rest(struct gi_stream *stream, uint64_t seq)
{
    struct rest rest = { 0 };
    char text[400];

    pthread_mutex_lock(&stream->lock);
    if (stream->head != NULL && stream->head->seq <= seq) {
        rest = count_rest(stream, seq);
        if (stream->head != stream->pending && stream->head->state == GI_SEGMENT_SUBMITTED)
            gi_stuck_exit_expect();      /* the driver would wait for it */
        gi_stuck_describe(stream, text, sizeof text);
    }
    pthread_mutex_unlock(&stream->lock);
    if (stream == calling && rest.calls > 0)
        rest.calls--;                    /* the one that called exit */
    if (rest.commands + rest.signals + rest.calls > 0)
        gi_log(GI_LOG_ERROR, "exit: stream %llu of device %d has %zu commands, %zu signals and %zu "
               "host functions that are not done and never will be: it %s",
               (unsigned long long)stream->id, stream->device->ordinal, rest.commands,
               rest.signals, rest.calls, text);
}

static void finish_device(struct gi_device *device, void *unused)
{
    struct gi_active_list list;

    (void)unused;
    gi_active_list_make(device, NULL, &list);
    if (list.count > 0)
        gi_stuck_exit_prepare();         /* the rest may come too late, or never */
    for (size_t i = 0; i < list.count; i++)
        gi_stream_need(list.items[i].stream, list.items[i].seq);
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i].stream != calling)
            (void)!gi_stream_settle(list.items[i].stream, list.items[i].seq, deadline_ns);
    for (size_t i = 0; i < list.count; i++)
        name_rest(list.items[i].stream, list.items[i].seq);
    gi_active_list_finish(&list);
}

static void enter_stage(enum stage next)
{
    pthread_mutex_lock(&lock);
    stage = next;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* Waits for a stage; false if it is not reached by the deadline. */
static bool await_stage(enum stage wanted, int64_t abs_deadline_ns)
{
    bool has_come;

    pthread_mutex_lock(&lock);
    while (stage < wanted && gi_condition_wait(&changed, &lock, abs_deadline_ns))
        ;
    has_come = stage >= wanted;
    pthread_mutex_unlock(&lock);
    return has_come;
}

static void finish_and_stop(void)
{
    gi_device_for_each_open(finish_device, NULL);
    enter_stage(STOPPING);
    gi_process_stop_threads();
    enter_stage(OVER);
}

static void *leave_thread(void *unused)
{
    (void)unused;
    (void)await_stage(WORKING, GI_FOREVER);
    finish_and_stop();
    return NULL;
}

/* Logs what the process waits for. Takes no lock that the thread could already hold. */
static void say_stuck(void)
{
    static const char line[] = "gpuinterop: exit: work may be left undone, as a thread has stopped "
                               "within a call of the library\n";

    if (gi_log_enabled(GI_LOG_ERROR))
        (void)!gi_file_write(STDERR_FILENO, line, sizeof line - 1);
}

/* A separate thread, started long before, does the work. A signal handler may have called exit
 * while its thread held a lock of the library, of a driver or of malloc. In that case exit goes
 * on after a while. */
static void leave_process(void)
{
    deadline_ns = gi_deadline_ns(LIMIT_NS);
    calling = gi_host_call_stream();
    if (!has_thread) {           /* the system gave none */
        finish_and_stop();
        return;
    }
    gi_thread_note_exit();
    enter_stage(WORKING);
    if (await_stage(STOPPING, deadline_ns + GRACE_NS)) {
        (void)await_stage(OVER, gi_deadline_ns(STOP_NS));
    } else {
        gi_stuck_exit_expect();          /* nobody can say that no kernel is left */
        say_stuck();
    }
}

static void start_leave_thread(void)
{
    pthread_t thread;

    gi_condition_init(&changed);
    has_thread = gi_thread_start(&thread, "gi-leave", leave_thread, NULL) == GI_OK;
    if (has_thread)
        pthread_detach(thread);
}

void gi_leave_prepare(void)
{
    pthread_once(&once, start_leave_thread);
    gi_process_leave_by(leave_process);
}
