/* The drivers of this build, the preferred one first. */
#include "driver.h"

#ifdef GI_HAVE_VULKAN
extern const struct gi_driver givk_driver;
#endif

const struct gi_driver *const gi_drivers[] = {
#ifdef GI_HAVE_VULKAN
    &givk_driver,
#endif
    NULL
};
