#include "resource_state.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/uncancelled.h"
#include "cards/visible.h"
#include "memory/memory_object.h"
#include "queue/device_state.h"

pthread_mutex_t gi_resource_lock = PTHREAD_MUTEX_INITIALIZER;

static atomic_size_t resource_count;

/* ---- memory --------------------------------------------------------------------------------- */

static void release(struct gi_allocation *allocation)
{
    gi_memory_object_unref(allocation->memory);
}

static const struct gi_allocation_type resource_type = {
    .size = sizeof(struct gi_allocation_rest),
    .kind = GI_POINTER_DEVICE,
    .words = "memory of a graphics resource, which ends with its registration",
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .release = release,
};

/* Some interfaces want room behind a buffer in memory that they open, so a shadow gets a page
 * more. Some ignore where in the memory it begins, so each has a memory object of its own. */
static gi_status make_memory(struct gi_device *device, uint64_t size_bytes, bool is_shadow,
                             struct gi_memory **out_memory)
{
    const uint64_t page = 4096;

    if (size_bytes > UINT64_MAX - 2 * page)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no device has %llu bytes",
                       (unsigned long long)size_bytes);
    if (is_shadow)
        return gi_memory_object_allocate_exportable(
            device->base, (size_bytes + 2 * page - 1) / page * page, out_memory);
    return gi_memory_object_allocate(device->base, size_bytes, GI_MEMORY_DEVICE, out_memory);
}

static gi_status open_shadow(struct gi_resource *resource, struct gi_memory *memory)
{
    struct gi_os_handle exported;
    gi_status status = gi_memory_object_export(memory, &exported);

    if (status != GI_OK)
        return status;
    status = gi_graphics->share(resource->buffer, &(struct gi_graphics_memory){
        .fd = exported.fd, .size_bytes = memory->size_bytes, .dedicated = memory->dedicated });
    close(exported.fd);
    return status;
}

/* Gives the resource memory by its way. */
static gi_status give_memory(struct gi_resource *resource)
{
    bool is_shadow = resource->way == GI_GRAPHICS_SHADOW;
    struct gi_memory *memory;
    struct gi_allocation *allocation;
    gi_status status = make_memory(resource->device, resource->buffer->size_bytes, is_shadow,
                                   &memory);

    if (status != GI_OK)
        return status;
    if (is_shadow)
        status = open_shadow(resource, memory);
    if (status == GI_OK)
        status = gi_allocation_make(&resource_type, resource->device, &allocation);
    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        return status;
    }
    gi_allocation_place(allocation, memory, 0, resource->buffer->size_bytes);
    status = gi_allocation_publish(allocation);
    if (status == GI_OK)
        resource->memory = allocation;
    else
        gi_allocation_unref(allocation);
    return status;
}

/* ---- the way -------------------------------------------------------------------------------- */

static enum gi_graphics_wish read_wish(void)
{
    const char *text = getenv("GPUINTEROP_GL");
    enum gi_graphics_wish wish;

    if (!gi_graphics_wish_of(text, &wish))
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_GL is \"%s\"; \"shadow\" and \"host\" exist", text);
    return wish;
}

void gi_graphics_plan_buffers(const struct gi_device_info *info,
                              const struct gi_graphics_facts *facts,
                              struct gi_graphics_plan *out_plan)
{
    GI_UNCANCELLED;

    *out_plan = gi_graphics_choose(&(struct gi_graphics_plan_facts){
        .takes_memory = facts->takes_memory,
        .copies_buffers = facts->copies_buffers,
        .has_uuid = facts->has_uuid,
        .same_device = memcmp(facts->uuid, info->uuid, sizeof facts->uuid) == 0,
        .exports = info->memory_exports,
        .host_reaches = info->host_visible_device_memory,
        .wish = read_wish(),
    });
}

static void log_way(const struct gi_resource *resource, const struct gi_graphics_facts *facts,
                    const char *why)
{
    gi_log(GI_LOG_INFO, "graphics: buffer %u of %s (%s), %llu bytes: %s%s%s",
           resource->buffer->name, facts->interface, facts->device_name,
           (unsigned long long)resource->buffer->size_bytes, gi_graphics_way_name(resource->way),
           why == NULL ? "" : ", as ", why == NULL ? "" : why);
}

/* Memory that the interface does not open after all leaves the ways of the host. */
static gi_status take_way(struct gi_resource *resource, const struct gi_graphics_facts *facts)
{
    bool host_reaches = resource->device->base->info.host_visible_device_memory;
    struct gi_graphics_plan plan;
    gi_status status;

    gi_graphics_plan_buffers(&resource->device->base->info, facts, &plan);
    resource->way = plan.way;
    status = give_memory(resource);
    if (status != GI_OK && plan.way == GI_GRAPHICS_SHADOW) {
        plan.why = gi_last_error_detail();
        resource->way = host_reaches ? GI_GRAPHICS_HOST_DIRECT : GI_GRAPHICS_HOST;
        status = give_memory(resource);
    }
    if (status == GI_OK && resource->way == GI_GRAPHICS_HOST_DIRECT &&
        resource->memory->host_address == 0)
        resource->way = GI_GRAPHICS_HOST;
    if (status == GI_OK)
        log_way(resource, facts, plan.why);
    return status;
}

/* ---- devices -------------------------------------------------------------------------------- */

gi_status gi_graphics_tell(struct gi_graphics_facts *out_facts)
{
    GI_UNCANCELLED;

    if (gi_graphics == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "graphics: this build has no graphics interface");
    return gi_graphics->tell(out_facts);
}

gi_status gi_graphics_check_context(void)
{
    GI_UNCANCELLED;
    struct gi_graphics_facts facts;

    return gi_graphics_tell(&facts);
}

gi_status gi_graphics_devices(const struct gi_interface *interface, int which, int *out_devices,
                              unsigned int room, unsigned int *out_count)
{
    GI_UNCANCELLED;
    const struct gi_device_info *info;
    struct gi_graphics_facts facts;
    unsigned int found = 0;
    int count;
    gi_status status;

    if (which < GI_GRAPHICS_ALL_DEVICES || which > GI_GRAPHICS_NEXT_FRAME)
        return gi_fail(GI_INVALID_VALUE, "graphics: list is %d; 1 to 3 exist", which);
    status = gi_graphics_tell(&facts);
    if (status == GI_OK)
        status = gi_visible_count(interface, &count);
    for (int i = 0; status == GI_OK && facts.has_uuid && i < count; i++) {
        status = gi_visible_info(interface, i, &info);
        if (status == GI_OK && memcmp(info->uuid, facts.uuid, sizeof facts.uuid) == 0 &&
            found++ < room)
            out_devices[found - 1] = i;
    }
    if (status != GI_OK)
        return status;
    if (found == 0)
        return gi_fail(GI_NO_DEVICE, "graphics: %s is on %s, which is no device here%s. Buffers "
                       "can be registered all the same", facts.interface, facts.device_name,
                       facts.has_uuid ? "" : " by its UUID: it tells none");
    *out_count = found;
    return GI_OK;
}

/* ---- registering ---------------------------------------------------------------------------- */

static void free_resource(struct gi_resource *resource)
{
    if (resource->memory != NULL) {
        gi_allocation_unpublish(resource->memory);
        gi_allocation_unref(resource->memory);
    }
    free(resource->buffer);
    free(resource);
    atomic_fetch_sub(&resource_count, 1);
}

/* The last reference is gone, in any thread. */
static void finish_resource(struct gi_object *object)
{
    struct gi_resource *resource = (struct gi_resource *)object;

    if (resource->named.take_out != NULL)
        resource->named.take_out(resource);
    gi_graphics->finish(resource->buffer);
    free_resource(resource);
}

static gi_status make_resource(uint32_t name, struct gi_resource **out_resource)
{
    struct gi_resource *resource = calloc(1, sizeof *resource);

    *out_resource = NULL;
    if (resource == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for a resource");
    resource->buffer = calloc(1, gi_graphics->size);
    if (resource->buffer == NULL) {
        free(resource);
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for a resource");
    }
    resource->buffer->name = name;
    atomic_fetch_add(&resource_count, 1);
    *out_resource = resource;
    return GI_OK;
}

size_t gi_graphics_count(void)
{
    return atomic_load(&resource_count);
}

static gi_status register_in(struct gi_device *device, uint32_t name, uint32_t use,
                             const struct gi_graphics_facts *facts, gi_handle *out_resource)
{
    struct gi_resource *resource = NULL;
    gi_status status = make_resource(name, &resource);

    if (status != GI_OK || resource == NULL)
        return status;
    status = gi_graphics->init(resource->buffer);
    if (status != GI_OK) {
        free_resource(resource);
        return status;
    }
    resource->device = device;
    resource->object.device = device;
    resource->use = (enum gi_graphics_use)use;
    status = take_way(resource, facts);
    if (status == GI_OK)
        status = gi_handle_create(&resource->object, GI_OBJECT_GRAPHICS_RESOURCE, finish_resource,
                                  out_resource);
    if (status != GI_OK) {
        finish_resource(&resource->object);
        gi_graphics->clean();
    }
    return status;
}

gi_status gi_graphics_register_buffer(uint32_t name, uint32_t use, gi_handle *out_resource)
{
    GI_UNCANCELLED;
    struct gi_graphics_facts facts;
    struct gi_device *device;
    gi_status status;

    if (use > GI_GRAPHICS_WRITE_DISCARD)
        return gi_fail(GI_INVALID_VALUE, "graphics: flags is 0x%x; 0, 1 (read only) and 2 (write "
                       "discard) exist for a buffer", use);
    status = gi_graphics_tell(&facts);
    if (status == GI_OK)
        status = gi_device_current(&device);
    return status == GI_OK ? register_in(device, name, use, &facts, out_resource) : status;
}

gi_status gi_resource_acquire(gi_handle handle, struct gi_resource **out_resource)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPHICS_RESOURCE, &object);

    *out_resource = (struct gi_resource *)object;
    return status;
}

/* Refuses a call on a resource that is mapped. The lock is held. */
static gi_status check_idle(const struct gi_resource *resource)
{
    return resource->state == GI_RESOURCE_IDLE
               ? GI_OK : gi_fail(GI_ALREADY_MAPPED, "graphics: the resource of buffer %u is "
                                 "mapped; unmap it first", resource->buffer->name);
}

gi_status gi_graphics_unregister(gi_handle handle)
{
    GI_UNCANCELLED;
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_resource_lock);
    status = check_idle(resource);
    if (status == GI_OK)
        resource->state = GI_RESOURCE_CHANGING;
    pthread_mutex_unlock(&gi_resource_lock);
    if (status == GI_OK)
        status = gi_handle_retire(handle, GI_OBJECT_GRAPHICS_RESOURCE, NULL);
    gi_object_unref(&resource->object);
    if (status == GI_OK)
        gi_graphics->clean();
    return status;
}

gi_status gi_graphics_set_use(gi_handle handle, uint32_t use)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_resource_lock);
    status = check_idle(resource);
    if (status == GI_OK && use > 3)
        status = gi_fail(GI_INVALID_VALUE, "graphics: flags is 0x%x; 0, 1 (read only) and 2 (write "
                         "discard) exist", use);
    if (status == GI_OK)
        resource->use = use == 3 ? GI_GRAPHICS_READ_WRITE : (enum gi_graphics_use)use;
    pthread_mutex_unlock(&gi_resource_lock);
    gi_object_unref(&resource->object);
    return status;
}

/* ---- questions ------------------------------------------------------------------------------ */

static gi_status check_mapped(struct gi_resource *resource)
{
    enum gi_resource_state state;

    pthread_mutex_lock(&gi_resource_lock);
    state = resource->state;
    pthread_mutex_unlock(&gi_resource_lock);
    return state == GI_RESOURCE_MAPPED
               ? GI_OK : gi_fail(GI_NOT_MAPPED, "graphics: the resource of buffer %u is not mapped",
                                 resource->buffer->name);
}

gi_status gi_graphics_pointer(gi_handle handle, uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    status = check_mapped(resource);
    if (status == GI_OK && out_pointer != NULL)
        *out_pointer = resource->memory->device_address;
    if (status == GI_OK && out_size_bytes != NULL)
        *out_size_bytes = resource->memory->size_bytes;
    gi_object_unref(&resource->object);
    return status;
}

gi_status gi_graphics_refuse_array(gi_handle handle)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    status = check_mapped(resource);
    if (status == GI_OK)
        status = gi_fail(GI_NOT_MAPPED_AS_ARRAY, "graphics: the resource is buffer %u, which has a "
                         "pointer and no array", resource->buffer->name);
    gi_object_unref(&resource->object);
    return status;
}
