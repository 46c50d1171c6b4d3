#include "ask_vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ask_vulkan vk;

double now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double median(const double *values, size_t count)
{
    double *sorted = malloc(count * sizeof *sorted), middle;

    if (sorted == NULL || count == 0)
        exit(1);
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    middle = sorted[count / 2];
    free(sorted);
    return middle;
}

void must(VkResult result, const char *what)
{
    if (result == VK_SUCCESS)
        return;
    printf("%s: VkResult %d\n", what, (int)result);
    exit(1);
}

/* ---- the device ----------------------------------------------------------------------------- */

void find_device(void)
{
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_2 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application };
    const char *wanted = getenv("GPUINTEROP_ASK_DEVICE");
    uint32_t index = wanted != NULL ? (uint32_t)atoi(wanted) : 0, count = 16;
    VkPhysicalDevice list[16];
    VkInstance instance;

    must(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    if (vkEnumeratePhysicalDevices(instance, &count, list) < 0 || index >= count) {
        printf("skipped: there is no device %u\n", index);
        exit(77);
    }
    vk.physical = list[index];
    vkGetPhysicalDeviceMemoryProperties(vk.physical, &vk.memory);
    vk.family_count = MOST_FAMILIES;
    vkGetPhysicalDeviceQueueFamilyProperties(vk.physical, &vk.family_count, vk.families);
}

static void print_sharing(void)
{
    const VkPhysicalDeviceExternalBufferInfo ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .flags = FLAGS, .usage = USAGE,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalBufferProperties answer = { .sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES };

    vkGetPhysicalDeviceExternalBufferProperties(vk.physical, &ask, &answer);
    vk.shares = (answer.externalMemoryProperties.externalMemoryFeatures &
                 VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0;
    printf("opaque fds of sparse buffers: features 0x%x (1 dedicated only, 2 export, 4 import)\n",
           answer.externalMemoryProperties.externalMemoryFeatures);
}

void print_facts(void)
{
    VkPhysicalDeviceMaintenance4Properties maintenance = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &maintenance };
    VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES };
    VkPhysicalDeviceFeatures2 features = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                           .pNext = &vulkan12 };
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;
    uint32_t version;

    vkGetPhysicalDeviceProperties2(vk.physical, &properties);
    vkGetPhysicalDeviceFeatures2(vk.physical, &features);
    version = properties.properties.apiVersion;
    printf("device: %s, driver 0x%x, Vulkan %u.%u.%u\n", properties.properties.deviceName,
           properties.properties.driverVersion, VK_API_VERSION_MAJOR(version),
           VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
    printf("sparseBinding %u, sparseResidencyBuffer %u, sparseResidencyAliased %u, "
           "residencyNonResidentStrict %u, bufferDeviceAddressCaptureReplay %u\n",
           features.features.sparseBinding, features.features.sparseResidencyBuffer,
           features.features.sparseResidencyAliased,
           properties.properties.sparseProperties.residencyNonResidentStrict,
           vulkan12.bufferDeviceAddressCaptureReplay);
    printf("sparseAddressSpaceSize 0x%llx, maxBufferSize 0x%llx, maxMemoryAllocationCount %u\n",
           (unsigned long long)limits->sparseAddressSpaceSize,
           (unsigned long long)maintenance.maxBufferSize, limits->maxMemoryAllocationCount);
    for (uint32_t i = 0; i < vk.family_count; i++)
        printf("family %u: flags 0x%x (8 binds), %u queues\n", i, vk.families[i].queueFlags,
               vk.families[i].queueCount);
    for (uint32_t i = 0; i < vk.memory.memoryTypeCount; i++)
        printf("memory type %u: flags 0x%x, heap %u of %llu MiB\n", i,
               vk.memory.memoryTypes[i].propertyFlags, vk.memory.memoryTypes[i].heapIndex,
               (unsigned long long)(vk.memory.memoryHeaps[vk.memory.memoryTypes[i].heapIndex].size /
                                    MIB));
    print_sharing();
    if (!features.features.sparseBinding || !features.features.sparseResidencyBuffer) {
        printf("skipped: the device has no sparse buffers\n");
        exit(77);
    }
}

VkResult make_device(uint32_t families, bool sparse, VkDevice *out)
{
    const char *extensions[] = { VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME };
    const float priority = 1;
    VkDeviceQueueCreateInfo queues[MOST_FAMILIES];
    VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .bufferDeviceAddress = VK_TRUE, .timelineSemaphore = VK_TRUE };
    const VkPhysicalDeviceFeatures features = { .sparseBinding = sparse,
                                                .sparseResidencyBuffer = sparse,
                                                .sparseResidencyAliased = sparse };
    VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &vulkan12,
                                .pQueueCreateInfos = queues, .enabledExtensionCount = 1,
                                .ppEnabledExtensionNames = extensions,
                                .pEnabledFeatures = &features };

    for (uint32_t i = 0; i < vk.family_count; i++) {
        if ((families >> i & 1) != 0)
            queues[info.queueCreateInfoCount++] = (VkDeviceQueueCreateInfo){
                .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = i,
                .queueCount = 1, .pQueuePriorities = &priority };
    }
    return vkCreateDevice(vk.physical, &info, NULL, out);
}

uint32_t binding_families(void)
{
    uint32_t mask = 0;

    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((vk.families[i].queueFlags & VK_QUEUE_SPARSE_BINDING_BIT) != 0 &&
            (vk.families[i].queueFlags & (VK_QUEUE_TRANSFER_BIT | VK_QUEUE_COMPUTE_BIT)) != 0)
            mask |= 1u << i;
    return mask;
}

uint32_t compute_family(uint32_t mask)
{
    uint32_t best = (uint32_t)__builtin_ctz(mask);

    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((mask >> i & 1) != 0 && (vk.families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 &&
            (vk.families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
            best = i;
    return best;
}

void open_device(void)
{
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    uint32_t mask = binding_families(), one = 1u << compute_family(mask);
    double times[7];
    VkDevice device;

    for (int sparse = 0; sparse < 2; sparse++) {
        for (int i = 0; i < 7; i++) {
            double begin = now_us();

            must(make_device(one, sparse != 0, &device), "vkCreateDevice");
            times[i] = now_us() - begin;
            vkDestroyDevice(device, NULL);
        }
        printf("vkCreateDevice, one queue, sparse features %s: %.0f us\n", sparse ? "on" : "off",
               median(times, 7));
    }
    must(make_device(mask, true, &vk.device), "vkCreateDevice");
    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((mask >> i & 1) != 0)
            vkGetDeviceQueue(vk.device, i, 0, &vk.queues[i]);
    must(vkCreateFence(vk.device, &fence, NULL, &vk.fence), "vkCreateFence");
    vk.get_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(vk.device, "vkGetMemoryFdKHR");
}

/* ---- buffers and memory --------------------------------------------------------------------- */

VkResult make_buffer(VkDeviceSize size, bool sparse, bool shared, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .pNext = shared ? &external : NULL,
                                      .flags = sparse ? FLAGS : 0, .size = size, .usage = USAGE };

    return vkCreateBuffer(vk.device, &info, NULL, out);
}

VkDeviceAddress address_of(VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo where = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer };

    return vkGetBufferDeviceAddress(vk.device, &where);
}

uint32_t pick_type(uint32_t mask, VkMemoryPropertyFlags wanted, VkMemoryPropertyFlags no)
{
    for (uint32_t i = 0; i < vk.memory.memoryTypeCount; i++)
        if ((mask >> i & 1) != 0 && (vk.memory.memoryTypes[i].propertyFlags & wanted) == wanted &&
            (vk.memory.memoryTypes[i].propertyFlags & no) == 0)
            return i;
    return no != 0 ? pick_type(mask, wanted, 0) : 0;
}

VkResult make_memory(VkDeviceSize size, bool shared, int fd, VkDeviceMemory *out)
{
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT, .fd = fd };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .pNext = fd >= 0 ? (const void *)&import : shared ? (const void *)&export : NULL,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = size,
        .memoryTypeIndex = pick_type(vk.sparse_types, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                     VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) };

    return vkAllocateMemory(vk.device, &info, NULL, out);
}

void make_host_memory(void)
{
    VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = 4 * MIB };
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    void *host;

    must(make_buffer(4 * MIB, false, false, &vk.host_buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(vk.device, vk.host_buffer, &needs);
    info.pNext = &flags;
    info.memoryTypeIndex = pick_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                     VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                     VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 0);
    must(vkAllocateMemory(vk.device, &info, NULL, &memory), "vkAllocateMemory of the host");
    must(vkBindBufferMemory(vk.device, vk.host_buffer, memory, 0), "vkBindBufferMemory");
    must(vkMapMemory(vk.device, memory, 0, VK_WHOLE_SIZE, 0, &host), "vkMapMemory");
    vk.host = host;
}

/* ---- work ----------------------------------------------------------------------------------- */

VkResult await_fence(void)
{
    VkResult result;

    do
        result = vkGetFenceStatus(vk.device, vk.fence);
    while (result == VK_NOT_READY);
    must(vkResetFences(vk.device, 1, &vk.fence), "vkResetFences");
    return result;
}

VkResult bind_parts(uint32_t family, VkBuffer buffer, const VkSparseMemoryBind *binds,
              uint32_t count)
{
    const VkSparseBufferMemoryBindInfo part = { buffer, count, binds };
    const VkBindSparseInfo info = { .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
                                    .bufferBindCount = 1, .pBufferBinds = &part };

    return vkQueueBindSparse(vk.queues[family], 1, &info, vk.fence);
}

VkResult bind_one(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size,
                  VkDeviceMemory memory)
{
    const VkSparseMemoryBind one = { .resourceOffset = at, .size = size, .memory = memory };
    VkResult result = bind_parts(family, buffer, &one, 1);

    return result == VK_SUCCESS ? await_fence() : result;
}

struct recorder begin_commands(uint32_t family)
{
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .queueFamilyIndex = family };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = 1 };
    struct recorder r;

    must(vkCreateCommandPool(vk.device, &pool, NULL, &r.pool), "vkCreateCommandPool");
    info.commandPool = r.pool;
    must(vkAllocateCommandBuffers(vk.device, &info, &r.commands), "vkAllocateCommandBuffers");
    must(vkBeginCommandBuffer(r.commands, &begin), "vkBeginCommandBuffer");
    return r;
}

void end_commands(const struct recorder *r)
{
    const VkMemoryBarrier all = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_HOST_READ_BIT };

    vkCmdPipelineBarrier(r->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &all, 0, NULL, 0, NULL);
    must(vkEndCommandBuffer(r->commands), "vkEndCommandBuffer");
}

void submit(uint32_t family, const struct recorder *r, VkFence fence)
{
    const VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                                .pCommandBuffers = &r->commands };

    must(vkQueueSubmit(vk.queues[family], 1, &info, fence), "vkQueueSubmit");
}

void run(uint32_t family, struct recorder *r)
{
    end_commands(r);
    submit(family, r, vk.fence);
    must(await_fence(), "the fence");
    vkDestroyCommandPool(vk.device, r->pool, NULL);
}

void fill(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size, uint8_t byte)
{
    struct recorder r = begin_commands(family);

    vkCmdFillBuffer(r.commands, buffer, at, size, byte * 0x01010101u);
    run(family, &r);
}

int read_back(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size)
{
    struct recorder r = begin_commands(family);
    const VkBufferCopy first = { at, 0, 4096 }, last = { at + size - 4096, 4096, 4096 };

    vkCmdCopyBuffer(r.commands, buffer, vk.host_buffer, 1, &first);
    vkCmdCopyBuffer(r.commands, buffer, vk.host_buffer, 1, &last);
    run(family, &r);
    for (int i = 1; i < 8192; i++)
        if (vk.host[i] != vk.host[0])
            return -1;
    return vk.host[0];
}

