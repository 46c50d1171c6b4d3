#include "range.h"

#include <stdlib.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "base/vector.h"
#include "memory/memory_object.h"
#include "multicast.h"
#include "queue/device_state.h"
#include "range_run.h"
#include "range_ask.h"

enum { DEVICES = 64 };

/* Numbers of mappings are above those of other allocations. */
#define FIRST_ID (UINT64_C(1) << 48)

/* By address; the lock guards both. */
static struct gi_range_map ranges;
static uint64_t newest_id = FIRST_ID;

static uint64_t granularity(const struct gi_range *range)
{
    return range->device->base->info.range_granularity_bytes;
}

static uint64_t begin_of(const struct gi_range *range)
{
    return range->memory->device_address;
}

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
    uint64_t begin = begin_of(range);
    gi_status status;

    gi_pages_lock();
    status = gi_range_map_add(&ranges, begin, begin + size_bytes, range);
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
    *out_address = begin_of(range);
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

/* The reservation that an address is in. */
static gi_status find_range(const char *call, uint64_t address, struct gi_range **out_range)
{
    *out_range = address < UINT64_MAX ? gi_range_map_find(&ranges, address, address + 1) : NULL;
    if (*out_range != NULL)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx is in no reserved range", call,
                   (unsigned long long)address);
}

/* The reservation that holds [address, address + size_bytes), which is of whole granules. */
static gi_status find_within(const char *call, uint64_t address, uint64_t size_bytes,
                             struct gi_range **out_range)
{
    gi_status status = find_range(call, address, out_range);
    uint64_t step, offset, range_bytes;

    if (status != GI_OK)
        return status;
    step = granularity(*out_range);
    offset = address - begin_of(*out_range);
    range_bytes = (*out_range)->memory->size_bytes;
    if (size_bytes == 0 || size_bytes % step != 0 || offset % step != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx + %llu bytes: both must be multiples of %llu",
                       call, (unsigned long long)address, (unsigned long long)size_bytes,
                       (unsigned long long)step);
    if (size_bytes > range_bytes - offset)
        return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx + %llu bytes leave the reserved range, which "
                       "ends after %llu", call, (unsigned long long)address,
                       (unsigned long long)size_bytes, (unsigned long long)(range_bytes - offset));
    return GI_OK;
}

static gi_status check_free(const struct gi_range *range, uint64_t address, uint64_t size_bytes)
{
    if (address != begin_of(range) || size_bytes != range->memory->size_bytes)
        return gi_fail(GI_INVALID_VALUE, "freeing addresses: 0x%llx + %llu bytes is a part of the "
                       "reservation 0x%llx + %llu", (unsigned long long)address,
                       (unsigned long long)size_bytes, (unsigned long long)begin_of(range),
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
    status = find_range("freeing addresses", address, &range);
    if (status == GI_OK)
        status = check_free(range, address, size_bytes);
    if (status == GI_OK)
        gi_range_map_remove(&ranges, address, range);
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
    uint64_t step = pages->is_multicast ? GI_MULTICAST_STEP : granularity(range);

    if (offset_bytes % step != 0 || size_bytes % step != 0)
        return gi_fail(GI_INVALID_VALUE, "mapping: offset is %llu and size %llu; multiples of %llu "
                       "would be right", (unsigned long long)offset_bytes,
                       (unsigned long long)size_bytes, (unsigned long long)step);
    if (!pages->is_multicast && !reaches(range->device, pages->device))
        return gi_fail(GI_NOT_SUPPORTED, "mapping: the pages are of device %d, and the addresses "
                       "were reserved on device %d", pages->device->ordinal,
                       range->device->ordinal);
    if (gi_range_map_find(&gi_range_parts, address, address + size_bytes) != NULL)
        return gi_fail(GI_INVALID_VALUE, "mapping: memory is mapped already in 0x%llx + %llu bytes",
                       (unsigned long long)address, (unsigned long long)size_bytes);
    return GI_OK;
}

/* After all other checks, as it may import more of the pages. */
static gi_status check_size(struct gi_pages *pages, uint64_t size_bytes, uint64_t offset_bytes)
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

gi_status gi_range_map(uint64_t address, uint64_t size_bytes, uint64_t offset_bytes,
                       gi_handle handle)
{
    struct gi_pages *pages = NULL;
    struct gi_range *range;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_multicast_await_team(handle, "mapping");
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = find_within("mapping", address, size_bytes, &range);
    if (status == GI_OK)
        status = gi_pages_find(handle, &pages);
    if (status == GI_OK)
        status = check_map(range, pages, address, size_bytes, offset_bytes);
    if (status == GI_OK)
        status = check_size(pages, size_bytes, offset_bytes);
    if (status == GI_OK)
        status = add_mapping(range, pages, address, size_bytes, offset_bytes);
    gi_pages_unlock();
    return status;
}

/* ---- changing parts ------------------------------------------------------------------------- */

/* A call that changes the access of neighbouring parts. */
struct change {
    struct gi_range *range;
    uint64_t begin, end;
    struct gi_range_part **parts;
    size_t count, capacity;
    uint64_t *readers, *writers; /* what each part gets */
    struct gi_range_place *places;
    struct gi_old_runs olds;
};

static bool is_multicast(const struct gi_range_part *part)
{
    return part->mapping->pages->is_multicast;
}

static enum gi_run_access access_of(const struct gi_range_part *part, uint64_t readers,
                                    uint64_t writers)
{
    if (readers == 0 && writers == 0)
        return GI_RUN_NONE;
    if (is_multicast(part))
        return writers != 0 ? GI_RUN_WRITE_MULTICAST : GI_RUN_READ_MULTICAST;
    return writers != 0 ? GI_RUN_WRITE : GI_RUN_READ;
}

static enum gi_run_access access_of_part(const struct gi_range_part *part)
{
    return access_of(part, part->readers, part->writers);
}

/* The access that a part gets. */
static enum gi_run_access new_access(const struct change *change, size_t i)
{
    return access_of(change->parts[i], change->readers[i], change->writers[i]);
}

/* The first part with a byte in [begin, end); NULL: there is none. */
static struct gi_range_part *first_part(uint64_t begin, uint64_t end)
{
    struct gi_range_part *found = gi_range_map_find(&gi_range_parts, begin, end), *before = found;

    while (before != NULL && before->begin > begin) {    /* any part was found */
        before = gi_range_map_find(&gi_range_parts, begin, before->begin);
        found = before != NULL ? before : found;
    }
    return found;
}

/* Collects the parts of a range, which has no hole, or may have some. */
static gi_status collect(const char *call, struct change *change, bool may_have_holes)
{
    uint64_t at = change->begin;

    while (at < change->end) {
        struct gi_range_part *part = may_have_holes ? first_part(at, change->end)
                                                    : gi_range_part_at(at);

        if (part == NULL && may_have_holes)
            return GI_OK;
        if (part == NULL)
            return gi_fail(GI_INVALID_VALUE, "%s: nothing is mapped at 0x%llx", call,
                           (unsigned long long)at);
        if (part->is_changing)
            return gi_fail(GI_INVALID_VALUE, "%s: another thread changes what is mapped at 0x%llx",
                           call, (unsigned long long)at);
        if (!gi_grow((void **)&change->parts, &change->capacity, change->count + 1,
                     sizeof *change->parts))
            return no_memory();
        change->parts[change->count++] = part;
        at = part->end;
    }
    return GI_OK;
}

/* Begins a part at an address that lies within one. */
static gi_status split_at(uint64_t address)
{
    struct gi_range_part *left = gi_range_part_at(address), *right;
    gi_status status;

    if (left == NULL || left->begin == address)
        return GI_OK;
    right = malloc(sizeof *right);
    if (right == NULL)
        return no_memory();
    *right = *left;
    right->begin = address;
    gi_range_map_remove(&gi_range_parts, left->begin, left);
    left->end = address;
    /* In the place that has just become free. */
    (void)!gi_range_map_add(&gi_range_parts, left->begin, left->end, left);
    status = gi_range_map_add(&gi_range_parts, right->begin, right->end, right);
    if (status == GI_OK) {
        left->mapping->parts++;
        return GI_OK;
    }
    gi_range_map_remove(&gi_range_parts, left->begin, left);
    left->end = right->end;
    (void)!gi_range_map_add(&gi_range_parts, left->begin, left->end, left);
    free(right);
    return no_memory();
}

static gi_status make_room(struct change *change)
{
    change->readers = calloc(change->count, sizeof *change->readers);
    change->writers = calloc(change->count, sizeof *change->writers);
    change->places = calloc(change->count, sizeof *change->places);
    return change->readers != NULL && change->writers != NULL && change->places != NULL
               ? GI_OK : no_memory();
}

static void mark(struct change *change, bool is_changing)
{
    for (size_t i = 0; i < change->count; i++)
        change->parts[i]->is_changing = is_changing;
}

static bool is_new(const struct change *change, size_t i)
{
    return new_access(change, i) != access_of_part(change->parts[i]);
}

/* Whether a part loses the access that it has. */
static bool is_left(const struct change *change, size_t i)
{
    return access_of_part(change->parts[i]) != GI_RUN_NONE && is_new(change, i);
}

/* Takes the parts whose access changes off the map, and waits until nobody uses them. */
static gi_status withdraw(struct change *change)
{
    uint64_t own = UINT64_C(1) << change->range->device->ordinal, users = 0;
    gi_status status = GI_OK;
    size_t next;

    for (size_t i = 0; i < change->count && status == GI_OK; i = next) {
        for (next = i; next < change->count && is_left(change, next); next++)
            users |= change->parts[next]->readers | change->parts[next]->writers;
        if (next > i)
            status = gi_runs_change(change->range->device, change->range->memory,
                                    change->parts[i]->begin, change->parts[next - 1]->end,
                                    GI_RUN_NONE, &change->olds);
        else
            next++;
    }
    if (users == 0)
        return status;
    mark(change, true);
    gi_pages_unlock();
    gi_runs_await(change->range->device, change->begin, (users & ~own) != 0, &change->olds);
    gi_pages_lock();
    mark(change, false);
    return status;
}

static struct gi_range_place place_of(const struct change *change, size_t i)
{
    const struct gi_range_part *part = change->parts[i];
    const struct gi_range_mapping *mapping = part->mapping;
    enum gi_run_access access = new_access(change, i);

    return (struct gi_range_place){
        .offset_bytes = part->begin - begin_of(change->range),
        .size_bytes = part->end - part->begin,
        .pages = access != GI_RUN_NONE ? mapping->memory : NULL,
        .pages_offset_bytes = mapping->pages_offset + (part->begin - mapping->begin),
        .read_only = access == GI_RUN_READ,
    };
}

/* Has the driver do it; at the addresses of multicast objects there are no pages. If it cannot,
 * nobody has access to any of the parts that change. */
static gi_status place(struct change *change)
{
    struct gi_memory *memory = change->range->memory;
    size_t count = 0;
    gi_status status = GI_OK;

    for (size_t i = 0; i < change->count; i++) {
        if (is_new(change, i) && !is_multicast(change->parts[i]))
            change->places[count++] = place_of(change, i);
    }
    if (count > 0 && !gi_process_is_leaving())
        status = memory->ops->place(memory, change->places, count);
    for (size_t i = 0; i < change->count && status != GI_OK; i++) {
        if (is_new(change, i))
            change->parts[i]->readers = change->parts[i]->writers = 0;
        change->readers[i] = change->parts[i]->readers;
        change->writers[i] = change->parts[i]->writers;
    }
    return status;
}

/* Puts the parts on the map, neighbours of one access at once. */
static gi_status publish(struct change *change)
{
    gi_status status = GI_OK;
    size_t next;

    for (size_t i = 0; i < change->count && status == GI_OK; i = next) {
        enum gi_run_access access = new_access(change, i);
        bool changes = is_new(change, i);

        next = i + 1;
        while (next < change->count && is_new(change, next) == changes &&
               new_access(change, next) == access)
            next++;
        if (changes && access != GI_RUN_NONE)
            status = gi_runs_change(change->range->device, change->range->memory,
                                    change->parts[i]->begin, change->parts[next - 1]->end, access,
                                    &change->olds);
    }
    return status;
}

/* Gives the parts what readers and writers say. The lock is released while it waits. */
static gi_status carry_out(struct change *change)
{
    gi_status status = withdraw(change), published;

    if (status == GI_OK)
        status = place(change);
    if (status != GI_OK)
        return status;
    published = publish(change);
    for (size_t i = 0; i < change->count; i++) {
        change->parts[i]->readers = change->readers[i];
        change->parts[i]->writers = change->writers[i];
    }
    return published;
}

/* Without the lock. */
static void finish_change(struct change *change)
{
    gi_runs_forget(&change->olds);
    free(change->parts);
    free(change->readers);
    free(change->writers);
    free(change->places);
}

/* ---- access --------------------------------------------------------------------------------- */

/* The device of a location, as a bit. */
static gi_status check_location(const char *call, const struct gi_range_location *location,
                                uint64_t *out_bit)
{
    const struct gi_device_info *info;
    gi_status status;

    *out_bit = 0;
    if (location->type >= GI_LOCATION_HOST && location->type <= GI_LOCATION_HOST_NUMA_CURRENT)
        return gi_fail(GI_NOT_SUPPORTED, "%s: location type is %d, the host; ranges are for "
                       "devices here, type 1", call, location->type);
    if (location->type != GI_LOCATION_DEVICE)
        return gi_fail(GI_INVALID_VALUE, "%s: location type is %d; 1 is a device", call,
                       location->type);
    status = gi_device_info(location->id, &info);
    if (status != GI_OK)
        return status;
    if (location->id >= DEVICES)
        return gi_fail(GI_NOT_SUPPORTED, "%s: device %d is beyond the first %d", call, location->id,
                       DEVICES);
    *out_bit = UINT64_C(1) << location->id;
    return GI_OK;
}

static gi_status check_access(const struct gi_range_location *location)
{
    if (location->access == GI_ACCESS_NONE || location->access == GI_ACCESS_READ ||
        location->access == GI_ACCESS_READ_WRITE)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "access: flags is %d; 0, 1 (read) and 3 (read and write) "
                   "exist", location->access);
}

static gi_status check_reach(const struct change *change, const struct gi_range_location *location)
{
    const struct gi_range *range = change->range;
    const struct gi_device_info *info;
    bool is_all_multicast = true;
    gi_status status = gi_device_info(location->id, &info);

    for (size_t i = 0; i < change->count && status == GI_OK; i++) {
        if (is_multicast(change->parts[i]) && location->access != GI_ACCESS_NONE)
            status = gi_multicast_check_member(change->parts[i]->mapping->pages, location->id);
        is_all_multicast &= is_multicast(change->parts[i]);
    }
    if (status != GI_OK || location->id == range->device->ordinal || is_all_multicast ||
        location->access == GI_ACCESS_NONE ||
        (info->ranges_at_host_address && range->device->base->info.ranges_at_host_address))
        return status;
    return gi_fail(GI_NOT_SUPPORTED, "access: device %d does not reach addresses that were "
                   "reserved on device %d; copies between the two work", location->id,
                   range->device->ordinal);
}

/* What each part gets: other locations keep their access. */
static gi_status apply_locations(struct change *change, const struct gi_range_location *locations,
                                 size_t count)
{
    uint64_t named = 0, readers = 0, writers = 0, bit;
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++) {
        status = check_location("access", &locations[i], &bit);
        if (status == GI_OK)
            status = check_access(&locations[i]);
        if (status == GI_OK)
            status = check_reach(change, &locations[i]);
        if (status != GI_OK)
            break;
        named |= bit;
        readers &= ~bit;                 /* the last one counts */
        writers &= ~bit;
        readers |= locations[i].access == GI_ACCESS_READ ? bit : 0;
        writers |= locations[i].access == GI_ACCESS_READ_WRITE ? bit : 0;
    }
    for (size_t i = 0; i < change->count && status == GI_OK; i++) {
        change->readers[i] = (change->parts[i]->readers & ~named) | readers;
        change->writers[i] = (change->parts[i]->writers & ~named) | writers;
    }
    return status;
}

/* Splits at both ends only after all else is checked. */
static gi_status set_access(struct change *change, const struct gi_range_location *locations,
                            size_t count)
{
    gi_status status = find_within("access", change->begin, change->end - change->begin,
                                   &change->range);

    if (status == GI_OK)
        status = collect("access", change, false);
    if (status == GI_OK)
        status = make_room(change);
    if (status == GI_OK)
        status = apply_locations(change, locations, count);
    if (status == GI_OK)
        status = split_at(change->begin);
    if (status == GI_OK)
        status = split_at(change->end);
    if (status == GI_OK && change->parts[0]->begin < change->begin)
        change->parts[0] = gi_range_part_at(change->begin);
    return status == GI_OK ? carry_out(change) : status;
}

static gi_status check_sum(const char *call, uint64_t address, uint64_t size_bytes)
{
    if (address + size_bytes >= address)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx + %llu bytes overflows", call,
                   (unsigned long long)address, (unsigned long long)size_bytes);
}

gi_status gi_range_set_access(uint64_t address, uint64_t size_bytes,
                              const struct gi_range_location *locations, size_t count)
{
    GI_UNCANCELLED;
    struct change change = { .begin = address, .end = address + size_bytes };
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = check_sum("access", address, size_bytes);
    if (status == GI_OK && count == 0)
        status = gi_fail(GI_INVALID_VALUE, "access: there are 0 locations");
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = set_access(&change, locations, count);
    gi_pages_unlock();
    finish_change(&change);
    return status;
}

gi_status gi_range_get_access(uint64_t address, struct gi_range_location *location)
{
    struct gi_range *range;
    uint64_t bit;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = check_location("access", location, &bit);
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = find_range("access", address, &range);
    if (status == GI_OK) {
        const struct gi_range_part *part = gi_range_part_at(address);

        if (part == NULL)
            status = gi_fail(GI_INVALID_VALUE, "access: nothing is mapped at 0x%llx",
                             (unsigned long long)address);
        else if ((part->writers & bit) != 0)
            location->access = GI_ACCESS_READ_WRITE;
        else
            location->access = (part->readers & bit) != 0 ? GI_ACCESS_READ : GI_ACCESS_NONE;
    }
    gi_pages_unlock();
    return status;
}

/* ---- unmapping ------------------------------------------------------------------------------ */

static gi_status check_whole(const struct change *change)
{
    for (size_t i = 0; i < change->count; i++) {
        const struct gi_range_mapping *mapping = change->parts[i]->mapping;

        if (mapping->begin < change->begin || mapping->end > change->end)
            return gi_fail(GI_INVALID_VALUE, "unmapping: 0x%llx + %llu bytes hold a part of the "
                           "mapping 0x%llx + %llu", (unsigned long long)change->begin,
                           (unsigned long long)(change->end - change->begin),
                           (unsigned long long)mapping->begin,
                           (unsigned long long)(mapping->end - mapping->begin));
    }
    return GI_OK;
}

static void remove_part(struct gi_range_part *part)
{
    struct gi_range_mapping *mapping = part->mapping;

    gi_range_map_remove(&gi_range_parts, part->begin, part);
    free(part);
    if (--mapping->parts > 0)
        return;
    gi_pages_drop_map(mapping->pages, mapping->memory);
    free(mapping);
}

static gi_status unmap(struct change *change, bool may_have_holes)
{
    gi_status status = find_within("unmapping", change->begin, change->end - change->begin,
                                   &change->range);

    if (status == GI_OK)
        status = collect("unmapping", change, may_have_holes);
    if (status == GI_OK)
        status = check_whole(change);
    if (status == GI_OK && change->count == 0)
        return GI_OK;
    if (status == GI_OK)
        status = make_room(change);      /* nobody has access then */
    if (status == GI_OK)
        status = carry_out(change);
    for (size_t i = 0; i < change->count && status == GI_OK; i++)
        remove_part(change->parts[i]);
    return status;
}

static gi_status unmap_all(uint64_t address, uint64_t size_bytes, bool may_have_holes)
{
    GI_UNCANCELLED;
    struct change change = { .begin = address, .end = address + size_bytes };
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = check_sum("unmapping", address, size_bytes);
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = unmap(&change, may_have_holes);
    gi_pages_unlock();
    finish_change(&change);
    return status;
}

gi_status gi_range_unmap(uint64_t address, uint64_t size_bytes)
{
    return unmap_all(address, size_bytes, false);
}

gi_status gi_range_unmap_over_holes(uint64_t address, uint64_t size_bytes)
{
    return unmap_all(address, size_bytes, true);
}
