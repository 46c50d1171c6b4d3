/* The semaphores of a device: by which identity other processes know them, and the names that the
 * program gave them. */
#ifndef GITRACE_SEMAPHORE_H
#define GITRACE_SEMAPHORE_H

#include "trace_layer.h"

/** A signal or a wait. */
struct gitrace_op {
    struct gi_trace_identity identity;
    uint64_t value;
    bool is_binary;                     /* value is the number of the signal or the wait */
    struct gitrace_semaphore *semaphore;        /* of a wait for a timeline: one reference */
};

/** Notes a signal or a wait that is being submitted. The value is a timeline's. False, with nothing
 *  noted, for a semaphore that the layer does not know.
 *  Owner:   the caller ends the wait by gitrace_op_finish.
 *  Threads: any. */
bool gitrace_op_begin(struct gitrace_device *device, VkSemaphore semaphore, bool is_wait,
                      uint64_t value, struct gitrace_op *out_op);
void gitrace_op_finish(struct gitrace_device *device, struct gitrace_op *op);

/** Waits until the timeline of a wait has its value, the semaphore is destroyed or the time is
 *  over. True: there is nothing more to wait for.
 *  Threads: any. */
bool gitrace_op_wait(struct gitrace_device *device, const struct gitrace_op *op,
                     uint64_t timeout_ns);

/** Frees all semaphores of a device.
 *  Threads: none other may use the device. */
void gitrace_semaphores_finish(struct gitrace_device *device);

#endif
