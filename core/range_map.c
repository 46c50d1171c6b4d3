#include "range_map.h"

#include <stdlib.h>
#include <string.h>

#include "vector.h"

/* A tree of two levels: sorted runs of neighbours, and the sorted array of runs. A tree of nodes
 * with two children each takes as many steps, but each step reads another line of memory that the
 * processor seldom still has, and has to wait for it. Here the array is in its caches, and the few
 * lines of a run come at once. Runs are split when they are full and joined when two neighbours
 * fill half of one, so the array changes only every so many ranges. */

#define RUN_RANGES 32u
#define LINE_BYTES 64u

struct place {
    uint64_t begin;              /* of the range: the search needs nothing else of it */
    struct gi_range *range;
};

struct gi_range_run {
    struct place places[RUN_RANGES];
    uint32_t count;
};

/* Index of the last run that begins below an address; SIZE_MAX if none does. */
static size_t last_run_below(const struct gi_range_map *map, uint64_t address)
{
    size_t low = 0, high = map->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (map->runs[middle].begin < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

/* How many ranges of a run begin below an address. */
static uint32_t count_below(const struct gi_range_run *run, uint64_t address)
{
    uint32_t low = 0, high = run->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (run->places[middle].begin < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Asks for all lines of a run, and the processor goes on. */
static void fetch(const struct gi_range_run *run)
{
    for (size_t i = 0; i < sizeof *run; i += LINE_BYTES)
        __builtin_prefetch((const char *)run + i);
}

/* Of the ranges that begin below `end`, the last one is the one that ends last. */
struct gi_range *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end)
{
    size_t at = last_run_below(map, end);
    const struct gi_range_run *run;
    struct gi_range *range;

    if (at == SIZE_MAX)
        return NULL;
    run = map->runs[at].run;
    fetch(run);
    range = run->places[count_below(run, end) - 1].range;
    __builtin_prefetch((const char *)range - LINE_BYTES);        /* what it is part of is read */
    __builtin_prefetch((const char *)range + LINE_BYTES);        /* next */
    return range->end > begin ? range : NULL;
}

/* ---- adding -------------------------------------------------------------------------------- */

static void insert(struct gi_range_run *run, uint32_t at, struct gi_range *range)
{
    memmove(&run->places[at + 1], &run->places[at], (run->count - at) * sizeof run->places[0]);
    run->places[at] = (struct place){ range->begin, range };
    run->count++;
}

/* Moves the ranges of a run from one on behind those of another. */
static void move_ranges(struct gi_range_run *to, struct gi_range_run *from, uint32_t first)
{
    uint32_t count = from->count - first;

    memcpy(&to->places[to->count], &from->places[first], count * sizeof to->places[0]);
    to->count += count;
    from->count = first;
}

/* A new empty run at a place of the array; its key is the caller's to set. */
static struct gi_range_run *add_run(struct gi_range_map *map, size_t at)
{
    struct gi_range_run *run;

    if (!gi_grow((void **)&map->runs, &map->capacity, map->count + 1, sizeof *map->runs))
        return NULL;
    run = malloc(sizeof *run);
    if (run == NULL)
        return NULL;
    run->count = 0;
    memmove(&map->runs[at + 1], &map->runs[at], (map->count - at) * sizeof *map->runs);
    map->runs[at].run = run;
    map->count++;
    return run;
}

/* Splits a full run so that a range that begins somewhere has room. A run that grows at its end, as
 * most do, keeps what it has. */
static bool make_room(struct gi_range_map *map, size_t at, uint64_t begin)
{
    struct gi_range_run *run = map->runs[at].run, *above;
    bool at_end = begin > run->places[RUN_RANGES - 1].begin;

    above = add_run(map, at + 1);
    if (above == NULL)
        return false;
    move_ranges(above, run, at_end ? RUN_RANGES - 1 : RUN_RANGES / 2);
    map->runs[at + 1].begin = above->places[0].begin;
    return true;
}

static gi_status no_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the map of addresses");
}

gi_status gi_range_map_add(struct gi_range_map *map, struct gi_range *range)
{
    size_t at = last_run_below(map, range->begin);

    if (gi_range_map_find(map, range->begin, range->end) != NULL)
        return GI_INVALID_VALUE;
    if (map->count == 0 && add_run(map, 0) == NULL)
        return no_memory();
    if (at == SIZE_MAX)
        at = 0;
    if (map->runs[at].run->count == RUN_RANGES) {
        if (!make_room(map, at, range->begin))
            return no_memory();
        if (range->begin > map->runs[at + 1].begin)
            at++;
    }
    insert(map->runs[at].run, count_below(map->runs[at].run, range->begin), range);
    map->runs[at].begin = map->runs[at].run->places[0].begin;
    return GI_OK;
}

/* ---- removing ------------------------------------------------------------------------------ */

static void remove_run(struct gi_range_map *map, size_t at)
{
    free(map->runs[at].run);
    map->count--;
    memmove(&map->runs[at], &map->runs[at + 1], (map->count - at) * sizeof *map->runs);
    if (map->count == 0) {
        free(map->runs);
        *map = (struct gi_range_map){ 0 };
    }
}

/* Joins a run with the next one if the two fill half of one. */
static void join_with_next(struct gi_range_map *map, size_t at)
{
    struct gi_range_run *run = map->runs[at].run, *next;

    if (at + 1 == map->count)
        return;
    next = map->runs[at + 1].run;
    if (run->count + next->count > RUN_RANGES / 2)
        return;
    move_ranges(run, next, 0);
    remove_run(map, at + 1);
}

static void remove_from_run(struct gi_range_map *map, size_t at, uint32_t i)
{
    struct gi_range_run *run = map->runs[at].run;

    run->count--;
    memmove(&run->places[i], &run->places[i + 1], (run->count - i) * sizeof run->places[0]);
    if (run->count == 0) {
        remove_run(map, at);
        return;
    }
    map->runs[at].begin = run->places[0].begin;
    join_with_next(map, at);
    if (at > 0)
        join_with_next(map, at - 1);
}

bool gi_range_map_remove(struct gi_range_map *map, struct gi_range *range)
{
    size_t at = last_run_below(map, range->begin + 1);
    struct gi_range_run *run;
    uint32_t i;

    if (at == SIZE_MAX)
        return false;
    run = map->runs[at].run;
    i = count_below(run, range->begin + 1) - 1;
    if (run->places[i].range != range)
        return false;
    remove_from_run(map, at, i);
    return true;
}
