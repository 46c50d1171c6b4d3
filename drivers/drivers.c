/* The drivers of this build, the preferred one first: where two have the same device, the first of
 * them is used. Which there are and in which order is meson.build's matter. */
#include "contract/driver.h"
#include "contract/graphics.h"

extern const struct gi_driver givk_driver, giamd_driver;
extern const struct gi_graphics_ops gigl_graphics;

const struct gi_driver *const gi_drivers[] = { GI_DRIVERS NULL };
const char *const gi_absent_drivers[] = { GI_ABSENT_DRIVERS NULL };
const struct gi_graphics_ops *const gi_graphics = &gigl_graphics;
