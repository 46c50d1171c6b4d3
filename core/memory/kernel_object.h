/** Compiled kernels inside the core: counted, because a launch needs its kernel until it is done.
 *
 *  Threads: any. */
#ifndef GI_KERNEL_OBJECT_H
#define GI_KERNEL_OBJECT_H

#include "contract/driver.h"

/** The name and block of a kernel, for sentences. */
struct gi_kernel_label {
    const char *name;
    uint32_t block[3];           /* threads of a block, for which it is compiled */
};

/** Compiles code for a device, which may take seconds.
 *  Owner:  the reference is the caller's; the label's name is copied.
 *  Errors: GI_OUT_OF_MEMORY, and those of the driver's init. */
GI_MUST_CHECK gi_status gi_kernel_object_make(struct gi_device_base *base,
                                              const struct gi_kernel_code *code,
                                              const struct gi_kernel_label *label,
                                              struct gi_kernel **out_kernel);

/** The kernel's label.
 *  Owner: the kernel's. */
const struct gi_kernel_label *gi_kernel_object_label(const struct gi_kernel *kernel);

void gi_kernel_object_ref(struct gi_kernel *kernel);

/** Drops a reference; the last one finishes the kernel. */
void gi_kernel_object_unref(struct gi_kernel *kernel);

#endif
