/** The open devices, by ordinal. A device is opened at its first use.
 *  Threads: any. */
#ifndef GI_DEVICE_TABLE_H
#define GI_DEVICE_TABLE_H

#include "base/status.h"

struct gi_device;

/** The calling thread's current device, which is opened if needed. The library never closes it.
 *  Errors: those of gi_device_count, and of opening the device; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_device_current(struct gi_device **out_device);

/** A device by its ordinal, which is opened if needed.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_current. */
GI_MUST_CHECK gi_status gi_device_at(int ordinal, struct gi_device **out_device);

/** A device of the list if it is open, else NULL. */
struct gi_device *gi_device_if_open(int ordinal);

/** Retires a lost device: the next use of its ordinal opens it again. Threads may still be in calls
 *  that use the lost one. */
void gi_device_retire(struct gi_device *device);

/** Returns why a lost device is lost, with a sentence. A status of which gi_status_is_lost. */
gi_status gi_device_lost_failure(const struct gi_device *device);

/** Calls visit for every open device. */
void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument);

#endif
