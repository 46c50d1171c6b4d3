/* Makes one planted mistake in Vulkan: a buffer of no bytes. ./run tests runs it under the
 * validation layer and wants to read the complaint, so that the silence of the tests that run
 * there means something. */
#include <stdio.h>
#include <stdlib.h>

#include <vulkan/vulkan.h>

static void must(VkResult result, const char *call)
{
    if (result != VK_SUCCESS) {
        fprintf(stderr, "%s returned %d\n", call, result);
        exit(1);
    }
}

int main(void)
{
    VkInstance instance;
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2 };
    const VkInstanceCreateInfo instance_info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application };
    must(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");

    VkPhysicalDevice physical;
    uint32_t count = 1;
    VkResult result = vkEnumeratePhysicalDevices(instance, &count, &physical);
    must(result == VK_INCOMPLETE ? VK_SUCCESS : result, "vkEnumeratePhysicalDevices");
    if (count == 0) {
        fputs("there is no Vulkan device\n", stderr);
        return 1;
    }

    VkDevice device;
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue_info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1,
        .pQueuePriorities = &priority };
    const VkDeviceCreateInfo device_info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue_info };
    must(vkCreateDevice(physical, &device_info, NULL, &device), "vkCreateDevice");

    VkBuffer buffer = VK_NULL_HANDLE;
    const VkBufferCreateInfo buffer_info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 0,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT };
    if (vkCreateBuffer(device, &buffer_info, NULL, &buffer) == VK_SUCCESS)
        vkDestroyBuffer(device, buffer, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return 0;
}
