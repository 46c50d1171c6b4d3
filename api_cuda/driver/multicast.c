/** Multicast objects, which HIP does not have. */
#include "driver.h"

#include "ranges/multicast_bind.h"

_Static_assert((int)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR == GI_PAGES_FD, "it is passed on");

static gi_status to_properties(const CUmulticastObjectProp *prop,
                               struct gi_multicast_properties *out_properties)
{
    int visible = 0;
    gi_status status = gi_visible_count(&gicu_interface, &visible);

    *out_properties = (struct gi_multicast_properties){
        .device_count = prop->numDevices, .visible_count = (uint64_t)visible,
        .size_bytes = prop->size, .handle_types = prop->handleTypes, .flags = prop->flags,
    };
    return status;
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *object,
                           const CUmulticastObjectProp *prop)
{
    struct gi_multicast_properties properties;
    gi_handle handle;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(object);
    CU_NOT_NULL(prop);
    CU_TRY(to_properties(prop, &properties));
    CU_TRY(gi_multicast_create(&properties, &handle));
    *object = handle;
    return CUDA_SUCCESS;
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle object, CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(gi_multicast_add_device(object, ordinal));
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle object, size_t offset,
                            CUmemGenericAllocationHandle memory, size_t memory_offset,
                            size_t size, unsigned long long flags)
{
    CU_TRY(gicu_ready());
    CU_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    return gicu_error(gi_multicast_bind_pages(object, -1, offset, memory, memory_offset, size));
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle object, size_t offset,
                             CUdeviceptr address, size_t size, unsigned long long flags)
{
    CU_TRY(gicu_ready());
    CU_REQUIRE(flags == 0, "%s: flags is 0x%llx; it must be 0", __func__, flags);
    return gicu_error(gi_multicast_bind_address(object, -1, offset, address, size));
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle object, CUdevice device, size_t offset,
                           size_t size)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(gi_multicast_unbind(object, ordinal, offset, size));
}

CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop,
                                   CUmulticastGranularity_flags option)
{
    struct gi_multicast_properties properties;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(granularity);
    CU_NOT_NULL(prop);
    CU_REQUIRE((int)option == CU_MULTICAST_GRANULARITY_MINIMUM ||
               (int)option == CU_MULTICAST_GRANULARITY_RECOMMENDED,
               "%s: option is %d; 0 (minimum) and 1 (recommended) exist", __func__, (int)option);
    CU_TRY(to_properties(prop, &properties));
    CU_TRY(gi_multicast_check(&properties));
    *granularity = GI_MULTICAST_STEP;
    return CUDA_SUCCESS;
}
