#include "fake_export.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
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

/* What a file of the fake's looks like to who asks for it. */
static void give_file(int file, struct gigl_interop_out *out)
{
    out->fd = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3);
}

static void export_buffer(gigl_name buffer, struct gigl_interop_out *out)
{
    size_t size = 0, begin = 0;

    give_file(fake_file_of(buffer, &size, &begin), out);
    out->offset_bytes = (ptrdiff_t)begin + fake_gl.export_offset;
    out->size_bytes = (ptrdiff_t)size + fake_gl.export_more;
}

static void export_texture(gigl_name texture, struct gigl_interop_out *out)
{
    int width = 0, height = 0, file = fake_rows_of(texture, &width, &height), other = -1;

    if (fake_gl.exports_other && file >= 0)
        other = memfd_create("gifake-dma-buf", MFD_CLOEXEC);
    if (other >= 0 && ftruncate(other, (off_t)width * height * 8) != 0)
        return;
    give_file(other >= 0 ? other : file, out);
    if (other >= 0)
        close(other);
    out->offset_bytes = fake_gl.export_offset;
    out->width = (uint32_t)(width + fake_gl.export_more);
    out->height = (uint32_t)height;
    out->row_bytes = (uint32_t)(width * 4 + fake_gl.export_row_more);
    out->modifier = fake_gl.export_modifier;
}

/* A refusal writes nothing, as Mesa's does. */
int fake_export(void *display, void *context, struct gigl_interop_in *in,
                struct gigl_interop_out *out)
{
    FAKE_LOCKED;
    bool is_texture = in->target == GIGL_TEXTURE_2D;

    fake_gl.exports++;
    if (display != &fake_gl || context == NULL || (in->target != GIGL_ARRAY_BUFFER && !is_texture))
        return 7;
    if (fake_gl.export_code != 0)
        return fake_gl.export_code;
    if (fake_gl.export_version == -1 || fake_gl.export_version == -3)
        in->version = out->version = 0;
    if (fake_gl.export_version == -1 || fake_gl.export_version == -2)
        return 0;
    (is_texture ? export_texture : export_buffer)(in->object, out);
    return out->fd < 0 ? 2 : 0;
}
