/* The Vulkan commands that the layer intercepts. Each has the contract and the thread rules of the
 * command of its name. */
#ifndef GILAYER_ENTRIES_H
#define GILAYER_ENTRIES_H

#include "layer.h"

#define GILAYER_ENTRY VKAPI_ATTR VkResult VKAPI_CALL
#define GILAYER_VOID_ENTRY VKAPI_ATTR void VKAPI_CALL

/* instance.c */
GILAYER_ENTRY gilayer_CreateInstance(const VkInstanceCreateInfo *info,
                                     const VkAllocationCallbacks *allocator, VkInstance *out);
GILAYER_VOID_ENTRY gilayer_DestroyInstance(VkInstance handle,
                                           const VkAllocationCallbacks *allocator);

/* properties.c */
GILAYER_ENTRY gilayer_EnumerateDeviceExtensionProperties(VkPhysicalDevice physical,
                                                         const char *layer_name, uint32_t *count,
                                                         VkExtensionProperties *properties);
GILAYER_VOID_ENTRY gilayer_GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physical, const VkPhysicalDeviceExternalSemaphoreInfo *info,
    VkExternalSemaphoreProperties *properties);

/* device.c */
GILAYER_ENTRY gilayer_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *out);
GILAYER_VOID_ENTRY gilayer_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator);

/* semaphore.c */
GILAYER_ENTRY gilayer_CreateSemaphore(VkDevice handle, const VkSemaphoreCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkSemaphore *out);
GILAYER_VOID_ENTRY gilayer_DestroySemaphore(VkDevice handle, VkSemaphore semaphore,
                                            const VkAllocationCallbacks *allocator);
GILAYER_ENTRY gilayer_GetSemaphoreFdKHR(VkDevice handle, const VkSemaphoreGetFdInfoKHR *info,
                                        int *out_fd);
GILAYER_ENTRY gilayer_ImportSemaphoreFdKHR(VkDevice handle,
                                           const VkImportSemaphoreFdInfoKHR *info);

/* submit.c */
GILAYER_ENTRY gilayer_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos,
                                  VkFence fence);
GILAYER_ENTRY gilayer_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *infos,
                                   VkFence fence);
GILAYER_ENTRY gilayer_QueueBindSparse(VkQueue handle, uint32_t count,
                                      const VkBindSparseInfo *infos, VkFence fence);

/* idle.c */
GILAYER_ENTRY gilayer_QueuePresentKHR(VkQueue handle, const VkPresentInfoKHR *info);
GILAYER_ENTRY gilayer_QueueWaitIdle(VkQueue handle);
GILAYER_ENTRY gilayer_DeviceWaitIdle(VkDevice handle);
GILAYER_VOID_ENTRY gilayer_QueueBeginDebugUtilsLabelEXT(VkQueue handle,
                                                        const VkDebugUtilsLabelEXT *label);
GILAYER_VOID_ENTRY gilayer_QueueEndDebugUtilsLabelEXT(VkQueue handle);
GILAYER_VOID_ENTRY gilayer_QueueInsertDebugUtilsLabelEXT(VkQueue handle,
                                                         const VkDebugUtilsLabelEXT *label);

/* wait.c */
GILAYER_ENTRY gilayer_GetSemaphoreCounterValue(VkDevice handle, VkSemaphore semaphore,
                                               uint64_t *out_value);
GILAYER_ENTRY gilayer_SignalSemaphore(VkDevice handle, const VkSemaphoreSignalInfo *info);
GILAYER_ENTRY gilayer_WaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info,
                                     uint64_t timeout_ns);
GILAYER_ENTRY gilayer_GetFenceStatus(VkDevice handle, VkFence fence);
GILAYER_ENTRY gilayer_WaitForFences(VkDevice handle, uint32_t count, const VkFence *fences,
                                    VkBool32 wait_all, uint64_t timeout_ns);

#endif
