#include "memory.h"

#include <stdlib.h>

#include "active.h"
#include "allocation.h"
#include "device_state.h"
#include "memory_object.h"
#include "order.h"
#include "pool_cache.h"
#include "process.h"
#include "settle.h"

#define ALL_HOST_FLAGS \
    (GI_HOST_PORTABLE | GI_HOST_MAPPED | GI_HOST_WRITE_COMBINED | GI_HOST_NUMA_OF_CALLER | \
     GI_HOST_COHERENT | GI_HOST_NOT_COHERENT)

/* Work that is done keeps memory until somebody looks at its stream: look at all of them. */
void gi_allocation_look_for_memory(struct gi_device *device)
{
    struct gi_active_list list;

    gi_active_list_make(device, &list);
    for (size_t i = 0; i < list.count; i++)
        gi_stream_kick(list.items[i].stream);
    gi_active_list_finish(&list);
    gi_pools_trim(device);
    gi_device_trim_heaps(device);
}

static gi_status take_from(struct gi_heap *heap, struct gi_allocation *allocation)
{
    allocation->heap = heap;
    return gi_heap_take(heap, allocation->size_bytes, &allocation->range, &allocation->memory);
}

/* Device memory is had from where it can be shared. If that has no more, plain memory does. */
static gi_status try_take(struct gi_device *device, struct gi_heap *heap,
                          struct gi_allocation *allocation)
{
    if (heap == &device->device_heap && device->export_heap.exportable &&
        take_from(&device->export_heap, allocation) == GI_OK)
        return GI_OK;
    return take_from(heap, allocation);
}

static gi_status take_range(struct gi_device *device, struct gi_heap *heap,
                            struct gi_allocation *allocation)
{
    gi_status status = try_take(device, heap, allocation);

    if (status != GI_OUT_OF_MEMORY)
        return status;
    gi_allocation_look_for_memory(device);
    return try_take(device, heap, allocation);
}

static enum gi_pointer_kind pointer_kind(enum gi_memory_kind kind)
{
    switch (kind) {
    case GI_MEMORY_DEVICE:  return GI_POINTER_DEVICE;
    case GI_MEMORY_HOST:    return GI_POINTER_HOST;
    case GI_MEMORY_MANAGED: return GI_POINTER_MANAGED;
    case GI_MEMORY_IMAGE:   break;       /* has no pointers */
    }
    return GI_POINTER_UNKNOWN;
}

static struct gi_heap *heap_of(struct gi_device *device, enum gi_memory_kind kind)
{
    switch (kind) {
    case GI_MEMORY_DEVICE:  return &device->device_heap;
    case GI_MEMORY_HOST:    return &device->host_heap;
    case GI_MEMORY_MANAGED: return &device->managed_heap;
    case GI_MEMORY_IMAGE:   return &device->image_heap;
    }
    return NULL;
}

static gi_status allocate(struct gi_device *device, struct gi_heap *heap, uint64_t size_bytes,
                          struct gi_allocation **out_allocation)
{
    struct gi_allocation *allocation = malloc(sizeof *allocation);   /* see memory_object.c */
    gi_status status;

    *out_allocation = NULL;
    if (allocation == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
    *allocation = (struct gi_allocation){
        .refs = 1,
        .kind = pointer_kind(heap->kind),
        .device = device,
        .size_bytes = size_bytes,
    };
    status = take_range(device, heap, allocation);
    if (status != GI_OK) {
        free(allocation);
        return status;
    }
    allocation->offset_bytes = allocation->range->offset_bytes;
    allocation->device_address = allocation->memory->device_address + allocation->offset_bytes;
    if (allocation->memory->host_address != NULL)
        allocation->host_address = (uint64_t)(uintptr_t)allocation->memory->host_address +
                                   allocation->offset_bytes;
    *out_allocation = allocation;
    return GI_OK;
}

gi_status gi_allocation_new(struct gi_device *device, enum gi_memory_kind kind,
                            uint64_t size_bytes, struct gi_allocation **out_allocation)
{
    return allocate(device, heap_of(device, kind), size_bytes, out_allocation);
}

/* Where a pointer that was given out for the allocation begins. */
static uint64_t public_address(const struct gi_allocation *allocation)
{
    bool is_host = allocation->kind == GI_POINTER_HOST || allocation->kind == GI_POINTER_REGISTERED;

    return is_host ? allocation->host_address : allocation->device_address;
}

/* Allocates on the current device and puts it on the map. */
static gi_status give_out(enum gi_memory_kind kind, uint64_t size_bytes, uint32_t flags,
                          uint64_t *out_pointer)
{
    struct gi_allocation *allocation;
    struct gi_device *device;
    uint64_t pointer;
    gi_status status = gi_device_current(&device);

    if (status != GI_OK || size_bytes == 0)
        return status;
    if (kind == GI_MEMORY_MANAGED && !device->base->info.managed_memory)
        return gi_fail(GI_NOT_SUPPORTED, "managed memory: %s has none that the host reaches at the "
                       "device's address", device->base->info.name);
    status = gi_allocation_new(device, kind, size_bytes, &allocation);
    if (status != GI_OK)
        return status;
    allocation->host_flags = flags;
    pointer = public_address(allocation);
    status = gi_allocation_publish(allocation);      /* from here on a reset may take it away */
    if (status != GI_OK) {
        gi_allocation_unref(allocation);
        return status;
    }
    *out_pointer = pointer;
    return GI_OK;
}

gi_status gi_memory_alloc(uint64_t size_bytes, uint64_t *out_pointer)
{
    *out_pointer = 0;
    return give_out(GI_MEMORY_DEVICE, size_bytes, 0, out_pointer);
}

gi_status gi_memory_alloc_rows(uint64_t width_bytes, uint64_t rows, uint64_t slices,
                               uint64_t *out_pitch_bytes, uint64_t *out_pointer)
{
    uint64_t pitch, slice, all;

    *out_pointer = *out_pitch_bytes = 0;
    if (width_bytes == 0 || rows == 0 || slices == 0)
        return GI_OK;
    if (__builtin_add_overflow(width_bytes, GI_HEAP_ALIGNMENT - 1, &pitch))
        return gi_fail(GI_INVALID_VALUE, "rows of %llu bytes have no pitch",
                       (unsigned long long)width_bytes);
    pitch &= ~(uint64_t)(GI_HEAP_ALIGNMENT - 1);
    *out_pitch_bytes = pitch;
    if (__builtin_mul_overflow(pitch, rows, &slice) ||
        __builtin_mul_overflow(slice, slices, &all))
        return gi_fail(GI_OUT_OF_MEMORY, "%llu slices of %llu rows of %llu bytes are more than any "
                       "device has", (unsigned long long)slices, (unsigned long long)rows,
                       (unsigned long long)width_bytes);
    return gi_memory_alloc(all, out_pointer);
}

gi_status gi_memory_host_alloc(uint64_t size_bytes, uint32_t flags, uint64_t *out_pointer)
{
    *out_pointer = 0;
    if ((flags & ~(uint32_t)ALL_HOST_FLAGS) != 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: flags is 0x%x; the bits 0x%x exist",
                       flags, ALL_HOST_FLAGS);
    /* Every device reaches it, as the vendors' unified addressing has it, whether asked or not. */
    return give_out(GI_MEMORY_HOST, size_bytes, flags, out_pointer);
}

gi_status gi_memory_managed_alloc(uint64_t size_bytes, uint32_t flags, uint64_t *out_pointer)
{
    *out_pointer = 0;
    if (flags != GI_MANAGED_GLOBAL && flags != GI_MANAGED_HOST)
        return gi_fail(GI_INVALID_VALUE, "managed memory: flags is 0x%x; 1 or 2 would be right",
                       flags);
    return give_out(GI_MEMORY_MANAGED, size_bytes, flags, out_pointer);
}

static gi_status check_free(struct gi_allocation *allocation, uint64_t pointer)
{
    if (atomic_load(&allocation->is_opened))
        return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is memory of another process, which closing "
                       "its handle gives back", (unsigned long long)pointer);
    if (allocation->importer != NULL) {
        if (!gi_mappings_begin_at(&allocation->mappings, pointer - allocation->device_address))
            return gi_fail(GI_INVALID_VALUE, "free: no mapped buffer begins at 0x%llx",
                           (unsigned long long)pointer);
        return GI_OK;
    }
    if (pointer != public_address(allocation))
        return gi_fail(GI_INVALID_VALUE,
                       "free: 0x%llx is inside an allocation that begins at 0x%llx",
                       (unsigned long long)pointer,
                       (unsigned long long)public_address(allocation));
    return GI_OK;
}

/* Sleeps until no work can use the memory any more: on its device, or on all that reach the host's
 * memory. Who frees memory in stream order has seen to that already. */
static void settle(const struct gi_allocation *allocation, uint64_t pointer)
{
    if (allocation->pooled != NULL)
        return;
    if (allocation->kind == GI_POINTER_DEVICE)
        gi_settle(allocation->device, "free of", pointer);
    else
        gi_settle_all("free of", pointer);
}

/* Another thread, or a reset, may have been faster. */
static gi_status take_away(struct gi_allocation *allocation, uint64_t pointer)
{
    bool is_there = allocation->importer != NULL
                        ? gi_mappings_remove(&allocation->mappings,
                                             pointer - allocation->device_address)
                        : gi_allocation_unpublish(allocation);

    if (!is_there)
        return gi_fail(GI_INVALID_VALUE, "free: 0x%llx was freed by another thread",
                       (unsigned long long)pointer);
    if (allocation->importer != NULL) {
        gi_object_unref(allocation->importer);   /* the mapping's; it kept the object alive */
        return GI_OK;
    }
    if (allocation->pooled != NULL)
        gi_pooled_note_free(allocation);
    gi_allocation_unref(allocation);             /* the map's */
    return GI_OK;
}

static const char *words_of(enum gi_pointer_kind kind)
{
    switch (kind) {
    case GI_POINTER_UNKNOWN:    break;
    case GI_POINTER_HOST:       return "host memory, which the host's free frees";
    case GI_POINTER_DEVICE:     return "device memory, which the device's free frees";
    case GI_POINTER_REGISTERED: return "host memory that was registered, not allocated";
    case GI_POINTER_MANAGED:    return "managed memory, which the device's free frees";
    }
    return "not memory of this library";
}

static gi_status check_kind(const struct gi_allocation *allocation, uint64_t pointer, bool is_host)
{
    bool is_hosts = allocation->kind == GI_POINTER_HOST;
    bool is_devices = allocation->kind == GI_POINTER_DEVICE ||
                      allocation->kind == GI_POINTER_MANAGED;

    if (is_host ? is_hosts : is_devices)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is %s", (unsigned long long)pointer,
                   words_of(allocation->kind));
}

static gi_status free_kind(uint64_t pointer, bool is_host, bool waits)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status != GI_OK || pointer == 0)
        return status;
    allocation = gi_allocation_at(pointer);
    if (allocation == NULL)
        return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is in no allocation of this library",
                       (unsigned long long)pointer);
    status = check_kind(allocation, pointer, is_host);
    if (status == GI_OK)
        status = check_free(allocation, pointer);
    if (status == GI_OK && waits)
        settle(allocation, pointer);
    if (status == GI_OK)
        status = take_away(allocation, pointer);
    gi_allocation_unref(allocation);
    return status;
}

gi_status gi_memory_free(uint64_t pointer)
{
    return free_kind(pointer, false, true);
}

gi_status gi_memory_free_unsettled(uint64_t pointer)
{
    return free_kind(pointer, false, false);
}

gi_status gi_memory_host_free(uint64_t pointer)
{
    return free_kind(pointer, true, true);
}

/* Narrows what is known to the mapped buffer that holds the pointer; unknown if none does. */
static void describe_mapping(struct gi_allocation *allocation, uint64_t offset,
                             struct gi_pointer_info *info)
{
    uint64_t begin, end;

    if (!gi_mappings_find(&allocation->mappings, offset, &begin, &end)) {
        *info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
        return;
    }
    info->range_base = allocation->device_address + begin;
    info->range_bytes = end - begin;
}

gi_status gi_pointer_query(uint64_t pointer, struct gi_pointer_info *out_info)
{
    struct gi_allocation *allocation;
    uint64_t offset;
    gi_status status = gi_process_check();

    *out_info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
    if (status != GI_OK)
        return status;
    allocation = gi_allocation_at(pointer);
    if (allocation == NULL)
        return GI_OK;
    offset = gi_allocation_offset(allocation, pointer);
    *out_info = (struct gi_pointer_info){
        .kind = allocation->kind,
        .device = allocation->device->ordinal,
        .device_pointer = allocation->device_address + offset,
        .host_pointer = allocation->host_address != 0 ? allocation->host_address + offset : 0,
        .range_base = public_address(allocation),
        .range_bytes = allocation->size_bytes,
        .allocation_id = allocation->id,
        .host_flags = allocation->host_flags,
    };
    if (allocation->importer != NULL)
        describe_mapping(allocation, offset, out_info);
    gi_allocation_unref(allocation);
    return GI_OK;
}
