/* A fake GLX under the name of its library, which has one context, and says that it is indirect. */
#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void (*function)(void);

EXPORT extern int fake_glx_current, fake_glx_found, fake_glx_direct, fake_glx_asked;
EXPORT extern const char *fake_glx_extensions;
EXPORT void *glXGetCurrentContext(void);
EXPORT void *glXGetCurrentDisplay(void);
EXPORT int glXIsDirect(void *display, void *context);
EXPORT int glXQueryContext(void *display, void *context, int what, int *out);
EXPORT const char *glXQueryExtensionsString(void *display, int screen);
EXPORT function glXGetProcAddressARB(const unsigned char *name);

int fake_glx_current;            /* the context is current */
int fake_glx_direct;             /* and direct */
int fake_glx_asked;              /* how many functions of OpenGL were asked for */
const char *fake_glx_extensions = "";    /* of its screen, which has number 3 */
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

int glXQueryContext(void *display, void *context, int what, int *out)
{
    *out = 3;
    return display == &fake_glx_found && context == &fake_glx_current && what == 0x800C ? 0 : 5;
}

const char *glXQueryExtensionsString(void *display, int screen)
{
    return display == &fake_glx_found && screen == 3 ? fake_glx_extensions : NULL;
}

/* Answers any name of GLX, as the dispatch library does. */
function glXGetProcAddressARB(const unsigned char *name)
{
    fake_glx_asked++;
    return strncmp((const char *)name, "glX", 3) == 0 || !fake_glx_direct ? touched : NULL;
}
