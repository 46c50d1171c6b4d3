/* A program with a mode for each thing that settings change; test_settings.py runs it. */
#include "test_rig.h"
#include "uapi.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DMA AMDGPU_HW_IP_DMA

/** chip=navi10,minor=40,no=timeline,no=sdma */
static void lacks_what_was_taken_away(void **state)
{
    struct drm_amdgpu_info_hw_ip dma;
    uint64_t value, point = 1;
    uint32_t handle;
    struct rig rig;
    (void)state;

    rig_open(&rig, 0);
    drmVersionPtr version = drmGetVersion(rig.fd);
    assert_int_equal(version->version_minor, 40);
    drmFreeVersion(version);
    assert_int_equal(drmGetCap(rig.fd, DRM_CAP_SYNCOBJ, &value), 0);
    assert_int_equal(value, 1);
    assert_int_equal(drmGetCap(rig.fd, DRM_CAP_SYNCOBJ_TIMELINE, &value), 0);
    assert_int_equal(value, 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &handle), 0);
    assert_int_equal(drmSyncobjTimelineSignal(rig.fd, &handle, &point, 1), -1);
    assert_int_equal(errno, EOPNOTSUPP);
    drmSyncobjDestroy(rig.fd, handle);
    assert_int_equal(amdgpu_query_hw_ip_info(rig.device, DMA, 0, &dma), 0);
    assert_int_equal(dma.available_rings, 0);
    assert_int_equal(gicard_ip_version(&dma), 0);    /* no version of the block before 3.48 */
    rig_close(&rig);
}

/** hang=2,hangtime=1ms,enomem=3,unplug=4 */
static void fails_when_the_settings_say(void **state)
{
    struct amdgpu_bo_alloc_request request = { .alloc_size = 4096,
                                               .preferred_heap = AMDGPU_GEM_DOMAIN_GTT };
    struct rig rig;
    struct mem mem;
    uint32_t dw[5];
    amdgpu_bo_handle bo[2];
    (void)state;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo[0]), 0);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo[1]), 0);
    amdgpu_bo_free(bo[1]);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo[1]), -ENOMEM);
    amdgpu_bo_free(bo[0]);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(dw, mem.va, 1, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &mem }, .mem_count = 1 };
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    struct mem ib;
    uint64_t seq;
    assert_int_equal(submit(&rig, &job, &ib, &seq), -ENODEV);
    assert_int_equal(open("/dev/dri/card0", O_RDWR), -1);
    assert_int_equal(errno, ENODEV);
}

/** A fill that test_settings.py looks for in the dump, and a syncobj that is left. */
static void works_and_leaks(void **state)
{
    struct rig rig;
    struct mem mem;
    uint32_t dw[5], handle;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(dw, mem.va, 0x1234abcd, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &mem }, .mem_count = 1 };
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    mem_destroy(&mem);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &handle), 0);
    rig_close(&rig);
}

/** Holds memory until its input ends. */
static void allocates_and_waits(void **state)
{
    struct rig rig;
    struct mem mem;
    char byte;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 123 << 20, AMDGPU_GEM_DOMAIN_VRAM, 0);
    fprintf(stderr, "ready\n");
    while (read(0, &byte, 1) == 1)
        continue;
    mem_destroy(&mem);
    rig_close(&rig);
}

static void tells_how_much_is_used(void **state)
{
    struct amdgpu_heap_info heap;
    struct rig rig;
    (void)state;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_query_heap_info(rig.device, AMDGPU_GEM_DOMAIN_VRAM, 0, &heap), 0);
    fprintf(stderr, "used %" PRIu64 "\nfolder %s\n", heap.heap_usage,
            getenv("GPUINTEROP_CARD_FOLDER"));
    rig_close(&rig);
}

static void *wait_for_ever(void *fd)
{
    uint32_t handle;

    assert_int_equal(drmSyncobjCreate(*(int *)fd, 0, &handle), 0);
    fprintf(stderr, "waiting\n");
    drmSyncobjWait(*(int *)fd, &handle, 1, INT64_MAX, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL);
    return NULL;
}

/** The process ends while a thread of its is in a call, and a job is held. */
static void exits_while_a_thread_waits(void **state)
{
    static int fd;
    struct rig rig;
    struct mem mem, ib;
    uint32_t dw[5];
    uint64_t seq;
    pthread_t thread;
    (void)state;

    rig_open(&rig, 0);
    fd = rig.fd;
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(dw, mem.va, 1, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &mem }, .mem_count = 1 };
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &fd), 0);
    while (card_counters().ioctl_by_number[0xc3] == 0)
        sched_yield();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest modes[] = {
        cmocka_unit_test(lacks_what_was_taken_away),
        cmocka_unit_test(fails_when_the_settings_say), cmocka_unit_test(works_and_leaks),
        cmocka_unit_test(allocates_and_waits), cmocka_unit_test(tells_how_much_is_used),
        cmocka_unit_test(exits_while_a_thread_waits),
    };

    for (size_t i = 0; argc == 2 && i < sizeof(modes) / sizeof(modes[0]); i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            return _cmocka_run_group_tests(argv[1], &modes[i], 1, NULL, NULL);
    fprintf(stderr, "no such mode\n");
    return 2;
}
