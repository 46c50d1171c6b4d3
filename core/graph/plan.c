#include "plan.h"

#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX

/* While the plan is made. Islands have numbers in the order in which they are found. */
struct maker {
    const struct gi_plan_facts *facts;
    size_t words;                        /* of a set of breaks */
    size_t *break_of;                    /* of each node: its number as a break, or NONE */
    size_t *island_of;                   /* of each node */
    uint64_t *sets;                      /* of each island: its breaks; one more to fill */
    uint32_t *places;                    /* of each island */
    size_t *sizes;                       /* of each island: how many breaks its set has */
    size_t *table;                       /* the islands by their sets; NONE: free */
    size_t table_size, count;
    size_t *number;                      /* of each island: its place in the plan */
    size_t *seen;                        /* of each island in the plan: the last one that has it in
                                            its waits */
};

static size_t before_count(const struct gi_topology *topology, size_t node)
{
    return topology->first[node + 1] - topology->first[node];
}

static bool comes_from_elsewhere(const struct gi_plan_facts *facts, size_t node)
{
    const struct gi_topology *topology = facts->topology;

    for (size_t i = topology->first[node]; i < topology->first[node + 1]; i++) {
        if (facts->places[topology->before[i]] != facts->places[node])
            return true;
    }
    return false;
}

static size_t number_breaks(const struct gi_plan_facts *facts, size_t *break_of)
{
    size_t count = 0;

    for (size_t i = 0; i < facts->topology->count; i++) {
        size_t node = facts->order[i];
        bool is_break = facts->breaks[node] || comes_from_elsewhere(facts, node);

        break_of[node] = is_break ? count++ : NONE;
    }
    return count;
}

static bool make_tables(struct maker *maker, size_t nodes)
{
    size_t breaks = number_breaks(maker->facts, maker->break_of);
    size_t places = 1, sets_bytes;

    /* An island begins with a break, joins others, or is first. */
    for (size_t i = 0; i < nodes; i++)
        places += maker->break_of[i] != NONE || before_count(maker->facts->topology, i) != 1;
    maker->words = (breaks + 63) / 64 + 1;
    maker->table_size = 2 * places + 1;
    if (__builtin_mul_overflow(places + 1, maker->words * sizeof *maker->sets, &sets_bytes))
        return false;
    maker->sets = calloc(1, sets_bytes);
    maker->places = calloc(places, sizeof *maker->places);
    maker->sizes = calloc(places, sizeof *maker->sizes);
    maker->table = malloc(maker->table_size * sizeof *maker->table);
    maker->number = calloc(places, sizeof *maker->number);
    maker->seen = malloc(places * sizeof *maker->seen);
    if (maker->sets == NULL || maker->places == NULL || maker->sizes == NULL ||
        maker->table == NULL || maker->number == NULL || maker->seen == NULL)
        return false;
    memset(maker->table, 0xff, maker->table_size * sizeof *maker->table);
    memset(maker->seen, 0xff, places * sizeof *maker->seen);
    return true;
}

/* ---- islands --------------------------------------------------------------------------------- */

static uint64_t *set_of(const struct maker *maker, size_t island)
{
    return maker->sets + island * maker->words;
}

/* Fills the set behind the last island: the breaks before a node, and itself. */
static void fill_set(struct maker *maker, size_t node)
{
    const struct gi_topology *topology = maker->facts->topology;
    uint64_t *set = set_of(maker, maker->count);

    memset(set, 0, maker->words * sizeof *set);
    for (size_t i = topology->first[node]; i < topology->first[node + 1]; i++) {
        const uint64_t *other = set_of(maker, maker->island_of[topology->before[i]]);

        for (size_t word = 0; word < maker->words; word++)
            set[word] |= other[word];
    }
    if (maker->break_of[node] != NONE)
        set[maker->break_of[node] / 64] |= UINT64_C(1) << maker->break_of[node] % 64;
}

static size_t size_of(const struct maker *maker, const uint64_t *set)
{
    size_t size = 0;

    for (size_t word = 0; word < maker->words; word++)
        size += (size_t)__builtin_popcountll(set[word]);
    return size;
}

/* The island of the set behind the last one, which becomes one if there is none. */
static size_t find_island(struct maker *maker, uint32_t place)
{
    const uint64_t *set = set_of(maker, maker->count);
    uint64_t hash = UINT64_C(14695981039346656037) + place;
    size_t at;

    for (size_t word = 0; word < maker->words; word++)
        hash = (hash ^ set[word]) * UINT64_C(1099511628211);
    hash ^= hash >> 29;
    for (at = hash % maker->table_size; maker->table[at] != NONE;
         at = (at + 1) % maker->table_size) {
        size_t island = maker->table[at];

        if (maker->places[island] == place &&
            memcmp(set_of(maker, island), set, maker->words * sizeof *set) == 0)
            return island;
    }
    maker->table[at] = maker->count;
    maker->places[maker->count] = place;
    maker->sizes[maker->count] = size_of(maker, set);
    return maker->count++;
}

static void find_islands(struct maker *maker)
{
    const struct gi_topology *topology = maker->facts->topology;

    for (size_t i = 0; i < topology->count; i++) {
        size_t node = maker->facts->order[i];

        if (before_count(topology, node) == 1 && maker->break_of[node] == NONE) {
            maker->island_of[node] = maker->island_of[topology->before[topology->first[node]]];
            continue;
        }
        fill_set(maker, node);
        maker->island_of[node] = find_island(maker, maker->facts->places[node]);
    }
}

struct sized {
    size_t size, island;
};

static int by_size(const void *a, const void *b)
{
    const struct sized *first = a, *second = b;

    if (first->size != second->size)
        return first->size < second->size ? -1 : 1;
    return (first->island > second->island) - (first->island < second->island);
}

/* Islands with fewer breaks come first: the islands that an island follows have fewer. */
static bool number_islands(struct maker *maker)
{
    struct sized *sorted = malloc((maker->count + 1) * sizeof *sorted);

    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < maker->count; i++)
        sorted[i] = (struct sized){ maker->sizes[i], i };
    qsort(sorted, maker->count, sizeof *sorted, by_size);
    for (size_t i = 0; i < maker->count; i++)
        maker->number[sorted[i].island] = i;
    free(sorted);
    return true;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static bool make_plan_lists(const struct maker *maker, struct gi_plan *plan)
{
    size_t nodes = maker->facts->topology->count, edges = maker->facts->topology->first[nodes];

    plan->islands = calloc(maker->count + 1, sizeof *plan->islands);
    plan->nodes = malloc((nodes + 1) * sizeof *plan->nodes);
    plan->waits = malloc((edges + 1) * sizeof *plan->waits);
    plan->track_places = malloc((maker->count + 1) * sizeof *plan->track_places);
    plan->track_ends = malloc((maker->count + 1) * sizeof *plan->track_ends);
    return plan->islands != NULL && plan->nodes != NULL && plan->waits != NULL &&
           plan->track_places != NULL && plan->track_ends != NULL;
}

static struct gi_island *island_of(const struct maker *maker, const struct gi_plan *plan,
                                   size_t node)
{
    return &plan->islands[maker->number[maker->island_of[node]]];
}

/* Gives each island its nodes, in their order. */
static void share_nodes(const struct maker *maker, struct gi_plan *plan)
{
    size_t nodes = maker->facts->topology->count, at = 0;

    plan->island_count = maker->count;
    for (size_t i = 0; i < nodes; i++)
        island_of(maker, plan, i)->count++;
    for (size_t i = 0; i < plan->island_count; i++) {
        plan->islands[i].first = at;
        at += plan->islands[i].count;
        plan->islands[i].count = 0;
    }
    for (size_t i = 0; i < nodes; i++) {
        size_t node = maker->facts->order[i];
        struct gi_island *island = island_of(maker, plan, node);

        plan->nodes[island->first + island->count++] = node;
        island->place = maker->facts->places[node];
        island->breaks = maker->sizes[maker->island_of[node]];
    }
}

/* Lists the islands that an island follows, once each, behind the waits that are there. */
static void find_waits(struct maker *maker, struct gi_plan *plan, size_t island, size_t *waits)
{
    const struct gi_topology *topology = maker->facts->topology;
    struct gi_island *of = &plan->islands[island];

    of->first_wait = *waits;
    for (size_t i = 0; i < of->count; i++) {
        size_t node = plan->nodes[of->first + i];

        for (size_t j = topology->first[node]; j < topology->first[node + 1]; j++) {
            size_t other = maker->number[maker->island_of[topology->before[j]]];

            if (other == island || maker->seen[other] == island)
                continue;
            maker->seen[other] = island;
            plan->waits[(*waits)++] = other;
        }
    }
    of->wait_count = *waits - of->first_wait;
}

static bool ends_track(const struct gi_plan *plan, size_t island, uint32_t place)
{
    const struct gi_island *of = &plan->islands[island];

    return of->place == place && plan->track_ends[of->track] == island;
}

/* The track of an island: that of one that it follows, if that is the last there; else the first
 * track, as long as nothing there has a break; else a new one. */
static size_t choose_track(const struct maker *maker, struct gi_plan *plan, size_t island)
{
    const struct gi_island *of = &plan->islands[island];
    size_t first_end = plan->track_ends[0];

    for (size_t i = 0; i < of->wait_count; i++) {
        size_t other = plan->waits[of->first_wait + i];

        if (ends_track(plan, other, of->place))
            return plan->islands[other].track;
    }
    if (of->place == maker->facts->home &&
        (first_end == NONE || plan->islands[first_end].breaks == 0))
        return 0;
    plan->track_places[plan->track_count] = of->place;
    plan->track_ends[plan->track_count] = NONE;
    return plan->track_count++;
}

/* Takes the waits for islands of the same track out. */
static void keep_waits(struct gi_plan *plan, struct gi_island *of, size_t *waits)
{
    size_t kept = 0;

    for (size_t i = 0; i < of->wait_count; i++) {
        size_t other = plan->waits[of->first_wait + i];

        if (plan->islands[other].track == of->track)
            continue;
        plan->islands[other].is_awaited = true;
        plan->waits[of->first_wait + kept++] = other;
    }
    of->wait_count = kept;
    *waits = of->first_wait + kept;
}

static void make_tracks(struct maker *maker, struct gi_plan *plan)
{
    size_t waits = 0;

    plan->track_count = 1;
    plan->track_places[0] = maker->facts->home;
    plan->track_ends[0] = NONE;
    for (size_t i = 0; i < plan->island_count; i++) {
        struct gi_island *of = &plan->islands[i];

        find_waits(maker, plan, i, &waits);
        of->track = choose_track(maker, plan, i);
        of->is_first = plan->track_ends[of->track] == NONE;
        plan->track_ends[of->track] = i;
        keep_waits(plan, of, &waits);
    }
}

static void free_maker(const struct maker *maker)
{
    free(maker->break_of);
    free(maker->island_of);
    free(maker->sets);
    free(maker->places);
    free(maker->sizes);
    free(maker->table);
    free(maker->number);
    free(maker->seen);
}

gi_status gi_plan_make(const struct gi_plan_facts *facts, struct gi_plan *out_plan)
{
    size_t nodes = facts->topology->count;
    struct maker maker = { .facts = facts };
    bool is_made;

    *out_plan = (struct gi_plan){ 0 };
    maker.break_of = malloc((nodes + 1) * sizeof *maker.break_of);
    maker.island_of = malloc((nodes + 1) * sizeof *maker.island_of);
    is_made = maker.break_of != NULL && maker.island_of != NULL && make_tables(&maker, nodes);
    if (is_made) {
        find_islands(&maker);
        is_made = number_islands(&maker) && make_plan_lists(&maker, out_plan);
    }
    if (is_made) {
        share_nodes(&maker, out_plan);
        make_tracks(&maker, out_plan);
    }
    free_maker(&maker);
    if (is_made)
        return GI_OK;
    gi_plan_drop(out_plan);
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the plan of %zu nodes", nodes);
}

void gi_plan_drop(struct gi_plan *plan)
{
    free(plan->islands);
    free(plan->nodes);
    free(plan->waits);
    free(plan->track_places);
    free(plan->track_ends);
    *plan = (struct gi_plan){ 0 };
}
