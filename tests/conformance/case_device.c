/* Devices: found, opened, closed. */
#include <stdlib.h>

#include "conformance.h"

static bool same_device(const struct gi_device_info *a, const struct gi_device_info *b)
{
    return a->index == b->index && strcmp(a->name, b->name) == 0
        && memcmp(a->uuid, b->uuid, sizeof a->uuid) == 0 && a->queue_count == b->queue_count
        && a->memory_bytes == b->memory_bytes;
}

static void enumerate_twice(void **state)
{
    static struct gi_device_info first[16], second[16];
    size_t count = 0, again = 0, none = 0;

    (void)state;
    CONF_OK(conf_driver->enumerate(conf_driver, NULL, 0, &none));
    CONF_OK(conf_driver->enumerate(conf_driver, first, 16, &count));
    CONF_OK(conf_driver->enumerate(conf_driver, second, 16, &again));
    CONF_THAT(count == again && count == none, "%zu, then %zu, then %zu devices", none, count,
              again);
    for (size_t i = 0; i < count && i < 16; i++)
        CONF_THAT(same_device(&first[i], &second[i]), "device %zu changed", i);
}

static void enumerate_writes_capacity_only(void **state)
{
    struct gi_device_info infos[2];
    uint8_t untouched[sizeof infos[1]];
    size_t count = 0;

    (void)state;
    memset(infos, 0xa5, sizeof infos);
    memset(untouched, 0xa5, sizeof untouched);
    CONF_OK(conf_driver->enumerate(conf_driver, infos, 1, &count));
    CONF_THAT(count >= 1, "no device now");
    conf_same("the element past the capacity", (uint8_t *)&infos[1], untouched, sizeof untouched);
}

static void info_makes_sense(void **state)
{
    static const uint8_t zero[16];
    const struct gi_device_info *info = &conf_info;

    (void)state;
    CONF_THAT(memchr(info->name, 0, sizeof info->name) != NULL && info->name[0] != 0, "name");
    CONF_THAT(memchr(info->driver_name, 0, sizeof info->driver_name) != NULL
              && info->driver_name[0] != 0, "driver_name");
    CONF_THAT(memcmp(info->uuid, zero, sizeof zero) != 0, "the uuid is zero");
    CONF_THAT(info->queue_count >= 1, "queue_count is 0");
    CONF_THAT(info->memory_bytes > 0, "memory_bytes is 0");
    CONF_THAT(info->max_allocation_bytes > 0, "max_allocation_bytes is 0");
    CONF_THAT(info->memory_opaque_fd || info->why_no_memory_opaque_fd[0] != 0,
              "no opaque fd memory, and no reason");
    CONF_THAT(info->memory_dma_buf || info->why_no_memory_dma_buf[0] != 0,
              "no dma-buf memory, and no reason");
    CONF_THAT(info->binary_opaque_fd || info->why_no_binary_opaque_fd[0] != 0,
              "no binary semaphores, and no reason");
    CONF_THAT(info->timeline_opaque_fd || info->why_no_timeline_opaque_fd[0] != 0,
              "no timeline semaphores, and no reason");
}

static void open_and_close(void **state)
{
    int fds = 0;

    (void)state;
    for (int round = 0; round < 4; round++) {
        struct conf_rig rig;
        conf_open(&rig);
        conf_close(&rig);
        if (round == 0)
            fds = conf_open_fds();
    }
    CONF_THAT(conf_open_fds() <= fds, "%d fds open, %d after the first round", conf_open_fds(),
              fds);
}

static void two_at_once(void **state)
{
    struct conf_rig one, other;

    (void)state;
    conf_open(&one);
    conf_open(&other);
    conf_run(&one, NULL, 0);
    conf_close(&one);
    conf_run(&other, NULL, 0);
    conf_close(&other);
}

static void every_queue(void **state)
{
    struct conf_rig rig;
    struct conf_queue queues[8];
    uint32_t count = conf_info.queue_count < 8 ? conf_info.queue_count : 8;

    (void)state;
    conf_open(&rig);
    for (uint32_t i = 1; i < count; i++)
        conf_queue_open(rig.base, i, &queues[i]);
    for (uint32_t i = 1; i < count; i++)
        conf_submit(&queues[i], NULL, 0);
    for (uint32_t i = 1; i < count; i++) {
        conf_reach(&queues[i], 1);
        conf_queue_close(&queues[i]);
    }
    conf_close(&rig);
}

static void budget(void **state)
{
    struct conf_rig rig;
    uint64_t free_bytes = 0, total_bytes = 0;

    (void)state;
    conf_open(&rig);
    CONF_OK(conf_driver->device->memory_budget(rig.base, &free_bytes, &total_bytes));
    CONF_THAT(total_bytes > 0 && free_bytes <= total_bytes,
              "%" PRIu64 " of %" PRIu64 " bytes are free", free_bytes, total_bytes);
    conf_close(&rig);
}

const struct conf_case conf_device_cases[] = {
    { "device.enumerate_twice", enumerate_twice },
    { "device.enumerate_writes_capacity_only", enumerate_writes_capacity_only },
    { "device.info_makes_sense", info_makes_sense },
    { "device.open_and_close", open_and_close },
    { "device.two_at_once", two_at_once },
    { "device.every_queue", every_queue },
    { "device.budget", budget },
    { NULL, NULL },
};
