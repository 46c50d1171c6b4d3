/** What a program, or another process, may not do to the library: handles that were never given
 *  out, threads that end inside calls. */
#include "scenario.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

#define SIZE 4096u

/* ---- handles -------------------------------------------------------------------------------- */

/** The handle with the next generation of the slot. */
static uintptr_t next_generation(gpuStream_t stream)
{
    return (uintptr_t)stream + ((uintptr_t)1 << 24);
}

static void refuse_everywhere(uintptr_t number)
{
    gpuStream_t stream = AS_STREAM(number);
    unsigned int flags;
    int priority;

    STALE_HANDLE(gpuStreamDestroy(stream));
    STALE_HANDLE(gpuStreamQuery(stream));
    STALE_HANDLE(gpuStreamSynchronize(stream));
    STALE_HANDLE(gpuStreamGetFlags(stream, &flags));
    STALE_HANDLE(gpuStreamGetPriority(stream, &priority));
}

/** The legacy default stream is made first, so its slot was the first one's first generation. */
TEST_CASE(the_default_streams_have_no_handles)
{
    const uintptr_t first = (uintptr_t)0x47 << 56 | (uintptr_t)1 << 24;
    uint8_t seen[SIZE], wanted[SIZE];
    void *memory;

    OK(gpuMalloc(&memory, SIZE));
    for (uintptr_t slot = 0; slot < 64; slot++)
        for (uintptr_t generation = 0; generation < 3; generation++)
            refuse_everywhere(first + (generation << 24) + slot);
    OK(gpuMemset(memory, 0x5a, SIZE));
    OK(gpuMemcpy(seen, memory, SIZE, gpuMemcpyDeviceToHost));
    memset(wanted, 0x5a, SIZE);
    assert_memory_equal(seen, wanted, SIZE);
    OK(gpuFree(memory));
}

/** Its slot is the one that was given back last. */
static void *use_own_stream(void *memory)
{
    gpuStream_t before;

    OK(gpuStreamCreate(&before));
    OK(gpuStreamDestroy(before));
    OK(gpuMemsetAsync(memory, 1, SIZE, gpuStreamPerThread));
    refuse_everywhere(next_generation(before));
    OK(gpuMemsetAsync(memory, 2, SIZE, gpuStreamPerThread));
    OK(gpuStreamSynchronize(gpuStreamPerThread));
    return NULL;
}

TEST_CASE(a_threads_own_stream_has_no_handle)
{
    pthread_t thread;
    void *memory;

    OK(gpuMalloc(&memory, SIZE));
    assert_int_equal(pthread_create(&thread, NULL, use_own_stream, memory), 0);
    pthread_join(thread, NULL);
    OK(gpuFree(memory));
}

/* ---- threads that end inside ---------------------------------------------------------------- */

enum { THREADS = 24, LARGE = 8 << 20 };

/** Whether the thread has begun its work. */
static sem_t begun;

/** Enqueues, waits, allocates and fails, until it is cancelled; between calls it may be. */
static void *work_until_cancelled(void *number)
{
    static const size_t sizes[] = { SIZE, LARGE };
    gpuStream_t stream;
    gpuEvent_t event;
    uint8_t *pageable = malloc(LARGE);
    void *memory, *other;

    pthread_cleanup_push(free, pageable);
    OK(gpuStreamCreate(&stream));
    OK(gpuEventCreate(&event));
    OK(gpuMalloc(&memory, LARGE));
    for (unsigned int i = 0;; i++) {
        size_t size = sizes[(i + (uintptr_t)number) % 2];

        OK(gpuMemsetAsync(memory, 1, size, stream));
        OK(gpuEventRecord(event, stream));
        OK(gpuStreamWaitEvent(gpuStreamPerThread, event, 0));
        OK(gpuMemcpyAsync(pageable, memory, size, gpuMemcpyDeviceToHost, gpuStreamPerThread));
        if (i == 0)
            sem_post(&begun);
        OK(i % 2 == 0 ? gpuStreamSynchronize(gpuStreamPerThread) : gpuEventSynchronize(event));
        OK(gpuMalloc(&other, size));
        OK(gpuFree(other));
        if (gpuStreamQuery(AS_STREAM(3)) != gpuErrorStaleHandle)
            break;
        pthread_testcancel();
    }
    pthread_cleanup_pop(true);
    return NULL;
}

TEST_CASE(cancelled_threads_lock_nobody_out)
{
    pthread_t threads[THREADS];
    void *memory, *result;

    assert_int_equal(sem_init(&begun, 0, 0), 0);
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_until_cancelled, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        while (sem_wait(&begun) != 0)
            ;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_cancel(threads[i]), 0);
        OK(gpuMalloc(&memory, SIZE));
        OK(gpuMemset(memory, i, SIZE));
        OK(gpuFree(memory));
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, PTHREAD_CANCELED);
    }
    OK(gpuDeviceSynchronize());
    OK(gpuDeviceReset());        /* what the threads have left */
    sem_destroy(&begun);
}

static void end_thread(void *unused)
{
    (void)unused;
    pthread_exit(NULL);
}

TEST_CASE(a_host_function_may_end_its_thread)
{
    uint8_t seen[SIZE];
    gpuStream_t stream;
    void *memory;

    OK(gpuMalloc(&memory, SIZE));
    OK(gpuStreamCreate(&stream));
    for (int i = 1; i < 20; i++) {
        OK(gpuLaunchHostFunc(stream, end_thread, NULL));
        OK(gpuMemsetAsync(memory, i, SIZE, stream));
        OK(gpuMemcpyAsync(seen, memory, SIZE, gpuMemcpyDeviceToHost, stream));
        OK(gpuStreamSynchronize(stream));
        assert_int_equal(seen[SIZE - 1], i);
    }
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(memory));
}

int run_trust(void)
{
    return run_test_cases(NULL);
}
