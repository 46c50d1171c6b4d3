/* Two processes on one card: buffers and syncobjs go over a socket. */
#include "test_rig.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DMA AMDGPU_HW_IP_DMA

/** Imports a dma-buf with an address. */
static void import(struct rig *rig, struct mem *mem, int fd)
{
    struct amdgpu_bo_import_result result;

    assert_int_equal(amdgpu_bo_import(rig->device, amdgpu_bo_handle_type_dma_buf_fd,
                                      (uint32_t)fd, &result), 0);
    *mem = (struct mem){ .bo = result.buf_handle, .size_bytes = result.alloc_size };
    mem_map(rig, mem);
    assert_int_equal(amdgpu_bo_cpu_map(mem->bo, (void **)&mem->cpu), 0);
}

/** Waits for point 1, adds a word to each of the first page, signals point 2, a job each. */
static void consumer(int socket)
{
    struct rig rig;
    struct mem shared, own, ib[2];
    uint32_t line, dw[7];
    uint64_t seq;

    card_configure("delay=2ms");
    rig_open(&rig, 0);
    int buffer = receive_fd(socket), file = receive_fd(socket);
    import(&rig, &shared, buffer);
    mem_create(&rig, &own, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, file, &line), 0);
    send_byte(socket);

    struct drm_amdgpu_cs_chunk_syncobj wait = {
        .handle = line, .point = 1, .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT };
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = line, .point = 2 };
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, sizeof(wait) / 4,
                                         (uintptr_t)&wait };
    put_copy(dw, own.va, shared.va, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 7, .mems = { &own, &shared },
                       .mem_count = 2, .more = &chunk, .more_count = 1 };
    assert_int_equal(submit(&rig, &job, &ib[0], &seq), 0);
    chunk = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL,
                                          sizeof(signal) / 4, (uintptr_t)&signal };
    put_copy(dw, shared.va + 8192, own.va, 4096);
    assert_int_equal(submit(&rig, &job, &ib[1], &seq), 0);
    assert_int_equal(wait_seq(&rig, DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    expect_broken(0);
}

static void frames_go_to_another_process_and_back(void **state)
{
    struct rig rig;
    struct mem shared, ib;
    uint32_t fd, line, dw[5];
    uint64_t seq, two = 2;
    int socket, file;
    (void)state;

    int pid = peer_start(consumer, &socket);
    card_configure("delay=2ms");
    rig_open(&rig, 0);
    mem_create(&rig, &shared, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    assert_int_equal(amdgpu_bo_export(shared.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &line), 0);
    assert_int_equal(drmSyncobjHandleToFD(rig.fd, line, &file), 0);
    send_fd(socket, (int)fd);
    send_fd(socket, file);
    receive_byte(socket);
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = line, .point = 1 };
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL,
                                         sizeof(signal) / 4, (uintptr_t)&signal };
    put_fill(dw, shared.va, 0xfeed, 4096);
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &shared }, .mem_count = 1,
                       .more = &chunk, .more_count = 1 };
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    assert_int_equal(drmSyncobjTimelineWait(rig.fd, &line, &two, 1, INT64_MAX,
                                            DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL), 0);
    for (unsigned i = 0; i < 1024; i++)
        assert_int_equal(shared.cpu[2048 + i], 0xfeed);
    assert_int_equal(peer_end(pid), 0);
    close(socket);
    close((int)fd);
    close(file);
    drmSyncobjDestroy(rig.fd, line);
    mem_destroy(&ib);
    mem_destroy(&shared);
    rig_close(&rig);
    expect_broken(0);
}

/** Submits a job that never begins, with a signal, and is killed. */
static void dies_at_work(int socket)
{
    struct rig rig;
    struct mem mem, ib;
    uint32_t line, dw[5];
    uint64_t seq;

    card_configure("hold=1");
    rig_open(&rig, 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &line), 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    put_fill(dw, mem.va, 1, 4096);
    struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_SYNCOBJ_OUT, 1, (uintptr_t)&line };
    struct job job = { .ip = DMA, .dwords = dw, .count = 5, .mems = { &mem }, .mem_count = 1,
                       .more = &chunk, .more_count = 1 };
    assert_int_equal(submit(&rig, &job, &ib, &seq), 0);
    send_byte(socket);
    receive_byte(socket);
}

/** Something that changes all the time, so that nobody sleeps for long. */
struct unrest {
    struct rig *rig;
    atomic_bool over;
};

static void *keep_changing(void *argument)
{
    struct unrest *unrest = argument;
    uint32_t handle;

    if (drmSyncobjCreate(unrest->rig->fd, 0, &handle) != 0)
        return NULL;
    while (!atomic_load(&unrest->over)) {
        drmSyncobjSignal(unrest->rig->fd, &handle, 1);
        drmSyncobjReset(unrest->rig->fd, &handle, 1);
    }
    drmSyncobjDestroy(unrest->rig->fd, handle);
    return NULL;
}

static void see_a_death(bool in_unrest)
{
    struct rig rig;
    struct unrest unrest = { .rig = &rig };
    pthread_t thread;
    uint32_t line;
    int socket, file;

    int pid = peer_start(dies_at_work, &socket);
    rig_open(&rig, 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &line), 0);
    assert_int_equal(drmSyncobjHandleToFD(rig.fd, line, &file), 0);
    send_fd(socket, file);
    receive_byte(socket);
    assert_int_equal(drmSyncobjWait(rig.fd, &line, 1, 0, 0, NULL), -ETIME);
    if (in_unrest)
        assert_int_equal(pthread_create(&thread, NULL, keep_changing, &unrest), 0);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(drmSyncobjWait(rig.fd, &line, 1, INT64_MAX, 0, NULL), 0);
    atomic_store(&unrest.over, true);
    if (in_unrest)
        pthread_join(thread, NULL);
    assert_true(WIFSIGNALED(peer_end(pid)));
    close(socket);
    close(file);
    drmSyncobjDestroy(rig.fd, line);
    rig_close(&rig);
    expect_broken(0);
}

static void a_peer_that_dies_ends_its_fences(void **state)
{
    (void)state;
    see_a_death(false);
    see_a_death(true);
}

/** Waits for a signal that has not been made yet, then answers it. */
static void waits_first(int socket)
{
    struct rig rig;
    uint32_t line, answer;

    rig_open(&rig, 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &line), 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &answer), 0);
    send_byte(socket);
    assert_int_equal(drmSyncobjWait(rig.fd, &line, 1, INT64_MAX,
                                    DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL), 0);
    assert_int_equal(drmSyncobjSignal(rig.fd, &answer, 1), 0);
}

static void a_wait_before_the_signal_is_woken(void **state)
{
    struct rig rig;
    uint32_t line, answer;
    int socket, files[2];
    (void)state;

    int pid = peer_start(waits_first, &socket);
    rig_open(&rig, 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &line), 0);
    assert_int_equal(drmSyncobjCreate(rig.fd, 0, &answer), 0);
    assert_int_equal(drmSyncobjHandleToFD(rig.fd, line, &files[0]), 0);
    assert_int_equal(drmSyncobjHandleToFD(rig.fd, answer, &files[1]), 0);
    send_fd(socket, files[0]);
    send_fd(socket, files[1]);
    receive_byte(socket);
    assert_int_equal(drmSyncobjSignal(rig.fd, &line, 1), 0);
    assert_int_equal(drmSyncobjWait(rig.fd, &answer, 1, INT64_MAX,
                                    DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL), 0);
    assert_int_equal(peer_end(pid), 0);
    close(socket);
    close(files[0]);
    close(files[1]);
    drmSyncobjDestroy(rig.fd, line);
    drmSyncobjDestroy(rig.fd, answer);
    rig_close(&rig);
}

CASES(process, cmocka_unit_test(frames_go_to_another_process_and_back),
      cmocka_unit_test(a_peer_that_dies_ends_its_fences),
      cmocka_unit_test(a_wait_before_the_signal_is_woken));
