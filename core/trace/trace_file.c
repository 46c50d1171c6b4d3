#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/log.h"
#include "base/uncancelled.h"

static gi_status refuse(const char *path, const char *why)
{
    return gi_fail(GI_OS_ERROR, "trace: the file \"%s\" cannot be written: %s", path, why);
}

/* The path with the number of the process for each %p, and behind it if is_own. */
static char *expand(const char *path, bool is_own)
{
    size_t length = strlen(path), written = 0;
    char number[16], *out;
    size_t digits = (size_t)snprintf(number, sizeof number, "%ld", (long)getpid());

    out = malloc((length + 1) * (digits + 1) + digits + 2);
    for (size_t i = 0; out != NULL && i < length; i++) {
        if (path[i] == '%' && path[i + 1] == 'p') {
            memcpy(&out[written], number, digits);
            written += digits;
            i++;
        } else {
            out[written++] = path[i];
        }
    }
    if (out != NULL)
        out[written] = '\0';
    if (out != NULL && is_own) {
        out[written++] = '.';
        memcpy(&out[written], number, digits + 1);
    }
    return out;
}

/* Locks the file and empties it. out_is_taken: another process has locked it. */
static gi_status lock_file(const char *path, int fd, bool *out_is_taken)
{
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return refuse(path, strerror(errno));
    if (!S_ISREG(facts.st_mode) && !S_ISCHR(facts.st_mode))
        return refuse(path, "it is neither a plain file nor a character device");
    if (!S_ISREG(facts.st_mode))
        return GI_OK;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        *out_is_taken = errno == EWOULDBLOCK;
        return refuse(path, *out_is_taken ? "another process writes a trace into it"
                                          : strerror(errno));
    }
    return ftruncate(fd, 0) == 0 ? GI_OK : refuse(path, strerror(errno));
}

static gi_status open_path(const char *path, int *out_fd, bool *out_is_taken)
{
    gi_status status;

    *out_is_taken = false;
    /* Without O_NONBLOCK the open of a pipe would wait for its reader. */
    *out_fd = gi_file_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                           0666);
    if (*out_fd < 0)
        return refuse(path, strerror(errno));
    status = lock_file(path, *out_fd, out_is_taken);
    if (status != GI_OK)
        close(*out_fd);
    return status;
}

static gi_status open_expanded(const char *path, bool is_own, int *out_fd, bool *out_is_taken)
{
    char *expanded = expand(path, is_own);
    gi_status status;

    if (expanded == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the name of a trace");
    status = open_path(expanded, out_fd, out_is_taken);
    if (status == GI_OK && is_own)
        gi_log(GI_LOG_ALWAYS, "trace: another process writes its trace into \"%s\", so this one's "
               "is \"%s\"", path, expanded);
    free(expanded);
    return status;
}

gi_status gi_trace_file_open(const char *path, int *out_fd)
{
    GI_UNCANCELLED;
    bool is_taken;
    gi_status status = open_expanded(path, false, out_fd, &is_taken);

    return is_taken ? open_expanded(path, true, out_fd, &is_taken) : status;
}

/* A write may have got through in part: the last line would be half of one. */
static void cut(int fd, off_t before, const char *lines, size_t size_bytes)
{
    off_t end = lseek(fd, 0, SEEK_CUR);
    size_t whole = end > before ? (size_t)(end - before) : 0;

    if (whole > size_bytes)
        whole = size_bytes;
    while (whole > 0 && lines[whole - 1] != '\n')
        whole--;
    if (end >= 0)
        (void)!ftruncate(fd, before + (off_t)whole);
}

gi_status gi_trace_file_write(int fd, const char *lines, size_t size_bytes)
{
    GI_UNCANCELLED;
    off_t before = lseek(fd, 0, SEEK_CUR);
    int error;

    if (gi_file_write(fd, lines, size_bytes))
        return GI_OK;
    error = errno;
    if (before >= 0)
        cut(fd, before, lines, size_bytes);
    return gi_fail(GI_OS_ERROR, "trace: the file ends here: %s", strerror(error));
}
