/** Attributes of launches, which the runtime and the driver interface number alike.
 *
 *  Threads: any. */
#ifndef GICUDA_LAUNCH_ATTRIBUTE_H
#define GICUDA_LAUNCH_ATTRIBUTE_H

#include "runtime/kernel.h"

/** Applies an attribute to a launch. *out_event gets an event that is recorded when the kernel
 *  allows it. Here that is when it has run.
 *  Errors: GI_NOT_SUPPORTED, GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gicuda_launch_attribute(const char *caller,
                                                const cudaLaunchAttribute *attribute,
                                                struct gi_launch *described, gi_handle *out_event);

/** Whether kernel nodes have an attribute. */
bool gicuda_is_node_attribute(int id);

#endif
