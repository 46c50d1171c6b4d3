/* Questions about order: which calls wait for a stream that cannot go on. A host function holds the
 * stream; the call under question runs in a second thread, and "waits" means that it had not
 * returned before the stream was let go. The answer needs a bound in time by its nature. */
#include "behaviour.h"
#include "exporter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES 65536u
#define LARGE_BYTES (16u << 20)

enum held { HELD_BLOCKING, HELD_NON_BLOCKING, HELD_LEGACY };

static const char *const held_names[] = {"blocking", "non_blocking", "legacy"};

enum call {
    CALL_COPY_UP, CALL_COPY_UP_PINNED, CALL_COPY_DOWN, CALL_COPY_DEVICE, CALL_SET, CALL_SET_PINNED,
    CALL_ASYNC_UP_SAME, CALL_ASYNC_DOWN_SAME, CALL_ASYNC_UP_PINNED_SAME, CALL_ASYNC_SET_SAME,
    CALL_ASYNC_UP_LARGE_SAME,
    CALL_MALLOC, CALL_FREE, CALL_HOST_ALLOC, CALL_FREE_HOST, CALL_STREAM_CREATE,
    CALL_STREAM_DESTROY_OTHER, CALL_STREAM_DESTROY_SAME, CALL_EVENT_CREATE, CALL_RECORD_NULL,
    CALL_SYNCHRONIZE_NULL, CALL_QUERY_NULL, CALL_COUNT
};

static const char *const call_names[CALL_COUNT] = {
    "memcpy_up_pageable", "memcpy_up_pinned", "memcpy_down_pageable", "memcpy_device_to_device",
    "memset_device", "memset_pinned", "memcpy_async_up_pageable_same_stream",
    "memcpy_async_down_pageable_same_stream", "memcpy_async_up_pinned_same_stream",
    "memset_async_same_stream", "memcpy_async_up_16_mib_pageable_same_stream", "malloc", "free",
    "host_alloc", "free_host", "stream_create", "stream_destroy_other", "stream_destroy_same",
    "event_create", "event_record_null_stream", "stream_synchronize_null", "stream_query_null",
};

struct scene {
    atomic_bool entered, open, returned;
    cudaStream_t held, other;
    cudaEvent_t event;
    unsigned char *device, *device_2, *large, *pinned, *pinned_2, *host;
    enum call call;
    cudaError_t code;
};

static bool flag_is_set(void *flag)
{
    return atomic_load((atomic_bool *)flag);
}

static void hold(void *context)
{
    struct scene *scene = context;
    atomic_store(&scene->entered, true);
    (void)eventually(flag_is_set, &scene->open, 20000);
}

static cudaError_t do_call(struct scene *s)
{
    void *fresh = NULL;
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    const enum cudaMemcpyKind down = cudaMemcpyDeviceToHost;
    switch (s->call) {
    case CALL_COPY_UP: return cudaMemcpy(s->device, s->host, BYTES, up);
    case CALL_COPY_UP_PINNED: return cudaMemcpy(s->device, s->pinned, BYTES, up);
    case CALL_COPY_DOWN: return cudaMemcpy(s->host, s->device, BYTES, down);
    case CALL_COPY_DEVICE:
        return cudaMemcpy(s->device, s->device_2, BYTES, cudaMemcpyDeviceToDevice);
    case CALL_SET: return cudaMemset(s->device, 1, BYTES);
    case CALL_SET_PINNED: return cudaMemset(s->pinned, 1, BYTES);
    case CALL_ASYNC_UP_SAME: return cudaMemcpyAsync(s->device, s->host, BYTES, up, s->held);
    case CALL_ASYNC_DOWN_SAME: return cudaMemcpyAsync(s->host, s->device, BYTES, down, s->held);
    case CALL_ASYNC_UP_PINNED_SAME:
        return cudaMemcpyAsync(s->device, s->pinned, BYTES, up, s->held);
    case CALL_ASYNC_SET_SAME: return cudaMemsetAsync(s->device, 1, BYTES, s->held);
    case CALL_ASYNC_UP_LARGE_SAME:
        return cudaMemcpyAsync(s->large, s->host, LARGE_BYTES, up, s->held);
    case CALL_MALLOC: return cudaMalloc(&fresh, BYTES);
    case CALL_FREE: return cudaFree(s->device_2);
    case CALL_HOST_ALLOC: return cudaHostAlloc(&fresh, BYTES, 0);
    case CALL_FREE_HOST: return cudaFreeHost(s->pinned_2);
    case CALL_STREAM_CREATE: return cudaStreamCreate((cudaStream_t *)&fresh);
    case CALL_STREAM_DESTROY_OTHER: return cudaStreamDestroy(s->other);
    case CALL_STREAM_DESTROY_SAME: return cudaStreamDestroy(s->held);
    case CALL_EVENT_CREATE: return cudaEventCreate((cudaEvent_t *)&fresh);
    case CALL_RECORD_NULL: return cudaEventRecord(s->event, NULL);
    case CALL_SYNCHRONIZE_NULL: return cudaStreamSynchronize(NULL);
    case CALL_QUERY_NULL:
    case CALL_COUNT: break;
    }
    return cudaStreamQuery(NULL);
}

static void *call_in_thread(void *context)
{
    struct scene *scene = context;
    scene->code = do_call(scene);
    atomic_store(&scene->returned, true);
    return NULL;
}

static bool set_scene(struct scene *s, enum held held)
{
    start_device();
    s->host = calloc(1, LARGE_BYTES);
    bool good = cudaMalloc((void **)&s->device, BYTES) == cudaSuccess &&
                cudaMalloc((void **)&s->device_2, BYTES) == cudaSuccess &&
                cudaMalloc((void **)&s->large, LARGE_BYTES) == cudaSuccess &&
                cudaHostAlloc((void **)&s->pinned, BYTES, 0) == cudaSuccess &&
                cudaHostAlloc((void **)&s->pinned_2, BYTES, 0) == cudaSuccess &&
                cudaEventCreate(&s->event) == cudaSuccess &&
                cudaStreamCreate(&s->other) == cudaSuccess;
    if (held == HELD_BLOCKING)
        good = good && cudaStreamCreate(&s->held) == cudaSuccess;
    else if (held == HELD_NON_BLOCKING)
        good = good && cudaStreamCreateWithFlags(&s->held, cudaStreamNonBlocking) == cudaSuccess;
    good = good && cudaDeviceSynchronize() == cudaSuccess &&
           cudaLaunchHostFunc(s->held, hold, s) == cudaSuccess &&
           eventually(flag_is_set, &s->entered, 5000);
    if (!good)
        note("scene", "could not be set");
    return good;
}

/* One line for each call: waits or returns, and the code. */
static void ask_waits(int held)
{
    for (int call = 0; call < CALL_COUNT; call++) {
        if (held == HELD_LEGACY && call == CALL_STREAM_DESTROY_SAME)
            continue;
        struct scene *scene = calloc(1, sizeof(*scene));
        pthread_t thread;
        scene->call = (enum call)call;
        if (!set_scene(scene, (enum held)held))
            return;
        pthread_create(&thread, NULL, call_in_thread, scene);
        bool returned = eventually(flag_is_set, &scene->returned, patience_ms());
        atomic_store(&scene->open, true);
        pthread_join(thread, NULL);
        note(call_names[call], "%s %s held=%s", returned ? "returns" : "waits",
             cudaGetErrorName(scene->code), held_names[held]);
        (void)cudaGetLastError();
        (void)cudaDeviceSynchronize();
    }
}

static bool event_is_done(void *event)
{
    cudaError_t code = cudaEventQuery((cudaEvent_t)event);
    (void)cudaGetLastError();
    return code != cudaErrorNotReady;
}

/* Blocking stream A is held; then legacy work; then work on B: does B's work end? */
static void ask_legacy_barrier(int b_is_non_blocking)
{
    struct scene *scene = calloc(1, sizeof(*scene));
    cudaEvent_t after = NULL;
    cudaStream_t b = NULL;
    if (!set_scene(scene, HELD_BLOCKING))
        return;
    answer("event", cudaEventCreate(&after));
    answer("stream_b", cudaStreamCreateWithFlags(
                           &b, b_is_non_blocking != 0 ? cudaStreamNonBlocking : 0));
    answer("b_before_legacy", cudaMemsetAsync(scene->device, 1, BYTES, b));
    answer("record_before", cudaEventRecord(after, b));
    note("b_ends_before_legacy_work",
         "%s", eventually(event_is_done, after, patience_ms()) ? "yes" : "no");
    answer("legacy_work", cudaMemsetAsync(scene->device_2, 2, BYTES, NULL));
    answer("record_legacy", cudaEventRecord(scene->event, NULL));
    answer("b_after_legacy", cudaMemsetAsync(scene->device, 3, BYTES, b));
    answer("record_after", cudaEventRecord(after, b));
    note("legacy_ends",
         "%s", eventually(event_is_done, scene->event, patience_ms()) ? "yes" : "no");
    note("b_ends", "%s", eventually(event_is_done, after, patience_ms()) ? "yes" : "no");
    answer("query_b", cudaStreamQuery(b));
    answer("query_held", cudaStreamQuery(scene->held));
    answer("event_query_legacy", cudaEventQuery(scene->event));
    atomic_store(&scene->open, true);
    answer("synchronize", cudaDeviceSynchronize());
    answer("event_query_after", cudaEventQuery(scene->event));
}

static void set_entered(void *flag)
{
    atomic_store((atomic_bool *)flag, true);
}

/* Does a held host function of one stream hold those of another? */
static void ask_two_host_functions(int arg)
{
    (void)arg;
    static atomic_bool ran;
    struct scene *scene = calloc(1, sizeof(*scene));
    if (!set_scene(scene, HELD_NON_BLOCKING))
        return;
    answer("launch_other", cudaLaunchHostFunc(scene->other, set_entered, &ran));
    note("other_runs", "%s", eventually(flag_is_set, &ran, patience_ms()) ? "yes" : "no");
    atomic_store(&scene->open, true);
    answer("synchronize", cudaDeviceSynchronize());
}

/* A stream is destroyed with work in it: does the work still end? */
static void ask_destroy_pending(int arg)
{
    (void)arg;
    struct scene *scene = calloc(1, sizeof(*scene));
    if (!set_scene(scene, HELD_BLOCKING))
        return;
    answer("set", cudaMemsetAsync(scene->pinned, 0x42, BYTES, scene->held));
    answer("record", cudaEventRecord(scene->event, scene->held));
    answer("destroy", cudaStreamDestroy(scene->held));
    answer("event_query", cudaEventQuery(scene->event));
    answer("event_destroy_other", cudaStreamWaitEvent(scene->other, scene->event, 0));
    atomic_store(&scene->open, true);
    answer("event_synchronize", cudaEventSynchronize(scene->event));
    note("work_was_done", "%s", scene->pinned[BYTES - 1] == 0x42 ? "yes" : "no");
    answer("event_destroy", cudaEventDestroy(scene->event));
}

/* External objects while a stream is held that has nothing to do with them. */
struct external_scene {
    atomic_bool returned;
    int step;
    struct cudaExternalMemoryHandleDesc memory_desc;
    struct cudaExternalSemaphoreHandleDesc semaphore_desc;
    struct cudaExternalSemaphoreSignalParams signal;
    struct cudaExternalMemoryBufferDesc buffer_desc;
    cudaExternalMemory_t memory;
    cudaExternalSemaphore_t semaphore;
    void *mapped;
    cudaError_t code;
};

static const char *const step_names[] = {"import_memory", "map", "free_mapping", "destroy_memory",
                                         "import_semaphore", "signal", "destroy_semaphore"};

static void *external_step(void *context)
{
    struct external_scene *e = context;
    switch (e->step) {
    case 0: e->code = cudaImportExternalMemory(&e->memory, &e->memory_desc); break;
    case 1:
        e->code = cudaExternalMemoryGetMappedBuffer(&e->mapped, e->memory, &e->buffer_desc);
        break;
    case 2: e->code = cudaFree(e->mapped); break;
    case 3: e->code = cudaDestroyExternalMemory(e->memory); break;
    case 4: e->code = cudaImportExternalSemaphore(&e->semaphore, &e->semaphore_desc); break;
    case 5: e->code = cudaSignalExternalSemaphoresAsync(&e->semaphore, &e->signal, 1, NULL); break;
    default: e->code = cudaDestroyExternalSemaphore(e->semaphore); break;
    }
    atomic_store(&e->returned, true);
    return NULL;
}

/* Each step holds a stream of its own, since one that waited has let the stream go. */
static void ask_external(int arg)
{
    (void)arg;
    struct external_scene *e = calloc(1, sizeof(*e));
    e->memory_desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    e->memory_desc.handle.fd = exporter_memory(1u << 20, NULL);
    e->memory_desc.size = 1u << 20;
    e->buffer_desc.size = 1u << 20;
    e->semaphore_desc.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    e->semaphore_desc.handle.fd = exporter_semaphore(true);
    e->signal.params.fence.value = 1;
    for (e->step = 0; e->step < 7; e->step++) {
        struct scene *scene = calloc(1, sizeof(*scene));
        pthread_t thread;
        if (!set_scene(scene, HELD_NON_BLOCKING))
            return;
        atomic_store(&e->returned, false);
        pthread_create(&thread, NULL, external_step, e);
        bool returned = eventually(flag_is_set, &e->returned, patience_ms());
        atomic_store(&scene->open, true);
        pthread_join(thread, NULL);
        note(step_names[e->step], "%s %s", returned ? "returns" : "waits",
             cudaGetErrorName(e->code));
        (void)cudaDeviceSynchronize();
    }
}

/* An event whose work has not come yet. */
static void ask_pending_event(int arg)
{
    (void)arg;
    struct scene *scene = calloc(1, sizeof(*scene));
    cudaEvent_t start = NULL;
    float ms = -1.0f;
    if (!set_scene(scene, HELD_NON_BLOCKING))
        return;
    answer("event", cudaEventCreate(&start));
    answer("record_start", cudaEventRecord(start, scene->other));
    answer("synchronize_start", cudaEventSynchronize(start));
    answer("record_end", cudaEventRecord(scene->event, scene->held));
    answer("query", cudaEventQuery(scene->event));
    answer("elapsed_end_pending", cudaEventElapsedTime(&ms, start, scene->event));
    answer("elapsed_start_pending", cudaEventElapsedTime(&ms, scene->event, start));
    answer("record_again_elsewhere", cudaEventRecord(scene->event, scene->other));
    answer("synchronize_other", cudaStreamSynchronize(scene->other));
    answer("query_after_second_record", cudaEventQuery(scene->event));
    answer("record_third", cudaEventRecord(scene->event, scene->held));
    answer("destroy_pending", cudaEventDestroy(scene->event));
    atomic_store(&scene->open, true);
    answer("synchronize", cudaDeviceSynchronize());
}

const struct question order_questions[] = {
    {"order.while_blocking_stream_is_held", ask_waits, HELD_BLOCKING},
    {"order.while_non_blocking_stream_is_held", ask_waits, HELD_NON_BLOCKING},
    {"order.while_legacy_stream_is_held", ask_waits, HELD_LEGACY},
    {"order.legacy_barrier_blocking", ask_legacy_barrier, 0},
    {"order.legacy_barrier_non_blocking", ask_legacy_barrier, 1},
    {"order.two_host_functions", ask_two_host_functions, 0},
    {"order.external_while_other_stream_is_held", ask_external, 0},
    {"order.pending_event", ask_pending_event, 0},
    {"order.destroy_pending", ask_destroy_pending, 0},
    {NULL, NULL, 0},
};
