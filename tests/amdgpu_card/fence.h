/* Fences: jobs of any process that may still run, and sets of them. */
#ifndef GICARD_FENCE_H
#define GICARD_FENCE_H

#include <stdbool.h>

#include "arena.h"

/** Whether the job has ended, and with which error: 0 or a negative errno.
 *  Threads: any. */
bool gicard_fence_done(const struct gicard_fence *fence, int *out_error);

/** Drops what has ended; true when nothing is left.
 *  Threads: any, as far as the set is the caller's. */
bool gicard_set_done(struct gicard_fence_set *set);

/** Adds what has not ended. Of one timeline the latest is kept.
 *  Threads: as above.
 *  Errors:  false when there is no place for another timeline. */
bool gicard_set_add(struct gicard_fence_set *set, const struct gicard_fence *fence);
bool gicard_set_merge(struct gicard_fence_set *set, const struct gicard_fence_set *other);

/** Waits for a set.
 *  Errors:  -ETIME. */
int gicard_set_wait(struct gicard_fence_set *set, int64_t abs_ns);

/** A timeline for a queue of this process; index 0 when there is none left.
 *  Threads: under the arena's lock. */
struct gicard_fence gicard_timeline_take(void);

/** Gives a timeline back: its fences have signalled.
 *  Threads: under the arena's lock. */
void gicard_timeline_give(uint32_t index);

/** Ends jobs up to that one, with an error or 0.
 *  Threads: the ring's worker. */
void gicard_timeline_complete(uint32_t index, uint64_t seq, int error);

#endif
