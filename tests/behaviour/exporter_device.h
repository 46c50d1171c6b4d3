/* The exporter's device, for the files that make things of it. */
#ifndef BEHAVIOUR_EXPORTER_DEVICE_H
#define BEHAVIOUR_EXPORTER_DEVICE_H

#include <stdbool.h>
#include <stdint.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/** Starts the exporter; false where there is none. */
bool exporter_ready(void);

VkDevice exporter_device(void);
VkPhysicalDevice exporter_gpu(void);
PFN_vkVoidFunction exporter_instance_call(const char *name);
PFN_vkVoidFunction exporter_device_call(const char *name);

/** The newest exported timeline; and a signal of one by the exporter's host, false if that
 *  failed. */
VkSemaphore exporter_timeline(void);
bool exporter_signal(VkSemaphore timeline, uint64_t value);

/** A memory type with the properties among those allowed; 0 if there is none. */
uint32_t exporter_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted);

#endif
