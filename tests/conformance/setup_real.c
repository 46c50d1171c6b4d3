/* The suite on the drivers of the build: nothing could tell what was left behind; the sanitizers
 * do. */
#include <stdlib.h>

#include "conformance.h"

/** On the emulated card Vulkan is the driver that GPUINTEROP_CARD_ICD names, if it is set. */
void conf_prepare(void)
{
    const char *manifest = getenv("GPUINTEROP_CARD_ICD");

    if (getenv("GPUINTEROP_CARD") == NULL || manifest == NULL)
        return;
    setenv("VK_DRIVER_FILES", manifest, 1);
    setenv("VK_ICD_FILENAMES", manifest, 1);
}

bool conf_left_nothing(void)
{
    return true;
}
