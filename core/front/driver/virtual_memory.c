/** Virtual memory management. Most of these calls need no current context. */
#define FRONT_WITHOUT_CONTEXT
#include "device_pointer.h"
#include "front.h"

#include <string.h>

#include "base/scratch.h"
#include "device/device.h"
#include "ranges/multicast.h"
#include "ranges/range_call.h"

_Static_assert((int)gpuMemLocationTypeDevice == GI_LOCATION_DEVICE
               && (int)gpuMemHandleTypePosixFileDescriptor == GI_PAGES_FD
               && (int)gpuMemAccessFlagsProtRead == GI_ACCESS_READ
               && (int)gpuMemAccessFlagsProtReadWrite == GI_ACCESS_READ_WRITE,
               "numbers are passed on");

/* Handles are pointers or integers. */
#define from_pages(handle) ((gi_handle)(uintptr_t)(handle))
#define to_pages(handle) ((gpuMemGenericAllocationHandle_t)(uintptr_t)(handle))

enum { FEW_LOCATIONS = 8 };

/* ---- reserving ------------------------------------------------------------------------------ */

gpuError_t gpuMemAddressReserve(gpuVirtualAddress_t *address, size_t size, size_t alignment,
                                gpuVirtualAddress_t wanted, unsigned long long flags)
{
    uint64_t reserved;
    bool borrowed;
    gi_status st;

    FRONT_NOT_NULL(address);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_TRY(gi_visible_borrow(&front_interface, &borrowed));
    st = gi_range_call_reserve(&front_interface, size, alignment, front_from_device(wanted),
                               &reserved);
    gi_visible_give_back(borrowed);
    FRONT_TRY(st);
    *address = (gpuVirtualAddress_t)(uintptr_t)reserved;
    return gpuSuccess;
}

gpuError_t gpuMemAddressFree(gpuVirtualAddress_t address, size_t size)
{
    FRONT_TRY(front_begin_lasting());
    return front_error(gi_range_free(front_from_device(address), size));
}

/* ---- pages ---------------------------------------------------------------------------------- */

static struct gi_pages_properties to_properties(const gpuMemAllocationProp *prop)
{
    return (struct gi_pages_properties){
        .type = (int)prop->type,
        .handle_types = (int)prop->gpuRequestedHandleType,
        .location_type = (int)prop->location.type,
        .location_id = prop->location.id,
        .compressed = prop->allocFlags.compressionType != 0,
        .rdma = prop->allocFlags.gpuDirectRDMACapable != 0,
        .usage = prop->allocFlags.usage,
    };
}

gpuError_t gpuMemGetAllocationGranularity(size_t *granularity, const gpuMemAllocationProp *prop,
                                          gpuMemAllocationGranularity_flags option)
{
    struct gi_pages_properties properties;
    uint64_t bytes;

    FRONT_NOT_NULL(granularity);
    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_lasting());
    FRONT_REQUIRE((int)option == gpuMemAllocationGranularityMinimum ||
                  (int)option == gpuMemAllocationGranularityRecommended,
                  "%s: option is %d; 0 (minimum) and 1 (recommended) exist", __func__,
                  (int)option);
    properties = to_properties(prop);
    properties.rdma = false;             /* it depends on neither */
    properties.usage = 0;
    FRONT_TRY(gi_range_call_granularity(&front_interface, properties,
                                        (int)option == gpuMemAllocationGranularityRecommended,
                                        &bytes));
    *granularity = bytes;
    return gpuSuccess;
}

gpuError_t gpuMemCreate(gpuMemGenericAllocationHandle_t *handle, size_t size,
                        const gpuMemAllocationProp *prop, unsigned long long flags)
{
    gi_handle pages;

    FRONT_NOT_NULL(handle);
    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_lasting());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_REQUIRE(!front_has_reserved(prop), "%s: prop has a value where it is reserved, or for "
                  "another system", __func__);
    FRONT_TRY(gi_range_call_create(&front_interface, to_properties(prop), size, &pages));
    *handle = to_pages(pages);
    return gpuSuccess;
}

gpuError_t gpuMemRelease(gpuMemGenericAllocationHandle_t handle)
{
    FRONT_TRY(front_begin_lasting());
    return front_error(gi_pages_release(from_pages(handle)));
}

gpuError_t gpuMemRetainAllocationHandle(gpuMemGenericAllocationHandle_t *handle, void *address)
{
    gi_handle pages;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(front_begin_lasting());
    FRONT_TRY(gi_range_retain((uint64_t)(uintptr_t)address, &pages));
    *handle = to_pages(pages);
    return gpuSuccess;
}

gpuError_t gpuMemGetAllocationPropertiesFromHandle(gpuMemAllocationProp *prop,
                                                   gpuMemGenericAllocationHandle_t handle)
{
    struct gi_pages_properties properties;

    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_lasting());
    FRONT_TRY(gi_range_call_properties(&front_interface, from_pages(handle), &properties));
    memset(prop, 0, sizeof *prop);
    prop->type = gpuMemAllocationTypePinned;
    prop->location.type = gpuMemLocationTypeDevice;
    prop->location.id = properties.location_id;
    if (properties.handle_types == GI_PAGES_FD)
        prop->gpuRequestedHandleType = gpuMemHandleTypePosixFileDescriptor;
    return gpuSuccess;
}

/* ---- sharing -------------------------------------------------------------------------------- */

gpuError_t gpuMemExportToShareableHandle(void *shareable, gpuMemGenericAllocationHandle_t handle,
                                         gpuMemAllocationHandleType type,
                                         unsigned long long flags)
{
    int fd;

    FRONT_NOT_NULL(shareable);
    FRONT_TRY(front_begin_lasting());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_TRY(gi_pages_export(from_pages(handle), (int)type, &fd));
    memcpy(shareable, &fd, sizeof fd);
    return gpuSuccess;
}

gpuError_t gpuMemImportFromShareableHandle(gpuMemGenericAllocationHandle_t *handle,
                                           void *shareable, gpuMemAllocationHandleType type)
{
    gi_handle pages;
    bool borrowed;
    gi_status st;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(gi_visible_borrow(&front_interface, &borrowed));
    st = gi_multicast_import((int)type, front_fd_of_pages(shareable), &pages);
    gi_visible_give_back(borrowed);
    FRONT_TRY(st);
    *handle = to_pages(pages);
    return gpuSuccess;
}

/* ---- mapping -------------------------------------------------------------------------------- */

gpuError_t gpuMemMap(gpuVirtualAddress_t address, size_t size, size_t offset,
                     gpuMemGenericAllocationHandle_t handle, unsigned long long flags)
{
    FRONT_TRY(front_begin_lasting());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    return front_error(gi_range_call_map(&front_interface, front_from_device(address), size, offset,
                                         from_pages(handle)));
}

gpuError_t gpuMemUnmap(gpuVirtualAddress_t address, size_t size)
{
    FRONT_TRY(front_begin_lasting());
    return front_error(gi_range_call_unmap(&front_interface, front_from_device(address), size));
}

static gi_status set_access(uint64_t address, size_t size, const gpuMemAccessDesc *descriptions,
                            size_t count)
{
    struct gi_range_location few[FEW_LOCATIONS];
    struct gi_range_location *locations = gi_scratch(few, sizeof few, count, sizeof few[0]);
    gi_status status;

    if (locations == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu locations", count);
    for (size_t i = 0; i < count; i++)
        locations[i] = (struct gi_range_location){ .type = (int)descriptions[i].location.type,
                                                   .id = descriptions[i].location.id,
                                                   .access = (int)descriptions[i].flags };
    status = gi_range_call_set_access(&front_interface, address, size, locations, count);
    gi_scratch_free(locations, few);
    return status;
}

gpuError_t gpuMemSetAccess(gpuVirtualAddress_t address, size_t size,
                           const gpuMemAccessDesc *accesses, size_t count)
{
    FRONT_NOT_NULL(accesses);
    FRONT_TRY(front_begin_lasting());
    return front_error(set_access(front_from_device(address), size, accesses, count));
}

gpuError_t gpuMemGetAccess(unsigned long long *flags, const gpuMemLocation *location,
                           gpuVirtualAddress_t address)
{
    struct gi_range_location asked;
    gi_status st;

    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin_lasting());
    asked = (struct gi_range_location){ .type = (int)location->type, .id = location->id };
    st = gi_range_call_get_access(&front_interface, front_from_device(address), &asked);
    FRONT_TRY(st == GI_INVALID_DEVICE ? FRONT_NO_DEVICE_OF_ACCESS : st);
    *flags = (unsigned long long)asked.access;
    return gpuSuccess;
}
