#include "graph_shares.h"

enum gi_share_way gi_share_stay(const struct gi_share_slot *slot)
{
    const struct gi_share_chunk *others = &slot->others;
    bool is_foreign = others->is_live || others->is_alone || others->is_taken;

    if (!others->has_slots && !others->is_taken)
        return GI_SHARE_STAY;
    if (!is_foreign && slot->is_alone && !others->is_used)
        return GI_SHARE_EVICT;
    if (!is_foreign && !slot->is_alone && !others->is_elsewhere)
        return GI_SHARE_STAY;
    if (!slot->is_used)
        return GI_SHARE_LEAVE;
    return is_foreign || slot->is_alone ? GI_SHARE_BLOCKED : GI_SHARE_WAIT;
}

/* The smaller the better; 0: the slot cannot have it. A chunk that the stream uses already serves
 * graphs that follow each other in it. */
static int rank_of(const struct gi_share_chunk *chunk, bool is_alone)
{
    if (chunk->is_live || chunk->is_taken || chunk->is_elsewhere)
        return 0;
    if (chunk->is_used)
        return is_alone || chunk->is_alone ? 0 : 1;
    if (!chunk->has_slots)
        return 2;
    return chunk->is_alone ? 4 : 3;
}

size_t gi_share_find(const struct gi_share_chunk *chunks, size_t count, bool is_alone)
{
    size_t best = count;
    int best_rank = 0;

    for (size_t i = 0; i < count; i++) {
        int rank = rank_of(&chunks[i], is_alone);

        if (rank != 0 && (best == count || rank < best_rank)) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}
