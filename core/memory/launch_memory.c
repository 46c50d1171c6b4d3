#include "launch_memory.h"

#include "own_memory.h"
#include "queue/device_state.h"

/* Work that uses it has a reference. The lock is held, so nobody takes one meanwhile. */
static bool is_idle(const struct gi_launch_memory *kept)
{
    return atomic_load_explicit(&kept->memory->refs, memory_order_acquire) == 1;
}

static bool may_have(const struct gi_launch_memory *kept, uint64_t stream)
{
    return kept->memory == NULL || kept->stream == stream || is_idle(kept);
}

/* The smallest piece that suffices and that the stream may have; or NULL. */
static struct gi_launch_memory *find_kept(struct gi_device *device, uint64_t stream,
                                          uint64_t size_bytes)
{
    struct gi_launch_memory *best = NULL;

    for (size_t i = 0; i < GI_LAUNCH_MEMORIES; i++) {
        struct gi_launch_memory *kept = &device->launch_memory[i];

        if (kept->memory == NULL || kept->memory->size_bytes < size_bytes ||
            !may_have(kept, stream))
            continue;
        if (best == NULL || kept->memory->size_bytes < best->memory->size_bytes)
            best = kept;
    }
    return best;
}

/* Where a new piece is kept: the place of the stream's own, which was too small, an empty place, or
 * one that nobody uses. NULL: nowhere, so it goes with its launch. */
static struct gi_launch_memory *place_for(struct gi_device *device, uint64_t stream)
{
    struct gi_launch_memory *best = NULL;

    for (size_t i = 0; i < GI_LAUNCH_MEMORIES; i++) {
        struct gi_launch_memory *kept = &device->launch_memory[i];

        if (!may_have(kept, stream))
            continue;
        if (kept->memory != NULL && kept->stream == stream)
            return kept;
        if (best == NULL || (kept->memory == NULL && best->memory != NULL))
            best = kept;
    }
    return best;
}

static void keep_memory(struct gi_device *device, uint64_t stream, struct gi_allocation *memory)
{
    struct gi_allocation *old = NULL;
    struct gi_launch_memory *place;

    pthread_mutex_lock(&device->launch_memory_lock);
    place = place_for(device, stream);
    if (place != NULL) {
        old = place->memory;
        gi_allocation_ref(memory);
        *place = (struct gi_launch_memory){ memory, stream };
    }
    pthread_mutex_unlock(&device->launch_memory_lock);
    if (old != NULL)
        gi_allocation_unref(old);
}

gi_status gi_launch_memory_take(struct gi_device *device, uint64_t stream, uint64_t size_bytes,
                                struct gi_allocation **out_memory)
{
    struct gi_launch_memory *found;
    gi_status status = GI_OK;

    *out_memory = NULL;
    pthread_mutex_lock(&device->launch_memory_lock);
    found = find_kept(device, stream, size_bytes);
    if (found != NULL) {
        found->stream = stream;
        *out_memory = found->memory;
        gi_allocation_ref(found->memory);
    }
    pthread_mutex_unlock(&device->launch_memory_lock);
    if (*out_memory == NULL) {
        status = gi_allocation_new(device, GI_MEMORY_DEVICE, size_bytes, out_memory);
        if (status == GI_OK)
            keep_memory(device, stream, *out_memory);
    }
    return status;
}

uint64_t gi_launch_memory_most(struct gi_device *device)
{
    uint64_t most;

    pthread_mutex_lock(&device->launch_memory_lock);
    most = device->launch_memory_most;
    pthread_mutex_unlock(&device->launch_memory_lock);
    return most != 0 ? most : UINT64_MAX;
}

void gi_launch_memory_set_most(struct gi_device *device, uint64_t bytes)
{
    pthread_mutex_lock(&device->launch_memory_lock);
    device->launch_memory_most = bytes;
    pthread_mutex_unlock(&device->launch_memory_lock);
}

void gi_launch_memory_give_back(struct gi_device *device)
{
    struct gi_allocation *idle[GI_LAUNCH_MEMORIES];
    size_t count = 0;

    pthread_mutex_lock(&device->launch_memory_lock);
    device->launch_memory_most = 0;
    for (size_t i = 0; i < GI_LAUNCH_MEMORIES; i++) {
        struct gi_launch_memory *kept = &device->launch_memory[i];

        if (kept->memory == NULL || !is_idle(kept))
            continue;
        idle[count++] = kept->memory;
        *kept = (struct gi_launch_memory){ 0 };
    }
    pthread_mutex_unlock(&device->launch_memory_lock);
    for (size_t i = 0; i < count; i++)
        gi_allocation_unref(idle[i]);
}
