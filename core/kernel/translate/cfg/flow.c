#include "kernel/translate/cfg/flow.h"

#include <string.h>

enum { MOST_EDGES = 1 << 26, MOST_NODES = 1 << 25 };

gi_status gi_flow_init(struct gi_flow *flow, struct gi_arena *arena, const struct gi_cfg *graph)
{
    uint64_t edges = 0;

    *flow = (struct gi_flow){ .arena = arena };
    if (graph->block_count == 0)
        return gi_fail(GI_INVALID_VALUE, "a function without blocks");
    if (graph->block_count > GI_CFG_MOST_BLOCKS)
        return gi_fail(GI_NOT_SUPPORTED, "a function of %u blocks; at most %d are taken",
                       graph->block_count, GI_CFG_MOST_BLOCKS);
    flow->nodes = gi_arena_alloc(arena, graph->block_count, sizeof(*flow->nodes));
    if (!flow->nodes)
        return GI_OUT_OF_MEMORY;
    flow->node_count = flow->node_room = graph->block_count;
    for (uint32_t b = 0; b < graph->block_count; b++) {
        const struct gi_cfg_block *block = &graph->blocks[b];

        edges += block->successor_count;
        for (uint32_t i = 0; i < block->successor_count; i++)
            if (block->successors[i] >= graph->block_count)
                return gi_fail(GI_INVALID_VALUE, "block %u goes to block %u, of %u blocks", b,
                               block->successors[i], graph->block_count);
        flow->nodes[b] = (struct gi_flow_node){
            .kind = GI_FLOW_BLOCK, .block = b, .cost = block->cost,
            .successor_count = block->successor_count, .successors = block->successors
        };
    }
    if (edges > MOST_EDGES)
        return gi_fail(GI_NOT_SUPPORTED, "a function with %llu jumps; at most %d are taken",
                       (unsigned long long)edges, MOST_EDGES);
    return GI_OK;
}

gi_status gi_flow_add(struct gi_flow *flow, const struct gi_flow_node *node, uint32_t *out_index)
{
    gi_status status;
    void *nodes = flow->nodes;

    if (flow->node_count >= MOST_NODES)
        return gi_fail(GI_NOT_SUPPORTED, "a function's jumps need more than %d blocks", MOST_NODES);
    status = gi_arena_reserve(flow->arena, &nodes, flow->node_count, &flow->node_room,
                              flow->node_count + 1, sizeof(*flow->nodes));
    if (status != GI_OK)
        return status;
    flow->nodes = nodes;
    *out_index = flow->node_count;
    flow->nodes[flow->node_count++] = *node;
    return GI_OK;
}

/* Numbers what can be reached in reverse post-order. */
static gi_status find_order(const struct gi_flow *flow, struct gi_flow_shape *shape)
{
    uint32_t *stack = gi_arena_alloc(flow->arena, flow->node_count, sizeof(*stack));
    uint32_t *next = gi_arena_alloc(flow->arena, flow->node_count, sizeof(*next));
    uint32_t depth = 0, place = flow->node_count;

    shape->order = gi_arena_alloc(flow->arena, flow->node_count, sizeof(*shape->order));
    shape->rank = gi_arena_alloc(flow->arena, flow->node_count, sizeof(*shape->rank));
    if (!stack || !next || !shape->order || !shape->rank)
        return GI_OUT_OF_MEMORY;
    memset(shape->rank, 0xff, flow->node_count * sizeof(*shape->rank));
    stack[depth++] = flow->entry;
    shape->rank[flow->entry] = 0;
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        const struct gi_flow_node *from = &flow->nodes[node];

        if (next[node] < from->successor_count) {
            uint32_t to = from->successors[next[node]++];

            if (shape->rank[to] == GI_CFG_NONE) {
                shape->rank[to] = 0;
                stack[depth++] = to;
            }
        } else {
            shape->order[--place] = node;
            depth--;
        }
    }
    shape->count = flow->node_count - place;
    shape->order += place;
    for (uint32_t i = 0; i < shape->count; i++)
        shape->rank[shape->order[i]] = i;
    return GI_OK;
}

static gi_status find_successors(const struct gi_flow *flow, struct gi_flow_shape *shape)
{
    struct gi_lists *lists = &shape->successors;
    size_t edges = 0;

    for (uint32_t i = 0; i < shape->count; i++)
        edges += flow->nodes[shape->order[i]].successor_count;
    lists->count = shape->count;
    lists->start = gi_arena_alloc(flow->arena, (size_t)shape->count + 1, sizeof(*lists->start));
    lists->items = gi_arena_alloc(flow->arena, edges, sizeof(*lists->items));
    if (!lists->start || !lists->items)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0, edge = 0; i < shape->count; i++) {
        const struct gi_flow_node *node = &flow->nodes[shape->order[i]];

        for (uint32_t j = 0; j < node->successor_count; j++)
            lists->items[edge++] = shape->rank[node->successors[j]];
        lists->start[i + 1] = edge;
    }
    return GI_OK;
}

/* A flow is reducible if every edge to a lower rank goes to a dominator. */
static gi_status find_reducible(const struct gi_flow *flow, struct gi_flow_shape *shape)
{
    const struct gi_lists *to_all = &shape->successors;
    struct gi_dominator_tree tree;
    gi_status status = gi_dominator_tree_init(&tree, flow->arena, shape->count, shape->dominator,
                                              0);

    if (status != GI_OK)
        return status;
    shape->reducible = true;
    for (uint32_t from = 0; from < shape->count; from++)
        for (uint32_t e = to_all->start[from]; e < to_all->start[from + 1]; e++) {
            uint32_t to = to_all->items[e];

            if (to <= from && !gi_dominates(&tree, to, from))
                shape->reducible = false;
        }
    return GI_OK;
}

/* The loop that a rank was merged into so far, itself if none. */
static uint32_t outermost(uint32_t *merged, uint32_t rank)
{
    while (merged[rank] != rank) {
        merged[rank] = merged[merged[rank]];
        rank = merged[rank];
    }
    return rank;
}

/* Takes from into the loop of header, if it is not yet part of it. */
static uint32_t take_in(struct gi_flow_shape *shape, uint32_t *merged, uint32_t header,
                        uint32_t from, uint32_t *stack, uint32_t depth)
{
    uint32_t inner = outermost(merged, from);

    if (inner == header)
        return depth;
    merged[inner] = header;
    if (shape->is_header[inner])
        shape->loop_outer[inner] = header;
    else
        shape->loop[inner] = header;
    stack[depth++] = inner;
    return depth;
}

static gi_status find_loops(const struct gi_flow *flow, struct gi_flow_shape *shape)
{
    size_t count = shape->count;
    uint32_t *merged = gi_arena_alloc(flow->arena, count, sizeof(*merged));
    uint32_t *stack = gi_arena_alloc(flow->arena, count, sizeof(*stack));
    const struct gi_lists *from = &shape->predecessors;

    shape->is_header = gi_arena_alloc(flow->arena, count, sizeof(*shape->is_header));
    shape->loop = gi_arena_alloc(flow->arena, count, sizeof(*shape->loop));
    shape->loop_outer = gi_arena_alloc(flow->arena, count, sizeof(*shape->loop_outer));
    shape->loop_depth = gi_arena_alloc(flow->arena, count, sizeof(*shape->loop_depth));
    shape->loop_jump = gi_arena_alloc(flow->arena, count, sizeof(*shape->loop_jump));
    if (!merged || !stack || !shape->is_header || !shape->loop || !shape->loop_outer
        || !shape->loop_depth || !shape->loop_jump)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        merged[i] = i;
        shape->loop[i] = shape->loop_outer[i] = GI_CFG_NONE;
    }
    for (uint32_t header = (uint32_t)count; header-- > 0;) {
        uint32_t depth = 0;

        for (uint32_t e = from->start[header]; e < from->start[header + 1]; e++)
            if (from->items[e] >= header) {
                shape->is_header[header] = true;
                shape->loop[header] = header;
                depth = take_in(shape, merged, header, from->items[e], stack, depth);
            }
        while (depth > 0) {
            uint32_t rank = stack[--depth];

            for (uint32_t e = from->start[rank]; e < from->start[rank + 1]; e++)
                depth = take_in(shape, merged, header, from->items[e], stack, depth);
        }
    }
    return GI_OK;
}

/* Depths of loops, and jumps of exponential lengths towards the outermost one. */
static void find_loop_depths(struct gi_flow_shape *shape)
{
    for (uint32_t header = 0; header < shape->count; header++) {
        uint32_t outer = shape->loop_outer[header], jump;

        if (!shape->is_header[header])
            continue;
        if (outer == GI_CFG_NONE) {
            shape->loop_depth[header] = 1;
            shape->loop_jump[header] = header;
            continue;
        }
        jump = shape->loop_jump[outer];
        shape->loop_depth[header] = shape->loop_depth[outer] + 1;
        shape->loop_jump[header] =
            shape->loop_depth[outer] - shape->loop_depth[jump]
                == shape->loop_depth[jump] - shape->loop_depth[shape->loop_jump[jump]]
            ? shape->loop_jump[jump] : outer;
    }
}

uint32_t gi_flow_loop_at_depth(const struct gi_flow_shape *shape, uint32_t header, uint32_t depth)
{
    while (shape->loop_depth[header] > depth) {
        uint32_t jump = shape->loop_jump[header];

        header = shape->loop_depth[jump] >= depth ? jump : shape->loop_outer[header];
    }
    return header;
}

gi_status gi_flow_find_shape(const struct gi_flow *flow, struct gi_flow_shape *out_shape)
{
    gi_status status;

    *out_shape = (struct gi_flow_shape){ 0 };
    status = find_order(flow, out_shape);
    if (status == GI_OK)
        status = find_successors(flow, out_shape);
    if (status == GI_OK)
        status = gi_lists_turn(flow->arena, &out_shape->successors, &out_shape->predecessors);
    if (status != GI_OK)
        return status;
    out_shape->dominator = gi_arena_alloc(flow->arena, out_shape->count,
                                          sizeof(*out_shape->dominator));
    if (!out_shape->dominator)
        return GI_OUT_OF_MEMORY;
    status = gi_dominators(flow->arena, &out_shape->successors, &out_shape->predecessors, 0,
                           out_shape->dominator);
    if (status == GI_OK)
        status = find_reducible(flow, out_shape);
    if (status == GI_OK && out_shape->reducible) {
        status = find_loops(flow, out_shape);
        if (status == GI_OK)
            find_loop_depths(out_shape);
    }
    return status;
}
