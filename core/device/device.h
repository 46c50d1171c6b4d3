/** Devices: the list of them, each thread's current one, and what is opened at first use. */
#ifndef GI_DEVICE_H
#define GI_DEVICE_H

#include "contract/driver.h"

/** Number of devices after GPUINTEROP_DEVICES has been applied.
 *  Threads: any; the first call loads the drivers.
 *  Errors:  GI_NO_DRIVER, GI_NO_DEVICE, GI_NOT_INITIALIZED in a forked child. */
GI_MUST_CHECK gi_status gi_device_count(int *out_count);

/** Facts of a device; does not open it.
 *  Owner:  the library's, valid until the process ends.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info);

/** Makes a device the calling thread's current one; does not open it.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_set_current(int ordinal);

/** Makes a device the calling thread's current one unless the thread has one already. The device
 *  exists; it is not opened. */
void gi_device_begin_thread(int ordinal);

/** The calling thread's current device; 0 until it is set.
 *  Errors: those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_get_current(int *out_ordinal);

/** Waits until all streams of the current device are idle.
 *  Errors: GI_DEVICE_LOST, and what opening the device can answer. */
GI_MUST_CHECK gi_status gi_device_synchronize(void);

/** Waits for the current device's work, then takes everything back that the process made on it:
 *  streams, events, memory, imports and settings. Old handles and pointers are errors from then on;
 *  the device can be used at once, also one that was lost. A device that was never used stays
 *  closed.
 *  Threads: any, also beside calls that use the device.
 *  Errors:  those of gi_device_count, and what queued work failed with; it is reset all the
 *           same. */
GI_MUST_CHECK gi_status gi_device_reset(void);

/** Opens a device, and makes it nobody's current one.
 *  Errors: GI_INVALID_DEVICE, and what opening the device can answer. */
GI_MUST_CHECK gi_status gi_device_prepare(int ordinal);

/** Free and total bytes of the current device's own memory. */
GI_MUST_CHECK gi_status gi_device_memory_info(uint64_t *out_free_bytes, uint64_t *out_total_bytes);

/** The device whose UUID, PCI address or render node is the given one; any may be NULL.
 *  Errors: GI_INVALID_DEVICE with a sentence that lists what there is. */
GI_MUST_CHECK gi_status gi_device_match_uuid(const uint8_t uuid[16], int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_pci(uint32_t domain, uint32_t bus, uint32_t device,
                                            uint32_t function, int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_render_node(uint32_t major, uint32_t minor,
                                                    int *out_ordinal);

/** Reads a list of devices as programs write it in their environment ("0,2", "GPU-uuid", prefixes
 *  of one): the devices it names, in its order, up to the first entry that names none. text NULL
 *  names all. Pure.
 *  Units: out_ordinals has room for count entries; returns how many were written. */
int gi_device_parse_visible(const char *text, const struct gi_device_info *infos, int count,
                            int *out_ordinals);

#endif
