/** Batches as command buffers, and the call that submits them. */
#ifndef GIAMD_COMMANDS_H
#define GIAMD_COMMANDS_H

#include "contract/driver.h"
#include "memory.h"
#include "packets.h"

struct giamd_device;

/** A command buffer. */
struct giamd_part {
    struct giamd_memory memory;
    uint32_t dwords;             /* written, in the present use */
};

/** The command buffers of one batch, used again when the queue is past it. */
struct giamd_slot {
    struct giamd_slot *next;
    struct giamd_part *parts;
    uint32_t part_count;         /* that exist, */
    uint32_t used;               /* of these in use, */
    uint32_t given;              /* and of these shown to the kernel, */
    bool was_given;              /* which took some of them */
    uint32_t fence;              /* what the batch writes at its end */
    uint64_t value;
    bool signals;                /* semaphores */
};

/** Growing arrays for one call of the kernel. */
struct giamd_submission {
    struct drm_amdgpu_bo_list_entry *listed;
    size_t listed_count, listed_room;
    struct drm_amdgpu_cs_chunk_syncobj *waits, *signals;
    size_t wait_count, wait_room, signal_count, signal_room;
    struct drm_amdgpu_cs_chunk_ib *buffers;
    struct drm_amdgpu_cs_chunk *chunks;
    size_t buffer_room;
};

/** Command buffers in one call of the kernel at most; a batch of more takes several calls. */
enum { GIAMD_BUFFERS_PER_CALL = 8 };

/** What goes from one tiled image to another passes through so much at a time. */
enum { GIAMD_SCRATCH_BYTES = 1 << 20 };

/** Where a batch is recorded to, and who takes it. */
struct giamd_target {
    struct giamd_device *dev;
    amdgpu_context_handle context;
    uint32_t ring;
    uint64_t fence_address;
    uint32_t timeline;
    struct giamd_slot *slot;
    struct giamd_submission *submission;
    struct giamd_memory *scratch;        /* the queue's; all zero until a batch needs it */
};

/** Records the batch into the slot's buffers and submits it, its waits and its signals, and the
 *  point batch->value of the timeline.
 *  Errors: GI_OUT_OF_MEMORY, GI_DEVICE_LOST; then no work of the batch signals anything. */
GI_MUST_CHECK gi_status giamd_commands_submit(const struct giamd_target *target,
                                              const struct giamd_memory *page,
                                              const struct gi_batch *batch);

/** A new slot without buffers, NULL if there is no memory for it. */
struct giamd_slot *giamd_slot_create(void);
void giamd_slot_destroy(struct giamd_slot *slot);

void giamd_submission_finish(struct giamd_submission *submission);

#endif
