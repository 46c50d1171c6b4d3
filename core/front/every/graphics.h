/** Resources of graphics interfaces, such as OpenGL. No interface registers one here: programs
 *  import memory and semaphores instead. So each handle of a resource is refused.
 *
 *  Threads: any. */
#ifndef GI_FRONT_GRAPHICS_H
#define GI_FRONT_GRAPHICS_H

#include "front.h"

/** The interface's spelling of a neutral name, as a string. */
#define FRONT_TEXT_OF(name) FRONT_TEXT(name)
#define FRONT_TEXT(name) #name

/** Answers a call with a handle, which names no resource. */
static inline gpuError_t front_refuse_resource(const char *caller, gpuGraphicsResource_t resource)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_INVALID_HANDLE, "%s: %p is no registered resource. This library "
                               "registers none. Import external memory instead: "
                               FRONT_TEXT_OF(gpuImportExternalMemory), caller,
                               (void *)resource));
}

#endif
