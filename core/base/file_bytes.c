#include "file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "size_signal.h"

int gi_file_open(int folder, const char *path, int flags, mode_t mode)
{
    int fd;

    do {
        fd = openat(folder, path, flags, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int gi_file_open_own_folder(const char *path)
{
    int fd = gi_file_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
    struct stat status;

    if (fd >= 0 && (fstat(fd, &status) != 0 || status.st_uid != geteuid())) {
        close(fd);
        errno = EPERM;
        return -1;
    }
    return fd;
}

bool gi_file_read(int fd, void *out_bytes, size_t size_bytes, size_t *out_count)
{
    size_t done = 0;

    while (done < size_bytes) {
        ssize_t count = read(fd, (char *)out_bytes + done, size_bytes - done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        if (count == 0)
            break;
        done += (size_t)count;
    }
    *out_count = done;
    return true;
}

char *gi_file_read_all(int fd, size_t size_bytes, size_t *out_count)
{
    char *bytes = malloc(size_bytes + 1);
    int error;

    *out_count = 0;
    if (bytes == NULL)
        return NULL;
    if (gi_file_read(fd, bytes, size_bytes, out_count)) {
        bytes[*out_count] = '\0';
        return bytes;
    }
    error = errno;
    free(bytes);
    errno = error;
    return NULL;
}

bool gi_file_write(int fd, const void *bytes, size_t size_bytes)
{
    GI_NO_SIZE_SIGNAL;
    size_t done = 0;

    while (done < size_bytes) {
        ssize_t count = write(fd, (const char *)bytes + done, size_bytes - done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            errno = EIO;                 /* no device is known to do so */
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

static bool write_parts(int fd, const struct iovec *parts, int count)
{
    for (int i = 0; i < count; i++) {
        if (!gi_file_write(fd, parts[i].iov_base, parts[i].iov_len))
            return false;
    }
    return true;
}

bool gi_file_replace(int folder, const char *name, const struct iovec *parts, int count)
{
    char unfinished[NAME_MAX + 1];
    bool is_whole;
    int fd, error;

    if (snprintf(unfinished, sizeof unfinished, "%s.%lx.%llx" GI_FILE_UNFINISHED, name,
                 (long)getpid(), (unsigned long long)gi_now_ns()) >= (int)sizeof unfinished) {
        errno = ENAMETOOLONG;
        return false;
    }
    fd = gi_file_open(folder, unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      0600);
    if (fd < 0)
        return false;
    is_whole = write_parts(fd, parts, count);
    error = errno;
    /* It may report a full disk. A signal may end it, but the fd is closed all the same. */
    if (close(fd) != 0 && errno != EINTR && is_whole) {
        is_whole = false;
        error = errno;
    }
    if (is_whole && renameat(folder, unfinished, folder, name) == 0)
        return true;
    error = is_whole ? errno : error;
    (void)!unlinkat(folder, unfinished, 0);
    errno = error;
    return false;
}
