#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int way;
static atomic_bool has_begun;
static atomic_ulong left;        /* calls until the one that fails, with it; 0: none */
static _Atomic(const char *) failed;
static _Thread_local bool is_left_out;

void outside_fail_call(enum outside_way new_way, unsigned long nth)
{
    atomic_store(&left, 0);
    atomic_store(&way, (int)new_way);
    atomic_store(&has_begun, nth != 0);
    if (nth != 0)
        atomic_store(&failed, NULL);
    atomic_store(&left, nth);
}

void outside_leave_out(bool leaves_out)
{
    is_left_out = leaves_out;
}

const char *outside_failed(void)
{
    return atomic_load(&failed);
}

static bool is_turn(const char *name)
{
    unsigned long before = is_left_out ? 0 : atomic_load(&left);

    while (before != 0 && !atomic_compare_exchange_weak(&left, &before, before - 1))
        ;
    if (before != 1)
        return false;
    atomic_store(&failed, name);
    return true;
}

/* 0: the call may go on. */
static int error_of(const char *name, bool can_be_interrupted, int refused)
{
    int now = atomic_load(&way), error = now == OUTSIDE_REFUSED ? refused : 0;

    if (now == OUTSIDE_INTERRUPTED && can_be_interrupted)
        error = EINTR;
    return error != 0 && atomic_load(&left) != 0 && is_turn(name) ? error : 0;
}

/* From its turn on: every read and write is of one byte. */
static size_t part_of(const char *name, size_t size_bytes)
{
    if (atomic_load(&way) != OUTSIDE_PARTLY || size_bytes < 2 || is_left_out)
        return size_bytes;
    return is_turn(name) || (atomic_load(&has_begun) && outside_failed() != NULL) ? 1 : size_bytes;
}

#define FAIL(name, can_be_interrupted, refused) \
    do { \
        int error_ = error_of((name), (can_be_interrupted), (refused)); \
        if (error_ != 0) { \
            errno = error_; \
            return -1; \
        } \
    } while (0)

/* A call under its plain name, as the linker names it for this file. */
#define WRAPPED(type, name, parameters) \
    type __real_##name parameters; \
    type __wrap_##name parameters; \
    type __wrap_##name parameters

/* ---- files ----------------------------------------------------------------------------------- */

WRAPPED(int, openat64, (int folder, const char *path, int flags, mode_t mode))
{
    FAIL("openat", true, EMFILE);
    return __real_openat64(folder, path, flags, mode);
}

WRAPPED(ssize_t, read, (int fd, void *bytes, size_t size_bytes))
{
    FAIL("read", true, EIO);
    return __real_read(fd, bytes, part_of("read", size_bytes));
}

WRAPPED(ssize_t, write, (int fd, const void *bytes, size_t size_bytes))
{
    FAIL("write", true, ENOSPC);
    /* An eventfd takes a word alone. */
    return __real_write(fd, bytes, size_bytes == 8 ? 8 : part_of("write", size_bytes));
}

WRAPPED(ssize_t, pread64, (int fd, void *bytes, size_t size_bytes, off_t offset))
{
    FAIL("pread", true, EIO);
    return __real_pread64(fd, bytes, size_bytes, offset);
}

WRAPPED(ssize_t, pwrite64, (int fd, const void *bytes, size_t size_bytes, off_t offset))
{
    FAIL("pwrite", true, ENOSPC);
    return __real_pwrite64(fd, bytes, size_bytes, offset);
}

WRAPPED(int, ftruncate64, (int fd, off_t size_bytes))
{
    FAIL("ftruncate", false, ENOSPC);
    return __real_ftruncate64(fd, size_bytes);
}

WRAPPED(int, fallocate64, (int fd, int mode, off_t offset, off_t size_bytes))
{
    FAIL("fallocate", true, ENOSPC);
    return __real_fallocate64(fd, mode, offset, size_bytes);
}

WRAPPED(int, memfd_create, (const char *name, unsigned int flags))
{
    FAIL("memfd_create", false, EMFILE);
    return __real_memfd_create(name, flags);
}

WRAPPED(int, eventfd, (unsigned int count, int flags))
{
    FAIL("eventfd", false, EMFILE);
    return __real_eventfd(count, flags);
}

int __real_fcntl64(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...);

int __wrap_fcntl64(int fd, int command, ...)
{
    va_list arguments;
    long argument;

    va_start(arguments, command);
    argument = va_arg(arguments, long);
    va_end(arguments);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
        FAIL("fcntl", false, EMFILE);
    return __real_fcntl64(fd, command, argument);
}

/* The fd is closed all the same. */
WRAPPED(int, close, (int fd))
{
    int result = __real_close(fd);

    FAIL("close", true, 0);
    return result;
}

WRAPPED(void *, mmap64, (void *at, size_t bytes, int allowed, int flags, int fd, off_t offset))
{
    int error = error_of("mmap", false, ENOMEM);

    if (error == 0)
        return __real_mmap64(at, bytes, allowed, flags, fd, offset);
    errno = error;
    return MAP_FAILED;
}

/* ---- sockets --------------------------------------------------------------------------------- */

WRAPPED(int, socket, (int domain, int type, int protocol))
{
    FAIL("socket", false, EMFILE);
    return __real_socket(domain, type, protocol);
}

WRAPPED(int, bind, (int fd, const struct sockaddr *name, socklen_t length))
{
    FAIL("bind", false, EADDRINUSE);
    return __real_bind(fd, name, length);
}

WRAPPED(int, listen, (int fd, int count))
{
    FAIL("listen", false, EADDRINUSE);
    return __real_listen(fd, count);
}

WRAPPED(int, accept4, (int fd, struct sockaddr *name, socklen_t *length, int flags))
{
    FAIL("accept4", true, EMFILE);
    return __real_accept4(fd, name, length, flags);
}

WRAPPED(int, connect, (int fd, const struct sockaddr *name, socklen_t length))
{
    FAIL("connect", true, ECONNREFUSED);
    return __real_connect(fd, name, length);
}

WRAPPED(ssize_t, send, (int fd, const void *bytes, size_t size_bytes, int flags))
{
    FAIL("send", true, ENOBUFS);
    return __real_send(fd, bytes, size_bytes, flags);
}

WRAPPED(ssize_t, recv, (int fd, void *bytes, size_t size_bytes, int flags))
{
    FAIL("recv", true, ENOMEM);
    return __real_recv(fd, bytes, size_bytes, flags);
}

WRAPPED(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags))
{
    FAIL("sendmsg", true, ENOBUFS);
    return __real_sendmsg(fd, message, flags);
}

WRAPPED(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags))
{
    FAIL("recvmsg", true, ENOMEM);
    return __real_recvmsg(fd, message, flags);
}

/* ---- waiting --------------------------------------------------------------------------------- */

WRAPPED(int, poll, (struct pollfd *polled, nfds_t count, int timeout_ms))
{
    FAIL("poll", true, ENOMEM);
    return __real_poll(polled, count, timeout_ms);
}

WRAPPED(int, nanosleep, (const struct timespec *time, struct timespec *rest))
{
    FAIL("nanosleep", true, 0);
    return __real_nanosleep(time, rest);
}

WRAPPED(ssize_t, getrandom, (void *bytes, size_t size_bytes, unsigned int flags))
{
    FAIL("getrandom", true, ENOSYS);
    return __real_getrandom(bytes, size_bytes, flags);
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

long __wrap_syscall(long number, ...)
{
    va_list arguments;
    long a[6];

    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_futex && (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        FAIL("futex", true, 0);
#ifdef SYS_futex_waitv
    if (number == SYS_futex_waitv)
        FAIL("futex_waitv", true, 0);
#endif
#ifdef SYS_pidfd_open
    if (number == SYS_pidfd_open)
        FAIL("pidfd_open", false, EMFILE);
#endif
    return __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
