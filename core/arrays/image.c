#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "memory/heap.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"
#include "base/uncancelled.h"
#include "contract/calls.h"

/* Above every address of a device. */
#define FIRST_NUMBER (UINT64_C(1) << 63)

static uint64_t take_numbers(const struct gi_image_shape *shape)
{
    static _Atomic uint64_t next = FIRST_NUMBER;

    return atomic_fetch_add(&next, gi_image_numbers_before(shape, shape->levels));
}

/* ---- making --------------------------------------------------------------------------------- */

static void free_image(struct gi_image *image)
{
    GI_UNCANCELLED;

    if (gi_call_image_finish(image))
        free(gi_numbered_image_of(image));
}

/* imported: the imported memory; else NULL. */
static gi_status init(struct gi_device *device, const struct gi_image_shape *shape,
                      struct gi_memory *imported, struct gi_image **out_image)
{
    const struct gi_image_ops *ops = device->base->driver->image;
    struct gi_numbered_image *object;
    struct gi_image *image;
    gi_status status;

    *out_image = NULL;
    if (ops == NULL || !device->base->info.images)
        return gi_fail(GI_NOT_SUPPORTED, "driver %s of %s has no images",
                       device->base->info.driver_name, device->base->info.name);
    object = calloc(1, offsetof(struct gi_numbered_image, image) + ops->size);
    if (object == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an image");
    image = &object->image;
    image->device = device->base;
    image->ops = ops;
    image->shape = *shape;
    image->memory = imported;
    status = gi_call_image_init(image);
    if (status != GI_OK) {
        free_image(image);
        return status;
    }
    *out_image = image;
    return GI_OK;
}

/* The type-specific part of an image's allocation. */
struct image_memory {
    struct gi_allocation_rest rest;      /* first */
    struct gi_image *image;
    struct gi_heap *heap;                /* the library's own memory: where range is returned to */
    struct gi_heap_range *range;         /* NULL: not allocated yet */
    struct gi_allocation *within;        /* the imported memory, referenced */
};

static struct image_memory *image_memory_from(const struct gi_allocation *allocation)
{
    return (struct image_memory *)allocation->rest;
}

static void release_own(struct gi_allocation *allocation)
{
    struct image_memory *own = image_memory_from(allocation);

    free_image(own->image);
    if (own->range != NULL)
        gi_heap_give(own->heap, own->range);
}

static void release_within(struct gi_allocation *allocation)
{
    struct image_memory *part = image_memory_from(allocation);

    free_image(part->image);
    gi_allocation_unref(part->within);
}

/* Images have no pointers, so no call frees them by one. */
static const struct gi_allocation_type own_type = {
    .size = sizeof(struct image_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "an array",
    .freed_by = GI_FREED_BY_NEITHER,
    .release = release_own,
};

static const struct gi_allocation_type within_type = {
    .size = sizeof(struct image_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "an array",
    .freed_by = GI_FREED_BY_NEITHER,
    .release = release_within,
};

struct gi_image *gi_image_of(const struct gi_allocation *allocation)
{
    const struct gi_allocation_type *type = allocation->rest->type;

    return type == &own_type || type == &within_type ? image_memory_from(allocation)->image : NULL;
}

/* Makes an allocation for an image without memory. */
static gi_status make_allocation(const struct gi_allocation_type *type, struct gi_device *device,
                                 struct gi_image *image, struct gi_allocation **out_allocation)
{
    gi_status status = gi_allocation_make(type, device, out_allocation);

    if (status != GI_OK)
        return status;
    (*out_allocation)->size_bytes = image->size_bytes;
    image_memory_from(*out_allocation)->image = image;
    return GI_OK;
}

static gi_status take_room(struct gi_device *device, struct gi_allocation *allocation)
{
    struct image_memory *own = image_memory_from(allocation);
    struct gi_heap_request request = {
        .size_bytes = own->image->size_bytes,
        .alignment_bytes = own->image->alignment_bytes,
        .alone = own->image->wants_own_memory,
    };
    gi_status status;

    own->heap = &device->image_heap;
    status = gi_heap_take_aligned(own->heap, &request, &own->range, &allocation->memory);
    if (status == GI_OUT_OF_MEMORY) {
        device->reclaim(device);
        status = gi_heap_take_aligned(own->heap, &request, &own->range, &allocation->memory);
    }
    if (status == GI_OK)
        allocation->offset_bytes = own->range->offset_bytes;
    return status;
}

/* Submits the image's first command to a queue without semaphore waits, and waits for it.
 * Afterwards all queues may use the image. */
static gi_status begin_image(struct gi_device *device, struct gi_image *image)
{
    struct gi_command command = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image.image = image };
    struct gi_batch batch = { .commands = &command, .command_count = 1 };
    struct gi_lane *lane = gi_device_take_lane(device);
    uint64_t value;
    gi_status status = gi_lane_submit(lane, &batch, false, &value);

    if (status == GI_OK)
        status = gi_lane_wait(lane, value, GI_FOREVER);
    gi_device_give_lane(device, lane);
    if (!gi_status_is_lost(status))
        return status;
    gi_device_lost_callback(device);
    return gi_device_lost_failure(device);
}

gi_status gi_image_size(struct gi_device *device, const struct gi_image_shape *shape,
                        uint64_t *out_size_bytes)
{
    GI_UNCANCELLED;
    struct gi_image *image;
    gi_status status = init(device, shape, NULL, &image);

    *out_size_bytes = 0;
    if (status != GI_OK)
        return status;
    *out_size_bytes = image->size_bytes;
    free_image(image);
    return GI_OK;
}

gi_status gi_image_new(struct gi_device *device, const struct gi_image_shape *shape,
                       struct gi_allocation **out_allocation)
{
    GI_UNCANCELLED;
    struct gi_allocation *allocation;
    struct gi_image *image;
    gi_status status = init(device, shape, NULL, &image);

    *out_allocation = NULL;
    if (status != GI_OK)
        return status;
    status = make_allocation(&own_type, device, image, &allocation);
    if (status != GI_OK) {
        free_image(image);
        return status;
    }
    gi_numbered_image_of(image)->first_number = take_numbers(shape);
    status = take_room(device, allocation);
    if (status == GI_OK)
        status = gi_call_image_bind(image, allocation->memory, allocation->offset_bytes);
    if (status == GI_OK)
        status = begin_image(device, image);
    if (status != GI_OK) {
        gi_allocation_unref(allocation);
        return status;
    }
    *out_allocation = allocation;
    return GI_OK;
}

static gi_status check_room(const struct gi_allocation *imported, uint64_t offset_bytes,
                            const struct gi_image *image)
{
    if (offset_bytes % image->alignment_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "mapped array: offset %llu is no multiple of %llu, which "
                       "the device wants for it", (unsigned long long)offset_bytes,
                       (unsigned long long)image->alignment_bytes);
    if (offset_bytes > imported->size_bytes ||
        image->size_bytes > imported->size_bytes - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "mapped array: it takes %llu bytes from offset %llu on, "
                       "and the object has %llu", (unsigned long long)image->size_bytes,
                       (unsigned long long)offset_bytes,
                       (unsigned long long)imported->size_bytes);
    return GI_OK;
}

gi_status gi_image_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                              const struct gi_image_shape *shape,
                              struct gi_allocation **out_allocation)
{
    GI_UNCANCELLED;
    struct gi_allocation *allocation;
    struct gi_image *image;
    gi_status status = init(imported->device, shape, imported->memory, &image);

    *out_allocation = NULL;
    if (status != GI_OK)
        return status;
    status = check_room(imported, offset_bytes, image);
    if (status == GI_OK)
        status = gi_call_image_bind(image, imported->memory,
                                    imported->offset_bytes + offset_bytes);
    if (status != GI_OK)
        goto free_image;
    gi_numbered_image_of(image)->first_number = imported->device_address + offset_bytes;
    status = make_allocation(&within_type, imported->device, image, &allocation);
    if (status != GI_OK)
        goto free_image;
    allocation->memory = imported->memory;
    allocation->offset_bytes = imported->offset_bytes + offset_bytes;
    image_memory_from(allocation)->within = imported;
    gi_allocation_ref(imported);
    *out_allocation = allocation;
    return GI_OK;

free_image:
    free_image(image);
    return status;
}
