#include "external_semaphore.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "../include/gpuinterop.h"
#include "base/log.h"
#include "base/log_listen.h"
#include "ops/enqueue.h"
#include "carry/kinds.h"
#include "base/scratch.h"
#include "stream/wait/semaphore_object.h"
#include "base/uncancelled.h"
#include "trace/span.h"

struct gi_external_semaphore {
    struct gi_object object;
    struct gi_semaphore *semaphore;
    atomic_bool told;            /* that it has no values */
};

/* How many semaphores of one call need no heap memory. */
#define LOCAL_ITEMS 16

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
        return gi_fail(GI_INVALID_VALUE, "external semaphore: handle type %d is not one of 1 to 10",
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
        return gi_fail(GI_IMPORT_FAILED, "external semaphore: fd %d is not open; did an import "
                       "take it?", request->fd);
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
    struct gi_semaphore *semaphore;
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
    GI_SPANNED(status, GI_TRACE_IMPORT, "import of a semaphore", 0,
               gi_semaphore_object_import(device->base,
                                          request->type == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
                                              ? GI_SEMAPHORE_TIMELINE
                                              : GI_SEMAPHORE_BINARY,
                                          &borrowed, &external->semaphore));
    if (status != GI_OK)
        goto free_external;
    external->object.device = device;
    /* Once it has a handle, another thread may end it with a reset of the device. */
    semaphore = external->semaphore;
    gi_semaphore_object_ref(semaphore);
    status = gi_handle_create(&external->object, GI_OBJECT_EXTERNAL_SEMAPHORE, finish_semaphore,
                              out_semaphore);
    if (status != GI_OK)
        goto unref_semaphore;
    atomic_store(&gi_semaphore_object_of(semaphore)->handle, *out_semaphore);
    gi_semaphore_object_unref(semaphore);
    close(request->fd);          /* the import succeeded: the fd is ours from here on */
    return GI_OK;

unref_semaphore:
    gi_semaphore_object_unref(semaphore);
    gi_semaphore_object_unref(semaphore);
free_external:
    free(external);
    return status;
}

gi_status gi_external_semaphore_destroy(gi_handle semaphore)
{
    return gi_handle_retire(semaphore, GI_OBJECT_EXTERNAL_SEMAPHORE, NULL);
}

static gi_status name_semaphore(gi_handle handle, const char *name)
{
    struct gi_object *object;
    struct gi_semaphore *semaphore;
    const char *kept = name != NULL && name[0] != '\0' ? gi_trace_text(name) : NULL;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_EXTERNAL_SEMAPHORE, &object);

    if (status != GI_OK)
        return status;
    semaphore = ((struct gi_external_semaphore *)object)->semaphore;
    atomic_store(&gi_semaphore_object_of(semaphore)->name, kept);
    gi_object_unref(object);
    return GI_OK;
}

int gpuinterop_name_semaphore(const void *semaphore, const char *name)
{
    if (name_semaphore((gi_handle)(uintptr_t)semaphore, name) == GI_OK)
        return 0;
    gi_log_failed_call();
    return -1;
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

/* The semaphores of a call. Each external object keeps its semaphore, and the call keeps the
 * objects. */
struct found {
    struct gi_object **objects;
    struct gi_signal *items;
};

static void release_all(const struct found *found, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gi_object_unref(found->objects[i]);
}

/* A program that gives a binary semaphore values has most likely imported a timeline as one. Few
 * drivers notice it; waits then never end. */
static void look_at_value(struct gi_external_semaphore *external, uint64_t value)
{
    if (value == 0 || external->semaphore->kind != GI_SEMAPHORE_BINARY ||
        atomic_exchange(&external->told, true))
        return;
    gi_log(GI_LOG_ERROR, "external semaphore: value %llu is given to a semaphore of handle type 1, "
           "which is binary and has no values; a timeline's handle type is 9",
           (unsigned long long)value);
}

/* Acquires the semaphores of all items, and their values. On an error it holds no reference. */
static gi_status acquire_all(const struct gi_external_semaphore_item *items, size_t count,
                             const struct found *found)
{
    for (size_t i = 0; i < count; i++) {
        gi_status status = check_item(&items[i], i);

        if (status == GI_OK)
            status = gi_handle_acquire(items[i].semaphore, GI_OBJECT_EXTERNAL_SEMAPHORE,
                                       &found->objects[i]);
        if (status != GI_OK) {
            release_all(found, i);
            return status;
        }
        look_at_value((struct gi_external_semaphore *)found->objects[i], items[i].value);
        found->items[i] = (struct gi_signal){
            ((struct gi_external_semaphore *)found->objects[i])->semaphore, items[i].value
        };
    }
    return GI_OK;
}

/* A driver's semaphore works only on the device that imported it; a host semaphore works on all. */
static gi_status check_device(const struct gi_stream *stream, const struct gi_signal *items,
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct gi_semaphore *semaphore = items[i].semaphore;

        if (gi_semaphore_host(items[i].semaphore) == NULL &&
            semaphore->device != stream->device->base)
            return gi_fail(GI_INVALID_HANDLE,
                           "semaphore %zu of the call was imported on another device than device "
                           "%d, which the stream belongs to", i, stream->device->ordinal);
    }
    return GI_OK;
}

/* The semaphores of one call, and what is done with them: enqueued, or kept. */
struct use {
    const struct gi_operation_kind *kind;
    gi_handle stream;
    const struct gi_external_semaphore_lists *lists;     /* for a capture; else NULL */
    struct gi_operation *prepared;       /* NULL: enqueued in the stream */
    struct gi_device *device;            /* out, of a kept one: as gi_external_semaphores_prepare
                                            says it */
};

static gi_status enqueue(struct gi_operation *operation, gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = check_device(stream, operation->semaphores.items, operation->semaphores.count);
    if (status == GI_OK)
        status = gi_stream_enqueue(stream, operation);
    gi_stream_release(stream);
    return status;
}

/* The one device of semaphores that do not work on all. */
static gi_status find_device(const struct found *found, size_t count,
                             struct gi_device **out_device)
{
    *out_device = NULL;
    for (size_t i = 0; i < count; i++) {
        struct gi_device *device = atomic_load(&found->objects[i]->device);

        if (gi_semaphore_host(found->items[i].semaphore) != NULL)
            continue;
        if (*out_device != NULL && *out_device != device)
            return gi_fail(GI_INVALID_HANDLE, "semaphore %zu of the call was imported on another "
                           "device than those before it", i);
        *out_device = device;
    }
    return GI_OK;
}

static gi_status use_found(const struct found *found, size_t count, struct use *use)
{
    struct gi_operation operation;
    gi_status status;

    operation.kind = use->kind;
    operation.semaphores = (struct gi_operation_semaphores){
        .items = found->items, .count = count, .asked = use->lists
    };
    if (use->prepared == NULL)
        return enqueue(&operation, use->stream);
    status = find_device(found, count, &use->device);
    return status == GI_OK ? gi_operation_keep(&operation, use->prepared) : status;
}

static gi_status find_and_use(const struct gi_external_semaphore_item *items, size_t count,
                              struct use *use)
{
    struct gi_object *local_objects[LOCAL_ITEMS];
    struct gi_signal local_items[LOCAL_ITEMS];
    struct found found;
    gi_status status;

    if (count == 0)
        return gi_fail(GI_INVALID_VALUE, "semaphores: count is 0");
    found.objects = gi_scratch(local_objects, sizeof local_objects, count, sizeof local_objects[0]);
    found.items = gi_scratch(local_items, sizeof local_items, count, sizeof local_items[0]);
    if (found.objects != NULL && found.items != NULL)
        status = acquire_all(items, count, &found);
    else
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu semaphores", count);
    if (status == GI_OK) {
        status = use_found(&found, count, use);
        release_all(&found, count);
    }
    gi_scratch_free(found.items, local_items);
    gi_scratch_free(found.objects, local_objects);
    return status;
}

gi_status gi_external_semaphores_signal(const struct gi_external_semaphore_item *items,
                                        size_t count, gi_handle stream)
{
    return find_and_use(items, count, &(struct use){ .kind = &gi_kind_signal, .stream = stream });
}

gi_status gi_external_semaphores_wait(const struct gi_external_semaphore_item *items, size_t count,
                                      gi_handle stream)
{
    return find_and_use(items, count, &(struct use){ .kind = &gi_kind_wait, .stream = stream });
}

gi_status gi_external_semaphores_enqueue(const struct gi_external_semaphore_lists *lists,
                                         bool signals, gi_handle stream)
{
    struct use use = { .kind = signals ? &gi_kind_signal : &gi_kind_wait, .stream = stream,
                       .lists = lists };

    return find_and_use(lists->items, lists->count, &use);
}

gi_status gi_external_semaphores_prepare(const struct gi_external_semaphore_item *items,
                                         size_t count, bool signals,
                                         struct gi_operation *out_operation,
                                         struct gi_device **out_device)
{
    struct use use = { .kind = signals ? &gi_kind_signal : &gi_kind_wait,
                       .prepared = out_operation };
    gi_status status = find_and_use(items, count, &use);

    *out_device = use.device;
    return status;
}
