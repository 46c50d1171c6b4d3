#include "map.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/counters.h"
#include "base/log.h"
#include "base/uncancelled.h"
#include "ops/copy.h"
#include "queue/device_state.h"
#include "resource_image.h"
#include "resource_state.h"
#include "stream/stream.h"

/* A list of resources that a call changes, each with a reference. */
struct list {
    struct gi_resource **items;
    size_t count;
    gi_handle stream;
};

/* ---- states --------------------------------------------------------------------------------- */

/* Whether an item of the list is the resource of an earlier one. */
static bool stands_before(const struct list *list, size_t index)
{
    size_t i = 0;

    while (list->items[i] != list->items[index])
        i++;
    return i < index;
}

/* Takes all resources from one state to the next, or none. */
static gi_status change_states(const struct list *list, enum gi_resource_state from,
                               enum gi_resource_state to)
{
    gi_status status = GI_OK;
    size_t done = 0;

    pthread_mutex_lock(&gi_resource_lock);
    while (done < list->count && status == GI_OK) {
        status = gi_resource_check_state(list->items[done], from);
        if (status == GI_OK)
            list->items[done++]->state = to;
        else if (stands_before(list, done))
            status = gi_fail(status, "graphics: the resource of %s %u stands in the list twice",
                             list->items[done]->item->noun, list->items[done]->item->name);
    }
    while (status != GI_OK && done > 0)
        list->items[--done]->state = from;
    pthread_mutex_unlock(&gi_resource_lock);
    return status;
}

static void set_state(const struct list *list, enum gi_resource_state state)
{
    pthread_mutex_lock(&gi_resource_lock);
    for (size_t i = 0; i < list->count; i++)
        list->items[i]->state = state;
    pthread_mutex_unlock(&gi_resource_lock);
}

/* ---- checks --------------------------------------------------------------------------------- */

static gi_status check_stream(const struct list *list)
{
    int ordinal;
    gi_status status;

    if (gi_stream_captures(list->stream))
        return gi_stream_may_be_asked(list->stream);     /* refuses, and breaks the capture */
    status = gi_stream_get_device(list->stream, &ordinal);
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        if (list->items[i]->device->ordinal != ordinal)
            status = gi_fail(GI_INVALID_VALUE, "graphics: the stream is of device %d, and the "
                             "resource of %s %u was registered for device %d", ordinal,
                             list->items[i]->item->noun, list->items[i]->item->name,
                             list->items[i]->device->ordinal);
    return status;
}

static gi_status enter_all(const struct list *list)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        status = gi_graphics->enter(list->items[i]->item);
    return status;
}

/* Says once that the copies of an object are left out. */
static void tell_left_out(struct gi_resource *resource, enum gi_graphics_look look)
{
    static const char *const became[] = {
        [GI_GRAPHICS_SAME] = "is there",
        [GI_GRAPHICS_GONE] = "was deleted",
        [GI_GRAPHICS_RESIZED] = "has another size or format now",
        [GI_GRAPHICS_MAPPED] = "is mapped by the program",
    };

    if (!resource->has_told)
        gi_log(GI_LOG_ALWAYS, "graphics: %s %u %s. It is registered, and what streams write to it "
               "does not reach it", resource->item->noun, resource->item->name, became[look]);
    resource->has_told = true;
}

/* ---- copies --------------------------------------------------------------------------------- */

/* Copies the object's bytes from memory of the host to what the stream uses, or back. */
static gi_status copy_bytes(struct gi_resource *resource, void *between, bool to_device,
                            gi_handle stream)
{
    uint64_t host = (uint64_t)(uintptr_t)between, device;

    if (gi_resource_is_image(resource))
        return gi_resource_copy_image(resource, host, to_device, stream);
    device = resource->memory->device_address;
    return gi_copy_linear(to_device ? device : host, to_device ? host : device,
                          resource->item->size_bytes,
                          to_device ? GI_COPY_HOST_TO_DEVICE : GI_COPY_DEVICE_TO_HOST,
                          gi_in_stream(stream));
}

/* A copy between the object and the device by memory of the host, which is done when the call
 * returns. Both halves leave out the levels that the program has not made. Texels that the
 * interface fails to read are zeros. */
static gi_status copy_by_host(struct gi_resource *resource, bool to_device, gi_handle stream)
{
    uint64_t size_bytes = resource->item->size_bytes;
    void *between = calloc(1, size_bytes);
    gi_status status;

    if (between == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no host memory for the %llu bytes of %s %u",
                       (unsigned long long)size_bytes, resource->item->noun,
                       resource->item->name);
    if (to_device)
        gi_graphics->read(resource->item, between);
    status = copy_bytes(resource, between, to_device, stream);
    if (status == GI_OK && !to_device)
        gi_graphics->write(resource->item, between);
    free(between);
    return status;
}

/* The stream's copy between the bytes that the interface sees and the array. */
static gi_status copy_pixels(struct gi_resource *resource, bool to_array, gi_handle stream)
{
    if (resource->way != GI_GRAPHICS_PIXELS)
        return GI_OK;
    return gi_resource_copy_image(resource, resource->memory->device_address, to_array, stream);
}

/* Moves the object's bytes to what the interface or the stream sees of it on the device, or back,
 * by the resource's way. */
static gi_status move(struct gi_resource *resource, bool to_device, gi_handle stream)
{
    struct gi_graphics_object *item = resource->item;
    void *place;

    if (gi_graphics_way_shares(resource->way)) {
        (to_device ? gi_graphics->to_shadow : gi_graphics->from_shadow)(item);
        return GI_OK;
    }
    if (resource->way != GI_GRAPHICS_HOST_DIRECT)
        return copy_by_host(resource, to_device, stream);
    place = (void *)(uintptr_t)resource->memory->host_address;
    if (to_device)
        gi_graphics->read(item, place);
    else
        gi_graphics->write(item, place);
    return GI_OK;
}

/* Whether the object's own storage is what the stream uses. The program can have given the buffer
 * other storage of the same size: from then on the bytes are copied between the two. The old
 * storage is the resource's alone. If one cannot tell the two apart, a copy to itself is right. */
static bool is_in_place(struct gi_resource *resource, enum gi_graphics_look look)
{
    if (resource->way != GI_GRAPHICS_EXPORT || look != GI_GRAPHICS_SAME)
        return false;
    if (gi_graphics->keeps_storage(resource->item))
        return true;
    resource->way = gi_graphics_way_of_host(
        resource->memory->host_address != 0 &&
            resource->device->base->info.host_visible_device_memory, false);
    gi_log(GI_LOG_INFO, "graphics: %s %u has other storage now, so maps copy from here on: %s",
           resource->item->noun, resource->item->name, gi_graphics_way_name(resource->way));
    return false;
}

static gi_status copy_in(struct gi_resource *resource, gi_handle stream)
{
    enum gi_graphics_look look;

    gi_graphics->settle(resource->item);
    if (resource->mapped_use == GI_GRAPHICS_WRITE_DISCARD)
        return GI_OK;
    look = gi_graphics->look(resource->item);
    if (is_in_place(resource, look))
        return GI_OK;
    if (look == GI_GRAPHICS_MAPPED)
        return gi_fail(GI_MAP_FAILED, "graphics: the program has buffer %u mapped; it must be "
                       "unmapped in the interface before it is mapped here",
                       resource->item->name);
    if (look != GI_GRAPHICS_SAME) {
        tell_left_out(resource, look);
        return GI_OK;
    }
    return move(resource, true, stream);
}

static gi_status copy_out(struct gi_resource *resource, gi_handle stream)
{
    enum gi_graphics_look look;

    if (resource->mapped_use == GI_GRAPHICS_READ_ONLY)
        return GI_OK;
    look = gi_graphics->look(resource->item);
    if (is_in_place(resource, look))
        return GI_OK;
    if (look != GI_GRAPHICS_SAME) {
        tell_left_out(resource, look);
        return GI_OK;
    }
    return move(resource, false, stream);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static void count_wait(const char *what)
{
    gi_count(GI_COUNT_HELD_WAITS, 1);
    gi_log(GI_LOG_INFO, "graphics: the host waits until %s is done", what);
}

static void count_way(enum gi_graphics_way way)
{
    static const enum gi_counter counters[GI_GRAPHICS_WAYS] = {
        [GI_GRAPHICS_EXPORT] = GI_COUNT_MAPS_IN_PLACE,
        [GI_GRAPHICS_SHADOW] = GI_COUNT_MAPS_ON_DEVICE,
        [GI_GRAPHICS_PIXELS] = GI_COUNT_MAPS_BY_PIXELS,
        [GI_GRAPHICS_HOST_DIRECT] = GI_COUNT_MAPS_BY_HOST,
        [GI_GRAPHICS_HOST] = GI_COUNT_MAPS_BY_HOST,
    };

    gi_count(counters[way], 1);
}

static gi_status map_list(const struct list *list)
{
    gi_status status = enter_all(list);

    for (size_t i = 0; i < list->count; i++)
        list->items[i]->mapped_use = list->items[i]->use;
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        status = copy_in(list->items[i], list->stream);
    if (status != GI_OK)
        return status;
    count_wait("the graphics interface's work");
    gi_graphics->wait();
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        if (list->items[i]->mapped_use != GI_GRAPHICS_WRITE_DISCARD)
            status = copy_pixels(list->items[i], true, list->stream);
    return status;
}

static gi_status map_all(const struct list *list)
{
    gi_status status = change_states(list, GI_RESOURCE_IDLE, GI_RESOURCE_CHANGING);

    if (status != GI_OK)
        return status;
    status = map_list(list);
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        count_way(list->items[i]->way);
    set_state(list, status == GI_OK ? GI_RESOURCE_MAPPED : GI_RESOURCE_IDLE);
    return status;
}

static gi_status unmap_all(const struct list *list)
{
    gi_status status = change_states(list, GI_RESOURCE_MAPPED, GI_RESOURCE_UNMAPPING), waited;

    if (status != GI_OK)
        return status;
    status = enter_all(list);
    if (status != GI_OK) {
        set_state(list, GI_RESOURCE_MAPPED);
        return status;
    }
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        if (list->items[i]->mapped_use != GI_GRAPHICS_READ_ONLY)
            status = copy_pixels(list->items[i], false, list->stream);
    count_wait("the stream's work");
    waited = gi_stream_synchronize(list->stream);
    status = status == GI_OK ? waited : status;
    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        status = copy_out(list->items[i], list->stream);
    set_state(list, GI_RESOURCE_IDLE);
    return status;
}

/* Finds the resources of a list and has them changed. */
static gi_status with_list(const gi_handle *handles, size_t count, gi_handle stream,
                           gi_status (*act)(const struct list *list))
{
    struct list list = { .stream = stream };
    gi_status status = GI_OK;

    list.items = calloc(count, sizeof *list.items);
    if (list.items == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for a list of %zu resources", count);
    while (list.count < count && status == GI_OK) {
        status = gi_resource_acquire(handles[list.count], &list.items[list.count]);
        list.count += status == GI_OK;
        if (status == GI_OK && list.items[list.count - 1]->pitch_bytes != 0)
            status = gi_fail(GI_INTERNAL, "graphics: %s %u is used without maps",
                             list.items[list.count - 1]->item->noun,
                             list.items[list.count - 1]->item->name);
    }
    if (status == GI_OK)
        status = check_stream(&list);
    if (status == GI_OK)
        status = act(&list);
    for (size_t i = 0; i < list.count; i++)
        gi_object_unref(&list.items[i]->object);
    free(list.items);
    return status;
}

gi_status gi_graphics_map(const gi_handle *resources, size_t count, gi_handle stream)
{
    GI_UNCANCELLED;
    return with_list(resources, count, stream, map_all);
}

gi_status gi_graphics_unmap(const gi_handle *resources, size_t count, gi_handle stream)
{
    GI_UNCANCELLED;
    return with_list(resources, count, stream, unmap_all);
}
