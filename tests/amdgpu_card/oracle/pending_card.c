/* Fences of jobs on the emulated card, which holds them until it is told to go on. */
#include "../test_rig.h"

#include "oracle.h"

static struct rig rig;
static struct mem target, ib;
static uint32_t out;

int pending_fence(void)
{
    uint32_t fill[5];
    int file = -1;

    card_configure("hold=3");
    rig_open(&rig, 0);
    mem_create(&rig, &target, 4096, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(fill, target.va, 1, 4096);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &out), 0);
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_OUT, 1, (uintptr_t)&out };
    struct job job = { .ip = AMDGPU_HW_IP_DMA, .dwords = fill, .count = 5, .mems = { &target },
                       .mem_count = 1, .more = &chunk, .more_count = 1 };
    uint64_t seq;
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    assert_int_equal(drmSyncobjExportSyncFile(rig.fd, out, &file), 0);
    return file;
}

void pending_signal(void)
{
    card_configure("hold=0");
    assert_int_equal(drmSyncobjWait(rig.fd, &out, 1, INT64_MAX, 0, NULL), 0);
    drmSyncobjDestroy(rig.fd, out);
    mem_destroy(&ib);
    mem_destroy(&target);
    rig_close(&rig);
}
