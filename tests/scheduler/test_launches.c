/* What a launch is to the rest of its batch, and to the textures that it may read. */
#include "graph_nodes.h"
#include "launches.h"
#include "arrays/array.h"
#include "ops/pool_call.h"
#include "arrays/texture.h"
#include "stream/append.h"
#include "stream/launch_run.h"

enum { SIZE = 1 << 20, SIDE = 32 };

/* ---- textures ------------------------------------------------------------------------------ */

static gi_handle make_external_array(gi_handle *out_memory, gi_handle *out_chain)
{
    struct gi_array_request request = { .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                        .width = SIDE, .height = SIDE, .levels = 1,
                                        .flags = GI_ARRAY_SURFACE };
    gi_handle level;

    (void)sched_import(out_memory);
    OK(gi_external_memory_map_array(*out_memory, 0, &request, out_chain));
    OK(gi_mipmapped_array_level(*out_chain, 0, &level));
    return level;
}

static uint64_t surface_of(gi_handle array)
{
    const struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY, .array = array };
    uint64_t surface;

    OK(gi_surface_create(&resource, &surface));
    return surface;
}

static void expect_slots_are_not_reused(const uint64_t *numbers, uint64_t pointer)
{
    enum { MANY = GIFAKE_TEXTURES - 8 };
    uint64_t made[MANY];

    for (int i = 0; i < MANY; i++) {
        made[i] = sched_texture(pointer);
        REQUIRE((uint32_t)made[i] != (uint32_t)numbers[0] &&
                    (uint32_t)made[i] != (uint32_t)numbers[1],
                "slot %u was given out under the launch", (uint32_t)made[i]);
    }
    for (int i = 0; i < MANY; i++)
        OK(gi_texture_destroy(made[i]));
}

SCHED_CASE(slots_of_textures_and_surfaces)
{
    struct gi_texture_info info;
    gi_handle memory, chain;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    unsigned before = sched_live_memories();
    gi_handle array = make_external_array(&memory, &chain);
    uint64_t pointer = sched_memory(SIZE), shown = sched_memory(80 << 20);
    uint64_t numbers[2] = { sched_texture(shown), surface_of(array) };
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    OK(gi_texture_destroy(numbers[0]));
    OK(gi_surface_destroy(numbers[1]));
    OK(gi_memory_free_async(shown, other));
    STATUS(GI_INVALID_VALUE, gi_texture_query(numbers[0], &info));
    STATUS(GI_INVALID_VALUE, gi_surface_destroy(numbers[1]));
    REQUIRE(sched_slot_is_filled(numbers[0]) && sched_slot_is_filled(numbers[1]),
            "a slot was emptied");
    expect_slots_are_not_reused(numbers, pointer);
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_launches();
    sched_await_memories(before + 2);    /* the import, and a block of the heap */
    REQUIRE(!sched_slot_is_filled(numbers[0]) && !sched_slot_is_filled(numbers[1]),
            "a slot was not emptied");
    OK(gi_mipmapped_array_destroy(chain));
    OK(gi_external_memory_destroy(memory));
    OK(gi_device_reset());               /* the buffer, which nobody named */
    sched_expect_nothing_left();
}

/* A slot that is needed comes back as soon as the launch is done, whoever is first to notice. */
SCHED_CASE(slots_come_back_when_they_are_needed)
{
    enum { ROUNDS = 20 };
    uint64_t made[GIFAKE_TEXTURES];

    sched_begin_plain();
    uint64_t pointer = sched_memory(SIZE);
    gi_handle stream = sched_stream();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < GIFAKE_TEXTURES; i++)
            made[i] = sched_texture(pointer);
        gifake_pause_queue(0, sched_queue_of(stream));
        sched_launch(stream);
        for (int i = 0; i < GIFAKE_TEXTURES; i++)
            OK(gi_texture_destroy(made[i]));
        sched_let_go(stream);
        gifake_await_launches(0);
    }
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(pointer));
    sched_expect_nothing_left();
}

/* Each batch with launches takes them over once; others leave them alone. */
SCHED_CASE(external_images_are_taken_over_once_for_a_batch)
{
    gi_handle memory, chain;
    struct gifake_counts counts;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    gi_handle array = make_external_array(&memory, &chain);
    uint64_t pointer = sched_memory(SIZE), linear = sched_texture(pointer);
    uint64_t first = surface_of(array), second = surface_of(array);
    for (int objects = 2; objects >= 0; objects--) {
        OK(gi_stream_synchronize(stream));
        gifake_reset_counts(0);
        gifake_pause_queue(0, sched_queue_of(stream));
        sched_launch(stream);
        for (int i = 0; i < 10; i++)
            sched_launch(stream);              /* gather behind the first */
        sched_let_go(stream);
        OK(gi_stream_synchronize(stream));
        OK(gi_fill_async(pointer, 1, 1, SIZE, stream));
        OK(gi_stream_synchronize(stream));
        gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
        REQUIRE(counts.launches == 11 && counts.batches == 3, "%lu launches in %lu batches",
                counts.launches, counts.batches);
        REQUIRE(counts.shown_images == (objects > 0 ? 2 : 0), "%lu images were taken over",
                counts.shown_images);
        if (objects > 0)
            OK(gi_surface_destroy(objects == 2 ? first : second));
    }
    OK(gi_texture_destroy(linear));
    OK(gi_mipmapped_array_destroy(chain));
    OK(gi_external_memory_destroy(memory));
    OK(gi_memory_free(pointer));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(other));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

/* A recording of fills is work without a launch. */
SCHED_CASE(external_images_are_left_alone_by_recorded_fills)
{
    gi_handle memory, chain, graph;
    struct gifake_counts counts;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    gi_handle array = make_external_array(&memory, &chain);
    uint64_t pointer = sched_memory(2 * SIZE), surface = surface_of(array);
    graph = sched_graph();
    (void)sched_node(graph, sched_node(graph, 0, sched_ask_fill(pointer, SIZE, 1)),
                     sched_ask_fill(pointer + SIZE, SIZE, 2));
    gi_handle exec = sched_exec(graph);
    gifake_reset_counts(0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.replays == 1 && counts.shown_images == 0, "%lu images for %lu replays",
            counts.shown_images, counts.replays);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_surface_destroy(surface));
    OK(gi_mipmapped_array_destroy(chain));
    OK(gi_external_memory_destroy(memory));
    OK(gi_memory_free(pointer));
    OK(gi_stream_destroy(stream));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

/* A batch keeps the image that it takes over, although its object went before the launch. */
SCHED_CASE(an_image_outlives_the_batches_that_name_it)
{
    gi_handle memory, chain;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream);
    gi_handle array = make_external_array(&memory, &chain);
    uint64_t surface = surface_of(array);
    gifake_pause_queue(0, sched_queue_of(stream));
    gifake_pause_queue(0, sched_queue_of(other));
    sched_launch(stream);
    OK(gi_surface_destroy(surface));     /* kept by the first launch alone */
    sched_launch(other);
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    REQUIRE(!sched_slot_is_filled(surface), "a launch that came later keeps the slot");
    sched_let_go(other);
    OK(gi_stream_synchronize(other));
    OK(gi_mipmapped_array_destroy(chain));
    OK(gi_external_memory_destroy(memory));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

/* ---- barriers ------------------------------------------------------------------------------ */

SCHED_CASE(launches_have_barriers_on_both_sides)
{
    struct gifake_counts counts;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t pointer = sched_memory(SIZE);
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(pointer, 1, 1, 16, stream));
    gifake_reset_counts(0);
    OK(gi_fill_async(pointer + 64, 1, 1, 16, stream));
    OK(gi_fill_async(pointer + 128, 1, 1, 16, stream));          /* none */
    sched_launch(stream);                                              /* one */
    OK(gi_fill_async(pointer + 192, 1, 1, 16, stream));          /* one */
    OK(gi_fill_async(pointer + 256, 1, 1, 16, stream));          /* none */
    sched_launch(stream);                                              /* one */
    sched_launch(stream);                                              /* one */
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 1 && counts.commands == 7, "%lu commands in %lu batches",
            counts.commands, counts.batches);
    REQUIRE(counts.barriers == 4, "%lu barriers", counts.barriers);
    OK(gi_memory_free(pointer));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_device_without_kernels_is_given_none)
{
    struct gi_kernel_launch launch = { .groups = { 1, 1, 1 } };
    struct gi_launch_run run = { .launch = &launch };
    struct gifake_device_config config;
    struct gi_stream *stream;

    gifake_default_config(&config, 0);
    config.info.launches = false;
    sched_begin_config(&config);
    OK(gi_stream_acquire(GI_STREAM_NULL, &stream));
    STATUS(GI_NOT_SUPPORTED, gi_append_launch(stream, &run));
    gi_stream_release(stream);
}
