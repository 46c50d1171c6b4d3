#include "loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static giamd_resolve giamd_replaced_resolve;

void giamd_loader_replace(giamd_resolve resolve)
{
    giamd_replaced_resolve = resolve;
}

/** dlsym answers a data pointer; C has no cast from it to a function, so the bytes are copied. */
static giamd_function giamd_symbol(void *library, const char *name)
{
    giamd_function function = NULL;
    void *symbol;

    if (giamd_replaced_resolve != NULL)
        return giamd_replaced_resolve(name);
    symbol = dlsym(library, name);
    _Static_assert(sizeof(function) == sizeof(symbol), "function and data pointers differ");
    memcpy(&function, &symbol, sizeof(function));
    return function;
}

/** NULL if the library cannot be opened, or where tests have taken its place. */
static void *giamd_open_library(const char *name)
{
    return giamd_replaced_resolve != NULL ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

#define GIAMD_FILL(prefix, name) \
    out_calls->name = (__typeof__(out_calls->name))giamd_symbol(library, #prefix #name); \
    if (out_calls->name == NULL) \
        return gi_fail(GI_NO_DRIVER, "amdgpu: libdrm has no " #prefix #name \
                       ", which libdrm 2.4.114 has");

gi_status giamd_loader_open_drm(struct giamd_drm_calls *out_calls)
{
    void *library = giamd_open_library("libdrm.so.2");

    memset(out_calls, 0, sizeof(*out_calls));
    if (library == NULL && giamd_replaced_resolve == NULL)
        return gi_fail(GI_NO_DRIVER, "amdgpu: libdrm cannot be opened: %s", dlerror());
    GIAMD_DRM_CALLS(GIAMD_FILL)
    return GI_OK;
}

gi_status giamd_loader_open(struct giamd_calls *out_calls)
{
    const char *name = "libdrm_amdgpu.so.1";
    void *library = giamd_open_library(name);

    memset(out_calls, 0, sizeof(*out_calls));
    if (library == NULL && giamd_replaced_resolve == NULL)
        return gi_fail(GI_NO_DRIVER, "amdgpu: %s cannot be opened: %s; install libdrm's part for "
                       "amdgpu (libdrm-amdgpu1)", name, dlerror());
    GIAMD_AMDGPU_CALLS(GIAMD_FILL)
    return GI_OK;
}

/* ---- errors -------------------------------------------------------------------------------- */

int giamd_error(int answer)
{
    return answer == -1 ? errno : -answer;
}

gi_status giamd_status(int error)
{
    switch (error) {
    case 0:
        return GI_OK;
    case ETIME:
        return GI_TIMEOUT;
    case ENOMEM:
    case ENOSPC:
    case EMFILE:
    case ENFILE:
        return GI_OUT_OF_MEMORY;
    case ECANCELED:                      /* the context is guilty, or its memory was lost */
    case ENODEV:                         /* unplugged */
    case EHWPOISON:
    case ENOTRECOVERABLE:
        return GI_DEVICE_LOST;
    case EACCES:
    case EPERM:
        return GI_NOT_PERMITTED;
    default:
        return GI_OS_ERROR;
    }
}

gi_status giamd_fail(int error, const char *what)
{
    gi_status code = giamd_status(error);

    if (code == GI_TIMEOUT)
        return code;
    return gi_fail(code, "%s: the kernel answered %s", what, strerror(error));
}
