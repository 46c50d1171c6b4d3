#include "range_map.h"

/* A treap: a search tree by address and a heap by rank, which is as good as random, so that the
 * tree is as deep as a random one, whatever the order in which ranges come and go. */

static uint32_t rank_of(const struct gi_range *range)
{
    uint64_t bits = range->begin;

    for (int i = 0; i < 2; i++)
        bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(bits >> 32);
}

struct gi_range *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end)
{
    struct gi_range *range = map->root;

    while (range != NULL) {
        if (end <= range->begin)
            range = range->below;
        else if (begin >= range->end)
            range = range->above;
        else
            return range;
    }
    return NULL;
}

/* Parts the ranges of a tree into those below begin and those above. */
static void split(struct gi_range *tree, uint64_t begin, struct gi_range **out_below,
                  struct gi_range **out_above)
{
    while (tree != NULL) {
        if (tree->begin < begin) {
            *out_below = tree;
            out_below = &tree->above;
            tree = tree->above;
        } else {
            *out_above = tree;
            out_above = &tree->below;
            tree = tree->below;
        }
    }
    *out_below = *out_above = NULL;
}

/* Puts two trees together, all of the one below all of the other. */
static void join(struct gi_range *below, struct gi_range *above, struct gi_range **out_tree)
{
    while (below != NULL && above != NULL) {
        if (below->rank >= above->rank) {
            *out_tree = below;
            out_tree = &below->above;
            below = below->above;
        } else {
            *out_tree = above;
            out_tree = &above->below;
            above = above->below;
        }
    }
    *out_tree = below != NULL ? below : above;
}

bool gi_range_map_add(struct gi_range_map *map, struct gi_range *range)
{
    struct gi_range **link = &map->root;

    if (gi_range_map_find(map, range->begin, range->end) != NULL)
        return false;
    range->rank = rank_of(range);
    while (*link != NULL && (*link)->rank >= range->rank)
        link = range->begin < (*link)->begin ? &(*link)->below : &(*link)->above;
    split(*link, range->begin, &range->below, &range->above);
    *link = range;
    return true;
}

bool gi_range_map_remove(struct gi_range_map *map, struct gi_range *range)
{
    struct gi_range **link = &map->root;

    while (*link != NULL && *link != range)
        link = range->begin < (*link)->begin ? &(*link)->below : &(*link)->above;
    if (*link == NULL)
        return false;
    join(range->below, range->above, link);
    return true;
}
