#include "image_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../scenario/scenario.h"
#include "egl_context.h"

uint8_t image_got[1 << 20], image_wanted[1 << 20];

static void (*TexImage3D)(gigl_enum target, int level, int internal, int width, int height,
                          int depth, int border, gigl_enum pixels, gigl_enum type,
                          const void *from);
static void (*TexStorage2D)(gigl_enum target, int levels, gigl_enum internal, int width,
                            int height);
static void (*GenRenderbuffers)(int count, gigl_name *out);
static void (*DeleteRenderbuffers)(int count, const gigl_name *names);
static void (*RenderbufferStorage)(gigl_enum target, gigl_enum internal, int width, int height);

/* ---- formats -------------------------------------------------------------------------------- */

enum {
    RED = 0x1903, ALPHA = 0x1906, RGBA = 0x1908, LUMINANCE_ALPHA = 0x190A, RG = 0x8227,
    RG_INTEGER = 0x8228, RED_INTEGER = 0x8D94, RGBA_INTEGER = 0x8D99,
    BYTE = 0x1400, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, INT, UNSIGNED_INT, FLOAT,
    HALF_FLOAT = 0x140B
};

const struct image_format image_formats[IMAGE_FORMATS] = {
    { "RGBA8", FORMAT_RGBA8, RGBA, UNSIGNED_BYTE, 4, IMAGE_ANY, true },
    { "R32F", 0x822E, RED, FLOAT, 4, IMAGE_FLOATS, true },
    { "RGBA4", 0x8056, RGBA, UNSIGNED_BYTE, 4, IMAGE_NIBBLES, true },
    { "RGBA16F", 0x881A, RGBA, HALF_FLOAT, 8, IMAGE_HALF, true },
    { "RG8UI", 0x8238, RG_INTEGER, UNSIGNED_BYTE, 2, IMAGE_ANY, true },
    { "R8", 0x8229, RED, UNSIGNED_BYTE, 1, IMAGE_ANY, true },
    { "RG8", 0x822B, RG, UNSIGNED_BYTE, 2, IMAGE_ANY, true },
    { "SRGB8_ALPHA8", 0x8C43, RGBA, UNSIGNED_BYTE, 4, IMAGE_ANY, true },
    { "R16", 0x822A, RED, UNSIGNED_SHORT, 2, IMAGE_ANY, true },
    { "RG16", 0x822C, RG, UNSIGNED_SHORT, 4, IMAGE_ANY, true },
    { "RGBA16", 0x805B, RGBA, UNSIGNED_SHORT, 8, IMAGE_ANY, true },
    { "R8UI", 0x8232, RED_INTEGER, UNSIGNED_BYTE, 1, IMAGE_ANY, true },
    { "RGBA8UI", 0x8D7C, RGBA_INTEGER, UNSIGNED_BYTE, 4, IMAGE_ANY, true },
    { "R16UI", 0x8234, RED_INTEGER, UNSIGNED_SHORT, 2, IMAGE_ANY, true },
    { "RG16UI", 0x823A, RG_INTEGER, UNSIGNED_SHORT, 4, IMAGE_ANY, true },
    { "RGBA16UI", 0x8D76, RGBA_INTEGER, UNSIGNED_SHORT, 8, IMAGE_ANY, true },
    { "R32UI", 0x8236, RED_INTEGER, UNSIGNED_INT, 4, IMAGE_ANY, true },
    { "RG32UI", 0x823C, RG_INTEGER, UNSIGNED_INT, 8, IMAGE_ANY, true },
    { "RGBA32UI", 0x8D70, RGBA_INTEGER, UNSIGNED_INT, 16, IMAGE_ANY, true },
    { "R8I", 0x8231, RED_INTEGER, BYTE, 1, IMAGE_ANY, true },
    { "RG8I", 0x8237, RG_INTEGER, BYTE, 2, IMAGE_ANY, true },
    { "RGBA8I", 0x8D8E, RGBA_INTEGER, BYTE, 4, IMAGE_ANY, true },
    { "R16I", 0x8233, RED_INTEGER, SHORT, 2, IMAGE_ANY, true },
    { "RG16I", 0x8239, RG_INTEGER, SHORT, 4, IMAGE_ANY, true },
    { "RGBA16I", 0x8D88, RGBA_INTEGER, SHORT, 8, IMAGE_ANY, true },
    { "R32I", 0x8235, RED_INTEGER, INT, 4, IMAGE_ANY, true },
    { "RG32I", 0x823B, RG_INTEGER, INT, 8, IMAGE_ANY, true },
    { "RGBA32I", 0x8D82, RGBA_INTEGER, INT, 16, IMAGE_ANY, true },
    { "R16F", 0x822D, RED, HALF_FLOAT, 2, IMAGE_HALF, true },
    { "RG16F", 0x822F, RG, HALF_FLOAT, 4, IMAGE_HALF, true },
    { "RG32F", 0x8230, RG, FLOAT, 8, IMAGE_FLOATS, true },
    { "RGBA32F", 0x8814, RGBA, FLOAT, 16, IMAGE_FLOATS, true },
    { "RGB8", 0x8051, RGBA, UNSIGNED_BYTE, 4, IMAGE_OPAQUE, true },
    { "RGB", 0x1907, RGBA, UNSIGNED_BYTE, 4, IMAGE_OPAQUE, false },
    { "RGBA", RGBA, RGBA, UNSIGNED_BYTE, 4, IMAGE_ANY, false },
    { "RGB32F", 0x8815, RGBA, FLOAT, 16, IMAGE_OPAQUE_FLOATS, false },
    { "ALPHA8", 0x803C, ALPHA, UNSIGNED_BYTE, 1, IMAGE_ANY, false },
    { "LUMINANCE8", 0x8040, RED, UNSIGNED_BYTE, 1, IMAGE_ANY, false },
    { "LUMINANCE16F", 0x881E, RED, HALF_FLOAT, 2, IMAGE_HALF, false },
    { "INTENSITY8", 0x804B, RED, UNSIGNED_BYTE, 1, IMAGE_ANY, false },
    { "LUMINANCE8_ALPHA8", 0x8045, LUMINANCE_ALPHA, UNSIGNED_BYTE, 2, IMAGE_ANY, false },
};

/* Texels that depend on seed and place. */
static void fill_texels(const struct image_format *format, uint8_t *bytes, size_t texels,
                        unsigned seed)
{
    size_t size = texels * format->bytes;

    fill_pattern(bytes, size, seed);
    for (size_t i = 0; i < size; i++) {
        if (format->texel == IMAGE_NIBBLES)
            bytes[i] = (uint8_t)(bytes[i] % 16 * 17);
        if (format->texel == IMAGE_OPAQUE && i % 4 == 3)
            bytes[i] = 255;
        if (format->texel == IMAGE_HALF && i % 2 == 1)
            bytes[i] = (uint8_t)(0x3C | (bytes[i] & 3));         /* 1 and above */
    }
    for (size_t i = 0; i < size / 4; i++) {
        float value = (float)(bytes[4 * i] + 256 * (i % 7));

        if (format->texel == IMAGE_OPAQUE_FLOATS && i % 4 == 3)
            value = 1;
        if (format->texel == IMAGE_FLOATS || format->texel == IMAGE_OPAQUE_FLOATS)
            memcpy(bytes + 4 * i, &value, sizeof value);
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

const struct image_shape image_shapes[IMAGE_SHAPES] = {
    { "2D", GIGL_TEXTURE_2D, 37, 19, 1, 1, false },
    { "2D with levels", GIGL_TEXTURE_2D, 64, 33, 1, 7, false },
    { "fixed 2D", GIGL_TEXTURE_2D, 30, 40, 1, 3, true },
    { "rectangle", GIGL_TEXTURE_RECTANGLE, 21, 13, 1, 1, false },
    { "3D", GIGL_TEXTURE_3D, 9, 7, 5, 1, false },
    { "3D with levels", GIGL_TEXTURE_3D, 16, 8, 4, 5, false },
    { "2D array", GIGL_TEXTURE_2D_ARRAY, 12, 10, 3, 4, false },
    { "cube", GIGL_TEXTURE_CUBE_MAP, 8, 8, 6, 4, false },
    { "renderbuffer", GIGL_RENDERBUFFER, 33, 17, 1, 1, false },
};

static int at_level(int size, int level)
{
    return size >> level != 0 ? size >> level : 1;
}

struct image_shape image_level(const struct image_shape *shape, int level)
{
    struct image_shape at = *shape;

    at.width = at_level(shape->width, level);
    at.height = at_level(shape->height, level);
    if (shape->target == GIGL_TEXTURE_3D)
        at.slices = at_level(shape->slices, level);
    return at;
}

static size_t texels_of(const struct image_shape *level)
{
    return (size_t)level->width * (size_t)level->height * (size_t)level->slices;
}

bool image_has_layers(const struct image_shape *shape)
{
    return shape->target == GIGL_TEXTURE_2D_ARRAY || shape->target == GIGL_TEXTURE_CUBE_MAP;
}

bool image_exists(const struct image_shape *shape, const struct image_format *format)
{
    if (shape->target == GIGL_RENDERBUFFER)
        return format->renders;
    return !shape->fixed || (format->internal != RGBA && format->internal != 0x1907);
}

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

static void make_level(const struct image_shape *shape, const struct image_format *format,
                       int level, const uint8_t *from)
{
    struct image_shape at = image_level(shape, level);
    size_t face_bytes = texels_of(&at) / 6 * format->bytes;

    if (shape->target == GIGL_TEXTURE_3D || shape->target == GIGL_TEXTURE_2D_ARRAY)
        TexImage3D(shape->target, level, format->internal, at.width, at.height, at.slices, 0,
                   format->pixels, format->type, from);
    else if (shape->fixed)
        gl.TexSubImage2D(shape->target, level, 0, 0, at.width, at.height, format->pixels,
                         format->type, from);
    else if (shape->target != GIGL_TEXTURE_CUBE_MAP)
        gl.TexImage2D(shape->target, level, format->internal, at.width, at.height, 0,
                      format->pixels, format->type, from);
    for (gigl_enum face = 0; shape->target == GIGL_TEXTURE_CUBE_MAP && face < 6; face++)
        gl.TexImage2D(GIGL_CUBE_FACE + face, level, format->internal, at.width, at.height, 0,
                      format->pixels, format->type, from + face * face_bytes);
}

void image_fill(const struct image_format *format, const struct image_shape *shape, int level,
                unsigned seed)
{
    struct image_shape at = image_level(shape, level);

    fill_texels(format, image_wanted, texels_of(&at), seed + (unsigned)level * 5);
}

static gigl_name make_texture(const struct image_shape *shape, const struct image_format *format,
                              unsigned seed)
{
    gigl_name name;

    gl.GenTextures(1, &name);
    gl.BindTexture(shape->target, name);
    if (shape->fixed)
        TexStorage2D(shape->target, shape->levels, (gigl_enum)format->internal, shape->width,
                     shape->height);
    for (int level = 0; level < shape->levels; level++) {
        image_fill(format, shape, level, seed);
        make_level(shape, format, level, image_wanted);
    }
    gl.BindTexture(shape->target, 0);
    return name;
}

/* A texture like a renderbuffer, which OpenGL can copy to it. */
static gigl_name make_like(const struct image_shape *shape, const struct image_format *format,
                           unsigned seed)
{
    struct image_shape flat = *shape;
    gigl_name name;

    flat.target = GIGL_TEXTURE_2D;
    name = make_texture(&flat, format, seed);
    gl.BindTexture(GIGL_TEXTURE_2D, name);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MAG_FILTER, GIGL_NEAREST);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MAX_LEVEL, 0);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    return name;
}

gigl_name image_make(const struct image_shape *shape, const struct image_format *format,
                     unsigned seed)
{
    gigl_name name, like;

    if (shape->target != GIGL_RENDERBUFFER)
        return make_texture(shape, format, seed);
    like = make_like(shape, format, seed);
    GenRenderbuffers(1, &name);
    gl.BindRenderbuffer(GIGL_RENDERBUFFER, name);
    RenderbufferStorage(GIGL_RENDERBUFFER, (gigl_enum)format->internal, shape->width,
                        shape->height);
    gl.BindRenderbuffer(GIGL_RENDERBUFFER, 0);
    gl.CopyImageSubData(like, GIGL_TEXTURE_2D, 0, 0, 0, 0, name, GIGL_RENDERBUFFER, 0, 0, 0, 0,
                        shape->width, shape->height, 1);
    gl.DeleteTextures(1, &like);
    return name;
}

void image_delete(const struct image_shape *shape, gigl_name name)
{
    if (shape->target == GIGL_RENDERBUFFER)
        DeleteRenderbuffers(1, &name);
    else
        gl.DeleteTextures(1, &name);
}

static void get_level(const struct image_shape *shape, const struct image_format *format, int level)
{
    struct image_shape at = image_level(shape, level);
    size_t face_bytes = texels_of(&at) / 6 * format->bytes;
    bool is_cube = shape->target == GIGL_TEXTURE_CUBE_MAP;

    if (!is_cube)
        gl.GetTexImage(shape->target, level, format->pixels, format->type, image_got);
    for (gigl_enum face = 0; is_cube && face < 6; face++)
        gl.GetTexImage(GIGL_CUBE_FACE + face, level, format->pixels, format->type,
                       image_got + face * face_bytes);
}

void image_compare(const struct image_shape *shape, const struct image_format *format, int level,
                   const char *when)
{
    struct image_shape at = image_level(shape, level);
    size_t size = texels_of(&at) * format->bytes;

    for (size_t i = 0; i < size; i++)
        if (image_got[i] != image_wanted[i])
            fail_msg("%s of %s, level %d, %s: byte %zu is %d and not %d", shape->name,
                     format->name, level, when, i, image_got[i], image_wanted[i]);
}

/* OpenGL sees the texels of that seed. */
void image_expect(const struct image_shape *shape, const struct image_format *format,
                  gigl_name name, unsigned seed, const char *when)
{
    gigl_name read = name;
    struct image_shape flat = *shape;

    if (shape->target == GIGL_RENDERBUFFER) {
        flat.target = GIGL_TEXTURE_2D;
        read = make_like(shape, format, 0);
        gl.CopyImageSubData(name, GIGL_RENDERBUFFER, 0, 0, 0, 0, read, GIGL_TEXTURE_2D, 0, 0, 0,
                            0, shape->width, shape->height, 1);
    }
    gl.BindTexture(flat.target, read);
    for (int level = 0; level < shape->levels; level++) {
        image_fill(format, shape, level, seed);
        get_level(&flat, format, level);
        image_compare(shape, format, level, when);
    }
    gl.BindTexture(flat.target, 0);
    if (read != name)
        gl.DeleteTextures(1, &read);
    assert_int_equal(gl.GetError(), 0);
}

#define FIND(name) \
    symbol = egl_function("gl" #name); \
    memcpy(&name, &symbol, sizeof symbol);

const char *image_begin(void)
{
    void *symbol;

    FIND(TexImage3D)
    FIND(TexStorage2D)
    FIND(GenRenderbuffers)
    FIND(DeleteRenderbuffers)
    FIND(RenderbufferStorage)
    if (TexStorage2D == NULL || gl.CopyImageSubData == NULL)
        return "OpenGL is too old";
    gl.PixelStorei(STORE_PACK_ALIGNMENT, 1);
    gl.PixelStorei(STORE_UNPACK_ALIGNMENT, 1);
    return NULL;
}
