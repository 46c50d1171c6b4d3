#include "fault.h"

#include "base/log.h"
#include "vulkan/device/device.h"

/* As many entries are read of each list. */
enum { GIVK_FAULT_ENTRIES = 16 };

/* Types of addresses are numbers of which newer drivers have more. */
static enum gi_fault_kind givk_kind_of(unsigned type)
{
    switch (type) {
    case VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT:    return GI_FAULT_READ;
    case VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT:   return GI_FAULT_WRITE;
    case VK_DEVICE_FAULT_ADDRESS_TYPE_EXECUTE_INVALID_EXT: return GI_FAULT_EXECUTE;
    case VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_UNKNOWN_EXT:
    case VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_INVALID_EXT:
    case VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT: return GI_FAULT_INSTRUCTION;
    default:                                               return GI_FAULT_UNKNOWN;
    }
}

struct gi_fault givk_fault_of(const VkDeviceFaultAddressInfoEXT *addresses, uint32_t count)
{
    struct gi_fault fault = { .kind = GI_FAULT_UNKNOWN };

    for (uint32_t i = 0; i < count; i++) {
        enum gi_fault_kind kind = givk_kind_of(addresses[i].addressType);
        uint64_t below = addresses[i].addressPrecision != 0 ? addresses[i].addressPrecision - 1 : 0;

        if (kind == GI_FAULT_INSTRUCTION)
            fault.kind = kind;
        if (kind == GI_FAULT_INSTRUCTION || kind == GI_FAULT_UNKNOWN)
            continue;
        return (struct gi_fault){ kind, addresses[i].reportedAddress & ~below,
                                  addresses[i].reportedAddress | below };
    }
    return fault;
}

void givk_tell_fault(struct gi_device_base *base, struct gi_fault *out_fault)
{
    struct givk_device *dev = givk_device_from(base);
    VkDeviceFaultAddressInfoEXT addresses[GIVK_FAULT_ENTRIES];
    VkDeviceFaultVendorInfoEXT vendor[GIVK_FAULT_ENTRIES];
    VkDeviceFaultCountsEXT counts = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT,
        .addressInfoCount = GIVK_FAULT_ENTRIES,
        .vendorInfoCount = GIVK_FAULT_ENTRIES,
    };
    VkDeviceFaultInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT,
        .pAddressInfos = addresses,
        .pVendorInfos = vendor,
    };
    VkResult result;

    if (!dev->facts->tells_faults || dev->vk.GetDeviceFaultInfoEXT == NULL)
        return;
    result = dev->vk.GetDeviceFaultInfoEXT(dev->handle, &counts, &info);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return;
    for (uint32_t i = 0; i < counts.addressInfoCount; i++)
        gi_log(GI_LOG_INFO, "vulkan: fault of %s: an address of type %u, 0x%llx, precision 0x%llx",
               dev->facts->info.name, (unsigned)addresses[i].addressType,
               (unsigned long long)addresses[i].reportedAddress,
               (unsigned long long)addresses[i].addressPrecision);
    *out_fault = givk_fault_of(addresses, counts.addressInfoCount);
}
