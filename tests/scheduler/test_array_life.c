/* How long arrays and their memory live, what orders work on them, and what is left when something
 * fails. */
#include <string.h>

#include "arrays/array.h"
#include "graph/exec/node_kinds.h"
#include "ops/array_copy.h"
#include "harness.h"

enum { SIDE = 32, LAYERS = 4, ROW_BYTES = SIDE * 4, BYTES = SIDE * ROW_BYTES, OBJECT = 256 << 10 };

static struct gi_array_request request_of(uint32_t layers, uint32_t levels)
{
    return (struct gi_array_request){ .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                      .width = SIDE, .height = SIDE, .depth = layers,
                                      .levels = levels,
                                      .flags = layers > 0 ? GI_ARRAY_LAYERED : 0u };
}

static gi_handle make_array(uint32_t layers)
{
    struct gi_array_request request = request_of(layers, 1);
    gi_handle array;

    OK(gi_array_create(&request, &array));
    return array;
}

static const struct gi_texel_box whole = { SIDE, SIDE, 1 };

static struct gi_array_operand layer(gi_handle array, uint64_t z)
{
    return (struct gi_array_operand){ .array = array, .z = z };
}

static struct gi_array_operand bytes_at(uint64_t pointer)
{
    return (struct gi_array_operand){
        .memory = { .pointer = pointer, .pitch = ROW_BYTES, .slice_bytes = BYTES } };
}

static void write_layer(gi_handle array, uint64_t z, uint64_t from, gi_handle stream)
{
    struct gi_array_operand dst = layer(array, z), src = bytes_at(from);

    OK(gi_array_copy_async(&dst, &src, &whole, GI_COPY_INFER, stream));
}

static void read_layer(uint64_t to, gi_handle array, uint64_t z, gi_handle stream)
{
    struct gi_array_operand dst = bytes_at(to), src = layer(array, z);

    OK(gi_array_copy_async(&dst, &src, &whole, GI_COPY_INFER, stream));
}

static gi_handle import_object(void)
{
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(OBJECT),
                                                 .size_bytes = OBJECT };
    gi_handle memory;

    OK(gi_external_memory_import(&import, &memory));
    return memory;
}

/* ---- ends ------------------------------------------------------------------------------------ */

SCHED_CASE(an_array_ends_with_its_work)
{
    struct sched_freeing freeing;

    sched_begin_plain();
    gi_handle stream = sched_stream(), array = make_array(0);
    uint64_t from = sched_memory(BYTES), to = sched_memory(BYTES);
    OK(gi_fill_now(from, 0x5a, 1, BYTES));
    OK(gi_device_synchronize());
    sched_pause_all();
    write_layer(array, 0, from, stream);
    read_layer(to, array, 0, stream);
    sched_free_begin(&freeing, gi_array_destroy, array);
    REQUIRE(!atomic_load(&freeing.is_over), "it did not wait");
    sched_resume_all();
    OK(sched_free_end(&freeing));
    sched_expect_bytes(to, BYTES, 0x5a);
    OK(gi_memory_free(from));
    OK(gi_memory_free(to));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* The imported object, an array and a buffer in it, and the work: in every order. What is freed
 * before the work is done waits for it. */
SCHED_CASE(imported_memory_ends_in_any_order)
{
    static const char orders[][5] = { "mabw", "amwb", "bwma", "wabm", "ambw", "mwba", "abmw" };

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t from = sched_memory(BYTES), to = sched_memory(BYTES);
    for (size_t n = 0; n < sizeof orders / sizeof orders[0]; n++) {
        struct gi_array_request request = request_of(0, 3);
        struct gi_external_buffer_request part = { 0, OBJECT, 0 };
        gi_handle memory = import_object(), mipmapped, array;
        uint64_t buffer;
        OK(gi_external_memory_map_array(memory, 8192, &request, &mipmapped));
        OK(gi_mipmapped_array_level(mipmapped, 0, &array));
        OK(gi_external_memory_map_buffer(memory, &part, &buffer));
        OK(gi_fill_now(from, (uint32_t)n + 1, 1, BYTES));
        OK(gi_device_synchronize());
        sched_pause_all();
        write_layer(array, 0, from, stream);
        OK(gi_copy_async(to, buffer + 8192, BYTES, GI_COPY_INFER, stream));  /* the same bytes */
        struct sched_freeing frees[2];
        size_t count = 0;
        for (const char *step = orders[n]; *step != '\0'; step++) {
            if (*step == 'm')
                OK(gi_external_memory_destroy(memory));
            else if (*step == 'w')
                sched_resume_all();
            else if (*step == 'a')
                sched_free_begin(&frees[count++], gi_mipmapped_array_destroy, mipmapped);
            else
                sched_free_begin(&frees[count++], gi_memory_free, buffer);
        }
        while (count > 0)
            OK(sched_free_end(&frees[--count]));
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(to, BYTES, (uint8_t)(n + 1));
        STATUS(GI_STALE_HANDLE, gi_mipmapped_array_destroy(mipmapped));
    }
    OK(gi_memory_free(from));
    OK(gi_memory_free(to));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_reset_ends_arrays)
{
    struct gi_array_request request = request_of(LAYERS, 4);
    gi_handle array, mipmapped, first, mapped, other;
    struct gi_array_info info;

    sched_begin_plain();
    OK(gi_device_set_current(1));
    other = make_array(0);
    OK(gi_device_set_current(0));
    array = make_array(0);
    OK(gi_mipmapped_array_create(&request, &mipmapped));
    OK(gi_mipmapped_array_level(mipmapped, 1, &first));
    OK(gi_external_memory_map_array(import_object(), 0, &request, &mapped));
    uint64_t from = sched_memory(BYTES);
    write_layer(array, 0, from, GI_STREAM_LEGACY);
    OK(gi_device_reset());
    STATUS(GI_STALE_HANDLE, gi_array_query(array, &info));
    STATUS(GI_STALE_HANDLE, gi_array_query(first, &info));
    STATUS(GI_STALE_HANDLE, gi_mipmapped_array_query(mapped, &info));
    STATUS(GI_STALE_HANDLE, gi_array_destroy(array));
    STATUS(GI_STALE_HANDLE, gi_mipmapped_array_destroy(mipmapped));
    OK(gi_array_query(other, &info));
    OK(gi_array_destroy(other));
    OK(gi_device_set_current(1));
    OK(gi_device_reset());
    struct gifake_live live;
    gifake_live(&live);
    REQUIRE(live.images == 0, "%u images are left", live.images);
}

/* A node is one copy, and rows that cut texels are several. */
SCHED_CASE(a_refused_node_holds_no_array)
{
    sched_begin_plain();
    gi_handle array = make_array(0);
    uint64_t memory = sched_memory(BYTES);
    struct gi_asked_copy like = {
        .copy = { .measure = GI_COPY_BYTES, .width = 6, .height = 2, .depth = 1,
                  .dst = { .declared = GI_DECLARED_ARRAY, .array = array, .name = "dst" },
                  .src = { .pointer = memory, .pitch = ROW_BYTES, .rows = SIDE, .name = "src" },
                  .kind = GI_COPY_INFER } };
    struct gi_asked *asked;

    STATUS(GI_NOT_SUPPORTED, gi_ask_copy(&like, &asked));
    const struct gi_copy_side of_array = like.copy.dst;
    like.copy.dst = like.copy.src;
    like.copy.src = of_array;
    STATUS(GI_NOT_SUPPORTED, gi_ask_copy(&like, &asked));
    OK(gi_array_destroy(array));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* ---- memory --------------------------------------------------------------------------------- */

static unsigned memories(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.memories;
}

SCHED_CASE(small_arrays_share_memory)
{
    enum { ARRAYS = 200 };
    gi_handle arrays[ARRAYS];

    sched_begin_plain();
    arrays[0] = make_array(0);
    unsigned before = memories();
    for (int i = 1; i < ARRAYS; i++)
        arrays[i] = make_array(0);
    REQUIRE(memories() == before, "%u memories more", memories() - before);
    for (int i = 0; i < ARRAYS; i++)
        OK(gi_array_destroy(arrays[i]));
    sched_expect_nothing_left();
}

SCHED_CASE(who_wants_memory_alone_has_it)
{
    struct gifake_device_config config;
    gi_handle a, b;

    gifake_default_config(&config, 0);
    config.images_want_own_memory = true;
    config.image_alignment_bytes = 64 << 10;
    gifake_configure(&config, 1);
    a = make_array(0);
    unsigned before = memories();
    b = make_array(0);
    REQUIRE(memories() == before + 1, "%u memories more", memories() - before);
    OK(gi_array_destroy(a));
    OK(gi_array_destroy(b));
    REQUIRE(memories() == before - 1, "its memory was not given back");
}

/* What finished work and destroyed arrays still hold is found when memory is short. */
SCHED_CASE(memory_runs_out)
{
    enum { ARRAYS = 8 };
    struct gi_array_request request = request_of(0, 1);
    struct gifake_device_config config;
    gi_handle arrays[ARRAYS], stream;
    int made = 0;

    gifake_default_config(&config, 0);
    config.info.memory_bytes = UINT64_C(64) << 20;
    gifake_configure(&config, 1);
    request.width = request.height = 2048;       /* 16 MiB */
    stream = sched_stream();
    for (int round = 0; round < 3; round++) {
        for (made = 0; made < ARRAYS; made++)
            if (gi_array_create(&request, &arrays[made]) != GI_OK)
                break;
        REQUIRE(made >= 2 && made < ARRAYS, "%d arrays of 16 MiB in 64 MiB", made);
        STATUS(GI_OUT_OF_MEMORY, gi_array_create(&request, &arrays[made]));
        REQUIRE(arrays[made] == 0, "a failed call has set the handle");
        struct gi_array_operand dst = { .array = arrays[0] }, src = { .array = arrays[1] };
        struct gi_texel_box box = { 64, 64, 1 };
        OK(gi_array_copy_async(&dst, &src, &box, GI_COPY_INFER, stream));
        while (made > 0)
            OK(gi_array_destroy(arrays[--made]));
    }
    OK(gi_stream_destroy(stream));
}

/* ---- making, and what the program is at meanwhile -------------------------------------------- */

SCHED_CASE(making_waits_for_no_work_of_the_program)
{
    struct sched_semaphore go;

    sched_begin_plain();
    sched_semaphore_make(&go, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle stream = sched_blocking_stream();
    sched_wait(GI_STREAM_LEGACY, &go, 1);
    sched_wait(stream, &go, 1);
    gi_handle array = make_array(0);
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&go, 1);
    OK(gi_array_destroy(array));
    OK(gi_stream_query(stream));
    OK(gi_stream_query(GI_STREAM_LEGACY));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&go);
    sched_expect_nothing_left();
}

/* Each call of the driver that making an array needs fails once. */
SCHED_CASE(nothing_is_left_when_making_fails)
{
    static const char *const slots[] = { "image.init", "image.bind", "queue.submit",
                                         "memory.allocate" };
    struct gi_array_request own = request_of(LAYERS, 4), large = own;
    gi_handle memory, array;

    sched_begin_plain();
    gi_handle kept = make_array(0);              /* a block of the heap stays */
    memory = import_object();
    large.width = large.height = 1024;           /* 22 MiB: needs a block of its own */
    unsigned before = gifake_live_count();
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        struct gi_array_request *request = strcmp(slots[i], "memory.allocate") == 0 ? &large : &own;
        array = 7;
        gifake_fail_slot(slots[i], GI_NOT_SUPPORTED);
        STATUS(GI_NOT_SUPPORTED, gi_mipmapped_array_create(request, &array));
        REQUIRE(array == 0 && gifake_live_count() == before, "%s: something is left", slots[i]);
        if (strncmp(slots[i], "image.", 6) != 0)
            continue;
        array = 7;
        gifake_fail_slot(slots[i], GI_NOT_SUPPORTED);
        STATUS(GI_NOT_SUPPORTED, gi_external_memory_map_array(memory, 0, &own, &array));
        REQUIRE(array == 0 && gifake_live_count() == before, "%s: something is left", slots[i]);
    }
    gifake_fail_slot("memory.allocate", GI_OUT_OF_MEMORY);   /* it is tried again */
    OK(gi_mipmapped_array_create(&large, &array));
    OK(gi_mipmapped_array_destroy(array));
    OK(gi_external_memory_destroy(memory));
    OK(gi_array_destroy(kept));
    sched_expect_nothing_left();
}

SCHED_CASE(a_lost_device_makes_none)
{
    struct gi_array_request request = request_of(0, 1);
    gi_handle array, stream;

    sched_begin_plain();
    stream = sched_stream();
    array = make_array(0);
    uint64_t from = sched_memory(BYTES);
    sched_pause_all();
    write_layer(array, 0, from, stream);
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_array_create(&request, &array));
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    OK(gi_device_reset());
    struct gifake_live live;
    gifake_live(&live);
    REQUIRE(live.images == 0, "%u images are left", live.images);
}

SCHED_CASE(bad_mappings_are_refused)
{
    struct gi_array_request request = request_of(0, 1), wrong;
    gi_handle memory, array;

    sched_begin_plain();
    memory = import_object();
    STATUS(GI_INVALID_HANDLE, gi_external_memory_map_array(0, 0, &request, &array));
    STATUS(GI_INVALID_HANDLE, gi_external_memory_map_array(sched_event(), 0, &request, &array));
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, 1, &request, &array));
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, OBJECT, &request, &array));
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, UINT64_MAX - 4095, &request,
                                                          &array));
    wrong = request;
    wrong.levels = 0;
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, 0, &wrong, &array));
    wrong.levels = 7;            /* 32, 16, 8, 4, 2, 1 */
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, 0, &wrong, &array));
    wrong.levels = 6;            /* 5460 bytes */
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, OBJECT - 4096, &wrong, &array));
    OK(gi_external_memory_map_array(memory, 0, &wrong, &array));
    OK(gi_mipmapped_array_destroy(array));
    wrong.channels.kind = 77;
    STATUS(GI_INVALID_CHANNELS, gi_external_memory_map_array(memory, 0, &wrong, &array));
    wrong = request;
    wrong.width = wrong.height = 512;            /* 1 MiB */
    STATUS(GI_INVALID_VALUE, gi_external_memory_map_array(memory, 0, &wrong, &array));
    REQUIRE(strstr(gi_last_error_detail(), "1048576") != NULL &&
            strstr(gi_last_error_detail(), "262144") != NULL, "the sentence: %s",
            gi_last_error_detail());
    REQUIRE(array == 0, "a failed call has set the handle");
    OK(gi_external_memory_destroy(memory));
    STATUS(GI_INVALID_HANDLE, gi_external_memory_map_array(memory, 0, &request, &array));
}

/* ---- order ---------------------------------------------------------------------------------- */

static unsigned long barriers_of(gi_handle stream, void (*enqueue)(gi_handle stream, gi_handle what,
                                                                   uint64_t memory),
                                 gi_handle what)
{
    struct gifake_counts counts;
    uint64_t memory = sched_memory(16 * BYTES), first = sched_memory(64);

    sched_pause_all();
    OK(gi_fill_async(first, 0, 1, 64, stream));  /* keeps the rest in one batch */
    gifake_reset_counts(0);
    enqueue(stream, what, memory);
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(first));
    return counts.barriers;
}

static void write_all_layers(gi_handle stream, gi_handle array, uint64_t memory)
{
    for (uint64_t i = 0; i < LAYERS; i++)
        write_layer(array, i, memory + i * BYTES, stream);
}

static void write_layers_again(gi_handle stream, gi_handle array, uint64_t memory)
{
    write_all_layers(stream, array, memory);
    write_all_layers(stream, array, memory);
}

static void write_all_levels(gi_handle stream, gi_handle mipmapped, uint64_t memory)
{
    for (uint32_t i = 0; i < 4; i++) {
        struct gi_array_operand dst = { .array = 0 }, src = bytes_at(memory + i * BYTES);
        struct gi_texel_box box = { SIDE >> i, SIDE >> i, LAYERS };
        OK(gi_mipmapped_array_level(mipmapped, i, &dst.array));
        OK(gi_array_copy_async(&dst, &src, &box, GI_COPY_INFER, stream));
    }
}

SCHED_CASE(only_what_meets_has_a_barrier)
{
    struct gi_array_request request = request_of(LAYERS, 4);
    gi_handle mipmapped, mapped, level, memory;

    sched_begin_plain();
    gi_handle stream = sched_stream(), array = make_array(LAYERS);
    OK(gi_mipmapped_array_create(&request, &mipmapped));
    memory = import_object();
    OK(gi_external_memory_map_array(memory, 0, &request, &mapped));
    OK(gi_external_memory_destroy(memory));
    OK(gi_mipmapped_array_level(mapped, 0, &level));
    unsigned long count = barriers_of(stream, write_all_layers, array);
    REQUIRE(count == 0, "%lu barriers between layers", count);
    count = barriers_of(stream, write_layers_again, array);
    REQUIRE(count == 1, "%lu barriers instead of one", count);
    count = barriers_of(stream, write_all_levels, mipmapped);
    REQUIRE(count == 0, "%lu barriers between levels", count);
    count = barriers_of(stream, write_all_layers, level);
    REQUIRE(count == LAYERS - 1, "%lu barriers in memory that others have too", count);
    OK(gi_array_destroy(array));
    OK(gi_mipmapped_array_destroy(mipmapped));
    OK(gi_mipmapped_array_destroy(mapped));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* More pieces than one, in both directions, out of memory whose rows are odd, and by way of another
 * device, whose pieces are larger. */
SCHED_CASE(large_levels_go_in_pieces)
{
    enum { WIDTH = 1000, HEIGHT = 800, PITCH = 4007 };
    struct gi_array_request request = request_of(0, 1);
    struct gi_texel_box box = { WIDTH, HEIGHT, 1 };
    uint8_t *bytes = malloc(2 * HEIGHT * PITCH), *got = bytes + HEIGHT * PITCH;
    struct gi_array_operand array = { .array = 0 }, far = array;
    struct gi_array_operand memory = { .memory = { .pitch = PITCH } };
    struct gifake_device_config configs[2];

    REQUIRE(bytes != NULL, "no memory");
    for (uint32_t i = 0; i < 2; i++)
        gifake_default_config(&configs[i], i);
    configs[1].info.kind = GI_DEVICE_CPU;
    gifake_configure(configs, 2);
    request.width = WIDTH;
    request.height = HEIGHT;
    OK(gi_array_create(&request, &array.array));
    OK(gi_device_set_current(1));
    OK(gi_array_create(&request, &far.array));
    for (size_t i = 0; i < HEIGHT * PITCH; i++) {
        bytes[i] = (uint8_t)(i * 31 >> 3);
        got[i] = i % PITCH < WIDTH * 4 ? 0 : bytes[i];
    }
    memory.memory.pointer = (uint64_t)(uintptr_t)bytes;
    OK(gi_array_copy(&array, &memory, &box, GI_COPY_HOST_TO_DEVICE));
    OK(gi_array_copy(&far, &array, &box, GI_COPY_DEVICE_TO_DEVICE));
    memory.memory.pointer = (uint64_t)(uintptr_t)got;
    OK(gi_array_copy(&memory, &far, &box, GI_COPY_DEVICE_TO_HOST));
    REQUIRE(memcmp(got, bytes, HEIGHT * PITCH) == 0, "other bytes");
    OK(gi_array_copy(&far, &memory, &box, GI_COPY_HOST_TO_DEVICE));
    OK(gi_array_copy(&array, &far, &box, GI_COPY_DEVICE_TO_DEVICE));
    memset(got, 0, HEIGHT * PITCH);
    OK(gi_array_copy(&memory, &array, &box, GI_COPY_DEVICE_TO_HOST));
    REQUIRE(memcmp(got, bytes, WIDTH * 4) == 0 && got[PITCH - 1] == 0, "other bytes");
    OK(gi_array_destroy(array.array));
    OK(gi_array_destroy(far.array));
    free(bytes);
}

/* ---- threads -------------------------------------------------------------------------------- */

static void *use_arrays(void *argument)
{
    static const uint8_t pattern[4] = { 1, 2, 3, 4 };
    uint8_t texels[SIDE][ROW_BYTES], got[SIDE][ROW_BYTES];
    struct gi_array_request request = request_of(0, 4);
    gi_handle stream = sched_stream();

    memset(texels, pattern[*(int *)argument], sizeof texels);
    for (int i = 0; i < 40; i++) {
        struct gi_array_operand array = { .array = 0 };
        struct gi_array_operand from = bytes_at((uint64_t)(uintptr_t)texels);
        struct gi_array_operand to = bytes_at((uint64_t)(uintptr_t)got);
        gi_handle mipmapped;
        OK(gi_mipmapped_array_create(&request, &mipmapped));
        OK(gi_mipmapped_array_level(mipmapped, 0, &array.array));
        OK(gi_array_copy_async(&array, &from, &whole, GI_COPY_INFER, stream));
        OK(gi_array_copy_async(&to, &array, &whole, GI_COPY_INFER, stream));
        OK(gi_mipmapped_array_destroy(mipmapped));
        OK(gi_stream_synchronize(stream));
        REQUIRE(memcmp(got, texels, sizeof got) == 0, "another thread's texels");
    }
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(threads_have_arrays_of_their_own)
{
    enum { THREADS = 4 };
    static int numbers[THREADS] = { 0, 1, 2, 3 };
    pthread_t threads[THREADS];

    sched_begin_plain();
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, use_arrays, &numbers[i]) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    sched_expect_nothing_left();
}

/* The first use of an array is under way when the wait for it fails. */
SCHED_CASE(a_wait_that_fails_is_made_again)
{
    sched_begin_plain();
    for (int i = 0; i < 50; i++) {
        gifake_fail_slot("waiter.wait callers", GI_OUT_OF_MEMORY);
        OK(gi_array_destroy(make_array(0)));
    }
    gifake_fail_slot(NULL, GI_OK);
    sched_expect_nothing_left();
}
