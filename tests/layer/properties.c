/* What the layer says of a device, and that it steps aside where it was not asked. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

static uint32_t count_listed(const struct gpu *gpu, const char *name)
{
    uint32_t total = 0, found = 0;

    assert_vk(vkEnumerateDeviceExtensionProperties(gpu->physical, NULL, &total, NULL));
    VkExtensionProperties *list = calloc(total, sizeof(*list));
    assert_non_null(list);
    assert_vk(vkEnumerateDeviceExtensionProperties(gpu->physical, NULL, &total, list));
    for (uint32_t i = 0; i < total; i++)
        found += strcmp(list[i].extensionName, name) == 0;
    free(list);
    return found;
}

TEST_CASE(extension_is_listed_once)
{
    struct gpu gpu;

    gpu_open(&gpu, true);
    assert_int_equal(count_listed(&gpu, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME), 1);
    assert_int_equal(count_listed(&gpu, VK_KHR_EXTERNAL_SEMAPHORE_EXTENSION_NAME), 1);
    gpu_close(&gpu);
}

TEST_CASE(short_list_is_incomplete)
{
    struct gpu gpu;
    VkExtensionProperties one;
    uint32_t count = 1;

    gpu_open(&gpu, true);
    assert_int_equal(vkEnumerateDeviceExtensionProperties(gpu.physical, NULL, &count, &one),
                     VK_INCOMPLETE);
    assert_int_equal(count, 1);
    gpu_close(&gpu);
}

static VkExternalSemaphoreFeatureFlags ask(const struct gpu *gpu, const VkSemaphoreType *kind,
                                           VkExternalSemaphoreHandleTypeFlagBits handle)
{
    const VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = kind != NULL ? *kind : VK_SEMAPHORE_TYPE_BINARY,
    };
    const VkPhysicalDeviceExternalSemaphoreInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .pNext = kind != NULL ? &type : NULL,
        .handleType = handle,
    };
    VkExternalSemaphoreProperties properties = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };

    vkGetPhysicalDeviceExternalSemaphoreProperties(gpu->physical, &info, &properties);
    if (properties.externalSemaphoreFeatures != 0)
        assert_true(properties.compatibleHandleTypes & handle);
    return properties.externalSemaphoreFeatures;
}

TEST_CASE(opaque_fd_is_offered_for_both_kinds)
{
    const VkExternalSemaphoreFeatureFlags both = VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT |
                                                 VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT;
    const VkSemaphoreType timeline = VK_SEMAPHORE_TYPE_TIMELINE;
    const VkSemaphoreType binary = VK_SEMAPHORE_TYPE_BINARY;
    struct gpu gpu;

    gpu_open(&gpu, true);
    assert_int_equal(ask(&gpu, NULL, OPAQUE_FD), both);
    assert_int_equal(ask(&gpu, &timeline, OPAQUE_FD), both);
    assert_int_equal(ask(&gpu, &binary, OPAQUE_FD), both);
    assert_int_equal(ask(&gpu, &timeline, VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT), 0);
    gpu_close(&gpu);
}

TEST_CASE(device_without_the_extension_is_left_alone)
{
    struct gpu gpu;

    gpu_open(&gpu, false);
    assert_null(gpu.get_fd);
    assert_null(gpu.import_fd);
    VkSemaphore plain = make_plain(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    submit(&gpu, (struct batch){ .signal = plain, .signal_value = 4 }, VK_NULL_HANDLE);
    assert_vk(wait_host(&gpu, plain, 4, FOR_EVER));
    assert_int_equal(value_of(&gpu, plain), 4);
    assert_vk(vkDeviceWaitIdle(gpu.device));
    vkDestroySemaphore(gpu.device, plain, NULL);
    gpu_close(&gpu);
}

/* Entries fetched from the instance must serve devices with and without the extension. */
TEST_CASE(entries_of_the_instance_work_for_every_device)
{
    struct gpu with, without;

    gpu_open(&with, true);
    gpu_open(&without, false);
    struct gpu *both[] = { &with, &without };
    for (int i = 0; i < 2; i++) {
        PFN_vkQueueWaitIdle idle = (PFN_vkQueueWaitIdle)vkGetInstanceProcAddr(
            both[i]->instance, "vkQueueWaitIdle");
        assert_vk(idle(both[i]->queue));
    }
    gpu_close(&without);
    gpu_close(&with);
}

int run_property_tests(void)
{
    return run_test_cases(NULL);
}
