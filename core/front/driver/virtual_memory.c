/* CUDA's driver interface compiles this file with names of its own. */
#ifndef FRONT_IN_DRIVER_INTERFACE
#include "device_pointer.h"
#include "front.h"
#endif

#include <string.h>

#include "base/scratch.h"
#include "device/device.h"
#include "ops/multicast.h"
#include "ops/pages.h"
#include "ops/range.h"

_Static_assert((int)gpuMemLocationTypeDevice == GI_LOCATION_DEVICE
               && (int)gpuMemHandleTypePosixFileDescriptor == GI_PAGES_FD
               && (int)gpuMemAccessFlagsProtRead == GI_ACCESS_READ
               && (int)gpuMemAccessFlagsProtReadWrite == GI_ACCESS_READ_WRITE,
               "numbers are passed on");

/* Handles are pointers or integers. */
#define from_pages(handle) ((gi_handle)(uintptr_t)(handle))
#define to_pages(handle) ((gpuMemGenericAllocationHandle_t)(uintptr_t)(handle))

/* What programs are told to prefer. */
#define RECOMMENDED_BYTES (UINT64_C(2) << 20)

enum { FEW_LOCATIONS = 8 };

/* ---- reserving ------------------------------------------------------------------------------ */

gpuError_t gpuMemAddressReserve(gpuVirtualAddress_t *address, size_t size, size_t alignment,
                                gpuVirtualAddress_t wanted, unsigned long long flags)
{
    uint64_t reserved;

    FRONT_NOT_NULL(address);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_REQUIRE(size % FRONT_LEAST_GRANULARITY == 0, "%s: size is %zu; a multiple of %llu would "
                  "be right", __func__, size, (unsigned long long)FRONT_LEAST_GRANULARITY);
    FRONT_REQUIRE(front_from_device(wanted) % FRONT_LEAST_GRANULARITY == 0, "%s: the wanted "
                  "address is 0x%llx; a multiple of %llu would be right", __func__,
                  (unsigned long long)front_from_device(wanted),
                  (unsigned long long)FRONT_LEAST_GRANULARITY);
    if (alignment < FRONT_LEAST_GRANULARITY && (alignment & (alignment - 1)) == 0)
        alignment = FRONT_LEAST_GRANULARITY;
    FRONT_TRY(gi_range_reserve(size, alignment, front_from_device(wanted), &reserved));
    *address = (gpuVirtualAddress_t)(uintptr_t)reserved;
    return gpuSuccess;
}

gpuError_t gpuMemAddressFree(gpuVirtualAddress_t address, size_t size)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_range_free(front_from_device(address), size));
}

/* ---- pages ---------------------------------------------------------------------------------- */

/* A location whose device is the core's number. */
static gi_status to_core(int type, int id, int *out_id)
{
    *out_id = id;
    if (type != GI_LOCATION_DEVICE)
        return GI_OK;            /* the core refuses it, with its reason */
    return gi_visible_to_core(&front_interface, id, out_id);
}

static gi_status to_properties(const gpuMemAllocationProp *prop,
                               struct gi_pages_properties *out_properties)
{
    *out_properties = (struct gi_pages_properties){
        .type = (int)prop->type,
        .handle_types = (int)prop->gpuRequestedHandleType,
        .location_type = (int)prop->location.type,
        .compressed = prop->allocFlags.compressionType != 0,
        .rdma = prop->allocFlags.gpuDirectRDMACapable != 0,
        .usage = prop->allocFlags.usage,
    };
    return to_core((int)prop->location.type, prop->location.id, &out_properties->location_id);
}

static gi_status least_granularity(const struct gi_pages_properties *properties,
                                   uint64_t *out_bytes)
{
    gi_status status = gi_pages_granularity(properties, out_bytes);

    if (status == GI_OK && *out_bytes < FRONT_LEAST_GRANULARITY)
        *out_bytes = FRONT_LEAST_GRANULARITY;
    return status;
}

gpuError_t gpuMemGetAllocationGranularity(size_t *granularity, const gpuMemAllocationProp *prop,
                                          gpuMemAllocationGranularity_flags option)
{
    struct gi_pages_properties properties;
    uint64_t bytes;

    FRONT_NOT_NULL(granularity);
    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_object());
    FRONT_REQUIRE((int)option == gpuMemAllocationGranularityMinimum ||
                  (int)option == gpuMemAllocationGranularityRecommended,
                  "%s: option is %d; 0 (minimum) and 1 (recommended) exist", __func__,
                  (int)option);
    FRONT_TRY(to_properties(prop, &properties));
    FRONT_TRY(least_granularity(&properties, &bytes));
    if ((int)option == gpuMemAllocationGranularityRecommended && bytes < RECOMMENDED_BYTES)
        bytes = RECOMMENDED_BYTES;
    *granularity = bytes;
    return gpuSuccess;
}

gpuError_t gpuMemCreate(gpuMemGenericAllocationHandle_t *handle, size_t size,
                        const gpuMemAllocationProp *prop, unsigned long long flags)
{
    struct gi_pages_properties properties;
    uint64_t step;
    gi_handle pages;

    FRONT_NOT_NULL(handle);
    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_object());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_TRY(to_properties(prop, &properties));
    FRONT_TRY(least_granularity(&properties, &step));
    FRONT_REQUIRE(size != 0 && size % step == 0, "%s: size is %zu; a multiple of %llu would be "
                  "right", __func__, size, (unsigned long long)step);
    FRONT_TRY(gi_pages_create(&properties, size, &pages));
    *handle = to_pages(pages);
    return gpuSuccess;
}

gpuError_t gpuMemRelease(gpuMemGenericAllocationHandle_t handle)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_pages_release(from_pages(handle)));
}

gpuError_t gpuMemRetainAllocationHandle(gpuMemGenericAllocationHandle_t *handle, void *address)
{
    gi_handle pages;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_range_retain((uint64_t)(uintptr_t)address, &pages));
    *handle = to_pages(pages);
    return gpuSuccess;
}

gpuError_t gpuMemGetAllocationPropertiesFromHandle(gpuMemAllocationProp *prop,
                                                   gpuMemGenericAllocationHandle_t handle)
{
    struct gi_pages_properties properties;

    FRONT_NOT_NULL(prop);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_pages_properties(from_pages(handle), &properties));
    memset(prop, 0, sizeof *prop);
    prop->type = gpuMemAllocationTypePinned;
    prop->location.type = gpuMemLocationTypeDevice;
    prop->location.id = gi_visible_from_core(&front_interface, properties.location_id);
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
    FRONT_TRY(front_begin_object());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_TRY(gi_pages_export(from_pages(handle), (int)type, &fd));
    memcpy(shareable, &fd, sizeof fd);
    return gpuSuccess;
}

gpuError_t gpuMemImportFromShareableHandle(gpuMemGenericAllocationHandle_t *handle,
                                           void *shareable, gpuMemAllocationHandleType type)
{
    gi_handle pages;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_multicast_import((int)type, (int)(intptr_t)shareable, &pages));
    *handle = to_pages(pages);
    return gpuSuccess;
}

/* ---- mapping -------------------------------------------------------------------------------- */

/* The devices may have smaller granules than the interface says. */
static gi_status check_granules(const char *call, uint64_t address, uint64_t size)
{
    if (address % FRONT_LEAST_GRANULARITY == 0 && size % FRONT_LEAST_GRANULARITY == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: 0x%llx + %llu bytes: both must be multiples of %llu",
                   call, (unsigned long long)address, (unsigned long long)size,
                   (unsigned long long)FRONT_LEAST_GRANULARITY);
}

gpuError_t gpuMemMap(gpuVirtualAddress_t address, size_t size, size_t offset,
                     gpuMemGenericAllocationHandle_t handle, unsigned long long flags)
{
    FRONT_TRY(front_begin_object());
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    FRONT_TRY(check_granules(__func__, front_from_device(address) | offset, size));
    return front_error(gi_range_map(front_from_device(address), size, offset, from_pages(handle)));
}

gpuError_t gpuMemUnmap(gpuVirtualAddress_t address, size_t size)
{
    FRONT_TRY(front_begin_object());
    FRONT_TRY(check_granules(__func__, front_from_device(address), size));
    return front_error(FRONT_UNMAP(front_from_device(address), size));
}

static gi_status set_access(uint64_t address, size_t size, const gpuMemAccessDesc *descriptions,
                            size_t count)
{
    struct gi_range_location few[FEW_LOCATIONS];
    struct gi_range_location *locations = gi_scratch(few, sizeof few, count, sizeof few[0]);
    gi_status status = GI_OK;

    if (locations == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu locations", count);
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        locations[i].type = (int)descriptions[i].location.type;
        locations[i].access = (int)descriptions[i].flags;
        status = to_core(locations[i].type, descriptions[i].location.id, &locations[i].id);
    }
    if (status == GI_INVALID_DEVICE)     /* a wrong device is a wrong value here */
        status = GI_INVALID_VALUE;
    if (status == GI_OK)
        status = gi_range_set_access(address, size, locations, count);
    gi_scratch_free(locations, few);
    return status;
}

gpuError_t gpuMemSetAccess(gpuVirtualAddress_t address, size_t size,
                           const gpuMemAccessDesc *accesses, size_t count)
{
    FRONT_NOT_NULL(accesses);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(check_granules(__func__, front_from_device(address), size));
    return front_error(set_access(front_from_device(address), size, accesses, count));
}

gpuError_t gpuMemGetAccess(unsigned long long *flags, const gpuMemLocation *location,
                           gpuVirtualAddress_t address)
{
    struct gi_range_location asked;

    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin_object());
    asked = (struct gi_range_location){ .type = (int)location->type };
    FRONT_TRY(to_core(asked.type, location->id, &asked.id));
    FRONT_TRY(gi_range_get_access(front_from_device(address), &asked));
    *flags = (unsigned long long)asked.access;
    return gpuSuccess;
}
