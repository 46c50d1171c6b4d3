#include "topology.h"

#include <stdlib.h>

/* Which nodes come directly behind each node, and how many before it are not in the order yet. */
struct behind {
    size_t *first, *after, *left;
};

static bool make_behind(const struct gi_topology *topology, struct behind *behind)
{
    size_t count = topology->count, edges = topology->first[count];

    behind->first = calloc(count + 2, sizeof *behind->first);
    behind->after = malloc((edges + 1) * sizeof *behind->after);
    behind->left = malloc((count + 1) * sizeof *behind->left);
    return behind->first != NULL && behind->after != NULL && behind->left != NULL;
}

static void fill_behind(const struct gi_topology *topology, struct behind *behind)
{
    size_t count = topology->count, edges = topology->first[count];

    for (size_t i = 0; i < edges; i++)
        behind->first[topology->before[i] + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        behind->first[i] += behind->first[i - 1];
    for (size_t node = 0; node < count; node++) {
        behind->left[node] = topology->first[node + 1] - topology->first[node];
        for (size_t i = topology->first[node]; i < topology->first[node + 1]; i++)
            behind->after[behind->first[topology->before[i] + 1]++] = node;
    }
}

/* From a node that is in no order one comes to a circle by nodes before it that are in none. */
static size_t find_circle(const struct gi_topology *topology, const size_t *left)
{
    size_t node = 0;

    while (left[node] == 0)
        node++;
    for (size_t steps = 0; steps < topology->count; steps++) {
        size_t i = topology->first[node];

        while (left[topology->before[i]] == 0)
            i++;
        node = topology->before[i];
    }
    return node;
}

static void order(const struct gi_topology *topology, const struct behind *behind,
                  size_t *out_order, size_t *out_circle)
{
    size_t done = 0, known = 0;

    for (size_t node = 0; node < topology->count; node++) {
        if (behind->left[node] == 0)
            out_order[known++] = node;
    }
    for (; done < known; done++) {
        size_t node = out_order[done];

        for (size_t i = behind->first[node]; i < behind->first[node + 1]; i++) {
            if (--behind->left[behind->after[i]] == 0)
                out_order[known++] = behind->after[i];
        }
    }
    *out_circle = known == topology->count ? known : find_circle(topology, behind->left);
}

gi_status gi_topology_order(const struct gi_topology *topology, size_t *out_order,
                            size_t *out_circle)
{
    struct behind behind;
    bool has_room = make_behind(topology, &behind);

    *out_circle = topology->count;
    if (has_room) {
        fill_behind(topology, &behind);
        order(topology, &behind, out_order, out_circle);
    }
    free(behind.first);
    free(behind.after);
    free(behind.left);
    return has_room ? GI_OK : gi_fail(GI_OUT_OF_MEMORY, "no host memory for the order of a graph");
}
