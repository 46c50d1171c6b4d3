#include "gl_contexts.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EGL_SURFACE_TYPE = 0x3033, EGL_NONE = 0x3038, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_BIT = 8,
    EGL_OPENGL_API = 0x30A2, EGL_PLATFORM_DEVICE = 0x313F, EGL_PLATFORM_SURFACELESS = 0x31DD,
    GLX_DRAWABLE_TYPE = 0x8010, GLX_PBUFFER_BIT = 4, GLX_RGBA_TYPE = 0x8014,
    GLX_PBUFFER_HEIGHT = 0x8040, GLX_PBUFFER_WIDTH = 0x8041
};

/** A function of a library, and its name there. */
struct symbol {
    void *out_function;
    const char *name;
};

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

/* Loads a library, which stays loaded. Says why it cannot be used, or "". */
static void load(const char *name, const struct symbol *symbols, size_t count,
                 char why[GL_CONTEXTS_WORDS])
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *missing = library == NULL ? NULL : find_all(library, symbols, count);

    why[0] = '\0';
    if (library == NULL)
        snprintf(why, GL_CONTEXTS_WORDS, "%s cannot be loaded", name);
    else if (missing != NULL)
        snprintf(why, GL_CONTEXTS_WORDS, "%s has no %s", name, missing);
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void say(struct gl_place *place, const char *why)
{
    snprintf(place->why, sizeof place->why, "%s", why);
}

/* ---- EGL ------------------------------------------------------------------------------------ */

static struct {
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
} egl;

static void load_egl(char why[GL_CONTEXTS_WORDS])
{
    const struct symbol symbols[] = {
        { &egl.GetProcAddress, "eglGetProcAddress" }, { &egl.Initialize, "eglInitialize" },
        { &egl.Terminate, "eglTerminate" }, { &egl.BindAPI, "eglBindAPI" },
        { &egl.ChooseConfig, "eglChooseConfig" }, { &egl.CreateContext, "eglCreateContext" },
        { &egl.DestroyContext, "eglDestroyContext" }, { &egl.MakeCurrent, "eglMakeCurrent" },
        { &egl.GetPlatformDisplay, "eglGetPlatformDisplay" },
    };
    void *extension;

    load("libEGL.so.1", symbols, COUNT(symbols), why);
    if (why[0] != '\0')
        return;
    extension = egl.GetProcAddress("eglQueryDevicesEXT");
    memcpy(&egl.QueryDevices, &extension, sizeof extension);
}

/* Makes a context on a display that is open, and shows it. Says why it cannot. */
static const char *see_on_display(void *display, const struct gl_place *place,
                                  void (*see)(void *, const struct gl_place *), void *argument)
{
    const int wanted[] = { EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
    const char *why = "EGL does not make the context current without a window";
    void *config, *context;
    int count = 0;

    if (!egl.BindAPI(EGL_OPENGL_API) || !egl.ChooseConfig(display, wanted, &config, 1, &count) ||
        count < 1)
        return "it has no OpenGL without a window";
    context = egl.CreateContext(display, config, NULL, NULL);
    if (context == NULL)
        return "it makes no context of OpenGL";
    if (egl.MakeCurrent(display, NULL, NULL, context)) {
        why = NULL;
        see(argument, place);
        egl.MakeCurrent(display, NULL, NULL, NULL);
    }
    egl.DestroyContext(display, context);
    return why;
}

static void see_egl(unsigned int platform, void *device, struct gl_place *place,
                    void (*see)(void *, const struct gl_place *), void *argument)
{
    void *display = egl.GetPlatformDisplay(platform, device, NULL);
    const char *why = "EGL opens no such display";

    if (display != NULL && egl.Initialize(display, NULL, NULL)) {
        why = see_on_display(display, place, see, argument);
        egl.Terminate(display);
    }
    if (why == NULL)
        return;
    say(place, why);
    see(argument, place);
}

static void visit_egl(void (*see)(void *, const struct gl_place *), void *argument)
{
    struct gl_place place = { .name = "EGL, without a window" };
    void *devices[16];
    int count = 0;

    load_egl(place.why);
    if (place.why[0] != '\0') {
        see(argument, &place);
        return;
    }
    see_egl(EGL_PLATFORM_SURFACELESS, NULL, &place, see, argument);
    if (egl.QueryDevices == NULL || !egl.QueryDevices(COUNT(devices), devices, &count))
        return;
    for (int i = 0; i < count; i++) {
        place = (struct gl_place){ .why = "" };
        snprintf(place.name, sizeof place.name, "EGL, its device %d", i);
        see_egl(EGL_PLATFORM_DEVICE, devices[i], &place, see, argument);
    }
}

/* ---- GLX ------------------------------------------------------------------------------------ */

static struct {
    void *(*OpenDisplay)(const char *name);
    int (*CloseDisplay)(void *display);
    int (*DefaultScreen)(void *display);
    int (*Free)(void *list);
    int (*Sync)(void *display, int discard);
    void *(*SetErrorHandler)(int (*handler)(void *display, void *event));
} x11;

static struct {
    int (*QueryExtension)(void *display, int *error, int *event);
    void **(*ChooseFBConfig)(void *display, int screen, const int *wanted, int *count);
    void *(*CreateNewContext)(void *display, void *config, int kind, void *shared, int direct);
    unsigned long (*CreatePbuffer)(void *display, void *config, const int *wanted);
    int (*MakeContextCurrent)(void *display, unsigned long draw, unsigned long read,
                              void *context);
    void (*DestroyPbuffer)(void *display, unsigned long pbuffer);
    void (*DestroyContext)(void *display, void *context);
} glx;

static void load_glx(char why[GL_CONTEXTS_WORDS])
{
    const struct symbol x11_symbols[] = {
        { &x11.OpenDisplay, "XOpenDisplay" }, { &x11.CloseDisplay, "XCloseDisplay" },
        { &x11.DefaultScreen, "XDefaultScreen" }, { &x11.Free, "XFree" }, { &x11.Sync, "XSync" },
        { &x11.SetErrorHandler, "XSetErrorHandler" },
    };
    const struct symbol glx_symbols[] = {
        { &glx.QueryExtension, "glXQueryExtension" },
        { &glx.ChooseFBConfig, "glXChooseFBConfig" },
        { &glx.CreateNewContext, "glXCreateNewContext" },
        { &glx.CreatePbuffer, "glXCreatePbuffer" },
        { &glx.MakeContextCurrent, "glXMakeContextCurrent" },
        { &glx.DestroyPbuffer, "glXDestroyPbuffer" },
        { &glx.DestroyContext, "glXDestroyContext" },
    };

    load("libX11.so.6", x11_symbols, COUNT(x11_symbols), why);
    if (why[0] == '\0')
        load("libGL.so.1", glx_symbols, COUNT(glx_symbols), why);
}

/* An error of X11 ends a program that has no handler of its own. */
static int ignore(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

static const char *see_glx(void *display, const struct gl_place *place,
                           void (*see)(void *, const struct gl_place *), void *argument)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, 0 };
    const int size[] = { GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, 0 };
    const char *why = "it does not make the context current";
    unsigned long pbuffer;
    void **configs, *context;
    int count = 0;

    if (!glx.QueryExtension(display, NULL, NULL))
        return "the display has no GLX";
    configs = glx.ChooseFBConfig(display, x11.DefaultScreen(display), wanted, &count);
    if (configs == NULL || count < 1)
        return "the display has no OpenGL";
    context = glx.CreateNewContext(display, configs[0], GLX_RGBA_TYPE, NULL, true);
    pbuffer = context == NULL ? 0 : glx.CreatePbuffer(display, configs[0], size);
    x11.Free(configs);
    if (context == NULL)
        return "it makes no context of OpenGL";
    if (glx.MakeContextCurrent(display, pbuffer, pbuffer, context)) {
        why = NULL;
        see(argument, place);
        glx.MakeContextCurrent(display, 0, 0, NULL);
    }
    glx.DestroyPbuffer(display, pbuffer);
    glx.DestroyContext(display, context);
    x11.Sync(display, false);
    return why;
}

static void visit_glx(void (*see)(void *, const struct gl_place *), void *argument)
{
    struct gl_place place = { .name = "GLX" };
    const char *why = NULL;
    void *display;

    if (getenv("DISPLAY") == NULL)
        why = "DISPLAY names no display";
    else
        load_glx(place.why);
    if (why == NULL && place.why[0] == '\0') {
        x11.SetErrorHandler(ignore);
        display = x11.OpenDisplay(NULL);
        why = display == NULL ? "the display of DISPLAY cannot be opened"
                              : see_glx(display, &place, see, argument);
        if (display != NULL)
            x11.CloseDisplay(display);
        if (why == NULL)
            return;
    }
    if (why != NULL)
        say(&place, why);
    see(argument, &place);
}

void gl_contexts_visit(void (*see)(void *argument, const struct gl_place *place), void *argument)
{
    visit_egl(see, argument);
    visit_glx(see, argument);
}
