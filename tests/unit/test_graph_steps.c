/* Steps of islands and their chunks: by hand, and of random graphs against their edges. */
#include "graph/steps.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

enum { MOST = 48 };

struct made {
    size_t count;
    size_t first[MOST + 1], before[MOST * MOST];
    bool breaks[MOST], alone[MOST], changed[MOST];
    enum gi_node_part parts[MOST];
    size_t chunk_commands, changed_commands;
    struct gi_plan plan;
    struct gi_steps steps;
};

/* Nodes stand behind those before them. */
static void make(struct made *made)
{
    static const uint32_t places[MOST];
    struct gi_topology topology = { made->count, made->first, made->before };
    size_t order[MOST], circle;
    const struct gi_plan_facts facts = { &topology, order, made->breaks, places, 0 };
    const struct gi_steps_facts asked = { &topology, &made->plan, made->parts, made->alone,
                                          made->changed, made->chunk_commands,
                                          made->changed_commands };

    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_int_equal(circle, made->count);
    assert_int_equal(gi_plan_make(&facts, &made->plan), GI_OK);
    assert_int_equal(gi_steps_make(&asked, &made->steps), GI_OK);
}

static void drop(struct made *made)
{
    gi_steps_drop(&made->steps);
    gi_plan_drop(&made->plan);
}

/* A row of nodes, each behind the one before it. */
static void make_row(struct made *made, const char *parts, size_t chunk_commands)
{
    *made = (struct made){ .count = strlen(parts), .chunk_commands = chunk_commands };
    for (size_t i = 0; i < made->count; i++) {
        made->first[i + 1] = i;
        made->before[i] = i;
        made->parts[i] = parts[i] == 'r' ? GI_PART_RECORDED
                         : parts[i] == 'e' ? GI_PART_ENQUEUED : GI_PART_NOTHING;
    }
    made->breaks[0] = parts[0] == 'e';
    make(made);
}

static void expect_step(const struct made *made, size_t step, size_t first, size_t count,
                        bool is_recorded)
{
    assert_true(step < made->steps.step_count);
    assert_int_equal(made->steps.steps[step].first, first);
    assert_int_equal(made->steps.steps[step].count, count);
    assert_int_equal(made->steps.steps[step].chunk_count > 0, is_recorded);
}

/* ---- by hand --------------------------------------------------------------------------------- */

/* wait - kernels - signal: what is recorded is one chunk. */
TEST_CASE(a_frame_is_three_steps)
{
    struct made made;

    make_row(&made, "errre", 64);
    assert_int_equal(made.steps.step_count, 3);
    expect_step(&made, 0, 0, 1, false);
    expect_step(&made, 1, 1, 3, true);
    expect_step(&made, 2, 4, 1, false);
    assert_int_equal(made.steps.chunk_count, 1);
    assert_true(made.steps.chunks[0].is_first && made.steps.chunks[0].is_last);
    assert_true(made.steps.chunks[0].begins_behind);
    drop(&made);
}

TEST_CASE(joins_are_left_out)
{
    struct made made;

    make_row(&made, "nrnrn", 64);
    assert_int_equal(made.steps.step_count, 1);
    expect_step(&made, 0, 0, 2, true);
    assert_true(made.steps.begins_level[1]);
    assert_int_equal(made.steps.chunk_of[0], SIZE_MAX);
    drop(&made);
    make_row(&made, "nnn", 64);
    assert_int_equal(made.steps.step_count, 0);
    drop(&made);
}

TEST_CASE(a_row_is_cut_where_a_chunk_is_full)
{
    struct made made;

    make_row(&made, "rrrrrrrrrr", 4);
    assert_int_equal(made.steps.chunk_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(made.steps.chunks[i].count, i < 2 ? 4 : 2);
        assert_true(made.steps.chunks[i].begins_behind);
        assert_true(made.steps.chunks[i].is_first == (i == 0));
        assert_true(made.steps.chunks[i].is_last == (i == 2));
    }
    drop(&made);
}

/* Four levels of three: a chunk of seven takes two levels. */
TEST_CASE(a_chunk_ends_with_a_level)
{
    struct made made = { .count = 12, .chunk_commands = 7 };

    for (size_t i = 0; i < made.count; i++) {
        made.parts[i] = GI_PART_RECORDED;
        made.first[i + 1] = made.first[i] + (i >= 3);
        if (i >= 3)
            made.before[made.first[i]] = i - 3;
    }
    make(&made);
    assert_int_equal(made.steps.step_count, 1);
    assert_int_equal(made.steps.chunk_count, 2);
    assert_int_equal(made.steps.chunks[0].count, 6);
    assert_int_equal(made.steps.chunks[1].count, 6);
    drop(&made);
}

/* Ten beside each other, and two behind them all: only the large level is cut, without an order. */
TEST_CASE(a_large_level_is_cut_without_an_order)
{
    struct made made = { .count = 12, .chunk_commands = 4 };

    for (size_t i = 0; i < made.count; i++) {
        made.parts[i] = GI_PART_RECORDED;
        made.first[i + 1] = made.first[i] + (i >= 10 ? 10 : 0);
        for (size_t j = 0; i >= 10 && j < 10; j++)
            made.before[made.first[i] + j] = j;
    }
    make(&made);
    assert_int_equal(made.steps.chunk_count, 4);
    assert_true(made.steps.chunks[0].begins_behind && made.steps.chunks[3].begins_behind);
    assert_false(made.steps.chunks[1].begins_behind || made.steps.chunks[2].begins_behind);
    assert_int_equal(made.steps.chunks[3].count, 2);
    drop(&made);
    made.alone[11] = made.alone[4] = true;
    make(&made);
    assert_int_equal(made.steps.chunks[made.steps.chunk_of[4]].count, 1);
    assert_int_equal(made.steps.chunks[made.steps.chunk_of[11]].count, 1);
    assert_false(made.steps.chunks[made.steps.chunk_of[11]].begins_behind);
    drop(&made);
}

/* What is enqueued and follows nothing comes first; what a recorded node follows parts them. */
/* A row: the chunk of a node that may change has two nodes, the others as many as there are. */
TEST_CASE(a_chunk_with_changes_is_small)
{
    static const size_t first[] = { 0, 5, 7 }, count[] = { 5, 2, 3 };
    struct made made;

    make_row(&made, "rrrrrrrrrr", 64);
    assert_int_equal(made.steps.chunk_count, 1);
    drop(&made);
    made.changed[5] = true;
    made.changed_commands = 2;
    make(&made);
    assert_int_equal(made.steps.chunk_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(made.steps.chunks[i].first, first[i]);
        assert_int_equal(made.steps.chunks[i].count, count[i]);
        assert_true(made.steps.chunks[i].begins_behind);
    }
    drop(&made);
}

/* One level: it is cut before the node that may change, and two nodes behind it. */
TEST_CASE(a_level_with_changes_is_cut)
{
    static const size_t first[] = { 0, 3, 5 }, count[] = { 3, 2, 4 };
    struct made made = { .count = 9, .chunk_commands = 64, .changed_commands = 2 };

    for (size_t i = 0; i < made.count; i++)
        made.parts[i] = GI_PART_RECORDED;
    made.changed[3] = made.changed[4] = true;
    make(&made);
    assert_int_equal(made.steps.chunk_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(made.steps.chunks[i].first, first[i]);
        assert_int_equal(made.steps.chunks[i].count, count[i]);
        assert_true(made.steps.chunks[i].begins_behind == (i == 0));
    }
    drop(&made);
}

/* A cut in the middle leaves the chunks at both ends as they were. */
TEST_CASE(chunks_of_other_steps_are_known_again)
{
    struct made one, other;

    make_row(&one, "rrrrrrrrrrrr", 4);
    make_row(&other, "rrrrrrrrrrrr", 4);
    assert_true(gi_steps_same_chunk(&one.steps, 1, &other.steps, 1));
    assert_false(gi_steps_same_chunk(&one.steps, 0, &other.steps, 1));
    drop(&other);
    other.alone[5] = true;
    make(&other);
    assert_int_equal(other.steps.chunk_count, 5);
    assert_true(gi_steps_same_chunk(&one.steps, 0, &other.steps, 0));
    assert_false(gi_steps_same_chunk(&one.steps, 1, &other.steps, 1));
    assert_false(gi_steps_same_chunk(&one.steps, 2, &other.steps, 4));   /* another beginning */
    drop(&other);
    make_row(&other, "rrrrrrrrrrrr", 12);
    assert_false(gi_steps_same_chunk(&one.steps, 0, &other.steps, 0));
    drop(&other);
    make_row(&other, "rrrr", 4);
    assert_false(gi_steps_same_chunk(&one.steps, 0, &other.steps, 0));   /* it is the last one */
    drop(&other);
    drop(&one);
}

/* Equal nodes in other levels are another chunk. */
TEST_CASE(chunks_of_other_levels_are_others)
{
    struct made row, level = { .count = 4, .chunk_commands = 4 };

    for (size_t i = 0; i < level.count; i++)
        level.parts[i] = GI_PART_RECORDED;
    make_row(&row, "rrrr", 4);
    make(&level);
    assert_int_equal(row.steps.chunk_count, level.steps.chunk_count);
    assert_false(gi_steps_same_chunk(&row.steps, 0, &level.steps, 0));
    drop(&row);
    drop(&level);
}

TEST_CASE(as_few_steps_as_can_be)
{
    struct made made = { .count = 5, .chunk_commands = 64,
                         .parts = { GI_PART_RECORDED, GI_PART_ENQUEUED, GI_PART_RECORDED,
                                    GI_PART_ENQUEUED, GI_PART_RECORDED },
                         .first = { 0, 0, 0, 1, 2, 3 }, .before = { 1, 2, 3 } };

    make(&made);
    assert_int_equal(made.steps.step_count, 4);
    expect_step(&made, 0, 0, 1, false);
    expect_step(&made, 1, 1, 2, true);           /* 0 and 2 beside each other */
    assert_false(made.steps.begins_level[2]);
    expect_step(&made, 2, 3, 1, false);
    expect_step(&made, 3, 4, 1, true);
    drop(&made);
}

/* ---- random graphs --------------------------------------------------------------------------- */

/* Where each node stands: its step, and how many barriers of the steps come before it. */
struct places {
    size_t step[MOST], level[MOST], at[MOST];
};

static void find_places(const struct made *made, struct places *places)
{
    const struct gi_steps *steps = &made->steps;
    size_t seen = 0, level = 0;

    memset(places, 0xff, sizeof *places);
    for (size_t i = 0; i < steps->step_count; i++) {
        const struct gi_step *step = &steps->steps[i];

        assert_int_equal(step->first, seen);
        assert_true(step->count > 0);
        for (size_t at = step->first; at < step->first + step->count; at++, seen++) {
            size_t node = steps->nodes[at], chunk = steps->chunk_of[node];
            bool begins = chunk != SIZE_MAX && steps->chunks[chunk].first == at;

            assert_int_equal(places->step[node], SIZE_MAX);
            assert_true((chunk != SIZE_MAX) == (step->chunk_count > 0));
            assert_int_equal(made->parts[node], chunk != SIZE_MAX ? GI_PART_RECORDED
                                                                  : GI_PART_ENQUEUED);
            level += begins ? steps->chunks[chunk].begins_behind : steps->begins_level[at];
            places->step[node] = i;
            places->level[node] = level;
            places->at[node] = at;
        }
    }
    for (size_t i = 0; i < made->count; i++)
        assert_true((places->step[i] == SIZE_MAX) == (made->parts[i] == GI_PART_NOTHING));
}

static void check_chunks(const struct made *made)
{
    const struct gi_steps *steps = &made->steps;
    size_t at = 0;

    for (size_t i = 0; i < steps->chunk_count; i++) {
        const struct gi_chunk *chunk = &steps->chunks[i];
        const struct gi_step *step = &steps->steps[chunk->step];

        assert_true(chunk->count > 0 && chunk->count <= made->chunk_commands);
        for (size_t j = 0; j < chunk->count; j++)
            assert_true(!made->changed[steps->nodes[chunk->first + j]] ||
                        chunk->count <= made->changed_commands);
        assert_true(chunk->is_first == (i == step->first_chunk));
        assert_true(chunk->is_last == (i + 1 == step->first_chunk + step->chunk_count));
        assert_true(chunk->begins_behind == steps->begins_level[chunk->first]);
        assert_true(chunk->is_first || chunk->first == at);
        at = chunk->first + chunk->count;
        /* A chunk beside the one before it has that level alone, and so has that one. */
        for (size_t j = 1; !chunk->begins_behind && j < chunk->count; j++)
            assert_false(steps->begins_level[chunk->first + j]);
        for (size_t j = 1; !chunk->begins_behind && j < steps->chunks[i - 1].count; j++)
            assert_false(steps->begins_level[steps->chunks[i - 1].first + j]);
        for (size_t j = 0; j < chunk->count; j++)
            assert_true(chunk->count == 1 || !made->alone[steps->nodes[chunk->first + j]]);
    }
}

/* Each node behind all that come before it in its island, and as early as can be: one level behind
 * one of those that come before it in its step. */
static void check_order(const struct made *made)
{
    static bool above[MOST][MOST];
    size_t island_of[MOST];
    struct places places;

    find_places(made, &places);
    for (size_t i = 0; i < made->plan.island_count; i++) {
        for (size_t j = 0; j < made->plan.islands[i].count; j++)
            island_of[made->plan.nodes[made->plan.islands[i].first + j]] = i;
    }
    memset(above, 0, sizeof above);
    for (size_t node = 0; node < made->count; node++) {
        size_t latest = 0, begin = SIZE_MAX;

        for (size_t i = made->first[node]; i < made->first[node + 1]; i++) {
            if (island_of[made->before[i]] != island_of[node])
                continue;
            above[node][made->before[i]] = true;
            for (size_t j = 0; j < made->count; j++)
                above[node][j] = above[node][j] || above[made->before[i]][j];
        }
        if (places.step[node] == SIZE_MAX)
            continue;
        for (size_t other = 0; other < made->count; other++) {
            bool in_step = places.step[other] == places.step[node];

            if (in_step && places.level[other] < begin)
                begin = places.level[other];
            if (!above[node][other] || places.step[other] == SIZE_MAX)
                continue;
            assert_true(places.step[other] < places.step[node] ||
                        (in_step && places.at[other] < places.at[node]));
            if (in_step && made->parts[node] == GI_PART_RECORDED)
                assert_true(places.level[other] < places.level[node]);
            if (in_step && places.level[other] > latest)
                latest = places.level[other];
        }
        if (made->parts[node] == GI_PART_RECORDED)
            assert_int_equal(places.level[node], latest > 0 ? latest + 1 : begin);
    }
}

TEST_CASE(random_steps_keep_edges_and_no_other_order)
{
    struct test_random random;

    test_random_begin(&random, "steps");
    for (int round = 0; round < 4000; round++) {
        struct made made = { .count = test_random_below(&random, MOST + 1),
                             .chunk_commands = 1 + test_random_below(&random, 9) };
        unsigned edges = 1 + test_random_below(&random, 9), kinds = 2 + round % 4;

        made.changed_commands = 1 + test_random_below(&random, made.chunk_commands);
        for (size_t i = 0; i < made.count; i++) {
            uint64_t part = test_random_below(&random, kinds);

            made.parts[i] = part == 0 ? GI_PART_ENQUEUED
                            : part == 1 && kinds > 2 ? GI_PART_NOTHING : GI_PART_RECORDED;
            made.breaks[i] = made.parts[i] == GI_PART_ENQUEUED &&
                             test_random_below(&random, 4) == 0;
            made.alone[i] = test_random_below(&random, 16) == 0;
            made.changed[i] = test_random_below(&random, 8) == 0;
            made.first[i + 1] = made.first[i];
            for (size_t j = 0; j < i; j++) {
                if (test_random_below(&random, 2 * edges) == 0)
                    made.before[made.first[i + 1]++] = j;
            }
        }
        make(&made);
        check_chunks(&made);
        check_order(&made);
        drop(&made);
    }
}
