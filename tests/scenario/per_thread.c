/** Programs whose default stream is the calling thread's own: this file is compiled so, and thus
 *  calls the other symbols of the library. */
#include "scenario.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"

enum { PITCH = 64, ROWS = 8, SLICES = 4, BYTES = PITCH * ROWS * SLICES };

/** The memory that the calls are tried on. */
struct kit {
    uint8_t *device, *other, *pinned;
    uint8_t host[BYTES];
};

static void set_up(struct kit *kit)
{
    OK(gpuMalloc((void **)&kit->device, BYTES));
    OK(gpuMalloc((void **)&kit->other, BYTES));
    OK(gpuHostAlloc((void **)&kit->pinned, BYTES, 0));
    fill_pattern(kit->host, BYTES, 9);
    memcpy(kit->pinned, kit->host, BYTES);
    OK(gpuMemcpy(kit->other, kit->host, BYTES, gpuMemcpyHostToDevice));
    OK(gpuMemset(kit->device, 0, BYTES));
    OK(gpuDeviceSynchronize());
}

static void take_down(struct kit *kit)
{
    OK(gpuFree(kit->device));
    OK(gpuFree(kit->other));
    OK(gpuFreeHost(kit->pinned));
}

static gpuMemcpy3DParms volume(void *to, void *from, gpuMemcpyKind kind)
{
    return (gpuMemcpy3DParms){
        .srcPtr = { from, PITCH, PITCH, ROWS }, .dstPtr = { to, PITCH, PITCH, ROWS },
        .extent = { PITCH - 1, ROWS, SLICES }, .kind = kind,
    };
}

#if API_IS_CUDA
static void copy_peers_volume(struct kit *kit)
{
    const struct cudaMemcpy3DPeerParms whole = {
        .srcPtr = { kit->other, PITCH, PITCH, ROWS }, .dstPtr = { kit->device, PITCH, PITCH, ROWS },
        .extent = { PITCH, ROWS, SLICES },
    };

    OK(cudaMemcpy3DPeer(&whole));
}
#endif

/** Each call once, from memory of the device to memory of the device. */
static void work_on_the_device(struct kit *kit)
{
    gpuMemcpy3DParms copy = volume(kit->device, kit->other, gpuMemcpyDeviceToDevice);
    gpuPitchedPtr pitched = { kit->device, PITCH, PITCH, ROWS };

    OK(gpuMemset(kit->device, 1, BYTES));
    OK(gpuMemset2D(kit->device, PITCH, 2, 8, ROWS));
    OK(gpuMemset3D(pitched, 3, (gpuExtent){ 4, ROWS, SLICES }));
    OK(gpuMemcpy2D(kit->device, PITCH, kit->other, PITCH, PITCH, ROWS, gpuMemcpyDeviceToDevice));
    OK(gpuMemcpy3D(&copy));
    OK(gpuMemcpy(kit->device, kit->other, BYTES / 2, gpuMemcpyDeviceToDevice));
#if API_IS_CUDA
    copy_peers_volume(kit);
#else
    OK(gpuMemcpy(kit->device, kit->other, BYTES, gpuMemcpyDeviceToDevice));
#endif
}

/** Each call once, with memory of the host at one end. */
static void work_with_the_host(struct kit *kit, uint8_t *host)
{
    static uint8_t back[BYTES];
    gpuMemcpy3DParms up = volume(kit->device, host, gpuMemcpyHostToDevice);
    gpuMemcpy3DParms down = volume(back, kit->device, gpuMemcpyDeviceToHost);

    OK(gpuMemcpy(kit->device, host, BYTES, gpuMemcpyHostToDevice));
    OK(gpuMemcpy2D(kit->device, PITCH, host, PITCH, 9, ROWS, gpuMemcpyHostToDevice));
    OK(gpuMemcpy3D(&up));
    memset(back, 0, BYTES);
    OK(gpuMemcpy3D(&down));
    OK(gpuMemcpy2D(back + PITCH - 1, PITCH, kit->device + PITCH - 1, PITCH, 1, ROWS * SLICES,
                   gpuMemcpyDeviceToHost));
    assert_memory_equal(back, kit->host, BYTES);
    memset(back, 0, BYTES);
    OK(gpuMemcpy(back, kit->device, BYTES, gpuMemcpyDefault));
    assert_memory_equal(back, kit->host, BYTES);
    OK(gpuMemcpy(back, host + 1, BYTES - 1, gpuMemcpyHostToHost));
    assert_memory_equal(back, kit->host + 1, BYTES - 1);
}

/** The legacy default stream would wait for the other one. */
TEST_CASE(calls_wait_for_no_other_stream)
{
    static struct kit kit;
    struct gate gate;
    gpuStream_t other;

    set_up(&kit);
    OK(gpuStreamCreate(&other));
    gate_close(&gate, other);
    work_on_the_device(&kit);
    work_with_the_host(&kit, kit.host);
    work_with_the_host(&kit, kit.pinned);
    memset(kit.pinned, 0, BYTES);
    OK(gpuMemset2D(kit.pinned, PITCH, 0x51, PITCH, ROWS * SLICES));
    assert_int_equal(kit.pinned[0], 0x51);
    assert_int_equal(kit.pinned[BYTES - 1], 0x51);
    OK(gpuMemset(kit.pinned, 0x52, BYTES));
    assert_int_equal(kit.pinned[BYTES - 1], 0x52);
    OK(gpuStreamSynchronize(NULL));
    assert_int_equal(gpuStreamQuery(other), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuStreamSynchronize(other));
    OK(gpuStreamDestroy(other));
    take_down(&kit);
}

/** Each copy of an array once, to it and back. HIP has no symbols for two of them, which go by the
 *  legacy default stream. */
static void work_with_arrays(struct kit *kit, gpuArray_t one, gpuArray_t other)
{
    static uint8_t back[BYTES];
    gpuMemcpy3DParms up = {
        .dstArray = one, .srcPtr = { kit->host, PITCH, PITCH, ROWS * SLICES },
        .extent = { PITCH, ROWS * SLICES, 1 }, .kind = gpuMemcpyHostToDevice,
    };
    gpuMemcpy3DParms across = {
        .dstArray = other, .srcArray = one, .extent = { PITCH, ROWS * SLICES, 1 },
        .kind = gpuMemcpyDeviceToDevice,
    };

    OK(gpuMemcpy3D(&up));
    OK(gpuMemcpy3D(&across));
    OK(gpuMemcpy2DFromArray(back, PITCH, other, 0, 0, PITCH, ROWS * SLICES,
                            gpuMemcpyDeviceToHost));
    assert_memory_equal(back, kit->host, BYTES);
    OK(gpuMemcpy2DToArray(one, 0, 0, kit->other, PITCH, PITCH, 2, gpuMemcpyDeviceToDevice));
#if API_IS_CUDA
    OK(gpuMemcpyToArray(one, 5, 2, kit->host + 2 * PITCH + 5, BYTES / 2, gpuMemcpyHostToDevice));
    OK(gpuMemcpy2DArrayToArray(other, 0, 0, one, 0, 0, PITCH, ROWS * SLICES,
                               gpuMemcpyDeviceToDevice));
#endif
    memset(back, 0, BYTES);
    OK(gpuMemcpyFromArray(back, one, 0, 0, BYTES, gpuMemcpyDeviceToHost));
    assert_memory_equal(back, kit->host, BYTES);
    OK(gpuMemcpy2DToArrayAsync(other, 0, 0, kit->pinned + PITCH, PITCH, PITCH, 1,
                               gpuMemcpyHostToDevice, NULL));
    OK(gpuMemcpy2DFromArrayAsync(back, PITCH, other, 0, 0, PITCH, 1, gpuMemcpyDeviceToHost, NULL));
    OK(gpuStreamSynchronize(NULL));
    assert_memory_equal(back, kit->host + PITCH, PITCH);
}

TEST_CASE(copies_of_arrays_wait_for_no_other_stream)
{
    static struct kit kit;
    gpuChannelFormatDesc channels = gpuCreateChannelDesc(8, 0, 0, 0, gpuChannelFormatKindUnsigned);
    gpuArray_t one, two;
    struct gate gate;
    gpuStream_t other;
    gpuError_t code = gpuMallocArray(&one, &channels, PITCH, ROWS * SLICES, 0);

    if (code == gpuErrorNotSupported)
        skip();
    assert_int_equal(code, gpuSuccess);
    OK(gpuMallocArray(&two, &channels, PITCH, ROWS * SLICES, 0));
    set_up(&kit);
    OK(gpuStreamCreate(&other));
    gate_close(&gate, other);
    work_with_arrays(&kit, one, two);
    assert_int_equal(gpuStreamQuery(other), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuStreamSynchronize(other));
    OK(gpuStreamDestroy(other));
    OK(gpuFreeArray(one));
    OK(gpuFreeArray(two));
    take_down(&kit);
}

TEST_CASE(work_of_the_device_alone_is_not_waited_for)
{
    static struct kit kit;
    static uint8_t back[BYTES];
    struct gate gate;

    set_up(&kit);
    gate_close(&gate, NULL);
    work_on_the_device(&kit);
    assert_int_equal(gpuStreamQuery(NULL), gpuErrorNotReady);
    assert_int_equal(gpuStreamQuery(gpuStreamPerThread), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuMemcpy(back, kit.device, BYTES, gpuMemcpyDeviceToHost));
    assert_memory_equal(back, kit.host, BYTES);
    OK(gpuStreamQuery(NULL));
    take_down(&kit);
}

static void *open_later(void *gate)
{
    gate_open(gate);
    return NULL;
}

/** A synchronous copy comes after what is in the thread's stream already. */
TEST_CASE(calls_come_after_what_is_in_the_stream)
{
    static struct kit kit;
    static uint8_t back[BYTES];
    struct gate gate;
    pthread_t opener;

    set_up(&kit);
    for (int i = 1; i <= 3; i++) {
        gate_close(&gate, NULL);
        OK(gpuMemsetAsync(kit.device, 0x60 + i, BYTES, NULL));
        assert_int_equal(pthread_create(&opener, NULL, open_later, &gate), 0);
        if (i == 1)
            OK(gpuMemcpy(back, kit.device, BYTES, gpuMemcpyDeviceToHost));
        else if (i == 2)
            OK(gpuMemcpy2D(back, PITCH, kit.device, PITCH, PITCH, ROWS * SLICES,
                           gpuMemcpyDeviceToHost));
        else
            OK(gpuMemcpy(kit.pinned, kit.device, BYTES, gpuMemcpyDeviceToHost));
        assert_int_equal((i == 3 ? kit.pinned : back)[0], 0x60 + i);
        assert_int_equal((i == 3 ? kit.pinned : back)[BYTES - 1], 0x60 + i);
        assert_int_equal(pthread_join(opener, NULL), 0);
    }
    take_down(&kit);
}

struct holder {
    struct gate gate;
    gpuEvent_t event;
    pthread_barrier_t held, done;
};

static void *hold_own_stream(void *argument)
{
    struct holder *holder = argument;

    gate_close(&holder->gate, NULL);
    OK(gpuEventRecord(holder->event, NULL));
    pthread_barrier_wait(&holder->held);
    pthread_barrier_wait(&holder->done);
    OK(gpuStreamSynchronize(NULL));
    return NULL;
}

TEST_CASE(a_threads_stream_is_its_own)
{
    static struct kit kit;
    static struct holder holder;
    pthread_t thread;
    gpuEvent_t event;

    set_up(&kit);
    OK(gpuEventCreateWithFlags(&holder.event, gpuEventDisableTiming));
    OK(gpuEventCreateWithFlags(&event, gpuEventDisableTiming));
    assert_int_equal(pthread_barrier_init(&holder.held, NULL, 2), 0);
    assert_int_equal(pthread_barrier_init(&holder.done, NULL, 2), 0);
    assert_int_equal(pthread_create(&thread, NULL, hold_own_stream, &holder), 0);
    pthread_barrier_wait(&holder.held);
    work_on_the_device(&kit);
    work_with_the_host(&kit, kit.host);
    OK(gpuEventRecord(event, NULL));
    OK(gpuEventSynchronize(event));
    assert_int_equal(gpuEventQuery(holder.event), gpuErrorNotReady);
    OK(gpuStreamWaitEvent(NULL, holder.event, 0));
    OK(gpuEventRecord(event, NULL));
    assert_int_equal(gpuEventQuery(event), gpuErrorNotReady);
    gate_open(&holder.gate);
    OK(gpuEventSynchronize(event));
    pthread_barrier_wait(&holder.done);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_barrier_destroy(&holder.held);
    pthread_barrier_destroy(&holder.done);
    OK(gpuEventDestroy(holder.event));
    OK(gpuEventDestroy(event));
    take_down(&kit);
}

TEST_CASE(wrong_arguments_are_refused)
{
    static uint8_t host[BYTES];
    gpuMemcpy3DParms bad;
    uint8_t *device;

    OK(gpuMalloc((void **)&device, BYTES));
    bad = volume(device, host, gpuMemcpyHostToDevice);
    bad.extent.depth = SLICES + 1;
    BAD_VALUE(gpuMemcpy(NULL, host, 1, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device, host, BYTES + 1, gpuMemcpyHostToDevice), "");
    EXPECT(gpuMemcpy(device, host, 1, (gpuMemcpyKind)5), gpuErrorInvalidMemcpyDirection, "5");
    EXPECT(gpuMemcpy2D(device, 8, host, PITCH, 9, 2, gpuMemcpyHostToDevice), gpuErrorInvalidPitch,
           "destination");
    BAD_VALUE(gpuMemcpy3D(NULL), "parameters");
    BAD_VALUE(gpuMemcpy3D(&bad), "");
    BAD_VALUE(gpuMemset(NULL, 0, 1), "");
    BAD_VALUE(gpuMemset(device, 0, BYTES + 1), "");
    BAD_VALUE(gpuMemset2D(device, 8, 0, 9, 2), "pointer");
    BAD_VALUE(gpuMemset3D((gpuPitchedPtr){ device, PITCH, PITCH, ROWS }, 0,
                          (gpuExtent){ PITCH, ROWS, SLICES + 1 }), "");
#if API_IS_CUDA
    BAD_VALUE(cudaMemcpy3DPeer(NULL), "parameters");
#endif
    OK(gpuMemcpy(NULL, NULL, 0, gpuMemcpyDefault));
    OK(gpuMemset(device, 0, 0));
    OK(gpuFree(device));
}

int main(void)
{
    int count;

    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice) {
        printf("skipped: no device\n");
        return 77;
    }
    return run_test_cases(NULL) + run_copy_bounds();
}
