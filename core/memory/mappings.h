/** The parts of an allocation that pointers may point into, as the mapped buffers of imported
 *  memory. Parts may overlap and repeat.
 *  Threads: any, except init and finish. */
#ifndef GI_MAPPINGS_H
#define GI_MAPPINGS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

/** A mapping in a search tree. The order is by begin, and then the longest first. */
struct gi_mapping {
    uint64_t begin, end;
    struct gi_mapping *below, *above;
    struct gi_mapping *furthest; /* the mapping of its subtree that ends last */
    uint32_t rank;               /* at least as large as those of its children */
};

struct gi_mappings {
    uint64_t size_bytes;         /* size of the allocation */
    atomic_bool *has_holes;      /* has_holes of the allocation: false while every mapping covers
                                    all of it. Most programs have only such mappings, and a lookup
                                    then does not use the set */
    pthread_mutex_t lock;        /* a leaf; guards the rest */
    struct gi_mapping *root;
    size_t count;
    size_t whole;                /* mappings that cover all of it */
    uint64_t added;              /* how many were added so far */
    struct gi_mapping *spare;    /* unused elements of few, linked by below */
    struct gi_mapping few[2];    /* enough for most programs without a heap allocation */
};

/** Makes an empty set for an allocation. Neither may move in memory. */
void gi_mappings_init(struct gi_mappings *set, uint64_t size_bytes, atomic_bool *has_holes);
void gi_mappings_finish(struct gi_mappings *set);

/** Adds a mapping that lies within the allocation.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_mappings_add(struct gi_mappings *set, uint64_t begin, uint64_t end);

/** Finds the mapping that contains offset and ends last. False if there is none. */
bool gi_mappings_find(struct gi_mappings *set, uint64_t offset, uint64_t *out_begin,
                      uint64_t *out_end);

/** Whether a mapping begins exactly at begin. */
bool gi_mappings_begin_at(struct gi_mappings *set, uint64_t begin);

/** Gives all mappings in the order of their beginnings, as offsets. The set's lock is held. */
void gi_mappings_each(struct gi_mappings *set,
                      void (*visit)(void *context, uint64_t begin, uint64_t end), void *context);

/** Removes all mappings, and returns how many there were. */
size_t gi_mappings_remove_all(struct gi_mappings *set);

/** Removes the shortest mapping that begins exactly at begin. False if there is none. A holder of a
 *  longer one can still use all of its own. */
bool gi_mappings_remove(struct gi_mappings *set, uint64_t begin);

#endif
