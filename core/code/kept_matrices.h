/** The result of the test of a device's units for matrices (module/matrix_units.h), kept on disk
 *  from one process to the next (base/disk/disk_cache.h). The library takes a file only if it is
 *  complete, and of the same device, driver and version of this library.
 *
 *  Threads: any. */
#ifndef GI_KEPT_MATRICES_H
#define GI_KEPT_MATRICES_H

#include <stdbool.h>

struct gi_device_info;
struct gi_matrix_units;

/** Reads what was found; false if nothing is kept. */
bool gi_kept_matrices_read(const struct gi_device_info *info, struct gi_matrix_units *out_found);

/** Keeps it. */
void gi_kept_matrices_write(const struct gi_device_info *info,
                            const struct gi_matrix_units *found);

#endif
