/** Device memory that launches need while they run, and that the device keeps for the next ones.
 *  Launches of one stream follow each other, so they share one piece. Launches of two streams
 *  never have one piece at a time.
 *  Threads: any that holds no lock of a stream or heap. */
#ifndef GI_LAUNCH_MEMORY_H
#define GI_LAUNCH_MEMORY_H

#include "base/status.h"

struct gi_allocation;
struct gi_device;

/** Takes memory for a launch that is enqueued next into the stream of this number (its id).
 *  Owner:  the caller drops the reference; work that uses the memory has its own.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_launch_memory_take(struct gi_device *device, uint64_t stream,
                                              uint64_t size_bytes,
                                              struct gi_allocation **out_memory);

/** How many bytes a launch should ask for at most, if it can do with less: UINT64_MAX, or what was
 *  to be had when there was no memory for more. The second function sets it; it is forgotten when
 *  memory is given back. */
uint64_t gi_launch_memory_most(struct gi_device *device);
void gi_launch_memory_set_most(struct gi_device *device, uint64_t bytes);

/** Gives back what no launch uses. */
void gi_launch_memory_give_back(struct gi_device *device);

#endif
