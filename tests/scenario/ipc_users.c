/** Another user at the exporter's socket: the own user is served, nothing is handed out, and the
 *  exporter spends little on it. Root alone can be another user, so others skip this. */
#include "ipc_peer.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "share/ipc_time.h"
#include "test_cases.h"

enum { SIZE = 4096, NOBODY = 65534, HELD = 40, ASKS = 20, ENOUGH = 60,
       UNTIL_NEXT_NS = 100000 };

/** What the processes of the other user do, each of them one thing. */
enum way {
    COMES,                       /* connects and leaves */
    STAYS,                       /* keeps its connections open */
    ASKS_WITH_HANDLE,            /* somebody has given it the handle */
    SENDS_FILES,
    DOES_NOT_WAIT,               /* fills the row of those who wait to be accepted */
    WAYS
};

/** In memory that all of them share. */
struct seen {
    atomic_ulong connected[WAYS];
    atomic_bool is_given, is_over;
    struct gi_ipc_words words;
};

/** Sends two files along with bytes. */
static void send_files(int peer, const void *bytes, size_t size_bytes)
{
    const int fds[2] = { STDIN_FILENO, STDERR_FILENO };
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof fds)];
    } control = { .header = { .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
                              .cmsg_len = CMSG_LEN(sizeof fds) } };
    struct iovec part = { .iov_base = (void *)(uintptr_t)bytes, .iov_len = size_bytes };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };

    memcpy(CMSG_DATA(&control.header), fds, sizeof fds);
    (void)!sendmsg(peer, &message, MSG_NOSIGNAL);
}

/** Whether anything comes. The exporter closes its end in any case. */
static bool is_answered(int peer)
{
    char byte;

    return recv(peer, &byte, 1, 0) > 0;
}

static void use(struct seen *seen, enum way way, int peer)
{
    if (way == ASKS_WITH_HANDLE) {
        (void)!send(peer, &seen->words, sizeof seen->words, MSG_NOSIGNAL);
        if (is_answered(peer))
            atomic_store(&seen->is_given, true);
    } else if (way == SENDS_FILES) {
        send_files(peer, "nonsense", 8);
    }
}

/** One that finds the row full tries again a moment later, again and again. */
static void be_another_user(struct seen *seen, enum way way)
{
    const struct timespec until_next = { .tv_nsec = UNTIL_NEXT_NS };
    int held[HELD], count = 0;

    if (setresuid(NOBODY, NOBODY, NOBODY) != 0)
        return;
    while (!atomic_load(&seen->is_over)) {
        int peer = connect_to_number(seen->words.socket,
                                     way == DOES_NOT_WAIT ? SOCK_NONBLOCK : 0);

        if (peer < 0) {
            nanosleep(&until_next, NULL);
            continue;
        }
        atomic_fetch_add(&seen->connected[way], 1);
        use(seen, way, peer);
        if (way != STAYS) {
            close(peer);
            continue;
        }
        if (count == HELD)
            close(held[--count]);
        held[count++] = peer;
    }
}

static bool is_enough(const struct seen *seen)
{
    for (int way = 0; way < WAYS; way++) {
        if (atomic_load(&seen->connected[way]) < ENOUGH)
            return false;
    }
    return true;
}

static unsigned long count_connected(const struct seen *seen)
{
    unsigned long count = 0;

    for (int way = 0; way < WAYS; way++)
        count += atomic_load(&seen->connected[way]);
    return count;
}

/** The most that a pause behind each round of accepting lets in, and those who wait in the row. */
static unsigned long most_let_in(int64_t ns)
{
    return ((unsigned long)(ns / GI_IPC_FOREIGN_PAUSE_NS) + 2) * GI_IPC_BACKLOG +
           2 * GI_IPC_BACKLOG;
}

TEST_CASE(other_users_get_nothing)
{
    struct gi_ipc_answer answer;
    struct seen *seen;
    pid_t children[WAYS];
    int64_t began;
    void *memory;
    int before, fd;

    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(seen != MAP_FAILED);
    OK(gpuMalloc(&memory, SIZE));
    if (geteuid() != 0 || !get_words(memory, &seen->words))
        skip();
    before = open_fds();
    began = gi_now_ns();
    for (int way = 0; way < WAYS; way++) {
        children[way] = fork();
        assert_true(children[way] >= 0);
        if (children[way] == 0) {
            be_another_user(seen, (enum way)way);
            _exit(0);
        }
    }
    for (int i = 0; i < ASKS || !is_enough(seen); i++) {
        assert_int_equal(ask_as_peer(&seen->words, &answer, &fd), GI_IPC_YES);
        close(fd);
    }
    atomic_store(&seen->is_over, true);
    for (int way = 0; way < WAYS; way++)
        assert_int_equal(waitpid(children[way], NULL, 0), children[way]);
    assert_in_range(count_connected(seen), WAYS * ENOUGH, most_let_in(gi_now_ns() - began));
    assert_false(atomic_load(&seen->is_given));
    assert_int_equal(ask_as_peer(&seen->words, &answer, &fd), GI_IPC_YES);
    close(fd);
    assert_true(no_more_fds(before));
    OK(gpuFree(memory));
    munmap(seen, sizeof *seen);
}

/** Nor does a peer of this user leave files here. */
TEST_CASE(files_of_a_peer_are_not_kept)
{
    struct gi_ipc_words words, wrong;
    struct gi_ipc_answer answer;
    void *memory;
    int before, fd;

    OK(gpuMalloc(&memory, SIZE));
    if (!get_words(memory, &words))
        skip();
    wrong = words;
    wrong.secret.bytes[0] ^= 1;
    before = open_fds();
    for (int i = 0; i < 20; i++) {
        int peer = connect_to_number(words.socket, 0);

        assert_true(peer >= 0);
        send_files(peer, i % 2 == 0 ? &words : &wrong, sizeof words);
        assert_true(is_answered(peer));
        close(peer);
    }
    assert_int_equal(ask_as_peer(&words, &answer, &fd), GI_IPC_YES);
    close(fd);
    assert_true(no_more_fds(before));
    OK(gpuFree(memory));
}

int run_ipc_users(void)
{
    return run_test_cases(NULL);
}
