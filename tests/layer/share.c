/* Export and import: who owns the fd, what is refused, what is shared by it. */
#include "harness.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../open_fds.h"
#include "test_cases.h"

TEST_CASE(timeline_is_one_across_devices)
{
    struct gpu a, b;

    gpu_open(&a, true);
    gpu_open(&b, true);
    VkSemaphore sa = make_timeline(&a, 5), sb = make_plain(&b, VK_SEMAPHORE_TYPE_TIMELINE);
    share(&a, sa, &b, sb);
    assert_int_equal(value_of(&b, sb), 5);
    signal_host(&b, sb, 6);
    assert_int_equal(value_of(&a, sa), 6);
    submit(&a, (struct batch){ .signal = sa, .signal_value = 9 }, VK_NULL_HANDLE);
    assert_vk(wait_host(&b, sb, 9, FOR_EVER));
    submit(&b, (struct batch){ .wait = sb, .wait_value = 9, .signal = sb, .signal_value = 10 },
           VK_NULL_HANDLE);
    assert_vk(wait_host(&a, sa, 10, FOR_EVER));
    assert_vk(vkDeviceWaitIdle(a.device));
    assert_vk(vkDeviceWaitIdle(b.device));
    vkDestroySemaphore(a.device, sa, NULL);
    vkDestroySemaphore(b.device, sb, NULL);
    gpu_close(&b);
    gpu_close(&a);
}

TEST_CASE(fd_is_taken_on_success_and_left_on_failure)
{
    struct gpu gpu;
    int ends[2];

    gpu_open(&gpu, true);
    VkSemaphore timeline = make_timeline(&gpu, 0), binary = make_binary(&gpu);
    int before = count_open_fds();
    int fd = export_fd(&gpu, timeline);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);

    /* the layer knows an fd by its number, which others get later */
    expect_complaint("VUID-VkImportSemaphoreFdInfoKHR-handleType-03264");
    assert_int_equal(import_fd(&gpu, binary, fd, false), VK_ERROR_INVALID_EXTERNAL_HANDLE);
    assert_int_not_equal(fcntl(fd, F_GETFD), -1);
    assert_vk(import_fd(&gpu, timeline, fd, false));
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    assert_int_equal(count_open_fds(), before);

    assert_int_equal(pipe(ends), 0);
    int others[] = { ends[0], ends[1], open("/dev/null", O_RDWR), memfd_create("x", 0) };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(import_fd(&gpu, binary, others[i], i & 1),
                         VK_ERROR_INVALID_EXTERNAL_HANDLE);
        assert_int_equal(close(others[i]), 0);
    }
    assert_int_equal(import_fd(&gpu, binary, others[0], false), VK_ERROR_INVALID_EXTERNAL_HANDLE);
    expect_complaint(NULL);
    assert_int_equal(count_open_fds(), before);
    vkDestroySemaphore(gpu.device, timeline, NULL);
    vkDestroySemaphore(gpu.device, binary, NULL);
    gpu_close(&gpu);
}

TEST_CASE(fd_zero_is_legal)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore from = make_binary(&gpu), to = make_binary(&gpu);
    int saved = dup(0), fd = export_fd(&gpu, from);
    assert_int_equal(dup2(fd, 0), 0);
    close(fd);
    assert_vk(import_fd(&gpu, to, 0, false));
    assert_int_equal(fcntl(0, F_GETFD), -1);
    if (saved >= 0) {
        dup2(saved, 0);
        close(saved);
    }
    vkDestroySemaphore(gpu.device, from, NULL);
    vkDestroySemaphore(gpu.device, to, NULL);
    gpu_close(&gpu);
}

TEST_CASE(nothing_is_left_open)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    int before = count_open_fds();
    for (int i = 0; i < 50; i++) {
        VkSemaphore s = make_timeline(&gpu, 0), t = make_timeline(&gpu, 0);
        share(&gpu, s, &gpu, t);
        vkDestroySemaphore(gpu.device, s, NULL);
        vkDestroySemaphore(gpu.device, t, NULL);
    }
    assert_int_equal(count_open_fds(), before);
    gpu_close(&gpu);
}

TEST_CASE(fd_outlives_its_semaphore)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 3);
    VkFence fence = make_fence(&gpu);
    int fd = export_fd(&gpu, s);
    submit(&gpu, (struct batch){ .signal = s, .signal_value = 4 }, fence);
    wait_fence(&gpu, fence);
    vkDestroySemaphore(gpu.device, s, NULL);
    VkSemaphore t = make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    assert_vk(import_fd(&gpu, t, fd, false));
    assert_int_equal(value_of(&gpu, t), 4);
    vkDestroySemaphore(gpu.device, t, NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    gpu_close(&gpu);
}

TEST_CASE(imported_is_exported_again)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 1), t = make_timeline(&gpu, 0), u = make_timeline(&gpu, 0);
    share(&gpu, s, &gpu, t);
    vkDestroySemaphore(gpu.device, s, NULL);
    share(&gpu, t, &gpu, u);
    signal_host(&gpu, u, 2);
    assert_int_equal(value_of(&gpu, t), 2);
    vkDestroySemaphore(gpu.device, t, NULL);
    vkDestroySemaphore(gpu.device, u, NULL);
    gpu_close(&gpu);
}

/* The permanent payload comes back with the next wait, and both are consumed by their own. */
TEST_CASE(temporary_import_ends_with_a_wait)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    VkSemaphore permanent = make_binary(&gpu), other = make_binary(&gpu);
    VkFence fence = make_fence(&gpu);
    VkCommandBuffer one = record_fill(&gpu, 1), two = record_fill(&gpu, 2);
    assert_vk(import_fd(&gpu, permanent, export_fd(&gpu, other), true));
    submit(&gpu, (struct batch){ .wait = permanent, .commands = one }, fence);
    assert_int_equal(vkGetFenceStatus(gpu.device, fence), VK_NOT_READY);
    submit(&gpu, (struct batch){ .signal = permanent }, VK_NULL_HANDLE);
    submit(&gpu, (struct batch){ .wait = permanent, .commands = two }, VK_NULL_HANDLE);
    /* Another holder of the temporary payload signals it. */
    VkSemaphore holder = make_binary(&gpu);
    struct gpu peer;
    gpu_open(&peer, true);
    VkSemaphore theirs = make_binary(&peer);
    share(&gpu, other, &peer, theirs);
    submit(&peer, (struct batch){ .signal = theirs }, VK_NULL_HANDLE);
    wait_fence(&gpu, fence);
    assert_vk(vkQueueWaitIdle(gpu.queue));
    assert_int_equal(*gpu.word, 2);
    assert_vk(vkDeviceWaitIdle(peer.device));
    vkDestroySemaphore(peer.device, theirs, NULL);
    gpu_close(&peer);
    vkDestroySemaphore(gpu.device, holder, NULL);
    vkDestroySemaphore(gpu.device, permanent, NULL);
    vkDestroySemaphore(gpu.device, other, NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    gpu_close(&gpu);
}

int run_share_tests(void)
{
    return run_test_cases(NULL);
}
