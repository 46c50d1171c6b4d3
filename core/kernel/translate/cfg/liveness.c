#include "kernel/translate/cfg/liveness.h"

#include "kernel/translate/cfg/flow.h"

#include <string.h>

enum { VISITS_PER_BLOCK = 64 };

gi_status gi_cfg_sets_init(struct gi_arena *arena, uint32_t block_count,
                             uint32_t register_count, struct gi_cfg_sets *out_sets)
{
    size_t words = ((size_t)register_count + 63) / 64;

    *out_sets = (struct gi_cfg_sets){ .words = (uint32_t)words };
    out_sets->rows = gi_arena_alloc(arena, words * block_count, sizeof(*out_sets->rows));
    return out_sets->rows ? GI_OK : GI_OUT_OF_MEMORY;
}

struct liveness {
    const struct gi_flow_shape *shape;
    const struct gi_cfg_sets *used, *defined;
    struct gi_cfg_sets *in, *out;
};

/* Finds the registers that are live at the end of a block, and so at its start. Returns whether the
 * start has more than it had before. */
static bool visit(const struct liveness *liveness, uint32_t rank)
{
    const struct gi_flow_shape *shape = liveness->shape;
    uint32_t block = shape->order[rank], words = liveness->in->words;
    gi_cfg_set_word *in = gi_cfg_set_of(liveness->in, block);
    gi_cfg_set_word *out = gi_cfg_set_of(liveness->out, block);
    const gi_cfg_set_word *used = gi_cfg_set_of(liveness->used, block);
    const gi_cfg_set_word *defined = gi_cfg_set_of(liveness->defined, block);
    gi_cfg_set_word more = 0;

    for (uint32_t e = shape->successors.start[rank]; e < shape->successors.start[rank + 1]; e++) {
        const gi_cfg_set_word *next =
            gi_cfg_set_of(liveness->in, shape->order[shape->successors.items[e]]);

        for (uint32_t w = 0; w < words; w++)
            out[w] |= next[w];
    }
    for (uint32_t w = 0; w < words; w++) {
        gi_cfg_set_word now = used[w] | (out[w] & ~defined[w]);

        more |= now & ~in[w];
        in[w] = now;
    }
    return more != 0;
}

/* Everything that is used anywhere is live everywhere: right, though more than need be. */
static void fill(const struct liveness *liveness)
{
    const struct gi_flow_shape *shape = liveness->shape;
    uint32_t words = liveness->in->words;
    gi_cfg_set_word *all = gi_cfg_set_of(liveness->out, shape->order[0]);

    for (uint32_t rank = 0; rank < shape->count; rank++)
        for (uint32_t w = 0; w < words; w++)
            all[w] |= gi_cfg_set_of(liveness->used, shape->order[rank])[w];
    for (uint32_t rank = 0; rank < shape->count; rank++) {
        memmove(gi_cfg_set_of(liveness->out, shape->order[rank]), all, words * sizeof(*all));
        memmove(gi_cfg_set_of(liveness->in, shape->order[rank]), all, words * sizeof(*all));
    }
}

/* From the last block to the first, and again those whose successors have changed since. */
static void flow_back(const struct liveness *liveness, bool *changed)
{
    const struct gi_flow_shape *shape = liveness->shape;
    uint64_t visits = (uint64_t)VISITS_PER_BLOCK * shape->count;
    bool again = true;

    memset(changed, true, shape->count * sizeof(*changed));
    while (again) {
        again = false;
        for (uint32_t rank = shape->count; rank-- > 0;) {
            const struct gi_lists *from = &shape->predecessors;

            if (!changed[rank])
                continue;
            changed[rank] = false;
            if (visits-- == 0) {
                fill(liveness);
                return;
            }
            if (!visit(liveness, rank))
                continue;
            for (uint32_t e = from->start[rank]; e < from->start[rank + 1]; e++) {
                changed[from->items[e]] = true;
                again = again || from->items[e] >= rank;
            }
        }
    }
}

gi_status gi_cfg_liveness(struct gi_arena *arena, const struct gi_cfg *graph,
                            uint32_t register_count, const struct gi_cfg_sets *used,
                            const struct gi_cfg_sets *defined, struct gi_cfg_sets *out_live_in,
                            struct gi_cfg_sets *out_live_out)
{
    struct gi_flow flow;
    struct gi_flow_shape shape;
    struct liveness liveness = { .shape = &shape, .used = used, .defined = defined,
                                 .in = out_live_in, .out = out_live_out };
    bool *changed;
    gi_status status = gi_flow_init(&flow, arena, graph);

    if (status == GI_OK)
        status = gi_flow_find_shape(&flow, &shape);
    if (status == GI_OK)
        status = gi_cfg_sets_init(arena, graph->block_count, register_count, out_live_in);
    if (status == GI_OK)
        status = gi_cfg_sets_init(arena, graph->block_count, register_count, out_live_out);
    if (status != GI_OK)
        return status;
    changed = gi_arena_alloc(arena, shape.count, sizeof(*changed));
    if (!changed)
        return GI_OUT_OF_MEMORY;
    flow_back(&liveness, changed);
    return GI_OK;
}
