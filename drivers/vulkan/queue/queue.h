/** Queues. Each has a Vulkan queue and a timeline of its own. */
#ifndef GIVK_QUEUE_H
#define GIVK_QUEUE_H

#include <stdatomic.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"
#include "vulkan/memory/memory.h"
#include "vulkan/sync/timestamps.h"
#include "vulkan/sync/wait.h"

/** Command buffers with their own pool. They are free when the queue has reached value. */
struct givk_slot {
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkCommandBuffer behind;              /* what comes behind the recordings of a batch;
                                            VK_NULL_HANDLE: not needed so far */
    struct givk_timestamps *times;       /* NULL: it has had none */
    uint64_t value;
};

struct givk_queue {
    struct gi_queue base;
    VkQueue handle;
    uint32_t family;
    VkSemaphore timeline;
    atomic_uint_fast64_t reached;        /* the last value read from the timeline */
    atomic_uint_fast64_t submitted;
    atomic_int_fast64_t asked_ns;        /* when the device was last asked whether it is lost, or
                                            had a submit */
    struct givk_slot *slots;             /* a ring; the oldest is at next_slot */
    uint32_t slot_count, slot_room, next_slot;
    struct givk_times_line times;
    struct givk_memory between;          /* see image_commands.h; all zero until it is needed */
    struct givk_watch watch;
};

extern const struct gi_queue_ops givk_queue_ops;

/** Casts the base to the driver's queue. */
static inline struct givk_queue *givk_queue_from(struct gi_queue *base)
{
    return (struct givk_queue *)base;
}

#endif
