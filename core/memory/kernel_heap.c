#include "kernel_heap.h"

#include <stdlib.h>

#include "allocation.h"
#include "map_changes.h"
#include "queue/device_state.h"

bool gi_kernel_heap_find(struct gi_device *device, gi_handle owner,
                         struct gi_kernel_heap_place *out_place)
{
    const struct gi_kernel_heap *heap;

    pthread_mutex_lock(&device->kernel_heap_lock);
    heap = device->kernel_heaps;
    while (heap != NULL && heap->owner != owner)
        heap = heap->next;
    if (heap != NULL && out_place != NULL)
        *out_place = heap->place;
    pthread_mutex_unlock(&device->kernel_heap_lock);
    return heap != NULL;
}

gi_status gi_kernel_heap_keep(struct gi_device *device, gi_handle owner,
                              struct gi_allocation *memory, const struct gi_heap_plan *plan)
{
    struct gi_kernel_heap *heap = malloc(sizeof *heap);

    if (heap == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of the heap of kernels");
    heap->owner = owner;
    heap->memory = memory;
    heap->place = (struct gi_kernel_heap_place){
        memory->device_address, gi_heap_first_page(plan, memory->device_address),
        plan->page_bits, plan->page_count
    };
    pthread_mutex_lock(&device->kernel_heap_lock);
    heap->next = device->kernel_heaps;
    device->kernel_heaps = heap;
    pthread_mutex_unlock(&device->kernel_heap_lock);
    gi_map_changed();
    return GI_OK;
}

void gi_kernel_heap_end(struct gi_device *device, gi_handle owner)
{
    struct gi_kernel_heap **link = &device->kernel_heaps, *heap;

    pthread_mutex_lock(&device->kernel_heap_lock);
    while (*link != NULL && (*link)->owner != owner)
        link = &(*link)->next;
    heap = *link;
    if (heap != NULL)
        *link = heap->next;
    pthread_mutex_unlock(&device->kernel_heap_lock);
    if (heap == NULL)
        return;
    gi_map_changed();
    gi_allocation_outlive(heap->memory);
    gi_allocation_unref(heap->memory);
    free(heap);
}

void gi_kernel_heap_each(struct gi_device *device,
                         void (*visit)(const struct gi_kernel_heap *heap, void *context),
                         void *context)
{
    pthread_mutex_lock(&device->kernel_heap_lock);
    for (const struct gi_kernel_heap *heap = device->kernel_heaps; heap != NULL; heap = heap->next)
        visit(heap, context);
    pthread_mutex_unlock(&device->kernel_heap_lock);
}
