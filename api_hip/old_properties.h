/** The properties of a device in the layout of HIP 5, for old binaries. */
#ifndef GIHIP_OLD_PROPERTIES_H
#define GIHIP_OLD_PROPERTIES_H

#include "front.h"

/** As front_device_properties. */
GI_MUST_CHECK gi_status front_device_properties_old(int ordinal, struct hipDeviceProp_tR0000 *out);

#endif
