#include "order.h"

#include <stdlib.h>

static bool is_done(struct gi_stream *stream, uint64_t seq)
{
    return seq <= atomic_load_explicit(&stream->points.done, memory_order_acquire);
}

static void list_init(struct gi_order_list *list)
{
    list->points = list->local;
    list->count = 0;
    list->capacity = sizeof list->local / sizeof list->local[0];
}

void gi_order_list_finish(struct gi_order_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        gi_stream_release(list->points[i].stream);
    if (list->points != list->local)
        free(list->points);
}

static bool list_add(struct gi_order_list *list, struct gi_stream *stream, uint64_t seq,
                     bool must_succeed)
{
    if (list->count == list->capacity) {
        struct gi_order_point *grown = malloc(2 * list->capacity * sizeof *grown);

        if (grown == NULL)
            return false;
        for (size_t i = 0; i < list->count; i++)
            grown[i] = list->points[i];
        if (list->points != list->local)
            free(list->points);
        list->points = grown;
        list->capacity *= 2;
    }
    gi_object_ref(&stream->object);
    list->points[list->count++] = (struct gi_order_point){ stream, seq, must_succeed };
    return true;
}

static gi_status no_order_memory(struct gi_order_list *list)
{
    gi_order_list_finish(list);
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to order a stream");
}

enum which { BLOCKING_NOT_SEEN, BLOCKING, ALL };

/* Whether the stream is listed: a stream of the context that has this legacy stream. */
static bool is_wanted(const struct gi_stream *stream, const struct gi_stream *legacy,
                      enum which which)
{
    return stream->legacy == legacy &&
           (which == ALL || (!stream->is_legacy && gi_stream_is_blocking(stream)));
}

/* Lists the newest points of a context's streams that have work. */
static gi_status list_active(struct gi_stream *legacy, enum which which, struct gi_order_list *list)
{
    struct gi_device *device = legacy->device;
    bool complete = true;

    list_init(list);
    if (which != ALL && atomic_load(&legacy->active_blocking) == 0)
        return GI_OK;
    pthread_mutex_lock(&device->active_lock);
    for (struct gi_stream *stream = atomic_load(&device->active); stream != NULL && complete;
         stream = stream->active_next) {
        uint64_t newest = gi_stream_newest(stream);

        if (!is_wanted(stream, legacy, which))
            continue;
        if (which == BLOCKING_NOT_SEEN && atomic_load(&stream->before_legacy) >= newest)
            continue;
        complete = is_done(stream, newest) || list_add(list, stream, newest, false);
    }
    pthread_mutex_unlock(&device->active_lock);
    if (complete)
        return GI_OK;
    return no_order_memory(list);
}

/* Lists what the stream's next work must wait for because of the legacy stream, or as one. */
static gi_status list_legacy(struct gi_stream *stream, struct gi_order_list *list)
{
    struct gi_stream *legacy = stream->legacy;
    uint64_t newest;

    if (stream->is_legacy)
        return list_active(stream, BLOCKING_NOT_SEEN, list);
    list_init(list);
    if (!gi_stream_is_blocking(stream))
        return GI_OK;
    newest = gi_stream_newest(legacy);
    if (is_done(legacy, newest) || atomic_load(&stream->after_legacy) >= newest)
        return GI_OK;
    (void)list_add(list, legacy, newest, false);     /* there is room for one */
    return GI_OK;
}

/* Lists what the stream's next work must wait for. */
static gi_status list_before(struct gi_stream *stream, struct gi_order_list *list)
{
    struct gi_stream *waits = gi_order_context_waits(stream);
    gi_status status = list_legacy(stream, list);

    if (status != GI_OK || waits == NULL || list_add(list, waits, gi_stream_newest(waits), true))
        return status;
    return no_order_memory(list);
}

static void let_go(const struct gi_order_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        gi_stream_need(list->points[i].stream, list->points[i].seq);
}

gi_status gi_order_before(struct gi_stream *stream, struct gi_order_list *list)
{
    gi_status status = list_before(stream, list);

    if (status == GI_OK)
        let_go(list);
    return status;
}

gi_status gi_order_of_context(struct gi_stream *legacy, struct gi_order_list *list)
{
    struct gi_stream *waits = atomic_load(&legacy->context_waits);
    gi_status status = list_active(legacy, ALL, list);

    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < list->count; i++)
        list->points[i].must_succeed = true;
    if (waits != NULL && !list_add(list, waits, gi_stream_newest(waits), true))
        return no_order_memory(list);
    let_go(list);
    return GI_OK;
}

void gi_order_appended(struct gi_stream *stream, const struct gi_order_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct gi_order_point *point = &list->points[i];

        if (point->must_succeed)
            gi_raise(&stream->after_context, point->seq);
        else
            gi_raise(stream->is_legacy ? &point->stream->before_legacy : &stream->after_legacy,
                     point->seq);
    }
}

static gi_status wait_for_all(const struct gi_order_list *list)
{
    gi_status first = GI_OK;

    let_go(list);
    for (size_t i = 0; i < list->count; i++) {
        gi_status status = gi_stream_wait(list->points[i].stream, list->points[i].seq);

        if (first == GI_OK)
            first = status;
    }
    return first;
}

/* Waits for the waits and records of the whole context. A failure of a wait is reported here, that
 * of a record by its event. */
static gi_status wait_for_context(struct gi_stream *legacy)
{
    struct gi_stream *waits = atomic_load(&legacy->context_waits);
    struct gi_stream *records = atomic_load(&legacy->context_records);
    gi_status status = waits != NULL ? gi_stream_wait(waits, gi_stream_newest(waits)) : GI_OK;

    if (records != NULL)
        (void)!gi_stream_wait(records, gi_stream_newest(records));
    return status;
}

gi_status gi_order_wait_idle(struct gi_stream *legacy, bool only_blocking)
{
    struct gi_order_list list;
    gi_status status = list_active(legacy, only_blocking ? BLOCKING : ALL, &list);

    if (status != GI_OK)
        return status;
    status = wait_for_all(&list);
    gi_order_list_finish(&list);
    if (status == GI_OK)
        status = gi_stream_wait(legacy, gi_stream_newest(legacy));
    return status == GI_OK && !only_blocking ? wait_for_context(legacy) : status;
}

gi_status gi_order_poll_legacy(struct gi_stream *legacy)
{
    struct gi_order_list list;
    gi_status status = list_active(legacy, BLOCKING, &list);

    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < list.count && status == GI_OK; i++)
        status = gi_stream_poll(list.points[i].stream, list.points[i].seq);
    gi_order_list_finish(&list);
    return status == GI_OK ? gi_stream_poll(legacy, gi_stream_newest(legacy))
                           : status;
}
