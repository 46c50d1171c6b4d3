#include "disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_bytes.h"
#include "base/log.h"
#include "base/uncancelled.h"

#define MAGIC UINT64_C(0x31656863616369e7)

enum { VERSION = 1, MAX_NAME = 255 };

/* A later write removes files that killed processes left (GI_FILE_UNFINISHED). Younger ones may be
 * still written. */
enum { UNFINISHED_SECONDS = 3600 };

/* ---- which folder ---------------------------------------------------------------------------- */

static bool is_absolute(const char *path)
{
    return path != NULL && path[0] == '/';
}

/* In front of a slash or "/." at the end, a symbolic link would be followed. */
static char *without_slashes(const char *path)
{
    size_t length = strlen(path);

    while (length > 1 && (path[length - 1] == '/' ||
                          (path[length - 1] == '.' && path[length - 2] == '/')))
        length--;
    return strndup(path, length);
}

static char *join_path(const char *folder, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

enum gi_disk_cache_choice
gi_disk_cache_choose(const struct gi_disk_cache_environment *environment,
                     struct gi_disk_cache *out_cache)
{
    *out_cache = (struct gi_disk_cache){ 0 };
    if (environment->own != NULL) {
        if (environment->own[0] == '\0')
            return GI_DISK_CACHE_OFF;
        if (!is_absolute(environment->own))
            return GI_DISK_CACHE_WRONG;
        out_cache->folder = without_slashes(environment->own);
    } else if (is_absolute(environment->xdg)) {
        out_cache->folder = join_path(environment->xdg, "gpuinterop");
        out_cache->makes_parent = true;
    } else if (is_absolute(environment->home)) {
        out_cache->folder = join_path(environment->home, ".cache/gpuinterop");
        out_cache->makes_parent = true;
    }
    return out_cache->folder != NULL ? GI_DISK_CACHE_FOLDER : GI_DISK_CACHE_OFF;
}

static char *parent_of(const char *path)
{
    char *parent = strdup(path), *end;

    if (parent == NULL)
        return NULL;
    end = parent + strlen(parent);
    while (end > parent + 1 && end[-1] == '/')
        end--;
    while (end > parent + 1 && end[-1] != '/')
        end--;
    while (end > parent + 1 && end[-1] == '/')
        end--;
    *end = '\0';
    return parent;
}

static bool is_own_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* Whether a folder may be made in the parent of path: the user owns the parent, or it is for all
 * users, as /tmp is. Root can run with another user's environment. The user cannot write to folders
 * that root makes in the user's own. */
static bool may_make(const char *path)
{
    char *parent = parent_of(path);
    struct stat status;
    bool may = parent != NULL && stat(parent, &status) == 0 && S_ISDIR(status.st_mode) &&
               (status.st_uid == geteuid() || (status.st_mode & S_ISVTX) != 0);

    free(parent);
    return may;
}

static bool is_missing(const char *path)
{
    struct stat status;

    return stat(path, &status) != 0 && errno == ENOENT;
}

/* Returns path if the user owns that folder, or if it is missing and may be made. Else NULL. */
static const char *own_or_new_folder(const char *path)
{
    if (!is_absolute(path))
        return NULL;
    return is_own_folder(path) || (is_missing(path) && may_make(path)) ? path : NULL;
}

static const char *own_folder(const char *path)
{
    return is_absolute(path) && is_own_folder(path) ? path : NULL;
}

void gi_disk_cache_init(struct gi_disk_cache *out_cache)
{
    static atomic_flag has_told = ATOMIC_FLAG_INIT;
    const struct gi_disk_cache_environment environment = {
        .own = secure_getenv("GPUINTEROP_CACHE_DIR"),
        .xdg = own_or_new_folder(secure_getenv("XDG_CACHE_HOME")),
        .home = own_folder(secure_getenv("HOME")),
    };

    if (gi_disk_cache_choose(&environment, out_cache) == GI_DISK_CACHE_WRONG &&
        !atomic_flag_test_and_set(&has_told))
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_CACHE_DIR is \"%s\"; right would be the absolute path of "
               "a folder, or nothing for no cache", environment.own);
}

void gi_disk_cache_finish(struct gi_disk_cache *cache)
{
    free(cache->folder);
    *cache = (struct gi_disk_cache){ 0 };
}

static pthread_once_t shared_once = PTHREAD_ONCE_INIT;
static struct gi_disk_cache shared;

static void find_shared(void)
{
    gi_disk_cache_init(&shared);
}

const struct gi_disk_cache *gi_disk_cache_shared(void)
{
    (void)pthread_once(&shared_once, find_shared);
    return shared.folder != NULL ? &shared : NULL;
}

/* ---- headers --------------------------------------------------------------------------------- */

uint64_t gi_disk_cache_checksum(const void *contents, size_t size_bytes)
{
    const unsigned char *at = contents;
    uint64_t sum = size_bytes + UINT64_C(0x9e3779b97f4a7c15), word;

    for (size_t done = 0; done < size_bytes; done += sizeof word) {
        size_t rest = size_bytes - done;

        word = 0;
        memcpy(&word, at + done, rest < sizeof word ? rest : sizeof word);
        sum = (sum ^ word) * UINT64_C(0xff51afd7ed558ccd);
        sum ^= sum >> 32;
    }
    return sum;
}

struct gi_disk_cache_header gi_disk_cache_header_of(const void *contents, size_t size_bytes)
{
    return (struct gi_disk_cache_header){
        .magic = MAGIC,
        .version = VERSION,
        .header_bytes = sizeof(struct gi_disk_cache_header),
        .size_bytes = size_bytes,
        .checksum = gi_disk_cache_checksum(contents, size_bytes),
    };
}

bool gi_disk_cache_header_fits(const struct gi_disk_cache_header *header, const void *contents,
                               size_t size_bytes)
{
    return header->magic == MAGIC && header->version == VERSION &&
           header->header_bytes == sizeof *header && header->size_bytes == size_bytes &&
           header->checksum == gi_disk_cache_checksum(contents, size_bytes);
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool fails(const struct gi_disk_cache *cache, const char *name, const char *why)
{
    gi_log(GI_LOG_DEBUG, "cache: %s/%s: %s", cache->folder, name, why);
    return false;
}

/* Makes a folder that the environment did not name itself. */
static void make_in_own(const char *path)
{
    if (may_make(path))
        (void)!mkdir(path, 0700);
}

static int make_folder(const struct gi_disk_cache *cache)
{
    char *parent;

    if (!cache->makes_parent) {
        (void)!mkdir(cache->folder, 0700);
    } else if (is_missing(cache->folder)) {
        parent = parent_of(cache->folder);
        if (parent != NULL)
            make_in_own(parent);
        free(parent);
        make_in_own(cache->folder);
    }
    return gi_file_open_own_folder(cache->folder);
}

/* Reads a file. Returns NULL on success, else the reason of the failure. */
static const char *read_file(int fd, void **out_contents, size_t *out_size_bytes)
{
    struct gi_disk_cache_header header;
    struct stat status;
    size_t size_bytes, count;

    if (fstat(fd, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & 022) != 0)
        return "not a file that this user alone may write";
    if (status.st_size <= (off_t)sizeof header ||
        status.st_size > (off_t)(sizeof header + GI_DISK_CACHE_MAX_BYTES))
        return "it has a size that no such file has";
    size_bytes = (size_t)status.st_size - sizeof header;
    if (!gi_file_read(fd, &header, sizeof header, &count) || count != sizeof header)
        return "it cannot be read to its end";
    *out_contents = gi_file_read_all(fd, size_bytes, &count);
    if (*out_contents == NULL)
        return strerror(errno);
    if (count != size_bytes)
        return "it cannot be read to its end";
    if (!gi_disk_cache_header_fits(&header, *out_contents, size_bytes))
        return "it is damaged";
    *out_size_bytes = size_bytes;
    return NULL;
}

bool gi_disk_cache_read(const struct gi_disk_cache *cache, const char *name, void **out_contents,
                        size_t *out_size_bytes)
{
    GI_UNCANCELLED;
    int folder, fd;
    const char *why;

    *out_contents = NULL;
    *out_size_bytes = 0;
    if (cache->folder == NULL)
        return false;
    folder = gi_file_open_own_folder(cache->folder);
    if (folder < 0)
        return fails(cache, name, strerror(errno));
    /* Without O_NONBLOCK the open would block on a pipe of that name. */
    fd = gi_file_open(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
    why = fd < 0 ? strerror(errno) : read_file(fd, out_contents, out_size_bytes);
    if (fd >= 0)
        close(fd);
    close(folder);
    if (why == NULL)
        return true;
    free(*out_contents);
    *out_contents = NULL;
    return fails(cache, name, why);
}

static bool is_old_unfinished(int folder, const char *name)
{
    size_t length = strlen(name), ending = sizeof GI_FILE_UNFINISHED - 1;
    struct stat status;

    return length > ending && strcmp(name + length - ending, GI_FILE_UNFINISHED) == 0 &&
           fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
           status.st_mtime < time(NULL) - UNFINISHED_SECONDS;
}

/* Removes what killed processes left. A process that was only stopped for that long fails to rename
 * its file, which does no harm. */
static void remove_old_unfinished(int folder)
{
    int fd = gi_file_open(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;

    if (list == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (is_old_unfinished(folder, entry->d_name))
            (void)!unlinkat(folder, entry->d_name, 0);
    }
    closedir(list);
}

/* Writes a new file and then renames it, so a file with the name is always complete. */
static bool write_file(int folder, const char *name, const void *contents, size_t size_bytes)
{
    struct gi_disk_cache_header header = gi_disk_cache_header_of(contents, size_bytes);
    const struct iovec parts[] = { { &header, sizeof header }, { (void *)contents, size_bytes } };

    return gi_file_replace(folder, name, parts, 2);
}

bool gi_disk_cache_write(const struct gi_disk_cache *cache, const char *name, const void *contents,
                         size_t size_bytes)
{
    GI_UNCANCELLED;
    bool is_written;
    int folder;

    if (cache->folder == NULL)
        return false;
    if (size_bytes == 0 || size_bytes > GI_DISK_CACHE_MAX_BYTES)
        return fails(cache, name, "not written: the contents have a size that no file has");
    folder = make_folder(cache);
    is_written = folder >= 0 && write_file(folder, name, contents, size_bytes);
    if (!is_written)
        (void)fails(cache, name, strerror(errno));
    if (is_written)
        remove_old_unfinished(folder);
    if (folder >= 0)
        close(folder);
    return is_written;
}
