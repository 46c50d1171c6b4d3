/** Compiled kernels inside the core: counted, because a launch needs its kernel until it is done.
 *
 *  Threads: any. */
#ifndef GI_KERNEL_OBJECT_H
#define GI_KERNEL_OBJECT_H

#include "contract/driver.h"

/** Compiles code for a device, which may take seconds.
 *  Owner:  the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY, and those of the driver's init. */
GI_MUST_CHECK gi_status gi_kernel_object_make(struct gi_device_base *base,
                                              const struct gi_kernel_code *code,
                                              struct gi_kernel **out_kernel);

void gi_kernel_object_ref(struct gi_kernel *kernel);

/** Drops a reference; the last one finishes the kernel. */
void gi_kernel_object_unref(struct gi_kernel *kernel);

#endif
