/** The program's numbers for devices. An environment variable selects devices of the core and
 *  orders them. Each interface above the core has one such variable, which is read once, at the
 *  first use. All libraries of one interface share the list.
 *  Threads: any. */
#ifndef GI_VISIBLE_H
#define GI_VISIBLE_H

#include "base/interface.h"
#include "base/status.h"

struct gi_device_info;

/** Bytes of a bus address such as 0000:01:00.0, with its terminating 0. */
#define GI_BUS_ADDRESS_BYTES 13

/** Checks that the calling thread may use the library and that the interface shows a device. A
 *  thread without a current device gets the interface's first one. Every call that needs a device
 *  begins with this; it is cheap after the first time.
 *  Errors: those of gi_process_check and gi_device_count; GI_NO_DEVICE if the variable selects no
 *          device; GI_CONTEXT_DESTROYED; GI_NOT_INITIALIZED and GI_INVALID_CONTEXT for an interface
 *          whose programs must initialise it and make a context current; the failure of the
 *          current context (failed_context.h). */
GI_MUST_CHECK gi_status gi_visible_begin(const struct gi_interface *interface);

/** As gi_visible_begin, for a call that also answers when the current context has failed. */
GI_MUST_CHECK gi_status gi_visible_begin_any(const struct gi_interface *interface);

/** As gi_visible_begin_any, for a call that leaves the thread's contexts alone. A thread without a
 *  current device goes on without one, and no primary context becomes active. With an interface
 *  whose programs make a context current, both functions are equal. */
GI_MUST_CHECK gi_status gi_visible_begin_look(const struct gi_interface *interface);

/** As gi_visible_begin, for a call on an object, which has a context of its own: a thread needs no
 *  current context.
 *  Errors: as gi_visible_begin, without GI_INVALID_CONTEXT. */
GI_MUST_CHECK gi_status gi_visible_begin_object(const struct gi_interface *interface);

/** Initialises an interface whose programs must do so (interface.h). The first call for another
 *  library of the same number does it as well.
 *  Errors: those of gi_process_check and gi_device_count; GI_NO_DEVICE. */
GI_MUST_CHECK gi_status gi_visible_initialise(const struct gi_interface *interface);

/** Checks that the calling thread may use the library and that the interface was initialised, where
 *  programs must do that.
 *  Errors: those of gi_process_check; GI_NOT_INITIALIZED. */
GI_MUST_CHECK gi_status gi_visible_check(const struct gi_interface *interface);

/** Begins a call on what a failed context leaves as it is: pools, pages, reserved addresses.
 *  Errors: as gi_visible_begin_any, but an explicit interface needs no current context. */
GI_MUST_CHECK gi_status gi_visible_begin_lasting(const struct gi_interface *interface);

/** Begins a call that needs a device, but no current context. A thread of an explicit interface
 *  that has none gets the interface's first device. It gives it back at the call's end.
 *  Errors: as gi_visible_begin, without GI_INVALID_CONTEXT; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_visible_borrow(const struct gi_interface *interface,
                                          bool *out_borrowed);
void gi_visible_give_back(bool borrowed);

/** How many devices the program can use. Also works in a host function of a stream, and in a forked
 *  child whose parent had asked.
 *  Errors: as gi_device_count; GI_NO_DEVICE if the variable selects no device. */
GI_MUST_CHECK gi_status gi_visible_count(const struct gi_interface *interface, int *out_count);

/** The core's ordinal of one of the program's devices.
 *  Errors: GI_INVALID_DEVICE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_to_core(const struct gi_interface *interface, int device,
                                           int *out_ordinal);

/** As gi_visible_to_core, and leaves the thread's contexts alone. */
GI_MUST_CHECK gi_status gi_visible_find(const struct gi_interface *interface, int device,
                                        int *out_ordinal);

/** The facts of one of the program's devices.
 *  Errors: as gi_visible_to_core. */
GI_MUST_CHECK gi_status gi_visible_info(const struct gi_interface *interface, int device,
                                        const struct gi_device_info **out_info);

/** Sets the current device of threads that set none: the first of the list, or of all devices if
 *  count is 0.
 *  Errors: GI_INVALID_VALUE for a NULL list with a count, for a count that is negative or above the
 *          number of devices, and for a repeated device; GI_INVALID_DEVICE, and those of
 *          gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_prefer(const struct gi_interface *interface, const int *devices,
                                          int count);

/** As gi_visible_to_core, for a device in a description of a location: an invalid one is a wrong
 *  value.
 *  Errors: GI_INVALID_VALUE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_location(const struct gi_interface *interface, int device,
                                            int *out_ordinal);

/** The program's number of the calling thread's current device.
 *  Errors: GI_INVALID_DEVICE if another interface made it current and the variable hides it, and
 *          those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_current(const struct gi_interface *interface, int *out_device);

/** As gi_visible_current, and leaves the thread's contexts alone: the device that its next call
 *  would get. */
GI_MUST_CHECK gi_status gi_visible_look(const struct gi_interface *interface, int *out_device);

/** The program's number for a device of the core, -1 if it is hidden. gi_visible_begin was
 *  called. */
int gi_visible_from_core(const struct gi_interface *interface, int ordinal);

/** Writes the bus address of one of the program's devices. A device without a bus has zeros. Text
 *  that does not fit is cut.
 *  Units:  room_bytes is the size of text; a whole address needs GI_BUS_ADDRESS_BYTES.
 *  Errors: GI_INVALID_VALUE if it was cut, GI_INVALID_DEVICE, and those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_bus_address(const struct gi_interface *interface, int device,
                                               char *text, int room_bytes);

/** The program's number of the device at a bus address. The address is domain:bus:device.function,
 *  domain:bus:device or bus:device.function, in hexadecimal.
 *  Errors: GI_INVALID_VALUE if text is no bus address, GI_INVALID_DEVICE if no device has it, and
 *          those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_visible_by_bus_address(const struct gi_interface *interface,
                                                  const char *text, int *out_device);

#endif
