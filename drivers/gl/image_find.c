#include "image_find.h"

#include "contract/levels.h"

/* ---- bindings ------------------------------------------------------------------------------- */

/* All targets of textures of OpenGL 4.5 and their bindings, first those that can be registered. */
static const struct { gigl_enum target, binding; } targets[] = {
    { GIGL_TEXTURE_2D, 0x8069 }, { GIGL_TEXTURE_3D, 0x806A }, { GIGL_TEXTURE_RECTANGLE, 0x84F6 },
    { GIGL_TEXTURE_CUBE_MAP, 0x8514 }, { GIGL_TEXTURE_2D_ARRAY, 0x8C1D },
    { 0x0DE0, 0x8068 }, { 0x8C18, 0x8C1C }, { 0x8C2A, 0x8C2C }, { 0x9009, 0x900A },
    { 0x9100, 0x9104 }, { 0x9102, 0x9105 },
};

enum { TARGETS = sizeof targets / sizeof targets[0], REGISTERED_TARGETS = 5 };

static bool can_be_registered(gigl_enum target)
{
    bool can = target == GIGL_RENDERBUFFER;

    for (int i = 0; i < REGISTERED_TARGETS; i++)
        can |= targets[i].target == target;
    return can;
}

/* The number of a target's binding; 0: it is no target. */
static gigl_enum binding_of(gigl_enum target)
{
    if (target == GIGL_RENDERBUFFER)
        return GIGL_RENDERBUFFER_BINDING;
    for (int i = 0; i < TARGETS; i++)
        if (targets[i].target == target)
            return targets[i].binding;
    return 0;
}

static void bind(const struct gigl_calls *gl, gigl_enum target, gigl_name name)
{
    if (target == GIGL_RENDERBUFFER)
        gl->BindRenderbuffer(target, name);
    else
        gl->BindTexture(target, name);
}

/* As gigl_buffer_rebind: one that was deleted in another context cannot be bound again. Its number
 * may be that of one of another kind by now, whose bind raises an error. */
void gigl_let_go(const struct gigl_context *context, const struct gigl_held *held)
{
    const struct gigl_calls *gl = &context->gl;
    gigl_name before = (gigl_name)held->before;
    bool is_there = held->target == GIGL_RENDERBUFFER ? gl->IsRenderbuffer(before)
                                                      : gl->IsTexture(before);
    int bound = 0;

    bind(gl, held->target, is_there ? before : 0);
    if (!is_there)
        return;
    gl->GetIntegerv(binding_of(held->target), &bound);
    if ((gigl_name)bound == before)
        return;
    (void)gl->GetError();
    bind(gl, held->target, 0);
}

/* The bind of a name of another kind raises an error, which is not the program's. A context that
 * tells kinds is asked before. The number can be bound already, as that of one that was deleted in
 * another context, so another one is bound first. A refused bind leaves the binding as it is. */
bool gigl_hold(const struct gigl_context *context, gigl_enum target, gigl_name name,
               struct gigl_held *out_held)
{
    const struct gigl_calls *gl = &context->gl;
    int bound = 0;

    *out_held = (struct gigl_held){ .target = target };
    gl->GetIntegerv(binding_of(target), &out_held->before);
    if ((gigl_name)out_held->before == name)
        bind(gl, target, 0);
    bind(gl, target, name);
    gl->GetIntegerv(binding_of(target), &bound);
    if ((gigl_name)bound == name)
        return true;
    (void)gl->GetError();
    if ((gigl_name)out_held->before == name)
        gigl_let_go(context, out_held);
    return false;
}

/* ---- levels --------------------------------------------------------------------------------- */

struct level {
    int width, height, depth, internal;
};

static struct level ask_level(const struct gigl_calls *gl, gigl_enum target, int level)
{
    struct level is = { .width = 0 };

    gl->GetTexLevelParameteriv(target, level, GIGL_TEXTURE_WIDTH, &is.width);
    gl->GetTexLevelParameteriv(target, level, GIGL_TEXTURE_HEIGHT, &is.height);
    gl->GetTexLevelParameteriv(target, level, GIGL_TEXTURE_DEPTH, &is.depth);
    gl->GetTexLevelParameteriv(target, level, GIGL_TEXTURE_INTERNAL_FORMAT, &is.internal);
    return is;
}

bool gigl_level_is_there(const struct gigl_context *context, const struct gigl_image *image,
                         uint32_t level)
{
    struct gi_graphics_level wanted = gi_graphics_level(&image->shape, level);
    bool has_depth = image->shape.is_volume || image->shape.is_layered;
    gigl_enum faces = image->shape.is_cube ? 6 : 1;

    for (gigl_enum face = 0; face < faces; face++) {
        gigl_enum target = image->shape.is_cube ? GIGL_CUBE_FACE + face : image->target;
        struct level is = ask_level(&context->gl, target, (int)level);

        if ((uint32_t)is.width != wanted.width || (uint32_t)is.height != wanted.height ||
            (has_depth && (uint32_t)is.depth != wanted.slices) ||
            (gigl_enum)is.internal != image->format->internal)
            return false;
    }
    return true;
}

/* ---- finding -------------------------------------------------------------------------------- */

/* Storage that cannot be changed has the levels that it was made with. All other textures count as
 * if they had all levels, as programs may add some. */
static uint32_t levels_of(const struct gigl_context *context, const struct gigl_image *image)
{
    const struct gi_graphics_shape *shape = &image->shape;
    uint32_t chain = gi_chain_length(shape->width, shape->height,
                                     shape->is_volume ? shape->slices : 0);
    int fixed = 0;

    if (image->target == GIGL_TEXTURE_RECTANGLE || image->target == GIGL_RENDERBUFFER)
        return 1;
    if (context->tells_levels)
        context->gl.GetTexParameteriv(image->target, GIGL_TEXTURE_IMMUTABLE_LEVELS, &fixed);
    return fixed > 0 && (uint32_t)fixed < chain ? (uint32_t)fixed : chain;
}

static gi_status take_shape(struct gigl_image *image, const struct level *is)
{
    bool has_depth = image->target == GIGL_TEXTURE_3D || image->target == GIGL_TEXTURE_2D_ARRAY;
    gi_status status;

    if (is->width <= 0 || is->height <= 0 || (has_depth && is->depth <= 0))
        return gi_fail(GI_INVALID_VALUE, "OpenGL: image %u has no storage", image->name);
    status = gigl_format_find(is->internal, &image->format);
    if (status != GI_OK)
        return status;
    image->shape = (struct gi_graphics_shape){
        .channels = gigl_format_channels(image->format),
        .texel_bytes = (uint32_t)(image->format->channels * image->format->bits / 8),
        .width = (uint32_t)is->width,
        .height = (uint32_t)is->height,
        .is_volume = image->target == GIGL_TEXTURE_3D,
        .is_layered = image->target == GIGL_TEXTURE_2D_ARRAY,
        .is_cube = image->target == GIGL_TEXTURE_CUBE_MAP,
    };
    if (has_depth)
        image->shape.slices = (uint32_t)is->depth;
    else if (image->shape.is_cube)
        image->shape.slices = 6;
    return GI_OK;
}

/* The texture is held. */
static gi_status read_texture(const struct gigl_context *context, struct gigl_image *image)
{
    gigl_enum target = image->target == GIGL_TEXTURE_CUBE_MAP ? GIGL_CUBE_FACE : image->target;
    struct level is = ask_level(&context->gl, target, 0);
    int border = 0;
    gi_status status = take_shape(image, &is);

    if (status != GI_OK)
        return status;
    if (context->compatibility)
        context->gl.GetTexLevelParameteriv(target, 0, GIGL_TEXTURE_BORDER, &border);
    if (border != 0)
        return gi_fail(GI_INVALID_VALUE, "OpenGL: texture %u has a border", image->name);
    image->shape.levels = levels_of(context, image);
    return GI_OK;
}

/* The first target where the texture is bound; TARGETS: none. */
static int target_with(const struct gigl_calls *gl, gigl_name name)
{
    int found = TARGETS, bound = 0;

    for (int i = 0; i < TARGETS && found == TARGETS; i++) {
        gl->GetIntegerv(targets[i].binding, &bound);
        if ((gigl_name)bound == name)
            found = i;
    }
    return found;
}

/* The target of a texture as OpenGL has it: where a bind to the active unit puts it. A binding of
 * its number proves nothing: it can be that of a texture which was deleted in another context. */
static gigl_enum real_target(const struct gigl_context *context, gigl_name name, gigl_enum target)
{
    const struct gigl_calls *gl = &context->gl;
    int before[TARGETS] = { 0 }, unit = GIGL_TEXTURE0, found;

    if (!context->tells_target)
        return target;
    for (int i = 0; i < TARGETS; i++) {
        gl->GetIntegerv(targets[i].binding, &before[i]);
        if ((gigl_name)before[i] == name)
            bind(gl, targets[i].target, 0);
    }
    gl->GetIntegerv(GIGL_ACTIVE_TEXTURE, &unit);
    gl->BindTextureUnit((gigl_name)(unit - GIGL_TEXTURE0), name);
    found = target_with(gl, name);
    for (int i = 0; i < TARGETS; i++)
        if ((gigl_name)before[i] == name || i == found)
            gigl_let_go(context, &(struct gigl_held){ targets[i].target, before[i] });
    return found == TARGETS ? 0 : targets[found].target;
}

static gi_status find_texture(const struct gigl_context *context, struct gigl_image *image)
{
    gigl_enum wish = image->target;
    struct gigl_held held;
    gi_status status;

    if (!context->gl.IsTexture(image->name))
        return gi_fail(GI_INVALID_HANDLE, "OpenGL: the current context has no texture %u. A name "
                       "of glGenTextures becomes a texture's when it is bound", image->name);
    image->target = real_target(context, image->name, wish);
    if (!can_be_registered(image->target))
        return gi_fail(GI_INVALID_VALUE, "OpenGL: texture %u is of target 0x%x; textures of two "
                       "and three directions, rectangles, arrays of 2D textures and cubes can be "
                       "registered", image->name, image->target);
    if (!gigl_hold(context, image->target, image->name, &held))
        return gi_fail(GI_INVALID_VALUE, "OpenGL: texture %u is not of target 0x%x", image->name,
                       wish);
    status = read_texture(context, image);
    gigl_let_go(context, &held);
    return status;
}

static struct level ask_renderbuffer(const struct gigl_context *context, gigl_name name,
                                     int *out_samples)
{
    const struct gigl_calls *gl = &context->gl;
    struct level is = { .depth = 1 };
    struct gigl_held held;

    *out_samples = 0;
    if (!gigl_hold(context, GIGL_RENDERBUFFER, name, &held))
        return is;
    gl->GetRenderbufferParameteriv(GIGL_RENDERBUFFER, GIGL_RENDERBUFFER_WIDTH, &is.width);
    gl->GetRenderbufferParameteriv(GIGL_RENDERBUFFER, GIGL_RENDERBUFFER_HEIGHT, &is.height);
    gl->GetRenderbufferParameteriv(GIGL_RENDERBUFFER, GIGL_RENDERBUFFER_INTERNAL_FORMAT,
                                   &is.internal);
    gl->GetRenderbufferParameteriv(GIGL_RENDERBUFFER, GIGL_RENDERBUFFER_SAMPLES, out_samples);
    gigl_let_go(context, &held);
    return is;
}

static gi_status find_renderbuffer(const struct gigl_context *context, struct gigl_image *image)
{
    struct level is;
    int samples;
    gi_status status;

    if (!context->gl.IsRenderbuffer(image->name))
        return gi_fail(GI_INVALID_HANDLE, "OpenGL: the current context has no renderbuffer %u. A "
                       "name of glGenRenderbuffers becomes a renderbuffer's when it is bound",
                       image->name);
    if (!context->copies_images)
        return gi_fail(GI_NOT_SUPPORTED, "OpenGL: %s has no glCopyImageSubData, without which "
                       "renderbuffers cannot be registered", context->version_text);
    is = ask_renderbuffer(context, image->name, &samples);
    if (samples > 0)
        return gi_fail(GI_INVALID_VALUE, "OpenGL: renderbuffer %u has %d samples a texel; those "
                       "with one can be registered", image->name, samples);
    status = take_shape(image, &is);
    image->shape.levels = 1;
    return status;
}

/* Whether the context has images of that target, which can be registered. */
static bool has_target(const struct gigl_context *context, gigl_enum target)
{
    switch (target) {
    case GIGL_TEXTURE_RECTANGLE: return context->rectangles;
    case GIGL_TEXTURE_2D_ARRAY:  return context->layers;
    case GIGL_RENDERBUFFER:      return context->renderbuffers;
    }
    return can_be_registered(target);
}

gi_status gigl_image_find(const struct gigl_context *context, gigl_name name, gigl_enum target,
                          struct gigl_image *out_image)
{
    *out_image = (struct gigl_image){ .name = name, .target = target };
    if (name == 0)
        return gi_fail(GI_INVALID_VALUE, "OpenGL: image is 0, which names none");
    if (!has_target(context, target))
        return gi_fail(GI_INVALID_VALUE, "OpenGL: target is 0x%x; GL_TEXTURE_2D, _RECTANGLE, _3D, "
                       "_2D_ARRAY, _CUBE_MAP and GL_RENDERBUFFER exist", target);
    return target == GIGL_RENDERBUFFER ? find_renderbuffer(context, out_image)
                                       : find_texture(context, out_image);
}

static enum gi_graphics_look look_at_renderbuffer(const struct gigl_context *context,
                                                  const struct gigl_image *image)
{
    struct level is;
    int samples;

    if (!context->gl.IsRenderbuffer(image->name))
        return GI_GRAPHICS_GONE;
    is = ask_renderbuffer(context, image->name, &samples);
    return samples == 0 && (uint32_t)is.width == image->shape.width &&
                   (uint32_t)is.height == image->shape.height &&
                   (gigl_enum)is.internal == image->format->internal
               ? GI_GRAPHICS_SAME : GI_GRAPHICS_RESIZED;
}

/* Holds the texture if it is there, and of the target that it had. */
static bool hold_texture(const struct gigl_context *context, const struct gigl_image *image,
                         struct gigl_held *out_held)
{
    return context->gl.IsTexture(image->name) &&
           real_target(context, image->name, image->target) == image->target &&
           gigl_hold(context, image->target, image->name, out_held);
}

static enum gi_graphics_look look_at_texture(const struct gigl_context *context,
                                             const struct gigl_image *image)
{
    struct gigl_held held;
    bool is_same;

    if (!hold_texture(context, image, &held))
        return GI_GRAPHICS_GONE;
    is_same = gigl_level_is_there(context, image, 0);
    gigl_let_go(context, &held);
    return is_same ? GI_GRAPHICS_SAME : GI_GRAPHICS_RESIZED;
}

enum gi_graphics_look gigl_image_look(const struct gigl_context *context,
                                      const struct gigl_image *image)
{
    return image->target == GIGL_RENDERBUFFER ? look_at_renderbuffer(context, image)
                                              : look_at_texture(context, image);
}

uint32_t gigl_image_levels(const struct gigl_context *context, const struct gigl_image *image)
{
    struct gigl_held held;
    uint32_t levels = 0;

    if (image->target == GIGL_RENDERBUFFER)
        return look_at_renderbuffer(context, image) == GI_GRAPHICS_SAME;
    if (!hold_texture(context, image, &held))
        return 0;
    for (uint32_t level = 0; level < image->shape.levels; level++)
        levels |= (uint32_t)gigl_level_is_there(context, image, level) << level;
    gigl_let_go(context, &held);
    return levels;
}
