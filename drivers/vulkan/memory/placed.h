/** Maps memory at a given address (VK_EXT_map_memory_placed): managed memory on a device whose
 *  addresses are not the host's. */
#ifndef GIVK_PLACED_H
#define GIVK_PLACED_H

#include <stdint.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

/* Declarations for Vulkan headers that are older than the extensions. */

#ifndef VK_KHR_map_memory2
#define VK_KHR_MAP_MEMORY_2_EXTENSION_NAME "VK_KHR_map_memory2"
#define VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR ((VkStructureType)1000271000)

typedef struct VkMemoryMapInfoKHR {
    VkStructureType sType;
    const void *pNext;
    VkMemoryMapFlags flags;
    VkDeviceMemory memory;
    VkDeviceSize offset, size;
} VkMemoryMapInfoKHR;

typedef VkResult (VKAPI_PTR *PFN_vkMapMemory2KHR)(VkDevice device, const VkMemoryMapInfoKHR *info,
                                                  void **out_data);
#endif

#ifndef VK_EXT_map_memory_placed
#define VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME "VK_EXT_map_memory_placed"
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT \
    ((VkStructureType)1000272000)
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_PROPERTIES_EXT \
    ((VkStructureType)1000272001)
#define VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT ((VkStructureType)1000272002)
#define VK_MEMORY_MAP_PLACED_BIT_EXT 1u

typedef struct VkPhysicalDeviceMapMemoryPlacedFeaturesEXT {
    VkStructureType sType;
    void *pNext;
    VkBool32 memoryMapPlaced, memoryMapRangePlaced, memoryUnmapReserve;
} VkPhysicalDeviceMapMemoryPlacedFeaturesEXT;

typedef struct VkPhysicalDeviceMapMemoryPlacedPropertiesEXT {
    VkStructureType sType;
    void *pNext;
    VkDeviceSize minPlacedMemoryMapAlignment;
} VkPhysicalDeviceMapMemoryPlacedPropertiesEXT;

typedef struct VkMemoryMapPlacedInfoEXT {
    VkStructureType sType;
    const void *pNext;
    void *pPlacedAddress;
} VkMemoryMapPlacedInfoEXT;
#endif

struct givk_device;
struct givk_memory;

/** Maps all of the memory at its device address. If the host already uses that range, the host
 *  address stays NULL and the call succeeds.
 *  Units:   allocated_bytes is the size of the Vulkan object.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_placed_map(struct givk_device *dev, struct givk_memory *mem,
                         uint64_t allocated_bytes);

#endif
