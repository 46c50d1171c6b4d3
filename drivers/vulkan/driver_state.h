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

extern const struct gi_driver givk_driver;

#endif
