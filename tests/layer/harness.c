#include "harness.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int messages;
static const char *wrong_on_purpose;

/* Complaints about what is right. Layers of 2025 compare a signal with the value that a semaphore
 * has when they look, and another device has raised it by then. */
static const char *const mistaken[] = { "VUID-VkSubmitInfo-pSignalSemaphores-03242" };

static bool is_no_fault(const char *name)
{
    bool is_none = wrong_on_purpose != NULL && strcmp(name, wrong_on_purpose) == 0;

    for (size_t i = 0; i < sizeof(mistaken) / sizeof(mistaken[0]); i++)
        is_none |= strcmp(name, mistaken[i]) == 0;
    return is_none;
}

void expect_complaint(const char *id)
{
    wrong_on_purpose = id;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL heard(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                            VkDebugUtilsMessageTypeFlagsEXT types,
                                            const VkDebugUtilsMessengerCallbackDataEXT *data,
                                            void *user)
{
    (void)severity, (void)user;
    /* The loader tells that layers were added by environment; that is no fault. */
    if ((types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) == 0)
        return VK_FALSE;
    if (data->pMessageIdName != NULL && is_no_fault(data->pMessageIdName))
        return VK_FALSE;
    fprintf(stderr, "validation: %s\n", data->pMessage);
    messages++;
    return VK_FALSE;
}

static const VkDebugUtilsMessengerCreateInfoEXT messenger_info = {
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                   VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
    .pfnUserCallback = heard,
};

static VkResult create_instance(VkInstance *out)
{
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_3,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = &messenger_info,
        .pApplicationInfo = &application,
        .enabledExtensionCount = 1,
        .ppEnabledExtensionNames = &extension,
    };
    return vkCreateInstance(&info, NULL, out);
}

bool gpu_exists(void)
{
    VkInstance instance;
    uint32_t count = 0;

    if (create_instance(&instance) != VK_SUCCESS)
        return false;
    VkResult result = vkEnumeratePhysicalDevices(instance, &count, NULL);
    vkDestroyInstance(instance, NULL);
    return result == VK_SUCCESS && count > 0;
}

static bool layer_exists(const char *name)
{
    uint32_t count = 64;
    VkLayerProperties list[64];

    if (vkEnumerateInstanceLayerProperties(&count, list) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(list[i].layerName, name) == 0)
            return true;
    }
    return false;
}

bool layers_exist(void)
{
    const char *wanted = getenv("VK_INSTANCE_LAYERS");
    char *names = wanted != NULL ? strdup(wanted) : NULL, *rest = NULL;
    bool exist = true;

    for (char *name = names != NULL ? strtok_r(names, ":", &rest) : NULL; name != NULL;
         name = strtok_r(NULL, ":", &rest))
        exist = exist && layer_exists(name);
    free(names);
    return exist;
}

static void open_instance(struct gpu *gpu)
{
    uint32_t count = 1;

    assert_vk(create_instance(&gpu->instance));
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            gpu->instance, "vkCreateDebugUtilsMessengerEXT");
    assert_vk(create(gpu->instance, &messenger_info, NULL, &gpu->messenger));
    VkResult result = vkEnumeratePhysicalDevices(gpu->instance, &count, &gpu->physical);
    assert_true(result == VK_SUCCESS || result == VK_INCOMPLETE);
    assert_int_equal(count, 1);
}

static void open_device(struct gpu *gpu, bool with_extension)
{
    const char *extension = VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME;
    const float priority = 1.0f;
    VkPhysicalDeviceVulkan13Features features13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
    };
    VkPhysicalDeviceVulkan12Features features12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
    };
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &features12,
    };
    VkPhysicalDeviceProperties properties;
    VkDeviceQueueCreateInfo queue_info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    if (properties.apiVersion >= VK_API_VERSION_1_3)
        features12.pNext = &features13;
    vkGetPhysicalDeviceFeatures2(gpu->physical, &features);
    assert_true(features12.timelineSemaphore);
    gpu->has_submit2 = features13.synchronization2;
    gpu->has_sparse = features.features.sparseBinding;
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue_info,
        .enabledExtensionCount = with_extension ? 1 : 0,
        .ppEnabledExtensionNames = &extension,
    };
    features.features = (VkPhysicalDeviceFeatures){ .sparseBinding = gpu->has_sparse };
    assert_vk(vkCreateDevice(gpu->physical, &info, NULL, &gpu->device));
    assert_string_equal(extension, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
    vkGetDeviceQueue(gpu->device, 0, 0, &gpu->queue);
    gpu->get_fd = (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(gpu->device, "vkGetSemaphoreFdKHR");
    gpu->import_fd =
        (PFN_vkImportSemaphoreFdKHR)vkGetDeviceProcAddr(gpu->device, "vkImportSemaphoreFdKHR");
}

static uint32_t find_memory_type(const struct gpu *gpu, uint32_t allowed)
{
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties memory;

    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
        if ((allowed & (1u << i)) && (memory.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    }
    fail_msg("no host-visible memory");
    return 0;
}

static void open_word(struct gpu *gpu)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = 4,
        .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkMemoryRequirements needs;
    void *mapped;

    assert_vk(vkCreateBuffer(gpu->device, &info, NULL, &gpu->buffer));
    vkGetBufferMemoryRequirements(gpu->device, gpu->buffer, &needs);
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = find_memory_type(gpu, needs.memoryTypeBits),
    };
    assert_vk(vkAllocateMemory(gpu->device, &allocate, NULL, &gpu->memory));
    assert_vk(vkBindBufferMemory(gpu->device, gpu->buffer, gpu->memory, 0));
    assert_vk(vkMapMemory(gpu->device, gpu->memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    gpu->word = mapped;
    *gpu->word = 0;
}

void gpu_open(struct gpu *gpu, bool with_extension)
{
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO };

    memset(gpu, 0, sizeof(*gpu));
    messages = 0;
    open_instance(gpu);
    open_device(gpu, with_extension);
    assert_vk(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool));
    open_word(gpu);
}

void gpu_close(struct gpu *gpu)
{
    vkDestroyBuffer(gpu->device, gpu->buffer, NULL);
    vkFreeMemory(gpu->device, gpu->memory, NULL);
    vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
    vkDestroyDevice(gpu->device, NULL);
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            gpu->instance, "vkDestroyDebugUtilsMessengerEXT");
    destroy(gpu->instance, gpu->messenger, NULL);
    vkDestroyInstance(gpu->instance, NULL);
    assert_int_equal(messages, 0);
}

/* ---- objects ---- */

static VkSemaphore make(const struct gpu *gpu, VkSemaphoreType kind, uint64_t value, bool export)
{
    VkExportSemaphoreCreateInfo export_info = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = OPAQUE_FD,
    };
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = export ? &export_info : NULL,
        .semaphoreType = kind,
        .initialValue = value,
    };
    const VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    VkSemaphore semaphore;

    assert_vk(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    /* Programs read these again; a layer must not have changed them. */
    assert_int_equal(export_info.handleTypes, OPAQUE_FD);
    assert_ptr_equal(type.pNext, export ? &export_info : NULL);
    return semaphore;
}

VkSemaphore make_timeline(const struct gpu *gpu, uint64_t value)
{
    return make(gpu, VK_SEMAPHORE_TYPE_TIMELINE, value, true);
}

VkSemaphore make_binary(const struct gpu *gpu)
{
    return make(gpu, VK_SEMAPHORE_TYPE_BINARY, 0, true);
}

VkSemaphore make_plain(const struct gpu *gpu, VkSemaphoreType type)
{
    return make(gpu, type, 0, false);
}

VkFence make_fence(const struct gpu *gpu)
{
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VkFence fence;

    assert_vk(vkCreateFence(gpu->device, &info, NULL, &fence));
    return fence;
}

int export_fd(const struct gpu *gpu, VkSemaphore semaphore)
{
    const VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore,
        .handleType = OPAQUE_FD,
    };
    int fd = -1;

    assert_vk(gpu->get_fd(gpu->device, &info, &fd));
    assert_true(fd >= 0);
    return fd;
}

VkResult import_fd(const struct gpu *gpu, VkSemaphore semaphore, int fd, bool temporary)
{
    const VkImportSemaphoreFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .semaphore = semaphore,
        .flags = temporary ? VK_SEMAPHORE_IMPORT_TEMPORARY_BIT : 0,
        .handleType = OPAQUE_FD,
        .fd = fd,
    };
    return gpu->import_fd(gpu->device, &info);
}

void share(const struct gpu *from, VkSemaphore semaphore, const struct gpu *to, VkSemaphore into)
{
    assert_vk(import_fd(to, into, export_fd(from, semaphore), false));
}

VkCommandBuffer record_fill(const struct gpu *gpu, uint32_t value)
{
    const VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
    };
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT,
    };
    VkCommandBuffer commands;

    assert_vk(vkAllocateCommandBuffers(gpu->device, &allocate, &commands));
    assert_vk(vkBeginCommandBuffer(commands, &begin));
    vkCmdFillBuffer(commands, gpu->buffer, 0, 4, value);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
    assert_vk(vkEndCommandBuffer(commands));
    return commands;
}

/* ---- operations ---- */

void submit(const struct gpu *gpu, struct batch batch, VkFence fence)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = batch.wait != VK_NULL_HANDLE,
        .pWaitSemaphoreValues = &batch.wait_value,
        .signalSemaphoreValueCount = batch.signal != VK_NULL_HANDLE,
        .pSignalSemaphoreValues = &batch.signal_value,
    };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = batch.wait != VK_NULL_HANDLE,
        .pWaitSemaphores = &batch.wait,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = batch.commands != NULL,
        .pCommandBuffers = &batch.commands,
        .signalSemaphoreCount = batch.signal != VK_NULL_HANDLE,
        .pSignalSemaphores = &batch.signal,
    };
    assert_vk(vkQueueSubmit(gpu->queue, 1, &info, fence));
}

void submit2(const struct gpu *gpu, struct batch batch, VkFence fence)
{
    const VkSemaphoreSubmitInfo wait = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
        .semaphore = batch.wait,
        .value = batch.wait_value,
        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
    };
    const VkSemaphoreSubmitInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
        .semaphore = batch.signal,
        .value = batch.signal_value,
        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
    };
    const VkCommandBufferSubmitInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
        .commandBuffer = batch.commands,
    };
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .waitSemaphoreInfoCount = batch.wait != VK_NULL_HANDLE,
        .pWaitSemaphoreInfos = &wait,
        .commandBufferInfoCount = batch.commands != NULL,
        .pCommandBufferInfos = &commands,
        .signalSemaphoreInfoCount = batch.signal != VK_NULL_HANDLE,
        .pSignalSemaphoreInfos = &signal,
    };
    assert_vk(vkQueueSubmit2(gpu->queue, 1, &info, fence));
}

uint64_t value_of(const struct gpu *gpu, VkSemaphore semaphore)
{
    uint64_t value = 0;

    assert_vk(vkGetSemaphoreCounterValue(gpu->device, semaphore, &value));
    return value;
}

void signal_host(const struct gpu *gpu, VkSemaphore semaphore, uint64_t value)
{
    const VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = semaphore,
        .value = value,
    };
    assert_vk(vkSignalSemaphore(gpu->device, &info));
}

VkResult wait_host(const struct gpu *gpu, VkSemaphore semaphore, uint64_t value,
                   uint64_t timeout_ns)
{
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &semaphore,
        .pValues = &value,
    };
    return vkWaitSemaphores(gpu->device, &info, timeout_ns);
}

void wait_fence(const struct gpu *gpu, VkFence fence)
{
    assert_vk(vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, FOR_EVER));
    assert_vk(vkResetFences(gpu->device, 1, &fence));
}

/* ---- processes ---- */

union fd_message {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
};

void send_fd(int socket, int fd)
{
    char byte = 'f';
    struct iovec data = { .iov_base = &byte, .iov_len = 1 };
    union fd_message control = { .space = { 0 } };
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.space,
        .msg_controllen = sizeof(control.space),
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);

    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &fd, sizeof(fd));
    assert_int_equal(sendmsg(socket, &message, 0), 1);
}

int receive_fd(int socket)
{
    char byte;
    struct iovec data = { .iov_base = &byte, .iov_len = 1 };
    union fd_message control;
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.space,
        .msg_controllen = sizeof(control.space),
    };
    int fd;

    assert_int_equal(recvmsg(socket, &message, MSG_CMSG_CLOEXEC), 1);
    assert_non_null(CMSG_FIRSTHDR(&message));
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
    return fd;
}

pid_t spawn_role(const char *role, int *out_socket)
{
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        char *argv[] = { (char *)"layer", (char *)role, NULL };
        /* Twice, so that the copy as fd 3 is never the close-on-exec original. */
        int copy = fcntl(ends[1], F_DUPFD, 4);
        if (copy < 0 || dup2(copy, 3) < 0)
            _exit(2);
        close(copy);
        execv("/proc/self/exe", argv);
        _exit(2);
    }
    close(ends[1]);
    *out_socket = ends[0];
    return pid;
}

void assert_child_ok(pid_t pid)
{
    int status = 0;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}
