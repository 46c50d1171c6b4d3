#include "image.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "device.h"
#include "memory.h"
#include "metadata.h"

static struct giamd_image *giamd_image_from(struct gi_image *base)
{
    assert(base->ops == &giamd_image_ops);
    return (struct giamd_image *)base;
}

static bool giamd_is_external(const struct gi_image *base)
{
    return (base->shape.flags & GI_IMAGE_EXTERNAL) != 0;
}

static gi_status giamd_init(struct gi_image *base)
{
    struct giamd_image *image = giamd_image_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    gi_status st = giamd_layout_make(&dev->listed->plan.sdma, &base->shape, &image->layout);

    if (st == GI_OK && giamd_is_external(base))
        st = giamd_metadata_known(&dev->listed->plan.sdma, &base->shape);
    if (st != GI_OK)
        return st;
    if (image->layout.size_bytes > dev->listed->plan.device_most_bytes)
        return gi_fail(GI_NOT_SUPPORTED, "image: it would take %" PRIu64 " bytes; %s gives at most "
                       "%" PRIu64 " at once", image->layout.size_bytes, dev->listed->info.name,
                       dev->listed->plan.device_most_bytes);
    base->size_bytes = image->layout.size_bytes;
    base->alignment_bytes = GIAMD_LINEAR_ALIGNMENT;
    return GI_OK;
}

/* ---- memory -------------------------------------------------------------------------------- */

static gi_status giamd_check_room(const struct gi_image *base, const struct gi_memory *memory,
                                  uint64_t offset_bytes)
{
    if (offset_bytes % base->alignment_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "image: offset %" PRIu64 " is no multiple of %" PRIu64,
                       offset_bytes, base->alignment_bytes);
    if (offset_bytes > memory->size_bytes ||
        base->size_bytes > memory->size_bytes - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "image: it takes %" PRIu64 " bytes from %" PRIu64 " on, "
                       "the memory has %" PRIu64, base->size_bytes, offset_bytes,
                       memory->size_bytes);
    return GI_OK;
}

/** Reads what the memory says of itself, and holds the image's shape against it. */
static gi_status giamd_check_metadata(struct giamd_device *dev, const struct gi_image *base,
                                      const struct giamd_memory *mem, uint64_t offset_bytes)
{
    struct giamd_metadata metadata = { .size_bytes = 0 };
    struct amdgpu_bo_info info;
    int answer;

    memset(&info, 0, sizeof(info));
    answer = dev->calls->bo_query_info(mem->object, &info);
    if (answer != 0)
        return giamd_device_fail(dev, giamd_plain_error(answer), "mapped array: what the memory "
                                 "says of its image");
    metadata.tiling = info.metadata.tiling_info;
    metadata.size_bytes = info.metadata.size_metadata;
    memcpy(metadata.words, info.metadata.umd_metadata, sizeof(metadata.words));
    return giamd_metadata_check(&dev->listed->plan.sdma, dev->listed->facts.device_id, &base->shape,
                                offset_bytes, &metadata);
}

static gi_status giamd_bind(struct gi_image *base, struct gi_memory *memory, uint64_t offset_bytes)
{
    struct giamd_device *dev = giamd_device_from(base->device);
    struct giamd_memory *mem = giamd_memory_from(memory);
    gi_status st = GI_OK;

    if (giamd_is_external(base) ? !mem->is_imported : !mem->is_for_images)
        return gi_fail(GI_NOT_SUPPORTED, giamd_is_external(base) ?
                       "image: another program's image lies in imported memory alone" :
                       "image: the memory was not made for images");
    if (giamd_is_external(base))
        st = giamd_check_metadata(dev, base, mem, offset_bytes);
    if (st == GI_OK)
        st = giamd_check_room(base, memory, offset_bytes);
    if (st != GI_OK)
        return st;
    base->memory = memory;
    base->offset_bytes = offset_bytes;
    return GI_OK;
}

/** It is nothing but memory, which is the core's to free. */
static void giamd_finish(struct gi_image *base)
{
    (void)base;
}

const struct gi_image_ops giamd_image_ops = {
    .size = sizeof(struct giamd_image),
    .init = giamd_init,
    .bind = giamd_bind,
    .finish = giamd_finish,
};

/* ---- texels -------------------------------------------------------------------------------- */

struct giamd_place giamd_image_place(const struct gi_image_place *place)
{
    struct giamd_image *image = giamd_image_from(place->image);
    const struct giamd_level *level = &image->layout.levels[place->level];
    struct gi_strides strides = { level->row_bytes, image->layout.slice_bytes };
    uint64_t x_bytes = (uint64_t)place->x * gi_format_info(image->base.shape.format)->block_bytes;

    return (struct giamd_place){
        giamd_memory_from(image->base.memory)->address + image->base.offset_bytes +
            level->offset_bytes + gi_box_offset(&strides, x_bytes, place->y, place->z),
        strides,
    };
}
