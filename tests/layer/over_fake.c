/* The layer over the recording driver: what reaches the driver, when, and in which shape. */
#include "fake_driver.h"
#include "queue/host_semaphore.h"

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "test_cases.h"

#define OPAQUE_FD VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queues[2];
static PFN_vkQueueSubmit queue_submit;

static int setup(void **state)
{
    (void)state;
    fake_has_opaque_fd = false;
    fake_open(&instance, &physical);
    if (fake_open_device(physical, &device, queues) != VK_SUCCESS)
        return -1;
    queue_submit = (PFN_vkQueueSubmit)fake_get(device, "vkQueueSubmit");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fake_close(instance, device);
    return 0;
}

static VkSemaphore make(VkSemaphoreType kind, bool shared)
{
    const VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = OPAQUE_FD,
    };
    const VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = shared ? &export : NULL,
        .semaphoreType = kind,
    };
    const VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    VkSemaphore semaphore;

    assert_int_equal(((PFN_vkCreateSemaphore)fake_get(device, "vkCreateSemaphore"))(
                         device, &info, NULL, &semaphore), VK_SUCCESS);
    return semaphore;
}

/* Signals a shared semaphore as another process would: through its fd alone. */
static void release(VkSemaphore shared)
{
    const VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = shared,
        .handleType = OPAQUE_FD,
    };
    struct gi_host_semaphore peer;
    int fd = -1;

    assert_int_equal(((PFN_vkGetSemaphoreFdKHR)fake_get(device, "vkGetSemaphoreFdKHR"))(
                         device, &info, &fd), VK_SUCCESS);
    assert_int_equal(gi_host_semaphore_import(&peer, fd), 0);
    close(fd);
    assert_int_equal(gi_host_semaphore_signal(&peer, 1), 0);
    gi_host_semaphore_finish(&peer);
}

static void submit_pair(VkQueue queue, const VkSemaphore *wait, const VkSemaphore *signal)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .waitSemaphoreCount = wait != NULL,
        .pWaitSemaphores = wait,
        .pWaitDstStageMask = &stage,
        .signalSemaphoreCount = signal != NULL,
        .pSignalSemaphores = signal,
    };
    assert_int_equal(queue_submit(queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
}

TEST_CASE_WITH(extension_is_stripped, setup, teardown)
{
    assert_int_equal(fake_enabled_extensions, 0);
    assert_non_null(fake_get(device, "vkGetSemaphoreFdKHR"));
    assert_null(fake_get(device, "vkQueueSubmit2"));
    assert_null(fake_get(device, "vkWaitSemaphores"));
}

/* A held signal of a binary semaphore of the driver's holds the queue that waits for it, and no
 * other work of that queue before it. */
TEST_CASE_WITH(binary_wait_follows_its_held_signal, setup, teardown)
{
    VkSemaphore gate = make(VK_SEMAPHORE_TYPE_BINARY, true);
    VkSemaphore plain = make(VK_SEMAPHORE_TYPE_BINARY, false);
    VkSemaphore other = make(VK_SEMAPHORE_TYPE_BINARY, false);

    submit_pair(queues[0], &gate, &plain);
    submit_pair(queues[1], NULL, &other);
    assert_ptr_equal(fake_wait_record(1).signals[0], other);
    submit_pair(queues[1], &plain, NULL);
    assert_int_equal(fake_record_count(), 1);
    release(gate);
    struct fake_record record = fake_wait_record(2);
    assert_ptr_equal(record.queue, queues[0]);
    assert_int_equal(record.wait_count, 0);
    assert_ptr_equal(record.signals[0], plain);
    record = fake_wait_record(3);
    assert_ptr_equal(record.queue, queues[1]);
    assert_ptr_equal(record.waits[0], plain);
}

/* Lists that run in parallel stay in step when a shared semaphore is taken out of the middle. */
TEST_CASE_WITH(submit_is_taken_apart_in_step, setup, teardown)
{
    const VkSemaphore waits[] = {
        make(VK_SEMAPHORE_TYPE_TIMELINE, false), make(VK_SEMAPHORE_TYPE_TIMELINE, true),
        make(VK_SEMAPHORE_TYPE_TIMELINE, false),
    };
    const uint64_t values[] = { 10, 1, 30 };
    const uint32_t devices[] = { 1, 2, 3 };
    const VkPipelineStageFlags stages[] = { 1, 1, 1 };
    const VkBaseInStructure unknown = { .sType = VK_STRUCTURE_TYPE_MAX_ENUM };
    VkProtectedSubmitInfo protected_submit = {
        .sType = VK_STRUCTURE_TYPE_PROTECTED_SUBMIT_INFO,
        .pNext = &unknown,
        .protectedSubmit = VK_TRUE,
    };
    VkDeviceGroupSubmitInfo group = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO,
        .pNext = &protected_submit,
        .waitSemaphoreCount = 3,
        .pWaitSemaphoreDeviceIndices = devices,
    };
    const VkTimelineSemaphoreSubmitInfo timeline = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .pNext = &group,
        .waitSemaphoreValueCount = 3,
        .pWaitSemaphoreValues = values,
    };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &timeline,
        .waitSemaphoreCount = 3,
        .pWaitSemaphores = waits,
        .pWaitDstStageMask = stages,
    };

    assert_int_equal(queue_submit(queues[0], 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    protected_submit.protectedSubmit = VK_FALSE;
    group.waitSemaphoreCount = 0;
    assert_int_equal(fake_record_count(), 0);
    release(waits[1]);
    struct fake_record record = fake_wait_record(1);
    assert_int_equal(record.wait_count, 2);
    assert_ptr_equal(record.waits[0], waits[0]);
    assert_ptr_equal(record.waits[1], waits[2]);
    assert_int_equal(record.value_count, 2);
    assert_int_equal(record.wait_values[1], 30);
    assert_int_equal(record.group_count, 2);
    assert_int_equal(record.wait_devices[1], 3);
    assert_true(record.protected_submit);
    assert_false(record.unknown_struct);
}

/* A program that gives no stages with its waits: each waits before all commands. */
TEST_CASE_WITH(waits_without_stages_hold_all_commands, setup, teardown)
{
    const VkSemaphore waits[] = { make(VK_SEMAPHORE_TYPE_BINARY, true),
                                  make(VK_SEMAPHORE_TYPE_BINARY, false) };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .waitSemaphoreCount = 2,
        .pWaitSemaphores = waits,
    };

    assert_int_equal(queue_submit(queues[0], 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    assert_int_equal(fake_record_count(), 0);
    release(waits[0]);
    struct fake_record record = fake_wait_record(1);
    assert_int_equal(record.wait_count, 1);
    assert_ptr_equal(record.waits[0], waits[1]);
    assert_int_equal(record.stages[0], VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
}

TEST_CASE_WITH(held_bind_is_a_deep_copy, setup, teardown)
{
    const VkSemaphore gate = make(VK_SEMAPHORE_TYPE_BINARY, true);
    VkSparseMemoryBind bind = { .resourceOffset = 4096 };
    VkSparseBufferMemoryBindInfo buffer = { .bindCount = 1, .pBinds = &bind };
    const VkBindSparseInfo info = {
        .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores = &gate,
        .bufferBindCount = 1,
        .pBufferBinds = &buffer,
    };

    assert_int_equal(((PFN_vkQueueBindSparse)fake_get(device, "vkQueueBindSparse"))(
                         queues[0], 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    bind.resourceOffset = 0;
    buffer = (VkSparseBufferMemoryBindInfo){ .bindCount = 0 };
    release(gate);
    struct fake_record record = fake_wait_record(1);
    assert_int_equal(record.kind, FAKE_BIND);
    assert_int_equal(record.wait_count, 0);
    assert_int_equal(record.bind_offset, 4096);
}

static void *release_gate(void *gate)
{
    release(*(VkSemaphore *)gate);
    return NULL;
}

/* A present blocks for its shared wait, leaves the other to the driver and gives its result. */
TEST_CASE_WITH(present_waits_and_tells_its_result, setup, teardown)
{
    VkSemaphore gate = make(VK_SEMAPHORE_TYPE_BINARY, true);
    const VkSemaphore waits[] = { gate, make(VK_SEMAPHORE_TYPE_BINARY, false) };
    const VkPresentInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
        .waitSemaphoreCount = 2,
        .pWaitSemaphores = waits,
    };
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, release_gate, &gate), 0);
    assert_int_equal(((PFN_vkQueuePresentKHR)fake_get(device, "vkQueuePresentKHR"))(
                         queues[0], &info), VK_SUBOPTIMAL_KHR);
    pthread_join(thread, NULL);
    struct fake_record record = fake_wait_record(1);
    assert_int_equal(record.kind, FAKE_PRESENT);
    assert_int_equal(record.wait_count, 1);
    assert_ptr_equal(record.waits[0], waits[1]);
}

/* The driver's functions themselves, so a submit costs what it cost. */
TEST_CASE_WITH(layer_steps_aside_for_a_driver_that_can, setup, teardown)
{
    VkDevice able;

    fake_close(instance, device);
    fake_has_opaque_fd = true;
    fake_open(&instance, &physical);
    assert_int_equal(fake_open_device(physical, &able, queues), VK_SUCCESS);
    device = able;
    assert_int_equal(fake_enabled_extensions, 1);
    assert_ptr_equal(fake_get(device, "vkQueueSubmit"), fake_driver_submit());
    assert_null(fake_get(device, "vkGetSemaphoreFdKHR"));
}

int main(void)
{
    return run_test_cases(NULL);
}
