#include "egl_context.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum {
    EGL_NONE = 0x3038, EGL_SURFACE_TYPE = 0x3033, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_BIT = 8,
    EGL_OPENGL_ES_API = 0x30A0, EGL_OPENGL_API = 0x30A2, EGL_MAJOR = 0x3098, EGL_MINOR = 0x30FB,
    EGL_PROFILE = 0x30FD, EGL_PROFILE_CORE = 1,
    EGL_PLATFORM_DEVICE = 0x313F, EGL_PLATFORM_SURFACELESS = 0x31DD,
    MOST_CONTEXTS = 8
};

struct gigl_calls gl;

static struct {
    void *library;
    void *(*GetProcAddress)(const char *name);
    unsigned int (*Terminate)(void *display);
    unsigned int (*Initialize)(void *display, int *major, int *minor);
    unsigned int (*BindAPI)(unsigned int api);
    unsigned int (*ChooseConfig)(void *display, const int *wanted, void **out, int room,
                                 int *count);
    void *(*CreateContext)(void *display, void *config, void *shared, const int *wanted);
    unsigned int (*DestroyContext)(void *display, void *context);
    unsigned int (*MakeCurrent)(void *display, void *draw, void *read, void *context);
    void *(*GetPlatformDisplay)(unsigned int platform, void *native, const intptr_t *wanted);
    unsigned int (*QueryDevices)(int room, void **out, int *count);
    void *display, *config;
    void *contexts[MOST_CONTEXTS];
    unsigned int apis[MOST_CONTEXTS];
} egl;

#define SYMBOL(member, name) \
    do { \
        void *symbol = dlsym(egl.library, name); \
        if (symbol == NULL) \
            return "libEGL.so.1 has no " name; \
        memcpy(&egl.member, &symbol, sizeof symbol); \
    } while (0)

static const char *load(void)
{
    void *extension;

    egl.library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (egl.library == NULL)
        return "libEGL.so.1 is not installed";
    SYMBOL(GetProcAddress, "eglGetProcAddress");
    SYMBOL(Terminate, "eglTerminate");
    SYMBOL(Initialize, "eglInitialize");
    SYMBOL(BindAPI, "eglBindAPI");
    SYMBOL(ChooseConfig, "eglChooseConfig");
    SYMBOL(CreateContext, "eglCreateContext");
    SYMBOL(DestroyContext, "eglDestroyContext");
    SYMBOL(MakeCurrent, "eglMakeCurrent");
    SYMBOL(GetPlatformDisplay, "eglGetPlatformDisplay");
    extension = egl.GetProcAddress("eglQueryDevicesEXT");
    memcpy(&egl.QueryDevices, &extension, sizeof extension);
    return NULL;
}

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
    egl.display = egl.GetPlatformDisplay(platform, device, NULL);
    if (egl.display == NULL || !egl.Initialize(egl.display, NULL, NULL))
        return "EGL opens no display without a window";
    return NULL;
}

static const char *choose(void)
{
    const int wanted[] = { EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
    int count = 0;

    if (!egl.BindAPI(EGL_OPENGL_API) ||
        !egl.ChooseConfig(egl.display, wanted, &egl.config, 1, &count) || count < 1)
        return "EGL has no OpenGL without a window";
    return NULL;
}

#define FIND(result, name, arguments) \
    symbol = egl.GetProcAddress("gl" #name); \
    memcpy(&gl.name, &symbol, sizeof symbol);

const char *egl_begin(void)
{
    const char *why = load();
    void *symbol;

    if (why == NULL)
        why = open_display();
    if (why == NULL)
        why = choose();
    if (why != NULL)
        return why;
    egl.contexts[0] = egl.CreateContext(egl.display, egl.config, NULL, NULL);
    if (egl.contexts[0] == NULL)
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

    while (i < MOST_CONTEXTS && egl.contexts[i] != NULL)
        i++;
    if (i == MOST_CONTEXTS)
        return -1;
    egl.BindAPI(api);
    egl.contexts[i] = egl.CreateContext(egl.display, egl.config, shared, wanted);
    egl.apis[i] = api;
    egl.BindAPI(EGL_OPENGL_API);
    return egl.contexts[i] == NULL ? -1 : i;
}

int egl_another(int shares)
{
    return make(EGL_OPENGL_API, shares ? egl.contexts[0] : NULL, NULL);
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
    egl.Terminate(egl.display);
}

void egl_make_current(int context)
{
    egl.BindAPI(context > 0 ? egl.apis[context] : EGL_OPENGL_API);
    egl.MakeCurrent(egl.display, NULL, NULL, context < 0 ? NULL : egl.contexts[context]);
}

void egl_end(int context)
{
    egl.DestroyContext(egl.display, egl.contexts[context]);
    egl.contexts[context] = NULL;
}
