/* HIP programs and other programs, each in a process of its own, on one emulated card: Mesa's RADV
 * as the producer and as the consumer, signals before waits and waits before signals; a program
 * that dies with its signal pending; one whose work hangs, so that the card is reset. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../amdgpu_card/test_vulkan.h"
#include "hip_works.h"

enum { SKIPPED = 77, SUBMIT = 0x44, DMA = AMDGPU_HW_IP_DMA };

#define SIZE 65536u
#define PART 2048u                       /* what RADV fills and copies without a shader */
#define ANSWER 8192u                     /* where it copies it to */
#define ROUNDS 4u

/* ---- orders to the other process ----------------------------------------------------------- */

struct order {
    enum { FILL_AND_SIGNAL, WAIT_AND_COPY, CHECK_COPY, HOLD, LET_GO, HANG, LEAVE } what;
    bool timeline, loses_vram;
    uint32_t value;
};

struct peer {
    int pid, socket;
};

static struct peer radv_peer, dying_peer, hanging_peer;

/** Returns once the other process has done it. */
static void tell(const struct peer *peer, struct order order)
{
    assert_int_equal(write(peer->socket, &order, sizeof(order)), sizeof(order));
    receive_byte(peer->socket);
}

static struct order next_order(int socket)
{
    struct order order;

    if (read(socket, &order, sizeof(order)) != sizeof(order))
        _exit(1);
    return order;
}

/* ---- RADV ---------------------------------------------------------------------------------- */

struct radv_side {
    struct radv radv;
    struct shared shared;
    VkSemaphore line, turn;
};

static void radv_submit(struct radv_side *side, VkCommandBuffer commands, const struct order *order,
                        bool waits)
{
    VkSemaphore semaphore = order->timeline ? side->line : side->turn;
    const uint64_t value = order->value;

    works(vkEndCommandBuffer(commands));
    submit_radv(&side->radv, commands, waits ? semaphore : VK_NULL_HANDLE, value, &semaphore,
                &value, !waits);
}

static void radv_obey(struct radv_side *side, const struct order *order)
{
    const VkBufferCopy region = { .srcOffset = 0, .dstOffset = ANSWER, .size = PART };
    VkCommandBuffer commands;

    switch (order->what) {
    case FILL_AND_SIGNAL:
        commands = radv_begin(&side->radv);
        vkCmdFillBuffer(commands, side->shared.buffer, 0, PART, order->value);
        radv_submit(side, commands, order, false);
        return;
    case WAIT_AND_COPY:
        commands = radv_begin(&side->radv);
        vkCmdCopyBuffer(commands, side->shared.buffer, side->shared.buffer, 1, &region);
        radv_submit(side, commands, order, true);
        return;
    case CHECK_COPY:
        works(vkQueueWaitIdle(side->radv.queue));
        for (unsigned i = 0; i < PART / 4; i++)
            assert_int_equal(side->shared.cpu[ANSWER / 4 + i], order->value);
        return;
    case HOLD:
        card_configure("hold=1");
        return;
    case LET_GO:
        card_configure("hold=0");
        return;
    case HANG:
    case LEAVE:
        return;
    }
}

static void run_radv(int socket)
{
    struct radv_side side = { .shared = { .size_bytes = SIZE } };
    struct order order;

    radv_open(&side.radv, 0);
    shared_create(&side.radv, &side.shared, -1);
    side.line = semaphore_create(&side.radv, VK_SEMAPHORE_TYPE_TIMELINE, -1);
    side.turn = semaphore_create(&side.radv, VK_SEMAPHORE_TYPE_BINARY, -1);
    send_fd(socket, shared_export(&side.radv, &side.shared));
    send_fd(socket, semaphore_export(&side.radv, side.line));
    send_fd(socket, semaphore_export(&side.radv, side.turn));
    do {
        order = next_order(socket);
        radv_obey(&side, &order);
        send_byte(socket);
    } while (order.what != LEAVE);
    works(vkDeviceWaitIdle(side.radv.device));
    vkDestroySemaphore(side.radv.device, side.turn, NULL);
    vkDestroySemaphore(side.radv.device, side.line, NULL);
    shared_destroy(&side.radv, &side.shared);
    radv_close(&side.radv);
    expect_broken(0);
}

/** Asked in a process of its own, as a driver that has met a chip it does not know may stay so. */
static void ask_for_chip(int socket)
{
    struct radv radv;

    (void)socket;
    if (!radv_find(&radv))
        _exit(SKIPPED);
}

/* ---- programs on libdrm -------------------------------------------------------------------- */

/** Submits work that signals the value of the timeline, and the binary one. */
static void drm_signal(struct rig *rig, const struct mem *mem, const uint32_t handles[2],
                       uint64_t value)
{
    struct drm_amdgpu_cs_chunk_syncobj signals[2] = {
        { .handle = handles[0], .point = value }, { .handle = handles[1] } };
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL,
                                         sizeof(signals) / 4, (uintptr_t)signals };
    struct job job = { .ip = DMA, .count = 5, .mems = { mem }, .mem_count = 1, .more = &chunk,
                       .more_count = 1 };
    struct mem ib;
    uint32_t dw[5];
    uint64_t place;

    put_fill(dw, mem->va, 1, 4096);
    job.dwords = dw;
    assert_int_equal(submit(rig, &job, &ib, &place), 0);
}

static void drm_hang(struct rig *rig, const struct mem *mem, const uint32_t handles[2],
                     const struct order *order)
{
    amdgpu_cs_ctx_free(rig->context);            /* the last hang's is guilty */
    assert_int_equal(amdgpu_cs_ctx_create2(rig->device, AMDGPU_CTX_PRIORITY_NORMAL,
                                           &rig->context), 0);
    card_configure(order->loses_vram ? "hangtime=10ms,vramlost=1,hang=1" : "hangtime=10ms,hang=1");
    drm_signal(rig, mem, handles, order->value);
}

static void run_libdrm(int socket)
{
    struct rig rig;
    struct mem mem;
    uint32_t handles[2];
    struct order order;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, SIZE, AMDGPU_GEM_DOMAIN_GTT, 0);
    for (int i = 0; i < 2; i++) {
        int fd;
        assert_int_equal(drmSyncobjCreate(rig.fd, 0, &handles[i]), 0);
        assert_int_equal(drmSyncobjHandleToFD(rig.fd, handles[i], &fd), 0);
        send_fd(socket, fd);
    }
    for (;;) {
        order = next_order(socket);
        if (order.what == LEAVE)
            break;
        if (order.what == HOLD)
            card_configure("hold=1");
        else if (order.what == FILL_AND_SIGNAL)
            drm_signal(&rig, &mem, handles, order.value);
        else if (order.what == HANG)
            drm_hang(&rig, &mem, handles, &order);
        send_byte(socket);
    }
    send_byte(socket);
    _exit(0);                                    /* what hangs is not awaited */
}

/* ---- this side ----------------------------------------------------------------------------- */

static hipStream_t stream, other_stream;
static uint32_t *host;                   /* pinned, two parts */
static char *device;

struct side {
    hipExternalMemory_t memory;
    char *buffer;
    hipExternalSemaphore_t line, turn;
};

static struct side radv_side, dying_side, hanging_side;

static hipExternalSemaphore_t import_semaphore(int fd, hipExternalSemaphoreHandleType type)
{
    hipExternalSemaphoreHandleDesc handle;
    hipExternalSemaphore_t semaphore;

    memset(&handle, 0, sizeof(handle));
    handle.type = type;
    handle.handle.fd = fd;
    WORKS(hipImportExternalSemaphore(&semaphore, &handle));
    return semaphore;
}

static void import_semaphores(const struct peer *peer, struct side *side)
{
    side->line = import_semaphore(receive_fd(peer->socket),
                                  hipExternalSemaphoreHandleTypeTimelineSemaphoreFd);
    side->turn = import_semaphore(receive_fd(peer->socket),
                                  hipExternalSemaphoreHandleTypeOpaqueFd);
}

static void import_memory(const struct peer *peer, struct side *side)
{
    hipExternalMemoryHandleDesc handle;
    hipExternalMemoryBufferDesc range;

    memset(&handle, 0, sizeof(handle));
    memset(&range, 0, sizeof(range));
    handle.type = hipExternalMemoryHandleTypeOpaqueFd;
    handle.handle.fd = receive_fd(peer->socket);
    handle.size = range.size = SIZE;
    WORKS(hipImportExternalMemory(&side->memory, &handle));
    WORKS(hipExternalMemoryGetMappedBuffer((void **)&side->buffer, side->memory, &range));
}

static void we_wait(const struct side *side, bool timeline, uint64_t value, hipStream_t in)
{
    hipExternalSemaphoreWaitParams parameters;

    memset(&parameters, 0, sizeof(parameters));
    parameters.params.fence.value = value;
    WORKS(hipWaitExternalSemaphoresAsync(timeline ? &side->line : &side->turn, &parameters, 1, in));
}

static void we_signal(const struct side *side, bool timeline, uint64_t value, hipStream_t in)
{
    hipExternalSemaphoreSignalParams parameters;

    memset(&parameters, 0, sizeof(parameters));
    parameters.params.fence.value = value;
    WORKS(hipSignalExternalSemaphoresAsync(timeline ? &side->line : &side->turn, &parameters, 1,
                                           in));
}

static void not_ready(hipStream_t which)
{
    hipError_t error = hipStreamQuery(which);

    if (error != hipErrorNotReady)
        fail_msg("the stream is %s", hipGetErrorName(error));
}

static uint64_t submits(void)
{
    return card_counters().ioctl_by_number[SUBMIT];
}

/** Work that has nothing to do with the other programs goes well. */
static void still_works(uint32_t value)
{
    WORKS(hipMemsetAsync(device, (int)value, PART, other_stream));
    WORKS(hipMemcpyAsync(host, device, PART, hipMemcpyDeviceToHost, other_stream));
    WORKS(hipStreamSynchronize(other_stream));
    for (unsigned i = 0; i < PART / 4; i++)
        assert_int_equal(host[i], 0x01010101u * (uint8_t)value);
}

/* ---- RADV produces ------------------------------------------------------------------------- */

enum when { SIGNAL_FIRST, WAIT_FIRST, SIGNAL_PENDING };

static uint32_t last_value;

static void take_from_radv(bool timeline, enum when when)
{
    struct order order = { .timeline = timeline, .value = ++last_value };

    memset(host, 0, PART);
    if (when == SIGNAL_PENDING)
        tell(&radv_peer, (struct order){ .what = HOLD });
    order.what = FILL_AND_SIGNAL;
    if (when != WAIT_FIRST)
        tell(&radv_peer, order);
    uint64_t before = submits();
    we_wait(&radv_side, timeline, order.value, stream);
    WORKS(hipMemcpyAsync(host, radv_side.buffer, PART, hipMemcpyDeviceToHost, stream));
    if (when == WAIT_FIRST) {
        not_ready(stream);
        assert_int_equal(submits(), before);
        tell(&radv_peer, order);
    }
    if (when == SIGNAL_PENDING) {                /* our work is with the kernel already */
        not_ready(stream);
        assert_true(submits() >= before + 1);
        tell(&radv_peer, (struct order){ .what = LET_GO });
    }
    WORKS(hipStreamSynchronize(stream));
    for (unsigned i = 0; i < PART / 4; i++)
        assert_int_equal(host[i], order.value);
}

static void radv_signals_timelines(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        take_from_radv(true, SIGNAL_FIRST);
        take_from_radv(true, WAIT_FIRST);
        take_from_radv(true, SIGNAL_PENDING);
    }
}

static void radv_signals_binary_semaphores(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        take_from_radv(false, SIGNAL_FIRST);
        take_from_radv(false, WAIT_FIRST);
        take_from_radv(false, SIGNAL_PENDING);
    }
}

/* ---- RADV consumes ------------------------------------------------------------------------- */

/** Of a binary semaphore the signal has to come first, as Vulkan has it. */
static void give_to_radv(bool timeline, enum when when)
{
    struct order order = { .what = WAIT_AND_COPY, .timeline = timeline, .value = ++last_value };

    if (when == WAIT_FIRST)
        tell(&radv_peer, order);
    for (unsigned i = 0; i < PART / 4; i++)
        host[i] = order.value;
    if (when == SIGNAL_PENDING)
        card_configure("hold=3");
    WORKS(hipMemcpyAsync(radv_side.buffer, host, PART, hipMemcpyHostToDevice, stream));
    we_signal(&radv_side, timeline, order.value, stream);
    if (when != WAIT_FIRST)
        tell(&radv_peer, order);
    if (when == SIGNAL_PENDING)
        card_configure("hold=0");
    order.what = CHECK_COPY;
    tell(&radv_peer, order);
    WORKS(hipStreamSynchronize(stream));
}

static void radv_waits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        give_to_radv(true, SIGNAL_FIRST);
        give_to_radv(true, WAIT_FIRST);
        give_to_radv(true, SIGNAL_PENDING);
        give_to_radv(false, SIGNAL_FIRST);
        give_to_radv(false, SIGNAL_PENDING);
    }
}

/* ---- programs that end ill ----------------------------------------------------------------- */

/** Its pending signals come with an error, which syncobjs do not tell; what it had not submitted
 *  never comes, and holds back who waits for it alone. */
static void a_peer_dies(void **state)
{
    hipEvent_t half;

    (void)state;
    WORKS(hipEventCreateWithFlags(&half, hipEventDisableTiming));
    tell(&dying_peer, (struct order){ .what = HOLD });
    tell(&dying_peer, (struct order){ .what = FILL_AND_SIGNAL, .value = 1 });
    uint64_t before = submits();
    we_wait(&dying_side, true, 1, stream);
    we_wait(&dying_side, false, 0, stream);
    WORKS(hipMemsetAsync(device, 1, PART, stream));
    WORKS(hipEventRecord(half, stream));
    we_wait(&dying_side, true, 2, stream);
    WORKS(hipMemsetAsync(device, 2, PART, stream));
    not_ready(stream);
    assert_true(submits() > before);
    assert_int_equal(kill(dying_peer.pid, SIGKILL), 0);
    assert_true(WIFSIGNALED(peer_end(dying_peer.pid)));
    WORKS(hipEventSynchronize(half));
    WORKS(hipMemcpyAsync(host, device, PART, hipMemcpyDeviceToHost, other_stream));
    WORKS(hipStreamSynchronize(other_stream));
    assert_int_equal(host[0], 0x01010101);
    not_ready(stream);
    we_signal(&dying_side, true, 2, other_stream);
    WORKS(hipStreamSynchronize(stream));
    WORKS(hipEventDestroy(half));
    still_works(3);
}

/** The card is reset for another program's sake: its signals come, and ours is well. */
static void a_peer_hangs_the_card(void **state)
{
    (void)state;
    for (uint32_t value = 1; value <= 3; value++) {
        we_wait(&hanging_side, true, value, stream);
        we_wait(&hanging_side, false, 0, stream);
        WORKS(hipMemsetAsync(device, 1, PART, stream));
        not_ready(stream);
        tell(&hanging_peer, (struct order){ .what = HANG, .value = value });
        WORKS(hipStreamSynchronize(stream));
        still_works(value);
    }
}

/** Last: the reset took the card's memory, so everybody's device is lost, and says so. */
static void a_reset_loses_memory(void **state)
{
    hipError_t error;

    (void)state;
    we_wait(&hanging_side, true, 9, stream);
    WORKS(hipMemsetAsync(device, 1, PART, stream));
    tell(&hanging_peer, (struct order){ .what = HANG, .value = 9, .loses_vram = true });
    error = hipStreamSynchronize(stream);
    if (error == hipSuccess)                     /* our work was done before the reset was told */
        error = hipMemsetAsync(device, 1, PART, other_stream);
    if (error == hipSuccess)
        error = hipStreamSynchronize(other_stream);
    assert_int_not_equal(error, hipSuccess);
    if (strstr(gpuinterop_last_error_detail(), "lost") == NULL)
        fail_msg("the sentence is: %s", gpuinterop_last_error_detail());
    assert_int_equal(hipStreamSynchronize(other_stream), error);
}

/* ---- all ----------------------------------------------------------------------------------- */

static int open_all(void **state)
{
    (void)state;
    import_memory(&radv_peer, &radv_side);
    import_semaphores(&radv_peer, &radv_side);
    import_semaphores(&dying_peer, &dying_side);
    import_semaphores(&hanging_peer, &hanging_side);
    WORKS(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    WORKS(hipStreamCreateWithFlags(&other_stream, hipStreamNonBlocking));
    WORKS(hipHostMalloc((void **)&host, PART, 0));
    WORKS(hipMalloc((void **)&device, PART));
    return 0;
}

/** The last case: what fails behind the group fails no test. */
static void the_others_end_well(void **state)
{
    (void)state;
    tell(&hanging_peer, (struct order){ .what = LEAVE });
    tell(&radv_peer, (struct order){ .what = LEAVE });
    assert_int_equal(peer_end(hanging_peer.pid), 0);
    assert_int_equal(peer_end(radv_peer.pid), 0);
    expect_broken(0);
}

static void start(struct peer *peer, void (*run)(int socket))
{
    peer->pid = peer_start(run, &peer->socket);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radv_signals_timelines),
        cmocka_unit_test(radv_signals_binary_semaphores),
        cmocka_unit_test(radv_waits),
        cmocka_unit_test(a_peer_dies),
        cmocka_unit_test(a_peer_hangs_the_card),
        cmocka_unit_test(a_reset_loses_memory),
        cmocka_unit_test(the_others_end_well),
    };
    struct peer asked;

    if (!card_is_here()) {
        print_message("skipped: the emulated card is not preloaded\n");
        return SKIPPED;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    setenv("GPUINTEROP_DRIVER", "amdgpu", 1);
    start(&asked, ask_for_chip);
    int status = peer_end(asked.pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: this RADV is not there or does not know the chip\n");
        return SKIPPED;
    }
    /* Before this process has opened the card: what it had open would not be theirs. */
    start(&radv_peer, run_radv);
    start(&dying_peer, run_libdrm);
    start(&hanging_peer, run_libdrm);
    return cmocka_run_group_tests_name("peers", tests, open_all, NULL);
}
