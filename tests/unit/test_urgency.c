/* The order of nodes by priorities: by hand, of random graphs, and what plans make of it. */
#include "graph/plan.h"
#include "graph/urgency.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

enum { MOST = 40 };

struct made {
    size_t count, first[MOST + 1], before[MOST * MOST], order[MOST];
    int priorities[MOST];
};

static struct gi_topology topology_of(const struct made *made)
{
    return (struct gi_topology){ made->count, made->first, made->before };
}

static void sort(struct made *made)
{
    const struct gi_topology topology = topology_of(made);
    size_t circle;

    assert_int_equal(gi_topology_order(&topology, made->order, &circle), GI_OK);
    assert_int_equal(circle, made->count);
    assert_int_equal(gi_urgency_sort(&topology, made->priorities, made->order), GI_OK);
}

static void expect_order(const struct made *made, const size_t *wanted)
{
    for (size_t i = 0; i < made->count; i++)
        assert_int_equal(made->order[i], wanted[i]);
}

/* 0 - 1, 2 - 3, 4: node 3 is the most urgent, and 2 with it. */
TEST_CASE(what_comes_before_urgent_nodes_is_urgent)
{
    struct made made = { .count = 5, .first = { 0, 0, 1, 1, 2, 2 }, .before = { 0, 2 },
                         .priorities = { 0, 0, 0, -5, -1 } };
    static const size_t wanted[] = { 2, 3, 4, 0, 1 };

    sort(&made);
    expect_order(&made, wanted);
    assert_int_equal(made.priorities[2], -5);
    assert_int_equal(made.priorities[0], 0);
}

TEST_CASE(nodes_that_are_as_urgent_keep_their_order)
{
    struct made made = { .count = 4, .priorities = { -2, -2, -2, -2 } }, nothing = { 0 };
    static const size_t wanted[] = { 0, 1, 2, 3 };

    sort(&made);
    expect_order(&made, wanted);
    sort(&nothing);
}

/* ---- random graphs --------------------------------------------------------------------------- */

/* Edges lead from lower numbers to higher ones. */
static void make_random(struct made *made, struct test_random *random)
{
    unsigned edges = 1 + (unsigned)test_random_below(random, 6);

    *made = (struct made){ .count = test_random_below(random, MOST + 1) };
    for (size_t i = 0; i < made->count; i++) {
        made->priorities[i] = (int)test_random_below(random, 4) - 3;
        made->first[i + 1] = made->first[i];
        for (size_t j = 0; j < i; j++) {
            if (test_random_below(random, 2 * edges) == 0)
                made->before[made->first[i + 1]++] = j;
        }
    }
}

/* The lowest priority of a node and of all that follow it. */
static int urgency_of(const struct made *made, const int *priorities, size_t node)
{
    bool follows[MOST] = { false };
    int urgency = priorities[node];

    follows[node] = true;
    for (size_t i = node + 1; i < made->count; i++) {
        for (size_t j = made->first[i]; j < made->first[i + 1]; j++)
            follows[i] = follows[i] || follows[made->before[j]];
        if (follows[i] && priorities[i] < urgency)
            urgency = priorities[i];
    }
    return urgency;
}

TEST_CASE(random_graphs_keep_their_edges)
{
    struct test_random random;

    test_random_begin(&random, "priorities");
    for (int round = 0; round < 2000; round++) {
        struct made made;
        int priorities[MOST];
        size_t at[MOST];

        make_random(&made, &random);
        memcpy(priorities, made.priorities, sizeof priorities);
        sort(&made);
        for (size_t i = 0; i < made.count; i++) {
            at[made.order[i]] = i;
            assert_int_equal(made.priorities[i], urgency_of(&made, priorities, i));
        }
        for (size_t i = 0; i < made.count; i++) {
            for (size_t j = made.first[i]; j < made.first[i + 1]; j++)
                assert_true(at[made.before[j]] < at[i]);
            if (i > 0)
                assert_true(made.priorities[made.order[i - 1]] <= made.priorities[made.order[i]]);
        }
    }
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* Two branches, each a wait and a kernel: 0 - 1 and 2 - 3. */
static void expect_branches(const int *priorities, size_t first, size_t second)
{
    static const bool breaks[4] = { true, false, true, false };
    static const uint32_t places[4];
    struct made made = { .count = 4, .first = { 0, 0, 1, 1, 2 }, .before = { 0, 2 } };
    const struct gi_topology topology = topology_of(&made);
    const struct gi_plan_facts facts = { &topology, made.order, breaks, places, 0 };
    struct gi_plan plan;

    memcpy(made.priorities, priorities, sizeof made.priorities[0] * 4);
    sort(&made);
    assert_int_equal(gi_plan_make(&facts, &plan), GI_OK);
    assert_int_equal(plan.island_count, 2);
    assert_int_equal(plan.nodes[plan.islands[0].first], first);
    assert_int_equal(plan.nodes[plan.islands[1].first], second);
    assert_int_equal(plan.islands[0].track, 0);
    assert_int_equal(plan.islands[1].track, 1);
    gi_plan_drop(&plan);
}

TEST_CASE(urgent_branches_are_enqueued_first)
{
    static const int alike[4], first[4] = { 0, -1, 0, 0 }, second[4] = { 0, -1, 0, -2 };

    expect_branches(alike, 0, 2);
    expect_branches(first, 0, 2);
    expect_branches(second, 2, 0);
}

/* Three roots of one island: their order is that of the commands in a recording. */
TEST_CASE(urgent_nodes_of_an_island_come_first)
{
    static const bool breaks[3];
    static const uint32_t places[3];
    static const size_t wanted[] = { 2, 0, 1 };
    struct made made = { .count = 3, .priorities = { 0, 0, -1 } };
    const struct gi_topology topology = topology_of(&made);
    const struct gi_plan_facts facts = { &topology, made.order, breaks, places, 0 };
    struct gi_plan plan;

    sort(&made);
    assert_int_equal(gi_plan_make(&facts, &plan), GI_OK);
    assert_int_equal(plan.island_count, 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(plan.nodes[i], wanted[i]);
    gi_plan_drop(&plan);
}
