/** Why a device is lost, as the driver tells (VK_EXT_device_fault).
 *  Threads: any. */
#ifndef GIVK_FAULT_H
#define GIVK_FAULT_H

#include "contract/driver.h"
#include "loader.h"

/** Reads the driver's list of addresses: the first read, write or execution, else whether an
 *  instruction is named. Some drivers know the instruction alone. Pure. */
struct gi_fault givk_fault_of(const VkDeviceFaultAddressInfoEXT *addresses, uint32_t count);

/** The slot of gi_device_ops: see contract/driver.h. */
void givk_tell_fault(struct gi_device_base *base, struct gi_fault *out_fault);

#endif
