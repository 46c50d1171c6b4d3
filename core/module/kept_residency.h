/** How many blocks of a cooperative launch a device runs at once, kept on disk from one process to
 *  the next (base/disk_cache.h). What is read is taken only if it is of the same device, driver and
 *  version of this library, and complete.
 *
 *  Threads: any. */
#ifndef GI_KEPT_RESIDENCY_H
#define GI_KEPT_RESIDENCY_H

#include <stdbool.h>
#include <stdint.h>

struct gi_device_info;

/** Reads the number; false if none is kept. */
bool gi_kept_residency_read(const struct gi_device_info *info, uint32_t *out_blocks);

/** Keeps the number. */
void gi_kept_residency_write(const struct gi_device_info *info, uint32_t blocks);

#endif
