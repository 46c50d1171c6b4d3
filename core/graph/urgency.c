#include "urgency.h"

#include <stdlib.h>

struct ranked {
    int urgency;
    size_t at, node;
};

static int by_urgency(const void *a, const void *b)
{
    const struct ranked *first = a, *second = b;

    if (first->urgency != second->urgency)
        return first->urgency < second->urgency ? -1 : 1;
    return (first->at > second->at) - (first->at < second->at);
}

/* A node passes its priority on to the nodes before it. The order visits it after all nodes that
 * follow it, so the priority is complete then. */
static void pass_on(const struct gi_topology *topology, const size_t *order, int *priorities)
{
    for (size_t i = topology->count; i > 0; i--) {
        size_t node = order[i - 1];

        for (size_t j = topology->first[node]; j < topology->first[node + 1]; j++) {
            int *before = &priorities[topology->before[j]];

            *before = priorities[node] < *before ? priorities[node] : *before;
        }
    }
}

gi_status gi_urgency_sort(const struct gi_topology *topology, int *priorities, size_t *order)
{
    size_t count = topology->count;
    struct ranked *ranked = malloc((count + 1) * sizeof *ranked);

    if (ranked == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to sort %zu nodes", count);
    pass_on(topology, order, priorities);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){ priorities[order[i]], i, order[i] };
    qsort(ranked, count, sizeof *ranked, by_urgency);
    for (size_t i = 0; i < count; i++)
        order[i] = ranked[i].node;
    free(ranked);
    return GI_OK;
}
