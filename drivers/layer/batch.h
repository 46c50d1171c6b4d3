/* One batch of a submit, copied deeply, with its shared semaphores taken out: the waits on them
 * become gates that the host passes before it submits, the signals become publications that the
 * host makes when the batch is done. */
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

/** A semaphore operation, whichever struct it came in. */
struct gilayer_op {
    VkSemaphore semaphore;
    uint64_t value;
    VkPipelineStageFlags2 stages;
    uint32_t device_index;
};

/** A wait that the host makes: on a shared payload, or until a held batch of another queue that
 *  signals a binary semaphore of the driver has been submitted. */
struct gilayer_gate {
    struct gilayer_payload *payload;    /* NULL: held_by */
    uint64_t value;
    uint64_t held_by;
    bool passed;
};

/** A signal that the host makes once the batch is done. */
struct gilayer_publication {
    struct gilayer_payload *payload;
    uint64_t value;
};

/** A binary semaphore of the driver whose signal is still held back. */
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
    VkFence fence;              /* the program's, or none */

    struct gilayer_op *waits, *signals;         /* the driver's part */
    uint32_t wait_count, signal_count;
    struct gilayer_gate *gates;
    uint32_t gate_count;
    struct gilayer_publication *publications;
    uint32_t publication_count;

    struct gilayer_held_signal *held_signals;   /* room for signal_count of them */
    VkFence done;               /* the layer's, while publications are due */
    bool published;
};

/** Makes a batch of one struct of a submit, with copies of all it points to. Structs of its
 *  chain that the layer does not know are left out.
 *  Owner:   the caller frees *out; it is NULL on failure.
 *  Errors:  VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult gilayer_batch_from_submit(const struct gilayer_queue *queue, const VkSubmitInfo *info,
                                   struct gilayer_batch **out);
VkResult gilayer_batch_from_submit2(const struct gilayer_queue *queue, const VkSubmitInfo2 *info,
                                    struct gilayer_batch **out);
VkResult gilayer_batch_from_bind(const struct gilayer_queue *queue, const VkBindSparseInfo *info,
                                 struct gilayer_batch **out);

/** Makes an empty batch, which a fence alone is held with.
 *  Owner:   the caller's; NULL if memory is short. */
struct gilayer_batch *gilayer_batch_empty(void);

/** Resolves waits and signals into what the driver and what the host does; part of the makers
 *  above, and all there is to do for a present.
 *  Owner:   batch takes references to the payloads.
 *  Errors:  VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult gilayer_batch_resolve(const struct gilayer_queue *queue, struct gilayer_batch *batch,
                               const struct gilayer_op *waits, uint32_t wait_count,
                               const struct gilayer_op *signals, uint32_t signal_count);

/** Hands the batch to the driver's queue.
 *  Owner:   borrows batch. */
VkResult gilayer_batch_submit(const struct gilayer_queue *queue, const struct gilayer_batch *batch,
                              VkFence fence);

/** Frees a batch and its references; NULL is nothing. */
void gilayer_batch_destroy(struct gilayer_batch *batch);

#endif
