/** Public handles: a slot and a generation, never a pointer.
 *
 *  A stale, foreign or wrong-kind handle is found out without touching what it names. The table
 *  also owns the reference count of what a handle names: an object lives while its handle is live
 *  or anything holds a reference, and its finish function runs when neither is the case. */
#ifndef GI_HANDLE_H
#define GI_HANDLE_H

#include <stdatomic.h>

#include "status.h"

/** A handle as programs hold it, in the size of a pointer; 0, 1 and 2 are never one. */
typedef uint64_t gi_handle;

enum gi_object_kind {
    GI_OBJECT_STREAM,
    GI_OBJECT_EVENT,
    GI_OBJECT_EXTERNAL_MEMORY,
    GI_OBJECT_EXTERNAL_SEMAPHORE,
    GI_OBJECT_POOL,
    GI_OBJECT_LOG_LISTENER,
    GI_OBJECT_NOTIFICATION,
    GI_OBJECT_ARRAY,
    GI_OBJECT_MIPMAPPED_ARRAY,
    GI_OBJECT_TEXTURE,
    GI_OBJECT_SURFACE,
    GI_OBJECT_KIND_COUNT
};

struct gi_slot;
struct gi_device;

/** First member of every object that has a handle. */
struct gi_object {
    struct gi_slot *slot;
    enum gi_object_kind kind;
    void (*finish)(struct gi_object *object);    /* last reference gone: frees the object */
    _Atomic(struct gi_device *) device;  /* whose reset ends the handle; NULL: the library's own */
};

/** Gives object a live handle and one reference, which belongs to the handle. If out_handle is NULL
 *  the object is the library's own: no number is a handle of it, and the reference is the
 *  caller's.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_handle_create(struct gi_object *object, enum gi_object_kind kind,
                                         void (*finish)(struct gi_object *object),
                                         gi_handle *out_handle);

/** Finds what a handle names and takes a reference to it.
 *  Owner:   the caller gives the reference back with gi_object_unref.
 *  Threads: any.
 *  Errors:  GI_STALE_HANDLE for streams, events and arrays, GI_INVALID_HANDLE for other kinds and
 *           for 0; the sentence says whether it was destroyed, is of another kind or never was a
 *           handle. */
GI_MUST_CHECK gi_status gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                                          struct gi_object **out_object);

/** Ends a handle and drops the reference that belonged to it; a second call for the same handle is
 *  an error. If out_object is not NULL the reference goes to the caller instead.
 *  Threads: any.
 *  Errors:  as gi_handle_acquire. */
GI_MUST_CHECK gi_status gi_handle_retire(gi_handle handle, enum gi_object_kind kind,
                                         struct gi_object **out_object);

/** Ends the live handles of all objects of a device; begin_end is called for each, which is still
 *  referenced then. Handles made meanwhile may stay.
 *  Threads: any. */
void gi_handle_retire_all(const struct gi_device *device,
                          void (*begin_end)(struct gi_object *object));

/** The handle of an object that has one. */
gi_handle gi_handle_of(const struct gi_object *object);

void gi_object_ref(struct gi_object *object);
void gi_object_unref(struct gi_object *object);

/** How many objects of a kind are alive (handle live or referenced); for tests and leak lists. */
size_t gi_handle_live_count(enum gi_object_kind kind);

/** The word for a kind in sentences, as in "stream". */
const char *gi_object_kind_name(enum gi_object_kind kind);

#endif
