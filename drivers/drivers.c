/* The drivers of this build, the preferred one first: where two have the same device, the first of
 * them is used. */
#include "driver.h"

#ifdef GI_HAVE_VULKAN
extern const struct gi_driver givk_driver;
#endif
#ifdef GI_HAVE_AMDGPU
extern const struct gi_driver giamd_driver;
#endif

const struct gi_driver *const gi_drivers[] = {
#ifdef GI_HAVE_VULKAN
    &givk_driver,
#endif
#ifdef GI_HAVE_AMDGPU
    &giamd_driver,
#endif
    NULL
};
