/* A fake GLX under the name of its library, which has one context, and says that it is indirect. */
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

typedef void (*function)(void);

EXPORT extern int fake_glx_current, fake_glx_found, fake_glx_direct, fake_glx_asked;
EXPORT void *glXGetCurrentContext(void);
EXPORT void *glXGetCurrentDisplay(void);
EXPORT int glXIsDirect(void *display, void *context);
EXPORT function glXGetProcAddressARB(const unsigned char *name);

int fake_glx_current;            /* the context is current */
int fake_glx_direct;             /* and direct */
int fake_glx_asked;              /* how many functions of OpenGL were asked for */
int fake_glx_found;              /* how many functions of OpenGL were asked for and called */

static void touched(void)
{
    fake_glx_found++;
}

void *glXGetCurrentContext(void)
{
    return fake_glx_current ? &fake_glx_current : NULL;
}

void *glXGetCurrentDisplay(void)
{
    return &fake_glx_found;
}

int glXIsDirect(void *display, void *context)
{
    return fake_glx_direct || display != &fake_glx_found || context != &fake_glx_current;
}

function glXGetProcAddressARB(const unsigned char *name)
{
    (void)name;
    fake_glx_asked++;
    return fake_glx_direct ? NULL : touched;
}
