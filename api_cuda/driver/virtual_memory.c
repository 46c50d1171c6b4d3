/* CUDA's names and types for core/front/driver/virtual_memory.c, which HIP has with pointers. */
#include "driver.h"

#define FRONT_IN_DRIVER_INTERFACE

#define FRONT_NOT_NULL CU_NOT_NULL
#define FRONT_REQUIRE CU_REQUIRE
#define FRONT_TRY CU_TRY
#define front_begin gicu_begin_any
#define front_begin_object gicu_begin_lasting
#define front_error gicu_error
#define front_from_device(address) (address)
#define front_interface gicu_interface

#define gpuError_t CUresult
#define gpuMemAccessDesc CUmemAccessDesc
#define gpuMemAllocationGranularity_flags CUmemAllocationGranularity_flags
#define gpuMemAllocationHandleType CUmemAllocationHandleType
#define gpuMemAllocationProp CUmemAllocationProp
#define gpuMemGenericAllocationHandle_t CUmemGenericAllocationHandle
#define gpuMemLocation CUmemLocation
#define gpuRequestedHandleType requestedHandleTypes
#define gpuVirtualAddress_t CUdeviceptr

#define gpuMemAccessFlagsProtRead CU_MEM_ACCESS_FLAGS_PROT_READ
#define gpuMemAccessFlagsProtReadWrite CU_MEM_ACCESS_FLAGS_PROT_READWRITE
#define gpuMemAllocationGranularityMinimum CU_MEM_ALLOC_GRANULARITY_MINIMUM
#define gpuMemAllocationGranularityRecommended CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
#define gpuMemAllocationTypePinned CU_MEM_ALLOCATION_TYPE_PINNED
#define gpuMemHandleTypePosixFileDescriptor CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
#define gpuMemLocationTypeDevice CU_MEM_LOCATION_TYPE_DEVICE
#define gpuSuccess CUDA_SUCCESS

#define gpuMemAddressFree cuMemAddressFree
#define gpuMemAddressReserve cuMemAddressReserve
#define gpuMemCreate cuMemCreate
#define gpuMemExportToShareableHandle cuMemExportToShareableHandle
#define gpuMemGetAccess cuMemGetAccess
#define gpuMemGetAllocationGranularity cuMemGetAllocationGranularity
#define gpuMemGetAllocationPropertiesFromHandle cuMemGetAllocationPropertiesFromHandle
#define gpuMemImportFromShareableHandle cuMemImportFromShareableHandle
#define gpuMemMap cuMemMap
#define gpuMemRelease cuMemRelease
#define gpuMemRetainAllocationHandle cuMemRetainAllocationHandle
#define gpuMemSetAccess cuMemSetAccess
#define gpuMemUnmap cuMemUnmap

#include "front/driver/virtual_memory.c"

CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr address, size_t size,
                                       CUmemRangeHandleType type, unsigned long long flags)
{
    CU_TRY(gicu_begin());
    CU_NOT_NULL(handle);
    CU_REQUIRE((int)type == CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, "%s: type is %d; 1 (a dma-buf) "
               "is what there is", __func__, (int)type);
    CU_REQUIRE(flags == 0 || flags == 1, "%s: flags is 0x%llx; 0 and 1 exist", __func__, flags);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: no driver here gives a dma-buf of mapped "
                              "addresses (0x%llx, %zu bytes)", __func__, address, size));
}
