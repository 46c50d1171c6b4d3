/* Which physical memory the slots of a launch get: each row, and all facts against what must never
 * happen. */
#include "pools/graph_shares.h"

#include <stddef.h>
#include <stdint.h>

#include "test_cases.h"

#define SLOTS .has_slots = true
#define USED SLOTS, .is_used = true
#define ELSEWHERE USED, .is_elsewhere = true
#define ALONE SLOTS, .is_alone = true

static void expect_way(enum gi_share_way way, bool is_alone, bool is_used,
                       struct gi_share_chunk others)
{
    const struct gi_share_slot slot = { is_alone, is_used, others };

    assert_int_equal(gi_share_stay(&slot), way);
}

TEST_CASE(slots_that_have_a_chunk)
{
    for (int i = 0; i < 4; i++) {        /* nobody else has it */
        expect_way(GI_SHARE_STAY, i & 1, i & 2, (struct gi_share_chunk){ .has_slots = false });
    }
    for (int i = 0; i < 2; i++) {
        expect_way(GI_SHARE_STAY, false, i, (struct gi_share_chunk){ SLOTS });
        expect_way(GI_SHARE_STAY, false, i, (struct gi_share_chunk){ USED });
        expect_way(GI_SHARE_EVICT, true, i, (struct gi_share_chunk){ SLOTS });
    }
    expect_way(GI_SHARE_LEAVE, false, false, (struct gi_share_chunk){ ELSEWHERE });
    expect_way(GI_SHARE_WAIT, false, true, (struct gi_share_chunk){ ELSEWHERE });
    expect_way(GI_SHARE_LEAVE, true, false, (struct gi_share_chunk){ USED });
    expect_way(GI_SHARE_BLOCKED, true, true, (struct gi_share_chunk){ USED });
    expect_way(GI_SHARE_LEAVE, false, false, (struct gi_share_chunk){ .is_taken = true });
    expect_way(GI_SHARE_BLOCKED, false, true, (struct gi_share_chunk){ .is_taken = true });
    expect_way(GI_SHARE_LEAVE, false, false, (struct gi_share_chunk){ ALONE, .is_live = true });
}

static struct gi_share_chunk chunk_of(unsigned bits)
{
    return (struct gi_share_chunk){
        .has_slots = bits & 1, .is_live = bits & 2, .is_alone = bits & 4,
        .is_elsewhere = bits & 8, .is_used = bits & 16, .is_taken = bits & 32,
    };
}

enum { CHUNKS = 64 };

/* Whoever stays with a chunk disturbs nobody. */
TEST_CASE(all_facts_of_a_slot)
{
    for (unsigned bits = 0; bits < 4 * CHUNKS; bits++) {
        const struct gi_share_slot slot = { bits & 64, bits & 128, chunk_of(bits % CHUNKS) };
        const struct gi_share_chunk *others = &slot.others;
        enum gi_share_way way = gi_share_stay(&slot);
        bool stays = way == GI_SHARE_STAY || way == GI_SHARE_EVICT || way == GI_SHARE_WAIT;

        if (stays)
            assert_false(others->is_taken);
        if (stays && others->has_slots)
            assert_false(others->is_live || others->is_alone);
        if (way == GI_SHARE_STAY && others->has_slots)
            assert_false(others->is_elsewhere || slot.is_alone);
        if (way == GI_SHARE_EVICT)
            assert_false(others->is_used);
        if (way == GI_SHARE_LEAVE)
            assert_false(slot.is_used);
        if (way == GI_SHARE_WAIT)
            assert_true(slot.is_used && others->is_elsewhere && !slot.is_alone);
    }
}

TEST_CASE(the_best_chunk_is_found)
{
    static const struct gi_share_chunk chunks[] = {
        { ALONE }, { SLOTS }, { .has_slots = false }, { USED }, { ELSEWHERE },
        { USED, .is_alone = true }, { ALONE, .is_live = true }, { .is_taken = true },
    };

    assert_int_equal(gi_share_find(chunks, 8, false), 3);        /* the stream uses it already */
    assert_int_equal(gi_share_find(chunks, 3, false), 2);        /* nobody has it */
    assert_int_equal(gi_share_find(chunks, 2, false), 1);
    assert_int_equal(gi_share_find(chunks, 1, false), 0);
    assert_int_equal(gi_share_find(chunks, 8, true), 2);
    assert_int_equal(gi_share_find(chunks, 2, true), 1);
    assert_int_equal(gi_share_find(chunks, 1, true), 0);
    assert_int_equal(gi_share_find(&chunks[3], 5, true), 5);     /* a new one */
    assert_int_equal(gi_share_find(&chunks[4], 4, false), 4);
    assert_int_equal(gi_share_find(NULL, 0, false), 0);
}

/* A chunk that is found is nobody's who needs it. */
TEST_CASE(all_facts_of_a_chunk)
{
    for (unsigned bits = 0; bits < CHUNKS; bits++) {
        const struct gi_share_chunk chunk = chunk_of(bits);

        for (int alone = 0; alone < 2; alone++) {
            bool is_lost = alone || chunk.is_alone;

            if (gi_share_find(&chunk, 1, alone) == 1)
                continue;
            assert_false(chunk.is_live || chunk.is_taken || chunk.is_elsewhere);
            assert_false(is_lost && chunk.is_used);
        }
    }
}
