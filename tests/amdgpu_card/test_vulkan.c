/* RADV, as an ordinary user of Vulkan sees it. */
#include "test_vulkan.h"

#include <stdlib.h>

void works(VkResult result)
{
    assert_int_equal(result, VK_SUCCESS);
}

/* ---- setting up --------------------------------------------------------------------------- */

bool radv_find(struct radv *radv)
{
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_2 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application };
    const char *manifest = getenv("GPUINTEROP_CARD_ICD");
    VkPhysicalDevice all[8];
    uint32_t count = 8;

    if (manifest != NULL) {
        setenv("VK_DRIVER_FILES", manifest, 1);
        setenv("VK_ICD_FILENAMES", manifest, 1);
    }
    works(vkCreateInstance(&info, NULL, &radv->instance));
    VkResult result = vkEnumeratePhysicalDevices(radv->instance, &count, all);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(all[i], &properties);
        radv->physical = all[i];
        if (properties.vendorID == 0x1002)
            return true;
    }
    vkDestroyInstance(radv->instance, NULL);
    return false;
}

bool radv_is_absent(void)
{
    struct radv radv;

    if (!radv_find(&radv)) {
        print_message("skipped: this RADV does not know the card\n");
        return true;
    }
    vkDestroyInstance(radv.instance, NULL);
    return false;
}

uint32_t radv_transfer_family(VkPhysicalDevice physical)
{
    VkQueueFamilyProperties families[8];
    uint32_t count = 8;

    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count; i++)
        if ((families[i].queueFlags & VK_QUEUE_TRANSFER_BIT)
            && !(families[i].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)))
            return i;
    return UINT32_MAX;
}

void radv_open(struct radv *radv, uint32_t family)
{
    static const char *const extensions[] = { "VK_KHR_external_memory_fd",
                                              "VK_KHR_external_semaphore_fd" };
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = family,
        .queueCount = 1, .pQueuePriorities = &priority };
    const VkPhysicalDeviceVulkan12Features features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .timelineSemaphore = VK_TRUE };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .enabledExtensionCount = 2,
        .ppEnabledExtensionNames = extensions };
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .queueFamilyIndex = family };

    assert_true(radv_find(radv));
    works(vkCreateDevice(radv->physical, &info, NULL, &radv->device));
    vkGetDeviceQueue(radv->device, family, 0, &radv->queue);
    works(vkCreateCommandPool(radv->device, &pool, NULL, &radv->pool));
    radv->get_memory_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(radv->device,
                                                                    "vkGetMemoryFdKHR");
    radv->get_semaphore_fd = (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(
        radv->device, "vkGetSemaphoreFdKHR");
    radv->import_semaphore_fd = (PFN_vkImportSemaphoreFdKHR)vkGetDeviceProcAddr(
        radv->device, "vkImportSemaphoreFdKHR");
}

void radv_close(struct radv *radv)
{
    works(vkDeviceWaitIdle(radv->device));
    vkDestroyCommandPool(radv->device, radv->pool, NULL);
    vkDestroyDevice(radv->device, NULL);
    vkDestroyInstance(radv->instance, NULL);
}

/** Memory of the host: what RADV copies there it copies without a shader. */
static uint32_t host_type(const struct radv *radv, uint32_t allowed)
{
    VkPhysicalDeviceMemoryProperties memory;

    vkGetPhysicalDeviceMemoryProperties(radv->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = memory.memoryTypes[i].propertyFlags;
        if ((allowed >> i & 1) && (flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
            && !(flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT))
            return i;
    }
    fail_msg("no memory of the host");
    return 0;
}

void shared_create(struct radv *radv, struct shared *shared, int fd)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &external,
        .size = shared->size_bytes,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT, .fd = fd };
    VkMemoryRequirements needs;

    works(vkCreateBuffer(radv->device, &info, NULL, &shared->buffer));
    vkGetBufferMemoryRequirements(radv->device, shared->buffer, &needs);
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = fd >= 0 ? (const void *)&import : &export, .allocationSize = needs.size,
        .memoryTypeIndex = host_type(radv, needs.memoryTypeBits) };
    works(vkAllocateMemory(radv->device, &allocate, NULL, &shared->memory));
    works(vkBindBufferMemory(radv->device, shared->buffer, shared->memory, 0));
    works(vkMapMemory(radv->device, shared->memory, 0, VK_WHOLE_SIZE, 0, (void **)&shared->cpu));
}

void shared_destroy(struct radv *radv, struct shared *shared)
{
    vkDestroyBuffer(radv->device, shared->buffer, NULL);
    vkFreeMemory(radv->device, shared->memory, NULL);
}

int shared_export(struct radv *radv, const struct shared *shared)
{
    const VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = shared->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;

    works(radv->get_memory_fd(radv->device, &get, &fd));
    return fd;
}

VkSemaphore semaphore_create(struct radv *radv, VkSemaphoreType type, int fd)
{
    const VkSemaphoreTypeCreateInfo kind = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = type };
    const VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO, .pNext = &kind,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                         .pNext = &export };
    VkSemaphore semaphore;

    works(vkCreateSemaphore(radv->device, &info, NULL, &semaphore));
    if (fd >= 0) {
        const VkImportSemaphoreFdInfoKHR import = {
            .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR, .semaphore = semaphore,
            .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT, .fd = fd };
        works(radv->import_semaphore_fd(radv->device, &import));
    }
    return semaphore;
}

int semaphore_export(struct radv *radv, VkSemaphore semaphore)
{
    const VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR, .semaphore = semaphore,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;

    works(radv->get_semaphore_fd(radv->device, &get, &fd));
    return fd;
}

/* ---- work --------------------------------------------------------------------------------- */

VkCommandBuffer radv_begin(struct radv *radv)
{
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = radv->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = 1 };
    const VkCommandBufferBeginInfo once = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkCommandBuffer commands;

    works(vkAllocateCommandBuffers(radv->device, &info, &commands));
    works(vkBeginCommandBuffer(commands, &once));
    return commands;
}

void submit_radv(struct radv *radv, VkCommandBuffer commands, VkSemaphore wait,
                        uint64_t wait_value, const VkSemaphore *signals,
                        const uint64_t *signal_values, uint32_t signal_count)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = wait != VK_NULL_HANDLE, .pWaitSemaphoreValues = &wait_value,
        .signalSemaphoreValueCount = signal_count, .pSignalSemaphoreValues = signal_values };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values,
        .waitSemaphoreCount = wait != VK_NULL_HANDLE, .pWaitSemaphores = &wait,
        .pWaitDstStageMask = &stage, .commandBufferCount = 1, .pCommandBuffers = &commands,
        .signalSemaphoreCount = signal_count, .pSignalSemaphores = signals };

    works(vkQueueSubmit(radv->queue, 1, &info, VK_NULL_HANDLE));
}

void wait_host(struct radv *radv, VkSemaphore semaphore, uint64_t value)
{
    const VkSemaphoreWaitInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                       .semaphoreCount = 1, .pSemaphores = &semaphore,
                                       .pValues = &value };

    works(vkWaitSemaphores(radv->device, &info, UINT64_MAX));
}
