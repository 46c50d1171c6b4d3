#include "picture.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

static bool write_png(FILE *file, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;

    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t row = 0; row < height; row++)
        png_write_row(png, pixels + (size_t)row * width * 4);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return true;
}

bool picture_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL) {
        fprintf(stderr, "writing %s: %s\n", path, strerror(errno));
        return false;
    }
    bool good = write_png(file, pixels, width, height);
    if (fclose(file) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "writing %s failed\n", path);
    return good;
}
