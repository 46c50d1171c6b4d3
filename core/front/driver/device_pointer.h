/** Device pointers: one vendor's are pointers, the other's are integers. Only these macros
 *  convert them; all other code must compile with both. */
#ifndef GI_FRONT_DEVICE_POINTER_H
#define GI_FRONT_DEVICE_POINTER_H

#include "front_driver_names.h"

#define front_from_device(device_pointer) ((uint64_t)(uintptr_t)(device_pointer))
#define front_to_device(address) ((gpuDeviceptr_t)(uintptr_t)(address))

#endif
