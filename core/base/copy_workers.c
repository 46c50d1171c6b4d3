#include "copy_workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "clock.h"
#include "host_copy.h"
#include "process.h"
#include "thread.h"
#include "uncancelled.h"

/* What a thread takes at a time: large enough to be written past the cache, small enough that
 * nobody waits long for the other's last one. */
#define PIECE_BYTES ((size_t)256 << 10)

/* How long either looks out for the other before it sleeps. */
#define LOOK_OUT_NS 50000

/* One job at a time. Two pairs of flags say that one thread acts before the other looks:
 * `open` and `inside` (the helper reads the job only inside while it is open, and the caller
 * changes it only once closed and nobody is inside), and each `sleeps` with what it sleeps for. */
static struct {
    pthread_mutex_t callers;             /* held by whose job it is */
    pthread_mutex_t lock;                /* of the sleepers */
    pthread_cond_t changed;
    pthread_t thread;
    bool is_started, cannot_start;       /* guarded by callers */
    atomic_bool stopping;
    atomic_bool open, inside;
    atomic_bool helper_sleeps, caller_sleeps;
    char *dst;
    const char *src;
    size_t size_bytes;
    bool past_cache;
    atomic_size_t next_piece;
    atomic_ulong helped;
} crew = {
    .callers = PTHREAD_MUTEX_INITIALIZER,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
};

static void copy(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    if (past_cache)
        gi_host_copy_out(dst, src, size_bytes);
    else
        memcpy(dst, src, size_bytes);
}

/* Copies pieces of the job until none is left; how many. */
static unsigned long copy_pieces(void)
{
    unsigned long count = 0;

    for (;; count++) {
        size_t begin = atomic_fetch_add(&crew.next_piece, 1) * PIECE_BYTES;
        size_t left = begin < crew.size_bytes ? crew.size_bytes - begin : 0;

        if (left == 0)
            return count;
        copy(crew.dst + begin, crew.src + begin, left < PIECE_BYTES ? left : PIECE_BYTES,
             crew.past_cache);
    }
}

static void pause_processor(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Looks out for flag to become wanted, for a while; whether it has. */
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
    pthread_mutex_lock(&crew.lock);
    pthread_cond_broadcast(&crew.changed);
    pthread_mutex_unlock(&crew.lock);
}

/* ---- the helper ----------------------------------------------------------------------------- */

static void sleep_until_open(void)
{
    pthread_mutex_lock(&crew.lock);
    atomic_store(&crew.helper_sleeps, true);
    while (!atomic_load(&crew.open) && !atomic_load(&crew.stopping))
        pthread_cond_wait(&crew.changed, &crew.lock);
    atomic_store(&crew.helper_sleeps, false);
    pthread_mutex_unlock(&crew.lock);
}

static void *run_helper(void *argument)
{
    while (!atomic_load(&crew.stopping)) {
        if (!look_out(&crew.open, true))
            sleep_until_open();
        atomic_store(&crew.inside, true);
        if (atomic_load(&crew.open))
            atomic_fetch_add(&crew.helped, copy_pieces());
        atomic_store(&crew.inside, false);
        wake(&crew.caller_sleeps);
        if (!look_out(&crew.open, false))    /* nothing is left, the caller still copies */
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

/* Whether there is a helper, or is one now. */
static bool has_helper(void)
{
    if (crew.is_started || crew.cannot_start)
        return crew.is_started;
    crew.is_started = has_processors() && gi_thread_start(&crew.thread, "gi-copy", run_helper,
                                                          NULL) == GI_OK;
    crew.cannot_start = !crew.is_started;
    if (crew.is_started)
        gi_process_at_exit(stop_at_exit, NULL);
    return crew.is_started;
}

static void wait_until_nobody_is_inside(void)
{
    GI_UNCANCELLED;

    if (look_out(&crew.inside, false))
        return;
    pthread_mutex_lock(&crew.lock);
    atomic_store(&crew.caller_sleeps, true);
    while (atomic_load(&crew.inside))
        pthread_cond_wait(&crew.changed, &crew.lock);
    atomic_store(&crew.caller_sleeps, false);
    pthread_mutex_unlock(&crew.lock);
}

static void copy_together(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    crew.dst = dst;
    crew.src = src;
    crew.size_bytes = size_bytes;
    crew.past_cache = past_cache;
    atomic_store(&crew.next_piece, 0);
    atomic_store(&crew.open, true);
    wake(&crew.helper_sleeps);
    copy_pieces();
    atomic_store(&crew.open, false);
    wait_until_nobody_is_inside();
}

void gi_copy_workers_copy(void *dst, const void *src, size_t size_bytes, bool past_cache)
{
    if (size_bytes < GI_HOST_CREW_LEAST_BYTES || pthread_mutex_trylock(&crew.callers) != 0) {
        copy(dst, src, size_bytes, past_cache);
        return;
    }
    if (has_helper())
        copy_together(dst, src, size_bytes, past_cache);
    else
        copy(dst, src, size_bytes, past_cache);
    pthread_mutex_unlock(&crew.callers);
}

void gi_copy_workers_stop(void)
{
    pthread_mutex_lock(&crew.callers);
    if (crew.is_started) {
        atomic_store(&crew.stopping, true);
        pthread_mutex_lock(&crew.lock);
        pthread_cond_broadcast(&crew.changed);
        pthread_mutex_unlock(&crew.lock);
        gi_thread_join(crew.thread);
    }
    crew.is_started = false;
    crew.cannot_start = true;
    pthread_mutex_unlock(&crew.callers);
}

unsigned long gi_copy_workers_pieces(void)
{
    return atomic_load(&crew.helped);
}
