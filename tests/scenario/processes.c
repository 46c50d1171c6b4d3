/** What crosses processes, and processes that cannot use the library. */
#include "scenario.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpuinterop.h"
#include "vulkan_peer.h"
#include "test_cases.h"

static int exit_status(pid_t child)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/** Status of a child that checks what a forked child is answered. */
static int in_forked_child(void)
{
    gpuStream_t stream;
    void *pointer = NULL;

    if (gpuMalloc(&pointer, 16) != gpuErrorInitialization || pointer)
        return 1;
    if (gpuPeekAtLastError() != gpuErrorInitialization)
        return 2;
    if (gpuinterop_last_error_detail()[0] == '\0')
        return 3;
    if (gpuStreamCreate(&stream) != gpuErrorInitialization)
        return 4;
    if (gpuDeviceSynchronize() != gpuErrorInitialization)
        return 5;
    if (gpuStreamQuery(NULL) != gpuErrorInitialization)
        return 6;
    return 0;
}

TEST_CASE(a_forked_child_is_told)
{
    void *pointer;
    pid_t child;

    OK(gpuMalloc(&pointer, 64));
    child = fork();
    if (child == 0)
        _exit(in_forked_child());
    assert_int_equal(exit_status(child), 0);
    OK(gpuMemset(pointer, 1, 64));       /* the parent is unharmed */
    OK(gpuFree(pointer));
}

int child_without_driver(void)
{
    void *pointer = NULL;
    int count = 7;
    gpuError_t code;

    setenv("GPUINTEROP_DRIVER", "vulkan", 1);    /* another one may have devices */
    code = gpuGetDeviceCount(&count);
    if (code != gpuErrorInsufficientDriver || count != (API_IS_CUDA ? 7 : 0)) {
        printf("count: %s, %d\n", gpuGetErrorName(code), count);
        return 1;
    }
    if (gpuinterop_last_error_detail()[0] == '\0')
        return 2;
    if (gpuMalloc(&pointer, 16) != gpuErrorInsufficientDriver)
        return 3;
    return gpuPeekAtLastError() == gpuErrorInsufficientDriver ? 0 : 4;
}

int child_without_device(void)
{
    void *pointer = NULL;
    int count = 7;

    if (gpuGetDeviceCount(&count) != gpuErrorNoDevice || count != (API_IS_CUDA ? 7 : 0))
        return 1;
    if (!strstr(gpuinterop_last_error_detail(), VISIBLE_VARIABLE))
        return 2;
    return gpuMalloc(&pointer, 16) == gpuErrorNoDevice ? 0 : 3;
}

TEST_CASE(without_a_loader_there_is_no_driver)
{
    assert_int_equal(run_again("--no-driver", "GPUINTEROP_VULKAN_LOADER", "/nonexistent"), 0);
}

TEST_CASE(the_variable_can_leave_no_device)
{
    assert_int_equal(run_again("--no-device", VISIBLE_VARIABLE, ""), 0);
    assert_int_equal(run_again("--no-device", VISIBLE_VARIABLE, "nonsense"), 0);
    assert_int_equal(run_again("--no-device", VISIBLE_VARIABLE, "-1,0"), 0);
}

/** A host semaphore in another process: it signals what a stream here waits for, and sees what the
 *  stream signals. */
static int signal_from_child(int fd)
{
    struct gi_host_semaphore semaphore;

    if (gi_host_semaphore_import(&semaphore, fd) != 0)
        return 1;
    if (gi_host_semaphore_signal(&semaphore, 1) != 0)
        return 2;
    return gi_host_semaphore_wait(&semaphore, 2, INT64_MAX) == 0 ? 0 : 3;
}

TEST_CASE(a_stream_waits_for_another_process)
{
    struct gi_host_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;
    pid_t child;
    int ours;
    int theirs;

    assert_int_equal(gi_host_semaphore_create(&semaphore, true, 0), 0);
    assert_int_equal(gi_host_semaphore_export(&semaphore, &ours), 0);
    assert_int_equal(gi_host_semaphore_export(&semaphore, &theirs), 0);
    imported = import_semaphore(ours, true);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(wait_one(imported, 1, stream));
    OK(signal_one(imported, 2, stream));
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    child = fork();
    if (child == 0)
        _exit(signal_from_child(theirs));
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(exit_status(child), 0);
    close(theirs);
    OK(gpuStreamDestroy(stream));
    OK(gpuDestroyExternalSemaphore(imported));
    gi_host_semaphore_finish(&semaphore);
}

TEST_CASE(a_peer_that_dies_leaves_nothing_locked)
{
    struct gi_host_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;
    pid_t child;
    int ours;
    int status;

    assert_int_equal(gi_host_semaphore_create(&semaphore, true, 0), 0);
    assert_int_equal(gi_host_semaphore_export(&semaphore, &ours), 0);
    imported = import_semaphore(ours, true);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(wait_one(imported, 1, stream));
    child = fork();
    if (child == 0) {                    /* sleeps on the semaphore until it is killed */
        (void)gi_host_semaphore_wait(&semaphore, 99, INT64_MAX);
        _exit(0);
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    assert_int_equal(gi_host_semaphore_signal(&semaphore, 1), 0);
    OK(gpuStreamSynchronize(stream));
    OK(gpuStreamDestroy(stream));
    OK(gpuDestroyExternalSemaphore(imported));
    gi_host_semaphore_finish(&semaphore);
}

int run_processes(void)
{
    return run_test_cases(NULL);
}
