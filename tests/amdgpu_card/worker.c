/* Jobs, and the threads that do them. As in the kernel's scheduler a ring takes the next job of any
 * context whose waits are over; one context's jobs stay in order. */
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "execute.h"
#include "fence.h"
#include "gem.h"
#include "rules.h"

#define STOP_WAIT_NS INT64_C(1000000000)
#define NAP_NS INT64_C(5000000)

struct gicard_ring {
    struct gicard_file *file;
    pthread_t thread;
    struct gicard_entity *entities;
    uint32_t turn;                       /* which of them is asked first */
    _Atomic bool stopping;
};

/* ---- jobs --------------------------------------------------------------------------------- */

void gicard_job_free(struct gicard_job *job)
{
    for (uint32_t i = 0; i < job->buffer_count; i++)
        gicard_buffer_put(job->buffers[i]);
    free(job->buffers);
    gicard_buffer_put(job->user_fence);
    gicard_vm_put(job->vm);
    free(job);
}

bool gicard_worker_uses(const struct gicard_file *file, const struct gicard_buffer *buffer)
{
    for (const struct gicard_job *job = file->unfinished; job != NULL; job = job->next_unfinished)
        for (uint32_t i = 0; i < job->buffer_count; i++)
            if (job->buffers[i] == buffer)
                return true;
    return false;
}

static void unlist(struct gicard_job *job)
{
    pthread_mutex_lock(&job->file->lock);
    for (struct gicard_job **at = &job->file->unfinished; *at != NULL;
         at = &(*at)->next_unfinished) {
        if (*at == job) {
            *at = job->next_unfinished;
            break;
        }
    }
    pthread_mutex_unlock(&job->file->lock);
}

void gicard_worker_done_with(struct gicard_job *job)
{
    unlist(job);
    while (job->buffer_count > 0)
        gicard_buffer_put(job->buffers[--job->buffer_count]);
    gicard_vm_put(job->vm);
    job->vm = NULL;
}

void gicard_worker_push(struct gicard_job *job)
{
    struct gicard_entity *entity = job->entity;

    job->next_unfinished = job->file->unfinished;
    job->file->unfinished = job;
    if (entity->last != NULL)
        entity->last->next = job;
    else
        entity->first = job;
    entity->last = job;
}

/* ---- faults ------------------------------------------------------------------------------- */

/** The card stands still until the driver resets it; who did it is guilty. */
static int hang(const struct gicard_ring *ring, struct gicard_job *job,
                const struct gicard_settings *settings)
{
    struct gicard_card_state *state = gicard_state_of(job->file);
    int64_t until = gicard_now_ns() + (int64_t)settings->hang_ns;

    while (gicard_now_ns() < until && !atomic_load(&ring->stopping)
           && !atomic_load(&state->unplugged))
        gicard_sleep(atomic_load(&gicard_arena->changes),
                     gicard_now_ns() + NAP_NS < until ? gicard_now_ns() + NAP_NS : until, false);
    atomic_store(&job->entity->context->guilty, true);
    atomic_fetch_add(&state->resets, 1);
    if (settings->vram_lost) {
        atomic_fetch_add(&state->vram_losses, 1);
        gicard_buffers_lose(job->file->card);
    }
    return -ECANCELED;
}

/** Why a job must not run any more, or 0. */
static int refused(const struct gicard_job *job)
{
    const struct gicard_card_state *state = gicard_state_of(job->file);
    const struct gicard_context *context = job->entity->context;

    if (atomic_load(&state->unplugged))
        return -ENODEV;
    if (atomic_load(&context->guilty) || context->vram_losses != atomic_load(&state->vram_losses))
        return -ECANCELED;
    return 0;
}

/** Waits as long as a job shall not begin: while its ring is held, then its delay. */
static void pause_for(const struct gicard_ring *ring, const struct gicard_job *job)
{
    const struct gicard_card_state *state = gicard_state_of(job->file);

    while ((gicard_settings_get().held_rings >> job->ring & 1) && !atomic_load(&ring->stopping)
           && !atomic_load(&state->unplugged))
        gicard_sleep(atomic_load(&gicard_arena->changes), gicard_now_ns() + NAP_NS, false);
    int64_t until = gicard_now_ns() + (int64_t)job->delay_ns;
    for (int64_t left = (int64_t)job->delay_ns; left > 0 && !atomic_load(&ring->stopping);
         left = until - gicard_now_ns()) {
        int64_t nap = left < NAP_NS ? left : NAP_NS;
        nanosleep(&(struct timespec){ .tv_nsec = nap }, NULL);
    }
}

static int run(const struct gicard_ring *ring, struct gicard_job *job)
{
    struct gicard_settings settings = gicard_settings_get();

    pause_for(ring, job);
    int error = refused(job);
    if (error != 0)
        return error;
    if (job->hang)
        return hang(ring, job, &settings);
    error = gicard_execute(job, job->fault);
    if (error != 0) {
        settings.hang_ns = 0;
        return hang(ring, job, &settings);
    }
    return 0;
}

/* ---- the thread --------------------------------------------------------------------------- */

/** The first job of some context whose waits are over, taken out of its queue. */
static struct gicard_job *take_job(struct gicard_ring *ring, bool *out_pending)
{
    struct gicard_job *job = NULL;
    uint32_t count = 0, place = 0;

    *out_pending = false;
    for (struct gicard_entity *entity = ring->entities; entity != NULL; entity = entity->next)
        count++;
    for (uint32_t pass = 0; pass < 2 && job == NULL; pass++) {
        place = 0;
        for (struct gicard_entity *entity = ring->entities; entity != NULL && job == NULL;
             entity = entity->next, place++) {
            bool before_turn = place < ring->turn % count;
            if (entity->first == NULL || before_turn != (pass == 1))
                continue;
            *out_pending = true;
            if (gicard_set_done(&entity->first->waits))
                job = entity->first;
        }
    }
    if (job != NULL) {
        ring->turn = place;
        job->entity->first = job->next;
        if (job->next == NULL)
            job->entity->last = NULL;
        job->entity->running = true;
    }
    return job;
}

/** What a card's interrupt takes to reach its driver. */
static void come_late(const struct gicard_ring *ring)
{
    int64_t from = gicard_now_ns(), until = from;

    for (;;) {
        uint32_t seen = atomic_load(&gicard_arena->changes);
        until = from + (int64_t)gicard_settings_get().late_ns;
        if (gicard_now_ns() >= until || atomic_load(&ring->stopping))
            return;
        gicard_sleep(seen, until, false);
    }
}

static void finish(struct gicard_ring *ring, struct gicard_job *job, int error)
{
    struct gicard_entity *entity = job->entity;
    struct gicard_file *file = ring->file;
    struct gicard_fence fence = job->fence;

    if (error == 0 && job->user_fence != NULL) {
        gicard_worker_done_with(job);
        *(volatile uint64_t *)(job->user_fence->bytes + job->user_fence_offset) = fence.seq;
    }
    come_late(ring);
    unlist(job);
    gicard_job_free(job);
    gicard_count_work(&(struct gicard_counters){ .jobs = 1 });
    gicard_timeline_complete(fence.timeline, fence.seq, error);
    pthread_mutex_lock(&file->lock);
    entity->running = false;
    if (entity->closing)
        gicard_ring_close(ring, entity);
    pthread_mutex_unlock(&file->lock);
}

/** Jobs that are left when the file closes and whose waits do not end. */
static bool cancel_one(struct gicard_ring *ring)
{
    struct gicard_job *job = NULL;

    pthread_mutex_lock(&ring->file->lock);
    for (struct gicard_entity *entity = ring->entities; entity != NULL && job == NULL;
         entity = entity->next) {
        job = entity->first;
        if (job != NULL) {
            entity->first = job->next;
            if (job->next == NULL)
                entity->last = NULL;
            entity->running = true;
        }
    }
    pthread_mutex_unlock(&ring->file->lock);
    if (job != NULL)
        finish(ring, job, -ECANCELED);
    return job != NULL;
}

static void *work(void *context)
{
    struct gicard_ring *ring = context;
    int64_t stop_at = INT64_MAX;

    for (;;) {
        uint32_t seen = atomic_load(&gicard_arena->changes);
        bool pending;
        bool stopping = atomic_load(&ring->stopping);
        pthread_mutex_lock(&ring->file->lock);
        struct gicard_job *job = take_job(ring, &pending);
        pthread_mutex_unlock(&ring->file->lock);
        if (job != NULL) {
            finish(ring, job, run(ring, job));
            continue;
        }
        if (stopping && !pending)
            return NULL;
        if (stopping && stop_at == INT64_MAX)
            stop_at = gicard_now_ns() + STOP_WAIT_NS;
        if (gicard_now_ns() >= stop_at) {
            while (cancel_one(ring))
                continue;
            return NULL;
        }
        gicard_sleep(seen, stop_at, pending);
    }
}

/* ---- rings -------------------------------------------------------------------------------- */

struct gicard_ring *gicard_ring_get(struct gicard_file *file, uint32_t ip, uint32_t index)
{
    struct gicard_ring **slot = &file->rings[ip][index];
    sigset_t all, before;

    if (*slot != NULL)
        return *slot;
    struct gicard_ring *ring = calloc(1, sizeof(*ring));
    if (ring == NULL)
        return NULL;
    ring->file = file;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&ring->thread, NULL, work, ring) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started) {
        free(ring);
        return NULL;
    }
    *slot = ring;
    return ring;
}

void gicard_ring_add(struct gicard_ring *ring, struct gicard_entity *entity)
{
    entity->next = ring->entities;
    ring->entities = entity;
}

void gicard_ring_close(struct gicard_ring *ring, struct gicard_entity *entity)
{
    if (entity->first != NULL || entity->running) {
        entity->closing = true;
        return;
    }
    for (struct gicard_entity **at = &ring->entities; *at != NULL; at = &(*at)->next) {
        if (*at == entity) {
            *at = entity->next;
            break;
        }
    }
    gicard_arena_lock();
    gicard_timeline_give(entity->timeline.timeline);
    gicard_arena_unlock();
    gicard_context_put(entity->context);
    free(entity);
}

void gicard_rings_stop(struct gicard_file *file, bool keep)
{
    for (uint32_t ip = 0; ip < AMDGPU_HW_IP_NUM; ip++) {
        for (uint32_t i = 0; i < GICARD_RINGS_OF_IP; i++) {
            struct gicard_ring *ring = file->rings[ip][i];
            if (ring == NULL)
                continue;
            atomic_store(&ring->stopping, true);
            gicard_notify();
            pthread_join(ring->thread, NULL);
            if (keep)
                continue;
            while (ring->entities != NULL)
                gicard_ring_close(ring, ring->entities);
            free(ring);
            file->rings[ip][i] = NULL;
        }
    }
}
