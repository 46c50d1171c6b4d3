/* RADV, as an ordinary user of Vulkan sees it: a device, buffers and semaphores that can be shared,
 * submissions. Every step that fails fails the test. */
#ifndef CARD_TEST_VULKAN_H
#define CARD_TEST_VULKAN_H

#include "test_rig.h"

#include <vulkan/vulkan.h>

/** A device of RADV's and what the tests need of it. */
struct radv {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    PFN_vkGetMemoryFdKHR get_memory_fd;
    PFN_vkGetSemaphoreFdKHR get_semaphore_fd;
    PFN_vkImportSemaphoreFdKHR import_semaphore_fd;
};

/** A buffer with its own memory, seen by the CPU. */
struct shared {
    uint64_t size_bytes;                 /* set by who makes it */
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *cpu;
};

void works(VkResult result);

/** Makes the instance and finds RADV's device; false when this RADV does not know the chip. The
 *  manifest in GPUINTEROP_CARD_ICD is used when it is set. */
bool radv_find(struct radv *radv);

/** Whether RADV does not know the card, which it says, and that the test is skipped. */
bool radv_is_absent(void);

/** The family that can transfer and nothing else, which is the copy engine; UINT32_MAX: none. */
uint32_t radv_transfer_family(VkPhysicalDevice physical);

/** A device with one queue of that family. */
void radv_open(struct radv *radv, uint32_t family);
void radv_close(struct radv *radv);

/** Makes the buffer, or imports it when the descriptor is one; that is taken. */
void shared_create(struct radv *radv, struct shared *shared, int fd);
void shared_destroy(struct radv *radv, struct shared *shared);
int shared_export(struct radv *radv, const struct shared *shared);

/** Makes a semaphore, or imports it when the descriptor is one; that is taken. */
VkSemaphore semaphore_create(struct radv *radv, VkSemaphoreType type, int fd);
int semaphore_export(struct radv *radv, VkSemaphore semaphore);

/** A command buffer that is being recorded. */
VkCommandBuffer radv_begin(struct radv *radv);

/** Submits with one wait and some signals; a value of a binary semaphore means nothing. */
void submit_radv(struct radv *radv, VkCommandBuffer commands, VkSemaphore wait,
                 uint64_t wait_value, const VkSemaphore *signals, const uint64_t *signal_values,
                 uint32_t signal_count);
void wait_host(struct radv *radv, VkSemaphore semaphore, uint64_t value);

#endif
