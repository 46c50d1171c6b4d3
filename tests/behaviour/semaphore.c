/* Questions about external semaphores: import, signal, wait, destruction. */
#include "behaviour.h"
#include "exporter.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define TIMELINE ((int)cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd)
#define BINARY ((int)cudaExternalSemaphoreHandleTypeOpaqueFd)

static struct cudaExternalSemaphoreHandleDesc fd_desc(int type, int fd)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = (enum cudaExternalSemaphoreHandleType)type;
    desc.handle.fd = fd;
    return desc;
}

static void try_import(const char *name, const struct cudaExternalSemaphoreHandleDesc *desc)
{
    int fd = desc->handle.fd;
    cudaExternalSemaphore_t semaphore = OUT_MARKER;
    cudaError_t code = cudaImportExternalSemaphore(&semaphore, desc);
    answer_with(name, code, "out=%s fd=%s", out_state(semaphore), fd_state(fd));
    if (code == cudaSuccess)
        answer("then_destroy", cudaDestroyExternalSemaphore(semaphore));
}

static cudaExternalSemaphore_t import_new(int type)
{
    struct cudaExternalSemaphoreHandleDesc desc =
        fd_desc(type, exporter_semaphore(type == TIMELINE));
    cudaExternalSemaphore_t semaphore = NULL;
    start_device();
    cudaError_t code = cudaImportExternalSemaphore(&semaphore, &desc);
    if (code != cudaSuccess)
        answer("import", code);
    return semaphore;
}

static cudaError_t signal_value(cudaExternalSemaphore_t semaphore, unsigned long long value,
                                unsigned int flags, cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams params;
    memset(&params, 0, sizeof(params));
    params.params.fence.value = value;
    params.flags = flags;
    return cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1, stream);
}

static cudaError_t wait_value(cudaExternalSemaphore_t semaphore, unsigned long long value,
                              unsigned int flags, cudaStream_t stream)
{
    struct cudaExternalSemaphoreWaitParams params;
    memset(&params, 0, sizeof(params));
    params.params.fence.value = value;
    params.flags = flags;
    return cudaWaitExternalSemaphoresAsync(&semaphore, &params, 1, stream);
}

static void ask_pointers(int arg)
{
    (void)arg;
    struct cudaExternalSemaphoreHandleDesc desc = fd_desc(TIMELINE, exporter_semaphore(true));
    start_device();
    int fd = desc.handle.fd;
    answer_with("null_out", cudaImportExternalSemaphore(NULL, &desc), "fd=%s", fd_state(fd));
    cudaExternalSemaphore_t semaphore = OUT_MARKER;
    cudaError_t code = cudaImportExternalSemaphore(&semaphore, NULL);
    answer_with("null_desc", code, "out=%s", out_state(semaphore));
    try_import("good", &desc);
    desc = fd_desc(TIMELINE, exporter_semaphore(true));
    dup2(desc.handle.fd, 0);
    desc.handle.fd = 0;
    try_import("fd_0", &desc);
}

static void ask_type(int type)
{
    struct cudaExternalSemaphoreHandleDesc desc = fd_desc(type, exporter_semaphore(type == 9));
    start_device();
    try_import("import", &desc);
}

static void ask_fields(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {1, 2, 0xff};
    char name[32];
    struct cudaExternalSemaphoreHandleDesc desc;
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        desc = fd_desc(TIMELINE, exporter_semaphore(true));
        desc.flags = flags[i];
        snprintf(name, sizeof(name), "flags_%#x", flags[i]);
        try_import(name, &desc);
    }
    desc = fd_desc(TIMELINE, exporter_semaphore(true));
    desc.reserved[0] = 1;
    try_import("reserved_0", &desc);
    desc = fd_desc(BINARY, exporter_semaphore(true));
    try_import("timeline_as_binary", &desc);
    desc = fd_desc(TIMELINE, exporter_semaphore(false));
    try_import("binary_as_timeline", &desc);
}

static void ask_wrong_fd(int which)
{
    static const char *const names[] = {"minus_1", "closed", "dev_null", "pipe", "memfd",
                                        "socket", "memory"};
    int pair[2] = {-1, -1};
    int fd = -1;
    if (which == 1)
        fd = 987;
    else if (which == 2)
        fd = open("/dev/null", O_RDWR);
    else if (which == 3)
        fd = pipe(pair) == 0 ? pair[0] : -1;
    else if (which == 4)
        fd = memfd_create("probe", MFD_CLOEXEC);
    else if (which == 5)
        fd = socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 ? pair[0] : -1;
    else if (which == 6)
        fd = exporter_memory(1u << 20, NULL);
    start_device();
    for (int type = BINARY; type <= TIMELINE; type += TIMELINE - BINARY) {
        char name[48];
        int copy = fd >= 0 && which != 1 ? dup(fd) : fd;
        struct cudaExternalSemaphoreHandleDesc desc = fd_desc(type, copy);
        snprintf(name, sizeof(name), "%s_as_type_%d", names[which], type);
        try_import(name, &desc);
    }
    struct cudaExternalSemaphoreHandleDesc desc = fd_desc(TIMELINE, exporter_semaphore(true));
    try_import("good_afterwards", &desc);
}

static void ask_counts(int arg)
{
    (void)arg;
    static cudaExternalSemaphore_t many[1000];
    static struct cudaExternalSemaphoreSignalParams signals[1000];
    static struct cudaExternalSemaphoreWaitParams waits[1000];
    cudaExternalSemaphore_t semaphore = import_new(TIMELINE);
    answer("signal_none_null", cudaSignalExternalSemaphoresAsync(NULL, NULL, 0, NULL));
    answer("wait_none_null", cudaWaitExternalSemaphoresAsync(NULL, NULL, 0, NULL));
    answer("signal_none", cudaSignalExternalSemaphoresAsync(&semaphore, signals, 0, NULL));
    answer("wait_none", cudaWaitExternalSemaphoresAsync(&semaphore, waits, 0, NULL));
    for (unsigned int i = 0; i < 1000; i++) {
        many[i] = semaphore;
        signals[i].params.fence.value = i + 1;
        waits[i].params.fence.value = i + 1;
    }
    answer("signal_1000", cudaSignalExternalSemaphoresAsync(many, signals, 1000, NULL));
    answer("wait_1000", cudaWaitExternalSemaphoresAsync(many, waits, 1000, NULL));
    answer("synchronize", cudaStreamSynchronize(NULL));
    note("value", "%llu", (unsigned long long)exporter_timeline_value());
}

enum { NULL_ARRAY, NULL_PARAMS, NULL_HANDLE, SECOND_HANDLE_NULL, GARBAGE_HANDLE, STALE_HANDLE };

static void ask_bad_array(int how)
{
    cudaExternalSemaphore_t good = import_new(TIMELINE);
    cudaExternalSemaphore_t pair[2] = {good, NULL};
    struct cudaExternalSemaphoreSignalParams signals[2];
    struct cudaExternalSemaphoreWaitParams waits[2];
    memset(signals, 0, sizeof(signals));
    memset(waits, 0, sizeof(waits));
    signals[0].params.fence.value = signals[1].params.fence.value = 1;
    unsigned int count = how == SECOND_HANDLE_NULL ? 2 : 1;
    if (how == NULL_HANDLE)
        pair[0] = NULL;
    else if (how == GARBAGE_HANDLE)
        pair[0] = (cudaExternalSemaphore_t)(uintptr_t)0x1230;
    else if (how == STALE_HANDLE)
        answer("destroy", cudaDestroyExternalSemaphore(good));
    answer("signal", cudaSignalExternalSemaphoresAsync(how == NULL_ARRAY ? NULL : pair,
                                                       how == NULL_PARAMS ? NULL : signals, count,
                                                       NULL));
    answer("synchronize", cudaDeviceSynchronize());
    note("value", "%llu", (unsigned long long)exporter_timeline_value());
    answer("wait", cudaWaitExternalSemaphoresAsync(how == NULL_ARRAY ? NULL : pair,
                                                   how == NULL_PARAMS ? NULL : waits, count, NULL));
    answer("synchronize_2", cudaDeviceSynchronize());
}

static void ask_values(int arg)
{
    (void)arg;
    static const unsigned long long values[] = {5, 5, 3, 0, 6, 1ull << 40, (1ull << 40) + 1,
                                                UINT64_MAX - 1};
    cudaExternalSemaphore_t semaphore = import_new(TIMELINE);
    answer("wait_0_fresh", wait_value(semaphore, 0, 0, NULL));
    answer("synchronize", cudaStreamSynchronize(NULL));
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        char name[48];
        snprintf(name, sizeof(name), "signal_%llu", values[i]);
        answer(name, signal_value(semaphore, values[i], 0, NULL));
        cudaError_t code = cudaStreamSynchronize(NULL);
        answer_with("then_synchronize", code, "value=%llu",
                    (unsigned long long)exporter_timeline_value());
    }
    answer("wait_reached", wait_value(semaphore, 5, 0, NULL));
    answer("synchronize_2", cudaStreamSynchronize(NULL));
}

static void ask_flags(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {1, 2, 3, 4, 0xff, 0x80000000u};
    cudaExternalSemaphore_t semaphore = import_new(TIMELINE);
    unsigned long long value = 0;
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        char name[48];
        snprintf(name, sizeof(name), "signal_flags_%#x", flags[i]);
        answer(name, signal_value(semaphore, ++value, flags[i], NULL));
        answer("then_synchronize", cudaStreamSynchronize(NULL));
        snprintf(name, sizeof(name), "wait_flags_%#x", flags[i]);
        answer(name, wait_value(semaphore, 0, flags[i], NULL));
        answer("then_synchronize", cudaStreamSynchronize(NULL));
    }
    struct cudaExternalSemaphoreSignalParams params;
    memset(&params, 0, sizeof(params));
    params.params.fence.value = 100;
    params.reserved[0] = 1;
    answer("signal_reserved", cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1, NULL));
    params.reserved[0] = 0;
    params.params.fence.value = 101;
    params.params.reserved[0] = 1;
    answer("signal_inner_reserved",
           cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1, NULL));
    params.params.reserved[0] = 0;
    params.params.fence.value = 102;
    params.params.keyedMutex.key = 7;
    answer("signal_keyed_mutex_key",
           cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1, NULL));
    struct cudaExternalSemaphoreWaitParams wait;
    memset(&wait, 0, sizeof(wait));
    wait.reserved[0] = 1;
    answer("wait_reserved", cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL));
    wait.reserved[0] = 0;
    wait.params.reserved[0] = 1;
    answer("wait_inner_reserved", cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL));
    answer("synchronize", cudaStreamSynchronize(NULL));
    note("value", "%llu", (unsigned long long)exporter_timeline_value());
}

/* The wait is queued first; the signal follows on a second stream. */
static void wait_then_signal(int type, cudaStream_t waiting, cudaStream_t signalling)
{
    cudaExternalSemaphore_t semaphore = import_new(type);
    answer("wait", wait_value(semaphore, 10, 0, waiting));
    answer("query_waiting", cudaStreamQuery(waiting));
    answer("query_other", cudaStreamQuery(signalling));
    answer("signal", signal_value(semaphore, 10, 0, signalling));
    answer("synchronize_waiting", cudaStreamSynchronize(waiting));
    answer("query_after", cudaStreamQuery(waiting));
    answer("destroy", cudaDestroyExternalSemaphore(semaphore));
}

static void ask_wait_first(int type)
{
    cudaStream_t a = NULL;
    cudaStream_t b = NULL;
    start_device();
    answer("stream_a", cudaStreamCreate(&a));
    answer("stream_b", cudaStreamCreate(&b));
    wait_then_signal(type, a, b);
}

static void ask_wait_first_null(int type)
{
    cudaStream_t b = NULL;
    start_device();
    answer("stream_b", cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    wait_then_signal(type, NULL, b);
}

static void ask_same_stream(int type)
{
    cudaExternalSemaphore_t semaphore = import_new(type);
    answer("signal_on_null_stream", signal_value(semaphore, 1, 0, NULL));
    answer("wait_on_null_stream", wait_value(semaphore, 1, 0, NULL));
    answer("synchronize", cudaStreamSynchronize(NULL));
    answer("signal_again", signal_value(semaphore, 2, 0, NULL));
    answer("signal_twice", signal_value(semaphore, 3, 0, NULL));
    answer("synchronize_2", cudaStreamSynchronize(NULL));
    answer("wait", wait_value(semaphore, 3, 0, NULL));
    answer("synchronize_3", cudaStreamSynchronize(NULL));
}

enum { DESTROY_TWICE, DESTROY_NULL, DESTROY_GARBAGE, DESTROY_WHILE_WAITING, EXIT_WHILE_WAITING,
       EXIT_BINARY };

static void ask_destroy(int how)
{
    cudaExternalSemaphore_t semaphore = NULL;
    cudaStream_t stream = NULL;
    start_device();
    if (how == DESTROY_TWICE) {
        semaphore = import_new(TIMELINE);
        answer("first", cudaDestroyExternalSemaphore(semaphore));
    } else if (how == DESTROY_GARBAGE) {
        semaphore = (cudaExternalSemaphore_t)(uintptr_t)0x1230;
    } else if (how != DESTROY_NULL) {
        semaphore = import_new(how == EXIT_BINARY ? BINARY : TIMELINE);
        answer("stream", cudaStreamCreate(&stream));
        answer("wait", wait_value(semaphore, 10, 0, stream));
        answer("query", cudaStreamQuery(stream));
    }
    if (how == EXIT_WHILE_WAITING || how == EXIT_BINARY)
        return;
    answer("destroy", cudaDestroyExternalSemaphore(semaphore));
    if (how == DESTROY_WHILE_WAITING)
        answer("query_after", cudaStreamQuery(stream));
}

static void ask_stale_stream(int arg)
{
    (void)arg;
    cudaExternalSemaphore_t semaphore = import_new(TIMELINE);
    cudaStream_t stream = NULL;
    answer("stream", cudaStreamCreate(&stream));
    answer("stream_destroy", cudaStreamDestroy(stream));
    answer("signal", signal_value(semaphore, 1, 0, stream));
    answer("wait", wait_value(semaphore, 1, 0, stream));
}

const struct question semaphore_questions[] = {
    {"semaphore.pointers", ask_pointers, 0},
    {"semaphore.type_0", ask_type, 0},
    {"semaphore.type_1", ask_type, 1},
    {"semaphore.type_2", ask_type, 2},
    {"semaphore.type_3", ask_type, 3},
    {"semaphore.type_4", ask_type, 4},
    {"semaphore.type_5", ask_type, 5},
    {"semaphore.type_6", ask_type, 6},
    {"semaphore.type_7", ask_type, 7},
    {"semaphore.type_8", ask_type, 8},
    {"semaphore.type_9", ask_type, 9},
    {"semaphore.type_10", ask_type, 10},
    {"semaphore.type_99", ask_type, 99},
    {"semaphore.fields", ask_fields, 0},
    {"semaphore.fd_minus_1", ask_wrong_fd, 0},
    {"semaphore.fd_closed", ask_wrong_fd, 1},
    {"semaphore.fd_dev_null", ask_wrong_fd, 2},
    {"semaphore.fd_pipe", ask_wrong_fd, 3},
    {"semaphore.fd_memfd", ask_wrong_fd, 4},
    {"semaphore.fd_socket", ask_wrong_fd, 5},
    {"semaphore.fd_memory", ask_wrong_fd, 6},
    {"semaphore.counts", ask_counts, 0},
    {"semaphore.array_null", ask_bad_array, NULL_ARRAY},
    {"semaphore.params_null", ask_bad_array, NULL_PARAMS},
    {"semaphore.handle_null", ask_bad_array, NULL_HANDLE},
    {"semaphore.second_handle_null", ask_bad_array, SECOND_HANDLE_NULL},
    {"semaphore.handle_garbage", ask_bad_array, GARBAGE_HANDLE},
    {"semaphore.handle_destroyed", ask_bad_array, STALE_HANDLE},
    {"semaphore.values", ask_values, 0},
    {"semaphore.flags", ask_flags, 0},
    {"semaphore.wait_first_timeline", ask_wait_first, TIMELINE},
    {"semaphore.wait_first_binary", ask_wait_first, BINARY},
    {"semaphore.wait_first_null_stream", ask_wait_first_null, TIMELINE},
    {"semaphore.same_stream_timeline", ask_same_stream, TIMELINE},
    {"semaphore.same_stream_binary", ask_same_stream, BINARY},
    {"semaphore.destroy_twice", ask_destroy, DESTROY_TWICE},
    {"semaphore.destroy_null", ask_destroy, DESTROY_NULL},
    {"semaphore.destroy_garbage", ask_destroy, DESTROY_GARBAGE},
    {"semaphore.destroy_while_waiting", ask_destroy, DESTROY_WHILE_WAITING},
    {"semaphore.exit_while_waiting", ask_destroy, EXIT_WHILE_WAITING},
    {"semaphore.exit_while_waiting_binary", ask_destroy, EXIT_BINARY},
    {"semaphore.destroyed_stream", ask_stale_stream, 0},
    {NULL, NULL, 0},
};
