/* Structured statements of graphs, against the graphs. */
#include "graph_cases.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

#ifdef __SANITIZE_ADDRESS__
enum { GRAPHS = 1500, RUNS = 6 };        /* all without it */
#else
enum { GRAPHS = 6000, RUNS = 6 };
#endif

/* ---- slow ways to know -------------------------------------------------------------------- */

/* Marks what can be reached from a block without entering `without`. */
static void mark_reached(const struct gi_cfg *graph, uint32_t from, uint32_t without,
                         bool *reached)
{
    uint32_t todo[CASE_BLOCKS], count = 0;

    memset(reached, 0, graph->block_count * sizeof(*reached));
    if (from == without)
        return;
    reached[from] = true;
    todo[count++] = from;
    while (count > 0) {
        const struct gi_cfg_block *block = &graph->blocks[todo[--count]];

        for (uint32_t i = 0; i < block->successor_count; i++) {
            uint32_t to = block->successors[i];

            if (to == without || reached[to])
                continue;
            reached[to] = true;
            todo[count++] = to;
        }
    }
}

static bool goes_to(const struct gi_cfg *graph, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < graph->blocks[from].successor_count; i++)
        if (graph->blocks[from].successors[i] == to)
            return true;
    return false;
}

/* How many loops are around each block, and whether the graph is reducible: without the edges that
 * go to dominators there is no cycle. */
static bool count_loops(const struct gi_cfg *graph, uint32_t *out_loops)
{
    static bool all[CASE_BLOCKS], around[CASE_BLOCKS], from[CASE_BLOCKS][CASE_BLOCKS];
    static bool dominates[CASE_BLOCKS][CASE_BLOCKS], forward[CASE_BLOCKS][CASE_BLOCKS];
    uint32_t count = graph->block_count;

    memset(out_loops, 0, count * sizeof(*out_loops));
    mark_reached(graph, 0, GI_CFG_NONE, all);
    for (uint32_t h = 0; h < count; h++) {
        mark_reached(graph, 0, h, around);
        for (uint32_t b = 0; b < count; b++)
            dominates[h][b] = all[b] && !around[b];
    }
    memset(forward, 0, sizeof(forward));
    for (uint32_t h = 0; h < count; h++) {
        bool in[CASE_BLOCKS] = { 0 };

        for (uint32_t b = 0; b < count && all[h]; b++)
            if (b != h)
                mark_reached(graph, b, h, from[b]);
        for (uint32_t back = 0; back < count; back++) {
            if (!all[back] || !goes_to(graph, back, h))
                continue;
            if (!dominates[h][back]) {
                forward[back][h] = true;
                continue;
            }
            in[h] = true;
            for (uint32_t b = 0; b < count && back != h; b++)
                in[b] = in[b] || (b != h && all[b] && dominates[h][b] && from[b][back]);
        }
        for (uint32_t b = 0; b < count; b++)
            out_loops[b] += in[b];
    }
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count && forward[i][k]; j++)
                forward[i][j] = forward[i][j] || forward[k][j];
    for (uint32_t i = 0; i < count; i++)
        if (forward[i][i])
            return false;
    return true;
}

/* ---- one graph ---------------------------------------------------------------------------- */

struct totals {
    uint32_t graphs, reducible, dispatched, copied, flagged, flags, useless;
    uint64_t statements, blocks, scopes;
};

static void print_graph(const struct gi_cfg *graph)
{
    for (uint32_t b = 0; b < graph->block_count; b++) {
        print_message("  %u (%u):", b, graph->blocks[b].cost);
        for (uint32_t i = 0; i < graph->blocks[b].successor_count; i++)
            print_message(" %u", graph->blocks[b].successors[i]);
        print_message("\n");
    }
}

static void print_tree(const struct gi_cfg_statement *list, int depth)
{
    static const char *names[] = { "block", "if", "switch", "loop", "scope", "break", "continue",
                                   "set", "return" };

    for (; list; list = list->next) {
        print_message("%*s%s block %d variable %d value %u%s %p -> %p\n", depth * 2, "",
                      names[list->kind], (int)list->block, (int)list->variable, list->value,
                      list->negated ? " not" : "", (const void *)list,
                      (const void *)list->construct);
        print_tree(list->body, depth + 1);
        if (list->otherwise)
            print_message("%*selse\n", depth * 2, "");
        print_tree(list->otherwise, depth + 1);
        for (uint32_t i = 0; i < list->case_count; i++) {
            print_message("%*scase %u\n", depth * 2, "", list->cases[i].values[0]);
            print_tree(list->cases[i].body, depth + 1);
        }
    }
}

static void require(const char *wrong, const struct gi_cfg *graph,
                    const struct gi_cfg_tree *tree)
{
    if (!wrong)
        return;
    print_message("%s\n", wrong);
    print_graph(graph);
    print_tree(tree->first, 1);
    fail();
}

/* Traces of the tree are those of the graph. */
static void require_same_runs(const struct gi_cfg *graph, const struct gi_cfg_tree *tree)
{
    static struct graph_trace expected, got;

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        graph_run(graph, seed, &expected);
        require(tree_run(graph, tree, seed, &got), graph, tree);
        if (expected.count != got.count || expected.returned != got.returned
            || memcmp(expected.blocks, got.blocks, got.count * sizeof(*got.blocks)) != 0)
            require("another way", graph, tree);
    }
}

/* The blocks that can be reached stand in the tree, no others, and the copies are counted. */
static void require_blocks(const struct gi_cfg *graph, const struct gi_cfg_tree *tree,
                           const struct tree_counts *counts)
{
    static bool all[CASE_BLOCKS];
    uint32_t copies = 0;

    mark_reached(graph, 0, GI_CFG_NONE, all);
    for (uint32_t b = 0; b < graph->block_count; b++) {
        if (all[b] != (counts->seen[b] > 0))
            require("a block is missing, or one stands there that cannot be reached", graph, tree);
        copies += all[b] ? counts->seen[b] - 1 : 0;
    }
    if (copies != tree->copies)
        require("the number of copies is wrong", graph, tree);
}

/* Each block stands behind the loops it is behind. */
static void require_places(const struct gi_cfg *graph, const struct gi_cfg_tree *tree,
                           const struct tree_counts *counts, bool reducible, const uint32_t *loops)
{
    bool same_loops = true;

    for (uint32_t b = 0; b < graph->block_count; b++)
        same_loops = same_loops && (counts->seen[b] != 1
                                    || (graph->blocks[b].successor_count == 0
                                        && graph->blocks[b].cost == 0)
                                    || counts->loops_around[b] == loops[b]);
    if (reducible && tree->dispatched)
        require("a dispatch in a reducible graph", graph, tree);
    if (reducible && !same_loops)
        require("a block is in other loops than in the graph", graph, tree);
}

static void check_graph(const struct gi_cfg *graph, bool free_returns, struct totals *totals)
{
    struct gi_arena arena;
    struct gi_cfg_tree tree;
    uint32_t seen[CASE_BLOCKS], around[CASE_BLOCKS], loops[CASE_BLOCKS];
    struct tree_counts counts = { .seen = seen, .loops_around = around };
    bool reducible = count_loops(graph, loops);

    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(gi_cfg_structure(&arena, graph, &tree), GI_OK);
    require(tree_check(graph, &tree, &counts), graph, &tree);
    require_same_runs(graph, &tree);
    require_blocks(graph, &tree, &counts);
    require_places(graph, &tree, &counts, reducible, loops);
    if (reducible && !free_returns && tree.copies > 0)
        require("a copy in a reducible graph", graph, &tree);
    totals->graphs++;
    totals->reducible += reducible;
    totals->dispatched += tree.dispatched;
    totals->copied += tree.copies > 0;
    totals->flagged += tree.variable_count > tree.dispatched;
    totals->flags += tree.variable_count - tree.dispatched;
    totals->useless += counts.useless;
    totals->statements += counts.statements;
    totals->blocks += counts.blocks;
    totals->scopes += counts.scopes;
    gi_arena_finish(&arena);
}

/* The tree with several rounds of small loops in one. Returns how many blocks were copied. */
static uint32_t check_unrolled(struct graph_case *made, struct test_random *random)
{
    uint32_t loops[CASE_BLOCKS];
    bool reducible = count_loops(&made->graph, loops);
    struct gi_arena arena;
    struct gi_cfg_tree tree;
    uint32_t seen[CASE_BLOCKS], around[CASE_BLOCKS];
    struct tree_counts counts = { .seen = seen, .loops_around = around };

    for (uint32_t b = 0; b < made->graph.block_count; b++)
        made->blocks[b].repeats = test_random_below(random, 8) > 0;
    made->graph.round_cost = 40;
    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(gi_cfg_structure(&arena, &made->graph, &tree), GI_OK);
    require(tree_check(&made->graph, &tree, &counts), &made->graph, &tree);
    require_same_runs(&made->graph, &tree);
    require_blocks(&made->graph, &tree, &counts);
    for (uint32_t b = 0; b < made->graph.block_count && reducible; b++) {
        if (seen[b] > 1 && made->blocks[b].cost > 0 && !made->blocks[b].repeats)
            require("a copy of a block that may not repeat", &made->graph, &tree);
    }
    gi_arena_finish(&arena);
    return tree.copies;
}

static void random_graphs(enum random_shape shape, const char *name)
{
    struct test_random random = { 14 + (uint64_t)shape }, repeats = { 41 };
    struct totals totals = { 0 };
    uint32_t unrolled = 0;

    for (int i = 0; i < GRAPHS; i++) {
        static struct graph_case made;
        uint32_t copied = totals.copied;

        graph_random(&made, &random, shape, i % 2);
        check_graph(&made.graph, i % 2, &totals);
        unrolled += check_unrolled(&made, &repeats) > 0 && totals.copied == copied;
    }
    print_message("%s: %u graphs, %u reducible, %u with a dispatch, %u with copies, %u with flags "
                  "(%u flags); %.2f statements and %.3f scopes a block; %u useless jumps\n",
                  name, totals.graphs, totals.reducible, totals.dispatched, totals.copied,
                  totals.flagged, totals.flags, (double)totals.statements / (double)totals.blocks,
                  (double)totals.scopes / (double)totals.blocks, totals.useless);
    assert_int_equal(totals.useless, 0);
    assert_true(unrolled > GRAPHS / 100);
    assert_true(totals.flagged > GRAPHS / 1000);
}

TEST_CASE(near_graphs_run_the_same)
{
    random_graphs(SHAPE_NEAR, "near");
}

TEST_CASE(far_graphs_run_the_same)
{
    random_graphs(SHAPE_FAR, "far");
}

TEST_CASE(nested_graphs_run_the_same)
{
    random_graphs(SHAPE_NESTED, "nested");
}
