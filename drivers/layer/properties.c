/* The extensions and semaphore properties that a physical device reports. */
#include "entries.h"

#include <stdlib.h>
#include <string.h>

/* The extensions that the layer adds. A driver without the first may also lack the second, on which
 * the first depends. */
static const VkExtensionProperties added[] = {
    { VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME, VK_KHR_EXTERNAL_SEMAPHORE_FD_SPEC_VERSION },
    { VK_KHR_EXTERNAL_SEMAPHORE_EXTENSION_NAME, VK_KHR_EXTERNAL_SEMAPHORE_SPEC_VERSION },
};

enum { ADDED_COUNT = sizeof(added) / sizeof(added[0]) };

static bool listed(const VkExtensionProperties *list, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(list[i].extensionName, name) == 0)
            return true;
    }
    return false;
}

/* Returns the driver's extensions, with room for the added ones; NULL on failure. */
static VkExtensionProperties *driver_extensions(const struct gilayer_instance *instance,
                                                VkPhysicalDevice physical, uint32_t *count,
                                                VkResult *result)
{
    VkExtensionProperties *list = NULL;

    do {
        free(list);
        list = NULL;
        *result = instance->next.EnumerateDeviceExtensionProperties(physical, NULL, count, NULL);
        if (*result != VK_SUCCESS)
            return NULL;
        list = calloc(*count + ADDED_COUNT, sizeof(*list));
        if (list == NULL) {
            *result = VK_ERROR_OUT_OF_HOST_MEMORY;
            return NULL;
        }
        *result = instance->next.EnumerateDeviceExtensionProperties(physical, NULL, count, list);
    } while (*result == VK_INCOMPLETE);
    if (*result != VK_SUCCESS) {
        free(list);
        return NULL;
    }
    return list;
}

static bool lacks(const struct gilayer_instance *instance, VkPhysicalDevice physical,
                  bool is_listed)
{
    const VkExternalSemaphoreFeatureFlags both = VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT |
                                                 VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT;
    VkPhysicalDeviceExternalSemaphoreInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalSemaphoreProperties properties = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };

    if (!is_listed)
        return true;
    if (instance->next.GetPhysicalDeviceExternalSemaphoreProperties == NULL)
        return false;
    instance->next.GetPhysicalDeviceExternalSemaphoreProperties(physical, &info, &properties);
    return (properties.externalSemaphoreFeatures & both) != both;
}

bool gilayer_driver_lists(const struct gilayer_instance *instance, VkPhysicalDevice physical,
                          const char *name)
{
    uint32_t count = 0;
    VkResult result;
    VkExtensionProperties *list = driver_extensions(instance, physical, &count, &result);
    bool found = list != NULL && listed(list, count, name);

    free(list);
    return found;
}

bool gilayer_driver_lacks(const struct gilayer_instance *instance, VkPhysicalDevice physical)
{
    return lacks(instance, physical,
                 gilayer_driver_lists(instance, physical, added[0].extensionName));
}

/* Implements Vulkan's two-call idiom. */
static VkResult give_list(const VkExtensionProperties *list, uint32_t count, uint32_t *out_count,
                          VkExtensionProperties *out)
{
    if (out == NULL) {
        *out_count = count;
        return VK_SUCCESS;
    }
    uint32_t given = *out_count < count ? *out_count : count;
    memcpy(out, list, given * sizeof(*list));
    *out_count = given;
    return given < count ? VK_INCOMPLETE : VK_SUCCESS;
}

GILAYER_ENTRY gilayer_EnumerateDeviceExtensionProperties(VkPhysicalDevice physical,
                                                         const char *layer_name, uint32_t *count,
                                                         VkExtensionProperties *properties)
{
    if (layer_name != NULL && strcmp(layer_name, GILAYER_NAME) == 0)
        return give_list(added, 1, count, properties);
    const struct gilayer_instance *instance = gilayer_instance_of(physical);
    if (layer_name != NULL)
        return instance->next.EnumerateDeviceExtensionProperties(physical, layer_name, count,
                                                                 properties);
    uint32_t total = 0;
    VkResult result;
    VkExtensionProperties *list = driver_extensions(instance, physical, &total, &result);
    if (list == NULL)
        return result;
    if (lacks(instance, physical, listed(list, total, added[0].extensionName))) {
        for (uint32_t i = 0; i < ADDED_COUNT; i++) {
            if (!listed(list, total, added[i].extensionName))
                list[total++] = added[i];
        }
    }
    result = give_list(list, total, count, properties);
    free(list);
    return result;
}

/* Ignores the semaphore type: some programs query without one and then create timelines. */
GILAYER_VOID_ENTRY gilayer_GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physical, const VkPhysicalDeviceExternalSemaphoreInfo *info,
    VkExternalSemaphoreProperties *properties)
{
    const struct gilayer_instance *instance = gilayer_instance_of(physical);

    if (info->handleType == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT &&
        gilayer_driver_lacks(instance, physical)) {
        properties->exportFromImportedHandleTypes = info->handleType;
        properties->compatibleHandleTypes = info->handleType;
        properties->externalSemaphoreFeatures = VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT |
                                                VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT;
        return;
    }
    if (instance->next.GetPhysicalDeviceExternalSemaphoreProperties != NULL) {
        instance->next.GetPhysicalDeviceExternalSemaphoreProperties(physical, info, properties);
        return;
    }
    properties->exportFromImportedHandleTypes = 0;
    properties->compatibleHandleTypes = 0;
    properties->externalSemaphoreFeatures = 0;
}
