/* RADV on the card: memory, binary and timeline semaphores leave one VkDevice and come into another
 * process, which is RADV again, or libdrm. What RADV does by shaders the card cannot do; small
 * copies and fills it does without. */
#include "test_vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE 65536u
#define PART 2048u                       /* what is filled and copied without a shader */
#define SKIPPED 77

static VkCommandBuffer record_fill(struct radv *radv, const struct shared *shared, uint32_t value)
{
    VkCommandBuffer commands = radv_begin(radv);

    vkCmdFillBuffer(commands, shared->buffer, 0, PART, value);
    works(vkEndCommandBuffer(commands));
    return commands;
}

static VkCommandBuffer record_copy(struct radv *radv, const struct shared *shared)
{
    const VkBufferCopy region = { .srcOffset = 0, .dstOffset = 8192, .size = PART };
    VkCommandBuffer commands = radv_begin(radv);

    vkCmdCopyBuffer(commands, shared->buffer, shared->buffer, 1, &region);
    works(vkEndCommandBuffer(commands));
    return commands;
}

/* ---- the other process -------------------------------------------------------------------- */

/** RADV: waits for the timeline's 1 before that was submitted, copies, signals 2; then takes the
 *  binary semaphore and signals 3. */
static void radv_peer(int socket)
{
    struct radv radv;
    struct shared shared = { .size_bytes = SIZE };
    const uint64_t values[] = { 2, 3 };

    radv_open(&radv, 0);
    shared_create(&radv, &shared, receive_fd(socket));
    VkSemaphore line = semaphore_create(&radv, VK_SEMAPHORE_TYPE_TIMELINE, receive_fd(socket));
    VkSemaphore binary = semaphore_create(&radv, VK_SEMAPHORE_TYPE_BINARY, receive_fd(socket));
    submit_radv(&radv, record_copy(&radv, &shared), line, 1, &line, &values[0], 1);
    send_byte(socket);
    receive_byte(socket);
    submit_radv(&radv, record_copy(&radv, &shared), binary, 0, &line, &values[1], 1);
    wait_host(&radv, line, 3);
    vkDeviceWaitIdle(radv.device);
    vkDestroySemaphore(radv.device, line, NULL);
    vkDestroySemaphore(radv.device, binary, NULL);
    shared_destroy(&radv, &shared);
    radv_close(&radv);
    expect_broken(0);
}

/** libdrm: the same by SDMA. */
static void libdrm_peer(int socket)
{
    struct rig rig;
    struct mem shared, ib[2];
    struct amdgpu_bo_import_result result;
    uint32_t line, binary, dw[7];
    uint64_t seq;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_bo_import(rig.device, amdgpu_bo_handle_type_dma_buf_fd,
                                      (uint32_t)receive_fd(socket), &result), 0);
    shared = (struct mem){ .bo = result.buf_handle, .size_bytes = result.alloc_size };
    mem_map(&rig, &shared);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &line), 0);
    assert_int_equal(drmSyncobjFDToHandle(rig.fd, receive_fd(socket), &binary), 0);
    send_byte(socket);
    receive_byte(socket);
    struct drm_amdgpu_cs_chunk_syncobj wait = { .handle = line, .point = 1 };
    struct drm_amdgpu_cs_chunk_syncobj signal = { .handle = line, .point = 2 };
    struct drm_amdgpu_cs_chunk chunks[2] = {
        { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, sizeof(wait) / 4, (uintptr_t)&wait },
        { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, sizeof(signal) / 4, (uintptr_t)&signal },
    };
    put_copy(dw, shared.va + 8192, shared.va, PART);
    struct job job = { .ip = AMDGPU_HW_IP_DMA, .dwords = dw, .count = 7, .mems = { &shared },
                       .mem_count = 1, .more = chunks, .more_count = 2 };
    assert_int_equal(submit(&rig, &job, &ib[0], &seq), 0);
    wait = (struct drm_amdgpu_cs_chunk_syncobj){ .handle = binary };
    signal.point = 3;
    assert_int_equal(submit(&rig, &job, &ib[1], &seq), 0);
    assert_int_equal(wait_seq(&rig, AMDGPU_HW_IP_DMA, 0, seq, AMDGPU_TIMEOUT_INFINITE), 0);
    expect_broken(0);
}

/** Fills, signals the timeline and the binary semaphore in one submission, waits for the answer. */
static void exchange(void (*peer)(int socket))
{
    struct radv radv;
    struct shared shared = { .size_bytes = SIZE };
    const uint64_t values[] = { 1, 0 };
    int socket;

    int pid = peer_start(peer, &socket);
    radv_open(&radv, 0);
    shared_create(&radv, &shared, -1);
    memset(shared.cpu, 0, SIZE);
    VkSemaphore line = semaphore_create(&radv, VK_SEMAPHORE_TYPE_TIMELINE, -1);
    VkSemaphore binary = semaphore_create(&radv, VK_SEMAPHORE_TYPE_BINARY, -1);
    int fds[] = { shared_export(&radv, &shared), semaphore_export(&radv, line),
                  semaphore_export(&radv, binary) };
    for (unsigned i = 0; i < 3; i++) {
        send_fd(socket, fds[i]);
        close(fds[i]);
    }
    receive_byte(socket);
    submit_radv(&radv, record_fill(&radv, &shared, 0xcafe), VK_NULL_HANDLE, 0,
                (const VkSemaphore[]){ line, binary }, values, 2);
    send_byte(socket);
    wait_host(&radv, line, 3);
    for (unsigned i = 0; i < PART / 4; i++)
        assert_int_equal(shared.cpu[2048 + i], 0xcafe);
    assert_int_equal(shared.cpu[2048 + PART / 4], 0);
    assert_int_equal(peer_end(pid), 0);
    close(socket);
    vkDestroySemaphore(radv.device, line, NULL);
    vkDestroySemaphore(radv.device, binary, NULL);
    shared_destroy(&radv, &shared);
    radv_close(&radv);
    expect_broken(0);
}

static void shares_with_radv_of_another_process(void **state)
{
    (void)state;
    exchange(radv_peer);
}

static void shares_with_libdrm_of_another_process(void **state)
{
    (void)state;
    exchange(libdrm_peer);
}

static void is_the_card_by_its_uuid(void **state)
{
    VkPhysicalDeviceIDProperties ids = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &ids };
    const uint32_t address[4] = { 0, 3, 0, 0 };
    struct radv radv;
    (void)state;

    radv_open(&radv, 0);
    vkGetPhysicalDeviceProperties2(radv.physical, &properties);
    assert_memory_equal(ids.deviceUUID, address, 16);
    printf("%s\n", properties.properties.deviceName);
    radv_close(&radv);
}

static void writes_times_and_events(void **state)
{
    const VkQueryPoolCreateInfo times = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                          .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2 };
    const VkEventCreateInfo info = { .sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO };
    struct radv radv;
    VkQueryPool pool;
    VkEvent event;
    uint64_t ticks[2] = { 0, 0 };
    (void)state;

    radv_open(&radv, 0);
    works(vkCreateQueryPool(radv.device, &times, NULL, &pool));
    works(vkCreateEvent(radv.device, &info, NULL, &event));
    VkCommandBuffer commands = radv_begin(&radv);
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    vkCmdSetEvent(commands, event, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    works(vkEndCommandBuffer(commands));
    submit_radv(&radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
    works(vkQueueWaitIdle(radv.queue));
    assert_int_equal(vkGetEventStatus(radv.device, event), VK_EVENT_SET);
    works(vkGetQueryPoolResults(radv.device, pool, 0, 2, sizeof(ticks), ticks, 8,
                                VK_QUERY_RESULT_64_BIT));
    assert_true(ticks[0] != 0 && ticks[0] <= ticks[1]);
    vkDestroyEvent(radv.device, event, NULL);
    vkDestroyQueryPool(radv.device, pool, NULL);
    radv_close(&radv);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_card_by_its_uuid),
        cmocka_unit_test(writes_times_and_events),
        cmocka_unit_test(shares_with_radv_of_another_process),
        cmocka_unit_test(shares_with_libdrm_of_another_process),
    };
    int socket;

    int status = peer_end(peer_start(ask_for_chip, &socket));
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        printf("this RADV is not there or does not know the chip\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
