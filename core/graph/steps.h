/** How islands run: in steps. Pure.
 *
 *  A step is either nodes that are enqueued one by one, or nodes whose commands are recorded, and
 *  then submitted with each launch as they are. In an island the steps follow each other as the
 *  edges want, and there are as few as can be. The recorded nodes of a step stand in levels: a node
 *  is in the first level behind all recorded nodes of the step that come before it. So only nodes
 *  of different levels have an order.
 *
 *  A recorded step is cut into chunks, each of which is one recording. A chunk ends where a level
 *  ends, so a cut adds no order. Only a level that is larger than a chunk, or has a node with a
 *  chunk for itself, is cut, and has its chunks alone.
 *
 *  Threads: any. */
#ifndef GI_STEPS_H
#define GI_STEPS_H

#include "plan.h"

enum gi_node_part {
    GI_PART_NOTHING,                     /* it only joins edges */
    GI_PART_RECORDED,                    /* one command, which can be recorded */
    GI_PART_ENQUEUED
};

struct gi_steps_facts {
    const struct gi_topology *topology;
    const struct gi_plan *plan;
    const enum gi_node_part *parts;      /* of each node */
    const bool *alone;                   /* of each node: it has a chunk for itself; or NULL */
    const bool *changed;                 /* of each node: it may change again; or NULL */
    size_t chunk_commands;               /* at most so many in a chunk; not 0 */
    size_t changed_commands;             /* the same, of a chunk with nodes that may change again */
};

struct gi_chunk {
    size_t first, count;                 /* in the nodes of the steps */
    size_t step;
    bool is_first, is_last;              /* of its step */
    bool begins_behind;                  /* not beside the chunk before it */
};

struct gi_step {
    size_t first, count;                 /* in the nodes of the steps */
    size_t first_chunk, chunk_count;     /* no chunk: the nodes are enqueued */
};

struct gi_steps {
    struct gi_step *steps;
    size_t step_count;
    size_t *first_steps;                 /* of each island, and one more behind the last */
    size_t *nodes;                       /* without those that only join edges */
    bool *begins_level;                  /* of each of these: another level than the one before */
    struct gi_chunk *chunks;
    size_t chunk_count;
    size_t *chunk_of;                    /* of each node of the graph; SIZE_MAX: none */
};

/** Makes the steps of a plan.
 *  Owner:  the caller drops them.
 *  Errors: GI_OUT_OF_MEMORY; then there is nothing to drop. */
GI_MUST_CHECK gi_status gi_steps_make(const struct gi_steps_facts *facts,
                                      struct gi_steps *out_steps);
void gi_steps_drop(struct gi_steps *steps);

/** Whether a chunk has the nodes and the order of a chunk of other steps of the graph. */
bool gi_steps_same_chunk(const struct gi_steps *steps, size_t chunk, const struct gi_steps *others,
                         size_t other);

#endif
