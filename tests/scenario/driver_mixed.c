/** The runtime, the driver interface and HIP in one process, over the same objects: one stream and
 *  one semaphore, threads, forked children, and the end of a process with work that is not done. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <hip/hip_runtime.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "queue/host_semaphore.h"

#define CU(call) assert_int_equal((call), CUDA_SUCCESS)
#define CUDA(call) assert_int_equal((call), cudaSuccess)
#define HIP(call) assert_int_equal((call), hipSuccess)

enum { BYTES = 4096, THREADS = 6, ROUNDS = 60 };

extern char **environ;

static hipStream_t as_hip(CUstream stream)
{
    return (hipStream_t)(void *)stream;
}

/* ---- one stream and one semaphore ------------------------------------------------------------ */

TEST_CASE(one_stream_and_one_semaphore)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC imported = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
    };
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = { .params.fence.value = 1 };
    hipExternalSemaphoreSignalParams signal = { .params.fence.value = 2 };
    struct cudaExternalSemaphoreWaitParams last = { .params.fence.value = 2 };
    struct gi_host_semaphore host;
    CUexternalSemaphore semaphore;
    hipExternalSemaphore_t in_hip;
    cudaExternalSemaphore_t in_cuda;
    uint8_t seen[BYTES];
    CUcontext context;
    CUdeviceptr memory;
    CUstream stream;
    CUevent event;

    CU(cuInit(0));
    CU(cuCtxCreate(&context, NULL, 0, 0));
    assert_int_equal(gi_host_semaphore_create(&host, true, 0), 0);
    assert_int_equal(gi_host_semaphore_export(&host, &imported.handle.fd), 0);
    CU(cuImportExternalSemaphore(&semaphore, &imported));
    in_hip = (hipExternalSemaphore_t)(void *)semaphore;
    in_cuda = (cudaExternalSemaphore_t)(void *)semaphore;
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    HIP(hipMalloc((void **)&memory, BYTES));
    CU(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));

    CU(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
    HIP(hipMemsetAsync((void *)memory, 3, BYTES, as_hip(stream)));
    CU(cuMemsetD8Async(memory, 5, BYTES / 2, stream));
    CUDA(cudaMemcpyAsync((void *)(memory + BYTES - 16), (void *)memory, 16,
                         cudaMemcpyDeviceToDevice, stream));
    HIP(hipSignalExternalSemaphoresAsync(&in_hip, &signal, 1, as_hip(stream)));
    CUDA(cudaWaitExternalSemaphoresAsync(&in_cuda, &last, 1, stream));
    HIP(hipEventRecord((hipEvent_t)(void *)event, as_hip(stream)));
    assert_int_equal(cudaEventQuery(event), cudaErrorNotReady);
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    assert_int_equal(gi_host_semaphore_value(&host), 0);
    assert_int_equal(gi_host_semaphore_signal(&host, 1), 0);
    CU(cuEventSynchronize(event));
    assert_int_equal(gi_host_semaphore_value(&host), 2);
    HIP(hipMemcpy(seen, (void *)memory, BYTES, hipMemcpyDeviceToHost));
    assert_int_equal(seen[0], 5);
    assert_int_equal(seen[BYTES / 2], 3);
    assert_int_equal(seen[BYTES - 1], 5);

    HIP(hipDestroyExternalSemaphore(in_hip));
    assert_int_equal(cuDestroyExternalSemaphore(semaphore), CUDA_ERROR_INVALID_HANDLE);
    HIP(hipStreamDestroy(as_hip(stream)));
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
    CU(cuCtxDestroy(context));                   /* ends what the others made in it */
    assert_int_equal(hipFree((void *)memory), hipErrorInvalidValue);
    assert_int_equal(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
    gi_host_semaphore_finish(&host);
}

/* ---- threads --------------------------------------------------------------------------------- */

static struct shared {
    CUcontext primary;
    CUstream stream;
    CUdeviceptr memory;
    pthread_barrier_t barrier;
} shared;

/* Its part of the memory is the thread's own, the stream everybody's. */
static int work_in_one(unsigned int which, unsigned int round)
{
    CUdeviceptr mine = shared.memory + which * 64;
    uint8_t byte = (uint8_t)(which + round), seen = 0;
    int failures = 0;

    switch ((which + round) % 3) {
    case 0:
        failures += cuMemsetD8Async(mine, byte, 64, shared.stream) != CUDA_SUCCESS;
        failures += cuMemcpyDtoHAsync(&seen, mine + 63, 1, shared.stream) != CUDA_SUCCESS;
        failures += cuStreamSynchronize(shared.stream) != CUDA_SUCCESS;
        break;
    case 1:
        failures += cudaMemsetAsync((void *)mine, byte, 64, shared.stream) != cudaSuccess;
        failures += cudaMemcpyAsync(&seen, (void *)(mine + 63), 1, cudaMemcpyDeviceToHost,
                                    shared.stream) != cudaSuccess;
        failures += cudaStreamSynchronize(shared.stream) != cudaSuccess;
        break;
    default:
        failures += hipMemsetAsync((void *)mine, byte, 64, as_hip(shared.stream)) != hipSuccess;
        failures += hipMemcpyAsync(&seen, (void *)(mine + 63), 1, hipMemcpyDeviceToHost,
                                   as_hip(shared.stream)) != hipSuccess;
        failures += hipStreamSynchronize(as_hip(shared.stream)) != hipSuccess;
    }
    return failures + (seen != byte);
}

/* A context of its own comes and goes above the one that all share. */
static int make_and_end_one(void)
{
    CUcontext own, popped;
    CUdeviceptr memory;
    CUevent event;
    int failures = 0;

    failures += cuCtxCreate(&own, NULL, 0, 0) != CUDA_SUCCESS;
    failures += cudaMalloc((void **)&memory, BYTES) != cudaSuccess;
    failures += hipEventCreate((hipEvent_t *)(void *)&event) != hipSuccess;
    failures += hipMemsetAsync((void *)memory, 1, BYTES, NULL) != hipSuccess;
    failures += cuCtxRecordEvent(own, event) != CUDA_SUCCESS;
    failures += cuCtxPopCurrent(&popped) != CUDA_SUCCESS || popped != own;
    failures += cuCtxWaitEvent(shared.primary, event) != CUDA_SUCCESS;
    return failures + (cuCtxDestroy(own) != CUDA_SUCCESS);
}

static void *work(void *argument)
{
    unsigned int which = (unsigned int)(uintptr_t)argument;
    uintptr_t failures = cuCtxSetCurrent(shared.primary) != CUDA_SUCCESS;

    pthread_barrier_wait(&shared.barrier);
    for (unsigned int round = 0; round < ROUNDS; round++) {
        failures += (uintptr_t)work_in_one(which, round);
        if (round % 8 == which)
            failures += (uintptr_t)make_and_end_one();
    }
    return (void *)failures;
}

TEST_CASE(threads_share_everything)
{
    pthread_t threads[THREADS];

    CU(cuInit(0));
    CU(cuDevicePrimaryCtxRetain(&shared.primary, 0));
    CU(cuCtxSetCurrent(shared.primary));
    CU(cuStreamCreate(&shared.stream, CU_STREAM_NON_BLOCKING));
    CU(cuMemAlloc(&shared.memory, BYTES));
    pthread_barrier_init(&shared.barrier, NULL, THREADS);
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *failures;

        pthread_join(threads[i], &failures);
        assert_int_equal((uintptr_t)failures, 0);
    }
    pthread_barrier_destroy(&shared.barrier);
    CUDA(cudaFree((void *)shared.memory));
    HIP(hipStreamDestroy(as_hip(shared.stream)));
    CU(cuDevicePrimaryCtxRelease(0));
    CU(cuCtxSetCurrent(NULL));
}

/* ---- processes ------------------------------------------------------------------------------- */

/* A forked child gets errors of all three; its parent goes on. */
TEST_CASE(forked_children_get_errors)
{
    CUcontext context, current;
    CUdeviceptr memory;
    void *pointer;
    pid_t child;
    int status;

    CU(cuInit(0));
    CU(cuCtxCreate(&context, NULL, 0, 0));
    CU(cuMemAlloc(&memory, BYTES));
    child = fork();
    if (child == 0) {
        int wrong = cuMemAlloc(&memory, BYTES) != CUDA_ERROR_NOT_INITIALIZED;

        wrong += cudaMalloc(&pointer, BYTES) != cudaErrorInitializationError;
        wrong += hipMalloc(&pointer, BYTES) != hipErrorNotInitialized;
        wrong += cuMemFree(memory) != CUDA_ERROR_NOT_INITIALIZED;
        wrong += cuCtxRecordEvent(context, NULL) != CUDA_ERROR_NOT_INITIALIZED;
        wrong += cuCtxDestroy(context) != CUDA_ERROR_NOT_INITIALIZED;
        wrong += cuCtxGetCurrent(&current) != CUDA_ERROR_NOT_INITIALIZED;
        wrong += cuInit(0) != CUDA_ERROR_NOT_INITIALIZED;
        _exit(wrong);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    CUDA(cudaMemset((void *)memory, 1, BYTES));
    CU(cuCtxDestroy(context));
}

static atomic_int begun;

static void *go_on(void *stream)
{
    static uint8_t bytes[BYTES];

    for (atomic_fetch_add(&begun, 1);;) {
        CUdeviceptr memory;
        CUcontext context;

        if (cuCtxCreate(&context, NULL, 0, 0) == CUDA_SUCCESS &&
            cuMemAlloc(&memory, BYTES) == CUDA_SUCCESS)
            (void)cuMemcpyHtoDAsync(memory, bytes, BYTES, stream);
        (void)cuCtxDestroy(context);
    }
    return NULL;
}

static bool ends_in_the_middle;

/* For LeakSanitizer: a thread that the end stops within a call has memory in its hands. */
int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void)
{
    return ends_in_the_middle;
}

/* The process ends while threads work, and a wait of a whole context is for what never comes. */
static int end_in_the_middle(void)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC imported = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
    };
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = { .params.fence.value = 1 };
    struct gi_host_semaphore host;
    CUexternalSemaphore semaphore;
    CUcontext context;
    pthread_t thread;
    CUstream stream;
    CUevent event;

    ends_in_the_middle = true;
    if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate(&context, NULL, 0, 0) != CUDA_SUCCESS ||
        gi_host_semaphore_create(&host, true, 0) != 0 ||
        gi_host_semaphore_export(&host, &imported.handle.fd) != 0 ||
        cuImportExternalSemaphore(&semaphore, &imported) != CUDA_SUCCESS ||
        cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS ||
        cuEventCreate(&event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS ||
        cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream) != CUDA_SUCCESS ||
        cuCtxRecordEvent(context, event) != CUDA_SUCCESS ||
        cuCtxWaitEvent(context, event) != CUDA_SUCCESS ||
        cuMemsetD8Async(0, 0, 0, NULL) == CUDA_ERROR_NOT_INITIALIZED)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (pthread_create(&thread, NULL, go_on, NULL) != 0)
            return 1;
    }
    while (atomic_load(&begun) < 3)
        sched_yield();
    exit(0);
}

static void *late_memory;
static CUcontext late_context;
static CUstream late_stream;
static pthread_t late_thread;
static atomic_int rounds;

/* Until the library refuses: in no case does the thread stay in a call. */
static void *go_on_until_refused(void *bytes)
{
    CUresult result = cuCtxSetCurrent(late_context);

    while (result == CUDA_SUCCESS) {
        result = cuMemcpyHtoD((CUdeviceptr)late_memory, bytes, BYTES);
        if (result == CUDA_SUCCESS)
            result = cuStreamSynchronize(late_stream);
        atomic_fetch_add(&rounds, 1);
    }
    return result == CUDA_ERROR_DEINITIALIZED ? bytes : NULL;
}

/* As a destructor of a global object that is older than the first call. */
static void call_late(void)
{
    void *pointer, *ended;
    int wrong = 0;

    pthread_join(late_thread, &ended);
    wrong += ended == NULL;
    wrong += cuMemFree((CUdeviceptr)late_memory) != CUDA_ERROR_DEINITIALIZED;
    wrong += cuStreamDestroy(late_stream) != CUDA_ERROR_DEINITIALIZED;
    wrong += cudaFree(late_memory) != cudaErrorCudartUnloading;
    wrong += cudaMalloc(&pointer, BYTES) != cudaErrorCudartUnloading;
    wrong += cudaDeviceSynchronize() != cudaErrorCudartUnloading;
    wrong += hipFree(late_memory) != hipErrorDeinitialized;
    wrong += hipStreamSynchronize(as_hip(late_stream)) != hipErrorDeinitialized;
    _exit(wrong);
}

/* As an exit handler that the program registers when the library is in use. */
static void call_in_time(void)
{
    static uint8_t bytes[BYTES];

    if (cuMemcpyDtoH(bytes, (CUdeviceptr)late_memory, BYTES) != CUDA_SUCCESS ||
        cudaStreamSynchronize(late_stream) != cudaSuccess)
        _exit(90);
}

static int end_with_late_calls(void)
{
    static uint8_t bytes[BYTES];

    if (atexit(call_late) != 0 || cuInit(0) != CUDA_SUCCESS ||
        cuDevicePrimaryCtxRetain(&late_context, 0) != CUDA_SUCCESS ||
        cuCtxSetCurrent(late_context) != CUDA_SUCCESS ||
        cudaMalloc(&late_memory, BYTES) != cudaSuccess ||
        cuStreamCreate(&late_stream, 0) != CUDA_SUCCESS || atexit(call_in_time) != 0 ||
        pthread_create(&late_thread, NULL, go_on_until_refused, bytes) != 0)
        _exit(91);
    while (atomic_load(&rounds) == 0)
        sched_yield();
    exit(92);
}

static void expect_good_end(const char *how)
{
    char name[] = "driver_mixed", ends[8];
    char *arguments[] = { name, ends, NULL };
    pid_t child;
    int status;

    snprintf(ends, sizeof ends, "%s", how);
    assert_int_equal(posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TEST_CASE(a_process_may_end_at_any_moment)
{
    expect_good_end("end");
}

TEST_CASE(late_calls_are_refused)
{
    expect_good_end("late");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "end") == 0)
        return end_in_the_middle();
    if (argc > 1 && strcmp(argv[1], "late") == 0)
        return end_with_late_calls();
    return run_test_cases(NULL);
}
