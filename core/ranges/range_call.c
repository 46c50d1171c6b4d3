#include "range_call.h"

#include "cards/visible.h"

/* The granularity that programs are told to prefer. */
#define RECOMMENDED_BYTES (UINT64_C(2) << 20)

/* ---- the interface's step -------------------------------------------------------------------- */

static bool is_on_step(const struct gi_interface *interface, uint64_t bytes)
{
    return interface->range_step_bytes == 0 || bytes % interface->range_step_bytes == 0;
}

static gi_status check_steps(const struct gi_interface *interface, const char *call,
                             uint64_t address, uint64_t size_bytes)
{
    if (is_on_step(interface, address) && is_on_step(interface, size_bytes))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: address 0x%llx, size %llu; multiples of %llu would be "
                   "right", call, (unsigned long long)address, (unsigned long long)size_bytes,
                   (unsigned long long)interface->range_step_bytes);
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Makes the device of a location the core's. The core refuses other locations, with its reason. */
static gi_status to_core(const struct gi_interface *interface, int type, int *id)
{
    return type == GI_LOCATION_DEVICE ? gi_visible_to_core(interface, *id, id) : GI_OK;
}

/* The step of pages of the core's properties. */
static gi_status step_of(const struct gi_interface *interface,
                         const struct gi_pages_properties *properties, uint64_t *out_bytes)
{
    gi_status status = gi_pages_granularity(properties, out_bytes);

    if (status == GI_OK && *out_bytes < interface->range_step_bytes)
        *out_bytes = interface->range_step_bytes;
    return status;
}

gi_status gi_range_call_granularity(const struct gi_interface *interface,
                                    struct gi_pages_properties properties, bool recommended,
                                    uint64_t *out_bytes)
{
    gi_status status = to_core(interface, properties.location_type, &properties.location_id);

    *out_bytes = 0;
    if (status == GI_OK)
        status = step_of(interface, &properties, out_bytes);
    if (status == GI_OK && recommended && *out_bytes < RECOMMENDED_BYTES)
        *out_bytes = RECOMMENDED_BYTES;
    return status;
}

gi_status gi_range_call_create(const struct gi_interface *interface,
                               struct gi_pages_properties properties, uint64_t size_bytes,
                               gi_handle *out_pages)
{
    gi_status status = to_core(interface, properties.location_type, &properties.location_id);
    uint64_t step = 0;

    *out_pages = 0;
    if (status == GI_OK)
        status = step_of(interface, &properties, &step);
    if (status != GI_OK)
        return status;
    if (size_bytes == 0 || size_bytes % step != 0)
        return gi_fail(GI_INVALID_VALUE, "memory pages: size is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)size_bytes, (unsigned long long)step);
    return gi_pages_create(&properties, size_bytes, out_pages);
}

gi_status gi_range_call_properties(const struct gi_interface *interface, gi_handle pages,
                                   struct gi_pages_properties *out_properties)
{
    gi_status status = gi_pages_properties(pages, out_properties);

    if (status == GI_OK)
        out_properties->location_id = gi_visible_from_core(interface, out_properties->location_id);
    return status;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

gi_status gi_range_call_reserve(const struct gi_interface *interface, uint64_t size_bytes,
                                uint64_t alignment_bytes, uint64_t wanted, uint64_t *out_address)
{
    uint64_t step = interface->range_step_bytes;

    *out_address = 0;
    if (!is_on_step(interface, size_bytes))
        return gi_fail(GI_INVALID_VALUE, "reserving: size is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)size_bytes, (unsigned long long)step);
    if (!is_on_step(interface, wanted))
        return gi_fail(GI_INVALID_VALUE, "reserving: the wanted address is 0x%llx; a multiple of "
                       "%llu would be right", (unsigned long long)wanted,
                       (unsigned long long)step);
    if (alignment_bytes < step && (alignment_bytes & (alignment_bytes - 1)) == 0)
        alignment_bytes = step;
    return gi_range_reserve(size_bytes, alignment_bytes, wanted, out_address);
}

gi_status gi_range_call_map(const struct gi_interface *interface, uint64_t address,
                            uint64_t size_bytes, uint64_t offset_bytes, gi_handle pages)
{
    gi_status status = check_steps(interface, "mapping", address, size_bytes);

    if (status != GI_OK)
        return status;
    if (!is_on_step(interface, offset_bytes))
        return gi_fail(GI_INVALID_VALUE, "mapping: offset is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)offset_bytes,
                       (unsigned long long)interface->range_step_bytes);
    return gi_range_map(address, size_bytes, offset_bytes, pages);
}

gi_status gi_range_call_unmap(const struct gi_interface *interface, uint64_t address,
                              uint64_t size_bytes)
{
    gi_status status = check_steps(interface, "unmapping", address, size_bytes);

    if (status != GI_OK)
        return status;
    return interface->unmaps_over_holes ? gi_range_unmap_over_holes(address, size_bytes)
                                        : gi_range_unmap(address, size_bytes);
}

gi_status gi_range_call_set_access(const struct gi_interface *interface, uint64_t address,
                                   uint64_t size_bytes, struct gi_range_location *locations,
                                   size_t count)
{
    gi_status status = check_steps(interface, "access", address, size_bytes);

    for (size_t i = 0; i < count && status == GI_OK; i++) {
        if (locations[i].type == GI_LOCATION_DEVICE)
            status = gi_visible_location(interface, locations[i].id, &locations[i].id);
    }
    return status == GI_OK ? gi_range_set_access(address, size_bytes, locations, count) : status;
}

gi_status gi_range_call_get_access(const struct gi_interface *interface, uint64_t address,
                                   struct gi_range_location *location)
{
    gi_status status = to_core(interface, location->type, &location->id);

    return status == GI_OK ? gi_range_get_access(address, location) : status;
}
