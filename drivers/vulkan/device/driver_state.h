/** The state of the driver before a device is opened: the instance and the list of devices. */
#ifndef GIVK_DRIVER_STATE_H
#define GIVK_DRIVER_STATE_H

#include "vulkan/plan/plan.h"

/** A usable device. Its place in the list is its index. */
struct givk_listed {
    VkPhysicalDevice physical;
    struct givk_facts facts;
    struct givk_plan plan;
};

/** Finds a listed device; *out_calls are the instance's calls.
 *  Returns: NULL if no device has that index.
 *  Owner:   the driver's, until the process ends.
 *  Threads: any, after a successful enumerate. */
const struct givk_listed *givk_driver_listed(uint32_t index,
                                             const struct givk_instance_calls **out_calls);

/** The slots of gi_driver: see contract/driver.h. */
gi_status givk_driver_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                                size_t capacity, size_t *out_count);
void givk_driver_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                            size_t capacity, size_t *out_count);

extern const struct gi_driver givk_driver;

#endif
