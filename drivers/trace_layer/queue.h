/* The queues of a device. A thread of each queue that is recorded sees when its work is done, and
 * makes records of it. */
#ifndef GITRACE_QUEUE_H
#define GITRACE_QUEUE_H

#include "semaphore.h"

enum { GITRACE_SPARE_FENCES = 16 };

/** Work of one call. Waits stand before the signals in its list. */
struct gitrace_work {
    struct gitrace_work *next;
    const char *name;                   /* of its slice: a constant text */
    uint64_t number;
    int64_t begin_ns;                   /* of the call */
    int64_t end_ns;                     /* when it was done; 0: when the fence is */
    VkFence fence;                      /* or VK_NULL_HANDLE: nobody sees its end */
    uint32_t wait_count, op_count;
    struct gitrace_op ops[];
};

struct gitrace_queue {
    struct gitrace_queue *next_queue;
    struct gitrace_device *device;
    VkQueue handle;
    uint32_t family, index;
    const char *track_name;             /* a text that stays; NULL: there was no memory */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gitrace_work *first, *last;
    VkFence spare[GITRACE_SPARE_FENCES];
    uint32_t spare_count;
    bool has_thread;
    atomic_bool stop;
    uint64_t grace_ns;                  /* how long a fence may still take then */
    pthread_t thread;
    int64_t last_ns;                    /* the thread's: where the last slice ends */
};

/** Finds a queue. NULL: the program has not asked for it, or there was no memory.
 *  Owner:   the device's.
 *  Threads: any. */
struct gitrace_queue *gitrace_queue_of(struct gitrace_device *device, VkQueue handle);

/** Notes a queue of a device.
 *  Threads: any. */
void gitrace_queue_add(struct gitrace_device *device, VkQueue handle, uint32_t family,
                       uint32_t index);

/** Gives a queue the program's name; NULL takes it away. It is the track's if nothing of the queue
 *  was recorded before.
 *  Threads: any. */
void gitrace_queue_name(struct gitrace_device *device, VkQueue handle, const char *name);

/** Gives work that was submitted to the queue's thread.
 *  Owner:   takes work.
 *  Threads: one that may use the queue. */
void gitrace_queue_give(struct gitrace_queue *queue, struct gitrace_work *work);

/** Frees work that was not submitted. */
void gitrace_work_free(struct gitrace_device *device, struct gitrace_work *work);

/** Ends the threads of all queues of a device, and frees the queues.
 *  Threads: none other may use the device. */
void gitrace_queues_finish(struct gitrace_device *device);

#endif
