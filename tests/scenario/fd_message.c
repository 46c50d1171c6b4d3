#include "fd_message.h"

#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

union control {
    struct cmsghdr header;       /* for its alignment */
    char bytes[CMSG_SPACE(FD_MESSAGE_FDS * sizeof(int))];
};

bool fd_message_send(int socket, const void *data, size_t size, const int *fds, size_t fd_count)
{
    union control control = { .bytes = { 0 } };
    struct iovec piece = { (void *)(uintptr_t)data, size };
    struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };

    if (fd_count != 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(fd_count * sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(fd_count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), fds, fd_count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)size;
}

bool fd_message_receive(int socket, void *data, size_t size, int *out_fds, size_t fd_count)
{
    union control control = { .bytes = { 0 } };
    struct iovec piece = { data, size };
    struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };

    if (fd_count != 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
    }
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != (ssize_t)size)
        return false;
    if (fd_count == 0)
        return true;
    if (control.header.cmsg_len != CMSG_LEN(fd_count * sizeof(int)))
        return false;
    memcpy(out_fds, CMSG_DATA(&control.header), fd_count * sizeof(int));
    return true;
}
