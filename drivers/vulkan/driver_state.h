/** What the driver knows before any device is open: the instance and the devices it lists. */
#ifndef GIVK_DRIVER_STATE_H
#define GIVK_DRIVER_STATE_H

#include "plan.h"

/** A usable device, in the order of the list. */
struct givk_listed {
    VkPhysicalDevice physical;
    struct givk_facts facts;
    struct givk_plan plan;
};

/** The listed device of that index, NULL if there is none; *out_calls are the instance's.
 *  Owner:   the driver's, until the process ends.
 *  Threads: any, after a successful enumerate. */
const struct givk_listed *givk_driver_listed(uint32_t index,
                                             const struct givk_instance_calls **out_calls);

/** The driver's slots. */
gi_status givk_driver_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                                size_t capacity, size_t *out_count);
void givk_driver_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                            size_t capacity, size_t *out_count);

extern const struct gi_driver givk_driver;

#endif
