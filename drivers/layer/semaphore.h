/* The semaphores of a device, and the shared payloads that some have.
 *
 * The program's handle is always the driver's own semaphore. An exported or imported one also has a
 * payload, a host semaphore. Every wait and signal uses the payload in its place, so the driver's
 * semaphore stays unused. */
#ifndef GILAYER_SEMAPHORE_H
#define GILAYER_SEMAPHORE_H

#include "../../core/queue/host_semaphore.h"
#include "layer.h"

/** A shared payload. It is counted, because submits outlive the semaphore that they name. */
struct gilayer_payload {
    atomic_uint references;
    struct gi_host_semaphore host;
};

/** The target of a wait or signal: the payload of the semaphore when the work is submitted. */
struct gilayer_target {
    struct gilayer_payload *payload;    /* NULL: the driver's own semaphore */
    bool timeline;
};

/** Resolves a semaphore for a signal or for a host operation.
 *  Owner:   the caller releases the payload with gilayer_payload_put.
 *  Threads: any; the caller holds the device's lock. */
struct gilayer_target gilayer_semaphore_look(struct gilayer_device *device, VkSemaphore semaphore);

/** Resolves a semaphore for a wait, which ends a temporary import.
 *  Owner:   the caller releases the payload with gilayer_payload_put.
 *  Threads: any; the caller holds the device's lock. */
struct gilayer_target gilayer_semaphore_take(struct gilayer_device *device, VkSemaphore semaphore);

/** Tells whether a semaphore has a shared payload.
 *  Threads: any; the caller holds the device's lock. */
bool gilayer_semaphore_is_shared(const struct gilayer_device *device, VkSemaphore semaphore);

/** Releases a payload; the last release unmaps it. NULL does nothing.
 *  Threads: any. */
void gilayer_payload_put(struct gilayer_payload *payload);

/** Frees the semaphores that the program did not destroy.
 *  Threads: none other may use the device. */
void gilayer_semaphores_finish(struct gilayer_device *device);

#endif
