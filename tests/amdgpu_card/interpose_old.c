/* The names that stat had before glibc 2.33: programs that were built then call them, and so does
 * ThreadSanitizer's runtime. All lead to interpose.c: by -Bsymbolic-functions, not by the loader,
 * who would find that runtime first. */
#include <sys/stat.h>

#define EXPORT __attribute__((visibility("default")))

int __xstat(int version, const char *path, struct stat *out);
int __xstat64(int version, const char *path, struct stat64 *out);
int __lxstat(int version, const char *path, struct stat *out);
int __lxstat64(int version, const char *path, struct stat64 *out);
int __fxstat(int version, int fd, struct stat *out);
int __fxstat64(int version, int fd, struct stat64 *out);
int __fxstatat(int version, int folder, const char *path, struct stat *out, int flags);
int __fxstatat64(int version, int folder, const char *path, struct stat64 *out, int flags);

EXPORT int __xstat(int version, const char *path, struct stat *out)
{
    (void)version;
    return stat(path, out);
}

EXPORT int __xstat64(int version, const char *path, struct stat64 *out)
{
    (void)version;
    return stat64(path, out);
}

EXPORT int __lxstat(int version, const char *path, struct stat *out)
{
    (void)version;
    return lstat(path, out);
}

EXPORT int __lxstat64(int version, const char *path, struct stat64 *out)
{
    (void)version;
    return lstat64(path, out);
}

EXPORT int __fxstat(int version, int fd, struct stat *out)
{
    (void)version;
    return fstat(fd, out);
}

EXPORT int __fxstat64(int version, int fd, struct stat64 *out)
{
    (void)version;
    return fstat64(fd, out);
}

EXPORT int __fxstatat(int version, int folder, const char *path, struct stat *out, int flags)
{
    (void)version;
    return fstatat(folder, path, out, flags);
}

EXPORT int __fxstatat64(int version, int folder, const char *path, struct stat64 *out, int flags)
{
    (void)version;
    return fstatat64(folder, path, out, flags);
}
