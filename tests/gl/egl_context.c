#include "egl_context.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/info/window_systems.h"

enum {
    EGL_OPENGL_ES_API = 0x30A0, EGL_MAJOR = 0x3098, EGL_MINOR = 0x30FB, EGL_PROFILE = 0x30FD,
    EGL_PROFILE_CORE = 1, MOST_CONTEXTS = 8
};

struct gigl_calls gl;

static struct window_egl egl;

static struct {
    void *display, *config;
    void *contexts[MOST_CONTEXTS];
    unsigned int apis[MOST_CONTEXTS];
} made;

static const char *open_display(void)
{
    const char *wish = getenv("GPUINTEROP_TEST_EGL");
    unsigned int platform = EGL_PLATFORM_SURFACELESS;
    void *device = NULL;
    int count = 0;

    if (wish != NULL && strcmp(wish, "device") == 0) {
        platform = EGL_PLATFORM_DEVICE;
        if (egl.QueryDevices == NULL || !egl.QueryDevices(1, &device, &count) || count < 1)
            return "EGL has no device";
    }
    made.display = egl.GetPlatformDisplay(platform, device, NULL);
    if (made.display == NULL || !egl.Initialize(made.display, NULL, NULL))
        return "EGL opens no display without a window";
    return NULL;
}

#define FIND(result, name, arguments) \
    symbol = egl.GetProcAddress("gl" #name); \
    memcpy(&gl.name, &symbol, sizeof symbol);

const char *egl_begin(void)
{
    const char *why = window_egl_load(&egl);
    void *symbol;

    if (why == NULL)
        why = open_display();
    if (why != NULL)
        return why;
    made.config = window_egl_config(&egl, made.display);
    if (made.config == NULL)
        return "EGL has no OpenGL without a window";
    made.contexts[0] = egl.CreateContext(made.display, made.config, NULL, NULL);
    if (made.contexts[0] == NULL)
        return "EGL makes no context";
    egl_make_current(0);
    GIGL_CALLS(FIND, FIND)
    return NULL;
}

void *egl_function(const char *name)
{
    return egl.GetProcAddress(name);
}

static int make(unsigned int api, void *shared, const int *wanted)
{
    int i = 1;

    while (i < MOST_CONTEXTS && made.contexts[i] != NULL)
        i++;
    if (i == MOST_CONTEXTS)
        return -1;
    egl.BindAPI(api);
    made.contexts[i] = egl.CreateContext(made.display, made.config, shared, wanted);
    made.apis[i] = api;
    egl.BindAPI(EGL_OPENGL_API);
    return made.contexts[i] == NULL ? -1 : i;
}

int egl_another(int shares)
{
    return make(EGL_OPENGL_API, shares ? made.contexts[0] : NULL, NULL);
}

int egl_another_of(enum egl_kind kind)
{
    static const struct {
        unsigned int api;
        int wanted[7];
    } kinds[] = {
        [EGL_KIND_CORE_32] = { EGL_OPENGL_API, { EGL_MAJOR, 3, EGL_MINOR, 2, EGL_PROFILE,
                                                 EGL_PROFILE_CORE, EGL_NONE } },
        [EGL_KIND_COMPATIBILITY_21] = { EGL_OPENGL_API, { EGL_MAJOR, 2, EGL_MINOR, 1, EGL_NONE } },
        [EGL_KIND_ES_2] = { EGL_OPENGL_ES_API, { EGL_MAJOR, 2, EGL_NONE } },
        [EGL_KIND_ES_3] = { EGL_OPENGL_ES_API, { EGL_MAJOR, 3, EGL_NONE } },
    };

    return make(kinds[kind].api, NULL, kinds[kind].wanted);
}

void egl_bind_es(int es)
{
    egl.BindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
}

void egl_close(void)
{
    egl_make_current(-1);
    egl.Terminate(made.display);
}

void egl_make_current(int context)
{
    egl.BindAPI(context > 0 ? made.apis[context] : EGL_OPENGL_API);
    egl.MakeCurrent(made.display, NULL, NULL, context < 0 ? NULL : made.contexts[context]);
}

void egl_end(int context)
{
    egl.DestroyContext(made.display, made.contexts[context]);
    made.contexts[context] = NULL;
}
