/* The C library's own functions behind those that the card stands in front of. */
#include "real.h"

#include <dlfcn.h>
#include <string.h>

struct gicard_real gicard_real;

/** A data pointer as the function pointer that it is. */
static void find(void *slot, const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);

    memcpy(slot, &address, sizeof(address));
}

void gicard_real_init(void)
{
    if (gicard_real.ppoll != NULL)
        return;
    find(&gicard_real.open, "open");
    find(&gicard_real.openat, "openat");
    find(&gicard_real.fopen, "fopen");
    find(&gicard_real.opendir, "opendir");
    find(&gicard_real.stat, "stat");
    find(&gicard_real.lstat, "lstat");
    find(&gicard_real.fstat, "fstat");
    find(&gicard_real.fstatat, "fstatat");
    find(&gicard_real.statx, "statx");
    find(&gicard_real.access, "access");
    find(&gicard_real.faccessat, "faccessat");
    find(&gicard_real.readlink, "readlink");
    find(&gicard_real.readlinkat, "readlinkat");
    find(&gicard_real.getxattr, "getxattr");
    find(&gicard_real.lgetxattr, "lgetxattr");
    find(&gicard_real.realpath, "realpath");
    find(&gicard_real.ioctl, "ioctl");
    find(&gicard_real.mmap, "mmap");
    find(&gicard_real.poll, "poll");
    find(&gicard_real.ppoll, "ppoll");
}
