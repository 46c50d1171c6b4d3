/** Devices: the list of them, each thread's current one, and calls for the current one. A device is
 *  opened at its first use.
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_DEVICE_H
#define GI_DEVICE_H

#include "base/handle.h"
#include "contract/driver.h"

struct gi_context;

/** The number of devices, after GPUINTEROP_DEVICES. The first call loads the drivers.
 *  Errors: GI_NO_DRIVER, GI_NO_DEVICE, GI_NOT_INITIALIZED in a forked child. */
GI_MUST_CHECK gi_status gi_device_count(int *out_count);

/** The facts of a device, which is not opened.
 *  Owner:  the library's, valid until the process ends.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info);

/** Makes a device the calling thread's current one. Does not open it.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_set_current(int ordinal);

/** Makes a device the calling thread's current one if the thread has none. The device exists; it is
 *  not opened. */
void gi_device_begin_thread(int ordinal);

/** The calling thread's current device; 0 until it is set.
 *  Errors: those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_get_current(int *out_ordinal);

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

/** The same for a device by its ordinal. It leaves a runtime interface a user of the primary
 *  context; gi_device_reset does not. */
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

/** Finds the device with this UUID, PCI address or render node.
 *  Errors: GI_INVALID_DEVICE with a sentence that lists the devices; those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_match_uuid(const uint8_t uuid[16], int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_pci(uint32_t domain, uint32_t bus, uint32_t device,
                                            uint32_t function, int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_render_node(uint32_t major, uint32_t minor,
                                                    int *out_ordinal);

/** Parses a list of devices from an environment variable ("0,2", "GPU-uuid", or a prefix of a
 *  UUID). The result has the named devices, in that order, up to the first invalid entry. text NULL
 *  names all. Pure.
 *  Units:   out_ordinals has room for count entries.
 *  Returns: how many were written. */
int gi_device_parse_visible(const char *text, const struct gi_device_info *infos, int count,
                            int *out_ordinals);

#endif
