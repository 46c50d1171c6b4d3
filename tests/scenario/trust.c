/** What a program, or another process, may not do to the library: handles that were never given
 *  out, threads that end inside calls. */
#include "scenario.h"

#include <pthread.h>
#include <string.h>

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

    BAD_HANDLE(gpuStreamDestroy(stream));
    BAD_HANDLE(gpuStreamQuery(stream));
    BAD_HANDLE(gpuStreamSynchronize(stream));
    BAD_HANDLE(gpuStreamGetFlags(stream, &flags));
    BAD_HANDLE(gpuStreamGetPriority(stream, &priority));
}

/** The legacy default stream is made first, so its slot was the first one's first generation. */
static void the_default_streams_have_no_handles(void **state)
{
    const uintptr_t first = (uintptr_t)0x47 << 56 | (uintptr_t)1 << 24;
    uint8_t seen[SIZE], wanted[SIZE];
    void *memory;

    (void)state;
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

static void a_threads_own_stream_has_no_handle(void **state)
{
    pthread_t thread;
    void *memory;

    (void)state;
    OK(gpuMalloc(&memory, SIZE));
    assert_int_equal(pthread_create(&thread, NULL, use_own_stream, memory), 0);
    pthread_join(thread, NULL);
    OK(gpuFree(memory));
}

int run_trust(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_streams_have_no_handles),
        cmocka_unit_test(a_threads_own_stream_has_no_handle),
    };

    return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
