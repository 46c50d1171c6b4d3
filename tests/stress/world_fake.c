/* The fake device, and a second one as the other program. */
#include "stress.h"

#include <stdlib.h>

#include "base/clock.h"
#include "fake.h"

enum { CORE_DEVICE, PEER_DEVICE };

/* Small, so that it can be used up. */
#define HEAP_BYTES (UINT64_C(512) << 20)

static struct gi_device_base *peer;

bool stress_world_begin(void)
{
    struct gifake_device_config configs[2];

    for (uint32_t i = 0; i < 2; i++)
        gifake_default_config(&configs[i], i);
    configs[CORE_DEVICE].info.memory_exports = stress_world_exports;
    configs[CORE_DEVICE].info.memory_bytes = HEAP_BYTES;
    configs[CORE_DEVICE].info.max_allocation_bytes = HEAP_BYTES;
    configs[CORE_DEVICE].binary_caps |= GI_SEMAPHORE_WAIT_AHEAD;
    gifake_configure(configs, 2);
    peer = stress_new(1, gifake_driver.device->size);
    peer->driver = &gifake_driver;
    peer->info = configs[PEER_DEVICE].info;
    peer->info.index = PEER_DEVICE;
    REQUIRE(gifake_driver.device->open(peer) == GI_OK, "the other device cannot be opened");
    return true;
}

bool stress_world_is_fake(void)
{
    return true;
}

uint64_t stress_world_heap_bytes(void)
{
    return HEAP_BYTES;
}

int stress_peer_memory(uint64_t size_bytes)
{
    const struct gi_memory_ops *ops = gifake_driver.memory;
    struct gi_memory *memory = stress_new(1, ops->size);
    struct gi_os_handle handle;

    memory->device = peer;
    memory->ops = ops;
    REQUIRE(ops->allocate_exportable(memory, size_bytes, GI_OS_HANDLE_OPAQUE_FD) == GI_OK &&
            ops->export(memory, GI_OS_HANDLE_OPAQUE_FD, &handle) == GI_OK,
            "the other program has no memory: %s", gi_last_error_detail());
    ops->finish(memory);                         /* the fd keeps the bytes */
    free(memory);
    return handle.fd;
}

struct gi_semaphore *stress_native_begin(bool is_timeline, int *out_fd)
{
    const struct gi_semaphore_ops *ops = gifake_driver.semaphore;
    struct gi_semaphore *semaphore = stress_new(1, ops->size);
    struct gi_os_handle handle;

    semaphore->device = peer;
    semaphore->ops = ops;
    semaphore->kind = is_timeline ? GI_SEMAPHORE_TIMELINE : GI_SEMAPHORE_BINARY;
    REQUIRE(ops->create(semaphore, 0) == GI_OK &&
            ops->export(semaphore, GI_OS_HANDLE_OPAQUE_FD, &handle) == GI_OK,
            "the other program has no semaphore: %s", gi_last_error_detail());
    *out_fd = handle.fd;
    return semaphore;
}

void stress_native_end(struct gi_semaphore *semaphore)
{
    semaphore->ops->finish(semaphore);
    free(semaphore);
}

void stress_native_signal(struct gi_semaphore *semaphore, uint64_t value)
{
    REQUIRE(semaphore->ops->signal(semaphore, value) == GI_OK, "value %llu is refused: %s",
            (unsigned long long)value, gi_last_error_detail());
}

void stress_native_wait(struct gi_semaphore *semaphore, uint64_t value)
{
    struct gi_wait wait = { .semaphore = semaphore, .value = value };
    uint64_t reached;

    do {
        REQUIRE(gifake_wait_any(peer, &wait, 1, GI_FOREVER) == GI_OK,
                "waiting for value %llu: %s", (unsigned long long)value, gi_last_error_detail());
        REQUIRE(semaphore->ops->query(semaphore, &reached) == GI_OK, "a semaphore has no value");
    } while (reached < value);
}
