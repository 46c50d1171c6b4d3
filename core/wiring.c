#include "wiring.h"

#include "device/device_open.h"

const struct gi_wiring gi_wiring = {
    .open_device = gi_device_open,
};
