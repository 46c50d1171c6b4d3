/** The result of the test whether a device's barriers count warps (module/barrier_warps.h), kept on
 *  disk from one process to the next (kept_trial.h).
 *
 *  Threads: any. */
#ifndef GI_KEPT_BARRIERS_H
#define GI_KEPT_BARRIERS_H

#include <stdbool.h>

struct gi_device_info;

/** Reads whether they do; false if nothing is kept. */
bool gi_kept_barriers_read(const struct gi_device_info *info, bool *out_counts);

/** Keeps it. */
void gi_kept_barriers_write(const struct gi_device_info *info, bool counts);

#endif
