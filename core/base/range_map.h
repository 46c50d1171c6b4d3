/** A map from addresses to what lies there: disjoint ranges in the order of their addresses. To
 *  find one it reads few places of memory, however many there are: programs use thousands of ranges
 *  in turn. Not locked. */
#ifndef GI_RANGE_MAP_H
#define GI_RANGE_MAP_H

#include <stddef.h>

#include "status.h"

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

/** The value of the range of which a byte lies in [begin, end), or NULL; of several, any. */
void *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end);

/** The value of the last range that begins below an address, wherever it ends, or NULL. It reads a
 *  line less than gi_range_map_find, for callers that see the end from the value. */
void *gi_range_map_last_below(const struct gi_range_map *map, uint64_t address);

/** Adds [begin, end), which is not empty, with a value, which is not NULL.
 *  Errors: GI_INVALID_VALUE without a sentence if a byte of it is in another range;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_map_add(struct gi_range_map *map, uint64_t begin, uint64_t end,
                                         void *value);

/** Removes the range that begins exactly there and has this value; false if there is none. */
bool gi_range_map_remove(struct gi_range_map *map, uint64_t begin, const void *value);

#endif
