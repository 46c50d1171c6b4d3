#include "fake_export.h"

#include <fcntl.h>
#include <unistd.h>

#include "fake_images.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void *eglGetCurrentDisplay(void);
EXPORT const char *eglQueryString(void *display, int what);

void *eglGetCurrentDisplay(void)
{
    return &fake_gl;
}

const char *eglQueryString(void *display, int what)
{
    return display == &fake_gl && what == 0x3055 ? fake_gl.interop : NULL;
}

/* A refusal writes nothing, as Mesa's does. */
int fake_export(void *display, void *context, struct gigl_interop_in *in,
                struct gigl_interop_out *out)
{
    FAKE_LOCKED;
    size_t size = 0, begin = 0;
    int file;

    fake_gl.exports++;
    if (display != &fake_gl || context == NULL || in->target != GIGL_ARRAY_BUFFER)
        return 7;
    if (fake_gl.export_code != 0)
        return fake_gl.export_code;
    if (fake_gl.export_version == -1 || fake_gl.export_version == -3)
        in->version = out->version = 0;
    if (fake_gl.export_version == -1 || fake_gl.export_version == -2)
        return 0;
    file = fake_file_of(in->object, &size, &begin);
    out->fd = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (out->fd < 0)
        return 2;
    out->offset_bytes = (ptrdiff_t)begin + fake_gl.export_offset;
    out->size_bytes = (ptrdiff_t)size + fake_gl.export_more;
    return 0;
}
