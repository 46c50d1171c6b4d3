/* Fds that are no shared object, and what became of them. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../open_fds.h"
#include "conformance.h"

int conf_open_fds(void)
{
    return count_open_fds();
}

void conf_wrong_fds_open(struct conf_wrong_fd fds[CONF_WRONG_FDS])
{
    int ends[2], sockets[2];

    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int file = memfd_create("conformance", MFD_CLOEXEC);
    int sealed = memfd_create("conformance", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int closed = fcntl(null, F_DUPFD_CLOEXEC, 900);
    assert_true(null >= 0 && file >= 0 && sealed >= 0 && closed >= 0);
    assert_int_equal(ftruncate(file, 1 << 20), 0);
    assert_int_equal(ftruncate(sealed, 1 << 20), 0);
    assert_int_equal(fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
    assert_int_equal(close(closed), 0);

    fds[0] = (struct conf_wrong_fd){ "a closed fd", closed, -1, false };
    fds[1] = (struct conf_wrong_fd){ "fd -1", -1, -1, false };
    fds[2] = (struct conf_wrong_fd){ "a pipe", ends[0], ends[1], false };
    fds[3] = (struct conf_wrong_fd){ "a socket", sockets[0], sockets[1], false };
    fds[4] = (struct conf_wrong_fd){ "/dev/null", null, -1, false };
    fds[5] = (struct conf_wrong_fd){ "a memfd", file, -1, true };
    fds[6] = (struct conf_wrong_fd){ "an fd out of range", 1 << 30, -1, false };
    fds[7] = (struct conf_wrong_fd){ "a sealed memfd", sealed, -1, true };
}

void conf_wrong_fds_close(struct conf_wrong_fd fds[CONF_WRONG_FDS])
{
    for (int i = 0; i < CONF_WRONG_FDS; i++) {
        if (fcntl(fds[i].fd, F_GETFD) >= 0)
            close(fds[i].fd);
        if (fds[i].other >= 0)
            close(fds[i].other);
    }
}

struct conf_fd_state conf_fd_state(int fd)
{
    struct conf_fd_state state = { 0 };
    struct stat facts;

    if (fd < 0 || fstat(fd, &facts) != 0)
        return state;
    state.is_open = true;
    state.device = facts.st_dev;
    state.inode = facts.st_ino;
    state.flags = fcntl(fd, F_GETFL);
    return state;
}

void conf_fd_untouched(const char *what, int fd, struct conf_fd_state before)
{
    struct conf_fd_state now = conf_fd_state(fd);

    CONF_THAT(now.is_open == before.is_open, "%s: fd %d was %s", what, fd,
              before.is_open ? "closed" : "opened");
    CONF_THAT(now.device == before.device && now.inode == before.inode,
              "%s: fd %d is another file now", what, fd);
    CONF_THAT(now.flags == before.flags, "%s: the flags of fd %d changed", what, fd);
}
