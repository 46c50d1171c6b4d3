/* Live registers and divergence, against slow searches of small graphs. */
#include "graph_cases.h"

#include "kernel/translate/cfg/divergence.h"
#include "kernel/translate/cfg/liveness.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#include "test_cases.h"

enum { GRAPHS = 6000, REGISTERS = 70, FEW_REGISTERS = 12, MOST_STEPS = 4 };

/* Marks the blocks that a block leads to, itself too, without entering `without`. */
static void mark_reached(const struct gi_cfg *graph, uint32_t from, uint32_t without,
                         bool *reached)
{
    if (from == without || reached[from])
        return;
    reached[from] = true;
    for (uint32_t i = 0; i < graph->blocks[from].successor_count; i++)
        mark_reached(graph, graph->blocks[from].successors[i], without, reached);
}

/* ---- liveness ----------------------------------------------------------------------------- */

/* Whether the value that a register has at the start of a block is read. */
static bool is_live(const struct gi_cfg *graph, const struct gi_cfg_sets *used,
                    const struct gi_cfg_sets *defined, uint32_t block, uint32_t reg,
                    bool *visited)
{
    if (visited[block])
        return false;
    visited[block] = true;
    if (gi_cfg_set_has(gi_cfg_set_of(used, block), reg))
        return true;
    if (gi_cfg_set_has(gi_cfg_set_of(defined, block), reg))
        return false;
    for (uint32_t i = 0; i < graph->blocks[block].successor_count; i++)
        if (is_live(graph, used, defined, graph->blocks[block].successors[i], reg, visited))
            return true;
    return false;
}

static void check_liveness(const struct gi_cfg *graph, struct test_random *random)
{
    struct gi_cfg_sets used, defined, in, out;
    struct gi_arena arena;
    bool all[CASE_BLOCKS] = { 0 };

    gi_arena_init(&arena, 64 << 20);
    mark_reached(graph, 0, GI_CFG_NONE, all);
    assert_int_equal(gi_cfg_sets_init(&arena, graph->block_count, REGISTERS, &used), GI_OK);
    assert_int_equal(gi_cfg_sets_init(&arena, graph->block_count, REGISTERS, &defined), GI_OK);
    for (uint32_t b = 0; b < graph->block_count; b++)
        for (int i = 0; i < 5; i++) {
            gi_cfg_set_add(gi_cfg_set_of(&used, b),
                             (uint32_t)test_random_below(random, REGISTERS));
            gi_cfg_set_add(gi_cfg_set_of(&defined, b),
                             (uint32_t)test_random_below(random, REGISTERS));
        }
    assert_int_equal(gi_cfg_liveness(&arena, graph, REGISTERS, &used, &defined, &in, &out),
                     GI_OK);
    for (uint32_t b = 0; b < graph->block_count; b++)
        for (uint32_t r = 0; r < REGISTERS; r++) {
            bool visited[CASE_BLOCKS] = { 0 }, live_out = false, live_in;

            live_in = all[b] && is_live(graph, &used, &defined, b, r, visited);
            for (uint32_t i = 0; all[b] && i < graph->blocks[b].successor_count; i++) {
                memset(visited, 0, sizeof(visited));
                live_out = live_out || is_live(graph, &used, &defined,
                                               graph->blocks[b].successors[i], r, visited);
            }
            assert_int_equal(gi_cfg_set_has(gi_cfg_set_of(&in, b), r), live_in);
            assert_int_equal(gi_cfg_set_has(gi_cfg_set_of(&out, b), r), live_out);
        }
    gi_arena_finish(&arena);
}

TEST_CASE(liveness_matches_paths)
{
    struct test_random random = { 77 };

    for (int i = 0; i < GRAPHS / 8; i++) {
        static struct graph_case made;

        graph_random(&made, &random, (enum random_shape)(i % SHAPE_COUNT), false);
        check_liveness(&made.graph, &random);
    }
}

/* ---- divergence --------------------------------------------------------------------------- */

struct program {
    struct graph_case graph;
    struct gi_cfg_steps blocks[CASE_BLOCKS];
    struct gi_cfg_step steps[CASE_BLOCKS][MOST_STEPS];
    uint32_t registers[CASE_BLOCKS][MOST_STEPS][3];
};

static void random_program(struct program *program, struct test_random *random)
{
    graph_random(&program->graph, random,
                 test_random_below(random, 2) ? SHAPE_NEAR : SHAPE_NESTED, false);
    for (uint32_t b = 0; b < program->graph.graph.block_count; b++) {
        struct gi_cfg_steps *block = &program->blocks[b];

        *block = (struct gi_cfg_steps){ .decider = GI_CFG_NONE, .steps = program->steps[b] };
        block->step_count = (uint32_t)test_random_below(random, MOST_STEPS);
        if (program->graph.blocks[b].successor_count > 1)
            block->decider = (uint32_t)test_random_below(random, FEW_REGISTERS);
        for (uint32_t s = 0; s < block->step_count; s++) {
            uint32_t *registers = program->registers[b][s];
            uint64_t kind = test_random_below(random, 20);

            for (int i = 0; i < 3; i++)
                registers[i] = (uint32_t)test_random_below(random, FEW_REGISTERS);
            program->steps[b][s] = (struct gi_cfg_step){
                .source = kind == 0 ? GI_CFG_DIFFERS
                          : kind == 1 ? GI_CFG_SAME : GI_CFG_FOLLOWS,
                .definition_count = 1, .definitions = registers,
                .use_count = 1, .uses = registers + 1
            };
        }
    }
}

/* [a][b]: each way from a to a return leads over b. False if some block leads to none. */
static bool find_post_dominators(const struct gi_cfg *graph, const bool *all,
                                 bool post[CASE_BLOCKS][CASE_BLOCKS])
{
    for (uint32_t a = 0; a < graph->block_count; a++)
        for (uint32_t without = 0; without <= graph->block_count; without++) {
            bool reached[CASE_BLOCKS] = { 0 }, returns = false;

            mark_reached(graph, a, without, reached);
            for (uint32_t b = 0; b < graph->block_count; b++)
                returns = returns || (reached[b] && graph->blocks[b].successor_count == 0);
            if (without < graph->block_count)
                post[a][without] = !returns;
            else if (all[a] && !returns)
                return false;
        }
    return true;
}

/* One more step of what follows from what differs; whether there was anything. */
static bool spread_slowly(const struct program *program, const bool *all,
                          bool post[CASE_BLOCKS][CASE_BLOCKS], bool *blocks, bool *registers)
{
    const struct gi_cfg *graph = &program->graph.graph;
    bool more = false;

    for (uint32_t b = 0; b < graph->block_count; b++) {
        const struct gi_cfg_steps *list = &program->blocks[b];

        if (!all[b])
            continue;
        for (uint32_t s = 0; s < list->step_count; s++) {
            const struct gi_cfg_step *step = &list->steps[s];
            bool differs = blocks[b] || step->source == GI_CFG_DIFFERS
                           || (step->source == GI_CFG_FOLLOWS && registers[step->uses[0]]);

            more = more || (differs && !registers[step->definitions[0]]);
            registers[step->definitions[0]] |= differs;
        }
        if (list->decider == GI_CFG_NONE || !(blocks[b] || registers[list->decider]))
            continue;
        for (uint32_t i = 0; i < graph->blocks[b].successor_count; i++)
            for (uint32_t c = 0; c < graph->block_count; c++)
                if (post[graph->blocks[b].successors[i]][c] && (c == b || !post[b][c])
                    && !blocks[c])
                    more = blocks[c] = true;
    }
    return more;
}

TEST_CASE(divergence_matches_paths)
{
    struct test_random random = { 99 };
    uint32_t compared = 0, divergent = 0, together = 0;

    for (int i = 0; i < GRAPHS; i++) {
        static struct program program;
        static bool post[CASE_BLOCKS][CASE_BLOCKS];
        const struct gi_cfg *graph = &program.graph.graph;
        bool all[CASE_BLOCKS] = { 0 }, blocks[CASE_BLOCKS] = { 0 };
        bool registers[FEW_REGISTERS] = { 0 };
        struct gi_cfg_divergence got;
        struct gi_arena arena;

        random_program(&program, &random);
        gi_arena_init(&arena, 64 << 20);
        assert_int_equal(gi_cfg_divergence(&arena, graph, FEW_REGISTERS, program.blocks, &got),
                         GI_OK);
        mark_reached(graph, 0, GI_CFG_NONE, all);
        if (graph->block_count < 40 && find_post_dominators(graph, all, post)) {
            while (spread_slowly(&program, all, post, blocks, registers))
                continue;
            for (uint32_t b = 0; b < graph->block_count; b++) {
                assert_int_equal(got.blocks[b], blocks[b]);
                divergent += blocks[b];
                together += all[b] && !blocks[b];
            }
            for (uint32_t r = 0; r < FEW_REGISTERS; r++)
                assert_int_equal(got.registers[r], registers[r]);
            compared++;
        }
        gi_arena_finish(&arena);
    }
    print_message("%u programs compared: %u blocks divergent, %u not\n", compared, divergent,
                  together);
    assert_true(compared > GRAPHS / 4 && divergent > 1000 && together > 1000);
}

/* ---- by hand ------------------------------------------------------------------------------ */

#define BLOCK(...) { .successor_count = sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), \
                     .successors = (const uint32_t[]){ __VA_ARGS__ } }
#define RETURNS { .successor_count = 0 }

/* 0 decides by register 0: 1 or 2, which meet in 3. */
static void find_by_decider(const struct gi_cfg *graph, bool differs, bool *out_blocks)
{
    const uint32_t reg = 0;
    struct gi_cfg_step step = { .source = differs ? GI_CFG_DIFFERS : GI_CFG_FOLLOWS,
                                  .definition_count = 1, .definitions = &reg };
    struct gi_cfg_steps steps[8];
    struct gi_cfg_divergence got;
    struct gi_arena arena;

    for (uint32_t b = 0; b < 8; b++)
        steps[b] = (struct gi_cfg_steps){ .decider = GI_CFG_NONE };
    steps[0] = (struct gi_cfg_steps){ .step_count = 1, .steps = &step, .decider = 0 };
    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_cfg_divergence(&arena, graph, 1, steps, &got), GI_OK);
    assert_int_equal(got.registers[0], differs);
    memcpy(out_blocks, got.blocks, graph->block_count * sizeof(*out_blocks));
    gi_arena_finish(&arena);
}

TEST_CASE(branches_meet_again)
{
    const struct gi_cfg_block diamond[] = { BLOCK(1, 2), BLOCK(3), BLOCK(3), RETURNS };
    const struct gi_cfg graph = { 4, diamond, 0 };
    bool blocks[4];

    find_by_decider(&graph, true, blocks);
    assert_false(blocks[0] || blocks[3]);
    assert_true(blocks[1] && blocks[2]);
    find_by_decider(&graph, false, blocks);
    assert_false(blocks[0] || blocks[1] || blocks[2] || blocks[3]);
}

TEST_CASE(early_returns_leave_the_rest_divergent)
{
    const struct gi_cfg_block early[] = { BLOCK(1, 2), RETURNS, BLOCK(3), RETURNS };
    const struct gi_cfg graph = { 4, early, 0 };
    bool blocks[4];

    find_by_decider(&graph, true, blocks);
    assert_true(!blocks[0] && blocks[1] && blocks[2] && blocks[3]);
}

TEST_CASE(loops_with_other_counts_are_divergent)
{
    /* The loop of 0 ends for each thread at another time; behind it they meet. */
    const struct gi_cfg_block loop[] = { BLOCK(0, 1), RETURNS };
    const struct gi_cfg_block endless[] = { BLOCK(1, 2), BLOCK(1), RETURNS };
    const struct gi_cfg graph = { 2, loop, 0 }, without_end = { 3, endless, 0 };
    bool blocks[3];

    find_by_decider(&graph, true, blocks);
    assert_true(blocks[0] && !blocks[1]);
    find_by_decider(&without_end, true, blocks);
    assert_true(!blocks[0] && blocks[1] && blocks[2]);
}

TEST_CASE(wrong_registers_are_refused)
{
    const struct gi_cfg_block one[] = { RETURNS };
    const struct gi_cfg graph = { 1, one, 0 };
    const uint32_t reg = 5;
    const struct gi_cfg_step step = { .use_count = 1, .uses = &reg };
    const struct gi_cfg_steps steps = { .step_count = 1, .steps = &step,
                                          .decider = GI_CFG_NONE };
    struct gi_cfg_divergence got;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_cfg_divergence(&arena, &graph, 5, &steps, &got), GI_INVALID_VALUE);
    assert_int_equal(gi_cfg_divergence(&arena, &graph, 6, &steps, &got), GI_OK);
    gi_arena_finish(&arena);
}

/* ---- large ones --------------------------------------------------------------------------- */

/* Nested branches, then loops around each other: long ways up the trees of dominators. */
TEST_CASE(large_graphs_take_little_time)
{
    enum { MANY = 100000 };
    uint32_t *to = calloc((size_t)MANY * 2, sizeof(*to));
    struct gi_cfg_block *blocks = calloc(MANY, sizeof(*blocks));
    struct gi_cfg_steps *steps = calloc(MANY, sizeof(*steps));
    const uint32_t registers[] = { 0, 1 };
    const struct gi_cfg_step differs = { .source = GI_CFG_DIFFERS, .definition_count = 2,
                                           .definitions = registers };
    const struct gi_cfg graph = { MANY, blocks, 0 };
    struct gi_cfg_sets used, defined, in, out;
    struct gi_cfg_divergence got;
    struct gi_arena arena;
    clock_t begin = clock();

    assert_true(to && blocks && steps);
    gi_arena_init(&arena, (size_t)1 << 30);
    for (uint32_t b = 0; b < MANY; b++) {
        bool half = b < MANY / 2;

        to[b * 2] = b + 1;
        to[b * 2 + 1] = MANY - 1 - b;           /* out of a branch, or back to a loop's start */
        blocks[b] = (struct gi_cfg_block){ half && b % 2 ? 1 : 2, to + b * 2, 1, false };
        steps[b] = (struct gi_cfg_steps){ .decider = half ? 0 : 1 };
    }
    blocks[MANY - 1].successor_count = 0;
    steps[0].step_count = 1;
    steps[0].steps = &differs;
    assert_int_equal(gi_cfg_divergence(&arena, &graph, 2, steps, &got), GI_OK);
    assert_true(got.blocks[MANY / 2] && !got.blocks[MANY - 1]);
    assert_int_equal(gi_cfg_sets_init(&arena, MANY, 200, &used), GI_OK);
    assert_int_equal(gi_cfg_sets_init(&arena, MANY, 200, &defined), GI_OK);
    gi_cfg_set_add(gi_cfg_set_of(&used, MANY - 1), 150);
    gi_cfg_set_add(gi_cfg_set_of(&defined, 0), 150);
    assert_int_equal(gi_cfg_liveness(&arena, &graph, 200, &used, &defined, &in, &out), GI_OK);
    assert_true(gi_cfg_set_has(gi_cfg_set_of(&in, 1), 150));
    assert_false(gi_cfg_set_has(gi_cfg_set_of(&in, 0), 150));
    print_message("%d blocks: %.0f ms\n", MANY, (double)(clock() - begin) * 1e3 / CLOCKS_PER_SEC);
    assert_true(clock() - begin < 20 * CLOCKS_PER_SEC);
    gi_arena_finish(&arena);
    free(to);
    free(blocks);
    free(steps);
}
