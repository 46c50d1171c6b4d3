#include "kernel/translate/cfg/divergence.h"

#include "kernel/translate/cfg/flow.h"

#include <string.h>

/* The exit, which all returning blocks lead to, has the number of the graph's blocks. So have, by
 * an edge of their own, blocks that cannot reach a return. */
struct divergence {
    struct gi_arena *arena;
    const struct gi_cfg *graph;
    const struct gi_cfg_steps *steps;
    uint32_t register_count;
    struct gi_lists successors;     /* of reachable blocks, and of the exit none */
    uint32_t *post;                 /* [block]: immediate post-dominator */
    uint32_t *post_depth;           /* [block]: in their tree; the exit has 0 */
    uint32_t *next;                 /* [block]: itself, or one up the tree where it is divergent */
    bool *blocks, *registers;
    bool *split;                    /* [block]: its threads leave it in several ways */
    uint32_t *new_blocks, *new_registers;
    uint32_t block_count, new_register_count;   /* of those two */
    struct gi_lists reading;        /* [register]: numbers of steps that read it; behind the last of
                                       those: numbers of blocks that branch by it */
    uint32_t *first_step;           /* [block]: the number of its first step */
    uint32_t *block_of;             /* [step] */
};

/* ---- edges and post-dominators ------------------------------------------------------------ */

/* Edges between reachable blocks. extra: blocks that lead to the exit as well. */
static gi_status make_edges(struct divergence *d, const struct gi_flow_shape *shape,
                            const bool *extra)
{
    uint32_t exit = d->graph->block_count, edge = 0;
    size_t edges = (size_t)shape->successors.start[shape->count] + 2 * (size_t)shape->count;

    d->successors.count = exit + 1;
    d->successors.start = gi_arena_alloc(d->arena, (size_t)exit + 2, sizeof(uint32_t));
    d->successors.items = gi_arena_alloc(d->arena, edges, sizeof(uint32_t));
    if (!d->successors.start || !d->successors.items)
        return GI_OUT_OF_MEMORY;
    for (uint32_t b = 0; b < exit; b++) {
        const struct gi_cfg_block *block = &d->graph->blocks[b];

        if (shape->rank[b] != GI_CFG_NONE) {
            for (uint32_t i = 0; i < block->successor_count; i++)
                d->successors.items[edge++] = block->successors[i];
            if (block->successor_count == 0 || extra[b])
                d->successors.items[edge++] = exit;
        }
        d->successors.start[b + 1] = edge;
    }
    d->successors.start[exit + 1] = edge;
    return GI_OK;
}

/* Marks what leads to a block, over blocks that are not marked. */
static void mark_leading(const struct gi_lists *predecessors, uint32_t to, bool *leads,
                         uint32_t *stack)
{
    uint32_t depth = 0;

    leads[to] = true;
    stack[depth++] = to;
    while (depth > 0) {
        uint32_t at = stack[--depth];

        for (uint32_t e = predecessors->start[at]; e < predecessors->start[at + 1]; e++)
            if (!leads[predecessors->items[e]]) {
                leads[predecessors->items[e]] = true;
                stack[depth++] = predecessors->items[e];
            }
    }
}

/* Gives blocks that never reach a return an edge to the exit: the last of them in the order of the
 * walk, then the last of those that do not lead to that, and so on. */
static gi_status end_endless(struct divergence *d, const struct gi_flow_shape *shape)
{
    uint32_t count = d->graph->block_count + 1;
    bool *extra = gi_arena_alloc(d->arena, count, sizeof(*extra));
    bool *leads = gi_arena_alloc(d->arena, count, sizeof(*leads));
    uint32_t *stack = gi_arena_alloc(d->arena, count, sizeof(*stack));
    struct gi_lists predecessors;
    bool any = false;
    gi_status status = extra ? make_edges(d, shape, extra) : GI_OUT_OF_MEMORY;

    if (status == GI_OK)
        status = gi_lists_turn(d->arena, &d->successors, &predecessors);
    if (status != GI_OK || !leads || !stack)
        return GI_OUT_OF_MEMORY;
    mark_leading(&predecessors, count - 1, leads, stack);
    for (uint32_t rank = shape->count; rank-- > 0;)
        if (!leads[shape->order[rank]]) {
            any = extra[shape->order[rank]] = true;
            mark_leading(&predecessors, shape->order[rank], leads, stack);
        }
    return any ? make_edges(d, shape, extra) : GI_OK;
}

static gi_status find_post_dominators(struct divergence *d)
{
    uint32_t count = d->graph->block_count + 1, exit = count - 1;
    struct gi_lists predecessors;
    struct gi_dominator_tree tree;
    uint32_t *by_number = gi_arena_alloc(d->arena, count, sizeof(*by_number));
    gi_status status = gi_lists_turn(d->arena, &d->successors, &predecessors);

    d->post = gi_arena_alloc(d->arena, count, sizeof(*d->post));
    d->post_depth = gi_arena_alloc(d->arena, count, sizeof(*d->post_depth));
    d->next = gi_arena_alloc(d->arena, count, sizeof(*d->next));
    if (status != GI_OK || !by_number || !d->post || !d->post_depth || !d->next)
        return GI_OUT_OF_MEMORY;
    status = gi_dominators(d->arena, &predecessors, &d->successors, exit, d->post);
    if (status == GI_OK)
        status = gi_dominator_tree_init(&tree, d->arena, count, d->post, exit);
    if (status != GI_OK)
        return status;
    /* Numbers of the tree rise from parents to children. */
    memset(by_number, 0xff, count * sizeof(*by_number));
    for (uint32_t b = 0; b < count; b++) {
        d->next[b] = b;
        if (d->post[b] != GI_CFG_NONE)
            by_number[tree.first[b]] = b;
    }
    for (uint32_t i = 1; i < count && by_number[i] != GI_CFG_NONE; i++)
        d->post_depth[by_number[i]] = d->post_depth[d->post[by_number[i]]] + 1;
    return GI_OK;
}

/* ---- dependences -------------------------------------------------------------------------- */

static gi_status check_registers(const struct divergence *d, const uint32_t *registers,
                                 uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (registers[i] >= d->register_count)
            return gi_fail(GI_INVALID_VALUE, "register %u, of %u registers", registers[i],
                           d->register_count);
    return GI_OK;
}

/* Numbers the steps, and counts what they read. */
static gi_status number_steps(struct divergence *d, uint32_t *out_uses)
{
    uint32_t blocks = d->graph->block_count;
    uint64_t uses = 0, steps = 0;
    gi_status status = GI_OK;

    d->first_step = gi_arena_alloc(d->arena, (size_t)blocks + 1, sizeof(*d->first_step));
    if (!d->first_step)
        return GI_OUT_OF_MEMORY;
    for (uint32_t b = 0; b < blocks && status == GI_OK; b++) {
        const struct gi_cfg_steps *list = &d->steps[b];

        d->first_step[b] = (uint32_t)steps;
        steps += list->step_count;
        for (uint32_t s = 0; s < list->step_count && status == GI_OK; s++) {
            const struct gi_cfg_step *step = &list->steps[s];

            uses += step->use_count;
            status = check_registers(d, step->uses, step->use_count);
            if (status == GI_OK)
                status = check_registers(d, step->definitions, step->definition_count);
        }
        if (status == GI_OK && list->decider != GI_CFG_NONE)
            status = check_registers(d, &list->decider, 1);
        if (steps > UINT32_MAX / 4 || uses > UINT32_MAX / 4)
            return gi_fail(GI_NOT_SUPPORTED, "a function with too many instructions");
    }
    d->first_step[blocks] = (uint32_t)steps;
    *out_uses = (uint32_t)uses;
    return status;
}

/* Which steps read a register, and which blocks branch by it. */
static gi_status find_uses(struct divergence *d)
{
    uint32_t blocks = d->graph->block_count, steps, uses = 0, at = 0, step = 0;
    struct gi_lists read;
    gi_status status = number_steps(d, &uses);

    if (status != GI_OK)
        return status;
    steps = d->first_step[blocks];
    /* As many lists as there are readers or registers: turning takes numbers below the count. */
    read.count = steps + blocks > d->register_count ? steps + blocks : d->register_count;
    read.start = gi_arena_alloc(d->arena, (size_t)read.count + 1, sizeof(*read.start));
    read.items = gi_arena_alloc(d->arena, (size_t)uses + blocks, sizeof(*read.items));
    d->block_of = gi_arena_alloc(d->arena, (size_t)steps + 1, sizeof(*d->block_of));
    if (!read.start || !read.items || !d->block_of)
        return GI_OUT_OF_MEMORY;
    for (uint32_t b = 0; b < blocks; b++)
        for (uint32_t s = 0; s < d->steps[b].step_count; s++) {
            const struct gi_cfg_step *one = &d->steps[b].steps[s];

            if (one->use_count)
                memcpy(read.items + at, one->uses, one->use_count * sizeof(*read.items));
            at += one->use_count;
            d->block_of[step++] = b;
            read.start[step] = at;
        }
    for (uint32_t b = 0; b < blocks; b++) {
        if (d->steps[b].decider != GI_CFG_NONE)
            read.items[at++] = d->steps[b].decider;
        read.start[steps + b + 1] = at;
    }
    for (uint32_t i = steps + blocks; i < read.count; i++)
        read.start[i + 1] = at;
    return gi_lists_turn(d->arena, &read, &d->reading);
}

/* ---- spreading ---------------------------------------------------------------------------- */

static void add_registers(struct divergence *d, const struct gi_cfg_step *step)
{
    for (uint32_t i = 0; i < step->definition_count; i++) {
        uint32_t reg = step->definitions[i];

        if (!d->registers[reg]) {
            d->registers[reg] = true;
            d->new_registers[d->new_register_count++] = reg;
        }
    }
}

/* The next block up the tree of post-dominators, from this on, that is not divergent yet. */
static uint32_t not_yet(struct divergence *d, uint32_t block)
{
    while (d->next[block] != block) {
        d->next[block] = d->next[d->next[block]];
        block = d->next[block];
    }
    return block;
}

/* Threads leave the block in several ways: what depends on it is divergent. */
static void split(struct divergence *d, uint32_t block)
{
    uint32_t stop = d->post[block];

    if (d->split[block])
        return;
    d->split[block] = true;
    for (uint32_t e = d->successors.start[block]; e < d->successors.start[block + 1]; e++) {
        uint32_t at = not_yet(d, d->successors.items[e]);

        while (d->post_depth[at] > d->post_depth[stop]) {
            d->blocks[at] = true;
            d->new_blocks[d->block_count++] = at;
            d->next[at] = d->post[at];
            at = not_yet(d, at);
        }
    }
}

static bool is_reached(const struct divergence *d, uint32_t block)
{
    return d->post[block] != GI_CFG_NONE;
}

static void spread(struct divergence *d)
{
    uint32_t blocks = d->graph->block_count, steps = d->first_step[blocks];

    while (d->block_count > 0 || d->new_register_count > 0) {
        uint32_t reg;

        if (d->block_count > 0) {
            uint32_t block = d->new_blocks[--d->block_count];

            for (uint32_t s = 0; s < d->steps[block].step_count; s++)
                add_registers(d, &d->steps[block].steps[s]);
            if (d->graph->blocks[block].successor_count > 1)
                split(d, block);
            continue;
        }
        reg = d->new_registers[--d->new_register_count];
        for (uint32_t e = d->reading.start[reg]; e < d->reading.start[reg + 1]; e++) {
            uint32_t reader = d->reading.items[e];

            if (reader >= steps) {
                if (is_reached(d, reader - steps))
                    split(d, reader - steps);
            } else if (is_reached(d, d->block_of[reader])) {
                uint32_t block = d->block_of[reader];
                const struct gi_cfg_step *step =
                    &d->steps[block].steps[reader - d->first_step[block]];

                if (step->source == GI_CFG_FOLLOWS)
                    add_registers(d, step);
            }
        }
    }
}

gi_status gi_cfg_divergence(struct gi_arena *arena, const struct gi_cfg *graph,
                              uint32_t register_count, const struct gi_cfg_steps *steps,
                              struct gi_cfg_divergence *out_divergence)
{
    struct divergence d = { .arena = arena, .graph = graph, .steps = steps,
                            .register_count = register_count };
    struct gi_flow flow;
    struct gi_flow_shape shape;
    gi_status status = gi_flow_init(&flow, arena, graph);

    *out_divergence = (struct gi_cfg_divergence){ 0 };
    if (status == GI_OK)
        status = gi_flow_find_shape(&flow, &shape);
    if (status == GI_OK)
        status = end_endless(&d, &shape);
    if (status == GI_OK)
        status = find_post_dominators(&d);
    if (status == GI_OK)
        status = find_uses(&d);
    if (status != GI_OK)
        return status;
    d.blocks = gi_arena_alloc(arena, (size_t)graph->block_count + 1, sizeof(*d.blocks));
    d.split = gi_arena_alloc(arena, graph->block_count, sizeof(*d.split));
    d.new_blocks = gi_arena_alloc(arena, (size_t)graph->block_count + 1, sizeof(*d.new_blocks));
    d.registers = gi_arena_alloc(arena, register_count, sizeof(*d.registers));
    d.new_registers = gi_arena_alloc(arena, register_count, sizeof(*d.new_registers));
    if (!d.blocks || !d.split || !d.new_blocks || !d.registers || !d.new_registers)
        return GI_OUT_OF_MEMORY;
    for (uint32_t b = 0; b < graph->block_count; b++)
        for (uint32_t s = 0; s < steps[b].step_count && is_reached(&d, b); s++)
            if (steps[b].steps[s].source == GI_CFG_DIFFERS)
                add_registers(&d, &steps[b].steps[s]);
    spread(&d);
    *out_divergence = (struct gi_cfg_divergence){ .blocks = d.blocks, .registers = d.registers };
    return GI_OK;
}
