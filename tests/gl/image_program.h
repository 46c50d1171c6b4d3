/** Formats and shapes of OpenGL's images, with texels that depend on a seed, as a program makes
 *  them and reads them back.
 *
 *  Threads: that of the context. */
#ifndef TESTS_GL_IMAGE_PROGRAM_H
#define TESTS_GL_IMAGE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl/gl.h"

enum {                           /* of pixels in memory */
    PIXELS_RGBA = 0x1908, PIXELS_UNSIGNED_BYTE = 0x1401, PIXELS_UNSIGNED_INT = 0x1405,
    PIXELS_FLOAT = 0x1406, FORMAT_RGBA8 = 0x8058, STORE_PACK_ALIGNMENT = 0x0D05,
    STORE_UNPACK_ALIGNMENT = 0x0CF5
};

enum image_texel {
    IMAGE_ANY, IMAGE_OPAQUE, IMAGE_NIBBLES, IMAGE_HALF, IMAGE_FLOATS, IMAGE_OPAQUE_FLOATS
};

struct image_format {
    const char *name;
    int internal;
    gigl_enum pixels, type;
    size_t bytes;                /* of a texel */
    enum image_texel texel;      /* which bytes a program can read back unchanged */
    bool renders;
};

/** The first few are of all sorts. */
enum { IMAGE_FORMATS = 41, IMAGE_FIRST_FORMATS = 5 };
extern const struct image_format image_formats[IMAGE_FORMATS];

struct image_shape {
    const char *name;
    gigl_enum target;
    int width, height, slices, levels;   /* levels that the program makes */
    bool fixed;                  /* its storage cannot be changed */
};

enum {
    IMAGE_PLAIN, IMAGE_CHAIN, IMAGE_FIXED, IMAGE_RECTANGLE, IMAGE_VOLUME, IMAGE_VOLUME_CHAIN,
    IMAGE_LAYERS, IMAGE_CUBE, IMAGE_RENDERBUFFER, IMAGE_SHAPES
};
extern const struct image_shape image_shapes[IMAGE_SHAPES];

/** The largest level of a shape fits. */
extern uint8_t image_got[1 << 20], image_wanted[1 << 20];

struct image_shape image_level(const struct image_shape *shape, int level);
bool image_has_layers(const struct image_shape *shape);

/** Whether OpenGL has images of both. */
bool image_exists(const struct image_shape *shape, const struct image_format *format);

/** Fills image_wanted with a level's texels. */
void image_fill(const struct image_format *format, const struct image_shape *shape, int level,
                unsigned seed);

/** Fails if image_got is not image_wanted. */
void image_compare(const struct image_shape *shape, const struct image_format *format, int level,
                   const char *when);

/** Finds the functions of OpenGL. NULL, or why there are none. */
const char *image_begin(void);

gigl_name image_make(const struct image_shape *shape, const struct image_format *format,
                     unsigned seed);
void image_delete(const struct image_shape *shape, gigl_name name);

/** Fails if OpenGL does not see the texels of that seed. */
void image_expect(const struct image_shape *shape, const struct image_format *format,
                  gigl_name name, unsigned seed, const char *when);

#endif
