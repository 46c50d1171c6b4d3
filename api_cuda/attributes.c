/** Device attributes: most are a field of the properties, the rest have no meaning here and are
 *  0. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "front.h"

enum kind { KIND_ZERO, KIND_INT, KIND_SIZE };

struct row {
    enum cudaDeviceAttr attribute;
    enum kind kind;
    size_t offset_bytes;         /* of a field of the properties */
};

#define INT(attribute, field) { attribute, KIND_INT, offsetof(struct cudaDeviceProp, field) }
#define SIZE(attribute, field) { attribute, KIND_SIZE, offsetof(struct cudaDeviceProp, field) }
#define ZERO(attribute) { attribute, KIND_ZERO, 0 }

/** Every attribute of the enum, and a few numbers that it leaves out. */
static const struct row rows[] = {
    INT(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock),
    INT(cudaDevAttrMaxBlockDimX, maxThreadsDim[0]),
    INT(cudaDevAttrMaxBlockDimY, maxThreadsDim[1]),
    INT(cudaDevAttrMaxBlockDimZ, maxThreadsDim[2]),
    INT(cudaDevAttrMaxGridDimX, maxGridSize[0]),
    INT(cudaDevAttrMaxGridDimY, maxGridSize[1]),
    INT(cudaDevAttrMaxGridDimZ, maxGridSize[2]),
    SIZE(cudaDevAttrMaxSharedMemoryPerBlock, sharedMemPerBlock),
    SIZE(cudaDevAttrTotalConstantMemory, totalConstMem),
    INT(cudaDevAttrWarpSize, warpSize),
    SIZE(cudaDevAttrMaxPitch, memPitch),
    INT(cudaDevAttrMaxRegistersPerBlock, regsPerBlock),
    ZERO(cudaDevAttrClockRate),
    SIZE(cudaDevAttrTextureAlignment, textureAlignment),
    INT(cudaDevAttrGpuOverlap, concurrentKernels),
    INT(cudaDevAttrMultiProcessorCount, multiProcessorCount),
    ZERO(cudaDevAttrKernelExecTimeout),
    INT(cudaDevAttrIntegrated, integrated),
    INT(cudaDevAttrCanMapHostMemory, canMapHostMemory),
    ZERO(cudaDevAttrComputeMode),
    INT(cudaDevAttrMaxTexture1DWidth, maxTexture1D),
    INT(cudaDevAttrMaxTexture2DWidth, maxTexture2D[0]),
    INT(cudaDevAttrMaxTexture2DHeight, maxTexture2D[1]),
    INT(cudaDevAttrMaxTexture3DWidth, maxTexture3D[0]),
    INT(cudaDevAttrMaxTexture3DHeight, maxTexture3D[1]),
    INT(cudaDevAttrMaxTexture3DDepth, maxTexture3D[2]),
    INT(cudaDevAttrMaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    INT(cudaDevAttrMaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    INT(cudaDevAttrMaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    SIZE(cudaDevAttrSurfaceAlignment, surfaceAlignment),
    INT(cudaDevAttrConcurrentKernels, concurrentKernels),
    INT(cudaDevAttrEccEnabled, ECCEnabled),
    INT(cudaDevAttrPciBusId, pciBusID),
    INT(cudaDevAttrPciDeviceId, pciDeviceID),
    INT(cudaDevAttrTccDriver, tccDriver),
    ZERO(cudaDevAttrMemoryClockRate),
    INT(cudaDevAttrGlobalMemoryBusWidth, memoryBusWidth),
    INT(cudaDevAttrL2CacheSize, l2CacheSize),
    INT(cudaDevAttrMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    INT(cudaDevAttrAsyncEngineCount, asyncEngineCount),
    INT(cudaDevAttrUnifiedAddressing, unifiedAddressing),
    INT(cudaDevAttrMaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    INT(cudaDevAttrMaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    INT(cudaDevAttrMaxTexture2DGatherWidth, maxTexture2DGather[0]),
    INT(cudaDevAttrMaxTexture2DGatherHeight, maxTexture2DGather[1]),
    INT(cudaDevAttrMaxTexture3DWidthAlt, maxTexture3DAlt[0]),
    INT(cudaDevAttrMaxTexture3DHeightAlt, maxTexture3DAlt[1]),
    INT(cudaDevAttrMaxTexture3DDepthAlt, maxTexture3DAlt[2]),
    INT(cudaDevAttrPciDomainId, pciDomainID),
    SIZE(cudaDevAttrTexturePitchAlignment, texturePitchAlignment),
    INT(cudaDevAttrMaxTextureCubemapWidth, maxTextureCubemap),
    INT(cudaDevAttrMaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
    INT(cudaDevAttrMaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
    INT(cudaDevAttrMaxSurface1DWidth, maxSurface1D),
    INT(cudaDevAttrMaxSurface2DWidth, maxSurface2D[0]),
    INT(cudaDevAttrMaxSurface2DHeight, maxSurface2D[1]),
    INT(cudaDevAttrMaxSurface3DWidth, maxSurface3D[0]),
    INT(cudaDevAttrMaxSurface3DHeight, maxSurface3D[1]),
    INT(cudaDevAttrMaxSurface3DDepth, maxSurface3D[2]),
    INT(cudaDevAttrMaxSurface1DLayeredWidth, maxSurface1DLayered[0]),
    INT(cudaDevAttrMaxSurface1DLayeredLayers, maxSurface1DLayered[1]),
    INT(cudaDevAttrMaxSurface2DLayeredWidth, maxSurface2DLayered[0]),
    INT(cudaDevAttrMaxSurface2DLayeredHeight, maxSurface2DLayered[1]),
    INT(cudaDevAttrMaxSurface2DLayeredLayers, maxSurface2DLayered[2]),
    INT(cudaDevAttrMaxSurfaceCubemapWidth, maxSurfaceCubemap),
    INT(cudaDevAttrMaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0]),
    INT(cudaDevAttrMaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1]),
    INT(cudaDevAttrMaxTexture1DLinearWidth, maxTexture1D),
    INT(cudaDevAttrMaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    INT(cudaDevAttrMaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    INT(cudaDevAttrMaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    INT(cudaDevAttrMaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    INT(cudaDevAttrMaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    INT(cudaDevAttrComputeCapabilityMajor, major),
    INT(cudaDevAttrComputeCapabilityMinor, minor),
    INT(cudaDevAttrMaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    INT(cudaDevAttrStreamPrioritiesSupported, streamPrioritiesSupported),
    INT(cudaDevAttrGlobalL1CacheSupported, globalL1CacheSupported),
    INT(cudaDevAttrLocalL1CacheSupported, localL1CacheSupported),
    SIZE(cudaDevAttrMaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    INT(cudaDevAttrMaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    INT(cudaDevAttrManagedMemory, managedMemory),
    INT(cudaDevAttrIsMultiGpuBoard, isMultiGpuBoard),
    INT(cudaDevAttrMultiGpuBoardGroupID, multiGpuBoardGroupID),
    INT(cudaDevAttrHostNativeAtomicSupported, hostNativeAtomicSupported),
    ZERO(cudaDevAttrSingleToDoublePrecisionPerfRatio),
    INT(cudaDevAttrPageableMemoryAccess, pageableMemoryAccess),
    INT(cudaDevAttrConcurrentManagedAccess, concurrentManagedAccess),
    INT(cudaDevAttrComputePreemptionSupported, computePreemptionSupported),
    INT(cudaDevAttrCanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    ZERO(cudaDevAttrReserved92),
    ZERO(cudaDevAttrReserved93),
    ZERO(cudaDevAttrReserved94),
    INT(cudaDevAttrCooperativeLaunch, cooperativeLaunch),
    ZERO(cudaDevAttrReserved96),
    SIZE(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    ZERO(cudaDevAttrCanFlushRemoteWrites),
    INT(cudaDevAttrHostRegisterSupported, hostRegisterSupported),
    INT(cudaDevAttrPageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    INT(cudaDevAttrDirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    INT(cudaDevAttrMaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    INT(cudaDevAttrMaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    INT(cudaDevAttrMaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    SIZE(cudaDevAttrReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    INT(cudaDevAttrSparseCudaArraySupported, sparseCudaArraySupported),
    INT(cudaDevAttrHostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    INT(cudaDevAttrTimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    INT(cudaDevAttrMemoryPoolsSupported, memoryPoolsSupported),
    INT(cudaDevAttrGPUDirectRDMASupported, gpuDirectRDMASupported),
    INT(cudaDevAttrGPUDirectRDMAFlushWritesOptions, gpuDirectRDMAFlushWritesOptions),
    INT(cudaDevAttrGPUDirectRDMAWritesOrdering, gpuDirectRDMAWritesOrdering),
    INT(cudaDevAttrMemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    INT(cudaDevAttrClusterLaunch, clusterLaunch),
    INT(cudaDevAttrDeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    ZERO(cudaDevAttrReserved122),
    ZERO(cudaDevAttrReserved123),
    ZERO(cudaDevAttrReserved124),
    INT(cudaDevAttrIpcEventSupport, ipcEventSupported),
    ZERO(cudaDevAttrMemSyncDomainCount),
    ZERO(cudaDevAttrReserved127),
    ZERO(cudaDevAttrReserved128),
    ZERO(cudaDevAttrReserved129),
    INT(cudaDevAttrNumaConfig, deviceNumaConfig),
    INT(cudaDevAttrNumaId, deviceNumaId),
    ZERO(cudaDevAttrReserved132),
    INT(cudaDevAttrMpsEnabled, mpsEnabled),
    INT(cudaDevAttrHostNumaId, hostNumaId),
    ZERO(cudaDevAttrD3D12CigSupported),
    ZERO(cudaDevAttrVulkanCigSupported),
    INT(cudaDevAttrGpuPciDeviceId, gpuPciDeviceID),
    INT(cudaDevAttrGpuPciSubsystemId, gpuPciSubsystemID),
    ZERO(cudaDevAttrReserved141),
    ZERO(cudaDevAttrHostNumaMemoryPoolsSupported),
    INT(cudaDevAttrHostNumaMultinodeIpcSupported, hostNumaMultinodeIpcSupported),
    ZERO(cudaDevAttrHostMemoryPoolsSupported),
    ZERO(cudaDevAttrReserved145),
    ZERO(cudaDevAttrOnlyPartialHostNativeAtomicSupported),
    /* Numbers of the driver's interface alone, which the vendor's runtime knows as well. */
    ZERO((enum cudaDeviceAttr)44),
    ZERO((enum cudaDeviceAttr)102),
    ZERO((enum cudaDeviceAttr)103),
    ZERO((enum cudaDeviceAttr)104),
    ZERO((enum cudaDeviceAttr)105),
    ZERO((enum cudaDeviceAttr)107),
    ZERO((enum cudaDeviceAttr)110),
    ZERO((enum cudaDeviceAttr)136),
    ZERO((enum cudaDeviceAttr)137),
    ZERO((enum cudaDeviceAttr)146),
};

#undef INT
#undef SIZE
#undef ZERO

static const struct row *find(enum cudaDeviceAttr attribute)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].attribute == attribute)
            return &rows[i];
    return NULL;
}

static int read_field(const struct cudaDeviceProp *properties, const struct row *row)
{
    const char *field = (const char *)properties + row->offset_bytes;
    size_t size = 0;
    int number = 0;

    switch (row->kind) {
    case KIND_ZERO:
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

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    struct cudaDeviceProp properties;
    const struct row *row = find(attribute);
    int ordinal;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    GICUDA_REQUIRE(row != NULL, "%s: attribute is %d, not one of the enum's", __func__,
                   (int)attribute);
    GICUDA_TRY(gicuda_device_properties(ordinal, &properties));
    *value = read_field(&properties, row);
    return cudaSuccess;
}
