#include "copy_workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "host_copy.h"
#include "base/process.h"
#include "base/thread.h"
#include "base/uncancelled.h"

/* One piece, which a thread takes at a time. It is large enough to be written past the cache, and
 * small enough that neither thread waits long for the other's last piece. */
#define PIECE_BYTES ((size_t)256 << 10)

/* How long each thread polls for the other before it sleeps. */
#define LOOK_OUT_NS 50000

/* One job at a time. Two pairs of flags order the threads: each thread sets its own flag before it
 * reads the other's. In the first pair the worker sets `inside`, and then reads the job only if
 * `open` is set. The caller clears `open`, and then changes the job only once `inside` is clear. In
 * the second pair a thread sets its `sleeps` flag before it tests the flag that it sleeps for. */
static struct {
    pthread_mutex_t callers;             /* held by the caller whose job it is */
    pthread_mutex_t lock;                /* guards the sleeps */
    pthread_cond_t changed;
    pthread_t thread;
    bool is_started, cannot_start;       /* guarded by callers */
    atomic_bool stopping;
    atomic_bool open, inside;
    atomic_bool worker_sleeps, caller_sleeps;
    char *dst;
    const char *src;
    size_t size_bytes;
    bool past_cache;
    atomic_size_t next_piece;
    atomic_ulong pieces;
} workers = {
    .callers = PTHREAD_MUTEX_INITIALIZER,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
};

static void copy_bytes(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    if (past_cache)
        gi_host_copy_out(dst, src, size_bytes);
    else
        memcpy(dst, src, size_bytes);
}

/* Copies pieces of the job until none is left. Returns how many it copied. */
static unsigned long copy_pieces(void)
{
    unsigned long count = 0;

    for (;; count++) {
        size_t begin = atomic_fetch_add(&workers.next_piece, 1) * PIECE_BYTES;
        size_t left = begin < workers.size_bytes ? workers.size_bytes - begin : 0;

        if (left == 0)
            return count;
        copy_bytes(workers.dst + begin, workers.src + begin,
                   left < PIECE_BYTES ? left : PIECE_BYTES, workers.past_cache);
    }
}

static void pause_processor(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Polls for a while until flag equals wanted. Returns whether it does. */
static bool look_out(atomic_bool *flag, bool wanted)
{
    int64_t until = gi_now_ns() + LOOK_OUT_NS;

    while (atomic_load(flag) != wanted) {
        if (gi_now_ns() >= until)
            return false;
        pause_processor();
    }
    return true;
}

static void wake(const atomic_bool *sleeps)
{
    if (!atomic_load(sleeps))
        return;
    pthread_mutex_lock(&workers.lock);
    pthread_cond_broadcast(&workers.changed);
    pthread_mutex_unlock(&workers.lock);
}

/* ---- the worker ----------------------------------------------------------------------------- */

static void sleep_until_open(void)
{
    pthread_mutex_lock(&workers.lock);
    atomic_store(&workers.worker_sleeps, true);
    while (!atomic_load(&workers.open) && !atomic_load(&workers.stopping))
        pthread_cond_wait(&workers.changed, &workers.lock);
    atomic_store(&workers.worker_sleeps, false);
    pthread_mutex_unlock(&workers.lock);
}

static void *run_worker(void *argument)
{
    while (!atomic_load(&workers.stopping)) {
        if (!look_out(&workers.open, true))
            sleep_until_open();
        atomic_store(&workers.inside, true);
        if (atomic_load(&workers.open))
            atomic_fetch_add(&workers.pieces, copy_pieces());
        atomic_store(&workers.inside, false);
        wake(&workers.caller_sleeps);
        if (!look_out(&workers.open, false))    /* no piece is left; the caller still copies */
            sched_yield();
    }
    return argument;
}

/* ---- the caller ----------------------------------------------------------------------------- */

static bool has_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 1;
}

static void stop_at_exit(void *argument)
{
    (void)argument;
    gi_copy_workers_stop();
}

/* Whether the worker runs; starts it if it can. */
static bool has_worker(void)
{
    if (workers.is_started || workers.cannot_start)
        return workers.is_started;
    workers.is_started = has_processors() &&
                         gi_thread_start(&workers.thread, "gi-copy", run_worker, NULL) == GI_OK;
    workers.cannot_start = !workers.is_started;
    if (workers.is_started)
        gi_process_at_exit(stop_at_exit, NULL);
    return workers.is_started;
}

static void wait_until_nobody_is_inside(void)
{
    GI_UNCANCELLED;

    if (look_out(&workers.inside, false))
        return;
    pthread_mutex_lock(&workers.lock);
    atomic_store(&workers.caller_sleeps, true);
    while (atomic_load(&workers.inside))
        pthread_cond_wait(&workers.changed, &workers.lock);
    atomic_store(&workers.caller_sleeps, false);
    pthread_mutex_unlock(&workers.lock);
}

static void copy_together(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    workers.dst = dst;
    workers.src = src;
    workers.size_bytes = size_bytes;
    workers.past_cache = past_cache;
    atomic_store(&workers.next_piece, 0);
    atomic_store(&workers.open, true);
    wake(&workers.worker_sleeps);
    copy_pieces();
    atomic_store(&workers.open, false);
    wait_until_nobody_is_inside();
}

void gi_copy_workers_copy(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    if (size_bytes < GI_COPY_WORKERS_LEAST_BYTES || pthread_mutex_trylock(&workers.callers) != 0) {
        copy_bytes(dst, src, size_bytes, past_cache);
        return;
    }
    if (has_worker())
        copy_together(dst, src, size_bytes, past_cache);
    else
        copy_bytes(dst, src, size_bytes, past_cache);
    pthread_mutex_unlock(&workers.callers);
}

void gi_copy_workers_stop(void)
{
    pthread_mutex_lock(&workers.callers);
    if (workers.is_started) {
        atomic_store(&workers.stopping, true);
        pthread_mutex_lock(&workers.lock);
        pthread_cond_broadcast(&workers.changed);
        pthread_mutex_unlock(&workers.lock);
        gi_thread_join(workers.thread);
    }
    workers.is_started = false;
    workers.cannot_start = true;
    pthread_mutex_unlock(&workers.callers);
}

unsigned long gi_copy_workers_pieces(void)
{
    return atomic_load(&workers.pieces);
}
