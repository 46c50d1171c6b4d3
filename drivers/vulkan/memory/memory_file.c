#include "memory_file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/log.h"
#include "vulkan/loader/fd.h"

enum {
    GIVK_MOST_HEAD_BYTES = 65536,
    GIVK_SHARED_POSITION_TRIES = 100  /* without /proc: attempts until no other import interferes */
};

/* ---- heads --------------------------------------------------------------------------------- */

static bool givk_read_head(int fd, struct givk_memory_head *out_head, uint64_t *out_file_bytes)
{
    struct stat facts;

    *out_file_bytes = 0;
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    *out_file_bytes = (uint64_t)facts.st_size;
    return pread(fd, out_head, sizeof(*out_head), 0) == (ssize_t)sizeof(*out_head);
}

/** Reads a few bytes of this process that may be unmapped. The kernel reads them, so a fault is
 *  only an error. */
static bool givk_peek(const void *from, void *to, size_t bytes)
{
    bool is_there;
    size_t count;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    is_there = gi_file_write(ends[1], from, bytes) && gi_file_read(ends[0], to, bytes, &count) &&
               count == bytes;
    close(ends[0]);
    close(ends[1]);
    return is_there;
}

static bool givk_maps_head(const struct givk_memory_head *head, const void *host)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t offset = head->offset_bytes;
    const char *begin = (const char *)host - offset;
    struct givk_memory_head seen;
    uint64_t last = 0;

    if (host == NULL || offset == 0 || offset % page != 0 || offset > GIVK_MOST_HEAD_BYTES)
        return false;
    return givk_peek(begin, &seen, sizeof(seen)) && memcmp(&seen, head, sizeof(seen)) == 0 &&
           givk_peek((const char *)host - sizeof(last), &last, sizeof(last)) && last == offset;
}

void givk_memory_file_learn(struct givk_memory_file *out, int fd, const void *host)
{
    struct givk_memory_head head;
    uint64_t file_bytes;

    *out = (struct givk_memory_file){ .seals = givk_fd_seals(fd) };
    if ((out->seals & F_SEAL_SHRINK) == 0 || !givk_read_head(fd, &head, &file_bytes))
        return;
    out->has_head = head.size_bytes == file_bytes && head.offset_bytes < file_bytes;
    out->head = head;
    out->maps_head = out->has_head && givk_maps_head(&head, host);
}

gi_status givk_memory_file_check(const struct givk_memory_file *sample, int fd, int seals,
                                 const char *device_name, uint64_t *out_file_bytes)
{
    struct givk_memory_head head;
    char words[GIVK_FD_WORDS];
    uint64_t file_bytes;

    *out_file_bytes = 0;
    if ((sample->seals & F_SEAL_SHRINK) == 0)
        return GI_OK;
    if ((seals & F_SEAL_SHRINK) == 0)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s without F_SEAL_SHRINK, so "
                       "its owner could shrink it; %s seals the memory that it exports", fd,
                       givk_fd_describe(fd, words), device_name);
    if (!sample->has_head)
        return GI_OK;
    if (!givk_read_head(fd, &head, &file_bytes) ||
        memcmp(head.driver, sample->head.driver, sizeof(head.driver)) != 0)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, not memory that %s exported",
                       fd, givk_fd_describe(fd, words), device_name);
    if (head.size_bytes != file_bytes || head.offset_bytes != sample->head.offset_bytes ||
        head.offset_bytes >= file_bytes)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s of %" PRIu64 " bytes, but its "
                       "head says %" PRIu64 " bytes with memory from byte %" PRIu64 " on; %s "
                       "writes the file's size and byte %" PRIu64, fd,
                       givk_fd_describe(fd, words), file_bytes, head.size_bytes, head.offset_bytes,
                       device_name, sample->head.offset_bytes);
    *out_file_bytes = file_bytes;
    return GI_OK;
}

/** Replaces the pages in front of the memory by private ones with the correct head and offset. */
static bool givk_replace_head(const struct givk_memory_file *sample, void *host,
                              uint64_t file_bytes)
{
    uint64_t length = sample->head.offset_bytes;
    struct givk_memory_head head = sample->head;
    char *pages = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return false;
    head.size_bytes = file_bytes;
    memcpy(pages, &head, sizeof(head));
    memcpy(pages + length - sizeof(length), &length, sizeof(length));
    if (mremap(pages, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, (char *)host - length) !=
        MAP_FAILED)
        return true;
    munmap(pages, length);
    return false;
}

gi_status givk_memory_file_detach(const struct givk_memory_file *sample, void *host)
{
    struct givk_memory_head head;

    if (!sample->maps_head || host == NULL)
        return GI_OK;
    memcpy(&head, (char *)host - sample->head.offset_bytes, sizeof(head));
    if (givk_replace_head(sample, host, head.size_bytes))
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "exportable memory: the process cannot map a private page for "
                   "its head");
}

bool givk_memory_file_mend(const struct givk_memory_file *sample, void *host, uint64_t file_bytes)
{
    uint64_t offset = sample->head.offset_bytes, last;
    struct givk_memory_head head;

    if (!sample->maps_head || host == NULL || file_bytes == 0)
        return true;
    memcpy(&head, (char *)host - offset, sizeof(head));
    memcpy(&last, (char *)host - sizeof(last), sizeof(last));
    if (head.size_bytes == file_bytes && head.offset_bytes == offset && last == offset)
        return true;
    gi_log(GI_LOG_ERROR, "imported memory at %p: another process has changed its head to %" PRIu64
           " bytes, of %" PRIu64, host, head.size_bytes, file_bytes);
    return givk_replace_head(sample, host, file_bytes);
}

/* ---- giving a descriptor ------------------------------------------------------------------- */

static gi_status givk_give_once(int borrowed_fd, givk_take_fd *take, void *of, const char *what,
                                VkResult *out_result)
{
    bool is_taken = false;
    int duplicate;
    gi_status st = givk_fd_duplicate(borrowed_fd, what, &duplicate);

    *out_result = VK_ERROR_INVALID_EXTERNAL_HANDLE;
    if (st != GI_OK)
        return st;
    *out_result = take(of, duplicate, &is_taken);
    if (*out_result != VK_SUCCESS && !is_taken)
        givk_fd_close_duplicate(borrowed_fd, duplicate);
    return GI_OK;
}

/** Opens the same file again, for a file position of its own; -1 if the system cannot. */
static int givk_open_anew(int fd)
{
    char path[40];

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    return gi_file_open(AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
}

gi_status givk_memory_file_give(int borrowed_fd, bool is_checked, givk_take_fd *take, void *of,
                                const char *what, VkResult *out_result)
{
    gi_status st = givk_give_once(borrowed_fd, take, of, what, out_result);
    int tries = is_checked ? GIVK_SHARED_POSITION_TRIES : 0;
    int anew;

    if (st != GI_OK || tries == 0 || *out_result != VK_ERROR_INVALID_EXTERNAL_HANDLE)
        return st;
    anew = givk_open_anew(borrowed_fd);
    if (anew >= 0) {
        st = givk_give_once(anew, take, of, what, out_result);
        close(anew);
        return st;
    }
    while (st == GI_OK && *out_result == VK_ERROR_INVALID_EXTERNAL_HANDLE && tries-- > 0) {
        sched_yield();
        st = givk_give_once(borrowed_fd, take, of, what, out_result);
    }
    return st;
}
