/** Getting memory back that nothing needs any more, when there is too little. */
#ifndef GI_RECLAIM_H
#define GI_RECLAIM_H

struct gi_device;

/** Has a device's streams let go of what their finished work holds, and gives the driver back what
 *  pools and heaps keep for the next allocations. The device's hook for whoever finds no memory.
 *  Threads: any; no lock is held. */
void gi_reclaim(struct gi_device *device);

/** The last part of it alone: what pools and heaps keep goes back to the driver; or what the
 *  device's own heaps keep.
 *  Threads: any; no lock is held. */
void gi_reclaim_kept(struct gi_device *device);
void gi_reclaim_heaps(struct gi_device *device);

#endif
