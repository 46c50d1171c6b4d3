/* The first Vulkan device, with memory of the same device in a plain Vulkan program. */
#include "stress.h"

#include <stdio.h>

#include "../behaviour/exporter.h"

bool stress_world_begin(void)
{
    int count = 0;

    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0)
        return true;
    printf("skipped: there is no device\n");
    return false;
}

bool stress_world_is_fake(void)
{
    return false;
}

uint64_t stress_world_heap_bytes(void)
{
    return 0;
}

int stress_peer_memory(uint64_t size_bytes)
{
    return exporter_memory(size_bytes, NULL);
}

/* Few drivers export semaphores: host semaphores stand in. */
struct gi_semaphore *stress_native_begin(bool is_timeline, int *out_fd)
{
    (void)is_timeline;
    (void)out_fd;
    return NULL;
}

void stress_native_end(struct gi_semaphore *semaphore)
{
    (void)semaphore;
}

void stress_native_signal(struct gi_semaphore *semaphore, uint64_t value)
{
    (void)semaphore;
    (void)value;
}

void stress_native_wait(struct gi_semaphore *semaphore, uint64_t value)
{
    (void)semaphore;
    (void)value;
}
