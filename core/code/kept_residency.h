/** How many blocks of a cooperative launch a device runs at once, kept on disk from one process to
 *  the next (base/disk/disk_cache.h). The library takes a file only if it is complete, and of the
 *  same device, driver and version of this library.
 *
 *  Threads: any. */
#ifndef GI_KEPT_RESIDENCY_H
#define GI_KEPT_RESIDENCY_H

#include <stdbool.h>
#include <stdint.h>

struct gi_device_info;

struct gi_kept_residency {
    uint32_t blocks;
    bool is_sure;                   /* false: another test may find more */
};

/** Reads what was found; false if nothing is kept. */
bool gi_kept_residency_read(const struct gi_device_info *info,
                            struct gi_kept_residency *out_found);

/** Keeps it. */
void gi_kept_residency_write(const struct gi_device_info *info,
                             struct gi_kept_residency found);

#endif
