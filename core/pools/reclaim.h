/** Frees unused memory when memory runs out.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_RECLAIM_H
#define GI_RECLAIM_H

struct gi_device;

/** Releases what finished work of a device's streams holds, and returns the unused memory of
 *  pools and heaps to the driver. The device's hook for a failed allocation. */
void gi_reclaim(struct gi_device *device);

/** Releases what finished work of a device's streams holds. */
void gi_reclaim_finished(struct gi_device *device);

/** Returns only the unused memory of pools and heaps to the driver. */
void gi_reclaim_kept(struct gi_device *device);

#endif
