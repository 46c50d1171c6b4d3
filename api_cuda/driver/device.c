#include "driver.h"

#include <limits.h>
#include <string.h>

#include "runtime/attributes.h"
#include "device/device.h"
#include "front.h"
#include "runtime/properties.h"

/** CUdevprop's numbers are int. */
static int to_int(size_t value)
{
    return value > INT_MAX ? INT_MAX : (int)value;
}

static gi_status properties_of(CUdevice device, struct cudaDeviceProp *out)
{
    int ordinal;
    gi_status status = gi_visible_to_core(&gicu_interface, device, &ordinal);

    return status == GI_OK ? front_device_properties(ordinal, out) : status;
}

static gi_status clock_khz_of(CUdevice device, int *out_khz)
{
    int ordinal;
    gi_status status = gi_visible_to_core(&gicu_interface, device, &ordinal);

    return status == GI_OK ? front_device_attribute("cuDeviceGetProperties", ordinal,
                                                    cudaDevAttrClockRate, out_khz)
                           : status;
}

CUresult cuInit(unsigned int flags)
{
    CU_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gicu_error(gi_visible_initialise(&gicu_interface));
}

CUresult cuDriverGetVersion(int *version)
{
    CU_NOT_NULL(version);
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    int known;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(count);
    CU_TRY(gi_visible_count(&gicu_interface, &known));
    *count = known;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetLuid(char *luid, unsigned int *node_mask, CUdevice device)
{
    const struct gi_device_info *info;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(luid);
    CU_NOT_NULL(node_mask);
    CU_TRY(gi_visible_info(&gicu_interface, device, &info));
    if (!info->has_luid)
        return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: device %d has no LUID", __func__,
                                  device));
    memcpy(luid, info->luid, sizeof info->luid);
    *node_mask = info->luid_node_mask;
    return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    struct cudaDeviceProp properties;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(major);
    CU_NOT_NULL(minor);
    CU_TRY(properties_of(device, &properties));
    *major = properties.major;
    *minor = properties.minor;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device)
{
    struct cudaDeviceProp all;
    int clock_khz;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(properties);
    CU_TRY(properties_of(device, &all));
    CU_TRY(clock_khz_of(device, &clock_khz));
    *properties = (CUdevprop){
        .maxThreadsPerBlock = all.maxThreadsPerBlock,
        .sharedMemPerBlock = to_int(all.sharedMemPerBlock),
        .totalConstantMemory = to_int(all.totalConstMem),
        .SIMDWidth = all.warpSize,
        .memPitch = to_int(all.memPitch),
        .regsPerBlock = all.regsPerBlock,
        .clockRate = clock_khz,
        .textureAlign = to_int(all.textureAlignment),
    };
    memcpy(properties->maxThreadsDim, all.maxThreadsDim, sizeof all.maxThreadsDim);
    memcpy(properties->maxGridSize, all.maxGridSize, sizeof all.maxGridSize);
    return CUDA_SUCCESS;
}

/* The runtime interface has the same attributes. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(value);
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(front_device_attribute(__func__, ordinal, (enum cudaDeviceAttr)attribute,
                                             value));
}
