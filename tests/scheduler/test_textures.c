/* Texture and surface objects made, asked about and ended by threads at once, while what they are
 * made of goes away, and the device with it. */
#include <pthread.h>
#include <stdatomic.h>

#include "arrays/array.h"
#include "harness.h"
#include "arrays/texture.h"

enum { SIDE = 8, THREADS = 4, ROUNDS = 600, BOARD = 16, BYTES = 4096 };

/* What threads leave for each other: the number of an object, or the handle of an array. */
static atomic_uint_fast64_t textures[BOARD], surfaces[BOARD], arrays[BOARD], chains[BOARD];
static uint64_t memory;
static atomic_bool stop;

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* What another thread has taken away is told, and nothing else goes wrong. */
static void allow(gi_status status, const char *what)
{
    REQUIRE(status == GI_OK || status == GI_STALE_HANDLE || status == GI_INVALID_HANDLE ||
                status == GI_INVALID_VALUE,
            "%s: %s (%s)", what, gi_status_name(status), gi_last_error_detail());
}

static void put_array(uint32_t at)
{
    struct gi_array_request request = { .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                        .width = SIDE, .height = SIDE, .levels = 1 };
    gi_handle array;
    uint64_t old;

    OK(gi_array_create(&request, &array));
    old = atomic_exchange(&arrays[at], array);
    if (old != 0)
        allow(gi_array_destroy(old), "array");
    request.levels = 3;
    OK(gi_mipmapped_array_create(&request, &array));
    old = atomic_exchange(&chains[at], array);
    if (old != 0)
        allow(gi_mipmapped_array_destroy(old), "chain");
}

static void put_texture(uint32_t at, uint32_t kind)
{
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    const struct gi_resource resources[] = {
        { .kind = GI_RESOURCE_ARRAY, .array = atomic_load(&arrays[at]) },
        { .kind = GI_RESOURCE_MIPMAPPED_ARRAY, .array = atomic_load(&chains[at]) },
        { .kind = GI_RESOURCE_LINEAR, .pointer = memory, .size_bytes = BYTES,
          .channels = { { 32, 0, 0, 0 }, GI_CHANNEL_UNSIGNED } },
    };
    uint64_t made, old;

    allow(gi_texture_create(&resources[kind], &sampling, NULL, &made), "texture");
    old = atomic_exchange(&textures[at], made);
    allow(gi_texture_destroy(old), "end of a texture");
    if (kind != 0)
        return;
    allow(gi_surface_create(&resources[0], &made), "surface");
    old = atomic_exchange(&surfaces[at], made);
    allow(gi_surface_destroy(old), "end of a surface");
}

/* Another thread may end it meanwhile, and its slot may be another's by then. */
static void ask(uint32_t at)
{
    struct gi_texture_info info;
    uint64_t number = atomic_load(&textures[at]);
    gi_status status = gi_texture_query(number, &info);

    allow(status, "query");
    if (status == GI_OK)
        REQUIRE(info.sampling.filter == GI_FILTER_POINT && info.resource.kind <= 2,
                "0x%llx tells what it never was", (unsigned long long)number);
    status = gi_surface_query(atomic_load(&surfaces[at]), &info);
    allow(status, "query");
    REQUIRE(status != GI_OK || info.resource.kind == GI_RESOURCE_ARRAY, "a surface of no array");
    allow(gi_texture_destroy(number), "end");
}

static void step(uint32_t *seed)
{
    uint32_t at = next_random(seed) % BOARD, what = next_random(seed) % 5;

    if (what == 0)
        put_array(at);
    else if (what == 1)
        ask(at);
    else
        put_texture(at, what - 2);
}

static void *use_textures(void *argument)
{
    uint32_t seed = *(const uint32_t *)argument;

    for (int i = 0; i < ROUNDS; i++)
        step(&seed);
    return NULL;
}

static void *use_until_told(void *argument)
{
    uint32_t seed = *(const uint32_t *)argument;

    while (!atomic_load(&stop))
        step(&seed);
    return NULL;
}

static void begin(void *(*run)(void *), pthread_t *threads, uint32_t *seeds)
{
    for (uint32_t i = 0; i < THREADS; i++) {
        seeds[i] = i * 7919 + 1;
        REQUIRE(pthread_create(&threads[i], NULL, run, &seeds[i]) == 0, "no thread");
    }
}

SCHED_CASE(threads_share_objects)
{
    pthread_t threads[THREADS];
    uint32_t seeds[THREADS];

    sched_begin_plain();
    memory = sched_memory(BYTES);
    begin(use_textures, threads, seeds);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < BOARD; i++) {
        allow(gi_texture_destroy(atomic_load(&textures[i])), "texture");
        OK(gi_surface_destroy(atomic_load(&surfaces[i])));
        if (atomic_load(&arrays[i]) == 0)
            continue;
        OK(gi_array_destroy(atomic_load(&arrays[i])));
        OK(gi_mipmapped_array_destroy(atomic_load(&chains[i])));
    }
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(a_reset_takes_them_at_once)
{
    enum { RESETS = 100 };
    pthread_t threads[THREADS];
    uint32_t seeds[THREADS];

    sched_begin_plain();
    memory = sched_memory(BYTES);
    begin(use_until_told, threads, seeds);
    for (int i = 0; i < RESETS; i++)
        OK(gi_device_reset());
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_device_reset());
    sched_expect_nothing_left();
}
