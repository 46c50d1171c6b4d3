/* The driver beside Mesa's Vulkan driver (RADV) in one process, on one card: libdrm has one device
 * for both, and an object that both have is one object. Whoever is done with it first leaves it to
 * the other. Skipped where the card is not preloaded or RADV does not know the chip. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../amdgpu_card/test_vulkan.h"
#include "hip_works.h"
#include "on_card.h"

enum { SIZE = 65536, GEM_CLOSE = 0x09 };

static uint64_t calls(int number)
{
    return card_counters().ioctl_by_number[number];
}

/** RADV copies one buffer to another and waits. */
static void radv_copy(struct radv *radv, const struct shared *dst, const struct shared *src)
{
    const VkBufferCopy all = { .size = SIZE };
    VkCommandBuffer commands = radv_begin(radv);

    vkCmdCopyBuffer(commands, src->buffer, dst->buffer, 1, &all);
    works(vkEndCommandBuffer(commands));
    submit_radv(radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
    works(vkDeviceWaitIdle(radv->device));
}

/** What the library has of an object of RADV's. */
struct import {
    hipExternalMemory_t memory;
    uint8_t *pointer;
};

static struct import import_memory(struct radv *radv, const struct shared *theirs)
{
    hipExternalMemoryHandleDesc desc = { .type = hipExternalMemoryHandleTypeOpaqueFd,
                                         .handle.fd = shared_export(radv, theirs), .size = SIZE };
    hipExternalMemoryBufferDesc whole = { .size = SIZE };
    struct import ours;

    WORKS(hipImportExternalMemory(&ours.memory, &desc));
    WORKS(hipExternalMemoryGetMappedBuffer((void **)&ours.pointer, ours.memory, &whole));
    return ours;
}

static void release(const struct import *ours)
{
    WORKS(hipFree(ours->pointer));
    WORKS(hipDestroyExternalMemory(ours->memory));
}

/** The library writes what RADV then reads. */
static void passes_bytes_on(struct radv *radv, struct shared *theirs, struct shared *second,
                            const struct import *ours, uint8_t byte)
{
    WORKS(hipMemset(ours->pointer, byte, SIZE));
    WORKS(hipDeviceSynchronize());
    radv_copy(radv, second, theirs);
    for (size_t i = 0; i < SIZE / 4; i++)
        CONF_THAT(second->cpu[i] == byte * 0x01010101u, "word %zu is %#x", i, second->cpu[i]);
}

static void ours_goes_first(void **state)
{
    struct radv radv;
    struct shared theirs = { .size_bytes = SIZE }, second = { .size_bytes = SIZE };

    (void)state;
    radv_open(&radv, 0);
    shared_create(&radv, &theirs, -1);
    shared_create(&radv, &second, -1);
    for (int round = 0; round < 3; round++) {
        struct import ours = import_memory(&radv, &theirs);
        struct import again = import_memory(&radv, &theirs);
        uint64_t closed = calls(GEM_CLOSE);

        assert_ptr_not_equal(ours.pointer, again.pointer);
        passes_bytes_on(&radv, &theirs, &second, &ours, (uint8_t)(0x10 + round));
        release(&ours);
        passes_bytes_on(&radv, &theirs, &second, &again, (uint8_t)(0x20 + round));
        release(&again);
        assert_int_equal(calls(GEM_CLOSE), closed);
        theirs.cpu[SIZE / 4 - 1] = 0x12345678;
        radv_copy(&radv, &second, &theirs);
        assert_int_equal(second.cpu[SIZE / 4 - 1], 0x12345678);
    }
    shared_destroy(&radv, &second);
    shared_destroy(&radv, &theirs);
    radv_close(&radv);
}

static void theirs_goes_first(void **state)
{
    static uint8_t got[SIZE];
    struct radv radv;
    struct shared theirs = { .size_bytes = SIZE }, second = { .size_bytes = SIZE };

    (void)state;
    radv_open(&radv, 0);
    shared_create(&radv, &theirs, -1);
    shared_create(&radv, &second, -1);
    struct import ours = import_memory(&radv, &theirs);
    passes_bytes_on(&radv, &theirs, &second, &ours, 0x5a);
    uint64_t closed = calls(GEM_CLOSE);
    shared_destroy(&radv, &theirs);
    assert_int_equal(calls(GEM_CLOSE), closed);
    shared_destroy(&radv, &second);
    assert_int_equal(calls(GEM_CLOSE), closed + 1);
    radv_close(&radv);           /* the whole device, and ours goes on */
    closed = calls(GEM_CLOSE);
    WORKS(hipMemcpy(got, ours.pointer, SIZE, hipMemcpyDeviceToHost));
    for (size_t i = 0; i < SIZE; i++)
        CONF_THAT(got[i] == 0x5a, "byte %zu is %#x", i, got[i]);
    release(&ours);
    assert_int_equal(calls(GEM_CLOSE), closed + 1);
}

/** A semaphore has a handle for each of the two. */
static void semaphores_are_taken_down_apart(void **state)
{
    const uint64_t values[] = { 1, 2, 3 };
    hipExternalSemaphoreHandleDesc desc = {
        .type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd };
    hipExternalSemaphoreSignalParams told = { .params.fence.value = 2 };
    struct radv radv;
    uint64_t value;

    (void)state;
    radv_open(&radv, 0);
    for (int theirs_first = 0; theirs_first < 2; theirs_first++) {
        VkSemaphore theirs = semaphore_create(&radv, VK_SEMAPHORE_TYPE_TIMELINE, -1);
        hipExternalSemaphore_t ours;
        hipExternalSemaphoreWaitParams until = { .params.fence.value = 1 };

        desc.handle.fd = semaphore_export(&radv, theirs);
        WORKS(hipImportExternalSemaphore(&ours, &desc));
        VkCommandBuffer nothing = radv_begin(&radv);
        works(vkEndCommandBuffer(nothing));
        submit_radv(&radv, nothing, VK_NULL_HANDLE, 0, &theirs, &values[0], 1);
        WORKS(hipWaitExternalSemaphoresAsync(&ours, &until, 1, NULL));
        WORKS(hipSignalExternalSemaphoresAsync(&ours, &told, 1, NULL));
        WORKS(hipDeviceSynchronize());
        wait_host(&radv, theirs, 2);
        if (theirs_first) {
            works(vkDeviceWaitIdle(radv.device));
            vkDestroySemaphore(radv.device, theirs, NULL);
            told.params.fence.value = 3;
            WORKS(hipSignalExternalSemaphoresAsync(&ours, &told, 1, NULL));
            WORKS(hipDeviceSynchronize());
            WORKS(hipDestroyExternalSemaphore(ours));
            continue;
        }
        WORKS(hipDestroyExternalSemaphore(ours));
        submit_radv(&radv, nothing, VK_NULL_HANDLE, 0, &theirs, &values[2], 1);
        wait_host(&radv, theirs, 3);
        works(vkGetSemaphoreCounterValue(radv.device, theirs, &value));
        assert_int_equal(value, 3);
        works(vkDeviceWaitIdle(radv.device));
        vkDestroySemaphore(radv.device, theirs, NULL);
    }
    radv_close(&radv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours_goes_first),
        cmocka_unit_test(theirs_goes_first),
        cmocka_unit_test(semaphores_are_taken_down_apart),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent() || radv_is_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("beside RADV", tests, NULL, NULL);
}
