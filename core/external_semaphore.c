#include "external_semaphore.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "log.h"
#include "gate.h"
#include "order.h"
#include "scratch.h"
#include "segment.h"
#include "semaphore_object.h"
#include "uncancelled.h"

struct gi_external_semaphore {
    struct gi_object object;
    struct gi_semaphore *semaphore;
};

/* How many semaphores of one call need no memory from the heap. */
#define LOCAL_ITEMS 16

enum direction { SIGNAL, WAIT };

static const char *type_name(int type)
{
    switch ((enum gi_external_semaphore_type)type) {
    case GI_EXTERNAL_SEMAPHORE_OPAQUE_FD: return "opaque fd";
    case GI_EXTERNAL_SEMAPHORE_OPAQUE_WIN32: return "opaque Win32 handle";
    case GI_EXTERNAL_SEMAPHORE_OPAQUE_WIN32_KMT: return "opaque Win32 KMT handle";
    case GI_EXTERNAL_SEMAPHORE_D3D12_FENCE: return "D3D12 fence";
    case GI_EXTERNAL_SEMAPHORE_D3D11_FENCE: return "D3D11 fence";
    case GI_EXTERNAL_SEMAPHORE_NVSCISYNC: return "NvSciSync object";
    case GI_EXTERNAL_SEMAPHORE_KEYED_MUTEX: return "keyed mutex";
    case GI_EXTERNAL_SEMAPHORE_KEYED_MUTEX_KMT: return "keyed mutex KMT handle";
    case GI_EXTERNAL_SEMAPHORE_TIMELINE_FD: return "timeline semaphore fd";
    case GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32: return "timeline semaphore Win32 handle";
    }
    return NULL;
}

static gi_status check_request(const struct gi_external_semaphore_request *request)
{
    bool is_timeline = request->type == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD;

    if (type_name(request->type) == NULL)
        return gi_fail(GI_INVALID_VALUE, "external semaphore: handle type %d is none of 1 to 10",
                       request->type);
    if (request->type != GI_EXTERNAL_SEMAPHORE_OPAQUE_FD && !is_timeline)
        return gi_fail(GI_NOT_SUPPORTED,
                       "external semaphore: handle type %d (%s) does not exist on this system; an "
                       "opaque fd is type 1, a timeline's 9", request->type,
                       type_name(request->type));
    if (request->flags != 0)
        return gi_fail(GI_INVALID_VALUE, "external semaphore: flags is 0x%x; it must be 0",
                       request->flags);
    if (request->fd < 0)
        return gi_fail(is_timeline && request->fd == -1 ? GI_INVALID_VALUE : GI_IMPORT_FAILED,
                       "external semaphore: fd %d is no fd", request->fd);
    if (fcntl(request->fd, F_GETFD) < 0)
        return gi_fail(GI_IMPORT_FAILED, "external semaphore: fd %d is not open", request->fd);
    return GI_OK;
}

static void finish_semaphore(struct gi_object *object)
{
    struct gi_external_semaphore *external = (struct gi_external_semaphore *)object;

    gi_semaphore_object_unref(external->semaphore);
    free(external);
}

gi_status gi_external_semaphore_import(const struct gi_external_semaphore_request *request,
                                       gi_handle *out_semaphore)
{
    GI_UNCANCELLED;
    struct gi_os_handle borrowed = { GI_OS_HANDLE_OPAQUE_FD, request->fd };
    struct gi_external_semaphore *external;
    struct gi_device *device;
    gi_status status;

    *out_semaphore = 0;
    status = check_request(request);
    if (status != GI_OK)
        return status;
    status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    external = calloc(1, sizeof *external);
    if (external == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a semaphore");
    status = gi_semaphore_object_import(device->base,
                                        request->type == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
                                            ? GI_SEMAPHORE_TIMELINE
                                            : GI_SEMAPHORE_BINARY,
                                        &borrowed, &external->semaphore);
    if (status != GI_OK)
        goto free_external;
    external->object.device = device;
    status = gi_handle_create(&external->object, GI_OBJECT_EXTERNAL_SEMAPHORE, finish_semaphore,
                              out_semaphore);
    if (status != GI_OK)
        goto unref_semaphore;
    close(request->fd);          /* the import succeeded: the fd was ours from here on */
    return GI_OK;

unref_semaphore:
    gi_semaphore_object_unref(external->semaphore);
free_external:
    free(external);
    return status;
}

gi_status gi_external_semaphore_destroy(gi_handle semaphore)
{
    return gi_handle_retire(semaphore, GI_OBJECT_EXTERNAL_SEMAPHORE, NULL);
}

/* ---- signals and waits ---------------------------------------------------------------------- */

static gi_status check_item(const struct gi_external_semaphore_item *item, size_t i)
{
    if (item->flags != 0)
        return gi_fail(GI_INVALID_VALUE, "semaphore %zu of the call: flags is 0x%x; it must be 0",
                       i, item->flags);
    if (!item->reserved_is_zero)
        return gi_fail(GI_INVALID_VALUE, "semaphore %zu of the call: a reserved word is not zero",
                       i);
    return GI_OK;
}

/* The semaphores of all items, each referenced; or an error and none. */
static gi_status acquire_all(const struct gi_external_semaphore_item *items, size_t count,
                             struct gi_semaphore **out_semaphores)
{
    gi_status status = GI_OK;
    size_t i;

    for (i = 0; i < count; i++) {
        struct gi_object *object;

        status = check_item(&items[i], i);
        if (status == GI_OK)
            status = gi_handle_acquire(items[i].semaphore, GI_OBJECT_EXTERNAL_SEMAPHORE, &object);
        if (status != GI_OK)
            break;
        out_semaphores[i] = ((struct gi_external_semaphore *)object)->semaphore;
        gi_semaphore_object_ref(out_semaphores[i]);
        gi_object_unref(object);
    }
    while (status != GI_OK && i > 0)
        gi_semaphore_object_unref(out_semaphores[--i]);
    return status;
}

/* How many of the first semaphores the host can signal at once: it may if nothing enqueued is
 * left to come before. */
static size_t count_immediate(const struct gi_stream *stream,
                              struct gi_semaphore *const *semaphores, size_t count)
{
    size_t immediate = 0;

    while (stream->head == NULL && immediate < count &&
           (semaphores[immediate]->caps & GI_SEMAPHORE_HOST_SIGNAL) != 0)
        immediate++;
    return immediate;
}

/* Whether a signal would take a timeline back or leave it where it is: no queue may be told to.
 * Notes the value otherwise. */
static bool would_not_grow(struct gi_semaphore *semaphore, uint64_t value)
{
    _Atomic uint64_t *enqueued = &gi_semaphore_object_of(semaphore)->enqueued_value;
    uint64_t highest = atomic_load_explicit(enqueued, memory_order_relaxed);
    gi_status status = GI_OK;
    uint64_t now = 0;

    if (semaphore->kind == GI_SEMAPHORE_BINARY)
        return false;
    if ((semaphore->caps & GI_SEMAPHORE_TELLS_SUBMITTED) != 0)
        status = semaphore->ops->query_submitted(semaphore, &now);
    else if ((semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0)
        status = semaphore->ops->query(semaphore, &now);
    if (status != GI_OK)
        now = 0;                 /* a lost device shows when the signal is submitted */
    if (value <= now)
        return true;
    while (value > highest)
        if (atomic_compare_exchange_weak(enqueued, &highest, value))
            return false;
    return true;
}

static gi_status add_signal(struct gi_device *device, struct gi_segment *segment,
                            struct gi_semaphore *semaphore, uint64_t value)
{
    bool by_host = (semaphore->caps & GI_SEMAPHORE_QUEUE_SIGNAL) == 0;
    gi_status status;

    if (!by_host && would_not_grow(semaphore, value)) {
        gi_log(GI_LOG_ERROR, "semaphore signal: value %llu is not past what the timeline has "
               "reached or will; it is left out", (unsigned long long)value);
        return GI_OK;
    }
    status = gi_segment_add_signal(segment, semaphore, value, by_host);
    if (status == GI_OK && !by_host)
        gi_turns_signal_enqueued(device, semaphore);
    return status;
}

static gi_status add_signals(struct gi_stream *stream, struct gi_semaphore *const *semaphores,
                             const struct gi_external_semaphore_item *items, size_t count)
{
    size_t immediate = count_immediate(stream, semaphores, count);
    struct gi_segment *segment = NULL;
    gi_status status = GI_OK;

    if (immediate < count) {
        status = gi_stream_signal_segment(stream, &segment);
        if (status == GI_OK)
            status = gi_segment_reserve(segment, count - immediate);
        if (status != GI_OK)
            return status;
    }
    /* A value that does not grow changes nothing and, as the vendors have it, is no error. */
    for (size_t i = 0; i < immediate; i++) {
        (void)!gi_semaphore_object_signal(semaphores[i], items[i].value);
        gi_turns_host_has_signalled(stream->device, semaphores[i]);
    }
    for (size_t i = immediate; i < count && status == GI_OK; i++)
        status = add_signal(stream->device, segment, semaphores[i], items[i].value);
    if (segment != NULL)
        segment->closed = true;  /* somebody waits for it: do not wait for an idle queue */
    return status;
}

static gi_status add_waits(struct gi_stream *stream, struct gi_semaphore *const *semaphores,
                           const struct gi_external_semaphore_item *items, size_t count)
{
    struct gi_segment *segment = NULL;
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = gi_gate_enqueue(stream, semaphores[i], items[i].value, count - i, &segment);
    return status;
}

/* A driver's semaphore is of use on the device that imported it alone; a host semaphore on all. */
static gi_status check_device(const struct gi_stream *stream,
                              struct gi_semaphore *const *semaphores, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (gi_semaphore_host(semaphores[i]) == NULL &&
            semaphores[i]->device != stream->device->base)
            return gi_fail(GI_INVALID_HANDLE,
                           "semaphore %zu of the call was imported on another device than device "
                           "%d, which the stream belongs to", i, stream->device->ordinal);
    }
    return GI_OK;
}

static gi_status enqueue(const struct gi_external_semaphore_item *items,
                         struct gi_semaphore *const *semaphores, size_t count, gi_handle handle,
                         enum direction direction)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);
    gi_status added;

    if (status != GI_OK)
        return status;
    status = check_device(stream, semaphores, count);
    if (status == GI_OK)
        status = gi_stream_enter_ordered(stream);
    if (status == GI_OK) {
        added = direction == SIGNAL ? add_signals(stream, semaphores, items, count)
                                    : add_waits(stream, semaphores, items, count);
        status = gi_stream_leave(stream);
        if (added != GI_OK)
            status = added;
    }
    gi_stream_release(stream);
    return status;
}

static gi_status check_and_enqueue(const struct gi_external_semaphore_item *items, size_t count,
                                   gi_handle stream, enum direction direction)
{
    struct gi_semaphore *local[LOCAL_ITEMS];
    struct gi_semaphore **semaphores;
    gi_status status;

    if (count == 0)
        return gi_fail(GI_INVALID_VALUE, "semaphores: their number is 0");
    semaphores = gi_scratch(local, sizeof local, count, sizeof local[0]);
    if (semaphores == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu semaphores", count);
    status = acquire_all(items, count, semaphores);
    if (status == GI_OK) {
        status = enqueue(items, semaphores, count, stream, direction);
        for (size_t i = 0; i < count; i++)
            gi_semaphore_object_unref(semaphores[i]);
    }
    gi_scratch_free(semaphores, local);
    return status;
}

gi_status gi_external_semaphores_signal(const struct gi_external_semaphore_item *items,
                                        size_t count, gi_handle stream)
{
    return check_and_enqueue(items, count, stream, SIGNAL);
}

gi_status gi_external_semaphores_wait(const struct gi_external_semaphore_item *items, size_t count,
                                      gi_handle stream)
{
    return check_and_enqueue(items, count, stream, WAIT);
}
