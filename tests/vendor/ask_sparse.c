/* Asks a Vulkan driver about sparse buffers, in plain Vulkan: what it binds, and what that costs.
 * Run by hand. It takes the device that GPUINTEROP_ASK_DEVICE numbers, else the first.
 *
 *      ask_sparse [CALLS]       CALLS: of the long row of binds, 10000 without it
 *
 * Figures are medians in microseconds. Exit: 0, or 77 where the device has no sparse buffers. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <vulkan/vulkan.h>

#define MIB ((VkDeviceSize)1 << 20)
#define GIB ((VkDeviceSize)1 << 30)
#define FLAGS \
    (VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | \
     VK_BUFFER_CREATE_SPARSE_ALIASED_BIT)
#define USAGE \
    (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | \
     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT)

enum { MOST_FAMILIES = 16, SHORT = 100, MOST_TIMES = 20000 };

static struct {
    VkPhysicalDevice physical;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[MOST_FAMILIES];
    uint32_t family_count;
    VkDevice device;
    VkQueue queues[MOST_FAMILIES];       /* the first of each family */
    VkFence fence;
    VkBuffer host_buffer;                /* mapped, 4 MiB */
    uint8_t *host;
    bool shares;                         /* sparse buffers take exportable memory */
    PFN_vkGetMemoryFdKHR get_fd;
    uint32_t sparse_types;
} vk;

static double times[MOST_TIMES];

static double now_us(void)
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

static double median(const double *values, size_t count)
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

static void must(VkResult result, const char *what)
{
    if (result == VK_SUCCESS)
        return;
    printf("%s: VkResult %d\n", what, (int)result);
    exit(1);
}

/* ---- the device ----------------------------------------------------------------------------- */

static void find_device(void)
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

static void print_facts(void)
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

/* Makes the device, with the first queue of each family that is named in a mask. */
static VkResult make_device(uint32_t families, bool sparse, VkDevice *out)
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

static uint32_t binding_families(void)
{
    uint32_t mask = 0;

    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((vk.families[i].queueFlags & VK_QUEUE_SPARSE_BINDING_BIT) != 0 &&
            (vk.families[i].queueFlags & (VK_QUEUE_TRANSFER_BIT | VK_QUEUE_COMPUTE_BIT)) != 0)
            mask |= 1u << i;
    return mask;
}

/* A family that computes, without graphics if there is one. */
static uint32_t compute_family(uint32_t mask)
{
    uint32_t best = (uint32_t)__builtin_ctz(mask);

    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((mask >> i & 1) != 0 && (vk.families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 &&
            (vk.families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
            best = i;
    return best;
}

static void open_device(void)
{
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    uint32_t mask = binding_families(), one = 1u << compute_family(mask);
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

static VkResult make_buffer(VkDeviceSize size, bool sparse, bool shared, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .pNext = shared ? &external : NULL,
                                      .flags = sparse ? FLAGS : 0, .size = size, .usage = USAGE };

    return vkCreateBuffer(vk.device, &info, NULL, out);
}

static VkDeviceAddress address_of(VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo where = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer };

    return vkGetBufferDeviceAddress(vk.device, &where);
}

static uint32_t pick_type(uint32_t mask, VkMemoryPropertyFlags wanted, VkMemoryPropertyFlags no)
{
    for (uint32_t i = 0; i < vk.memory.memoryTypeCount; i++)
        if ((mask >> i & 1) != 0 && (vk.memory.memoryTypes[i].propertyFlags & wanted) == wanted &&
            (vk.memory.memoryTypes[i].propertyFlags & no) == 0)
            return i;
    return no != 0 ? pick_type(mask, wanted, 0) : 0;
}

/* fd -1: new memory, exportable if shared; else an import, which takes the fd. */
static VkResult make_memory(VkDeviceSize size, bool shared, int fd, VkDeviceMemory *out)
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

static void make_host_memory(void)
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

static void ask_needs(void)
{
    for (int shared = 0; shared < 1 + vk.shares; shared++) {
        for (int large = 0; large < 2; large++) {
            VkDeviceSize size = large ? GIB : 2 * MIB;
            VkMemoryRequirements needs;
            VkBuffer buffer;
            VkResult result = make_buffer(size, true, shared != 0, &buffer);

            if (result != VK_SUCCESS) {
                printf("sparse buffer of %llu MiB, %s: VkResult %d\n",
                       (unsigned long long)(size / MIB), shared ? "shared" : "own", (int)result);
                continue;
            }
            vkGetBufferMemoryRequirements(vk.device, buffer, &needs);
            printf("sparse buffer of %llu MiB, %s: alignment %llu, memory types 0x%x, size %llu, "
                   "address 0x%llx\n", (unsigned long long)(size / MIB), shared ? "shared" : "own",
                   (unsigned long long)needs.alignment, needs.memoryTypeBits,
                   (unsigned long long)needs.size, (unsigned long long)address_of(buffer));
            vk.sparse_types = needs.memoryTypeBits;
            vkDestroyBuffer(vk.device, buffer, NULL);
        }
    }
}

static void time_buffers(void)
{
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB, 32 * GIB, 96 * GIB, 1024 * GIB };

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        VkResult result = VK_SUCCESS;
        unsigned long long address = 0;

        for (int i = 0; i < SHORT && result == VK_SUCCESS; i++) {
            double begin = now_us();
            VkBuffer buffer;

            result = make_buffer(sizes[s], true, vk.shares, &buffer);
            if (result != VK_SUCCESS)
                break;
            address = address_of(buffer);
            vkDestroyBuffer(vk.device, buffer, NULL);
            times[i] = now_us() - begin;
        }
        if (result != VK_SUCCESS)
            printf("sparse buffer of %llu MiB: VkResult %d\n", (unsigned long long)(sizes[s] / MIB),
                   (int)result);
        else
            printf("sparse buffer of %llu MiB at 0x%llx: made and destroyed in %.1f us\n",
                   (unsigned long long)(sizes[s] / MIB), address, median(times, SHORT));
    }
}

static void time_memory(void)
{
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB };
    static double frees[SHORT];

    for (int shared = 0; shared < 1 + vk.shares; shared++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int i = 0; i < SHORT; i++) {
                double begin = now_us(), middle;
                VkDeviceMemory memory;

                must(make_memory(sizes[s], shared != 0, -1, &memory), "vkAllocateMemory");
                middle = now_us();
                vkFreeMemory(vk.device, memory, NULL);
                times[i] = middle - begin;
                frees[i] = now_us() - middle;
            }
            printf("memory of %llu MiB, %s: vkAllocateMemory %.1f us, vkFreeMemory %.1f us\n",
                   (unsigned long long)(sizes[s] / MIB), shared ? "exportable" : "own",
                   median(times, SHORT), median(frees, SHORT));
        }
    }
}

/* ---- work ----------------------------------------------------------------------------------- */

static VkResult await_fence(void)
{
    VkResult result;

    do
        result = vkGetFenceStatus(vk.device, vk.fence);
    while (result == VK_NOT_READY);
    must(vkResetFences(vk.device, 1, &vk.fence), "vkResetFences");
    return result;
}

static VkResult bind(uint32_t family, VkBuffer buffer, const VkSparseMemoryBind *binds,
                     uint32_t count)
{
    const VkSparseBufferMemoryBindInfo part = { buffer, count, binds };
    const VkBindSparseInfo info = { .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
                                    .bufferBindCount = 1, .pBufferBinds = &part };

    return vkQueueBindSparse(vk.queues[family], 1, &info, vk.fence);
}

static VkResult bind_one(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size,
                         VkDeviceMemory memory)
{
    const VkSparseMemoryBind one = { .resourceOffset = at, .size = size, .memory = memory };
    VkResult result = bind(family, buffer, &one, 1);

    return result == VK_SUCCESS ? await_fence() : result;
}

struct recorder {
    VkCommandPool pool;
    VkCommandBuffer commands;
};

static struct recorder begin_commands(uint32_t family)
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

static void end_commands(const struct recorder *r)
{
    const VkMemoryBarrier all = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_HOST_READ_BIT };

    vkCmdPipelineBarrier(r->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &all, 0, NULL, 0, NULL);
    must(vkEndCommandBuffer(r->commands), "vkEndCommandBuffer");
}

static void submit(uint32_t family, const struct recorder *r, VkFence fence)
{
    const VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                                .pCommandBuffers = &r->commands };

    must(vkQueueSubmit(vk.queues[family], 1, &info, fence), "vkQueueSubmit");
}

static void run(uint32_t family, struct recorder *r)
{
    end_commands(r);
    submit(family, r, vk.fence);
    must(await_fence(), "the fence");
    vkDestroyCommandPool(vk.device, r->pool, NULL);
}

static void fill(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size, uint8_t byte)
{
    struct recorder r = begin_commands(family);

    vkCmdFillBuffer(r.commands, buffer, at, size, byte * 0x01010101u);
    run(family, &r);
}

/* The first and last byte of size at an offset; -1 if they differ from one another. */
static int read_back(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size)
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

/* ---- questions ------------------------------------------------------------------------------ */

static void ask_right(uint32_t family)
{
    VkDeviceMemory own = VK_NULL_HANDLE, shared = VK_NULL_HANDLE, imported = VK_NULL_HANDLE;
    VkMemoryGetFdInfoKHR get = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                 .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkBuffer buffer;
    int fd = -1;

    must(make_buffer(GIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_memory(4 * MIB, false, -1, &own), "vkAllocateMemory");
    must(bind_one(family, buffer, 2 * MIB, 4 * MIB, own), "bind of own memory");
    fill(family, buffer, 2 * MIB, 4 * MIB, 7);
    must(bind_one(family, buffer, 512 * MIB, 4 * MIB, own), "second bind of own memory");
    printf("own memory: written 7, read %d, by its second address %d\n",
           read_back(family, buffer, 2 * MIB, 4 * MIB),
           read_back(family, buffer, 512 * MIB, 4 * MIB));
    if (vk.shares && vk.get_fd != NULL) {
        must(make_memory(4 * MIB, true, -1, &shared), "vkAllocateMemory, exportable");
        get.memory = shared;
        must(vk.get_fd(vk.device, &get, &fd), "vkGetMemoryFdKHR");
        printf("bind of exportable memory: VkResult %d\n",
               (int)bind_one(family, buffer, 8 * MIB, 4 * MIB, shared));
        printf("import at half of its size: VkResult %d\n",
               (int)make_memory(2 * MIB, true, dup(fd), &imported));
        vkFreeMemory(vk.device, imported, NULL);
        must(make_memory(4 * MIB, true, fd, &imported), "import");
        printf("bind of imported memory: VkResult %d\n",
               (int)bind_one(family, buffer, 16 * MIB, 4 * MIB, imported));
        fill(family, buffer, 8 * MIB, 4 * MIB, 9);
        printf("exportable memory: written 9, read %d, by the import %d\n",
               read_back(family, buffer, 8 * MIB, 4 * MIB),
               read_back(family, buffer, 16 * MIB, 4 * MIB));
    }
    must(bind_one(family, buffer, 2 * MIB, 4 * MIB, VK_NULL_HANDLE), "unbind");
    printf("after one unbind, by the second address: %d\n",
           read_back(family, buffer, 512 * MIB, 4 * MIB));
    must(bind_one(family, buffer, 0, GIB, VK_NULL_HANDLE), "unbind of all");
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, own, NULL);
    vkFreeMemory(vk.device, shared, NULL);
    vkFreeMemory(vk.device, imported, NULL);
}

/* Whether new memory has the bytes of freed memory of this process. */
static void ask_zeros(uint32_t family)
{
    VkDeviceMemory memory;
    VkBuffer buffer;
    int dirty = 0;

    must(make_buffer(64 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    for (int i = 0; i < 20; i++) {
        must(make_memory(64 * MIB, i % 2 != 0 && vk.shares, -1, &memory), "vkAllocateMemory");
        must(bind_one(family, buffer, 0, 64 * MIB, memory), "bind");
        dirty += read_back(family, buffer, (VkDeviceSize)(i % 31) * 2 * MIB, 2 * MIB) != 0;
        fill(family, buffer, 0, 64 * MIB, 0xab);
        must(bind_one(family, buffer, 0, 64 * MIB, VK_NULL_HANDLE), "unbind");
        vkFreeMemory(vk.device, memory, NULL);
    }
    printf("new memory of 64 MiB was not zero %d times of 20\n", dirty);
    vkDestroyBuffer(vk.device, buffer, NULL);
}

/* From an address that is a multiple of 2 MiB, or 64 KiB beyond one. */
static void time_binds(uint32_t family, VkDeviceSize size, bool exportable, bool aligned)
{
    static double calls[SHORT], unbinds[SHORT];
    VkSparseMemoryBind one = { .size = size };
    VkDeviceMemory memory;
    VkBuffer buffer;

    must(make_buffer(size + 4 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_memory(size, exportable, -1, &memory), "vkAllocateMemory");
    one.resourceOffset = (-address_of(buffer) & (2 * MIB - 1)) + (aligned ? 0 : 65536);
    for (int i = 0; i < SHORT; i++) {
        double begin = now_us();

        one.memory = memory;
        must(bind(family, buffer, &one, 1), "bind");
        calls[i] = now_us() - begin;
        must(await_fence(), "bind");
        times[i] = now_us() - begin;
        begin = now_us();
        must(bind_one(family, buffer, one.resourceOffset, size, VK_NULL_HANDLE), "unbind");
        unbinds[i] = now_us() - begin;
    }
    printf("bind of %llu MiB, %s, %s, family %u: %.1f us, of it the call %.1f; unbind %.1f\n",
           (unsigned long long)(size / MIB), exportable ? "exportable" : "own",
           aligned ? "aligned to 2 MiB" : "64 KiB beyond", family, median(times, SHORT),
           median(calls, SHORT), median(unbinds, SHORT));
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, memory, NULL);
}

/* Many calls in a row: does a call get slower with their number? And with live mappings? */
static void time_growth(uint32_t family, uint32_t count)
{
    VkSparseMemoryBind *away = calloc(count, sizeof *away);
    VkDeviceMemory memory;
    VkBuffer buffer;
    double begin;

    if (away == NULL || make_buffer(count * 2 * MIB, true, vk.shares, &buffer) != VK_SUCCESS) {
        printf("no sparse buffer of %u x 2 MiB\n", count);
        free(away);
        return;
    }
    must(make_memory(2 * MIB, false, -1, &memory), "vkAllocateMemory");
    for (uint32_t i = 0; i < count; i++) {       /* one page at many addresses, none taken away */
        begin = now_us();
        must(bind_one(family, buffer, i * 2 * MIB, 2 * MIB, memory), "bind");
        times[i] = now_us() - begin;
        away[i] = (VkSparseMemoryBind){ .resourceOffset = i * 2 * MIB, .size = 2 * MIB };
    }
    printf("%u binds that stay: the first %d %.1f us each, the last %.1f\n", count, SHORT,
           median(times, SHORT), median(times + count - SHORT, SHORT));
    begin = now_us();
    must(bind(family, buffer, away, count), "unbind");
    must(await_fence(), "unbind");
    printf("%u unbinds in one call: %.1f us\n", count, now_us() - begin);
    for (uint32_t i = 0; i < count; i++) {       /* bound and taken away at one place */
        begin = now_us();
        must(bind_one(family, buffer, 0, 2 * MIB, memory), "bind");
        must(bind_one(family, buffer, 0, 2 * MIB, VK_NULL_HANDLE), "unbind");
        times[i] = now_us() - begin;
    }
    printf("%u times bind and unbind: the first %d %.1f us each, the last %.1f\n", count, SHORT,
           median(times, SHORT), median(times + count - SHORT, SHORT));
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, memory, NULL);
    free(away);
}

/* Does a bind wait for earlier work of its queue? */
static void ask_order(uint32_t family)
{
    struct recorder r = begin_commands(family);
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VkDeviceMemory memory, work;
    VkBuffer buffer, busy;
    VkFence done;
    double begin, bound;

    must(make_buffer(2 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_buffer(256 * MIB, false, false, &busy), "vkCreateBuffer");
    must(make_memory(2 * MIB, false, -1, &memory), "vkAllocateMemory");
    must(make_memory(256 * MIB, false, -1, &work), "vkAllocateMemory");
    must(vkBindBufferMemory(vk.device, busy, work, 0), "vkBindBufferMemory");
    must(vkCreateFence(vk.device, &info, NULL, &done), "vkCreateFence");
    for (uint32_t i = 0; i < 200; i++)
        vkCmdFillBuffer(r.commands, busy, 0, VK_WHOLE_SIZE, i);
    end_commands(&r);
    begin = now_us();
    submit(family, &r, done);
    must(bind_one(family, buffer, 0, 2 * MIB, memory), "bind");
    bound = now_us() - begin;
    must(vkWaitForFences(vk.device, 1, &done, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    printf("200 fills of 256 MiB, then a bind, family %u: bound after %.0f us, filled after %.0f\n",
           family, bound, now_us() - begin);
    vkDestroyFence(vk.device, done, NULL);
    vkDestroyCommandPool(vk.device, r.pool, NULL);
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkDestroyBuffer(vk.device, busy, NULL);
    vkFreeMemory(vk.device, memory, NULL);
    vkFreeMemory(vk.device, work, NULL);
}

/* Copies by the command within plain memory, and within a sparse buffer of 2 MiB pieces. */
static void time_copies(uint32_t family, bool sparse)
{
    enum { PIECES = 128 };
    const VkDeviceSize half = PIECES / 2 * 2 * MIB;
    const VkBufferCopy copy = { 0, half, half };
    VkDeviceMemory memories[PIECES] = { VK_NULL_HANDLE };
    VkBuffer buffer;

    must(make_buffer(2 * half, sparse, sparse && vk.shares, &buffer), "vkCreateBuffer");
    for (int i = 0; i < (sparse ? PIECES : 1); i++)
        must(make_memory(sparse ? 2 * MIB : 2 * half, false, -1, &memories[i]), "vkAllocateMemory");
    for (int i = 0; i < PIECES && sparse; i++)
        must(bind_one(family, buffer, (VkDeviceSize)i * 2 * MIB, 2 * MIB, memories[i]), "bind");
    if (!sparse)
        must(vkBindBufferMemory(vk.device, buffer, memories[0], 0), "vkBindBufferMemory");
    for (int i = 0; i < 20; i++) {
        struct recorder r = begin_commands(family);
        double begin;

        for (int k = 0; k < 8; k++)
            vkCmdCopyBuffer(r.commands, buffer, buffer, 1, &copy);
        end_commands(&r);
        begin = now_us();
        submit(family, &r, vk.fence);
        must(await_fence(), "copies");
        times[i] = now_us() - begin;
        vkDestroyCommandPool(vk.device, r.pool, NULL);
    }
    printf("8 copies of 128 MiB, %s memory: %.0f GB/s\n", sparse ? "sparse" : "plain",
           8 * (double)half / median(times, 20) / 1e3);
    vkDestroyBuffer(vk.device, buffer, NULL);
    for (int i = 0; i < PIECES; i++)
        vkFreeMemory(vk.device, memories[i], NULL);
}

int main(int argc, char **argv)
{
    uint32_t calls = argc > 1 ? (uint32_t)atoi(argv[1]) : 10000, mask, family;
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB };

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (calls < SHORT || calls > MOST_TIMES)
        calls = 10000;
    find_device();
    print_facts();
    mask = binding_families();
    if (mask == 0) {
        printf("skipped: no queue binds\n");
        return 77;
    }
    family = compute_family(mask);
    open_device();
    ask_needs();
    make_host_memory();
    ask_right(family);
    ask_zeros(family);
    ask_order(family);
    for (uint32_t i = 0; i < vk.family_count; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0] && (mask >> i & 1) != 0; s++)
            for (int kind = 0; kind < (i == family ? 4 : 1); kind++)
                time_binds(i, sizes[s], vk.shares && kind / 2 != 0, kind % 2 == 0);
    time_buffers();
    time_memory();
    time_copies(family, false);
    time_copies(family, true);
    time_growth(family, calls);
    return 0;
}
