#include "context.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/current.h"
#include "base/failed_context.h"
#include "base/process.h"
#include "cards/device_list.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "memory/allocation.h"
#include "ops/event.h"
#include "queue/context_state.h"
#include "stream/default_stream.h"
#include "stream/order.h"
#include "stream/scheduler.h"

struct primary {
    _Atomic gi_handle handle;    /* 0 until somebody asks for it; then for good */
    uint32_t users;
};

/* The lock guards writes of all below, and the counts of users. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct primary *) primaries;      /* by ordinal; NULL until somebody asks for one */
static atomic_ullong newest_id;

static void finish_context(struct gi_object *object)
{
    struct gi_context *context = (struct gi_context *)object;

    if (context->legacy != NULL) {
        gi_stream_outlive_context(context->legacy);      /* a thread may have enqueued work since */
        gi_stream_release(context->legacy);
    }
    pthread_mutex_destroy(&context->lock);
    free(context->settings);
    free(context);
}

/* From now on copies look at the flags of their context. */
static void note_flags(uint32_t flags)
{
    if ((flags & GI_DEVICE_SYNCHRONOUS_MEMORY) != 0)
        atomic_store(&gi_some_end_calls, true);
}

static gi_status make_context(int ordinal, uint32_t flags, bool is_primary, gi_handle *out_context)
{
    struct gi_context *context = calloc(1, sizeof *context);
    gi_status status;

    *out_context = 0;
    if (context == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a context");
    context->ordinal = ordinal;
    context->is_primary = is_primary;
    context->flags = flags;
    note_flags(flags);
    context->users = 1;
    context->id = atomic_fetch_add(&newest_id, 1) + 1;
    pthread_mutex_init(&context->lock, NULL);
    status = gi_handle_create_owned(&context->object, GI_OBJECT_CONTEXT, 0, finish_context,
                                    out_context);
    if (status != GI_OK)
        finish_context(&context->object);
    return status;
}

/* ---- primary contexts ----------------------------------------------------------------------- */

/* The handle of a device's primary context; 0 if nobody has asked for it, or if the device does not
 * exist. */
static gi_handle known_primary(int ordinal)
{
    struct primary *all = atomic_load_explicit(&primaries, memory_order_acquire);

    return all != NULL && ordinal >= 0 && ordinal < gi_device_list_count()
           ? atomic_load_explicit(&all[ordinal].handle, memory_order_acquire) : 0;
}

/* The primary context of a device that exists, with its handle. The lock is held. */
static gi_status primary_at(int ordinal, struct primary **out_primary)
{
    struct primary *all = atomic_load_explicit(&primaries, memory_order_relaxed);
    gi_handle handle;
    gi_status status = GI_OK;

    if (all == NULL) {
        all = calloc((size_t)gi_device_list_count(), sizeof *all);
        if (all == NULL)
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for primary contexts");
        atomic_store_explicit(&primaries, all, memory_order_release);
    }
    *out_primary = &all[ordinal];
    if (atomic_load_explicit(&all[ordinal].handle, memory_order_relaxed) != 0)
        return GI_OK;
    status = make_context(ordinal, 0, true, &handle);
    atomic_store_explicit(&all[ordinal].handle, handle, memory_order_release);
    return status;
}

/* The first question for a primary context makes it. */
GI_COLD static gi_status first_of_owner(int ordinal, gi_handle *out_context)
{
    struct primary *primary;
    gi_status status = gi_device_check(ordinal);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    status = primary_at(ordinal, &primary);
    if (status == GI_OK)
        *out_context = primary->handle;
    pthread_mutex_unlock(&lock);
    return status;
}

gi_status gi_context_of_owner(gi_handle owner, int ordinal, gi_handle *out_context)
{
    *out_context = owner != 0 ? owner : known_primary(ordinal);
    return *out_context != 0 ? GI_OK : first_of_owner(ordinal, out_context);
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
    gi_status status = gi_device_check(ordinal);

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
    const struct primary *all;
    gi_status status = gi_device_check(ordinal);

    *out_active = false;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    all = atomic_load_explicit(&primaries, memory_order_relaxed);
    *out_active = gi_device_is_held(ordinal) || (all != NULL && all[ordinal].users > 0);
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
        status = make_context(ordinal, flags, false, &context);
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

static gi_status no_top(void)
{
    return gi_fail(GI_INVALID_CONTEXT, "the calling thread has no current context");
}

/* The calling thread's top, with a reference.
 * Errors: GI_INVALID_CONTEXT, also if there is none; GI_CONTEXT_DESTROYED. */
static gi_status acquire_top(struct gi_context **out_context)
{
    gi_status status = gi_handle_check_current();
    gi_handle top;

    *out_context = NULL;
    if (status != GI_OK)
        return status;
    top = gi_context_current();
    return top != 0 ? acquire(top, out_context) : no_top();
}

gi_status gi_context_attach(gi_handle *out_context)
{
    struct gi_context *context;
    gi_status status = acquire_top(&context);

    *out_context = 0;
    if (status != GI_OK)
        return status;
    if (!context->is_primary)
        atomic_fetch_add(&context->users, 1);
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
    else if (!context->is_primary && atomic_fetch_sub(&context->users, 1) == 1)
        status = gi_context_destroy(handle);
    gi_object_unref(&context->object);
    return status;
}

/* ---- the stack ------------------------------------------------------------------------------ */

/* Primary contexts never end, so their handles need no look at the object. */
static bool entry_of_primary(gi_handle handle, struct gi_current *out_entry)
{
    struct primary *all = atomic_load_explicit(&primaries, memory_order_acquire);
    int count = all != NULL && handle != 0 ? gi_device_list_count() : 0;

    *out_entry = (struct gi_current){ 0 };
    for (int i = 0; i < count; i++) {
        out_entry->ordinal = i;
        if (atomic_load_explicit(&all[i].handle, memory_order_acquire) == handle)
            return true;
    }
    return false;
}

static gi_status entry_of(gi_handle handle, struct gi_current *out_entry)
{
    struct gi_context *context;
    gi_status status = gi_process_check();

    if (status != GI_OK || entry_of_primary(handle, out_entry))
        return status;
    status = acquire(handle, &context);
    if (status != GI_OK)
        return status;
    *out_entry = (struct gi_current){ gi_context_owner(context, handle), context->ordinal };
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

/* ---- facts ---------------------------------------------------------------------------------- */

static gi_status acquire_or_top(gi_handle handle, struct gi_context **out_context)
{
    return handle == 0 ? acquire_top(out_context) : acquire(handle, out_context);
}

gi_status gi_context_query(gi_handle handle, struct gi_context_info *out_info)
{
    struct gi_context *context;
    gi_status status = acquire_or_top(handle, &context);

    *out_info = (struct gi_context_info){ 0 };
    if (status != GI_OK)
        return status;
    *out_info = (struct gi_context_info){ context->ordinal, context->id, context->is_primary };
    gi_object_unref(&context->object);
    return GI_OK;
}

gi_status gi_context_get_flags(uint32_t *out_flags)
{
    struct gi_context *context;
    struct gi_current top;
    gi_status status;

    *out_flags = 0;
    if (!gi_current_top(&top))
        return no_top();
    if (top.context == 0)
        return gi_device_get_flags(top.ordinal, out_flags);
    status = gi_context_acquire(top.context, &context);
    if (status != GI_OK)
        return status;
    *out_flags = context->flags;
    gi_object_unref(&context->object);
    return GI_OK;
}

bool gi_context_ends_calls(void)
{
    uint32_t flags;

    return gi_context_get_flags(&flags) == GI_OK && (flags & GI_DEVICE_SYNCHRONOUS_MEMORY) != 0;
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
        if (status == GI_OK) {
            context->flags = (context->flags & ~(uint32_t)GI_DEVICE_FLAGS_CHANGED) |
                             (flags & GI_DEVICE_FLAGS_CHANGED);
            note_flags(flags);
        }
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
    status = gi_failed_context_check(gi_context_owner(*out_context, handle),
                                     (*out_context)->ordinal);
    if (status == GI_OK)
        status = gi_legacy_of(*out_context, out_legacy);
    if (status != GI_OK)
        gi_object_unref(&(*out_context)->object);
    return status;
}

gi_status gi_context_record(gi_handle handle, gi_handle event)
{
    struct gi_context *context;
    struct gi_stream *legacy;
    gi_status status = acquire_with_legacy(handle, &context, &legacy);

    if (status != GI_OK)
        return status;
    status = gi_event_record_of_context(event, gi_context_owner(context, handle), legacy);
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
