/** Which drivers are used, and which of two that have the same device. Pure. */
#ifndef GI_DRIVER_CHOICE_H
#define GI_DRIVER_CHOICE_H

#include "driver.h"

enum { GI_MAX_DRIVERS = 8 };

/** The drivers to use, the preferred one first. text is GPUINTEROP_DRIVER: names with commas
 *  between them, in the order that is wanted; NULL or "": all, as the build has them.
 *  Owner:   drivers ends by NULL.
 *  Returns: how many there are; 0 if no driver has any of the names. */
size_t gi_driver_choose(const char *text, const struct gi_driver *const *drivers,
                        const struct gi_driver *out_chosen[static GI_MAX_DRIVERS]);

/** Whether two drivers speak of one card: by its UUID, or by its place on the PCI bus. */
bool gi_device_is_same_card(const struct gi_device_info *one, const struct gi_device_info *other);

#endif
