#include "mock_internal.h"

#include <dlfcn.h>
#include <string.h>

struct sparse_mock sparse_mock = {
    .alignment_bytes = 65536, .skew_bytes = 65536, .most_buffer_bytes = UINT64_C(1) << 47,
    .address_bytes = UINT64_C(1) << 47, .good_bytes = UINT64_C(1) << 47,
    .failure = VK_ERROR_OUT_OF_DEVICE_MEMORY,
};

struct mock_below mock_below;

/* Calls of the instance below. */
static struct {
    PFN_vkCreateDevice create_device;
    PFN_vkGetPhysicalDeviceExternalBufferProperties external;
    PFN_vkGetPhysicalDeviceFeatures2 features;
    PFN_vkGetPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties2 properties_2;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties families;
} below;

const void *mock_in_chain(const void *chain, VkStructureType type)
{
    const VkBaseInStructure *at = chain;

    while (at != NULL && at->sType != type)
        at = at->pNext;
    return at;
}

/* ---- what the device says of itself --------------------------------------------------------- */

static VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice physical,
                                           VkPhysicalDeviceFeatures2 *out)
{
    below.features(physical, out);
    out->features.sparseBinding = VK_TRUE;
    out->features.sparseResidencyBuffer = VK_TRUE;
    out->features.sparseResidencyAliased = VK_TRUE;
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice physical,
                                             VkPhysicalDeviceProperties *out)
{
    below.properties(physical, out);
    out->limits.sparseAddressSpaceSize = sparse_mock.address_bytes;
}

static VKAPI_ATTR void VKAPI_CALL properties_2(VkPhysicalDevice physical,
                                               VkPhysicalDeviceProperties2 *out)
{
    VkPhysicalDeviceMaintenance4Properties *limits;

    below.properties_2(physical, out);
    out->properties.limits.sparseAddressSpaceSize = sparse_mock.address_bytes;
    limits = (void *)(uintptr_t)mock_in_chain(
        out->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES);
    if (limits != NULL)
        limits->maxBufferSize = sparse_mock.most_buffer_bytes;
}

/** With binds_alone there is one family more at the end. */
static VKAPI_ATTR void VKAPI_CALL families(VkPhysicalDevice physical, uint32_t *count,
                                           VkQueueFamilyProperties *out)
{
    uint32_t room = out != NULL ? *count : 0;

    below.families(physical, count, out);
    for (uint32_t i = 0; i < *count && out != NULL; i++) {
        if (sparse_mock.binds_alone)
            out[i].queueFlags &= ~(VkQueueFlags)VK_QUEUE_SPARSE_BINDING_BIT;
        else
            out[i].queueFlags |= VK_QUEUE_SPARSE_BINDING_BIT;
    }
    if (!sparse_mock.binds_alone)
        return;
    if (out == NULL)
        ++*count;
    else if (*count < room)
        out[(*count)++] = (VkQueueFamilyProperties){ .queueFlags = VK_QUEUE_SPARSE_BINDING_BIT,
                                                     .queueCount = 1 };
}

static VKAPI_ATTR void VKAPI_CALL external(VkPhysicalDevice physical,
                                           const VkPhysicalDeviceExternalBufferInfo *info,
                                           VkExternalBufferProperties *out)
{
    VkPhysicalDeviceExternalBufferInfo plain = *info;

    plain.flags &= ~(VkBufferCreateFlags)MOCK_SPARSE;
    below.external(physical, &plain, out);
}

/* ---- devices -------------------------------------------------------------------------------- */

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name)
{
    PFN_vkVoidFunction call = mock_device_call(name);

    return call != NULL ? call : mock_below.get_device(device, name);
}

static void fill_calls(VkDevice device)
{
#define FILL(name) \
    mock_below.name = (PFN_vk##name)mock_below.get_device(device, "vk" #name); \
    MOCK_MUST(mock_below.name != NULL, "the driver has no vk" #name);
    MOCK_CALLS(FILL)
}

/** The driver below gets no queue of the family that it does not have. */
static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkDevice *out)
{
    VkPhysicalDeviceFeatures plain = { .sparseBinding = VK_FALSE };
    VkDeviceCreateInfo less = *info;
    VkResult result;

    if (info->pEnabledFeatures == NULL)          /* it only imports */
        return below.create_device(physical, info, callbacks, out);
    plain = *info->pEnabledFeatures;
    MOCK_MUST(plain.sparseBinding && plain.sparseResidencyBuffer && plain.sparseResidencyAliased,
              "a device without the features of sparse buffers");
    if (sparse_mock.binds_alone) {
        MOCK_MUST(info->queueCreateInfoCount == 2, "no queue that binds");
        less.queueCreateInfoCount = 1;
    }
    plain.sparseBinding = VK_FALSE;
    plain.sparseResidencyBuffer = VK_FALSE;
    plain.sparseResidencyAliased = VK_FALSE;
    less.pEnabledFeatures = &plain;
    result = below.create_device(physical, &less, callbacks, out);
    if (result == VK_SUCCESS)
        fill_calls(*out);
    return result;
}

/* ---- by name -------------------------------------------------------------------------------- */

static PFN_vkGetInstanceProcAddr loader(void)
{
    static PFN_vkGetInstanceProcAddr found;
    void *library, *symbol;

    if (found == NULL) {
        library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
        symbol = library != NULL ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        memcpy(&found, &symbol, sizeof found);
    }
    return found;
}

#define REPLACE(call, field, function) \
    if (strcmp(name, "vk" #call) == 0) { \
        below.field = (PFN_vk##call)mock_below.get(instance, name); \
        return (PFN_vkVoidFunction)function; \
    }

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL sparse_mock_get(VkInstance instance, const char *name)
{
    mock_below.get = loader();
    if (mock_below.get == NULL)
        return NULL;
    REPLACE(CreateDevice, create_device, create_device)
    REPLACE(GetPhysicalDeviceExternalBufferProperties, external, external)
    REPLACE(GetPhysicalDeviceFeatures2, features, features)
    REPLACE(GetPhysicalDeviceProperties, properties, properties)
    REPLACE(GetPhysicalDeviceProperties2, properties_2, properties_2)
    REPLACE(GetPhysicalDeviceQueueFamilyProperties, families, families)
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        mock_below.get_device = (PFN_vkGetDeviceProcAddr)mock_below.get(instance, name);
        return (PFN_vkVoidFunction)get_device;
    }
    return mock_below.get(instance, name);
}
