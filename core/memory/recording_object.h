/** Recordings inside the core: counted, because a batch needs its recordings until it is done. They
 *  keep the kernels that they launch, the memory of these kernels' parameters, and the constants
 *  that they bind.
 *
 *  Threads: any. */
#ifndef GI_RECORDING_OBJECT_H
#define GI_RECORDING_OBJECT_H

#include "contract/driver.h"

struct gi_allocation;

/** Has the driver record commands.
 *  Owner:  the reference is the caller's. The kernels of the launches are referenced, and so are
 *          the allocations of the list. Memory that the commands name is not.
 *  Errors: GI_OUT_OF_MEMORY, and those of the driver's init. */
GI_MUST_CHECK gi_status gi_recording_object_make(struct gi_device_base *base,
                                                 const struct gi_recorded *recorded,
                                                 struct gi_allocation *const *kept,
                                                 size_t kept_count,
                                                 struct gi_recording **out_recording);

void gi_recording_object_ref(struct gi_recording *recording);

/** Drops a reference; the last one finishes the recording. The caller holds no lock of a heap. */
void gi_recording_object_unref(struct gi_recording *recording);

/** How many commands it has, and how many launches. */
size_t gi_recording_object_commands(const struct gi_recording *recording);
size_t gi_recording_object_launches(const struct gi_recording *recording);

/** The launch of that number, for sentences. */
struct gi_recorded_launch {
    struct gi_kernel *kernel;            /* referenced by the recording */
    uint32_t groups[3];
};

const struct gi_recorded_launch *gi_recording_object_launch(const struct gi_recording *recording,
                                                            size_t i);

#endif
