/** How long the exit waits for threads that compile in a driver. While one of them is there, a
 *  driver's exit handlers would take away what it uses. So the time is counted that the threads
 *  have used a processor, or slept in spite of one: not the time that they wait for one. */
#ifndef GI_EXIT_WAIT_H
#define GI_EXIT_WAIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/** The exit looks at the threads as often as this. */
#define GI_EXIT_PIECE_NS INT64_C(50000000)

/** A wait; all 0 at its beginning. */
struct gi_exit_wait {
    int64_t seen_ns, spent_ns;           /* processor time: when last it had grown, since then */
    unsigned idle;                       /* pieces in which it has not grown */
    bool has_begun, is_endless;
};

/** Notes how much of a processor the awaited threads have used since they started, after a piece.
 *  False if the exit goes on without them: they have slept through 2 s of pieces; or they have
 *  computed for 20 s in this wait, and is_endless is set. The number may become smaller, when one
 *  of the threads has ended. Pure.
 *  Units: nanoseconds. */
bool gi_exit_wait_note(struct gi_exit_wait *wait, int64_t processor_ns);

/** Goes on without threads that are still in a driver: if the wait is endless, the process ends
 *  where the driver's exit handlers come. */
void gi_exit_wait_give_up(const struct gi_exit_wait *wait);

/** How much of a processor a thread has used that has not been joined, or not ended yet.
 *  Units: nanoseconds. */
int64_t gi_exit_wait_processor_ns(pthread_t thread);

/** Joins a thread that is about to stop, at exit, unless it is the calling one or the one that
 *  called exit. */
void gi_exit_wait_join(pthread_t thread);

#endif
