/* Two processes, each with its own instance and device. */
#include "harness.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 100 };

/* ---- the other process; cmocka's checks need a test around them, so it is one ---- */

static int role_socket;

static void echo_timeline(void **state)
{
    struct gpu gpu;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    assert_vk(import_fd(&gpu, s, receive_fd(role_socket), false));
    for (uint64_t i = 0; i < ROUNDS; i++)
        submit(&gpu, (struct batch){ .wait = s, .wait_value = 2 * i + 1,
                                     .signal = s, .signal_value = 2 * i + 2 }, VK_NULL_HANDLE);
    assert_vk(vkDeviceWaitIdle(gpu.device));
    vkDestroySemaphore(gpu.device, s, NULL);
    gpu_close(&gpu);
}

static void echo_binary(void **state)
{
    struct gpu gpu;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore there = make_binary(&gpu), back = make_binary(&gpu);
    assert_vk(import_fd(&gpu, there, receive_fd(role_socket), false));
    assert_vk(import_fd(&gpu, back, receive_fd(role_socket), false));
    for (int i = 0; i < ROUNDS; i++)
        submit(&gpu, (struct batch){ .wait = there, .signal = back }, VK_NULL_HANDLE);
    assert_vk(vkDeviceWaitIdle(gpu.device));
    vkDestroySemaphore(gpu.device, there, NULL);
    vkDestroySemaphore(gpu.device, back, NULL);
    gpu_close(&gpu);
}

/* Tells when it has a submit that waits, and is killed there. */
static void wait_to_be_killed(void **state)
{
    struct gpu gpu;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    assert_vk(import_fd(&gpu, s, receive_fd(role_socket), false));
    submit(&gpu, (struct batch){ .signal = s, .signal_value = 1 }, VK_NULL_HANDLE);
    submit(&gpu, (struct batch){ .wait = s, .wait_value = UINT64_C(1) << 30 }, VK_NULL_HANDLE);
    vkQueueWaitIdle(gpu.queue);
}

/* Leaves by exit with a submit still held and a device never destroyed. */
static void leave_in_the_middle(void **state)
{
    struct gpu gpu;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    assert_vk(import_fd(&gpu, s, receive_fd(role_socket), false));
    submit(&gpu, (struct batch){ .wait = s, .wait_value = 5 }, VK_NULL_HANDLE);
}

/* Destroys a device with a held submit: against the rules, but no reason to hang. */
static void destroy_in_the_middle(void **state)
{
    struct gpu gpu;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    submit(&gpu, (struct batch){ .wait = s, .wait_value = 5 }, VK_NULL_HANDLE);
    vkDestroyDevice(gpu.device, NULL);
    (void)s;
}

int play_role(const char *role, int socket)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(echo_timeline),
        cmocka_unit_test(echo_binary),
        cmocka_unit_test(wait_to_be_killed),
        cmocka_unit_test(leave_in_the_middle),
        cmocka_unit_test(destroy_in_the_middle),
    };
    role_socket = socket;
    cmocka_set_message_output(CM_OUTPUT_STDOUT);
    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        const struct CMUnitTest one[] = { tests[i] };
        if (strcmp(role, tests[i].name) == 0)
            return cmocka_run_group_tests_name("layer.role", one, NULL, NULL);
    }
    return 2;
}

/* ---- this process ---- */

static void timeline_between_processes(void **state)
{
    struct gpu gpu;
    int socket;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    pid_t peer = spawn_role("echo_timeline", &socket);
    int fd = export_fd(&gpu, s);
    send_fd(socket, fd);
    close(fd);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        submit(&gpu, (struct batch){ .signal = s, .signal_value = 2 * i + 1 }, VK_NULL_HANDLE);
        assert_vk(wait_host(&gpu, s, 2 * i + 2, FOR_EVER));
        assert_int_equal(value_of(&gpu, s), 2 * i + 2);
    }
    assert_child_ok(peer);
    close(socket);
    assert_vk(vkQueueWaitIdle(gpu.queue));
    vkDestroySemaphore(gpu.device, s, NULL);
    gpu_close(&gpu);
}

static void binary_between_processes(void **state)
{
    struct gpu gpu;
    int socket;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore there = make_binary(&gpu), back = make_binary(&gpu);
    VkFence fence = make_fence(&gpu);
    pid_t peer = spawn_role("echo_binary", &socket);
    int fds[] = { export_fd(&gpu, there), export_fd(&gpu, back) };
    for (int i = 0; i < 2; i++) {
        send_fd(socket, fds[i]);
        close(fds[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        submit(&gpu, (struct batch){ .signal = there }, VK_NULL_HANDLE);
        submit(&gpu, (struct batch){ .wait = back }, fence);
        wait_fence(&gpu, fence);
    }
    assert_child_ok(peer);
    close(socket);
    vkDestroySemaphore(gpu.device, there, NULL);
    vkDestroySemaphore(gpu.device, back, NULL);
    vkDestroyFence(gpu.device, fence, NULL);
    gpu_close(&gpu);
}

static void killed_peer_leaves_nothing_locked(void **state)
{
    struct gpu gpu;
    int socket, status;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    pid_t peer = spawn_role("wait_to_be_killed", &socket);
    int fd = export_fd(&gpu, s);
    send_fd(socket, fd);
    close(fd);
    assert_vk(wait_host(&gpu, s, 1, FOR_EVER));
    kill(peer, SIGKILL);
    assert_int_equal(waitpid(peer, &status, 0), peer);
    assert_true(WIFSIGNALED(status));
    close(socket);
    submit(&gpu, (struct batch){ .wait = s, .wait_value = 1, .signal = s, .signal_value = 2 },
           VK_NULL_HANDLE);
    assert_vk(vkDeviceWaitIdle(gpu.device));
    assert_int_equal(value_of(&gpu, s), 2);
    vkDestroySemaphore(gpu.device, s, NULL);
    gpu_close(&gpu);
}

static void exit_in_the_middle_is_safe(void **state)
{
    struct gpu gpu;
    int socket;
    (void)state;

    gpu_open(&gpu, true);
    VkSemaphore s = make_timeline(&gpu, 0);
    pid_t peer = spawn_role("leave_in_the_middle", &socket);
    int fd = export_fd(&gpu, s);
    send_fd(socket, fd);
    close(fd);
    assert_child_ok(peer);
    close(socket);
    vkDestroySemaphore(gpu.device, s, NULL);
    gpu_close(&gpu);
}

static void destroying_a_busy_device_does_not_hang(void **state)
{
    int socket;
    (void)state;

    pid_t peer = spawn_role("destroy_in_the_middle", &socket);
    int status;
    assert_int_equal(waitpid(peer, &status, 0), peer);
    assert_true(WIFEXITED(status));
    close(socket);
}

int run_process_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timeline_between_processes),
        cmocka_unit_test(binary_between_processes),
        cmocka_unit_test(killed_peer_leaves_nothing_locked),
        cmocka_unit_test(exit_in_the_middle_is_safe),
        cmocka_unit_test(destroying_a_busy_device_does_not_hang),
    };
    return cmocka_run_group_tests_name("layer.process", tests, NULL, NULL);
}
