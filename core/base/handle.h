/** Public handles: a slot index and a generation, never a pointer.
 *
 *  The table detects a stale, foreign or wrong-kind handle without a read of the object. It also
 *  keeps the object's reference count. An object lives while its handle is live or somebody holds a
 *  reference. Then its finish function runs.
 *  Threads: any. */
#ifndef GI_HANDLE_H
#define GI_HANDLE_H

#include <stdatomic.h>

#include "status.h"

/** A handle as programs hold it, of a pointer's size. 0, 1 and 2 are never valid handles. */
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
    GI_OBJECT_MODULE,
    GI_OBJECT_FUNCTION,
    GI_OBJECT_LIBRARY,
    GI_OBJECT_KERNEL,
    GI_OBJECT_LINK,
    GI_OBJECT_CONTEXT,
    GI_OBJECT_PAGES,
    GI_OBJECT_GRAPH,
    GI_OBJECT_GRAPH_NODE,
    GI_OBJECT_GRAPH_EXEC,
    GI_OBJECT_USER_OBJECT,
    GI_OBJECT_GRAPHICS_RESOURCE,
    GI_OBJECT_PROGRAM,
    GI_OBJECT_KIND_COUNT
};

struct gi_slot;
struct gi_device;

/** The first member of every object that has a handle. */
struct gi_object {
    struct gi_slot *slot;
    enum gi_object_kind kind;
    void (*finish)(struct gi_object *object);    /* frees the object after its last reference */
    _Atomic(struct gi_device *) device;  /* the device whose reset ends the handle; NULL: the object
                                            belongs to the library */
    gi_handle context;           /* the context that was current when the handle was made, and whose
                                    end ends it; 0: a primary one */
};

/** Gives object a live handle and one reference, which the handle owns. If out_handle is NULL, the
 *  object is internal: no handle value finds it, and the caller owns the reference.
 *  Errors: GI_OUT_OF_MEMORY; GI_CONTEXT_DESTROYED if the current context has ended. */
GI_MUST_CHECK gi_status gi_handle_create(struct gi_object *object, enum gi_object_kind kind,
                                         void (*finish)(struct gi_object *object),
                                         gi_handle *out_handle);

/** Finds the object of a handle and takes a reference to it.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_STALE_HANDLE for streams, events and arrays; GI_INVALID_VALUE for pages, graphs and
 *          what belongs to graphs;
 *          GI_INVALID_HANDLE for other kinds and for 0. The sentence says whether the object was
 *          destroyed, has another kind, or never existed. */
GI_MUST_CHECK gi_status gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                                          struct gi_object **out_object);

/** Ends a handle and drops its reference. If out_object is not NULL, the caller gets the reference
 *  instead. A second call for the same handle is an error.
 *  Errors: as gi_handle_acquire. */
GI_MUST_CHECK gi_status gi_handle_retire(gi_handle handle, enum gi_object_kind kind,
                                         struct gi_object **out_object);

/** Ends the handle of an object that the caller has another reference to, in any thread: also in
 *  one that may not call the library. False if the handle had ended. */
bool gi_handle_end(struct gi_object *object);

/** As gi_handle_create, for an object of another context than the current one; 0: of a primary one.
 *  Errors: GI_OUT_OF_MEMORY; GI_CONTEXT_DESTROYED if the context has ended. */
GI_MUST_CHECK gi_status gi_handle_create_owned(struct gi_object *object, enum gi_object_kind kind,
                                               gi_handle owner,
                                               void (*finish)(struct gi_object *object),
                                               gi_handle *out_handle);

/** Ends the live handles of all objects of a device that belong to no created context. Calls
 *  begin_end for each object while it is still referenced. Handles that other threads make
 *  meanwhile may stay. */
void gi_handle_retire_all(const struct gi_device *device,
                          void (*begin_end)(struct gi_object *object));

/** Does the same for all objects that end with a created context. Costs nothing for objects of
 *  other contexts. The context's handle was retired, so no thread makes further ones in it.
 *  Owner: the caller has a reference to the context. */
void gi_handle_retire_context(const struct gi_object *context,
                              void (*begin_end)(struct gi_object *object));

/** Whether the handle names a live object, of any kind. Takes no reference. */
bool gi_handle_is_live(gi_handle handle);

/** Checks that the calling thread's current context was not destroyed. A thread without one passes.
 *  Errors: GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK gi_status gi_handle_check_current(void);

/** The context that an object belongs to; 0 for a primary one, and if the handle is not live. */
gi_handle gi_handle_owner(gi_handle handle);

/** The handle of an object that has a public one. */
gi_handle gi_handle_of(const struct gi_object *object);

void gi_object_ref(struct gi_object *object);
void gi_object_unref(struct gi_object *object);

/** How many objects of a kind are alive: with a live handle or a reference. For tests and leak
 *  reports. */
size_t gi_handle_live_count(enum gi_object_kind kind);

/** The name of a kind for messages, as in "stream". */
const char *gi_object_kind_name(enum gi_object_kind kind);

#endif
