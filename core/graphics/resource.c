#include "resource_state.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/uncancelled.h"
#include "cards/visible.h"
#include "memory/memory_object.h"
#include "queue/device_state.h"
#include "resource_image.h"
#include "rows.h"

pthread_mutex_t gi_resource_lock = PTHREAD_MUTEX_INITIALIZER;

static atomic_size_t resource_count;

/* ---- memory --------------------------------------------------------------------------------- */

static const struct gi_allocation_type resource_type = {
    .size = sizeof(struct gi_allocation_rest),
    .kind = GI_POINTER_DEVICE,
    .words = "memory of a graphics resource, which ends with its registration",
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .release = gi_allocation_release_memory,
};

/* Some interfaces want room behind a buffer in memory that they open, so a shadow gets a page
 * more. Some ignore where in the memory it begins, so each has a memory object of its own. */
static gi_status make_memory(const struct gi_resource *resource, uint64_t size_bytes,
                             struct gi_memory **out_memory)
{
    const uint64_t page = 4096, pages = (size_bytes + 2 * page - 1) / page;
    struct gi_device_base *device = resource->device->base;

    if (size_bytes > UINT64_MAX - 2 * page)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no device has %llu bytes",
                       (unsigned long long)size_bytes);
    if (!gi_graphics_way_shares(resource->way))
        return gi_memory_object_allocate(device, size_bytes, GI_MEMORY_DEVICE, out_memory);
    if (resource->way == GI_GRAPHICS_SHADOW && gi_resource_is_image(resource))
        return gi_memory_object_allocate_for_image(device, pages * page, out_memory);
    return gi_memory_object_allocate_exportable(device, pages * page, out_memory);
}

/* Publishes a part of memory, which resource->memory references. Takes over the reference to the
 * memory, also on failure. */
static gi_status publish(struct gi_resource *resource, struct gi_memory *memory,
                         uint64_t offset_bytes, uint64_t size_bytes)
{
    struct gi_allocation *allocation;
    gi_status status = gi_allocation_make(&resource_type, resource->device, &allocation);

    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        return status;
    }
    gi_allocation_place(allocation, memory, offset_bytes, size_bytes);
    gi_allocation_ref(allocation);       /* the map has one, which a reset may end at once */
    status = gi_allocation_publish(allocation);
    if (status == GI_OK) {
        resource->memory = allocation;
        return GI_OK;
    }
    gi_allocation_unref(allocation);
    gi_allocation_unref(allocation);
    return status;
}

gi_status gi_resource_give_memory(struct gi_resource *resource, uint64_t size_bytes)
{
    struct gi_memory *memory;
    gi_status status = make_memory(resource, size_bytes, &memory);

    return status == GI_OK ? publish(resource, memory, 0, size_bytes) : status;
}

/* Pointers of the device are at least as even as those of other
 * memory, so storage that begins elsewhere is refused. */
gi_status gi_resource_open_storage(struct gi_resource *resource,
                                   const struct gi_graphics_storage *storage, uint64_t size_bytes)
{
    const uint64_t alignment = 256;
    const struct gi_os_handle handle = { .kind = GI_OS_HANDLE_DMA_BUF_FD, .fd = storage->fd };
    struct gi_memory *memory;
    gi_status status;

    if (storage->offset_bytes % alignment != 0 || storage->offset_bytes > UINT64_MAX - size_bytes)
        return gi_fail(GI_NOT_SUPPORTED, "graphics: the storage of %s %u begins at byte %llu "
                       "of a dma-buf, which is no multiple of 256", resource->item->noun,
                       resource->item->name,
                       (unsigned long long)storage->offset_bytes);
    status = gi_memory_object_import(resource->device->base, &handle,
                                     storage->offset_bytes + size_bytes, false, &memory);
    if (status != GI_OK)
        return status;
    if (memory->size_bytes >= storage->offset_bytes + size_bytes)
        return publish(resource, memory, storage->offset_bytes, size_bytes);
    status = gi_fail(GI_NOT_SUPPORTED, "graphics: the dma-buf of %s %u has %llu bytes, and its "
                     "storage ends at %llu", resource->item->noun, resource->item->name,
                     (unsigned long long)memory->size_bytes,
                     (unsigned long long)(storage->offset_bytes + size_bytes));
    gi_memory_object_unref(memory);
    return status;
}

/* The memory of the resource becomes the buffer's own storage. */
static gi_status give_storage(struct gi_resource *resource)
{
    struct gi_graphics_storage storage;
    gi_status status = gi_graphics->export(resource->item, &storage);

    if (status != GI_OK)
        return status;
    status = gi_resource_open_storage(resource, &storage, resource->item->size_bytes);
    close(storage.fd);
    return status;
}

void gi_resource_drop_memory(struct gi_resource *resource)
{
    if (resource->memory == NULL)
        return;
    if (gi_allocation_unpublish(resource->memory))
        gi_allocation_unref(resource->memory);
    gi_allocation_unref(resource->memory);
    resource->memory = NULL;
}

gi_status gi_resource_share(struct gi_resource *resource, bool is_image)
{
    struct gi_memory *memory = resource->memory->memory;
    struct gi_os_handle exported;
    gi_status status = gi_memory_object_export(memory, &exported);

    if (status != GI_OK)
        return status;
    status = gi_graphics->share(resource->item, &(struct gi_graphics_memory){
        .fd = exported.fd, .size_bytes = memory->size_bytes, .dedicated = memory->dedicated,
        .is_image = is_image });
    close(exported.fd);
    return status;
}

/* Gives a buffer memory by the resource's way. */
static gi_status give_buffer(struct gi_resource *resource)
{
    gi_status status;

    if (resource->way == GI_GRAPHICS_EXPORT)
        return give_storage(resource);
    status = gi_resource_give_memory(resource, resource->item->size_bytes);
    if (status == GI_OK && gi_graphics_way_shares(resource->way))
        status = gi_resource_share(resource, false);
    if (status != GI_OK)
        gi_resource_drop_memory(resource);
    return status;
}

/* ---- the way -------------------------------------------------------------------------------- */

static enum gi_graphics_wish read_wish(void)
{
    const char *text = getenv("GPUINTEROP_GL");
    enum gi_graphics_wish wish;

    if (!gi_graphics_wish_of(text, &wish))
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_GL is \"%s\"; \"export\", \"shadow\", "
               "\"shadow-kernels\", \"kernels\", \"pixels\" and \"host\" exist", text);
    return wish;
}

static struct gi_graphics_plan_facts facts_of(const struct gi_device_info *info,
                                              const struct gi_graphics_facts *facts,
                                              const struct gi_graphics_object *item)
{
    return (struct gi_graphics_plan_facts){
        .exports_buffers = facts->exports_buffers,
        .takes_memory = facts->takes_memory,
        .copies_buffers = facts->copies_buffers,
        .packs_buffers = facts->packs_buffers,
        .has_uuid = facts->has_uuid,
        .same_device = memcmp(facts->uuid, info->uuid, sizeof facts->uuid) == 0,
        .takes_dma_bufs = info->memory_dma_buf,
        .exports = info->memory_exports,
        .host_reaches = info->host_visible_device_memory,
        .is_image = item->target != 0,
        .copies_images = item->copies_images,
        .wish = read_wish(),
    };
}

void gi_graphics_plan_buffers(const struct gi_device_info *info,
                              const struct gi_graphics_facts *facts,
                              struct gi_graphics_plan *out_plan)
{
    GI_UNCANCELLED;
    const struct gi_graphics_object buffer = { .target = 0 };
    struct gi_graphics_plan_facts plan_facts = facts_of(info, facts, &buffer);

    *out_plan = gi_graphics_choose(&plan_facts);
}

void gi_graphics_plan_textures(const struct gi_device_info *info,
                               const struct gi_graphics_facts *facts,
                               struct gi_graphics_plan *out_plan)
{
    GI_UNCANCELLED;
    const struct gi_graphics_object texture = { .target = 1,
                                                .copies_images = facts->copies_images };
    struct gi_graphics_plan_facts plan_facts = facts_of(info, facts, &texture);

    *out_plan = gi_graphics_choose(&plan_facts);
}

static void log_way(const struct gi_resource *resource, const struct gi_graphics_facts *facts,
                    const char *why)
{
    gi_log(GI_LOG_INFO, "graphics: %s %u of %s (%s), %llu bytes: %s%s%s", resource->item->noun,
           resource->item->name, facts->interface, facts->device_name,
           (unsigned long long)resource->item->size_bytes, gi_graphics_way_name(resource->way),
           why == NULL ? "" : ", as ", why == NULL ? "" : why);
}

static gi_status give(struct gi_resource *resource, uint32_t flags)
{
    return gi_resource_is_image(resource) ? gi_resource_give_image(resource, flags)
                                          : give_buffer(resource);
}

/* Memory that the interface does not open after all leaves other ways. */
static gi_status take_way(struct gi_resource *resource, uint32_t flags,
                          const struct gi_graphics_facts *facts)
{
    struct gi_graphics_plan_facts plan_facts = facts_of(&resource->device->base->info, facts,
                                                        resource->item);
    struct gi_graphics_plan plan = gi_graphics_choose(&plan_facts);
    char failure[512];           /* later calls write over the thread's text */
    gi_status status;

    resource->way = plan.way;
    status = give(resource, flags);
    while (status != GI_OK && gi_graphics_next(&plan_facts, &resource->way)) {
        snprintf(failure, sizeof failure, "%s", gi_last_error_detail());
        plan.why = failure;
        status = give(resource, flags);
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
    gi_resource_drop_image(resource);
    gi_resource_drop_memory(resource);
    free(resource->item);
    free(resource);
    atomic_fetch_sub(&resource_count, 1);
}

/* The last reference is gone, in any thread. */
static void finish_resource(struct gi_object *object)
{
    struct gi_resource *resource = (struct gi_resource *)object;

    if (resource->named.take_out != NULL)
        resource->named.take_out(resource);
    gi_graphics->finish(resource->item);
    free_resource(resource);
}

static gi_status make_resource(uint32_t name, uint32_t target, struct gi_resource **out_resource)
{
    struct gi_resource *resource = calloc(1, sizeof *resource);

    *out_resource = NULL;
    if (resource == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for a resource");
    resource->item = calloc(1, gi_graphics->size);
    if (resource->item == NULL) {
        free(resource);
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for a resource");
    }
    resource->item->name = name;
    resource->item->target = target;
    atomic_fetch_add(&resource_count, 1);
    *out_resource = resource;
    return GI_OK;
}

size_t gi_graphics_count(void)
{
    return atomic_load(&resource_count);
}

/* As the vendor takes it, both is neither. */
static enum gi_graphics_use use_of(uint32_t flags)
{
    uint32_t use = flags & 3;

    return use == 3 ? GI_GRAPHICS_READ_WRITE : (enum gi_graphics_use)use;
}

/* A program's call that registers an object. */
struct request {
    uint32_t name, target;
    uint32_t flags;
    void *shared;                /* an image that the window system shares; NULL: name says it */
};

/* Finds the object. On failure gi_graphics->finish has nothing to do. */
static gi_status find(struct gi_resource *resource, const struct request *request,
                      const struct gi_graphics_facts *facts)
{
    return request->shared == NULL ? gi_graphics->init(resource->item)
                                   : gi_resource_take_rows(resource, facts, request->shared);
}

static gi_status register_in(struct gi_device *device, const struct gi_graphics_facts *facts,
                             const struct request *request, gi_handle *out_resource)
{
    struct gi_resource *resource = NULL;
    gi_status status = make_resource(request->name, request->target, &resource);

    if (status != GI_OK || resource == NULL)
        return status;
    resource->device = device;
    resource->object.device = device;
    resource->use = use_of(request->flags);
    resource->item->by_kernels = gi_graphics_by_kernels(
        read_wish(), device->base->info.kind == GI_DEVICE_CPU);
    status = find(resource, request, facts);
    if (status != GI_OK) {
        free_resource(resource);
        return status;
    }
    if (request->shared == NULL)
        status = take_way(resource, request->flags, facts);
    if (status == GI_OK)
        status = gi_handle_create(&resource->object, GI_OBJECT_GRAPHICS_RESOURCE, finish_resource,
                                  out_resource);
    if (status != GI_OK) {
        finish_resource(&resource->object);
        gi_graphics->clean();
    }
    return status;
}

static gi_status register_object(const struct request *request, gi_handle *out_resource)
{
    struct gi_graphics_facts facts;
    struct gi_device *device;
    gi_status status = gi_graphics_tell(&facts);

    if (status == GI_OK)
        status = gi_device_current(&device);
    return status == GI_OK ? register_in(device, &facts, request, out_resource) : status;
}

gi_status gi_graphics_check_use(uint32_t use, uint32_t most)
{
    if (use <= most)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "graphics: flags is 0x%x; 0, 1 (read only) and 2 (write "
                   "discard) exist", use);
}

gi_status gi_graphics_register_buffer(uint32_t name, uint32_t use, gi_handle *out_resource)
{
    GI_UNCANCELLED;
    gi_status status = gi_graphics_check_use(use, GI_GRAPHICS_WRITE_DISCARD);

    return status == GI_OK ? register_object(&(struct request){ .name = name, .flags = use },
                                             out_resource) : status;
}

gi_status gi_graphics_register_shared(void *image, uint32_t use, gi_handle *out_resource)
{
    GI_UNCANCELLED;
    gi_status status = gi_graphics_check_use(use, GI_GRAPHICS_WRITE_DISCARD);

    if (status == GI_OK && image == NULL)
        status = gi_fail(GI_INVALID_VALUE, "graphics: image is NULL");
    return status == GI_OK ? register_object(&(struct request){ .shared = image, .flags = use },
                                             out_resource) : status;
}

gi_status gi_graphics_register_image(uint32_t name, uint32_t target, uint32_t flags,
                                     gi_handle *out_resource)
{
    GI_UNCANCELLED;

    if (flags > 15)
        return gi_fail(GI_INVALID_VALUE, "graphics: flags is 0x%x; 1 (read only), 2 (write "
                       "discard), 4 (surfaces) and 8 (gather) exist for an image", flags);
    if (target == 0)
        return gi_fail(GI_INVALID_VALUE, "graphics: target is 0, which is no kind of image");
    return register_object(&(struct request){ .name = name, .target = target, .flags = flags },
                           out_resource);
}

gi_status gi_resource_acquire(gi_handle handle, struct gi_resource **out_resource)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_GRAPHICS_RESOURCE, &object);

    *out_resource = (struct gi_resource *)object;
    return status;
}

gi_status gi_resource_check_state(const struct gi_resource *resource,
                                  enum gi_resource_state wanted)
{
    static const char *const is[] = {
        [GI_RESOURCE_IDLE] = "is not mapped",
        [GI_RESOURCE_MAPPED] = "is mapped",
        [GI_RESOURCE_CHANGING] = "is mapped or ended at this time by another call",
        [GI_RESOURCE_UNMAPPING] = "is unmapped at this time by another call",
    };

    if (resource->state == wanted)
        return GI_OK;
    return gi_fail(wanted == GI_RESOURCE_IDLE ? GI_ALREADY_MAPPED : GI_NOT_MAPPED,
                   "graphics: the resource of %s %u %s", resource->item->noun,
                   resource->item->name, is[resource->state]);
}

gi_status gi_graphics_unregister(gi_handle handle)
{
    GI_UNCANCELLED;
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_resource_lock);
    status = gi_resource_check_state(resource, GI_RESOURCE_IDLE);
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

gi_status gi_graphics_set_use(gi_handle handle, uint32_t use, uint32_t most)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_resource_lock);
    status = gi_resource_check_state(resource, GI_RESOURCE_IDLE);
    if (status == GI_OK)
        status = gi_graphics_check_use(use, most);
    if (status == GI_OK)
        resource->use = use_of(use);
    pthread_mutex_unlock(&gi_resource_lock);
    gi_object_unref(&resource->object);
    return status;
}

/* ---- questions ------------------------------------------------------------------------------ */

gi_status gi_resource_check_mapped(struct gi_resource *resource)
{
    gi_status status;

    if (resource->pitch_bytes != 0)
        return GI_OK;
    pthread_mutex_lock(&gi_resource_lock);
    status = gi_resource_check_state(resource, GI_RESOURCE_MAPPED);
    pthread_mutex_unlock(&gi_resource_lock);
    return status;
}

gi_status gi_graphics_pointer(gi_handle handle, uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    status = gi_resource_check_mapped(resource);
    if (status == GI_OK && gi_resource_is_image(resource) && resource->pitch_bytes == 0)
        status = gi_fail(GI_NOT_MAPPED_AS_POINTER, "graphics: the resource is %s %u, which has "
                         "arrays and no pointer", resource->item->noun, resource->item->name);
    if (status == GI_OK && out_pointer != NULL)
        *out_pointer = resource->memory->device_address;
    if (status == GI_OK && out_size_bytes != NULL)
        *out_size_bytes = resource->memory->size_bytes;
    gi_object_unref(&resource->object);
    return status;
}
