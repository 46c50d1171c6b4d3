/** The devices of OpenGL's context; its textures and renderbuffers, of which this library has
 *  nothing yet. */
#include "front.h"
#include "graphics/resource.h"

cudaError_t cudaGLGetDevices(unsigned int *device_count, int *devices, unsigned int room,
                             enum cudaGLDeviceList list)
{
    unsigned int count;

    FRONT_TRY(front_begin());
    FRONT_REQUIRE(list >= cudaGLDeviceListAll && list <= cudaGLDeviceListNextFrame,
                  "%s: list is %d; 1 to 3 exist", __func__, (int)list);
    FRONT_TRY(gi_graphics_devices(&front_interface, devices, devices == NULL ? 0 : room, &count));
    if (device_count != NULL)
        *device_count = count;
    return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, GLuint image,
                                        GLenum target, unsigned int flags)
{
    (void)image, (void)target, (void)flags;
    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: textures and renderbuffers of OpenGL cannot "
                               "be registered here; buffers can", __func__));
}
