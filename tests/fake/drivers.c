/* The list of drivers for programs that have the fake alone. OpenGL is the library's own: it finds
 * that of the program, if there is one. */
#include "contract/graphics.h"
#include "fake.h"

extern const struct gi_graphics_ops gigl_graphics;

const struct gi_driver *const gi_drivers[] = { &gifake_driver, NULL };
const char *const gi_absent_drivers[] = { NULL };
const struct gi_graphics_ops *const gi_graphics = &gigl_graphics;
