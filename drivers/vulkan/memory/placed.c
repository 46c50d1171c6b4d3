#include "placed.h"

#include <errno.h>
#include <sys/mman.h>

#include "vulkan/device/device.h"

/* Reserves an address range; false if the host already uses part of it. */
static bool givk_reserve(uint64_t address, uint64_t size_bytes)
{
    void *wanted = (void *)(uintptr_t)address;
    void *place = mmap(wanted, size_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

    if (place == MAP_FAILED || place == wanted)
        return place != MAP_FAILED;
    munmap(place, size_bytes);   /* an old kernel that treats the address as a hint */
    return false;
}

VkResult givk_placed_map(struct givk_device *dev, struct givk_memory *mem,
                         uint64_t allocated_bytes)
{
    uint64_t alignment = dev->facts->placed_alignment_bytes;
    uint64_t address = mem->base.device_address;
    uint64_t size_bytes = (allocated_bytes + alignment - 1) / alignment * alignment;
    VkMemoryMapPlacedInfoEXT place = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT,
        .pPlacedAddress = (void *)(uintptr_t)address,
    };
    VkMemoryMapInfoKHR map = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR,
        .pNext = &place,
        .flags = VK_MEMORY_MAP_PLACED_BIT_EXT,
        .memory = mem->handle,
        .size = VK_WHOLE_SIZE,
    };
    VkResult result;

    if (address % alignment != 0 || !givk_reserve(address, size_bytes))
        return VK_SUCCESS;
    result = dev->vk.MapMemory2KHR(dev->handle, &map, &mem->base.host_address);
    if (result != VK_SUCCESS) {
        mem->base.host_address = NULL;
        munmap((void *)(uintptr_t)address, size_bytes);
    }
    return result;
}
