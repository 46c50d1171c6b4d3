/** The plain Vulkan part of the demo that every Vulkan program has: a device, its queue, buffers;
 *  and what makes memory and semaphores shareable. It knows nothing of CUDA or HIP. */
#ifndef EXAMPLES_VULKAN_SETUP_H
#define EXAMPLES_VULKAN_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

struct gpu {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    uint8_t uuid[VK_UUID_SIZE];
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    PFN_vkGetMemoryFdKHR get_memory_fd;
    PFN_vkGetSemaphoreFdKHR get_semaphore_fd;
};

struct buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t memory_bytes;
    void *mapped;                /* NULL if it is not for the host */
};

/** Ends the program with a sentence when result is no success. */
void vulkan_check(VkResult result, const char *what);

/** Opens the first device that can share memory and semaphores by opaque fd; ends the program with
 *  a sentence for each device if there is none. */
void gpu_open(struct gpu *gpu);
void gpu_close(struct gpu *gpu);

/** A memory type among the allowed ones that has the wanted properties, or else the second choice;
 *  ends the program if there is none. */
uint32_t gpu_memory_type(const struct gpu *gpu, uint32_t allowed, VkMemoryPropertyFlags wanted,
                         VkMemoryPropertyFlags second);

/** A buffer in device memory that can be exported. */
void buffer_create_shared(const struct gpu *gpu, uint64_t size_bytes, struct buffer *out_buffer);

/** A buffer that the host reads or writes. */
void buffer_create_mapped(const struct gpu *gpu, uint64_t size_bytes, struct buffer *out_buffer);
void buffer_destroy(const struct gpu *gpu, struct buffer *buffer);

/** A new fd of the buffer's memory; the caller's. */
int buffer_export(const struct gpu *gpu, const struct buffer *buffer);

/** A semaphore that can be exported; a timeline starts at 0. */
VkSemaphore semaphore_create_shared(const struct gpu *gpu, VkSemaphoreType type);

/** A new fd of the semaphore; the caller's. */
int semaphore_export(const struct gpu *gpu, VkSemaphore semaphore);

/** Command buffers of one pool, each with a fence that is signalled.
 *  Returns: the pool. */
VkCommandPool commands_create(const struct gpu *gpu, uint32_t count,
                              VkCommandBuffer *out_commands, VkFence *out_finished);

#endif
