/** A launch takes device memory for the local memory of its threads and the shared memory of its
 *  blocks. This file plans how much. A grid that would need too much goes in pieces. Pure.
 *  Threads: any. */
#ifndef GI_LOCAL_PLAN_H
#define GI_LOCAL_PLAN_H

#include "base/status.h"

/** The most pieces of a launch. A driver records a dispatch for each. */
enum { GI_LOCAL_PIECES = 1 << 18 };

struct gi_local_needs {
    uint32_t groups[3];          /* the grid */
    uint32_t max_groups[3];      /* of a dispatch */
    uint32_t group_threads;
    uint32_t thread_bytes;       /* as the translation says (local_thread_bytes) */
    uint32_t shared_bytes;       /* of a group, in this memory */
    uint64_t most_bytes;         /* that a launch takes, if it can have less */
    bool at_once;                /* all groups have to run at one time */
};

struct gi_local_plan {
    uint64_t bytes;
    uint32_t piece[3];           /* groups of a piece; 0, 0, 0: the grid is one. The numbers of a
                                    piece's groups follow each other */
    uint64_t pieces;
};

/** Plans. One group's memory is always taken, also if it is more than most_bytes.
 *  Errors: GI_OUT_OF_RESOURCES: there would be more pieces than GI_LOCAL_PIECES;
 *          GI_OUT_OF_MEMORY: at_once, and the size is no number of 64 bits. */
GI_MUST_CHECK gi_status gi_local_plan(const struct gi_local_needs *needs,
                                      struct gi_local_plan *out_plan);

#endif
