/** Pictures of how an executable runs, in the language of graphviz (DOT): which nodes are submitted
 *  together, in which recordings, and in which streams. Pure.
 *
 *  A stream is a cluster, with one for each island, which is submitted at once. In that are its
 *  recordings, and the nodes that are enqueued one by one. Nodes that only join edges stand beside
 *  these. Threads: any. */
#ifndef GI_PLAN_PICTURE_H
#define GI_PLAN_PICTURE_H

#include "flat.h"
#include "steps.h"

/** The facts of a track's stream. */
struct gi_plan_stream {
    bool is_launching;                   /* it is the one that a program launches in */
    bool has_queue;                      /* it was made already */
    size_t queue;                        /* the number of its queue on the device */
};

struct gi_plan_look {
    const struct gi_flat *flat;
    const struct gi_plan *plan;
    const struct gi_steps *steps;
    const struct gi_plan_stream *streams;        /* of each track */
    const bool *disabled;                /* of each node; NULL: none is */
};

/** Makes the text.
 *  Owner:  the caller frees it.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_plan_picture_make(const struct gi_plan_look *look, char **out_text,
                                             size_t *out_length);

#endif
