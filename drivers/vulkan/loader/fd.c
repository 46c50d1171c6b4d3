#include "fd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Reads the target of the descriptor's link in /proc; "" if that fails. */
static void givk_fd_link(int fd, char *text, size_t bytes)
{
    char path[40];
    ssize_t length;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    length = readlink(path, text, bytes - 1);
    text[length < 0 ? 0 : length] = '\0';
}

static bool givk_link_is_dma_buf(const char *link)
{
    return strncmp(link, "/dmabuf:", 8) == 0 || strncmp(link, "anon_inode:dmabuf", 17) == 0;
}

const char *givk_fd_describe(int fd, char text[static GIVK_FD_WORDS])
{
    char link[128];
    struct stat facts;

    if (fstat(fd, &facts) != 0) {
        snprintf(text, GIVK_FD_WORDS, "closed");
        return text;
    }
    givk_fd_link(fd, link, sizeof(link));
    if (S_ISFIFO(facts.st_mode))
        snprintf(text, GIVK_FD_WORDS, "a pipe");
    else if (S_ISSOCK(facts.st_mode))
        snprintf(text, GIVK_FD_WORDS, "a socket");
    else if (S_ISDIR(facts.st_mode))
        snprintf(text, GIVK_FD_WORDS, "the directory %s", link);
    else if (strncmp(link, "/memfd:", 7) == 0)
        snprintf(text, GIVK_FD_WORDS, "a memfd (%s)", link);
    else if (givk_link_is_dma_buf(link))
        snprintf(text, GIVK_FD_WORDS, "a dma-buf (%s)", link);
    else if (strncmp(link, "anon_inode:", 11) == 0)
        snprintf(text, GIVK_FD_WORDS, "a kernel object (%s)", link);
    else if (S_ISCHR(facts.st_mode))
        snprintf(text, GIVK_FD_WORDS, "the character device %s", link);
    else
        snprintf(text, GIVK_FD_WORDS, "the file %s", link);
    return text;
}

void givk_fd_kind_of(int fd, struct givk_fd_kind *out_kind)
{
    char link[128];
    struct stat facts;
    off_t size;

    memset(out_kind, 0, sizeof(*out_kind));
    if (fstat(fd, &facts) != 0)
        return;
    out_kind->known = true;
    out_kind->format = facts.st_mode & S_IFMT;
    out_kind->device = S_ISCHR(facts.st_mode) ? facts.st_rdev : facts.st_dev;
    if (S_ISREG(facts.st_mode))
        out_kind->size_bytes = (uint64_t)facts.st_size;
    if (S_ISREG(facts.st_mode) || S_ISCHR(facts.st_mode))
        return;                          /* reading the link is slow, and these are no dma-bufs */
    givk_fd_link(fd, link, sizeof(link));
    out_kind->is_dma_buf = givk_link_is_dma_buf(link);
    if (!out_kind->is_dma_buf)
        return;
    size = lseek(fd, 0, SEEK_END);       /* safe: a dma-buf has no file position */
    out_kind->size_bytes = size > 0 ? (uint64_t)size : 0;
}

int givk_fd_seals(int fd)
{
    int seals = fcntl(fd, F_GET_SEALS);

    return seals > 0 ? seals : 0;
}

bool givk_fd_is_kind(int fd, const struct givk_fd_kind *is, const struct givk_fd_kind *kind)
{
    if (!is->known)
        return false;
    if (kind->known)
        return is->format == kind->format && is->device == kind->device;
    if (S_ISFIFO(is->format) || S_ISSOCK(is->format) || S_ISDIR(is->format))
        return false;
    return !S_ISCHR(is->format) || !isatty(fd);
}

gi_status givk_fd_duplicate(int fd, const char *what, int *out_fd)
{
    *out_fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (*out_fd >= 0)
        return GI_OK;
    if (errno == EBADF)
        return gi_fail(GI_IMPORT_FAILED, "%s: fd %d is closed; did an import take it?", what,
                       fd);
    return gi_fail(GI_OS_ERROR, "%s: fd %d cannot be duplicated: %s", what, fd, strerror(errno));
}

bool givk_fd_is_same(int fd, int other)
{
    struct stat original, now;
    long answer = syscall(SYS_kcmp, getpid(), getpid(), KCMP_FILE, fd, other);

    if (answer >= 0 || errno == EBADF)
        return answer == 0;
    /* kcmp is not permitted here, so compare the files */
    return fstat(fd, &original) == 0 && fstat(other, &now) == 0 &&
           original.st_dev == now.st_dev && original.st_ino == now.st_ino &&
           original.st_rdev == now.st_rdev;
}

void givk_fd_close_duplicate(int fd, int duplicate)
{
    if (givk_fd_is_same(fd, duplicate))
        close(duplicate);
}
