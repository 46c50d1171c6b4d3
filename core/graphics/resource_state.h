/** A resource inside the room: what register and unregister make, and what map and unmap use. */
#ifndef GI_RESOURCE_STATE_H
#define GI_RESOURCE_STATE_H

#include "contract/graphics.h"
#include "graphics_plan.h"
#include "memory/allocation.h"
#include "resource.h"

enum gi_resource_state {
    GI_RESOURCE_IDLE,
    GI_RESOURCE_MAPPED,
    GI_RESOURCE_CHANGING,        /* a call maps or ends it */
    GI_RESOURCE_UNMAPPING
};

struct gi_resource;

/** A resource that calls find by its buffer's number (named.h). */
struct gi_named {
    struct gi_resource *next;    /* guarded by gi_resource_lock */
    gi_handle handle;
    uint64_t number;             /* newer ones have higher numbers */
    void (*take_out)(struct gi_resource *resource);      /* NULL: it is none */
};

struct gi_resource {
    struct gi_object object;     /* first */
    enum gi_resource_state state;        /* guarded by gi_resource_lock, as is the next */
    enum gi_graphics_use use;
    enum gi_graphics_use mapped_use;     /* of the map that it is in; the call that changes the
                                            state has it */
    struct gi_device *device;
    struct gi_allocation *memory;        /* referenced */
    enum gi_graphics_way way;
    bool has_told;               /* that copies were left out */
    struct gi_graphics_buffer *buffer;   /* owned */
    struct gi_named named;
};

extern pthread_mutex_t gi_resource_lock;

/** Finds a resource and takes a reference.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_resource_acquire(gi_handle handle, struct gi_resource **out_resource);

#endif
