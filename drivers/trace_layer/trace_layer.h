/* Instances, devices and queues of programs that the layer records. README.md in this folder
 * explains how the parts work together. */
#ifndef GITRACE_LAYER_H
#define GITRACE_LAYER_H

#include "../layer/chain.h"

#include <stdatomic.h>
#include <stdint.h>

#include "trace/trace.h"

/* The next layer's functions that the layer calls. A function that the driver lacks is NULL. */
#define GITRACE_DEVICE_CALLS(X) \
    X(DestroyDevice) \
    X(DeviceWaitIdle) \
    X(GetDeviceQueue) \
    X(GetDeviceQueue2) \
    X(QueueSubmit) \
    X(QueueSubmit2) \
    X(QueueBindSparse) \
    X(QueueWaitIdle) \
    X(QueuePresentKHR) \
    X(AcquireNextImageKHR) \
    X(AcquireNextImage2KHR) \
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
    X(WaitForFences) \
    X(SetDebugUtilsObjectNameEXT)

#define GITRACE_MEMBER(name) PFN_vk##name name;
struct gitrace_device_calls {
    GITRACE_DEVICE_CALLS(GITRACE_MEMBER)
};
#undef GITRACE_MEMBER

struct gitrace_instance {
    struct gilayer_listed listed;       /* the first member */
    bool is_silent;                     /* nothing of it is recorded */
    PFN_vkGetInstanceProcAddr next_get_proc;
    PFN_vkDestroyInstance destroy;
    PFN_vkCreateDevice create_device;
};

struct gitrace_queue;
struct gitrace_semaphore;

enum { GITRACE_BUCKETS = 256 };

struct gitrace_device {
    struct gilayer_listed listed;       /* the first member */
    VkDevice handle;
    bool is_silent;
    unsigned number;                    /* in the names of its tracks */
    PFN_vkGetDeviceProcAddr next_get_proc;
    struct gitrace_device_calls next;

    _Atomic(struct gitrace_queue *) queues;     /* grows until the device is destroyed */
    pthread_mutex_t lock;               /* guards the semaphores, and additions to the queues */
    pthread_cond_t is_left;             /* a thread has left a wait for a semaphore */
    struct gitrace_semaphore *semaphores[GITRACE_BUCKETS];
};

/** Finds the device of a device or queue by its dispatch pointer.
 *  Owner:   the layer's; valid until the device is destroyed.
 *  Threads: any. */
struct gitrace_device *gitrace_device_of(const void *dispatchable);
struct gitrace_instance *gitrace_instance_of(const void *dispatchable);

/** Whether calls on the device are recorded now.
 *  Threads: any. */
static inline bool gitrace_records(const struct gitrace_device *device)
{
    return !device->is_silent && gi_trace_runs();
}

/** A call of the calling thread, from begin_ns until now. The number of the work that it has given
 *  to a queue, or 0.
 *  Threads: any. */
void gitrace_give_call(const char *name, int64_t begin_ns, uint64_t number);

/** A signal or a wait by the calling thread, from begin_ns until now.
 *  Threads: any. */
struct gitrace_op;
void gitrace_give_op(const char *name, enum gi_trace_kind kind, const struct gitrace_op *op,
                     int64_t begin_ns);

#endif
