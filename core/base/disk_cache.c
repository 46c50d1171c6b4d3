#include "disk_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "log.h"
#include "uncancelled.h"

#define MAGIC UINT64_C(0x31656863616369e7)

enum { VERSION = 1, MAX_NAME = 255 };

/* ---- which folder ---------------------------------------------------------------------------- */

static bool is_absolute(const char *path)
{
    return path != NULL && path[0] == '/';
}

static char *join(const char *folder, const char *name)
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
        out_cache->folder = strdup(environment->own);
    } else if (is_absolute(environment->xdg)) {
        out_cache->folder = join(environment->xdg, "gpuinterop");
        out_cache->makes_parent = true;
    } else if (is_absolute(environment->home)) {
        out_cache->folder = join(environment->home, ".cache/gpuinterop");
        out_cache->makes_parent = true;
    }
    return out_cache->folder != NULL ? GI_DISK_CACHE_FOLDER : GI_DISK_CACHE_OFF;
}

/* Returns path if the user owns that folder, or if it does not exist and may_be_missing is set.
 * Else NULL. Root can run with another user's environment, and should not write to that user's
 * folders. */
static const char *own_folder(const char *path, bool may_be_missing)
{
    struct stat status;

    if (path == NULL || stat(path, &status) != 0)
        return may_be_missing ? path : NULL;
    return S_ISDIR(status.st_mode) && status.st_uid == geteuid() ? path : NULL;
}

void gi_disk_cache_init(struct gi_disk_cache *out_cache)
{
    static atomic_flag has_told = ATOMIC_FLAG_INIT;
    const struct gi_disk_cache_environment environment = {
        .own = secure_getenv("GPUINTEROP_CACHE_DIR"),
        .xdg = own_folder(secure_getenv("XDG_CACHE_HOME"), true),
        .home = own_folder(secure_getenv("HOME"), false),
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

/* Opens the folder. Returns -1 if it does not exist or another user owns it. */
static int open_folder(const struct gi_disk_cache *cache)
{
    int fd = open(cache->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;

    if (fd >= 0 && (fstat(fd, &status) != 0 || status.st_uid != geteuid())) {
        close(fd);
        errno = EPERM;
        return -1;
    }
    return fd;
}

static int make_folder(const struct gi_disk_cache *cache)
{
    char *parent;

    if (mkdir(cache->folder, 0700) != 0 && errno == ENOENT && cache->makes_parent) {
        parent = strdup(cache->folder);
        if (parent != NULL) {
            *strrchr(parent, '/') = '\0';
            (void)!mkdir(parent, 0700);
            (void)!mkdir(cache->folder, 0700);
        }
        free(parent);
    }
    return open_folder(cache);
}

static bool read_all(int fd, void *bytes, size_t size_bytes)
{
    ssize_t count;

    for (size_t done = 0; done < size_bytes; done += (size_t)count) {
        do
            count = read(fd, (char *)bytes + done, size_bytes - done);
        while (count < 0 && errno == EINTR);
        if (count <= 0)
            return false;
    }
    return true;
}

static bool write_all(int fd, const void *bytes, size_t size_bytes)
{
    ssize_t count;

    for (size_t done = 0; done < size_bytes; done += (size_t)count) {
        do
            count = write(fd, (const char *)bytes + done, size_bytes - done);
        while (count < 0 && errno == EINTR);
        if (count <= 0)
            return false;
    }
    return true;
}

/* Reads a file. Returns NULL on success, else the reason of the failure. */
static const char *read_file(int fd, void **out_contents, size_t *out_size_bytes)
{
    struct gi_disk_cache_header header;
    struct stat status;
    size_t size_bytes;

    if (fstat(fd, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & 022) != 0)
        return "not a file that this user alone may write";
    if (status.st_size <= (off_t)sizeof header ||
        status.st_size > (off_t)(sizeof header + GI_DISK_CACHE_MAX_BYTES))
        return "it has a size that no such file has";
    size_bytes = (size_t)status.st_size - sizeof header;
    *out_contents = malloc(size_bytes);
    if (*out_contents == NULL)
        return "there is no host memory for it";
    if (!read_all(fd, &header, sizeof header) || !read_all(fd, *out_contents, size_bytes))
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
    folder = open_folder(cache);
    if (folder < 0)
        return fails(cache, name, strerror(errno));
    /* Without O_NONBLOCK the open would block on a pipe of that name. */
    fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
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

/* Writes a new file and then renames it, so a file with the name is always complete. */
static bool write_file(int folder, const char *name, const void *contents, size_t size_bytes)
{
    const struct gi_disk_cache_header header = gi_disk_cache_header_of(contents, size_bytes);
    char unfinished[MAX_NAME + 1];
    bool is_whole;
    int fd, error;

    snprintf(unfinished, sizeof unfinished, "%s.%lx.%llx", name, (long)getpid(),
             (unsigned long long)gi_now_ns());
    fd = openat(folder, unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    is_whole = write_all(fd, &header, sizeof header) && write_all(fd, contents, size_bytes);
    error = errno;
    if (close(fd) != 0 && is_whole) {    /* close may report a full disk */
        is_whole = false;
        error = errno;
    }
    if (is_whole && renameat(folder, unfinished, folder, name) == 0)
        return true;
    error = is_whole ? errno : error;
    (void)!unlinkat(folder, unfinished, 0);
    errno = error;
    return false;
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
    if (folder >= 0)
        close(folder);
    return is_written;
}
