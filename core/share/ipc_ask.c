#include "ipc_ask.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "queue/device_state.h"
#include "external_memory.h"
#include "ipc_time.h"

static gi_status fail_ask(const struct gi_ipc_words *words, const char *what)
{
    return gi_fail(GI_INVALID_HANDLE, "handle of process %u: %s", words->process, what);
}

/* Sets the time until the deadline as the timeout of the next call. False if no time is left, with
 * errno as for a timeout. */
static bool limit_time(int fd, int64_t deadline)
{
    struct timeval left;

    errno = EAGAIN;
    return gi_ipc_time_left(deadline, gi_now_ns(), &left) &&
           setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &left, sizeof left) == 0 &&
           setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &left, sizeof left) == 0;
}

/* Connects within the time. The program's signals may interrupt the calls, which are then
 * repeated. */
static int connect_until(int fd, const struct sockaddr_un *name, socklen_t length,
                         int64_t deadline)
{
    int result = -1;

    do {
        if (!limit_time(fd, deadline))
            break;
        result = connect(fd, (const struct sockaddr *)name, length);
    } while (result != 0 && errno == EINTR);
    return result;
}

static ssize_t send_until(int fd, const struct gi_ipc_words *words, int64_t deadline)
{
    ssize_t sent = -1;

    do {
        if (!limit_time(fd, deadline))
            break;
        sent = send(fd, words, sizeof *words, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

static ssize_t receive_until(int fd, struct msghdr *message, int64_t deadline)
{
    ssize_t got = -1;

    do {
        if (!limit_time(fd, deadline))
            break;
        got = recvmsg(fd, message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    return got;
}

static gi_status connect_to(const struct gi_ipc_words *words, int64_t deadline, int *out_socket)
{
    struct sockaddr_un name;
    socklen_t length = gi_ipc_socket_name(&name, words->socket);
    gi_status status;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

    if (fd < 0) {
        status = gi_fail(GI_OS_ERROR, "asking process %u: socket: %s", words->process,
                         strerror(errno));
        goto close_fd;
    }
    if (connect_until(fd, &name, length, deadline) != 0) {
        status = fail_ask(words, errno == EAGAIN
                                     ? "it does not answer"
                                     : "it has ended, or is in another network namespace");
        goto close_fd;
    }
    if (!gi_ipc_is_own_user(fd)) {
        status = fail_ask(words, "what answers is another user's");
        goto close_fd;
    }
    *out_socket = fd;
    return GI_OK;

close_fd:
    if (fd >= 0)
        close(fd);
    return status;
}

/* Keeps the first fd of a message and closes the others. */
static void take_fds(struct msghdr *message, int *out_fd)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t at = 0; CMSG_LEN(at + sizeof(int)) <= c->cmsg_len; at += sizeof(int)) {
            int fd;

            memcpy(&fd, CMSG_DATA(c) + at, sizeof fd);
            if (*out_fd < 0)
                *out_fd = fd;
            else
                close(fd);
        }
    }
}

static gi_status receive(int socket, const struct gi_ipc_words *words, int64_t deadline,
                         struct gi_ipc_answer *answer, int *out_fd)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = { .iov_base = answer, .iov_len = sizeof *answer };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };
    ssize_t got = receive_until(socket, &message, deadline);

    if (got < 0)                 /* no process reads from this socket any more */
        return fail_ask(words, errno == ECONNRESET ? "it has ended" : "it does not answer");
    take_fds(&message, out_fd);
    if (got != (ssize_t)sizeof *answer || (message.msg_flags & MSG_TRUNC) != 0 ||
        answer->magic != GI_IPC_MAGIC)
        return fail_ask(words, "it does not know it");
    if (answer->code == GI_IPC_GONE)
        return fail_ask(words, "what it names is not there any more");
    if (answer->code != GI_IPC_YES)
        return fail_ask(words, "its driver could not export it");
    if (*out_fd < 0)             /* the answer arrived, but this process had no free fd */
        return gi_fail(GI_OS_ERROR, "handle of process %u: no file descriptor came along; perhaps "
                       "this process has too many open", words->process);
    return GI_OK;
}

gi_status gi_ipc_ask(const struct gi_ipc_words *words, struct gi_ipc_answer *out_answer,
                     int *out_fd)
{
    int64_t deadline = gi_now_ns() + GI_IPC_ASK_NS;
    struct msghdr end = { 0 };
    gi_status status;
    int socket = -1;

    *out_fd = -1;
    memset(out_answer, 0, sizeof *out_answer);
    status = connect_to(words, deadline, &socket);
    if (status != GI_OK)
        return status;
    if (send_until(socket, words, deadline) == (ssize_t)sizeof *words)
        status = receive(socket, words, deadline, out_answer, out_fd);
    else
        status = fail_ask(words, "it takes no questions");
    /* On return within the time, the other side has closed its fd and its end of the socket. */
    if (status == GI_OK || out_answer->magic == GI_IPC_MAGIC)
        (void)receive_until(socket, &end, deadline);
    close(socket);
    if (status != GI_OK && *out_fd >= 0) {
        close(*out_fd);
        *out_fd = -1;
    }
    return status;
}

/* ---- mapping -------------------------------------------------------------------------------- */

static gi_status check_answer(const struct gi_device *device, const struct gi_ipc_answer *answer)
{
    const struct gi_device_info *info = &device->base->info;

    if (memcmp(info->uuid, answer->device_uuid, sizeof info->uuid) != 0 ||
        memcmp(info->driver_uuid, answer->driver_uuid, sizeof info->driver_uuid) != 0)
        return gi_fail(GI_MAP_FAILED, "opening memory: it belongs to another device than %s, or to "
                       "another version of its driver; make its device current",
                       info->name);
    if (answer->size_bytes == 0 || answer->offset_bytes > answer->object_bytes ||
        answer->size_bytes > answer->object_bytes - answer->offset_bytes)
        return gi_fail(GI_INVALID_HANDLE, "opening memory: its process sent an invalid answer");
    return GI_OK;
}

/* Imports the whole object and maps the part. The mapping keeps the object alive. */
gi_status gi_ipc_map(struct gi_device *device, const struct gi_ipc_answer *answer, int fd,
                     uint64_t *out_pointer)
{
    struct gi_external_memory_request request = { .type = GI_EXTERNAL_MEMORY_OPAQUE_FD, .fd = fd,
                                                  .size_bytes = answer->object_bytes };
    struct gi_external_buffer_request part = { .offset_bytes = answer->offset_bytes,
                                               .size_bytes = answer->size_bytes };
    gi_handle memory;
    gi_status status = check_answer(device, answer);

    *out_pointer = 0;
    if (status == GI_OK)
        status = gi_external_memory_import_on(device, &request, &memory);
    if (status != GI_OK) {
        close(fd);
        return status;
    }
    status = gi_external_memory_map_buffer(memory, &part, out_pointer);
    (void)!gi_external_memory_destroy(memory);   /* a reset may have been first */
    return status;
}
