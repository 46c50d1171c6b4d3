/* The Vulkan commands that the layer intercepts. Each has the contract and the thread rules of the
 * command of its name. */
#ifndef GITRACE_ENTRIES_H
#define GITRACE_ENTRIES_H

#include "trace_layer.h"

#define GITRACE_ENTRY VKAPI_ATTR VkResult VKAPI_CALL
#define GITRACE_VOID_ENTRY VKAPI_ATTR void VKAPI_CALL

/* create.c */
GITRACE_ENTRY gitrace_CreateInstance(const VkInstanceCreateInfo *info,
                                     const VkAllocationCallbacks *allocator, VkInstance *out);
GITRACE_VOID_ENTRY gitrace_DestroyInstance(VkInstance handle,
                                           const VkAllocationCallbacks *allocator);
GITRACE_ENTRY gitrace_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *out);
GITRACE_VOID_ENTRY gitrace_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator);

/* semaphore.c */
GITRACE_ENTRY gitrace_CreateSemaphore(VkDevice handle, const VkSemaphoreCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkSemaphore *out);
GITRACE_VOID_ENTRY gitrace_DestroySemaphore(VkDevice handle, VkSemaphore semaphore,
                                            const VkAllocationCallbacks *allocator);
GITRACE_ENTRY gitrace_GetSemaphoreFdKHR(VkDevice handle, const VkSemaphoreGetFdInfoKHR *info,
                                        int *out_fd);
GITRACE_ENTRY gitrace_ImportSemaphoreFdKHR(VkDevice handle,
                                           const VkImportSemaphoreFdInfoKHR *info);
GITRACE_ENTRY gitrace_SetDebugUtilsObjectNameEXT(VkDevice handle,
                                                 const VkDebugUtilsObjectNameInfoEXT *info);

/* submit.c */
GITRACE_VOID_ENTRY gitrace_GetDeviceQueue(VkDevice handle, uint32_t family, uint32_t index,
                                          VkQueue *out);
GITRACE_VOID_ENTRY gitrace_GetDeviceQueue2(VkDevice handle, const VkDeviceQueueInfo2 *info,
                                           VkQueue *out);
GITRACE_ENTRY gitrace_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos,
                                  VkFence fence);
GITRACE_ENTRY gitrace_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *infos,
                                   VkFence fence);
GITRACE_ENTRY gitrace_QueueBindSparse(VkQueue handle, uint32_t count,
                                      const VkBindSparseInfo *infos, VkFence fence);
GITRACE_ENTRY gitrace_QueuePresentKHR(VkQueue handle, const VkPresentInfoKHR *info);

/* host.c */
GITRACE_ENTRY gitrace_SignalSemaphore(VkDevice handle, const VkSemaphoreSignalInfo *info);
GITRACE_ENTRY gitrace_WaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info,
                                     uint64_t timeout_ns);
GITRACE_ENTRY gitrace_WaitForFences(VkDevice handle, uint32_t count, const VkFence *fences,
                                    VkBool32 wait_all, uint64_t timeout_ns);
GITRACE_ENTRY gitrace_QueueWaitIdle(VkQueue handle);
GITRACE_ENTRY gitrace_DeviceWaitIdle(VkDevice handle);
GITRACE_ENTRY gitrace_AcquireNextImageKHR(VkDevice handle, VkSwapchainKHR swapchain,
                                          uint64_t timeout_ns, VkSemaphore semaphore,
                                          VkFence fence, uint32_t *out_index);
GITRACE_ENTRY gitrace_AcquireNextImage2KHR(VkDevice handle, const VkAcquireNextImageInfoKHR *info,
                                           uint32_t *out_index);

#endif
