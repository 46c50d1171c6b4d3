/* The list of drivers for programs that have the fake alone. */
#include "fake.h"

const struct gi_driver *const gi_drivers[] = { &gifake_driver, NULL };
const char *const gi_absent_drivers[] = { NULL };
