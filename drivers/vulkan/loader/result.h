/** Translation of Vulkan's results.
 *  Threads: any, for all functions here. */
#ifndef GIVK_RESULT_H
#define GIVK_RESULT_H

#include "loader.h"

/** Returns the status for a failure, if the caller knows no better one. */
gi_status givk_status(VkResult result);

/** Returns the name of a result, as in "VK_ERROR_DEVICE_LOST". */
const char *givk_result_name(VkResult result);

/** Fails with a sentence that names the call, as in "vkQueueSubmit", and its result. */
gi_status givk_fail(VkResult result, const char *what);

#endif
