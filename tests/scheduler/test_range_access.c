/* Parts of a range that have different access, holes, and imports of open size, on the driver that
 * checks what is placed and used. */
#include "launches.h"
#include "range_steps.h"

#include <string.h>
#include <unistd.h>

enum { STEPS = 4 };

/* A range of STEPS steps, each with pages of its own and bytes of its own. */
static uint64_t make(void)
{
    uint64_t range = reserve(STEPS);

    for (uint64_t i = 0; i < STEPS; i++) {
        map_new(range + i * STEP, 1);
        OK(gi_fill_now(range + i * STEP, (uint32_t)i + 1, 1, STEP));
    }
    OK(gi_device_synchronize());
    return range;
}

/* Begins a test with a range, and with plain memory as large. */
static void begin(uint64_t *out_range, uint64_t *out_other)
{
    sched_begin_plain();
    *out_range = make();
    *out_other = sched_memory(STEPS * STEP);
}

static void end(uint64_t range, uint64_t other)
{
    OK(gi_memory_free(other));
    end_range(range, STEPS, STEPS);
}

static gi_status copy(uint64_t to, uint64_t from, uint64_t size_bytes)
{
    return gi_copy_now(to, from, size_bytes, GI_COPY_DEVICE_TO_DEVICE);
}

static void expect_steps(uint64_t address)
{
    OK(gi_device_synchronize());
    for (uint64_t i = 0; i < STEPS; i++)
        sched_expect_bytes(address + i * STEP, STEP, (int)i + 1);
}

/* Every pattern of two accesses is read as a whole, and written exactly where it may be. */
SCHED_CASE(every_pattern)
{
    uint64_t range, other;

    begin(&range, &other);
    for (unsigned int pattern = 0; pattern < 1u << STEPS; pattern++) {
        for (uint64_t i = 0; i < STEPS; i++)
            OK(set_access(range + i * STEP, 1, (pattern >> i & 1) != 0 ? GI_ACCESS_READ
                                                                       : GI_ACCESS_READ_WRITE));
        OK(gi_fill_now(other, 0, 1, STEPS * STEP));
        OK(copy(other, range, STEPS * STEP));
        expect_steps(other);
        for (uint64_t from = 0; from < STEPS; from++) {
            for (uint64_t to = from + 1; to <= STEPS; to++) {
                unsigned int mask = (1u << to) - (1u << from);

                STATUS((pattern & mask) != 0 ? GI_INVALID_VALUE : GI_OK,
                       copy(range + from * STEP, other + from * STEP, (to - from) * STEP));
            }
        }
    }
    OK(gi_device_synchronize());
    end(range, other);
}

/* One byte more than may be written is refused; a hole ends what may be read. */
SCHED_CASE(borders)
{
    uint64_t range, other;

    begin(&range, &other);
    OK(set_access(range + STEP, 1, GI_ACCESS_READ));
    STATUS(GI_INVALID_VALUE, copy(range, other, STEP + 1));
    STATUS(GI_INVALID_VALUE, copy(range + 2 * STEP - 1, other, 2));
    STATUS(GI_INVALID_VALUE, gi_fill_now(range + STEP, 0, 1, 1));
    OK(gi_fill_now(range, 1, 1, STEP));
    OK(gi_fill_now(range + 2 * STEP, 3, 1, STEP));
    OK(set_access(range + 2 * STEP, 1, GI_ACCESS_NONE));
    STATUS(GI_INVALID_VALUE, copy(other, range, 2 * STEP + 1));
    OK(copy(other, range, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_fill_now(range, 0, 1, 2 * STEP));
    OK(set_access(range + 2 * STEP, 1, GI_ACCESS_READ));
    OK(copy(other, range, STEPS * STEP));
    expect_steps(other);
    end(range, other);
}

static gi_status take_away(uint64_t address)
{
    return set_access(address, 1, GI_ACCESS_NONE);
}

static bool is_mapped(uint64_t address)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(address, &info));
    return info.kind != GI_POINTER_UNKNOWN;
}

/* A copy that begins in a part that may be written keeps the part behind it that may be read. */
SCHED_CASE(the_last_part_is_kept)
{
    struct sched_freeing taking;
    uint64_t range, other;
    gi_handle stream;

    begin(&range, &other);
    stream = sched_stream();
    OK(set_access(range + 3 * STEP, 1, GI_ACCESS_READ));
    sched_pause_all();
    OK(gi_copy_async(other, range, STEPS * STEP, GI_COPY_DEVICE_TO_DEVICE, stream));
    sched_free_begin(&taking, take_away, range + 3 * STEP);
    REQUIRE(!atomic_load(&taking.is_over), "it did not wait");
    REQUIRE(!is_mapped(range + 3 * STEP), "new work may still use it");
    OK(gi_fill_async(range, 1, 1, STEP, stream));        /* other parts go on */
    sched_resume_all();
    OK(sched_free_end(&taking));
    OK(gi_stream_synchronize(stream));
    expect_steps(other);
    OK(gi_stream_destroy(stream));
    end(range, other);
}

/* One call takes all whole mappings away, with and without holes between them. */
SCHED_CASE(unmapping_over_holes)
{
    uint64_t range, other;
    gi_handle pages;

    begin(&range, &other);
    OK(gi_range_unmap(range + STEP, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, STEPS * STEP));
    OK(gi_range_unmap_over_holes(range + STEP, 2 * STEP));       /* nothing is there */
    OK(gi_pages_create(&plain, 2 * STEP, &pages));
    OK(gi_range_map(range + STEP, 2 * STEP, 0, pages));
    OK(gi_pages_release(pages));
    OK(gi_range_unmap(range, STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap_over_holes(range, 2 * STEP));        /* half of one */
    OK(copy(other, range + 3 * STEP, STEP));
    OK(gi_range_unmap_over_holes(range, STEPS * STEP));
    OK(gi_range_unmap_over_holes(range, STEPS * STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap_over_holes(range, STEPS * STEP + STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap_over_holes(range, 0));
    OK(gi_memory_free(other));
    OK(gi_range_free(range, STEPS * STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap_over_holes(range, STEP));
    sched_expect_nothing_left();
}

/* ---- imports of a driver that finds no sizes ------------------------------------------------- */

static int export_fd(uint64_t steps, gi_handle *out_pages)
{
    int fd = -1;

    OK(gi_pages_create(&shared, steps * STEP, out_pages));
    OK(gi_pages_export(*out_pages, 1, &fd));
    return fd;
}

struct importing {
    gi_handle pages, imported;
    uint64_t range, steps;       /* of the range */
};

/* Imports pages whose size the driver does not find. */
static void begin_import(struct importing *importing, uint64_t page_steps, uint64_t range_steps)
{
    struct gifake_device_config config;
    int fd;

    gifake_default_config(&config, 0);
    config.size_is_known = false;
    sched_begin_config(&config);
    fd = export_fd(page_steps, &importing->pages);
    importing->steps = range_steps;
    OK(gi_range_reserve(range_steps * STEP, 0, 0, &importing->range));
    OK(gi_pages_import(1, fd, &importing->imported));
    close(fd);
}

static void release_pages(const struct importing *importing)
{
    OK(gi_pages_release(importing->imported));
    OK(gi_pages_release(importing->pages));
}

static void end_import(const struct importing *importing)
{
    OK(gi_range_free(importing->range, importing->steps * STEP));
    sched_expect_nothing_left();
}

static void expect_memories(unsigned count)
{
    REQUIRE(sched_live_memories() == count, "%u memories of the driver instead of %u",
            sched_live_memories(), count);
}

/* What is mapped says how large the pages are. Parts that were mapped before keep their memory,
 * until the last of them is unmapped. */
SCHED_CASE(sizes_that_are_open)
{
    struct importing importing;
    gi_handle imported;
    unsigned others;
    uint64_t range;

    begin_import(&importing, 3, 8);
    others = sched_live_memories() - 1;          /* one is the import's, which is of no part yet */
    imported = importing.imported;
    range = importing.range;
    OK(gi_range_map(range, STEP, 0, imported));
    OK(gi_range_map(range + 7 * STEP, STEP, 0, imported));
    expect_memories(others + 1);
    OK(gi_range_map(range + STEP, 2 * STEP, 0, imported));
    expect_memories(others + 2);
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 3 * STEP, 4 * STEP, 0, imported));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 3 * STEP, 5 * STEP, 0, imported));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 3 * STEP, STEP, 3 * STEP, imported));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 3 * STEP, STEP, UINT64_MAX - STEP + 1, imported));
    OK(gi_range_map(range + 3 * STEP, 3 * STEP, 0, imported));
    OK(gi_range_map(range + 6 * STEP, STEP, 2 * STEP, imported));
    OK(set_access(range, 7, GI_ACCESS_READ_WRITE));
    OK(gi_fill_now(range + 3 * STEP, 5, 1, 2 * STEP));   /* by the largest import */
    OK(gi_fill_now(range + 6 * STEP, 7, 1, STEP));
    OK(gi_device_synchronize());
    sched_expect_bytes(range, 3 * STEP, 5);      /* by the first two */
    sched_expect_bytes(range + 5 * STEP, STEP, 7);
    release_pages(&importing);
    sched_expect_bytes(range, 3 * STEP, 5);
    others--;                                    /* the exported pages have ended */
    expect_memories(others + 3);
    OK(gi_range_unmap(range, STEP));
    expect_memories(others + 3);                 /* the first import has another part */
    OK(gi_range_unmap(range + 7 * STEP, STEP));
    expect_memories(others + 2);
    OK(gi_range_unmap(range + STEP, 2 * STEP));
    expect_memories(others + 1);
    OK(gi_range_unmap(range + 3 * STEP, 4 * STEP));
    expect_memories(others);
    end_import(&importing);
}

SCHED_CASE(open_sizes_that_fail)
{
    struct importing importing;
    uint64_t range;

    begin_import(&importing, 2, 2);
    range = importing.range;
    gifake_fail_slot("memory.import", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_range_map(range, 2 * STEP, 0, importing.imported));
    OK(gi_range_map(range, 2 * STEP, 0, importing.imported));    /* it said nothing of the size */
    OK(gi_range_unmap(range, 2 * STEP));
    release_pages(&importing);
    end_import(&importing);
}
