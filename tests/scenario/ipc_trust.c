/** What a hostile process gets from handles: it speaks to the exporter's socket itself. */
#include "ipc_peer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"

#define FLAGS (gpuEventInterprocess | gpuEventDisableTiming)

enum { SMALL = 4096, BLOCK = 2 << 20, LARGE = 5 << 20, MARK = 64 };

uint32_t ask_as_peer(const struct gi_ipc_words *words, struct gi_ipc_answer *answer, int *out_fd)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = { 0 };
    struct iovec part = { .iov_base = answer, .iov_len = sizeof *answer };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };
    gpuIpcMemHandle_t handle;
    ssize_t got;
    int peer;

    *out_fd = -1;
    memcpy(&handle, words, sizeof handle);
    peer = connect_as_peer(&handle);
    assert_int_equal(send(peer, words, sizeof *words, MSG_NOSIGNAL), sizeof *words);
    got = recvmsg(peer, &message, MSG_CMSG_CLOEXEC);
    close(peer);
    if (got != (ssize_t)sizeof *answer)
        return GI_IPC_GONE;
    if (CMSG_FIRSTHDR(&message) != NULL)
        memcpy(out_fd, CMSG_DATA(&control.header), sizeof *out_fd);
    return answer->code;
}

static void refuse(const struct gi_ipc_words *words)
{
    struct gi_ipc_answer answer;
    int fd;

    assert_int_equal(ask_as_peer(words, &answer, &fd), GI_IPC_GONE);
    assert_int_equal(fd, -1);
}

bool get_words(void *pointer, struct gi_ipc_words *words)
{
    gpuIpcMemHandle_t handle;
    gpuError_t code = gpuIpcGetMemHandle(&handle, pointer);

    if (code == gpuErrorNotSupported)
        return false;
    OK(code);
    memcpy(words, &handle, sizeof *words);
    return true;
}

/** Of two allocations side by side, both exported, and a third one that is not. */
TEST_CASE(a_handle_opens_its_own_memory)
{
    struct gi_ipc_words words[2], forged;
    struct gi_ipc_answer answer;
    char *memory[3];
    int fd;

    for (int i = 0; i < 3; i++)
        OK(gpuMalloc((void **)&memory[i], SMALL));
    for (int i = 0; i < 2; i++) {
        if (!get_words(memory[i], &words[i]))
            skip();
    }
    assert_memory_not_equal(&words[0].secret, &words[1].secret, sizeof words[0].secret);
    for (int i = 1; i < 3; i++) {
        forged = words[0];
        forged.address += (uintptr_t)memory[i] - (uintptr_t)memory[0];
        refuse(&forged);
        memset(&forged.secret, 0, sizeof forged.secret);
        refuse(&forged);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_as_peer(&words[i], &answer, &fd), GI_IPC_YES);
        assert_int_equal(answer.size_bytes, SMALL);
        close(fd);
    }
    for (int i = 0; i < 3; i++)
        OK(gpuFree(memory[i]));
    refuse(&words[0]);
}

/* Digits of the words of a handle, in hexadecimal without zeros in front. */
static int digits_of(const struct gi_ipc_words *words)
{
    uint32_t numbers[sizeof *words / sizeof(uint32_t)];
    int digits = 0;

    memcpy(numbers, words, sizeof numbers);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        digits += snprintf(NULL, 0, "%x", numbers[i]);
    return digits;
}

/** GStreamer writes a handle of memory into room for 65 digits. */
TEST_CASE(a_handle_of_memory_has_65_digits_at_most)
{
    struct gi_ipc_words words, most = {
        .socket = UINT32_MAX, .address = (UINT64_C(1) << 60) - 1, .process = (1u << 22),
    };
    void *memory;

    OK(gpuMalloc(&memory, SMALL));
    if (!get_words(memory, &words))
        skip();
    OK(gpuFree(memory));
    memset(&most.secret, 0xff, sizeof most.secret);
    most.magic = words.magic;
    most.kind = words.kind;
    assert_int_equal(words.id, 0);
    assert_in_range(digits_of(&words), 16, 65);
    assert_int_equal(digits_of(&most), 65);
}

/** Whether the bytes are in what the fd maps. */
static bool reaches(int fd, uint64_t bytes, const char *mark)
{
    char *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
    bool found;

    if (map == MAP_FAILED)       /* a device whose memory nobody maps so */
        return false;
    found = memmem(map, bytes, mark, MARK) != NULL;
    munmap(map, bytes);
    return found;
}

static void *marked(size_t size, const char *mark)
{
    char *memory;

    OK(gpuMalloc((void **)&memory, size));
    OK(gpuMemcpy(memory + size / 2, mark, MARK, gpuMemcpyHostToDevice));
    return memory;
}

/** What is large has an object of its own, also what is allocated when it is gone. */
TEST_CASE(what_is_shared_is_what_was_shared)
{
    char mark[MARK] = "only the exporter may read what begins with these words: 7c1f";
    char public[MARK] = "everybody who was given a handle may read these words: 55ab";
    void *small, *large, *other, *again;
    struct gi_ipc_words words;
    struct gi_ipc_answer answer;
    int small_fd, large_fd;

    small = marked(SMALL, public);
    large = marked(LARGE, public);
    other = marked(BLOCK, mark);
    if (!get_words(small, &words))
        skip();
    assert_int_equal(ask_as_peer(&words, &answer, &small_fd), GI_IPC_YES);
    assert_true(answer.object_bytes <= BLOCK);
    assert_true(get_words(large, &words));
    assert_int_equal(ask_as_peer(&words, &answer, &large_fd), GI_IPC_YES);
    assert_int_equal(answer.object_bytes, LARGE);
    assert_int_equal(answer.offset_bytes, 0);
    assert_false(reaches(small_fd, BLOCK, mark));
    assert_false(reaches(large_fd, LARGE, mark));
    OK(gpuFree(large));
    again = marked(LARGE, mark);                 /* never in what somebody has open */
    assert_false(reaches(large_fd, LARGE, mark));
    assert_true(get_words(other, &words));       /* the search finds what is there */
    close(large_fd);
    assert_int_equal(ask_as_peer(&words, &answer, &large_fd), GI_IPC_YES);
    if (reaches(small_fd, BLOCK, public))
        assert_true(reaches(large_fd, BLOCK, mark));
    close(small_fd);
    close(large_fd);
    OK(gpuFree(small));
    OK(gpuFree(other));
    OK(gpuFree(again));
}

/** Memory that was had when there was no fd for it cannot be shared; what is had later can. */
TEST_CASE(without_an_fd_memory_is_plain)
{
    struct gi_ipc_words words;
    gpuIpcMemHandle_t handle;
    struct rlimit limit, none;
    gpuError_t code;
    void *memory[2];

    OK(gpuMalloc(&memory[0], SMALL));
    if (!get_words(memory[0], &words))
        skip();
    OK(gpuFree(memory[0]));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 3;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    code = gpuMalloc(&memory[0], LARGE + BLOCK);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    if (code != gpuSuccess)      /* some drivers need one for any memory */
        skip();
    OK(gpuMalloc(&memory[1], LARGE + BLOCK));
    if (gpuIpcGetMemHandle(&handle, memory[0]) != gpuSuccess)    /* not all drivers need one */
        EXPECT(gpuIpcGetMemHandle(&handle, memory[0]), gpuErrorNotSupported, "allocate it again");
    assert_true(get_words(memory[1], &words));
    OK(gpuFree(memory[0]));
    OK(gpuFree(memory[1]));
}

/** Where the driver's memory is a file, memory beyond the program's limit of file sizes is plain.
 *  The signal of that limit, for which this program has no handler, does not come. */
TEST_CASE(beyond_the_limit_of_files_memory_is_plain)
{
    struct gi_ipc_words words;
    gpuIpcMemHandle_t handle;
    struct rlimit limit, small;
    gpuError_t code;
    void *memory;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = SMALL;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    code = gpuMalloc(&memory, LARGE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    if (code == gpuErrorOutOfMemory)     /* some drivers have files for any memory */
        skip();
    OK(code);
    if (gpuIpcGetMemHandle(&handle, memory) != gpuSuccess)       /* not all drivers have files */
        EXPECT(gpuIpcGetMemHandle(&handle, memory), gpuErrorNotSupported, "");
    OK(gpuMemset(memory, 1, LARGE));
    OK(gpuFree(memory));
    OK(gpuMalloc(&memory, LARGE));
    (void)get_words(memory, &words);
    OK(gpuFree(memory));
}

/* ---- who stops ------------------------------------------------------------------------------- */

/** A stopped exporter costs who opens some time, and no more. */
TEST_CASE(a_stopped_exporter_is_given_up)
{
    gpuIpcMemHandle_t handle;
    char number[16];
    void *pointer;
    pid_t child;
    int ends[2];

    OK(gpuMalloc(&pointer, SMALL));
    if (gpuIpcGetMemHandle(&handle, pointer) == gpuErrorNotSupported)
        skip();
    OK(gpuFree(pointer));
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    snprintf(number, sizeof number, "%d", ends[1]);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("SCENARIO_IPC_STOPS", number, 1);
        execl("/proc/self/exe", "scenario", "--export-and-stop", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &handle, sizeof handle), sizeof handle);
    assert_int_equal(waitpid(child, NULL, WUNTRACED), child);
    EXPECT(gpuIpcOpenMemHandle(&pointer, handle, gpuIpcMemLazyEnablePeerAccess),
           gpuErrorInvalidHandle, "does not answer");
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
}

int child_that_exports_and_stops(void)
{
    int fd = atoi(getenv("SCENARIO_IPC_STOPS"));
    gpuIpcMemHandle_t handle;
    void *pointer;

    if (gpuMalloc(&pointer, SMALL) != gpuSuccess
        || gpuIpcGetMemHandle(&handle, pointer) != gpuSuccess
        || write(fd, &handle, sizeof handle) != (ssize_t)sizeof handle)
        return 1;
    return raise(SIGSTOP);
}

/* ---- events ---------------------------------------------------------------------------------- */

TEST_CASE(an_event_opens_by_its_own_handle)
{
    gpuEvent_t exported, also, never;
    gpuIpcEventHandle_t handle;
    struct gi_ipc_words words, forged;
    struct gi_ipc_answer answer;
    void *memory;
    int fd;

    OK(gpuMalloc(&memory, SMALL));
    if (!get_words(memory, &words))
        skip();
    OK(gpuFree(memory));
    OK(gpuEventCreateWithFlags(&exported, FLAGS));
    OK(gpuEventCreateWithFlags(&also, FLAGS));
    OK(gpuEventCreateWithFlags(&never, FLAGS));
    OK(gpuIpcGetEventHandle(&handle, also));
    OK(gpuIpcGetEventHandle(&handle, exported));
    memcpy(&words, &handle, sizeof words);
    forged = words;
    forged.id = (uintptr_t)never;
    refuse(&forged);
    memset(&forged.secret, 0, sizeof forged.secret);
    refuse(&forged);
    forged = words;
    forged.id = (uintptr_t)also;
    refuse(&forged);
    assert_int_equal(ask_as_peer(&words, &answer, &fd), GI_IPC_YES);
    close(fd);
    OK(gpuEventDestroy(exported));
    refuse(&words);
    OK(gpuEventDestroy(also));
    OK(gpuEventDestroy(never));
}

int run_ipc_trust(void)
{
    return run_test_cases(NULL);
}
