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

#include "host_semaphore.h"

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

/** The counter of a timeline. */
uint64_t peer_semaphore_value(const struct peer_semaphore *semaphore);

#endif
