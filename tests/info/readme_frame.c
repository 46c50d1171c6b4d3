/** The renderer of the README's examples: readme_frame PROGRAM...
 *
 *  Each PROGRAM is an example that ends right after its call; it is given an fd of the frame's
 *  memory, the frame's size and an fd of the timeline. When it has ended, the frame has to be
 *  cleared and the timeline at 2. The renderer signals 1 before the program begins, and once more,
 *  with another frame, while the program waits for it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "vulkan_peer.h"

#define FRAME_BYTES (UINT64_C(4) << 20)
#define PART_BYTES (UINT64_C(1) << 20)
#define SKIPPED 77

static void pass_on(int fd, char *text, size_t room)
{
    peer_need(fcntl(fd, F_SETFD, 0) == 0, "an fd for the example");
    snprintf(text, room, "%d", fd);
}

static pid_t start(const char *program, const struct peer_buffer *frame,
                   const struct peer_semaphore *timeline)
{
    char memory_fd[16], size[24], timeline_fd[16];
    pid_t child = fork();

    peer_need(child >= 0, "a process for the example");
    if (child != 0)
        return child;
    pass_on(peer_buffer_export(frame), memory_fd, sizeof(memory_fd));
    pass_on(peer_semaphore_export(timeline), timeline_fd, sizeof(timeline_fd));
    snprintf(size, sizeof(size), "%llu", (unsigned long long)FRAME_BYTES);
    execl(program, program, memory_fd, size, timeline_fd, (char *)NULL);
    _exit(127);
}

/** Whether every byte of the frame is 0. */
static bool is_cleared(const struct peer_buffer *frame, uint8_t *bytes)
{
    for (uint64_t at = 0; at < FRAME_BYTES; at += PART_BYTES)
        peer_buffer_read(frame, at, bytes + at, PART_BYTES);
    for (size_t i = 0; i < FRAME_BYTES; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static bool draw(const char *program, bool signal_first)
{
    struct peer_semaphore timeline;
    struct peer_buffer frame;
    uint8_t *bytes = malloc(FRAME_BYTES);
    int ending;
    bool good;

    peer_need(bytes != NULL, "memory for the frame");
    memset(bytes, 0xa5, FRAME_BYTES);
    peer_buffer_create(&frame, FRAME_BYTES, false);
    for (uint64_t at = 0; at < FRAME_BYTES; at += PART_BYTES)
        peer_buffer_write(&frame, at, bytes, PART_BYTES);
    peer_semaphore_create(&timeline, true);
    if (signal_first)
        peer_semaphore_signal(&timeline, 1);
    pid_t child = start(program, &frame, &timeline);
    if (!signal_first)
        peer_semaphore_signal(&timeline, 1);
    peer_need(waitpid(child, &ending, 0) == child, "the example's end");
    uint64_t value = peer_semaphore_value(&timeline);
    good = WIFEXITED(ending) && WEXITSTATUS(ending) == 0 && value == 2 &&
           is_cleared(&frame, bytes);
    if (!good)
        fprintf(stderr, "%s, signalled %s: it ended with 0x%x, the timeline is at %llu, the frame "
                "is %scleared\n", program, signal_first ? "first" : "later", (unsigned)ending,
                (unsigned long long)value, is_cleared(&frame, bytes) ? "" : "not ");
    peer_semaphore_destroy(&timeline);
    peer_buffer_destroy(&frame);
    free(bytes);
    return good;
}

int main(int count, char **arguments)
{
    const char *why;
    bool good = true;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    for (int i = 1; i < count; i++) {
        good = draw(arguments[i], true) && good;
        good = draw(arguments[i], false) && good;
    }
    peer_stop();
    return good ? 0 : 1;
}
