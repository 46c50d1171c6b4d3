#include "rtc/rtc_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/size_signal.h"
#include "clang/words.h"

/* The sources lie so deep that a header may be named by a few "..". */
#define SOURCES "in/in/in/in"
enum { DEPTH = 4 };

#define SOURCE_NAME ".gpuinterop-source"

/* A device file has no size; nothing the compiler writes is larger. */
enum { MOST_BYTES = 1 << 30 };

bool gi_rtc_folder_has(const char *header_name)
{
    int depth = DEPTH;

    if (*header_name == '/' || *header_name == 0)
        return false;
    for (const char *at = header_name; *at != 0;) {
        size_t length = strcspn(at, "/");

        if (length == 2 && at[0] == '.' && at[1] == '.')
            depth--;
        else if (length != 0 && !(length == 1 && *at == '.'))
            depth++;
        if (depth <= 0)
            return false;
        at += length + (at[length] == '/');
    }
    return header_name[strlen(header_name) - 1] != '/';
}

/* Headers of C and C++, which stand behind the system's: ours are made for these. */
static bool is_standard(const char *name)
{
    static const char *const of_c[] = {
        "assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h",
        "iso646.h", "limits.h", "locale.h", "math.h", "setjmp.h", "signal.h", "stdalign.h",
        "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
        "string.h", "tgmath.h", "time.h", "wchar.h", "wctype.h"
    };

    if (strpbrk(name, "./") == NULL)
        return true;
    for (size_t i = 0; i < sizeof of_c / sizeof of_c[0]; i++) {
        if (strcmp(name, of_c[i]) == 0)
            return true;
    }
    return false;
}

/* Makes the folders on the way to a file. False with errno. */
static bool make_folders(char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        bool is_made;

        *slash = 0;
        is_made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made)
            return false;
    }
    return true;
}

gi_status gi_rtc_folder_begin(struct gi_rtc_folder *out_folder)
{
    const char *parent = secure_getenv("TMPDIR");
    char *deep;
    bool is_made;

    *out_folder = (struct gi_rtc_folder){ 0 };
    out_folder->path = gi_text("%s/gpuinterop-rtc-XXXXXX",
                               parent != NULL && *parent == '/' ? parent : "/tmp");
    if (out_folder->path == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the compiler's folder");
    if (mkdtemp(out_folder->path) == NULL) {
        gi_status status = gi_fail(GI_OS_ERROR, "there can be no temporary folder %s: %s",
                                   out_folder->path, strerror(errno));

        free(out_folder->path);
        out_folder->path = NULL;
        return status;
    }
    out_folder->sources = gi_text("%s/" SOURCES, out_folder->path);
    out_folder->standard = gi_text("%s/standard", out_folder->path);
    out_folder->own = gi_text("%s/own", out_folder->path);
    deep = gi_text("%s/" SOURCES "/", out_folder->path);
    if (out_folder->sources == NULL || out_folder->standard == NULL || out_folder->own == NULL
        || deep == NULL) {
        free(deep);
        return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the compiler's folder");
    }
    is_made = make_folders(deep, strlen(out_folder->path) + 1)
        && mkdir(out_folder->standard, 0700) == 0 && mkdir(out_folder->own, 0700) == 0;
    free(deep);
    return is_made ? GI_OK : gi_fail(GI_OS_ERROR, "the compiler's folder cannot be made: %s",
                                     strerror(errno));
}

static gi_status write_new(const char *path, const char *bytes, size_t count)
{
    GI_NO_SIZE_SIGNAL;
    int fd = gi_file_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool is_written;

    if (fd < 0 && errno == EEXIST)
        return GI_OK;
    if (fd < 0)
        return gi_fail(errno == ENOSPC || errno == EMFILE || errno == ENFILE ? GI_OS_ERROR
                       : GI_INVALID_VALUE, "%s cannot be written: %s", path, strerror(errno));
    is_written = gi_file_write(fd, bytes, count);
    is_written = close(fd) == 0 && is_written;
    return is_written ? GI_OK : gi_fail(GI_OS_ERROR, "%s cannot be written: %s", path,
                                        strerror(errno));
}

gi_status gi_rtc_folder_add(const struct gi_rtc_folder *folder, const char *name,
                            const char *text)
{
    const char *parent = is_standard(name) ? folder->standard : folder->sources;
    char *path = gi_text("%s/%s", parent, name);
    gi_status status;

    if (path == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the header %s", name);
    if (!make_folders(path, strlen(parent) + 1))
        status = gi_fail(errno == ENOSPC ? GI_OS_ERROR : GI_INVALID_VALUE,
                         "the header %s cannot be written: %s", name, strerror(errno));
    else
        status = write_new(path, text, strlen(text));
    free(path);
    return status;
}

gi_status gi_rtc_folder_add_source(const struct gi_rtc_folder *folder, const char *text,
                                   size_t bytes, char **out_path)
{
    *out_path = gi_text("%s/" SOURCE_NAME, folder->sources);
    if (*out_path == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the source");
    return write_new(*out_path, text, bytes);
}

gi_status gi_rtc_folder_read(const char *path, char **out_bytes, size_t *out_count)
{
    int fd = gi_file_open(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
    struct stat facts;
    gi_status status = GI_OK;

    *out_bytes = NULL;
    *out_count = 0;
    if (fd < 0)
        return GI_NO_FILE;
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size > MOST_BYTES)
        status = gi_fail(GI_OS_ERROR, "%s is no file of a compiler", path);
    else if ((*out_bytes = malloc((size_t)facts.st_size + 1)) == NULL)
        status = gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for %s", path);
    else if (!gi_file_read(fd, *out_bytes, (size_t)facts.st_size, out_count))
        status = gi_fail(GI_OS_ERROR, "%s cannot be read: %s", path, strerror(errno));
    close(fd);
    if (status == GI_OK) {
        (*out_bytes)[*out_count] = 0;
        return GI_OK;
    }
    free(*out_bytes);
    *out_bytes = NULL;
    return status;
}

static bool is_folder(int parent, const char *name)
{
    struct stat facts;

    return fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

/* Goes down into folders that lie in it, follows no link, and goes up again by "..". All folders
 * are this user's alone. */
static void remove_all(int folder)
{
    int list = gi_file_open(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    DIR *all = list >= 0 ? fdopendir(list) : NULL;

    if (all == NULL) {
        if (list >= 0)
            close(list);
        return;
    }
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        const char *name = entry->d_name;
        int inner;

        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (!is_folder(folder, name)) {
            (void)!unlinkat(folder, name, 0);
            continue;
        }
        inner = gi_file_open(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
        if (inner >= 0) {
            remove_all(inner);
            close(inner);
        }
        (void)!unlinkat(folder, name, AT_REMOVEDIR);
    }
    closedir(all);
}

void gi_rtc_folder_end(struct gi_rtc_folder *folder)
{
    int fd = folder->path != NULL
        ? gi_file_open(AT_FDCWD, folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        : -1;

    if (fd >= 0) {
        remove_all(fd);
        close(fd);
    }
    if (folder->path != NULL)
        (void)!rmdir(folder->path);
    free(folder->path);
    free(folder->sources);
    free(folder->standard);
    free(folder->own);
    *folder = (struct gi_rtc_folder){ 0 };
}
