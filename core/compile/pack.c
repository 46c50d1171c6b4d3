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

bool gi_pack(const char *program, const char *ptx_path, const char *image_path, bool is_bundle)
{
    static uint8_t header[GI_PACKED_HEADER];
    size_t bytes, header_bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    FILE *file;
    bool is_written;

    if (text == NULL)
        return false;
    header_bytes = gi_packed_header(header, text, bytes, is_bundle);
    file = fopen(image_path, "wb");
    is_written = file != NULL && fwrite(header, 1, header_bytes, file) == header_bytes
        && fwrite(text, 1, bytes, file) == bytes;
    if (file != NULL)
        is_written = fclose(file) == 0 && is_written;
    if (!is_written)
        fprintf(stderr, "%s: error: %s cannot be written: %s\n", program, image_path,
                strerror(errno));
    free(text);
    return is_written;
}
