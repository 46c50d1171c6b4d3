/** A map from addresses to what lies there: disjoint ranges in a balanced tree. The nodes are the
 *  caller's, so nothing is allocated and adding cannot fail for want of memory. Not locked. */
#ifndef GI_RANGE_MAP_H
#define GI_RANGE_MAP_H

#include "status.h"

/** A range of the map; the caller fills the two bounds and leaves it where it is while it is on. */
struct gi_range {
    uint64_t begin, end;
    struct gi_range *below, *above;      /* the map's, as is the next */
    uint32_t rank;                       /* no smaller than those of the two */
};

/** An empty one is all zero. */
struct gi_range_map {
    struct gi_range *root;
};

/** The range of which a byte lies in [begin, end), or NULL; of several, any. */
struct gi_range *gi_range_map_find(const struct gi_range_map *map, uint64_t begin, uint64_t end);

/** Adds a range, which is not empty; false if a byte of it is in another. */
GI_MUST_CHECK bool gi_range_map_add(struct gi_range_map *map, struct gi_range *range);

/** Takes a range off; false if it was not on. */
bool gi_range_map_remove(struct gi_range_map *map, struct gi_range *range);

#endif
