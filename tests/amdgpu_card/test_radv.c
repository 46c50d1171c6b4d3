/* RADV on the card: memory, binary and timeline semaphores leave one VkDevice and come into another
 * process, which is RADV again, or libdrm. What RADV does by shaders the card cannot do; small
 * copies and fills it does without. */
#include "test_rig.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vulkan/vulkan.h>

#define SIZE 65536u
#define PART 2048u                       /* what is filled and copied without a shader */
#define SKIPPED 77

/** A device of RADV's and what the tests need of it. */
struct radv {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    PFN_vkGetMemoryFdKHR get_memory_fd;
    PFN_vkGetSemaphoreFdKHR get_semaphore_fd;
    PFN_vkImportSemaphoreFdKHR import_semaphore_fd;
};

/** A buffer with its own memory, seen by the CPU. */
struct shared {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *cpu;
};

static void works(VkResult result)
{
    assert_int_equal(result, VK_SUCCESS);
}

/* ---- setting up --------------------------------------------------------------------------- */

/** False when this RADV does not know the chip. */
static bool find_physical(struct radv *radv)
{
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_2 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application };
    VkPhysicalDevice all[8];
    uint32_t count = 8;

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

static void radv_open(struct radv *radv)
{
    static const char *const extensions[] = { "VK_KHR_external_memory_fd",
                                              "VK_KHR_external_semaphore_fd" };
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = 0,
        .queueCount = 1, .pQueuePriorities = &priority };
    const VkPhysicalDeviceVulkan12Features features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .timelineSemaphore = VK_TRUE };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .enabledExtensionCount = 2,
        .ppEnabledExtensionNames = extensions };
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO };

    assert_true(find_physical(radv));
    works(vkCreateDevice(radv->physical, &info, NULL, &radv->device));
    vkGetDeviceQueue(radv->device, 0, 0, &radv->queue);
    works(vkCreateCommandPool(radv->device, &pool, NULL, &radv->pool));
    radv->get_memory_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(radv->device,
                                                                    "vkGetMemoryFdKHR");
    radv->get_semaphore_fd = (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(
        radv->device, "vkGetSemaphoreFdKHR");
    radv->import_semaphore_fd = (PFN_vkImportSemaphoreFdKHR)vkGetDeviceProcAddr(
        radv->device, "vkImportSemaphoreFdKHR");
}

static void radv_close(struct radv *radv)
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

/** Makes the buffer, or imports it when the descriptor is one; that is taken. */
static void shared_create(struct radv *radv, struct shared *shared, int fd)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &external, .size = SIZE,
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
    works(vkMapMemory(radv->device, shared->memory, 0, SIZE, 0, (void **)&shared->cpu));
}

static void shared_destroy(struct radv *radv, struct shared *shared)
{
    vkDestroyBuffer(radv->device, shared->buffer, NULL);
    vkFreeMemory(radv->device, shared->memory, NULL);
}

static int shared_export(struct radv *radv, const struct shared *shared)
{
    const VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = shared->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;

    works(radv->get_memory_fd(radv->device, &get, &fd));
    return fd;
}

static VkSemaphore semaphore_create(struct radv *radv, VkSemaphoreType type, int fd)
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

static int semaphore_export(struct radv *radv, VkSemaphore semaphore)
{
    const VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR, .semaphore = semaphore,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;

    works(radv->get_semaphore_fd(radv->device, &get, &fd));
    return fd;
}

/* ---- work --------------------------------------------------------------------------------- */

static VkCommandBuffer begin(struct radv *radv)
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

static VkCommandBuffer record_fill(struct radv *radv, const struct shared *shared, uint32_t value)
{
    VkCommandBuffer commands = begin(radv);

    vkCmdFillBuffer(commands, shared->buffer, 0, PART, value);
    works(vkEndCommandBuffer(commands));
    return commands;
}

static VkCommandBuffer record_copy(struct radv *radv, const struct shared *shared)
{
    const VkBufferCopy region = { .srcOffset = 0, .dstOffset = 8192, .size = PART };
    VkCommandBuffer commands = begin(radv);

    vkCmdCopyBuffer(commands, shared->buffer, shared->buffer, 1, &region);
    works(vkEndCommandBuffer(commands));
    return commands;
}

/** Submits with one wait and up to two signals; a value of a binary semaphore means nothing. */
static void submit_radv(struct radv *radv, VkCommandBuffer commands, VkSemaphore wait,
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

static void wait_host(struct radv *radv, VkSemaphore semaphore, uint64_t value)
{
    const VkSemaphoreWaitInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                       .semaphoreCount = 1, .pSemaphores = &semaphore,
                                       .pValues = &value };

    works(vkWaitSemaphores(radv->device, &info, UINT64_MAX));
}

/* ---- the other process -------------------------------------------------------------------- */

/** RADV: waits for the timeline's 1 before that was submitted, copies, signals 2; then takes the
 *  binary semaphore and signals 3. */
static void radv_peer(int socket)
{
    struct radv radv;
    struct shared shared;
    const uint64_t values[] = { 2, 3 };

    radv_open(&radv);
    shared_create(&radv, &shared, receive_fd(socket));
    VkSemaphore line = semaphore_create(&radv, VK_SEMAPHORE_TYPE_TIMELINE, receive_fd(socket));
    VkSemaphore binary = semaphore_create(&radv, VK_SEMAPHORE_TYPE_BINARY, receive_fd(socket));
    submit_radv(&radv, record_copy(&radv, &shared), line, 1, &line, &values[0], 1);
    send_byte(socket);
    receive_byte(socket);
    submit_radv(&radv, record_copy(&radv, &shared), binary, 0, &line, &values[1], 1);
    wait_host(&radv, line, 3);
    vkDeviceWaitIdle(radv.device);
    vkDestroySemaphore(radv.device, line, NULL);
    vkDestroySemaphore(radv.device, binary, NULL);
    shared_destroy(&radv, &shared);
    radv_close(&radv);
    expect_broken(0);
}

/** libdrm: the same by SDMA. */
static void libdrm_peer(int socket)
{
    struct rig rig;
    struct mem shared, ib[2];
    struct amdgpu_bo_import_result result;
    uint32_t line, binary, dw[7];
    uint64_t seq;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_bo_import(rig.device, amdgpu_bo_handle_type_dma_buf_fd,
                                      (uint32_t)receive_fd(socket), &result), 0);
    shared = (struct mem){ .bo = result.buf_handle, .size_bytes = result.alloc_size };
    mem_map(&rig, &shared);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &line), 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &binary), 0);
    send_byte(socket);
    receive_byte(socket);
    struct drm_amdgpu_cs_chunk_syncobj wait = { .handle = line, .point = 1 };
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = line, .point = 2 };
    struct drm_amdgpu_cs_chunk chunks[2] = {
        { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, sizeof(wait) / 4, (uintptr_t)&wait },
        { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, sizeof(signal) / 4, (uintptr_t)&signal },
    };
    put_copy(dw, shared.va + 8192, shared.va, PART);
    struct job job = { .ip = AMDGPU_HW_IP_DMA, .dwords = dw, .count = 7, .mems = { &shared },
                       .mem_count = 1, .more = chunks, .more_count = 2 };
    assert_int_equal(submit(&rig, &job, &ib[0], &seq), 0);
    wait = (struct drm_amdgpu_cs_chunk_syncobj){ .handle = binary };
    signal.point = 3;
    assert_int_equal(submit(&rig, &job, &ib[1], &seq), 0);
    assert_int_equal(wait_seq(&rig, AMDGPU_HW_IP_DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    expect_broken(0);
}

/** Fills, signals the timeline and the binary semaphore in one submission, waits for the answer. */
static void exchange(void (*peer)(int socket))
{
    struct radv radv;
    struct shared shared;
    const uint64_t values[] = { 1, 0 };
    int socket;

    int pid = peer_start(peer, &socket);
    radv_open(&radv);
    shared_create(&radv, &shared, -1);
    memset(shared.cpu, 0, SIZE);
    VkSemaphore line = semaphore_create(&radv, VK_SEMAPHORE_TYPE_TIMELINE, -1);
    VkSemaphore binary = semaphore_create(&radv, VK_SEMAPHORE_TYPE_BINARY, -1);
    int fds[] = { shared_export(&radv, &shared), semaphore_export(&radv, line),
                  semaphore_export(&radv, binary) };
    for (unsigned i = 0; i < 3; i++) {
        send_fd(socket, fds[i]);
        close(fds[i]);
    }
    receive_byte(socket);
    submit_radv(&radv, record_fill(&radv, &shared, 0xcafe), VK_NULL_HANDLE, 0,
                (const VkSemaphore[]){ line, binary }, values, 2);
    send_byte(socket);
    wait_host(&radv, line, 3);
    for (unsigned i = 0; i < PART / 4; i++)
        assert_int_equal(shared.cpu[2048 + i], 0xcafe);
    assert_int_equal(shared.cpu[2048 + PART / 4], 0);
    assert_int_equal(peer_end(pid), 0);
    close(socket);
    vkDestroySemaphore(radv.device, line, NULL);
    vkDestroySemaphore(radv.device, binary, NULL);
    shared_destroy(&radv, &shared);
    radv_close(&radv);
    expect_broken(0);
}

static void shares_with_radv_of_another_process(void **state)
{
    (void)state;
    exchange(radv_peer);
}

static void shares_with_libdrm_of_another_process(void **state)
{
    (void)state;
    exchange(libdrm_peer);
}

static void is_the_card_by_its_uuid(void **state)
{
    VkPhysicalDeviceIDProperties ids = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &ids };
    const uint32_t address[4] = { 0, 3, 0, 0 };
    struct radv radv;
    (void)state;

    radv_open(&radv);
    vkGetPhysicalDeviceProperties2(radv.physical, &properties);
    assert_memory_equal(ids.deviceUUID, address, 16);
    printf("%s\n", properties.properties.deviceName);
    radv_close(&radv);
}

/** Asked in a process of its own, as a driver that has met a chip it does not know may stay so. */
static void ask_for_chip(int socket)
{
    struct radv radv;

    (void)socket;
    if (!find_physical(&radv))
        _exit(SKIPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_card_by_its_uuid),
        cmocka_unit_test(shares_with_radv_of_another_process),
        cmocka_unit_test(shares_with_libdrm_of_another_process),
    };
    int socket;

    int status = peer_end(peer_start(ask_for_chip, &socket));
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        printf("this RADV is not there or does not know the chip\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
