/* The mock as a library: what GPUINTEROP_VULKAN_LOADER names. */
#include "mock.h"

#include <stdlib.h>

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char *name);

__attribute__((visibility("default")))
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char *name)
{
    sparse_mock.breaks = sparse_mock.breaks_all = getenv("GPUINTEROP_MOCK_BREAKS") != NULL;
    return sparse_mock_get(instance, name);
}
