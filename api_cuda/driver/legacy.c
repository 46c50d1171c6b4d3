/** Symbols that programs of older versions link to, where the arguments are those of today. */
#include "legacy.h"
#include "versions.h"

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    return cuCtxCreate_v2(context, flags, device);
}

CUresult cuCtxDestroy(CUcontext context)
{
    return cuCtxDestroy_v2(context);
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    return cuCtxPushCurrent_v2(context);
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    return cuCtxPopCurrent_v2(context);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return cuDevicePrimaryCtxRelease_v2(device);
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    return cuDevicePrimaryCtxReset_v2(device);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return cuDeviceGetUuid_v2(uuid, device);
}

CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags)
{
    return cuMemHostRegister_v2(pointer, size, flags);
}

CUresult cuStreamDestroy(CUstream stream)
{
    return cuStreamDestroy_v2(stream);
}

CUresult cuEventDestroy(CUevent event)
{
    return cuEventDestroy_v2(event);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    return cuEventElapsedTime_v2(milliseconds, start, end);
}

CUresult cuGLCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    return cuGLCtxCreate_v2(context, flags, device);
}

CUresult cuGLGetDevices(unsigned int *device_count, CUdevice *devices, unsigned int room,
                        CUGLDeviceList list)
{
    return cuGLGetDevices_v2(device_count, devices, room, list);
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags)
{
    CUdriverProcAddressQueryResult found;
    CUresult result = cuGetProcAddress_v2(symbol, function, version, flags, &found);

    if (result != CUDA_SUCCESS || found == CU_GET_PROC_ADDRESS_SUCCESS)
        return result;
    return gicu_error(gi_fail(GI_NOT_FOUND, "%s: no function of version %d is called %.60s",
                              __func__, version, symbol));
}

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *link)
{
    return cuLinkCreate_v2(count, options, values, link);
}

CUresult cuLinkAddData(CUlinkState link, CUjitInputType type, void *image, size_t size,
                       const char *name, unsigned int count, CUjit_option *options, void **values)
{
    return cuLinkAddData_v2(link, type, image, size, name, count, options, values);
}

CUresult cuLinkAddFile(CUlinkState link, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values)
{
    return cuLinkAddFile_v2(link, type, path, count, options, values);
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags)
{
    return cuGraphicsResourceSetMapFlags_v2(resource, flags);
}

CUresult cuTexRefSetAddress2D_v2(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                                 CUdeviceptr pointer, size_t pitch)
{
    return cuTexRefSetAddress2D(reference, descriptor, pointer, pitch);
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags)
{
    return cuIpcOpenMemHandle_v2(pointer, handle, flags);
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t size, CUmem_advise advice, CUdevice device)
{
    return cuMemAdvise_v2(pointer, size, advice, gicu_location_of(device));
}
