/* Images of the fake: rows, slices and levels one after the other in their memory. */
#include "arrays/image.h"

#include <inttypes.h>
#include <string.h>

#include "internal.h"

struct gifake_image *gifake_image_from(struct gi_image *image)
{
    if (image->ops != &gifake_image_ops)
        gifake_violation("image: it belongs to another driver");
    return (struct gifake_image *)image;
}

/* ---- where texels are ----------------------------------------------------------------------- */

static uint64_t row_bytes(const struct gi_image_shape *shape, uint32_t level)
{
    return (uint64_t)gi_image_columns(shape, level) * gi_format_info(shape->format)->block_bytes;
}

/** Where a level begins in the image; of the level past the last: how large the image is. */
static uint64_t level_offset(const struct gi_image_shape *shape, uint32_t level)
{
    uint64_t offset = 0;

    for (uint32_t i = 0; i < level; i++)
        offset += row_bytes(shape, i) * gi_image_rows(shape, i) * gi_image_slices(shape, i);
    return offset;
}

uint64_t gifake_image_row(const struct gi_image_place *place, uint64_t y, uint64_t z)
{
    const struct gi_image *image = place->image;
    const struct gi_image_shape *shape = &image->shape;
    uint64_t row = (place->z + z) * gi_image_rows(shape, place->level) + place->y + y;

    return image->offset_bytes + level_offset(shape, place->level) +
           row * row_bytes(shape, place->level) +
           (uint64_t)place->x * gi_format_info(shape->format)->block_bytes;
}

/* ---- shapes --------------------------------------------------------------------------------- */

/** Is it a shape that the core may ask for? */
static gi_status check_shape(const struct gi_image_shape *shape)
{
    uint32_t largest = shape->width | shape->height | shape->depth;

    if (shape->format <= GI_FORMAT_NONE || shape->format >= GI_FORMAT_COUNT)
        return gifake_violation("image.init: format %d", (int)shape->format);
    if (shape->width == 0 || shape->height == 0 || shape->depth == 0 || shape->layers == 0 ||
        shape->levels == 0 || largest >> (shape->levels - 1) == 0)
        return gifake_violation("image.init: %u by %u by %u, %u layers, %u levels", shape->width,
                                shape->height, shape->depth, shape->layers, shape->levels);
    if ((shape->dims == GI_IMAGE_1D && shape->height != 1) ||
        (shape->dims != GI_IMAGE_3D && shape->depth != 1) ||
        (shape->dims == GI_IMAGE_3D && shape->layers != 1))
        return gifake_violation("image.init: a direction that the image does not have");
    if ((shape->flags & GI_IMAGE_CUBE) != 0 &&
        (shape->dims != GI_IMAGE_2D || shape->layers % 6 != 0 || shape->width != shape->height))
        return gifake_violation("image.init: no cube");
    if ((shape->flags & GI_IMAGE_DEDICATED) != 0 && (shape->flags & GI_IMAGE_EXTERNAL) == 0)
        return gifake_violation("image.init: dedicated, but not external");
    return GI_OK;
}

static uint32_t limit_of(const struct gi_device_info *info, const struct gi_image_shape *shape)
{
    switch (shape->dims) {
    case GI_IMAGE_1D: return info->max_image_1d;
    case GI_IMAGE_2D: break;
    case GI_IMAGE_3D: return info->max_image_3d;
    }
    return (shape->flags & GI_IMAGE_CUBE) != 0 ? info->max_image_cube : info->max_image_2d;
}

/** What graphics drivers cannot have either. */
static gi_status check_limits(const struct gi_device_info *info,
                              const struct gi_image_shape *shape)
{
    const struct gi_format_info *format = gi_format_info(shape->format);
    uint32_t limit = limit_of(info, shape);

    if (shape->width > limit || shape->height > limit || shape->depth > limit)
        return gi_fail(GI_NOT_SUPPORTED, "image: %u by %u by %u, at most %u in each direction",
                       shape->width, shape->height, shape->depth, limit);
    if (shape->layers > info->max_image_layers)
        return gi_fail(GI_NOT_SUPPORTED, "image: %u layers, at most %u", shape->layers,
                       info->max_image_layers);
    if (format->block_width != 1 && (shape->dims != GI_IMAGE_2D ||
                                     (shape->flags & (GI_IMAGE_STORAGE | GI_IMAGE_ATTACHMENT))))
        return gi_fail(GI_NOT_SUPPORTED, "image: %s is for sampling in two dimensions alone",
                       format->name);
    return GI_OK;
}

/* ---- the slots ------------------------------------------------------------------------------ */

/** An external image comes with its memory, any other without. */
static gi_status check_for_memory(const struct gi_image *base)
{
    bool is_external = (base->shape.flags & GI_IMAGE_EXTERNAL) != 0;

    if (is_external == (base->memory != NULL))
        return GI_OK;
    return gifake_violation("image.init: %s", is_external ? "an external one without memory"
                                                          : "memory is there already");
}

static gi_status image_init(struct gi_image *base)
{
    struct gifake_image *image = gifake_image_from(base);

    gi_status status = gifake_enter(base->device, "image.init", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (image->exists)
        return gifake_violation("image.init: the struct is not zeroed");
    if (!base->device->info.images)
        return gifake_violation("image.init: the device is said to have no images");
    status = check_for_memory(base);
    if (status == GI_OK)
        status = check_shape(&base->shape);
    if (status == GI_OK)
        status = check_limits(&base->device->info, &base->shape);
    if (status != GI_OK)
        return status;
    base->size_bytes = level_offset(&base->shape, base->shape.levels);
    gifake_lock();
    const struct gifake_device_config *config = &gifake_site_of(base->device)->config;
    base->alignment_bytes = config->image_alignment_bytes;
    base->wants_own_memory =
        config->images_want_own_memory && (base->shape.flags & GI_IMAGE_EXTERNAL) == 0;
    gifake_device_from(base->device)->children++;
    gifake_alive.images++;
    gifake_unlock();
    image->exists = true;
    return GI_OK;
}

static gi_status image_bind(struct gi_image *base, struct gi_memory *memory, uint64_t offset_bytes)
{
    struct gifake_image *image = gifake_image_from(base);
    const struct gifake_memory *mem = gifake_memory_from(memory);
    bool is_external = (base->shape.flags & GI_IMAGE_EXTERNAL) != 0;

    gi_status status = gifake_enter(base->device, "image.bind", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (!image->exists || image->is_bound)
        return gifake_violation("image.bind: %s", image->exists ? "it is bound" : "no image");
    if (is_external && memory != base->memory)
        return gifake_violation("image.bind: it was made for other memory");
    if (memory->device != base->device)
        return gifake_violation("image.bind: memory of another device");
    if (is_external ? !mem->is_imported && mem->fd < 0 : mem->kind != GI_MEMORY_IMAGE)
        return gi_fail(GI_NOT_SUPPORTED, "image: memory of another kind");
    if (offset_bytes % base->alignment_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "image: offset %" PRIu64 " is no multiple of %" PRIu64,
                       offset_bytes, base->alignment_bytes);
    if (offset_bytes > memory->size_bytes ||
        base->size_bytes > memory->size_bytes - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "image: %" PRIu64 " + %" PRIu64 " bytes in an object of %"
                       PRIu64, offset_bytes, base->size_bytes, memory->size_bytes);
    if (base->wants_own_memory && offset_bytes != 0)
        return gifake_violation("image.bind: it wanted memory of its own");
    image->is_bound = true;
    base->memory = memory;
    base->offset_bytes = offset_bytes;
    return GI_OK;
}

static void image_finish(struct gi_image *base)
{
    struct gifake_image *image = gifake_image_from(base);

    if (!image->exists)                          /* init has failed */
        return;
    gifake_lock();
    gifake_await_drop(base->device, &image->uses);
    if (image->uses != 0) {
        gifake_violation("image.finish: %u places of batches in flight use it", image->uses);
    } else {
        gifake_device_from(base->device)->children--;
        gifake_alive.images--;
        gifake_note_finish(base->device);
    }
    gifake_unlock();
}

const struct gi_image_ops gifake_image_ops = {
    .size = sizeof(struct gifake_image),
    .init = image_init,
    .bind = image_bind,
    .finish = image_finish,
};

/* ---- commands ------------------------------------------------------------------------------- */

static gi_status check_begun(struct gifake_queue *queue, size_t i, struct gifake_image *image)
{
    bool is_external = (image->base.shape.flags & GI_IMAGE_EXTERNAL) != 0;

    if (is_external || image->begun)
        return GI_OK;
    if (image->begin_queue == NULL)
        return gifake_violation("submit: command %zu uses an image before it has begun", i);
    if (image->begin_queue != queue && image->begin_queue->value < image->begin_value)
        return gifake_violation("submit: command %zu uses an image that has yet to begin in "
                                "another queue", i);
    image->begun = image->begin_queue != queue;
    return GI_OK;
}

static gi_status check_image(struct gifake_queue *queue, size_t i, const char *which,
                             const struct gi_image *base)
{
    if (base == NULL)
        return gifake_violation("submit: command %zu has no %s image", i, which);
    if (base->device != queue->base.device)
        return gifake_violation("submit: the %s image of command %zu is of another device", which,
                                i);
    if (!((const struct gifake_image *)base)->is_bound)
        return gifake_violation("submit: the %s image of command %zu has no memory", which, i);
    return GI_OK;
}

gi_status gifake_check_begin(struct gifake_queue *queue, size_t i, uint64_t value,
                             const struct gi_image_place *place)
{
    struct gifake_image *image = (struct gifake_image *)place->image;
    gi_status status = check_image(queue, i, "dst", place->image);

    if (status != GI_OK)
        return status;
    if ((image->base.shape.flags & GI_IMAGE_EXTERNAL) != 0)
        return gifake_violation("submit: command %zu begins an external image", i);
    if (image->begin_queue != NULL)
        return gifake_violation("submit: command %zu begins an image again", i);
    image->begin_queue = queue;
    image->begin_value = value;
    return GI_OK;
}

gi_status gifake_check_image_place(struct gifake_queue *queue, size_t i, const char *which,
                                   const struct gi_image_place *place, const struct gi_box *box)
{
    gi_status status = check_image(queue, i, which, place->image);

    if (status == GI_OK)
        status = check_begun(queue, i, (struct gifake_image *)place->image);
    if (status != GI_OK)
        return status;

    const struct gi_image_shape *shape = &place->image->shape;
    uint32_t block_bytes = gi_format_info(shape->format)->block_bytes;
    if (place->level >= shape->levels)
        return gifake_violation("submit: command %zu is of level %u of %u", i, place->level,
                                shape->levels);
    if (box->width_bytes % block_bytes != 0)
        return gifake_violation("submit: command %zu has %" PRIu64 " bytes of elements of %u", i,
                                box->width_bytes, block_bytes);
    if (place->x + box->width_bytes / block_bytes > gi_image_columns(shape, place->level) ||
        place->y + box->height > gi_image_rows(shape, place->level) ||
        place->z + box->depth > gi_image_slices(shape, place->level))
        return gifake_violation("submit: the %s box of command %zu leaves level %u", which, i,
                                place->level);
    return GI_OK;
}

gi_status gifake_check_image_memory(size_t i, const struct gi_image *image,
                                    const struct gi_place *place, const struct gi_box *box)
{
    uint32_t block_bytes = gi_format_info(image->shape.format)->block_bytes;

    if (place->offset_bytes % block_bytes != 0 ||
        (box->height > 1 && place->strides.row_bytes % block_bytes != 0) ||
        (box->depth > 1 && place->strides.slice_bytes % block_bytes != 0))
        return gifake_violation("submit: the memory of command %zu is no multiple of its image's "
                                "%u bytes", i, block_bytes);
    return GI_OK;
}

void gifake_image_begin(const struct gi_image *image)
{
    memset(gifake_memory_from(image->memory)->bytes + image->offset_bytes, 0xa5,
           image->size_bytes);
}
