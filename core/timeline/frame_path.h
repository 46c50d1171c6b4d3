/** The critical path of a frame: which tracks the slowest frame of a timeline waited for, backward
 *  from its end. */
#ifndef GI_FRAME_PATH_H
#define GI_FRAME_PATH_H

#include "arrows.h"

/** Where a frame ends: a present, or a signal. */
struct gi_frame_end {
    uint64_t process, track;
    int64_t ns;
};

struct gi_frame_ends {
    struct gi_frame_end *ends;
    size_t count, capacity;
};

/** One part of a path: a track works, after a wait for the part before it. */
struct gi_path_part {
    uint64_t process, track;
    int64_t begin_ns, end_ns;
    const struct gi_arrow_end *wait;     /* the wait that the part begins behind; NULL: the first */
};

enum { GI_MOST_PATH_PARTS = 64 };

struct gi_frame_path {
    const char *ended_by;                /* the words for a frame's end; NULL: there is no frame */
    size_t frames;
    int64_t begin_ns, end_ns;            /* of the slowest */
    struct gi_path_part parts[GI_MOST_PATH_PARTS];       /* the last one first */
    size_t count;
};

/** Notes a slice, if it is a present. False if there is no memory. */
bool gi_frame_ends_add(struct gi_frame_ends *ends, const struct gi_event_line *event);

/** Finds the path. Frames end with presents. Without presents they end with the signals of the
 *  semaphore that is waited for most. The arrows are matched; their waits are sorted. */
void gi_frame_path_find(struct gi_frame_path *path, struct gi_frame_ends *ends,
                        struct gi_arrows *arrows);
void gi_frame_ends_finish(struct gi_frame_ends *ends);

#endif
