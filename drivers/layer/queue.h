/* The layer's view of a queue. */
#ifndef GILAYER_QUEUE_H
#define GILAYER_QUEUE_H

#include "gate.h"
#include "publish.h"

struct gilayer_queue {
    struct gilayer_queue *next_queue;
    struct gilayer_device *device;
    VkQueue handle;
    struct gilayer_gatekeeper gate;
    struct gilayer_publisher publisher;
};

/** Finds a queue; its first use creates it. NULL if memory is short.
 *  Owner:   the device's.
 *  Threads: any. */
struct gilayer_queue *gilayer_queue_of(struct gilayer_device *device, VkQueue handle);

/** Ends all queues of a device.
 *  Threads: none other may use the device. */
void gilayer_queues_finish(struct gilayer_device *device);

#endif
