/* Several devices of one machine in one process, by HIP: cards by this driver, cards by Mesa's
 * Vulkan driver, the CPU's. Copies between all of them, order across them, what one exports and
 * another imports, one that is pulled out. Two devices have to be there. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cards/device_list.h"
#include "hip_works.h"
#include "on_card.h"

enum { MOST = 4 };

static int device_count;

/** Only where the first two devices are cards of this driver. */
static void need_two_cards(void)
{
    for (int i = 0; i < 2; i++)
        if (gi_device_list_driver(i) != &giamd_driver)
            conf_skip("the first two devices are no cards of this driver");
}

static uint8_t *allocate(int device, size_t bytes)
{
    void *pointer = NULL;

    WORKS(hipSetDevice(device));
    WORKS(hipMalloc(&pointer, bytes));
    return pointer;
}

/* ---- who is who ---------------------------------------------------------------------------- */

static void each_is_found_by_its_identity(void **state)
{
    (void)state;
    for (int i = 0; i < device_count; i++) {
        const struct gi_device_info *info;
        char bus[32];
        int found = -1;

        CONF_OK(gi_device_info(i, &info));
        assert_int_equal(gpuinterop_device_by_uuid(info->uuid), i);
        if (info->has_render_node)
            assert_int_equal(gpuinterop_device_by_render_node(info->render_major,
                                                              info->render_minor), i);
        if (!info->has_pci)
            continue;
        assert_int_equal(gpuinterop_device_by_pci(info->pci_domain, info->pci_bus,
                                                  info->pci_device, info->pci_function), i);
        WORKS(hipDeviceGetPCIBusId(bus, sizeof bus, i));
        WORKS(hipDeviceGetByPCIBusId(&found, bus));
        assert_int_equal(found, i);
    }
}

/* ---- copies -------------------------------------------------------------------------------- */

/** A copy of bytes from one device to another, by the given call, between places that need not be
 *  aligned; what lies around them stays. */
static void copy_between(int to, int from, size_t bytes, size_t at, bool by_peer)
{
    size_t room = bytes + 64;
    uint8_t *host = conf_alloc(room), *back = conf_alloc(room);
    uint8_t *dst = allocate(to, room), *src = allocate(from, room);
    hipStream_t stream;

    WORKS(hipSetDevice(from));
    WORKS(hipStreamCreate(&stream));
    for (size_t i = 0; i < room; i++)
        host[i] = conf_byte(i);
    memset(back, 0xcc, room);
    WORKS(hipMemcpy(dst, back, room, hipMemcpyHostToDevice));
    WORKS(hipMemcpy(src, host, room, hipMemcpyHostToDevice));
    if (by_peer)
        WORKS(hipMemcpyPeerAsync(dst + at, to, src + 1, from, bytes, stream));
    else
        WORKS(hipMemcpyAsync(dst + at, src + 1, bytes, hipMemcpyDefault, stream));
    WORKS(hipStreamSynchronize(stream));
    WORKS(hipMemcpy(back, dst, room, hipMemcpyDeviceToHost));
    conf_same("what was copied", back + at, host + 1, bytes);
    for (size_t i = 0; i < room; i++)
        CONF_THAT((i >= at && i < at + bytes) || back[i] == 0xcc, "byte %zu of %zu changed", i,
                  room);
    WORKS(hipStreamDestroy(stream));
    WORKS(hipFree(src));
    WORKS(hipFree(dst));
    free(back);
    free(host);
}

static void copies_go_between_all(void **state)
{
    static const size_t sizes[] = { 1, 4, 4099, 65536, ((size_t)9 << 20) + 3 };

    (void)state;
    for (int to = 0; to < device_count; to++)
        for (int from = 0; from < device_count; from++)
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
                copy_between(to, from, sizes[i], i % 2 == 0 ? 1 : 7, (to + i) % 2 == 0);
}

static void boxes_go_between_all(void **state)
{
    enum { WIDTH = 301, HEIGHT = 77, DST_PITCH = 311, SRC_PITCH = 512, ROOM = 512 * HEIGHT };
    static uint8_t host[ROOM], back[ROOM];

    (void)state;
    for (size_t i = 0; i < ROOM; i++)
        host[i] = conf_byte(i);
    for (int to = 0; to < device_count; to++) {
        for (int from = 0; from < device_count; from++) {
            uint8_t *dst = allocate(to, ROOM), *src = allocate(from, ROOM);

            memset(back, 0x22, ROOM);
            WORKS(hipMemcpy(dst, back, ROOM, hipMemcpyHostToDevice));
            WORKS(hipMemcpy(src, host, ROOM, hipMemcpyHostToDevice));
            WORKS(hipMemcpy2D(dst, DST_PITCH, src, SRC_PITCH, WIDTH, HEIGHT, hipMemcpyDefault));
            WORKS(hipMemcpy(back, dst, ROOM, hipMemcpyDeviceToHost));
            for (size_t y = 0; y < HEIGHT; y++)
                conf_same("a row", back + y * DST_PITCH, host + y * SRC_PITCH, WIDTH);
            assert_int_equal(back[WIDTH], 0x22);
            WORKS(hipFree(src));
            WORKS(hipFree(dst));
        }
    }
}

/* ---- order --------------------------------------------------------------------------------- */

/** Each round one device writes, the next copies that from it, and the first may write again only
 *  behind an event of the next. Nobody waits but at the end. */
static void events_order_the_devices(void **state)
{
    enum { ROUNDS = 24, SIZE = 64000 };
    static uint8_t host[ROUNDS][SIZE], back[ROUNDS][SIZE];
    hipStream_t streams[MOST];
    hipEvent_t written, taken;
    uint8_t *pinned;

    (void)state;
    WORKS(hipHostMalloc((void **)&pinned, sizeof host, hipHostMallocPortable));
    for (size_t i = 0; i < sizeof host; i++)
        pinned[i] = (&host[0][0])[i] = conf_byte(i ^ i >> 11);
    for (int i = 0; i < device_count; i++) {
        WORKS(hipSetDevice(i));
        WORKS(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
    }
    for (int next = 1; next < device_count; next++) {
        uint8_t *here = allocate(0, SIZE), *there = allocate(next, sizeof host);

        WORKS(hipSetDevice(next));
        WORKS(hipEventCreateWithFlags(&taken, hipEventDisableTiming));
        WORKS(hipSetDevice(0));
        WORKS(hipEventCreateWithFlags(&written, hipEventDisableTiming));
        for (int round = 0; round < ROUNDS; round++) {
            WORKS(hipMemcpyAsync(here, pinned + (size_t)round * SIZE, SIZE, hipMemcpyHostToDevice,
                              streams[0]));
            WORKS(hipEventRecord(written, streams[0]));
            WORKS(hipStreamWaitEvent(streams[next], written, 0));
            WORKS(hipMemcpyAsync(there + (size_t)round * SIZE, here, SIZE, hipMemcpyDefault,
                              streams[next]));
            WORKS(hipEventRecord(taken, streams[next]));
            WORKS(hipStreamWaitEvent(streams[0], taken, 0));
        }
        WORKS(hipStreamSynchronize(streams[next]));
        WORKS(hipStreamSynchronize(streams[0]));
        WORKS(hipMemcpy(back, there, sizeof back, hipMemcpyDeviceToHost));
        for (int round = 0; round < ROUNDS; round++)
            conf_same("a round", back[round], host[round], SIZE);
        WORKS(hipEventDestroy(written));
        WORKS(hipEventDestroy(taken));
        WORKS(hipFree(there));
        WORKS(hipFree(here));
    }
    for (int i = 0; i < device_count; i++)
        WORKS(hipStreamDestroy(streams[i]));
    WORKS(hipHostFree(pinned));
}

/* ---- sharing ------------------------------------------------------------------------------- */

/** A program on the given card: the driver itself, on a device of its own. */
static void open_them(struct conf_rig *them, int card)
{
    const struct gi_device_info *info;

    CONF_OK(gi_device_info(card, &info));
    conf_driver = &giamd_driver;
    conf_info = *info;
    conf_open(them);
}

/** What one card exports lies in the machine's memory for the other: both write to it and read what
 *  the other wrote, and it may be freed by either first. */
static void memory_of_one_is_imported_on_the_other(void **state)
{
    enum { SIZE = 300000 };
    static uint8_t theirs[SIZE], ours[SIZE], got[SIZE];

    (void)state;
    need_two_cards();
    for (size_t i = 0; i < SIZE; i++) {
        theirs[i] = conf_byte(i);
        ours[i] = conf_byte(i + 77);
    }
    for (int round = 0; round < 4; round++) {
        int card = round % 2;
        struct conf_rig them;
        struct gi_os_handle handle;
        hipExternalMemoryHandleDesc desc = { .type = hipExternalMemoryHandleTypeOpaqueFd,
                                             .size = SIZE };
        hipExternalMemoryBufferDesc whole = { .size = SIZE };
        hipExternalMemory_t memory;
        void *pointer;

        open_them(&them, card);
        struct gi_memory *shared = conf_memory_shared(them.base, SIZE, &handle);
        conf_write(&them, shared, 0, theirs, SIZE);
        WORKS(hipSetDevice(1 - card));
        desc.handle.fd = handle.fd;
        WORKS(hipImportExternalMemory(&memory, &desc));
        WORKS(hipExternalMemoryGetMappedBuffer(&pointer, memory, &whole));
        WORKS(hipMemcpy(got, pointer, SIZE, hipMemcpyDeviceToHost));
        conf_same("what they wrote", got, theirs, SIZE);
        WORKS(hipMemcpy(pointer, ours, SIZE, hipMemcpyHostToDevice));
        conf_read(&them, shared, 0, got, SIZE);
        conf_same("what we wrote", got, ours, SIZE);
        if (round >= 2) {
            conf_memory_free(shared);
            WORKS(hipMemcpy(got, pointer, SIZE, hipMemcpyDeviceToHost));
            conf_same("what outlives its maker", got, ours, SIZE);
        }
        WORKS(hipFree(pointer));
        WORKS(hipDestroyExternalMemory(memory));
        if (round < 2)
            conf_memory_free(shared);
        conf_close(&them);
    }
}

static hipExternalSemaphore_t import_semaphore(struct gi_semaphore *theirs, bool timeline)
{
    struct gi_os_handle handle = { GI_OS_HANDLE_OPAQUE_FD, -1 };
    hipExternalSemaphoreHandleDesc desc = {
        .type = timeline ? hipExternalSemaphoreHandleTypeTimelineSemaphoreFd :
                           hipExternalSemaphoreHandleTypeOpaqueFd };
    hipExternalSemaphore_t semaphore;

    CONF_OK(theirs->ops->export(theirs, GI_OS_HANDLE_OPAQUE_FD, &handle));
    desc.handle.fd = handle.fd;
    WORKS(hipImportExternalSemaphore(&semaphore, &desc));
    return semaphore;
}

/** A stream of one card waits for what the other card's queue signals, and the other way round. */
static void semaphores_of_one_order_the_other(void **state)
{
    enum { SIZE = 40000, ROUNDS = 20 };
    static uint8_t got[SIZE];

    (void)state;
    need_two_cards();
    for (int timeline = 0; timeline < 2; timeline++) {
        enum gi_semaphore_kind kind = timeline ? GI_SEMAPHORE_TIMELINE : GI_SEMAPHORE_BINARY;
        struct conf_rig them;
        struct gi_os_handle handle;
        hipStream_t stream;

        open_them(&them, 0);
        struct gi_memory *shared = conf_memory_shared(them.base, SIZE, &handle);
        struct gi_semaphore *full = conf_semaphore(them.base, kind, 0);
        struct gi_semaphore *empty = conf_semaphore(them.base, kind, 0);
        hipExternalMemoryHandleDesc desc = { .type = hipExternalMemoryHandleTypeOpaqueFd,
                                             .handle.fd = handle.fd, .size = SIZE };
        hipExternalMemoryBufferDesc whole = { .size = SIZE };
        hipExternalMemory_t memory;
        void *pointer, *kept = allocate(1, SIZE);
        WORKS(hipStreamCreate(&stream));
        WORKS(hipImportExternalMemory(&memory, &desc));
        WORKS(hipExternalMemoryGetMappedBuffer(&pointer, memory, &whole));
        hipExternalSemaphore_t our_full = import_semaphore(full, timeline != 0);
        hipExternalSemaphore_t our_empty = import_semaphore(empty, timeline != 0);
        for (uint64_t round = 1; round <= ROUNDS; round++) {
            struct gi_command fill = conf_fill(shared, 0, SIZE, (uint32_t)round, 1);
            struct gi_wait wait = { .semaphore = empty, .value = round - 1 };
            struct gi_signal signal = { .semaphore = full, .value = round };
            hipExternalSemaphoreWaitParams until = { .params.fence.value = round };
            hipExternalSemaphoreSignalParams told = { .params.fence.value = round };

            if (round > 1)       /* a queue waits for what is submitted */
                CONF_OK(conf_wait_any(them.base, &wait, 1, conf_patience()));
            conf_submit_batch(&them.main, (struct gi_batch){
                .commands = &fill, .command_count = 1, .waits = &wait,
                .wait_count = round > 1, .signals = &signal, .signal_count = 1 });
            WORKS(hipWaitExternalSemaphoresAsync(&our_full, &until, 1, stream));
            WORKS(hipMemcpyAsync(kept, pointer, SIZE, hipMemcpyDeviceToDevice, stream));
            WORKS(hipSignalExternalSemaphoresAsync(&our_empty, &told, 1, stream));
            WORKS(hipMemcpyAsync(got, kept, SIZE, hipMemcpyDeviceToHost, stream));
            WORKS(hipStreamSynchronize(stream));
            for (size_t i = 0; i < SIZE; i++)
                CONF_THAT(got[i] == round, "round %d: byte %zu is %d", (int)round, i, got[i]);
        }
        conf_reach(&them.main, them.main.value);
        WORKS(hipDestroyExternalSemaphore(our_empty));
        WORKS(hipDestroyExternalSemaphore(our_full));
        WORKS(hipFree(pointer));
        WORKS(hipDestroyExternalMemory(memory));
        WORKS(hipFree(kept));
        WORKS(hipStreamDestroy(stream));
        conf_semaphore_free(empty);
        conf_semaphore_free(full);
        conf_memory_free(shared);
        conf_close(&them);
    }
}

/* ---- trouble ------------------------------------------------------------------------------- */

/** Last: the second card is pulled out. Its calls say so; the first one is as before, also while a
 *  copy between the two fails. */
static void one_that_is_pulled_out_leaves_the_other(void **state)
{
    enum { SIZE = 100000 };
    static uint8_t host[SIZE], back[SIZE];
    hipError_t error;

    (void)state;
    need_two_cards();
    uint8_t *here = allocate(0, SIZE), *there = allocate(1, SIZE);
    WORKS(hipMemset(there, 3, SIZE));
    WORKS(hipDeviceSynchronize());
    card_configure("unplug 1");
    error = hipMemcpy(back, there, SIZE, hipMemcpyDeviceToHost);
    assert_int_not_equal(error, hipSuccess);
    CONF_THAT(strstr(gpuinterop_last_error_detail(), "lost") != NULL, "%s",
              gpuinterop_last_error_detail());
    WORKS(hipSetDevice(0));
    for (size_t i = 0; i < SIZE; i++)
        host[i] = conf_byte(i);
    assert_int_not_equal(hipMemcpy(here, there, SIZE, hipMemcpyDefault), hipSuccess);
    WORKS(hipMemcpy(here, host, SIZE, hipMemcpyHostToDevice));
    WORKS(hipMemcpy(back, here, SIZE, hipMemcpyDeviceToHost));
    conf_same("the other card's memory", back, host, SIZE);
    WORKS(hipFree(here));
    WORKS(hipFree(there));
    WORKS(hipDeviceSynchronize());
}

/* ---- all ----------------------------------------------------------------------------------- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_found_by_its_identity),
        cmocka_unit_test(copies_go_between_all),
        cmocka_unit_test(boxes_go_between_all),
        cmocka_unit_test(events_order_the_devices),
        cmocka_unit_test(memory_of_one_is_imported_on_the_other),
        cmocka_unit_test(semaphores_of_one_order_the_other),
        cmocka_unit_test(one_that_is_pulled_out_leaves_the_other),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (hipGetDeviceCount(&device_count) != hipSuccess || device_count < 2) {
        print_message("there are not two devices: %s\n", gpuinterop_last_error_detail());
        return EXIT_FAILURE;
    }
    for (int i = 0; i < device_count; i++) {
        const struct gi_device_info *info;
        if (gi_device_info(i, &info) == GI_OK)
            print_message("device %d: %s (%s)\n", i, info->name, info->driver_name);
    }
    if (device_count > MOST)
        device_count = MOST;
    return cmocka_run_group_tests_name("several cards", tests, NULL, NULL);
}
