#include "image_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/uncancelled.h"
#include "kernel/container/container.h"

static gi_status read_failed(const char *path)
{
    return gi_fail(GI_OS_ERROR, "%s cannot be read: %s", path, strerror(errno));
}

/* Looks at the beginning: most files that are too large for an image are none. */
static gi_status check_size(int fd, const char *path, off_t size_bytes)
{
    uint8_t first[GI_CONTAINER_FIRST_BYTES];
    size_t count;

    if (!gi_file_read(fd, first, sizeof first, &count))
        return read_failed(path);
    if ((uintmax_t)size_bytes > gi_container_most_bytes(first, count))
        return gi_fail(GI_INVALID_IMAGE, "%s has %lld bytes, more than device code of its kind has",
                       path, (long long)size_bytes);
    return lseek(fd, 0, SEEK_SET) == 0 ? GI_OK : read_failed(path);
}

static gi_status read_image(int fd, const char *path, void **out_bytes, size_t *out_size_bytes)
{
    struct stat about;
    gi_status status;

    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        return gi_fail(GI_NO_FILE, "%s is no regular file", path);
    status = check_size(fd, path, about.st_size);
    if (status != GI_OK)
        return status;
    *out_bytes = gi_file_read_all(fd, (size_t)about.st_size, out_size_bytes);
    if (*out_bytes != NULL)
        return GI_OK;
    return errno != ENOMEM ? read_failed(path)
        : gi_fail(GI_OUT_OF_MEMORY, "no host memory for the %lld bytes of %s",
                  (long long)about.st_size, path);
}

/* Without O_NONBLOCK the open would block on a pipe. */
gi_status gi_image_file_read(const char *path, void **out_bytes, size_t *out_size_bytes)
{
    GI_UNCANCELLED;
    int fd = gi_file_open(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
    gi_status status;

    if (fd < 0 && errno == ENOMEM)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open %s", path);
    if (fd < 0)
        return gi_fail(GI_NO_FILE, "%s cannot be opened: %s", path, strerror(errno));
    status = read_image(fd, path, out_bytes, out_size_bytes);
    close(fd);
    return status;
}
