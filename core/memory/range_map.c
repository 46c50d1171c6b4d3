#include "range_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/vector.h"

/* A tree of two levels: runs of neighbouring ranges, and a sorted array of the runs. A binary tree
 * takes as many steps, but each step misses the processor's cache. Here the array is in the cache,
 * and the two lines of a run are fetched together. A full run is split. Two neighbouring runs are
 * joined when they fill half of one. So the array seldom changes. */

#define RUN_RANGES 8u

/* One cache line each of begins, values and ends. The first two are adjacent, and processors fetch
 * them together. */
struct gi_range_run {
    _Alignas(GI_LINE_BYTES) uint64_t begins[RUN_RANGES];     /* UINT64_MAX past count */
    void *values[RUN_RANGES];
    uint64_t ends[RUN_RANGES];
    uint32_t count;
};

/* Returns the index of the last run that begins below an address; SIZE_MAX if none does. */
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

/* Returns how many ranges of a run begin below an address. All are in one line, so it checks
 * each. */
static uint32_t count_below(const struct gi_range_run *run, uint64_t address)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < RUN_RANGES; i++)
        count += run->begins[i] < address;
    return count;
}

/* Finds the last range that begins below an address; NULL if none does. */
static const struct gi_range_run *last_below(const struct gi_range_map *map, uint64_t address,
                                             uint32_t *out_at)
{
    size_t at = last_run_below(map, address);
    const struct gi_range_run *run;

    if (at == SIZE_MAX)
        return NULL;
    run = map->runs[at].run;
    __builtin_prefetch(run->values);
    *out_at = count_below(run, address) - 1;
    return run;
}

void *gi_range_map_last_below(const struct gi_range_map *map, uint64_t address)
{
    uint32_t at;
    const struct gi_range_run *run = last_below(map, address, &at);

    return run != NULL ? run->values[at] : NULL;
}

/* Of the ranges that begin below `end`, the last one also ends last. */
void *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end)
{
    uint32_t at;
    const struct gi_range_run *run = last_below(map, end, &at);

    return run != NULL && run->ends[at] > begin ? run->values[at] : NULL;
}

/* ---- adding -------------------------------------------------------------------------------- */

/* Moves the ranges from one index on to another run, or within their own. */
static void move_ranges(struct gi_range_run *to, uint32_t to_first,
                        const struct gi_range_run *from, uint32_t first)
{
    uint32_t count = from->count - first;

    memmove(&to->begins[to_first], &from->begins[first], count * sizeof to->begins[0]);
    memmove(&to->ends[to_first], &from->ends[first], count * sizeof to->ends[0]);
    memmove(&to->values[to_first], &from->values[first], count * sizeof to->values[0]);
}

static void set_count(struct gi_range_run *run, uint32_t count)
{
    run->count = count;
    for (uint32_t i = count; i < RUN_RANGES; i++)
        run->begins[i] = UINT64_MAX;
}

static void insert_range(struct gi_range_run *run, uint32_t at, uint64_t begin, uint64_t end,
                         void *value)
{
    move_ranges(run, at + 1, run, at);
    run->begins[at] = begin;
    run->ends[at] = end;
    run->values[at] = value;
    run->count++;
}

/* Inserts a new empty run into the array. The caller sets its key. */
static struct gi_range_run *add_run(struct gi_range_map *map, size_t at)
{
    struct gi_range_run *run;

    if (!gi_grow((void **)&map->runs, &map->capacity, map->count + 1, sizeof *map->runs))
        return NULL;
    run = gi_lines_alloc(sizeof *run);
    if (run == NULL)
        return NULL;
    set_count(run, 0);
    memmove(&map->runs[at + 1], &map->runs[at], (map->count - at) * sizeof *map->runs);
    map->runs[at].run = run;
    map->count++;
    return run;
}

/* Returns how many ranges a full run keeps when it is split. Most runs grow at one end, and stay
 * nearly full. The new run then begins with two ranges, so one that comes and goes splits it only
 * once. */
static uint32_t kept_by(const struct gi_range_run *run, uint64_t begin)
{
    if (begin > run->begins[RUN_RANGES - 1])
        return RUN_RANGES - 1;
    return begin < run->begins[0] ? 1 : RUN_RANGES / 2;
}

/* Splits a full run to make room for a range that begins at begin. */
static bool split_full_run(struct gi_range_map *map, size_t at, uint64_t begin)
{
    struct gi_range_run *run = map->runs[at].run, *above;
    uint32_t kept = kept_by(run, begin);

    above = add_run(map, at + 1);
    if (above == NULL)
        return false;
    move_ranges(above, 0, run, kept);
    above->count = run->count - kept;
    set_count(run, kept);
    map->runs[at + 1].begin = above->begins[0];
    return true;
}

static gi_status no_map_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the map of addresses");
}

gi_status gi_range_map_add(struct gi_range_map *map, uint64_t begin, uint64_t end, void *value)
{
    size_t at = last_run_below(map, begin);
    struct gi_range_run *run;

    if (gi_range_map_find(map, begin, end) != NULL)
        return GI_INVALID_VALUE;
    if (map->count == 0 && add_run(map, 0) == NULL)
        return no_map_memory();
    if (at == SIZE_MAX)
        at = 0;
    if (map->runs[at].run->count == RUN_RANGES) {
        if (!split_full_run(map, at, begin))
            return no_map_memory();
        if (begin > map->runs[at + 1].begin)
            at++;
    }
    run = map->runs[at].run;
    insert_range(run, count_below(run, begin), begin, end, value);
    map->runs[at].begin = run->begins[0];
    return GI_OK;
}

/* ---- removing ------------------------------------------------------------------------------ */

static void remove_run(struct gi_range_map *map, size_t at)
{
    gi_lines_free(map->runs[at].run, sizeof(struct gi_range_run));
    map->count--;
    memmove(&map->runs[at], &map->runs[at + 1], (map->count - at) * sizeof *map->runs);
    if (map->count == 0) {
        free(map->runs);
        *map = (struct gi_range_map){ 0 };
    }
}

/* Joins a run with the next one if the two fill half of one run. */
static void join_with_next(struct gi_range_map *map, size_t at)
{
    struct gi_range_run *run = map->runs[at].run, *next;

    if (at + 1 == map->count)
        return;
    next = map->runs[at + 1].run;
    if (run->count + next->count > RUN_RANGES / 2)
        return;
    move_ranges(run, run->count, next, 0);
    run->count += next->count;
    remove_run(map, at + 1);
}

static void remove_from_run(struct gi_range_map *map, size_t at, uint32_t i)
{
    struct gi_range_run *run = map->runs[at].run;

    move_ranges(run, i, run, i + 1);
    set_count(run, run->count - 1);
    if (run->count == 0) {
        remove_run(map, at);
        return;
    }
    map->runs[at].begin = run->begins[0];
    join_with_next(map, at);
    if (at > 0)
        join_with_next(map, at - 1);
}

bool gi_range_map_remove(struct gi_range_map *map, uint64_t begin, const void *value)
{
    size_t at = last_run_below(map, begin + 1);
    struct gi_range_run *run;
    uint32_t i;

    if (at == SIZE_MAX)
        return false;
    run = map->runs[at].run;
    i = count_below(run, begin + 1) - 1;
    if (run->begins[i] != begin || run->values[i] != value)
        return false;
    remove_from_run(map, at, i);
    return true;
}
