/** Device attributes: most are a field of the properties, the rest have no meaning here and are
 *  0. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "device.h"
#include "front.h"

enum kind { KIND_ZERO, KIND_INT, KIND_SIZE, KIND_IMAGES };

struct row {
    hipDeviceAttribute_t attribute;
    enum kind kind;
    size_t offset_bytes;         /* of a field of the properties */
};

#define INT(attribute, field) \
    { attribute, KIND_INT, offsetof(struct hipDeviceProp_tR0600, field) }
#define SIZE(attribute, field) \
    { attribute, KIND_SIZE, offsetof(struct hipDeviceProp_tR0600, field) }
#define ZERO(attribute) { attribute, KIND_ZERO, 0 }

/** Every attribute of the enum. */
static const struct row rows[] = {
    INT(hipDeviceAttributeEccEnabled, ECCEnabled),
    INT(hipDeviceAttributeAccessPolicyMaxWindowSize, accessPolicyMaxWindowSize),
    INT(hipDeviceAttributeAsyncEngineCount, asyncEngineCount),
    INT(hipDeviceAttributeCanMapHostMemory, canMapHostMemory),
    INT(hipDeviceAttributeCanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    INT(hipDeviceAttributeClockRate, clockRate),
    INT(hipDeviceAttributeComputeMode, computeMode),
    INT(hipDeviceAttributeComputePreemptionSupported, computePreemptionSupported),
    INT(hipDeviceAttributeConcurrentKernels, concurrentKernels),
    INT(hipDeviceAttributeConcurrentManagedAccess, concurrentManagedAccess),
    INT(hipDeviceAttributeCooperativeLaunch, cooperativeLaunch),
    INT(hipDeviceAttributeCooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    INT(hipDeviceAttributeDeviceOverlap, deviceOverlap),
    INT(hipDeviceAttributeDirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    INT(hipDeviceAttributeGlobalL1CacheSupported, globalL1CacheSupported),
    INT(hipDeviceAttributeHostNativeAtomicSupported, hostNativeAtomicSupported),
    INT(hipDeviceAttributeIntegrated, integrated),
    INT(hipDeviceAttributeIsMultiGpuBoard, isMultiGpuBoard),
    INT(hipDeviceAttributeKernelExecTimeout, kernelExecTimeoutEnabled),
    INT(hipDeviceAttributeL2CacheSize, l2CacheSize),
    INT(hipDeviceAttributeLocalL1CacheSupported, localL1CacheSupported),
    ZERO(hipDeviceAttributeLuid),
    INT(hipDeviceAttributeLuidDeviceNodeMask, luidDeviceNodeMask),
    INT(hipDeviceAttributeComputeCapabilityMajor, major),
    INT(hipDeviceAttributeManagedMemory, managedMemory),
    INT(hipDeviceAttributeMaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor),
    INT(hipDeviceAttributeMaxBlockDimX, maxThreadsDim[0]),
    INT(hipDeviceAttributeMaxBlockDimY, maxThreadsDim[1]),
    INT(hipDeviceAttributeMaxBlockDimZ, maxThreadsDim[2]),
    INT(hipDeviceAttributeMaxGridDimX, maxGridSize[0]),
    INT(hipDeviceAttributeMaxGridDimY, maxGridSize[1]),
    INT(hipDeviceAttributeMaxGridDimZ, maxGridSize[2]),
    INT(hipDeviceAttributeMaxSurface1D, maxSurface1D),
    INT(hipDeviceAttributeMaxSurface1DLayered, maxSurface1DLayered[0]),
    INT(hipDeviceAttributeMaxSurface2D, maxSurface2D[0]),
    INT(hipDeviceAttributeMaxSurface2DLayered, maxSurface2DLayered[0]),
    INT(hipDeviceAttributeMaxSurface3D, maxSurface3D[0]),
    INT(hipDeviceAttributeMaxSurfaceCubemap, maxSurfaceCubemap),
    INT(hipDeviceAttributeMaxSurfaceCubemapLayered, maxSurfaceCubemapLayered[0]),
    INT(hipDeviceAttributeMaxTexture1DWidth, maxTexture1D),
    INT(hipDeviceAttributeMaxTexture1DLayered, maxTexture1DLayered[0]),
    INT(hipDeviceAttributeMaxTexture1DLinear, maxTexture1DLinear),
    INT(hipDeviceAttributeMaxTexture1DMipmap, maxTexture1DMipmap),
    INT(hipDeviceAttributeMaxTexture2DWidth, maxTexture2D[0]),
    INT(hipDeviceAttributeMaxTexture2DHeight, maxTexture2D[1]),
    INT(hipDeviceAttributeMaxTexture2DGather, maxTexture2DGather[0]),
    INT(hipDeviceAttributeMaxTexture2DLayered, maxTexture2DLayered[0]),
    INT(hipDeviceAttributeMaxTexture2DLinear, maxTexture2DLinear[0]),
    INT(hipDeviceAttributeMaxTexture2DMipmap, maxTexture2DMipmap[0]),
    INT(hipDeviceAttributeMaxTexture3DWidth, maxTexture3D[0]),
    INT(hipDeviceAttributeMaxTexture3DHeight, maxTexture3D[1]),
    INT(hipDeviceAttributeMaxTexture3DDepth, maxTexture3D[2]),
    INT(hipDeviceAttributeMaxTexture3DAlt, maxTexture3DAlt[0]),
    INT(hipDeviceAttributeMaxTextureCubemap, maxTextureCubemap),
    INT(hipDeviceAttributeMaxTextureCubemapLayered, maxTextureCubemapLayered[0]),
    INT(hipDeviceAttributeMaxThreadsDim, maxThreadsDim[0]),
    INT(hipDeviceAttributeMaxThreadsPerBlock, maxThreadsPerBlock),
    INT(hipDeviceAttributeMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    SIZE(hipDeviceAttributeMaxPitch, memPitch),
    INT(hipDeviceAttributeMemoryBusWidth, memoryBusWidth),
    INT(hipDeviceAttributeMemoryClockRate, memoryClockRate),
    INT(hipDeviceAttributeComputeCapabilityMinor, minor),
    INT(hipDeviceAttributeMultiGpuBoardGroupID, multiGpuBoardGroupID),
    INT(hipDeviceAttributeMultiprocessorCount, multiProcessorCount),
    ZERO(hipDeviceAttributeUnused1),
    INT(hipDeviceAttributePageableMemoryAccess, pageableMemoryAccess),
    INT(hipDeviceAttributePageableMemoryAccessUsesHostPageTables,
        pageableMemoryAccessUsesHostPageTables),
    INT(hipDeviceAttributePciBusId, pciBusID),
    INT(hipDeviceAttributePciDeviceId, pciDeviceID),
    INT(hipDeviceAttributePciDomainID, pciDomainID),
    INT(hipDeviceAttributePersistingL2CacheMaxSize, persistingL2CacheMaxSize),
    INT(hipDeviceAttributeMaxRegistersPerBlock, regsPerBlock),
    INT(hipDeviceAttributeMaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    SIZE(hipDeviceAttributeReservedSharedMemPerBlock, reservedSharedMemPerBlock),
    SIZE(hipDeviceAttributeMaxSharedMemoryPerBlock, sharedMemPerBlock),
    SIZE(hipDeviceAttributeSharedMemPerBlockOptin, sharedMemPerBlockOptin),
    SIZE(hipDeviceAttributeSharedMemPerMultiprocessor, sharedMemPerMultiprocessor),
    INT(hipDeviceAttributeSingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    INT(hipDeviceAttributeStreamPrioritiesSupported, streamPrioritiesSupported),
    SIZE(hipDeviceAttributeSurfaceAlignment, surfaceAlignment),
    INT(hipDeviceAttributeTccDriver, tccDriver),
    SIZE(hipDeviceAttributeTextureAlignment, textureAlignment),
    SIZE(hipDeviceAttributeTexturePitchAlignment, texturePitchAlignment),
    SIZE(hipDeviceAttributeTotalConstantMemory, totalConstMem),
    SIZE(hipDeviceAttributeTotalGlobalMem, totalGlobalMem),
    INT(hipDeviceAttributeUnifiedAddressing, unifiedAddressing),
    ZERO(hipDeviceAttributeUnused2),
    INT(hipDeviceAttributeWarpSize, warpSize),
    INT(hipDeviceAttributeMemoryPoolsSupported, memoryPoolsSupported),
    ZERO(hipDeviceAttributeVirtualMemoryManagementSupported),
    INT(hipDeviceAttributeHostRegisterSupported, hostRegisterSupported),
    INT(hipDeviceAttributeMemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    INT(hipDeviceAttributeClockInstructionRate, clockInstructionRate),
    ZERO(hipDeviceAttributeUnused3),
    SIZE(hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, maxSharedMemoryPerMultiProcessor),
    ZERO(hipDeviceAttributeUnused4),
    ZERO(hipDeviceAttributeUnused5),
    ZERO(hipDeviceAttributeHdpMemFlushCntl),
    ZERO(hipDeviceAttributeHdpRegFlushCntl),
    INT(hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedFunc),
    INT(hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim,
        cooperativeMultiDeviceUnmatchedGridDim),
    INT(hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim,
        cooperativeMultiDeviceUnmatchedBlockDim),
    INT(hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem,
        cooperativeMultiDeviceUnmatchedSharedMem),
    INT(hipDeviceAttributeIsLargeBar, isLargeBar),
    INT(hipDeviceAttributeAsicRevision, asicRevision),
    ZERO(hipDeviceAttributeCanUseStreamWaitValue),
    { hipDeviceAttributeImageSupport, KIND_IMAGES, 0 },
    INT(hipDeviceAttributePhysicalMultiProcessorCount, multiProcessorCount),
    ZERO(hipDeviceAttributeFineGrainSupport),
    ZERO(hipDeviceAttributeWallClockRate),
};

#undef INT
#undef SIZE
#undef ZERO

static const struct row *find(hipDeviceAttribute_t attribute)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].attribute == attribute)
            return &rows[i];
    return NULL;
}

/** Whether arrays, textures and surfaces work on the device. */
static gi_status read_images(int ordinal, int *out_value)
{
    const struct gi_device_info *info;
    gi_status st = gi_device_info(ordinal, &info);

    if (st == GI_OK)
        *out_value = info->images && info->max_textures != 0;
    return st;
}

static int read_field(const struct hipDeviceProp_tR0600 *properties, const struct row *row)
{
    const char *field = (const char *)properties + row->offset_bytes;
    size_t size = 0;
    int number = 0;

    switch (row->kind) {
    case KIND_ZERO:
    case KIND_IMAGES:
        return 0;
    case KIND_INT:
        memcpy(&number, field, sizeof number);
        return number;
    case KIND_SIZE:
        memcpy(&size, field, sizeof size);
        return size > INT_MAX ? INT_MAX : (int)size;
    }
    return 0;
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device)
{
    struct hipDeviceProp_tR0600 properties;
    const struct row *row = find(attribute);
    int ordinal;

    GIHIP_NOT_NULL(value);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_REQUIRE(row != NULL, "%s: attribute is %d, not one of the enum's", __func__,
                  (int)attribute);
    if (row->kind == KIND_IMAGES)
        return gihip_error(read_images(ordinal, value));
    GIHIP_TRY(gihip_device_properties(ordinal, &properties));
    *value = read_field(&properties, row);
    return hipSuccess;
}
