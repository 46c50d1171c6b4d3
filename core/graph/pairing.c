#include "pairing.h"

#include <stdlib.h>
#include <string.h>

#include "graph.h"

#define NONE SIZE_MAX

/* While nodes are paired. */
struct pairing {
    const struct gi_pairing_side *first, *second;
    size_t *of_second, *of_first;        /* the pair of each node, or NONE */
    size_t *queue, queued;               /* nodes of the second graph, in the order of pairing */
    struct gi_pairing_result *result;
};

static bool fail(struct pairing *pairing, enum gi_pairing_fault fault, size_t node, size_t from)
{
    *pairing->result = (struct gi_pairing_result){ fault, node, from };
    return false;
}

/* Pairs two nodes, unless they are paired. */
static bool pair_nodes(struct pairing *pairing, size_t second, size_t first, size_t behind)
{
    if (pairing->of_second[second] == first && pairing->of_first[first] == second)
        return true;
    if (pairing->of_second[second] != NONE || pairing->of_first[first] != NONE)
        return fail(pairing, GI_PAIRING_EDGES, behind, second);
    if (pairing->first->types[first] != pairing->second->types[second])
        return fail(pairing, GI_PAIRING_TYPE, second, NONE);
    pairing->of_second[second] = first;
    pairing->of_first[first] = second;
    pairing->queue[pairing->queued++] = second;
    return true;
}

/* Pairs the nodes before a paired node. */
static bool pair_nodes_before(struct pairing *pairing, size_t second)
{
    const struct gi_topology *old = pairing->first->topology, *new = pairing->second->topology;
    size_t first = pairing->of_second[second], count = new->first[second + 1] - new->first[second];

    if (old->first[first + 1] - old->first[first] != count)
        return fail(pairing, GI_PAIRING_EDGES, second, NONE);
    for (size_t i = 0; i < count; i++) {
        size_t a = old->first[first] + i, b = new->first[second] + i;

        if (memcmp(&pairing->first->data[a], &pairing->second->data[b],
                   sizeof(struct gi_edge_data)) != 0)
            return fail(pairing, GI_PAIRING_EDGES, second, new->before[b]);
        if (!pair_nodes(pairing, new->before[b], old->before[a], second))
            return false;
    }
    return true;
}

/* Marks the nodes that others follow, in room for all nodes. */
static void mark_followed(const struct gi_topology *topology, bool *followed)
{
    memset(followed, 0, topology->count * sizeof *followed);
    for (size_t i = 0; i < topology->first[topology->count]; i++)
        followed[topology->before[i]] = true;
}

/* The newest node before a number that no other follows; NONE: there is none. */
static size_t newest_end(const bool *followed, size_t before)
{
    while (before > 0) {
        if (!followed[--before])
            return before;
    }
    return NONE;
}

/* Whether both graphs have as many such nodes. */
static bool count_ends(struct pairing *pairing, const bool *followed_first,
                       const bool *followed_second)
{
    size_t first = pairing->first->topology->count, second = first;

    do {
        first = newest_end(followed_first, first);
        second = newest_end(followed_second, second);
    } while (first != NONE && second != NONE);
    return first == second || fail(pairing, GI_PAIRING_ENDS, second, NONE);
}

static bool join_ends(struct pairing *pairing, bool *followed_first, bool *followed_second)
{
    size_t first = pairing->first->topology->count, second = first;

    mark_followed(pairing->first->topology, followed_first);
    mark_followed(pairing->second->topology, followed_second);
    if (!count_ends(pairing, followed_first, followed_second))
        return false;
    for (;;) {
        first = newest_end(followed_first, first);
        second = newest_end(followed_second, second);
        if (first == NONE)
            return true;
        if (!pair_nodes(pairing, second, first, NONE))
            return false;
    }
}

/* Nodes of a circle are not reached. */
static bool check_all(struct pairing *pairing)
{
    for (size_t i = 0; i < pairing->second->topology->count; i++) {
        if (pairing->of_second[i] == NONE)
            return fail(pairing, GI_PAIRING_EDGES, i, NONE);
    }
    return true;
}

static bool pair(struct pairing *pairing, bool *followed_first, bool *followed_second)
{
    if (!join_ends(pairing, followed_first, followed_second))
        return false;
    for (size_t i = 0; i < pairing->queued; i++) {
        if (!pair_nodes_before(pairing, pairing->queue[i]))
            return false;
    }
    return check_all(pairing);
}

gi_status gi_pairing_make(const struct gi_pairing_side *first, const struct gi_pairing_side *second,
                          size_t *out_first, struct gi_pairing_result *out_result)
{
    struct pairing pairing = { .first = first, .second = second, .of_second = out_first,
                               .result = out_result };
    size_t count = second->topology->count;
    gi_status status = GI_OK;
    bool *followed;

    *out_result = (struct gi_pairing_result){ GI_PAIRED, NONE, NONE };
    if (first->topology->count != count) {
        (void)fail(&pairing, GI_PAIRING_COUNT, NONE, NONE);
        return GI_OK;
    }
    pairing.of_first = malloc((count + 1) * sizeof *pairing.of_first);
    pairing.queue = malloc((count + 1) * sizeof *pairing.queue);
    followed = malloc(2 * count + 1);
    if (pairing.of_first == NULL || pairing.queue == NULL || followed == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to pair %zu nodes", count);
    } else {
        for (size_t i = 0; i < count; i++)
            pairing.of_first[i] = out_first[i] = NONE;
        (void)pair(&pairing, followed, followed + count);
    }
    free(pairing.of_first);
    free(pairing.queue);
    free(followed);
    return status;
}
