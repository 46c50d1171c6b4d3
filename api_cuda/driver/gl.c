/** Functions for OpenGL that the driver interface alone has: its beginning, its contexts and the
 *  list of its devices. */
#include "cudainterop/driver/gl_api.h"
#include "driver.h"
#include "graphics/resource.h"
#include "versions.h"

CUresult cuGLInit(void)
{
    CU_TRY(gicu_begin());
    return CUDA_SUCCESS;
}

CUresult cuGLCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    CU_TRY(gicu_ready());
    CU_TRY(gi_graphics_check_context());
    return cuCtxCreate_v2(context, flags, device);
}

CUresult cuGLGetDevices(unsigned int *device_count, CUdevice *devices, unsigned int room,
                        CUGLDeviceList list)
{
    unsigned int count;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(device_count);
    CU_NOT_NULL(devices);
    CU_TRY(gi_graphics_devices(&gicu_interface, (int)list, devices, room, &count));
    *device_count = count;
    return CUDA_SUCCESS;
}
