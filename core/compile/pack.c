#include "compile/pack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clang/packed.h"

char *gi_pack_read(const char *program, const char *path, size_t *out_bytes)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long bytes = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        bytes = ftell(file);
    if (bytes >= 0) {
        rewind(file);
        *out_bytes = ((size_t)bytes + 8) & ~(size_t)7;
        text = calloc(1, *out_bytes);
    }
    if (text != NULL && fread(text, 1, (size_t)bytes, file) != (size_t)bytes) {
        free(text);
        text = NULL;
    }
    if (text == NULL)
        fprintf(stderr, "%s: error: %s cannot be read: %s\n", program, path, strerror(errno));
    if (file != NULL)
        fclose(file);
    return text;
}

static bool cannot_write(const char *program, const char *path)
{
    fprintf(stderr, "%s: error: %s cannot be written: %s\n", program, path, strerror(errno));
    return false;
}

FILE *gi_pack_open(const char *program, const char *path)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL)
        (void)cannot_write(program, path);
    return file;
}

bool gi_pack_close(const char *program, const char *path, FILE *file)
{
    bool is_written = !ferror(file);

    is_written = fclose(file) == 0 && is_written;
    return is_written || cannot_write(program, path);
}

bool gi_pack(const char *program, const char *ptx_path, const char *image_path, bool is_bundle)
{
    static uint8_t header[GI_PACKED_HEADER];
    size_t bytes, header_bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    FILE *file = text != NULL ? gi_pack_open(program, image_path) : NULL;

    if (file != NULL) {
        header_bytes = gi_packed_header(header, text, bytes, is_bundle);
        fwrite(header, 1, header_bytes, file);
        fwrite(text, 1, bytes, file);
    }
    free(text);
    return file != NULL && gi_pack_close(program, image_path, file);
}
