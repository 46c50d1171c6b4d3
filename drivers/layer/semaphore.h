/* The semaphores of a device and the shared payloads that some of them have.
 *
 * The program's handle is always the driver's own semaphore. One that is exported or imported
 * has a payload besides: a host semaphore that takes the place of the driver's in every wait and
 * signal, so that the driver never sees it used. */
#ifndef GILAYER_SEMAPHORE_H
#define GILAYER_SEMAPHORE_H

#include "../../core/queue/host_semaphore.h"
#include "layer.h"

/** A shared payload, counted, because submits outlive the semaphore they named. */
struct gilayer_payload {
    atomic_uint references;
    struct gi_host_semaphore host;
};

/** What a wait or signal operation on a semaphore means at the moment it is submitted. */
struct gilayer_target {
    struct gilayer_payload *payload;    /* NULL: the driver's own semaphore */
    bool timeline;
};

/** Resolves a semaphore for one signal operation, or for a host operation.
 *  Owner:   the caller gives the payload back.
 *  Threads: any; the device's lock is held by the caller. */
struct gilayer_target gilayer_semaphore_look(struct gilayer_device *device, VkSemaphore semaphore);

/** Resolves a semaphore for one wait operation, which ends a temporary import.
 *  Owner:   the caller gives the payload back.
 *  Threads: any; the device's lock is held by the caller. */
struct gilayer_target gilayer_semaphore_take(struct gilayer_device *device, VkSemaphore semaphore);

/** Tells whether operations on a semaphore now go to a shared payload.
 *  Threads: any; the device's lock is held by the caller. */
bool gilayer_semaphore_is_shared(const struct gilayer_device *device, VkSemaphore semaphore);

/** Gives a payload back; the last one unmaps it. NULL is nothing.
 *  Threads: any. */
void gilayer_payload_put(struct gilayer_payload *payload);

/** Frees what the program forgot to destroy.
 *  Threads: none other may use the device. */
void gilayer_semaphores_finish(struct gilayer_device *device);

#endif
