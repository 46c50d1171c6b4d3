/** The test whether a device's barriers count warps (module/barrier_warps.h), without the device: a
 *  kernel, and a look at its results. Pure.
 *
 *  Threads: any. */
#ifndef GI_BARRIER_TRIAL_H
#define GI_BARRIER_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/target/target.h"

/** One block of four rows, which are warps. Its memory has a word for each thread, with 0 before
 *  the launch. */
enum { GI_BARRIER_TRIAL_THREADS = 4 * GI_WARP_THREADS };

/** PTX with the entry "try", whose parameter is the address of the memory. */
const char *gi_barrier_trial_text(void);

/** Whether each thread has read what the others had written before their barriers. */
bool gi_barrier_trial_is_right(const uint32_t *words);

#endif
