/** Files in memory that processes share, sealed so that nobody can shrink them.
 *
 *  A new file has all its pages at once. Where the system has no page left later, a process that
 *  touches it would end by SIGBUS.
 *  Header alone: queue/host_semaphore.c needs it, and is linked without the core, too.
 *  Threads: any that is not cancelled meanwhile.
 *  Errors:  negative errno. */
#ifndef GI_SEALED_FILE_H
#define GI_SEALED_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "size_signal.h"

/** The seals of every shared file: its size stays. */
#define GI_SEALS_SIZE (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

/* Some sandboxes have no pages to give out, but their files can be touched. */
static inline int gi_sealed_file_fill(int fd, size_t size_bytes)
{
    GI_NO_SIZE_SIGNAL;
    int result;

    do {
        result = fallocate(fd, 0, 0, (off_t)size_bytes);
    } while (result != 0 && errno == EINTR);
    if (result != 0 && (errno == EOPNOTSUPP || errno == ENOSYS)) {
        do {
            result = ftruncate(fd, (off_t)size_bytes);
        } while (result != 0 && errno == EINTR);
    }
    return result == 0 ? 0 : -errno;
}

static inline int gi_sealed_file_put(int fd, const void *bytes, size_t size_bytes)
{
    ssize_t count;

    do {
        count = size_bytes == 0 ? 0 : pwrite(fd, bytes, size_bytes, 0);
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        return -errno;
    return count == (ssize_t)size_bytes ? 0 : -EIO;
}

/** Makes a file of zeros that begins with the given bytes, and seals it.
 *  Owner: the caller closes *out_fd; it is -1 after a failure. */
static inline int gi_sealed_file_create(const char *name, size_t size_bytes, const void *first,
                                        size_t first_bytes, int seals, int *out_fd)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int error = fd < 0 ? -errno : gi_sealed_file_fill(fd, size_bytes);

    if (error == 0)
        error = gi_sealed_file_put(fd, first, first_bytes);
    if (error == 0 && fcntl(fd, F_ADD_SEALS, seals) != 0)
        error = -errno;
    if (error != 0 && fd >= 0)
        close(fd);
    *out_fd = error == 0 ? fd : -1;
    return error;
}

/** Reads the beginning of a file that has this size and at least these seals. False if it is no
 *  file of the kind. The seals are checked first: only files in memory have them, so no other kind
 *  of file is ever read. The position of the fd stays. */
static inline bool gi_sealed_file_read(int fd, int seals, size_t size_bytes, void *out_first,
                                       size_t first_bytes)
{
    int is_sealed = fcntl(fd, F_GET_SEALS);
    struct stat about;
    ssize_t count;

    if (is_sealed < 0 || (is_sealed & seals) != seals || fstat(fd, &about) != 0 ||
        !S_ISREG(about.st_mode) || about.st_size != (off_t)size_bytes)
        return false;
    do {
        count = pread(fd, out_first, first_bytes, 0);
    } while (count < 0 && errno == EINTR);
    return count == (ssize_t)first_bytes;
}

#endif
