#include "export.h"

#include <string.h>
#include <unistd.h>

#include "words.h"

enum { EGL_EXTENSIONS = 0x3055, GLX_SCREEN = 0x800C };

typedef int (*export_object)(void *display, void *context, struct gigl_interop_in *in,
                             struct gigl_interop_out *out);

/* ---- the window system ---------------------------------------------------------------------- */

static bool is_egl(const struct gigl_current *current)
{
    return strcmp(current->system, "EGL") == 0;
}

/* The display of the current context; NULL: none is found. */
static void *display_of(const struct gigl_current *current)
{
    void *(*display)(void);

    if (!gigl_system_symbol(current, is_egl(current) ? "eglGetCurrentDisplay"
                                                     : "glXGetCurrentDisplay", &display))
        return NULL;
    return display();
}

static const char *extensions_of_egl(const struct gigl_current *current, void *display)
{
    const char *(*query)(void *display, int what);

    return gigl_system_symbol(current, "eglQueryString", &query) ? query(display, EGL_EXTENSIONS)
                                                                 : NULL;
}

static const char *extensions_of_glx(const struct gigl_current *current, void *display)
{
    int (*ask)(void *display, void *context, int what, int *out);
    const char *(*query)(void *display, int screen);
    int screen = 0;

    if (!gigl_system_symbol(current, "glXQueryContext", &ask) ||
        !gigl_system_symbol(current, "glXQueryExtensionsString", &query) ||
        ask(display, current->context, GLX_SCREEN, &screen) != 0)
        return NULL;
    return query(display, screen);
}

static bool has_word(const char *text, const char *word)
{
    const char *here;
    size_t length;

    while ((here = gigl_next_word(&text, &length)) != NULL)
        if (length == strlen(word) && memcmp(here, word, length) == 0)
            return true;
    return false;
}

gigl_function gigl_export_find(const struct gigl_current *current)
{
    void *display = display_of(current);
    bool by_egl = is_egl(current);
    const char *words;

    if (display == NULL)
        return NULL;
    words = by_egl ? extensions_of_egl(current, display) : extensions_of_glx(current, display);
    if (!has_word(words, by_egl ? "EGL_MESA_gl_interop" : "GLX_MESA_gl_interop"))
        return NULL;
    return current->find((const unsigned char *)(by_egl ? "eglGLInteropExportObjectMESA"
                                                        : "glXGLInteropExportObjectMESA"));
}

/* ---- objects -------------------------------------------------------------------------------- */

/* Asks for an object's storage as a dma-buf.
 * Errors: GI_NOT_SUPPORTED. Then no fd is left. */
static gi_status export_object_of(const struct gigl_context *context, const char *noun,
                                  struct gigl_interop_in *in, struct gigl_interop_out *out)
{
    void *display = display_of(&context->current);
    uint32_t wanted = out->version;
    const char *why = NULL;
    export_object call;
    int code;

    memcpy(&call, &context->export_object, sizeof call);
    code = call(display, context->current.context, in, out);
    if (code != 0)
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: %s does not export %s %u (code %d of "
                       "MESA_gl_interop)", context->renderer, noun, in->object, code);
    if (out->version < wanted)
        why = "its interface is an older one";
    else if (out->fd < 0)
        why = "it gave no fd";
    if (why == NULL)
        return GI_OK;
    gigl_export_drop(out->fd);
    return gi_fail(GI_NOT_SUPPORTED, "OpenGL: the export of %s %u by %s is of no use: %s", noun,
                   in->object, context->renderer, why);
}

void gigl_export_drop(int fd)
{
    if (fd >= 0)
        close(fd);
}

gi_status gigl_export_buffer(const struct gigl_context *context, gigl_name buffer,
                             uint64_t size_bytes, struct gi_graphics_storage *out_storage)
{
    struct gigl_interop_in in = { .version = GIGL_INTEROP_VERSION, .target = GIGL_ARRAY_BUFFER,
                                  .object = buffer };
    struct gigl_interop_out out = { .version = GIGL_INTEROP_VERSION, .fd = -1 };
    gi_status status = export_object_of(context, "buffer", &in, &out);

    if (status != GI_OK)
        return status;
    *out_storage = (struct gi_graphics_storage){ out.fd, (uint64_t)out.offset_bytes };
    if (out.offset_bytes >= 0 && out.size_bytes >= 0 && (uint64_t)out.size_bytes == size_bytes)
        return GI_OK;
    gigl_export_drop(out.fd);
    return gi_fail(GI_NOT_SUPPORTED, "OpenGL: the export of buffer %u by %s is of no use: it gave "
                   "another size", buffer, context->renderer);
}

/* Mesa writes no offset for a texture, whose storage begins with the dma-buf. */
gi_status gigl_export_rows(const struct gigl_context *context, gigl_name texture,
                           const struct gi_graphics_shape *shape, struct gi_graphics_rows *out_rows)
{
    struct gigl_interop_in in = { .version = GIGL_INTEROP_VERSION, .target = GIGL_TEXTURE_2D,
                                  .object = texture };
    struct gigl_interop_out out = { .version = GIGL_INTEROP_VERSION_OF_ROWS, .fd = -1 };
    gi_status status = export_object_of(context, "texture", &in, &out);

    if (status != GI_OK)
        return status;
    *out_rows = (struct gi_graphics_rows){ { out.fd, 0 }, out.row_bytes };
    if (out.modifier == 0 && out.offset_bytes == 0 && out.width == shape->width &&
        out.height == shape->height &&
        out.row_bytes >= (uint64_t)shape->width * shape->texel_bytes)
        return GI_OK;
    gigl_export_drop(out.fd);
    return gi_fail(GI_NOT_SUPPORTED, "OpenGL: the texels of texture %u by %s do not lie in rows "
                   "that a device can use (modifier 0x%llx, %u bytes a row)", texture,
                   context->renderer, (unsigned long long)out.modifier, out.row_bytes);
}
