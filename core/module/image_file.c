#include "image_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/uncancelled.h"

static gi_status read_all(FILE *file, const char *path, void **out_bytes, size_t *out_size_bytes)
{
    struct stat about;
    char *bytes;
    size_t count;

    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        return gi_fail(GI_NO_FILE, "%s is no regular file", path);
    bytes = malloc((size_t)about.st_size + 1);
    if (bytes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the %lld bytes of %s",
                       (long long)about.st_size, path);
    count = fread(bytes, 1, (size_t)about.st_size, file);
    if (ferror(file)) {
        free(bytes);
        return gi_fail(GI_OS_ERROR, "%s cannot be read", path);
    }
    bytes[count] = '\0';
    *out_bytes = bytes;
    *out_size_bytes = count;
    return GI_OK;
}

gi_status gi_image_file_read(const char *path, void **out_bytes, size_t *out_size_bytes)
{
    GI_UNCANCELLED;
    FILE *file = fopen(path, "rbe");
    gi_status status;

    if (file == NULL && errno == ENOMEM)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open %s", path);
    if (file == NULL)
        return gi_fail(GI_NO_FILE, "%s cannot be opened: %s", path, strerror(errno));
    status = read_all(file, path, out_bytes, out_size_bytes);
    fclose(file);
    return status;
}
