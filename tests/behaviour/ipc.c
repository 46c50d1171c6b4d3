/* Questions about handles of memory and events that another process opens. The other process is
 * forked before the library is touched, so that it starts afresh. */
#include "behaviour.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BYTES 65536u

static void ask_handles(int arg)
{
    (void)arg;
    cudaIpcMemHandle_t handle;
    cudaIpcMemHandle_t again;
    void *ordered = NULL;
    void *managed = NULL;
    void *opened = OUT_MARKER;
    start_device();
    unsigned char *device = obtain(DEVICE, BYTES);
    unsigned char *pinned = obtain(PINNED, BYTES);
    unsigned char *pageable = obtain(PAGEABLE, BYTES);
    memset(&handle, 0, sizeof(handle));
    memset(&again, 0, sizeof(again));
    answer("null_out", cudaIpcGetMemHandle(NULL, device));
    answer("null_pointer", cudaIpcGetMemHandle(&handle, NULL));
    answer("garbage", cudaIpcGetMemHandle(&handle, GARBAGE));
    answer("pinned", cudaIpcGetMemHandle(&handle, pinned));
    answer("pageable", cudaIpcGetMemHandle(&handle, pageable));
    answer("managed_malloc", cudaMallocManaged(&managed, 4096, 1));
    answer("managed", cudaIpcGetMemHandle(&handle, managed));
    answer("malloc_async", cudaMallocAsync(&ordered, 4096, NULL));
    answer("ordered", cudaIpcGetMemHandle(&handle, ordered));
    answer("device", cudaIpcGetMemHandle(&handle, device));
    answer("device_again", cudaIpcGetMemHandle(&again, device));
    note("handles", "%s", memcmp(&handle, &again, sizeof(handle)) == 0 ? "same" : "different");
    answer("interior", cudaIpcGetMemHandle(&again, device + 100));
    answer_with("open_own", cudaIpcOpenMemHandle(&opened, handle, 1), "out=%s", out_state(opened));
    answer("open_null_out", cudaIpcOpenMemHandle(NULL, handle, 1));
    for (unsigned int flags = 0; flags < 4; flags++) {
        opened = OUT_MARKER;
        cudaError_t code = cudaIpcOpenMemHandle(&opened, handle, flags);
        answer_with(label("open_own_flags_%u", flags), code, "out=%s", out_state(opened));
    }
    memset(&again, 0, sizeof(again));
    answer("open_zeros", cudaIpcOpenMemHandle(&opened, again, 1));
    memset(&again, 0xff, sizeof(again));
    answer("open_ones", cudaIpcOpenMemHandle(&opened, again, 1));
    answer("close_null", cudaIpcCloseMemHandle(NULL));
    answer("close_own", cudaIpcCloseMemHandle(device));
    answer("close_garbage", cudaIpcCloseMemHandle(GARBAGE));
    answer("free", cudaFree(device));
    answer("open_freed", cudaIpcOpenMemHandle(&opened, handle, 1));
    answer("freed", cudaIpcGetMemHandle(&again, device));
}

static void ask_event_handles(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 6, 7};
    cudaIpcEventHandle_t handle;
    cudaEvent_t event = NULL;
    cudaEvent_t opened = OUT_MARKER;
    start_device();
    memset(&handle, 0, sizeof(handle));
    answer("null_event", cudaIpcGetEventHandle(&handle, NULL));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        answer(label("create_%#x", flags[i]), cudaEventCreateWithFlags(&event, flags[i]));
        answer(label("handle_%#x", flags[i]), cudaIpcGetEventHandle(&handle, event));
    }
    answer("null_out", cudaIpcGetEventHandle(NULL, event));
    answer("open_null_out", cudaIpcOpenEventHandle(NULL, handle));
    cudaError_t code = cudaIpcOpenEventHandle(&opened, handle);
    answer_with("open_own", code, "out=%s", out_state(opened));
    memset(&handle, 0, sizeof(handle));
    opened = OUT_MARKER;
    code = cudaIpcOpenEventHandle(&opened, handle);
    answer_with("open_zeros", code, "out=%s", out_state(opened));
    memset(&handle, 0xff, sizeof(handle));
    answer("open_ones", cudaIpcOpenEventHandle(&opened, handle));
}

struct message {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
    cudaError_t memory_code, event_code;
};

static bool read_all(int fd, void *to, size_t size)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    for (size_t done = 0; done < size;) {
        if (poll(&wait, 1, 20000) != 1)
            return false;
        ssize_t got = read(fd, (char *)to + done, size - done);
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* What the other process does: the argument is a test of memory (0) or of an event (1). */
static void other_process(int fd, int what)
{
    struct message message;
    unsigned char *memory = OUT_MARKER;
    void *second = OUT_MARKER;
    cudaEvent_t event = OUT_MARKER;
    struct cudaPointerAttributes got;
    if (!read_all(fd, &message, sizeof(message)))
        _exit(1);
    start_device();
    if (what == 1) {
        answer_with("other_opens", cudaIpcOpenEventHandle(&event, message.event), "out=%s",
                    out_state(event));
        answer("other_queries", cudaEventQuery(event));
        answer("other_waits", cudaStreamWaitEvent(NULL, event, 0));
        answer("other_synchronizes", cudaEventSynchronize(event));
        answer("other_records", cudaEventRecord(event, NULL));
        answer("other_synchronizes_again", cudaEventSynchronize(event));
        answer("other_destroys", cudaEventDestroy(event));
        return;
    }
    cudaError_t code = cudaIpcOpenMemHandle((void **)&memory, message.memory, 1);
    answer_with("other_opens", code, "out=%s", out_state(memory));
    if (code != cudaSuccess)
        return;
    memset(&got, 0, sizeof(got));
    code = cudaPointerGetAttributes(&got, memory);
    answer_with("other_attributes", code, "type=%d device=%d", (int)got.type, got.device);
    note("other_sees", "%08x", hash_of(DEVICE, memory, BYTES));
    answer("other_sets", cudaMemset(memory, 0x77, BYTES / 2));
    answer("other_synchronizes", cudaDeviceSynchronize());
    answer("other_sets_one_more", cudaMemset(memory, 0x77, ((size_t)64 << 20) + 1));
    answer("other_opens_again", cudaIpcOpenMemHandle(&second, message.memory, 1));
    note("other_pointers", "%s", second == memory ? "same" : "different");
    answer("other_exports", cudaIpcGetMemHandle(&message.memory, memory));
    answer("other_frees", cudaFree(memory));
    answer("other_closes_interior", cudaIpcCloseMemHandle(memory + 4096));
    answer("other_closes", cudaIpcCloseMemHandle(memory));
    answer("other_closes_twice", cudaIpcCloseMemHandle(memory));
    answer("other_closes_thrice", cudaIpcCloseMemHandle(memory));
}

static void make_message(struct message *message, unsigned char **memory, cudaEvent_t *event)
{
    memset(message, 0, sizeof(*message));
    start_device();
    *memory = obtain(DEVICE, BYTES);
    put_pattern(DEVICE, *memory, BYTES);
    answer("event", cudaEventCreateWithFlags(event, 6));
    answer("record", cudaEventRecord(*event, NULL));
    answer("synchronize", cudaDeviceSynchronize());
    message->memory_code = cudaIpcGetMemHandle(&message->memory, *memory);
    message->event_code = cudaIpcGetEventHandle(&message->event, *event);
    answer("memory_handle", message->memory_code);
    answer("event_handle", message->event_code);
}

static void ask_other_process(int what)
{
    int pipe_fds[2];
    int status = 0;
    struct message message;
    unsigned char *memory = NULL;
    cudaEvent_t event = NULL;
    if (pipe(pipe_fds) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        close(pipe_fds[1]);
        other_process(pipe_fds[0], what);
        fflush(stdout);
        _exit(0);
    }
    make_message(&message, &memory, &event);
    fflush(stdout);
    if (write(pipe_fds[1], &message, sizeof(message)) != (ssize_t)sizeof(message))
        note("pipe", "broken");
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        note("other_process", "signal %d", WTERMSIG(status));
    note("content_after", "%08x", hash_of(DEVICE, memory, BYTES));
    answer("query_after", cudaEventQuery(event));
    answer("free_after", cudaFree(memory));
    answer("destroy_after", cudaEventDestroy(event));
}

const struct question ipc_questions[] = {
    {"ipc.handles", ask_handles, 0},
    {"ipc.event_handles", ask_event_handles, 0},
    {"ipc.memory_in_other_process", ask_other_process, 0},
    {"ipc.event_in_other_process", ask_other_process, 1},
    {NULL, NULL, 0},
};
