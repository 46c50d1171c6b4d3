/** A map from address ranges to values. The ranges are disjoint and sorted. A lookup touches few
 *  cache lines, however many ranges there are. The map has no lock.
 *  Threads: one at a time; readers may run beside each other. */
#ifndef GI_RANGE_MAP_H
#define GI_RANGE_MAP_H

#include <stddef.h>

#include "base/status.h"

struct gi_range_run;             /* some neighbouring ranges */

struct gi_range_run_key {
    uint64_t begin;              /* of the run's first range */
    struct gi_range_run *run;    /* never empty */
};

/** An empty map is all zero and owns no memory. */
struct gi_range_map {
    struct gi_range_run_key *runs;
    size_t count, capacity;
};

/** Returns the value of a range that has a byte in [begin, end), or NULL. If there are several, any
 *  of them. */
void *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end);

/** Returns the value of the last range that begins below an address, or NULL. The range's end is
 *  not checked. This reads one line less than gi_range_map_find, for callers that get the end from
 *  the value. */
void *gi_range_map_last_below(const struct gi_range_map *map, uint64_t address);

/** Adds [begin, end), which is not empty, with a value, which is not NULL.
 *  Errors: GI_INVALID_VALUE without a sentence if it overlaps another range; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_map_add(struct gi_range_map *map, uint64_t begin, uint64_t end,
                                         void *value);

/** Removes the range that begins at begin and has this value. False if there is none. */
bool gi_range_map_remove(struct gi_range_map *map, uint64_t begin, const void *value);

#endif
