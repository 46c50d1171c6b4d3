#include "result.h"

/* The results that this driver's calls can return, and their meaning. */
static const struct {
    VkResult result;
    gi_status status;
    const char *name;
} givk_results[] = {
    { VK_SUCCESS, GI_OK, "VK_SUCCESS" },
    { VK_NOT_READY, GI_NOT_READY, "VK_NOT_READY" },
    { VK_TIMEOUT, GI_TIMEOUT, "VK_TIMEOUT" },
    { VK_INCOMPLETE, GI_INTERNAL, "VK_INCOMPLETE" },
    { VK_ERROR_OUT_OF_HOST_MEMORY, GI_OUT_OF_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY" },
    { VK_ERROR_OUT_OF_DEVICE_MEMORY, GI_OUT_OF_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY" },
    { VK_ERROR_INITIALIZATION_FAILED, GI_NO_DRIVER, "VK_ERROR_INITIALIZATION_FAILED" },
    { VK_ERROR_DEVICE_LOST, GI_DEVICE_LOST, "VK_ERROR_DEVICE_LOST" },
    { VK_ERROR_MEMORY_MAP_FAILED, GI_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED" },
    { VK_ERROR_LAYER_NOT_PRESENT, GI_NO_DRIVER, "VK_ERROR_LAYER_NOT_PRESENT" },
    { VK_ERROR_EXTENSION_NOT_PRESENT, GI_NOT_SUPPORTED, "VK_ERROR_EXTENSION_NOT_PRESENT" },
    { VK_ERROR_FEATURE_NOT_PRESENT, GI_NOT_SUPPORTED, "VK_ERROR_FEATURE_NOT_PRESENT" },
    { VK_ERROR_INCOMPATIBLE_DRIVER, GI_NO_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER" },
    { VK_ERROR_TOO_MANY_OBJECTS, GI_OUT_OF_MEMORY, "VK_ERROR_TOO_MANY_OBJECTS" },
    { VK_ERROR_FORMAT_NOT_SUPPORTED, GI_NOT_SUPPORTED, "VK_ERROR_FORMAT_NOT_SUPPORTED" },
    { VK_ERROR_FRAGMENTED_POOL, GI_OUT_OF_MEMORY, "VK_ERROR_FRAGMENTED_POOL" },
    { VK_ERROR_UNKNOWN, GI_INTERNAL, "VK_ERROR_UNKNOWN" },
    { VK_ERROR_OUT_OF_POOL_MEMORY, GI_OUT_OF_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY" },
    { VK_ERROR_INVALID_EXTERNAL_HANDLE, GI_IMPORT_FAILED, "VK_ERROR_INVALID_EXTERNAL_HANDLE" },
    { VK_ERROR_FRAGMENTATION, GI_OUT_OF_MEMORY, "VK_ERROR_FRAGMENTATION" },
    { VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, GI_OUT_OF_MEMORY,
      "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS" },
};

enum { GIVK_RESULT_COUNT = sizeof(givk_results) / sizeof(givk_results[0]) };

gi_status givk_status(VkResult result)
{
    for (size_t i = 0; i < GIVK_RESULT_COUNT; i++) {
        if (givk_results[i].result == result)
            return givk_results[i].status;
    }
    return GI_INTERNAL;
}

const char *givk_result_name(VkResult result)
{
    for (size_t i = 0; i < GIVK_RESULT_COUNT; i++) {
        if (givk_results[i].result == result)
            return givk_results[i].name;
    }
    return "an unknown result";
}

gi_status givk_fail(VkResult result, const char *what)
{
    return gi_fail(givk_status(result), "vulkan: %s returned %s (%d)", what,
                   givk_result_name(result), (int)result);
}
