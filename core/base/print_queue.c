#include "print_queue.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "log.h"
#include "uncancelled.h"
#include "vector.h"

atomic_bool gi_print_queue_has_text;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;                       /* guarded by lock, as are the next two */
static size_t text_bytes, text_capacity;

void gi_print_queue_append(const char *added, size_t length)
{
    bool kept;

    pthread_mutex_lock(&lock);
    kept = gi_grow((void **)&text, &text_capacity, text_bytes + length, 1);
    if (kept) {
        memcpy(text + text_bytes, added, length);
        text_bytes += length;
        atomic_store_explicit(&gi_print_queue_has_text, true, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lock);
    if (!kept)
        gi_log(GI_LOG_ERROR, "no host memory for %zu bytes that a kernel has printed", length);
}

/* In a file that has room a flush is not interrupted. An interrupted one would lose the program's
 * own text. */
static void await_room(int fd)
{
    struct pollfd polled = { .fd = fd, .events = POLLOUT };

    while (poll(&polled, 1, -1) < 0 && errno == EINTR)
        ;
}

/* Writes to the standard output behind what the program has printed. A stream without an fd, as
 * programs put in its place, writes itself. The lock keeps other threads' text from coming
 * between. */
static bool write_out(const char *bytes, size_t size_bytes)
{
    bool is_written;
    int fd;

    flockfile(stdout);
    fd = fileno_unlocked(stdout);
    if (fd < 0) {
        is_written = fwrite_unlocked(bytes, 1, size_bytes, stdout) == size_bytes &&
                     fflush_unlocked(stdout) == 0;
    } else {
        await_room(fd);
        is_written = fflush_unlocked(stdout) == 0 && gi_file_write(fd, bytes, size_bytes);
    }
    funlockfile(stdout);
    return is_written;
}

void gi_print_queue_write(void)
{
    GI_UNCANCELLED;
    char *taken;
    size_t bytes;

    pthread_mutex_lock(&lock);
    taken = text;
    bytes = text_bytes;
    text = NULL;
    text_bytes = text_capacity = 0;
    atomic_store_explicit(&gi_print_queue_has_text, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    if (bytes != 0 && !write_out(taken, bytes))
        gi_log(GI_LOG_ERROR, "what a kernel has printed cannot be written");
    free(taken);
}
