#include "range.h"

#include <stdlib.h>

#include "base/current.h"
#include "base/process.h"
#include "base/vector.h"
#include "queue/device_state.h"
#include "range_run.h"
#include "range_ask.h"

struct gi_range_map gi_ranges;
struct gi_range_map gi_range_parts;

gi_status gi_range_find(const char *call, uint64_t address, struct gi_range **out_range)
{
    *out_range = address < UINT64_MAX ? gi_range_map_find(&gi_ranges, address, address + 1) : NULL;
    if (*out_range != NULL)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx is in no reserved range", call,
                   (unsigned long long)address);
}

gi_status gi_range_find_within(const char *call, uint64_t address, uint64_t size_bytes,
                               struct gi_range **out_range)
{
    gi_status status = gi_range_find(call, address, out_range);
    uint64_t step, offset, range_bytes;

    if (status != GI_OK)
        return status;
    step = gi_range_granularity(*out_range);
    offset = address - gi_range_begin(*out_range);
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

struct gi_range_part *gi_range_part_at(uint64_t address)
{
    return address < UINT64_MAX ? gi_range_map_find(&gi_range_parts, address, address + 1) : NULL;
}

static struct gi_range_piece piece_of(const struct gi_range_part *part, uint64_t begin,
                                      uint64_t end)
{
    const struct gi_range_mapping *mapping = part->mapping;

    begin = begin > part->begin ? begin : part->begin;
    end = end < part->end ? end : part->end;
    return (struct gi_range_piece){ mapping->pages, mapping->pages_offset + begin - mapping->begin,
                                    end - begin };
}

gi_status gi_range_pieces(const char *call, uint64_t address, uint64_t size_bytes,
                          struct gi_range_piece **out_pieces, size_t *out_count)
{
    uint64_t end = address + size_bytes;
    size_t capacity = 0;
    gi_status status = GI_OK;

    *out_pieces = NULL;
    *out_count = 0;
    for (uint64_t at = address; at < end && status == GI_OK;) {
        const struct gi_range_part *part = gi_range_part_at(at);

        if (part == NULL) {
            status = gi_fail(GI_INVALID_VALUE, "%s: nothing is mapped at 0x%llx", call,
                             (unsigned long long)at);
        } else if (!gi_grow((void **)out_pieces, &capacity, *out_count + 1, sizeof **out_pieces)) {
            status = gi_fail(GI_OUT_OF_MEMORY, "%s: no host memory", call);
        } else {
            (*out_pieces)[(*out_count)++] = piece_of(part, at, end);
            at = part->end;
        }
    }
    if (status != GI_OK) {
        free(*out_pieces);
        *out_pieces = NULL;
    }
    return status;
}

gi_status gi_range_retain(uint64_t address, gi_handle *out_pages)
{
    const struct gi_range_part *part;
    gi_status status = gi_process_check();

    *out_pages = 0;
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    part = gi_range_part_at(address);
    if (part == NULL) {
        status = gi_fail(GI_INVALID_VALUE, "memory pages: 0x%llx is not mapped from a handle",
                         (unsigned long long)address);
    } else {
        part->mapping->pages->users++;
        *out_pages = part->mapping->pages->handle;
    }
    gi_pages_unlock();
    return status;
}

void gi_range_describe(uint64_t address, struct gi_pointer_info *info)
{
    const struct gi_range_part *part;

    gi_pages_lock();
    part = gi_range_part_at(address);
    if (part != NULL) {
        const struct gi_range_mapping *mapping = part->mapping;
        const struct gi_device *device = mapping->pages->device;

        info->device = (device != NULL ? device : mapping->range->device)->ordinal;
        info->range_base = part->mapping->begin;
        info->range_bytes = part->mapping->end - part->mapping->begin;
        info->reserved_base = mapping->range->memory->device_address;
        info->reserved_bytes = mapping->range->memory->size_bytes;
        info->handle_types = mapping->pages->properties.handle_types;
        info->allocation_id = part->mapping->id;
        info->is_read_only = (part->writers >> gi_current_ordinal() & 1) == 0;
    } else {                     /* another thread has just unmapped it */
        *info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
    }
    gi_pages_unlock();
}
