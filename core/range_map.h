/** A map from addresses to what lies there: disjoint ranges in the order of their addresses. To
 *  find one it reads few places of memory, however many there are: programs use thousands of ranges
 *  in turn. Not locked. */
#ifndef GI_RANGE_MAP_H
#define GI_RANGE_MAP_H

#include <stddef.h>

#include "status.h"

/** A range of the map, not empty; the caller leaves it where it is and as it is while it is on. */
struct gi_range {
    uint64_t begin, end;
};

struct gi_range_run;             /* some neighbours */

struct gi_range_run_key {
    uint64_t begin;              /* of the run's first range */
    struct gi_range_run *run;    /* never an empty one */
};

/** An empty one is all zero, and has no memory of its own. */
struct gi_range_map {
    struct gi_range_run_key *runs;
    size_t count, capacity;
};

/** The range of which a byte lies in [begin, end), or NULL; of several, any. */
struct gi_range *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end);

/** Adds a range.
 *  Errors: GI_INVALID_VALUE without a sentence if a byte of it is in another; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_map_add(struct gi_range_map *map, struct gi_range *range);

/** Takes a range off; false if it was not on. */
bool gi_range_map_remove(struct gi_range_map *map, struct gi_range *range);

#endif
