/** The Vulkan loader and the calls taken from it: the only part that opens the library.
 *
 *  Every call the driver makes goes through one of three tables, filled from one list each. A call
 *  marked MUST is part of Vulkan 1.2; one marked MAY belongs to an extension and is NULL without
 *  it. A loaded pointer is not a capability: those are in facts.h. */
#ifndef GIVK_LOADER_H
#define GIVK_LOADER_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "placed.h"
#include "base/status.h"

#define GIVK_GLOBAL_CALLS(MUST, MAY) \
    MUST(EnumerateInstanceVersion) \
    MUST(CreateInstance)

#define GIVK_INSTANCE_CALLS(MUST, MAY) \
    MUST(DestroyInstance) \
    MUST(EnumeratePhysicalDevices) \
    MUST(GetPhysicalDeviceProperties) \
    MUST(GetPhysicalDeviceProperties2) \
    MUST(GetPhysicalDeviceFeatures2) \
    MUST(GetPhysicalDeviceMemoryProperties2) \
    MUST(GetPhysicalDeviceFormatProperties) \
    MUST(GetPhysicalDeviceImageFormatProperties2) \
    MUST(GetPhysicalDeviceQueueFamilyProperties) \
    MUST(GetPhysicalDeviceExternalBufferProperties) \
    MUST(GetPhysicalDeviceExternalSemaphoreProperties) \
    MUST(EnumerateDeviceExtensionProperties) \
    MUST(CreateDevice) \
    MUST(GetDeviceProcAddr) \
    MAY(GetPhysicalDeviceCalibrateableTimeDomainsEXT)

#define GIVK_DEVICE_CALLS(MUST, MAY) \
    MUST(DestroyDevice) \
    MUST(GetDeviceQueue) \
    MUST(AllocateMemory) \
    MUST(FreeMemory) \
    MUST(MapMemory) \
    MAY(MapMemory2KHR) \
    MUST(CreateBuffer) \
    MUST(DestroyBuffer) \
    MUST(GetBufferMemoryRequirements) \
    MUST(BindBufferMemory) \
    MUST(GetBufferDeviceAddress) \
    MUST(CreateImage) \
    MUST(DestroyImage) \
    MUST(GetImageSubresourceLayout) \
    MUST(CreateImageView) \
    MUST(DestroyImageView) \
    MUST(CreateSampler) \
    MUST(DestroySampler) \
    MUST(CreateDescriptorSetLayout) \
    MUST(DestroyDescriptorSetLayout) \
    MUST(CreateDescriptorPool) \
    MUST(DestroyDescriptorPool) \
    MUST(AllocateDescriptorSets) \
    MUST(UpdateDescriptorSets) \
    MUST(GetImageMemoryRequirements2) \
    MUST(BindImageMemory) \
    MUST(CreateSemaphore) \
    MUST(DestroySemaphore) \
    MUST(GetSemaphoreCounterValue) \
    MUST(WaitSemaphores) \
    MUST(SignalSemaphore) \
    MUST(CreateCommandPool) \
    MUST(DestroyCommandPool) \
    MUST(AllocateCommandBuffers) \
    MUST(BeginCommandBuffer) \
    MUST(EndCommandBuffer) \
    MUST(QueueSubmit) \
    MUST(CmdPipelineBarrier) \
    MUST(CmdCopyBuffer) \
    MUST(CmdFillBuffer) \
    MUST(CmdCopyBufferToImage) \
    MUST(CmdCopyImageToBuffer) \
    MUST(CmdCopyImage) \
    MUST(CmdBindPipeline) \
    MAY(CmdPushDescriptorSetKHR) \
    MUST(CmdPushConstants) \
    MUST(CmdDispatch) \
    MUST(CreateShaderModule) \
    MUST(DestroyShaderModule) \
    MUST(CreatePipelineCache) \
    MUST(DestroyPipelineCache) \
    MUST(GetPipelineCacheData) \
    MUST(CreatePipelineLayout) \
    MUST(DestroyPipelineLayout) \
    MUST(CreateComputePipelines) \
    MUST(DestroyPipeline) \
    MAY(GetMemoryHostPointerPropertiesEXT) \
    MUST(CreateQueryPool) \
    MUST(DestroyQueryPool) \
    MUST(CmdResetQueryPool) \
    MUST(CmdWriteTimestamp) \
    MUST(CmdCopyQueryPoolResults) \
    MAY(GetCalibratedTimestampsEXT) \
    MAY(GetMemoryFdKHR) \
    MAY(GetMemoryFdPropertiesKHR) \
    MAY(GetSemaphoreFdKHR) \
    MAY(ImportSemaphoreFdKHR)

#define GIVK_DECLARE_CALL(name) PFN_vk##name name;

struct givk_global_calls {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    GIVK_GLOBAL_CALLS(GIVK_DECLARE_CALL, GIVK_DECLARE_CALL)
};

struct givk_instance_calls {
    GIVK_INSTANCE_CALLS(GIVK_DECLARE_CALL, GIVK_DECLARE_CALL)
};

struct givk_device_calls {
    GIVK_DEVICE_CALLS(GIVK_DECLARE_CALL, GIVK_DECLARE_CALL)
};

#undef GIVK_DECLARE_CALL

/** For tests: from now on calls are resolved by get instead of the system's loader, so that any of
 *  them can be recorded or made to fail; NULL goes back to the system's.
 *  Threads: one, before the driver is first used. */
void givk_loader_replace(PFN_vkGetInstanceProcAddr get);

/** Opens the loader (GPUINTEROP_VULKAN_LOADER names another one than libvulkan.so.1) and fills the
 *  calls that need no instance. The library stays open until the process ends.
 *  Errors: GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_open(struct givk_global_calls *out_calls);

/** Fills the calls of an instance.
 *  Errors: GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_fill_instance(const struct givk_global_calls *global,
                                                  VkInstance instance,
                                                  struct givk_instance_calls *out_calls);

/** Fills the calls of a device.
 *  Errors: GI_NOT_SUPPORTED, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_fill_device(const struct givk_instance_calls *instance_calls,
                                                VkDevice device,
                                                struct givk_device_calls *out_calls);

#endif
