#include "kernels.h"

#include <stdio.h>

#include "access.h"
#include "group.h"
#include "image_find.h"

enum {
    CURRENT_PROGRAM = 0x8B8D, PROGRAM_PIPELINE_BINDING = 0x825A, DELETE_STATUS = 0x8B80,
    LINK_STATUS = 0x8B82, ACTIVE_UNIFORMS = 0x8B86, ACTIVE_UNIFORM_MAX_LENGTH = 0x8B87,
    ACTIVE_SUBROUTINE_UNIFORMS = 0x8DE6, COMPUTE_SHADER = 0x91B9,
    FEEDBACK_IS_PAUSED = 0x8E23, FEEDBACK_IS_ACTIVE = 0x8E24, LIST_INDEX = 0x0B33,
    STORAGE = 0x90D2, STORAGE_BINDING = 0x90D3, STORAGE_START = 0x90D4, STORAGE_SIZE = 0x90D5,
    COMPATIBILITY_TYPE = 0x90C7, BY_SIZE = 0x90C8, READ_ONLY = 0x88B8, WRITE_ONLY = 0x88B9,
    LINEAR = 0x2601, NEAREST_MIPMAP_NEAREST = 0x2700, SRGB8_ALPHA8 = 0x8C43,
    RED_INTEGER = 0x8D94, RG_INTEGER = 0x8228, RGBA_INTEGER = 0x8D99,
    BLOCK_WIDTH = 32, BLOCK_HEIGHT = 8
};

#define ALL_BARRIERS 0xFFFFFFFFu
#define IMAGE "gpuinterop_image"         /* programs have one uniform, of this name */

/* ---- shaders -------------------------------------------------------------------------------- */

/* Texels as numbers of 32 bits, whose bits are not looked at. */
static const struct {
    gigl_enum format;
    const char *layout, *type;
    const char *read, *written;      /* behind a texel that is read, and around one to write */
} kinds[GIGL_KERNEL_KINDS] = {
    { 0x8236, "r32ui", "uint", ".x", "uvec4(texels[i])" },
    { 0x823C, "rg32ui", "uvec2", ".xy", "uvec4(texels[i], 0u, 0u)" },
    { 0x8D70, "rgba32ui", "uvec4", "", "texels[i]" },
};

/* The kind of an image's texels; GIGL_KERNEL_KINDS: shaders cannot see them as such. */
static int kind_of_texels(const struct gigl_image *image)
{
    uint32_t bytes = image->shape.texel_bytes;
    int kind = bytes == 4 ? 0 : bytes == 8 ? 1 : 2;

    return image->format->is_exact && image->format->internal != SRGB8_ALPHA8 &&
                   (bytes == 4 || bytes == 8 || bytes == 16)
               ? kind : GIGL_KERNEL_KINDS;
}

enum { MOST_TEXT = 768 };

static void write_buffer_text(char *text, int kind, bool to_buffer)
{
    char copy[96];

    if (to_buffer)
        snprintf(copy, sizeof copy, "texels[i] = imageLoad(" IMAGE ", at)%s", kinds[kind].read);
    else
        snprintf(copy, sizeof copy, "imageStore(" IMAGE ", at, %s)", kinds[kind].written);
    snprintf(text, MOST_TEXT, "#version 430\n"
             "layout(local_size_x = %d, local_size_y = %d) in;\n"
             "layout(%s, binding = 0) uniform %s uimage2D " IMAGE ";\n"
             "layout(std430, binding = 0) buffer Bytes { %s texels[]; };\n"
             "void main()\n{\n"
             "    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(" IMAGE ");\n"
             "    int i = at.y * size.x + at.x;\n"
             "    if (at.x < size.x && at.y < size.y)\n        %s;\n}\n",
             BLOCK_WIDTH, BLOCK_HEIGHT, kinds[kind].layout, to_buffer ? "readonly" : "writeonly",
             kinds[kind].type, copy);
}

/* From the first image to the second. */
static void write_images_text(char *text, int kind)
{
    snprintf(text, MOST_TEXT, "#version 430\n"
             "layout(local_size_x = %d, local_size_y = %d) in;\n"
             "layout(%s, binding = 0) uniform uimage2D " IMAGE "[2];\n"
             "void main()\n{\n"
             "    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(" IMAGE "[0]);\n"
             "    if (at.x < size.x && at.y < size.y)\n"
             "        imageStore(" IMAGE "[1], at, imageLoad(" IMAGE "[0], at));\n}\n",
             BLOCK_WIDTH, BLOCK_HEIGHT, kinds[kind].layout);
}

static gigl_name make_program(const struct gigl_context *context, int kind,
                              enum gigl_kernel_way way)
{
    const struct gigl_calls *gl = &context->gl;
    char text[MOST_TEXT];
    const char *source = text;
    gigl_name program;
    int is_linked = 0;

    if (way == GIGL_KERNEL_OF_IMAGES)
        write_images_text(text, kind);
    else
        write_buffer_text(text, kind, way == GIGL_KERNEL_TO_BUFFER);
    program = gl->CreateShaderProgramv(COMPUTE_SHADER, 1, &source);
    if (program == 0)
        return 0;
    gl->GetProgramiv(program, LINK_STATUS, &is_linked);
    if (is_linked)
        return program;
    gl->DeleteProgram(program);
    return 0;
}

/* OpenGL counts an array as one uniform, whose name is that of its first element. */
bool gigl_kernel_is_own(const struct gigl_context *context, gigl_name program)
{
    const struct gigl_calls *gl = &context->gl;
    int count = 0, length = 0;

    if (!gl->IsProgram(program))
        return false;
    gl->GetProgramiv(program, ACTIVE_UNIFORMS, &count);
    gl->GetProgramiv(program, ACTIVE_UNIFORM_MAX_LENGTH, &length);
    return count == 1 && (length == (int)sizeof IMAGE || length == (int)sizeof IMAGE "[0]");
}

/* The group's program for that, made by its first copy; 0: OpenGL makes none. */
static gigl_name find_program(const struct gigl_context *context, struct gigl_group *group,
                              int kind, enum gigl_kernel_way way)
{
    gigl_name *place, program;

    gigl_group_begin_make();
    place = gigl_group_program(group, kind, way);
    if (*place == 0)
        *place = make_program(context, kind, way);
    program = *place != 0 && gigl_kernel_is_own(context, *place) ? *place : 0;
    gigl_group_end_make();
    return program;
}

/* ---- the context's state -------------------------------------------------------------------- */

enum { IMAGES = 2 };

/* The binding of a place for images. */
struct kept_image {
    int name, level, is_layered, layer, access, format;
};

/* State that a copy changes: the program, the first places for images, and that for buffers. */
struct kept {
    int program;
    int images;                  /* how many of their places */
    struct kept_image image[IMAGES];
    int any_buffer, buffer;
    int64_t start, size;
};

/* Whether OpenGL takes the current program once more, and nothing of the context is lost by it. A
 * program that is deleted or linked anew in vain could not come back, and the choice of subroutines
 * is forgotten. */
static bool can_come_back(const struct gigl_calls *gl, gigl_name program)
{
    static const gigl_enum stages[] = { 0x8B31, 0x8E88, 0x8E87, 0x8DD9, 0x8B30, COMPUTE_SHADER };
    int is_deleted = 1, is_linked = 0, subroutines, all = 0;

    gl->GetProgramiv(program, DELETE_STATUS, &is_deleted);
    gl->GetProgramiv(program, LINK_STATUS, &is_linked);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0] && is_linked; i++) {
        subroutines = 0;
        gl->GetProgramStageiv(program, stages[i], ACTIVE_SUBROUTINE_UNIFORMS, &subroutines);
        all += subroutines;
    }
    return !is_deleted && is_linked && all == 0;
}

static int ask_number(const struct gigl_calls *gl, gigl_enum what)
{
    int is = 0;

    gl->GetIntegerv(what, &is);
    return is;
}

/* False: the context must not change its program now. */
static bool keep_program(const struct gigl_context *context, struct kept *kept)
{
    const struct gigl_calls *gl = &context->gl;

    if (context->compatibility && ask_number(gl, LIST_INDEX) != 0)
        return false;
    if (ask_number(gl, FEEDBACK_IS_ACTIVE) != 0 && ask_number(gl, FEEDBACK_IS_PAUSED) == 0)
        return false;
    kept->program = ask_number(gl, CURRENT_PROGRAM);
    return kept->program != 0 ? can_come_back(gl, (gigl_name)kept->program)
                              : ask_number(gl, PROGRAM_PIPELINE_BINDING) == 0;
}

static void keep_image(const struct gigl_calls *gl, gigl_name place, struct kept_image *kept)
{
    int *const parts[] = { &kept->name, &kept->level, &kept->is_layered, &kept->layer,
                           &kept->access, &kept->format };
    static const gigl_enum names[] = { 0x8F3A, 0x8F3B, 0x8F3C, 0x8F3D, 0x8F3E, 0x906E };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        gl->GetIntegeri_v(names[i], place, parts[i]);
}

static void keep_places(const struct gigl_calls *gl, enum gigl_kernel_way way, struct kept *kept)
{
    kept->images = way == GIGL_KERNEL_OF_IMAGES ? IMAGES : 1;
    for (int i = 0; i < kept->images; i++)
        keep_image(gl, (gigl_name)i, &kept->image[i]);
    if (way == GIGL_KERNEL_OF_IMAGES)
        return;
    kept->any_buffer = ask_number(gl, STORAGE_BINDING);
    gl->GetIntegeri_v(STORAGE_BINDING, 0, &kept->buffer);
    gl->GetInteger64i_v(STORAGE_START, 0, &kept->start);
    gl->GetInteger64i_v(STORAGE_SIZE, 0, &kept->size);
}

/* An object that was deleted in another context can be bound still, and cannot be bound again. */
static void put_image_back(const struct gigl_calls *gl, gigl_name place,
                           const struct kept_image *kept)
{
    gigl_name image = (gigl_name)kept->name;

    gl->BindImageTexture(place, gl->IsTexture(image) ? image : 0, kept->level,
                         (unsigned char)kept->is_layered, kept->layer, (gigl_enum)kept->access,
                         (gigl_enum)kept->format);
}

static void put_back(const struct gigl_calls *gl, enum gigl_kernel_way way,
                     const struct kept *kept)
{
    gigl_name buffer = (gigl_name)kept->buffer;

    gl->UseProgram((gigl_name)kept->program);
    for (int i = 0; i < kept->images; i++)
        put_image_back(gl, (gigl_name)i, &kept->image[i]);
    if (way == GIGL_KERNEL_OF_IMAGES)
        return;
    if (gl->IsBuffer(buffer) && kept->size > 0)
        gl->BindBufferRange(STORAGE, 0, buffer, (ptrdiff_t)kept->start, (ptrdiff_t)kept->size);
    else
        gl->BindBufferBase(STORAGE, 0, gl->IsBuffer(buffer) ? buffer : 0);
    gigl_buffer_rebind(gl, STORAGE, STORAGE_BINDING, kept->any_buffer);
}

/* ---- copies --------------------------------------------------------------------------------- */

static int parameter(const struct gigl_calls *gl, gigl_enum what)
{
    int is = 0;

    gl->GetTexParameteriv(GIGL_TEXTURE_2D, what, &is);
    return is;
}

/* Shaders see textures that are complete: their filters want no level that is missing. The texture
 * is held. */
static bool is_complete(const struct gigl_calls *gl, const struct gigl_format *format)
{
    int shrinks = parameter(gl, GIGL_TEXTURE_MIN_FILTER);
    bool is_integer = format->pixels == RED_INTEGER || format->pixels == RG_INTEGER ||
                      format->pixels == RGBA_INTEGER;

    if (is_integer && ((shrinks != GIGL_NEAREST && shrinks != NEAREST_MIPMAP_NEAREST) ||
                       parameter(gl, GIGL_TEXTURE_MAG_FILTER) != GIGL_NEAREST))
        return false;
    return parameter(gl, GIGL_TEXTURE_BASE_LEVEL) == 0 &&
           (shrinks == GIGL_NEAREST || shrinks == LINEAR ||
            parameter(gl, GIGL_TEXTURE_MAX_LEVEL) == 0 ||
            parameter(gl, GIGL_TEXTURE_IMMUTABLE_LEVELS) > 0);
}

static bool is_seen(const struct gigl_context *context, const struct gigl_image *image)
{
    struct gigl_held held;
    bool is;

    if (!gigl_hold(context, image->target, image->name, &held))
        return false;
    is = gigl_level_is_there(context, image, 0) && is_complete(&context->gl, image->format) &&
         parameter(&context->gl, COMPATIBILITY_TYPE) == BY_SIZE;
    gigl_let_go(context, &held);
    return is;
}

static gigl_name blocks(uint32_t texels, uint32_t of_block)
{
    return (texels + of_block - 1) / of_block;
}

static void bind_image(const struct gigl_calls *gl, gigl_name place, gigl_name image, int kind,
                       bool is_read)
{
    gl->BindImageTexture(place, image, 0, 0, 0, is_read ? READ_ONLY : WRITE_ONLY,
                         kinds[kind].format);
}

static void bind_both(const struct gigl_calls *gl, const struct gigl_image *image, int kind,
                      const struct gigl_shadow *shadow, bool to_shadow)
{
    if (shadow->texture != 0) {
        bind_image(gl, 0, to_shadow ? image->name : shadow->texture, kind, true);
        bind_image(gl, 1, to_shadow ? shadow->texture : image->name, kind, false);
    } else {
        bind_image(gl, 0, image->name, kind, to_shadow);
        gl->BindBufferBase(STORAGE, 0, shadow->buffer);
    }
}

/* Earlier work of the context with both is done before, and later work sees the copy. */
static void run_kernel(const struct gigl_calls *gl, gigl_name program,
                       const struct gigl_image *image)
{
    gl->UseProgram(program);
    gl->MemoryBarrier(ALL_BARRIERS);
    gl->DispatchCompute(blocks(image->shape.width, BLOCK_WIDTH),
                        blocks(image->shape.height, BLOCK_HEIGHT), 1);
    gl->MemoryBarrier(ALL_BARRIERS);
}

/* Whether shaders see level 0 of the texture, and the shadow's. */
static bool are_seen(const struct gigl_context *context, const struct gigl_image *image,
                     const struct gigl_shadow *shadow)
{
    struct gigl_image beside = *image;

    beside.name = shadow->texture;
    return is_seen(context, image) && (shadow->texture == 0 || is_seen(context, &beside));
}

bool gigl_kernel_copy(const struct gigl_context *context, struct gigl_group *group,
                      const struct gigl_image *image, const struct gigl_shadow *shadow,
                      bool to_shadow)
{
    enum gigl_kernel_way way = shadow->texture != 0 ? GIGL_KERNEL_OF_IMAGES
                             : to_shadow ? GIGL_KERNEL_TO_BUFFER : GIGL_KERNEL_FROM_BUFFER;
    uint64_t least = way == GIGL_KERNEL_OF_IMAGES
                         ? 1 : gi_graphics_level(&image->shape, 0).size_bytes;
    int kind = kind_of_texels(image);
    struct kept kept;
    gigl_name program;

    if (kind == GIGL_KERNEL_KINDS || image->target != GIGL_TEXTURE_2D ||
        context->kernel_bytes < least)
        return false;
    if (!keep_program(context, &kept) || !are_seen(context, image, shadow))
        return false;
    program = find_program(context, group, kind, way);
    if (program == 0)
        return false;
    keep_places(&context->gl, way, &kept);
    bind_both(&context->gl, image, kind, shadow, to_shadow);
    run_kernel(&context->gl, program, image);
    put_back(&context->gl, way, &kept);
    return true;
}
