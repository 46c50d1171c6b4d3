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

/** Another context of a kind, which shares nothing. -1: EGL makes none. */
enum egl_kind { EGL_KIND_CORE_32, EGL_KIND_COMPATIBILITY_21, EGL_KIND_ES_2, EGL_KIND_ES_3 };
int egl_another_of(enum egl_kind kind);

/** Says which interface the next calls of EGL without a context mean: OpenGL ES, or OpenGL. */
void egl_bind_es(int es);

/** Makes a context current, 0 being the first; -1: none. */
void egl_make_current(int context);

/** Ends another context. */
void egl_end(int context);

/** Ends the display with all contexts, which the first one is, too. */
void egl_close(void);

#endif
