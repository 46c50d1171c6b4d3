/* One memory under several addresses: imported twice, registered twice, exported and imported.
 * Commands that reach it by different addresses are in order. */
#include "harness.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory/allocation.h"
#include "ops/array_copy.h"
#include "memory/memory_object.h"
#include "pools/register.h"

enum { PAGE = 4096, PART = 256 };

/* ---- what commands touch --------------------------------------------------------------------- */

/* FIRST and SECOND are imports of one object, FIRST_AFAR is another part of the first; OTHER is an
 * import of another object; IMAGE lies in a third import of the first object. */
enum place { NOTHING, FIRST, FIRST_AFAR, SECOND, OTHER, REGISTERED, IMAGE, OWN, OWN_AFAR, PLACES };

static const char *const names[PLACES] = {
    "nothing", "first", "first afar", "second", "other", "registered", "image", "own", "own afar"
};

static struct {
    uint64_t at[PLACES];
    gi_handle mipmapped, image, stream;
    void *pages;
    uint64_t scratch;
} world;

static gi_handle import(int fd)
{
    struct gi_external_memory_request request = { .type = 1, .fd = fd, .size_bytes = PAGE };
    gi_handle memory;

    OK(gi_external_memory_import(&request, &memory));
    return memory;
}

static uint64_t import_and_map(int fd)
{
    struct gi_external_buffer_request all = { .size_bytes = PAGE };
    gi_handle memory = import(fd);
    uint64_t pointer;

    OK(gi_external_memory_map_buffer(memory, &all, &pointer));
    OK(gi_external_memory_destroy(memory));      /* it lives on in the buffer */
    return pointer;
}

static void import_image(int fd)
{
    struct gi_array_request request = { .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
                                        .width = PART, .levels = 1 };
    gi_handle memory = import(fd);

    OK(gi_external_memory_map_array(memory, 0, &request, &world.mipmapped));
    OK(gi_mipmapped_array_level(world.mipmapped, 0, &world.image));
    OK(gi_external_memory_destroy(memory));
}

static void begin_world(void)
{
    int fd = sched_peer_memory(PAGE);

    world.at[FIRST] = import_and_map(dup(fd));
    world.at[FIRST_AFAR] = world.at[FIRST] + PAGE / 2;
    world.at[SECOND] = import_and_map(dup(fd));
    import_image(fd);
    world.at[OTHER] = import_and_map(sched_peer_memory(PAGE));
    world.pages = aligned_alloc(PAGE, PAGE);
    REQUIRE(world.pages != NULL, "no memory");
    world.at[REGISTERED] = (uint64_t)(uintptr_t)world.pages;
    OK(gi_memory_host_register(world.at[REGISTERED], PAGE, 0));
    world.at[OWN] = sched_memory(PAGE);
    world.at[OWN_AFAR] = world.at[OWN] + PAGE / 2;
    world.stream = sched_stream();
    world.scratch = sched_memory(16);
}

static void end_world(void)
{
    OK(gi_memory_host_unregister(world.at[REGISTERED]));
    OK(gi_mipmapped_array_destroy(world.mipmapped));
    OK(gi_memory_free(world.at[FIRST]));
    OK(gi_memory_free(world.at[SECOND]));
    OK(gi_memory_free(world.at[OTHER]));
    OK(gi_memory_free(world.at[OWN]));
    OK(gi_memory_free(world.scratch));
    OK(gi_stream_destroy(world.stream));
    free(world.pages);
    sched_expect_nothing_left();
}

/* ---- pairs of commands ----------------------------------------------------------------------- */

static struct gi_array_operand end_at(enum place place)
{
    if (place == IMAGE)
        return (struct gi_array_operand){ .array = world.image };
    return (struct gi_array_operand){ .memory = { .pointer = world.at[place],
                                                .pitch = PART, .slice_bytes = PART } };
}

/* A fill if nothing is read. */
static void enqueue(enum place written, enum place read)
{
    const struct gi_texel_box box = { PART, 1, 1 };
    struct gi_array_operand dst = end_at(written), src = end_at(read);

    if (read == NOTHING)
        OK(gi_fill_async(world.at[written], 1, 1, PART, world.stream));
    else if (written == IMAGE || read == IMAGE)
        OK(gi_array_copy_async(&dst, &src, &box, GI_COPY_INFER, world.stream));
    else
        OK(gi_copy_async(world.at[written], world.at[read], PART, GI_COPY_INFER, world.stream));
}

/* The barriers of a batch of the commands that enqueue_both makes. */
static unsigned long barriers_of(void (*enqueue_both)(const void *pair), const void *pair)
{
    struct gifake_counts counts;

    gifake_pause_queue(0, sched_queue_of(world.stream));
    OK(gi_fill_async(world.scratch, 0, 1, 16, world.stream));
    gifake_reset_counts(0);
    enqueue_both(pair);
    gifake_resume_queue(0, sched_queue_of(world.stream));
    OK(gi_stream_synchronize(world.stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 1 && counts.commands == 2, "%lu batches with %lu commands",
            counts.batches, counts.commands);
    return counts.barriers;
}

struct pair {
    struct {
        enum place written, read;
    } commands[2];
    unsigned long barriers;
};

static const struct pair pairs[] = {
    { { { FIRST, NOTHING }, { SECOND, NOTHING } }, 1 },
    { { { FIRST_AFAR, NOTHING }, { SECOND, NOTHING } }, 1 },         /* where they lie is unknown */
    { { { FIRST, NOTHING }, { OWN, SECOND } }, 1 },
    { { { OWN, FIRST }, { SECOND, NOTHING } }, 1 },
    { { { OWN, FIRST }, { OWN_AFAR, SECOND } }, 0 },                 /* two reads */
    { { { FIRST, NOTHING }, { FIRST_AFAR, NOTHING } }, 0 },          /* one object: spans decide */
    { { { FIRST, NOTHING }, { FIRST, NOTHING } }, 1 },
    { { { FIRST, NOTHING }, { OTHER, NOTHING } }, 1 },               /* it might be the same */
    { { { FIRST, NOTHING }, { OWN, NOTHING } }, 0 },
    { { { OWN, FIRST }, { OWN_AFAR, FIRST_AFAR } }, 0 },
    { { { OWN, NOTHING }, { OWN_AFAR, NOTHING } }, 0 },
    { { { IMAGE, OWN }, { FIRST, NOTHING } }, 1 },
    { { { SECOND, NOTHING }, { OWN, IMAGE } }, 1 },
    { { { OWN, IMAGE }, { OWN_AFAR, FIRST } }, 0 },
    { { { REGISTERED, NOTHING }, { FIRST, NOTHING } }, 1 },          /* pages of the same file */
    { { { OWN, REGISTERED }, { OWN_AFAR, FIRST } }, 0 },
    { { { FIRST, SECOND }, { OWN, FIRST_AFAR } }, 0 },
    { { { FIRST, SECOND }, { OWN, SECOND } }, 1 },
};

static void enqueue_pair(const void *of)
{
    const struct pair *pair = of;

    for (int i = 0; i < 2; i++)
        enqueue(pair->commands[i].written, pair->commands[i].read);
}

SCHED_CASE(commands_through_two_imports_are_in_order)
{
    sched_begin_plain();
    begin_world();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct pair *pair = &pairs[i];
        unsigned long barriers = barriers_of(enqueue_pair, pair);

        REQUIRE(barriers == pair->barriers,
                "%lu barriers between a write to %s that reads %s and one to %s that reads %s",
                barriers, names[pair->commands[0].written], names[pair->commands[0].read],
                names[pair->commands[1].written], names[pair->commands[1].read]);
    }
    end_world();
}

/* ---- own memory that comes back -------------------------------------------------------- */

static int export_memory(uint64_t pointer)
{
    struct gi_allocation *allocation = gi_allocation_at(pointer);
    struct gi_os_handle handle;

    REQUIRE(allocation != NULL, "no allocation");
    OK(gi_memory_object_export(allocation->memory, &handle));
    gi_allocation_unref(allocation);
    return handle.fd;
}

/* Used, exported, imported and used by its second address, while the first command has not gone to
 * the device. */
static void export_between(const void *nothing)
{
    (void)nothing;
    OK(gi_fill_async(world.at[OWN], 1, 1, PART, world.stream));
    world.at[SECOND] = import_and_map(export_memory(world.at[OWN]));
    OK(gi_fill_async(world.at[SECOND], 2, 1, PART, world.stream));
}

static void fill_both(const void *nothing)
{
    (void)nothing;
    OK(gi_fill_async(world.at[OWN], 3, 1, PART, world.stream));
    OK(gi_fill_async(world.at[SECOND], 4, 1, PART, world.stream));
}

SCHED_CASE(own_memory_that_was_exported_is_in_order_with_its_imports)
{
    struct gifake_device_config config;
    unsigned long barriers;

    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    gifake_configure(&config, 1);
    world.at[OWN] = sched_memory(PAGE);
    world.scratch = sched_memory(16);
    world.stream = sched_stream();
    barriers = barriers_of(export_between, NULL);
    REQUIRE(barriers == 1, "%lu barriers around the export", barriers);
    barriers = barriers_of(fill_both, NULL);
    REQUIRE(barriers == 1, "%lu barriers after the export", barriers);
    OK(gi_memory_free(world.at[SECOND]));
    OK(gi_memory_free(world.at[OWN]));
    OK(gi_memory_free(world.scratch));
    OK(gi_stream_destroy(world.stream));
    sched_expect_nothing_left();
}
