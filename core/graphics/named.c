#include "named.h"

#include <pthread.h>

#include "base/counters.h"
#include "base/current.h"
#include "base/uncancelled.h"
#include "map.h"
#include "queue/device_state.h"
#include "resource_state.h"
#include "stream/capture.h"
#include "stream/order.h"
#include "stream/stream.h"

/* The named resources of all devices, the newest first; guarded by gi_resource_lock. */
static struct gi_resource *named;

/* ---- the list ------------------------------------------------------------------------------- */

static void take_out(struct gi_resource *resource)
{
    struct gi_resource **link = &named;

    pthread_mutex_lock(&gi_resource_lock);
    while (*link != resource)
        link = &(*link)->named.next;
    *link = resource->named.next;
    pthread_mutex_unlock(&gi_resource_lock);
}

static void put_in(struct gi_resource *resource, gi_handle handle)
{
    static uint64_t numbers;

    pthread_mutex_lock(&gi_resource_lock);
    resource->named = (struct gi_named){
        .next = named, .handle = handle, .number = ++numbers, .take_out = take_out };
    named = resource;
    pthread_mutex_unlock(&gi_resource_lock);
}

/* The newest resource of a buffer with a lower number than that; false: there is none. It may have
 * ended meanwhile, so its handle is all that is told. */
static bool next_of(uint32_t name, const struct gi_device *device, uint64_t *number,
                    gi_handle *out_handle)
{
    gi_handle context = gi_current_context();
    struct gi_resource *found;

    pthread_mutex_lock(&gi_resource_lock);
    for (found = named; found != NULL; found = found->named.next)
        if (found->named.number < *number && found->item->name == name &&
            found->device == device && found->object.context == context &&
            gi_handle_is_live(found->named.handle))
            break;
    if (found != NULL) {
        *number = found->named.number;
        *out_handle = found->named.handle;
    }
    pthread_mutex_unlock(&gi_resource_lock);
    return found != NULL;
}

/* ---- finding -------------------------------------------------------------------------------- */

/* Whether the context that is current in the interface has the buffer of a resource. */
static bool is_here(gi_handle handle)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return false;
    status = gi_graphics->enter(resource->item);
    gi_object_unref(&resource->object);
    return status == GI_OK;
}

/* The resource of a buffer that the interface's current context has; else the newest with that
 * number, of which the call says what is wrong. */
static gi_status find_named(uint32_t name, gi_handle *out_resource)
{
    gi_handle candidate = 0;
    uint64_t number = UINT64_MAX;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_resource = 0;
    if (status != GI_OK)
        return status;
    while (next_of(name, device, &number, &candidate)) {
        if (*out_resource == 0)
            *out_resource = candidate;
        if (is_here(candidate)) {
            *out_resource = candidate;
            break;
        }
    }
    return *out_resource != 0
               ? GI_OK : gi_fail(GI_INVALID_VALUE, "graphics: buffer %u is not registered by its "
                                 "number in this context", name);
}

/* ---- calls ---------------------------------------------------------------------------------- */

gi_status gi_graphics_register_named(uint32_t name)
{
    GI_UNCANCELLED;
    struct gi_resource *resource;
    gi_handle handle;
    gi_status status;

    if (name == 0)
        return gi_fail(GI_INVALID_HANDLE, "graphics: buffer is 0, which names none");
    status = find_named(name, &handle);
    if (status == GI_OK && is_here(handle))
        return gi_fail(GI_ALREADY_MAPPED, "graphics: buffer %u is registered by its number", name);
    status = gi_graphics_register_buffer(name, GI_GRAPHICS_READ_WRITE, &handle);
    if (status != GI_OK)
        return status;
    status = gi_resource_acquire(handle, &resource);
    if (status != GI_OK)
        return status;
    put_in(resource, handle);
    gi_object_unref(&resource->object);
    return GI_OK;
}

gi_status gi_graphics_unregister_named(uint32_t name)
{
    GI_UNCANCELLED;
    gi_handle resource;
    gi_status status = find_named(name, &resource);

    return status == GI_OK ? gi_graphics_unregister(resource) : status;
}

gi_status gi_graphics_set_named_use(uint32_t name, uint32_t use)
{
    GI_UNCANCELLED;
    gi_handle resource;
    gi_status status = gi_graphics_check_use(use, GI_GRAPHICS_WRITE_DISCARD);

    if (status == GI_OK)
        status = find_named(name, &resource);
    return status == GI_OK ? gi_graphics_set_use(resource, use, GI_GRAPHICS_WRITE_DISCARD) : status;
}

gi_status gi_graphics_map_named(uint32_t name, gi_handle stream, bool for_all,
                                uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    GI_UNCANCELLED;
    gi_handle resource;
    gi_status status = find_named(name, &resource);

    if (status == GI_OK)
        status = gi_graphics_map(&resource, 1, stream);
    if (status == GI_OK && for_all)      /* a copy of the host may still be on its way */
        status = gi_stream_synchronize(stream);
    return status == GI_OK ? gi_graphics_pointer(resource, out_pointer, out_size_bytes) : status;
}

gi_status gi_graphics_unmap_named(uint32_t name, gi_handle stream)
{
    GI_UNCANCELLED;
    gi_handle resource;
    gi_status status = find_named(name, &resource);

    return status == GI_OK ? gi_graphics_unmap(&resource, 1, stream) : status;
}

gi_status gi_graphics_unmap_named_after_all(uint32_t name)
{
    GI_UNCANCELLED;
    struct gi_stream *legacy;
    gi_handle resource;
    gi_status status = find_named(name, &resource), waited;

    if (status == GI_OK)
        status = gi_stream_acquire(GI_STREAM_LEGACY, &legacy);
    if (status != GI_OK)
        return status;
    status = gi_capture_check_context(legacy, "an unmap of a graphics buffer for all streams");
    if (status == GI_OK)
        gi_count(GI_COUNT_HELD_WAITS, 1);
    waited = status == GI_OK ? gi_order_wait_idle(legacy, false) : GI_OK;
    gi_stream_release(legacy);
    if (status == GI_OK)
        status = gi_graphics_unmap(&resource, 1, GI_STREAM_LEGACY);
    return waited == GI_OK ? status : waited;
}
