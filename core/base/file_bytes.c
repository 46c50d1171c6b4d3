#include "file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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
