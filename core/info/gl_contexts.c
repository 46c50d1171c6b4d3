#include "gl_contexts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "window_systems.h"

enum { EGL_DEVICES = 16 };

static void say(struct gl_place *place, const char *why)
{
    snprintf(place->why, sizeof place->why, "%s", why);
}

/* ---- EGL ------------------------------------------------------------------------------------ */

static struct window_egl egl;

/* Makes a context on a display that is open, and shows it. Says why it cannot. */
static const char *see_on_display(void *display, const struct gl_place *place,
                                  void (*see)(void *, const struct gl_place *), void *argument)
{
    const char *why = "EGL does not make the context current without a window";
    void *config = window_egl_config(&egl, display), *context;

    if (config == NULL)
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
    void *devices[EGL_DEVICES];
    const char *why = window_egl_load(&egl);
    int count = 0;

    if (why != NULL) {
        say(&place, why);
        see(argument, &place);
        return;
    }
    see_egl(EGL_PLATFORM_SURFACELESS, NULL, &place, see, argument);
    if (egl.QueryDevices == NULL || !egl.QueryDevices(EGL_DEVICES, devices, &count))
        return;
    for (int i = 0; i < count; i++) {
        place = (struct gl_place){ .why = "" };
        snprintf(place.name, sizeof place.name, "EGL, its device %d", i);
        see_egl(EGL_PLATFORM_DEVICE, devices[i], &place, see, argument);
    }
}

/* ---- GLX ------------------------------------------------------------------------------------ */

static struct window_glx glx;

static const char *see_glx(void *display, const struct gl_place *place,
                           void (*see)(void *, const struct gl_place *), void *argument)
{
    const char *why = "it does not make the context current";
    unsigned long pbuffer;
    void *config, *context;

    if (!glx.QueryExtension(display, NULL, NULL))
        return "the display has no GLX";
    config = window_glx_config(&glx, display);
    if (config == NULL)
        return "the display has no OpenGL";
    context = glx.CreateNewContext(display, config, GLX_RGBA_TYPE, NULL, true);
    if (context == NULL)
        return "it makes no context of OpenGL";
    pbuffer = window_glx_pbuffer(&glx, display, config);
    if (glx.MakeContextCurrent(display, pbuffer, pbuffer, context)) {
        why = NULL;
        see(argument, place);
        glx.MakeContextCurrent(display, 0, 0, NULL);
    }
    glx.DestroyPbuffer(display, pbuffer);
    glx.DestroyContext(display, context);
    glx.Sync(display, false);
    return why;
}

static void visit_glx(void (*see)(void *, const struct gl_place *), void *argument)
{
    struct gl_place place = { .name = "GLX" };
    const char *why = getenv("DISPLAY") == NULL ? "DISPLAY names no display"
                                                : window_glx_load(&glx);
    void *display;

    if (why == NULL) {
        display = glx.OpenDisplay(NULL);
        why = display == NULL ? "the display of DISPLAY cannot be opened"
                              : see_glx(display, &place, see, argument);
        if (display != NULL)
            glx.CloseDisplay(display);
    }
    if (why == NULL)
        return;
    say(&place, why);
    see(argument, &place);
}

void gl_contexts_visit(void (*see)(void *argument, const struct gl_place *place), void *argument)
{
    visit_egl(see, argument);
    visit_glx(see, argument);
}
