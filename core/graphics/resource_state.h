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

/** The array of a registered image, which streams use. */
struct gi_resource_image {
    gi_handle mipmapped;         /* kept (arrays/array_state.h); 0: the resource is a buffer */
    gi_handle *layers;           /* arrays of one layer or face, level behind level; 0: nobody has
                                    asked for it yet. Guarded by gi_resource_lock */
};

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
    struct gi_allocation *memory;        /* referenced; NULL: an image that the host copies */
    struct gi_resource_image image;      /* of an image */
    enum gi_graphics_way way;
    uint64_t pitch_bytes;        /* of an image that is used without maps (rows.h); else 0 */
    bool is_bgra;                /* as in struct gi_graphics_frame */
    bool has_told;               /* that copies were left out */
    struct gi_graphics_object *item;     /* owned */
    struct gi_named named;
};

extern pthread_mutex_t gi_resource_lock;

/** Whether it is a resource of an image. */
static inline bool gi_resource_is_image(const struct gi_resource *resource)
{
    return resource->item->target != 0;
}

/** Memory of that size for the resource, published, which resource->memory references.
 *  Errors: those of memory objects. */
GI_MUST_CHECK gi_status gi_resource_give_memory(struct gi_resource *resource, uint64_t size_bytes);
void gi_resource_drop_memory(struct gi_resource *resource);

/** Opens storage of the interface as the resource's memory, from its offset on.
 *  Errors: GI_NOT_SUPPORTED; those of an import. */
GI_MUST_CHECK gi_status gi_resource_open_storage(struct gi_resource *resource,
                                                 const struct gi_graphics_storage *storage,
                                                 uint64_t size_bytes);

/** Has the interface open the memory as a shadow.
 *  Errors: those of an export and of share. */
GI_MUST_CHECK gi_status gi_resource_share(struct gi_resource *resource, bool is_image);

/** Refuses a resource of another state than that: idle, or mapped. gi_resource_lock is held.
 *  Errors: GI_ALREADY_MAPPED, GI_NOT_MAPPED. */
GI_MUST_CHECK gi_status gi_resource_check_state(const struct gi_resource *resource,
                                                enum gi_resource_state wanted);

/** Refuses a resource that is not mapped, but for one that is used without maps. Takes
 *  gi_resource_lock.
 *  Errors: GI_NOT_MAPPED. */
GI_MUST_CHECK gi_status gi_resource_check_mapped(struct gi_resource *resource);

/** Finds a resource and takes a reference.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_resource_acquire(gi_handle handle, struct gi_resource **out_resource);

#endif
