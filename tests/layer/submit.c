/* Submits with shared waits and signals: nothing blocks, and order is kept. */
#include "harness.h"

#include <pthread.h>

#include "test_cases.h"

typedef void submit_function(const struct gpu *gpu, struct batch batch, VkFence fence);

static void wait_before_signal(submit_function *submit_it)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    VkFence fence = make_fence(&gpu), last = make_fence(&gpu);
    submit_it(&gpu, (struct batch){ .wait = s, .wait_value = 1, .commands = record_fill(&gpu, 1),
                                    .signal = s, .signal_value = 2 }, fence);
    submit_it(&gpu, (struct batch){ .commands = record_fill(&gpu, 2) }, VK_NULL_HANDLE);
    assert_vk(vkQueueSubmit(gpu.queue, 0, NULL, last));
    assert_int_equal(vkGetFenceStatus(gpu.device, fence), VK_NOT_READY);
    assert_int_equal(vkWaitForFences(gpu.device, 1, &last, VK_TRUE, 1000000), VK_TIMEOUT);
    assert_int_equal(value_of(&gpu, s), 0);
    assert_int_equal(*gpu.word, 0);
    signal_host(&gpu, s, 1);
    assert_vk(wait_host(&gpu, s, 2, FOR_EVER));
    wait_fence(&gpu, last);
    wait_fence(&gpu, fence);
    assert_int_equal(*gpu.word, 2);
    vkDestroySemaphore(gpu.device, s, NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    vkDestroyFence(gpu.device, last, NULL);
    gpu_close(&gpu);
}

TEST_CASE(submit_does_not_block)
{
    wait_before_signal(submit);
}

TEST_CASE(submit2_does_not_block)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    bool has = gpu.has_submit2;
    gpu_close(&gpu);
    if (has)
        wait_before_signal(submit2);
}

/* The second batch of one call waits for an answer to the first. */
TEST_CASE(earlier_batches_of_a_call_are_not_held)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const uint64_t one = 1;
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore ask = make_timeline(&gpu, 0), answer = make_timeline(&gpu, 0);
    VkFence fence = make_fence(&gpu);
    VkTimelineSemaphoreSubmitInfo values[] = {
        { .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
          .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &one },
        { .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
          .waitSemaphoreValueCount = 1, .pWaitSemaphoreValues = &one },
    };
    VkCommandBuffer fill = record_fill(&gpu, 7);
    VkSubmitInfo infos[] = {
        { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values[0],
          .signalSemaphoreCount = 1, .pSignalSemaphores = &ask },
        { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values[1],
          .waitSemaphoreCount = 1, .pWaitSemaphores = &answer, .pWaitDstStageMask = &stage,
          .commandBufferCount = 1, .pCommandBuffers = &fill },
    };
    assert_vk(vkQueueSubmit(gpu.queue, 2, infos, fence));
    /* A held batch is a copy: the program may do with its structs as it likes. */
    infos[1] = (VkSubmitInfo){ 0 };
    fill = NULL;
    assert_vk(wait_host(&gpu, ask, 1, FOR_EVER));
    assert_int_equal(*gpu.word, 0);
    signal_host(&gpu, answer, 1);
    wait_fence(&gpu, fence);
    assert_int_equal(*gpu.word, 7);
    vkDestroySemaphore(gpu.device, ask, NULL);
    vkDestroySemaphore(gpu.device, answer, NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    gpu_close(&gpu);
}

/* Shared and plain semaphores of both kinds in one submit, in an order that mixes them. */
TEST_CASE(semaphores_of_all_sorts_in_one_submit)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore s[] = {
        make_plain(&gpu, VK_SEMAPHORE_TYPE_BINARY), make_timeline(&gpu, 0),
        make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE), make_binary(&gpu),
    };
    const uint64_t first[] = { 0, 3, 4, 0 }, second[] = { 0, 6, 7, 0 };
    const VkPipelineStageFlags stages[] = {
        VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
    };
    const VkTimelineSemaphoreSubmitInfo values[] = {
        { .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
          .signalSemaphoreValueCount = 4, .pSignalSemaphoreValues = first },
        { .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
          .waitSemaphoreValueCount = 4, .pWaitSemaphoreValues = first,
          .signalSemaphoreValueCount = 4, .pSignalSemaphoreValues = second },
    };
    const VkSubmitInfo infos[] = {
        { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values[0],
          .signalSemaphoreCount = 4, .pSignalSemaphores = s },
        { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values[1],
          .waitSemaphoreCount = 4, .pWaitSemaphores = s, .pWaitDstStageMask = stages,
          .signalSemaphoreCount = 4, .pSignalSemaphores = s },
    };
    VkFence fence = make_fence(&gpu);
    assert_vk(vkQueueSubmit(gpu.queue, 2, infos, fence));
    wait_fence(&gpu, fence);
    assert_int_equal(value_of(&gpu, s[1]), 6);
    assert_int_equal(value_of(&gpu, s[2]), 7);
    for (int i = 0; i < 4; i++)
        vkDestroySemaphore(gpu.device, s[i], NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    gpu_close(&gpu);
}

TEST_CASE(signal_is_seen_by_others_once_the_fence_is)
{
    struct gpu a, b;

    gpu_open(&a, true);
    gpu_open(&b, true);
    VkSemaphore sa = make_timeline(&a, 0), sb = make_timeline(&b, 0);
    VkFence fence = make_fence(&a);
    share(&a, sa, &b, sb);
    for (uint64_t i = 1; i <= 200; i++) {
        submit(&a, (struct batch){ .signal = sa, .signal_value = i }, fence);
        wait_fence(&a, fence);
        assert_int_equal(value_of(&b, sb), i);
    }
    submit(&a, (struct batch){ .signal = sa, .signal_value = 300 }, VK_NULL_HANDLE);
    assert_vk(vkQueueWaitIdle(a.queue));
    assert_int_equal(value_of(&b, sb), 300);
    submit(&a, (struct batch){ .signal = sa, .signal_value = 400 }, VK_NULL_HANDLE);
    assert_vk(vkDeviceWaitIdle(a.device));
    assert_int_equal(value_of(&b, sb), 400);
    vkDestroySemaphore(a.device, sa, NULL);
    vkDestroySemaphore(b.device, sb, NULL);
    vkDestroyFence(a.device, fence, NULL);
    gpu_close(&b);
    gpu_close(&a);
}

struct later {
    const struct gpu *gpu;
    VkSemaphore semaphore;
};

static void *signal_one(void *data)
{
    struct later *later = data;
    signal_host(later->gpu, later->semaphore, 1);
    return NULL;
}

TEST_CASE(idle_waits_for_what_is_held)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    for (uint32_t round = 0; round < 2; round++) {
        VkSemaphore s = make_timeline(&gpu, 0);
        struct later later = { &gpu, s };
        pthread_t thread;
        submit(&gpu, (struct batch){ .wait = s, .wait_value = 1,
                                     .commands = record_fill(&gpu, round + 5) }, VK_NULL_HANDLE);
        assert_int_equal(pthread_create(&thread, NULL, signal_one, &later), 0);
        assert_vk(round == 0 ? vkQueueWaitIdle(gpu.queue) : vkDeviceWaitIdle(gpu.device));
        assert_int_equal(*gpu.word, round + 5);
        pthread_join(thread, NULL);
        vkDestroySemaphore(gpu.device, s, NULL);
    }
    gpu_close(&gpu);
}

/* One device's signal, the other's wait, either first; each signal is consumed by one wait. */
TEST_CASE(binary_goes_back_and_forth)
{
    struct gpu a, b;

    gpu_open(&a, true);
    gpu_open(&b, true);
    VkSemaphore there_a = make_binary(&a), there_b = make_binary(&b);
    VkSemaphore back_a = make_binary(&a), back_b = make_binary(&b);
    VkFence fence = make_fence(&a);
    share(&a, there_a, &b, there_b);
    share(&b, back_b, &a, back_a);
    for (int i = 0; i < 50; i++) {
        submit(&b, (struct batch){ .wait = there_b, .signal = back_b }, VK_NULL_HANDLE);
        submit(&a, (struct batch){ .signal = there_a }, VK_NULL_HANDLE);
        submit(&a, (struct batch){ .wait = back_a }, fence);
        wait_fence(&a, fence);
    }
    assert_vk(vkDeviceWaitIdle(b.device));
    vkDestroySemaphore(a.device, there_a, NULL);
    vkDestroySemaphore(a.device, back_a, NULL);
    vkDestroySemaphore(b.device, there_b, NULL);
    vkDestroySemaphore(b.device, back_b, NULL);
    vkDestroyFence(a.device, fence, NULL);
    gpu_close(&b);
    gpu_close(&a);
}

TEST_CASE(many_held_submits_keep_their_order)
{
    enum { COUNT = 100 };
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore go = make_timeline(&gpu, 0), done = make_timeline(&gpu, 0);
    for (uint32_t i = 1; i <= COUNT; i++)
        submit(&gpu, (struct batch){ .wait = go, .wait_value = i,
                                     .commands = record_fill(&gpu, i),
                                     .signal = done, .signal_value = i }, VK_NULL_HANDLE);
    for (uint32_t i = 1; i <= COUNT; i++) {
        signal_host(&gpu, go, i);
        assert_vk(wait_host(&gpu, done, i, FOR_EVER));
        assert_int_equal(value_of(&gpu, done), i);
        assert_int_equal(*gpu.word, i);
    }
    assert_vk(vkQueueWaitIdle(gpu.queue));
    vkDestroySemaphore(gpu.device, go, NULL);
    vkDestroySemaphore(gpu.device, done, NULL);
    gpu_close(&gpu);
}

TEST_CASE(bind_sparse_is_ordered_too)
{
    const uint64_t one = 1, two = 2;
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = 1, .pWaitSemaphoreValues = &one,
        .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &two,
    };
    const VkBindSparseInfo info = {
        .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO, .pNext = &values,
        .waitSemaphoreCount = 1, .pWaitSemaphores = &s,
        .signalSemaphoreCount = 1, .pSignalSemaphores = &s,
    };
    if (gpu.has_sparse) {
        assert_vk(vkQueueBindSparse(gpu.queue, 1, &info, VK_NULL_HANDLE));
        assert_int_equal(value_of(&gpu, s), 0);
        signal_host(&gpu, s, 1);
        assert_vk(wait_host(&gpu, s, 2, FOR_EVER));
        assert_vk(vkQueueWaitIdle(gpu.queue));
    }
    vkDestroySemaphore(gpu.device, s, NULL);
    gpu_close(&gpu);
}

int run_submit_tests(void)
{
    return run_test_cases(NULL);
}
