/** Contexts of the machine's OpenGL without a window, by EGL, which is loaded by name: so the tests
 *  are built without OpenGL's headers.
 *
 *  GPUINTEROP_TEST_EGL=device takes EGL's first device, which is the graphics card's; else there is
 *  no display at all, which is Mesa's.
 *  Threads: one at a time, but for what is current. */
#ifndef TESTS_EGL_CONTEXT_H
#define TESTS_EGL_CONTEXT_H

#include "gl/gl.h"

/** OpenGL's functions; filled by egl_begin. */
extern struct gigl_calls gl;

/** Opens EGL and makes a context current. NULL, or why there is none. */
const char *egl_begin(void);

/** A function of OpenGL, or NULL. */
void *egl_function(const char *name);

/** Another context, which shares objects with the first one or does not; -1: there is none. */
int egl_another(int shares);

/** Makes a context current, 0 being the first; -1: none. */
void egl_make_current(int context);

/** Ends another context. */
void egl_end(int context);

#endif
