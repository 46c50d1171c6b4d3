/** A program's own numbers for devices: those of the core, as a variable of its environment chooses
 *  and orders them. Each interface above the core has one such variable, which is read once, at the
 *  first use. All libraries of one interface share the list. */
#ifndef GI_VISIBLE_H
#define GI_VISIBLE_H

#include "base/interface.h"
#include "base/status.h"

/** Bytes of a bus address with its end, as in 0000:01:00.0. */
#define GI_BUS_ADDRESS_BYTES 13

/** Whether the calling thread may use the library, and through the numbers of interface; a thread
 *  without a current device gets the interface's first. Cheap after the first call; every call that
 *  needs a device begins with it.
 *  Threads: any.
 *  Errors:  those of gi_process_check and gi_device_count; GI_NO_DEVICE if the variable leaves
 *           none. */
GI_MUST_CHECK gi_status gi_visible_begin(const struct gi_interface *interface);

/** How many devices the program may use; also told in a host function of a stream, and in a forked
 *  child whose parent had asked.
 *  Threads: any.
 *  Errors:  as gi_device_count; GI_NO_DEVICE if the variable leaves none. */
GI_MUST_CHECK gi_status gi_visible_count(const struct gi_interface *interface, int *out_count);

/** The core's ordinal of one of the program's devices.
 *  Threads: any.
 *  Errors:  GI_INVALID_DEVICE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_to_core(const struct gi_interface *interface, int device,
                                           int *out_ordinal);

/** Says which devices threads begin with that set none: the first of the list, or of all devices
 *  if count is 0.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE for a NULL list with a count, a count that is negative or above the
 *           number of devices, and a device named twice; GI_INVALID_DEVICE, and those of
 *           gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_prefer(const struct gi_interface *interface, const int *devices,
                                          int count);

/** The same of a device that stands in a description of a place: one that is none makes the
 *  description wrong.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_location(const struct gi_interface *interface, int device,
                                            int *out_ordinal);

/** The program's number of the calling thread's current device.
 *  Threads: any.
 *  Errors:  GI_INVALID_DEVICE if another interface made it current and the variable hides it, and
 *           those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_current(const struct gi_interface *interface, int *out_device);

/** The program's number for a device of the core, -1 if it is hidden; gi_visible_begin was called.
 *  Threads: any. */
int gi_visible_from_core(const struct gi_interface *interface, int ordinal);

/** Writes the bus address of one of the program's devices; a device on no bus has zeros. What does
 *  not fit into text is cut.
 *  Units:   room_bytes of text, the end included; the whole needs GI_BUS_ADDRESS_BYTES.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE if it was cut, GI_INVALID_DEVICE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_bus_address(const struct gi_interface *interface, int device,
                                               char *text, int room_bytes);

/** The program's number of the device at a bus address, which is written as
 *  domain:bus:device.function, domain:bus:device or bus:device.function, in hexadecimal digits.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE if text is no such address, GI_INVALID_DEVICE if no device is there,
 *           and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_by_bus_address(const struct gi_interface *interface,
                                                  const char *text, int *out_device);

#endif
