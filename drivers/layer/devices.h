/* The list of all devices. */
#ifndef GILAYER_DEVICES_H
#define GILAYER_DEVICES_H

#include "layer.h"

/** Finds the device of a device or queue by its dispatch pointer.
 *  Owner:   the layer's; valid until the device is destroyed.
 *  Threads: any. */
struct gilayer_device *gilayer_device_of(const void *dispatchable);

/** Adds a device to the list. Its handle and calls must be set.
 *  Owner:   the caller's, who removes it before freeing it.
 *  Threads: any. */
void gilayer_devices_add(struct gilayer_device *device);

/** Removes a device from the list.
 *  Threads: none other may use the device. */
void gilayer_devices_remove(struct gilayer_device *device);

#endif
