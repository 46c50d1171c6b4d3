#include "clang/temporary.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "clang/words.h"

/* How many folders are open at a time. */
enum { DEPTH = 8 };

const char *gi_temporary_parent(void)
{
    const char *parent = secure_getenv("TMPDIR");

    return parent != NULL && *parent == '/' ? parent : "/tmp";
}

char *gi_temporary_folder(const char *name)
{
    char *path = gi_text("%s/%s-XXXXXX", gi_temporary_parent(), name);
    int error;

    if (path == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    if (mkdtemp(path) != NULL)
        return path;
    error = errno;
    free(path);
    errno = error;
    return NULL;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts, (void)kind, (void)place;
    (void)!remove(path);
    return 0;
}

void gi_temporary_remove(const char *path)
{
    (void)nftw(path, remove_one, DEPTH, FTW_DEPTH | FTW_PHYS);
}
