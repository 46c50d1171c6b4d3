/* The list of drivers of tests that run the amdgpu driver alone. */
#include "contract/driver.h"
#include "contract/graphics.h"

extern const struct gi_driver giamd_driver;

const struct gi_driver *const gi_drivers[] = { &giamd_driver, NULL };
const char *const gi_absent_drivers[] = { NULL };
const struct gi_graphics_ops *const gi_graphics = NULL;
