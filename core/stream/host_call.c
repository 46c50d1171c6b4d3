#include "host_call.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/process.h"
#include "scheduler.h"
#include "base/thread.h"
#include "traced.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;    /* a leaf; guards all below */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct gi_segment *first_call, **last_call = &first_call;
static size_t idle_threads, looking_threads;                /* looking: awake, out of the idle
                                                               ones */
static atomic_size_t waiting_calls;                         /* also read without the lock */

/* Polls for a moment: a program that uses host functions often enqueues the next one soon, and a
 * thread takes longer to wake than most host functions run. */
static void look_for_call(void)
{
    int64_t end = gi_now_ns() + GI_SHORT_LOOK_NS;

    looking_threads++;
    pthread_mutex_unlock(&lock);
    while (atomic_load_explicit(&waiting_calls, memory_order_relaxed) == 0 && gi_now_ns() < end)
        ;
    pthread_mutex_lock(&lock);
    looking_threads--;
}

static _Thread_local struct gi_stream *calling;

struct gi_stream *gi_host_call_stream(void)
{
    return calling;
}

void gi_host_call_fail(gi_status status)
{
    pthread_mutex_lock(&calling->lock);
    calling->call_failure = status;
    (void)snprintf(calling->call_detail, sizeof calling->call_detail, "%s",
                   gi_last_error_detail());
    pthread_mutex_unlock(&calling->lock);
}

gi_status gi_host_call_failure(struct gi_stream *stream, struct gi_segment *segment)
{
    gi_status status = stream->call_failure;

    stream->call_failure = GI_OK;
    if (status == GI_OK || segment->dropped)
        return GI_OK;
    segment->dropped = true;
    return gi_fail(status, "%s", stream->call_detail);
}

void gi_host_call_end_words(void)
{
    pthread_mutex_lock(&calling->lock);
    calling->head->host_words = NULL;
    pthread_mutex_unlock(&calling->lock);
}

static struct gi_segment *next_call(void)
{
    struct gi_segment *call;

    pthread_mutex_lock(&lock);
    idle_threads++;
    if (first_call == NULL)
        look_for_call();
    while (first_call == NULL)
        pthread_cond_wait(&changed, &lock);
    idle_threads--;
    waiting_calls--;
    call = first_call;
    first_call = call->next_call;
    if (first_call == NULL)
        last_call = &first_call;
    pthread_mutex_unlock(&lock);
    return call;
}

static void end_call(void *argument)
{
    struct gi_segment *call = argument;
    struct gi_stream *stream = call->call_stream;

    gi_process_leave_host_function();
    if (call->traced != NULL)
        gi_traced_host_call(call->traced, true);
    calling = NULL;
    gi_stream_call_returned(stream);     /* the segment may be gone then */
    gi_object_unref(&stream->object);
}

/* Runs a host function. If the function ends its thread, the stream still goes on. */
static void run_call(struct gi_segment *call)
{
    calling = call->call_stream;
    pthread_cleanup_push(end_call, call);
    gi_process_enter_host_function();
    if (call->traced != NULL)
        gi_traced_host_call(call->traced, false);
    call->host_fn(call->host_argument, call->call_status);
    pthread_cleanup_pop(true);
}

/* Idle threads wait for the next call until the process ends; they hold nothing. */
static void *call_thread(void *unused)
{
    (void)unused;
    for (;;)
        run_call(next_call());
    return NULL;
}

gi_status gi_host_call_start(struct gi_stream *stream, struct gi_segment *segment,
                             gi_status status)
{
    gi_status started = GI_OK;
    pthread_t thread;

    segment->next_call = NULL;
    segment->call_stream = stream;
    segment->call_status = status;
    gi_object_ref(&stream->object);
    pthread_mutex_lock(&lock);
    if (idle_threads <= waiting_calls) {
        started = gi_thread_start(&thread, "gi-host-call", call_thread, NULL);
        if (started == GI_OK)
            pthread_detach(thread);
    }
    if (started == GI_OK) {
        *last_call = segment;
        last_call = &segment->next_call;
        waiting_calls++;
        if (waiting_calls > looking_threads)
            pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    if (started != GI_OK)
        gi_object_unref(&stream->object);    /* never the last one: the stream has work */
    return started;
}
