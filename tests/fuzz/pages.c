/* Other processes that are hostile: pages that they write to while they are used, messages to the
 * thread that answers, and answers of a server that is not one of ours.
 *
 *      fuzz_pages [--seed N] [--rounds N] [--seconds N] [--without KIND]...
 *
 *  Kinds: semaphore, event (shared pages), message, answer. The hostile process is a thread. */
#include "small.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cuda_runtime.h>

#include "../behaviour/exporter.h"
#include "queue/host_semaphore.h"
#include "share/ipc_server.h"

enum { PAGE_BYTES = 4096, MOST_BYTES = 70000, CALLS_PER_PAGE = 40 };

#define MEMORY_BYTES (UINT64_C(64) << 10)

static int honest_memory;

/* ---- asking and answering -------------------------------------------------------------------- */

static void limit_time(int fd)
{
    struct timeval limit = { .tv_sec = 20 };

    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

static int connect_to(uint32_t number)
{
    struct sockaddr_un name;
    socklen_t length = gi_ipc_socket_name(&name, number);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

    limit_time(fd);
    if (connect(fd, (struct sockaddr *)&name, length) == 0)
        return fd;
    close(fd);
    return -1;
}

/* fd: -1, or one that goes along, twice where it is sent twice. */
static void send_bytes(int socket, const void *bytes, size_t size_bytes, int fd, size_t times)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec part = { .iov_base = (void *)(uintptr_t)bytes, .iov_len = size_bytes };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
    int fds[2] = { fd, fd };

    memset(&control, 0, sizeof control);
    if (fd >= 0) {
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(times * sizeof(int));
        memcpy(CMSG_DATA(&control.header), fds, times * sizeof(int));
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(times * sizeof(int));
    }
    (void)!sendmsg(socket, &message, MSG_NOSIGNAL);
}

/* Receives an answer; *out_fd is -1 where none came along. */
static bool receive_answer(int socket, struct gi_ipc_answer *out_answer, int *out_fd)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = { .iov_base = out_answer, .iov_len = sizeof *out_answer };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                              .msg_controllen = sizeof control };

    *out_fd = -1;
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *out_answer)
        return false;
    if (message.msg_controllen >= CMSG_LEN(sizeof(int)))
        memcpy(out_fd, CMSG_DATA(&control.header), sizeof *out_fd);
    return true;
}

/* What a peer that was given a handle does; -1: it was refused. */
static int ask(const void *handle, struct gi_ipc_answer *out_answer)
{
    struct gi_ipc_words words;
    int socket, fd = -1;

    memcpy(&words, handle, sizeof words);
    socket = connect_to(words.socket);
    if (socket < 0)
        small_fail("nobody answers at the socket of a handle");
    send_bytes(socket, &words, sizeof words, -1, 0);
    if (!receive_answer(socket, out_answer, &fd) || out_answer->code != GI_IPC_YES)
        fd = -1;
    close(socket);
    return fd;
}

/* ---- pages that change while they are used --------------------------------------------------- */

struct vandal {
    struct test_random random;
    uint64_t *page;
    size_t first_word;
    atomic_bool ends;
    pthread_t thread;
};

static void *vandalise(void *data)
{
    struct vandal *vandal = data;

    while (!vandal->ends) {
        uint64_t word = test_random_next(&vandal->random);
        size_t at = vandal->first_word +
                    test_random_below(&vandal->random, 512 - vandal->first_word);

        if (word % 8 == 0)
            at = vandal->first_word + word / 8 % 4;
        word >>= word % 61;
        __atomic_store_n(&vandal->page[at], word % 16 == 0 ? UINT64_MAX - word % 3 : word,
                         __ATOMIC_RELEASE);
        if (word % 64 == 0)
            usleep(10);
    }
    return NULL;
}

/* Begins at once; head_words stay as they are. */
static bool vandal_begin(struct small *s, struct vandal *vandal, int fd, size_t head_words)
{
    vandal->random.state = test_random_next(&s->random);
    vandal->first_word = head_words;
    vandal->ends = false;
    vandal->page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (vandal->page == MAP_FAILED)
        return false;
    if (pthread_create(&vandal->thread, NULL, vandalise, vandal) != 0)
        small_fail("no thread");
    return true;
}

static void vandal_end(struct vandal *vandal)
{
    vandal->ends = true;
    pthread_join(vandal->thread, NULL);
}

static void use_semaphore(struct small *s, cudaExternalSemaphore_t semaphore, cudaStream_t stream)
{
    for (int i = 0; i < CALLS_PER_PAGE; i++) {
        uint64_t value = small_number(s, 1000);
        struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = value };
        struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = value };

        if (small_below(s, 2) == 0)
            (void)cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream);
        else
            (void)cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream);
        (void)cudaStreamQuery(stream);
    }
}

/* Waits for what no honest peer would have left open: the page then passes all waits. */
static void drain(cudaStream_t stream, uint64_t *page, struct gi_host_semaphore *own)
{
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
        for (size_t i = 2; i < 4; i++)
            __atomic_store_n(&page[i], UINT64_MAX - 1, __ATOMIC_RELEASE);
        (void)gi_host_semaphore_signal(own, UINT64_MAX);
        usleep(1000);
    }
}

static void round_of_semaphore(struct small *s)
{
    bool timeline = small_below(s, 2) != 0;
    struct cudaExternalSemaphoreHandleDesc request = {
        .type = timeline ? cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
                         : cudaExternalSemaphoreHandleTypeOpaqueFd
    };
    struct gi_host_semaphore own;
    struct vandal vandal;
    cudaExternalSemaphore_t semaphore;
    cudaStream_t stream;
    int fd;

    small_says("a hostile page of a %s semaphore", timeline ? "timeline" : "binary");
    if (gi_host_semaphore_create(&own, timeline, small_number(s, 100)) != 0 ||
        gi_host_semaphore_export(&own, &fd) != 0 ||
        gi_host_semaphore_export(&own, &request.handle.fd) != 0 ||
        cudaImportExternalSemaphore(&semaphore, &request) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess)
        small_fail("a semaphore is not imported");
    if (!vandal_begin(s, &vandal, fd, small_below(s, 2) * 2))
        small_fail("a semaphore is not mapped");
    use_semaphore(s, semaphore, stream);
    vandal_end(&vandal);
    drain(stream, vandal.page, &own);
    (void)cudaStreamDestroy(stream);
    if (cudaDestroyExternalSemaphore(semaphore) != cudaSuccess)
        small_fail("a semaphore is not destroyed");
    munmap(vandal.page, PAGE_BYTES);
    close(fd);
    gi_host_semaphore_finish(&own);
}

/* Nothing waits for ever, whatever the page says: records and waits end by themselves. */
static void round_of_event(struct small *s)
{
    struct gi_ipc_answer answer;
    cudaIpcEventHandle_t handle;
    struct vandal vandal;
    cudaEvent_t event;
    cudaStream_t stream;
    int fd;

    small_says("a hostile page of an event");
    if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess) !=
            cudaSuccess ||
        cudaIpcGetEventHandle(&handle, event) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess)
        small_fail("no event to share");
    fd = ask(&handle, &answer);
    if (fd < 0 || !vandal_begin(s, &vandal, fd, small_below(s, 2) * 2))
        small_fail("an event is not given out");
    for (int i = 0; i < CALLS_PER_PAGE; i++) {
        switch (small_below(s, 4)) {
        case 0: (void)cudaEventQuery(event); break;
        case 1: (void)cudaStreamQuery(stream); break;
        default: (void)cudaEventRecord(event, stream); break;
        }
    }
    vandal_end(&vandal);
    (void)cudaStreamSynchronize(stream);
    (void)cudaStreamDestroy(stream);
    (void)cudaEventDestroy(event);
    munmap(vandal.page, PAGE_BYTES);
    close(fd);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void send_message(struct small *s, const void *handle)
{
    static uint8_t bytes[MOST_BYTES];
    struct gi_ipc_words words;
    size_t length = sizeof words;
    int socket;

    memcpy(&words, handle, sizeof words);
    socket = connect_to(words.socket);
    memcpy(bytes, &words, sizeof words);
    for (uint64_t i = small_below(s, 4); i > 0; i--) {
        size_t bit = (size_t)small_below(s, 8 * sizeof words);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    if (small_below(s, 3) == 0)
        length = (size_t)small_below(s, small_below(s, 4) == 0 ? MOST_BYTES : 200);
    if (small_below(s, 4) == 0) {
        for (size_t i = 0; i < sizeof words; i++)
            bytes[i] = (uint8_t)small_below(s, 256);
    }
    if (socket >= 0) {
        send_bytes(socket, bytes, length, small_below(s, 3) == 0 ? honest_memory : -1, 2);
        close(socket);                           /* at times before it was read */
    }
}

static void round_of_messages(struct small *s)
{
    struct gi_ipc_answer answer;
    cudaIpcMemHandle_t handle;
    void *pointer;
    int fd;

    small_says("messages that are no questions");
    if (cudaMalloc(&pointer, 4096) != cudaSuccess ||
        cudaIpcGetMemHandle(&handle, pointer) != cudaSuccess)
        small_fail("no memory to share");
    for (int i = 0; i < CALLS_PER_PAGE; i++)
        send_message(s, &handle);
    small_says("a question after messages that were none");
    fd = ask(&handle, &answer);
    if (fd < 0)
        small_fail("the memory is not given out any more");
    close(fd);
    (void)cudaFree(pointer);
}

/* ---- answers --------------------------------------------------------------------------------- */

struct server {
    struct small random;
    struct gi_ipc_answer answer;         /* an honest one */
    int honest_fd, listener;
};

static int forged_memory(struct small *s, int honest_fd)
{
    uint8_t head[PAGE_BYTES];
    uint64_t words[3] = { 0, 0, 0 };
    int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (pread(honest_fd, head, sizeof head, 0) < (ssize_t)sizeof words)
        return fd;
    memcpy(words, head, sizeof words);
    words[small_below(s, 3)] = small_number(s, MEMORY_BYTES);
    memcpy(head, words, sizeof words);
    (void)!ftruncate(fd, (off_t)(small_below(s, 64) * PAGE_BYTES));
    (void)!pwrite(fd, head, sizeof head, 0);
    (void)fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW);
    return fd;
}

static void answer_one(struct server *server, int peer)
{
    struct small *s = &server->random;
    struct gi_ipc_answer answer = server->answer;
    size_t length = sizeof answer;
    int fd = server->honest_fd, made = -1;

    if (small_below(s, 3) == 0)
        answer.object_bytes = small_number(s, answer.object_bytes);
    if (small_below(s, 3) == 0)
        answer.offset_bytes = small_number(s, answer.object_bytes);
    if (small_below(s, 3) == 0)
        answer.size_bytes = small_number(s, answer.size_bytes);
    if (small_below(s, 8) == 0)
        answer.code = (uint32_t)small_number(s, 3);
    if (small_below(s, 8) == 0)
        length = (size_t)small_below(s, 2 * sizeof answer) % sizeof answer;
    if (small_below(s, 8) == 0)
        answer.device_uuid[3] ^= 1;
    switch (small_below(s, 6)) {
    case 0: fd = -1; break;
    case 1: fd = made = open("/dev/zero", O_RDWR | O_CLOEXEC); break;
    case 2: fd = made = forged_memory(s, server->honest_fd); break;
    default: break;
    }
    if (small_below(s, 10) != 0)
        send_bytes(peer, &answer, length, fd, 1 + (size_t)small_below(s, 2));
    if (made >= 0)
        close(made);
}

static void *serve(void *data)
{
    struct server *server = data;
    struct pollfd polled = { .fd = server->listener, .events = POLLIN };
    struct gi_ipc_words words;
    int peer = poll(&polled, 1, 20000) == 1 ? accept4(server->listener, NULL, NULL, SOCK_CLOEXEC)
                                            : -1;

    if (peer < 0)
        return NULL;
    limit_time(peer);
    if (recv(peer, &words, sizeof words, 0) == (ssize_t)sizeof words)
        answer_one(server, peer);
    close(peer);
    return NULL;
}

static void touch(struct small *s, void *pointer)
{
    static uint8_t seen[PAGE_BYTES];

    small_says("using memory of a hostile answer at %p", pointer);
    (void)cudaMemset(pointer, 0x5a, 1 + small_below(s, 200000));
    (void)cudaMemcpy(seen, pointer, sizeof seen, cudaMemcpyDeviceToHost);
}

static void open_handle(struct small *s, const struct gi_ipc_words *words)
{
    cudaIpcMemHandle_t handle;
    void *pointer;

    memcpy(&handle, words, sizeof handle);
    if (cudaIpcOpenMemHandle(&pointer, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
        return;
    touch(s, pointer);
    if (cudaIpcCloseMemHandle(pointer) != cudaSuccess)
        small_fail("opened memory is not closed");
}

/* Starts the hostile server under a new number, which the words get. The question that comes is to
 * be answered by what honest_fd and answer say, more or less. */
static void start_server(struct small *s, struct server *server, struct gi_ipc_words *words,
                         pthread_t *out_thread)
{
    struct sockaddr_un name;
    socklen_t length;

    server->random = *s;
    server->random.random.state = test_random_next(&s->random);
    words->socket = (uint32_t)test_random_next(&s->random);
    length = gi_ipc_socket_name(&name, words->socket);
    server->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (bind(server->listener, (struct sockaddr *)&name, length) != 0 ||
        listen(server->listener, 4) != 0 ||
        pthread_create(out_thread, NULL, serve, server) != 0)
        small_fail("no hostile server");
}

static void stop_server(struct server *server, pthread_t thread)
{
    pthread_join(thread, NULL);
    close(server->listener);
    close(server->honest_fd);
}

static void round_of_answers(struct small *s)
{
    struct server server;
    struct gi_ipc_words words;
    cudaIpcMemHandle_t handle;
    pthread_t thread;
    void *pointer;

    small_says("a hostile answer");
    if (cudaMalloc(&pointer, MEMORY_BYTES) != cudaSuccess ||
        cudaIpcGetMemHandle(&handle, pointer) != cudaSuccess)
        small_fail("no memory to share");
    server.honest_fd = ask(&handle, &server.answer);
    if (server.honest_fd < 0)
        small_fail("the memory is not given out");
    memcpy(&words, &handle, sizeof words);
    start_server(s, &server, &words, &thread);
    open_handle(s, &words);
    stop_server(&server, thread);
    (void)cudaFree(pointer);
}

/* ---- pools ----------------------------------------------------------------------------------- */

/* A pool's fd that leads to the socket of the words. is_damaged: some other bytes are changed. */
static int forged_ticket(struct small *s, int honest_fd, const struct gi_ipc_words *words,
                         bool is_damaged)
{
    uint8_t bytes[256];
    ssize_t length = pread(honest_fd, bytes, sizeof bytes, 0);
    int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0 || length < (ssize_t)sizeof *words)
        small_fail("no file for a pool");
    memcpy(bytes + offsetof(struct gi_ipc_words, socket), &words->socket, sizeof words->socket);
    for (uint64_t i = is_damaged ? 1 + small_below(s, 3) : 0; i > 0; i--)
        bytes[small_below(s, (uint64_t)length)] ^= (uint8_t)(1 << small_below(s, 8));
    if (is_damaged && small_below(s, 8) == 0)
        length = (ssize_t)small_below(s, (uint64_t)length);
    (void)!write(fd, bytes, (size_t)length);
    (void)fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    return fd;
}

static void open_pointer(struct small *s, int fd, const struct gi_ipc_words *words)
{
    struct cudaMemPoolPtrExportData data = { { 0 } };
    cudaMemPool_t pool;
    void *pointer;

    memcpy(&data, words, sizeof *words);
    if (cudaMemPoolImportFromShareableHandle(&pool, (void *)(intptr_t)fd,
                                             cudaMemHandleTypePosixFileDescriptor, 0) !=
        cudaSuccess)
        return;
    if (cudaMemPoolImportPointer(&pointer, pool, &data) == cudaSuccess) {
        touch(s, pointer);
        if (cudaFree(pointer) != cudaSuccess)
            small_fail("a pool's opened memory is not freed");
    }
    if (cudaMemPoolDestroy(pool) != cudaSuccess)
        small_fail("an imported pool is not destroyed");
}

/* An own pool: by damaged data, and by a hostile process that has its honest ones. */
static void round_of_pools(struct small *s)
{
    const struct cudaMemPoolProps properties = {
        .allocType = cudaMemAllocationTypePinned,
        .handleTypes = cudaMemHandleTypePosixFileDescriptor,
        .location = { .type = cudaMemLocationTypeDevice },
    };
    struct cudaMemPoolPtrExportData data;
    struct gi_ipc_words words;
    struct server server;
    pthread_t thread;
    cudaMemPool_t pool;
    void *memory;
    int fd, forged;

    small_says("a pool");
    if (cudaMemPoolCreate(&pool, &properties) != cudaSuccess ||
        cudaMallocFromPoolAsync(&memory, MEMORY_BYTES, pool, NULL) != cudaSuccess ||
        cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0) !=
            cudaSuccess ||
        cudaMemPoolExportPointer(&data, memory) != cudaSuccess)
        small_fail("no pool to share");
    memcpy(&words, &data, sizeof words);
    small_says("damaged data of a pool");
    for (int i = 0; i < CALLS_PER_PAGE; i++) {
        struct gi_ipc_words damaged = words;

        if (i % 2 == 0)
            ((uint8_t *)&damaged)[small_below(s, sizeof damaged)] ^= 1u << small_below(s, 8);
        forged = forged_ticket(s, fd, &words, i % 2 != 0);
        open_pointer(s, forged, &damaged);
        close(forged);
    }
    small_says("a hostile exporter of a pool");
    server.honest_fd = ask(&words, &server.answer);
    if (server.honest_fd < 0)
        small_fail("a pool's memory is not given out");
    start_server(s, &server, &words, &thread);
    forged = forged_ticket(s, fd, &words, false);
    open_pointer(s, forged, &words);
    stop_server(&server, thread);
    close(forged);
    close(fd);
    (void)cudaFree(memory);
    (void)cudaMemPoolDestroy(pool);
}

/* ---- the program ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*round)(struct small *s);
} kinds[] = {
    { "semaphore", round_of_semaphore },
    { "event", round_of_event },
    { "message", round_of_messages },
    { "answer", round_of_answers },
    { "pool", round_of_pools },
};
#define KINDS (sizeof kinds / sizeof kinds[0])

int main(int argc, char **argv)
{
    struct small s;
    int code = small_begin(&s, argc, argv);
    int count;

    if (code != 0)
        return code;
    honest_memory = exporter_memory(MEMORY_BYTES, NULL);
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 || honest_memory < 0) {
        printf("skipped: nothing here exports memory\n");
        return SMALL_SKIPPED;
    }
    round_of_messages(&s);                       /* starts the thread that answers */
    small_count_fds(&s);
    while (small_goes_on(&s)) {
        size_t kind = (size_t)small_below(&s, KINDS);

        if (small_may(kinds[kind].name))
            kinds[kind].round(&s);
        small_canary_add();
        small_canaries_check();
    }
    small_says("ending");
    small_check_fds(&s);
    printf("%llu rounds\n", (unsigned long long)s.done - 1);
    return 0;
}
