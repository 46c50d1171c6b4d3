/* Questions about device attributes: which numbers exist, what does not depend on the machine, and
 * whether the properties say the same. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

#ifndef AS_HIP
static void ask_numbers(int arg)
{
    (void)arg;
    start_device();
    for (int number = -1; number < 160; number++) {
        int value = -7777;
        cudaError_t code = cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)number, 0);
        answer_with(label("number_%d", number), code, "out=%s",
                    value == -7777 ? "unchanged" : "set");
    }
}
#endif

#define VALUE(what) {#what, cudaDevAttr##what}

/* A runtime on this system says the same of every device, or says no more than yes or no. */
static const struct {
    const char *name;
    enum cudaDeviceAttr attribute;
} plain_values[] = {
    VALUE(UnifiedAddressing), VALUE(CanMapHostMemory), VALUE(ManagedMemory),
    VALUE(ConcurrentManagedAccess), VALUE(PageableMemoryAccess),
    VALUE(PageableMemoryAccessUsesHostPageTables), VALUE(DirectManagedMemAccessFromHost),
    VALUE(HostRegisterSupported), VALUE(HostRegisterReadOnlySupported),
    VALUE(CanUseHostPointerForRegisteredMem), VALUE(MemoryPoolsSupported),
    VALUE(MemoryPoolSupportedHandleTypes), VALUE(StreamPrioritiesSupported),
    VALUE(TimelineSemaphoreInteropSupported), VALUE(IpcEventSupport), VALUE(Integrated),
    VALUE(IsMultiGpuBoard), VALUE(TccDriver), VALUE(ComputeMode), VALUE(KernelExecTimeout),
    VALUE(MaxPitch), VALUE(TextureAlignment), VALUE(TexturePitchAlignment), VALUE(SurfaceAlignment),
    VALUE(GPUDirectRDMASupported), VALUE(CooperativeLaunch), VALUE(ConcurrentKernels),
    VALUE(SparseCudaArraySupported), VALUE(DeferredMappingCudaArraySupported),
};

static void ask_values(int arg)
{
    (void)arg;
    start_device();
    for (size_t i = 0; i < sizeof(plain_values) / sizeof(plain_values[0]); i++) {
        int value = -7777;
        cudaError_t code = cudaDeviceGetAttribute(&value, plain_values[i].attribute, 0);
        answer_with(plain_values[i].name, code, "value=%d", value);
    }
}

static struct cudaDeviceProp properties;

#define SAME(field, what) {#field, cudaDevAttr##what, &properties.field}

static const struct {
    const char *name;
    enum cudaDeviceAttr attribute;
    const int *field;
} int_fields[] = {
    SAME(ECCEnabled, EccEnabled), SAME(asyncEngineCount, AsyncEngineCount),
    SAME(canMapHostMemory, CanMapHostMemory), SAME(concurrentKernels, ConcurrentKernels),
    SAME(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem),
    SAME(computePreemptionSupported, ComputePreemptionSupported),
    SAME(concurrentManagedAccess, ConcurrentManagedAccess),
    SAME(cooperativeLaunch, CooperativeLaunch),
    SAME(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost),
    SAME(globalL1CacheSupported, GlobalL1CacheSupported),
    SAME(hostNativeAtomicSupported, HostNativeAtomicSupported),
    SAME(hostRegisterReadOnlySupported, HostRegisterReadOnlySupported),
    SAME(hostRegisterSupported, HostRegisterSupported), SAME(integrated, Integrated),
    SAME(isMultiGpuBoard, IsMultiGpuBoard), SAME(l2CacheSize, L2CacheSize),
    SAME(localL1CacheSupported, LocalL1CacheSupported), SAME(major, ComputeCapabilityMajor),
    SAME(managedMemory, ManagedMemory), SAME(maxGridSize[0], MaxGridDimX),
    SAME(maxGridSize[1], MaxGridDimY), SAME(maxGridSize[2], MaxGridDimZ),
    SAME(maxThreadsDim[0], MaxBlockDimX), SAME(maxThreadsDim[1], MaxBlockDimY),
    SAME(maxThreadsDim[2], MaxBlockDimZ), SAME(maxThreadsPerBlock, MaxThreadsPerBlock),
    SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor),
    SAME(memoryBusWidth, GlobalMemoryBusWidth),
    SAME(memoryPoolsSupported, MemoryPoolsSupported), SAME(minor, ComputeCapabilityMinor),
    SAME(multiGpuBoardGroupID, MultiGpuBoardGroupID),
    SAME(multiProcessorCount, MultiProcessorCount),
    SAME(pageableMemoryAccess, PageableMemoryAccess),
    SAME(pageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables),
    SAME(pciBusID, PciBusId), SAME(pciDeviceID, PciDeviceId), SAME(pciDomainID, PciDomainId),
    SAME(regsPerBlock, MaxRegistersPerBlock),
    SAME(regsPerMultiprocessor, MaxRegistersPerMultiprocessor),
    SAME(streamPrioritiesSupported, StreamPrioritiesSupported), SAME(tccDriver, TccDriver),
    SAME(timelineSemaphoreInteropSupported, TimelineSemaphoreInteropSupported),
    SAME(unifiedAddressing, UnifiedAddressing), SAME(warpSize, WarpSize),
    SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor),
    SAME(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize),
    SAME(persistingL2CacheMaxSize, MaxPersistingL2CacheSize),
    SAME(ipcEventSupported, IpcEventSupport), SAME(clusterLaunch, ClusterLaunch),
    SAME(maxTexture1D, MaxTexture1DWidth), SAME(maxTexture2D[0], MaxTexture2DWidth),
    SAME(maxTexture2D[1], MaxTexture2DHeight), SAME(maxTexture3D[0], MaxTexture3DWidth),
    SAME(maxTexture3D[2], MaxTexture3DDepth), SAME(maxSurface2D[0], MaxSurface2DWidth),
};

static const struct {
    const char *name;
    enum cudaDeviceAttr attribute;
    const size_t *field;
} size_fields[] = {
    SAME(memPitch, MaxPitch), SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock),
    SAME(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin),
    SAME(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor),
    SAME(surfaceAlignment, SurfaceAlignment), SAME(textureAlignment, TextureAlignment),
    SAME(texturePitchAlignment, TexturePitchAlignment), SAME(totalConstMem, TotalConstantMemory),
    SAME(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock),
};

static void ask_same(int arg)
{
    (void)arg;
    size_t available = 0;
    size_t total = 0;
    char bus[32] = "";
    start_device();
    answer("properties", cudaGetDeviceProperties(&properties, 0));
    for (size_t i = 0; i < sizeof(int_fields) / sizeof(int_fields[0]); i++) {
        int value = -7777;
        cudaError_t code = cudaDeviceGetAttribute(&value, int_fields[i].attribute, 0);
        answer_with(int_fields[i].name, code, "same=%s",
                    value == *int_fields[i].field ? "yes" : "no");
    }
    for (size_t i = 0; i < sizeof(size_fields) / sizeof(size_fields[0]); i++) {
        int value = -7777;
        cudaError_t code = cudaDeviceGetAttribute(&value, size_fields[i].attribute, 0);
        answer_with(size_fields[i].name, code, "same=%s",
                    (size_t)value == *size_fields[i].field ? "yes" : "no");
    }
    answer_with("totalGlobalMem", cudaMemGetInfo(&available, &total), "same=%s",
                total == properties.totalGlobalMem ? "yes" : "no");
    char expected[32];
    snprintf(expected, sizeof(expected), "%04x:%02x:%02x.0", (unsigned)properties.pciDomainID,
             (unsigned)properties.pciBusID, (unsigned)properties.pciDeviceID);
    cudaError_t code = cudaDeviceGetPCIBusId(bus, (int)sizeof(bus), 0);
    for (char *letter = bus; *letter != '\0'; letter++) {
        if (*letter >= 'A' && *letter <= 'F')
            *letter = (char)(*letter - 'A' + 'a');
    }
    answer_with("pci_bus_id", code, "same=%s", strcmp(bus, expected) == 0 ? "yes" : "no");
    int device = -7;
    code = cudaDeviceGetByPCIBusId(&device, bus);
    answer_with("by_pci_lower_case", code, "device=%d", device);
    code = cudaDeviceGetByPCIBusId(&device, bus + 5);
    answer_with("by_pci_without_domain", code, "device=%d", device);
    bus[strlen(bus) - 2] = '\0';
    code = cudaDeviceGetByPCIBusId(&device, bus);
    answer_with("by_pci_without_function", code, "device=%d", device);
    code = cudaDeviceGetByPCIBusId(&device, bus + 5);
    answer_with("by_pci_bus_and_device", code, "device=%d", device);
    answer("by_pci_empty", cudaDeviceGetByPCIBusId(&device, ""));
}

static void ask_uuid(int arg)
{
    (void)arg;
    int zeros = 0;
    answer("properties", cudaGetDeviceProperties(&properties, 0));
    for (size_t i = 0; i < sizeof(properties.uuid); i++)
        zeros += ((const char *)&properties.uuid)[i] == 0;
    note("uuid", "set=%s", zeros < 16 ? "yes" : "no");
    note("name", "set=%s", properties.name[0] != '\0' ? "yes" : "no");
}

const struct question attribute_questions[] = {
#ifndef AS_HIP
    {"attribute.numbers", ask_numbers, 0},
#endif
    {"attribute.values", ask_values, 0},
    {"attribute.same_as_properties", ask_same, 0},
    {"attribute.uuid", ask_uuid, 0},
    {NULL, NULL, 0},
};
