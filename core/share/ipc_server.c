#include "ipc_server.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "memory/allocation.h"
#include "base/clock.h"
#include "base/file_bytes.h"
#include "queue/device_state.h"
#include "ops/event.h"
#include "ipc_time.h"
#include "memory/memory_object.h"
#include "ranges/multicast_bind.h"
#include "pools/pool_allocation.h"
#include "base/process.h"
#include "base/thread.h"
#include "base/uncancelled.h"

#define MAX_PEERS 16u
/* How long a peer may take to send its request. */
#define PEER_NS INT64_C(2000000000)

struct peer {
    int fd;
    int64_t deadline_ns;
};

static struct {
    pthread_mutex_t lock;        /* guards the start */
    bool runs;
    atomic_bool has_words;
    struct gi_ipc_words words;   /* of this process; written before has_words */
    atomic_int listener;         /* -1: no socket */
    int stop;
    atomic_bool stops;
    pthread_t thread;
    struct peer peers[MAX_PEERS];        /* this and the next fields are the thread's own; oldest
                                            peer first */
    size_t peer_count;
    int64_t paused_until_ns;
} server = { .lock = PTHREAD_MUTEX_INITIALIZER, .listener = -1 };

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- answering ------------------------------------------------------------------------------ */

bool gi_ipc_is_own_user(int fd)
{
    struct ucred who;
    socklen_t length = sizeof who;

    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0 && who.uid == geteuid();
}

static void describe_memory(const struct gi_allocation *allocation, struct gi_ipc_answer *answer)
{
    const struct gi_memory *memory = allocation->memory;
    const struct gi_pool *pool = gi_pool_of(allocation);

    answer->code = GI_IPC_YES;
    answer->object_bytes = memory->size_bytes;
    answer->offset_bytes = allocation->offset_bytes;
    answer->size_bytes = allocation->size_bytes;
    answer->pool = pool != NULL ? gi_handle_of(&pool->object) : 0;
    memcpy(answer->device_uuid, memory->device->info.uuid, 16);
    memcpy(answer->driver_uuid, memory->device->info.driver_uuid, 16);
}

static void look_up_memory(const struct gi_ipc_words *words, struct gi_ipc_answer *answer,
                           int *out_fd)
{
    struct gi_os_handle handle = { .fd = -1 };
    struct gi_allocation *allocation = gi_allocation_at(words->address);
    enum gi_allocation_share asked_by = words->kind == GI_IPC_POOL_POINTER ? GI_SHARED_BY_POOL
                                                                          : GI_SHARED_BY_HANDLE;
    const struct gi_allocation_type *type;
    struct gi_allocation_rest *rest;

    answer->code = GI_IPC_GONE;
    if (allocation == NULL)
        return;
    rest = allocation->rest;
    type = rest->type;
    if (words->id == 0 && allocation->device_address == words->address &&
        gi_secret_is(&rest->secret, &words->secret) && type->shared_by == asked_by) {
        answer->code = GI_IPC_FAILED;
        if (type->exposed != NULL)
            type->exposed(allocation);
        if (gi_memory_object_export(allocation->memory, &handle) == GI_OK) {
            describe_memory(allocation, answer);
            *out_fd = handle.fd;
        }
    }
    gi_allocation_unref(allocation);
}

static void look_up_event(const struct gi_ipc_words *words, struct gi_ipc_answer *answer,
                          int *out_fd)
{
    gi_status status = GI_INVALID_HANDLE;

    answer->code = GI_IPC_GONE;
    if (gi_event_has_secret(words->id, &words->secret))
        status = gi_event_export(words->id, out_fd);
    if (status == GI_OK || status == GI_OS_ERROR)
        answer->code = status == GI_OK ? GI_IPC_YES : GI_IPC_FAILED;
}

static gi_status export_memory(struct gi_memory *memory, int *out_fd)
{
    struct gi_os_handle handle;
    gi_status status = gi_memory_object_export(memory, &handle);

    if (status == GI_OK)
        *out_fd = handle.fd;
    return status;
}

static void look_up_binding(const struct gi_ipc_words *words, struct gi_ipc_answer *answer,
                            int *out_fd)
{
    struct gi_binding binding;
    const struct gi_memory *memory;
    struct gi_pages *pages;
    uint64_t pages_offset_bytes = 0;
    gi_status status;

    answer->code = GI_IPC_GONE;
    if (gi_multicast_look_up(words->id, words->address, &words->secret, &binding) != GI_OK)
        return;
    pages = gi_multicast_pages_of(binding.memory, &pages_offset_bytes);
    memory = pages != NULL ? pages->memory : binding.memory->memory;
    status = pages != NULL ? gi_pages_export_kept(pages, out_fd)
                           : export_memory(binding.memory->memory, out_fd);
    answer->code = status == GI_OK ? GI_IPC_YES : GI_IPC_FAILED;
    answer->object_bytes = memory->size_bytes;
    answer->offset_bytes = (pages != NULL ? pages_offset_bytes : binding.memory->offset_bytes) +
                           binding.memory_offset_bytes;
    answer->size_bytes = binding.size_bytes;
    memcpy(answer->device_uuid, memory->device->info.uuid, 16);
    memcpy(answer->driver_uuid, memory->device->info.driver_uuid, 16);
    gi_allocation_unref(binding.memory);
}

/* Finds the requested object and makes an fd of it. */
static void look_up(const struct gi_ipc_words *words, struct gi_ipc_answer *answer, int *out_fd)
{
    switch ((enum gi_ipc_kind)words->kind) {
    case GI_IPC_MEMORY:
    case GI_IPC_POOL_POINTER: look_up_memory(words, answer, out_fd); return;
    case GI_IPC_EVENT: look_up_event(words, answer, out_fd); return;
    case GI_IPC_BINDING: look_up_binding(words, answer, out_fd); return;
    case GI_IPC_POOL: break;
    }
    answer->code = GI_IPC_GONE;
}

static void send_answer(int peer, const struct gi_ipc_answer *answer, int fd)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = { .iov_base = (void *)(uintptr_t)answer, .iov_len = sizeof *answer };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

    if (fd >= 0) {
        memset(&control, 0, sizeof control);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    /* A peer that does not receive the answer at once loses it. */
    while (sendmsg(peer, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

/* Reads the request of a peer and answers it. Then the peer is done in any case. */
static void serve(int peer)
{
    struct gi_ipc_answer answer = { .magic = GI_IPC_MAGIC };
    struct gi_ipc_words words;
    int fd = -1;
    ssize_t got;

    do {
        got = recv(peer, &words, sizeof words, MSG_DONTWAIT | MSG_TRUNC);
    } while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof words || words.magic != GI_IPC_MAGIC)
        return;
    look_up(&words, &answer, &fd);
    send_answer(peer, &answer, fd);
    if (fd >= 0)
        close(fd);
}

/* ---- the thread ----------------------------------------------------------------------------- */

static void drop_peer(size_t i)
{
    close(server.peers[i].fd);
    server.peer_count--;
    for (; i < server.peer_count; i++)
        server.peers[i] = server.peers[i + 1];
}

static void add_peer(int fd)
{
    if (server.peer_count == MAX_PEERS)
        drop_peer(0);            /* the oldest peer has had its time */
    server.peers[server.peer_count++] = (struct peer){ fd, gi_now_ns() + PEER_NS };
}

/* Accepts a peer of this user. *foreign counts peers of other users that were closed on the way.
 * -1: no peer is left or none can be accepted now, and errno says why. */
static int accept_own(size_t *foreign)
{
    for (;;) {
        int fd = accept4(server.listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

        if (fd < 0 || gi_ipc_is_own_user(fd))
            return fd;
        close(fd);
        errno = EAGAIN;
        if (++*foreign == GI_IPC_BACKLOG)
            return -1;
    }
}

/* Accepts peers up to the first of this user. After foreign peers it accepts nobody for a while. So
 * other users cannot keep this thread busy, and a peer that queues before the pause is not
 * delayed. */
static void let_in(void)
{
    size_t foreign = 0;
    int fd = accept_own(&foreign);
    bool is_full = fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
    int64_t pause_ns = gi_ipc_pause_ns(foreign, is_full);

    if (fd >= 0)
        add_peer(fd);
    if (pause_ns > 0)
        server.paused_until_ns = gi_now_ns() + pause_ns;
}

static bool is_paused(void)
{
    return server.paused_until_ns != 0;
}

/* Milliseconds until the first deadline; -1 if there is none. */
static int next_timeout(void)
{
    int64_t now = gi_now_ns(), first = GI_FOREVER;

    if (server.peer_count > 0)
        first = server.peers[0].deadline_ns;
    if (is_paused() && server.paused_until_ns < first)
        first = server.paused_until_ns;
    if (first == GI_FOREVER)
        return -1;
    return first <= now ? 0 : (int)((first - now) / 1000000 + 1);
}

static void end_what_is_late(void)
{
    int64_t now = gi_now_ns();

    while (server.peer_count > 0 && server.peers[0].deadline_ns <= now)
        drop_peer(0);
    if (is_paused() && server.paused_until_ns <= now)
        server.paused_until_ns = 0;
}

/* There is no memory for the poll, or the program allows fewer files than there are peers. */
static void await_better_times(void)
{
    const struct timespec pause = { .tv_nsec = GI_IPC_FOREIGN_PAUSE_NS };

    if (server.peer_count > 0)
        drop_peer(0);
    nanosleep(&pause, NULL);
}

static void *serve_peers(void *unused)
{
    struct pollfd polled[MAX_PEERS + 2];

    (void)unused;
    while (!atomic_load(&server.stops)) {
        size_t peers = server.peer_count;

        polled[0] = (struct pollfd){ .fd = server.stop, .events = POLLIN };
        polled[1] = (struct pollfd){ .fd = is_paused() ? -1 : server.listener, .events = POLLIN };
        for (size_t i = 0; i < peers; i++)
            polled[i + 2] = (struct pollfd){ .fd = server.peers[i].fd, .events = POLLIN };
        if (poll(polled, peers + 2, next_timeout()) < 0 && errno != EINTR)
            await_better_times();
        if (polled[0].revents != 0)
            break;
        for (size_t i = peers; i-- > 0;) {
            if (polled[i + 2].revents == 0)
                continue;
            serve(server.peers[i].fd);
            drop_peer(i);
        }
        end_what_is_late();
        if (polled[1].revents != 0)
            let_in();
    }
    while (server.peer_count > 0)
        drop_peer(0);
    close(atomic_exchange(&server.listener, -1));        /* a later peer is refused at once */
    return NULL;
}

static void stop_thread(void *unused)
{
    uint64_t one = 1;

    (void)unused;
    atomic_store(&server.stops, true);
    if (gi_file_write(server.stop, &one, sizeof one))
        gi_thread_join(server.thread);
}

/* ---- starting ------------------------------------------------------------------------------- */

socklen_t gi_ipc_socket_name(struct sockaddr_un *out, uint32_t number)
{
    int length;

    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    /* The first byte stays zero: the name is abstract, in no file system, and ends with the
     * socket. */
    length = snprintf(out->sun_path + 1, sizeof out->sun_path - 1, "gpuinterop-%08x",
                      number);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static gi_status fail_start(const char *call)
{
    return gi_fail(GI_OS_ERROR, "sharing with other processes cannot start: %s: %s", call,
                   strerror(errno));
}

static gi_status make_words(void)
{
    uint32_t socket;

    if (!gi_random_bytes(&socket, sizeof socket))
        return fail_start("getrandom");
    server.words = (struct gi_ipc_words){ .magic = GI_IPC_MAGIC, .socket = socket,
                                          .process = (uint32_t)getpid() };
    return GI_OK;
}

/* A forked child has no thread that answers. Its copy of the socket must not accept peers. */
static void close_in_child(void)
{
    int listener = atomic_exchange(&server.listener, -1);

    if (listener >= 0)
        close(listener);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, close_in_child);
}

/* Binds a socket to a number that no other has, and makes the words with it. */
static gi_status bind_to_free(int fd)
{
    enum { MOST_TRIES = 64 };
    struct sockaddr_un name;
    gi_status status = make_words();

    for (int i = 1; status == GI_OK; i++) {
        socklen_t length = gi_ipc_socket_name(&name, server.words.socket);

        if (bind(fd, (struct sockaddr *)&name, length) == 0)
            break;
        status = errno == EADDRINUSE && i < MOST_TRIES ? make_words() : fail_start("bind");
    }
    return status;
}

static gi_status make_listener(void)
{
    gi_status status;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return fail_start("socket");
    status = bind_to_free(fd);
    if (status == GI_OK && listen(fd, (int)GI_IPC_BACKLOG) != 0)
        status = fail_start("listen");
    if (status != GI_OK) {
        close(fd);
        return status;
    }
    atomic_store(&server.listener, fd);
    return GI_OK;
}

static gi_status start_locked(void)
{
    gi_status status;

    pthread_once(&once, watch_forks);
    status = make_listener();
    if (status != GI_OK)
        return status;
    server.stop = eventfd(0, EFD_CLOEXEC);
    if (server.stop < 0) {
        status = fail_start("eventfd");
        goto close_listener;
    }
    status = gi_thread_start(&server.thread, "gi-ipc", serve_peers, NULL);
    if (status != GI_OK)
        goto close_stop;
    gi_process_at_exit(stop_thread, NULL);
    server.runs = true;
    atomic_store(&server.has_words, true);
    return GI_OK;

close_stop:
    close(server.stop);
close_listener:
    close(atomic_exchange(&server.listener, -1));
    return status;
}

gi_status gi_ipc_server_start(struct gi_ipc_words *out_words)
{
    GI_UNCANCELLED;
    gi_status status = GI_OK;

    pthread_mutex_lock(&server.lock);
    if (!server.runs)
        status = start_locked();
    pthread_mutex_unlock(&server.lock);
    if (status == GI_OK)
        *out_words = server.words;
    return status;
}

gi_status gi_ipc_name_allocation(struct gi_allocation *allocation, enum gi_ipc_kind kind,
                                 struct gi_ipc_handle *out_handle)
{
    struct gi_ipc_words words;
    gi_status status = gi_ipc_server_start(&words);

    if (status == GI_OK)
        status = gi_secret_of(&allocation->rest->secret, &words.secret);
    if (status != GI_OK)
        return status;
    words.kind = kind;
    words.address = allocation->device_address;
    memcpy(out_handle->bytes, &words, sizeof words);
    return GI_OK;
}

bool gi_ipc_server_is_own(const struct gi_ipc_words *words)
{
    return atomic_load(&server.has_words) && words->socket == server.words.socket;
}

bool gi_ipc_read_handle(const void *bytes, enum gi_ipc_kind kind, struct gi_ipc_words *out_words)
{
    static const uint32_t zero[sizeof out_words->zero / sizeof out_words->zero[0]];

    memcpy(out_words, bytes, sizeof *out_words);
    return out_words->magic == GI_IPC_MAGIC && out_words->kind == (uint32_t)kind &&
           memcmp(out_words->zero, zero, sizeof zero) == 0;
}

gi_status gi_ipc_check_handle(const struct gi_ipc_handle *handle, enum gi_ipc_kind kind,
                              struct gi_ipc_words *out_words)
{
    const char *what = kind == GI_IPC_EVENT ? "event" : "memory";

    if (!gi_ipc_read_handle(handle->bytes, kind, out_words))
        return gi_fail(GI_INVALID_VALUE, "opening: handle is not one of %s", what);
    if (gi_ipc_server_is_own(out_words))
        return gi_fail(GI_WRONG_PROCESS, "opening: the %s handle is this process's own; it can be "
                       "opened in others", what);
    return GI_OK;
}
