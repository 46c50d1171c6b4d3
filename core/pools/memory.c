#include "memory.h"

#include "queue/device_state.h"
#include "memory/own_memory.h"
#include "base/process.h"
#include "stream/settle.h"

#define ALL_HOST_FLAGS \
    (GI_HOST_PORTABLE | GI_HOST_MAPPED | GI_HOST_WRITE_COMBINED | GI_HOST_NUMA_OF_CALLER | \
     GI_HOST_COHERENT | GI_HOST_NOT_COHERENT)

/* Allocates on the current device and publishes the pointer. */
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
    allocation->rest->host_flags = flags;
    pointer = gi_allocation_pointer(allocation);
    status = gi_allocation_publish(allocation);      /* from here on a reset may free it */
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
    /* As in the vendor's unified addressing, every device can access it, with or without flags. */
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

static gi_status check_free(const struct gi_allocation *allocation, uint64_t pointer)
{
    if (atomic_load(&allocation->rest->is_opened))
        return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is memory of another process, which closing "
                       "its handle gives back", (unsigned long long)pointer);
    if (gi_allocation_gave_out(allocation, pointer))
        return GI_OK;
    if (allocation->rest->parts != NULL)
        return gi_fail(GI_INVALID_VALUE, "free: no mapped buffer begins at 0x%llx",
                       (unsigned long long)pointer);
    return gi_fail(GI_INVALID_VALUE,
                   "free: 0x%llx is inside an allocation that begins at 0x%llx",
                   (unsigned long long)pointer,
                   (unsigned long long)gi_allocation_pointer(allocation));
}

/* Sleeps until no work can use the memory any more. */
static void settle_users(const struct gi_allocation *allocation, uint64_t pointer)
{
    switch (allocation->rest->type->free_waits) {
    case GI_FREE_WAITS_FOR_NONE:   return;
    case GI_FREE_WAITS_FOR_DEVICE: gi_settle(allocation->device, "free of", pointer); return;
    case GI_FREE_WAITS_FOR_ALL:    gi_settle_all("free of", pointer); return;
    }
}

static gi_status check_call(const struct gi_allocation *allocation, uint64_t pointer,
                            enum gi_free_call call)
{
    const struct gi_allocation_type *type = allocation->rest->type;

    if (type->freed_by == call)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is %s", (unsigned long long)pointer,
                   type->words);
}

static gi_status free_by(enum gi_free_call call, uint64_t pointer, bool waits)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status != GI_OK || pointer == 0)
        return status;
    status = gi_allocation_find("free", pointer, &allocation);
    if (status != GI_OK)
        return status;
    status = check_call(allocation, pointer, call);
    if (status == GI_OK)
        status = check_free(allocation, pointer);
    if (status == GI_OK && waits)
        settle_users(allocation, pointer);
    if (status == GI_OK && !gi_allocation_take_away(allocation, pointer))
        status = allocation->rest->type->freed != NULL       /* else its sentence */
                     ? GI_INVALID_VALUE
                     : gi_fail(GI_INVALID_VALUE, "free: 0x%llx was freed by another thread",
                               (unsigned long long)pointer);     /* or a reset has freed it */
    gi_allocation_unref(allocation);
    return status;
}

gi_status gi_memory_free(uint64_t pointer)
{
    return free_by(GI_FREED_BY_DEVICE_FREE, pointer, true);
}

gi_status gi_memory_free_unsettled(uint64_t pointer)
{
    return free_by(GI_FREED_BY_DEVICE_FREE, pointer, false);
}

gi_status gi_memory_host_free(uint64_t pointer)
{
    return free_by(GI_FREED_BY_HOST_FREE, pointer, true);
}

/* Narrows the description to the mapped part that contains the pointer; unknown if there is
 * none. */
static void describe_part(const struct gi_allocation *allocation, uint64_t offset,
                          struct gi_pointer_info *info)
{
    uint64_t begin, end;

    if (!gi_mappings_find(allocation->rest->parts, offset, &begin, &end)) {
        *info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
        return;
    }
    info->range_base = info->reserved_base = allocation->device_address + begin;
    info->range_bytes = info->reserved_bytes = end - begin;
}

gi_status gi_pointer_query(uint64_t pointer, struct gi_pointer_info *out_info)
{
    struct gi_allocation *allocation;
    uint64_t offset;
    gi_status status = gi_process_check();

    if (status != GI_OK) {
        *out_info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
        return status;
    }
    allocation = gi_allocation_describe(pointer, out_info);
    if (allocation == NULL)
        return GI_OK;
    offset = gi_allocation_offset(allocation, pointer);
    if (allocation->rest->parts != NULL)
        describe_part(allocation, offset, out_info);
    if (allocation->rest->type->describe != NULL)
        allocation->rest->type->describe(allocation, offset, out_info);
    gi_allocation_unref(allocation);
    return GI_OK;
}

gi_status gi_pointer_set_ends_calls(uint64_t pointer, bool ends_calls)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_allocation_find("attribute of a pointer", pointer, &allocation);
    if (status != GI_OK)
        return status;
    if (allocation->rest->type->has_no_choices) {
        status = gi_fail(GI_NOT_SUPPORTED, "attribute of a pointer: 0x%llx is %s; it has nothing "
                         "to be set", (unsigned long long)pointer, allocation->rest->type->words);
    } else {
        atomic_store(&allocation->rest->ends_calls, ends_calls);
        if (ends_calls)
            atomic_store(&gi_some_end_calls, true);
    }
    gi_allocation_unref(allocation);
    return status;
}
