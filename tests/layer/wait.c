/* vkWaitSemaphores: any and all, with and without semaphores of the driver's own among them. */
#include "harness.h"

#include <pthread.h>

#include "test_cases.h"

enum { SORTS = 3 };

struct set {
    const struct gpu *gpu;
    VkSemaphore list[4];
    uint32_t which;             /* the one that is signalled */
};

/* Sort 0: all shared; 1: all plain; 2: both. */
static void make_set(struct set *set, const struct gpu *gpu, int sort)
{
    set->gpu = gpu;
    for (int i = 0; i < 4; i++) {
        bool shared = sort == 0 || (sort == 2 && i % 2 == 0);
        set->list[i] = shared ? make_timeline(gpu, 0)
                              : make_plain(gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    }
}

static void destroy_set(struct set *set)
{
    for (int i = 0; i < 4; i++)
        vkDestroySemaphore(set->gpu->device, set->list[i], NULL);
}

static VkResult wait_set(const struct set *set, bool any, uint64_t timeout_ns)
{
    const uint64_t values[] = { 1, 1, 1, 1 };
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .flags = any ? VK_SEMAPHORE_WAIT_ANY_BIT : 0,
        .semaphoreCount = 4,
        .pSemaphores = set->list,
        .pValues = values,
    };
    return vkWaitSemaphores(set->gpu->device, &info, timeout_ns);
}

static void *signal_which(void *data)
{
    struct set *set = data;
    signal_host(set->gpu, set->list[set->which], 1);
    return NULL;
}

TEST_CASE(any_of_each_sort)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    for (int sort = 0; sort < SORTS; sort++) {
        for (uint32_t which = 0; which < 4; which++) {
            struct set set = { .which = which };
            pthread_t thread;
            make_set(&set, &gpu, sort);
            assert_int_equal(wait_set(&set, true, 0), VK_TIMEOUT);
            assert_int_equal(wait_set(&set, true, 2000000), VK_TIMEOUT);
            assert_int_equal(pthread_create(&thread, NULL, signal_which, &set), 0);
            assert_vk(wait_set(&set, true, FOR_EVER));
            pthread_join(thread, NULL);
            assert_vk(wait_set(&set, true, 0));
            assert_int_equal(wait_set(&set, false, 0), VK_TIMEOUT);
            destroy_set(&set);
        }
    }
    gpu_close(&gpu);
}

TEST_CASE(all_of_each_sort)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    for (int sort = 0; sort < SORTS; sort++) {
        struct set set;
        pthread_t thread;
        make_set(&set, &gpu, sort);
        for (set.which = 0; set.which < 3; set.which++) {
            signal_which(&set);
            assert_int_equal(wait_set(&set, false, 0), VK_TIMEOUT);
            assert_int_equal(wait_set(&set, false, 2000000), VK_TIMEOUT);
        }
        assert_int_equal(pthread_create(&thread, NULL, signal_which, &set), 0);
        assert_vk(wait_set(&set, false, FOR_EVER));
        pthread_join(thread, NULL);
        assert_vk(wait_set(&set, false, 0));
        destroy_set(&set);
    }
    gpu_close(&gpu);
}

/* The one that ends the wait is signalled by the device, behind a held submit. */
TEST_CASE(device_signal_ends_a_mixed_wait)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    for (int which = 0; which < 2; which++) {
        struct set set;
        make_set(&set, &gpu, 2);
        VkSemaphore gate = make_timeline(&gpu, 0);
        submit(&gpu, (struct batch){ .wait = gate, .wait_value = 1, .signal = set.list[which],
                                     .signal_value = 1 }, VK_NULL_HANDLE);
        assert_int_equal(wait_set(&set, true, 0), VK_TIMEOUT);
        signal_host(&gpu, gate, 1);
        assert_vk(wait_set(&set, true, FOR_EVER));
        assert_vk(vkQueueWaitIdle(gpu.queue));
        vkDestroySemaphore(gpu.device, gate, NULL);
        destroy_set(&set);
    }
    gpu_close(&gpu);
}

int run_wait_tests(void)
{
    return run_test_cases(NULL);
}
