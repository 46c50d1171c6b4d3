/** How many blocks of a cooperative launch a device runs at once. It is found out by a test that
 *  runs once for each open device: blocks of the largest size meet there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_RESIDENCY_H
#define GI_RESIDENCY_H

#include "base/handle.h"

struct gi_device;
struct gi_launch_run;
struct gi_stream;

/** The number of blocks that run at once for certain, whatever their kernel takes of the device.
 *  It is at least 1. The first call runs the test and waits for it.
 *  Errors: of translation, compiling and the device. */
GI_MUST_CHECK gi_status gi_residency_blocks(struct gi_device *device, uint32_t *out_blocks);

/** Appends the run of a cooperative launch of several blocks. It waits for the one before it that
 *  has been submitted in another stream, so that each has the device for itself.
 *  Errors: those of gi_append_launch and gi_append_point. */
GI_MUST_CHECK gi_status gi_residency_append(struct gi_stream *stream, struct gi_launch_run *run);

#endif
