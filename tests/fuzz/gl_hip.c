#include "gl_hip.h"

#include <hip/hip_gl_interop.h>
#include <hip/hip_runtime_api.h>

int fuzz_hip_register_buffer(void **out_resource, unsigned int name, unsigned int flags)
{
    return (int)hipGraphicsGLRegisterBuffer((hipGraphicsResource_t *)out_resource, name, flags);
}

int fuzz_hip_register_image(void **out_resource, unsigned int name, unsigned int target,
                            unsigned int flags)
{
    return (int)hipGraphicsGLRegisterImage((hipGraphicsResource_t *)out_resource, name, target,
                                           flags);
}

int fuzz_hip_list(bool maps, int count, void **list, void *stream)
{
    return (int)(maps ? hipGraphicsMapResources : hipGraphicsUnmapResources)(
        count, (hipGraphicsResource_t *)list, stream);
}

int fuzz_hip_devices(unsigned int *count, int *devices, unsigned int room, int list)
{
    return (int)hipGLGetDevices(count, devices, room, (hipGLDeviceList)list);
}
