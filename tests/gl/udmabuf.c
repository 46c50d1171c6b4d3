/* Emulates /dev/udmabuf, which makes a dma-buf of a memfd: it answers with the memfd itself. To the
 * program, the memfds that it gave look like dma-bufs. The functions stand before libc's, in all
 * libraries of a program that exports them. */
#undef _FILE_OFFSET_BITS         /* else one of two names is the other */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

enum { MOST = 4096 };

/* The files that were given. */
static _Atomic(ino_t) given[MOST];
static atomic_uint count;

static int was_given(const struct stat *file)
{
    unsigned int used = atomic_load(&count);

    for (unsigned int i = 0; i < used && i < MOST; i++)
        if (atomic_load(&given[i]) == file->st_ino && S_ISREG(file->st_mode))
            return 1;
    return 0;
}

static int look(int fd, struct stat *out)
{
    return NEXT(fstat)(fd, out);
}

static int is_udmabuf(const char *path)
{
    return strcmp(path, "/dev/udmabuf") == 0;
}

/* ---- the device ----------------------------------------------------------------------------- */

int open(const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return NEXT(open)(is_udmabuf(path) ? "/dev/null" : path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return NEXT(open64)(is_udmabuf(path) ? "/dev/null" : path, flags, mode);
}

static int create(const struct udmabuf_create *request)
{
    struct stat file;
    unsigned int at;
    int fd = fcntl((int)request->memfd, F_DUPFD_CLOEXEC, 3);

    if (fd < 0 || look(fd, &file) != 0)
        return fd;
    if (!was_given(&file)) {
        at = atomic_load(&count);
        if (at == MOST) {
            close(fd);
            errno = ENOMEM;
            return -1;
        }
        atomic_store(&given[at], file.st_ino);
        atomic_store(&count, at + 1);
    }
    return fd;
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list list;
    void *argument;

    va_start(list, request);
    argument = va_arg(list, void *);
    va_end(list);
    return request == UDMABUF_CREATE ? create(argument) : NEXT(ioctl)(fd, request, argument);
}

/* ---- its dma-bufs --------------------------------------------------------------------------- */

int fstat(int fd, struct stat *out)
{
    int code = look(fd, out);

    if (code == 0 && was_given(out))
        out->st_mode &= ~(mode_t)S_IFMT;         /* as a dma-buf's */
    return code;
}

int fstat64(int fd, struct stat64 *out)
{
    int code = NEXT(fstat64)(fd, out);
    struct stat file;

    if (code == 0 && look(fd, &file) == 0 && was_given(&file))
        out->st_mode &= ~(mode_t)S_IFMT;
    return code;
}

ssize_t readlink(const char *path, char *text, size_t room)
{
    struct stat file;
    int fd;

    if (sscanf(path, "/proc/self/fd/%d", &fd) == 1 && look(fd, &file) == 0 && was_given(&file))
        return snprintf(text, room, "/dmabuf:");
    return NEXT(readlink)(path, text, room);
}
