/* What each operation costs, through HIP's names: as another program stands libdrm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

#include "../../amdgpu_card/test_rig.h"
#include "card.h"
#include "counting.h"

enum {
    PAGE = 4096, COPIES = 64, WARM_ROUNDS = 8, ROUNDS = 64,
    FEW_FRAMES = 3, MANY_FRAMES = 12, FRAME_COPIES = 4
};

/* How much more than its limit an operation may cost: somebody asks, seldom, whether the kernel has
 * dropped work that takes long. And one call in so many may meet another thread that makes room for
 * more than it ever had to do. */
#define STRAY 0.15
enum { CALLS_FOR_ROOM = 32 };

static struct rig them;
static hipStream_t stream, second;
static hipEvent_t event;
static char *from, *to;
static struct semaphore {
    uint32_t theirs;
    hipExternalSemaphore_t ours;
    uint64_t value;
} line, back, turn;

#define CHECK(call) check((call), #call)

static void check(hipError_t error, const char *call)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "bench_card: %s: %s: %s\n", call, hipGetErrorName(error),
            gpuinterop_last_error_detail());
    exit(1);
}

/* ---- what rounds are made of --------------------------------------------------------------- */

static void hold(bool on)
{
    card_configure(on ? "hold=3" : "hold=0");
}

static void copy(int page)
{
    CHECK(hipMemcpyAsync(to + (size_t)page * PAGE, from, PAGE, hipMemcpyDeviceToDevice, stream));
}

static void settle(void)
{
    hold(false);
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipStreamSynchronize(second));
}

static void wait_for(const struct semaphore *semaphore)
{
    hipExternalSemaphoreWaitParams parameters;

    memset(&parameters, 0, sizeof parameters);
    parameters.params.fence.value = semaphore->value;
    CHECK(hipWaitExternalSemaphoresAsync(&semaphore->ours, &parameters, 1, stream));
}

static void signal_it(const struct semaphore *semaphore)
{
    hipExternalSemaphoreSignalParams parameters;

    memset(&parameters, 0, sizeof parameters);
    parameters.params.fence.value = semaphore->value;
    CHECK(hipSignalExternalSemaphoresAsync(&semaphore->ours, &parameters, 1, stream));
}

/** The other program signals from the host. */
static void they_signal(struct semaphore *semaphore, uint64_t value)
{
    int answer = value != 0 ? drmSyncobjTimelineSignal(them.fd, &semaphore->theirs, &value, 1)
                            : drmSyncobjSignal(them.fd, &semaphore->theirs, 1);

    assert_int_equal(answer, 0);
}

/** The other program submits work that signals; it is done once the card may go on. */
static void they_submit(struct semaphore *semaphore, uint64_t value, struct mem *out_ib)
{
    const uint32_t nop[8] = { 0 };
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = semaphore->theirs, .point = value };
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL,
                                         sizeof signal / 4, (uintptr_t)&signal };
    struct job job = { .ip = AMDGPU_HW_IP_DMA, .dwords = nop, .count = 8, .more = &chunk,
                       .more_count = 1 };
    uint64_t place;

    assert_int_equal(submit(&them, &job, out_ib, &place), 0);
}

/* ---- rounds -------------------------------------------------------------------------------- */

static void copies_busy(struct counts *sum)
{
    hold(true);
    copy(0);
    copy(1);
    counting_begin();
    for (int i = 2; i < COPIES; i++)
        copy(i);
    counting_end(sum, COPIES - 2);
    settle();
}

static void copies_blocked(struct counts *sum)
{
    line.value++;
    wait_for(&line);
    counting_begin();
    for (int i = 0; i < COPIES; i++)
        copy(i);
    counting_end(sum, COPIES);
    they_signal(&line, line.value);
    settle();
}

static void copy_idle(struct counts *sum)
{
    counting_begin();
    copy(0);
    counting_end(sum, 1);
    settle();
}

static void batch(struct counts *sum)
{
    hold(true);
    for (int i = 0; i < COPIES; i++)
        copy(i);
    counting_begin();
    (void)hipStreamQuery(stream);
    counting_end(sum, 1);
    settle();
}

static void query_busy(struct counts *sum)
{
    hold(true);
    copy(0);
    (void)hipStreamQuery(stream);
    counting_begin();
    (void)hipStreamQuery(stream);
    counting_end(sum, 1);
    settle();
}

static void synchronize_done(struct counts *sum)
{
    counting_begin();
    CHECK(hipStreamSynchronize(stream));
    counting_end(sum, 1);
}

static void order_by_event(struct counts *sum)
{
    copy(0);
    counting_begin();
    CHECK(hipEventRecord(event, stream));
    CHECK(hipStreamWaitEvent(second, event, 0));
    counting_end(sum, 1);
    settle();
}

static void wait_reached(struct counts *sum)
{
    they_signal(&line, ++line.value);
    counting_begin();
    wait_for(&line);
    counting_end(sum, 1);
    settle();
}

static void wait_submitted(struct counts *sum)
{
    struct mem ib;

    hold(true);
    they_submit(&line, ++line.value, &ib);
    counting_begin();
    wait_for(&line);
    counting_end(sum, 1);
    settle();
    mem_destroy(&ib);
}

static void wait_ahead(struct counts *sum)
{
    line.value++;
    counting_begin();
    wait_for(&line);
    counting_end(sum, 1);
    they_signal(&line, line.value);
    settle();
}

static void wait_binary(struct counts *sum)
{
    they_signal(&turn, 0);
    counting_begin();
    wait_for(&turn);
    counting_end(sum, 1);
    settle();
}

static void wait_binary_submitted(struct counts *sum)
{
    struct mem ib;

    hold(true);
    they_submit(&turn, 0, &ib);
    counting_begin();
    wait_for(&turn);
    counting_end(sum, 1);
    settle();
    mem_destroy(&ib);
}

static void signal_idle(struct counts *sum)
{
    back.value++;
    counting_begin();
    signal_it(&back);
    counting_end(sum, 1);
}

static void signal_busy(struct counts *sum)
{
    back.value++;
    hold(true);
    copy(0);
    counting_begin();
    signal_it(&back);
    counting_end(sum, 1);
    settle();
}

/** Some frames in flight, as programs have them: what the other one drew is awaited, copied,
 *  answered. */
static void frames(struct counts *sum, int count)
{
    struct mem ib[MANY_FRAMES];

    hold(true);
    for (int i = 0; i < count; i++) {
        line.value++;
        back.value++;
        they_submit(&line, line.value, &ib[i]);
        counting_begin();
        wait_for(&line);
        for (int k = 0; k < FRAME_COPIES; k++)
            copy(i * FRAME_COPIES + k);
        signal_it(&back);
        counting_end(sum, 1);
    }
    settle();
    for (int i = 0; i < count; i++)
        mem_destroy(&ib[i]);
}

static void few_frames(struct counts *sum)
{
    frames(sum, FEW_FRAMES);
}

static void many_frames(struct counts *sum)
{
    frames(sum, MANY_FRAMES);
}

/* ---- all of them --------------------------------------------------------------------------- */

static const struct operation {
    const char *name;
    void (*round)(struct counts *sum);
    double ioctls;               /* a call may cost so many */
} operations[] = {
    { "copy, the stream is busy", copies_busy, 0 },
    { "copy, the stream stands at a semaphore", copies_blocked, 0 },
    { "copy, the stream is idle", copy_idle, 1 },
    { "submit a batch of 64 copies", batch, 1 },
    { "query of a busy stream", query_busy, 0 },
    { "synchronize with a stream that is done", synchronize_done, 0 },
    { "event and wait of another stream", order_by_event, 1 },
    { "wait, timeline reached", wait_reached, 1 },
    { "wait, timeline submitted", wait_submitted, 3 },
    { "wait, timeline not submitted", wait_ahead, 3 },
    { "wait, binary signalled", wait_binary, 2 },
    { "wait, binary submitted", wait_binary_submitted, 4 },
    { "signal, timeline, the stream is idle", signal_idle, 3 },
    { "signal, timeline, the stream is busy", signal_busy, 2 },
    { "frame: wait, 4 copies, signal; 3 in flight", few_frames, 5.5 },
    { "the same, 12 in flight", many_frames, 5.1 },
};

static void share(struct semaphore *semaphore, hipExternalSemaphoreHandleType type)
{
    hipExternalSemaphoreHandleDesc handle;
    int fd;

    memset(&handle, 0, sizeof handle);
    handle.type = type;
    assert_int_equal(drmSyncobjCreate(them.fd, 0, &semaphore->theirs), 0);
    assert_int_equal(drmSyncobjHandleToFD(them.fd, semaphore->theirs, &fd), 0);
    handle.handle.fd = fd;
    CHECK(hipImportExternalSemaphore(&semaphore->ours, &handle));
}

static void set_up(void)
{
    rig_open(&them, 0);
    share(&line, hipExternalSemaphoreHandleTypeTimelineSemaphoreFd);
    share(&back, hipExternalSemaphoreHandleTypeTimelineSemaphoreFd);
    share(&turn, hipExternalSemaphoreHandleTypeOpaqueFd);
    CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    CHECK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    CHECK(hipMalloc((void **)&from, PAGE));
    CHECK(hipMalloc((void **)&to, (size_t)COPIES * PAGE));
}

static void end(struct semaphore *semaphore)
{
    CHECK(hipDestroyExternalSemaphore(semaphore->ours));
    drmSyncobjDestroy(them.fd, semaphore->theirs);
}

static void tear_down(void)
{
    CHECK(hipFree(to));
    CHECK(hipFree(from));
    CHECK(hipEventDestroy(event));
    CHECK(hipStreamDestroy(second));
    CHECK(hipStreamDestroy(stream));
    end(&turn);
    end(&back);
    end(&line);
    rig_close(&them);
}

/** Measures one and prints a line. */
static bool measure(const struct operation *operation)
{
    struct counts warm = { 0 }, sum = { 0 };
    double calls;
    bool is_good;

    for (int i = 0; i < WARM_ROUNDS; i++)
        operation->round(&warm);
    for (int i = 0; i < ROUNDS; i++)
        operation->round(&sum);
    calls = (double)sum.calls;
    is_good = (double)sum.ioctls / calls <= operation->ioctls + STRAY && sum.allocations == 0 &&
              sum.others_allocations * CALLS_FOR_ROOM <= sum.calls;
    printf("%-44s %8.2f %8.1f %8.2f %8.2f %8.2f  %s\n", operation->name,
           (double)sum.ioctls / calls, operation->ioctls, (double)sum.submits / calls,
           (double)sum.others / calls,
           (double)(sum.allocations + sum.others_allocations) / calls, is_good ? "" : "too much");
    return is_good;
}

bool card_operations(void)
{
    bool is_good = true;

    set_up();
    printf("%-44s %8s %8s %8s %8s %8s\n", "a call", "ioctls", "at most", "submits", "others'",
           counting_sees_heap() ? "allocs" : "(allocs)");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        is_good &= measure(&operations[i]);
    tear_down();
    return is_good;
}
