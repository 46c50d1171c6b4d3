/** The other program: plain Vulkan that exports memory and semaphores and knows nothing of the
 *  library. It has an instance and a device of its own.
 *
 *  Semaphores are Vulkan's where the driver or a layer can export them, else host semaphores, which
 *  any program can make without Vulkan. */
#ifndef SCENARIO_VULKAN_PEER_H
#define SCENARIO_VULKAN_PEER_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

#include "queue/host_semaphore.h"

/** Starts the peer on the first device that can export buffers by opaque fd.
 *  Returns: false, and why in *out_why, where there is none. */
bool peer_start(const char **out_why);
void peer_stop(void);

/** The UUID of the peer's device. */
const uint8_t *peer_uuid(void);

/** True if semaphores are Vulkan's own. */
bool peer_has_semaphores(void);

struct peer_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t size_bytes;         /* of the buffer */
    uint64_t allocated_bytes;    /* of the memory */
};

/** Makes a buffer in memory of its own that can be exported. */
void peer_buffer_create(struct peer_buffer *out, uint64_t size_bytes, bool dedicated);
void peer_buffer_destroy(struct peer_buffer *buffer);

/** Makes a buffer in memory that another program exported.
 *  Owner:   takes fd, if the driver imports it.
 *  Returns: false where it does not. */
bool peer_buffer_import(struct peer_buffer *out, uint64_t size_bytes, int fd);

/** A new fd of the memory; the caller's. */
int peer_buffer_export(const struct peer_buffer *buffer);

/** Writes and reads by the device; waits until it is done. */
void peer_buffer_write(const struct peer_buffer *buffer, uint64_t offset_bytes, const void *data,
                       uint64_t size_bytes);
void peer_buffer_read(const struct peer_buffer *buffer, uint64_t offset_bytes, void *data,
                      uint64_t size_bytes);

struct peer_semaphore {
    bool timeline;
    VkSemaphore vulkan;
    struct gi_host_semaphore host;
};

/** Makes a semaphore that can be exported; a timeline starts at 0. */
void peer_semaphore_create(struct peer_semaphore *out, bool timeline);
void peer_semaphore_destroy(struct peer_semaphore *semaphore);

/** A new fd of the semaphore; the caller's. */
int peer_semaphore_export(const struct peer_semaphore *semaphore);

/** Signals; value is a timeline's. */
void peer_semaphore_signal(struct peer_semaphore *semaphore, uint64_t value);

/** Waits until the value is reached, or consumes a binary one's signal; ends the test with a
 *  failure if that takes 20 seconds. */
void peer_semaphore_wait(struct peer_semaphore *semaphore, uint64_t value);

/** What other files of the peer build on. */
struct peer_parts {
    VkPhysicalDevice physical;
    VkDevice device;
    VkCommandPool pool;
    uint32_t family;
};

struct peer_parts peer_parts(void);

/** Ends the program with a sentence unless good: the peer is scenery, where it fails there is
 *  nothing to test. */
void peer_need(bool good, const char *what);

/** The first allowed memory type with all wanted properties; the first allowed one if none has. */
uint32_t peer_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted);

/** When a command buffer runs: behind one value, before the other. Either may be NULL. */
struct peer_order {
    struct peer_semaphore *wait;
    uint64_t wait_value;
    struct peer_semaphore *signal;
    uint64_t signal_value;
};

/** Submits, with Vulkan's own semaphores by the device itself, and waits until it is done. */
void peer_run(VkCommandBuffer commands, const struct peer_order *order);

/** The counter of a timeline. */
uint64_t peer_semaphore_value(const struct peer_semaphore *semaphore);

#endif
