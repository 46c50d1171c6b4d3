/* The C library's entry points that the card stands in front of, and the library's beginning and
 * end. What is not the card's goes on to the C library unchanged. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "device.h"
#include "gem.h"
#include "paths.h"
#include "prime.h"
#include "real.h"
#include "rules.h"
#include "sync_file.h"

#define EXPORT __attribute__((visibility("default")))

static bool ready;

/* ---- beginning and end -------------------------------------------------------------------- */

static void before_fork(void)
{
    gicard_files_before_fork();
    gicard_buffers_before_fork();
}

static void after_fork_in_parent(void)
{
    gicard_buffers_after_fork(false);
    gicard_files_after_fork(false);
}

static void after_fork_in_child(void)
{
    gicard_config_after_fork();
    gicard_rules_after_fork();
    gicard_buffers_after_fork(true);
    gicard_files_after_fork(true);
    gicard_arena_after_fork();
}

__attribute__((constructor)) static void begin(void)
{
    struct rlimit files;

    gicard_real_init();
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    gicard_config_init();
    ready = gicard_paths_init() && gicard_arena_init(gicard_paths_folder());
    if (!ready)
        _Exit(2);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

__attribute__((destructor)) static void end(void)
{
    if (!ready)
        return;
    gicard_files_reap(true);
    gicard_counters_dump();
    gicard_paths_finish();
}

/* ---- opening ------------------------------------------------------------------------------ */

static int open_path(int folder, const char *path, int flags, mode_t mode)
{
    char buffer[GICARD_PATH_BYTES];
    struct gicard_node_name node;

    gicard_real_init();
    path = gicard_paths_redirect(path, buffer);
    if (ready && gicard_paths_node(path, &node))
        return gicard_file_open(node.card, node.render, flags);
    return gicard_real.openat(folder, path, flags, mode);
}

static bool needs_mode(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

#define MODE_OF(flags, mode)                                                                       \
    mode_t mode = 0;                                                                               \
    if (needs_mode(flags)) {                                                                       \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

EXPORT int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_path(AT_FDCWD, path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_path(AT_FDCWD, path, flags, mode);
}

EXPORT int openat(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_path(folder, path, flags, mode);
}

EXPORT int openat64(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_path(folder, path, flags, mode);
}

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

EXPORT int __open_2(const char *path, int flags)
{
    return open_path(AT_FDCWD, path, flags, 0);
}

EXPORT int __open64_2(const char *path, int flags)
{
    return open_path(AT_FDCWD, path, flags, 0);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.fopen(gicard_paths_redirect(path, buffer), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

EXPORT DIR *opendir(const char *path)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.opendir(gicard_paths_redirect(path, buffer));
}

/* ---- asking ------------------------------------------------------------------------------- */

static void as_node(const struct gicard_node_name *node, struct stat *out)
{
    out->st_mode = S_IFCHR | 0666;
    out->st_size = 0;
    out->st_rdev = makedev(GICARD_DRM_MAJOR, node->card + (node->render ? 128u : 0));
}

static int stat_path(int (*real)(const char *, struct stat *), const char *path, struct stat *out)
{
    char buffer[GICARD_PATH_BYTES];
    struct gicard_node_name node;

    path = gicard_paths_redirect(path, buffer);
    int r = real(path, out);
    if (r == 0 && path == buffer && gicard_paths_node(path, &node))
        as_node(&node, out);
    return r;
}

EXPORT int stat(const char *path, struct stat *out)
{
    gicard_real_init();
    return stat_path(gicard_real.stat, path, out);
}

EXPORT int stat64(const char *path, struct stat64 *out)
{
    return stat(path, (struct stat *)out);
}

EXPORT int lstat(const char *path, struct stat *out)
{
    gicard_real_init();
    return stat_path(gicard_real.lstat, path, out);
}

EXPORT int lstat64(const char *path, struct stat64 *out)
{
    return lstat(path, (struct stat *)out);
}

EXPORT int fstat(int fd, struct stat *out)
{
    gicard_real_init();
    int r = gicard_real.fstat(fd, out);
    struct gicard_file *file = r == 0 && ready ? gicard_file_find(fd) : NULL;
    if (file != NULL) {
        as_node(&(struct gicard_node_name){ .card = file->card, .render = file->render }, out);
        gicard_file_put(file);
    }
    return r;
}

EXPORT int fstat64(int fd, struct stat64 *out)
{
    return fstat(fd, (struct stat *)out);
}

EXPORT int fstatat(int folder, const char *path, struct stat *out, int flags)
{
    char buffer[GICARD_PATH_BYTES];
    struct gicard_node_name node;

    gicard_real_init();
    if ((flags & AT_EMPTY_PATH) && path[0] == '\0')
        return fstat(folder, out);
    path = gicard_paths_redirect(path, buffer);
    int r = gicard_real.fstatat(folder, path, out, flags);
    if (r == 0 && path == buffer && gicard_paths_node(path, &node))
        as_node(&node, out);
    return r;
}

EXPORT int fstatat64(int folder, const char *path, struct stat64 *out, int flags)
{
    return fstatat(folder, path, (struct stat *)out, flags);
}

EXPORT int access(const char *path, int mode)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.access(gicard_paths_redirect(path, buffer), mode);
}

EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.readlink(gicard_paths_redirect(path, buffer), out, size);
}

EXPORT char *realpath(const char *path, char *out)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    const char *redirected = gicard_paths_redirect(path, buffer);
    char *found = gicard_real.realpath(redirected, out);
    if (found != NULL && redirected == buffer)
        gicard_paths_restore(found);
    return found;
}

char *__realpath_chk(const char *path, char *out, size_t size);

EXPORT char *__realpath_chk(const char *path, char *out, size_t size)
{
    if (size < 4096)
        abort();
    return realpath(path, out);
}

/* ---- using -------------------------------------------------------------------------------- */

static int answer(int code)
{
    if (code >= 0)
        return code;
    errno = -code;
    return -1;
}

EXPORT int ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;

    va_start(arguments, request);
    void *arg = va_arg(arguments, void *);
    va_end(arguments);
    gicard_real_init();
    unsigned number = _IOC_NR(request);
    if (!ready)
        return gicard_real.ioctl(fd, request, arg);
    switch (_IOC_TYPE(request)) {
    case 'd': {
        struct gicard_file *file = gicard_file_find(fd);
        if (file == NULL)
            break;
        int code = gicard_device_ioctl(file, number, arg);
        gicard_file_put(file);
        return answer(code);
    }
    case '>':
        if (gicard_inode_find(fd).kind == GICARD_SYNC_FILE)
            return answer(gicard_sync_file_ioctl(fd, number, arg));
        break;
    case 'b':
        if (gicard_inode_find(fd).kind == GICARD_BUFFER)
            return answer(gicard_prime_ioctl(fd, number, arg));
        break;
    default:
        break;
    }
    return gicard_real.ioctl(fd, request, arg);
}

EXPORT void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    gicard_real_init();
    struct gicard_file *file = ready && fd >= 0 && !(flags & MAP_ANONYMOUS) ? gicard_file_find(fd)
                                                                           : NULL;
    if (file == NULL)
        return gicard_real.mmap(at, size, protection, flags, fd, offset);
    void *bytes = gicard_gem_map(file, at, size, protection, flags, (uint64_t)offset);
    gicard_file_put(file);
    return bytes;
}

EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
    return mmap(at, size, protection, flags, fd, offset);
}

EXPORT int poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
    int result;

    gicard_real_init();
    if (ready && gicard_sync_file_poll(fds, count, timeout_ms < 0 ? -1 : timeout_ms * 1000000ll,
                                       &result))
        return result;
    return gicard_real.poll(fds, count, timeout_ms);
}

EXPORT int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                 const sigset_t *mask)
{
    int64_t ns = timeout == NULL ? -1 : timeout->tv_sec * 1000000000ll + timeout->tv_nsec;
    int result;

    gicard_real_init();
    if (ready && gicard_sync_file_poll(fds, count, ns, &result))
        return result;
    return gicard_real.ppoll(fds, count, timeout, mask);
}
