#include "kernel/translate/cfg/cfg.h"

#include "kernel/translate/cfg/reduce.h"
#include "kernel/translate/cfg/structure.h"
#include "kernel/translate/cfg/unroll.h"

/* BLOCK statements above one for each block that can be reached. */
static gi_status count_copies(const struct gi_flow *flow, const struct gi_flow_shape *shape,
                              const struct gi_cfg *graph, struct gi_cfg_tree *tree)
{
    bool *seen = gi_arena_alloc(flow->arena, graph->block_count, sizeof(*seen));

    if (!seen)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < shape->count; i++) {
        const struct gi_flow_node *node = &flow->nodes[shape->order[i]];

        if (node->kind != GI_FLOW_BLOCK || seen[node->block])
            continue;
        seen[node->block] = true;
        tree->copies--;                     /* which has counted all BLOCKs */
    }
    return GI_OK;
}

gi_status gi_cfg_structure(struct gi_arena *arena, const struct gi_cfg *graph,
                             struct gi_cfg_tree *out_tree)
{
    struct gi_flow flow;
    struct gi_flow_shape shape;
    bool too_hard = true, flat = false;
    gi_status status = gi_flow_init(&flow, arena, graph);

    *out_tree = (struct gi_cfg_tree){ .state_variable = GI_CFG_NONE };
    if (status == GI_OK)
        status = gi_flow_reduce(&flow, graph);
    if (status == GI_OK)
        status = gi_flow_unroll(&flow, graph);
    while (status == GI_OK && too_hard) {
        status = gi_flow_find_shape(&flow, &shape);
        if (status == GI_OK && shape.reducible)
            status = gi_flow_structure(&flow, &shape, out_tree, &too_hard);
        if (status != GI_OK || !too_hard)
            break;
        if (flat)
            return gi_fail(GI_INTERNAL, "a flat graph of %u blocks has no structure",
                           graph->block_count);
        flat = true;
        status = gi_flow_flatten(&flow, graph);
    }
    return status == GI_OK ? count_copies(&flow, &shape, graph, out_tree) : status;
}
