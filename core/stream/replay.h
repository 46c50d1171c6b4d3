/** A run of recordings, as each launch of a graph gives it to a stream. Counted: segments have it,
 *  and so does the executable.
 *
 *  Threads: any; the members do not change once it is in a stream. */
#ifndef GI_REPLAY_H
#define GI_REPLAY_H

#include <stdatomic.h>

#include "contract/driver.h"
#include "launch_report.h"

/* As many kernels are named if the process gets a signal. */
enum { GI_REPLAY_NAMES = 4 };

struct gi_replay {
    atomic_uint refs;
    size_t commands, launches;           /* of all recordings */
    size_t name_count;
    const char *names[GI_REPLAY_NAMES];  /* of kernels that a processor runs, to be noted while they
                                            may run; of the recordings' kernels */
    size_t count;
    struct gi_recording *recordings[];   /* referenced */
};

/** Makes one of recordings, which it references.
 *  Owner:  the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_replay_make(struct gi_recording *const *recordings, size_t count,
                                       struct gi_replay **out_replay);

static inline void gi_replay_ref(struct gi_replay *replay)
{
    atomic_fetch_add_explicit(&replay->refs, 1, memory_order_relaxed);
}

/** Drops a reference. The last one may finish recordings, so the caller holds no leaf lock. */
void gi_replay_unref(struct gi_replay *replay);

/** Notes its kernels for the line that is written with a signal, if they run on a processor; else
 *  *out_report is NULL. Forgotten by the report's release.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_replay_note(const struct gi_replay *replay,
                                       struct gi_launch_report **out_report);

#endif
