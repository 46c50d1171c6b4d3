/* Memory in stream order: reuse, thresholds, statistics, ends; and that nothing waits. */
#include "harness.h"

#include <string.h>
#include <time.h>

#include "pools/pool.h"
#include "ops/pool_call.h"

enum { SIZE = 64 * 1024, BLOCK = 32 << 20 };

static gi_handle new_pool(uint64_t max_bytes)
{
    struct gi_pool_request request = { 1, 0, 1, 0, max_bytes };
    gi_handle pool;

    OK(gi_pool_create(&request, &pool));
    return pool;
}

static uint64_t take(gi_handle pool, uint64_t size_bytes, gi_handle stream)
{
    uint64_t pointer;

    OK(gi_memory_alloc_async(size_bytes, pool, stream, &pointer));
    REQUIRE(pointer != 0 && pointer % 512 == 0, "pointer 0x%llx", (unsigned long long)pointer);
    return pointer;
}

static uint64_t get(gi_handle pool, int attribute)
{
    uint64_t value;

    OK(gi_pool_get_attribute(pool, attribute, &value));
    return value;
}

static unsigned driver_memories(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.memories;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* The same stream has it again at once, though its work with it has not begun; order keeps the
 * contents right. */
SCHED_CASE(the_same_stream_uses_it_again_at_once)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(0);
    uint64_t out = sched_host_memory(4 * SIZE);

    sched_pause_all();
    uint64_t first = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t memory = take(pool, SIZE, stream);
        first = i == 0 ? memory : first;
        REQUIRE(memory == first, "round %u: not the same bytes", i);
        OK(gi_fill_async(memory, i + 1, 1, SIZE, stream));
        OK(gi_copy_async(out + i * SIZE, memory, SIZE, GI_COPY_INFER, stream));
        OK(gi_memory_free_async(memory, stream));
    }
    REQUIRE(get(pool, GI_POOL_USED) == 0, "used");
    REQUIRE(get(pool, GI_POOL_USED_HIGH) == SIZE, "used high");
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    for (uint32_t i = 0; i < 4; i++)
        sched_expect_bytes(out + i * SIZE, SIZE, (uint8_t)(i + 1));
    OK(gi_pool_destroy(pool));
    OK(gi_memory_host_free(out));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Another stream gets it when the stream that freed it comes to that place. No command refers to
 * the host function there. */
SCHED_CASE(another_stream_gets_it_when_the_free_has_come)
{
    struct sched_gate gate;

    sched_begin_plain();
    gi_handle one = sched_stream(), two = sched_stream(), pool = new_pool(0);
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, UINT64_MAX));
    uint64_t memory = take(pool, SIZE, one);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, one);
    OK(gi_memory_free_async(memory, one));
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(memory, one));
    STATUS(GI_INVALID_VALUE, gi_fill_async(memory, 1, 1, SIZE, one));
    uint64_t other = take(pool, SIZE, two);
    REQUIRE(other != memory, "given out while a host function may use it");
    OK(gi_memory_free_async(other, two));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(one));
    uint64_t again = take(pool, SIZE, two);
    REQUIRE(again == memory || again == other, "new bytes, though all are free");
    OK(gi_memory_free(again));                   /* the plain free is legal */
    STATUS(GI_INVALID_VALUE, gi_memory_free(again));
    REQUIRE(get(pool, GI_POOL_USED) == 0, "used after the plain free");
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(one));
    OK(gi_stream_destroy(two));
    sched_expect_nothing_left();
}

/* A program that uses memory in a stream after it was freed in another is wrong, but harms nobody
 * else: the commands keep the bytes. */
SCHED_CASE(work_of_another_stream_keeps_the_bytes)
{
    sched_begin_plain();
    gi_handle user = sched_stream(), stream = sched_stream(), pool = new_pool(0);
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, UINT64_MAX));
    uint64_t memory = take(pool, SIZE, stream);
    gifake_pause_queue(0, sched_queue_of(user));
    OK(gi_fill_async(memory, 9, 1, SIZE, user));
    OK(gi_memory_free_async(memory, stream));
    OK(gi_stream_synchronize(stream));
    uint64_t other = take(pool, SIZE, stream);
    REQUIRE(other != memory, "given out while a command refers to it");
    OK(gi_pool_trim(pool, 0));
    gifake_resume_queue(0, sched_queue_of(user));
    OK(gi_stream_synchronize(user));
    OK(gi_memory_free_async(other, stream));
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(user));
    sched_expect_nothing_left();
}

/* The streams of the cache are looked at before the pool takes more from the driver. */
SCHED_CASE(a_pool_looks_before_it_grows)
{
    enum { LARGE = BLOCK };

    sched_begin_plain();
    gi_handle one = sched_stream(), two = sched_stream(), pool = new_pool(0);
    for (int i = 0; i < 20; i++) {
        gi_handle stream = i % 2 == 0 ? one : two;
        uint64_t memory = take(pool, LARGE, stream);
        OK(gi_fill_async(memory, 1, 4, 16, stream));
        OK(gi_memory_free_async(memory, stream));
        while (gi_stream_query(stream) == GI_NOT_READY)
            ;
    }
    REQUIRE(get(pool, GI_POOL_RESERVED_HIGH) == LARGE, "%llu bytes were reserved",
            (unsigned long long)get(pool, GI_POOL_RESERVED_HIGH));
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(one));
    OK(gi_stream_destroy(two));
    sched_expect_nothing_left();
}

/* ---- giving back ----------------------------------------------------------------------------- */

SCHED_CASE(a_synchronisation_gives_back_what_is_over_the_threshold)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(0), event = sched_event();
    unsigned before = driver_memories();
    uint64_t one = take(pool, BLOCK, stream), two = take(pool, BLOCK, stream);

    REQUIRE(get(pool, GI_POOL_RESERVED) == 2 * (uint64_t)BLOCK, "reserved");
    REQUIRE(driver_memories() == before + 2, "memories");
    OK(gi_memory_free_async(one, stream));
    OK(gi_memory_free_async(two, stream));
    REQUIRE(get(pool, GI_POOL_RESERVED) == 2 * (uint64_t)BLOCK, "kept until a synchronisation");
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, BLOCK));
    OK(gi_event_record(event, stream));
    OK(gi_event_synchronize(event));
    REQUIRE(get(pool, GI_POOL_RESERVED) == BLOCK, "down to the threshold");
    OK(gi_stream_synchronize(stream));
    REQUIRE(get(pool, GI_POOL_RESERVED) == BLOCK, "the threshold is kept");
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, 0));
    OK(gi_device_synchronize());
    REQUIRE(get(pool, GI_POOL_RESERVED) == 0, "all is back");
    REQUIRE(driver_memories() <= before + 1, "the device keeps one block at most");
    REQUIRE(get(pool, GI_POOL_RESERVED_HIGH) == 2 * (uint64_t)BLOCK, "the high mark");
    OK(gi_pool_set_attribute(pool, GI_POOL_RESERVED_HIGH, 0));
    REQUIRE(get(pool, GI_POOL_RESERVED_HIGH) == 0, "the high mark begins anew");
    OK(gi_event_destroy(event));
    OK(gi_pool_destroy(pool));
    REQUIRE(driver_memories() == before, "a pool that is destroyed leaves nothing");
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Rounds of a program that allocates anew in each: the block goes from the pool to the device and
 * back, to whichever pool comes first, and the driver is not asked. */
SCHED_CASE(rounds_between_synchronisations_do_not_ask_the_driver)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pools[2] = { new_pool(0), new_pool(0) };
    unsigned before = driver_memories();
    unsigned long calls = 0;

    for (int i = 0; i < 10; i++) {
        gi_handle pool = pools[i % 2];
        uint64_t memory = take(pool, SIZE, stream);
        REQUIRE(get(pool, GI_POOL_RESERVED) == BLOCK, "round %d: it is the pool's", i);
        OK(gi_memory_free_async(memory, stream));
        OK(gi_stream_synchronize(stream));
        REQUIRE(get(pool, GI_POOL_RESERVED) == 0, "round %d: it is the pool's no more", i);
        calls = i == 0 ? gifake_call_count() : calls;
        REQUIRE(gifake_call_count() == calls, "round %d: the driver was asked", i);
    }
    REQUIRE(driver_memories() == before + 1, "one block");
    OK(gi_pool_trim(pools[0], 0));
    REQUIRE(driver_memories() == before, "a trim leaves it");
    take(pools[0], SIZE, stream);
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

SCHED_CASE(a_trim_keeps_what_is_asked_and_what_is_used)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(0);
    uint64_t one = take(pool, BLOCK, stream), two = take(pool, BLOCK, stream);

    OK(gi_pool_trim(pool, 0));
    REQUIRE(get(pool, GI_POOL_RESERVED) == 2 * (uint64_t)BLOCK, "a trim took what is used");
    OK(gi_memory_free_async(one, stream));
    OK(gi_pool_trim(pool, 2 * (uint64_t)BLOCK));
    REQUIRE(get(pool, GI_POOL_RESERVED) == 2 * (uint64_t)BLOCK, "more than was asked");
    OK(gi_pool_trim(pool, BLOCK));
    REQUIRE(get(pool, GI_POOL_RESERVED) == BLOCK, "not what was asked");
    OK(gi_memory_free_async(two, stream));
    OK(gi_pool_trim(pool, 0));
    REQUIRE(get(pool, GI_POOL_RESERVED) == 0, "not all");
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* What a pool keeps is there for those who find no memory. */
SCHED_CASE(a_plain_allocation_gets_what_pools_keep)
{
    const struct gi_device_info *info;

    sched_begin_plain();
    OK(gi_device_info(0, &info));
    gi_handle stream = sched_stream(), pool = new_pool(0);
    uint64_t most = info->max_allocation_bytes, pointer, memory = 0;
    size_t count = (size_t)(info->memory_bytes / most);
    uint64_t *all = calloc(count, sizeof *all);
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, UINT64_MAX));
    for (size_t i = 0; i < count; i++)
        all[i] = take(pool, most, stream);
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc(most, &pointer));
    for (size_t i = 0; i < count; i++)
        OK(gi_memory_free_async(all[i], stream));
    for (size_t i = 0; i < count; i++)
        OK(gi_memory_alloc(most, &all[i]));
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc_async(most, pool, stream, &memory));
    REQUIRE(memory == 0, "a pointer with the error");
    for (size_t i = 0; i < count; i++)
        OK(gi_memory_free(all[i]));
    memory = take(pool, most, stream);
    OK(gi_memory_free_async(memory, stream));
    free(all);
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_pool_has_its_bound)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(1 << 20);
    uint64_t pointer, memory = take(pool, 1 << 20, stream);

    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc_async(512, pool, stream, &pointer));
    OK(gi_memory_free_async(memory, stream));
    memory = take(pool, 512, stream);
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc_async(UINT64_MAX, pool, stream, &pointer));
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc_async(UINT64_MAX / 2 + 1, pool, stream, &pointer));
    OK(gi_memory_free_async(memory, stream));
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- pools ----------------------------------------------------------------------------------- */

SCHED_CASE(a_destroyed_pool_lives_until_its_memory_is_freed)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(0), current;
    OK(gi_pool_set_current(0, pool));
    unsigned before = driver_memories();
    uint64_t one = take(0, SIZE, stream), two = take(pool, SIZE, stream), pointer;

    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(one, 3, 1, SIZE, stream));
    OK(gi_memory_free_async(one, stream));       /* waits in the cache */
    OK(gi_pool_destroy(pool));
    STATUS(GI_INVALID_VALUE, gi_pool_destroy(pool));
    STATUS(GI_INVALID_VALUE, gi_memory_alloc_async(SIZE, pool, stream, &pointer));
    OK(gi_pool_current(0, &current));
    REQUIRE(current != pool, "a destroyed pool is current");
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(two, 4, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(two, SIZE, 4);
    OK(gi_memory_free_async(two, stream));
    REQUIRE(driver_memories() == before, "%u memories are left", driver_memories() - before);
    REQUIRE(gi_handle_live_count(GI_OBJECT_POOL) == 1, "the pool is left");
    OK(gi_stream_destroy(stream));
}

SCHED_CASE(a_stream_may_go_before_what_was_freed_in_it)
{
    sched_begin_plain();
    gi_handle pool = new_pool(0), other = sched_stream();
    OK(gi_pool_set_attribute(pool, GI_POOL_RELEASE_THRESHOLD, UINT64_MAX));
    for (int i = 0; i < 100; i++) {
        gi_handle stream = sched_stream();
        uint64_t memory = take(pool, SIZE, stream);
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        OK(gi_memory_free_async(memory, stream));
        OK(gi_stream_destroy(stream));
    }
    OK(gi_device_synchronize());
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(other));
    sched_expect_nothing_left();
}

static void attributes_are_checked(gi_handle standard)
{
    uint64_t value;

    for (int attribute = -1; attribute <= 9; attribute++) {
        bool exists = attribute >= 1 && attribute <= 8;
        bool is_reuse = attribute >= 1 && attribute <= 3;
        STATUS(exists ? GI_OK : GI_INVALID_VALUE,
               gi_pool_get_attribute(standard, attribute, &value));
        STATUS(is_reuse || attribute == 4 ? GI_OK : GI_INVALID_VALUE,
               gi_pool_set_attribute(standard, attribute, 1));
        STATUS(is_reuse || attribute == 4 ? GI_OK : GI_INVALID_VALUE,
               gi_pool_set_attribute(standard, attribute, 2));
        if (is_reuse) {
            OK(gi_pool_get_attribute(standard, attribute, &value));
            REQUIRE(value == 1, "attribute %d is %llu", attribute, (unsigned long long)value);
        }
    }
}

static void accesses_are_checked(gi_handle standard)
{
    int access;

    OK(gi_pool_get_access(standard, 0, &access));
    REQUIRE(access == 3, "access %d", access);
    OK(gi_pool_get_access(standard, 1, &access));
    REQUIRE(access == 0, "access of another device %d", access);
    OK(gi_pool_set_access(standard, 0, 3));
    STATUS(GI_INVALID_VALUE, gi_pool_set_access(standard, 0, 0));
    STATUS(GI_INVALID_VALUE, gi_pool_set_access(standard, 0, 2));
    STATUS(GI_INVALID_DEVICE, gi_pool_set_access(standard, 1, 3));
    OK(gi_pool_set_access(standard, 1, 0));
}

SCHED_CASE(arguments_are_checked)
{
    struct gi_pool_request wrong[] = {
        { 0, 0, 1, 0, 0 }, { 3, 0, 1, 0, 0 }, { 1, 3, 1, 0, 0 }, { 1, 0, 0, 0, 0 },
        { 1, 0, 9, 0, 0 }, { 1, 2, 1, 0, 0 }, { 1, 4, 1, 0, 0 }, { 1, 10, 1, 0, 0 },
        { 1, 0, 4, 0, 0 }
    };
    struct gi_pool_request device = { 1, 0, 1, 7, 0 }, kinds[] = {
        { 1, 8, 1, 0, 0 }, { 1, 9, 1, 0, 0 }, { 2, 0, 1, 0, 0 }, { 1, 0, 2, 0, 0 },
        { 1, 0, 3, 0, 0 }
    }, huge = { 1, 0, 1, 0, UINT64_MAX };
    gi_handle pool, standard, current;
    uint64_t pointer;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        STATUS(GI_INVALID_VALUE, gi_pool_create(&wrong[i], &pool));
    STATUS(GI_INVALID_DEVICE, gi_pool_create(&device, &pool));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        STATUS(GI_NOT_SUPPORTED, gi_pool_create(&kinds[i], &pool));
    STATUS(GI_OUT_OF_MEMORY, gi_pool_create(&huge, &pool));
    OK(gi_pool_default(0, &standard));
    OK(gi_pool_current(0, &current));
    REQUIRE(standard == current, "the default pool is not current");
    STATUS(GI_INVALID_VALUE, gi_pool_destroy(standard));
    STATUS(GI_INVALID_VALUE, gi_pool_destroy(0));
    STATUS(GI_INVALID_VALUE, gi_pool_destroy(stream));
    STATUS(GI_INVALID_DEVICE, gi_pool_default(2, &pool));
    STATUS(GI_INVALID_DEVICE, gi_pool_current(-1, &pool));
    STATUS(GI_INVALID_VALUE, gi_pool_set_current(1, standard));
    attributes_are_checked(standard);
    accesses_are_checked(standard);
    OK(gi_memory_alloc_async(0, 0, stream, &pointer));
    REQUIRE(pointer == 0, "size 0 gave a pointer");
    STATUS(GI_INVALID_VALUE, gi_memory_alloc_async(1, stream, stream, &pointer));
    STATUS(GI_STALE_HANDLE, gi_memory_alloc_async(1, 0, standard, &pointer));
    OK(gi_memory_free_async(0, stream));
    STATUS(GI_STALE_HANDLE, gi_memory_free_async(0, standard));
    OK(gi_memory_managed_alloc(SIZE, GI_MANAGED_GLOBAL, &pointer));
    STATUS(GI_NOT_SUPPORTED, gi_memory_free_async(pointer, stream));
    OK(gi_memory_free(pointer));
    STATUS(GI_INVALID_VALUE, gi_memory_free_async((uint64_t)(uintptr_t)&pointer, stream));
    pointer = take(0, SIZE, stream);
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(pointer + 1, stream));
    STATUS(GI_STALE_HANDLE, gi_memory_free_async(pointer, 99));
    OK(gi_memory_free_async(pointer, stream));
    pointer = sched_memory(SIZE);
    OK(gi_memory_free_async(pointer, stream));   /* plain memory, too */
    pointer = sched_host_memory(SIZE);
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(pointer, stream));
    OK(gi_memory_host_free(pointer));
    OK(gi_stream_destroy(stream));
}

/* ---- many ------------------------------------------------------------------------------------ */

struct worker {
    gi_handle pool;
    unsigned seed;
};

/* Each thread's bytes are its own as long as it has them. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    enum { SLOTS = 8, ROUNDS = 300 };
    struct { uint64_t pointer, size; uint8_t value; } slots[SLOTS] = { 0 };
    gi_handle stream = sched_stream();

    for (int i = 0; i < ROUNDS; i++) {
        worker->seed = worker->seed * 1103515245u + 12345u;
        unsigned slot = worker->seed >> 16 & (SLOTS - 1);
        if (slots[slot].pointer != 0) {
            if (worker->seed >> 20 & 1) {
                OK(gi_stream_synchronize(stream));
                sched_expect_bytes(slots[slot].pointer, slots[slot].size, slots[slot].value);
            }
            OK(gi_memory_free_async(slots[slot].pointer, stream));
            slots[slot].pointer = 0;
            continue;
        }
        slots[slot].size = 512 + (worker->seed >> 12 & 0xffff);
        slots[slot].value = (uint8_t)(worker->seed >> 8);
        slots[slot].pointer = take(worker->pool, slots[slot].size, stream);
        OK(gi_fill_async(slots[slot].pointer, slots[slot].value, 1, slots[slot].size, stream));
    }
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].pointer != 0)
            OK(gi_memory_free_async(slots[i].pointer, stream));
    }
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(threads_share_a_pool)
{
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    struct worker workers[THREADS];

    sched_begin_plain();
    gi_handle pool = new_pool(0);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){ pool, 77 + i };
        REQUIRE(pthread_create(&threads[i], NULL, work, &workers[i]) == 0, "no thread");
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_device_synchronize());
    REQUIRE(get(pool, GI_POOL_USED) == 0, "used");
    REQUIRE(get(pool, GI_POOL_RESERVED) == 0, "reserved");
    OK(gi_pool_destroy(pool));
    sched_expect_nothing_left();
}

/* What a stream has freed is kept for it no longer than the device lives. */
SCHED_CASE(a_lost_device_keeps_no_stream)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t pointer = take(0, SIZE, stream);

    sched_pause_all();
    OK(gi_fill_async(pointer, 1, 1, SIZE, stream));
    OK(gi_memory_free_async(pointer, stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Each call of the driver fails once; nothing is left, and the next try works. */
SCHED_CASE(failures_leave_nothing)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), pool = new_pool(0);
    uint64_t pointer;

    for (unsigned long nth = 1; nth < 20; nth++) {
        gifake_fail_call(nth, GI_OUT_OF_MEMORY);
        gi_status status = gi_memory_alloc_async(BLOCK, pool, stream, &pointer);
        bool reached = gifake_failed_slot() != NULL;
        gifake_fail_call(0, GI_OK);
        if (status == GI_OK)
            OK(gi_memory_free_async(pointer, stream));
        else
            REQUIRE(pointer == 0, "a pointer with the error");
        OK(gi_stream_synchronize(stream));
        REQUIRE(get(pool, GI_POOL_USED) == 0 && get(pool, GI_POOL_RESERVED) == 0, "call %lu: %llu "
                "bytes are left", nth, (unsigned long long)get(pool, GI_POOL_RESERVED));
        if (!reached)
            break;
    }
    OK(gi_pool_destroy(pool));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* The linker sends gi_handle_acquire here. A test can destroy what another call has just found. */
gi_status __real_gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                                   struct gi_object **out_object);
gi_status __wrap_gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                                   struct gi_object **out_object);

static gi_handle destroyed_when_found;

gi_status __wrap_gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                                   struct gi_object **out_object)
{
    gi_status status = __real_gi_handle_acquire(handle, kind, out_object);

    if (handle != 0 && handle == destroyed_when_found) {
        destroyed_when_found = 0;
        OK(gi_pool_destroy(handle));
    }
    return status;
}

SCHED_CASE(a_pool_destroyed_meanwhile_does_not_become_current)
{
    gi_handle standard, current, pool;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    OK(gi_pool_default(0, &standard));
    pool = new_pool(0);
    destroyed_when_found = pool;
    STATUS(GI_INVALID_VALUE, gi_pool_set_current(0, pool));
    REQUIRE(destroyed_when_found == 0, "the pool was not destroyed");
    OK(gi_pool_current(0, &current));
    REQUIRE(current == standard, "pool 0x%llx is current", (unsigned long long)current);
    OK(gi_memory_free_async(take(0, SIZE, stream), stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Not a case of its own: says what a pair costs. test_pool cost */
SCHED_CASE(cost)
{
    enum { PAIRS = 200000 };
    struct timespec begin, end;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    gi_handle pool = new_pool(0);
    for (int busy = 0; busy < 2; busy++) {
        uint64_t held = take(pool, SIZE, stream);
        if (busy) {
            sched_pause_all();
            OK(gi_fill_async(held, 1, 1, SIZE, stream));
        }
        clock_gettime(CLOCK_MONOTONIC, &begin);
        for (int i = 0; i < PAIRS; i++)
            OK(gi_memory_free_async(take(pool, SIZE, stream), stream));
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("%s stream: %.0f ns a pair\n", busy ? "busy" : "idle",
               ((double)(end.tv_sec - begin.tv_sec) * 1e9 +
                (double)(end.tv_nsec - begin.tv_nsec)) / PAIRS);
        sched_resume_all();
        OK(gi_memory_free_async(held, stream));
        OK(gi_stream_synchronize(stream));
    }
}
