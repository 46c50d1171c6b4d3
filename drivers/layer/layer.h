/* Instances, devices and the next layer's functions, which all files of the layer share. README.md
 * in this folder explains how the parts work together. */
#ifndef GILAYER_LAYER_H
#define GILAYER_LAYER_H

#include "chain.h"

#include <stdatomic.h>
#include <stdint.h>

#define GILAYER_NAME "VK_LAYER_GPUINTEROP_external_semaphore"

/* The next layer's functions that the layer calls, fetched when the instance or device is created.
 * A function that the driver lacks is NULL. */
#define GILAYER_INSTANCE_CALLS(X) \
    X(DestroyInstance) \
    X(CreateDevice) \
    X(EnumerateDeviceExtensionProperties) \
    X(GetPhysicalDeviceExternalSemaphoreProperties)

#define GILAYER_DEVICE_CALLS(X) \
    X(DestroyDevice) \
    X(DeviceWaitIdle) \
    X(QueueSubmit) \
    X(QueueSubmit2) \
    X(QueueBindSparse) \
    X(QueueWaitIdle) \
    X(QueuePresentKHR) \
    X(QueueBeginDebugUtilsLabelEXT) \
    X(QueueEndDebugUtilsLabelEXT) \
    X(QueueInsertDebugUtilsLabelEXT) \
    X(CreateSemaphore) \
    X(DestroySemaphore) \
    X(GetSemaphoreFdKHR) \
    X(ImportSemaphoreFdKHR) \
    X(GetSemaphoreCounterValue) \
    X(WaitSemaphores) \
    X(SignalSemaphore) \
    X(CreateFence) \
    X(DestroyFence) \
    X(ResetFences) \
    X(GetFenceStatus) \
    X(WaitForFences)

#define GILAYER_MEMBER(name) PFN_vk##name name;
struct gilayer_instance_calls {
    GILAYER_INSTANCE_CALLS(GILAYER_MEMBER)
};
struct gilayer_device_calls {
    GILAYER_DEVICE_CALLS(GILAYER_MEMBER)
};
#undef GILAYER_MEMBER

struct gilayer_instance {
    struct gilayer_listed listed;       /* the first member */
    VkInstance handle;
    PFN_vkGetInstanceProcAddr next_get_proc;
    struct gilayer_instance_calls next;
};

struct gilayer_queue;
struct gilayer_semaphore;
struct gilayer_held_signal;

enum { GILAYER_BUCKETS = 256 };

struct gilayer_device {
    struct gilayer_listed listed;       /* the first member */
    VkDevice handle;
    bool active;                /* the layer adds the extension; else it only forwards calls */
    PFN_vkGetDeviceProcAddr next_get_proc;
    struct gilayer_device_calls next;

    _Atomic(struct gilayer_queue *) queues;     /* grows until the device is destroyed */
    atomic_uint shared_count;   /* payloads of all semaphores */
    atomic_uint held_count;     /* entries of held_signals */
    atomic_uint publish_count;  /* submits with unpublished signals */
    uint32_t released;          /* futex word; it changes after each submit of a held batch */

    pthread_mutex_t lock;       /* guards all below */
    struct gilayer_semaphore *semaphores[GILAYER_BUCKETS];
    struct gilayer_held_signal *held_signals;
    uint64_t last_batch_id;
};

/** Finds the instance of an instance or physical device by its dispatch pointer.
 *  Owner:   the layer's; valid until the instance is destroyed.
 *  Threads: any. */
struct gilayer_instance *gilayer_instance_of(const void *dispatchable);

/** Tells whether a physical device's driver lists a device extension.
 *  Threads: any. */
bool gilayer_driver_lists(const struct gilayer_instance *instance, VkPhysicalDevice physical,
                          const char *name);

/** Tells whether a physical device's driver lacks semaphores as opaque fds, so that the layer must
 *  add them.
 *  Threads: any. */
bool gilayer_driver_lacks(const struct gilayer_instance *instance, VkPhysicalDevice physical);

/** Converts a Vulkan timeout to a deadline.
 *  Units:   timeout_ns from now; the result is on CLOCK_MONOTONIC, INT64_MAX means never.
 *  Threads: any. */
int64_t gilayer_deadline(uint64_t timeout_ns);

/** Returns the time that is left until a deadline.
 *  Units:   as gilayer_deadline; UINT64_MAX means for ever.
 *  Threads: any. */
uint64_t gilayer_time_left(int64_t deadline_ns);

#endif
