/** The reference: plain Vulkan calls by hand. Two VkDevices of one physical device, an exporter and
 *  an importer, as two programs would have them. */
#ifndef BENCH_VULKAN_H
#define BENCH_VULKAN_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

/** Ends the program if a Vulkan call fails. */
#define BENCH_VK(call) bench_check_vulkan((call), #call, __FILE__, __LINE__)
void bench_check_vulkan(VkResult result, const char *call, const char *file, int line);

/** One VkDevice with one queue, and what its measurements re-use. */
struct bench_vulkan_device {
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkSemaphore timeline;            /* not exported; for waiting until work is done */
    uint64_t value;                  /* the last one given to timeline */
    PFN_vkGetMemoryFdKHR get_memory_fd;
    PFN_vkGetSemaphoreFdKHR get_semaphore_fd;    /* NULL if semaphores cannot be exported */
};

/** A buffer with memory of its own. */
struct bench_vulkan_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize allocated_bytes;    /* of the memory */
    uint32_t memory_type;
};

/** Opens both devices on the physical device with this UUID. */
void bench_vulkan_start(const uint8_t uuid[16]);
void bench_vulkan_stop(void);

/** The same with the importer alone. */
void bench_vulkan_start_one(const uint8_t uuid[16]);
void bench_vulkan_stop_one(void);

bool bench_vulkan_is_cpu(void);

/** Whether the driver exports timeline semaphores as opaque fds. */
bool bench_vulkan_has_semaphores(void);

/** The largest device-local heap.
 *  Units:   bytes. */
uint64_t bench_vulkan_heap_bytes(void);

struct bench_vulkan_device *bench_vulkan_exporter(void);
struct bench_vulkan_device *bench_vulkan_importer(void);

/** Makes a buffer for copies and fills in device-local memory, exportable by opaque fd or not. */
void bench_vulkan_buffer_create(struct bench_vulkan_device *on, struct bench_vulkan_buffer *out,
                                uint64_t size_bytes, bool exportable);
void bench_vulkan_buffer_destroy(struct bench_vulkan_device *on,
                                 struct bench_vulkan_buffer *buffer);

/** The first of the allowed memory types with all wanted properties; ends the program if there is
 *  none. */
uint32_t bench_vulkan_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted);

/** A square 2D image of RGBA8 texels with memory of its own, exportable. */
struct bench_vulkan_image {
    VkImage image;
    VkDeviceMemory memory;
    VkDeviceSize allocated_bytes;
    uint32_t memory_type, size, levels;
};

void bench_vulkan_image_create(struct bench_vulkan_device *on, struct bench_vulkan_image *out,
                               uint32_t size, uint32_t levels);
void bench_vulkan_image_destroy(struct bench_vulkan_device *on, struct bench_vulkan_image *image);
int bench_vulkan_image_export(struct bench_vulkan_device *on,
                              const struct bench_vulkan_image *image);

/** The calls that are needed to use the memory behind an fd as an image, and those that undo them.
 *  Owner:   takes fd. */
void bench_vulkan_import_image_once(struct bench_vulkan_device *on, int fd,
                                    const struct bench_vulkan_image *exported);

/** A buffer in cached memory of the host. */
void bench_vulkan_host_buffer_create(struct bench_vulkan_device *on,
                                     struct bench_vulkan_buffer *out, uint64_t size_bytes);

/** Takes an image into the general layout; waits until it is. */
void bench_vulkan_image_begin(struct bench_vulkan_device *on,
                              const struct bench_vulkan_image *image);

/** Records a copy of level 0 to or from a buffer. */
void bench_vulkan_record_level(struct bench_vulkan_device *on,
                               const struct bench_vulkan_image *image,
                               const struct bench_vulkan_buffer *buffer, bool to_image);

/** A new fd of the memory; the caller's. */
int bench_vulkan_buffer_export(struct bench_vulkan_device *on,
                               const struct bench_vulkan_buffer *buffer);

/** The calls that are needed to use the memory behind an fd as a buffer by its address, and those
 *  that undo them: what the front end's import, map, free and destroy are compared with.
 *  Owner:   takes fd. */
void bench_vulkan_import_once(struct bench_vulkan_device *on, int fd,
                              const struct bench_vulkan_buffer *exported, uint64_t size_bytes);

/** Memory behind an fd, as a buffer that has an address. */
struct bench_vulkan_import {
    VkDeviceMemory memory;
    VkBuffer buffer;
};

/** The first half of these calls, and the second.
 *  Owner:   takes fd. */
void bench_vulkan_import(struct bench_vulkan_device *on, int fd,
                         const struct bench_vulkan_buffer *exported, uint64_t size_bytes,
                         struct bench_vulkan_import *out);
void bench_vulkan_import_end(struct bench_vulkan_device *on,
                             const struct bench_vulkan_import *import);

/** Makes a timeline that can be exported, and a new fd of one; the caller's. */
VkSemaphore bench_vulkan_timeline_create(struct bench_vulkan_device *on);
int bench_vulkan_timeline_export(struct bench_vulkan_device *on, VkSemaphore timeline);

/** The same of a binary semaphore. */
VkSemaphore bench_vulkan_binary_create(struct bench_vulkan_device *on);

/** Signals a timeline from the host, or sleeps until it has reached a value. */
void bench_vulkan_timeline_signal(struct bench_vulkan_device *on, VkSemaphore timeline,
                                  uint64_t value);
void bench_vulkan_timeline_wait(struct bench_vulkan_device *on, VkSemaphore timeline,
                                uint64_t value);

/** Submits the recorded commands behind a wait for a value of another timeline. */
void bench_vulkan_submit_behind(struct bench_vulkan_device *on, VkSemaphore timeline,
                                uint64_t value);

/** Submits two lists of commands, with a signal of the binary semaphore and a wait for it between
 *  them. */
void bench_vulkan_submit_hop(struct bench_vulkan_device *on, VkCommandBuffer first,
                             VkCommandBuffer second, VkSemaphore binary);

/** Submits no commands, but a wait for one value of the timeline and a signal of another. */
void bench_vulkan_submit_between(struct bench_vulkan_device *on, VkSemaphore timeline,
                                 uint64_t wait, uint64_t signal);

/** Starts and ends recording the device's one command buffer. */
void bench_vulkan_begin(struct bench_vulkan_device *on);
void bench_vulkan_end(struct bench_vulkan_device *on);

/** Submits the recorded commands. */
void bench_vulkan_submit(struct bench_vulkan_device *on);

/** Submits no commands, but a wait for the value that was reached last or a signal of the next. */
void bench_vulkan_submit_wait(struct bench_vulkan_device *on);
void bench_vulkan_submit_signal(struct bench_vulkan_device *on);

/** Sleeps until everything submitted so far is done. */
void bench_vulkan_finish(struct bench_vulkan_device *on);

/** The same without sleep: polls the counter. */
void bench_vulkan_poll(struct bench_vulkan_device *on);

#endif
