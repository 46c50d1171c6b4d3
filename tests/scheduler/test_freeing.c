/* Which calls wait for the device when they free something, for which work, and what they do where
 * that work never ends. */
#include <string.h>
#include <unistd.h>

#include "arrays/array.h"
#include "harness.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "pools/register.h"

enum { SIZE = 4096 };

/* ---- what waits ------------------------------------------------------------------------------ */

/* One thing to free; what makes it, and what frees it. */
struct thing {
    uint64_t (*make)(void);
    gi_status (*free)(uint64_t what);
    bool has_pointer;
};

static uint64_t make_device(void)
{
    return sched_memory(SIZE);
}

static uint64_t make_host(void)
{
    return sched_host_memory(SIZE);
}

static uint64_t make_managed(void)
{
    uint64_t pointer;

    OK(gi_memory_managed_alloc(SIZE, GI_MANAGED_GLOBAL, &pointer));
    return pointer;
}

static gi_handle import_memory(void)
{
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(256 << 10),
                                                 .size_bytes = 256 << 10 };
    gi_handle memory;

    OK(gi_external_memory_import(&import, &memory));
    return memory;
}

static uint64_t make_mapped(void)
{
    struct gi_external_buffer_request part = { 0, SIZE, 0 };
    gi_handle memory = import_memory();
    uint64_t pointer;

    OK(gi_external_memory_map_buffer(memory, &part, &pointer));
    OK(gi_external_memory_destroy(memory));
    return pointer;
}

static struct gi_array_request small_array(void)
{
    return (struct gi_array_request){ .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                      .width = 32, .height = 32, .levels = 1 };
}

static uint64_t make_array(void)
{
    struct gi_array_request request = small_array();
    gi_handle array;

    OK(gi_array_create(&request, &array));
    return array;
}

static uint64_t make_mipmapped(void)
{
    struct gi_array_request request = small_array();
    gi_handle mipmapped;

    OK(gi_mipmapped_array_create(&request, &mipmapped));
    return mipmapped;
}

static const struct thing things[] = {
    { make_device, gi_memory_free, true },
    { make_host, gi_memory_host_free, true },
    { make_managed, gi_memory_free, true },
    { make_mapped, gi_memory_free, true },
    { make_array, gi_array_destroy, false },
    { make_mipmapped, gi_mipmapped_array_destroy, false },
};

enum { THINGS = sizeof things / sizeof things[0] };

static bool is_known(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info.kind != GI_POINTER_UNKNOWN;
}

/* Work that does not use the thing is waited for, too; meanwhile the pointer stays what it is. */
SCHED_CASE(each_free_waits_for_all_work_of_the_device)
{
    sched_begin_plain();
    gi_handle streams[2] = { sched_stream(), sched_blocking_stream() };
    uint64_t memory = sched_memory(2 * SIZE);

    for (size_t i = 0; i < THINGS; i++) {
        uint64_t what = things[i].make();
        struct sched_freeing freeing;
        OK(gi_device_synchronize());
        sched_pause_all();
        for (uint64_t n = 0; n < 2; n++)
            OK(gi_fill_async(memory + n * SIZE, (uint32_t)i + 1, 1, SIZE, streams[n]));
        sched_free_begin(&freeing, things[i].free, what);
        REQUIRE(!atomic_load(&freeing.is_over), "thing %zu: the free did not wait", i);
        REQUIRE(!things[i].has_pointer || is_known(what), "thing %zu is gone early", i);
        sched_resume_all();
        OK(sched_free_end(&freeing));
        for (int n = 0; n < 2; n++)
            OK(gi_stream_query(streams[n]));
        sched_expect_bytes(memory, 2 * SIZE, (uint8_t)(i + 1));
        REQUIRE(!things[i].has_pointer || !is_known(what), "thing %zu is still there", i);
        REQUIRE(things[i].free(what) != GI_OK, "thing %zu is freed twice", i);
    }
    OK(gi_memory_free(memory));
    for (int n = 0; n < 2; n++)
        OK(gi_stream_destroy(streams[n]));
    sched_expect_nothing_left();
}

/* NULL, arguments that are wrong, and what frees in stream order. */
SCHED_CASE(what_does_not_wait)
{
    struct gi_pool_request request = { 1, 0, 1, 0, 0 };
    gi_handle pool, array = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE), host = sched_host_memory(SIZE), freed, plain, ordered[2];
    freed = sched_memory(SIZE);
    plain = sched_memory(SIZE);
    array = make_array();
    OK(gi_memory_free(freed));
    OK(gi_array_destroy(array));
    OK(gi_pool_create(&request, &pool));
    for (int i = 0; i < 2; i++)
        OK(gi_memory_alloc_async(SIZE, pool, stream, &ordered[i]));
    OK(gi_stream_synchronize(stream));
    sched_pause_all();
    OK(gi_fill_async(memory, 7, 1, SIZE, stream));
    OK(gi_memory_free(0));
    OK(gi_memory_host_free(0));
    STATUS(GI_INVALID_VALUE, gi_memory_free(freed));
    STATUS(GI_INVALID_VALUE, gi_memory_free(memory + 1));
    STATUS(GI_INVALID_VALUE, gi_memory_free(host));
    STATUS(GI_INVALID_VALUE, gi_memory_host_free(memory));
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(memory));
    STATUS(GI_STALE_HANDLE, gi_array_destroy(array));
    OK(gi_external_memory_destroy(import_memory()));
    OK(gi_memory_free(ordered[0]));
    OK(gi_memory_free_async(ordered[1], stream));
    OK(gi_memory_free_async(plain, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_resume_all();
    OK(gi_memory_host_free(host));
    OK(gi_memory_free(memory));
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Device memory is its device's; all devices reach the host's. */
SCHED_CASE(which_devices_are_waited_for)
{
    struct sched_freeing freeing;

    sched_begin_plain();
    uint64_t memory = sched_memory(SIZE), host = sched_host_memory(SIZE);
    OK(gi_device_set_current(1));
    gi_handle stream = sched_stream();
    uint64_t other = sched_memory(SIZE);
    gifake_pause_queue(1, sched_queue_of(stream));
    OK(gi_fill_async(other, 5, 1, SIZE, stream));
    OK(gi_memory_free(memory));
    sched_free_begin(&freeing, gi_memory_host_free, host);
    REQUIRE(!atomic_load(&freeing.is_over), "host memory is freed under the other device");
    gifake_resume_queue(1, sched_queue_of(stream));
    OK(sched_free_end(&freeing));
    sched_expect_bytes(other, SIZE, 5);
    OK(gi_memory_free(other));
    OK(gi_stream_destroy(stream));
    OK(gi_device_set_current(0));
    sched_expect_nothing_left();
}

SCHED_CASE(later_work_is_not_waited_for)
{
    struct sched_semaphore first, second;
    struct sched_freeing freeing;

    sched_begin_plain();
    sched_semaphore_make(&first, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&second, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle streams[2] = { sched_stream(), sched_stream() };
    uint64_t memory = sched_memory(SIZE);
    sched_wait(streams[0], &first, 1);
    sched_free_begin(&freeing, gi_memory_free, memory);
    sched_wait(streams[0], &second, 1);          /* behind what is waited for */
    sched_wait(streams[1], &second, 1);
    sched_peer_signal(&first, 1);
    OK(sched_free_end(&freeing));
    for (int i = 0; i < 2; i++)
        STATUS(GI_NOT_READY, gi_stream_query(streams[i]));
    sched_peer_signal(&second, 1);
    for (int i = 0; i < 2; i++)
        OK(gi_stream_synchronize(streams[i]));
    for (int i = 0; i < 2; i++)
        OK(gi_stream_destroy(streams[i]));
    sched_semaphore_end(&first);
    sched_semaphore_end(&second);
    sched_expect_nothing_left();
}

/* ---- what else happens meanwhile ------------------------------------------------------------- */

/* Others enqueue, and make the signal that the free waits for. */
SCHED_CASE(others_go_on)
{
    struct sched_semaphore go;
    struct sched_freeing frees[2];

    sched_begin_plain();
    sched_semaphore_make(&go, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle stuck = sched_stream(), stream = sched_stream();
    uint64_t memory = sched_memory(SIZE), other = sched_memory(SIZE);
    sched_wait(stuck, &go, 1);
    sched_free_begin(&frees[0], gi_memory_free, memory);
    sched_free_begin(&frees[1], gi_memory_free, memory);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_fill_async(other, 2, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(other, SIZE, 2);
    sched_signal(stream, &go, 1);
    gi_status a = sched_free_end(&frees[0]), b = sched_free_end(&frees[1]);
    REQUIRE((a == GI_OK && b == GI_INVALID_VALUE) || (b == GI_OK && a == GI_INVALID_VALUE),
            "two threads freed it: %s and %s", gi_status_name(a), gi_status_name(b));
    OK(gi_memory_free(other));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(stuck));
    sched_semaphore_end(&go);
    sched_expect_nothing_left();
}

static gi_status reset_device(uint64_t unused)
{
    (void)unused;
    return gi_device_reset();
}

SCHED_CASE(a_reset_meanwhile)
{
    struct sched_freeing freeing, reset;
    struct sched_semaphore go;

    sched_begin_plain();
    sched_semaphore_make(&go, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_wait(stream, &go, 1);
    sched_free_begin(&freeing, gi_memory_free, memory);
    sched_free_start(&reset, reset_device, 0);
    sched_peer_signal(&go, 1);
    OK(sched_free_end(&reset));
    gi_status status = sched_free_end(&freeing);
    REQUIRE(status == GI_OK || status == GI_INVALID_VALUE, "%s", gi_status_name(status));
}

/* What is lost does not end by itself; what waits for it does, and the memory is freed. */
SCHED_CASE(a_lost_device_meanwhile)
{
    struct sched_freeing frees[THINGS];

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE), what[THINGS];
    for (size_t i = 0; i < THINGS; i++)
        what[i] = things[i].make();
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    for (size_t i = 0; i < THINGS; i++)
        sched_free_begin(&frees[i], things[i].free, what[i]);
    gifake_lose_device(0);
    for (size_t i = 0; i < THINGS; i++)
        OK(sched_free_end(&frees[i]));
    STATUS(GI_DEVICE_LOST, gi_stream_query(stream));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* What work has failed with is its stream's to tell. */
SCHED_CASE(a_failure_is_left_to_the_stream)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_fill_async(memory, 2, 1, SIZE, stream));       /* submitted by who needs it: the free */
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    struct sched_freeing freeing;
    sched_free_begin(&freeing, gi_memory_free, memory);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(sched_free_end(&freeing));
    gifake_fail_slot(NULL, GI_OK);
    STATUS(GI_OUT_OF_MEMORY, gi_stream_query(stream));
    OK(gi_stream_query(stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- host functions -------------------------------------------------------------------------- */

static uint64_t inside[THINGS];
static gi_status inside_status[THINGS];

static void free_inside(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
    for (size_t i = 0; i < THINGS; i++)
        inside_status[i] = things[i].free(inside[i]);
}

SCHED_CASE(a_host_function_may_not_free)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    for (size_t i = 0; i < THINGS; i++)
        inside[i] = things[i].make();
    OK(gi_stream_host_call(stream, free_inside, NULL, true));
    OK(gi_stream_synchronize(stream));
    for (size_t i = 0; i < THINGS; i++) {
        REQUIRE(inside_status[i] == GI_NOT_PERMITTED, "thing %zu: %s", i,
                gi_status_name(inside_status[i]));
        OK(things[i].free(inside[i]));
    }
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- the watchdog ---------------------------------------------------------------------------- */

/* Sleeps until a line of standard error holds all words; the case's alarm ends a vain wait. */
static void await_line(FILE *lines, const char *const *words, size_t count)
{
    char line[1024];

    while (fgets(line, sizeof line, lines) != NULL) {
        size_t found = 0;
        while (found < count && strstr(line, words[found]) != NULL)
            found++;
        if (found == count)
            return;
    }
    _exit(1);
}

SCHED_CASE(the_watchdog_names_a_free_that_waits)
{
    struct sched_semaphore never;
    struct sched_freeing freeing;
    char address[40];
    const char *words[] = { "watchdog: free of ", address, " for stream ", " of device 0, which ",
                            " timeline semaphore 0x", " to reach 42", " at 7" };
    int ends[2];

    setenv("GPUINTEROP_WATCHDOG", "0.2", 1);
    REQUIRE(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    FILE *lines = fdopen(ends[0], "r");
    REQUIRE(lines != NULL, "no stream for the pipe");
    sched_begin_plain();
    sched_semaphore_make(&never, SCHED_HOST_SEMAPHORE, true, 0);
    sched_peer_signal(&never, 7);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    snprintf(address, sizeof address, " 0x%llx ", (unsigned long long)memory);
    sched_wait(stream, &never, 42);
    sched_free_start(&freeing, gi_memory_free, memory);
    await_line(lines, words, sizeof words / sizeof words[0]);
    sched_peer_signal(&never, 42);
    OK(sched_free_end(&freeing));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&never);
    sched_expect_nothing_left();
    fclose(lines);
}
