/** An image goes between the other program and a stream many times, in the order that semaphores
 *  alone make; who has it finds what the other has left. */
#include "images.h"

#include <string.h>

#include "test_cases.h"

#define ROUNDS 12

/* One image between two programs; every round changes it on both sides. */
static struct {
    struct grid_cell cell;
    struct peer_image_shape shape;
    struct peer_image image;
    gpuMipmappedArray_t array;
    gpuStream_t stream;
    uint8_t *scratch;            /* memory of the device, as large as the image */
    uint8_t expected[GRID_BYTES], seen[GRID_BYTES];
} hand;

gpuMipmappedArray_t map_image(const struct grid_cell *cell, const struct peer_image *image)
{
    gpuExternalMemory_t memory = import_memory(peer_image_export(image), image->allocated_bytes,
                                               cell->home == PEER_IMAGE_DEDICATED);
    gpuMipmappedArray_t array = NULL;
    gpuArrayDesc descriptor;

    grid_describe(cell, image, &descriptor);
    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, memory, &descriptor));
    assert_non_null(array);
    OK(gpuDestroyExternalMemory(memory));
    return array;
}

/* All of a level, packed, one way or the other. */
static gpuMemcpy3DParms whole_level(gpuMipmappedArray_t array,
                                    const struct peer_image_shape *shape, uint32_t level,
                                    void *texels, bool to_array)
{
    struct peer_level of = peer_image_level(shape, level);
    gpuMemcpy3DParms parms;
    gpuPitchedPtr memory;
    gpuArray_t at;

    memset(&parms, 0, sizeof parms);
    memset(&memory, 0, sizeof memory);
    OK(gpuGetMipmappedArrayLevel(&at, array, level));
    memory.ptr = (uint8_t *)texels + of.offset_bytes;
    memory.pitch = (size_t)of.width * shape->block_bytes;
    memory.xsize = memory.pitch;
    memory.ysize = of.height;
    parms.extent.width = shape->width >> level != 0 ? shape->width >> level : 1;
    parms.extent.height = shape->height >> level != 0 ? shape->height >> level : 1;
    parms.extent.depth = of.depth;
    parms.kind = gpuMemcpyDefault;
    if (to_array) {
        parms.dstArray = at;
        parms.srcPtr = memory;
    } else {
        parms.srcArray = at;
        parms.dstPtr = memory;
    }
    return parms;
}

void read_texels(gpuMipmappedArray_t array, const struct peer_image_shape *shape, uint32_t level,
                 uint8_t *texels, gpuStream_t stream)
{
    gpuMemcpy3DParms parms = whole_level(array, shape, level, texels, false);

    OK(gpuMemcpy3DAsync(&parms, stream));
}

void write_texels(gpuMipmappedArray_t array, const struct peer_image_shape *shape, uint32_t level,
                  const uint8_t *texels, gpuStream_t stream)
{
    gpuMemcpy3DParms parms = whole_level(array, shape, level, (void *)(uintptr_t)texels, true);

    OK(gpuMemcpy3DAsync(&parms, stream));
}

static void begin_hand(enum peer_image_home home, enum grid_kind kind)
{
    void *pointer;

    hand.cell = (struct grid_cell){ .format = format_named("R8G8B8A8_UINT"), .kind = kind,
                                    .all_levels = true, .home = home, .surface = true };
    grid_shape(&hand.cell, &hand.shape);
    peer_image_create(&hand.image, &hand.shape, home);
    hand.array = map_image(&hand.cell, &hand.image);
    OK(gpuStreamCreateWithFlags(&hand.stream, gpuStreamNonBlocking));
    OK(gpuMalloc(&pointer, hand.image.texel_bytes));
    hand.scratch = pointer;
}

static void end_hand(void)
{
    OK(gpuStreamSynchronize(hand.stream));
    OK(gpuFree(hand.scratch));
    OK(gpuStreamDestroy(hand.stream));
    OK(gpuFreeMipmappedArray(hand.array));
    peer_image_destroy(&hand.image);
}

/* The stream's part of a round: what it writes depends on what it finds, so no other order gives
 * the same. Every level goes to memory, is changed there, and comes back. */
static void enqueue_change(unsigned round)
{
    uint32_t level = 0;

    for (level = 0; level < hand.shape.levels; level++)
        read_texels(hand.array, &hand.shape, level, hand.scratch, hand.stream);
    OK(gpuMemcpyAsync(hand.scratch + 64, hand.scratch, 48, gpuMemcpyDeviceToDevice, hand.stream));
    OK(gpuMemsetAsync(hand.scratch + 128, (int)(0x40 + round), hand.image.texel_bytes - 200,
                      hand.stream));
    for (level = 0; level < hand.shape.levels; level++)
        write_texels(hand.array, &hand.shape, level, hand.scratch, hand.stream);
}

static void model_change(unsigned round)
{
    memcpy(hand.expected + 64, hand.expected, 48);
    memset(hand.expected + 128, (int)(0x40 + round), hand.image.texel_bytes - 200);
}

static void exporter_writes(unsigned seed, const struct peer_order *order)
{
    grid_texels(hand.cell.format, hand.expected, hand.image.texel_bytes, seed);
    peer_image_write(&hand.image, hand.expected, order);
}

static void exporter_sees_it(const struct peer_order *order)
{
    memset(hand.seen, 0, sizeof hand.seen);
    peer_image_read(&hand.image, hand.seen, order);
    assert_memory_equal(hand.seen, hand.expected, hand.image.texel_bytes);
}

static void enqueue_round(gpuExternalSemaphore_t timeline, unsigned round)
{
    OK(wait_one(timeline, 3 * round + 1, hand.stream));
    enqueue_change(round);
    OK(signal_one(timeline, 3 * round + 2, hand.stream));
}

/* The exporter writes anew in every second round; in the others the stream goes on from what it has
 * left itself. With ahead, all rounds are enqueued before the exporter begins. */
static void by_a_timeline(enum peer_image_home home, enum grid_kind kind, bool ahead)
{
    struct peer_semaphore timeline;
    gpuExternalSemaphore_t imported;

    peer_semaphore_create(&timeline, true);
    imported = import_semaphore(peer_semaphore_export(&timeline), true);
    begin_hand(home, kind);
    for (unsigned round = 0; ahead && round < ROUNDS; round++)
        enqueue_round(imported, round);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct peer_order forth = { .signal = &timeline, .signal_value = 3 * round + 1 };
        struct peer_order back = { &timeline, 3 * round + 2, &timeline, 3 * round + 3 };

        if (!ahead)
            enqueue_round(imported, round);
        if (round % 2 == 0)
            exporter_writes(round, &forth);
        else
            peer_semaphore_signal(&timeline, forth.signal_value);
        model_change(round);
        exporter_sees_it(&back);
    }
    end_hand();
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&timeline);
}

TEST_CASE(round_by_round)
{
    by_a_timeline(PEER_IMAGE_DEDICATED, GRID_2D, false);
    by_a_timeline(PEER_IMAGE_BEHIND_OTHERS, GRID_3D, false);
}

TEST_CASE(enqueued_ahead)
{
    by_a_timeline(PEER_IMAGE_BEHIND_OTHERS, GRID_2D_LAYERED, true);
    by_a_timeline(PEER_IMAGE_DEDICATED, GRID_CUBEMAP, true);
}

TEST_CASE(by_binary_semaphores)
{
    struct peer_semaphore forth, back;
    gpuExternalSemaphore_t begun, done;

    peer_semaphore_create(&forth, false);
    peer_semaphore_create(&back, false);
    begun = import_semaphore(peer_semaphore_export(&forth), false);
    done = import_semaphore(peer_semaphore_export(&back), false);
    begin_hand(PEER_IMAGE_ALONE, GRID_2D);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct peer_order to = { .signal = &forth };
        struct peer_order from = { .wait = &back };

        exporter_writes(100 + round, &to);
        OK(wait_one(begun, 0, hand.stream));
        enqueue_change(round);
        OK(signal_one(done, 0, hand.stream));
        model_change(round);
        exporter_sees_it(&from);
    }
    end_hand();
    OK(gpuDestroyExternalSemaphore(begun));
    OK(gpuDestroyExternalSemaphore(done));
    peer_semaphore_destroy(&forth);
    peer_semaphore_destroy(&back);
}

/* Nothing stands between the wait and the signal: the image is the same as before. */
TEST_CASE(a_stream_may_do_nothing)
{
    struct peer_semaphore timeline;
    gpuExternalSemaphore_t imported;

    peer_semaphore_create(&timeline, true);
    imported = import_semaphore(peer_semaphore_export(&timeline), true);
    begin_hand(PEER_IMAGE_DEDICATED, GRID_2D);
    for (unsigned round = 0; round < 3; round++) {
        struct peer_order forth = { .signal = &timeline, .signal_value = 2 * round + 1 };
        struct peer_order back = { .wait = &timeline, .wait_value = 2 * round + 2 };

        exporter_writes(200 + round, &forth);
        OK(wait_one(imported, 2 * round + 1, hand.stream));
        OK(signal_one(imported, 2 * round + 2, hand.stream));
        exporter_sees_it(&back);
    }
    end_hand();
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&timeline);
}

/* Several streams take turns, each with its own wait and signal. */
TEST_CASE(streams_take_turns)
{
    struct peer_semaphore timeline;
    struct peer_order forth = { .signal = &timeline, .signal_value = 1 };
    struct peer_order back = { .wait = &timeline, .wait_value = ROUNDS + 1 };
    gpuExternalSemaphore_t imported;
    gpuStream_t streams[3], first;

    peer_semaphore_create(&timeline, true);
    imported = import_semaphore(peer_semaphore_export(&timeline), true);
    begin_hand(PEER_IMAGE_ALONE, GRID_CUBEMAP_LAYERED);
    first = hand.stream;
    for (unsigned i = 0; i < 3; i++)
        OK(gpuStreamCreateWithFlags(&streams[i], gpuStreamNonBlocking));
    exporter_writes(300, &forth);
    for (unsigned round = 0; round < ROUNDS; round++) {
        hand.stream = streams[round % 3];
        OK(wait_one(imported, round + 1, hand.stream));
        enqueue_change(round);
        OK(signal_one(imported, round + 2, hand.stream));
        model_change(round);
    }
    exporter_sees_it(&back);
    for (unsigned i = 0; i < 3; i++) {
        OK(gpuStreamSynchronize(streams[i]));
        OK(gpuStreamDestroy(streams[i]));
    }
    hand.stream = first;
    end_hand();
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&timeline);
}

/* The importer lets go, its semaphore with work still to begin; the exporter's own use goes on. */
TEST_CASE(the_exporter_keeps_what_it_has)
{
    struct peer_semaphore timeline;
    struct peer_order forth = { .signal = &timeline, .signal_value = 1 };
    struct peer_order back = { &timeline, 2, &timeline, 3 };
    struct peer_order later = { .wait = &timeline, .wait_value = 3 };
    struct peer_order last = { .wait = NULL };
    gpuExternalSemaphore_t imported;

    peer_semaphore_create(&timeline, true);
    imported = import_semaphore(peer_semaphore_export(&timeline), true);
    begin_hand(PEER_IMAGE_DEDICATED, GRID_2D);
    OK(wait_one(imported, 1, hand.stream));
    enqueue_change(0);
    OK(signal_one(imported, 2, hand.stream));
    OK(gpuDestroyExternalSemaphore(imported));   /* nothing of it has begun */
    exporter_writes(400, &forth);
    OK(gpuFreeMipmappedArray(hand.array));       /* all of it is done */
    OK(gpuStreamQuery(hand.stream));
    model_change(0);
    exporter_sees_it(&back);
    exporter_writes(401, &later);
    exporter_sees_it(&last);
    OK(gpuStreamSynchronize(hand.stream));
    OK(gpuFree(hand.scratch));
    OK(gpuStreamDestroy(hand.stream));
    peer_image_destroy(&hand.image);
    peer_semaphore_destroy(&timeline);
}

/* The other way round: an array outlives the exporter's image. */
TEST_CASE(an_array_outlives_the_exporters_image)
{
    struct peer_order none = { .wait = NULL };

    begin_hand(PEER_IMAGE_DEDICATED, GRID_2D);
    exporter_writes(500, &none);
    peer_image_destroy(&hand.image);
    enqueue_change(7);
    model_change(7);
    for (uint32_t level = 0; level < hand.shape.levels; level++)
        read_texels(hand.array, &hand.shape, level, hand.seen, hand.stream);
    OK(gpuStreamSynchronize(hand.stream));
    assert_memory_equal(hand.seen, hand.expected, hand.image.texel_bytes);
    OK(gpuFree(hand.scratch));
    OK(gpuStreamDestroy(hand.stream));
    OK(gpuFreeMipmappedArray(hand.array));
}

/* Two arrays of one memory are the same image; so is one that was imported twice. */
TEST_CASE(one_image_may_be_mapped_twice)
{
    struct peer_order none = { .wait = NULL };
    gpuMipmappedArray_t second;

    begin_hand(PEER_IMAGE_DEDICATED, GRID_3D);
    exporter_writes(600, &none);
    second = map_image(&hand.cell, &hand.image);
    enqueue_change(3);
    model_change(3);
    for (uint32_t level = 0; level < hand.shape.levels; level++)
        read_texels(second, &hand.shape, level, hand.seen, hand.stream);
    OK(gpuStreamSynchronize(hand.stream));
    assert_memory_equal(hand.seen, hand.expected, hand.image.texel_bytes);
    OK(gpuFreeMipmappedArray(second));
    exporter_sees_it(&none);
    end_hand();
}

int run_image_hand_over(void)
{
    return run_test_cases(NULL);
}
