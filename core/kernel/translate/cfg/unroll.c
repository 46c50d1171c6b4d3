#include "kernel/translate/cfg/unroll.h"

enum {
    MOST_ROUNDS = 8,        /* of a loop, in one round of the unrolled one */
    MOST_MEMBERS = 16       /* blocks of a loop */
};

struct loop {
    uint32_t count, cost;
    bool kept;                              /* as it is */
    uint32_t nodes[MOST_MEMBERS];           /* the header first */
};

/* Adds a rank to its loop. */
static void add_member(const struct gi_flow *flow, const struct gi_cfg *graph,
                       const struct gi_flow_shape *shape, uint32_t rank, struct loop *loop)
{
    const struct gi_flow_node *node = &flow->nodes[shape->order[rank]];

    if (loop->count == MOST_MEMBERS || node->kind != GI_FLOW_BLOCK
        || !graph->blocks[node->block].repeats || node->cost >= graph->round_cost) {
        loop->kept = true;
        return;
    }
    loop->nodes[loop->count++] = shape->order[rank];
    loop->cost += node->cost + 1;
}

/* The loops by their headers' ranks; NULL without memory. A loop around another one is kept. */
static struct loop **find_all(const struct gi_flow *flow, const struct gi_cfg *graph,
                              const struct gi_flow_shape *shape)
{
    struct loop **loops = gi_arena_alloc(flow->arena, shape->count, sizeof(*loops));

    for (uint32_t rank = 0; loops && rank < shape->count; rank++) {
        uint32_t header = shape->loop[rank];

        if (header == GI_CFG_NONE)
            continue;
        if (!loops[header]) {
            loops[header] = gi_arena_alloc(flow->arena, 1, sizeof(*loops[header]));
            if (!loops[header])
                return NULL;
            if (shape->loop_outer[header] != GI_CFG_NONE)
                loops[shape->loop_outer[header]]->kept = true;
        }
        add_member(flow, graph, shape, rank, loops[header]);
    }
    return loops;
}

/* The number of a member; the count if the node is none. */
static uint32_t member_of(const struct loop *loop, uint32_t node)
{
    uint32_t i = 0;

    while (i < loop->count && loop->nodes[i] != node)
        i++;
    return i;
}

/* Leads the edges of a member's copy to the members of the same round, and those to the header to
 * the next round's. `same` and `next` are the headers of these rounds. */
static gi_status lead(struct gi_flow *flow, const struct loop *loop, uint32_t at, uint32_t same,
                      uint32_t next)
{
    struct gi_flow_node *node = &flow->nodes[at];
    uint32_t *successors = gi_arena_alloc(flow->arena, node->successor_count, sizeof(*successors));

    if (!successors && node->successor_count)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < node->successor_count; i++) {
        uint32_t member = member_of(loop, node->successors[i]);

        successors[i] = node->successors[i];
        if (member == 0)
            successors[i] = next;
        else if (member < loop->count && same != loop->nodes[0])
            successors[i] = same + member;
    }
    node->successors = successors;
    return GI_OK;
}

/* The copies of a round have numbers in the order of the members. */
static gi_status unroll(struct gi_flow *flow, const struct loop *loop, uint32_t rounds)
{
    uint32_t first = flow->node_count;
    gi_status status = GI_OK;

    for (uint32_t i = 0; status == GI_OK && i < (rounds - 1) * loop->count; i++) {
        struct gi_flow_node copy = flow->nodes[loop->nodes[i % loop->count]];
        uint32_t added;

        status = gi_flow_add(flow, &copy, &added);
    }
    for (uint32_t round = 0; status == GI_OK && round < rounds; round++) {
        uint32_t own = first + (round - 1) * loop->count;
        uint32_t next = round + 1 == rounds ? loop->nodes[0] : first + round * loop->count;

        for (uint32_t i = 0; status == GI_OK && i < loop->count; i++)
            status = round == 0 ? lead(flow, loop, loop->nodes[i], loop->nodes[0], next)
                                : lead(flow, loop, own + i, own, next);
    }
    return status;
}

gi_status gi_flow_unroll(struct gi_flow *flow, const struct gi_cfg *graph)
{
    struct gi_flow_shape shape;
    struct loop **loops;
    gi_status status;

    if (graph->round_cost == 0)
        return GI_OK;
    status = gi_flow_find_shape(flow, &shape);
    if (status != GI_OK || !shape.reducible)
        return status;
    loops = find_all(flow, graph, &shape);
    if (!loops)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == GI_OK && i < shape.count; i++) {
        uint32_t rounds = loops[i] && !loops[i]->kept ? graph->round_cost / loops[i]->cost : 0;

        if (rounds > 1)
            status = unroll(flow, loops[i], rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS);
    }
    return status;
}
