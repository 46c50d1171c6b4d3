/** The parts of an allocation that pointers may point into, as the mapped buffers of imported
 *  memory: ranges that may overlap and repeat. */
#ifndef GI_MAPPINGS_H
#define GI_MAPPINGS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

/** A mapping in a tree, which is in the order of where they begin, and of equal ones the longest
 *  first. */
struct gi_mapping {
    uint64_t begin, end;
    struct gi_mapping *below, *above;
    struct gi_mapping *furthest; /* of those in the tree under it: the one that ends last */
    uint32_t rank;               /* no smaller than those of the two */
};

struct gi_mappings {
    uint64_t size_bytes;         /* of the allocation */
    atomic_bool *has_holes;      /* the allocation's: false while there are mappings, each of all of
                                    it. Most programs have no others, and who looks for one does
                                    without the set then */
    pthread_mutex_t lock;        /* a leaf; guards the rest */
    struct gi_mapping *root;
    size_t count;
    size_t whole;                /* mappings of all of it */
    uint64_t added;              /* so far */
    struct gi_mapping *spare;    /* those of few that are not in use, linked by below */
    struct gi_mapping few[2];    /* what most programs need comes without an allocation */
};

/** Makes an empty set for an allocation; neither must be moved. */
void gi_mappings_init(struct gi_mappings *set, uint64_t size_bytes, atomic_bool *has_holes);
void gi_mappings_finish(struct gi_mappings *set);

/** Adds a mapping that lies in the allocation.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_mappings_add(struct gi_mappings *set, uint64_t begin, uint64_t end);

/** Of the mappings that hold offset, the one that reaches furthest; false if none holds it.
 *  Threads: any. */
bool gi_mappings_find(struct gi_mappings *set, uint64_t offset, uint64_t *out_begin,
                      uint64_t *out_end);

/** Whether a mapping begins exactly there.
 *  Threads: any. */
bool gi_mappings_begin_at(struct gi_mappings *set, uint64_t begin);

/** Removes all mappings and tells how many there were.
 *  Threads: any. */
size_t gi_mappings_remove_all(struct gi_mappings *set);

/** Removes a mapping that begins exactly there; false if there is none. Of several that is the
 *  shortest: whoever has a longer one still reaches all of it.
 *  Threads: any. */
bool gi_mappings_remove(struct gi_mappings *set, uint64_t begin);

#endif
