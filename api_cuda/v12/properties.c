/** Device properties in the layouts of CUDA 12 and CUDA 11. */
#include <stddef.h>
#include <string.h>

#include "runtime/attributes.h"
#include "front.h"
#include "runtime/properties.h"
#include "v12.h"

/** A member of both layouts: destination, source, and bytes. */
struct row {
    uint16_t to, from, bytes;
};

#define SAME(member) \
    { offsetof(struct cudaDeviceProp_v12, member), offsetof(struct cudaDeviceProp, member), \
      sizeof ((struct cudaDeviceProp *)0)->member }

static const struct row rows[] = {
    SAME(name), SAME(uuid), SAME(luid), SAME(luidDeviceNodeMask), SAME(totalGlobalMem),
    SAME(sharedMemPerBlock), SAME(regsPerBlock), SAME(warpSize), SAME(memPitch),
    SAME(maxThreadsPerBlock), SAME(maxThreadsDim), SAME(maxGridSize), SAME(totalConstMem),
    SAME(major), SAME(minor), SAME(textureAlignment), SAME(texturePitchAlignment),
    SAME(multiProcessorCount), SAME(integrated), SAME(canMapHostMemory), SAME(maxTexture1D),
    SAME(maxTexture1DMipmap), SAME(maxTexture2D), SAME(maxTexture2DMipmap),
    SAME(maxTexture2DLinear), SAME(maxTexture2DGather), SAME(maxTexture3D), SAME(maxTexture3DAlt),
    SAME(maxTextureCubemap), SAME(maxTexture1DLayered), SAME(maxTexture2DLayered),
    SAME(maxTextureCubemapLayered), SAME(maxSurface1D), SAME(maxSurface2D), SAME(maxSurface3D),
    SAME(maxSurface1DLayered), SAME(maxSurface2DLayered), SAME(maxSurfaceCubemap),
    SAME(maxSurfaceCubemapLayered), SAME(surfaceAlignment), SAME(concurrentKernels),
    SAME(ECCEnabled), SAME(pciBusID), SAME(pciDeviceID), SAME(pciDomainID), SAME(tccDriver),
    SAME(asyncEngineCount), SAME(unifiedAddressing), SAME(memoryBusWidth), SAME(l2CacheSize),
    SAME(persistingL2CacheMaxSize), SAME(maxThreadsPerMultiProcessor),
    SAME(streamPrioritiesSupported), SAME(globalL1CacheSupported), SAME(localL1CacheSupported),
    SAME(sharedMemPerMultiprocessor), SAME(regsPerMultiprocessor), SAME(managedMemory),
    SAME(isMultiGpuBoard), SAME(multiGpuBoardGroupID), SAME(hostNativeAtomicSupported),
    SAME(pageableMemoryAccess), SAME(concurrentManagedAccess), SAME(computePreemptionSupported),
    SAME(canUseHostPointerForRegisteredMem), SAME(cooperativeLaunch),
    SAME(sharedMemPerBlockOptin), SAME(pageableMemoryAccessUsesHostPageTables),
    SAME(directManagedMemAccessFromHost), SAME(maxBlocksPerMultiProcessor),
    SAME(accessPolicyMaxWindowSize), SAME(reservedSharedMemPerBlock), SAME(hostRegisterSupported),
    SAME(sparseCudaArraySupported), SAME(hostRegisterReadOnlySupported),
    SAME(timelineSemaphoreInteropSupported), SAME(memoryPoolsSupported),
    SAME(gpuDirectRDMASupported), SAME(gpuDirectRDMAFlushWritesOptions),
    SAME(gpuDirectRDMAWritesOrdering), SAME(memoryPoolSupportedHandleTypes),
    SAME(deferredMappingCudaArraySupported), SAME(ipcEventSupported), SAME(clusterLaunch),
    SAME(unifiedFunctionPointers),
};

/** The size in bytes of CUDA 11's properties. */
#define BYTES_OF_V11 \
    (offsetof(struct cudaDeviceProp_v12, GICUDA_LAST_OF_V11) \
     + sizeof ((struct cudaDeviceProp_v12 *)0)->GICUDA_LAST_OF_V11)

_Static_assert(sizeof(struct cudaDeviceProp_v12) == 1032 && BYTES_OF_V11 == 728,
               "nothing is written behind what the program has room for");

static gi_status read_properties(const char *caller, const void *room, int device,
                                 struct cudaDeviceProp_v12 *out)
{
    struct cudaDeviceProp now;
    int ordinal;
    gi_status st;

    if (room == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: properties is NULL", caller);
    st = gi_visible_find(&front_interface, device, &ordinal);
    if (st == GI_OK)
        st = front_device_properties(ordinal, &now);
    if (st != GI_OK)
        return st;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        memcpy((char *)out + rows[i].to, (const char *)&now + rows[i].from, rows[i].bytes);
    out->deviceOverlap = now.asyncEngineCount > 0;
    out->maxTexture1DLinear = now.maxTexture1D;
    return front_device_attribute(caller, ordinal, cudaDevAttrClockRate, &out->clockRate);
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp_v12 *properties, int device)
{
    struct cudaDeviceProp_v12 read;

    FRONT_TRY(read_properties(__func__, properties, device, &read));
    *properties = read;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp_v12 *properties, int device)
{
    struct cudaDeviceProp_v12 read;

    FRONT_TRY(read_properties(__func__, properties, device, &read));
    memcpy(properties, &read, BYTES_OF_V11);
    return cudaSuccess;
}

/** The last version of CUDA 12, so that a program may use everything that any version of it had. */
cudaError_t cudaRuntimeGetVersion(int *version)
{
    FRONT_NOT_NULL(version);
    *version = 12090;
    return cudaSuccess;
}
