#include "range.h"

#include <stdlib.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "memory/memory_object.h"
#include "queue/device_state.h"
#include "range_ask.h"

/* Numbers of mappings are above those of other allocations. */
#define FIRST_ID (UINT64_C(1) << 48)

static uint64_t newest_id = FIRST_ID;    /* the lock guards it */

/* ---- reserving ------------------------------------------------------------------------------ */

static gi_status check_reservation(uint64_t step, uint64_t size_bytes, uint64_t alignment_bytes)
{
    if (size_bytes == 0 || size_bytes % step != 0)
        return gi_fail(GI_INVALID_VALUE, "reserving: size is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)size_bytes, (unsigned long long)step);
    if ((alignment_bytes & (alignment_bytes - 1)) != 0)
        return gi_fail(GI_INVALID_VALUE, "reserving: alignment is %llu, not 0 or a power of two",
                       (unsigned long long)alignment_bytes);
    return GI_OK;
}

static gi_status note_range(struct gi_range *range, uint64_t size_bytes)
{
    uint64_t begin = gi_range_begin(range);
    gi_status status;

    gi_pages_lock();
    status = gi_range_map_add(&gi_ranges, begin, begin + size_bytes, range);
    gi_pages_unlock();
    if (status == GI_INVALID_VALUE)      /* devices with addresses of their own may collide */
        status = gi_fail(GI_OUT_OF_MEMORY, "reserving: the device's addresses are taken by another "
                         "device");
    return status;
}

gi_status gi_range_reserve(uint64_t size_bytes, uint64_t alignment_bytes, uint64_t wanted,
                           uint64_t *out_address)
{
    GI_UNCANCELLED;
    struct gi_range *range;
    struct gi_device *device;
    uint64_t step;
    gi_status status = gi_process_check();

    *out_address = 0;
    if (status == GI_OK)
        status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    step = device->base->info.range_granularity_bytes;
    if (step != 0)
        status = check_reservation(step, size_bytes, alignment_bytes);
    if (status != GI_OK)
        return status;
    range = malloc(sizeof *range);
    if (range == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a reservation");
    range->device = device;
    status = gi_memory_object_reserve(device->base, size_bytes,
                                      alignment_bytes > step ? alignment_bytes : step, wanted,
                                      &range->memory);
    if (status != GI_OK)
        goto free_range;
    *out_address = gi_range_begin(range);
    status = note_range(range, size_bytes);
    if (status != GI_OK)
        goto unref_memory;
    return GI_OK;

unref_memory:
    *out_address = 0;
    gi_memory_object_unref(range->memory);
free_range:
    free(range);
    return status;
}

static gi_status check_free(const struct gi_range *range, uint64_t address, uint64_t size_bytes)
{
    if (address != gi_range_begin(range) || size_bytes != range->memory->size_bytes)
        return gi_fail(GI_INVALID_VALUE, "freeing addresses: 0x%llx + %llu bytes is a part of the "
                       "reservation 0x%llx + %llu", (unsigned long long)address,
                       (unsigned long long)size_bytes, (unsigned long long)gi_range_begin(range),
                       (unsigned long long)range->memory->size_bytes);
    if (gi_range_map_find(&gi_range_parts, address, address + size_bytes) != NULL)
        return gi_fail(GI_INVALID_VALUE, "freeing addresses: memory is mapped in 0x%llx + %llu "
                       "bytes; unmap it first", (unsigned long long)address,
                       (unsigned long long)size_bytes);
    return GI_OK;
}

gi_status gi_range_free(uint64_t address, uint64_t size_bytes)
{
    GI_UNCANCELLED;
    struct gi_range *range;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = gi_range_find("freeing addresses", address, &range);
    if (status == GI_OK)
        status = check_free(range, address, size_bytes);
    if (status == GI_OK)
        gi_range_map_remove(&gi_ranges, address, range);
    gi_pages_unlock();
    if (status != GI_OK)
        return status;
    gi_memory_object_unref(range->memory);
    free(range);
    return GI_OK;
}

/* ---- mapping -------------------------------------------------------------------------------- */

/* Whether a device reaches pages of another one in a range of this one. */
static bool reaches(const struct gi_device *device, const struct gi_device *other)
{
    return device == other || (device->base->info.ranges_at_host_address &&
                               other->base->info.ranges_at_host_address);
}

static gi_status check_map(const struct gi_range *range, const struct gi_pages *pages,
                           uint64_t address, uint64_t size_bytes, uint64_t offset_bytes)
{
    uint64_t step = pages->hooks != NULL ? pages->hooks->step_bytes : gi_range_granularity(range);

    if (offset_bytes % step != 0 || size_bytes % step != 0)
        return gi_fail(GI_INVALID_VALUE, "mapping: offset is %llu and size %llu; multiples of %llu "
                       "would be right", (unsigned long long)offset_bytes,
                       (unsigned long long)size_bytes, (unsigned long long)step);
    if (pages->hooks == NULL && !reaches(range->device, pages->device))
        return gi_fail(GI_NOT_SUPPORTED, "mapping: the pages are of device %d, and the addresses "
                       "were reserved on device %d", pages->device->ordinal,
                       range->device->ordinal);
    if (gi_range_map_find(&gi_range_parts, address, address + size_bytes) != NULL)
        return gi_fail(GI_INVALID_VALUE, "mapping: memory is mapped already in 0x%llx + %llu bytes",
                       (unsigned long long)address, (unsigned long long)size_bytes);
    return GI_OK;
}

/* After all other checks, as it may import more of the pages. */
static gi_status check_within_pages(struct gi_pages *pages, uint64_t size_bytes,
                                    uint64_t offset_bytes)
{
    gi_status status = gi_pages_reach(pages, offset_bytes, size_bytes);

    if (status != GI_OK || (offset_bytes <= pages->size_bytes &&
                            size_bytes <= pages->size_bytes - offset_bytes))
        return status;
    return gi_fail(GI_INVALID_VALUE, "mapping: offset %llu + size %llu leave the pages, which %s "
                   "%llu bytes", (unsigned long long)offset_bytes, (unsigned long long)size_bytes,
                   pages->size_is_open ? "have at least" : "have",
                   (unsigned long long)pages->size_bytes);
}

static gi_status no_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a mapping");
}

static gi_status add_mapping(struct gi_range *range, struct gi_pages *pages, uint64_t address,
                             uint64_t size_bytes, uint64_t offset_bytes)
{
    struct gi_range_mapping *mapping = malloc(sizeof *mapping);
    struct gi_range_part *part = calloc(1, sizeof *part);
    gi_status status = GI_OUT_OF_MEMORY;

    if (mapping != NULL && part != NULL) {
        *mapping = (struct gi_range_mapping){ range, pages, pages->memory, address,
                                              address + size_bytes, offset_bytes, ++newest_id, 1 };
        *part = (struct gi_range_part){ .mapping = mapping, .begin = address,
                                        .end = mapping->end };
        status = gi_range_map_add(&gi_range_parts, part->begin, part->end, part);
    }
    if (status != GI_OK) {
        free(part);
        free(mapping);
        return no_memory();
    }
    gi_pages_add_map(pages, range->memory);
    return GI_OK;
}

/* Checks all arguments, and maps unless the pages have to be awaited first: out_hooks then says by
 * which hooks. The lock is held. */
static gi_status check_and_map(uint64_t address, uint64_t size_bytes, uint64_t offset_bytes,
                               gi_handle handle, bool is_awaited,
                               const struct gi_pages_hooks **out_hooks)
{
    struct gi_pages *pages = NULL;
    struct gi_range *range;
    gi_status status = gi_range_find_within("mapping", address, size_bytes, &range);

    if (status == GI_OK)
        status = gi_pages_find(handle, &pages);
    if (status == GI_OK)
        status = check_map(range, pages, address, size_bytes, offset_bytes);
    if (status == GI_OK)
        status = check_within_pages(pages, size_bytes, offset_bytes);
    *out_hooks = status == GI_OK && !is_awaited ? pages->hooks : NULL;
    if (status != GI_OK || *out_hooks != NULL)
        return status;
    return add_mapping(range, pages, address, size_bytes, offset_bytes);
}

gi_status gi_range_map(uint64_t address, uint64_t size_bytes, uint64_t offset_bytes,
                       gi_handle handle)
{
    const struct gi_pages_hooks *hooks = NULL;
    bool is_awaited = false;
    gi_status status = gi_process_check();

    /* A wrong argument is reported before a wait, in which other threads may change all of it. */
    while (status == GI_OK) {
        gi_pages_lock();
        status = check_and_map(address, size_bytes, offset_bytes, handle, is_awaited, &hooks);
        gi_pages_unlock();
        if (hooks == NULL)
            break;
        status = hooks->await(handle, "mapping");
        is_awaited = true;
    }
    return status;
}
