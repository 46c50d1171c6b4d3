/* The list of drivers of tests that run the amdgpu driver alone. */
#include "contract/driver.h"

extern const struct gi_driver giamd_driver;

const struct gi_driver *const gi_drivers[] = { &giamd_driver, NULL };
const char *const gi_absent_drivers[] = { NULL };
