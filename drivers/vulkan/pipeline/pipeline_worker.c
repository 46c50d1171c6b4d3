#include "pipeline_worker.h"

#include "base/clock.h"
#include "base/exit_wait.h"
#include "base/process.h"
#include "base/thread.h"
#include "pipeline_cache.h"
#include "vulkan/device/device.h"

/* One save covers all pipelines that are created within this time. */
#define GIVK_SAVE_DELAY_NS INT64_C(500000000)

static struct givk_pipeline_worker *givk_worker(struct givk_device *dev)
{
    return &dev->pipeline_worker;
}

/** Creates the next pipeline ahead. The lock is held, but not during the creation. */
static void givk_step(struct givk_device *dev)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);
    givk_make_ahead *ahead = worker->ahead;
    uint32_t number = worker->next_ahead++;
    bool goes_on;

    pthread_mutex_unlock(&worker->lock);
    goes_on = ahead(dev, number);
    pthread_mutex_lock(&worker->lock);
    if (!goes_on)
        worker->ahead = NULL;
}

static void givk_save(struct givk_device *dev)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);

    worker->unsaved = 0;
    pthread_mutex_unlock(&worker->lock);
    givk_pipeline_cache_save(dev);
    pthread_mutex_lock(&worker->lock);
}

static void *givk_work(void *argument)
{
    struct givk_device *dev = argument;
    struct givk_pipeline_worker *worker = givk_worker(dev);

    pthread_mutex_lock(&worker->lock);
    for (;;) {
        if (worker->ahead != NULL && !worker->stop)
            givk_step(dev);
        else if (worker->unsaved != 0 && (worker->stop || gi_now_ns() >= worker->save_at_ns))
            givk_save(dev);
        else if (worker->stop || !givk_pipeline_cache_is_kept(dev))
            break;
        else
            (void)gi_condition_wait(&worker->changed, &worker->lock,
                                    worker->unsaved != 0 ? worker->save_at_ns : GI_FOREVER);
    }
    worker->has_ended = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

static void givk_tell_to_stop(struct givk_pipeline_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

/** Runs at exit. */
static void givk_stop_worker(void *argument)
{
    struct givk_pipeline_worker *worker = givk_worker(argument);

    givk_tell_to_stop(worker);           /* from then on it does not start */
    if (worker->has_started)
        gi_exit_wait_join(worker->thread);
}

/** Starts the thread if it has not started, but not at exit. The lock is held. */
static void givk_start_worker(struct givk_device *dev)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);

    if (worker->has_started || worker->stop || !gi_process_first_at_exit(givk_stop_worker, dev))
        return;
    worker->has_started = gi_thread_start(&worker->thread, "gi-pipelines", givk_work, dev) == GI_OK;
    if (!worker->has_started)
        (void)gi_process_not_at_exit(givk_stop_worker, dev);
}

void givk_pipeline_worker_init(struct givk_device *dev)
{
    pthread_mutex_init(&givk_worker(dev)->lock, NULL);
    gi_condition_init(&givk_worker(dev)->changed);
}

void givk_pipeline_worker_finish(struct givk_device *dev)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);

    givk_tell_to_stop(worker);
    if (worker->has_started && gi_process_not_at_exit(givk_stop_worker, dev)) {
        pthread_join(worker->thread, NULL);
    } else if (worker->has_started) {    /* at exit: joined there, or not at all */
        pthread_mutex_lock(&worker->lock);
        while (!worker->has_ended)
            pthread_cond_wait(&worker->changed, &worker->lock);
        pthread_mutex_unlock(&worker->lock);
    }
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
}

void givk_pipeline_worker_make_ahead(struct givk_device *dev, givk_make_ahead *ahead)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);

    pthread_mutex_lock(&worker->lock);
    worker->ahead = ahead;
    worker->next_ahead = 0;
    pthread_cond_broadcast(&worker->changed);
    givk_start_worker(dev);
    pthread_mutex_unlock(&worker->lock);
}

void givk_pipeline_worker_note_made(struct givk_device *dev)
{
    struct givk_pipeline_worker *worker = givk_worker(dev);

    if (!givk_pipeline_cache_is_kept(dev))
        return;
    pthread_mutex_lock(&worker->lock);
    if (worker->unsaved++ == 0)
        worker->save_at_ns = gi_now_ns() + GIVK_SAVE_DELAY_NS;
    pthread_cond_broadcast(&worker->changed);
    givk_start_worker(dev);
    pthread_mutex_unlock(&worker->lock);
}
