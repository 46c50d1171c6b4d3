/** A context inside the core. The room `context` makes and ends contexts; the rooms below it note
 *  here what belongs to one. The handles of its objects hang on its slot (handle.h).
 *
 *  A device's primary context keeps none of this: its legacy stream is the device's, and it owns
 *  what no created context does. */
#ifndef GI_CONTEXT_STATE_H
#define GI_CONTEXT_STATE_H

#include <pthread.h>

#include "base/handle.h"

struct gi_allocation_rest;
struct gi_settings;
struct gi_stream;

struct gi_context {
    struct gi_object object;
    int ordinal;                         /* of its device */
    bool is_primary;
    atomic_uint flags;                   /* of a created context; a primary one has its device's */
    uint64_t id;
    atomic_uint users;                   /* of a created context: how many attached */
    struct gi_allocation_rest *allocations;      /* that end with it; guarded by the map's lock */
    pthread_mutex_t lock;                /* guards legacy */
    struct gi_stream *legacy;            /* referenced; NULL until it is needed
                                            (stream/default_stream.h) */
    struct gi_settings *settings;        /* owned; NULL until something is set; device_settings.c
                                            has the lock */
};

/** Finds a context.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK static inline gi_status gi_context_acquire(gi_handle handle,
                                                         struct gi_context **out_context)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_CONTEXT, &object);

    *out_context = (struct gi_context *)object;
    return status == GI_INVALID_HANDLE ? GI_CONTEXT_DESTROYED : status;
}

/** The handle by which a context owns things: 0 for a primary one. */
static inline gi_handle gi_context_owner(const struct gi_context *context, gi_handle handle)
{
    return context->is_primary ? 0 : handle;
}

#endif
