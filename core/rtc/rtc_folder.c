#include "rtc/rtc_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/size_signal.h"
#include "clang/temporary.h"
#include "clang/words.h"

/* The start of the folders' names. */
#define NAME "gpuinterop-rtc"

/* The sources lie so deep that a header may be named by a few "..". */
#define SOURCES "in/in/in/in"
enum { DEPTH = 4 };

#define SOURCE_NAME ".gpuinterop-source"

/* Nothing that the compiler writes is larger. */
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

static bool is_old(int parent, const char *name)
{
    enum { DAY_SECONDS = 24 * 3600 };
    struct stat facts;

    return gi_begins_with(name, NAME "-")
        && fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode)
        && facts.st_uid == geteuid() && facts.st_mtime < time(NULL) - DAY_SECONDS;
}

/* Removes what killed processes left. */
static void remove_old(void)
{
    const char *parent = gi_temporary_parent();
    DIR *all = opendir(parent);

    if (all == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        char *path = is_old(dirfd(all), entry->d_name)
            ? gi_text("%s/%s", parent, entry->d_name) : NULL;

        if (path != NULL)
            gi_temporary_remove(path);
        free(path);
    }
    closedir(all);
}

static gi_status no_folder_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the compiler's folder");
}

static gi_status make_inner(const struct gi_rtc_folder *folder)
{
    char *deep = gi_text("%s/" SOURCES "/", folder->path);
    bool is_made;

    if (deep == NULL || folder->sources == NULL || folder->standard == NULL
        || folder->own == NULL) {
        free(deep);
        return no_folder_memory();
    }
    is_made = make_folders(deep, strlen(folder->path) + 1) && mkdir(folder->standard, 0700) == 0
        && mkdir(folder->own, 0700) == 0;
    free(deep);
    return is_made ? GI_OK : gi_fail(GI_OS_ERROR, "the compiler's folder cannot be made: %s",
                                     strerror(errno));
}

gi_status gi_rtc_folder_begin(struct gi_rtc_folder *out_folder)
{
    static atomic_flag has_removed = ATOMIC_FLAG_INIT;

    *out_folder = (struct gi_rtc_folder){ 0 };
    if (!atomic_flag_test_and_set(&has_removed))
        remove_old();
    out_folder->path = gi_temporary_folder(NAME);
    if (out_folder->path == NULL)
        return errno == ENOMEM ? no_folder_memory()
            : gi_fail(GI_OS_ERROR, "there can be no temporary folder in %s: %s",
                      gi_temporary_parent(), strerror(errno));
    out_folder->sources = gi_text("%s/" SOURCES, out_folder->path);
    out_folder->standard = gi_text("%s/standard", out_folder->path);
    out_folder->own = gi_text("%s/own", out_folder->path);
    return make_inner(out_folder);
}

/* Some names cannot be those of files. */
static gi_status cannot_write(const char *path)
{
    bool is_name = errno == ENAMETOOLONG || errno == ENOTDIR || errno == EISDIR || errno == EINVAL
        || errno == EILSEQ;

    return gi_fail(is_name ? GI_INVALID_VALUE : GI_OS_ERROR, "%s cannot be written: %s", path,
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
        return cannot_write(path);
    is_written = gi_file_write(fd, bytes, count);
    is_written = close(fd) == 0 && is_written;
    return is_written ? GI_OK : cannot_write(path);
}

gi_status gi_rtc_folder_add(const struct gi_rtc_folder *folder, const char *name,
                            const char *text)
{
    const char *parent = is_standard(name) ? folder->standard : folder->sources;
    char *path = gi_text("%s/%s", parent, name);
    gi_status status;

    if (path == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for the header %s", name);
    status = make_folders(path, strlen(parent) + 1) ? write_new(path, text, strlen(text))
        : cannot_write(path);
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

static gi_status read_whole(int fd, const char *path, char **out_bytes, size_t *out_count)
{
    struct stat facts;

    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size > MOST_BYTES)
        return gi_fail(GI_OS_ERROR, "%s is no file of a compiler", path);
    *out_bytes = gi_file_read_all(fd, (size_t)facts.st_size, out_count);
    if (*out_bytes != NULL)
        return GI_OK;
    return errno == ENOMEM ? gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for %s", path)
        : gi_fail(GI_OS_ERROR, "%s cannot be read: %s", path, strerror(errno));
}

gi_status gi_rtc_folder_read(const char *path, char **out_bytes, size_t *out_count)
{
    int fd = gi_file_open(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
    gi_status status;

    *out_bytes = NULL;
    *out_count = 0;
    if (fd < 0 && errno == ENOENT)
        return GI_NO_FILE;
    if (fd < 0)
        return gi_fail(GI_OS_ERROR, "%s cannot be opened: %s", path, strerror(errno));
    status = read_whole(fd, path, out_bytes, out_count);
    close(fd);
    return status;
}

void gi_rtc_folder_end(struct gi_rtc_folder *folder)
{
    if (folder->path != NULL)
        gi_temporary_remove(folder->path);
    free(folder->path);
    free(folder->sources);
    free(folder->standard);
    free(folder->own);
    *folder = (struct gi_rtc_folder){ 0 };
}
