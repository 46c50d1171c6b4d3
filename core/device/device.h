/** Calls for the current device. A device is opened at its first use; the list of all is
 *  cards/device_list.h.
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_DEVICE_H
#define GI_DEVICE_H

#include "base/handle.h"
#include "cards/device_list.h"

struct gi_context;

/** Waits until all streams of the current context are idle.
 *  Errors: GI_DEVICE_LOST, GI_CONTEXT_DESTROYED, and those of opening the device. */
GI_MUST_CHECK gi_status gi_device_synchronize(void);

/** Resets the current device: waits for the work of its primary context, then frees everything that
 *  it owns. That is streams, events, memory, imports and settings. Old handles and pointers then
 *  give errors. Created contexts keep what they own. The device can be used again at once, also one
 *  that was lost. A device that was never used stays closed.
 *  Threads: any, also beside calls that use the device.
 *  Errors:  those of gi_device_count, and the failure of queued work; the device is reset all the
 *           same. */
GI_MUST_CHECK gi_status gi_device_reset(void);

/** Resets a device by its ordinal, as gi_device_reset. The runtime interfaces are no users of its
 *  primary context any more. */
GI_MUST_CHECK gi_status gi_device_reset_and_leave(int ordinal);

/** Resets a device by its ordinal, as gi_device_reset. A runtime interface stays a user of the
 *  primary context. */
GI_MUST_CHECK gi_status gi_device_reset_at(int ordinal);

/** Waits for the work of a created context, whose handle was retired, then frees what the process
 *  made while it was current. Pools and their memory stay. If the work does not end, the watchdog
 *  names the call.
 *  Owner:  the caller has a reference to the context.
 *  Errors: the failure of queued work; everything is freed all the same. */
GI_MUST_CHECK gi_status gi_device_end_context(struct gi_context *context, gi_handle handle);

/** Opens a device, without a change of any current device.
 *  Errors: GI_INVALID_DEVICE, and those of opening the device. */
GI_MUST_CHECK gi_status gi_device_prepare(int ordinal);

/** Free and total bytes of the current device's own memory.
 *  Errors: those of opening the device, and the driver's. */
GI_MUST_CHECK gi_status gi_device_memory_info(uint64_t *out_free_bytes, uint64_t *out_total_bytes);

/** The rate of %clock64 in kernels of a device, in kHz; 0: not known, or it has no kernels. */
uint32_t gi_device_clock_khz(const struct gi_device_info *info);

#endif
