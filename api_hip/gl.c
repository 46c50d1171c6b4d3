/** The devices of OpenGL's context. */
#include "front.h"
#include "graphics/resource.h"

#include <hip/hip_gl_interop.h>

hipError_t hipGLGetDevices(unsigned int *device_count, int *devices, unsigned int room,
                           hipGLDeviceList list)
{
    unsigned int count;

    FRONT_NOT_NULL(device_count);
    FRONT_NOT_NULL(devices);
    FRONT_REQUIRE(room > 0, "%s: room is 0", __func__);
    FRONT_TRY(front_begin());
    if (list == hipGLDeviceListNextFrame)
        return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: the devices of the next frame are not "
                                   "known", __func__));
    FRONT_TRY(gi_graphics_devices(&front_interface, (int)list, devices, room, &count));
    *device_count = count;
    return hipSuccess;
}
