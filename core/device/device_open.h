/** Opens a device: the driver's part, lanes, heaps, progress threads and the legacy stream. */
#ifndef GI_DEVICE_OPEN_H
#define GI_DEVICE_OPEN_H

#include "base/status.h"

struct gi_device;

/** Opens a device. The library never closes it.
 *  Threads: one at a time; the table of open devices calls it (device_table.h).
 *  Errors:  GI_OUT_OF_MEMORY, and those of the driver's open. */
GI_MUST_CHECK gi_status gi_device_open(int ordinal, struct gi_device **out_device);

#endif
