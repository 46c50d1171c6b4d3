#include "formats.h"

/* Pixels in memory. */
enum {
    RED = 0x1903, ALPHA = 0x1906, RGBA = 0x1908, LUMINANCE_ALPHA = 0x190A, RG = 0x8227,
    RG_INTEGER = 0x8228, RED_INTEGER = 0x8D94, RGBA_INTEGER = 0x8D99,
    BYTE = 0x1400, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, INT, UNSIGNED_INT, FLOAT,
    HALF_FLOAT = 0x140B
};

#define NORMALIZED(number, channels, bits, pixels, type, is_exact) \
    { number, GI_CHANNEL_UNSIGNED, channels, bits, pixels, type, is_exact },
#define INTEGER(number, kind, channels, bits, pixels, type) \
    { number, GI_CHANNEL_##kind, channels, bits, pixels, type, true },
#define FLOATING(number, channels, bits, pixels, type, is_exact) \
    { number, GI_CHANNEL_FLOAT, channels, bits, pixels, type, is_exact },

/* Formats without a size have texels of the context's choice, so they are converted. So are those
 * with three channels or with channels that no array has. */
static const struct gigl_format formats[] = {
    NORMALIZED(0x8229, 1, 8, RED, UNSIGNED_BYTE, true)           /* R8 */
    NORMALIZED(0x822B, 2, 8, RG, UNSIGNED_BYTE, true)            /* RG8 */
    NORMALIZED(0x8058, 4, 8, RGBA, UNSIGNED_BYTE, true)          /* RGBA8 */
    NORMALIZED(0x8C43, 4, 8, RGBA, UNSIGNED_BYTE, true)          /* SRGB8_ALPHA8 */
    NORMALIZED(0x822A, 1, 16, RED, UNSIGNED_SHORT, true)         /* R16 */
    NORMALIZED(0x822C, 2, 16, RG, UNSIGNED_SHORT, true)          /* RG16 */
    NORMALIZED(0x805B, 4, 16, RGBA, UNSIGNED_SHORT, true)        /* RGBA16 */
    INTEGER(0x8232, UNSIGNED, 1, 8, RED_INTEGER, UNSIGNED_BYTE)          /* R8UI */
    INTEGER(0x8238, UNSIGNED, 2, 8, RG_INTEGER, UNSIGNED_BYTE)           /* RG8UI */
    INTEGER(0x8D7C, UNSIGNED, 4, 8, RGBA_INTEGER, UNSIGNED_BYTE)         /* RGBA8UI */
    INTEGER(0x8234, UNSIGNED, 1, 16, RED_INTEGER, UNSIGNED_SHORT)        /* R16UI */
    INTEGER(0x823A, UNSIGNED, 2, 16, RG_INTEGER, UNSIGNED_SHORT)         /* RG16UI */
    INTEGER(0x8D76, UNSIGNED, 4, 16, RGBA_INTEGER, UNSIGNED_SHORT)       /* RGBA16UI */
    INTEGER(0x8236, UNSIGNED, 1, 32, RED_INTEGER, UNSIGNED_INT)          /* R32UI */
    INTEGER(0x823C, UNSIGNED, 2, 32, RG_INTEGER, UNSIGNED_INT)           /* RG32UI */
    INTEGER(0x8D70, UNSIGNED, 4, 32, RGBA_INTEGER, UNSIGNED_INT)         /* RGBA32UI */
    INTEGER(0x8231, SIGNED, 1, 8, RED_INTEGER, BYTE)             /* R8I */
    INTEGER(0x8237, SIGNED, 2, 8, RG_INTEGER, BYTE)              /* RG8I */
    INTEGER(0x8D8E, SIGNED, 4, 8, RGBA_INTEGER, BYTE)            /* RGBA8I */
    INTEGER(0x8233, SIGNED, 1, 16, RED_INTEGER, SHORT)           /* R16I */
    INTEGER(0x8239, SIGNED, 2, 16, RG_INTEGER, SHORT)            /* RG16I */
    INTEGER(0x8D88, SIGNED, 4, 16, RGBA_INTEGER, SHORT)          /* RGBA16I */
    INTEGER(0x8235, SIGNED, 1, 32, RED_INTEGER, INT)             /* R32I */
    INTEGER(0x823B, SIGNED, 2, 32, RG_INTEGER, INT)              /* RG32I */
    INTEGER(0x8D82, SIGNED, 4, 32, RGBA_INTEGER, INT)            /* RGBA32I */
    FLOATING(0x822D, 1, 16, RED, HALF_FLOAT, true)               /* R16F */
    FLOATING(0x822F, 2, 16, RG, HALF_FLOAT, true)                /* RG16F */
    FLOATING(0x881A, 4, 16, RGBA, HALF_FLOAT, true)              /* RGBA16F */
    FLOATING(0x822E, 1, 32, RED, FLOAT, true)                    /* R32F */
    FLOATING(0x8230, 2, 32, RG, FLOAT, true)                     /* RG32F */
    FLOATING(0x8814, 4, 32, RGBA, FLOAT, true)                   /* RGBA32F */
    NORMALIZED(1, 1, 8, RED, UNSIGNED_BYTE, false)               /* one component: luminance */
    NORMALIZED(2, 2, 8, LUMINANCE_ALPHA, UNSIGNED_BYTE, false)   /* two components */
    NORMALIZED(3, 4, 8, RGBA, UNSIGNED_BYTE, false)              /* three components */
    NORMALIZED(4, 4, 8, RGBA, UNSIGNED_BYTE, false)              /* four components */
    NORMALIZED(0x1903, 1, 8, RED, UNSIGNED_BYTE, false)          /* RED */
    NORMALIZED(0x8227, 2, 8, RG, UNSIGNED_BYTE, false)           /* RG */
    NORMALIZED(0x1907, 4, 8, RGBA, UNSIGNED_BYTE, false)         /* RGB */
    NORMALIZED(0x1908, 4, 8, RGBA, UNSIGNED_BYTE, false)         /* RGBA */
    NORMALIZED(0x8051, 4, 8, RGBA, UNSIGNED_BYTE, false)         /* RGB8 */
    NORMALIZED(0x8056, 4, 8, RGBA, UNSIGNED_BYTE, false)         /* RGBA4 */
    FLOATING(0x8815, 4, 32, RGBA, FLOAT, false)                  /* RGB32F */
    NORMALIZED(0x1906, 1, 8, ALPHA, UNSIGNED_BYTE, false)        /* ALPHA */
    NORMALIZED(0x803C, 1, 8, ALPHA, UNSIGNED_BYTE, false)        /* ALPHA8 */
    NORMALIZED(0x803E, 1, 16, ALPHA, UNSIGNED_SHORT, false)      /* ALPHA16 */
    FLOATING(0x881C, 1, 16, ALPHA, HALF_FLOAT, false)            /* ALPHA16F */
    FLOATING(0x8816, 1, 32, ALPHA, FLOAT, false)                 /* ALPHA32F */
    NORMALIZED(0x1909, 1, 8, RED, UNSIGNED_BYTE, false)          /* LUMINANCE */
    NORMALIZED(0x8040, 1, 8, RED, UNSIGNED_BYTE, false)          /* LUMINANCE8 */
    NORMALIZED(0x8042, 1, 16, RED, UNSIGNED_SHORT, false)        /* LUMINANCE16 */
    FLOATING(0x881E, 1, 16, RED, HALF_FLOAT, false)              /* LUMINANCE16F */
    FLOATING(0x8818, 1, 32, RED, FLOAT, false)                   /* LUMINANCE32F */
    NORMALIZED(0x8049, 1, 8, RED, UNSIGNED_BYTE, false)          /* INTENSITY */
    NORMALIZED(0x804B, 1, 8, RED, UNSIGNED_BYTE, false)          /* INTENSITY8 */
    NORMALIZED(0x804D, 1, 16, RED, UNSIGNED_SHORT, false)        /* INTENSITY16 */
    FLOATING(0x881D, 1, 16, RED, HALF_FLOAT, false)              /* INTENSITY16F */
    FLOATING(0x8817, 1, 32, RED, FLOAT, false)                   /* INTENSITY32F */
    NORMALIZED(0x190A, 2, 8, LUMINANCE_ALPHA, UNSIGNED_BYTE, false)      /* LUMINANCE_ALPHA */
    NORMALIZED(0x8045, 2, 8, LUMINANCE_ALPHA, UNSIGNED_BYTE, false)      /* LUMINANCE8_ALPHA8 */
    NORMALIZED(0x8048, 2, 16, LUMINANCE_ALPHA, UNSIGNED_SHORT, false)    /* LUMINANCE16_ALPHA16 */
    FLOATING(0x881F, 2, 16, LUMINANCE_ALPHA, HALF_FLOAT, false)          /* LUMINANCE_ALPHA16F */
    FLOATING(0x8819, 2, 32, LUMINANCE_ALPHA, FLOAT, false)               /* LUMINANCE_ALPHA32F */
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* Formats that programs use, and that no interface registers. */
static const struct { int internal; const char *name; } refused[] = {
    { 0x8F94, "GL_R8_SNORM" }, { 0x8F95, "GL_RG8_SNORM" }, { 0x8F96, "GL_RGB8_SNORM" },
    { 0x8F97, "GL_RGBA8_SNORM" }, { 0x8F98, "GL_R16_SNORM" }, { 0x8F99, "GL_RG16_SNORM" },
    { 0x8F9A, "GL_RGB16_SNORM" }, { 0x8F9B, "GL_RGBA16_SNORM" }, { 0x881B, "GL_RGB16F" },
    { 0x8059, "GL_RGB10_A2" }, { 0x906F, "GL_RGB10_A2UI" }, { 0x8C3A, "GL_R11F_G11F_B10F" },
    { 0x8C3D, "GL_RGB9_E5" }, { 0x8D62, "GL_RGB565" }, { 0x8057, "GL_RGB5_A1" },
    { 0x8054, "GL_RGB16" }, { 0x8C41, "GL_SRGB8" }, { 0x8050, "GL_RGB5" }, { 0x804F, "GL_RGB4" },
    { 0x2A10, "GL_R3_G3_B2" }, { 0x8055, "GL_RGBA2" },
    { 0x1902, "GL_DEPTH_COMPONENT" }, { 0x81A5, "GL_DEPTH_COMPONENT16" },
    { 0x81A6, "GL_DEPTH_COMPONENT24" }, { 0x81A7, "GL_DEPTH_COMPONENT32" },
    { 0x8CAC, "GL_DEPTH_COMPONENT32F" }, { 0x84F9, "GL_DEPTH_STENCIL" },
    { 0x88F0, "GL_DEPTH24_STENCIL8" }, { 0x8CAD, "GL_DEPTH32F_STENCIL8" },
    { 0x8D48, "GL_STENCIL_INDEX8" },
    { 0x83F0, "GL_COMPRESSED_RGB_S3TC_DXT1" }, { 0x83F1, "GL_COMPRESSED_RGBA_S3TC_DXT1" },
    { 0x83F2, "GL_COMPRESSED_RGBA_S3TC_DXT3" }, { 0x83F3, "GL_COMPRESSED_RGBA_S3TC_DXT5" },
    { 0x8DBB, "GL_COMPRESSED_RED_RGTC1" }, { 0x8DBD, "GL_COMPRESSED_RG_RGTC2" },
    { 0x8E8C, "GL_COMPRESSED_RGBA_BPTC_UNORM" },
};

gi_status gigl_format_find(int internal, const struct gigl_format **out_format)
{
    const char *name = "its internal format";

    *out_format = NULL;
    for (size_t i = 0; i < FORMATS; i++)
        if (internal > 0 && formats[i].internal == (gigl_enum)internal) {
            *out_format = &formats[i];
            return GI_OK;
        }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (refused[i].internal == internal)
            name = refused[i].name;
    return gi_fail(GI_INVALID_VALUE, "OpenGL: images of %s (0x%x) cannot be registered; those with "
                   "one, two or four channels of 8, 16 or 32 bits can", name,
                   (unsigned int)internal);
}

struct gi_channels gigl_format_channels(const struct gigl_format *format)
{
    struct gi_channels channels = { .kind = format->kind };

    for (int i = 0; i < format->channels; i++)
        channels.bits[i] = format->bits;
    return channels;
}

const struct gigl_format *gigl_format_at(size_t index)
{
    return index < FORMATS ? &formats[index] : NULL;
}
