/** The Vulkan loader and the functions taken from it. Only this part opens the library.
 *
 *  Every Vulkan call of the driver goes through one of three tables. Each table is filled from one
 *  list. A function marked MUST is part of Vulkan 1.2; one marked MAY belongs to an extension and
 *  may be NULL. A loaded function does not mean that the device supports it: see facts.h. */
#ifndef GIVK_LOADER_H
#define GIVK_LOADER_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "base/status.h"
#include "vulkan/memory/placed.h"
#include "vulkan/plan/matrix_facts.h"

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
    MAY(GetPhysicalDeviceCalibrateableTimeDomainsEXT) \
    MAY(GetPhysicalDeviceCooperativeMatrixPropertiesKHR)

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
    MUST(FreeCommandBuffers) \
    MUST(BeginCommandBuffer) \
    MUST(EndCommandBuffer) \
    MUST(QueueSubmit) \
    MUST(QueueBindSparse) \
    MUST(CreateFence) \
    MUST(DestroyFence) \
    MUST(ResetFences) \
    MUST(GetFenceStatus) \
    MUST(WaitForFences) \
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
    MUST(CmdDispatchBase) \
    MUST(CmdDispatchIndirect) \
    MUST(CmdBindDescriptorSets) \
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
    MUST(ResetQueryPool) \
    MUST(CmdWriteTimestamp) \
    MUST(CmdCopyQueryPoolResults) \
    MUST(GetQueryPoolResults) \
    MAY(GetCalibratedTimestampsEXT) \
    MAY(GetDeviceFaultInfoEXT) \
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

/** For tests: makes get resolve functions in place of the system's loader, so that a test can
 *  record calls or let them fail. NULL restores the system's loader.
 *  Threads: one, before the driver is first used. */
void givk_loader_replace(PFN_vkGetInstanceProcAddr get);

/** Opens the loader and fills the table of functions that need no instance.
 *  GPUINTEROP_VULKAN_LOADER names another library than libvulkan.so.1. The library stays open until
 *  the process ends.
 *  Threads: any.
 *  Errors:  GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_open(struct givk_global_calls *out_calls);

/** Fills the table of an instance.
 *  Threads: any.
 *  Errors:  GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_fill_instance(const struct givk_global_calls *global,
                                                  VkInstance instance,
                                                  struct givk_instance_calls *out_calls);

/** Fills the table of a device.
 *  Threads: any.
 *  Errors:  GI_NOT_SUPPORTED, with what is missing. */
GI_MUST_CHECK gi_status givk_loader_fill_device(const struct givk_instance_calls *instance_calls,
                                                VkDevice device,
                                                struct givk_device_calls *out_calls);

#endif
