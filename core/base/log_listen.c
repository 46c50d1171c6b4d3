#include "log_listen.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "log_ring.h"
#include "process.h"
#include "uncancelled.h"

struct listener {
    struct gi_object object;
    struct listener *next;
    uint64_t number;             /* increases along the list: the newest is last */
    unsigned calls;              /* calls in progress */
    gi_log_listener_fn listen;
    _Alignas(void *) unsigned char context[GI_LOG_CONTEXT_BYTES];
};

/* Guards all of this. Under it only the handle table and the ring take their locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
static struct listener *listeners;                   /* each is referenced by its handle */
static uint64_t last_number;
static atomic_size_t listener_count;                 /* read without the lock */

static _Thread_local bool is_delivering;

static void free_listener(struct gi_object *object)
{
    free(object);
}

gi_status gi_log_listen(gi_log_listener_fn listen, const void *context, size_t context_bytes,
                        gi_handle *out_handle)
{
    struct listener *listener, **end = &listeners;
    gi_status status = gi_process_check();

    *out_handle = 0;
    if (status != GI_OK)
        return status;
    gi_process_begin();          /* a forked child calls no callback of its parent */
    listener = calloc(1, sizeof *listener);
    if (listener == NULL || context_bytes > sizeof listener->context) {
        free(listener);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for another log callback");
    }
    listener->listen = listen;
    if (context_bytes > 0)
        memcpy(listener->context, context, context_bytes);
    pthread_mutex_lock(&lock);
    status = gi_handle_create(&listener->object, GI_OBJECT_LOG_LISTENER, free_listener,
                              out_handle);
    if (status == GI_OK) {
        if (listeners == NULL)
            gi_log_ring_pass_all();
        listener->number = ++last_number;
        while (*end != NULL)
            end = &(*end)->next;
        *end = listener;
        atomic_fetch_add_explicit(&listener_count, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lock);
    if (status != GI_OK)
        free(listener);
    return status;
}

/* The lock is held. */
static void unlist(struct listener *listener)
{
    struct listener **link = &listeners;

    while (*link != NULL && *link != listener)
        link = &(*link)->next;
    if (*link != NULL) {
        *link = listener->next;
        atomic_fetch_sub_explicit(&listener_count, 1, memory_order_relaxed);
    }
}

gi_status gi_log_unlisten(gi_handle handle)
{
    GI_UNCANCELLED;
    struct gi_object *object;
    struct listener *listener;
    gi_status status = gi_handle_retire(handle, GI_OBJECT_LOG_LISTENER, &object);

    if (status != GI_OK)
        return status == GI_INVALID_HANDLE ? GI_INVALID_VALUE : status;
    listener = (struct listener *)object;
    pthread_mutex_lock(&lock);
    unlist(listener);
    while (listener->calls > 0 && !is_delivering)
        pthread_cond_wait(&returned, &lock);
    pthread_mutex_unlock(&lock);
    gi_object_unref(object);
    return GI_OK;
}

/* Returns the first listener newer than number, referenced and with a call in progress. */
static struct listener *begin_call(uint64_t number)
{
    struct listener *listener;

    pthread_mutex_lock(&lock);
    for (listener = listeners; listener != NULL && listener->number <= number;
         listener = listener->next)
        ;
    if (listener != NULL) {
        gi_object_ref(&listener->object);
        listener->calls++;
    }
    pthread_mutex_unlock(&lock);
    return listener;
}

static void end_call(struct listener *listener)
{
    pthread_mutex_lock(&lock);
    if (--listener->calls == 0)
        pthread_cond_broadcast(&returned);
    pthread_mutex_unlock(&lock);
    gi_object_unref(&listener->object);
}

static void tell_all(const struct gi_log_line *line)
{
    struct listener *listener;

    for (uint64_t number = 0; (listener = begin_call(number)) != NULL;) {
        char text[GI_LOG_TEXT_BYTES];

        number = listener->number;       /* read before the reference is gone */
        memcpy(text, line->text, line->length + 1);
        listener->listen(listener->context, line->is_warning, text, line->length);
        end_call(listener);
    }
}

void gi_log_deliver(void)
{
    struct gi_log_line line;

    if (atomic_load_explicit(&listener_count, memory_order_relaxed) == 0 || is_delivering ||
        gi_process_is_forked())
        return;
    is_delivering = true;
    gi_log_pass_on(false);               /* errors inside the callbacks are not delivered to them */
    while (gi_log_ring_claim(&line))
        tell_all(&line);
    gi_log_pass_on(true);
    is_delivering = false;
}

void gi_log_failed_call(void)
{
    gi_report_failure();
    gi_publish_detail();
    gi_log_deliver();
}
