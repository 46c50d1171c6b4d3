/** Contexts of the machine's OpenGL by GLX, on a display of the test's own: an Xvfb that ends with
 *  the program. X11, GLX and OpenGL are loaded by name.
 *  Threads: one at a time, but for what is current. */
#ifndef TESTS_GLX_CONTEXT_H
#define TESTS_GLX_CONTEXT_H

/** Starts Xvfb and opens its display. NULL, or why there is none. */
const char *glx_begin(void);

/** A context, which shares objects with another one or does not (NULL). NULL: there is none. */
void *glx_make(void *shared);

/** Makes a context current; NULL: none. False: it cannot. */
int glx_make_current(void *context);

/** Ends a context. */
void glx_end_context(void *context);

/** Closes the display, with the contexts that are left. */
void glx_close(void);

#endif
