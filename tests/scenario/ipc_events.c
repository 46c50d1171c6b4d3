/** Events of one process in another: this program again, which talks to us over two pipes. */
#include "scenario.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpuinterop.h"
#include "test_cases.h"

#define VARIABLE "SCENARIO_IPC_EVENT"
#define FLAGS (gpuEventInterprocess | gpuEventDisableTiming)

enum { SIZE = 1 << 16 };

/** What the parent sends first. */
struct sent {
    gpuIpcEventHandle_t event;
    gpuIpcMemHandle_t memory;
    int dies;
};

/* ---- the two ends --------------------------------------------------------------------------- */

struct ends {
    int from, to;
};

static bool send_all(int fd, const void *bytes, size_t size)
{
    return write(fd, bytes, size) == (ssize_t)size;
}

/** Nobody waits for ever for a process that has gone: its end of the pipe is closed then. */
static bool get_all(int fd, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)bytes + done, size - done);

        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static bool say(const struct ends *ends, char word)
{
    return send_all(ends->to, &word, 1);
}

static bool hear(const struct ends *ends, char word)
{
    char got = 0;

    return get_all(ends->from, &got, 1) && got == word;
}

static pid_t start_child(struct ends *ends)
{
    int down[2], up[2];
    char numbers[32];
    pid_t child;

    assert_int_equal(pipe(down), 0);
    assert_int_equal(pipe(up), 0);
    assert_int_equal(fcntl(down[1], F_SETFD, FD_CLOEXEC), 0);
    assert_int_equal(fcntl(up[0], F_SETFD, FD_CLOEXEC), 0);
    snprintf(numbers, sizeof numbers, "%d %d", down[0], up[1]);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv(VARIABLE, numbers, 1);
        execl("/proc/self/exe", "scenario", "--event", (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    *ends = (struct ends){ .from = up[0], .to = down[1] };
    return child;
}

static int end_child(pid_t child, const struct ends *ends)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    close(ends->from);
    close(ends->to);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- the child ------------------------------------------------------------------------------ */

/** Holds a stream until the other process says so. */
static void wait_for_word(void *ends)
{
    (void)hear(ends, 'g');
}

/** The stream must not go on before the parent lets it. */
static int wait_for_parent(gpuEvent_t event, const unsigned char *memory, struct ends *ends)
{
    uint8_t *seen;
    gpuStream_t stream;

    if (gpuEventQuery(event) != gpuErrorNotReady
        || gpuHostAlloc((void **)&seen, SIZE, 0) != gpuSuccess)
        return 20;
    if (gpuStreamCreate(&stream) != gpuSuccess || gpuStreamWaitEvent(stream, event, 0) != gpuSuccess
        || gpuMemcpyAsync(seen, memory, SIZE, gpuMemcpyDeviceToHost, stream) != gpuSuccess)
        return 21;
    if (gpuStreamQuery(stream) != gpuErrorNotReady)
        return 22;
    if (!say(ends, 'w'))
        return 23;
    if (gpuEventSynchronize(event) != gpuSuccess || gpuEventQuery(event) != gpuSuccess)
        return 24;
    if (gpuStreamSynchronize(stream) != gpuSuccess)
        return 25;
    for (size_t i = 0; i < SIZE; i++) {
        if (seen[i] != 0x77)
            return 26;
    }
    return gpuStreamDestroy(stream) == gpuSuccess && gpuFreeHost(seen) == gpuSuccess ? 0 : 27;
}

/** Records behind work that waits for the parent's word. */
static int record_for_parent(gpuEvent_t event, unsigned char *memory, struct ends *ends, bool dies)
{
    gpuStream_t stream;

    if (gpuStreamCreate(&stream) != gpuSuccess
        || gpuLaunchHostFunc(stream, wait_for_word, ends) != gpuSuccess
        || gpuMemsetAsync(memory, 0x11, SIZE, stream) != gpuSuccess
        || gpuEventRecord(event, stream) != gpuSuccess)
        return 30;
    if (gpuEventQuery(event) != gpuErrorNotReady || !say(ends, 'r'))
        return 31;
    if (dies)
        return raise(SIGKILL);
    if (gpuStreamSynchronize(stream) != gpuSuccess || gpuEventQuery(event) != gpuSuccess)
        return 32;
    return hear(ends, 'e') && gpuStreamDestroy(stream) == gpuSuccess ? 0 : 33;
}

int child_with_event(void)
{
    gpuEvent_t event, second;
    unsigned char *memory;
    struct sent sent;
    struct ends ends;
    int fds, result;

    if (sscanf(getenv(VARIABLE), "%d %d", &ends.from, &ends.to) != 2
        || !get_all(ends.from, &sent, sizeof sent))
        return 10;
    if (gpuIpcOpenMemHandle((void **)&memory, sent.memory, gpuIpcMemLazyEnablePeerAccess)
        != gpuSuccess)
        return 11;
    fds = open_fds();
    if (gpuIpcOpenEventHandle(&event, sent.event) != gpuSuccess
        || gpuIpcOpenEventHandle(&second, sent.event) != gpuSuccess || open_fds() != fds)
        return 12;
    if (gpuIpcGetEventHandle(&sent.event, event) != gpuErrorInvalidHandle)
        return 13;
    result = wait_for_parent(event, memory, &ends);
    if (result == 0)
        result = record_for_parent(event, memory, &ends, sent.dies);
    if (result != 0)
        return result;
    if (gpuEventQuery(second) != gpuSuccess || gpuEventDestroy(event) != gpuSuccess
        || (library_is_ours() && gpuEventDestroy(event) != gpuErrorStaleHandle)
        || gpuEventDestroy(second) != gpuSuccess)
        return 14;
    return gpuIpcCloseMemHandle(memory) == gpuSuccess ? 0 : 15;
}

/* ---- the parent ----------------------------------------------------------------------------- */

struct parent {
    gpuEvent_t event;
    gpuStream_t stream;
    unsigned char *memory;
    struct ends ends;
    pid_t child;
    struct gate gate;
};

/** Devices that cannot share memory say so. */
static bool can_share(void)
{
    gpuIpcMemHandle_t handle;
    gpuError_t code;
    void *pointer;

    OK(gpuMalloc(&pointer, 64));
    code = gpuIpcGetMemHandle(&handle, pointer);
    OK(gpuFree(pointer));
    return code == gpuSuccess;
}

/** Records behind a shut gate, sends the child what it needs, and lets it see the data. */
static void meet(struct parent *parent, bool dies)
{
    struct sent sent = { .dies = dies };

    OK(gpuMalloc((void **)&parent->memory, SIZE));
    OK(gpuMemset(parent->memory, 0, SIZE));
    OK(gpuStreamCreate(&parent->stream));
    OK(gpuEventCreateWithFlags(&parent->event, FLAGS));
    OK(gpuIpcGetMemHandle(&sent.memory, parent->memory));
    OK(gpuIpcGetEventHandle(&sent.event, parent->event));
    gate_close(&parent->gate, parent->stream);
    OK(gpuMemsetAsync(parent->memory, 0x77, SIZE, parent->stream));
    OK(gpuEventRecord(parent->event, parent->stream));
    parent->child = start_child(&parent->ends);
    assert_true(send_all(parent->ends.to, &sent, sizeof sent));
    assert_true(hear(&parent->ends, 'w'));       /* else the child's status says why */
    gate_open(&parent->gate);
    assert_true(hear(&parent->ends, 'r'));
}

static void part(struct parent *parent)
{
    OK(gpuEventDestroy(parent->event));
    OK(gpuStreamDestroy(parent->stream));
    OK(gpuFree(parent->memory));
}

TEST_CASE(two_processes_wait_for_each_other)
{
    struct parent parent;
    uint8_t *seen;

    if (!can_share())
        skip();
    OK(gpuHostAlloc((void **)&seen, SIZE, 0));
    meet(&parent, false);
    assert_int_equal(gpuEventQuery(parent.event), gpuErrorNotReady);
    OK(gpuStreamWaitEvent(parent.stream, parent.event, 0));
    OK(gpuMemcpyAsync(seen, parent.memory, SIZE, gpuMemcpyDeviceToHost, parent.stream));
    assert_int_equal(gpuStreamQuery(parent.stream), gpuErrorNotReady);
    assert_true(say(&parent.ends, 'g'));
    OK(gpuEventSynchronize(parent.event));
    OK(gpuEventQuery(parent.event));
    OK(gpuStreamSynchronize(parent.stream));
    for (size_t i = 0; i < SIZE; i++)
        assert_int_equal(seen[i], 0x11);
    assert_true(say(&parent.ends, 'e'));
    assert_int_equal(end_child(parent.child, &parent.ends), 0);
    part(&parent);
    OK(gpuFreeHost(seen));
}

/** Who waits for the record of a process that dies fails, once, and nobody else does. */
TEST_CASE(a_peer_dies_behind_its_record)
{
    struct parent parent;
    gpuStream_t waiting;
    gpuError_t code;

    if (!can_share())
        skip();
    meet(&parent, true);
    assert_int_equal(end_child(parent.child, &parent.ends), -1);
    OK(gpuStreamCreate(&waiting));
    code = gpuStreamWaitEvent(waiting, parent.event, 0);     /* may know it already */
    if (code == gpuSuccess)
        code = gpuStreamSynchronize(waiting);
    assert_int_equal(code, gpuErrorLaunchFailure);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "the process has ended"));
    assert_int_equal(gpuEventQuery(parent.event), gpuErrorLaunchFailure);
    assert_int_equal(gpuEventSynchronize(parent.event), gpuErrorLaunchFailure);
    assert_int_equal(gpuGetLastError(), gpuErrorLaunchFailure);
    assert_int_equal(gpuGetLastError(), gpuSuccess);     /* the device is well */
    OK(gpuStreamSynchronize(waiting));
    for (int i = 0; i < 200; i++)                /* its place, too, is another record's */
        OK(gpuEventRecord(parent.event, parent.stream));
    OK(gpuStreamWaitEvent(waiting, parent.event, 0));
    OK(gpuEventSynchronize(parent.event));
    OK(gpuStreamSynchronize(waiting));
    OK(gpuStreamDestroy(waiting));
    part(&parent);
}

TEST_CASE(bad_arguments)
{
    gpuIpcEventHandle_t handle, nonsense;
    gpuEvent_t event, plain, opened = AS_EVENT(0x77);
    gpuIpcMemHandle_t memory;
    void *pointer;

    if (!can_share())
        skip();
    BAD_VALUE(gpuEventCreateWithFlags(&event, gpuEventInterprocess), "flags");
    OK(gpuEventCreateWithFlags(&event, FLAGS));
    OK(gpuEventCreateWithFlags(&plain, gpuEventDisableTiming));
    BAD_VALUE(gpuIpcGetEventHandle(NULL, event), "handle");
    BAD_VALUE(gpuIpcGetEventHandle(&handle, NULL), "event");
    BAD_HANDLE(gpuIpcGetEventHandle(&handle, plain));
    STALE_HANDLE(gpuIpcGetEventHandle(&handle, AS_EVENT(0x123456)));
    OK(gpuIpcGetEventHandle(&handle, event));
    EXPECT(gpuIpcOpenEventHandle(&opened, handle), gpuErrorWrongProcess, "own");
    assert_true(opened == AS_EVENT(0x77));
    BAD_VALUE(gpuIpcOpenEventHandle(NULL, handle), "event");
    memset(&nonsense, 0, sizeof nonsense);
    BAD_VALUE(gpuIpcOpenEventHandle(&opened, nonsense), "handle");
    memset(&nonsense, 0xff, sizeof nonsense);
    BAD_VALUE(gpuIpcOpenEventHandle(&opened, nonsense), "handle");
    OK(gpuMalloc(&pointer, 64));
    OK(gpuIpcGetMemHandle(&memory, pointer));
    memcpy(&nonsense, &memory, sizeof nonsense);
    BAD_VALUE(gpuIpcOpenEventHandle(&opened, nonsense), "event");
    memcpy(&memory, &handle, sizeof memory);
    BAD_VALUE(gpuIpcOpenMemHandle(&pointer, memory, gpuIpcMemLazyEnablePeerAccess), "memory");
    for (size_t i = 0; i < sizeof handle; i++) { /* every byte counts */
        nonsense = handle;
        nonsense.reserved[i] ^= 0x40;
        assert_int_not_equal(gpuIpcOpenEventHandle(&opened, nonsense), gpuSuccess);
        assert_true(opened == AS_EVENT(0x77));
    }
    OK(gpuEventDestroy(event));
    STALE_HANDLE(gpuIpcGetEventHandle(&handle, event));
    OK(gpuEventDestroy(plain));
}

int run_ipc_events(void)
{
    return run_test_cases(NULL);
}
