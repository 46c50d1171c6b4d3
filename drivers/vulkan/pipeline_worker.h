/** A thread of a device that makes pipelines before they are needed and saves the cache of them, so
 *  that no caller does. It starts when there is something to do. */
#ifndef GIVK_PIPELINE_WORKER_H
#define GIVK_PIPELINE_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct givk_device;

/** Makes the pipeline of that number among those that are to be made ahead; false: there is none of
 *  that number, nor of a greater one. */
typedef bool givk_make_ahead(struct givk_device *dev, uint32_t number);

struct givk_pipeline_worker {
    pthread_mutex_t lock;        /* a leaf; guards all that follows */
    pthread_cond_t changed;
    pthread_t thread;
    bool has_started, has_ended, stop;
    givk_make_ahead *ahead;      /* NULL: there is nothing (more) to make ahead */
    uint32_t next_ahead;
    uint64_t unsaved;            /* pipelines made since the cache was last saved, */
    int64_t save_at_ns;          /* which is next done then */
};

void givk_pipeline_worker_init(struct givk_device *dev);

/** Stops the thread, which saves what is new, and waits until it has ended. */
void givk_pipeline_worker_finish(struct givk_device *dev);

/** Has the thread make pipelines ahead. Without a thread nobody does.
 *  Threads: any, once a device. */
void givk_pipeline_worker_make_ahead(struct givk_device *dev, givk_make_ahead *ahead);

/** A pipeline was made: has the thread save the cache soon, if there is a file for it.
 *  Threads: any. */
void givk_pipeline_worker_note_made(struct givk_device *dev);

#endif
