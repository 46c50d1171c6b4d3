#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "device_state.h"
#include "scheduler.h"
#include "uncancelled.h"

/* Above every address of a device. */
#define FIRST_NUMBER (UINT64_C(1) << 63)

/* ---- shapes --------------------------------------------------------------------------------- */

static uint32_t halved(uint32_t size, uint32_t level)
{
    return size >> level > 1 ? size >> level : 1;
}

uint32_t gi_image_slices(const struct gi_image_shape *shape, uint32_t level)
{
    return shape->dims == GI_IMAGE_3D ? halved(shape->depth, level) : shape->layers;
}

uint32_t gi_image_columns(const struct gi_image_shape *shape, uint32_t level)
{
    uint32_t block = gi_format_info(shape->format)->block_width;

    return (halved(shape->width, level) + block - 1) / block;
}

uint32_t gi_image_rows(const struct gi_image_shape *shape, uint32_t level)
{
    uint32_t block = gi_format_info(shape->format)->block_height;

    return (halved(shape->height, level) + block - 1) / block;
}

/* An image as the core makes it. */
struct object {
    uint64_t first_number;       /* where it is in the numbers of image.h */
    _Alignas(max_align_t) struct gi_image image;     /* the last: the driver's struct goes on */
};

static struct object *object_of(struct gi_image *image)
{
    return (struct object *)((char *)image - offsetof(struct object, image));
}

/* How many numbers the levels before one have. */
static uint64_t numbers_before(const struct gi_image_shape *shape, uint32_t level)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < level; i++)
        count += gi_image_slices(shape, i);
    return count;
}

static uint64_t take_numbers(const struct gi_image_shape *shape)
{
    static _Atomic uint64_t next = FIRST_NUMBER;

    return atomic_fetch_add(&next, numbers_before(shape, shape->levels));
}

struct gi_span gi_image_span(const struct gi_image_place *place, const struct gi_box *box)
{
    const struct gi_image *image = place->image;
    uint64_t begin = object_of(place->image)->first_number;

    if ((image->shape.flags & GI_IMAGE_EXTERNAL) != 0)
        return (struct gi_span){ begin, begin + image->size_bytes };
    begin += numbers_before(&image->shape, place->level) + place->z;
    return (struct gi_span){ begin, begin + box->depth };
}

/* ---- making --------------------------------------------------------------------------------- */

/* imported: the memory of an external one; else NULL. */
static gi_status init(struct gi_device *device, const struct gi_image_shape *shape,
                      struct gi_memory *imported, struct gi_image **out_image)
{
    const struct gi_image_ops *ops = device->base->driver->image;
    struct object *object;
    struct gi_image *image;
    gi_status status;

    *out_image = NULL;
    if (ops == NULL || !device->base->info.images)
        return gi_fail(GI_NOT_SUPPORTED, "driver %s of %s has no images",
                       device->base->info.driver_name, device->base->info.name);
    object = calloc(1, offsetof(struct object, image) + ops->size);
    if (object == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an image");
    image = &object->image;
    image->device = device->base;
    image->ops = ops;
    image->shape = *shape;
    image->memory = imported;
    status = ops->init(image);
    if (status != GI_OK) {
        gi_image_free(image);
        return status;
    }
    *out_image = image;
    return GI_OK;
}

void gi_image_free(struct gi_image *image)
{
    GI_UNCANCELLED;

    image->ops->finish(image);
    free(object_of(image));
}

/* An allocation for an image that has yet to be bound, or NULL. */
static struct gi_allocation *describe(struct gi_device *device, struct gi_image *image)
{
    struct gi_allocation *allocation = calloc(1, sizeof *allocation);

    if (allocation == NULL)
        return NULL;
    atomic_init(&allocation->refs, 1);
    allocation->kind = GI_POINTER_DEVICE;
    allocation->device = device;
    allocation->size_bytes = image->size_bytes;
    allocation->image = image;
    return allocation;
}

static gi_status take_room(struct gi_device *device, struct gi_allocation *allocation)
{
    struct gi_heap_request request = {
        .size_bytes = allocation->image->size_bytes,
        .alignment_bytes = allocation->image->alignment_bytes,
        .alone = allocation->image->wants_own_memory,
    };
    gi_status status = gi_heap_take_aligned(&device->image_heap, &request, &allocation->range,
                                            &allocation->memory);

    if (status == GI_OUT_OF_MEMORY) {
        gi_allocation_look_for_memory(device);
        status = gi_heap_take_aligned(&device->image_heap, &request, &allocation->range,
                                      &allocation->memory);
    }
    if (status != GI_OK)
        return status;
    allocation->heap = &device->image_heap;
    allocation->offset_bytes = allocation->range->offset_bytes;
    return GI_OK;
}

/* Its first use, on a queue where nothing is that needs anybody's help to end; awaited, so that all
 * queues may use it. */
static gi_status begin(struct gi_device *device, struct gi_image *image)
{
    struct gi_command command = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image.image = image };
    struct gi_batch batch = { .commands = &command, .command_count = 1 };
    struct gi_lane *lane = gi_device_take_lane(device);
    uint64_t value;
    gi_status status = gi_lane_submit(lane, &batch, false, &value);

    if (status == GI_OK)
        status = gi_lane_wait(lane, value, GI_FOREVER);
    gi_device_give_lane(device, lane);
    if (status == GI_DEVICE_LOST)
        gi_device_lost_callback(device);
    return status;
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
    allocation = describe(device, image);
    if (allocation == NULL) {
        gi_image_free(image);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an image");
    }
    object_of(image)->first_number = take_numbers(shape);
    status = take_room(device, allocation);
    if (status == GI_OK)
        status = image->ops->bind(image, allocation->memory, allocation->offset_bytes);
    if (status == GI_OK)
        status = begin(device, image);
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
        status = image->ops->bind(image, imported->memory, imported->offset_bytes + offset_bytes);
    if (status != GI_OK)
        goto free_image;
    object_of(image)->first_number = imported->device_address + offset_bytes;
    allocation = describe(imported->device, image);
    if (allocation == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an image");
        goto free_image;
    }
    allocation->memory = imported->memory;
    allocation->offset_bytes = imported->offset_bytes + offset_bytes;
    allocation->within = imported;
    gi_allocation_ref(imported);
    *out_allocation = allocation;
    return GI_OK;

free_image:
    gi_image_free(image);
    return status;
}
