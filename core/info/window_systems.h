/** The functions of EGL, X11 and GLX that make contexts of OpenGL. The libraries are loaded by
 *  name, so a program is built without them and starts without them. Tests use this part, too.
 *  Threads: one. */
#ifndef WINDOW_SYSTEMS_H
#define WINDOW_SYSTEMS_H

#include <stdint.h>

enum {
    EGL_SURFACE_TYPE = 0x3033, EGL_NONE = 0x3038, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_BIT = 8,
    EGL_OPENGL_API = 0x30A2, EGL_PLATFORM_DEVICE = 0x313F, EGL_PLATFORM_SURFACELESS = 0x31DD,
    GLX_RGBA_TYPE = 0x8014
};

struct window_egl {
    void *(*GetProcAddress)(const char *name);
    unsigned int (*Initialize)(void *display, int *major, int *minor);
    unsigned int (*Terminate)(void *display);
    unsigned int (*BindAPI)(unsigned int api);
    unsigned int (*ChooseConfig)(void *display, const int *wanted, void **out, int room,
                                 int *count);
    void *(*CreateContext)(void *display, void *config, void *shared, const int *wanted);
    unsigned int (*DestroyContext)(void *display, void *context);
    unsigned int (*MakeCurrent)(void *display, void *draw, void *read, void *context);
    void *(*GetPlatformDisplay)(unsigned int platform, void *native, const intptr_t *wanted);
    unsigned int (*QueryDevices)(int room, void **out, int *count);      /* NULL: it has none */
};

struct window_glx {
    void *(*OpenDisplay)(const char *name);
    int (*CloseDisplay)(void *display);
    int (*DefaultScreen)(void *display);
    int (*Free)(void *list);
    int (*Sync)(void *display, int discard);
    int (*QueryExtension)(void *display, int *error, int *event);
    void **(*ChooseFBConfig)(void *display, int screen, const int *wanted, int *count);
    void *(*CreateNewContext)(void *display, void *config, int kind, void *shared, int direct);
    unsigned long (*CreatePbuffer)(void *display, void *config, const int *wanted);
    int (*MakeContextCurrent)(void *display, unsigned long draw, unsigned long read,
                              void *context);
    void (*DestroyPbuffer)(void *display, unsigned long pbuffer);
    void (*DestroyContext)(void *display, void *context);
};

/** Loads EGL, which stays loaded. NULL, or why it cannot be used: words until the next load. */
const char *window_egl_load(struct window_egl *out_egl);

/** Loads X11 and GLX likewise. Errors of X11 would end the program; they are ignored from then
 *  on. */
const char *window_glx_load(struct window_glx *out_glx);

/** A configuration of OpenGL without a window. NULL: the display has none. */
void *window_egl_config(const struct window_egl *egl, void *display);

/** A configuration of GLX likewise, and a small picture of it, which a context needs. */
void *window_glx_config(const struct window_glx *glx, void *display);
unsigned long window_glx_pbuffer(const struct window_glx *glx, void *display, void *config);

#endif
