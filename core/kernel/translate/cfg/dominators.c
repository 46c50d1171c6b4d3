#include "kernel/translate/cfg/dominators.h"

#include <string.h>

gi_status gi_lists_turn(struct gi_arena *arena, const struct gi_lists *lists,
                        struct gi_lists *out_turned)
{
    uint32_t edges = lists->start[lists->count];

    out_turned->count = lists->count;
    out_turned->start = gi_arena_alloc(arena, (size_t)lists->count + 2, sizeof(uint32_t));
    out_turned->items = gi_arena_alloc(arena, edges, sizeof(uint32_t));
    if (!out_turned->start || !out_turned->items)
        return GI_OUT_OF_MEMORY;
    /* start[i + 2] counts, then start[i + 1] is where the next item of i goes. */
    for (uint32_t e = 0; e < edges; e++)
        out_turned->start[lists->items[e] + 2]++;
    for (uint32_t i = 2; i <= lists->count; i++)
        out_turned->start[i] += out_turned->start[i - 1];
    for (uint32_t i = 0; i < lists->count; i++)
        for (uint32_t e = lists->start[i]; e < lists->start[i + 1]; e++)
            out_turned->items[out_turned->start[lists->items[e] + 1]++] = i;
    return GI_OK;
}

/* By number of a depth-first walk, but for number, which has those. */
struct search {
    uint32_t count;         /* of what was reached */
    uint32_t *number;       /* [member] */
    uint32_t *member;
    uint32_t *parent;
    uint32_t *semi;         /* semidominator */
    uint32_t *ancestor;     /* in the forest of what was linked, or GI_CFG_NONE */
    uint32_t *best;         /* with the lowest semidominator on the way to the ancestor */
    uint32_t *bucket, *bucket_next;
    uint32_t *dominator;
    uint32_t *stack;
};

static gi_status search_init(struct search *search, struct gi_arena *arena, uint32_t count)
{
    uint32_t **arrays[] = {
        &search->number, &search->member, &search->parent, &search->semi, &search->ancestor,
        &search->best, &search->bucket, &search->bucket_next, &search->dominator, &search->stack
    };
    size_t many = sizeof(arrays) / sizeof(*arrays);
    uint32_t *room = gi_arena_alloc(arena, many * count, sizeof(*room));

    if (!room)
        return GI_OUT_OF_MEMORY;
    memset(room, 0xff, many * count * sizeof(*room));
    search->count = 0;
    for (size_t i = 0; i < many; i++)
        *arrays[i] = room + i * count;
    return GI_OK;
}

static void number(struct search *search, uint32_t member, uint32_t parent)
{
    uint32_t i = search->count++;

    search->number[member] = i;
    search->member[i] = member;
    search->parent[i] = parent;
    search->semi[i] = search->best[i] = i;
}

/* The walk. bucket serves as the place of the next edge. */
static void walk(struct search *search, const struct gi_lists *successors, uint32_t root)
{
    uint32_t *next = search->bucket, depth = 0;

    number(search, root, GI_CFG_NONE);
    next[0] = successors->start[root];
    search->stack[depth++] = 0;
    while (depth > 0) {
        uint32_t i = search->stack[depth - 1], to;

        if (next[i] == successors->start[search->member[i] + 1]) {
            depth--;
            continue;
        }
        to = successors->items[next[i]++];
        if (search->number[to] == GI_CFG_NONE) {
            number(search, to, i);
            next[search->number[to]] = successors->start[to];
            search->stack[depth++] = search->number[to];
        }
    }
    memset(search->bucket, 0xff, search->count * sizeof(*search->bucket));
}

/* The one with the lowest semidominator on the linked way up from i; shortens that way. */
static uint32_t lowest(struct search *search, uint32_t i)
{
    uint32_t depth = 0, *ancestor = search->ancestor;

    if (ancestor[i] == GI_CFG_NONE)
        return i;
    for (uint32_t at = i; ancestor[ancestor[at]] != GI_CFG_NONE; at = ancestor[at])
        search->stack[depth++] = at;
    while (depth > 0) {
        uint32_t at = search->stack[--depth], above = ancestor[at];

        if (search->semi[search->best[above]] < search->semi[search->best[at]])
            search->best[at] = search->best[above];
        ancestor[at] = ancestor[above];
    }
    return search->best[i];
}

static void find_dominators(struct search *search, const struct gi_lists *predecessors)
{
    for (uint32_t i = search->count - 1; i > 0; i--) {
        uint32_t member = search->member[i], parent = search->parent[i];

        for (uint32_t e = predecessors->start[member]; e < predecessors->start[member + 1]; e++) {
            uint32_t from = search->number[predecessors->items[e]], low;

            if (from == GI_CFG_NONE)
                continue;
            low = search->semi[lowest(search, from)];
            search->semi[i] = low < search->semi[i] ? low : search->semi[i];
        }
        search->bucket_next[i] = search->bucket[search->semi[i]];
        search->bucket[search->semi[i]] = i;
        search->ancestor[i] = parent;
        for (uint32_t j = search->bucket[parent]; j != GI_CFG_NONE; j = search->bucket_next[j]) {
            uint32_t low = lowest(search, j);

            search->dominator[j] = search->semi[low] < search->semi[j] ? low : parent;
        }
        search->bucket[parent] = GI_CFG_NONE;
    }
    for (uint32_t i = 1; i < search->count; i++)
        if (search->dominator[i] != search->semi[i])
            search->dominator[i] = search->dominator[search->dominator[i]];
}

gi_status gi_dominators(struct gi_arena *arena, const struct gi_lists *successors,
                        const struct gi_lists *predecessors, uint32_t root,
                        uint32_t *out_dominator)
{
    struct search search;
    gi_status status = search_init(&search, arena, successors->count);

    if (status != GI_OK)
        return status;
    walk(&search, successors, root);
    find_dominators(&search, predecessors);
    memset(out_dominator, 0xff, successors->count * sizeof(*out_dominator));
    for (uint32_t i = 1; i < search.count; i++)
        out_dominator[search.member[i]] = search.member[search.dominator[i]];
    out_dominator[root] = root;
    return GI_OK;
}

gi_status gi_dominator_tree_init(struct gi_dominator_tree *tree, struct gi_arena *arena,
                                 uint32_t count, const uint32_t *dominator, uint32_t root)
{
    uint32_t *child = gi_arena_alloc(arena, count, sizeof(*child));
    uint32_t *sibling = gi_arena_alloc(arena, count, sizeof(*sibling));
    uint32_t at = root, numbered = 0;

    tree->first = gi_arena_alloc(arena, count, sizeof(*tree->first));
    tree->end = gi_arena_alloc(arena, count, sizeof(*tree->end));
    if (!child || !sibling || !tree->first || !tree->end)
        return GI_OUT_OF_MEMORY;
    memset(child, 0xff, count * sizeof(*child));
    for (uint32_t i = 0; i < count; i++)
        if (dominator[i] != GI_CFG_NONE && i != root) {
            sibling[i] = child[dominator[i]];
            child[dominator[i]] = i;
        } else if (i != root) {
            tree->first[i] = GI_CFG_NONE;     /* in no run */
        }
    tree->first[root] = numbered++;
    for (;;) {
        if (child[at] != GI_CFG_NONE) {       /* down, and the child is done with */
            uint32_t down = child[at];

            child[at] = sibling[down];
            at = down;
            tree->first[at] = numbered++;
        } else {
            tree->end[at] = numbered;
            if (at == root)
                return GI_OK;
            at = dominator[at];
        }
    }
}
