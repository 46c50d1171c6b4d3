/* Life of memory that no command names. A launch may touch anything. What a program frees while one
 * is in flight stays until it is done, and goes soon after, although nobody looks at the stream. */
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "launches.h"
#include "memory/allocation.h"
#include "module/registered.h"
#include "ops/pool_call.h"
#include "pools/register.h"
#include "arrays/texture.h"
#include "share/ipc.h"

enum { SIZE = 1 << 20, SHORT_NS = 50000000 };

/* ---- host memory that runs short ----------------------------------------------------------- */

void *__real_malloc(size_t size_bytes);
void *__wrap_malloc(size_t size_bytes);
void *__real_realloc(void *old, size_t size_bytes);
void *__wrap_realloc(void *old, size_t size_bytes);

static _Thread_local bool is_short;      /* of memory: this thread's next request fails */

static bool fails(void)
{
    bool now = is_short;

    is_short = false;
    return now;
}

/* The linker sends what the library asks for here. Compilers make a malloc of some reallocs. */
void *__wrap_malloc(size_t size_bytes)
{
    return fails() ? NULL : __real_malloc(size_bytes);
}

void *__wrap_realloc(void *old, size_t size_bytes)
{
    return fails() ? NULL : __real_realloc(old, size_bytes);
}

static void end(gi_handle one, gi_handle other)
{
    OK(gi_stream_synchronize(one));
    OK(gi_stream_destroy(one));
    OK(gi_stream_destroy(other));
    sched_expect_nothing_left();
}

/* ---- memory -------------------------------------------------------------------------------- */

static uint64_t pooled(gi_handle stream)
{
    uint64_t pointer;

    OK(gi_memory_alloc_async(SIZE, 0, stream, &pointer));
    return pointer;
}

static bool overlap(uint64_t one, uint64_t other)
{
    return one < other + SIZE && other < one + SIZE;
}

/* Allocates until a piece lies at the address; false if none does soon. */
static bool comes_again(uint64_t pointer, gi_handle stream)
{
    enum { TRIES = 8 };
    uint64_t tried[TRIES];
    bool found = false;
    int count = 0;

    while (count < TRIES && !found) {
        tried[count] = pooled(stream);
        found = overlap(tried[count++], pointer);
    }
    while (count > 0)
        OK(gi_memory_free_async(tried[--count], stream));
    return found;
}

SCHED_CASE(a_piece_of_a_pool_is_not_given_to_others)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    uint64_t pointer = pooled(other);
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    OK(gi_memory_free_async(pointer, other));    /* an idle stream, which has reached the free */
    REQUIRE(!comes_again(pointer, other), "the piece was given out under the launch");
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_launches();
    REQUIRE(comes_again(pointer, other), "the piece was not given back");
    end(stream, other);
}

/* Stream order protects what is used again behind the launch. */
SCHED_CASE(the_stream_of_the_launch_uses_its_own_piece_at_once)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    uint64_t pointer = pooled(stream);
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    OK(gi_memory_free_async(pointer, stream));
    REQUIRE(!comes_again(pointer, other), "another stream was given the piece");
    REQUIRE(pooled(stream) == pointer, "the stream was not given its own piece");
    OK(gi_memory_free_async(pointer, stream));
    sched_let_go(stream);
    end(stream, other);
}

SCHED_CASE(plain_memory_that_is_freed_in_stream_order)
{
    enum { LARGE = 80 << 20 };           /* an object of its own, which is not kept for the next */

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    unsigned before = sched_live_memories();
    uint64_t large = sched_memory(LARGE), small = sched_memory(SIZE), next;
    unsigned with = sched_live_memories();
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    OK(gi_memory_free_async(large, other));
    OK(gi_memory_free_async(small, other));
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(small, other));
    next = sched_memory(SIZE);
    REQUIRE(!overlap(next, small), "the memory was given out under the launch");
    REQUIRE(sched_live_memories() >= with, "an object is gone");
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_launches();
    sched_await_memories(before + 1);          /* a block for the small ones */
    OK(gi_memory_free(next));
    end(stream, other);
}

/* The imported object and its buffer go in either order; neither waits. */
SCHED_CASE(imported_memory_and_its_buffers)
{
    for (int order = 0; order < 2; order++) {
        gi_handle memory, stream, other;

        if (order == 0)
            sched_begin_plain();
        stream = sched_stream();
        other = sched_other_stream(stream);
        unsigned before = sched_live_memories();
        uint64_t buffer = sched_import(&memory);
        gifake_pause_queue(0, sched_queue_of(stream));
        sched_launch(stream);
        if (order == 0)
            OK(gi_external_memory_destroy(memory));
        OK(gi_memory_free_async(buffer, other));
        if (order == 1)
            OK(gi_external_memory_destroy(memory));
        STATUS(GI_INVALID_VALUE, gi_memory_free_async(buffer, other));
        REQUIRE(sched_live_memories() == before + 1, "the import is gone");
        sched_expect_nothing_finished();
        sched_let_go(stream);
        sched_await_memories(before);
        OK(gi_stream_synchronize(stream));
        OK(gi_stream_synchronize(other));   /* a busy one keeps its queue when it is destroyed */
        OK(gi_stream_destroy(stream));
        OK(gi_stream_destroy(other));
    }
    sched_expect_nothing_left();
}

/* ---- calls that wait by themselves --------------------------------------------------------- */

static gi_status reset(uint64_t nothing)
{
    (void)nothing;
    return gi_device_reset();
}

static gi_status unload(uint64_t module)
{
    gi_registered_end((struct gi_registered *)(uintptr_t)module);
    return GI_OK;
}

/* The call is not over, and has finished nothing, before the launch is done. */
static void expect_wait(gi_handle stream, gi_status (*call)(uint64_t what), uint64_t what)
{
    struct sched_freeing freeing;
    int64_t until = gi_now_ns() + SHORT_NS;

    sched_free_start(&freeing, call, what);
    while (gi_now_ns() < until)
        sched_yield();
    REQUIRE(!atomic_load(&freeing.is_over), "it did not wait");
    sched_expect_nothing_finished();
    sched_let_go(stream);
    OK(sched_free_end(&freeing));
}

SCHED_CASE(unregistering_and_unloading_wait)
{
    static _Alignas(4096) uint8_t bytes[8192];
    const char initial[] = "what it holds first";
    struct gi_registered *module = gi_registered_image(NULL);
    uint64_t host = (uint64_t)(uintptr_t)bytes, managed;

    sched_begin_plain();
    OK(gi_registered_make_managed(module, "one", initial, sizeof initial, &managed));
    unsigned before = sched_live_memories();
    OK(gi_memory_host_register(host, sizeof bytes, 0));
    gi_handle stream = sched_held_launch();
    expect_wait(stream, gi_memory_host_unregister, host);
    REQUIRE(sched_live_memories() == before, "the registered memory is still there");
    gi_handle second = sched_held_launch();
    expect_wait(second, unload, (uint64_t)(uintptr_t)module);
    end(stream, second);
}

/* A reset waits for the work that is there when it begins, and takes all from the map later. */
SCHED_CASE(what_a_reset_takes_outlives_newer_launches)
{
    sched_begin_plain();
    unsigned before = sched_live_memories();
    uint64_t pointer = sched_memory(80 << 20);
    gi_handle stream = sched_held_launch();
    gi_allocation_withdraw_all(gi_device_if_open(0));
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    REQUIRE(sched_live_memories() == before + 1, "the memory is gone");
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_memories(before);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_reset_waits)
{
    gi_handle memory;

    sched_begin_plain();
    uint64_t kept = sched_memory(SIZE), buffer = sched_import(&memory);
    gi_handle stream = sched_held_launch();
    (void)kept;
    (void)buffer;
    expect_wait(stream, reset, 0);
    sched_expect_nothing_left();
}

/* ---- memory of another process -------------------------------------------------------------- */

enum { OFFERED_BYTES = 4 << 20 };

static void begin_with_exports(void)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    sched_begin_config(&config);
}

/* A process that offers memory until the end that is returned is closed. */
static int offer_memory(struct gi_ipc_handle *out_handle)
{
    int offers[2], until[2];
    char nothing;

    REQUIRE(pipe(offers) == 0 && pipe(until) == 0, "no pipes");
    pid_t child = fork();
    REQUIRE(child >= 0, "no child");
    if (child == 0) {
        close(until[1]);
        begin_with_exports();
        OK(gi_ipc_memory_export(sched_memory(OFFERED_BYTES), out_handle));
        REQUIRE(write(offers[1], out_handle, sizeof *out_handle) == sizeof *out_handle, "no pipe");
        (void)!read(until[0], &nothing, 1);
        _exit(0);
    }
    close(offers[1]);
    close(until[0]);
    REQUIRE(read(offers[0], out_handle, sizeof *out_handle) == sizeof *out_handle, "no offer");
    close(offers[0]);
    return until[1];
}

static gi_handle launched_after_settling;

void __real_gi_settle(struct gi_device *device, const char *call, uint64_t address);
void __wrap_gi_settle(struct gi_device *device, const char *call, uint64_t address);

/* The linker sends the library's calls here. */
void __wrap_gi_settle(struct gi_device *device, const char *call, uint64_t address)
{
    gi_handle stream = launched_after_settling;

    __real_gi_settle(device, call, address);
    if (stream == 0)
        return;
    launched_after_settling = 0;
    sched_launch(stream);
}

/* Closing waits for the launches before it. One that is enqueued after that wait keeps the
 * memory. */
SCHED_CASE(memory_of_another_process)
{
    struct gi_ipc_handle handle;
    uint64_t pointer;
    int other_process = offer_memory(&handle);

    begin_with_exports();
    gi_handle stream = sched_held_launch(), other = sched_other_stream(stream);
    unsigned before = sched_live_memories();
    OK(gi_ipc_memory_open(&handle, 1, &pointer));
    REQUIRE(sched_live_memories() == before + 1, "%u objects", sched_live_memories() - before);
    expect_wait(stream, gi_ipc_memory_close, pointer);
    REQUIRE(sched_live_memories() == before, "the memory is still there");

    OK(gi_ipc_memory_open(&handle, 1, &pointer));
    gifake_pause_queue(0, sched_queue_of(stream));
    launched_after_settling = stream;
    OK(gi_ipc_memory_close(pointer));
    REQUIRE(launched_after_settling == 0, "it did not wait");
    REQUIRE(sched_live_memories() == before + 1, "the memory is gone");
    STATUS(GI_INVALID_VALUE, gi_ipc_memory_close(pointer));
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_memories(before);
    close(other_process);
    end(stream, other);
}

/* ---- several streams and devices ----------------------------------------------------------- */

SCHED_CASE(every_stream_with_a_launch_keeps_it)
{
    gi_handle memory;

    sched_begin(&(struct sched_setup){ 8, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED });
    gi_handle one = sched_held_launch(), two = sched_held_launch(), third = sched_other_stream(one);
    unsigned before = sched_live_memories();
    uint64_t buffer = sched_import(&memory);
    REQUIRE(sched_queue_of(one) != sched_queue_of(two), "both streams have one queue");
    OK(gi_memory_free_async(buffer, third));
    OK(gi_external_memory_destroy(memory));
    sched_let_go(two);
    OK(gi_stream_synchronize(two));
    REQUIRE(sched_live_memories() == before + 1, "the other stream's launch does not keep it");
    sched_expect_nothing_finished();
    sched_let_go(one);
    sched_await_memories(before);
    OK(gi_stream_destroy(third));
    end(one, two);
}

/* Host memory is in the reach of each device, other memory only of its own. */
SCHED_CASE(launches_of_another_device)
{
    gi_handle memory;

    sched_begin_plain();
    gi_handle stream = sched_held_launch();
    OK(gi_device_set_current(1));
    gi_handle far = sched_stream();
    unsigned before = sched_live_memories();
    uint64_t buffer = sched_import(&memory);
    OK(gi_memory_free_async(buffer, far));
    OK(gi_external_memory_destroy(memory));
    REQUIRE(sched_live_memories() == before, "memory of a device without launches was kept");
    uint64_t host = sched_host_memory(SIZE);
    struct gi_allocation *allocation = gi_allocation_at(host);
    REQUIRE(gi_allocation_unpublish(allocation), "it is not on the map");
    gi_allocation_unref(allocation);     /* the map's */
    REQUIRE(atomic_load(&allocation->refs) == 2, "the other device's launch does not keep it");
    sched_let_go(stream);
    while (atomic_load(&allocation->refs) > 1)
        sched_yield();
    gi_allocation_unref(allocation);
    OK(gi_device_set_current(0));
    end(stream, far);
}

/* ---- failures ------------------------------------------------------------------------------ */

static gi_status destroy_without_memory(uint64_t memory)
{
    gi_status status;

    is_short = true;
    status = gi_external_memory_destroy(memory);
    REQUIRE(!is_short, "it needed no memory");
    return status;
}

SCHED_CASE(without_host_memory_a_free_waits)
{
    gi_handle memory;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    unsigned before = sched_live_memories();
    uint64_t buffer = sched_import(&memory);
    OK(gi_memory_free_async(buffer, other));
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    expect_wait(stream, destroy_without_memory, memory);
    REQUIRE(sched_live_memories() == before, "the import is still there");
    end(stream, other);
}

/* The list of streams needs memory, too. */
SCHED_CASE(without_host_memory_for_many_streams_a_free_waits)
{
    enum { STREAMS = 12 };
    gi_handle streams[STREAMS], memory;
    uint64_t buffer;

    sched_begin_plain();
    gi_handle last = sched_stream();
    buffer = sched_import(&memory);
    OK(gi_memory_free_async(buffer, last));
    sched_pause_all();
    for (int i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        sched_launch(streams[i]);
    }
    unsigned before = sched_live_memories();
    struct sched_freeing freeing;
    sched_free_start(&freeing, destroy_without_memory, memory);
    for (int64_t until = gi_now_ns() + SHORT_NS; gi_now_ns() < until;)
        sched_yield();
    REQUIRE(!atomic_load(&freeing.is_over) && sched_live_memories() == before, "it did not wait");
    sched_expect_nothing_finished();
    sched_resume_all();
    OK(sched_free_end(&freeing));
    sched_await_memories(before - 1);
    for (int i = 0; i < STREAMS; i++) {
        OK(gi_stream_synchronize(streams[i]));
        OK(gi_stream_destroy(streams[i]));
    }
    OK(gi_stream_destroy(last));
    sched_expect_nothing_left();
}

SCHED_CASE(a_lost_device_keeps_nothing)
{
    gi_handle memory;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    unsigned before = sched_live_memories();
    uint64_t buffer = sched_import(&memory);
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    OK(gi_memory_free_async(buffer, other));
    OK(gi_external_memory_destroy(memory));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    sched_await_memories(before);
}

/* ---- at random ----------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

enum { BOARD = 24, ROUNDS = 60, STREAMS = 3 };

struct board {
    gi_handle streams[STREAMS];
    uint64_t pieces[BOARD], textures[BOARD];
    uint64_t freed[BOARD];
    size_t freed_count;
};

static void move_piece(struct board *board, uint32_t at, gi_handle stream)
{
    if (board->pieces[at] == 0) {
        board->pieces[at] = pooled(stream);
        for (size_t i = 0; i < board->freed_count; i++)
            REQUIRE(!overlap(board->pieces[at], board->freed[i]), "memory came back too soon");
        return;
    }
    OK(gi_memory_free_async(board->pieces[at], stream));
    board->freed[board->freed_count++] = board->pieces[at];
    board->pieces[at] = 0;
}

static void move_texture(struct board *board, uint32_t at, uint64_t pointer)
{
    uint64_t old = board->textures[at];

    board->textures[at] = 0;
    if (old == 0) {
        board->textures[at] = sched_texture(pointer);
        return;
    }
    OK(gi_texture_destroy(old));
    REQUIRE(sched_slot_is_filled(old), "a slot was emptied under a launch");
}

/* In each round launches are held, and whatever is freed meanwhile stays. Stream 0 only frees and
 * allocates: what it has freed itself it could be given again, so nothing is in order there. */
static void play(struct board *board, uint32_t *seed, uint64_t pointer)
{
    gi_handle free_stream = board->streams[0];
    uint32_t held = next_random(seed) % 3 + 1;

    for (uint32_t i = 1; i < STREAMS; i++) {
        if ((held & 1u << (i - 1)) == 0)
            continue;
        gifake_pause_queue(0, sched_queue_of(board->streams[i]));
        for (uint32_t n = next_random(seed) % 3 + 1; n > 0; n--)
            sched_launch(board->streams[i]);
    }
    board->freed_count = 0;
    for (uint32_t n = 0; n < BOARD; n++) {
        uint32_t at = next_random(seed) % BOARD;

        if (next_random(seed) % 2 == 0)
            move_piece(board, at, free_stream);
        else
            move_texture(board, at, pointer);
    }
    sched_expect_nothing_finished();
    for (int i = 1; i < STREAMS; i++)
        sched_let_go(board->streams[i]);
    sched_await_launches();
    gifake_reset_counts(0);
}

SCHED_CASE(frees_under_launches_at_random)
{
    struct board board = { .freed_count = 0 };
    uint32_t seed = 20261;

    sched_begin_plain();
    for (int i = 0; i < STREAMS; i++)
        board.streams[i] = i == 0 ? sched_stream() : sched_other_stream(board.streams[0]);
    uint64_t pointer = sched_memory(SIZE);
    for (int i = 0; i < ROUNDS; i++)
        play(&board, &seed, pointer);
    for (int i = 0; i < BOARD; i++) {
        OK(gi_texture_destroy(board.textures[i]));
        OK(gi_memory_free_async(board.pieces[i], board.streams[0]));
    }
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(board.streams[i]));
    OK(gi_memory_free(pointer));
    sched_expect_nothing_left();
}

static void *launch_and_free(void *argument)
{
    uint32_t seed = *(const uint32_t *)argument;
    gi_handle stream = sched_stream(), memory;
    uint64_t pointer = sched_memory(4096);

    for (int i = 0; i < 150; i++) {
        uint64_t piece = pooled(stream);
        /* The fake has few slots: all together the threads make fewer than it has. */
        uint64_t texture = i % 10 == 0 ? sched_texture(pointer) : 0;

        if (next_random(&seed) % 2 == 0)
            sched_launch(stream);
        uint64_t buffer = next_random(&seed) % 4 == 0 ? sched_import(&memory) : 0;
        OK(gi_texture_destroy(texture));
        OK(gi_memory_free_async(piece, stream));
        if (buffer != 0) {
            OK(gi_memory_free_async(buffer, stream));
            OK(gi_external_memory_destroy(memory));
        }
        if (next_random(&seed) % 8 == 0)
            OK(gi_stream_synchronize(stream));
    }
    OK(gi_memory_free(pointer));
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(threads_launch_and_free)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    uint32_t seeds[THREADS];

    sched_begin_plain();
    for (uint32_t i = 0; i < THREADS; i++) {
        seeds[i] = i * 7919 + 1;
        REQUIRE(pthread_create(&threads[i], NULL, launch_and_free, &seeds[i]) == 0, "no thread");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_device_synchronize());         /* the pool's pieces name the streams that freed them */
    sched_await_launches();
    sched_expect_nothing_left();
}
