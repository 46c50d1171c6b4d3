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
};

extern pthread_mutex_t gi_resource_lock;

/** Finds a resource and takes a reference.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_resource_acquire(gi_handle handle, struct gi_resource **out_resource);

#endif
