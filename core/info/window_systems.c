#include "window_systems.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    GLX_DRAWABLE_TYPE = 0x8010, GLX_PBUFFER_BIT = 4, GLX_PBUFFER_HEIGHT = 0x8040,
    GLX_PBUFFER_WIDTH = 0x8041
};

/* A function of a library, and its name there. */
struct symbol {
    void *out_function;
    const char *name;
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Finds functions in a library. dlsym returns a data pointer, and C has no cast from it to a
 * function. Returns the name that is missing, or NULL. */
static const char *find_all(void *library, const struct symbol *symbols, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(library, symbols[i].name);

        if (symbol == NULL)
            return symbols[i].name;
        memcpy(symbols[i].out_function, &symbol, sizeof symbol);
    }
    return NULL;
}

/* Loads a library, which stays loaded. NULL, or why it cannot be used. */
static const char *load_library(const char *name, const struct symbol *symbols, size_t count)
{
    static char why[96];
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *missing = library == NULL ? NULL : find_all(library, symbols, count);

    if (library == NULL)
        snprintf(why, sizeof why, "%s cannot be loaded", name);
    else if (missing != NULL)
        snprintf(why, sizeof why, "%s has no %s", name, missing);
    return library == NULL || missing != NULL ? why : NULL;
}

/* ---- EGL ------------------------------------------------------------------------------------ */

const char *window_egl_load(struct window_egl *out_egl)
{
    const struct symbol symbols[] = {
        { &out_egl->GetProcAddress, "eglGetProcAddress" },
        { &out_egl->Initialize, "eglInitialize" }, { &out_egl->Terminate, "eglTerminate" },
        { &out_egl->BindAPI, "eglBindAPI" }, { &out_egl->ChooseConfig, "eglChooseConfig" },
        { &out_egl->CreateContext, "eglCreateContext" },
        { &out_egl->DestroyContext, "eglDestroyContext" },
        { &out_egl->MakeCurrent, "eglMakeCurrent" },
        { &out_egl->GetPlatformDisplay, "eglGetPlatformDisplay" },
    };
    const char *why = load_library("libEGL.so.1", symbols, COUNT(symbols));
    void *extension;

    if (why != NULL)
        return why;
    extension = out_egl->GetProcAddress("eglQueryDevicesEXT");
    memcpy(&out_egl->QueryDevices, &extension, sizeof extension);
    return NULL;
}

void *window_egl_config(const struct window_egl *egl, void *display)
{
    const int wanted[] = { EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
    void *config = NULL;
    int count = 0;

    if (!egl->BindAPI(EGL_OPENGL_API) || !egl->ChooseConfig(display, wanted, &config, 1, &count))
        return NULL;
    return count < 1 ? NULL : config;
}

/* ---- GLX ------------------------------------------------------------------------------------ */

static int ignore(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

const char *window_glx_load(struct window_glx *out_glx)
{
    void *(*set_error_handler)(int (*handler)(void *display, void *event));
    const struct symbol x11[] = {
        { &out_glx->OpenDisplay, "XOpenDisplay" }, { &out_glx->CloseDisplay, "XCloseDisplay" },
        { &out_glx->DefaultScreen, "XDefaultScreen" }, { &out_glx->Free, "XFree" },
        { &out_glx->Sync, "XSync" }, { &set_error_handler, "XSetErrorHandler" },
    };
    const struct symbol glx[] = {
        { &out_glx->QueryExtension, "glXQueryExtension" },
        { &out_glx->ChooseFBConfig, "glXChooseFBConfig" },
        { &out_glx->CreateNewContext, "glXCreateNewContext" },
        { &out_glx->CreatePbuffer, "glXCreatePbuffer" },
        { &out_glx->MakeContextCurrent, "glXMakeContextCurrent" },
        { &out_glx->DestroyPbuffer, "glXDestroyPbuffer" },
        { &out_glx->DestroyContext, "glXDestroyContext" },
    };
    const char *why = load_library("libX11.so.6", x11, COUNT(x11));

    if (why == NULL)
        why = load_library("libGL.so.1", glx, COUNT(glx));
    if (why == NULL)
        set_error_handler(ignore);
    return why;
}

void *window_glx_config(const struct window_glx *glx, void *display)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, 0 };
    int count = 0;
    void **configs = glx->ChooseFBConfig(display, glx->DefaultScreen(display), wanted, &count);
    void *config = configs == NULL || count < 1 ? NULL : configs[0];

    if (configs != NULL)
        glx->Free(configs);
    return config;
}

unsigned long window_glx_pbuffer(const struct window_glx *glx, void *display, void *config)
{
    const int size[] = { GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, 0 };

    return glx->CreatePbuffer(display, config, size);
}
