#include "wiring.h"

#include "device/device_open.h"
#include "share/multicast_share.h"

const struct gi_wiring gi_wiring = {
    .open_device = gi_device_open,
    .tell_binding = gi_multicast_tell,
    .open_bindings = gi_multicast_open_bindings,
};
