/* Sub-allocation on the fake's memory, against a list of what is taken. */
#include "memory/heap.h"

#include <stddef.h>
#include <stdlib.h>

#include "test_cases.h"
#include "fake.h"
#include "random.h"

#define BLOCK (UINT64_C(1) << 20)
#define SMALL (BLOCK / 16)
#define MEMORY (UINT64_C(16) << 20)

enum { MOST = 2000 };

struct taken {
    struct gi_heap_range *range;
    struct gi_memory *memory;
    uint64_t asked;
};

static struct gi_device_base *base;
static struct gi_heap heap;
static struct taken taken[MOST];
static size_t taken_count;

static int set_up(void **state)
{
    struct gifake_device_config config;

    (void)state;
    gifake_default_config(&config, 0);
    config.info.memory_bytes = MEMORY;
    config.info.max_allocation_bytes = MEMORY;
    gifake_configure(&config, 1);
    base = calloc(1, gifake_driver.device->size);
    base->driver = &gifake_driver;
    base->info = config.info;
    gi_heap_init(&heap, base, GI_MEMORY_DEVICE, BLOCK);
    taken_count = 0;
    return gifake_driver.device->open(base) == GI_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    gifake_driver.device->close(base);
    free(base);
    pthread_mutex_destroy(&heap.lock);
    return gifake_live_count() == 0 ? 0 : -1;
}

static unsigned memories(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.memories;
}

static void expect_apart(const struct taken *a, const struct taken *b)
{
    if (a->memory == b->memory)
        assert_true(a->range->offset_bytes + a->asked <= b->range->offset_bytes ||
                    b->range->offset_bytes + b->asked <= a->range->offset_bytes);
    else
        assert_true(a->range->block != b->range->block);
}

/* Takes a range and checks it against all others; false if there is no room. */
static bool take(uint64_t size_bytes)
{
    struct taken *added = &taken[taken_count];
    gi_status status = gi_heap_take(&heap, size_bytes, &added->range, &added->memory);

    if (status != GI_OK) {
        assert_int_equal(status, GI_OUT_OF_MEMORY);
        assert_null(added->range);
        assert_null(added->memory);
        return false;
    }
    added->asked = size_bytes;
    assert_false(added->range->is_free);
    assert_true(added->range->size_bytes >= size_bytes);
    assert_int_equal(added->range->offset_bytes % GI_HEAP_ALIGNMENT, 0);
    assert_true(added->range->offset_bytes + added->range->size_bytes <=
                added->memory->size_bytes);
    for (size_t i = 0; i < taken_count; i++)
        expect_apart(added, &taken[i]);
    taken_count++;
    return true;
}

static void give(size_t i)
{
    gi_heap_give(&heap, taken[i].range);
    taken[i] = taken[--taken_count];
}

static void give_all(struct test_random *random)
{
    while (taken_count > 0)
        give(random != NULL ? (size_t)test_random_below(random, taken_count) : taken_count - 1);
}

static uint64_t random_size(struct test_random *random)
{
    switch (test_random_below(random, 8)) {
    case 0: return 1 + test_random_below(random, 16);
    case 1: return BLOCK / 4 - 1 + test_random_below(random, 3);
    case 2: return BLOCK / 4 + test_random_below(random, BLOCK);
    case 3: return GI_HEAP_ALIGNMENT << test_random_below(random, 9);
    default: return 1 + test_random_below(random, 20000);
    }
}

TEST_CASE_WITH(random_use_matches_the_model, set_up, tear_down)
{
    struct test_random random;

    test_random_begin(&random, "heap");
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 3000; i++) {
            if (taken_count > 0 && (taken_count == 300 || test_random_below(&random, 5) < 2))
                give((size_t)test_random_below(&random, taken_count));
            else if (!take(random_size(&random)))
                give_all(&random);
            if (test_random_below(&random, 500) == 0)
                gi_heap_trim(&heap, 0);
        }
        give_all(&random);
        assert_true(memories() <= 1);            /* one empty block is kept */
        assert_int_equal(heap.empty_bytes, memories() * BLOCK);
        gi_heap_trim(&heap, 0);
        assert_int_equal(memories(), 0);
    }
}

/* Whatever the order, neighbours join again: a whole block's quarters fit anew. */
TEST_CASE_WITH(free_neighbours_join, set_up, tear_down)
{
    struct test_random random;

    test_random_begin(&random, "heap joins");
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < 256; i++)
            assert_true(take(BLOCK / 256));
        assert_int_equal(memories(), 1);
        give_all(&random);
        for (int i = 0; i < 4; i++)
            assert_true(take(BLOCK / 4));
        assert_int_equal(memories(), 1);
        give_all(&random);
    }
    gi_heap_trim(&heap, 0);
}

/* The first block is small, so that a device opens fast; later ones are as large as ever. */
TEST_CASE_WITH(the_first_block_may_be_smaller, set_up, tear_down)
{
    heap.first_block_bytes = SMALL;
    assert_true(take(SMALL / 4));
    assert_int_equal(taken[0].memory->size_bytes, SMALL);
    assert_true(take(SMALL));
    assert_int_equal(taken[1].memory->size_bytes, BLOCK);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_true(take(SMALL + 1));                /* too large for it */
    assert_int_equal(taken[0].memory->size_bytes, BLOCK);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
}

TEST_CASE_WITH(large_ones_stand_alone, set_up, tear_down)
{
    assert_true(take(BLOCK / 4 + 1));
    assert_true(take(3 * BLOCK));
    assert_true(taken[0].memory != taken[1].memory);
    assert_int_equal(taken[0].range->offset_bytes, 0);
    assert_int_equal(taken[1].memory->size_bytes, 3 * BLOCK);
    give_all(NULL);
    assert_int_equal(memories(), 0);             /* and are given back at once */
}

TEST_CASE_WITH(exhaustion_is_an_answer, set_up, tear_down)
{
    size_t count;

    while (take(BLOCK / 8))
        ;
    count = taken_count;
    assert_int_equal(count, MEMORY / (BLOCK / 8));
    assert_false(take(1));
    assert_false(take(MEMORY));
    give(0);
    assert_true(take(BLOCK / 8));
    give_all(NULL);
    while (take(BLOCK / 8))
        ;
    assert_int_equal(taken_count, count);
    give_all(NULL);
    assert_false(take(UINT64_MAX));
    assert_false(take(UINT64_MAX / 2));
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
}

TEST_CASE_WITH(a_failing_driver_leaves_the_heap_whole, set_up, tear_down)
{
    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    assert_false(take(100));
    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    assert_false(take(BLOCK));
    assert_int_equal(memories(), 0);
    assert_true(take(100));
    assert_true(take(BLOCK));
    give_all(NULL);
    gi_heap_trim(&heap, 0);
}

/* Trimming leaves blocks in use alone. */
TEST_CASE_WITH(trim_takes_empty_blocks_only, set_up, tear_down)
{
    for (int i = 0; i < 12; i++)
        assert_true(take(BLOCK / 4));
    assert_int_equal(memories(), 3);
    while (taken_count > 1)
        give(taken_count - 1);
    assert_int_equal(memories(), 2);             /* the one in use and an empty one */
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 1);
    assert_true(take(BLOCK / 4));
    assert_ptr_equal(taken[0].memory, taken[1].memory);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
}

/* As many blocks as it may have, without a sentence; what is given back makes room for another. */
TEST_CASE_WITH(blocks_have_a_bound, set_up, tear_down)
{
    struct gi_heap_range *range;
    struct gi_memory *memory;

    heap.max_blocks = 2;
    assert_true(take(BLOCK));
    assert_true(take(BLOCK / 8));
    assert_true(take(BLOCK / 8));
    assert_int_equal(gi_heap_take(&heap, BLOCK, &range, &memory), GI_NOT_READY);
    give(0);
    assert_true(take(BLOCK));
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_int_equal(atomic_load(&heap.blocks), 0);
    assert_int_equal(memories(), 0);
}

/* A heap that has few objects share a block, and keeps those that single allocations had. */
static void apart(void)
{
    heap.exportable = true;
    heap.block_bytes = SMALL;
    heap.alone_bytes = SMALL;
    heap.kept_bytes = 16 * SMALL;
}

TEST_CASE_WITH(what_is_as_large_as_a_block_stands_alone, set_up, tear_down)
{
    apart();
    assert_true(take(SMALL - GI_HEAP_ALIGNMENT));
    assert_true(take(GI_HEAP_ALIGNMENT));
    assert_ptr_equal(taken[0].memory, taken[1].memory);
    for (size_t i = 2; i < 6; i++) {
        assert_true(take(SMALL));
        assert_int_equal(taken[i].memory->size_bytes, SMALL);
        for (size_t k = 0; k < i; k++)
            assert_ptr_not_equal(taken[i].memory, taken[k].memory);
    }
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
}

TEST_CASE_WITH(freed_objects_are_had_again, set_up, tear_down)
{
    struct gi_memory *first;

    apart();
    assert_true(take(3 * SMALL));
    first = taken[0].memory;
    give_all(NULL);
    assert_int_equal(memories(), 1);
    assert_true(take(2 * SMALL));                /* too small for it */
    assert_ptr_not_equal(taken[0].memory, first);
    assert_true(take(3 * SMALL + 1));            /* too large */
    assert_true(take(3 * SMALL - GI_HEAP_ALIGNMENT));
    assert_ptr_equal(taken[2].memory, first);
    assert_int_equal(memories(), 3);
    give_all(NULL);
    assert_true(take(100));                      /* never shared with others */
    assert_int_equal(memories(), 4);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
    assert_int_equal(heap.empty_bytes, 0);
}

/* The newest are kept, up to the bound, and none that is too large. */
TEST_CASE_WITH(few_freed_objects_are_kept, set_up, tear_down)
{
    apart();
    for (int i = 0; i < 30; i++)
        assert_true(take(SMALL));
    give_all(NULL);
    assert_int_equal(memories(), 16);
    assert_true(take(4 * SMALL));
    give_all(NULL);
    assert_int_equal(memories(), 13);            /* for four of the older ones */
    assert_true(take(4 * SMALL + 1));
    give_all(NULL);
    assert_int_equal(memories(), 13);
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
}

/* What other processes may reach is never given out again, also not what shared a block with it. */
TEST_CASE_WITH(exposed_memory_is_not_kept, set_up, tear_down)
{
    apart();
    assert_true(take(2 * SMALL));
    assert_true(take(100));
    assert_true(take(100));
    gi_heap_expose(&heap, taken[0].range);
    gi_heap_expose(&heap, taken[1].range);
    assert_int_equal(memories(), 2);
    give(0);
    assert_int_equal(memories(), 1);
    give_all(NULL);
    assert_int_equal(memories(), 0);
}

/* Ranges at stricter alignments: apart from all others, and nothing of a block is lost by them. */
TEST_CASE_WITH(alignment_can_be_asked_for, set_up, tear_down)
{
    struct test_random random;

    test_random_begin(&random, "heap alignments");
    for (int i = 0; i < 4000; i++) {
        struct gi_heap_request request = {
            .size_bytes = 1 + test_random_below(&random, 20000),
            .alignment_bytes = UINT64_C(1) << test_random_below(&random, 17),
        };
        struct taken *added = &taken[taken_count];
        if (taken_count > 200 || gi_heap_take_aligned(&heap, &request, &added->range,
                                                      &added->memory) != GI_OK) {
            give_all(&random);
            continue;
        }
        added->asked = request.size_bytes;
        assert_int_equal(added->range->offset_bytes % request.alignment_bytes, 0);
        assert_true(added->range->size_bytes >= request.size_bytes);
        for (size_t k = 0; k < taken_count; k++)
            expect_apart(added, &taken[k]);
        taken_count++;
        if (test_random_below(&random, 3) == 0)
            give((size_t)test_random_below(&random, taken_count));
    }
    give_all(&random);
    assert_true(memories() <= 1);
    for (int i = 0; i < 4; i++)                  /* all neighbours have joined */
        assert_true(take(BLOCK / 4));
    assert_int_equal(memories(), 1);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
}

/* Also one whose size and alignment together are as large as a block, or larger. */
TEST_CASE_WITH(large_alignments_find_room, set_up, tear_down)
{
    struct gi_heap_request request = { .size_bytes = 512, .alignment_bytes = 2 * BLOCK };

    assert_int_equal(gi_heap_take_aligned(&heap, &request, &taken[0].range, &taken[0].memory),
                     GI_OK);
    assert_int_equal(taken[0].range->offset_bytes, 0);
    taken_count = 1;
    give_all(NULL);
    request.alignment_bytes = UINT64_C(1) << 63;
    assert_int_equal(gi_heap_take_aligned(&heap, &request, &taken[0].range, &taken[0].memory),
                     GI_OUT_OF_MEMORY);
    gi_heap_trim(&heap, 0);
}

TEST_CASE_WITH(some_stand_alone, set_up, tear_down)
{
    struct gi_heap_request request = { .size_bytes = 512, .alignment_bytes = 4096, .alone = true };

    assert_true(take(512));
    assert_int_equal(gi_heap_take_aligned(&heap, &request, &taken[1].range, &taken[1].memory),
                     GI_OK);
    taken_count = 2;
    assert_int_equal(memories(), 2);
    assert_int_equal(taken[1].range->offset_bytes, 0);
    assert_int_equal(taken[1].memory->size_bytes, 512);
    assert_true(take(512));
    assert_int_equal(memories(), 2);
    give_all(NULL);
    gi_heap_trim(&heap, 0);
    assert_int_equal(memories(), 0);
}
