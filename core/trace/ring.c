#include "ring.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* a leaf: guards the list */
static _Atomic(struct gi_ring *) first;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;
static _Thread_local struct gi_ring *own;

static void leave(void *ring)
{
    own = NULL;
    atomic_store(&((struct gi_ring *)ring)->is_free, true);
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, leave) == 0;
}

/* The lock is held. A ring is taken only once it was read, as its records are of its thread. */
static struct gi_ring *find_free(void)
{
    for (struct gi_ring *ring = atomic_load(&first); ring != NULL; ring = ring->next) {
        if (atomic_load(&ring->is_free) && atomic_load(&ring->read) == atomic_load(&ring->written))
            return ring;
    }
    return NULL;
}

static void begin_ring(struct gi_ring *ring)
{
    ring->thread = (uint32_t)syscall(SYS_gettid);
    if (pthread_getname_np(pthread_self(), ring->thread_name, sizeof ring->thread_name) != 0)
        ring->thread_name[0] = '\0';
    atomic_store(&ring->is_free, false);
}

static struct gi_ring *take(void)
{
    struct gi_ring *ring;

    pthread_once(&once, make_key);
    if (!has_key)
        return NULL;
    pthread_mutex_lock(&lock);
    ring = find_free();
    if (ring != NULL) {
        begin_ring(ring);
    } else if ((ring = calloc(1, sizeof *ring)) != NULL) {
        begin_ring(ring);
        ring->next = atomic_load(&first);
        atomic_store(&first, ring);
    }
    pthread_mutex_unlock(&lock);
    if (ring != NULL && pthread_setspecific(key, ring) != 0) {
        atomic_store(&ring->is_free, true);
        return NULL;
    }
    return ring;
}

struct gi_ring *gi_ring_own(void)
{
    if (own == NULL)
        own = take();
    return own;
}

struct gi_trace_record *gi_ring_next(struct gi_ring *ring)
{
    uint64_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);

    if (written - atomic_load_explicit(&ring->read, memory_order_acquire) < GI_RING_RECORDS)
        return &ring->records[written % GI_RING_RECORDS];
    atomic_fetch_add_explicit(&ring->dropped, 1, memory_order_relaxed);
    return NULL;
}

bool gi_ring_give(struct gi_ring *ring)
{
    uint64_t written = atomic_load_explicit(&ring->written, memory_order_relaxed) + 1;

    atomic_store_explicit(&ring->written, written, memory_order_release);
    return written - atomic_load_explicit(&ring->read, memory_order_relaxed) ==
           GI_RING_RECORDS / 2;
}

struct gi_ring *gi_ring_first(void)
{
    return atomic_load(&first);
}
