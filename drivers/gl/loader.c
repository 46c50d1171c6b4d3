#include "loader.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

/* A library that can have the current context. It stays loaded once it was found. */
struct place {
    const char *library, *system, *current, *find;
    const char *display, *is_direct;     /* NULL: all contexts are direct */
};

static const struct place places[] = {
    { "libEGL.so.1", "EGL", "eglGetCurrentContext", "eglGetProcAddress", NULL, NULL },
    { "libGLX.so.0", "GLX", "glXGetCurrentContext", "glXGetProcAddressARB",
      "glXGetCurrentDisplay", "glXIsDirect" },
    { "libGL.so.1", "GLX", "glXGetCurrentContext", "glXGetProcAddressARB",
      "glXGetCurrentDisplay", "glXIsDirect" },
};

enum { PLACES = sizeof places / sizeof places[0] };

static _Atomic(void *) opened[PLACES];

/* The library of a place, if the program has loaded it. */
static void *library_of(size_t place)
{
    void *library = atomic_load(&opened[place]), *none = NULL;

    if (library != NULL)
        return library;
    library = dlopen(places[place].library, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (library != NULL && !atomic_compare_exchange_strong(&opened[place], &none, library))
        dlclose(library);        /* another thread was first, and holds it */
    return library;
}

/* dlsym returns a data pointer, and C has no cast from it to a function. */
static bool find_symbol(void *library, const char *name, void *out_function)
{
    void *symbol = dlsym(library, name);

    memcpy(out_function, &symbol, sizeof symbol);
    return symbol != NULL;
}

bool gigl_system_symbol(const struct gigl_current *current, const char *name, void *out_function)
{
    void *library = library_of(current->place);

    return library != NULL && find_symbol(library, name, out_function);
}

static bool ask(size_t place, struct gigl_current *out_current)
{
    void *library = library_of(place);
    void *(*current)(void);

    if (library == NULL || !find_symbol(library, places[place].current, &current) ||
        !find_symbol(library, places[place].find, &out_current->find))
        return false;
    out_current->place = place;
    out_current->system = places[place].system;
    out_current->context = current();
    return out_current->context != NULL;
}

bool gigl_is_direct(const struct gigl_current *current)
{
    const struct place *place = &places[current->place];
    void *library = library_of(current->place);
    void *(*display)(void);
    int (*is_direct)(void *display, void *context);

    if (place->is_direct == NULL || library == NULL ||
        !find_symbol(library, place->display, &display) ||
        !find_symbol(library, place->is_direct, &is_direct))
        return true;
    return is_direct(display(), current->context) != 0;
}

gi_status gigl_find_current(struct gigl_current *out_current)
{
    for (size_t place = 0; place < PLACES; place++)
        if (ask(place, out_current))
            return GI_OK;
    return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: no context of EGL or GLX is current in "
                   "the calling thread. Make one current (eglMakeCurrent, glXMakeCurrent) before "
                   "resources are registered and mapped");
}
