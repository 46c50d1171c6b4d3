/* The suite on the drivers of the build: nothing could tell what was left behind; the sanitizers
 * do. */
#include <stdio.h>
#include <stdlib.h>

#include "conformance.h"

/** On the emulated card Vulkan is the driver that GPUINTEROP_CARD_ICD names, if it is set: Mesa 25,
 *  which alone has transfer queues. */
void conf_prepare(void)
{
    const char *manifest = getenv("GPUINTEROP_CARD_ICD");

    const char *plan = getenv("GPUINTEROP_VULKAN_PLAN");

    if (getenv("GPUINTEROP_CARD") == NULL)
        return;
    if (manifest == NULL && plan != NULL && strstr(plan, "transfer-queues") != NULL) {
        printf("skipped: GPUINTEROP_CARD_ICD names no RADV with transfer queues\n");
        exit(77);
    }
    if (manifest == NULL)
        return;
    setenv("VK_DRIVER_FILES", manifest, 1);
    setenv("VK_ICD_FILENAMES", manifest, 1);
}

bool conf_left_nothing(void)
{
    return true;
}
