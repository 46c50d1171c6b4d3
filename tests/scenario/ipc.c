/** Memory of one process in another: this program again, given a handle in its environment. */
#include "scenario.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ipc_peer.h"
#include "test_cases.h"

#define VARIABLE "SCENARIO_IPC"

enum { BEFORE = 3000, SIZE = 100000, LARGE = 48 << 20 };

static void to_text(const gpuIpcMemHandle_t *handle, char *text)
{
    for (size_t i = 0; i < sizeof *handle; i++)
        sprintf(text + 2 * i, "%02x", (unsigned char)handle->reserved[i]);
}

static void from_text(gpuIpcMemHandle_t *handle, const char *text)
{
    for (size_t i = 0; i < sizeof *handle; i++) {
        unsigned int byte = 0;

        sscanf(text + 2 * i, "%2x", &byte);
        handle->reserved[i] = (char)byte;
    }
}

/** Whether the device can do it at all; a device that cannot says so. */
static bool can_share(void)
{
    gpuIpcMemHandle_t handle;
    gpuError_t code;
    void *pointer;

    OK(gpuMalloc(&pointer, 64));
    code = gpuIpcGetMemHandle(&handle, pointer);
    OK(gpuFree(pointer));
    if (code == gpuErrorNotSupported)
        return false;
    OK(code);
    return true;
}

static void *open_in_thread(void *handle)
{
    void *pointer;

    if (gpuIpcOpenMemHandle(&pointer, *(gpuIpcMemHandle_t *)handle, gpuIpcMemLazyEnablePeerAccess)
        != gpuSuccess)
        return NULL;
    return pointer;
}

/** Threads that open the same memory at once get the same pointer, and each closes it. NVIDIA's
 *  library has refused one of them at times. */
static int with_threads(gpuIpcMemHandle_t *handle)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    void *pointers[THREADS];

    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, open_in_thread, handle) != 0)
            return 20;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], &pointers[i]);
    for (int i = 0; i < THREADS; i++) {
        if (!pointers[i] || pointers[i] != pointers[0])
            return 21;
    }
    for (int i = 0; i < THREADS; i++) {
        if (gpuIpcCloseMemHandle(pointers[i]) != gpuSuccess)
            return 22;
    }
    return gpuIpcCloseMemHandle(pointers[0]) == gpuErrorInvalidValue ? 0 : 23;
}

static int in_child(const gpuIpcMemHandle_t *handle)
{
    static uint8_t wanted[SIZE], seen[SIZE];
    unsigned char *first, *second;

    fill_pattern(wanted, SIZE, 5);
    if (gpuIpcOpenMemHandle((void **)&first, *handle, gpuIpcMemLazyEnablePeerAccess) != gpuSuccess)
        return 1;
    if (gpuMemcpy(seen, first, SIZE, gpuMemcpyDeviceToHost) != gpuSuccess)
        return 2;
    if (memcmp(seen, wanted, SIZE) != 0)
        return 3;
    if (gpuMemset(first + 100, 0x5a, 200) != gpuSuccess || gpuDeviceSynchronize() != gpuSuccess)
        return 4;
    /* It is counted. */
    if (gpuIpcOpenMemHandle((void **)&second, *handle, gpuIpcMemLazyEnablePeerAccess) != gpuSuccess
        || second != first)
        return 5;
    if (gpuIpcCloseMemHandle(second) != gpuSuccess)
        return 6;
    if (gpuMemcpy(seen, first, 4, gpuMemcpyDeviceToHost) != gpuSuccess)
        return 7;
    /* Nothing else gives it back, and it is not for others from here. */
    if (gpuFree(first) != gpuErrorInvalidValue || gpuFreeAsync(first, NULL) != gpuErrorInvalidValue)
        return 8;
    if (gpuIpcGetMemHandle(&(gpuIpcMemHandle_t){ { 0 } }, first) != gpuErrorInvalidValue)
        return 9;
    if (gpuIpcCloseMemHandle(first + 1) != gpuErrorInvalidValue)
        return 10;
    if (gpuIpcCloseMemHandle(first) != gpuSuccess)
        return 11;
    if (gpuIpcCloseMemHandle(first) != gpuErrorInvalidValue)
        return 12;
    return 0;
}

/** Of freed memory. Libraries differ in what they leave of the pointer, in the fds that the first
 *  handle costs, and in whether memory that they keep for later can be opened. */
static int open_freed(gpuIpcMemHandle_t handle)
{
    void *pointer = &handle, *own;
    gpuError_t code;
    int before;

    if (gpuMalloc(&own, 64) != gpuSuccess)
        return 50;
    before = open_fds();
    code = gpuIpcOpenMemHandle(&pointer, handle, gpuIpcMemLazyEnablePeerAccess);
    if (!library_is_ours())
        return 0;
    if (pointer != &handle || open_fds() != before)
        return 51;
    return code == gpuErrorInvalidHandle ? 0 : 52;
}

/** Once to warm up, then more rounds than fds that may still be due to close end with no more. */
int child_that_opens(void)
{
    const char *text = getenv(VARIABLE);
    gpuIpcMemHandle_t handle;
    void *pointer = &handle;
    int before, result;

    from_text(&handle, text);
    if (text[2 * sizeof handle] == 'x')          /* it is to fail */
        return open_freed(handle);
    if (gpuMalloc(&pointer, 64) != gpuSuccess)
        return 53;
    result = in_child(&handle);
    if (result == 0 && library_is_ours())
        result = with_threads(&handle);
    if (result != 0)
        return result;
    before = open_fds();
    for (int round = 0; round < 16; round++) {
        if (gpuIpcOpenMemHandle(&pointer, handle, gpuIpcMemLazyEnablePeerAccess) != gpuSuccess
            || gpuIpcCloseMemHandle(pointer) != gpuSuccess)
            return 54;
    }
    return no_more_fds(before) ? 0 : 55;
}

/** Writes a handle into the fd that it was given, and is killed; a child that it forked stays until
 *  that fd is closed elsewhere. */
int child_that_exports(void)
{
    int fd = atoi(getenv(VARIABLE));
    struct pollfd closed = { .fd = fd };
    gpuIpcMemHandle_t handle;
    void *pointer;

    if (gpuMalloc(&pointer, 4096) != gpuSuccess
        || gpuIpcGetMemHandle(&handle, pointer) != gpuSuccess)
        return 1;
    if (fork() == 0) {
        while (poll(&closed, 1, -1) != 1)
            ;
        _exit(0);
    }
    if (write(fd, &handle, sizeof handle) != (ssize_t)sizeof handle)
        return 2;
    return raise(SIGKILL);
}

static void check_sharing(size_t size)
{
    static uint8_t bytes[SIZE];
    char text[2 * sizeof(gpuIpcMemHandle_t) + 2];
    gpuIpcMemHandle_t handle, same;
    unsigned char *before, *shared;

    OK(gpuMalloc((void **)&before, BEFORE));     /* it does not begin where its block does */
    OK(gpuMalloc((void **)&shared, size));
    fill_pattern(bytes, SIZE, 5);
    OK(gpuMemcpy(shared, bytes, SIZE, gpuMemcpyHostToDevice));
    memset(&handle, 1, sizeof handle);
    memset(&same, 2, sizeof same);
    OK(gpuIpcGetMemHandle(&handle, shared));
    OK(gpuIpcGetMemHandle(&same, shared + 777)); /* of the whole allocation */
    assert_memory_equal(&handle, &same, sizeof handle);
    to_text(&handle, text);
    assert_int_equal(run_again("--open", VARIABLE, text), 0);
    memset(bytes + 100, 0x5a, 200);
    static uint8_t seen[SIZE];
    OK(gpuMemcpy(seen, shared, SIZE, gpuMemcpyDeviceToHost));
    assert_memory_equal(seen, bytes, SIZE);
    OK(gpuFree(shared));
    strcat(text, "x");                           /* freed: nobody opens it any more */
    assert_int_equal(run_again("--open", VARIABLE, text), 0);
    OK(gpuMalloc((void **)&shared, size));       /* nor what has its place now */
    assert_int_equal(run_again("--open", VARIABLE, text), 0);
    OK(gpuFree(shared));
    OK(gpuFree(before));
}

TEST_CASE(another_process_sees_the_memory)
{
    if (!can_share())
        skip();
    check_sharing(SIZE);
}

TEST_CASE(memory_with_a_block_of_its_own)
{
    if (!can_share())
        skip();
    check_sharing(LARGE);
}

TEST_CASE(a_process_that_died_shares_nothing)
{
    gpuIpcMemHandle_t handle;
    char number[16];
    void *pointer = &handle;
    int ends[2];

    if (!can_share())
        skip();
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    snprintf(number, sizeof number, "%d", ends[1]);
    assert_int_equal(run_again("--export", VARIABLE, number), -1);
    assert_int_equal(read(ends[0], &handle, sizeof handle), sizeof handle);
    EXPECT(gpuIpcOpenMemHandle(&pointer, handle, gpuIpcMemLazyEnablePeerAccess),
           gpuErrorInvalidHandle, "has ended");
    assert_ptr_equal(pointer, &handle);
    close(ends[0]);              /* its child ends, too */
    close(ends[1]);
}

int connect_to_number(uint32_t number, int flags)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0);
    int length = sprintf(name.sun_path + 1, "gpuinterop-%08x", number);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);

    if (fd >= 0 && connect(fd, (struct sockaddr *)&name, size) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

int connect_as_peer(const gpuIpcMemHandle_t *handle)
{
    struct gi_ipc_words words;
    int fd;

    memcpy(&words, handle, sizeof words);
    fd = connect_to_number(words.socket, 0);
    assert_true(fd >= 0);
    return fd;
}

/** Peers that say nothing, too little, too much or what is wrong get no answer and stop nobody. */
TEST_CASE(peers_that_misbehave)
{
    enum { PEERS = 40 };
    char text[2 * sizeof(gpuIpcMemHandle_t) + 2], answer[16], long_question[200] = { 0 };
    static uint8_t bytes[SIZE];
    gpuIpcMemHandle_t handle, wrong;
    int peers[PEERS];
    void *shared;

    if (!can_share())
        skip();
    OK(gpuMalloc(&shared, SIZE));
    fill_pattern(bytes, SIZE, 5);
    OK(gpuMemcpy(shared, bytes, SIZE, gpuMemcpyHostToDevice));
    OK(gpuIpcGetMemHandle(&handle, shared));
    memcpy(long_question, &handle, sizeof handle);
    wrong = handle;
    wrong.reserved[offsetof(struct gi_ipc_words, secret)] ^= 1;
    for (int i = 0; i < PEERS; i++)
        peers[i] = connect_as_peer(&handle);
    for (int i = 0; i < PEERS; i++) {            /* some were sent away already */
        if (i % 4 == 1)
            (void)send(peers[i], &handle, 10, MSG_NOSIGNAL);
        else if (i % 4 == 2)
            (void)send(peers[i], long_question, sizeof long_question, MSG_NOSIGNAL);
        else if (i % 4 == 3)
            (void)send(peers[i], &wrong, sizeof wrong, MSG_NOSIGNAL);
    }
    for (int i = 0; i < PEERS; i++) {
        if (i % 4 == 1 || i % 4 == 2)
            assert_true(recv(peers[i], answer, sizeof answer, 0) <= 0);
    }
    to_text(&handle, text);
    assert_int_equal(run_again("--open", VARIABLE, text), 0);
    for (int i = 0; i < PEERS; i++)
        close(peers[i]);
    OK(gpuFree(shared));
}

TEST_CASE(bad_arguments)
{
    gpuIpcMemHandle_t handle, nonsense;
    void *shared, *opened = &handle, *host, *pooled;

    if (!can_share())
        skip();
    OK(gpuMalloc(&shared, SIZE));
    OK(gpuHostAlloc(&host, SIZE, 0));
    OK(gpuMallocAsync(&pooled, SIZE, NULL));
    BAD_VALUE(gpuIpcGetMemHandle(NULL, shared), "handle");
    BAD_VALUE(gpuIpcGetMemHandle(&handle, NULL), "pointer");
    BAD_VALUE(gpuIpcGetMemHandle(&handle, &handle), "pointer");
    BAD_VALUE(gpuIpcGetMemHandle(&handle, host), "handle");
    BAD_VALUE(gpuIpcGetMemHandle(&handle, pooled), "handle");
    OK(gpuIpcGetMemHandle(&handle, shared));
    EXPECT(gpuIpcOpenMemHandle(&opened, handle, gpuIpcMemLazyEnablePeerAccess),
           gpuErrorWrongProcess, "own");
    BAD_VALUE(gpuIpcOpenMemHandle(NULL, handle, gpuIpcMemLazyEnablePeerAccess), "pointer");
    BAD_VALUE(gpuIpcOpenMemHandle(&opened, handle, 0), "flags");
    BAD_VALUE(gpuIpcOpenMemHandle(&opened, handle, 2), "flags");
    BAD_VALUE(gpuIpcOpenMemHandle(&opened, handle, 0x80000001u), "flags");
    memset(&nonsense, 0, sizeof nonsense);
    BAD_VALUE(gpuIpcOpenMemHandle(&opened, nonsense, gpuIpcMemLazyEnablePeerAccess), "handle");
    memset(&nonsense, 0xff, sizeof nonsense);
    BAD_VALUE(gpuIpcOpenMemHandle(&opened, nonsense, gpuIpcMemLazyEnablePeerAccess), "handle");
    for (size_t i = 0; i < sizeof handle; i++) { /* every byte counts */
        nonsense = handle;
        nonsense.reserved[i] ^= 0x40;
        assert_int_not_equal(gpuIpcOpenMemHandle(&opened, nonsense, gpuIpcMemLazyEnablePeerAccess),
                             gpuSuccess);
        assert_ptr_equal(opened, &handle);
    }
    BAD_VALUE(gpuIpcCloseMemHandle(NULL), "0x0");
    BAD_VALUE(gpuIpcCloseMemHandle(shared), "no open memory");
    OK(gpuFreeAsync(pooled, NULL));
    OK(gpuFreeHost(host));
    OK(gpuFree(shared));
}

int run_ipc(void)
{
    return run_test_cases(NULL);
}
