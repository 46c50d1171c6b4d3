#include "draw_picture.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GL_VIEWPORT = 0x0BA2, GL_PACK_ALIGNMENT = 0x0D05, GL_PIXEL_PACK_BUFFER = 0x88EB,
       GL_READ_FRAMEBUFFER = 0x8CA8, GL_RGB = 0x1907, GL_UNSIGNED_BYTE = 0x1401,
       MOST_ERRORS = 16, MOST_PATH = 4096 };

static void find(const char *name, void *out_function)
{
    void *symbol = dlsym(RTLD_DEFAULT, name);

    if (symbol == NULL) {
        fprintf(stderr, "draw_picture: the program has no %s\n", name);
        _exit(3);
    }
    memcpy(out_function, &symbol, sizeof symbol);
}

/* Reads come from the window, whatever the program has bound last. */
static void bind_window(void)
{
    void (*bind)(unsigned int target, unsigned int name);
    void (*store)(unsigned int what, int value);

    find("glBindBuffer", &bind);
    find("glPixelStorei", &store);
    bind(GL_PIXEL_PACK_BUFFER, 0);
    store(GL_PACK_ALIGNMENT, 1);
    if (dlsym(RTLD_DEFAULT, "glBindFramebuffer") != NULL) {
        find("glBindFramebuffer", &bind);
        bind(GL_READ_FRAMEBUFFER, 0);
    }
}

/* The picture of the window, its rows from the top. 0 if OpenGL or the file fails. */
static int write_rows(FILE *file)
{
    void (*get)(unsigned int what, int *out);
    void (*read)(int x, int y, int width, int height, unsigned int format, unsigned int type,
                 void *to);
    unsigned int (*last_error)(void);
    int place[4] = { 0 };
    unsigned char *row;

    find("glGetIntegerv", &get);
    find("glReadPixels", &read);
    find("glGetError", &last_error);
    get(GL_VIEWPORT, place);
    row = calloc((size_t)place[2] + 1, 3);
    if (row == NULL)
        return 0;
    for (int i = 0; i < MOST_ERRORS && last_error() != 0; i++) {
    }                            /* errors of the program */
    bind_window();
    fprintf(file, "P6\n%d %d\n255\n", place[2], place[3]);
    for (int y = place[3] - 1; y >= 0; y--) {
        read(0, y, place[2], 1, GL_RGB, GL_UNSIGNED_BYTE, row);
        fwrite(row, 3, (size_t)place[2], file);
    }
    free(row);
    return last_error() == 0 && !ferror(file);
}

/* The file gets its name when it is whole. */
static int write_picture(const char *path)
{
    char part[MOST_PATH];
    FILE *file;
    int good;

    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return 0;
    file = fopen(part, "wb");
    if (file == NULL)
        return 0;
    good = write_rows(file);
    if (fclose(file) == 0 && good && rename(part, path) == 0)
        return 1;
    unlink(part);
    return 0;
}

void draw_count_frame(void)
{
    static int frames;
    const char *wanted = getenv("DRAW_FRAMES"), *path = getenv("DRAW_PICTURE");
    int good;

    if (wanted == NULL || path == NULL || ++frames < atoi(wanted))
        return;
    good = write_picture(path);
    if (!good)
        fprintf(stderr, "draw_picture: the window cannot be read, or %s not written\n", path);
    fflush(NULL);
    _exit(good ? 0 : 3);
}
