/** Frees wait for the work of their device: when they return it is done, in every stream. */
#include "scenario.h"

#include <string.h>
#include <sys/mman.h>

#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 65536u

/** A thing to free. */
struct thing {
    void *pointer;
    gpuArray_t array;
    gpuMipmappedArray_t mipmapped;
    struct peer_buffer buffer;
    bool has_buffer;
};

struct kind {
    gpuError_t (*make)(struct thing *thing);
    gpuError_t (*free)(struct thing *thing);
};

static const gpuChannelFormatDesc rgba8 = { 8, 8, 8, 8, gpuChannelFormatKindUnsigned };

static gpuError_t make_device(struct thing *thing)
{
    return gpuMalloc(&thing->pointer, SIZE);
}

static gpuError_t make_managed(struct thing *thing)
{
    return gpuMallocManaged(&thing->pointer, SIZE, gpuMemAttachGlobal);
}

static gpuError_t make_host(struct thing *thing)
{
    return gpuHostAlloc(&thing->pointer, SIZE, 0);
}

static gpuError_t make_registered(struct thing *thing)
{
    thing->pointer = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return gpuHostRegister(thing->pointer, SIZE, 0);
}

/* The import is gone; the mapped buffer keeps the memory. */
static gpuError_t make_mapped(struct thing *thing)
{
    gpuExternalMemory_t memory;

    peer_buffer_create(&thing->buffer, SIZE, false);
    thing->has_buffer = true;
    memory = import_memory(peer_buffer_export(&thing->buffer), SIZE, false);
    thing->pointer = map_buffer(memory, 0, SIZE);
    return gpuDestroyExternalMemory(memory);
}

static gpuError_t make_array(struct thing *thing)
{
    return gpuMallocArray(&thing->array, &rgba8, 32, 32, 0);
}

static gpuError_t make_mipmapped(struct thing *thing)
{
    return gpuMallocMipmappedArray(&thing->mipmapped, &rgba8, (gpuExtent){ 32, 32, 0 }, 2, 0);
}

static gpuError_t free_pointer(struct thing *thing)
{
    return gpuFree(thing->pointer);
}

static gpuError_t free_host(struct thing *thing)
{
    return gpuFreeHost(thing->pointer);
}

static gpuError_t unregister(struct thing *thing)
{
    return gpuHostUnregister(thing->pointer);
}

static gpuError_t free_array(struct thing *thing)
{
    return gpuFreeArray(thing->array);
}

static gpuError_t free_mipmapped(struct thing *thing)
{
    return gpuFreeMipmappedArray(thing->mipmapped);
}

static const struct kind kinds[] = {
    { make_device, free_pointer }, { make_managed, free_pointer }, { make_mapped, free_pointer },
    { make_host, free_host }, { make_registered, unregister }, { make_array, free_array },
    { make_mipmapped, free_mipmapped },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/** False where the device has no such thing. */
static bool make(const struct kind *kind, struct thing *thing)
{
    gpuError_t code;

    memset(thing, 0, sizeof(*thing));
    code = kind->make(thing);
    if (code == gpuErrorNotSupported)
        return false;
    assert_int_equal(code, gpuSuccess);
    return true;
}

static void end(struct thing *thing)
{
    if (thing->has_buffer)
        peer_buffer_destroy(&thing->buffer);
}

TEST_CASE(a_free_waits_for_all_streams)
{
    gpuStream_t streams[2];
    uint8_t *seen;

    OK(gpuStreamCreate(&streams[0]));
    OK(gpuStreamCreateWithFlags(&streams[1], gpuStreamNonBlocking));
    OK(gpuHostAlloc((void **)&seen, 2 * SIZE, 0));
    for (size_t i = 0; i < KINDS; i++) {
        struct opener opener;
        struct thing thing;
        struct gate gates[2];

        if (!make(&kinds[i], &thing))
            continue;
        memset(seen, 0, 2 * SIZE);
        for (size_t n = 0; n < 2; n++) {
            gate_close(&gates[n], streams[n]);
            OK(gpuMemsetAsync(seen + n * SIZE, 0x5a, SIZE, streams[n]));
        }
        opener_begin(&opener, gates, 2);
        OK(kinds[i].free(&thing));
        assert_int_equal(seen[0], 0x5a);
        assert_int_equal(seen[2 * SIZE - 1], 0x5a);
        for (size_t n = 0; n < 2; n++)
            OK(gpuStreamQuery(streams[n]));
        opener_end(&opener);
        end(&thing);
    }
    OK(gpuFreeHost(seen));
    OK(gpuStreamDestroy(streams[0]));
    OK(gpuStreamDestroy(streams[1]));
}

static void *signal_1(void *semaphore)
{
    peer_semaphore_signal(semaphore, 1);
    return NULL;
}

/** The peer signals from another thread, as this one waits. */
TEST_CASE(a_free_waits_behind_a_semaphore)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;
    pthread_t thread;
    uint8_t *pointer;

    peer_semaphore_create(&semaphore, true);
    imported = import_semaphore(peer_semaphore_export(&semaphore), true);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuMalloc((void **)&pointer, SIZE));
    OK(wait_one(imported, 1, stream));
    OK(gpuMemsetAsync(pointer, 1, SIZE, stream));
    OK(signal_one(imported, 2, stream));
    OK(gpuDestroyExternalSemaphore(imported));
    assert_int_equal(pthread_create(&thread, NULL, signal_1, &semaphore), 0);
    OK(gpuFree(pointer));
    assert_int_equal(peer_semaphore_value(&semaphore), 2);
    pthread_join(thread, NULL);
    OK(gpuStreamDestroy(stream));
    peer_semaphore_destroy(&semaphore);
}

/** Stream order is kept by the stream; a wrong argument is told at once. */
TEST_CASE(what_does_not_wait)
{
    gpuStream_t stream;
    struct gate gate;
    void *ordered;
    uint8_t *plain;

    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuMallocAsync(&ordered, SIZE, stream));
    OK(gpuMalloc((void **)&plain, SIZE));
    OK(gpuStreamSynchronize(stream));
    gate_close(&gate, stream);
    OK(gpuMemsetAsync(ordered, 1, SIZE, stream));
    OK(gpuFreeAsync(ordered, stream));
    OK(gpuFree(NULL));
    OK(gpuFreeHost(NULL));
    assert_int_not_equal(gpuFree(plain + 1), gpuSuccess);
    assert_int_not_equal(gpuFreeHost(plain), gpuSuccess);
    (void)gpuGetLastError();
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    (void)gpuGetLastError();
    gate_open(&gate);
    OK(gpuFree(plain));
    OK(gpuStreamQuery(stream));
    OK(gpuStreamDestroy(stream));
}

int run_freeing(void)
{
    return run_test_cases(NULL);
}
