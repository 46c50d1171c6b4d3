/* The C library's own functions behind those that the card stands in front of. */
#ifndef GICARD_REAL_H
#define GICARD_REAL_H

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

struct gicard_real {
    int (*open)(const char *path, int flags, ...);
    int (*openat)(int folder, const char *path, int flags, ...);
    FILE *(*fopen)(const char *path, const char *mode);
    DIR *(*opendir)(const char *path);
    int (*stat)(const char *path, struct stat *out);
    int (*lstat)(const char *path, struct stat *out);
    int (*fstat)(int fd, struct stat *out);
    int (*fstatat)(int folder, const char *path, struct stat *out, int flags);
    int (*statx)(int folder, const char *path, int flags, unsigned mask, struct statx *out);
    int (*access)(const char *path, int mode);
    int (*faccessat)(int folder, const char *path, int mode, int flags);
    ssize_t (*readlink)(const char *path, char *out, size_t size);
    ssize_t (*readlinkat)(int folder, const char *path, char *out, size_t size);
    ssize_t (*getxattr)(const char *path, const char *name, void *value, size_t size);
    ssize_t (*lgetxattr)(const char *path, const char *name, void *value, size_t size);
    char *(*realpath)(const char *path, char *out);
    int (*ioctl)(int fd, unsigned long request, ...);
    void *(*mmap)(void *at, size_t size, int protection, int flags, int fd, off_t offset);
    int (*poll)(struct pollfd *fds, nfds_t count, int timeout_ms);
    int (*ppoll)(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                 const sigset_t *mask);
};

/** Filled by gicard_real_init, before anything else runs. */
extern struct gicard_real gicard_real;

/** Finds the functions.
 *  Threads: any; the first entry point that is called does so. */
void gicard_real_init(void);

#endif
