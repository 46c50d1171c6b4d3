/** Queues: each is a context of the kernel on one ring of the copy engine, with a timeline.
 *
 *  A batch is one call of the kernel. It ends with a fence that the engine writes into memory, so
 *  how far a queue is can be read without a call, and work that the kernel dropped is told from
 *  work that was done: its point of the timeline is signalled, and its fence was not written. A
 *  batch that signals semaphores is reached with its point, not before: who waited for it finds
 *  them signalled. */
#ifndef GIAMD_QUEUE_H
#define GIAMD_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>

#include "commands.h"
#include "contract/driver.h"
#include "memory.h"

struct giamd_queue {
    struct gi_queue base;
    amdgpu_context_handle context;
    uint32_t ring;
    uint32_t timeline;           /* a sync object; its points are the batches' values */
    struct giamd_memory page;    /* the word that fences write is at its begin */

    pthread_mutex_t mutex;       /* guards all but what only submit uses */
    struct giamd_slot *first, *last;     /* in flight, in order */
    struct giamd_slot *spare;
    uint32_t fence;              /* of the newest batch */
    atomic_uint seen_fence;      /* the word, as it was when done was found */
    _Atomic uint64_t done;       /* by the engine's fences: the slots are free again */
    uint64_t last_signal;        /* of what is done, the newest batch that signals semaphores */
    uint64_t point;              /* the kernel's, as far as it was told of */
    _Atomic uint64_t reached, submitted;
    int64_t asked_ns;            /* when the kernel was last asked about work that takes long */

    struct giamd_submission submission;  /* submit's alone: room that is used again */
    struct giamd_memory scratch;         /* and what its commands use in turn, once one needed it */
};

extern const struct gi_queue_ops giamd_queue_ops;

/** The driver's queue of a base that it owns. */
struct giamd_queue *giamd_queue_from(struct gi_queue *base);

/** The value that the queue is known to have reached, without a call of the kernel. It may have
 *  reached more.
 *  Threads: any. */
uint64_t giamd_queue_known(struct giamd_queue *queue);

/** The value that the queue has reached, seldom with a call of the kernel.
 *  Threads: any.
 *  Errors:  GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status giamd_queue_reached(struct giamd_queue *queue, uint64_t *out_value);

/** The timeline's point is signalled: is its work done?
 *  Threads: any.
 *  Errors:  GI_DEVICE_LOST if it is not, and never will be. */
GI_MUST_CHECK gi_status giamd_queue_signalled(struct giamd_queue *queue, uint64_t value);

#endif
