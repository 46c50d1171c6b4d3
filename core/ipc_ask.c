#include "ipc_ask.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "clock.h"
#include "device_state.h"
#include "external_memory.h"

/* How long the other process may take to answer: it answers in its own thread, at once. */
#define WAIT_S 5

static gi_status fail_ask(const struct gi_ipc_words *words, const char *what)
{
    return gi_fail(GI_INVALID_HANDLE, "handle of process %u: %s", words->process, what);
}

static bool limit_time(int fd)
{
    struct timeval limit = { .tv_sec = WAIT_S };

    return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 &&
           setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) == 0;
}

/* Signals of the program interrupt the calls below: they are made again, but not for ever. */
static int64_t deadline_ns(void)
{
    return gi_now_ns() + WAIT_S * INT64_C(1000000000);
}

static bool may_try_again(int64_t deadline)
{
    return errno == EINTR && gi_now_ns() < deadline;
}

static gi_status connect_to(const struct gi_ipc_words *words, int *out_socket)
{
    struct sockaddr_un name;
    socklen_t length = gi_ipc_socket_name(&name, words->socket);
    int64_t deadline = deadline_ns();
    gi_status status;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    int result;

    if (fd < 0 || !limit_time(fd)) {
        status = gi_fail(GI_OS_ERROR, "asking process %u: socket: %s", words->process,
                         strerror(errno));
        goto close_fd;
    }
    do
        result = connect(fd, (struct sockaddr *)&name, length);
    while (result != 0 && may_try_again(deadline));
    if (result != 0) {
        status = fail_ask(words, errno == EAGAIN || errno == EINTR
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

/* Keeps the first fd of a message and closes any other. */
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

static gi_status receive(int socket, const struct gi_ipc_words *words,
                         struct gi_ipc_answer *answer, int *out_fd)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = { .iov_base = answer, .iov_len = sizeof *answer };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };
    int64_t deadline = deadline_ns();
    ssize_t got;

    do
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && may_try_again(deadline));
    if (got < 0)                 /* a socket that nobody listens at any more, or nobody hears */
        return fail_ask(words, errno == ECONNRESET ? "it has ended" : "it does not answer");
    take_fds(&message, out_fd);
    if (got != (ssize_t)sizeof *answer || (message.msg_flags & MSG_TRUNC) != 0 ||
        answer->magic != GI_IPC_MAGIC)
        return fail_ask(words, "it does not know it");
    if (answer->code == GI_IPC_GONE)
        return fail_ask(words, "what it names is not there any more");
    if (answer->code != GI_IPC_YES)
        return fail_ask(words, "its driver could not export it");
    if (*out_fd < 0)             /* the answer came, but the fd found no room */
        return gi_fail(GI_OS_ERROR, "handle of process %u: no file descriptor came along; perhaps "
                       "this process has too many open", words->process);
    return GI_OK;
}

gi_status gi_ipc_ask(const struct gi_ipc_words *words, struct gi_ipc_answer *out_answer,
                     int *out_fd)
{
    gi_status status;
    int64_t deadline = deadline_ns();
    ssize_t sent;
    int socket = -1;
    char end;

    *out_fd = -1;
    memset(out_answer, 0, sizeof *out_answer);
    status = connect_to(words, &socket);
    if (status != GI_OK)
        return status;
    do
        sent = send(socket, words, sizeof *words, MSG_NOSIGNAL);
    while (sent < 0 && may_try_again(deadline));
    if (sent == (ssize_t)sizeof *words)
        status = receive(socket, words, out_answer, out_fd);
    else
        status = fail_ask(words, "it takes no questions");
    /* The other side has closed what it sent and its end when this returns, within the time. */
    if (status == GI_OK || out_answer->magic == GI_IPC_MAGIC)
        (void)!recv(socket, &end, sizeof end, 0);
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
        return gi_fail(GI_MAP_FAILED, "opening memory: it is another device's than %s, or of "
                       "another version of its driver; that device has to be the current one",
                       info->name);
    if (answer->size_bytes == 0 || answer->offset_bytes > answer->object_bytes ||
        answer->size_bytes > answer->object_bytes - answer->offset_bytes)
        return gi_fail(GI_INVALID_HANDLE, "opening memory: its process answers with nonsense");
    return GI_OK;
}

/* Imports the whole object and maps the part; the mapping keeps the object alive. */
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
