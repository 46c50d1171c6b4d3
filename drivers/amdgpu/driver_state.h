/** What the driver knows before any device is open: libdrm's calls and the cards it lists. */
#ifndef GIAMD_DRIVER_STATE_H
#define GIAMD_DRIVER_STATE_H

#include "facts.h"

/** A usable card. */
struct giamd_listed {
    struct giamd_node node;
    struct giamd_facts facts;
    struct giamd_plan plan;
    struct gi_device_info info;
};

/** The listed card of that index, NULL if there is none, and the calls.
 *  Owner:   the driver's, until the process ends.
 *  Threads: any, after a successful enumerate. */
const struct giamd_listed *giamd_driver_listed(uint32_t index,
                                               const struct giamd_drm_calls **out_drm,
                                               const struct giamd_calls **out_calls);

extern const struct gi_driver giamd_driver;

#endif
