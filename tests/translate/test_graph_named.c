/* Graphs made by hand: what their statements are, and that large ones take little time. */
#include "graph_cases.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#include "test_cases.h"

#define TO(...) { .successor_count = sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), \
                  .successors = (const uint32_t[]){ __VA_ARGS__ }, .cost = 1 }
#define REPEATS(...) { .successor_count = sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), \
                       .successors = (const uint32_t[]){ __VA_ARGS__ }, .cost = 1, \
                       .repeats = true }
#define RETURNS { .successor_count = 0, .cost = 1 }
#define FREE_RETURN { .successor_count = 0 }

/* ---- small ones --------------------------------------------------------------------------- */

static void check_text(const struct gi_cfg graph, const char *expected)
{
    static struct graph_trace runs[2];
    struct gi_cfg_tree tree;
    struct gi_arena arena;
    char text[1000];

    gi_arena_init(&arena, 16 << 20);
    assert_int_equal(gi_cfg_structure(&arena, &graph, &tree), GI_OK);
    for (uint64_t seed = 0; seed < 50; seed++) {
        graph_run(&graph, seed, &runs[0]);
        assert_null(tree_run(&graph, &tree, seed, &runs[1]));
        assert_int_equal(runs[0].count, runs[1].count);
        assert_int_equal(runs[0].returned, runs[1].returned);
        assert_memory_equal(runs[0].blocks, runs[1].blocks, runs[0].count * sizeof(uint32_t));
    }
    assert_string_equal(tree_text(&tree, text, sizeof(text)), expected);
    gi_arena_finish(&arena);
}

#define CHECK(expected, ...) \
    do { \
        const struct gi_cfg_block blocks[] = { __VA_ARGS__ }; \
        check_text((struct gi_cfg){ sizeof(blocks) / sizeof(*blocks), blocks, 0 }, expected); \
    } while (0)

/* With several rounds in one, up to a cost. */
#define CHECK_UNROLLED(round_cost, expected, ...) \
    do { \
        const struct gi_cfg_block blocks[] = { __VA_ARGS__ }; \
        check_text((struct gi_cfg){ sizeof(blocks) / sizeof(*blocks), blocks, round_cost }, \
                   expected); \
    } while (0)

TEST_CASE(straight_and_branches)
{
    CHECK("0 return", RETURNS);
    CHECK("0 1 2 return", TO(1), TO(2), RETURNS);
    /* a diamond */
    CHECK("0 if0{1}else{2} 3 return", TO(1, 2), TO(3), TO(3), RETURNS);
    CHECK("0 if0{1} 2 return", TO(1, 2), TO(2), RETURNS);
    /* both ways the same */
    CHECK("0 1 return", TO(1, 1), RETURNS);
    /* returns early */
    CHECK("0 if0{1 return} 2 if2{3 return} 4 return",
          TO(1, 2), RETURNS, TO(3, 4), RETURNS, RETURNS);
    /* 1 is not reached */
    CHECK("0 2 return", TO(2), TO(2), RETURNS);
    /* if (0 && 1) 2 else 3 */
    CHECK("scope{0 if0{1 if1{2 break}} 3} 4 return", TO(1, 3), TO(2, 3), TO(4), TO(4), RETURNS);
    /* in each other */
    CHECK("0 if0{1 if1{2 3} 4} 5 return", TO(1, 5), TO(2, 4), TO(3), TO(4), TO(5), RETURNS);
}

TEST_CASE(loops)
{
    /* by itself, for ever */
    CHECK("loop{0}", TO(0));
    /* for ever */
    CHECK("0 loop{1 2}", TO(1), TO(2), TO(1));
    /* do while */
    CHECK("0 loop{1 if!1{break}} 2 return", TO(1), TO(1, 2), RETURNS);
    /* while */
    CHECK("0 loop{1 if!1{break} 2} 3 return", TO(1), TO(2, 3), TO(1), RETURNS);
    /* nested */
    CHECK("0 loop{1 if!1{break} loop{2 if!2{break} 3} 4} 5 return",
          TO(1), TO(2, 5), TO(3, 4), TO(2), TO(1), RETURNS);
    /* Nested, and the inner one leaves both. */
    CHECK("0 loop{1 if!1{v1=1 break} v0=0 loop{2 if!2{break} 3 if!3{v0=1 break}} ifv0{break} "
          "5} if!v1{4} 6 return",
          TO(1), TO(2, 6), TO(3, 5), TO(2, 4), TO(6), TO(1), RETURNS);
    /* Left in two ways that meet behind it. */
    CHECK("0 loop{1 if!1{break} 2 if!2{v0=1 break} 3} if!v0{4}else{5} 6 return",
          TO(1), TO(2, 4), TO(3, 5), TO(1), TO(6), TO(6), RETURNS);
    /* Left to a common return: with instructions, and without. */
    CHECK("0 loop{1 if!1{break} 2 if!2{v0=1 break} 3} if!v0{4} 5 return",
          TO(1), TO(2, 4), TO(3, 5), TO(1), TO(5), RETURNS);
    CHECK("0 loop{1 if!1{break} 2 if!2{5 return} 3} 4 5 return",
          TO(1), TO(2, 4), TO(3, 5), TO(1), TO(5), FREE_RETURN);
    /* On with the loop, from within. */
    CHECK("0 loop{1 if!1{break} 2 if!2{3 if3{4}}} 5 return",
          TO(1), TO(2, 5), TO(1, 3), TO(4, 1), TO(1), RETURNS);
    /* On with the outer loop, from the inner one. */
    CHECK("0 loop{1 if!1{break} v0=0 loop{2 if!2{break} 3 if!3{v0=1 break}} if!v0{5 continue} "
          "4} 6 return",
          TO(1), TO(2, 6), TO(3, 5), TO(2, 4), TO(1), TO(1), RETURNS);
}

TEST_CASE(loops_with_several_rounds_in_one)
{
    /* Each block counts its cost and one more. */
    CHECK_UNROLLED(6, "loop{0 0 0}", REPEATS(0));
    CHECK_UNROLLED(1000, "loop{0 0 0 0 0 0 0 0}", REPEATS(0));
    CHECK_UNROLLED(5, "0 loop{1 if!1{break} 1 if!1{break}} 2 return",
                   TO(1), REPEATS(1, 2), RETURNS);
    CHECK_UNROLLED(3, "0 loop{1 if!1{break}} 2 return", TO(1), REPEATS(1, 2), RETURNS);
    CHECK_UNROLLED(8, "0 loop{1 if!1{break} 2 1 if!1{break} 2} 3 return",
                   TO(1), REPEATS(2, 3), REPEATS(1), RETURNS);
    /* One block may not. */
    CHECK_UNROLLED(8, "0 loop{1 if!1{break} 2} 3 return", TO(1), REPEATS(2, 3), TO(1), RETURNS);
    /* The inner one alone. */
    CHECK_UNROLLED(8, "loop{0 if!0{break} loop{1 if!1{break} 1 if!1{break} 1 if!1{break} 1 "
                   "if!1{break}}} 2 return", REPEATS(1, 2), REPEATS(1, 0), RETURNS);
    /* A branch in it; going on from within; a way out that leads elsewhere. */
    CHECK_UNROLLED(12, "0 loop{1 if1{2} 3 if!3{break} 1 if1{2} 3 if!3{break}} 4 return",
                   TO(1), REPEATS(2, 3), REPEATS(3), REPEATS(1, 4), RETURNS);
    CHECK_UNROLLED(12, "0 loop{1 if!1{break} 2 if!2{3} 1 if!1{break} 2 if!2{3}} 4 return",
                   TO(1), REPEATS(2, 4), REPEATS(1, 3), REPEATS(1), RETURNS);
    CHECK_UNROLLED(8, "0 loop{1 if!1{break} 2 if!2{v0=1 break} 1 if!1{break} 2 if!2{v0=1 break}} "
                   "if!v0{3} 4 return", TO(1), REPEATS(2, 3), REPEATS(1, 4), TO(4), RETURNS);
}

TEST_CASE(switches)
{
    CHECK("0 switch0{0:1|1:2|2:3} 4 return", TO(1, 2, 3), TO(4), TO(4), TO(4), RETURNS);
    CHECK("0 switch0{0,2:1|1,3:2} 3 return", TO(1, 2, 1, 2), TO(3), TO(3), RETURNS);
    /* 1 falls through to 2 */
    CHECK("0 switch0{0:1|1:|2:3 v0=1} if!v0{2} 4 return",
          TO(1, 2, 3), TO(2), TO(4), TO(4), RETURNS);
    /* leaves a loop */
    CHECK("0 loop{1 switch1{0:2|1:3|2:break-loop}} 4 return",
          TO(1), TO(2, 3, 4), TO(1), TO(1), RETURNS);
}

TEST_CASE(cycles_with_two_entries)
{
    CHECK("scope{0 if0{1 if!1{break}} loop{2 1 if!1{break}}} 3 return",
          TO(1, 2), TO(2, 3), TO(1), RETURNS);
    /* Too large to copy. */
    const struct gi_cfg_block large[] = {
        TO(1, 2), { .successor_count = 2, .successors = (const uint32_t[]){ 2, 3 }, .cost = 1000 },
        { .successor_count = 1, .successors = (const uint32_t[]){ 1 }, .cost = 1000 }, RETURNS
    };
    check_text((struct gi_cfg){ 4, large, 0 },
               "0 if0{v0=1}else{v0=0} loop{switchv0{0:2 v0=1|1:1 if!1{break-loop} v0=0}} 3 return");
}

TEST_CASE(wrong_graphs_are_refused)
{
    const struct gi_cfg_block blocks[] = { TO(1, 7), RETURNS };
    const struct gi_cfg graphs[] = { { 0, NULL, 0 }, { 2, blocks, 0 },
                                       { GI_CFG_MOST_BLOCKS + 1, blocks, 0 } };
    const gi_status expected[] = { GI_INVALID_VALUE, GI_INVALID_VALUE, GI_NOT_SUPPORTED };

    for (int i = 0; i < 3; i++) {
        struct gi_cfg_tree tree;
        struct gi_arena arena;

        gi_arena_init(&arena, 1 << 20);
        assert_int_equal(gi_cfg_structure(&arena, &graphs[i], &tree), expected[i]);
        gi_arena_finish(&arena);
    }
}

/* Out of memory at any place is an error, and nothing else. */
TEST_CASE(memory_is_bounded)
{
    struct test_random random = { 5 };
    static struct graph_case made;
    gi_status status = GI_OUT_OF_MEMORY;

    graph_random(&made, &random, SHAPE_FAR, false);
    for (size_t limit = 0; status != GI_OK; limit += 97) {
        struct gi_cfg_tree tree;
        struct gi_arena arena;

        gi_arena_init(&arena, limit);
        status = gi_cfg_structure(&arena, &made.graph, &tree);
        assert_true(status == GI_OK || status == GI_OUT_OF_MEMORY);
        gi_arena_finish(&arena);
    }
}

/* ---- large ones --------------------------------------------------------------------------- */

enum { MANY = 100000, SOME = 10000 };

struct large {
    uint32_t count;
    struct gi_cfg_block *blocks;
    uint32_t *successors;               /* two for each */
};

static struct large new_large(uint32_t count)
{
    struct large large = { count, calloc(count, sizeof(*large.blocks)),
                           calloc((size_t)count * 2, sizeof(uint32_t)) };

    assert_true(large.blocks && large.successors);
    return large;
}

static void set_large(struct large *large, uint32_t block, uint32_t ways, uint32_t a, uint32_t b)
{
    uint32_t *to = large->successors + (size_t)block * 2;

    to[0] = a < large->count ? a : large->count - 1;
    to[1] = b < large->count ? b : large->count - 1;
    large->blocks[block] = (struct gi_cfg_block){ ways, to, 1, false };
}

/* Structures it, checks the tree, runs it, frees the graph; the milliseconds that the first took.
 * */
static double check_large(struct large *large, const char *name)
{
    const struct gi_cfg graph = { .block_count = large->count, .blocks = large->blocks };
    uint32_t *room = calloc((size_t)large->count * 2, sizeof(*room));
    struct tree_counts counts = { .seen = room, .loops_around = room + large->count };
    static struct graph_trace runs[2];
    struct gi_cfg_tree tree;
    struct gi_arena arena;
    struct timespec begin, end;
    double took_ms;

    assert_non_null(room);
    gi_arena_init(&arena, (size_t)2 << 30);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    assert_int_equal(gi_cfg_structure(&arena, &graph, &tree), GI_OK);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    took_ms = (double)(end.tv_sec - begin.tv_sec) * 1e3
              + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
    assert_null(tree_check(&graph, &tree, &counts));
    graph_run(&graph, 3, &runs[0]);
    if (tree.variable_count <= 256) {
        assert_null(tree_run(&graph, &tree, 3, &runs[1]));
        assert_int_equal(runs[0].count, runs[1].count);
        assert_memory_equal(runs[0].blocks, runs[1].blocks, runs[0].count * sizeof(uint32_t));
    }
    print_message("%-28s %6u blocks: %7.2f ms, %6.1f MiB, depth %u, %u variables, %u scopes%s\n",
                  name, large->count, took_ms, (double)arena.used_bytes / 1048576, tree.depth,
                  tree.variable_count, counts.scopes, tree.dispatched ? ", flat" : "");
    free(room);
    free(large->blocks);
    free(large->successors);
    gi_arena_finish(&arena);
    return took_ms;
}

enum large_shape {
    CHAIN, EARLY_EXITS, EARLY_RETURNS, NESTED_BRANCHES, NESTED_LOOPS, LADDER, LOOPS_LEFT_FAR,
    DIAMONDS, NEAR, FAR, LARGE_SHAPES
};

static const char *const large_names[] = {
    [CHAIN] = "chain", [EARLY_EXITS] = "early exits", [EARLY_RETURNS] = "early returns",
    [NESTED_BRANCHES] = "nested branches", [NESTED_LOOPS] = "nested loops",
    [LADDER] = "ladder of two entries", [LOOPS_LEFT_FAR] = "loops that one exit leaves",
    [DIAMONDS] = "diamonds", [NEAR] = "random, near", [FAR] = "random, far"
};

static void make_large(struct large *large, enum large_shape shape, struct test_random *random)
{
    uint32_t last = large->count - 1, half = large->count / 2;

    for (uint32_t b = 0; b < last; b++) {
        uint64_t draw = test_random_next(random);

        switch (shape) {
        case CHAIN: set_large(large, b, 1, b + 1, 0); break;
        case EARLY_EXITS: set_large(large, b, 2, last, b + 1); break;
        case EARLY_RETURNS: set_large(large, b, b % 2 ? 0 : 2, b + 1, b + 2); break;
        case NESTED_BRANCHES:
            set_large(large, b, b < half ? 2 : 1, b + 1, large->count - 1 - b);
            break;
        case NESTED_LOOPS:
            set_large(large, b, b < half ? 1 : 2, b < half ? b + 1 : last - b, b + 1);
            break;
        case LADDER: set_large(large, b, 2, b + 1, b < 2 ? b + 2 : b - 2 + draw % 5); break;
        case LOOPS_LEFT_FAR:
            set_large(large, b, 2, b % 3 == 2 ? b - 2 : b + 1, b % 3 ? last : b + 3);
            break;
        case DIAMONDS: set_large(large, b, b % 3 ? 1 : 2, b % 3 == 1 ? b + 2 : b + 1, b + 2); break;
        case NEAR:
            set_large(large, b, draw % 8 ? 2 : 1, b + 1,
                      b + 8 > draw >> 8 % 16 ? b + (uint32_t)(draw >> 32) % 12 : b + 2);
            break;
        case FAR:
        case LARGE_SHAPES:
            set_large(large, b, 2, (uint32_t)(draw % large->count),
                      (uint32_t)((draw >> 32) % large->count));
            break;
        }
    }
    set_large(large, last, 0, 0, 0);
}

TEST_CASE(large_graphs_take_little_time)
{
    static const uint32_t counts[] = { SOME, MANY };
    struct test_random random = { 3 };

    for (int shape = 0; shape < LARGE_SHAPES; shape++)
        for (int i = 0; i < 2; i++) {
            struct large large = new_large(counts[i]);

            make_large(&large, (enum large_shape)shape, &random);
            /* A generous limit: a sanitizer and a busy machine cost much, a wrong order more. */
            assert_true(check_large(&large, large_names[shape]) < (double)counts[i] / 5);
        }
}
