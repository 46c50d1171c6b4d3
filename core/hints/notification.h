/** What a program registers to be told when a device takes back memory that it had promised. No
 *  device here promises any, so nobody is ever told: a registration is a handle, and lives until it
 *  is ended or its device is reset. */
#ifndef GI_NOTIFICATION_H
#define GI_NOTIFICATION_H

#include "base/handle.h"

/** Registers with a device, which is opened.
 *  Threads: any.
 *  Errors:  GI_INVALID_DEVICE, GI_OUT_OF_MEMORY, and what opening the device can answer. */
GI_MUST_CHECK gi_status gi_notification_create(int ordinal, gi_handle *out_handle);

/** Ends a registration with that device.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE if handle is none, or one of another device. */
GI_MUST_CHECK gi_status gi_notification_destroy(int ordinal, gi_handle handle);

#endif
