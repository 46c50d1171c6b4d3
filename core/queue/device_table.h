/** The open devices, by ordinal. A device is opened at its first use. */
#ifndef GI_DEVICE_TABLE_H
#define GI_DEVICE_TABLE_H

#include "base/status.h"

struct gi_device;

/** The calling thread's current device, opened if it is not yet; the library never closes it.
 *  Errors: those of gi_device_count, and what opening can answer. */
GI_MUST_CHECK gi_status gi_device_current(struct gi_device **out_device);

/** A device by its ordinal, opened likewise.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_current. */
GI_MUST_CHECK gi_status gi_device_at(int ordinal, struct gi_device **out_device);

/** A device of the list if it is open, else NULL.
 *  Threads: any. */
struct gi_device *gi_device_if_open(int ordinal);

/** Puts a lost device aside; the next use of its ordinal opens it anew. Threads that are in a call
 *  with it may go on.
 *  Threads: any. */
void gi_device_retire(struct gi_device *device);

/** GI_DEVICE_LOST with a sentence. */
gi_status gi_device_lost_failure(const struct gi_device *device);

/** Calls visit for every opened device.
 *  Threads: any. */
void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument);

#endif
