#include "own_memory.h"

#include "base/check.h"
#include "heap.h"
#include "queue/device_state.h"

struct own_memory {
    struct gi_allocation_rest rest;      /* first */
    struct gi_heap *heap;                /* the heap that range belongs to */
    struct gi_heap_range *range;
    struct gi_advice advice;             /* for managed memory */
};

static struct own_memory *own_memory_from(const struct gi_allocation *allocation)
{
    return (struct own_memory *)allocation->rest;
}

static void release_own(struct gi_allocation *allocation)
{
    struct own_memory *own = own_memory_from(allocation);

    gi_heap_give(own->heap, own->range);
    gi_advice_finish(&own->advice);
}

static void expose(struct gi_allocation *allocation)
{
    struct own_memory *own = own_memory_from(allocation);

    gi_heap_expose(own->heap, own->range);
}

static const struct gi_allocation_type device_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "device memory, which the device's free frees",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .shared_by = GI_SHARED_BY_HANDLE,
    .release = release_own,
    .exposed = expose,
};

static const struct gi_allocation_type host_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_HOST,
    .words = "host memory, which the host's free frees",
    .freed_by = GI_FREED_BY_HOST_FREE,
    .free_waits = GI_FREE_WAITS_FOR_ALL,
    .has_host_pointer = true,
    .release = release_own,
};

static const struct gi_allocation_type managed_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_MANAGED,
    .words = "managed memory, which the device's free frees",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_ALL,
    .release = release_own,
};

static const struct gi_allocation_type variables_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "variables of device code, which end with their module",
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .release = release_own,
    .exposed = expose,
};

static const struct gi_allocation_type managed_variables_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_MANAGED,
    .words = "managed variables of device code, which end with their module",
    .free_waits = GI_FREE_WAITS_FOR_ALL,
    .release = release_own,
};

static const struct gi_allocation_type kernel_heap_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "the heap of kernels, which ends with its context",
    .release = release_own,
};

static const struct gi_allocation_type word_type = {
    .size = sizeof(struct own_memory),
    .kind = GI_POINTER_HOST,
    .words = "the number of a condition, which ends with its graph",
    .free_waits = GI_FREE_WAITS_FOR_ALL,
    .release = release_own,
};

static bool is_own(const struct gi_allocation *allocation)
{
    const struct gi_allocation_type *type = allocation->rest->type;

    return type == &device_type || type == &host_type || type == &managed_type ||
           type == &variables_type || type == &managed_variables_type || type == &word_type ||
           type == &kernel_heap_type;
}

const struct gi_heap *gi_own_memory_heap(const struct gi_allocation *allocation)
{
    return is_own(allocation) ? own_memory_from(allocation)->heap : NULL;
}

struct gi_advice *gi_own_memory_advice(struct gi_allocation *managed)
{
    return &own_memory_from(managed)->advice;
}

/* ---- taking --------------------------------------------------------------------------------- */

/* The allocation type of each kind of memory. Images and pages have their own (image.c,
 * range.c). */
static const struct gi_allocation_type *type_of(enum gi_memory_kind kind)
{
    switch (kind) {
    case GI_MEMORY_DEVICE:  return &device_type;
    case GI_MEMORY_HOST:    return &host_type;
    case GI_MEMORY_MANAGED: return &managed_type;
    case GI_MEMORY_IMAGE:
    case GI_MEMORY_PAGES:   break;
    }
    return NULL;
}

static struct gi_heap *heap_of(struct gi_device *device, enum gi_memory_kind kind)
{
    switch (kind) {
    case GI_MEMORY_DEVICE:  return &device->device_heap;
    case GI_MEMORY_HOST:    return &device->host_heap;
    case GI_MEMORY_MANAGED: return &device->managed_heap;
    case GI_MEMORY_IMAGE:   return &device->image_heap;
    case GI_MEMORY_PAGES:   break;
    }
    return NULL;
}

/* A range of a heap. */
struct room {
    struct gi_heap *heap;
    struct gi_heap_range *range;
    struct gi_memory *memory;
};

/* For the memory check no two allocations touch: an access behind one hits no other. */
static gi_status take_from(struct gi_heap *heap, uint64_t size_bytes, struct room *out_room)
{
    out_room->heap = heap;
    if (gi_check_memory())
        size_bytes += GI_HEAP_ALIGNMENT;
    return gi_heap_take(heap, size_bytes, &out_room->range, &out_room->memory);
}

/* Device memory comes from the exportable heap. If that is full, it comes from the plain one. */
static gi_status try_take(struct gi_device *device, enum gi_memory_kind kind, uint64_t size_bytes,
                          struct room *out_room)
{
    if (kind == GI_MEMORY_DEVICE && device->export_heap.exportable &&
        take_from(&device->export_heap, size_bytes, out_room) == GI_OK)
        return GI_OK;
    return take_from(heap_of(device, kind), size_bytes, out_room);
}

static gi_status take_room(struct gi_device *device, enum gi_memory_kind kind, uint64_t size_bytes,
                           struct room *out_room)
{
    gi_status status = try_take(device, kind, size_bytes, out_room);

    if (status != GI_OUT_OF_MEMORY)
        return status;
    device->reclaim(device);
    return try_take(device, kind, size_bytes, out_room);
}

static gi_status allocate(struct gi_device *device, enum gi_memory_kind kind,
                          const struct gi_allocation_type *type, uint64_t size_bytes,
                          struct gi_allocation **out_allocation)
{
    struct own_memory *own;
    struct room room;
    gi_status status;

    *out_allocation = NULL;
    status = take_room(device, kind, size_bytes, &room);
    if (status != GI_OK)
        return status;
    status = gi_allocation_make(type, device, out_allocation);
    if (status != GI_OK) {
        gi_heap_give(room.heap, room.range);
        return status;
    }
    own = own_memory_from(*out_allocation);
    own->heap = room.heap;
    own->range = room.range;
    gi_allocation_place(*out_allocation, room.memory, room.range->offset_bytes, size_bytes);
    return GI_OK;
}

gi_status gi_allocation_new(struct gi_device *device, enum gi_memory_kind kind,
                            uint64_t size_bytes, struct gi_allocation **out_allocation)
{
    return allocate(device, kind, type_of(kind), size_bytes, out_allocation);
}

gi_status gi_allocation_new_kernel_heap(struct gi_device *device, uint64_t size_bytes,
                                        struct gi_allocation **out_allocation)
{
    return allocate(device, GI_MEMORY_DEVICE, &kernel_heap_type, size_bytes, out_allocation);
}

gi_status gi_allocation_new_variables(struct gi_device *device, bool is_managed,
                                      uint64_t size_bytes, struct gi_allocation **out_allocation)
{
    if (is_managed)
        return allocate(device, GI_MEMORY_MANAGED, &managed_variables_type, size_bytes,
                        out_allocation);
    return allocate(device, GI_MEMORY_DEVICE, &variables_type, size_bytes, out_allocation);
}

gi_status gi_allocation_new_word(struct gi_device *device, uint64_t size_bytes,
                                 struct gi_allocation **out_allocation)
{
    return allocate(device, GI_MEMORY_HOST, &word_type, size_bytes, out_allocation);
}
