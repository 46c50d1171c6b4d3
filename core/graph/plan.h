/** How the nodes of a graph run: in islands, and these in tracks. Pure.
 *
 *  A node that may wait for something outside of the graph, or for the host, is a break. So is one
 *  that follows a node of another place. An island is all nodes of one place with the same breaks
 *  before them, a break itself among them. So only its first node can be a break, and its nodes run
 *  one behind the other without a wait that the graph does not ask for. A track is a row of islands
 *  of one place, for a stream. An island stands behind another in a track only if it follows all
 *  breaks of that one. So no branch of the graph waits for what another branch waits for.
 *
 *  Threads: any. */
#ifndef GI_PLAN_H
#define GI_PLAN_H

#include "topology.h"

struct gi_plan_facts {
    const struct gi_topology *topology;
    const size_t *order;                 /* as gi_topology_order gives it */
    const bool *breaks;                  /* of each node: whether it waits */
    const uint32_t *places;              /* of each node: its device */
    uint32_t home;                       /* the place of the first track */
};

struct gi_island {
    size_t first, count;                 /* in the nodes of the plan */
    size_t first_wait, wait_count;       /* in the waits of the plan: islands of other tracks, which
                                            stand before */
    size_t track;
    uint32_t place;
    size_t breaks;                       /* before its nodes, itself among them */
    bool is_first;                       /* of its track */
    bool is_awaited;                     /* an island of another track waits for it */
};

struct gi_plan {
    struct gi_island *islands;           /* in an order in which they can be enqueued */
    size_t island_count;
    size_t *nodes, *waits;
    size_t track_count;                   /* the first one's place is home; it may be empty */
    uint32_t *track_places;
    size_t *track_ends;                   /* the last island of each track; SIZE_MAX: none */
};

/** Makes a plan.
 *  Owner:  the caller drops it.
 *  Errors: GI_OUT_OF_MEMORY; then there is nothing to drop. */
GI_MUST_CHECK gi_status gi_plan_make(const struct gi_plan_facts *facts, struct gi_plan *out_plan);
void gi_plan_drop(struct gi_plan *plan);

#endif
