/* Jobs, and the threads that do them: one for each ring of an open file. */
#ifndef GICARD_WORKER_H
#define GICARD_WORKER_H

#include "device.h"

#define GICARD_MAX_IBS 16

struct gicard_ib {
    uint64_t address;
    uint32_t size_bytes, flags;
};

/** One submission. */
struct gicard_job {
    struct gicard_job *next;             /* of its entity's queue */
    struct gicard_job *next_unfinished;  /* of its file's */
    struct gicard_file *file;            /* outlives it */
    struct gicard_entity *entity;
    struct gicard_fence fence;
    struct gicard_fence_set waits;
    struct gicard_vm *vm;                /* the addresses as they were when it was submitted */
    struct gicard_ib ibs[GICARD_MAX_IBS];
    uint32_t ib_count, ip, ring;
    uint32_t buffer_count;
    struct gicard_buffer **buffers;      /* that it lists */
    struct gicard_buffer *user_fence;    /* or NULL; its seq is written there */
    uint32_t user_fence_offset;
    uint64_t delay_ns;                   /* as the settings were when it was submitted */
    bool hang, fault;                    /* what shall become of it */
};

/** Frees a job and what it holds.
 *  Threads: any, not under the file's lock. */
void gicard_job_free(struct gicard_job *job);

/** Hands a job to its ring's worker; its entity and its seq are set.
 *  Owner:   the job is the worker's from then on.
 *  Threads: under the file's lock. */
void gicard_worker_push(struct gicard_job *job);

/** Whether a job of the file that may touch buffers yet lists this one.
 *  Threads: under the file's lock. */
bool gicard_worker_uses(const struct gicard_file *file, const struct gicard_buffer *buffer);

/** Gives back all that a job uses, though the kernel has not heard of its end: what comes next, and
 *  last, tells the program so.
 *  Threads: the ring's worker, not under the file's lock. */
void gicard_worker_done_with(struct gicard_job *job);

/** The ring, with its thread; started when there is none.
 *  Threads: under the file's lock.
 *  Errors:  NULL. */
struct gicard_ring *gicard_ring_get(struct gicard_file *file, uint32_t ip, uint32_t ring);

/** Lists an entity with its ring; takes it out and frees it, at once or when it is empty.
 *  Threads: under the file's lock. */
void gicard_ring_add(struct gicard_ring *ring, struct gicard_entity *entity);
void gicard_ring_close(struct gicard_ring *ring, struct gicard_entity *entity);

/** Ends all rings of a file: what can still be done is done, the rest ends with an error. They are
 *  freed, or kept for threads that may still look at them.
 *  Threads: not under the file's lock. */
void gicard_rings_stop(struct gicard_file *file, bool keep);

#endif
