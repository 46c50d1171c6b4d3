/** Registrations for a notification that a device takes back memory it had promised. No device here
 *  promises memory, so no notification is ever sent. A registration is a handle, which lives until
 *  it is ended or its device is reset.
 *  Threads: any. */
#ifndef GI_NOTIFICATION_H
#define GI_NOTIFICATION_H

#include "base/handle.h"

/** Registers with a device, which is opened.
 *  Errors: GI_INVALID_DEVICE, GI_OUT_OF_MEMORY, and those of opening the device. */
GI_MUST_CHECK gi_status gi_notification_create(int ordinal, gi_handle *out_handle);

/** Ends a registration with that device.
 *  Errors: GI_INVALID_VALUE if handle is none, or one of another device. */
GI_MUST_CHECK gi_status gi_notification_destroy(int ordinal, gi_handle handle);

#endif
