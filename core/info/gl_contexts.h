/** Contexts of OpenGL that gpuinterop-info makes for a moment, to look at them. EGL, GLX and X11
 *  are loaded by name, so the program is built without them and starts without them.
 *  Threads: one. */
#ifndef GL_CONTEXTS_H
#define GL_CONTEXTS_H

enum { GL_CONTEXTS_WORDS = 96 };

/** A place in which a context can be made. */
struct gl_place {
    char name[GL_CONTEXTS_WORDS];        /* "EGL, device 0" */
    char why[GL_CONTEXTS_WORDS];         /* why there is no context; "" where there is one */
};

/** Makes a context in each place in turn: by EGL without a window, on each device of EGL, and by
 *  GLX on the display that DISPLAY names. Calls see for each. If place->why is "", the context is
 *  current then, and gone afterwards. */
void gl_contexts_visit(void (*see)(void *argument, const struct gl_place *place), void *argument);

#endif
