/** Life of memory and textures that no command names. Work that may touch anything reaches memory
 *  by pointers that nobody sees, and textures by their slots. Memory that leaves the address map,
 *  and a texture that leaves the table, lives until the work of that sort in flight is done. */
#ifndef GI_OUTLIVE_H
#define GI_OUTLIVE_H

struct gi_allocation;
struct gi_device;

/** Has each stream's newest work that may touch anything keep the allocation. If host memory for
 *  the note is short, it sleeps until that work is done. The device's hook for whoever takes
 *  something away (allocation.h).
 *  Threads: any that holds no lock of a stream. */
void gi_outlive(struct gi_device *device, struct gi_allocation *allocation);

#endif
