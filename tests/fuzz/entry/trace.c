/* Timelines that libFuzzer changes, for each command of gpuinterop-trace. A zero ends the first
 * file, and what follows is a second one. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "entry.h"

/* gpuinterop_trace.c is compiled with another name for main(). */
int gpuinterop_trace_main(int argc, char **argv);

enum { FILES = 2 };

static struct {
    int fd;
    char path[40];
} files[FILES];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    for (int i = 0; i < FILES; i++) {
        files[i].fd = memfd_create("timeline", MFD_CLOEXEC);
        if (files[i].fd < 0)
            abort();
        (void)snprintf(files[i].path, sizeof files[i].path, "/proc/self/fd/%d", files[i].fd);
    }
    /* The program's tables and sentences; a sanitizer writes to the fd itself. */
    stdout = fopen("/dev/null", "w");
    stderr = fopen("/dev/null", "w");
    if (stdout == NULL || stderr == NULL)
        abort();
    return 0;
}

static void fill(int fd, const uint8_t *bytes, size_t size)
{
    if (ftruncate(fd, 0) != 0 || pwrite(fd, bytes, size, 0) != (ssize_t)size)
        abort();
}

static void call(char *command, char *output)
{
    char *words[] = { "gpuinterop-trace", command, files[0].path, files[1].path, "-o", output };
    int status = gpuinterop_trace_main(output != NULL ? 6 : 4, words);

    if (status != 0 && status != 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *zero = size > 0 ? memchr(bytes, 0, size) : NULL;
    size_t first = zero != NULL ? (size_t)(zero - bytes) : size;

    fill(files[0].fd, bytes, first);
    fill(files[1].fd, zero != NULL ? zero + 1 : bytes, zero != NULL ? size - first - 1 : 0);
    call("report", NULL);
    call("merge", "/dev/null");
    call("draw", "/dev/null");
    return 0;
}
