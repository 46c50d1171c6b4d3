/* What the shell's tools look at the card's folders by, such as ls and test. */
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "paths.h"
#include "real.h"
#include "uapi.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int statx(int folder, const char *restrict path, int flags, unsigned mask,
                 struct statx *restrict out)
{
    char buffer[GICARD_PATH_BYTES];
    struct gicard_node_name node;

    gicard_real_init();
    const char *where = gicard_paths_redirect(path, buffer);
    int r = gicard_real.statx(folder, where, flags, mask, out);
    if (r == 0 && where == buffer && gicard_paths_node(where, &node)) {
        out->stx_mode = S_IFCHR | 0666;
        out->stx_size = 0;
        out->stx_rdev_major = GICARD_DRM_MAJOR;
        out->stx_rdev_minor = node.card + (node.render ? 128u : 0);
    }
    return r;
}

EXPORT int faccessat(int folder, const char *path, int mode, int flags)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.faccessat(folder, gicard_paths_redirect(path, buffer), mode, flags);
}

EXPORT ssize_t readlinkat(int folder, const char *path, char *out, size_t size)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.readlinkat(folder, gicard_paths_redirect(path, buffer), out, size);
}

/** Lists of who may open it; ls -l asks. */
EXPORT ssize_t getxattr(const char *path, const char *name, void *value, size_t size)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.getxattr(gicard_paths_redirect(path, buffer), name, value, size);
}

EXPORT ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size)
{
    char buffer[GICARD_PATH_BYTES];

    gicard_real_init();
    return gicard_real.lgetxattr(gicard_paths_redirect(path, buffer), name, value, size);
}
