/* Submissions are done later and in their order; syncobjs with fences that are pending. */
#include "test_rig.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DMA AMDGPU_HW_IP_DMA
#define HOLD "hold=3"                    /* no ring begins a job */
#define RELEASE "hold=0"

/** A rig with two buffers and a fill of the first, to be submitted again and again. */
struct work {
    struct rig rig;
    struct mem a, b;
    uint32_t dw[5];
    struct job job;
};

static void work_begin(struct work *work)
{
    card_configure("delay=20us,hold=0");
    rig_open(&work->rig, 0);
    mem_create(&work->rig, &work->a, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    mem_create(&work->rig, &work->b, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    memset(work->a.cpu, 0, 65536);
    put_fill(work->dw, work->a.va, 0xabcd, 4096);
    work->job = (struct job){ .ip = DMA, .dwords = work->dw, .count = 5,
                              .mems = { &work->a, &work->b }, .mem_count = 2 };
}

static void work_end(struct work *work)
{
    mem_destroy(&work->a);
    mem_destroy(&work->b);
    rig_close(&work->rig);
    expect_broken(0);
}

static struct drm_amdgpu_cs_chunk points(uint32_t kind, struct drm_amdgpu_cs_chunk_syncobj *list,
                                         uint32_t count)
{
    return (struct drm_amdgpu_cs_chunk){ kind, count * (uint32_t)sizeof(*list) / 4,
                                         (uintptr_t)list };
}

static struct drm_amdgpu_cs_chunk handles(uint32_t kind, uint32_t *list, uint32_t count)
{
    return (struct drm_amdgpu_cs_chunk){ kind, count, (uintptr_t)list };
}

static void copies_what_it_should(void **state)
{
    struct work work;
    (void)state;

    work_begin(&work);
    assert_int_equal(submit_and_wait(&work.rig, &work.job), 0);
    assert_int_equal(work.a.cpu[1023], 0xabcd);
    assert_int_equal(work.a.cpu[1024], 0);
    assert_int_equal(copy_bytes(&work.rig, &work.b, &work.a, 65536), 0);
    assert_memory_equal(work.a.cpu, work.b.cpu, 65536);
    work_end(&work);
}

static void a_job_is_done_after_the_call(void **state)
{
    struct work work;
    struct mem ib;
    uint64_t seq;
    (void)state;

    work_begin(&work);
    card_configure(HOLD);
    assert_int_equal(submit(&work.rig, &work.job, &ib, &seq), 0);
    assert_int_equal(work.a.cpu[0], 0);
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, 0), -ETIME);
    card_configure(RELEASE);
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    assert_int_equal(work.a.cpu[0], 0xabcd);
    mem_destroy(&ib);
    work_end(&work);
}

static void a_point_ends_after_all_before_it(void **state)
{
    struct work work;
    struct mem ib;
    uint64_t seq, point, four = 4, six = 6;
    uint32_t line;
    (void)state;

    work_begin(&work);
    assert_int_equal(drmSyncobjCreate(work.rig.fd, 0, &line), 0);
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = line, .point = 4 };
    struct drm_amdgpu_cs_chunk more = points(AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, &signal, 1);
    work.job.more = &more;
    work.job.more_count = 1;
    card_configure(HOLD);
    assert_int_equal(submit(&work.rig, &work.job, &ib, &seq), 0);
    assert_int_equal(drmSyncobjTimelineSignal(work.rig.fd, &line, &six, 1), 0);
    assert_int_equal(drmSyncobjQuery(work.rig.fd, &line, &point, 1), 0);
    assert_int_equal(point, 0);
    assert_int_equal(drmSyncobjQuery2(work.rig.fd, &line, &point, 1,
                                      DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED), 0);
    assert_int_equal(point, 6);
    assert_int_equal(drmSyncobjTimelineWait(work.rig.fd, &line, &six, 1, in_ns(1000000), 0, NULL),
                     -ETIME);
    assert_int_equal(drmSyncobjTimelineWait(work.rig.fd, &line, &four, 1, 0,
                                            DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE, NULL), 0);
    card_configure(RELEASE);
    assert_int_equal(drmSyncobjTimelineWait(work.rig.fd, &line, &six, 1, INT64_MAX, 0, NULL), 0);
    assert_int_equal(work.a.cpu[0], 0xabcd);
    assert_int_equal(drmSyncobjQuery(work.rig.fd, &line, &point, 1), 0);
    assert_int_equal(point, 6);
    drmSyncobjDestroy(work.rig.fd, line);
    mem_destroy(&ib);
    work_end(&work);
}

/** Another context's wait does not hold back this one's job, on the same ring. */
static void contexts_of_a_ring_do_not_wait_for_each_other(void **state)
{
    struct work work;
    struct rig second;
    struct mem held, free_ib;
    uint64_t seq, first_seq;
    uint32_t gate, done;
    (void)state;

    work_begin(&work);
    second = work.rig;
    assert_int_equal(amdgpu_cs_ctx_create2(second.device, AMDGPU_CTX_PRIORITY_NORMAL,
                                           &second.context), 0);
    assert_int_equal(drmSyncobjCreate(work.rig.fd, 0, &gate), 0);
    assert_int_equal(drmSyncobjCreate(work.rig.fd, 0, &done), 0);
    /* The gate's fence is a job of the second context on the other ring, which is held. */
    struct drm_amdgpu_cs_chunk out = handles(AMDGPU_CHUNK_ID_SYNCOBJ_OUT, &gate, 1);
    struct job slow = work.job;
    slow.ring = 1;
    slow.more = &out;
    slow.more_count = 1;
    card_configure("hold=2");
    struct mem slow_ib;
    assert_int_equal(submit(&second, &slow, &slow_ib, &seq), 0);
    struct drm_amdgpu_cs_chunk in = handles(AMDGPU_CHUNK_ID_SYNCOBJ_IN, &gate, 1);
    struct job waiting = work.job;
    waiting.more = &in;
    waiting.more_count = 1;
    assert_int_equal(submit(&second, &waiting, &held, &first_seq), 0);
    uint64_t free_seq;
    assert_int_equal(submit(&work.rig, &work.job, &free_ib, &free_seq), 0);
    assert_int_equal(wait_seq(&work.rig, DMA, 0, free_seq, AMDGPU_TIMEOUT_INFINITE), 0);
    assert_int_equal(wait_seq(&second, DMA, 0, first_seq, 0), -ETIME);
    card_configure(RELEASE);
    assert_int_equal(wait_seq(&second, DMA, 0, first_seq, AMDGPU_TIMEOUT_INFINITE), 0);
    assert_int_equal(wait_seq(&second, DMA, 1, seq, 0), 0);
    drmSyncobjDestroy(work.rig.fd, gate);
    drmSyncobjDestroy(work.rig.fd, done);
    amdgpu_cs_ctx_free(second.context);
    mem_destroy(&slow_ib);
    mem_destroy(&held);
    mem_destroy(&free_ib);
    work_end(&work);
}

static void a_sync_file_is_a_snapshot_that_can_be_polled(void **state)
{
    struct work work;
    struct mem ib;
    uint64_t seq;
    uint32_t binary;
    int file;
    (void)state;

    work_begin(&work);
    assert_int_equal(drmSyncobjCreate(work.rig.fd, 0, &binary), 0);
    struct drm_amdgpu_cs_chunk out = handles(AMDGPU_CHUNK_ID_SYNCOBJ_OUT, &binary, 1);
    work.job.more = &out;
    work.job.more_count = 1;
    card_configure(HOLD);
    assert_int_equal(submit(&work.rig, &work.job, &ib, &seq), 0);
    assert_int_equal(drmSyncobjExportSyncFile(work.rig.fd, binary, &file), 0);
    assert_int_equal(drmSyncobjSignal(work.rig.fd, &binary, 1), 0);
    struct pollfd polled = { .fd = file, .events = POLLIN };
    assert_int_equal(poll(&polled, 1, 0), 0);
    card_configure(RELEASE);
    assert_int_equal(poll(&polled, 1, -1), 1);
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, 0), 0);
    close(file);
    drmSyncobjDestroy(work.rig.fd, binary);
    mem_destroy(&ib);
    work_end(&work);
}

static void a_user_fence_is_written(void **state)
{
    struct work work;
    struct mem page, ib;
    uint64_t seq;
    (void)state;

    work_begin(&work);
    mem_create(&work.rig, &page, 4096, AMDGPU_GEM_DOMAIN_GTT, 0);
    struct drm_amdgpu_cs_chunk_fence fence = { .handle = page.handle, .offset = 64 };
    struct drm_amdgpu_cs_chunk more = { AMDGPU_CHUNK_ID_FENCE, sizeof(fence) / 4,
                                        (uintptr_t)&fence };
    work.job.more = &more;
    work.job.more_count = 1;
    card_configure("late=1000s");
    assert_int_equal(submit(&work.rig, &work.job, &ib, &seq), 0);
    while (*(volatile uint32_t *)&page.cpu[16] != seq)
        sched_yield();
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, 0), -ETIME);
    mem_destroy(&ib);
    expect_broken(0);
    card_configure("late=0");
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    mem_destroy(&page);
    work_end(&work);
}

static void waits_for_earlier_submissions_and_idle_buffers(void **state)
{
    struct work work;
    struct mem ib, second_ib;
    uint64_t seq, second_seq;
    bool busy;
    (void)state;

    work_begin(&work);
    card_configure(HOLD);
    assert_int_equal(submit(&work.rig, &work.job, &ib, &seq), 0);
    assert_int_equal(amdgpu_bo_wait_for_idle(work.a.bo, 0, &busy), 0);
    assert_true(busy);
    struct amdgpu_cs_fence first = { .context = work.rig.context, .ip_type = DMA, .fence = seq };
    struct drm_amdgpu_cs_chunk_dep dep;
    struct drm_amdgpu_cs_chunk_data unused;
    (void)unused;
    amdgpu_cs_chunk_fence_to_dep(&first, &dep);
    struct drm_amdgpu_cs_chunk more = { AMDGPU_CHUNK_ID_DEPENDENCIES, sizeof(dep) / 4,
                                        (uintptr_t)&dep };
    struct job second = work.job;
    second.ring = 1;
    second.more = &more;
    second.more_count = 1;
    assert_int_equal(submit(&work.rig, &second, &second_ib, &second_seq), 0);
    card_configure("hold=1");
    assert_int_equal(wait_seq(&work.rig, DMA, 1, second_seq, 0), -ETIME);
    card_configure(RELEASE);
    assert_int_equal(wait_seq(&work.rig, DMA, 1, second_seq, AMDGPU_TIMEOUT_INFINITE), 0);
    assert_int_equal(wait_seq(&work.rig, DMA, 0, seq, 0), 0);
    assert_int_equal(amdgpu_bo_wait_for_idle(work.a.bo, AMDGPU_TIMEOUT_INFINITE, &busy), 0);
    assert_false(busy);
    uint32_t status, which;
    assert_int_equal(amdgpu_cs_wait_fences(&first, 1, true, 0, &status, &which), 0);
    assert_int_equal(status, 1);
    mem_destroy(&ib);
    mem_destroy(&second_ib);
    work_end(&work);
}

/* ---- many threads ------------------------------------------------------------------------- */

#define THREADS 4u
#define ROUNDS 40u

/** A thread adds its points to one timeline of all, each after the one before it, whoever's. */
struct thread {
    pthread_t thread;
    struct rig rig;
    uint32_t line, number;
    struct mem mem;
};

static void *take_turns(void *context)
{
    struct thread *thread = context;
    uint32_t dw[5];

    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint64_t turn = (uint64_t)round * THREADS + thread->number;
        struct drm_amdgpu_cs_chunk_syncobj wait = {
            .handle = thread->line, .point = turn,
            .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT };
        struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = thread->line, .point = turn + 1 };
        struct drm_amdgpu_cs_chunk more[2] = {
            points(AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, &signal, 1),
            points(AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, &wait, 1),
        };
        put_fill(dw, thread->mem.va, (uint32_t)turn, 4096);
        struct job job = { .ip = DMA, .ring = turn % 2, .dwords = dw, .count = 5,
                           .mems = { &thread->mem }, .mem_count = 1, .more = more,
                           .more_count = turn == 0 ? 1 : 2 };
        if (submit_and_wait(&thread->rig, &job) != 0 || thread->mem.cpu[7] != turn)
            return thread;
    }
    return NULL;
}

static void threads_take_turns(void **state)
{
    struct thread threads[THREADS];
    struct rig rig;
    uint64_t point;
    uint32_t line;
    void *failed;
    (void)state;

    card_configure("delay=0,jitter=100us");
    rig_open(&rig, 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &line), 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        threads[i] = (struct thread){ .rig = rig, .line = line, .number = i };
        assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_NORMAL,
                                               &threads[i].rig.context), 0);
        mem_create(&rig, &threads[i].mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i].thread, NULL, take_turns, &threads[i]), 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i].thread, &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(drmSyncobjQuery(rig.fd, &line, &point, 1), 0);
    assert_int_equal(point, THREADS * ROUNDS);
    for (uint32_t i = 0; i < THREADS; i++) {
        mem_destroy(&threads[i].mem);
        amdgpu_cs_ctx_free(threads[i].rig.context);
    }
    drmSyncobjDestroy(rig.fd, line);
    card_configure("delay=20us,jitter=0");
    rig_close(&rig);
    expect_broken(0);
}

CASES(submit, cmocka_unit_test(copies_what_it_should),
      cmocka_unit_test(a_job_is_done_after_the_call),
      cmocka_unit_test(a_point_ends_after_all_before_it),
      cmocka_unit_test(contexts_of_a_ring_do_not_wait_for_each_other),
      cmocka_unit_test(a_sync_file_is_a_snapshot_that_can_be_polled),
      cmocka_unit_test(a_user_fence_is_written),
      cmocka_unit_test(waits_for_earlier_submissions_and_idle_buffers),
      cmocka_unit_test(threads_take_turns));
