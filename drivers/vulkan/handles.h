/** What the driver's own opaque descriptors look like, learnt from one of each when the device is
 *  opened. A descriptor that looks different is refused here: drivers wait for ever on a pipe that
 *  they are given, or fail every allocation after they were given a file they do not know. */
#ifndef GIVK_HANDLES_H
#define GIVK_HANDLES_H

#include "fd.h"
#include "memory_file.h"

struct givk_device;

/** A kind is unknown where the driver cannot export it; then only what is never an object of a
 *  driver is refused. */
struct givk_handles {
    struct givk_fd_kind memory, binary, timeline;
    struct givk_memory_file memory_file;
    bool refusal_closes;         /* the driver closes a memory file that it refuses: nobody else may
                                    then, as the number can be another thread's by then */
};

/** Whether the driver has closed a descriptor that was given to it for an import that failed. */
static inline bool givk_handles_refusal_closed(const struct givk_handles *handles, VkResult result)
{
    return result == VK_ERROR_INVALID_EXTERNAL_HANDLE && handles->refusal_closes;
}

/** Exports one object of each kind that can be, and looks at it.
 *  Errors: those of the exports. */
GI_MUST_CHECK gi_status givk_handles_learn(struct givk_device *dev);

#endif
