/** The form of the driver's own opaque descriptors, learnt from samples when the device is
 *  opened. Descriptors that look different are refused here. Some drivers wait forever on a pipe,
 *  or fail all later allocations after an import of a file they do not know. */
#ifndef GIVK_HANDLES_H
#define GIVK_HANDLES_H

#include "vulkan/loader/fd.h"
#include "vulkan/memory/memory_file.h"

struct givk_device;

/** A kind is unknown if the driver cannot export it. Then only descriptors are refused that are
 *  never driver objects. */
struct givk_handles {
    struct givk_fd_kind memory, binary, timeline;
    struct givk_memory_file memory_file;
    bool refusal_closes;         /* the driver closes a memory file that it refuses. Then nobody
                                    else may close it: the number may be another thread's by then */
};

/** Tells whether the driver has closed the descriptor of a failed import. */
static inline bool givk_handles_refusal_closed(const struct givk_handles *handles, VkResult result)
{
    return result == VK_ERROR_INVALID_EXTERNAL_HANDLE && handles->refusal_closes;
}

/** Exports one object of each exportable kind and reads what its descriptor is.
 *  Threads: one, as the device opens.
 *  Errors:  those of the exports. */
GI_MUST_CHECK gi_status givk_handles_learn(struct givk_device *dev);

#endif
