/** OpenGL in the process: which context is current, and where its functions are.
 *
 *  The library neither links nor loads OpenGL. A program that has a context has loaded EGL or GLX,
 *  so this part looks for these among the libraries that are loaded, and opens none.
 *  Threads: any. */
#ifndef GIGL_LOADER_H
#define GIGL_LOADER_H

#include "base/status.h"
#include "gl/gl.h"

typedef void (*gigl_function)(void);

/** The context that is current in the calling thread. */
struct gigl_current {
    void *context;               /* the window system's handle of it */
    const char *system;          /* "EGL" or "GLX" */
    size_t place;                /* the library of it, a number of this part */
    gigl_function (*find)(const unsigned char *name);
};

/** A function of the window system's library. False: the library has none of that name. */
bool gigl_system_symbol(const struct gigl_current *current, const char *name, void *out_function);

/** Whether calls of the context go to the device. Calls of others go through a server of windows,
 *  which takes few of them. */
bool gigl_is_direct(const struct gigl_current *current);

/** Finds the current context, in EGL and then in GLX. A function that find returns need not exist:
 *  the dispatch library of GLX answers any name. The context says what it has.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT. */
GI_MUST_CHECK gi_status gigl_find_current(struct gigl_current *out_current);

#endif
