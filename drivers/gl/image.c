#include "image.h"

#include <pthread.h>

#include "group.h"
#include "image_find.h"
#include "kernels.h"
#include "pixel_store.h"

/* ---- pixels --------------------------------------------------------------------------------- */

/* Where a copy of pixels goes in memory: of the host, or an offset in a buffer. */
static void *pixel_place(void *memory, uint64_t offset_bytes)
{
    return (void *)((uintptr_t)memory + (uintptr_t)offset_bytes);
}

static void read_level(const struct gigl_calls *gl, const struct gigl_image *image, uint32_t level,
                       void *memory)
{
    const struct gigl_format *format = image->format;
    struct gi_graphics_level at = gi_graphics_level(&image->shape, level);

    if (!image->shape.is_cube) {
        gl->GetTexImage(image->target, (int)level, format->pixels, format->type,
                        pixel_place(memory, at.offset_bytes));
        return;
    }
    for (gigl_enum face = 0; face < 6; face++)
        gl->GetTexImage(GIGL_CUBE_FACE + face, (int)level, format->pixels, format->type,
                        pixel_place(memory, at.offset_bytes + at.size_bytes / 6 * face));
}

static void write_level(const struct gigl_calls *gl, const struct gigl_image *image,
                        uint32_t level, void *memory)
{
    const struct gigl_format *format = image->format;
    struct gi_graphics_level at = gi_graphics_level(&image->shape, level);
    int width = (int)at.width, height = (int)at.height;

    if (image->shape.is_volume || image->shape.is_layered)
        gl->TexSubImage3D(image->target, (int)level, 0, 0, 0, width, height, (int)at.slices,
                          format->pixels, format->type, pixel_place(memory, at.offset_bytes));
    else if (!image->shape.is_cube)
        gl->TexSubImage2D(image->target, (int)level, 0, 0, width, height, format->pixels,
                          format->type, pixel_place(memory, at.offset_bytes));
    for (gigl_enum face = 0; image->shape.is_cube && face < 6; face++)
        gl->TexSubImage2D(GIGL_CUBE_FACE + face, (int)level, 0, 0, width, height, format->pixels,
                          format->type,
                          pixel_place(memory, at.offset_bytes + at.size_bytes / 6 * face));
}

typedef void (*level_call)(const struct gigl_calls *gl, const struct gigl_image *image,
                           uint32_t level, void *memory);

static void each_level(const struct gigl_context *context, const struct gigl_image *image,
                       uint32_t first, level_call call, void *memory)
{
    struct gigl_held held;

    if (!gigl_hold(context, image->target, image->name, &held))
        return;
    for (uint32_t level = first; level < image->shape.levels; level++)
        if (gigl_level_is_there(context, image, level))
            call(&context->gl, image, level, memory);
    gigl_let_go(context, &held);
}

/* A new texture, which is held, and whose filters want no other levels; 0: OpenGL makes none, and
 * nothing is held. */
static gigl_name make_held(const struct gigl_context *context, gigl_enum target,
                           struct gigl_held *out_held)
{
    const struct gigl_calls *gl = &context->gl;
    gigl_name texture = 0;

    gl->GenTextures(1, &texture);
    if (texture == 0)
        return 0;
    if (!gigl_hold(context, target, texture, out_held)) {
        gl->DeleteTextures(1, &texture);
        return 0;
    }
    gl->TexParameteri(target, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl->TexParameteri(target, GIGL_TEXTURE_MAG_FILTER, GIGL_NEAREST);
    return texture;
}

/* ---- renderbuffers -------------------------------------------------------------------------- */

static void copy_whole(const struct gigl_context *context, const struct gigl_image *from,
                       const struct gigl_image *to)
{
    context->gl.CopyImageSubData(from->name, from->target, 0, 0, 0, 0, to->name, to->target, 0, 0,
                                 0, 0, (int)from->shape.width, (int)from->shape.height, 1);
}

/* OpenGL reads and writes pixels of textures alone, so a texture of the same format stands between.
 * Its name is 0 if OpenGL makes none. The pixel store is put aside. */
static struct gigl_image make_between(const struct gigl_context *context,
                                      const struct gigl_image *renderbuffer)
{
    const struct gigl_calls *gl = &context->gl;
    struct gigl_image between = *renderbuffer;
    struct gigl_held held;

    between.target = GIGL_TEXTURE_2D;
    between.name = make_held(context, between.target, &held);
    if (between.name == 0)
        return between;
    gl->TexParameteri(between.target, GIGL_TEXTURE_MAX_LEVEL, 0);
    gl->TexImage2D(between.target, 0, (int)between.format->internal, (int)between.shape.width,
                   (int)between.shape.height, 0, between.format->pixels, between.format->type,
                   NULL);
    gigl_let_go(context, &held);
    return between;
}

/* Makes the texture between, which the group knows until end_between: its name can be that of a
 * texture which the program has deleted. False: OpenGL makes none. */
static bool begin_between(const struct gigl_context *context, struct gigl_group *group,
                          const struct gigl_image *renderbuffer, struct gigl_image *out_between,
                          struct gigl_shadow *out_known)
{
    *out_known = (struct gigl_shadow){ .next = NULL };
    gigl_group_begin_make();
    *out_between = make_between(context, renderbuffer);
    out_known->texture = out_between->name;
    if (out_known->texture != 0)
        gigl_group_add(group, out_known);
    gigl_group_end_make();
    return out_known->texture != 0;
}

static void end_between(const struct gigl_context *context, struct gigl_group *group,
                        const struct gigl_shadow *known)
{
    gigl_group_begin_make();
    context->gl.DeleteTextures(1, &known->texture);
    gigl_group_remove(group, known);
    gigl_group_end_make();
}

static void read_renderbuffer(const struct gigl_context *context, struct gigl_group *group,
                              const struct gigl_image *image, void *to)
{
    struct gigl_image between;
    struct gigl_shadow known;

    if (!begin_between(context, group, image, &between, &known))
        return;
    copy_whole(context, image, &between);
    each_level(context, &between, 0, read_level, to);
    end_between(context, group, &known);
}

/* The texture is made without pixels, so the buffer is bound behind that. */
static void write_renderbuffer(const struct gigl_context *context, struct gigl_group *group,
                               const struct gigl_image *image, gigl_name buffer, void *from)
{
    struct gigl_image between;
    struct gigl_shadow known;

    if (!begin_between(context, group, image, &between, &known))
        return;
    if (context->pixel_buffers)
        context->gl.BindBuffer(GIGL_PIXEL_UNPACK_BUFFER, buffer);
    each_level(context, &between, 0, write_level, from);
    copy_whole(context, &between, image);
    end_between(context, group, &known);
}

/* ---- reads and writes ----------------------------------------------------------------------- */

/* How many levels, from the first on, shaders have copied between the image and a buffer. */
static uint32_t copy_by_kernel(const struct gigl_context *context, struct gigl_group *group,
                               const struct gigl_image *image, gigl_name buffer, bool to_buffer)
{
    return buffer != 0 && image->by_kernels &&
           gigl_kernel_copy(context, group, image, &(struct gigl_shadow){ .buffer = buffer },
                            to_buffer);
}

void gigl_image_read(const struct gigl_context *context, struct gigl_group *group,
                     const struct gigl_image *image, gigl_name buffer, void *to)
{
    uint32_t first = copy_by_kernel(context, group, image, buffer, true);
    struct gigl_pixel_store kept;

    if (first == image->shape.levels)
        return;
    gigl_pixel_store_begin(context, buffer, 0, &kept);
    if (image->target == GIGL_RENDERBUFFER)
        read_renderbuffer(context, group, image, to);
    else
        each_level(context, image, first, read_level, to);
    gigl_pixel_store_end(context, &kept);
}

void gigl_image_write(const struct gigl_context *context, struct gigl_group *group,
                      const struct gigl_image *image, gigl_name buffer, const void *from)
{
    bool is_texture = image->target != GIGL_RENDERBUFFER;
    uint32_t first = copy_by_kernel(context, group, image, buffer, false);
    struct gigl_pixel_store kept;
    void *memory = (void *)(uintptr_t)from;

    if (first == image->shape.levels)
        return;
    gigl_pixel_store_begin(context, 0, is_texture ? buffer : 0, &kept);
    if (is_texture)
        each_level(context, image, first, write_level, memory);
    else
        write_renderbuffer(context, group, image, buffer, memory);
    gigl_pixel_store_end(context, &kept);
}

/* ---- shadows -------------------------------------------------------------------------------- */

/* The kind of the texture beside an image. */
static gigl_enum shadow_target(const struct gigl_image *image)
{
    return image->target == GIGL_TEXTURE_RECTANGLE || image->target == GIGL_RENDERBUFFER
               ? GIGL_TEXTURE_2D : image->target;
}

gigl_name gigl_image_make_in(const struct gigl_context *context, const struct gigl_image *image,
                             gigl_name memory)
{
    const struct gigl_calls *gl = &context->gl;
    const struct gi_graphics_shape *shape = &image->shape;
    gigl_enum target = shadow_target(image);
    struct gigl_held held;
    gigl_name texture = make_held(context, target, &held);
    int width = 0;

    if (texture == 0)
        return 0;
    if (shape->is_volume || shape->is_layered)
        gl->TexStorageMem3DEXT(target, (int)shape->levels, image->format->internal,
                               (int)shape->width, (int)shape->height, (int)shape->slices, memory,
                               0);
    else
        gl->TexStorageMem2DEXT(target, (int)shape->levels, image->format->internal,
                               (int)shape->width, (int)shape->height, memory, 0);
    gl->GetTexLevelParameteriv(shape->is_cube ? GIGL_CUBE_FACE : target, 0, GIGL_TEXTURE_WIDTH,
                               &width);
    gigl_let_go(context, &held);
    if ((uint32_t)width == shape->width)
        return texture;
    gl->DeleteTextures(1, &texture);
    return 0;
}

gigl_name gigl_image_make_of(const struct gigl_context *context, void *egl_image)
{
    const struct gigl_calls *gl = &context->gl;
    struct gigl_held held;
    gigl_name texture = make_held(context, GIGL_TEXTURE_2D, &held);
    int width = 0;

    if (texture == 0)
        return 0;
    gl->EGLImageTargetTexture2DOES(GIGL_TEXTURE_2D, egl_image);
    gl->GetTexLevelParameteriv(GIGL_TEXTURE_2D, 0, GIGL_TEXTURE_WIDTH, &width);
    gigl_let_go(context, &held);
    if (width > 0)
        return texture;
    (void)gl->GetError();        /* the one that this has raised, which is not the program's */
    gl->DeleteTextures(1, &texture);
    return 0;
}

static const gigl_enum parameters[] = {
    GIGL_TEXTURE_MIN_FILTER, GIGL_TEXTURE_MAG_FILTER, GIGL_TEXTURE_BASE_LEVEL,
    GIGL_TEXTURE_MAX_LEVEL,
};

enum { FILTERS = 2, PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* A rectangle has one level, and refuses even the value that it has for the last one. */
static int parameters_of(const struct gigl_image *image)
{
    return image->target == GIGL_TEXTURE_RECTANGLE ? FILTERS : PARAMETERS;
}

static void copy_level(const struct gigl_calls *gl, const struct gigl_image *image, uint32_t level,
                       gigl_name texture, bool to_texture)
{
    struct gi_graphics_level at = gi_graphics_level(&image->shape, level);
    gigl_name from = to_texture ? image->name : texture, to = to_texture ? texture : image->name;
    gigl_enum own = image->target, other = shadow_target(image);

    gl->CopyImageSubData(from, to_texture ? own : other, (int)level, 0, 0, 0, to,
                         to_texture ? other : own, (int)level, 0, 0, 0, (int)at.width,
                         (int)at.height, (int)at.slices);
}

/* A parameter is set where it differs, as OpenGL refuses this for a texture with a bindless handle,
 * and other contexts see it. */
static void set_parameter(const struct gigl_calls *gl, const struct gigl_image *image, int i,
                          int *now, int value)
{
    if (now[i] != value)
        gl->TexParameteri(image->target, parameters[i], value);
    now[i] = value;
}

/* OpenGL copies textures that are complete. So each level from the first on is made the only one
 * for its copy, and no filter wants others. The texture is held. */
static void copy_levels(const struct gigl_context *context, const struct gigl_image *image,
                        uint32_t first, gigl_name texture, bool to_texture)
{
    const struct gigl_calls *gl = &context->gl;
    int kept[PARAMETERS] = { 0 }, now[PARAMETERS], count = parameters_of(image);

    for (int i = 0; i < count; i++) {
        gl->GetTexParameteriv(image->target, parameters[i], &kept[i]);
        now[i] = kept[i];
    }
    for (uint32_t level = first; level < image->shape.levels; level++) {
        if (!gigl_level_is_there(context, image, level))
            continue;
        for (int i = 0; i < count; i++)
            set_parameter(gl, image, i, now, i < FILTERS ? GIGL_NEAREST : (int)level);
        copy_level(gl, image, level, texture, to_texture);
    }
    for (int i = 0; i < count; i++)
        set_parameter(gl, image, i, now, kept[i]);
}

/* Threads that copy one texture set its parameters in turn. */
void gigl_image_copy(const struct gigl_context *context, struct gigl_group *group,
                     const struct gigl_image *image, gigl_name texture, bool to_texture)
{
    static pthread_mutex_t parameter_lock = PTHREAD_MUTEX_INITIALIZER;
    const struct gigl_shadow shadow = { .texture = texture };
    uint32_t first = image->by_kernels &&
                     gigl_kernel_copy(context, group, image, &shadow, to_texture);
    struct gigl_held held;

    if (first == image->shape.levels)
        return;
    if (image->target == GIGL_RENDERBUFFER) {
        copy_level(&context->gl, image, 0, texture, to_texture);
    } else if (gigl_hold(context, image->target, image->name, &held)) {
        pthread_mutex_lock(&parameter_lock);
        copy_levels(context, image, first, texture, to_texture);
        pthread_mutex_unlock(&parameter_lock);
        gigl_let_go(context, &held);
    }
}
