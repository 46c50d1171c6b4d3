/** The three names of a kernel in calls of programs: a host function that a compiler registered, a
 *  kernel of a library, or a kernel that is loaded on a device.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_LOOKUP_H
#define GI_LOOKUP_H

#include "base/status.h"

struct gi_device;
struct gi_function;

/** Finds the function of any of the three, on the current device. One that is loaded on another
 *  device is found there.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_FUNCTION if it is none of them; those of gi_registered_function,
 *          gi_library_function and gi_device_current. */
GI_MUST_CHECK gi_status gi_lookup_function(const void *named, struct gi_function **out_function);

/** As gi_lookup_function, on a device.
 *  Errors: also GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_lookup_function_on(const void *named, int ordinal,
                                              struct gi_function **out_function);

#endif
