/** A thread of a device that creates pipelines ahead of use and saves the pipeline cache, so that
 *  no caller does. It starts when it first has work. */
#ifndef GIVK_PIPELINE_WORKER_H
#define GIVK_PIPELINE_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct givk_device;

/** Creates one of the pipelines to create ahead.
 *  Returns: false if number is behind the last. */
typedef bool givk_make_ahead(struct givk_device *dev, uint32_t number);

struct givk_pipeline_worker {
    pthread_mutex_t lock;        /* a leaf; guards all that follows */
    pthread_cond_t changed;
    pthread_t thread;
    bool has_started, has_ended, stop;
    givk_make_ahead *ahead;      /* NULL: nothing is left to create ahead */
    uint32_t next_ahead;
    uint64_t unsaved;            /* pipelines created since the last save */
    int64_t save_at_ns;          /* time of the next save */
};

/** Threads: one, as the device opens. */
void givk_pipeline_worker_init(struct givk_device *dev);

/** Stops the thread and waits for it. The thread saves new pipelines before it ends.
 *  Threads: one, as the device closes. */
void givk_pipeline_worker_finish(struct givk_device *dev);

/** Lets the thread create pipelines ahead. If the thread cannot start, none are.
 *  Threads: any, once a device. */
void givk_pipeline_worker_make_ahead(struct givk_device *dev, givk_make_ahead *ahead);

/** Reports a new pipeline. The thread saves the cache soon, if it is kept in a file.
 *  Threads: any. */
void givk_pipeline_worker_note_made(struct givk_device *dev);

#endif
