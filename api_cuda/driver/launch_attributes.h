/** Attributes of launches.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_LAUNCH_ATTRIBUTES_H
#define GICUDA_DRIVER_LAUNCH_ATTRIBUTES_H

#include "cuda.h"

#include "module/launch.h"

/** Applies the attributes of a configuration to a launch. *out_event gets an event that is recorded
 *  behind it, if an attribute names one.
 *  Errors: GI_NOT_SUPPORTED, GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gicu_launch_attributes(const char *caller, const CUlaunchConfig *config,
                                               struct gi_launch *described, gi_handle *out_event);

#endif
