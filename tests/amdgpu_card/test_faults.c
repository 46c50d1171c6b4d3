/* Faults on demand. The last test pulls the card out; nothing can run after it. */
#include "test_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define DMA AMDGPU_HW_IP_DMA

static uint64_t reset_flags(amdgpu_context_handle context)
{
    uint64_t flags;

    assert_int_equal(amdgpu_cs_query_reset_state2(context, &flags), 0);
    return flags;
}

static void fill_job(struct job *job, uint32_t *dw, const struct mem *mem)
{
    put_fill(dw, mem->va, 0x11, 4096);
    *job = (struct job){ .ip = DMA, .dwords = dw, .count = 5, .mems = { mem }, .mem_count = 1 };
}

static void a_hang_makes_its_context_guilty(void **state)
{
    struct rig rig;
    struct mem mem;
    struct job job;
    amdgpu_context_handle innocent;
    uint32_t dw[5];
    (void)state;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_NORMAL, &innocent), 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    fill_job(&job, dw, &mem);
    card_configure("hang=2,hangtime=5ms");
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    assert_int_equal(reset_flags(rig.context), 0);
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    assert_int_equal(reset_flags(rig.context),
                     AMDGPU_CTX_QUERY2_FLAGS_RESET | AMDGPU_CTX_QUERY2_FLAGS_GUILTY);
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    assert_int_equal(reset_flags(innocent), AMDGPU_CTX_QUERY2_FLAGS_RESET);
    amdgpu_context_handle guilty = rig.context;
    rig.context = innocent;
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    amdgpu_cs_ctx_free(guilty);
    mem_destroy(&mem);
    rig_close(&rig);
    expect_broken(0);
}

static void lost_vram_stops_every_context(void **state)
{
    struct rig rig;
    struct mem mem;
    struct job job;
    uint32_t dw[5];
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    amdgpu_context_handle guilty = rig.context, other;
    assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_NORMAL, &other), 0);
    fill_job(&job, dw, &mem);
    assert_int_equal(submit_and_wait(&rig, &job), 0);
    assert_int_equal(mem.cpu[0], 0x11);
    card_configure("hang=1,hangtime=1ms,vramlost=1");
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    card_configure("vramlost=0");
    assert_int_not_equal(mem.cpu[0], 0x11);
    rig.context = other;
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    assert_int_equal(reset_flags(other),
                     AMDGPU_CTX_QUERY2_FLAGS_RESET | AMDGPU_CTX_QUERY2_FLAGS_VRAMLOST);
    amdgpu_cs_ctx_free(guilty);
    mem_destroy(&mem);
    rig_close(&rig);
    expect_broken(0);
}

/** A syncobj's wait does not tell: it ends, and the state of the context must be asked for. */
static void a_wait_ends_with_the_hang(void **state)
{
    struct rig rig;
    struct mem mem, ib;
    struct job job;
    uint32_t dw[5], binary;
    uint64_t seq;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    fill_job(&job, dw, &mem);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &binary), 0);
    struct drm_amdgpu_cs_chunk out = { AMDGPU_CHUNK_ID_SYNCOBJ_OUT, 1, (uintptr_t)&binary };
    job.more = &out;
    job.more_count = 1;
    card_configure("hang=1,hangtime=5ms");
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    assert_int_equal(drmSyncobjWait(rig.fd, &binary, 1, INT64_MAX, 0, NULL), 0);
    assert_true(reset_flags(rig.context) & AMDGPU_CTX_QUERY2_FLAGS_GUILTY);
    drmSyncobjDestroy(rig.fd, binary);
    mem_destroy(&ib);
    mem_destroy(&mem);
    rig_close(&rig);
    expect_broken(0);
}

static void a_fault_at_an_address_ends_the_job(void **state)
{
    struct rig rig;
    struct mem mem;
    struct job job;
    uint32_t dw[5];
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    fill_job(&job, dw, &mem);
    card_configure("fault=1");
    assert_int_equal(submit_and_wait(&rig, &job), -ECANCELED);
    assert_true(reset_flags(rig.context) & AMDGPU_CTX_QUERY2_FLAGS_GUILTY);
    mem_destroy(&mem);
    rig_close(&rig);
    expect_broken(0);
}

static void an_allocation_fails_when_asked_to(void **state)
{
    struct amdgpu_bo_alloc_request request = { .alloc_size = 4096,
                                               .preferred_heap = AMDGPU_GEM_DOMAIN_GTT };
    struct rig rig;
    amdgpu_bo_handle first, second;
    (void)state;

    rig_open(&rig, 0);
    card_configure("enomem=2");
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &first), 0);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &second), -ENOMEM);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &second), 0);
    amdgpu_bo_free(first);
    amdgpu_bo_free(second);
    rig_close(&rig);
}

static void a_card_that_is_pulled_out_answers_enodev(void **state)
{
    struct rig rig;
    struct mem mem, ib;
    struct job job;
    uint32_t dw[5];
    uint64_t seq, flags;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    fill_job(&job, dw, &mem);
    card_configure("hold=1");
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    card_configure("unplug 0");
    assert_int_equal(wait_seq(&rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), -ENODEV);
    assert_int_equal(amdgpu_cs_query_reset_state2(rig.context, &flags), -ENODEV);
    assert_int_equal(open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC), -1);
    assert_int_equal(errno, ENODEV);
    struct rig other;
    rig_open(&other, 1);                     /* is still there */
    rig_close(&other);
    mem.cpu[0] = 5;
    assert_int_equal(mem.cpu[0], 5);
    struct mem *all[] = { &mem, &ib };
    for (unsigned i = 0; i < 2; i++) {       /* libdrm gives up what it has, whatever it is told */
        amdgpu_bo_cpu_unmap(all[i]->bo);
        amdgpu_va_range_free(all[i]->va_handle);
        amdgpu_bo_free(all[i]->bo);
    }
    amdgpu_cs_ctx_free(rig.context);
    amdgpu_device_deinitialize(rig.device);
}

CASES(faults, cmocka_unit_test(a_hang_makes_its_context_guilty),
      cmocka_unit_test(lost_vram_stops_every_context),
      cmocka_unit_test(a_wait_ends_with_the_hang),
      cmocka_unit_test(a_fault_at_an_address_ends_the_job),
      cmocka_unit_test(an_allocation_fails_when_asked_to),
      cmocka_unit_test(a_card_that_is_pulled_out_answers_enodev));
