/* A Vulkan program for the layer of timelines. tests/trace/check_trace.py reads what was recorded.
 *
 *    layer_traced [leave]     leave: the process ends with work that nobody has waited for */
#include "harness.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void name(const struct gpu *gpu, VkObjectType type, uint64_t handle, const char *text)
{
    const VkDebugUtilsObjectNameInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = type,
        .objectHandle = handle,
        .pObjectName = text,
    };
    PFN_vkSetDebugUtilsObjectNameEXT set = (PFN_vkSetDebugUtilsObjectNameEXT)vkGetDeviceProcAddr(
        gpu->device, "vkSetDebugUtilsObjectNameEXT");

    assert_non_null(set);
    assert_vk(set(gpu->device, &info));
}

static void name_semaphore(const struct gpu *gpu, VkSemaphore semaphore, const char *text)
{
    name(gpu, VK_OBJECT_TYPE_SEMAPHORE, (uint64_t)(uintptr_t)semaphore, text);
}

/* The second submit waits for a binary semaphore of the first. */
static void chain(const struct gpu *gpu, VkSemaphore frame)
{
    VkSemaphore handed = make_plain(gpu, VK_SEMAPHORE_TYPE_BINARY);

    name_semaphore(gpu, handed, "handed \"on\"");
    submit(gpu, (struct batch){ .commands = record_fill(gpu, 1), .signal = handed }, NULL);
    submit(gpu, (struct batch){ .wait = handed, .commands = record_fill(gpu, 2), .signal = frame,
                                .signal_value = 1 }, NULL);
    assert_vk(wait_host(gpu, frame, 1, FOR_EVER));
    vkDestroySemaphore(gpu->device, handed, NULL);
}

/* A submit that waits for the host. */
static void hold(const struct gpu *gpu, VkSemaphore frame)
{
    VkFence fence = make_fence(gpu);

    submit(gpu, (struct batch){ .wait = frame, .wait_value = 5, .commands = record_fill(gpu, 3),
                                .signal = frame, .signal_value = 6 }, fence);
    assert_int_equal(wait_host(gpu, frame, 6, 1000), VK_TIMEOUT);
    signal_host(gpu, frame, 5);
    wait_fence(gpu, fence);
    vkDestroyFence(gpu->device, fence, NULL);
}

/* A wait for one of two semaphores, of which the other never has its value. */
static void wait_any(const struct gpu *gpu, VkSemaphore frame)
{
    VkSemaphore never = make_timeline(gpu, 0);
    const VkSemaphore semaphores[] = { never, frame };
    const uint64_t values[] = { 7, 6 };
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .flags = VK_SEMAPHORE_WAIT_ANY_BIT,
        .semaphoreCount = 2,
        .pSemaphores = semaphores,
        .pValues = values,
    };

    name_semaphore(gpu, never, "never");
    assert_vk(vkWaitSemaphores(gpu->device, &info, FOR_EVER));
    vkDestroySemaphore(gpu->device, never, NULL);
}

/* A signal by one device is awaited by another, which has imported it. */
static void share_between(const struct gpu *gpu)
{
    struct gpu other;
    VkSemaphore given = make_timeline(gpu, 0);

    gpu_open(&other, true);
    VkSemaphore taken = make_timeline(&other, 0);
    share(gpu, given, &other, taken);
    submit(&other, (struct batch){ .wait = taken, .wait_value = 1 }, NULL);
    submit(gpu, (struct batch){ .commands = record_fill(gpu, 4), .signal = given,
                                .signal_value = 1 }, NULL);
    assert_vk(vkQueueWaitIdle(other.queue));
    assert_vk(vkDeviceWaitIdle(gpu->device));
    vkDestroySemaphore(other.device, taken, NULL);
    vkDestroySemaphore(gpu->device, given, NULL);
    gpu_close(&other);
}

static void second_form(const struct gpu *gpu, VkSemaphore frame)
{
    if (gpu->has_submit2)
        submit2(gpu, (struct batch){ .wait = frame, .wait_value = 6, .signal = frame,
                                     .signal_value = 8 }, NULL);
    else
        signal_host(gpu, frame, 8);
    assert_vk(wait_host(gpu, frame, 8, FOR_EVER));
}

enum { THREAD_SUBMITS = 200 };

/* A device of its own for each thread. */
static void *submit_much(void *argument)
{
    const struct gpu *gpu = argument;
    VkSemaphore semaphore = make_timeline(gpu, 0);

    for (uint64_t i = 1; i <= THREAD_SUBMITS; i++)
        submit(gpu, (struct batch){ .wait = semaphore, .wait_value = i - 1, .signal = semaphore,
                                    .signal_value = i }, NULL);
    assert_vk(wait_host(gpu, semaphore, THREAD_SUBMITS, FOR_EVER));
    assert_vk(vkDeviceWaitIdle(gpu->device));
    vkDestroySemaphore(gpu->device, semaphore, NULL);
    return NULL;
}

static void side_by_side(void)
{
    struct gpu gpus[2];
    pthread_t threads[2];

    for (size_t i = 0; i < 2; i++) {
        gpu_open(&gpus[i], true);
        assert_int_equal(pthread_create(&threads[i], NULL, submit_much, &gpus[i]), 0);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        gpu_close(&gpus[i]);
    }
}

static bool leaves;

static void a_recorded_program(void **state)
{
    struct gpu gpu;

    (void)state;
    gpu_open(&gpu, true);
    name(&gpu, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)gpu.queue, "painter");
    VkSemaphore frame = make_timeline(&gpu, 0);
    name_semaphore(&gpu, frame, "frame");
    chain(&gpu, frame);
    hold(&gpu, frame);
    wait_any(&gpu, frame);
    second_form(&gpu, frame);
    share_between(&gpu);
    side_by_side();
    if (leaves) {
        submit(&gpu, (struct batch){ .wait = frame, .wait_value = 100 }, NULL);
        exit(0);
    }
    vkDestroySemaphore(gpu.device, frame, NULL);
    gpu_close(&gpu);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_recorded_program) };

    if (!gpu_exists())
        return 77;
    leaves = argc > 1 && strcmp(argv[1], "leave") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
