/* Questions about freeing and destroying while a stream is held: which calls wait, and for which
 * streams; what they answer within a host function; what others may do while one of them waits.
 * "waits" means that the call had not returned before the stream was let go, as in order.c. */
#include "freeing.h"
#include "exporter_device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum held { HELD_USER, HELD_BLOCKING, HELD_NON_BLOCKING, HELD_OTHER_THREAD, HELD_BY_SEMAPHORE,
            HELD_COUNT };

#define PER_THREAD 2
#define SIGNAL_BRAKE 7

/* What keeps a stream from going on: a host function, or a semaphore that nobody has signalled. */
struct brake {
    struct hold hold;
    cudaStream_t stream;
    cudaExternalSemaphore_t semaphore;
    VkSemaphore exported;                /* the same, of the exporter */
    pthread_t thread;
    atomic_bool is_set, may_end;
    bool good;
};

static bool flag_is_set(void *flag)
{
    return atomic_load((atomic_bool *)flag);
}

/* A thread whose own default stream is held; it lives until the stream is let go. */
static void *hold_own_stream(void *context)
{
    struct brake *brake = context;
    brake->good = hold_stream(&brake->hold, numbered_stream(PER_THREAD));
    atomic_store(&brake->is_set, true);
    (void)eventually(flag_is_set, &brake->may_end, 20000);
    return NULL;
}

static bool set_by_semaphore(struct brake *brake)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreWaitParams wait;
    memset(&desc, 0, sizeof(desc));
    memset(&wait, 0, sizeof(wait));
    desc.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    desc.handle.fd = exporter_semaphore(true);
    brake->exported = exporter_timeline();
    wait.params.fence.value = 1;
    return cudaImportExternalSemaphore(&brake->semaphore, &desc) == cudaSuccess &&
           cudaWaitExternalSemaphoresAsync(&brake->semaphore, &wait, 1, brake->stream) ==
               cudaSuccess;
}

static bool set_brake(struct brake *brake, enum held held)
{
    const unsigned int flags = held == HELD_BLOCKING || held == HELD_USER ? 0 : 1;
    if (held == HELD_OTHER_THREAD) {
        pthread_create(&brake->thread, NULL, hold_own_stream, brake);
        return eventually(flag_is_set, &brake->is_set, 10000) && brake->good;
    }
    if (cudaStreamCreateWithFlags(&brake->stream, flags) != cudaSuccess)
        return false;
    if (held == HELD_BY_SEMAPHORE)
        return set_by_semaphore(brake);
    return hold_stream(&brake->hold, brake->stream);
}

static void release_brake(struct brake *brake, enum held held)
{
    if (held != HELD_BY_SEMAPHORE)
        let_go(&brake->hold);
    else if (!exporter_signal(brake->exported, 1))
        note("signal", "failed");
}

struct freeing {
    const struct freed *freed;
    struct thing thing;
};

static cudaError_t do_free(void *context)
{
    struct freeing *freeing = context;
    return freeing->freed->free(&freeing->thing);
}

/* The argument is the call and how the stream is held. */
static void ask_held(int arg)
{
    static struct brake brake;
    static struct freeing freeing;
    const enum held held = (enum held)(arg % HELD_COUNT);
    struct attempt attempt = {do_free, &freeing, cudaSuccess, false, 0};
    if (arg / HELD_COUNT == FREED_OPENED)
        freeing.thing.from_other = other_process_with_memory();
    start_device();
    freeing.freed = &all_freed[arg / HELD_COUNT];
    if (freeing.freed->make != NULL)
        answer("make", freeing.freed->make(&freeing.thing));
    answer("synchronize", cudaDeviceSynchronize());
    note("held", "%s", set_brake(&brake, held) ? "yes" : "no");
    if (held == HELD_USER && freeing.freed->use != NULL)
        answer("use", freeing.freed->use(&freeing.thing, brake.stream));
    bool in_time = returns_in_time(&attempt);
    release_brake(&brake, held);
    finish_attempt(&attempt);
    note("call", "%s %s", in_time ? "returns" : "waits", cudaGetErrorName(attempt.code));
    answer("end", cudaDeviceSynchronize());
    atomic_store(&brake.may_end, true);
}

static void free_inside(void *context)
{
    struct attempt *attempt = context;
    attempt->code = do_free(attempt->context);
    atomic_store(&attempt->returned, true);
}

/* The same call within a host function, and once more after it. */
static void ask_inside(int which)
{
    static struct freeing freeing;
    static struct attempt attempt;
    if (which == FREED_OPENED)
        freeing.thing.from_other = other_process_with_memory();
    start_device();
    freeing.freed = &all_freed[which];
    attempt.context = &freeing;
    if (freeing.freed->make != NULL)
        answer("make", freeing.freed->make(&freeing.thing));
    answer("launch", cudaLaunchHostFunc(NULL, free_inside, &attempt));
    answer("synchronize", cudaDeviceSynchronize());
    note("inside", "%s", cudaGetErrorName(attempt.code));
    answer("after", do_free(&freeing));
}

/* Whether a call returns while a free waits; it runs in a thread of its own. */
static struct attempt *try_meanwhile(const char *name, cudaError_t (*call)(void *), void *context)
{
    struct attempt *attempt = calloc(1, sizeof(*attempt));
    attempt->call = call;
    attempt->context = context;
    bool in_time = returns_in_time(attempt);
    if (in_time)
        note(name, "returns %s", cudaGetErrorName(attempt->code));
    else
        note(name, "waits");
    return attempt;
}

struct meanwhile {
    struct brake *brake;
    void *freed, *other;
    cudaStream_t free_stream;
};

static cudaError_t free_it(void *context)
{
    return cudaFree(((struct meanwhile *)context)->freed);
}

static cudaError_t free_other(void *context)
{
    return cudaFree(((struct meanwhile *)context)->other);
}

static cudaError_t use_it(void *context)
{
    struct meanwhile *m = context;
    return cudaMemsetAsync(m->freed, 1, 4096, m->free_stream);
}

static cudaError_t use_other(void *context)
{
    struct meanwhile *m = context;
    return cudaMemsetAsync(m->other, 1, 4096, m->free_stream);
}

static cudaError_t ask_about_it(void *context)
{
    struct cudaPointerAttributes got;
    return cudaPointerGetAttributes(&got, ((struct meanwhile *)context)->freed);
}

static cudaError_t allocate(void *context)
{
    void *fresh = NULL;
    (void)context;
    return cudaMalloc(&fresh, 4096);
}

static cudaError_t signal_brake(void *context)
{
    struct meanwhile *m = context;
    struct cudaExternalSemaphoreSignalParams signal;
    memset(&signal, 0, sizeof(signal));
    signal.params.fence.value = 1;
    return cudaSignalExternalSemaphoresAsync(&m->brake->semaphore, &signal, 1, m->free_stream);
}

static cudaError_t synchronize_free_stream(void *context)
{
    return cudaStreamSynchronize(((struct meanwhile *)context)->free_stream);
}

/* What others may do while a free waits for a stream that is held; the last of them is what it
 * waits for. */
static void ask_meanwhile(int what)
{
    static struct brake brake;
    static struct meanwhile m = {.brake = &brake};
    const enum held held = what == SIGNAL_BRAKE ? HELD_BY_SEMAPHORE : HELD_NON_BLOCKING;
    static const struct {
        const char *name;
        cudaError_t (*call)(void *);
    } calls[] = {{"allocate", allocate}, {"attributes", ask_about_it}, {"use_other", use_other},
                 {"synchronize_free_stream", synchronize_free_stream}, {"use_it", use_it},
                 {"free_it_again", free_it}, {"free_other", free_other},
                 {"signal", signal_brake}};
    start_device();
    answer("malloc", cudaMalloc(&m.freed, 65536));
    answer("malloc_other", cudaMalloc(&m.other, 65536));
    answer("stream", cudaStreamCreateWithFlags(&m.free_stream, 1));
    answer("synchronize", cudaDeviceSynchronize());
    note("held", "%s", set_brake(&brake, held) ? "yes" : "no");
    struct attempt *first = try_meanwhile("free", free_it, &m);
    struct attempt *second = try_meanwhile(calls[what].name, calls[what].call, &m);
    if (what != SIGNAL_BRAKE)
        release_brake(&brake, held);
    finish_attempt(first);
    finish_attempt(second);
    note("free_end", "%s", cudaGetErrorName(first->code));
    note("second_end", "%s", cudaGetErrorName(second->code));
    answer("end", cudaDeviceSynchronize());
}

/* Whether a free that waits also waits for what is enqueued after it began. */
static void ask_later_work(int arg)
{
    static struct brake first, second;
    static struct meanwhile m;
    (void)arg;
    start_device();
    answer("malloc", cudaMalloc(&m.freed, 65536));
    note("held", "%s", set_brake(&first, HELD_NON_BLOCKING) ? "yes" : "no");
    struct attempt *attempt = try_meanwhile("free", free_it, &m);
    answer("stream", cudaStreamCreateWithFlags(&second.stream, 1));
    /* Its host function may have to wait for the first one's, so nobody waits for it to begin. */
    second.hold.stream = second.stream;
    note("second_held", "%s", hold_stream_later(&second.hold) ? "yes" : "no");
    release_brake(&first, HELD_NON_BLOCKING);
    note("free_then", "%s",
         eventually(flag_is_set, &attempt->returned, patience_ms()) ? "returned" : "waits");
    let_go(&second.hold);
    finish_attempt(attempt);
    note("free_end", "%s", cudaGetErrorName(attempt->code));
    answer("end", cudaDeviceSynchronize());
}

#define HELD(which, held, name) {"freeing." held "_" name, ask_held, which}

/** What frees something that work may use. */
#define FREES(which, name)                                                            \
    HELD(which * HELD_COUNT + HELD_USER, "user_held", name),                          \
    HELD(which * HELD_COUNT + HELD_OTHER_THREAD, "other_thread_held", name),          \
    HELD(which * HELD_COUNT + HELD_BY_SEMAPHORE, "held_by_semaphore", name),          \
    {"freeing.inside_" name, ask_inside, which}

/** What frees nothing. */
#define FREES_NOTHING(which, name)                                                    \
    HELD(which * HELD_COUNT + HELD_NON_BLOCKING, "non_blocking_held", name),          \
    {"freeing.inside_" name, ask_inside, which}

const struct question freeing_questions[] = {
    FREES(FREED_SMALL, "small"),
    HELD(FREED_SMALL * HELD_COUNT + HELD_BLOCKING, "blocking_held", "small"),
    HELD(FREED_SMALL * HELD_COUNT + HELD_NON_BLOCKING, "non_blocking_held", "small"),
    HELD(FREED_LARGE * HELD_COUNT + HELD_NON_BLOCKING, "non_blocking_held", "large"),
    HELD(FREED_PITCHED * HELD_COUNT + HELD_NON_BLOCKING, "non_blocking_held", "pitched"),
    FREES(FREED_MANAGED, "managed"),
    FREES(FREED_ORDERED, "ordered"),
    FREES(FREED_ASYNC, "free_async"),
    FREES(FREED_ASYNC_PLAIN, "free_async_of_plain"),
    FREES(FREED_HOST, "host"),
    FREES(FREED_REGISTERED, "unregister"),
    FREES(FREED_ARRAY, "array"),
    FREES(FREED_CHAIN, "mipmapped_array"),
    FREES(FREED_MAPPED, "mapped_buffer"),
    FREES(FREED_MAPPED_LAST, "mapped_buffer_of_destroyed_memory"),
    FREES(FREED_EXTERNAL, "external_memory"),
    FREES(FREED_EXTERNAL_MAPPED, "external_memory_with_buffer"),
    FREES(FREED_SEMAPHORE, "external_semaphore"),
    FREES(FREED_TEXTURE, "texture"),
    FREES(FREED_SURFACE, "surface"),
    FREES(FREED_STREAM, "stream"),
    FREES(FREED_EVENT, "event"),
    FREES(FREED_POOL, "pool"),
    FREES(FREED_OPENED, "ipc_close"),
    FREES(FREED_RESET, "reset"),
    FREES_NOTHING(FREED_NULL, "null"),
    FREES_NOTHING(FREED_HOST_NULL, "host_null"),
    FREES_NOTHING(FREED_ARRAY_NULL, "array_null"),
    FREES_NOTHING(FREED_CHAIN_NULL, "mipmapped_array_null"),
    FREES_NOTHING(FREED_GARBAGE, "garbage"),
    FREES_NOTHING(FREED_MIDDLE, "middle"),
    FREES_NOTHING(FREED_TWICE, "freed_before"),
    FREES_NOTHING(FREED_HOST_GARBAGE, "host_garbage"),
    FREES_NOTHING(FREED_REGISTERED_GARBAGE, "unregister_garbage"),
    FREES_NOTHING(FREED_PINNED_AS_DEVICE, "pinned_as_device"),
    {"freeing.meanwhile_allocate", ask_meanwhile, 0},
    {"freeing.meanwhile_attributes", ask_meanwhile, 1},
    {"freeing.meanwhile_use_other", ask_meanwhile, 2},
    {"freeing.meanwhile_synchronize_free_stream", ask_meanwhile, 3},
    {"freeing.meanwhile_use_it", ask_meanwhile, 4},
    {"freeing.meanwhile_free_it_again", ask_meanwhile, 5},
    {"freeing.meanwhile_free_other", ask_meanwhile, 6},
    {"freeing.meanwhile_signal", ask_meanwhile, SIGNAL_BRAKE},
    {"freeing.later_work", ask_later_work, 0},
    {NULL, NULL, 0},
};
