#include "context.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/current.h"
#include "base/process.h"
#include "cards/device_list.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "ops/event.h"
#include "queue/context_state.h"
#include "stream/default_stream.h"
#include "stream/order.h"
#include "stream/scheduler.h"

struct primary {
    gi_handle handle;            /* 0 until somebody asks for it */
    uint32_t users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct primary *primaries;        /* by ordinal; NULL until somebody asks for one */
static atomic_ullong newest_id;

static void finish(struct gi_object *object)
{
    struct gi_context *context = (struct gi_context *)object;

    if (context->legacy != NULL) {
        gi_stream_orphan(context->legacy);       /* a thread may have enqueued work since */
        gi_stream_release(context->legacy);
    }
    pthread_mutex_destroy(&context->lock);
    free(context->settings);
    free(context);
}

static gi_status make(int ordinal, uint32_t flags, bool is_primary, gi_handle *out_context)
{
    struct gi_context *context = calloc(1, sizeof *context);
    gi_status status;

    *out_context = 0;
    if (context == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a context");
    context->ordinal = ordinal;
    context->is_primary = is_primary;
    context->flags = flags;
    context->users = 1;
    context->id = atomic_fetch_add(&newest_id, 1) + 1;
    pthread_mutex_init(&context->lock, NULL);
    status = gi_handle_create_owned(&context->object, GI_OBJECT_CONTEXT, 0, finish, out_context);
    if (status != GI_OK)
        finish(&context->object);
    return status;
}

/* ---- primary contexts ----------------------------------------------------------------------- */

/* The primary context of a device that exists, with its handle. The lock is held. */
static gi_status primary_at(int ordinal, struct primary **out_primary)
{
    if (primaries == NULL)
        primaries = calloc((size_t)gi_device_list_count(), sizeof *primaries);
    if (primaries == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for primary contexts");
    *out_primary = &primaries[ordinal];
    return (*out_primary)->handle != 0 ? GI_OK : make(ordinal, 0, true, &(*out_primary)->handle);
}

static gi_status check_device(int ordinal)
{
    const struct gi_device_info *info;

    return gi_device_info(ordinal, &info);
}

gi_status gi_context_of_owner(gi_handle owner, int ordinal, gi_handle *out_context)
{
    struct primary *primary;
    gi_status status;

    *out_context = owner;
    if (owner != 0)
        return GI_OK;
    status = check_device(ordinal);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    status = primary_at(ordinal, &primary);
    if (status == GI_OK)
        *out_context = primary->handle;
    pthread_mutex_unlock(&lock);
    return status;
}

gi_status gi_context_retain_primary(int ordinal, gi_handle *out_context)
{
    struct primary *primary;
    gi_status status = gi_device_prepare(ordinal);

    *out_context = 0;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    status = primary_at(ordinal, &primary);
    if (status == GI_OK) {
        primary->users++;
        *out_context = primary->handle;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

gi_status gi_context_release_primary(int ordinal)
{
    struct primary *primary;
    bool is_last = false;
    gi_status status = check_device(ordinal);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    status = primary_at(ordinal, &primary);
    if (status == GI_OK && primary->users == 0)
        status = gi_fail(GI_INVALID_CONTEXT, "nobody holds the primary context of device %d",
                         ordinal);
    if (status == GI_OK)
        is_last = --primary->users == 0 && !gi_device_is_held(ordinal);
    pthread_mutex_unlock(&lock);
    return is_last ? gi_device_reset_at(ordinal) : status;
}

gi_status gi_context_primary_is_active(int ordinal, bool *out_active)
{
    gi_status status = check_device(ordinal);

    *out_active = false;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    *out_active = gi_device_is_held(ordinal) || (primaries != NULL && primaries[ordinal].users > 0);
    pthread_mutex_unlock(&lock);
    return GI_OK;
}

/* ---- created contexts ----------------------------------------------------------------------- */

gi_status gi_context_create(int ordinal, uint32_t flags, gi_handle *out_context)
{
    gi_handle context;
    gi_status status = gi_device_prepare(ordinal);

    *out_context = 0;
    if (status == GI_OK)
        status = make(ordinal, flags, false, &context);
    if (status != GI_OK)
        return status;
    status = gi_current_push((struct gi_current){ context, ordinal });
    if (status != GI_OK) {
        gi_status ended = gi_handle_retire(context, GI_OBJECT_CONTEXT, NULL);

        return ended == GI_OK ? status : ended;
    }
    *out_context = context;
    return GI_OK;
}

/* Finds a context; the caller gives the reference back. */
static gi_status acquire(gi_handle handle, struct gi_context **out_context)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_CONTEXT, &object);

    *out_context = (struct gi_context *)object;
    return status == GI_INVALID_HANDLE ? GI_INVALID_CONTEXT : status;
}

gi_status gi_context_destroy(gi_handle handle)
{
    struct gi_context *context;
    gi_status status = acquire(handle, &context);
    struct gi_current top;

    if (status != GI_OK)
        return status;
    if (context->is_primary)
        status = gi_fail(GI_INVALID_CONTEXT, "a primary context is released, not destroyed");
    if (status == GI_OK)
        status = gi_handle_retire(handle, GI_OBJECT_CONTEXT, NULL);
    if (status == GI_INVALID_HANDLE)     /* another thread was first */
        status = GI_INVALID_CONTEXT;
    if (status == GI_OK) {
        if (gi_current_context() == handle)
            gi_current_pop(&top);
        status = gi_device_end_context(context, handle);
    }
    gi_object_unref(&context->object);
    return status;
}

/* The calling thread's top, with a reference.
 * Errors: GI_INVALID_CONTEXT, also if there is none; GI_CONTEXT_DESTROYED. */
static gi_status acquire_top(struct gi_context **out_context)
{
    gi_status status = gi_current_check();
    gi_handle top;

    *out_context = NULL;
    if (status != GI_OK)
        return status;
    top = gi_context_current();
    if (top == 0)
        return gi_fail(GI_INVALID_CONTEXT, "the calling thread has no current context");
    return acquire(top, out_context);
}

gi_status gi_context_attach(gi_handle *out_context)
{
    struct gi_context *context;
    gi_status status = acquire_top(&context);

    *out_context = 0;
    if (status != GI_OK)
        return status;
    atomic_fetch_add(&context->users, 1);        /* a primary context has other counts */
    *out_context = gi_context_current();
    gi_object_unref(&context->object);
    return GI_OK;
}

gi_status gi_context_detach(gi_handle handle)
{
    struct gi_context *context;
    gi_status status = acquire_top(&context);

    if (status != GI_OK)
        return status;
    if (handle != gi_context_current())
        status = gi_fail(GI_INVALID_CONTEXT, "context %p is not the calling thread's current one",
                         (void *)(uintptr_t)handle);
    else if (atomic_fetch_sub(&context->users, 1) == 1 && !context->is_primary)
        status = gi_context_destroy(handle);
    gi_object_unref(&context->object);
    return status;
}

/* ---- the stack ------------------------------------------------------------------------------ */

static gi_status entry_of(gi_handle handle, struct gi_current *out_entry)
{
    struct gi_context *context;
    gi_status status = acquire(handle, &context);

    *out_entry = (struct gi_current){ 0 };
    if (status != GI_OK)
        return status;
    *out_entry = (struct gi_current){ context->is_primary ? 0 : handle, context->ordinal };
    gi_object_unref(&context->object);
    return GI_OK;
}

static gi_handle handle_of(const struct gi_current *entry)
{
    gi_handle context;

    return gi_context_of_owner(entry->context, entry->ordinal, &context) == GI_OK ? context : 0;
}

gi_handle gi_context_current(void)
{
    struct gi_current top;

    return gi_current_top(&top) ? handle_of(&top) : 0;
}

gi_status gi_context_set_current(gi_handle context)
{
    struct gi_current entry;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    if (context == 0) {
        gi_current_pop(&entry);
        return GI_OK;
    }
    status = entry_of(context, &entry);
    if (status == GI_OK)
        gi_current_replace(entry);
    return status;
}

gi_status gi_context_push(gi_handle context)
{
    struct gi_current entry;
    gi_status status = entry_of(context, &entry);

    return status == GI_OK ? gi_current_push(entry) : status;
}

gi_status gi_context_pop(gi_handle *out_context)
{
    struct gi_current entry;
    gi_status status = gi_process_check();

    *out_context = 0;
    if (status != GI_OK)
        return status;
    if (!gi_current_pop(&entry))
        return gi_fail(GI_INVALID_CONTEXT, "the calling thread's stack of contexts is empty");
    *out_context = handle_of(&entry);
    return GI_OK;
}

/* ---- what is known -------------------------------------------------------------------------- */

static gi_status acquire_or_top(gi_handle handle, struct gi_context **out_context)
{
    return handle == 0 ? acquire_top(out_context) : acquire(handle, out_context);
}

gi_status gi_context_query(gi_handle handle, struct gi_context_info *out_info)
{
    struct gi_context *context;
    gi_status status = acquire_or_top(handle, &context);
    uint32_t flags;

    *out_info = (struct gi_context_info){ 0 };
    if (status != GI_OK)
        return status;
    flags = context->flags;
    if (context->is_primary)
        status = gi_device_get_flags(context->ordinal, &flags);
    *out_info = (struct gi_context_info){ context->ordinal, flags, context->id,
                                          context->is_primary };
    gi_object_unref(&context->object);
    return status;
}

gi_status gi_context_set_flags(uint32_t flags, uint32_t known_flags)
{
    struct gi_context *context;
    gi_status status = acquire_or_top(0, &context);

    if (status != GI_OK)
        return status;
    if (context->is_primary) {
        status = gi_device_set_flags(context->ordinal, flags, known_flags);
    } else {
        status = gi_device_check_flags(flags, known_flags);
        if (status == GI_OK)
            context->flags = flags;
    }
    gi_object_unref(&context->object);
    return status;
}

/* ---- events of a whole context -------------------------------------------------------------- */

/* Finds a context with its legacy stream; the caller gives both references back. */
static gi_status acquire_with_legacy(gi_handle handle, struct gi_context **out_context,
                                     struct gi_stream **out_legacy)
{
    gi_status status = acquire(handle, out_context);

    if (status != GI_OK)
        return status;
    status = gi_legacy_of(*out_context, out_legacy);
    if (status != GI_OK)
        gi_object_unref(&(*out_context)->object);
    return status;
}

/* Whether an event is of a context. */
static gi_status check_event(const struct gi_context *context, gi_handle handle, gi_handle event)
{
    struct gi_object *object;
    gi_handle owner = context->is_primary ? 0 : handle;
    gi_status status = gi_handle_acquire(event, GI_OBJECT_EVENT, &object);

    if (status != GI_OK)
        return status;
    if (object->context != owner || object->device->ordinal != context->ordinal)
        status = gi_fail(GI_INVALID_HANDLE, "record of a context: the event is of another context");
    gi_object_unref(object);
    return status;
}

gi_status gi_context_record(gi_handle handle, gi_handle event)
{
    struct gi_context *context;
    struct gi_stream *legacy;
    gi_status status = acquire_with_legacy(handle, &context, &legacy);

    if (status != GI_OK)
        return status;
    status = check_event(context, handle, event);
    if (status == GI_OK)
        status = gi_event_record_of_context(event, legacy);
    gi_stream_release(legacy);
    gi_object_unref(&context->object);
    return status;
}

gi_status gi_context_wait(gi_handle handle, gi_handle event)
{
    struct gi_context *context;
    struct gi_stream *legacy;
    gi_status status = acquire_with_legacy(handle, &context, &legacy);

    if (status != GI_OK)
        return status;
    status = gi_event_wait_of_context(event, legacy);
    gi_stream_release(legacy);
    gi_object_unref(&context->object);
    return status;
}

gi_status gi_context_wait_blocking(gi_handle handle)
{
    struct gi_context *context;
    struct gi_stream *legacy;
    gi_status status = acquire_with_legacy(handle != 0 ? handle : gi_context_current(), &context,
                                           &legacy);

    if (status != GI_OK)
        return status;
    status = gi_order_wait_idle(legacy, true);
    gi_stream_release(legacy);
    gi_object_unref(&context->object);
    return status;
}
