/* A device is reset: what was made on it is gone, what was made elsewhere is not, and it can be
 * used at once, also by threads that were at it all the time. */
#include "harness.h"

#include <stdatomic.h>

#include "ops/array_copy.h"
#include "device/device_settings.h"
#include "pools/pool.h"
#include "ops/pool_call.h"

enum { SIZE = 4096 };

static void work_goes_on(void)
{
    gi_handle stream;
    uint64_t device;

    stream = sched_stream();
    device = sched_memory(2 * SIZE);
    OK(gi_fill_async(device, 9, 1, SIZE, stream));
    OK(gi_fill_async(device + SIZE, 9, 1, SIZE, GI_STREAM_PER_THREAD));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(device, SIZE, 9);
}

SCHED_CASE(everything_made_is_gone)
{
    struct gi_external_buffer_request part = { SIZE, SIZE, 0 };
    struct sched_semaphore semaphore;
    struct gi_pointer_info info;
    uint64_t mapped, again, big, pooled;
    gi_handle memory, pool, current;

    sched_begin_plain();
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream(), blocking = sched_blocking_stream(), event = sched_event();
    uint64_t device = sched_memory(SIZE), host = sched_host_memory(SIZE);
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(4 * SIZE),
                                                 .size_bytes = 4 * SIZE };
    OK(gi_external_memory_import(&import, &memory));
    OK(gi_external_memory_map_buffer(memory, &part, &mapped));
    OK(gi_external_memory_map_buffer(memory, &part, &mapped));
    OK(gi_fill_async(device, 1, 1, SIZE, stream));
    OK(gi_fill_async(mapped, 1, 1, SIZE, blocking));
    OK(gi_fill_async(host, 1, 1, SIZE, GI_STREAM_PER_THREAD));
    OK(gi_event_record(event, stream));
    OK(gi_memory_alloc(UINT64_C(100) << 20, &big));
    struct gi_pool_request request = { .allocation_type = 1, .location_type = 1 };
    OK(gi_pool_create(&request, &pool));
    OK(gi_pool_set_current(0, pool));
    OK(gi_memory_alloc_async(SIZE, pool, stream, &pooled));
    OK(gi_device_set_flags(0, GI_DEVICE_YIELD, 255));

    OK(gi_device_reset());
    STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
    STATUS(GI_STALE_HANDLE, gi_stream_destroy(blocking));
    STATUS(GI_STALE_HANDLE, gi_event_query(event));
    STATUS(GI_INVALID_HANDLE, gi_external_memory_map_buffer(memory, &part, &again));
    STATUS(GI_INVALID_HANDLE, gi_external_memory_destroy(memory));
    STATUS(GI_INVALID_HANDLE, gi_external_semaphore_destroy(semaphore.handle));
    STATUS(GI_INVALID_VALUE, gi_pool_destroy(pool));
    OK(gi_pool_current(0, &current));
    REQUIRE(current != pool, "the device's pool is one that is gone");
    STATUS(GI_INVALID_VALUE, gi_memory_free(pooled));
    STATUS(GI_INVALID_VALUE, gi_memory_free(device));
    STATUS(GI_INVALID_VALUE, gi_memory_free(mapped));
    STATUS(GI_INVALID_VALUE, gi_memory_host_free(host));
    OK(gi_pointer_query(big, &info));
    REQUIRE(info.kind == GI_POINTER_UNKNOWN, "a pointer of before is still known");
    uint32_t flags;
    OK(gi_device_get_flags(0, &flags));
    REQUIRE(flags == GI_DEVICE_MAP_HOST, "flags are 0x%x after the reset", flags);
    sched_peer_signal(&semaphore, 3);            /* the peer's is its own */
    REQUIRE(sched_peer_value(&semaphore) == 3, "the peer's semaphore was harmed");

    work_goes_on();
    OK(gi_device_reset());
    OK(gi_device_reset());
    semaphore.handle = 0;
    sched_semaphore_end(&semaphore);
}

SCHED_CASE(it_waits_for_the_work)
{
    struct sched_semaphore done;

    sched_begin_plain();
    sched_semaphore_make(&done, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    for (uint32_t i = 0; i < 100; i++)
        OK(gi_fill_async(memory, i, 1, SIZE, stream));
    sched_signal(stream, &done, 1);
    OK(gi_device_reset());
    REQUIRE(sched_peer_value(&done) == 1, "the reset came back before the work was done");
}

/* A device that was never used is not opened for it, and other devices keep what is theirs. */
SCHED_CASE(other_devices_are_untouched)
{
    sched_begin_plain();
    OK(gi_device_reset());
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    OK(gi_device_set_current(1));
    OK(gi_device_reset());
    gi_handle other = sched_stream();
    OK(gi_device_reset());
    STATUS(GI_STALE_HANDLE, gi_stream_query(other));
    OK(gi_device_set_current(0));
    OK(gi_fill_async(memory, 3, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 3);
}

/* What was made on it goes; the next use tries to open it again, and here finds it still lost. */
SCHED_CASE(a_lost_device_is_opened_anew)
{
    uint64_t unused;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_pause_all();           /* the work must not be done before */
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    OK(gi_device_reset());
    STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
    STATUS(GI_INVALID_VALUE, gi_memory_free(memory));
    STATUS(GI_DEVICE_LOST, gi_memory_alloc(SIZE, &unused));
    STATUS(GI_DEVICE_LOST, gi_stream_create(0, 0, &unused));
    OK(gi_device_reset());
}

static atomic_bool stop;

static void allow(gi_status status, const char *what)
{
    REQUIRE(status == GI_OK || status == GI_NOT_READY || status == GI_STALE_HANDLE ||
            status == GI_INVALID_HANDLE || status == GI_INVALID_VALUE,
            "%s: %s (%s)", what, gi_status_name(status), gi_last_error_detail());
}

static void use_arrays(gi_handle stream, gi_handle memory)
{
    struct gi_array_request request = { .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
                                        .width = 16, .height = 16, .levels = 3 };
    uint8_t texels[16][16] = { { 1 } };
    struct gi_array_operand from = { .memory = { .pointer = (uint64_t)(uintptr_t)texels,
                                             .pitch = 16 } };
    struct gi_array_operand to = { .array = 0 };
    struct gi_texel_box box = { 16, 16, 1 };
    gi_handle own = 0, mapped = 0;

    OK(gi_mipmapped_array_create(&request, &own));
    allow(gi_external_memory_map_array(memory, 0, &request, &mapped), "map an array");
    allow(gi_mipmapped_array_level(own, 0, &to.array), "level");
    if (to.array != 0)
        allow(gi_array_copy_async(&to, &from, &box, GI_COPY_INFER, stream), "copy to an array");
    allow(gi_mipmapped_array_destroy(mapped), "destroy a mapped array");
    allow(gi_mipmapped_array_destroy(own), "destroy an array");
}

/* A pointer that the reset took may by now be another thread's, so work on it is of words, which
 * threads may share. */
static void *use_everything(void *unused)
{
    enum { WORD = 8 };

    (void)unused;
    while (!atomic_load(&stop)) {
        gi_handle stream = 0, event = 0, memory = 0;
        uint64_t pointer = 0, mapped = 0;
        struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(SIZE),
                                                     .size_bytes = SIZE };
        struct gi_external_buffer_request part = { 0, SIZE, 0 };

        OK(gi_stream_create(0, 0, &stream));
        OK(gi_event_create(0, &event));
        OK(gi_memory_alloc(2 * SIZE, &pointer));
        OK(gi_external_memory_import(&import, &memory));
        allow(gi_external_memory_map_buffer(memory, &part, &mapped), "map");
        use_arrays(stream, memory);
        allow(gi_fill_async(pointer, 1, 1, WORD, stream), "fill");
        allow(gi_copy_async(mapped, pointer, WORD, 3, stream), "copy");
        allow(gi_fill_async(pointer + SIZE, 2, 1, WORD, GI_STREAM_PER_THREAD), "fill");
        allow(gi_event_record(event, stream), "record");
        allow(gi_stream_wait_event(GI_STREAM_NULL, event), "wait");
        allow(gi_stream_synchronize(stream), "synchronize");
        allow(gi_memory_free(mapped), "unmap");
        allow(gi_external_memory_destroy(memory), "destroy memory");
        allow(gi_event_destroy(event), "destroy event");
        allow(gi_stream_destroy(stream), "destroy stream");
        allow(gi_memory_free(pointer), "free");
    }
    return NULL;
}

SCHED_CASE(other_threads_are_safe)
{
    enum { THREADS = 6, RESETS = 300 };
    pthread_t threads[THREADS];

    sched_begin_plain();
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, use_everything, NULL) == 0, "no thread");
    for (int i = 0; i < RESETS; i++)
        allow(gi_device_reset(), "reset");
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_device_reset());
    sched_expect_nothing_left();
}
