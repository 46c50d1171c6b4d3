/* Contexts: what each owns, which streams order with each other, and what ends when. */
#include "harness.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/current.h"
#include "context/context.h"
#include "device/device_settings.h"
#include "memory/allocation.h"
#include "arrays/array.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "pools/register.h"
#include "arrays/texture.h"
#include "graph/capture/capture_call.h"
#include "graph/graph.h"
#include "stream/capture.h"
#include "stream/default_stream.h"

enum { SIZE = 4096 };

static gi_handle make_context(void)
{
    gi_handle context;

    OK(gi_context_create(0, 0, &context));
    return context;
}

static gi_handle retain_primary(void)
{
    gi_handle primary;

    OK(gi_context_retain_primary(0, &primary));
    return primary;
}

static bool is_known(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info.kind != GI_POINTER_UNKNOWN;
}

/* ---- what a context owns --------------------------------------------------------------------- */

/* One of each kind. */
struct things {
    gi_handle stream, event, array, mipmapped, imported;
    uint64_t texture, surface, memory, host, managed, mapped;
    struct sched_semaphore semaphore;
    void *registered;
};

static void make_things(struct things *things)
{
    struct gi_array_request request = { .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
                                        .width = 16, .height = 16, .levels = 1 };
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(SIZE),
                                                 .size_bytes = SIZE };
    struct gi_external_buffer_request part = { 0, SIZE, 0 };
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY };

    things->stream = sched_blocking_stream();
    things->event = sched_event();
    OK(gi_array_create(&request, &things->array));
    request.levels = 2;
    OK(gi_mipmapped_array_create(&request, &things->mipmapped));
    resource.array = things->array;
    OK(gi_texture_create(&resource, &sampling, NULL, &things->texture));
    OK(gi_surface_create(&resource, &things->surface));
    things->memory = sched_memory(SIZE);
    things->host = sched_host_memory(SIZE);
    OK(gi_memory_managed_alloc(SIZE, 1, &things->managed));
    OK(gi_external_memory_import(&import, &things->imported));
    OK(gi_external_memory_map_buffer(things->imported, &part, &things->mapped));
    sched_semaphore_make(&things->semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    things->registered = aligned_alloc(SIZE, SIZE);
    REQUIRE(things->registered != NULL, "no memory");
    memset(things->registered, 0, SIZE);
    OK(gi_memory_host_register((uint64_t)(uintptr_t)things->registered, SIZE, 0));
    OK(gi_fill_async(things->memory, 1, 1, SIZE, things->stream));
    OK(gi_event_record(things->event, things->stream));
}

static void expect_there(struct things *things)
{
    struct gi_texture_info info;

    OK(gi_fill_async(things->memory, 2, 1, SIZE, things->stream));
    OK(gi_fill_async(things->mapped, 2, 1, SIZE, things->stream));
    OK(gi_stream_synchronize(things->stream));
    sched_expect_bytes(things->memory, SIZE, 2);
    OK(gi_event_query(things->event));
    OK(gi_texture_query(things->texture, &info));
    OK(gi_surface_query(things->surface, &info));
    REQUIRE(is_known(things->host) && is_known(things->managed) && is_known(things->mapped) &&
            is_known((uint64_t)(uintptr_t)things->registered), "memory is gone");
}

static void expect_gone(struct things *things)
{
    uint64_t registered = (uint64_t)(uintptr_t)things->registered;
    struct gi_texture_info info;

    STATUS(GI_STALE_HANDLE, gi_stream_query(things->stream));
    STATUS(GI_STALE_HANDLE, gi_event_query(things->event));
    STATUS(GI_STALE_HANDLE, gi_array_destroy(things->array));
    STATUS(GI_STALE_HANDLE, gi_mipmapped_array_destroy(things->mipmapped));
    STATUS(GI_INVALID_VALUE, gi_texture_query(things->texture, &info));
    STATUS(GI_INVALID_VALUE, gi_surface_query(things->surface, &info));
    STATUS(GI_INVALID_HANDLE, gi_external_memory_destroy(things->imported));
    STATUS(GI_INVALID_HANDLE, gi_external_semaphore_destroy(things->semaphore.handle));
    REQUIRE(!is_known(things->memory) && !is_known(things->host) && !is_known(things->managed) &&
            !is_known(things->mapped) && !is_known(registered), "memory is left");
    free(things->registered);
    things->semaphore.handle = 0;
    sched_semaphore_end(&things->semaphore);
}

SCHED_CASE(each_ends_what_it_owns)
{
    struct things primary, one, two;
    gi_handle first, second;

    sched_begin_plain();
    OK(gi_device_set_current(0));
    make_things(&primary);
    first = make_context();
    make_things(&one);
    second = make_context();
    make_things(&two);
    OK(gi_context_destroy(first));       /* not the top */
    expect_gone(&one);
    expect_there(&two);
    expect_there(&primary);
    OK(gi_context_destroy(second));
    expect_gone(&two);
    expect_there(&primary);
    OK(gi_device_reset());
    expect_gone(&primary);
    sched_expect_nothing_left();
}

/* A reset, and the end of the last user of the primary context. */
SCHED_CASE(the_primary_ends_only_its_own)
{
    struct things primary, created;
    gi_handle context;

    sched_begin_plain();
    retain_primary();
    OK(gi_device_set_current(0));
    for (int i = 0; i < 2; i++) {
        make_things(&primary);
        context = make_context();
        make_things(&created);
        OK(i == 0 ? gi_device_reset() : gi_context_release_primary(0));
        expect_gone(&primary);
        expect_there(&created);
        OK(gi_context_destroy(context));
        expect_gone(&created);
    }
    STATUS(GI_INVALID_CONTEXT, gi_context_release_primary(0));
    sched_expect_nothing_left();
}

/* A thread's own stream of a context does not end with it, but what it captures does. */
SCHED_CASE(captures_of_threads_end_with_a_context)
{
    const struct gi_capture_nodes none = { .count = 0 };
    gi_handle context, graph;

    sched_begin_plain();
    OK(gi_device_set_current(0));
    context = make_context();
    OK(gi_capture_begin(GI_STREAM_PER_THREAD, GI_CAPTURE_GLOBAL, 0, &none));
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_capture_forbids("a call"));
    OK(gi_context_destroy(context));
    OK(gi_capture_forbids("a call"));
    OK(gi_capture_begin(GI_STREAM_PER_THREAD, GI_CAPTURE_GLOBAL, 0, &none));
    OK(gi_device_reset());
    OK(gi_capture_forbids("a call"));
    STATUS(GI_CAPTURE_STATE, gi_capture_end(GI_STREAM_PER_THREAD, &graph));
    OK(gi_capture_begin(GI_STREAM_PER_THREAD, GI_CAPTURE_GLOBAL, 0, &none));
    OK(gi_capture_end(GI_STREAM_PER_THREAD, &graph));
    OK(gi_graph_destroy(graph));
}

/* Memory of pools, and the pools, belong to no context. A module of a library does not, either; its
 * tests are in test_library.c. */
SCHED_CASE(pools_outlive_contexts)
{
    struct gi_pool_request request = { .allocation_type = 1, .location_type = 1 };
    struct gi_pointer_info info;
    gi_handle context, pool;
    uint64_t memory;

    sched_begin_plain();
    context = make_context();
    OK(gi_pool_create(&request, &pool));
    OK(gi_memory_alloc_async(SIZE, pool, sched_stream(), &memory));
    OK(gi_pointer_query(memory, &info));
    REQUIRE(info.context == context, "the context that it was made in is not shown");
    OK(gi_context_destroy(context));
    REQUIRE(is_known(memory), "memory of a pool ended with a context");
    OK(gi_fill_async(memory, 5, 1, SIZE, GI_STREAM_NULL));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    sched_expect_bytes(memory, SIZE, 5);
    OK(gi_memory_free(memory));
    OK(gi_pool_destroy(pool));
}

/* A reset ends them, whichever context they were made in, and nothing else of a created context. */
SCHED_CASE(a_reset_ends_pools_of_contexts)
{
    struct gi_pool_request request = { .allocation_type = 1, .location_type = 1 };
    gi_handle contexts[2], pools[2];
    uint64_t pooled[2], plain[2];

    sched_begin_plain();
    for (int i = 0; i < 2; i++) {
        contexts[i] = make_context();
        OK(gi_pool_create(&request, &pools[i]));
        OK(gi_memory_alloc_async(SIZE, pools[i], sched_stream(), &pooled[i]));
        plain[i] = sched_memory(SIZE);
    }
    OK(gi_context_destroy(contexts[0]));
    REQUIRE(is_known(pooled[0]) && !is_known(plain[0]), "the wrong memory ended with a context");
    OK(gi_device_reset_at(0));
    for (int i = 0; i < 2; i++) {
        REQUIRE(!is_known(pooled[i]), "memory of pool %d outlived the reset", i);
        STATUS(GI_INVALID_VALUE, gi_pool_destroy(pools[i]));
    }
    REQUIRE(is_known(plain[1]), "the reset of the primary context ended memory of another one");
    OK(gi_context_destroy(contexts[1]));
    REQUIRE(!is_known(plain[1]), "memory outlived its context");
    sched_expect_nothing_left();
}

/* Memory that another process gave a handle for stays until it is closed. */
SCHED_CASE(opened_memory_outlives_contexts)
{
    struct gi_external_memory_request import = { .type = 1, .size_bytes = SIZE };
    struct gi_external_buffer_request part = { 0, SIZE, 0 };
    struct gi_allocation *allocation;
    gi_handle context, memory;
    uint64_t opened;

    sched_begin_plain();
    import.fd = sched_peer_memory(SIZE);
    context = make_context();
    OK(gi_external_memory_import(&import, &memory));
    OK(gi_external_memory_map_buffer(memory, &part, &opened));
    allocation = gi_allocation_at(opened);
    atomic_store(&allocation->rest->is_opened, true);    /* as core/share/ipc.c does */
    gi_allocation_unref(allocation);
    OK(gi_context_destroy(context));
    REQUIRE(is_known(opened), "opened memory ended with the context");
    OK(gi_fill_async(opened, 6, 1, SIZE, GI_STREAM_NULL));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
}

/* The end of a context looks at its own objects, however many others live. */
SCHED_CASE(ends_cost_the_same_among_many)
{
    enum { CONTEXTS = 10000, EVENTS = 3, OWNED = EVENTS + 1 };
    static gi_handle contexts[CONTEXTS];
    struct gi_current top;
    uint64_t before;

    sched_begin_plain();
    for (int i = 0; i < CONTEXTS; i++) {
        contexts[i] = make_context();
        REQUIRE(gi_current_pop(&top), "no context was pushed");
        OK(gi_context_push(contexts[i]));
        for (int each = 0; each < EVENTS; each++)
            sched_event();
        sched_memory(64);
        REQUIRE(gi_current_pop(&top), "no context was pushed");
    }
    for (int i = 0; i < CONTEXTS; i++) {
        before = gi_counter_value(GI_COUNT_ENDED_WITH_CONTEXT);
        OK(gi_context_destroy(contexts[i]));
        REQUIRE(gi_counter_value(GI_COUNT_ENDED_WITH_CONTEXT) == before + OWNED,
                "the end of context %d looked at %llu objects", i,
                (unsigned long long)(gi_counter_value(GI_COUNT_ENDED_WITH_CONTEXT) - before));
    }
    sched_expect_nothing_left();
}

/* ---- the order of streams -------------------------------------------------------------------- */

/* The default stream of a context waits for that context's blocking streams alone. */
SCHED_CASE(default_streams_order_their_own_context)
{
    struct sched_gate gate;
    gi_handle blocking, primary, other, of_other;
    uint64_t memory;

    sched_begin_plain();
    primary = retain_primary();
    OK(gi_context_set_current(primary));
    blocking = sched_blocking_stream();
    memory = sched_memory(SIZE);
    other = make_context();
    of_other = sched_blocking_stream();
    sched_gate_hold(&gate, blocking);
    OK(gi_fill_async(memory, 1, 1, SIZE, GI_STREAM_NULL));       /* of the other: goes on */
    OK(gi_fill_async(memory, 2, 1, SIZE, of_other));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    OK(gi_stream_query(GI_STREAM_LEGACY));
    OK(gi_stream_query(of_other));
    OK(gi_device_synchronize());
    sched_expect_bytes(memory, SIZE, 2);
    OK(gi_fill_linear(memory, 3, 1, SIZE, gi_in_legacy()));
    OK(gi_context_set_current(primary));
    STATUS(GI_NOT_READY, gi_stream_query(GI_STREAM_NULL));
    OK(gi_fill_async(memory, 4, 1, SIZE, GI_STREAM_NULL));       /* waits for the gate */
    STATUS(GI_NOT_READY, gi_stream_query(GI_STREAM_NULL));
    OK(gi_stream_query(of_other));               /* a stream of a context that is not current */
    OK(gi_fill_async(memory, 5, 1, SIZE, of_other));
    OK(gi_stream_synchronize(of_other));
    sched_expect_bytes(memory, SIZE, 5);
    sched_gate_open(&gate);
    OK(gi_device_synchronize());
    sched_expect_bytes(memory, SIZE, 4);
    OK(gi_context_destroy(other));
}

/* Blocking streams and the threads' own streams wait for the default stream of their context. */
SCHED_CASE(later_work_waits_for_its_default_stream)
{
    struct sched_gate gate;
    gi_handle context, blocking, of_primary;
    uint64_t memory;

    sched_begin_plain();
    OK(gi_device_set_current(0));
    of_primary = sched_blocking_stream();
    memory = sched_memory(2 * SIZE);
    context = make_context();
    blocking = sched_blocking_stream();
    sched_gate_hold(&gate, GI_STREAM_NULL);
    OK(gi_fill_async(memory, 1, 1, SIZE, blocking));
    OK(gi_fill_async(memory + SIZE, 1, 1, SIZE, GI_STREAM_PER_THREAD));
    STATUS(GI_NOT_READY, gi_stream_query(blocking));
    STATUS(GI_NOT_READY, gi_stream_query(GI_STREAM_PER_THREAD));
    OK(gi_device_set_current(0));
    OK(gi_fill_async(memory, 2, 1, SIZE, of_primary));
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, GI_STREAM_PER_THREAD));
    OK(gi_device_synchronize());                 /* of the primary: the gate is another's */
    sched_expect_bytes(memory, 2 * SIZE, 2);
    sched_gate_open(&gate);
    OK(gi_context_set_current(context));
    OK(gi_device_synchronize());
    sched_expect_bytes(memory, 2 * SIZE, 1);
    OK(gi_context_destroy(context));
}

SCHED_CASE(own_streams_of_ended_contexts_go)
{
    enum { CONTEXTS = 1000 };

    sched_begin_plain();
    uint64_t memory = sched_memory(SIZE);
    for (int i = 0; i < CONTEXTS; i++) {
        gi_handle context = make_context();

        OK(gi_fill_async(memory, 1, 1, SIZE, GI_STREAM_PER_THREAD));
        OK(gi_context_destroy(context));
        REQUIRE(gi_thread_stream_count() < 40, "%zu streams are kept for ended contexts",
                gi_thread_stream_count());
    }
    OK(gi_memory_free(memory));
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* As a free does: the end waits for the context's work, and for no other. */
SCHED_CASE(an_end_waits_for_its_work)
{
    struct sched_semaphore go, never;
    struct sched_freeing ending;
    gi_handle context;

    sched_begin_plain();
    OK(gi_device_set_current(0));
    sched_semaphore_make(&go, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle blocked = sched_blocking_stream(), stream;
    uint64_t memory = sched_memory(SIZE);
    sched_wait(blocked, &never, 1);
    context = make_context();
    stream = sched_stream();
    sched_wait(stream, &go, 1);
    OK(gi_fill_async(memory, 7, 1, SIZE, stream));
    OK(gi_device_set_current(0));
    sched_free_begin(&ending, gi_context_destroy, context);
    REQUIRE(!atomic_load(&ending.is_over), "the end did not wait");
    STATUS(GI_INVALID_CONTEXT, gi_context_set_current(context));
    STATUS(GI_INVALID_CONTEXT, gi_context_destroy(context));
    sched_peer_signal(&go, 1);
    OK(sched_free_end(&ending));
    sched_expect_bytes(memory, SIZE, 7);
    STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
    STATUS(GI_NOT_READY, gi_stream_query(blocked));
    sched_peer_signal(&never, 1);
    OK(gi_stream_synchronize(blocked));
    OK(gi_device_reset());
    go.handle = never.handle = 0;
    sched_semaphore_end(&go);
    sched_semaphore_end(&never);
    sched_expect_nothing_left();
}

/* Work of another context goes on with memory of the one that ends. */
SCHED_CASE(work_of_others_keeps_its_memory)
{
    struct sched_semaphore go;
    gi_handle context, stream;
    uint64_t memory, check;

    sched_begin_plain();
    OK(gi_device_set_current(0));
    sched_semaphore_make(&go, SCHED_HOST_SEMAPHORE, true, 0);
    stream = sched_stream();
    check = sched_memory(SIZE);
    context = make_context();
    memory = sched_memory(SIZE);
    OK(gi_fill_async(memory, 9, 1, SIZE, GI_STREAM_NULL));
    OK(gi_device_synchronize());
    sched_wait(stream, &go, 1);
    OK(gi_copy_async(check, memory, SIZE, GI_COPY_INFER, stream));
    OK(gi_context_destroy(context));
    sched_peer_signal(&go, 1);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(check, SIZE, 9);
    OK(gi_memory_free(check));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&go);
    sched_expect_nothing_left();
}

static gi_status from_host_function[6];

static void call_from_host_function(void *context, gi_status status)
{
    gi_handle made;

    REQUIRE(status == GI_OK, "the stream failed");
    from_host_function[0] = gi_context_destroy(*(gi_handle *)context);
    from_host_function[1] = gi_context_create(0, 0, &made);
    from_host_function[2] = gi_context_push(*(gi_handle *)context);
    from_host_function[3] = gi_context_set_current(*(gi_handle *)context);
    from_host_function[4] = gi_context_release_primary(0);
    from_host_function[5] = gi_context_pop(&made);
}

SCHED_CASE(host_functions_end_nothing)
{
    gi_handle context;

    sched_begin_plain();
    context = make_context();
    OK(gi_stream_host_call(GI_STREAM_NULL, call_from_host_function, &context, false));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    for (int i = 0; i < 6; i++)
        STATUS(GI_NOT_PERMITTED, from_host_function[i]);
    OK(gi_context_destroy(context));
}

static void *end_context(void *context)
{
    OK(gi_context_destroy(*(gi_handle *)context));
    return NULL;
}

/* What another thread has ended stays on this one's stack, and nothing can be made in it. */
SCHED_CASE(ended_elsewhere_it_is_of_no_use)
{
    gi_handle context, below, made, popped;
    pthread_t thread;
    uint64_t pointer;

    sched_begin_plain();
    below = make_context();
    context = make_context();
    uint64_t memory = sched_memory(SIZE);
    OK(gi_fill_async(memory, 1, 1, SIZE, GI_STREAM_PER_THREAD));
    REQUIRE(pthread_create(&thread, NULL, end_context, &context) == 0, "no thread");
    pthread_join(thread, NULL);
    STATUS(GI_CONTEXT_DESTROYED, gi_handle_check_current());
    STATUS(GI_CONTEXT_DESTROYED, gi_memory_alloc(SIZE, &pointer));
    STATUS(GI_CONTEXT_DESTROYED, gi_stream_create(0, 0, &made));
    STATUS(GI_CONTEXT_DESTROYED, gi_event_create(0, &made));
    STATUS(GI_CONTEXT_DESTROYED, gi_stream_synchronize(GI_STREAM_NULL));
    STATUS(GI_CONTEXT_DESTROYED, gi_stream_synchronize(GI_STREAM_PER_THREAD));
    STATUS(GI_CONTEXT_DESTROYED, gi_device_synchronize());
    REQUIRE(!is_known(memory), "memory outlived its context");
    OK(gi_context_pop(&popped));
    REQUIRE(popped == context, "another context was popped");
    REQUIRE(gi_context_current() == below, "the context below is not current");
    OK(gi_memory_alloc(SIZE, &pointer));
    OK(gi_context_destroy(below));
    STATUS(GI_INVALID_CONTEXT, gi_context_pop(&popped));
}

SCHED_CASE(a_lost_device_ends_with_its_contexts)
{
    gi_handle context, stream;
    uint64_t unused;

    sched_begin_plain();
    context = make_context();
    stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_device_synchronize());
    OK(gi_device_reset());               /* the primary's: the stream stays, and is of no use */
    STATUS(GI_DEVICE_LOST, gi_stream_query(stream));
    STATUS(GI_DEVICE_LOST, gi_memory_alloc(SIZE, &unused));
    STATUS(GI_DEVICE_LOST, gi_context_destroy(context));
    STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
    REQUIRE(!is_known(memory), "memory outlived its context");
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { THREADS = 6, BOARD = 8, ROUNDS = 200 };

static atomic_uint_fast64_t board[BOARD];        /* contexts that any thread may use and end */

/* What another thread has ended is told, and nothing else goes wrong. */
static bool allow(gi_status status, const char *what)
{
    REQUIRE(status == GI_OK || status == GI_CONTEXT_DESTROYED || status == GI_INVALID_CONTEXT ||
                status == GI_STALE_HANDLE || status == GI_INVALID_VALUE,
            "%s: %s (%s)", what, gi_status_name(status), gi_last_error_detail());
    return status == GI_OK;
}

static void use_current(void)
{
    gi_handle stream, event;
    uint64_t pointer;

    if (allow(gi_stream_create(0, 0, &stream), "create a stream") &&
        allow(gi_memory_alloc(SIZE, &pointer), "allocate")) {
        allow(gi_fill_async(pointer, 1, 1, 8, stream), "fill");
        allow(gi_fill_async(pointer, 1, 1, 8, GI_STREAM_NULL), "fill in the default stream");
        allow(gi_fill_async(pointer, 1, 1, 8, GI_STREAM_PER_THREAD), "fill in the own stream");
        if (allow(gi_event_create(0, &event), "create an event"))
            allow(gi_event_record(event, stream), "record");
        allow(gi_device_synchronize(), "synchronize");
    }
}

static void *use_and_end(void *seed)
{
    uint32_t random = (uint32_t)(uintptr_t)seed;
    gi_handle made, old, popped;

    for (int i = 0; i < ROUNDS; i++) {
        uint32_t at = (random = random * 1664525u + 1013904223u) >> 8 & (BOARD - 1);

        if (i % 3 == 0) {
            OK(gi_context_create(0, 0, &made));
            use_current();
            OK(gi_context_pop(&popped));
            old = atomic_exchange(&board[at], made);
            if (old != 0)
                allow(gi_context_destroy(old), "destroy");
        } else if (allow(gi_context_push(atomic_load(&board[at])), "push")) {
            use_current();
            OK(gi_context_pop(&popped));
        }
    }
    return NULL;
}

SCHED_CASE(threads_share_contexts)
{
    pthread_t threads[THREADS];

    sched_begin_plain();
    for (uintptr_t i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, use_and_end, (void *)(i + 1)) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < BOARD; i++)
        if (board[i] != 0)
            OK(gi_context_destroy(board[i]));
    sched_expect_nothing_left();
}

static pthread_barrier_t all_there;

/* The flags are the device's: the first ones, or those of a thread. */
static void *use_primary(void *out_handle)
{
    gi_handle *primary = out_handle, popped;
    uint32_t flags;

    pthread_barrier_wait(&all_there);
    OK(gi_context_of_owner(0, 0, primary));
    for (int i = 0; i < ROUNDS; i++) {
        OK(gi_context_push(*primary));
        REQUIRE(gi_context_current() == *primary, "the primary context has two handles");
        OK(gi_context_get_flags(&flags));
        REQUIRE((flags & ~(uint32_t)GI_DEVICE_YIELD) == GI_DEVICE_MAP_HOST, "flags are 0x%x",
                flags);
        OK(gi_context_set_flags(i % 2 != 0 ? GI_DEVICE_YIELD : 0, GI_DEVICE_YIELD));
        OK(gi_context_pop(&popped));
        REQUIRE(popped == *primary, "another context was popped");
    }
    return NULL;
}

SCHED_CASE(threads_find_one_primary)
{
    gi_handle found[THREADS];
    pthread_t threads[THREADS];

    sched_begin_plain();
    pthread_barrier_init(&all_there, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, use_primary, &found[i]) == 0, "no thread");
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        REQUIRE(found[i] == found[0], "thread %d has a primary context of its own", i);
    }
    pthread_barrier_destroy(&all_there);
}
