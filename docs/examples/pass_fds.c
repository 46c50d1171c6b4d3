#include "pass_fds.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

union control {
    struct cmsghdr header;       /* for its alignment */
    char space[CMSG_SPACE(sizeof(int) * PASS_FDS_MAX)];
};

bool pass_fds_send(int socket, const void *bytes, size_t size, const int *fds, int count)
{
    union control control;
    struct iovec part = { .iov_base = (void *)bytes, .iov_len = size };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

    if (count < 0 || count > PASS_FDS_MAX) {
        errno = EINVAL;
        return false;
    }
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
        memcpy(CMSG_DATA(header), fds, sizeof(int) * (size_t)count);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)size;
}

/** Takes the fds out of a message; closes those for which there is no room. */
static int take_fds(struct msghdr *message, int *fds, int capacity)
{
    int count = 0;

    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL;
         header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t arrived = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < arrived; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
            if (count < capacity)
                fds[count++] = fd;
            else
                close(fd);
        }
    }
    return count;
}

bool pass_fds_receive(int socket, void *bytes, size_t size, int *fds, int count, int timeout_ms)
{
    union control control;
    struct iovec part = { .iov_base = bytes, .iov_len = size };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };

    if (!wait_with_peer(socket, socket, timeout_ms))
        return false;
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0)
        return false;
    int arrived = take_fds(&message, fds, count);
    if ((size_t)got == size && arrived == count
        && (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0)
        return true;
    while (arrived > 0)
        close(fds[--arrived]);
    errno = got == 0 ? EPIPE : EPROTO;
    return false;
}

static long long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

bool wait_with_peer(int fd, int socket, int timeout_ms)
{
    struct pollfd list[2] = {
        { .fd = fd, .events = POLLIN },
        { .fd = socket },        /* hanging up is always reported */
    };
    long long deadline = now_ms() + timeout_ms;

    for (;;) {
        long long left = deadline - now_ms();
        int changed = poll(list, 2, left > 0 ? (int)left : 0);
        if (changed < 0 && errno != EINTR)
            return false;
        if (changed > 0 && (list[0].revents & POLLIN) != 0)
            return true;
        if (changed > 0) {
            errno = EPIPE;
            return false;
        }
        if (changed == 0 && left <= 0) {
            errno = ETIMEDOUT;
            return false;
        }
    }
}
