/** Buffers and images of OpenGL, as the core uses them (contract/graphics.h). */
#include "contract/graphics.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access.h"
#include "export.h"
#include "group.h"
#include "image.h"

#define FOR_EVER UINT64_MAX

struct gigl_object {
    struct gi_graphics_object base;      /* first */
    struct gigl_image image;             /* with a target */
    struct gigl_group *group;
    struct gigl_shadow *shadow;          /* owned; NULL: none */
    struct stat storage;                 /* of the last export: which file it is */
};

static struct gigl_object *object_from(struct gi_graphics_object *base)
{
    return (struct gigl_object *)base;
}

static bool is_image(const struct gi_graphics_object *base)
{
    return base->target != 0;
}

/* The context in a call that followed an enter or an init. The program cannot change it meanwhile,
 * and each question to the window system can be a call of the operating system. */
static const struct gigl_context *context_of_call(void)
{
    return gigl_context_last();
}

static gi_status tell(struct gi_graphics_facts *out_facts)
{
    const struct gigl_context *context;
    gi_status status = gigl_context_get(&context);

    if (status != GI_OK)
        return status;
    *out_facts = (struct gi_graphics_facts){
        .interface = "OpenGL",
        .has_uuid = context->has_uuid,
        .takes_memory = context->takes_memory,
        .copies_buffers = context->copies_buffers,
        .packs_buffers = context->pixel_buffers,
        .copies_images = context->takes_images,
        .exports_buffers = context->export_object != NULL,
    };
    memcpy(out_facts->device_name, context->renderer, sizeof out_facts->device_name);
    memcpy(out_facts->version, context->version_text, sizeof out_facts->version);
    memcpy(out_facts->uuid, context->uuid, sizeof out_facts->uuid);
    return GI_OK;
}

/* ---- finding and ending --------------------------------------------------------------------- */

static gi_status find_buffer(const struct gigl_context *context, struct gi_graphics_object *base)
{
    base->noun = "buffer";
    if (base->name == 0)
        return gi_fail(GI_INVALID_VALUE, "OpenGL: buffer is 0, which names none");
    if (!context->gl.IsBuffer(base->name))
        return gi_fail(GI_INVALID_HANDLE, "OpenGL: the current context has no buffer %u. A name of "
                       "glGenBuffers becomes a buffer's when it is bound", base->name);
    base->size_bytes = gigl_buffer_size(context, base->name);
    if (base->size_bytes == 0)
        return gi_fail(GI_OUT_OF_MEMORY, "OpenGL: buffer %u has no storage; glBufferData gives it "
                       "some", base->name);
    if (base->size_bytes == GIGL_SIZE_NOT_TOLD)
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: buffer %u has 2 GiB or more, and a context of "
                       "OpenGL %s does not tell how many; from 3.2 on it does", base->name,
                       context->version_text);
    return GI_OK;
}

static gi_status find_image(const struct gigl_context *context, struct gi_graphics_object *base)
{
    struct gigl_image *image = &object_from(base)->image;
    gi_status status = gigl_image_find(context, base->name, base->target, image);

    if (status != GI_OK)
        return status;
    base->noun = image->target == GIGL_RENDERBUFFER ? "renderbuffer" : "texture";
    image->by_kernels = base->by_kernels;
    base->shape = image->shape;
    base->size_bytes = gi_graphics_shape_bytes(&image->shape);
    base->copies_images = context->takes_images && image->format->is_exact;
    return GI_OK;
}

/* Whether the name is that of an object which the library made. Objects of the library are held. */
static bool is_own(const struct gi_graphics_object *base)
{
    return base->target != GIGL_RENDERBUFFER &&
           gigl_group_made(((const struct gigl_object *)base)->group, is_image(base), base->name);
}

static gi_status find_object(const struct gigl_context *context, struct gi_graphics_object *base)
{
    gi_status status;

    gigl_group_hold();
    status = is_image(base) ? find_image(context, base) : find_buffer(context, base);
    gigl_group_release();
    return status;
}

/* The object that was found may have been one of the library's, which has ended since. */
static bool has_gone(const struct gigl_context *context, const struct gi_graphics_object *base)
{
    if (base->target == GIGL_RENDERBUFFER)
        return false;
    return is_image(base) ? !context->gl.IsTexture(base->name) : !context->gl.IsBuffer(base->name);
}

static gi_status init(struct gi_graphics_object *base)
{
    const struct gigl_context *context;
    bool is_refused;
    gi_status status = gigl_context_get(&context);

    if (status == GI_OK)
        status = find_object(context, base);
    if (status == GI_OK)
        status = gigl_group_join(context, &object_from(base)->group);
    if (status != GI_OK)
        return status;
    gigl_group_hold();
    is_refused = is_own(base) || has_gone(context, base);
    gigl_group_release();
    if (!is_refused)
        return GI_OK;
    gigl_group_leave(object_from(base)->group, NULL);
    return gi_fail(GI_INVALID_HANDLE, "OpenGL: %s %u is the library's own", base->noun, base->name);
}

static gi_status enter(struct gi_graphics_object *base)
{
    const struct gigl_context *context;
    gi_status status = gigl_context_get(&context);

    if (status != GI_OK)
        return status;
    if (!gigl_group_has(object_from(base)->group, context))
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: %s %u was registered in a context "
                       "that shares nothing with the current one", base->noun, base->name);
    return GI_OK;
}

static void finish(struct gi_graphics_object *base)
{
    gigl_group_leave(object_from(base)->group, object_from(base)->shadow);
}

static void clean(void)
{
    const struct gigl_context *context;

    if (gigl_context_get(&context) == GI_OK)
        gigl_group_clean(context);
}

/* ---- shadows -------------------------------------------------------------------------------- */

static bool is_file(int fd, const struct stat *file)
{
    struct stat now;

    return fstat(fd, &now) == 0 && now.st_dev == file->st_dev && now.st_ino == file->st_ino;
}

/* Makes the buffer or the texture of a shadow in its memory object. False: OpenGL refuses it. */
static bool make_in(const struct gigl_context *context, struct gigl_object *object, bool as_image,
                    struct gigl_shadow *shadow)
{
    uint64_t size_bytes = object->base.size_bytes;

    if (as_image) {
        shadow->texture = gigl_image_make_in(context, &object->image, shadow->memory);
        return shadow->texture != 0;
    }
    shadow->buffer = gigl_buffer_make_in(context, size_bytes, shadow->memory);
    return gigl_buffer_size(context, shadow->buffer) == size_bytes;
}

/* Opens memory as a shadow. OpenGL owns the fd once it has taken it. It tells nobody whether it
 * has, but a memory object that is deleted keeps none. */
static gi_status open_memory(const struct gigl_context *context, struct gigl_object *object,
                             const struct gi_graphics_memory *memory, int fd,
                             struct gigl_shadow *out_shadow)
{
    const struct gigl_calls *gl = &context->gl;
    const int yes = 1;
    struct stat file;
    gigl_enum error;

    if (fstat(fd, &file) != 0)
        return gi_fail(GI_OS_ERROR, "OpenGL: fd %d of memory cannot be looked at", fd);
    gl->CreateMemoryObjectsEXT(1, &out_shadow->memory);
    if (memory->dedicated)
        gl->MemoryObjectParameterivEXT(out_shadow->memory, GIGL_DEDICATED_MEMORY_OBJECT, &yes);
    gl->ImportMemoryFdEXT(out_shadow->memory, memory->size_bytes, GIGL_HANDLE_TYPE_OPAQUE_FD, fd);
    if (make_in(context, object, memory->is_image, out_shadow))
        return GI_OK;
    error = gl->GetError();      /* the one that this has raised, which is not the program's */
    gl->DeleteBuffers(1, &out_shadow->buffer);
    gl->DeleteMemoryObjectsEXT(1, &out_shadow->memory);
    if (is_file(fd, &file))
        close(fd);
    return gi_fail(error == GIGL_OUT_OF_MEMORY ? GI_OUT_OF_MEMORY : GI_IMPORT_FAILED,
                   "OpenGL: %s makes no %s of %llu bytes in memory of %llu bytes (error 0x%x)",
                   context->renderer, memory->is_image ? "texture" : "buffer",
                   (unsigned long long)object->base.size_bytes,
                   (unsigned long long)memory->size_bytes, error);
}

static gi_status share(struct gi_graphics_object *base, const struct gi_graphics_memory *memory)
{
    const struct gigl_context *context = context_of_call();
    struct gigl_shadow *shadow = calloc(1, sizeof *shadow);
    int fd = shadow == NULL ? -1 : fcntl(memory->fd, F_DUPFD_CLOEXEC, 3);
    gi_status status;

    if (context == NULL || fd < 0) {
        free(shadow);
        if (fd >= 0)
            close(fd);
        return gi_fail(GI_OUT_OF_MEMORY, "OpenGL: no memory or no fd for the shadow of %s %u",
                       base->noun, base->name);
    }
    gigl_group_begin_make();
    status = open_memory(context, object_from(base), memory, fd, shadow);
    if (status == GI_OK)
        gigl_group_add(object_from(base)->group, shadow);
    gigl_group_end_make();
    if (status == GI_OK)
        object_from(base)->shadow = shadow;
    else
        free(shadow);
    return status;
}

/* ---- exports -------------------------------------------------------------------------------- */

/* Why a buffer is not exported; NULL: nothing. An export can move the bytes, so a pointer that the
 * program has to them would be an old one. */
static const char *why_not_exported(const struct gigl_context *context,
                                    const struct gi_graphics_object *base)
{
    if (context == NULL)
        return "no context is current";
    if (context->export_object == NULL)
        return "the current context exports no buffers";
    return gigl_buffer_number(context, base->name, GIGL_BUFFER_MAPPED) == 0
               ? NULL : "the program has it mapped";
}

static gi_status export_storage(struct gi_graphics_object *base,
                                struct gi_graphics_storage *out_storage)
{
    const struct gigl_context *context = context_of_call();
    const char *why = why_not_exported(context, base);
    gi_status status;

    if (why != NULL)
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: buffer %u is not exported, as %s", base->name,
                       why);
    status = gigl_export_buffer(context, base->name, base->size_bytes, out_storage);
    if (status != GI_OK)
        return status;
    if (fstat(out_storage->fd, &object_from(base)->storage) != 0) {
        close(out_storage->fd);
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: the fd of buffer %u is none", base->name);
    }
    return GI_OK;
}

/* One storage is one file, whose number no other has as long as somebody has it open. The library's
 * import does. */
static bool keeps_storage(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    struct gi_graphics_storage storage;
    bool is_same;

    if (why_not_exported(context, base) != NULL ||
        gigl_export_buffer(context, base->name, base->size_bytes, &storage) != GI_OK)
        return false;
    is_same = is_file(storage.fd, &object_from(base)->storage);
    close(storage.fd);
    return is_same;
}

/* ---- images of EGL -------------------------------------------------------------------------- */

/* Makes the texture that has the image's texels, which the group knows from then on.
 * Errors: then the shadow has no texture. */
static gi_status make_texture(const struct gigl_context *context, struct gigl_object *object,
                              void *image, struct gigl_shadow *shadow)
{
    gi_status status;

    shadow->texture = gigl_image_make_of(context, image);
    if (shadow->texture == 0)
        return gi_fail(GI_INVALID_VALUE, "OpenGL: %p is no image of EGL that a 2D texture can "
                       "have in the current context", image);
    status = gigl_image_find(context, shadow->texture, GIGL_TEXTURE_2D, &object->image);
    if (status == GI_OK) {
        gigl_group_add(object->group, shadow);
        return GI_OK;
    }
    context->gl.DeleteTextures(1, &shadow->texture);
    shadow->texture = 0;
    return status;
}

static gi_status take_image(const struct gigl_context *context, struct gigl_object *object,
                            void *image, struct gi_graphics_rows *out_rows)
{
    struct gigl_shadow *shadow = calloc(1, sizeof *shadow);
    gi_status status;

    if (shadow == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "OpenGL: no memory for an image of EGL");
    gigl_group_begin_make();
    status = make_texture(context, object, image, shadow);
    gigl_group_end_make();
    if (status != GI_OK) {
        free(shadow);
        return status;
    }
    object->shadow = shadow;
    object->image.shape.levels = 1;
    object->base.shape = object->image.shape;
    object->base.size_bytes = gi_graphics_shape_bytes(&object->base.shape);
    object->base.name = shadow->texture;
    object->base.target = GIGL_TEXTURE_2D;
    object->base.noun = "an image of EGL, texture";
    return gigl_export_rows(context, shadow->texture, &object->base.shape, out_rows);
}

static gi_status open_image(struct gi_graphics_object *base, void *image,
                            struct gi_graphics_rows *out_rows)
{
    const struct gigl_context *context;
    gi_status status = gigl_context_get(&context);

    if (status != GI_OK)
        return status;
    if (context->export_object == NULL || !context->opens_egl_images)
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: the current context of %s, %s, makes no "
                       "textures of EGL's images (GL_OES_EGL_image) or exports none "
                       "(EGL_MESA_gl_interop)", context->current.system, context->version_text);
    status = gigl_group_join(context, &object_from(base)->group);
    if (status != GI_OK)
        return status;
    status = take_image(context, object_from(base), image, out_rows);
    if (status != GI_OK) {
        finish(base);
        gigl_group_clean(context);
    }
    return status;
}

/* ---- copies --------------------------------------------------------------------------------- */

static enum gi_graphics_look look_at_buffer(const struct gigl_context *context,
                                            const struct gi_graphics_object *base)
{
    int64_t flags = 0;

    if (!context->gl.IsBuffer(base->name))
        return GI_GRAPHICS_GONE;
    if (gigl_buffer_size(context, base->name) != base->size_bytes)
        return GI_GRAPHICS_RESIZED;
    if (gigl_buffer_number(context, base->name, GIGL_BUFFER_MAPPED) == 0)
        return GI_GRAPHICS_SAME;
    if (context->storage_flags && context->map_flags)
        flags = gigl_buffer_number(context, base->name, GIGL_BUFFER_ACCESS_FLAGS);
    return (flags & GIGL_MAP_PERSISTENT_BIT) != 0 ? GI_GRAPHICS_SAME : GI_GRAPHICS_MAPPED;
}

static enum gi_graphics_look look(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    enum gi_graphics_look look = GI_GRAPHICS_GONE;

    gigl_group_hold();
    if (context != NULL && !is_own(base))
        look = is_image(base) ? gigl_image_look(context, &object_from(base)->image)
                              : look_at_buffer(context, base);
    gigl_group_release();
    return look;
}

static uint32_t levels(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    uint32_t found = 0;

    gigl_group_hold();
    if (context != NULL && !is_own(base))
        found = gigl_image_levels(context, &object_from(base)->image);
    gigl_group_release();
    return found;
}

static void to_shadow(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    const struct gigl_object *object = object_from(base);

    if (context == NULL)
        return;
    if (!is_image(base))
        gigl_buffer_copy(context, base->name, object->shadow->buffer, base->size_bytes);
    else if (object->shadow->texture != 0)
        gigl_image_copy(context, object->group, &object->image, object->shadow->texture, true);
    else
        gigl_image_read(context, object->group, &object->image, object->shadow->buffer, NULL);
}

static void copy_back(const struct gigl_context *context, const struct gigl_object *object)
{
    const struct gi_graphics_object *base = &object->base;

    if (!is_image(base))
        gigl_buffer_copy(context, object->shadow->buffer, base->name, base->size_bytes);
    else if (object->shadow->texture != 0)
        gigl_image_copy(context, object->group, &object->image, object->shadow->texture, false);
    else
        gigl_image_write(context, object->group, &object->image, object->shadow->buffer, NULL);
}

/* The copy back belongs to this context's work. The next map may come in another context, so a
 * fence says when it is done. */
static void from_shadow(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    struct gigl_shadow *shadow = object_from(base)->shadow;

    if (context == NULL)
        return;
    copy_back(context, object_from(base));
    if (!context->fences) {
        context->gl.Finish();
        return;
    }
    shadow->back = context->gl.FenceSync(GIGL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    context->gl.Flush();
}

static void settle(struct gi_graphics_object *base)
{
    const struct gigl_context *context = context_of_call();
    struct gigl_shadow *shadow = object_from(base)->shadow;

    if (context == NULL || shadow == NULL || shadow->back == NULL)
        return;
    if (!context->fences)
        return;
    context->gl.ClientWaitSync(shadow->back, 0, FOR_EVER);
    context->gl.DeleteSync(shadow->back);
    shadow->back = NULL;
}

static void read_bytes(struct gi_graphics_object *base, void *to)
{
    const struct gigl_context *context = context_of_call();

    if (context == NULL)
        return;
    if (is_image(base))
        gigl_image_read(context, object_from(base)->group, &object_from(base)->image, 0, to);
    else
        gigl_buffer_read(context, base->name, base->size_bytes, to);
}

/* The host cannot write the buffer, so one that it can write is copied there. Between its begin and
 * its end the group knows it: its name can be that of a buffer which the program has deleted. */
static void write_by_another(const struct gigl_context *context, struct gigl_object *object,
                             const void *from)
{
    const struct gi_graphics_object *base = &object->base;
    struct gigl_shadow between = { .next = NULL };

    gigl_group_begin_make();
    between.buffer = gigl_buffer_make(context, base->size_bytes, from);
    gigl_group_add(object->group, &between);
    gigl_group_end_make();
    gigl_buffer_copy(context, between.buffer, base->name, base->size_bytes);
    gigl_group_begin_make();
    context->gl.DeleteBuffers(1, &between.buffer);
    gigl_group_remove(object->group, &between);
    gigl_group_end_make();
}

static void write_bytes(struct gi_graphics_object *base, const void *from)
{
    const struct gigl_context *context = context_of_call();

    if (context == NULL)
        return;
    if (is_image(base))
        gigl_image_write(context, object_from(base)->group, &object_from(base)->image, 0, from);
    else if (gigl_buffer_takes_writes(context, base->name))
        gigl_buffer_write(context, base->name, base->size_bytes, from);
    else
        write_by_another(context, object_from(base), from);
}

static void wait_for_work(void)
{
    const struct gigl_context *context = context_of_call();

    if (context != NULL)
        context->gl.Finish();
}

const struct gi_graphics_ops gigl_graphics = {
    .size = sizeof(struct gigl_object),
    .tell = tell,
    .init = init,
    .share = share,
    .export = export_storage,
    .keeps_storage = keeps_storage,
    .open_image = open_image,
    .enter = enter,
    .look = look,
    .levels = levels,
    .settle = settle,
    .to_shadow = to_shadow,
    .from_shadow = from_shadow,
    .read = read_bytes,
    .write = write_bytes,
    .wait = wait_for_work,
    .finish = finish,
    .clean = clean,
};
