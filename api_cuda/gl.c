/** The devices of OpenGL's context; maps of buffers that a call names by OpenGL's number of
 *  them. */
#include "context/context.h"
#include "device/device.h"
#include "front.h"
#include "graphics/named.h"
#include "graphics/resource.h"
#include "handles.h"

cudaError_t cudaGLGetDevices(unsigned int *device_count, int *devices, unsigned int room,
                             enum cudaGLDeviceList list)
{
    unsigned int count;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_devices(&front_interface, (int)list, devices, devices == NULL ? 0 : room,
                                  &count));
    if (device_count != NULL)
        *device_count = count;
    return cudaSuccess;
}

/* ---- the calls of CUDA 2 -------------------------------------------------------------------- */

/* A program had to choose the device by this call before anything used it. OpenGL may be on any
 * today. */
cudaError_t cudaGLSetGLDevice(int device)
{
    bool is_active;
    int ordinal;

    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    FRONT_TRY(gi_context_primary_is_active(ordinal, &is_active));
    if (is_active)
        return front_error(gi_fail(GI_PRIMARY_ACTIVE, "%s: device %d is in use: its primary "
                                   "context is active. cudaSetDevice can choose it", __func__,
                                   device));
    return front_error(gi_device_set_current(ordinal));
}

static gi_status map(GLuint buffer, cudaStream_t stream, bool for_all, void **pointer)
{
    uint64_t address;
    gi_status status = gi_graphics_map_named(buffer, front_from_stream(stream), for_all, &address,
                                             NULL);

    if (status == GI_OK && pointer != NULL)
        *pointer = front_to_address(address);
    return status;
}

cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer)
{
    FRONT_TRY(front_begin());
    return front_error(map(buffer, NULL, true, pointer));
}

cudaError_t cudaGLMapBufferObjectAsync(void **pointer, GLuint buffer, cudaStream_t stream)
{
    FRONT_TRY(front_begin());
    return front_error(map(buffer, stream, false, pointer));
}
