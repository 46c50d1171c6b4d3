/* One batch of a submit: a deep copy without its shared semaphores. A wait for one becomes a gate,
 * which the host passes before it submits. A signal becomes a publication, which the host makes
 * after the batch. */
#ifndef GILAYER_BATCH_H
#define GILAYER_BATCH_H

#include "arena.h"
#include "layer.h"

struct gilayer_payload;

enum gilayer_batch_kind {
    GILAYER_SUBMIT,
    GILAYER_SUBMIT2,
    GILAYER_BIND_SPARSE,
    GILAYER_FENCE_ONLY,
};

/** A wait or signal of a submit, from any of Vulkan's structs. */
struct gilayer_op {
    VkSemaphore semaphore;
    uint64_t value;
    VkPipelineStageFlags2 stages;
    uint32_t device_index;
};

/** A wait that the host makes. It waits for a shared payload, or for the submit of another queue's
 *  held batch that signals a binary semaphore of the driver. */
struct gilayer_gate {
    struct gilayer_payload *payload;    /* NULL: use held_by */
    uint64_t value;
    uint64_t held_by;
    bool passed;
};

/** A signal that the host makes when the batch is done. */
struct gilayer_publication {
    struct gilayer_payload *payload;
    uint64_t value;
};

/** A binary semaphore of the driver whose signal is in a held batch. */
struct gilayer_held_signal {
    struct gilayer_held_signal *next;
    VkSemaphore semaphore;
    const struct gilayer_queue *queue;
    uint64_t batch_id;
};

struct gilayer_batch {
    struct gilayer_batch *next;
    struct gilayer_arena arena;
    enum gilayer_batch_kind kind;
    uint64_t id;
    union {
        VkSubmitInfo submit;
        VkSubmitInfo2 submit2;
        VkBindSparseInfo bind;
    } info;
    VkFence fence;              /* the program's, or VK_NULL_HANDLE */

    struct gilayer_op *waits, *signals;         /* those that the driver waits for and signals */
    uint32_t wait_count, signal_count;
    struct gilayer_gate *gates;
    uint32_t gate_count;
    struct gilayer_publication *publications;
    uint32_t publication_count;

    struct gilayer_held_signal *held_signals;   /* an array of signal_count */
    VkFence done;               /* the layer's; only with publications */
    bool published;
};

/** Make a batch of one struct of a submit, with copies of all it points to. They drop structs of
 *  its chain that the layer does not know.
 *  Owner:   the caller frees *out; it is NULL on failure.
 *  Threads: as the command's.
 *  Errors:  VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult gilayer_batch_from_submit(const struct gilayer_queue *queue, const VkSubmitInfo *info,
                                   struct gilayer_batch **out);
VkResult gilayer_batch_from_submit2(const struct gilayer_queue *queue, const VkSubmitInfo2 *info,
                                    struct gilayer_batch **out);
VkResult gilayer_batch_from_bind(const struct gilayer_queue *queue, const VkBindSparseInfo *info,
                                 struct gilayer_batch **out);

/** Makes an empty batch, which only carries a fence; NULL if memory is short.
 *  Owner:   the caller's.
 *  Threads: any. */
struct gilayer_batch *gilayer_batch_empty(void);

/** Divides waits and signals between the driver and the host. The makers above call it. A present
 *  calls it alone.
 *  Owner:   batch takes references to the payloads.
 *  Threads: as vkQueueSubmit.
 *  Errors:  VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult gilayer_batch_resolve(const struct gilayer_queue *queue, struct gilayer_batch *batch,
                               const struct gilayer_op *waits, uint32_t wait_count,
                               const struct gilayer_op *signals, uint32_t signal_count);

/** Submits the batch to the driver's queue.
 *  Owner:   borrows batch.
 *  Threads: one at a time for one queue.
 *  Errors:  the driver's. */
VkResult gilayer_batch_submit(const struct gilayer_queue *queue, const struct gilayer_batch *batch,
                              VkFence fence);

/** Frees a batch and its references; NULL does nothing.
 *  Threads: any. */
void gilayer_batch_destroy(struct gilayer_batch *batch);

#endif
