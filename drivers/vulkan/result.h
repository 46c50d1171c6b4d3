/** Vulkan's results as the library's. */
#ifndef GIVK_RESULT_H
#define GIVK_RESULT_H

#include "loader.h"

/** The status a failing result stands for where nothing better is known. */
gi_status givk_status(VkResult result);

/** The name of a result, as in "VK_ERROR_DEVICE_LOST". */
const char *givk_result_name(VkResult result);

/** Fails with a sentence that names what was tried, as in "vkQueueSubmit", and what came back. */
gi_status givk_fail(VkResult result, const char *what);

#endif
