#include "reclaim.h"

#include "memory/launch_memory.h"
#include "memory/heap.h"
#include "stream/active.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"

static void trim_heaps(struct gi_device *device)
{
    gi_heap_trim(&device->export_heap, 0);
    gi_heap_trim(&device->device_heap, 0);
    gi_heap_trim(&device->host_heap, 0);
    gi_heap_trim(&device->managed_heap, 0);
    gi_heap_trim(&device->image_heap, 0);
}

void gi_reclaim_kept(struct gi_device *device)
{
    struct gi_keeper *pools = atomic_load_explicit(&device->pools, memory_order_acquire);

    if (pools != NULL)
        pools->give_back(pools);
    gi_launch_memory_give_back(device);
    gi_heap_spare_drop(&device->pool_spare);
    trim_heaps(device);
}

/* Finished work holds memory until a thread looks at its stream, so this looks at all streams. */
void gi_reclaim_finished(struct gi_device *device)
{
    struct gi_active_list list;

    gi_active_list_make(device, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        gi_stream_wake(list.items[i].stream);
    gi_active_list_finish(&list);
}

void gi_reclaim(struct gi_device *device)
{
    gi_reclaim_finished(device);
    gi_reclaim_kept(device);
}
