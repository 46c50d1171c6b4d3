#include "range.h"

#include <stdlib.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "base/vector.h"
#include "contract/calls.h"
#include "memory/memory_object.h"
#include "pages.h"
#include "queue/device_state.h"
#include "range_run.h"
#include "range_ask.h"

enum { DEVICES = 64 };

static gi_status no_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a mapping");
}

/* ---- changing parts ------------------------------------------------------------------------- */

/* A call that changes the access of neighbouring parts. */
struct change {
    struct gi_range *range;
    uint64_t begin, end;
    struct gi_range_part **parts;
    size_t count, capacity;
    uint64_t *readers, *writers; /* the new access of each part */
    struct gi_range_place *places;
    struct gi_old_runs olds;
};

static const struct gi_pages_hooks *hooks_of(const struct gi_range_part *part)
{
    return part->mapping->pages->hooks;
}

static enum gi_run_access access_of(const struct gi_range_part *part, uint64_t readers,
                                    uint64_t writers)
{
    if (readers == 0 && writers == 0)
        return GI_RUN_NONE;
    if (hooks_of(part) != NULL)
        return writers != 0 ? GI_RUN_WRITE_CARRIED : GI_RUN_READ_CARRIED;
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

static gi_status make_change_lists(struct change *change)
{
    change->readers = calloc(change->count, sizeof *change->readers);
    change->writers = calloc(change->count, sizeof *change->writers);
    change->places = calloc(change->count, sizeof *change->places);
    return change->readers != NULL && change->writers != NULL && change->places != NULL
               ? GI_OK : no_memory();
}

static void mark_changing(struct change *change, bool is_changing)
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
    mark_changing(change, true);
    gi_pages_unlock();
    gi_runs_await(change->range->device, change->begin, (users & ~own) != 0, &change->olds);
    gi_pages_lock();
    mark_changing(change, false);
    return status;
}

static struct gi_range_place range_place(const struct change *change, size_t i)
{
    const struct gi_range_part *part = change->parts[i];
    const struct gi_range_mapping *mapping = part->mapping;
    enum gi_run_access access = new_access(change, i);

    return (struct gi_range_place){
        .offset_bytes = part->begin - gi_range_begin(change->range),
        .size_bytes = part->end - part->begin,
        .pages = access != GI_RUN_NONE ? mapping->memory : NULL,
        .pages_offset_bytes = mapping->pages_offset + (part->begin - mapping->begin),
        .read_only = access == GI_RUN_READ,
    };
}

/* Has the driver do it, but for pages with hooks, which have no memory. If it cannot, nobody has
 * access to any of the parts that change. */
static gi_status place_parts(struct change *change)
{
    struct gi_memory *memory = change->range->memory;
    size_t count = 0;
    gi_status status = GI_OK;

    for (size_t i = 0; i < change->count; i++) {
        if (is_new(change, i) && hooks_of(change->parts[i]) == NULL)
            change->places[count++] = range_place(change, i);
    }
    if (count > 0 && !gi_process_is_leaving())
        status = gi_call_place(memory, change->places, count);
    for (size_t i = 0; i < change->count && status != GI_OK; i++) {
        if (is_new(change, i))
            change->parts[i]->readers = change->parts[i]->writers = 0;
        change->readers[i] = change->parts[i]->readers;
        change->writers[i] = change->parts[i]->writers;
    }
    return status;
}

/* Puts the parts on the map, neighbours of one access at once. */
static gi_status publish_parts(struct change *change)
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
        status = place_parts(change);
    if (status != GI_OK)
        return status;
    published = publish_parts(change);
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
    bool all_have_hooks = true;
    gi_status status = gi_device_info(location->id, &info);

    for (size_t i = 0; i < change->count && status == GI_OK; i++) {
        const struct gi_pages_hooks *hooks = hooks_of(change->parts[i]);

        if (hooks != NULL && location->access != GI_ACCESS_NONE)
            status = hooks->check_access(change->parts[i]->mapping->pages, location->id);
        all_have_hooks &= hooks != NULL;
    }
    if (status != GI_OK || location->id == range->device->ordinal || all_have_hooks ||
        location->access == GI_ACCESS_NONE ||
        (info->ranges_at_host_address && range->device->base->info.ranges_at_host_address))
        return status;
    return gi_fail(GI_NOT_SUPPORTED, "access: device %d does not reach addresses that were "
                   "reserved on device %d; copies between the two work", location->id,
                   range->device->ordinal);
}

/* Sets the access of each part: locations that are not named keep theirs. */
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
    gi_status status = gi_range_find_within("access", change->begin, change->end - change->begin,
                                            &change->range);

    if (status == GI_OK)
        status = collect("access", change, false);
    if (status == GI_OK)
        status = make_change_lists(change);
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
    status = gi_range_find("access", address, &range);
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
    gi_status status = gi_range_find_within("unmapping", change->begin, change->end - change->begin,
                                            &change->range);

    if (status == GI_OK)
        status = collect("unmapping", change, may_have_holes);
    if (status == GI_OK)
        status = check_whole(change);
    if (status == GI_OK && change->count == 0)
        return GI_OK;
    if (status == GI_OK)
        status = make_change_lists(change);     /* nobody has access then */
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
