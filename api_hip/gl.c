/** OpenGL, of which this library has nothing yet. */
#include "front.h"

#include <hip/hip_gl_interop.h>

/* Answers a call that would need a context of OpenGL. */
static hipError_t refuse(const char *caller)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: OpenGL shares nothing here. Import external "
                               "memory instead: hipImportExternalMemory", caller));
}

hipError_t hipGLGetDevices(unsigned int *device_count, int *devices, unsigned int room,
                           hipGLDeviceList list)
{
    (void)device_count, (void)devices, (void)room, (void)list;
    return refuse(__func__);
}

hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource **resource, GLuint buffer,
                                       unsigned int flags)
{
    (void)buffer, (void)flags;
    FRONT_NOT_NULL(resource);
    return refuse(__func__);
}

hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource **resource, GLuint image, GLenum target,
                                      unsigned int flags)
{
    (void)image, (void)target, (void)flags;
    FRONT_NOT_NULL(resource);
    return refuse(__func__);
}
