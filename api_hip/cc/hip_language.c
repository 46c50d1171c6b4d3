#include "hip_language.h"

#include <stddef.h>

/* Device code is compiled as the other language, whose compiler makes PTX. */
static const char *const device_words[] = {
    "-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_DEVICE_COMPILE__=1", "-D__HIP_PLATFORM_AMD__=1", NULL
};

const struct gi_language gihip_language = {
    .folder = "hip",
    .prelude = "hip/hip_runtime.h",
    .device_words = device_words,
};
