/* Each rule of submissions and packets is broken once, and answered. Those of memory stand in
 * test_memory.c. */
#include "test_rig.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define DMA AMDGPU_HW_IP_DMA

static struct rig rig;
static struct mem a, b;

static int begin(void **state)
{
    (void)state;
    card_configure("delay=20us");
    rig_open(&rig, 0);
    mem_create(&rig, &a, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    mem_create(&rig, &b, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    mem_destroy(&a);
    mem_destroy(&b);
    rig_close(&rig);
    card_configure("violations=0");
    return 0;
}

/* ---- what the call refuses ---------------------------------------------------------------- */

static void refused(const struct job *job, int code)
{
    struct mem ib;
    uint64_t seq;

    assert_int_equal(submit(&rig, job, &ib, &seq), code);
    expect_broken(1);
    mem_destroy(&ib);
}

static void submissions_are_checked(void **state)
{
    uint32_t dw[5], empty;
    (void)state;

    put_fill(dw, a.va, 1, 4096);
    struct job fine = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &a }, .mem_count = 1 };
    struct job job = fine;
    job.no_ib = true;
    refused(&job, -EINVAL);
    job = fine;
    job.ib_offset = 32;
    refused(&job, -EINVAL);
    job = fine;
    job.ib_bytes = 18;
    refused(&job, -EINVAL);
    job = fine;
    job.ring = 2;
    refused(&job, -EINVAL);
    job = fine;
    job.ip = 77;
    refused(&job, -EINVAL);

    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &empty), 0);
    struct drm_amdgpu_cs_chunk_syncobj point = { .handle = empty, .point = 1 };
    struct drm_amdgpu_cs_chunk chunks[2] = {
        { AMDGPU_CHUNK_ID_SYNCOBJ_IN, 1, (uintptr_t)&empty },
    };
    job = fine;
    job.more = chunks;
    job.more_count = 1;
    refused(&job, -EINVAL);
    chunks[0] = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT,
                                              sizeof(point) / 4, (uintptr_t)&point };
    refused(&job, -EINVAL);
    point.flags = 8;
    refused(&job, -EINVAL);
    point.flags = 0;
    chunks[0].chunk_id = AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL;
    chunks[1] = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_SYNCOBJ_OUT, 1, (uintptr_t)&empty };
    job.more_count = 2;
    refused(&job, -EINVAL);
    struct drm_amdgpu_cs_chunk_fence fence = { .handle = a.handle, .offset = 0 };
    chunks[0] = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_FENCE, sizeof(fence) / 4,
                                              (uintptr_t)&fence };
    job.more_count = 1;
    refused(&job, -EINVAL);
    chunks[0].chunk_id = 99;
    refused(&job, -EINVAL);
    drmSyncobjDestroy(rig.fd, empty);
}

static void buffers_are_kept_while_a_job_uses_them(void **state)
{
    uint32_t dw[5];
    struct mem ib, gone;
    uint64_t seq;
    (void)state;

    mem_create(&rig, &gone, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(dw, gone.va, 1, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &gone }, .mem_count = 1 };
    card_configure("hold=1");
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    mem_destroy(&gone);
    expect_broken(1);
    card_configure("hold=0");
    assert_int_equal(wait_seq(&rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    mem_destroy(&ib);
    expect_broken(0);
}

/** The program may know that the engine is done before the kernel does, by what the engine writes
 *  last; anything after that, and it may not. */
static void buffers_are_free_once_the_engine_says_so(void **state)
{
    uint32_t dw[16] = { 0 };             /* NOPs */
    struct mem ib, gone, page;
    uint64_t seq;

    (void)state;
    mem_create(&rig, &page, 4096, AMDGPU_GEM_DOMAIN_GTT, 0);
    volatile uint32_t *written = page.cpu;
    for (uint32_t after = 0; after <= 1; after++) {
        mem_create(&rig, &gone, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
        put_fill(dw, gone.va, 1, 4096);
        const uint32_t fence[4] = { 0x00030005, (uint32_t)page.va, (uint32_t)(page.va >> 32),
                                    7 + after };
        memcpy(dw + 5, fence, sizeof(fence));
        struct job job = { .ip = DMA, .dwords = dw, .count = 9 + after, .mems = { &gone, &page },
                           .mem_count = 2 };
        card_configure("late=1000s");
        assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
        while (*written != 7 + after)
            sched_yield();
        assert_int_equal(wait_seq(&rig, DMA, 0, seq, 0), -ETIME);
        mem_destroy(&gone);
        expect_broken(after);
        card_configure("late=0");
        assert_int_equal(wait_seq(&rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
        mem_destroy(&ib);
    }
    mem_destroy(&page);
    expect_broken(0);
}

/* ---- what the engine refuses -------------------------------------------------------------- */

/** The job ends with an error, its context is guilty, one rule was broken. */
static void faults(const uint32_t *dw, uint32_t count, bool listed)
{
    struct job job = { .ip = DMA, .dwords = dw, .count = count, .mems = { &a, &b },
                       .mem_count = listed ? 2 : 1 };
    uint64_t flags;

    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    expect_broken(1);
    assert_int_equal(amdgpu_cs_query_reset_state2(rig.context, &flags), 0);
    assert_int_equal(flags, AMDGPU_CTX_QUERY2_FLAGS_RESET | AMDGPU_CTX_QUERY2_FLAGS_GUILTY);
    struct mem ib;
    uint64_t seq;
    assert_int_equal(submit(&rig, &job, &ib, &seq), -ECANCELED);
    mem_destroy(&ib);
    amdgpu_cs_ctx_free(rig.context);
    assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_NORMAL,
                                           &rig.context), 0);
}

static void buffers_must_be_listed_and_mapped(void **state)
{
    uint32_t dw[7];
    (void)state;

    put_copy(dw, a.va, b.va, 4096);
    faults(dw, 7, false);
    put_copy(dw, a.va, 0x70000000, 128);
    faults(dw, 7, true);
    assert_int_equal(amdgpu_bo_va_op_raw(rig.device, a.bo, 0, 65536, 0x40000000,
                                         AMDGPU_VM_PAGE_READABLE, AMDGPU_VA_OP_MAP), 0);
    put_copy(dw, 0x40000000, b.va, 4096);
    faults(dw, 7, true);
    assert_int_equal(amdgpu_bo_va_op_raw(rig.device, a.bo, 0, 65536, 0x40000000, 0,
                                         AMDGPU_VA_OP_UNMAP), 0);
}

static void packets_are_checked(void **state)
{
    const uint32_t lo = (uint32_t)a.va, hi = (uint32_t)(a.va >> 32);
    uint32_t dw[8];
    (void)state;

    faults((const uint32_t[]){ 0x0000000a }, 1, true);                      /* ATOMIC */
    faults((const uint32_t[]){ 0x00000901, 0 }, 2, true);                   /* a copy of no kind */
    faults((const uint32_t[]){ 0x00010000 }, 1, true);                      /* past the IB's end */
    faults((const uint32_t[]){ 0x00000005, lo + 2, hi, 1 }, 4, true);       /* FENCE */
    faults((const uint32_t[]){ 0x0000020d, lo + 4, hi }, 3, true);          /* TIMESTAMP */
    faults((const uint32_t[]){ 0x00000002, lo + 1, hi, 0, 5 }, 5, true);    /* WRITE */
    faults((const uint32_t[]){ 0x00000002, lo, hi, 0x100000, 5 }, 5, true);
    put_fill(dw, a.va + 2, 1, 64);
    faults(dw, 5, true);
    put_fill(dw, a.va, 1, 63);
    faults(dw, 5, true);
    put_fill(dw, a.va, 1, 0x400000);
    faults(dw, 5, true);
    dw[0] = 0x0000000b;                                                     /* of bytes */
    faults(dw, 5, true);
    put_copy(dw, a.va, b.va, 0x40000000);
    faults(dw, 7, true);
    put_copy(dw, a.va, a.va + 32, 64);
    faults(dw, 7, true);
    put_copy(dw, a.va, b.va, 64);
    dw[2] = 1;
    faults(dw, 7, true);
}

/** Of 32 x 16 texels of 4 bytes; one dword of the packet is another at a time. */
static void tiled_packets_are_checked(void **state)
{
    const uint32_t alo = (uint32_t)a.va, blo = (uint32_t)b.va;
    const uint32_t ahi = (uint32_t)(a.va >> 32), bhi = (uint32_t)(b.va >> 32);
    const uint32_t info = 2 | 22 << 3 | 1 << 9;
    const uint32_t window[14] = { 0x501, alo, ahi, 0, 31 << 16, 15, info, blo, bhi, 0, 31 << 16,
                                  511, 31 | 15 << 16, 0 };
    const uint32_t between[15] = { 0x601, alo, ahi, 0, 31 << 16, 15, info, alo + 32768, ahi, 0,
                                   31 << 16, 15, info, 31 | 15 << 16, 0 };
    static const struct {
        uint32_t dword, value;
    } windows[] = {
        { 0, 0x00080501 },                                   /* with keys of compression */
        { 1, 128 },                                          /* no multiple of 256 */
        { 3, 1 },                                            /* past its level */
        { 4, 31 << 16 | 1 },                                 /* past its layers */
        { 6, 2 | 22 << 3 | 1 << 9 | 1 << 20 },               /* a level that there is not */
        { 6, 2 | 22 << 3 | 1 << 9 | 1 << 11 },
        { 6, 5 | 22 << 3 | 1 << 9 },                         /* of 32 bytes */
        { 9, 1 << 14 },
        { 10, 1 << 30 },
        { 13, 1 << 13 },
    }, betweens[] = {
        { 0, 0x80000601 }, { 0, 0x00080601 },
        { 3, 4 }, { 9, 4 << 16 }, { 13, 27 | 15 << 16 },     /* no whole tiles */
        { 12, 2 | 27 << 3 | 1 << 9 },                        /* tiles of another kind */
        { 12, 3 | 22 << 3 | 1 << 9 },                        /* and of another size */
        { 14, 1 },
    };
    uint32_t dw[15];
    (void)state;

    for (size_t i = 0; i < sizeof(windows) / sizeof(windows[0]); i++) {
        memcpy(dw, window, sizeof(window));
        dw[windows[i].dword] = windows[i].value;
        faults(dw, 14, true);
    }
    memcpy(dw, window, sizeof(window));
    dw[4] = 31 << 16 | 1;                                    /* a layer that there is, */
    dw[5] = 15 | 1 << 16;
    dw[11] = 509;                                            /* slices that are no fours apart */
    faults(dw, 14, true);
    for (size_t i = 0; i < sizeof(betweens) / sizeof(betweens[0]); i++) {
        memcpy(dw, between, sizeof(between));
        dw[betweens[i].dword] = betweens[i].value;
        faults(dw, 15, true);
    }
}

/** Texels of a tiled image, not bytes: boxes beside each other may follow each other. */
static void tiled_packets_that_depend_need_a_nop(void **state)
{
    const uint32_t packet[14] = { 0x501, (uint32_t)a.va, (uint32_t)(a.va >> 32), 0, 31 << 16, 15,
                                  2 | 22 << 3 | 1 << 9, (uint32_t)b.va, (uint32_t)(b.va >> 32), 0,
                                  31 << 16, 511, 15 | 15 << 16, 0 };
    uint32_t dw[28];
    struct job job = { .ip = DMA, .dwords = dw, .count = 28, .mems = { &a, &b }, .mem_count = 2 };
    (void)state;

    memcpy(dw, packet, sizeof(packet));
    memcpy(dw + 14, packet, sizeof(packet));
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    expect_broken(1);
    dw[17] = 16;
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    expect_broken(0);
}

static void packets_that_depend_need_a_nop(void **state)
{
    uint32_t dw[16];
    struct job job = { .ip = DMA, .dwords = dw, .mems = { &a, &b }, .mem_count = 2 };
    (void)state;

    put_fill(dw, a.va, 7, 4096);
    put_copy(dw + 5, b.va, a.va, 4096);
    job.count = 12;
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    expect_broken(1);
    dw[5] = 0;
    put_copy(dw + 6, b.va, a.va, 4096);
    job.count = 13;
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    expect_broken(0);
    assert_int_equal(b.cpu[1023], 7);
}

#define WITH_RIG(name) cmocka_unit_test_setup_teardown(name, begin, end)

CASES(rules, WITH_RIG(submissions_are_checked), WITH_RIG(buffers_are_kept_while_a_job_uses_them),
      WITH_RIG(buffers_are_free_once_the_engine_says_so),
      WITH_RIG(buffers_must_be_listed_and_mapped), WITH_RIG(packets_are_checked),
      WITH_RIG(tiled_packets_are_checked), WITH_RIG(tiled_packets_that_depend_need_a_nop),
      WITH_RIG(packets_that_depend_need_a_nop));
