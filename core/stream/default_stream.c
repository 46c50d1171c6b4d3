#include "default_stream.h"

#include <stdlib.h>

#include "base/current.h"
#include "base/process.h"
#include "queue/context_state.h"
#include "scheduler.h"

/* ---- the legacy stream ---------------------------------------------------------------------- */

/* Makes it at the first use. A stream of a lost device is replaced, because the device was opened
 * again. The context's lock is held. */
static gi_status ensure_legacy(struct gi_context *context, struct gi_device *device)
{
    struct gi_stream *made;
    gi_status status;

    if (context->legacy != NULL && context->legacy->device == device)
        return GI_OK;
    status = gi_stream_new(device, NULL, 0, 0, NULL, &made);
    if (status != GI_OK)
        return status;
    if (context->legacy != NULL)
        gi_stream_release(context->legacy);
    made->context = gi_handle_of(&context->object);
    context->legacy = made;
    return GI_OK;
}

static gi_status legacy_of(struct gi_context *context, struct gi_device *device,
                           struct gi_stream **out_stream)
{
    gi_status status;

    pthread_mutex_lock(&context->lock);
    status = ensure_legacy(context, device);
    if (status == GI_OK) {
        *out_stream = context->legacy;
        gi_object_ref(&context->legacy->object);
    }
    pthread_mutex_unlock(&context->lock);
    return status;
}

gi_status gi_legacy_acquire(struct gi_device *device, struct gi_stream **out_stream)
{
    struct gi_context *context;
    gi_status status;

    if (gi_current_context() == 0 || gi_current_ordinal() != device->ordinal) {
        *out_stream = device->legacy;
        gi_object_ref(&device->legacy->object);
        return GI_OK;
    }
    *out_stream = NULL;
    status = gi_context_acquire(gi_current_context(), &context);
    if (status != GI_OK)
        return status;
    status = legacy_of(context, device, out_stream);
    gi_object_unref(&context->object);
    return status;
}

gi_status gi_legacy_of(struct gi_context *context, struct gi_stream **out_stream)
{
    struct gi_device *device;
    gi_status status = gi_device_at(context->ordinal, &device);

    *out_stream = NULL;
    if (status != GI_OK)
        return status;
    if (!context->is_primary)
        return legacy_of(context, device, out_stream);
    *out_stream = device->legacy;
    gi_object_ref(&device->legacy->object);
    return GI_OK;
}

struct gi_stream *gi_legacy_if_made(struct gi_context *context)
{
    struct gi_stream *legacy;

    pthread_mutex_lock(&context->lock);
    legacy = context->legacy;
    if (legacy != NULL)
        gi_object_ref(&legacy->object);
    pthread_mutex_unlock(&context->lock);
    return legacy;
}

/* ---- streams of a thread: one for each context, made at the first use ------------------------ */

enum { FEW_STREAMS = 16 };

struct thread_stream {
    struct thread_stream *next;
    struct gi_device *device;
    gi_handle context;                   /* 0: the device's primary one */
    struct gi_stream *stream;            /* referenced */
};

/* The most recently used one is the first. */
struct thread_streams {
    struct thread_stream *first;
    size_t count;
    size_t prune_at;                     /* with as many, those of ended contexts are dropped */
};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

/* Work in the stream goes on. */
static void end_stream(struct thread_stream *entry)
{
    if (!gi_process_is_forked()) {
        gi_stream_orphan(entry->stream);
        gi_stream_release(entry->stream);
    }
    free(entry);
}

static void end_streams(void *argument)
{
    struct thread_streams *streams = argument;

    while (streams->first != NULL) {
        struct thread_stream *entry = streams->first;

        streams->first = entry->next;
        end_stream(entry);
    }
    free(streams);
}

static void make_key(void)
{
    pthread_key_create(&key, end_streams);
}

static struct thread_streams *streams_of_thread(void)
{
    pthread_once(&key_once, make_key);
    return pthread_getspecific(key);
}

/* Drops the streams of contexts that have ended. Done each time that the count has doubled, so that
 * many live contexts do not make it expensive. */
static void prune(struct thread_streams *streams)
{
    struct thread_stream **link = &streams->first;

    while (*link != NULL) {
        struct thread_stream *entry = *link;

        if (entry->context == 0 || gi_handle_is_live(entry->context)) {
            link = &entry->next;
            continue;
        }
        *link = entry->next;
        streams->count--;
        end_stream(entry);
    }
    streams->prune_at = 2 * streams->count + FEW_STREAMS;
}

/* Finds the entry, and makes it the first. */
static struct thread_stream *find_thread_stream(struct thread_streams *streams,
                                                const struct gi_device *device)
{
    gi_handle context = gi_current_context();

    for (struct thread_stream **link = &streams->first; *link != NULL; link = &(*link)->next) {
        struct thread_stream *entry = *link;

        if (entry->device != device || entry->context != context)
            continue;
        *link = entry->next;
        entry->next = streams->first;
        streams->first = entry;
        return entry;
    }
    return NULL;
}

static gi_status new_stream(struct gi_device *device, struct gi_stream **out_stream)
{
    struct gi_stream *legacy;
    gi_status status = gi_legacy_acquire(device, &legacy);

    if (status != GI_OK)
        return status;
    status = gi_stream_new(device, legacy, 0, 0, NULL, out_stream);
    gi_stream_release(legacy);
    return status;
}

static gi_status add_thread_stream(struct thread_streams *streams, struct gi_device *device)
{
    struct thread_stream *entry = calloc(1, sizeof *entry);
    gi_status status;

    if (entry == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stream");
    entry->device = device;
    entry->context = gi_current_context();
    status = new_stream(device, &entry->stream);
    if (status != GI_OK) {
        free(entry);
        return status;
    }
    if (streams->count >= streams->prune_at)
        prune(streams);
    entry->next = streams->first;
    streams->first = entry;
    streams->count++;
    return GI_OK;
}

static gi_status ensure_streams(struct thread_streams **out_streams)
{
    struct thread_streams *streams = streams_of_thread();

    *out_streams = streams;
    if (streams != NULL)
        return GI_OK;
    streams = calloc(1, sizeof *streams);
    if (streams == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stream");
    streams->prune_at = FEW_STREAMS;
    pthread_setspecific(key, streams);
    *out_streams = streams;
    return GI_OK;
}

gi_status gi_thread_stream_acquire(struct gi_device *device, struct gi_stream **out_stream)
{
    struct thread_streams *streams;
    gi_status status = gi_handle_check_current();

    if (status == GI_OK)
        status = ensure_streams(&streams);
    if (status == GI_OK && find_thread_stream(streams, device) == NULL)
        status = add_thread_stream(streams, device);
    if (status != GI_OK)
        return status;
    *out_stream = streams->first->stream;
    gi_object_ref(&(*out_stream)->object);
    return GI_OK;
}

size_t gi_thread_stream_count(void)
{
    const struct thread_streams *streams = streams_of_thread();

    return streams != NULL ? streams->count : 0;
}
